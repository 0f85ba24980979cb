"""Gives the tests their own process namespace. If the tests are killed, the daemons, jobs and bots that they have
started end with them, because the kernel ends all processes of a namespace together with its first one."""
import ctypes
import os
import signal
import sys

CLONE_NEWNS, CLONE_NEWPID = 0x00020000, 0x20000000
MS_REC, MS_PRIVATE, MS_NOSUID, MS_NODEV, MS_NOEXEC = 0x4000, 0x40000, 2, 4, 8
PR_SET_PDEATHSIG = 1

LIBC = ctypes.CDLL(None, use_errno=True)


class NotAllowed(Exception):
    """Raised if the system does not permit such a namespace."""


def run_apart(main):
    """Calls `main` in a child process with its own namespace, and exits with its exit code. Raises NotAllowed."""
    # A program that starts in the background of a script ignores Ctrl-C, and so would this one and all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if LIBC.unshare(CLONE_NEWPID | CLONE_NEWNS) != 0:
        raise NotAllowed(os.strerror(ctypes.get_errno()))
    first = os.fork()
    if first == 0:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        mount_proc()
        os._exit(be_first(main))
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(first, 0)[1]))


def mount_proc():
    """Mounts a /proc for this namespace only."""
    LIBC.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    if LIBC.mount(b"proc", b"/proc", b"proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, None) != 0:
        sys.exit(f"/proc can't be mounted: {os.strerror(ctypes.get_errno())}")


def be_first(main):
    """Acts as the first process of a namespace, which gets all orphans in it and must wait for them. Returns the
    exit code of `main`."""
    child = os.fork()
    if child == 0:
        main()
        os._exit(0)
    while True:
        ended, status = os.wait()
        if ended == child:
            return min(abs(os.waitstatus_to_exitcode(status)), 255)
