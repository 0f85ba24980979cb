/* Makes the system calls of a table, and compares their errors with those that the sandbox promises. Writes each
 * difference and the number of calls to stderr, and exits with 3. Plays no game.
 *
 * Many calls use descriptor -1. The error EBADF then comes from the kernel itself, so the call has reached it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/membarrier.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Constants that some systems' headers don't have yet. */
enum {
    call_open_tree = 428,
    call_pidfd_getfd = 438,
    call_process_madvise = 440,
    call_mount_setattr = 442,
    call_landlock_create_ruleset = 444,
    call_memfd_secret = 447,
    call_futex_waitv = 449,
    call_cachestat = 451,
    call_fchmodat2 = 452,
    call_statmount = 457,
    call_mseal = 462,
    call_to_come = 999,
    udp_lite = 136,
    mptcp = 262,
    sctp = 132,
    icmp = 1,
    advice_cold = 20,
    advice_pageout = 21,
    advice_collapse = 25,
    so_timestamp_new = 63,
    so_timestampns_new = 64,
    so_timestamping_new = 65,
    so_attach_bpf = 50,
    so_txtime = 61,
    so_zerocopy = 60,
    tcp_ulp = 31,
    tcp_md5_ext = 32,
    tcp_ao_add = 38,
    ipv6_flow_label = 32,
    f_set_delegation = 1040,
    prctl_mdwe = 65,
    prctl_ksm = 67,
    prctl_ptracer = 0x59616d61,
    prctl_dispatch = 59,
    prctl_core = 62,
    ioctl_bridge = 0x8940,
    ioctl_vlan = 0x8982,
    ioctl_ethtool = 0x8946,
    ioctl_timestamp = 0x8906,
    ioctl_clone = 0x40049409
};

struct call {
    const char* name;
    long number;
    long arguments[6];
    int expected; /* 0: the call succeeds */
};

static const long upper_half = 1L << (sizeof(long) * 4);

