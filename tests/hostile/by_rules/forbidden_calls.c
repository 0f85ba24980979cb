/* hostile: modes=on attack
 * Makes system calls that reach outside the namespaces, or that expose more of the kernel than a bot needs. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>

#include "tests/hostile/hostile.h"

static int new_namespace_by_clone(void) {
    return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL) > 0;
}

/* Descriptors in flight are counted per user. While a bot has 1,024 of them in flight, the user's other programs can't
 * send any. */
static int sends_descriptors(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return 0;
    char control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec part = {"x", 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    struct mmsghdr messages = {.msg_hdr = message};
    return sendmsg(ends[0], &message, 0) >= 0 || errno != EPERM || sendmmsg(ends[0], &messages, 1, 0) >= 0 ||
           errno != EPERM;
}

/* Kernel threads would process the packets. Their CPU time would not be charged to the bot. */
static int sends_packets(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int fd = socket(AF_INET, SOCK_DGRAM, 0);
    return sendto(fd, "x", 1, 0, (struct sockaddr*)&address, sizeof address) >= 0 || errno != ENETUNREACH ||
           connect(fd, (struct sockaddr*)&address, sizeof address) == 0 || errno != ENETUNREACH;
}

/* Uses socketcall(), the only call for sockets of old 32-bit programs. Its arguments are in memory, where a filter
 * can't see them. A kernel without such calls kills the child. */
static int makes_old_socket(void) {
    int status = 0;
#ifdef __x86_64__
    enum { socketcall_of_32_bits = 102, make_socket = 1 };
    const pid_t child = fork();
    if (child == 0) {
        long result = -1;
        unsigned* arguments = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
        arguments[0] = AF_UNIX;
        arguments[1] = SOCK_STREAM;
        __asm__ volatile("int $0x80"
                         : "=a"(result)
                         : "a"((long)socketcall_of_32_bits), "b"((long)make_socket), "c"(arguments)
                         : "r8", "r9", "r10", "r11", "memory");
        _exit((int)result >= 0);
    }
    waitpid(child, &status, 0);
#endif
    return WIFEXITED(status) && WEXITSTATUS(status) != 0;
}

/* Returns whether the bot can make the kernel dump a crash. With every limit except 1, the kernel may start a program
 * that receives the core dump. So the limit must be 1 and must not change. It may also be 0, if the user who started
 * the referee can only set 0. */
static int has_crashes_dumped(void) {
    const struct rlimit none = {0, 0};
    struct rlimit before = {0, 0}, after = {0, 0};
    getrlimit(RLIMIT_CORE, &before);
    setrlimit(RLIMIT_CORE, &none);
    prlimit(0, RLIMIT_CORE, &none, NULL);
    syscall(SYS_setrlimit, RLIMIT_CORE, &none);
    getrlimit(RLIMIT_CORE, &after);
    return before.rlim_max > 1 || before.rlim_cur != before.rlim_max || memcmp(&before, &after, sizeof before) != 0;
}

int main(void) {
    char zeros[256] = {0};
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event};
    union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    play_until(2);
    tried("io_uring_setup", syscall(SYS_io_uring_setup, 1, zeros) >= 0);
    tried("unshare", unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0);
    tried("clone into a new namespace", new_namespace_by_clone());
    tried("mount", mount("tmpfs", "/tmp", "tmpfs", 0, "") == 0 || mount("/usr", "/tmp", "", MS_BIND, "") == 0);
    tried("umount2", umount2("/tmp", MNT_DETACH) == 0);
    tried("to make /usr writable", mount("", "/usr", "", MS_REMOUNT | MS_BIND, "") == 0);
    tried("chroot", chroot("/tmp") == 0);
    tried("keyctl", syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1) >= 0);
    tried("add_key", syscall(SYS_add_key, "user", "hostile", "x", 1, KEY_SPEC_USER_KEYRING) >= 0);
    tried("bpf", syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map) >= 0);
    tried("perf_event_open", syscall(SYS_perf_event_open, &event, -1, 0, -1, 0) >= 0);
    tried("userfaultfd", syscall(SYS_userfaultfd, 0) >= 0);
    tried("open_by_handle_at", syscall(SYS_open_by_handle_at, -1, zeros, 0) >= 0 || errno != EPERM);
    tried("TIOCSTI", ioctl(-1, TIOCSTI, "x") == 0 || errno != ENOTTY);
    tried("TIOCSTI with a higher none", ioctl(-1, TIOCSTI | (1ul << 32), "x") == 0 || errno != ENOTTY);
    tried("inotify", inotify_init() >= 0 || errno != EMFILE || inotify_init1(0) >= 0 || errno != EMFILE);
    tried("to send descriptors", sends_descriptors());
    tried("to send packets to itself", sends_packets());
    tried("other protocols", socket(AF_INET, SOCK_STREAM, IPPROTO_SCTP) >= 0 || errno != EPROTONOSUPPORT ||
                                 socket(AF_INET6, SOCK_DGRAM, IPPROTO_UDPLITE) >= 0 || errno != EPROTONOSUPPORT);
    tried("sockets of 32-bit programs", makes_old_socket());
    tried("to have terminals", posix_openpt(O_RDWR) >= 0);
    tried("to have its crashes dumped", has_crashes_dumped());
    tried("to change the host's name", sethostname("hostile", 7) == 0);
    tried("to become root", setuid(0) == 0 && getuid() == 0 && mknod("/tmp/disk", S_IFBLK, makedev(254, 0)) == 0);
    play_on();
}
