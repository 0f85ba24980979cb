"""Tests that a bot's sandbox is used again for the bot's next game, and that nothing that the bot leaves there remains.
Each of these bots looks for the things that it left in its previous game, leaves them again, and plays the game."""
import os
import pathlib
import re
import shutil
import signal
import tempfile
import time

from control_groups_test import weights_of
from harness import FACTOR, GAME, LONG_LIMITS, PATIENCE, SCRIPTED_BOT, bot, parents
from sandbox_test import SandboxTest

# A bot that writes the identity of its sandbox to stderr. If it finds anything left by an earlier game, it exits before
# its first answer.
CARRIER = """#!/usr/bin/python3
import ctypes, errno, fcntl, mmap, os, resource, signal, socket, stat, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
found = []
GET_FLAGS, SET_FLAGS, NO_DUMP = 0x80086601, 0x40086602, 0x40
def flags_of(folder):  # None if this kernel's memory file systems have no flags
    place = os.open(folder, os.O_RDONLY)
    try: return int.from_bytes(fcntl.ioctl(place, GET_FLAGS, bytes(4)), sys.byteorder)
    except OSError: return None
    finally: os.close(place)
def look(what, there):
    if there: found.append(what)

# Looks for everything that an earlier game could have left in the sandbox.
# The kernel reuses namespace numbers, so the identity includes the start time of the first process.
started = open("/proc/1/stat").read().rsplit(")")[1].split()[19]
print("sandbox", os.readlink("/proc/self/ns/pid"), started, file=sys.stderr, flush=True)
for folder in ("/tmp", "/dev/shm"):
    # The folder of the test is in /tmp, where the sandbox shows it. It is not a leftover.
    look(folder, [name for name in os.listdir(folder) if not os.path.ismount(folder + "/" + name) and name != {top!r}])
look("the folder of the test", sorted(os.listdir("/tmp/" + {top!r})) not in (["carrier"], ["carrier", "other"]))
for folder in ("/tmp", "/tmp/" + {top!r}, "/dev/shm"):
    status = os.stat(folder)
    look(f"mode of {{folder}}", stat.S_IMODE(status.st_mode) != 0o755)
    look(f"times of {{folder}}", int(status.st_mtime) == 77)
    look(f"attributes of {{folder}}", "user.mine" in os.listxattr(folder))
    look(f"flags of {{folder}}", flags_of(folder) not in (0, None))
look("terminals", os.listdir("/dev/pts") or os.path.exists("/dev/ptmx"))
look("processes", [p for p in os.listdir("/proc") if p.isdigit() and p not in ("1", str(os.getpid()))])
for name in ("msg", "sem", "shm"):
    look(f"System V {{name}}", len(open("/proc/sysvipc/" + name).readlines()) != 1)
first = dict(line.split(":", 1) for line in open("/proc/1/status"))
look("signals to the first process", int(first["ShdPnd"], 16) or int(first["SigPnd"], 16) or int(first["SigQ"].split("/")[0]))
for name in ("tcp", "udp", "ip6_flowlabel"):
    path = "/proc/net/" + name
    look(path, os.path.exists(path) and len(open(path).readlines()) != 1)
look("a count of packets", [line for line in open("/proc/net/dev") if "lo:" in line and any(map(int, line.split()[1:]))])
look("a mark in the environment", "LEFT" in os.environ)
look("an open file", sorted(os.listdir("/proc/self/fd")) != ["0", "1", "2", "3"])
look("a blocked signal", signal.pthread_sigmask(signal.SIG_BLOCK, []))
look("an ignored signal", signal.getsignal(signal.SIGUSR1) != signal.SIG_DFL)
look("a limit", resource.getrlimit(resource.RLIMIT_NOFILE)[0] != 1024)
look("a priority", os.nice(0) != {nice})
look("an umask", os.umask(0o22) == 0o77)
look("a timer", signal.getitimer(signal.ITIMER_REAL)[0] != 0)
if found:
    sys.exit("found: " + "; ".join(found))

# Leaves things for the next game to find.
{lay_out}
os.environ["LEFT"] = "1"
os.umask(0o77)
os.nice(5)
resource.setrlimit(resource.RLIMIT_NOFILE, (500, 500))
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
signal.setitimer(signal.ITIMER_REAL, 1000)
os.execv({player!r}, [{player!r}])
"""

