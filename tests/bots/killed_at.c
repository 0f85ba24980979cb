/* For LD_PRELOAD. Kills its process at a chosen write to the disk, as a power failure or kill -9 would: after
 * killed_at_arm(n), the process ends before its n-th call that changes a file, a folder or the disk. Calls for pipes,
 * sockets and terminals do not count. Other programs that the process starts are not affected. In a program called
 * referee, KILLED_AT_CALL is n. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int left = -1; /* negative: never */

void killed_at_arm(int n) {
    atomic_store(&left, n);
}

__attribute__((constructor)) static void prepare(void) {
    const char* n = getenv("KILLED_AT_CALL");
    if (n != NULL && strcmp(program_invocation_short_name, "referee") == 0) killed_at_arm(atoi(n));
}

static void count(void) {
    if (atomic_load(&left) < 0) return;
    if (atomic_fetch_sub(&left, 1) == 1) kill(getpid(), SIGKILL);
}

static void count_for(int fd) {
    struct stat status;
    if (atomic_load(&left) >= 0 && fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
        count();
}

ssize_t write(int fd, const void* bytes, size_t size) {
    count_for(fd);
    return syscall(SYS_write, fd, bytes, size);
}

ssize_t pwrite(int fd, const void* bytes, size_t size, off_t at) {
    count_for(fd);
    return syscall(SYS_pwrite64, fd, bytes, size, at);
}

ssize_t pwrite64(int fd, const void* bytes, size_t size, off_t at) {
    count_for(fd);
    return syscall(SYS_pwrite64, fd, bytes, size, at);
}

int fsync(int fd) {
    count_for(fd);
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
    count_for(fd);
    return (int)syscall(SYS_fdatasync, fd);
}

int ftruncate(int fd, off_t size) {
    count_for(fd);
    return (int)syscall(SYS_ftruncate, fd, size);
}

int ftruncate64(int fd, off_t size) {
    count_for(fd);
    return (int)syscall(SYS_ftruncate, fd, size);
}

int rename(const char* from, const char* to) {
    count();
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
    count();
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
    count();
    return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}

int unlinkat(int folder, const char* name, int flags) {
    count();
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int unlink(const char* path) {
    count();
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdir(const char* path, mode_t mode) {
    count();
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}
