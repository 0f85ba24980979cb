"""Helpers for the end-to-end tests. They run the built referee, check its output, and find what it leaves behind.

Required environment variables: REFEREE_BIN (the folder of the programs), REFEREE_SCHEMA, REFEREE_SCRIPTED_BOT, and
REFEREE_TIME_FACTOR, which multiplies limits if programs run slower, for example under sanitizers. REFEREE_SOAK requests
the many repetitions of `make soak`.
"""
import contextlib
import fcntl
import functools
import json
import os
import pathlib
import pty
import re
import shlex
import signal
import socket
import sqlite3
import struct
import subprocess
import tempfile
import termios
import time
import unittest
import uuid

BIN = pathlib.Path(os.environ["REFEREE_BIN"])
REFEREE = str(BIN / "referee")
SCRIPTED_BOT = os.environ["REFEREE_SCRIPTED_BOT"]
FACTOR = int(os.environ.get("REFEREE_TIME_FACTOR", "1"))
# A program that starts in the background of a script ignores Ctrl-C, and so would each referee that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
SOAK = "REFEREE_SOAK" in os.environ
SCHEMA = json.loads(pathlib.Path(os.environ["REFEREE_SCHEMA"]).read_text())
GAMES = re.findall(r"^[a-z]\w*$", (pathlib.Path(__file__).parents[2] / "games/catalogue.txt").read_text(), re.M)

# How long, in seconds, a test waits for what must happen. Only what hangs takes so long, on a busy machine, too. Without a sanitizer it
# is less than the 10 min that some tests give a bot, so that a referee that waits for the bot is found.
PATIENCE = 400 * FACTOR

# A limit that no good bot reaches, even on a busy machine.
LONG = f"{20 * FACTOR}s"
LONG_US = 20_000_000 * FACTOR
LONG_LIMITS = ["--move-time", LONG, "--limits", f"first={LONG}"]

# A game in which no square is filled if both bots play the first listed move. It then has 42 plies. It does not depend
# on the defaults.
GAME = "magnetize:height=6,width=7,square=2,maglock=2"


def bot(at=None, do=None, pick=None, stderr=None, copy=None, chatter=None):
    """The command line of the scripted bot, quoted as referee wants it."""
    words = [SCRIPTED_BOT]
    for name, value in (("--pick", pick), ("--stderr", stderr), ("--copy", copy), ("--chatter", chatter), ("--at", at), ("--do", do)):
        if value is not None:
            words += [name, str(value)]
    return shlex.join(words)


# Text that must not reach a terminal: control characters, marks that change the direction of writing, bytes that are not UTF-8.
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff]")


@functools.cache
def validator():
    """Checks logs. Many tests need no such check, and loading it takes longer than loading the rest of this file."""
    import jsonschema
    return jsonschema.Draft202012Validator(SCHEMA)