FILES = """
os.makedirs("/tmp/a/b/c")
for name in ("/tmp/x", "/tmp/a/y", "/tmp/a/b/c/.z", "/dev/shm/s"): open(name, "w").write("here I was")
os.symlink("/usr", "/tmp/link")
os.mkfifo("/tmp/fifo")
os.link("/tmp/x", "/tmp/a/x2")
for path, mode in (("/tmp/a/b/c", 0), ("/tmp/a/b", 0o111), ("/tmp/a", 0o444)): os.chmod(path, mode)
for folder in ("/tmp", "/dev/shm"):
    try: os.setxattr(folder, "user.mine", b"1")
    except OSError: pass
    os.chmod(folder, 0o777)
    os.utime(folder, (77, 77))
for folder in ("/tmp", "/dev/shm"):
    place = os.open(folder, os.O_RDONLY)
    if flags_of(folder) is not None: fcntl.ioctl(place, SET_FLAGS, NO_DUMP.to_bytes(4, sys.byteorder))
    os.close(place)
for deed in (lambda: os.chmod("/dev/pts", 0o700), lambda: os.utime("/dev/pts", (77, 77))):
    try: deed()
    except OSError as error: assert error.errno == errno.EROFS, error
    else: assert False, "/dev/pts can be changed"
"""
# Tests the parent folders of the bot's own folder, which are created for the sandbox. Their names and modes could store
# data, too.
PARENTS = """
def refused(deed, *arguments):
    try: deed(*arguments)
    except OSError as error: return error.errno in (errno.EROFS, errno.EBUSY)
home = os.path.dirname(os.path.abspath(sys.argv[0]))
parents = [home[:i] for i in range(len(home)) if home[i] == "/" and home[:i] not in ("", "/tmp")] + [home]
for path in parents:
    assert refused(os.rename, path, path + "_"), path
    assert refused(os.chmod, path, 0o700), path
    assert refused(os.mkdir, path + "/beside"), path
"""
# Opens sockets of all kinds, but sends nothing. Only the kernel's own state is tested here. PACKETS tests packets.
SOCKETS = """
kept = []
for family in (socket.AF_INET, socket.AF_INET6):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            kept.append(socket.socket(family, kind))
            kept[-1].bind(("", 0))
            if kind == socket.SOCK_STREAM: kept[-1].listen()
        except OSError as error:
            assert error.errno == errno.EAFNOSUPPORT, error
kept.append(socket.socketpair())
"""
# Sends signals to the first process. Signals that it blocks stay pending and are counted.
SIGNALS = """
libc.sigqueue.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
for number in range(1, 65):
    for i in range(100): libc.sigqueue(1, number, None)
"""
# Fills the queue of pending signals. All bots of a user share one account of these signals, and its limit allows this
# many. Since Linux 5.14 the limit is shared only by the processes of a sandbox.
FULL_QUEUE = """
libc.sigqueue.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
signal.pthread_sigmask(signal.SIG_BLOCK, [40])
queued = 0
while queued <= 1000 and libc.sigqueue(os.getpid(), 40, None) == 0: queued += 1
assert queued <= 1000, queued
if tuple(map(int, os.uname().release.split(".")[:2])) >= (5, 14):
    pid = os.fork()
    if pid == 0: os._exit(libc.sigqueue(os.getpid(), 40, None) == 0)
    assert os.waitpid(pid, 0)[1] == 0, "a child has more"
"""
PACKETS = """
def unreachable(deed, *arguments):
    try: deed(*arguments)
    except OSError as error: return error.errno == errno.ENETUNREACH
server = socket.create_server(("127.0.0.1", 0))
packets = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
assert unreachable(socket.create_connection, server.getsockname())
assert unreachable(packets.connect, server.getsockname())
assert unreachable(packets.sendto, b"x", server.getsockname())
"""
# Tries to join a multicast group. This is forbidden, because the kernel itself sends delayed packets about the members
# of a group.
MULTICAST = """
group = socket.inet_aton("239.1.2.3") + socket.inet_aton("127.0.0.1")
group6 = socket.inet_pton(socket.AF_INET6, "ff02::1234") + bytes(4)
longer = bytes(4) + b"\\2\\0\\0\\0" + socket.inet_aton("239.1.2.3") + bytes(120)
for family, level, option, value in ((socket.AF_INET, socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group),
                                     (socket.AF_INET, socket.IPPROTO_IP, 39, group + bytes(4)), (socket.AF_INET, socket.IPPROTO_IP, 42, longer),
                                     (socket.AF_INET6, socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group6)):
    try:
        socket.socket(family, socket.SOCK_DGRAM).setsockopt(level, option, value)
        print("found: a way into a group", file=sys.stderr)
    except OSError as error:
        assert error.errno == errno.ENOPROTOOPT, error
"""
# Requests a flow label. This is forbidden, because the label continues to exist after the socket is closed.
LABEL = """
import struct
FLOWLABEL_MGR, GET, ANYBODY, CREATE = 32, 0, 255, 1
request = socket.inet_pton(socket.AF_INET6, "::1") + struct.pack("!I", 0x12345) + struct.pack("=BBHHHI", GET, ANYBODY, CREATE, 60, 60, 0)
try:
    socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).setsockopt(socket.IPPROTO_IPV6, FLOWLABEL_MGR, request)
    print("found: a label of a flow", file=sys.stderr)
except OSError as error:
    assert error.errno == errno.ENOPROTOOPT, error
"""
PROCESSES = """
for i in range(20):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 65):
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        if i == 0:
            server = socket.create_server(("127.0.0.1", 7777))
        if i == 1:
            mmap.mmap(-1, 4096).write(b"x")
        while True: time.sleep(1000)
time.sleep(0.05)
"""


