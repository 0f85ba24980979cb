"""A terminal for tests of full-screen output (a real pseudo-terminal, with pyte as its screen), and helpers for the
tests of the viewer."""
import fcntl
import os
import pathlib
import pty
import re
import select
import struct
import termios
import time

import pyte

from harness import BIN, GAME, PATIENCE, RefereeTest


KEYS = {"left": "\x1bOD", "right": "\x1bOC", "up": "\x1bOA", "down": "\x1bOB", "home": "\x1bOH", "end": "\x1bOF",
        "page up": "\x1b[5~", "page down": "\x1b[6~", "escape": "\x1b"}


class Emulator(pyte.Screen):
    """Adds sequences that ncurses uses on an xterm but that pyte does not support: REP repeats the last character, and SU
    and SD scroll the lines between the margins."""

    last = " "

    def draw(self, data):
        self.last = data[-1:] or self.last
        super().draw(data)

    def repeat(self, count=1):
        self.draw(self.last * (count or 1))

    def scroll_up(self, count=1):
        self.scroll(self.index, -1, count)

    def scroll_down(self, count=1):
        self.scroll(self.reverse_index, 0, count)

    def scroll(self, step, edge, count):
        """Scrolls by repeating a step at the margin. The cursor keeps its position."""
        line = self.cursor.y
        self.cursor.y = (self.margins or (0, self.lines - 1))[edge]
        for _ in range(count or 1):
            step()
        self.cursor.y = line


class Stream(pyte.ByteStream):
    csi = {**pyte.ByteStream.csi, "b": "repeat", "S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"repeat", "scroll_up", "scroll_down"}


class Screen:
    """Runs a program on its own terminal. `start` is RefereeTest.start."""

    def __init__(self, start, *arguments, rows=24, columns=80, env=None, **options):
        self.screen = Emulator(columns, rows)
        self.stream = Stream(self.screen)
        self.raw = b""
        self.master, slave = pty.openpty()
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.master)
        options = {"stdin": slave, "stdout": slave, "stderr": slave, **options}
        self.process = start(*arguments, start_new_session=True,
                             preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0),
                             env={"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(env or {})}, **options)
        os.close(slave)

    def close(self):
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def read(self, seconds):
        """Reads the output of the next `seconds`. Returns whether there was any."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # no process has the terminal open any more
            time.sleep(min(seconds, 0.01))
            return False
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def text(self):
        return "\n".join(self.lines())

    def wait(self, what):
        """Waits until a text is on the screen, or until a function returns True."""
        seen = what if callable(what) else lambda: what in self.text()
        end = time.monotonic() + PATIENCE
        while not seen():
            assert time.monotonic() < end, f"never seen: {what!r}; the screen:\n{self.text()}"
            self.read(0.2)

    def skip_to(self, text):
        """Goes to the newest ply of a live match until a text is on the screen."""
        def seen():
            self.press("end")
            return text in self.text()
        self.wait(seen)

    def gone(self, text):
        self.wait(lambda: text not in self.text())

    def settle(self):
        """Waits until there is no more output."""
        while self.read(0.15):
            pass

    def press(self, *keys):
        for key in keys:
            os.write(self.master, KEYS.get(key, key).encode())

    def end(self):
        """Waits until the program ends. Returns its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end; the screen:\n{self.text()}"
            self.read(0.02)
        while self.read(0.02):
            pass
        return self.process.returncode

    def is_as_before(self):
        """Returns whether the terminal is in its original modes, on its first screen, with a cursor."""
        left = self.raw.rfind(b"\x1b[?1049l") > self.raw.rfind(b"\x1b[?1049h")
        cursor = max(self.raw.rfind(b"\x1b[?25h"), self.raw.rfind(b"\x1b[?12l\x1b[?25h")) >= self.raw.rfind(b"\x1b[?25l")
        return termios.tcgetattr(self.master) == self.before and left and cursor

    def signal_group(self, number):
        os.killpg(self.process.pid, number)


RANDOM = str(BIN / "random")
RANDOM_PY = str(BIN / "random.py")  # plays games of one's own, too
OWN_GAMES = [str(pathlib.Path(__file__).parents[2] / "examples/games" / name) for name in ("breakthrough.py", "hex.py", "pig.py")]


class WatchTest(RefereeTest):
    def open(self, *arguments, **options):
        screen = Screen(self.start, *arguments, **options)
        self.addCleanup(screen.close)
        return screen

    def played(self, game=GAME, player=RANDOM):
        """Plays matches until one is long enough. Returns the path of its log."""
        while True:
            run, log = self.play(player, player, "--game", game)
            if len(log["plies"]) >= 22:
                return run.path

    def board(self, path, ply, match=1, env=None):
        """The title that `referee replay` prints for a position, and the non-blank lines of its board, without the marks of
        the cells that won."""
        environment = {"LC_ALL": "C.UTF-8", **(env or {})}
        text = self.referee("replay", path, "--match", match, "--at", ply, env=environment).out
        title, *lines = text.splitlines()[3:-1]
        return title, [re.sub(r"[][]", " ", line).rstrip() for line in lines if line.strip()]

    def assert_shows(self, screen, path, ply, **options):
        title, lines = self.board(path, ply, **options)
        short = re.sub(r"^(\d+\.) .*? \((\S+)\) ", r"\1 \2 ", title)  # the viewer uses this title if there is no room for the name
        screen.wait(lambda: title in screen.lines()[0] or short in screen.lines()[0])

        def all_shown():  # lines that do not fit below the board are shown beside it
            shown = screen.lines()[:-1]
            left = [re.split("[│|]", line)[0].rstrip() for line in shown]
            right = [re.split("[│|] ", line)[-1] for line in shown]
            return all(line in left or line in right for line in lines)
        screen.wait(all_shown)
        return lines
