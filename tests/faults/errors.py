"""The system calls that can fail, and the errors that the kernel may report for them."""
import errno
import re

HEADER = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"
CHILD, OTHERS = 512, 1024  # offsets in the report of failing_kernel.c
HALF = 0  # not an error: a call that reads or writes transfers only half of the requested bytes

# Temporary errors. A call that fails with one of them has to be repeated. A call fails this way at most a few times in
# a row.
PASSING = ("EINTR", "EAGAIN", "EBUSY", "ETXTBSY")

NO_DESCRIPTOR = "EMFILE ENFILE ENOMEM"
NO_MEMORY = "ENOMEM"
ERRORS = {
    "read": "EIO EINTR ENOMEM HALF",
    "write": "EIO ENOSPC EINTR ENOMEM HALF",
    "close": "EIO EINTR",
    "poll": "EINTR ENOMEM",
    "ppoll": "EINTR ENOMEM",
    "mmap": NO_MEMORY,
    "mprotect": NO_MEMORY,
    "brk": NO_MEMORY,
    "madvise": NO_MEMORY,
    "ioctl": "EIO ENOMEM",
    "pread64": "EIO EINTR HALF",
    "pwrite64": "EIO ENOSPC EINTR HALF",
    "access": "EIO EACCES ENOMEM",
    "faccessat2": "EIO EACCES ENOMEM",
    "socket": "EMFILE ENFILE ENOMEM EACCES",
    "socketpair": NO_DESCRIPTOR,
    "bind": "EADDRINUSE ENOMEM",
    "listen": "EADDRINUSE",
    "accept4": "EMFILE ECONNABORTED EINTR ENOMEM",
    "connect": "EAGAIN ECONNREFUSED",
    "setsockopt": "ENOMEM",
    "getsockopt": "ENOMEM",
    "recvmsg": "EINTR ENOMEM",
    "recvfrom": "EINTR ENOMEM",
    "sendto": "EINTR ENOMEM ENOBUFS",
    "sendmsg": "EINTR ENOMEM ENOBUFS",
    "clone": "EAGAIN ENOMEM EPERM",
    "clone3": "EAGAIN",
    "execve": "EIO ENOMEM EAGAIN ETXTBSY EMFILE ENFILE",
    "wait4": "EINTR",
    "waitid": "EINTR",
    "kill": "EPERM",
    "fcntl": "ENOLCK EIO EINTR EMFILE ENOMEM",
    "flock": "ENOLCK EINTR",
    "fsync": "EIO ENOSPC EINTR",
    "fdatasync": "EIO ENOSPC EINTR",
    "ftruncate": "EIO ENOSPC EINTR",
    "getcwd": "ENOENT ENOMEM",
    "getdents64": "EIO ENOMEM",
    "mkdir": "EIO ENOSPC EACCES",
    "rmdir": "EIO EBUSY",
    "unlink": "EIO EACCES",
    "unlinkat": "EIO EACCES",
    "rename": "EIO ENOSPC",
    "renameat": "EIO ENOSPC",
    "renameat2": "EIO ENOSPC",
    "linkat": "EIO ENOSPC EACCES",
    "readlink": "EIO EACCES",
    "readlinkat": "EIO EACCES",
    "lseek": "EIO",
    "openat": "EMFILE ENFILE ENOMEM EIO EACCES EINTR",
    "newfstatat": "EIO ENOMEM",
    "fstat": "EIO ENOMEM",  # replaces newfstatat with newer C libraries
    "statx": "EIO ENOMEM",
    "fchown": "EPERM",
    "fchmod": "EPERM",
    "prctl": "EPERM",
    "seccomp": "EINVAL ENOMEM",
    "getrandom": "EINTR EAGAIN",
    "memfd_create": NO_DESCRIPTOR,
    "pidfd_open": NO_DESCRIPTOR,
    "pidfd_send_signal": "EPERM",
    "pipe2": NO_DESCRIPTOR,
    "dup3": "EMFILE EBUSY EINTR",
    "close_range": "EMFILE ENOMEM",
    "setsid": "EPERM",
    "prlimit64": "EPERM",
    "epoll_create1": NO_DESCRIPTOR,
    "epoll_ctl": "ENOMEM ENOSPC",
    "epoll_wait": "EINTR",
    "timerfd_create": NO_DESCRIPTOR,
    "signalfd4": NO_DESCRIPTOR,
    "eventfd2": NO_DESCRIPTOR,
    "sched_getaffinity": "EPERM",
    "sched_setaffinity": "EPERM",
    "sched_getattr": "EINVAL EPERM",
    "sched_setattr": "EINVAL EPERM",
    "clock_gettime": "EINVAL",
    "clock_getres": "EINVAL",
}
# Calls that can't fail, or fail only through a mistake of the caller, or whose failures are rightly ignored.
UNFAILING = set("""munmap rt_sigaction rt_sigprocmask rt_sigpending rt_sigreturn getpid gettid getppid geteuid getuid getegid getgid futex
                   exit exit_group sched_yield clock_nanosleep uname getrusage sigaltstack umask tgkill shutdown getsockname
                   getpeername sysinfo clock_nanosleep""".split())


def call_names():
    """Returns the name of each call by its number."""
    with open(HEADER) as file:
        return {int(number): name for name, number in re.findall(r"#define __NR_(\w+) (\d+)", file.read())}


def number_of(error):
    return HALF if error == "HALF" else getattr(errno, error)