def is_first_of_a_sandbox(pid):
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    return re.search(r"^NSpid:(\t\d+)*\t1$", status, re.M) is not None and "\nSeccomp:\t2\n" in status


def wardens_of(referee):
    """Returns the wardens of a referee, and whether each of them has a bot."""
    parent_of = parents()
    return {pid: pid in parent_of.values() for pid, parent in parent_of.items()
            if parent_of.get(parent) == referee and is_first_of_a_sandbox(pid)}


class StoppedWardenTest(SandboxTest):
    def stop_both(self, seat):
        """Stops the warden of a bot during its game, so that its sandbox can't be cleared. As soon as the other warden
        waits for its next game, stops this warden, too. Returns whether this was in time."""
        with self.start(bot(2, f"late:{1000 * FACTOR}"), bot(), "--sandbox=on", "--game", GAME, *LONG_LIMITS, "--games", 2) as referee:
            self.wait_until(lambda: sum(wardens_of(referee.pid).values()) == 2)
            stopped, other = sorted(wardens_of(referee.pid))[::seat]
            os.kill(stopped, signal.SIGSTOP)
            while wardens_of(referee.pid).get(other):
                time.sleep(0.005)
            waits = other in wardens_of(referee.pid)
            if waits:
                os.kill(other, signal.SIGSTOP)
            begin = time.monotonic()
            out, err = referee.communicate(timeout=PATIENCE)
            self.assertEqual((referee.returncode, err), (0, b""))
            self.assertNotIn(b"forfeit", out)
            self.assertLess(time.monotonic() - begin, 18 * FACTOR)  # a new sandbox has 20 s
        return waits

    def test_a_warden_that_somebody_has_stopped_costs_a_second(self):
        # On a busy machine the wait may be over before this test sees it.
        self.assertTrue(any(self.stop_both(seat) for seat in (1, -1) * 10), "none was found waiting: this shows nothing")

    def saw_usual_weights(self, seat):
        """Plays a game in which both bots ponder, while one of the sandboxes can't be cleared. Returns whether both
        sandboxes have the usual weight afterwards."""
        with self.start(bot(2, f"late:{1000 * FACTOR}"), bot(), "--sandbox=on", "--ponder=on", "--game", GAME, *LONG_LIMITS,
                        "--games", 2) as referee:
            self.wait_until(lambda: weights_of(referee.pid) in ([2, 1024], [1, 100]) and sum(wardens_of(referee.pid).values()) == 2)
            os.kill(sorted(wardens_of(referee.pid))[::seat][0], signal.SIGSTOP)
            seen = False
            while referee.poll() is None:
                seen = seen or weights_of(referee.pid) in ([1024, 1024], [100, 100])
                time.sleep(0.005)
        return seen

    def test_the_next_bot_does_not_start_with_the_least_weight(self):
        _, log = self.play(bot(), bot(), "--sandbox=on", "--ponder=on")
        if not log["limits"]["kept_by"].startswith("cgroup"):
            self.skipTest("there are no control groups here")
        self.assertTrue(any(self.saw_usual_weights(seat) for seat in (1, -1) * 10))


