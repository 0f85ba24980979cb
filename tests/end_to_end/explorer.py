#!/usr/bin/python3
"""A bot that does not play. It writes as JSON to stderr what it can see of the system, and exits. Its arguments
"read:PATH", "write:PATH", "change:PATH" and "connect:PORT" are actions to try."""
import ctypes
import errno
import fcntl
import json
import os
import platform
import socket
import sys

NUMBERS = {"x86_64": {"ptrace": 101, "keyctl": 250}, "aarch64": {"ptrace": 117, "keyctl": 219}}[platform.machine()]
NUMBERS |= {"io_uring_setup": 425}
PTRACE_ATTACH, CLONE_NEWUSER, TIOCSTI, AF_VSOCK, KEY_SPEC_USER_KEYRING = 16, 0x10000000, 0x5412, 40, -4
libc = ctypes.CDLL(None, use_errno=True)


def outcome(act):
    """Returns "ok", or the name of the error."""
    try:
        act()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
    return "ok"


def call(name, *arguments):
    function = libc.unshare if name == "unshare" else lambda *rest: libc.syscall(NUMBERS[name], *rest)
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def read_all(path):
    with open(path, "rb") as file:
        file.read()


def write_to(path):
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def change(path):
    """Sets the mode that the file already has. If that is permitted, setting other modes is permitted, too."""
    os.chmod(path, os.stat(path).st_mode & 0o7777)


def connect(port):
    with socket.socket() as connection:
        connection.connect(("127.0.0.1", int(port)))


def descriptors():
    """All descriptors except the one that this search uses."""
    seen = [int(name) for name in os.listdir("/proc/self/fd")]
    return sorted(fd for fd in seen if outcome(lambda: os.fstat(fd)) == "ok")


def size_of(path):
    found = os.statvfs(path)
    return found.f_blocks * found.f_frsize


def tried(word):
    deed, _, argument = word.partition(":")
    return outcome(lambda: {"read": read_all, "write": write_to, "change": change, "connect": connect}[deed](argument))


STATUS = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(json.dumps({
    "descriptors": descriptors(),
    "environment": dict(os.environ),
    "folder": os.getcwd(),
    "root": sorted(os.listdir("/")),
    "host": socket.gethostname(),
    "pids": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
    "pid": os.getpid(),
    "interfaces": [line.split(":")[0].strip() for line in open("/proc/net/dev").readlines()[2:]],
    "capabilities": {name: int(value, 16) for name, value in STATUS.items() if name.startswith("Cap")},
    "no_new_privileges": int(STATUS["NoNewPrivs"]),
    "sizes": {path: size_of(path) for path in ("/tmp", "/dev/shm")},
    "calls": {
        "ptrace": outcome(lambda: call("ptrace", PTRACE_ATTACH, 1, 0, 0)),
        "unshare": outcome(lambda: call("unshare", CLONE_NEWUSER)),
        "io_uring_setup": outcome(lambda: call("io_uring_setup", 1, 0)),
        "keyctl": outcome(lambda: call("keyctl", 0, KEY_SPEC_USER_KEYRING, 1)),
        "TIOCSTI": outcome(lambda: fcntl.ioctl(0, TIOCSTI, b"x")),
        "AF_VSOCK": outcome(lambda: socket.socket(AF_VSOCK).close()),
        "AF_INET": outcome(lambda: socket.socket().close()),
    },
    "tried": {word: tried(word) for word in sys.argv[1:]},
}), file=sys.stderr, flush=True)
sys.exit(3)
