#include "referee/sandbox/seccomp_filter.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <system_error>
#include <utility>

namespace referee {

namespace {

void check(int result, const char* what) {
    if (result < 0) throw std::system_error(-result, std::generic_category(), what);
}

constexpr std::array forbidden = {
    // Other processes: the bot's own are its own to harm, but the sandbox's first process is not.
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise),
    SCMP_SYS(kcmp),
    SCMP_SYS(pidfd_getfd),
    // Keyrings have no namespace.
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    // It keeps to the cores that it was given, and to the usual scheduling. By these it could also slow the sandbox's
    // first
    // process, which stops it.
    SCMP_SYS(sched_setaffinity),
    SCMP_SYS(sched_setscheduler),
    SCMP_SYS(sched_setparam),
    SCMP_SYS(sched_setattr),
    SCMP_SYS(ioprio_set),
    // Descriptors on their way between sockets are counted for the user: without room the referee can start no bot.
    SCMP_SYS(sendmsg),
    SCMP_SYS(sendmmsg),
    // Large attack surface, and no use to a bot.
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(fanotify_init),
    SCMP_SYS(lookup_dcookie),
    SCMP_SYS(name_to_handle_at),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(uselib),
    SCMP_SYS(vmsplice),
    SCMP_SYS(modify_ldt),
    // Namespaces and mounts.
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(open_tree),
    SCMP_SYS(move_mount),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fspick),
    SCMP_SYS(mount_setattr),
    // The machine.
    SCMP_SYS(reboot),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(acct),
    SCMP_SYS(quotactl),
    SCMP_SYS(syslog),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(clock_adjtime),
    SCMP_SYS(adjtimex),
    SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname),
    SCMP_SYS(iopl),
    SCMP_SYS(ioperm),
    SCMP_SYS(vhangup),
};

/// Answered with "no such call", on which C libraries fall back to what the filter can look into.
constexpr std::array unknown = {SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
                                SCMP_SYS(clone3), SCMP_SYS(io_setup), SCMP_SYS(mq_notify),
                                // How 32-bit programs once made sockets: no filter sees its arguments.
                                SCMP_SYS(socketcall)};

constexpr std::array namespaces = {CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNS,    CLONE_NEWNET,
                                   CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};

// libseccomp's macros for the following are not of C++.

/// The argument of this number (from 0) compares so with `value`.
constexpr scmp_arg_cmp compared(unsigned argument, scmp_compare operation, scmp_datum_t value) {
    return {argument, operation, value, 0};
}

/// The bits `mask` of an argument have this value.
constexpr scmp_arg_cmp masked(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

/// The lower half of an argument has this value: the kernel looks only at that part of an int.
constexpr scmp_arg_cmp lower(unsigned argument, int value) {
    return masked(argument, 0xffffffffu, static_cast<unsigned>(value));
}

class Filter {
public:
    Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)) {
        if (!context_) throw std::system_error(ENOMEM, std::generic_category(), "making a seccomp filter");
        // Programs for the older instruction set run too, and must not be a way around.
        if (seccomp_arch_native() == SCMP_ARCH_X86_64) {
            check(seccomp_arch_add(context_.get(), SCMP_ARCH_X86), "adding an architecture");
            check(seccomp_arch_add(context_.get(), SCMP_ARCH_X32), "adding an architecture");
        }
    }

    void refuse(int call, int error, std::initializer_list<scmp_arg_cmp> when = {}) {
        check(seccomp_rule_add_array(context_.get(), SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), call,
                                     static_cast<unsigned>(when.size()), when.begin()),
              "adding a rule");
    }

    void write_to(const UniqueFd& file) const {
        check(seccomp_export_bpf(context_.get(), file.get()), "writing a filter");
    }

private:
    struct Release {
        void operator()(void* context) const { seccomp_release(context); }
    };
    std::unique_ptr<void, Release> context_;
};

/// A lease on a file makes others that open it wait: the opponent or the whole machine.
void refuse_leases(Filter& filter) {
    for (const int request : {F_SETLEASE, F_NOTIFY}) {
        filter.refuse(SCMP_SYS(fcntl), EPERM, {lower(1, request)});
        filter.refuse(SCMP_SYS(fcntl64), EPERM, {lower(1, request)});
    }
}

/// All processes of a bot are stopped while it waits. Only SIGCONT makes them go on, and these make the kernel send a
/// signal at a time or an event to come: a timer, a descriptor that is ready (F_SETSIG), and the death of a process,
/// which SIGKILL brings about. A process group that is orphaned by a death is sent SIGCONT as well: there is only one
/// group.
void refuse_later_signals(Filter& filter) {
    filter.refuse(SCMP_SYS(timer_create), ENOSYS);
    for (const int signal : {SIGCONT, SIGKILL}) {
        for (const int call : {SCMP_SYS(fcntl), SCMP_SYS(fcntl64)}) {
            filter.refuse(call, EPERM, {lower(1, F_SETSIG), lower(2, signal)});
        }
    }
    filter.refuse(SCMP_SYS(prctl), EPERM, {lower(0, PR_SET_PDEATHSIG), lower(1, SIGCONT)});
    filter.refuse(SCMP_SYS(clone), EPERM, {masked(0, CSIGNAL, SIGCONT)});
    filter.refuse(SCMP_SYS(setpgid), 0);
}

