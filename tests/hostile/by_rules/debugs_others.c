/* hostile: modes=on attack
 * Tries ptrace, reads and writes the memory of another process, and fetches its descriptors. */
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "tests/hostile/hostile.h"

int main(void) {
    char bytes[16];
    struct iovec here = {bytes, sizeof bytes}, there = {(void*)0x1000, sizeof bytes};
    play_until(2);
    tried("PTRACE_ATTACH", ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0);
    tried("PTRACE_SEIZE", ptrace(PTRACE_SEIZE, 1, NULL, NULL) == 0);
    tried("process_vm_readv", process_vm_readv(1, &here, 1, &there, 1, 0) > 0);
    tried("process_vm_writev", process_vm_writev(1, &here, 1, &there, 1, 0) > 0);
    const long first = syscall(SYS_pidfd_open, 1, 0);
    tried("pidfd_getfd", first >= 0 && syscall(SYS_pidfd_getfd, first, 3, 0) >= 0);
    errno = 0;
    tried("PTRACE_TRACEME", ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 || errno != EPERM);
    play_on();
}
