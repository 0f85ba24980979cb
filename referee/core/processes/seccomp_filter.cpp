#include "referee/core/processes/seccomp_filter.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/membarrier.h>
#include <linux/random.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>
#include <csignal>
#include <span>
#include <system_error>

#include "referee/core/processes/bpf_program.hpp"

namespace referee {

namespace {

using Rules = std::vector<CallRule>;
using Values = std::initializer_list<std::uint32_t>;

/// These calls fail with EPERM. They need privileges that no process in the sandbox has, or are refused in the same
/// way.
const std::initializer_list<const char*> privileged = {
    // ptrace would also reach the sandbox's first process. What a bot does to its own processes does not matter.
    "ptrace",
    // A bot stays on the cores that it was given, with the usual scheduling. It could also use these calls to slow down
    // the sandbox's first process, which has to stop the bot.
    "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr", "ioprio_set",
    // Namespaces and mounts.
    "unshare", "setns", "mount", "umount2", "pivot_root", "chroot",
    // Opening files by handle, without a path.
    "open_by_handle_at",
    // Control of the machine.
    "reboot", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "swapon", "swapoff",
    "acct", "quotactl", "syslog", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname",
    "setdomainname", "iopl", "ioperm", "vhangup",
    // Descriptors in transit between sockets count for the user. If a bot used up the user's limit, the referee could
    // not start another bot.
    "sendmsg", "sendmmsg"};

/// These calls fail as if the kernel was built without them. Runtimes have a replacement for each, or do not need it.
const std::initializer_list<const char*> absent = {
    // The filter can't see their arguments. C libraries fall back to calls whose arguments it can see.
    "clone3", "socketcall",
    // Kernel threads do the work of these calls, or it is done later, or in operations that the filter does not see.
    "io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "mq_open", "mq_notify",
    // Kernel threads would free the filters and programs of a bot, in time that is not charged to the bot.
    "seccomp", "bpf",
    // NUMA memory placement. Moving pages keeps all cores busy.
    "mbind", "migrate_pages", "move_pages", "set_mempolicy", "get_mempolicy",
    // Access to the memory and descriptors of other processes.
    "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd",
    // Keyrings have no namespace.
    "add_key", "request_key", "keyctl",
    // The newer mount calls.
    "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
    // Calls with a large attack surface and no use to a bot.
    "perf_event_open", "userfaultfd", "fanotify_init", "lookup_dcookie", "name_to_handle_at", "uselib", "vmsplice",
    "modify_ldt"};

/// These calls fail as if they could not copy between the given files. Runtimes then copy in another way. They hold the
/// lock of a pipe while they wait for the other file. So the referee, which has to lock a bot's pipes to read from
/// them, would wait for as long as the bot likes.
const std::initializer_list<const char*> copies_through_pipes = {"splice", "tee", "sendfile", "sendfile64"};

/// These calls succeed and do nothing. All files that a bot can write are in memory, but these calls would write to the
/// disks of the machine, or cause the system's files to be read again. setsid() would give a bot a separate share of a
/// core's time (sched(7), autogroup).
const std::initializer_list<const char*> idle = {"sync",      "syncfs",          "fsync",
                                                 "fdatasync", "sync_file_range", "sync_file_range2",
                                                 "fadvise64", "fadvise64_64",    "setsid"};

/// The calls from Linux 5.11 or later that are allowed. They are given by number, because libseccomp may not know their
/// names. These are refused: memfd_secret (splits the kernel's large pages), landlock (kernel threads free its rules,
/// in time that is not charged to the bot), cachestat (shows which files other processes read), the mount calls, and
/// whatever future kernels add.
enum : std::uint32_t { faccessat2 = 439 };
const Values newer_calls = {
    441,                 // epoll_pwait2
    449, 454, 455, 456,  // futex_waitv, futex_wake, futex_wait, futex_requeue
    452,                 // fchmodat2
    453,                 // map_shadow_stack
    462,                 // mseal
};

void add(Rules& rules, std::span<const char* const> calls, int error) {
    for (const char* call : calls)
        rules.push_back({call, error});
}

/// Allows only sockets that do no harm. Internet sockets lead nowhere from a private network namespace, but runtimes
/// create them at their start. Runtimes also create pairs of unix sockets. A single unix socket could reach a server
/// through its file in a shown folder. Not all of the other families (vsock, netlink, packets, crypto, ...) are
/// separated by namespaces. For a family, type or protocol that the kernel does not know, it starts modprobe as root to
/// load a module, at each attempt. So IPv6 is allowed only if the kernel has it.
void limit_sockets(Rules& rules) {
    ArgumentTest other_family = none_of(0, {AF_INET});
    if (const UniqueFd probe(::socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0)); probe || errno != EAFNOSUPPORT)
        other_family.values.push_back(AF_INET6);
    enum : std::uint32_t { kind = 0xf };  // the bits of the type that are not flags
    const ArgumentBits type{1, kind};
    rules.push_back({"socket", EAFNOSUPPORT, {other_family}});
    rules.push_back({"socket", ESOCKTNOSUPPORT, {none_of(type, {SOCK_STREAM, SOCK_DGRAM})}});
    rules.push_back({"socket", EPROTONOSUPPORT, {one_of(type, {SOCK_STREAM}), none_of(2, {0, IPPROTO_TCP})}});
    rules.push_back({"socket", EPROTONOSUPPORT, {one_of(type, {SOCK_DGRAM}), none_of(2, {0, IPPROTO_UDP})}});
    rules.push_back({"socketpair", EAFNOSUPPORT, {none_of(0, {AF_UNIX})}});
    rules.push_back({"socketpair", ESOCKTNOSUPPORT, {none_of(type, {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET})}});
    rules.push_back({"socketpair", EPROTONOSUPPORT, {none_of(2, {0, AF_UNIX})}});
}

/// Prevents a bot from sending packets, even to itself. The kernel processes packets in its own time, which it takes
/// from other processes. Also, the bot's own turn would look as if others had disturbed it.
void refuse_packets(Rules& rules) {
    rules.push_back({"connect", ENETUNREACH});
    rules.push_back({"sendto", ENETUNREACH, {none_of(ArgumentBits{4}, {0})}});
    rules.push_back({"sendto", ENETUNREACH, {none_of(ArgumentBits{.argument = 4, .upper = true}, {0})}});
}

/// Allows only options that set a number or a flag of their socket. Many of the other options leave something that
/// kernel threads free later (filters, multicast groups, packet options, keys), or change the kernel's code on all
/// cores (time stamps).
void limit_socket_options(Rules& rules) {
    enum : std::uint32_t { rcvtimeo_64_bits = 66, sndtimeo_64_bits = 67 };
    // SO_REUSEADDR is used by every server, keep-alive and buffers by Java, Go, node and libuv, timeouts by Rust and C,
    // and SO_BROADCAST by Go and Java for each UDP socket.
    const Values of_sockets = {SO_REUSEADDR, SO_KEEPALIVE,     SO_LINGER,        SO_OOBINLINE,
                               SO_SNDBUF,    SO_RCVBUF,        SO_RCVLOWAT,      SO_RCVTIMEO,
                               SO_SNDTIMEO,  rcvtimeo_64_bits, sndtimeo_64_bits, SO_BROADCAST};
    // "No delay" is used by Go, Java, asyncio and urllib3, keep-alive by Go, node and Java, and the last three by
    // servers and clients in C++.
    const Values of_tcp = {TCP_NODELAY,  TCP_KEEPIDLE,     TCP_KEEPINTVL, TCP_KEEPCNT,
                           TCP_QUICKACK, TCP_USER_TIMEOUT, TCP_CORK,      TCP_DEFER_ACCEPT};
    // Used by Java, node and Rust, even for sockets that do not join a multicast group.
    const Values of_ip = {
        IP_TOS, IP_TTL, IP_MTU_DISCOVER, IP_MULTICAST_IF, IP_MULTICAST_TTL, IP_MULTICAST_LOOP, IP_MULTICAST_ALL};
    // All runtimes set IPV6_V6ONLY, to find out what the machine supports and to make dual-stack servers. Java sets
    // IPV6_RECVPKTINFO for each UDP socket.
    const Values of_ipv6 = {IPV6_V6ONLY,         IPV6_RECVPKTINFO,    IPV6_TCLASS,
                            IPV6_UNICAST_HOPS,   IPV6_MTU_DISCOVER,   IPV6_MULTICAST_IF,
                            IPV6_MULTICAST_HOPS, IPV6_MULTICAST_LOOP, IPV6_MULTICAST_ALL};
    const auto add_level = [&](std::uint32_t level, Values options) {
        rules.push_back({"setsockopt", ENOPROTOOPT, {one_of(1, {level}), none_of(2, options)}});
    };
    rules.push_back({"setsockopt", ENOPROTOOPT, {none_of(1, {SOL_SOCKET, IPPROTO_TCP, IPPROTO_IP, IPPROTO_IPV6})}});
    add_level(SOL_SOCKET, of_sockets);
    add_level(IPPROTO_TCP, of_tcp);
    add_level(IPPROTO_IP, of_ip);
    add_level(IPPROTO_IPV6, of_ipv6);
}

/// Allows only listed requests of ioctl(). Requests for terminals are not listed, because there are no terminals; they
/// fail as for any other file. Other requests make the kernel look for modules (0x8940 and 0x8982 of sockets), or leave
/// work for the kernel to do later.
void limit_requests(Rules& rules) {
    const Values requests = {// Python and Rust: close-on-exec for new descriptors.
                             FIOCLEX, FIONCLEX,
                             // Python, Rust and libuv: non-blocking descriptors.
                             FIONBIO,
                             // Java and others: the number of readable bytes.
                             FIONREAD, TIOCOUTQ, SIOCATMARK,
                             // Java and C libraries: names, numbers and addresses of the network interface.
                             SIOCGIFNAME, SIOCGIFINDEX, SIOCGIFCONF, SIOCGIFFLAGS, SIOCGIFADDR, SIOCGIFBRDADDR,
                             SIOCGIFNETMASK, SIOCGIFMTU, SIOCGIFHWADDR,
                             // The warden: it removes the flags of the folders that it deletes.
                             FS_IOC_GETFLAGS, FS_IOC_SETFLAGS,
                             // Cryptographic libraries.
                             RNDGETENTCNT};
    rules.push_back({"ioctl", ENOTTY, {none_of(1, requests)}});
}

/// Allows only listed commands of fcntl(). Leases are not listed, because they make other processes wait when they open
/// the file or folder. Notifications about folders (F_NOTIFY) are not listed either.
void limit_file_commands(Rules& rules, bool pausable) {
    enum : std::uint32_t { get_lock_64 = 12, set_lock_64 = 13, wait_lock_64 = 14 };  // for 32-bit programs
    const Values commands = {// Descriptors and their flags: all runtimes.
                             F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
                             // Locks: SQLite, Java, Python.
                             F_GETLK, F_SETLK, F_SETLKW, get_lock_64, set_lock_64, wait_lock_64, F_OFD_GETLK,
                             F_OFD_SETLK, F_OFD_SETLKW,
                             // Signals for descriptors that are ready.
                             F_GETOWN, F_SETOWN, F_GETOWN_EX, F_SETOWN_EX, F_GETSIG, F_SETSIG,
                             // Pipes, and files in memory.
                             F_GETPIPE_SZ, F_SETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS};
    for (const char* call : {"fcntl", "fcntl64"}) {
        rules.push_back({call, EINVAL, {one_of(1, {F_SETSIG}), one_of(2, {SIGCHLD})}});
        if (pausable) rules.push_back({call, EINVAL, {one_of(1, {F_SETSIG}), one_of(2, {SIGCONT, SIGKILL})}});
        rules.push_back({call, EINVAL, {none_of(1, commands)}});
    }
}

/// Allows only listed settings and queries of prctl(). Not listed: filters; PR_SCHED_CORE, which lets threads keep the
/// other hyperthread of a core idle; Yama's PR_SET_PTRACER, which leaves work for the kernel to do later.
void limit_process_settings(Rules& rules, bool pausable) {
    enum : std::uint32_t { get_auxiliary_vector = 0x41555856, name_memory = 0x53564d41, reset_pointer_keys = 54 };
    enum : std::uint32_t { get_shadow_stack = 74, set_shadow_stack = 75, lock_shadow_stack = 76 };
    const Values settings = {// All runtimes name threads; Java, Go and C libraries name memory, too.
                             PR_SET_NAME, PR_GET_NAME, name_memory,
                             // Programs that start other programs.
                             PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER,
                             PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS,
                             // The permissions of a process, and the data that it was started with.
                             PR_SET_DUMPABLE, PR_GET_DUMPABLE, PR_GET_KEEPCAPS, PR_CAPBSET_READ, get_auxiliary_vector,
                             // The timer slack and the huge pages of the process itself.
                             PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE,
                             // Java and C libraries on ARM: vectors, tags and keys of pointers, shadow stacks.
                             PR_SVE_SET_VL, PR_SVE_GET_VL, PR_SET_TAGGED_ADDR_CTRL, PR_GET_TAGGED_ADDR_CTRL,
                             reset_pointer_keys, get_shadow_stack, set_shadow_stack, lock_shadow_stack};
    if (pausable) rules.push_back({"prctl", EINVAL, {one_of(0, {PR_SET_PDEATHSIG}), one_of(1, {SIGCONT})}});
    rules.push_back({"prctl", EINVAL, {none_of(0, settings)}});
}

/// Allows only advice that concerns the process's own memory. Not listed: MADV_MERGEABLE (a kernel thread scans for
/// identical pages), MADV_COLLAPSE (all cores have to work), MADV_COLD and MADV_PAGEOUT (they evict pages of system
/// files, which other processes need).
void limit_memory_advice(Rules& rules) {
    enum : std::uint32_t { populate_read = 22, populate_write, dontneed_locked, guard = 102, unguard };
    rules.push_back({"madvise", EINVAL, {none_of(2, {MADV_NORMAL,     MADV_RANDOM,     MADV_SEQUENTIAL, MADV_WILLNEED,
                                                     MADV_DONTNEED,   MADV_FREE,       MADV_REMOVE,     MADV_DONTFORK,
                                                     MADV_DOFORK,     MADV_WIPEONFORK, MADV_KEEPONFORK, MADV_HUGEPAGE,
                                                     MADV_NOHUGEPAGE, MADV_DONTDUMP,   MADV_DODUMP,     populate_read,
                                                     populate_write,  dontneed_locked, guard,           unguard})}});
}

/// Allows barriers for the threads of the process, which .NET and Java use. Barriers for all processes would interrupt
/// all cores.
void limit_barriers(Rules& rules) {
    enum : std::uint32_t { restart_sequences = 1 << 7, register_restart_sequences = 1 << 8 };
    rules.push_back(
        {"membarrier",
         EINVAL,
         {none_of(0, {MEMBARRIER_CMD_QUERY, MEMBARRIER_CMD_PRIVATE_EXPEDITED, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED,
                      MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE,
                      restart_sequences, register_restart_sequences})}});
}

/// Refuses calls that make the kernel send a signal later, at a certain time or event, such as the death of a process.
/// All processes of a bot are stopped while it waits, and only SIGCONT resumes them. limit_file_commands() and
/// limit_process_settings() refuse such signals for a descriptor that becomes ready and for the death of a parent. A
/// process group that is orphaned by a death is also sent SIGCONT, so there must be only one group.
void refuse_later_signals(Rules& rules) {
    rules.push_back({"timer_create", ENOSYS});
    // When a timer expires, an interrupt notifies everything that watches its descriptor. With epoll there may be a
    // million watches.
    rules.push_back({"timerfd_create", ENOSYS});
    rules.push_back({"signalfd", ENOSYS});
    rules.push_back({"signalfd4", ENOSYS});
    rules.push_back({"clone", EINVAL, {one_of(ArgumentBits{0, CSIGNAL}, {SIGCONT})}});
    rules.push_back({"setpgid", 0});
}

/// Drops SIGCHLD that a process sends. It is the only signal that the sandbox's first process takes, so a bot could
/// keep that process busy when it has to stop the bot. limit_file_commands() refuses this signal for a descriptor.
void drop_sent_deaths(Rules& rules) {
    for (const char* call : {"kill", "tkill", "rt_sigqueueinfo", "pidfd_send_signal"})
        rules.push_back({call, 0, {one_of(1, {SIGCHLD})}});
    for (const char* call : {"tgkill", "rt_tgsigqueueinfo"})
        rules.push_back({call, 0, {one_of(2, {SIGCHLD})}});
}

void refuse_namespaces(Rules& rules) {
    enum : std::uint32_t {
        all = static_cast<std::uint32_t>(CLONE_NEWUSER) | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC |
              CLONE_NEWUTS | CLONE_NEWCGROUP
    };
    rules.push_back({"clone", EPERM, {none_of(ArgumentBits{0, all}, {0})}});
}

/// Refuses to change the limits and the priority of other processes, among them the sandbox's first process. A process
/// may change its own.
void refuse_others_settings(Rules& rules) {
    rules.push_back({"prlimit64", EPERM, {none_of(0, {0})}});
    rules.push_back({"setpriority", EPERM, {none_of(0, {PRIO_PROCESS})}});
    rules.push_back({"setpriority", EPERM, {none_of(1, {0})}});
}

/// Ignores changes to the core dump limit. Core dumps are of no use here, and on some machines the system pipes them to
/// a crash handler, which is slow. Bots start with a limit of 1 byte, the only limit for which the kernel does not
/// start that handler.
void keep_limit_of_dumps(Rules& rules) {
    rules.push_back({"setrlimit", 0, {one_of(0, {RLIMIT_CORE})}});
    for (const bool upper : {false, true})
        rules.push_back(
            {"prlimit64", 0, {one_of(1, {RLIMIT_CORE}), none_of(ArgumentBits{.argument = 2, .upper = upper}, {0})}});
}

/// Setting the usual scheduling succeeds and does nothing, since a bot has no other one. Mono sets it for each thread,
/// and reports an error on stdout, where only answers may be.
void ignore_usual_scheduling(Rules& rules) {
    rules.push_back({"sched_setscheduler", 0, {one_of(1, {SCHED_OTHER})}});
}

Rules all_rules(bool pausable) {
    Rules rules;
    ignore_usual_scheduling(rules);  // before the refusal of all other scheduling, because the first rule counts
    add(rules, privileged, EPERM);
    add(rules, absent, ENOSYS);
    add(rules, copies_through_pipes, EINVAL);
    add(rules, idle, 0);
    // All bots of a user share the limit on inotify instances. An instance also shows which files other processes open
    // in /usr.
    rules.push_back({"inotify_init", EMFILE});
    rules.push_back({"inotify_init1", EMFILE});
    refuse_namespaces(rules);
    refuse_others_settings(rules);
    drop_sent_deaths(rules);
    if (pausable) refuse_later_signals(rules);
    keep_limit_of_dumps(rules);
    limit_sockets(rules);
    refuse_packets(rules);
    limit_socket_options(rules);
    limit_requests(rules);
    limit_file_commands(rules, pausable);
    limit_process_settings(rules, pausable);
    limit_memory_advice(rules);
    limit_barriers(rules);
    return rules;
}

}  // namespace

UniqueFd make_seccomp_filter(bool pausable) {
    const std::vector<sock_filter> program = compile({all_rules(pausable), faccessat2, newer_calls});
    const auto fail = [](const char* what) { throw std::system_error(errno, std::generic_category(), what); };
    UniqueFd file(::memfd_create("seccomp", MFD_CLOEXEC));
    if (!file) fail("making a file in memory");
    const std::size_t size = program.size() * sizeof(sock_filter);
    if (::write(file.get(), program.data(), size) != static_cast<ssize_t>(size)) fail("writing the seccomp filter");
    return file;
}

}  // namespace referee