class Run:
    """A finished run of a program."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __str__(self):
        text = f"exit code {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"
        return text.encode(errors="backslashreplace").decode()


def control_groups(prefix="referee-"):
    """The paths of the referees' control groups whose names begin with `prefix`. Unlike rglob(), walk() continues if
    a group is removed meanwhile."""
    return {os.path.join(folder, name) for folder, names, _ in os.walk("/sys/fs/cgroup") for name in names if name.startswith(prefix)}


class RefereeTest(unittest.TestCase):
    """A test with its own folder. All processes that it starts have a mark in their environment, which identifies
    them."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="referee_test_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.mark = f"SCRIPTED_BOT_MARK={uuid.uuid4()}"
        self.addCleanup(self.kill_leftovers)

    def environment(self, **more):
        name, value = self.mark.split("=")
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_") and k != "NO_COLOR"}
        return {**environment, "REFEREE_SANDBOX": "off", name: value, **more}

    def start(self, *arguments, program=REFEREE, env=None, **options):
        """Starts referee with pipes and does not wait for it."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                   "cwd": self.folder, **options}
        process = subprocess.Popen([program, *map(str, arguments)], env=self.environment(**(env or {})), **options)
        self.addCleanup(end_of, process)
        return process

    def referee(self, *arguments, code=None, out=None, err=None, stdin=None, env=None, timeout=PATIENCE, text=True, **options):
        """Runs referee to its end. `code`, `out` and `err`: the expected exit code and output; None if the test does not
        check them."""
        if stdin is not None:
            options["stdin"] = subprocess.PIPE
        process = self.start(*arguments, env=env, **options)
        try:
            given = stdin.encode() if isinstance(stdin, str) else stdin
            output = process.communicate(given, timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"referee hangs: {arguments}\n{Run(None, *process.communicate())}")
        output = [each or b"" for each in output]
        run = Run(process.returncode, *(each.decode(errors="surrogateescape") if text else each for each in output))
        for found, expected in ((run.code, code), (run.out, out), (run.err, err)):
            if expected is not None:
                self.assertEqual(found, expected, f"{arguments}\n{run}")
        return run

    def on_a_terminal(self, *arguments, env=None, **streams):
        """Runs referee to its end on a terminal of 80 columns. Returns what it writes there. `streams`: standard streams
        that are not the terminal."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = self.start(*arguments, env={"TERM": "xterm", **(env or {})}, **{"stdout": slave, "stderr": slave, **streams})
        os.close(slave)
        written = b""
        with contextlib.suppress(OSError):  # no process has the terminal open any more
            while chunk := os.read(master, 65536):
                written += chunk
        os.close(master)
        self.assertEqual(process.wait(PATIENCE), 0, written)
        return written.decode()

    def sandboxes(self):
        """The values of --sandbox that this machine supports."""
        run = self.referee("check", bot(), "--sandbox=auto")
        found = re.search("^ok +can be run: (in|without) a sandbox", run.out, re.M)
        self.assertTrue(run.code == 0 and found, str(run))
        return ["off", "on"] if found[1] == "in" else ["off"]

    def need_sandbox(self):
        if "on" not in self.sandboxes():
            self.skipTest("no sandbox can be set up here")

    def own_port(self):
        """A port that nobody else gets until the test ends, but a server to which it is given: one that sets SO_REUSEADDR may listen on it."""
        holder = socket.socket()
        self.addCleanup(holder.close)
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        return holder.getsockname()[1]

    def program(self, name, content):
        """Writes an executable file, which replaces any older one. Returns its path."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(0o755)
        return path

    def sql(self, query, db="t.db"):
        """The rows that a query returns from a tournament's file."""
        with contextlib.closing(sqlite3.connect(self.folder / db, timeout=PATIENCE)) as file:
            return file.execute(query).fetchall()

    def count(self, db="t.db"):
        return self.sql("SELECT count(*) FROM matches", db)[0][0]

    def stored(self, db="t.db"):
        """The number of games in a tournament's file, also if the file is just being created."""
        with contextlib.suppress(sqlite3.OperationalError):
            return self.count(db) if (self.folder / db).exists() else 0
        return 0

    def wait_for_games(self, count=1, db="t.db"):
        """Waits until the tournament's file has this number of games."""
        self.wait_until(lambda: self.stored(db) >= count)

    def play(self, first, second, *arguments, code=0, **options):
        """Plays a match. By default it uses GAME and long limits. Returns the run and the log."""
        path = self.folder / f"{uuid.uuid4()}.json"
        limits = [] if "--move-time" in arguments else LONG_LIMITS
        game = [] if "--game" in arguments or "--resume" in arguments else ["--game", GAME]
        run = self.referee(first, second, *game, *limits, *arguments, "--log", path, **options)
        self.assertEqual(run.code, code, str(run))
        log = json.loads(path.read_text())
        self.check_log(log)
        run.path = path
        return run, log

    def check_log(self, log):
        errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator().iter_errors(log)]
        self.assertEqual(errors, [], "the log does not follow its schema")

    def replay(self, path, *arguments, code=0):
        run = self.referee("replay", path, *arguments)
        self.assertEqual(run.code, code, str(run))
        return run

    def leftovers(self):
        """The running processes with this test's mark, as (pid, command line)."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                    found.append((int(folder.name), (folder / "cmdline").read_bytes()))
            except OSError:
                pass  # the process has just ended, or belongs to another user
        return found

    def assert_nothing_left(self):
        """Checks that no process is left. A killed process takes a moment to disappear, or longer on a busy machine."""
        end = time.monotonic() + 60 * FACTOR
        while (left := self.leftovers()) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertEqual(left, [], "these processes were left running")

    def wait_until(self, condition, message="it never comes to that"):
        """Waits until the condition is true. Returns its value."""
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            self.assertLess(time.monotonic(), end, message)
            time.sleep(0.005)
        return found

    def wait_for_bots(self, count=1):
        """Waits until this number of scripted bots is running."""
        program = SCRIPTED_BOT.encode()
        self.wait_until(lambda: sum(line.startswith(program) for _, line in self.leftovers()) >= count)

    def kill_leftovers(self):
        """Kills what is left until nothing is: a process may have just started another one, and the folder can be
        removed only if nothing writes to it any more."""
        end = time.monotonic() + 60 * FACTOR
        while (left := self.leftovers()) and time.monotonic() < end:
            for pid, _ in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.005)


def sandbox_problem():
    """Returns the reason why no sandbox is available on this machine, or None if a sandbox is available."""
    run = subprocess.run([REFEREE, bot(), bot(), "--sandbox=on", "--quiet"], capture_output=True, text=True)
    return run.stderr.strip() or None


def parents():
    """Returns the parent of each process on this machine."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # the process has just ended
            found[int(folder.name)] = int((folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])
    return found


def end_of(process):
    """Kills a process if it still runs, and closes its pipes."""
    if process.poll() is None:
        process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()
    process.wait()


def read_logs(path):
    """Returns all matches of a log file that has one match per line."""
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]


def data_of(page, name):
    """Returns the data that a page has embedded under this id."""
    return json.loads(re.search(f'id="{name}">(.*?)</script>', page, re.S).group(1))


def main():
    unittest.main(verbosity=2)