/// The limits and the priority of other processes, among them the sandbox's first one. The caller's own are its own.
void refuse_others_settings(Filter& filter) {
    filter.refuse(SCMP_SYS(prlimit64), EPERM, {compared(0, SCMP_CMP_NE, 0)});
    filter.refuse(SCMP_SYS(setpriority), EPERM, {compared(0, SCMP_CMP_NE, PRIO_PROCESS)});
    filter.refuse(SCMP_SYS(setpriority), EPERM, {compared(1, SCMP_CMP_NE, 0)});
}

/// A bot sends nothing, not even to itself: the kernel carries packets in its own time, which it would take from
/// others, and the bot's own turn would look disturbed by others. Nor does it join a group of multicast: the kernel
/// tells the network of that, a while later, perhaps when the sandbox has been cleared.
void refuse_packets(Filter& filter) {
    filter.refuse(SCMP_SYS(connect), ENETUNREACH);
    filter.refuse(SCMP_SYS(sendto), ENETUNREACH, {compared(4, SCMP_CMP_NE, 0)});
    const auto refuse_option = [&](int level, int option) {
        filter.refuse(SCMP_SYS(setsockopt), EPERM, {lower(1, level), lower(2, option)});
    };
    for (const int option : {IP_ADD_MEMBERSHIP, IP_ADD_SOURCE_MEMBERSHIP})
        refuse_option(IPPROTO_IP, option);
    for (const int option : {IPV6_JOIN_GROUP, IPV6_JOIN_ANYCAST})
        refuse_option(IPPROTO_IPV6, option);
    for (const int level : {IPPROTO_IP, IPPROTO_IPV6}) {
        for (const int option : {MCAST_JOIN_GROUP, MCAST_JOIN_SOURCE_GROUP})
            refuse_option(level, option);
    }
}

/// A crash is not worth a dump: on some machines a program of the system's takes it, and much time for it. Bots are
/// started with the one limit by which the kernel starts none.
void keep_limit_of_dumps(Filter& filter) {
    filter.refuse(SCMP_SYS(setrlimit), 0, {lower(0, RLIMIT_CORE)});
    filter.refuse(SCMP_SYS(prlimit64), 0,
                  {compared(0, SCMP_CMP_EQ, 0), lower(1, RLIMIT_CORE), compared(2, SCMP_CMP_NE, 0)});
}

/// Sockets of the internet, which lead nowhere from a private network namespace, and pairs of unix sockets are
/// allowed, for runtimes make them at their start. A unix socket could reach a server through its file in a folder that
/// is shown. The others (vsock, netlink, packets, crypto, ...) are not all in namespaces. Of the protocols there are
/// TCP and UDP only: for the others the kernel would load modules.
void refuse_sockets(Filter& filter) {
    filter.refuse(SCMP_SYS(socket), EAFNOSUPPORT, {compared(0, SCMP_CMP_EQ, AF_UNIX)});
    static_assert(AF_UNSPEC < AF_UNIX && AF_UNIX < AF_INET && AF_INET < AF_INET6);
    for (const int call : {SCMP_SYS(socket), SCMP_SYS(socketpair)}) {
        filter.refuse(call, EAFNOSUPPORT, {compared(0, SCMP_CMP_GT, AF_INET6)});
        for (int family = AF_INET + 1; family < AF_INET6; ++family) {
            filter.refuse(call, EAFNOSUPPORT, {compared(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(family))});
        }
    }
    for (scmp_datum_t protocol = 1; protocol < IPPROTO_UDP; ++protocol)
        if (protocol != IPPROTO_TCP)
            filter.refuse(SCMP_SYS(socket), EPROTONOSUPPORT, {compared(2, SCMP_CMP_EQ, protocol)});
    filter.refuse(SCMP_SYS(socket), EPROTONOSUPPORT, {compared(2, SCMP_CMP_GT, IPPROTO_UDP)});
}

}  // namespace

UniqueFd make_seccomp_filter(bool pausable) {
    Filter filter;
    for (const int call : forbidden)
        filter.refuse(call, EPERM);
    for (const int call : unknown)
        filter.refuse(call, ENOSYS);
    // All bots of a user share the number of them, and they tell what others open in /usr.
    for (const int call : {SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1)})
        filter.refuse(call, EMFILE);
    for (const int flag : namespaces) {
        const auto bits = static_cast<scmp_datum_t>(static_cast<unsigned>(flag));
        filter.refuse(SCMP_SYS(clone), EPERM, {masked(0, bits, bits)});
    }
    // The kernel looks at the lower half of the request only.
    for (const int request : {TIOCSTI, TIOCLINUX}) {
        filter.refuse(SCMP_SYS(ioctl), EPERM, {lower(1, request)});
    }
    filter.refuse(SCMP_SYS(setsid), 0);
    // Threads that share a core with no others keep the other half of a core of two threads idle.
    filter.refuse(SCMP_SYS(prctl), EPERM, {lower(0, PR_SCHED_CORE)});
    refuse_others_settings(filter);
    if (pausable) refuse_later_signals(filter);
    keep_limit_of_dumps(filter);
    refuse_packets(filter);
    refuse_leases(filter);
    refuse_sockets(filter);
    UniqueFd file(::memfd_create("seccomp", MFD_CLOEXEC));
    check(file ? 0 : -errno, "making a file in memory");
    filter.write_to(file);
    return file;
}

}  // namespace referee