class WarmSandboxTest(SandboxTest):
    def setUp(self):
        super().setUp()
        home = self.folder / "carrier"
        home.mkdir()
        self.player = shutil.copy(SCRIPTED_BOT, home / "player")
        self.opponent = self.folder / "other" / "bot"
        self.opponent.parent.mkdir()
        shutil.copy(SCRIPTED_BOT, self.opponent)

    def assert_reused(self, seen):
        """Checks that sandboxes were reused. If the machine stalls, a single sandbox may be lost."""
        self.assertLess(len(set(seen)), len(seen), "no sandbox has served twice: this shows nothing")

    def sandboxes(self, lay_out, *arguments, games=6, mode="on", **options):
        """Returns the sandboxes of a carrier in the games in which it moves first. The carrier must have played all games
        to the end."""
        carrier = self.program("carrier/bot", CARRIER.format(nice=os.nice(0), lay_out=lay_out, player=str(self.player), top=self.folder.name))
        run = self.referee(carrier, self.opponent, f"--sandbox={mode}", "--game", GAME, *LONG_LIMITS, "--games", games, "--stderr", "--seed", 1,
                           *arguments, **options, code=0)
        self.assertNotIn("found:", run.err)
        self.assertNotIn("forfeit", run.out)
        seen = re.findall(r"sandbox (pid:\[\d+\] \d+)", run.err)
        self.assertEqual(len(seen), games, str(run))
        self.assert_nothing_left()
        return seen[::2]

    def test_what_can_be_cleared_is(self):
        for name, lay_out in (("nothing", ""), ("files", FILES), ("processes", PROCESSES), ("sockets", SOCKETS), ("signals", SIGNALS),
                              ("a full queue", FULL_QUEUE), ("names of folders", PARENTS), ("packets", PACKETS),
                              ("a group that it hears", MULTICAST),
                              *([("a label of a flow", LABEL)] if os.path.exists("/proc/net/ip6_flowlabel") else []),
                              ("all", FILES + PROCESSES + SOCKETS + SIGNALS)):
            with self.subTest(name):
                seen = self.sandboxes(lay_out)
                self.assert_reused(seen)

    def test_what_can_not_be_cleared_costs_the_sandbox(self):
        libc = "get = libc.{}; assert get(0x1234, {}) >= 0, ctypes.get_errno()"
        for name, lay_out in (("many files", "for i in range(2000): open(f'/tmp/{i}', 'w')"),
                              ("deep folders", "os.chdir('/tmp')\nfor i in range(100):\n    os.mkdir('d'); os.chdir('d')\nos.chdir('/')"),
                              ("shared memory", libc.format("shmget", "4096, 0o1777")),
                              ("a queue", libc.format("msgget", "0o1777")),
                              ("semaphores", libc.format("semget", "3, 0o1777"))):
            with self.subTest(name):
                seen = self.sandboxes(lay_out, games=4)
                self.assertEqual(len(set(seen)), len(seen))

    def test_the_working_folder_stays(self):
        """The working folder must remain even if it is in a folder that is cleared and the bot's program is not."""
        for place in (tempfile.gettempdir(), "/dev/shm"):
            with tempfile.TemporaryDirectory(dir=place) as top:
                deep = os.path.join(top, "deeper")
                os.mkdir(deep)
                for folder in (place, top, deep):
                    with self.subTest(folder):
                        lay_out = f"assert os.getcwd() == {folder!r}"
                        self.assert_reused(self.sandboxes(lay_out, cwd=folder))

    def test_there_are_no_queues_of_posix(self):
        self.sandboxes("assert libc.mq_open(b'/mine', os.O_CREAT | os.O_RDWR, 0o600, None) < 0 and ctypes.get_errno() in "
                       "(errno.EMFILE, errno.ENOSYS, errno.EPERM), ctypes.get_errno()", games=2)

    def test_reuse_can_be_switched_off(self):
        seen = self.sandboxes("", mode="on,reuse=off")
        self.assertEqual(len(set(seen)), len(seen))

    def test_a_limit_that_was_reached_costs_the_sandbox(self):
        """A sandbox whose bot has reached a limit is not reused. The control group's count of such events would still be
        visible in the next game."""
        _, log = self.play(SCRIPTED_BOT, SCRIPTED_BOT, "--sandbox=on")
        if log["limits"]["kept_by"] == "rlimits":
            self.skipTest("there are no control groups here, and so no account")
        lay_out = ("try:\n    for i in range(400):\n        if os.fork() == 0:\n            time.sleep(1000)\nexcept OSError:\n    pass\n"
                   "time.sleep(0.1)")
        self.assertEqual(len(set(self.sandboxes(lay_out, games=4))), 2)
