/* For LD_PRELOAD. Makes system calls of the referee fail that can't be made to fail in another way. Does not affect
 * other programs, including the bots. FAILING_CALL is "execve" (the call that starts FAILING_PROGRAM, which can't be
 * opened either), "read" or "write" (on a pipe other than the referee's own descriptors 0, 1 and 2), or "fsync".
 * FAILING_ERRNO is the error. FAILING_TIMES is the number of failures. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* These values are read at the start, because execve() is called by a child that shares the referee's memory and must
 * do as little as possible. */
static char call[16];
static char program[4096];
static int error, times;

__attribute__((constructor)) static void prepare(void) {
    const char* name = getenv("FAILING_CALL");
    const char* path = getenv("FAILING_PROGRAM");
    if (name == NULL || strcmp(program_invocation_short_name, "referee") != 0) return;
    strncpy(call, name, sizeof call - 1);
    if (path != NULL) strncpy(program, path, sizeof program - 1);
    error = atoi(getenv("FAILING_ERRNO"));
    times = atoi(getenv("FAILING_TIMES"));
}

static int fails(const char* name) {
    if (strcmp(call, name) != 0 || times == 0) return 0;
    --times;
    errno = error;
    return 1;
}

static int is_pipe(int fd) {
    struct stat status;
    return fd > STDERR_FILENO && fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

int execve(const char* path, char* const arguments[], char* const environment[]) {
    if (strcmp(path, program) == 0 && fails("execve")) return -1;
    return (int)syscall(SYS_execve, path, arguments, environment);
}

/* Opening the program fails like executing it. The referee only opens it for reading. */
int open(const char* path, int flags, ...) {
    if (strcmp(path, program) == 0 && fails("execve")) return -1;
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) __attribute__((alias("open")));

ssize_t read(int fd, void* bytes, size_t count) {
    if (is_pipe(fd) && fails("read")) return -1;
    return syscall(SYS_read, fd, bytes, count);
}

ssize_t write(int fd, const void* bytes, size_t count) {
    if (is_pipe(fd) && fails("write")) return -1;
    return syscall(SYS_write, fd, bytes, count);
}

int fsync(int fd) {
    if (fails("fsync")) return -1;
    return (int)syscall(SYS_fsync, fd);
}
