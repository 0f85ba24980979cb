/* hostile: modes=on attack
 * System calls that reach past the namespaces, or that open more of the kernel than a bot needs. */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <termios.h>

#include "tests/hostile/hostile.h"

static int new_namespace_by_clone(void) {
    return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL) > 0;
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
    tried("TIOCSTI", ioctl(STDIN_FILENO, TIOCSTI, "x") == 0 || errno != EPERM);
    tried("TIOCSTI with a higher half", ioctl(STDIN_FILENO, TIOCSTI | (1ul << 32), "x") == 0 || errno != EPERM);
    tried("inotify", inotify_init() >= 0 || errno != EMFILE || inotify_init1(0) >= 0 || errno != EMFILE);
    tried("to change the host's name", sethostname("hostile", 7) == 0);
    tried("to become root", setuid(0) == 0 && getuid() == 0 && mknod("/tmp/disk", S_IFBLK, makedev(254, 0)) == 0);
    play_on();
}