static const struct call calls[] = {
    /* Sockets. A bot must not make the kernel load a module for an unknown family, type or protocol. */
    {"socket AF_INET STREAM", SYS_socket, {AF_INET, SOCK_STREAM, 0}, 0},
    {"socket AF_INET DGRAM with flags",
     SYS_socket,
     {AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_UDP},
     0},
    {"socket AF_INET with upper halves",
     SYS_socket,
     {AF_INET | upper_half, SOCK_STREAM | upper_half, IPPROTO_TCP | upper_half},
     0},
    {"socket AF_UNSPEC", SYS_socket, {AF_UNSPEC, SOCK_STREAM, 0}, EAFNOSUPPORT},
    {"socket AF_UNIX", SYS_socket, {AF_UNIX, SOCK_STREAM, 0}, EAFNOSUPPORT},
    {"socket AF_AX25", SYS_socket, {AF_AX25, SOCK_STREAM, 0}, EAFNOSUPPORT},
    {"socket AF_NETLINK", SYS_socket, {AF_NETLINK, SOCK_RAW, 0}, EAFNOSUPPORT},
    {"socket AF_PACKET", SYS_socket, {AF_PACKET, SOCK_DGRAM, 0}, EAFNOSUPPORT},
    {"socket AF_ALG", SYS_socket, {AF_ALG, SOCK_SEQPACKET, 0}, EAFNOSUPPORT},
    {"socket AF_VSOCK", SYS_socket, {AF_VSOCK, SOCK_STREAM, 0}, EAFNOSUPPORT},
    {"socket of family 255", SYS_socket, {255, SOCK_STREAM, 0}, EAFNOSUPPORT},
    {"socket RAW", SYS_socket, {AF_INET, SOCK_RAW, icmp}, ESOCKTNOSUPPORT},
    {"socket RDM", SYS_socket, {AF_INET, SOCK_RDM, 0}, ESOCKTNOSUPPORT},
    {"socket SEQPACKET", SYS_socket, {AF_INET, SOCK_SEQPACKET, 0}, ESOCKTNOSUPPORT},
    {"socket DCCP", SYS_socket, {AF_INET, SOCK_DCCP, 0}, ESOCKTNOSUPPORT},
    {"socket of type 7", SYS_socket, {AF_INET, 7, 0}, ESOCKTNOSUPPORT},
    {"socket PACKET", SYS_socket, {AF_INET, SOCK_PACKET, 0}, ESOCKTNOSUPPORT},
    {"socket STREAM UDP", SYS_socket, {AF_INET, SOCK_STREAM, IPPROTO_UDP}, EPROTONOSUPPORT},
    {"socket STREAM SCTP", SYS_socket, {AF_INET, SOCK_STREAM, sctp}, EPROTONOSUPPORT},
    {"socket STREAM MPTCP", SYS_socket, {AF_INET, SOCK_STREAM, mptcp}, EPROTONOSUPPORT},
    {"socket DGRAM TCP", SYS_socket, {AF_INET, SOCK_DGRAM, IPPROTO_TCP}, EPROTONOSUPPORT},
    {"socket DGRAM ICMP", SYS_socket, {AF_INET, SOCK_DGRAM, icmp}, EPROTONOSUPPORT},
    {"socket DGRAM UDPLITE", SYS_socket, {AF_INET, SOCK_DGRAM, udp_lite}, EPROTONOSUPPORT},
    {"socketpair STREAM", SYS_socketpair, {AF_UNIX, SOCK_STREAM, 0, 0}, EFAULT},
    {"socketpair DGRAM", SYS_socketpair, {AF_UNIX, SOCK_DGRAM, 0, 0}, EFAULT},
    {"socketpair SEQPACKET", SYS_socketpair, {AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, 0}, EFAULT},
    {"socketpair RAW", SYS_socketpair, {AF_UNIX, SOCK_RAW, 0, 0}, ESOCKTNOSUPPORT},
    {"socketpair AF_INET", SYS_socketpair, {AF_INET, SOCK_STREAM, 0, 0}, EAFNOSUPPORT},
    {"socketpair AF_UNSPEC", SYS_socketpair, {AF_UNSPEC, SOCK_STREAM, 0, 0}, EAFNOSUPPORT},
    {"socketpair AF_TIPC", SYS_socketpair, {AF_TIPC, SOCK_STREAM, 0, 0}, EAFNOSUPPORT},
    {"socketpair of protocol 7", SYS_socketpair, {AF_UNIX, SOCK_STREAM, 7, 0}, EPROTONOSUPPORT},

    /* Calls that would send something. */
    {"connect", SYS_connect, {-1, 0, 0}, ENETUNREACH},
    {"sendto with an address", SYS_sendto, {-1, 0, 0, 0, 1, 0}, ENETUNREACH},
    {"sendto with a high address", SYS_sendto, {-1, 0, 0, 0, upper_half, 0}, ENETUNREACH},
    {"sendto without an address", SYS_sendto, {-1, 0, 0, 0, 0, 0}, EBADF},
    {"sendmsg", SYS_sendmsg, {-1, 0, 0}, EPERM},
    {"sendmmsg", SYS_sendmmsg, {-1, 0, 0, 0}, EPERM},

    /* Socket options. Options whose data the kernel frees later, or that change the kernel's code, are refused. */
    {"SO_REUSEADDR", SYS_setsockopt, {-1, SOL_SOCKET, SO_REUSEADDR, 0, 0}, EBADF},
    {"SO_RCVTIMEO", SYS_setsockopt, {-1, SOL_SOCKET, SO_RCVTIMEO, 0, 0}, EBADF},
    {"SO_BROADCAST with upper halves",
     SYS_setsockopt,
     {-1, SOL_SOCKET | upper_half, SO_BROADCAST | upper_half, 0, 0},
     EBADF},
    {"TCP_NODELAY", SYS_setsockopt, {-1, IPPROTO_TCP, TCP_NODELAY, 0, 0}, EBADF},
    {"IP_TTL", SYS_setsockopt, {-1, IPPROTO_IP, IP_TTL, 0, 0}, EBADF},
    {"IPV6_V6ONLY", SYS_setsockopt, {-1, IPPROTO_IPV6, IPV6_V6ONLY, 0, 0}, EBADF},
    {"SO_ATTACH_FILTER", SYS_setsockopt, {-1, SOL_SOCKET, SO_ATTACH_FILTER, 0, 0}, ENOPROTOOPT},
    {"SO_ATTACH_FILTER with upper halves",
     SYS_setsockopt,
     {-1, SOL_SOCKET | upper_half, SO_ATTACH_FILTER | upper_half, 0, 0},
     ENOPROTOOPT},
    {"SO_DETACH_FILTER", SYS_setsockopt, {-1, SOL_SOCKET, SO_DETACH_FILTER, 0, 0}, ENOPROTOOPT},
    {"SO_ATTACH_BPF", SYS_setsockopt, {-1, SOL_SOCKET, so_attach_bpf, 0, 0}, ENOPROTOOPT},
    {"SO_TIMESTAMP", SYS_setsockopt, {-1, SOL_SOCKET, SO_TIMESTAMP, 0, 0}, ENOPROTOOPT},
    {"SO_TIMESTAMPING", SYS_setsockopt, {-1, SOL_SOCKET, SO_TIMESTAMPING, 0, 0}, ENOPROTOOPT},
    {"SO_TIMESTAMP of 64 bits", SYS_setsockopt, {-1, SOL_SOCKET, so_timestamp_new, 0, 0}, ENOPROTOOPT},
    {"SO_TIMESTAMPNS of 64 bits", SYS_setsockopt, {-1, SOL_SOCKET, so_timestampns_new, 0, 0}, ENOPROTOOPT},
    {"SO_TIMESTAMPING of 64 bits", SYS_setsockopt, {-1, SOL_SOCKET, so_timestamping_new, 0, 0}, ENOPROTOOPT},
    {"SO_REUSEPORT", SYS_setsockopt, {-1, SOL_SOCKET, SO_REUSEPORT, 0, 0}, ENOPROTOOPT},
    {"SO_TXTIME", SYS_setsockopt, {-1, SOL_SOCKET, so_txtime, 0, 0}, ENOPROTOOPT},
    {"SO_ZEROCOPY", SYS_setsockopt, {-1, SOL_SOCKET, so_zerocopy, 0, 0}, ENOPROTOOPT},
    {"SO_BINDTODEVICE", SYS_setsockopt, {-1, SOL_SOCKET, SO_BINDTODEVICE, 0, 0}, ENOPROTOOPT},
    {"TCP_CONGESTION", SYS_setsockopt, {-1, IPPROTO_TCP, TCP_CONGESTION, 0, 0}, ENOPROTOOPT},
    {"TCP_ULP", SYS_setsockopt, {-1, IPPROTO_TCP, tcp_ulp, 0, 0}, ENOPROTOOPT},
    {"TCP_MD5SIG", SYS_setsockopt, {-1, IPPROTO_TCP, TCP_MD5SIG, 0, 0}, ENOPROTOOPT},
    {"TCP_MD5SIG_EXT", SYS_setsockopt, {-1, IPPROTO_TCP, tcp_md5_ext, 0, 0}, ENOPROTOOPT},
    {"TCP_AO_ADD_KEY", SYS_setsockopt, {-1, IPPROTO_TCP, tcp_ao_add, 0, 0}, ENOPROTOOPT},
    {"IP_OPTIONS", SYS_setsockopt, {-1, IPPROTO_IP, IP_OPTIONS, 0, 0}, ENOPROTOOPT},
    {"IP_ADD_MEMBERSHIP", SYS_setsockopt, {-1, IPPROTO_IP, IP_ADD_MEMBERSHIP, 0, 0}, ENOPROTOOPT},
    {"IP_ADD_SOURCE_MEMBERSHIP", SYS_setsockopt, {-1, IPPROTO_IP, IP_ADD_SOURCE_MEMBERSHIP, 0, 0}, ENOPROTOOPT},
    {"MCAST_JOIN_GROUP", SYS_setsockopt, {-1, IPPROTO_IP, MCAST_JOIN_GROUP, 0, 0}, ENOPROTOOPT},
    {"IPV6_JOIN_GROUP", SYS_setsockopt, {-1, IPPROTO_IPV6, IPV6_JOIN_GROUP, 0, 0}, ENOPROTOOPT},
    {"IPV6_JOIN_ANYCAST", SYS_setsockopt, {-1, IPPROTO_IPV6, IPV6_JOIN_ANYCAST, 0, 0}, ENOPROTOOPT},
    {"IPV6_FLOWLABEL_MGR", SYS_setsockopt, {-1, IPPROTO_IPV6, ipv6_flow_label, 0, 0}, ENOPROTOOPT},
    {"an option of UDP", SYS_setsockopt, {-1, IPPROTO_UDP, 100, 0, 0}, ENOPROTOOPT},
    {"an option of netfilter", SYS_setsockopt, {-1, IPPROTO_IP, 64, 0, 0}, ENOPROTOOPT},
    {"an option of level 270", SYS_setsockopt, {-1, 270, 1, 0, 0}, ENOPROTOOPT},

    {"FIONREAD", SYS_ioctl, {-1, FIONREAD, 0}, EBADF},
    {"FIONBIO", SYS_ioctl, {-1, FIONBIO, 0}, EBADF},
    {"FIOCLEX with an upper half", SYS_ioctl, {-1, FIOCLEX | upper_half, 0}, EBADF},
    {"SIOCGIFCONF", SYS_ioctl, {-1, SIOCGIFCONF, 0}, EBADF},
    {"FS_IOC_GETFLAGS", SYS_ioctl, {-1, (long)FS_IOC_GETFLAGS, 0}, EBADF},
    {"TCGETS", SYS_ioctl, {-1, TCGETS, 0}, ENOTTY},
    {"TIOCSTI", SYS_ioctl, {-1, TIOCSTI, 0}, ENOTTY},
    {"TIOCSTI with an upper half", SYS_ioctl, {-1, TIOCSTI | upper_half, 0}, ENOTTY},
    {"TIOCLINUX", SYS_ioctl, {-1, TIOCLINUX, 0}, ENOTTY},
    {"TIOCSETD", SYS_ioctl, {-1, TIOCSETD, 0}, ENOTTY},
    {"a request of a bridge", SYS_ioctl, {-1, ioctl_bridge, 0}, ENOTTY},
    {"a request of a VLAN", SYS_ioctl, {-1, ioctl_vlan, 0}, ENOTTY},
    {"SIOCETHTOOL", SYS_ioctl, {-1, ioctl_ethtool, 0}, ENOTTY},
    {"SIOCGSTAMP", SYS_ioctl, {-1, ioctl_timestamp, 0}, ENOTTY},
    {"FICLONE", SYS_ioctl, {-1, ioctl_clone, 0}, ENOTTY},

    {"F_GETFL", SYS_fcntl, {-1, F_GETFL, 0}, EBADF},
    {"F_SETLK", SYS_fcntl, {-1, F_SETLK, 0}, EBADF},
    {"F_SETSIG", SYS_fcntl, {-1, F_SETSIG, SIGUSR1}, EBADF},
    {"F_SETSIG with SIGCONT", SYS_fcntl, {-1, F_SETSIG, SIGCONT}, EINVAL},
    {"F_SETSIG with SIGCHLD", SYS_fcntl, {-1, F_SETSIG, SIGCHLD}, EINVAL},
    {"F_SETLEASE", SYS_fcntl, {-1, F_SETLEASE, 0}, EINVAL},
    {"F_NOTIFY", SYS_fcntl, {-1, F_NOTIFY, 0}, EINVAL},
    {"F_SETDELEG", SYS_fcntl, {-1, f_set_delegation, 0}, EINVAL},

    {"PR_GET_NAME", SYS_prctl, {PR_GET_NAME, 0}, EFAULT},
    {"PR_SET_PDEATHSIG", SYS_prctl, {PR_SET_PDEATHSIG, 0}, 0},
    {"PR_GET_DUMPABLE", SYS_prctl, {PR_GET_DUMPABLE}, 0},
    {"PR_SET_NO_NEW_PRIVS", SYS_prctl, {PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0}, 0},
    {"PR_SET_TIMERSLACK", SYS_prctl, {PR_SET_TIMERSLACK, 50000}, 0},
    {"PR_CAPBSET_READ", SYS_prctl, {PR_CAPBSET_READ, 0}, 0},
    {"PR_SET_PDEATHSIG with SIGCONT", SYS_prctl, {PR_SET_PDEATHSIG, SIGCONT}, EINVAL},
    {"PR_GET_SECCOMP", SYS_prctl, {PR_GET_SECCOMP}, EINVAL},
    {"PR_SET_SECCOMP", SYS_prctl, {PR_SET_SECCOMP, 2, 0}, EINVAL},
    {"PR_SET_PTRACER", SYS_prctl, {prctl_ptracer, -1}, EINVAL},
    {"PR_GET_MDWE", SYS_prctl, {prctl_mdwe + 1, 0, 0, 0, 0}, EINVAL},
    {"PR_SET_MEMORY_MERGE", SYS_prctl, {prctl_ksm, 0, 0, 0, 0}, EINVAL},
    {"PR_SET_SYSCALL_USER_DISPATCH", SYS_prctl, {prctl_dispatch, 0, 0, 0, 0}, EINVAL},
    {"PR_SCHED_CORE", SYS_prctl, {prctl_core, 0, 0, 0, 0}, EINVAL},
    {"PR_GET_SPECULATION_CTRL", SYS_prctl, {PR_GET_SPECULATION_CTRL, 0, 0, 0, 0}, EINVAL},

    {"MADV_DONTNEED", SYS_madvise, {0, 0, MADV_DONTNEED}, 0},
    {"MADV_FREE", SYS_madvise, {0, 0, MADV_FREE}, 0},
    {"MADV_MERGEABLE", SYS_madvise, {0, 0, MADV_MERGEABLE}, EINVAL},
    {"MADV_COLD", SYS_madvise, {0, 0, advice_cold}, EINVAL},
    {"MADV_PAGEOUT", SYS_madvise, {0, 0, advice_pageout}, EINVAL},
    {"MADV_COLLAPSE", SYS_madvise, {0, 0, advice_collapse}, EINVAL},

    {"membarrier QUERY", SYS_membarrier, {MEMBARRIER_CMD_QUERY, 0, 0}, 0},
    {"membarrier PRIVATE_EXPEDITED", SYS_membarrier, {MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0}, EPERM},
    {"membarrier GLOBAL", SYS_membarrier, {1, 0, 0}, EINVAL},
    {"membarrier GLOBAL_EXPEDITED", SYS_membarrier, {MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0}, EINVAL},

    {"splice", SYS_splice, {-1, 0, -1, 0, 1, 0}, EINVAL},
    {"tee", SYS_tee, {-1, -1, 1, 0}, EINVAL},
    {"sendfile", SYS_sendfile, {-1, -1, 0, 1}, EINVAL},

    /* Calls that are refused as if the kernel did not have them. */
    {"seccomp", SYS_seccomp, {2, 0, 0}, ENOSYS},
    {"memfd_secret", call_memfd_secret, {0}, ENOSYS},
    {"clone3", SYS_clone3, {0, 0}, ENOSYS},
    {"io_uring_setup", SYS_io_uring_setup, {1, 0}, ENOSYS},
    {"io_uring_enter", SYS_io_uring_enter, {-1, 0, 0, 0, 0, 0}, ENOSYS},
    {"io_setup", SYS_io_setup, {1, 0}, ENOSYS},
    {"timerfd_create", SYS_timerfd_create, {1, 0}, ENOSYS},
    {"signalfd4", SYS_signalfd4, {-1, 0, 8, 0}, ENOSYS},
    {"mq_open", SYS_mq_open, {0, 0, 0, 0}, ENOSYS},
    {"mq_notify", SYS_mq_notify, {-1, 0}, ENOSYS},
    {"timer_create", SYS_timer_create, {0, 0, 0}, ENOSYS},
    {"bpf", SYS_bpf, {0, 0, 0}, ENOSYS},
    {"perf_event_open", SYS_perf_event_open, {0, 0, -1, -1, 0}, ENOSYS},
    {"userfaultfd", SYS_userfaultfd, {0}, ENOSYS},
    {"fanotify_init", SYS_fanotify_init, {0, 0}, ENOSYS},
    {"kcmp", SYS_kcmp, {1, 1, 0, 0, 0}, ENOSYS},
    {"process_vm_readv", SYS_process_vm_readv, {1, 0, 0, 0, 0, 0}, ENOSYS},
    {"process_vm_writev", SYS_process_vm_writev, {1, 0, 0, 0, 0, 0}, ENOSYS},
    {"pidfd_getfd", call_pidfd_getfd, {-1, 0, 0}, ENOSYS},
    {"process_madvise", call_process_madvise, {-1, 0, 0, 0, 0}, ENOSYS},
    {"add_key", SYS_add_key, {0, 0, 0, 0, -4}, ENOSYS},
    {"request_key", SYS_request_key, {0, 0, 0, 0}, ENOSYS},
    {"keyctl", SYS_keyctl, {0, -4, 1}, ENOSYS},
    {"mbind", SYS_mbind, {0, 0, 0, 0, 0, 0}, ENOSYS},
    {"get_mempolicy", SYS_get_mempolicy, {0, 0, 0, 0, 0}, ENOSYS},
    {"set_mempolicy", SYS_set_mempolicy, {0, 0, 0}, ENOSYS},
    {"move_pages", SYS_move_pages, {0, 0, 0, 0, 0, 0}, ENOSYS},
    {"migrate_pages", SYS_migrate_pages, {0, 0, 0, 0}, ENOSYS},
    {"vmsplice", SYS_vmsplice, {-1, 0, 0, 0}, ENOSYS},
    {"name_to_handle_at", SYS_name_to_handle_at, {-1, 0, 0, 0, 0}, ENOSYS},
    {"open_tree", call_open_tree, {-1, 0, 0}, ENOSYS},
    {"mount_setattr", call_mount_setattr, {-1, 0, 0, 0, 0}, ENOSYS},
    {"landlock_create_ruleset", call_landlock_create_ruleset, {0, 0, 1}, ENOSYS},
    {"cachestat", call_cachestat, {-1, 0, 0, 0}, ENOSYS},
    {"statmount", call_statmount, {0, 0, 0, 0}, ENOSYS},
    {"a call to come", call_to_come, {0}, ENOSYS},
#ifdef __x86_64__
    {"getpid of x32", 0x40000000 + SYS_getpid, {0}, ENOSYS},
    {"modify_ldt", SYS_modify_ldt, {0, 0, 0}, ENOSYS},
#endif

    /* Calls that need privileges. */
    {"ptrace", SYS_ptrace, {16, 1, 0, 0}, EPERM},
    {"unshare", SYS_unshare, {CLONE_FILES}, EPERM},
    {"setns", SYS_setns, {-1, 0}, EPERM},
    {"mount", SYS_mount, {0, 0, 0, 0, 0}, EPERM},
    {"umount2", SYS_umount2, {0, 0}, EPERM},
    {"quotactl", SYS_quotactl, {0, 0, 0, 0}, EPERM},
    {"sched_setaffinity", SYS_sched_setaffinity, {0, 0, 0}, EPERM},
    {"sched_setscheduler OTHER", SYS_sched_setscheduler, {0, SCHED_OTHER, 0}, 0},
    {"sched_setscheduler OTHER of another", SYS_sched_setscheduler, {1, SCHED_OTHER, 0}, 0},
    {"sched_setscheduler BATCH", SYS_sched_setscheduler, {0, SCHED_BATCH, 0}, EPERM},
    {"sched_setscheduler IDLE", SYS_sched_setscheduler, {0, SCHED_IDLE, 0}, EPERM},
    {"sched_setscheduler FIFO", SYS_sched_setscheduler, {0, SCHED_FIFO, 0}, EPERM},
    {"sched_setscheduler OTHER with a reset", SYS_sched_setscheduler, {0, 0x40000000, 0}, EPERM},
    {"sched_setparam", SYS_sched_setparam, {0, 0}, EPERM},
    {"clone with a namespace of users", SYS_clone, {CLONE_NEWUSER, 0, 0, 0, 0}, EPERM},
    {"clone with SIGCONT", SYS_clone, {SIGCONT, 0, 0, 0, 0}, EINVAL},
    {"setpriority of another", SYS_setpriority, {PRIO_PROCESS, 1, 0}, EPERM},
    {"prlimit of another", SYS_prlimit64, {1, RLIMIT_NOFILE, 0, 0}, EPERM},

    /* Calls that have no effect, so that no disk is written, and no cached file has to be read again. */
    {"sync", SYS_sync, {0}, 0},
    {"syncfs", SYS_syncfs, {-1}, 0},
    {"fsync", SYS_fsync, {-1}, 0},
    {"fdatasync", SYS_fdatasync, {-1}, 0},
    {"fadvise64", SYS_fadvise64, {-1, 0, 0, 4}, 0},
    {"setsid", SYS_setsid, {0}, 0},
    {"SIGCHLD to no process", SYS_kill, {1 << 30, SIGCHLD}, 0},
    {"SIGUSR1 to no process", SYS_kill, {1 << 30, SIGUSR1}, ESRCH},
    {"SIGCHLD to no thread", SYS_tkill, {1 << 30, SIGCHLD}, 0},
    {"SIGCHLD to no thread of a process", SYS_tgkill, {1 << 30, 1 << 30, SIGCHLD}, 0},
    {"a queued SIGCHLD", SYS_rt_sigqueueinfo, {1 << 30, SIGCHLD, 0}, 0},
    {"a queued SIGCHLD to a thread", SYS_rt_tgsigqueueinfo, {1 << 30, 1 << 30, SIGCHLD, 0}, 0},
    {"SIGCHLD through a pidfd", SYS_pidfd_send_signal, {-1, SIGCHLD, 0, 0}, 0},
    {"inotify_init1", SYS_inotify_init1, {0}, EMFILE},
    {"setrlimit of dumps", SYS_setrlimit, {RLIMIT_CORE, 0}, 0},

    /* Calls that every program needs. */
    {"epoll_create1", SYS_epoll_create1, {0}, 0},
    {"eventfd2", SYS_eventfd2, {0, 0}, 0},
    {"pidfd_open", SYS_pidfd_open, {-1, 0}, EINVAL},
    {"bind", SYS_bind, {-1, 0, 0}, EBADF},
    {"listen", SYS_listen, {-1, 0}, EBADF},
    {"getsockopt", SYS_getsockopt, {-1, SOL_SOCKET, SO_ERROR, 0, 0}, EBADF},
    {"recvmsg", SYS_recvmsg, {-1, 0, 0}, EBADF},
};

