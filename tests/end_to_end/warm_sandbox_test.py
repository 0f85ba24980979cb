"""A bot's sandbox serves its next game, too, and nothing that it has left there is left: each of these bots looks for what its
last game has laid out, lays it out again, and plays on."""
import re
import shutil

from harness import GAME, LONG_LIMITS, SCRIPTED_BOT, main
from sandbox_test import SandboxTest

# It tells on stderr in which sandbox it is. What it finds of an earlier game makes it exit before its first answer.
CARRIER = """#!/usr/bin/python3
import ctypes, errno, mmap, os, resource, signal, socket, stat, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
found = []
def look(what, there):
    if there: found.append(what)

# What belongs to the sandbox.
print("sandbox", os.readlink("/proc/self/ns/pid"), file=sys.stderr, flush=True)
for folder in ("/tmp", "/dev/shm"):
    # The bots of the test lie in /tmp, and are shown there.
    look(folder, [name for name in os.listdir(folder) if not os.path.ismount(folder + "/" + name) and name != {top!r}])
look("the folder of the test", sorted(os.listdir("/tmp/" + {top!r})) not in (["carrier"], ["carrier", "other"]))
for folder in ("/tmp", "/tmp/" + {top!r}, "/dev/shm"):
    status = os.stat(folder)
    look(f"mode of {{folder}}", stat.S_IMODE(status.st_mode) != 0o755)
    look(f"times of {{folder}}", int(status.st_mtime) == 77)
    look(f"attributes of {{folder}}", "user.mine" in os.listxattr(folder))
look("processes", [p for p in os.listdir("/proc") if p.isdigit() and p not in ("1", str(os.getpid()))])
for name in ("msg", "sem", "shm"):
    look(f"System V {{name}}", len(open("/proc/sysvipc/" + name).readlines()) != 1)
look("a mark in the environment", "LEFT" in os.environ)
look("an open file", sorted(os.listdir("/proc/self/fd")) != ["0", "1", "2", "3"])
look("a blocked signal", signal.pthread_sigmask(signal.SIG_BLOCK, []))
look("an ignored signal", signal.getsignal(signal.SIGUSR1) != signal.SIG_DFL)
look("a limit", resource.getrlimit(resource.RLIMIT_NOFILE)[0] != 1024)
look("a priority", os.nice(0) != 0)
look("an umask", os.umask(0o22) == 0o77)
look("a timer", signal.getitimer(signal.ITIMER_REAL)[0] != 0)
try:
    socket.create_connection(("127.0.0.1", 7777), timeout=0.1)
    found.append("a server")
except OSError:
    pass
if found:
    sys.exit("found: " + "; ".join(found))

# What is laid out.
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
open(os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0]))) + "/beside", "w").close()
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
os.chmod("/tmp/" + os.path.abspath(sys.argv[0]).split("/")[2], 0o700)
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
            ctypes.memmove(mmap.mmap(-1, 4096), b"x", 0)
        while True: time.sleep(1000)
time.sleep(0.05)
"""


class WarmSandboxTest(SandboxTest):
    def setUp(self):
        super().setUp()
        home = self.folder / "carrier"
        home.mkdir()
        self.player = shutil.copy(SCRIPTED_BOT, home / "player")
        self.opponent = self.folder / "other" / "bot"
        self.opponent.parent.mkdir()
        shutil.copy(SCRIPTED_BOT, self.opponent)

    def sandboxes(self, lay_out, *arguments, games=6):
        """The sandboxes of a carrier in the games in which it moves first, which it must all have played to the end."""
        bot = self.folder / "carrier" / "bot"
        bot.write_text(CARRIER.format(lay_out=lay_out, player=str(self.player), top=self.folder.name))
        bot.chmod(0o755)
        run = self.referee(bot, self.opponent, "--sandbox=on", "--game", GAME, *LONG_LIMITS, "--games", games, "--stderr", "--seed", 1,
                           *arguments)
        self.assertEqual(run.code, 0, str(run))
        self.assertNotIn("found:", run.err)
        self.assertNotIn("forfeit", run.out)
        seen = re.findall(r"sandbox (pid:\[\d+\])", run.err)
        self.assertEqual(len(seen), games, str(run))
        self.assert_nothing_left()
        return seen[::2]

    def test_what_can_be_cleared_is(self):
        for name, lay_out in (("nothing", ""), ("files", FILES), ("processes", PROCESSES), ("both", FILES + PROCESSES)):
            with self.subTest(name):
                seen = self.sandboxes(lay_out)
                self.assertEqual(len(set(seen)), 1, "it was not the same sandbox: this shows nothing")

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

    def test_there_are_no_queues_of_posix(self):
        self.sandboxes("assert libc.mq_open(b'/mine', os.O_CREAT | os.O_RDWR, 0o600, None) < 0 and ctypes.get_errno() in "
                       "(errno.EMFILE, errno.ENOSYS, errno.EPERM), ctypes.get_errno()", games=2)

    def test_reuse_can_be_switched_off(self):
        seen = self.sandboxes("", "--sandbox-reuse", "off")
        self.assertEqual(len(set(seen)), len(seen))

    def test_a_limit_that_was_reached_costs_the_sandbox(self):
        """Its account would tell of it in the next game, too."""
        lay_out = ("try:\n    for i in range(400):\n        if os.fork() == 0:\n            time.sleep(1000)\nexcept OSError:\n    pass\n"
                   "time.sleep(0.1)")
        self.assertEqual(len(set(self.sandboxes(lay_out, games=4))), 2)


if __name__ == "__main__":
    main()
