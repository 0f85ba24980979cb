/* hostile: modes=on attack
 * Opens kernel settings for writing. If the user is root outside the sandbox, the mode of these files alone would
 * permit this. */
#include <fcntl.h>

#include "tests/hostile/hostile.h"

static int can_write(const char* path) {
    const int fd = open(path, O_WRONLY);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

int main(void) {
    static const char* const files[] = {"/proc/sys/kernel/core_pattern",
                                        "/proc/sys/kernel/hostname",
                                        "/proc/sys/vm/overcommit_memory",
                                        "/proc/sysrq-trigger",
                                        "/proc/irq/default_smp_affinity",
                                        "/proc/sys/kernel/modprobe",
                                        "/sys/fs/cgroup/cgroup.procs",
                                        "/sys/fs/cgroup/memory/cgroup.procs",
                                        "/sys/power/state",
                                        "/dev/mem",
                                        "/dev/kmsg",
                                        "/dev/vda",
                                        "/dev/sda",
                                        "/dev/fuse",
                                        "/dev/kvm",
                                        "/dev/vsock",
                                        "/proc/kcore"};
    play_until(2);
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        tried(files[i], can_write(files[i]));
    play_on();
}