static int differences = 0;

static void compare(const char* name, long result, int error, int expected) {
    const int seen = result < 0 ? error : 0;
    if (seen == expected) return;
    ++differences;
    fprintf(stderr, "%s: %s, and not %s\n", name, strerror(seen), strerror(expected));
}

static void make(const struct call* call) {
    const long* a = call->arguments;
    const pid_t self = getpid();
    const long result = syscall(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (getpid() != self) _exit(0); /* a child, which must not exist */
    compare(call->name, result, errno, call->expected);
}

#ifdef __x86_64__
/* Calls with the numbers of 32-bit programs, made with the interrupt that these programs use. */
static const struct call old_calls[] = {
    {"socket DCCP of 32 bits", 359, {AF_INET, SOCK_DCCP, 0}, ESOCKTNOSUPPORT},
    {"socket STREAM of 32 bits", 359, {AF_INET, SOCK_STREAM, 0}, 0},
    {"socketpair AF_INET of 32 bits", 360, {AF_INET, SOCK_STREAM, 0}, EAFNOSUPPORT},
    {"SO_REUSEADDR of 32 bits", 366, {-1, SOL_SOCKET, SO_REUSEADDR, 0, 0}, EBADF},
    {"SO_ATTACH_FILTER of 32 bits", 366, {-1, SOL_SOCKET, SO_ATTACH_FILTER, 0, 0}, ENOPROTOOPT},
    {"FIONREAD of 32 bits", 54, {-1, FIONREAD, 0}, EBADF},
    {"a request of a VLAN of 32 bits", 54, {-1, ioctl_vlan, 0}, ENOTTY},
    {"PR_SET_SECCOMP of 32 bits", 172, {PR_SET_SECCOMP, 2, 0}, EINVAL},
    {"fcntl64 F_SETLEASE", 221, {-1, F_SETLEASE, 0}, EINVAL},
    {"fcntl F_SETLEASE of 32 bits", 55, {-1, F_SETLEASE, 0}, EINVAL},
    {"madvise of 32 bits", 219, {0, 0, advice_pageout}, EINVAL},
    {"socketcall", 102, {1, 0}, ENOSYS},
    {"seccomp of 32 bits", 354, {2, 0, 0}, ENOSYS},
    {"connect of 32 bits", 362, {-1, 0, 0}, ENETUNREACH},
    {"sendto of 32 bits with an address", 369, {-1, 0, 0, 0, 1}, ENETUNREACH},
    {"sendmsg of 32 bits", 370, {-1, 0, 0}, EPERM},
    {"sendmmsg of 32 bits", 345, {-1, 0, 0, 0}, EPERM},
    {"PR_GET_DUMPABLE of 32 bits", 172, {PR_GET_DUMPABLE}, 0},
    {"getpid of 32 bits", 20, {0}, 0},
    {"keyctl of 32 bits", 288, {0, -4, 1}, ENOSYS},
    {"memfd_secret of 32 bits", 447, {0}, ENOSYS},
    {"ptrace of 32 bits", 26, {16, 1, 0, 0}, EPERM},
};

static void make_old(const struct call* call) {
    long result = -1;
    const long* a = call->arguments;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(call->number), "b"(a[0]), "c"(a[1]), "d"(a[2]), "S"(a[3]), "D"(a[4])
                     : "r8", "r9", "r10", "r11", "memory");
    const int error = -(int)result;
    compare(call->name, (int)result, error, call->expected);
}

/* Makes the calls in a child, because a kernel without them kills it. Returns the number of calls made. */
static size_t make_old_calls(void) {
    const size_t count = sizeof old_calls / sizeof *old_calls;
    const pid_t child = fork();
    if (child == 0) {
        for (size_t i = 0; i < count; ++i)
            make_old(&old_calls[i]);
        _exit(differences > 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? count : 0;
}
#else
static size_t make_old_calls(void) {
    return 0;
}
#endif

int main(void) {
    const size_t count = sizeof calls / sizeof *calls;
    const size_t old = make_old_calls();
    for (size_t i = 0; i < count; ++i)
        make(&calls[i]);
    fprintf(stderr, "made %zu calls, and %zu of 32 bits\n", count, old);
    return 3;
}
