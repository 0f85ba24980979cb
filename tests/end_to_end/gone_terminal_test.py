"""Tests a terminal that is closed while a program runs on it, and Ctrl-C on a terminal that stays open. No game and no
line of output is lost."""
import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import time

from harness import GAME, LONG_LIMITS, PATIENCE, SCRIPTED_BOT, bot, read_logs
from screen import Screen
from tournament_case import SMALL, TournamentCase


class GoneTerminal(TournamentCase):
    """Tests a user who closes the window. Programs started with nohup or disown continue."""

    def start_on_terminal(self, *arguments, hang_up=signal.SIG_IGN, terminal="xterm", **options):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

        def begin():
            signal.signal(signal.SIGHUP, hang_up)
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        process = self.start(*arguments, **{"stdin": slave, "stdout": slave, "stderr": slave, **options},
                             start_new_session=True, preexec_fn=begin, env={"TERM": terminal})
        os.close(slave)
        return process, master

    def close_after(self, master, text):
        """Waits for this text, then closes the terminal."""
        seen = b""
        end = time.monotonic() + PATIENCE
        while text not in seen:
            self.assertLess(time.monotonic(), end, seen)
            with contextlib.suppress(OSError):
                seen += os.read(master, 65536)
        os.close(master)

    def check_file(self, games):
        self.assertEqual(self.count(), games)
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith("t.db")], ["t.db"])
        self.assert_nothing_left()

    def test_a_tournament_with_a_live_table_plays_on(self):
        # If stdout is a file, the tables are written to it, and the run succeeds. If stdout is the closed terminal,
        # writing fails, which is an error.
        for out, code in ((self.folder / "out", 0), (None, 1)):
            with self.subTest(out=out), contextlib.ExitStack() as stack:
                options = {} if out is None else {"stdout": stack.enter_context(open(out, "wb"))}
                self.hold()
                process, master = self.start_on_terminal("tournament", *self.held(*self.picks(2)), *SMALL, "--games", "50", "--db",
                                                         "t.db", **options)
                self.close_after(master, b" of 50 games")
                self.let_go()
                self.assertEqual(process.wait(PATIENCE), code)
                self.check_file(50)
                if out is not None:
                    self.assertEqual(out.read_text(), self.standings())
                (self.folder / "t.db").unlink()

    def test_a_tournament_without_a_live_table_plays_on(self):
        process, master = self.start_on_terminal("tournament", *self.picks(2), *SMALL, "--games", "200", "--db", "t.db",
                                                 "--json", stdout=subprocess.DEVNULL)
        time.sleep(0.2)
        os.close(master)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.check_file(200)

    def test_a_hang_up_that_is_not_ignored_stops_a_tournament(self):
        process, master = self.start_on_terminal("tournament", *self.picks(2), *SMALL, "--games", "100000", "--db",
                                                 "t.db", hang_up=signal.SIG_DFL)
        self.close_after(master, b" of 100000 games")
        self.assertIn(process.wait(PATIENCE), (1, 128 + signal.SIGHUP))
        self.check_file(self.count())

    def test_a_series_with_its_progress_plays_on(self):
        for name, options, code in (("both", {}, 1), ("stderr", {"stdout": subprocess.DEVNULL}, 0)):
            with self.subTest(name):
                self.hold()
                process, master = self.start_on_terminal(*self.held(*self.picks(2)), "--game", GAME, "--games", "50", "--log",
                                                         name, *LONG_LIMITS, **options)
                self.close_after(master, b" of 50 games")
                self.let_go()
                self.assertEqual(process.wait(PATIENCE), code)
                self.assertEqual(len(read_logs(self.folder / name)), 50)
                self.assert_nothing_left()


class Interrupted(TournamentCase):
    """Tests a user who presses Ctrl-C. The terminal echoes ^C at the cursor."""

    def interrupted(self, *arguments, wait, by=signal.SIGINT, env=None, **options):
        """Runs a program and sends it Ctrl-C or another signal. Returns its screen."""
        screen = Screen(self.start, *arguments, env=env, **options)
        self.addCleanup(screen.close)
        screen.wait(wait)
        if by == signal.SIGINT:
            screen.press("\x03")
        else:
            screen.process.send_signal(by)
        self.assertEqual(screen.end(), 128 + by, screen.text())
        self.assertNotRegex(screen.text(), r"\^C\S")
        return screen

    def begins_a_line(self, screen, text):
        self.assertTrue([line for line in screen.lines() if line.startswith(text)], f"{text!r}\n{screen.text()}")

    def test_in_a_series(self):
        for by in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(by):
                # The bot stops answering in the second game, when there is a progress line.
                path = self.program(by.name, f'#!/bin/sh\n[ -e "$0.played" ] && touch "$0.waits" && exec sleep 1000\ntouch "$0.played"\nexec "{SCRIPTED_BOT}"\n')
                screen = self.interrupted(f"ann={path}", f"bob={bot(pick=1)}", "--games", 100, "--game",
                                          GAME, *LONG_LIMITS, wait=path.with_name(f"{path.name}.waits").exists, by=by)
                self.assertNotIn("of 100 games:", screen.text())
                for text in ("stopped after 1 of 100 games", "bob (*) against ann (o): aborted after ", "name ", "ann ", "bob ", "endings: "):
                    self.begins_a_line(screen, text)

    def test_progress_is_cut_at_the_edge_of_the_terminal(self):
        screen = Screen(self.start, f"{'x' * 50}={bot()}", f"{'y' * 50}={bot(pick=1)}", "--games", 5, "--game",
                        GAME, *LONG_LIMITS)
        self.addCleanup(screen.close)
        self.assertEqual(screen.end(), 0)
        self.assertIn(b"5 of 5 games", screen.raw)
        self.assertNotIn("of 5 games", screen.text())

    def test_in_a_quiet_run_and_in_a_check(self):
        path = self.folder / "log"
        bots = [self.program(f"bots/{name}", "#!/bin/sh\nexec sleep 1000\n").parent for name in ("ann", "bob")]
        series = [bot(), bot(pick=1), "--games", 100000, "--quiet", "--log", path]
        for arguments, wait, text in (
                (series, lambda: path.exists() and path.read_bytes().count(b"\n") > 3, "name "),
                ([f"ann={bot()}", bot(3, "never_answer"), "--quiet"], lambda: len(self.leftovers()) == 3, "ann ("),
                (["check", bot(3, "never_answer")], lambda: len(self.leftovers()) >= 2, "referee: stopped before the check was over"),
                (["tournament", "--bots", bots[0], "--db", "t.db", "--sandbox", "off"], lambda: len(self.leftovers()) >= 2,
                 "referee: stopped while the bots were checked: nothing has been played")):
            with self.subTest(text):
                self.begins_a_line(self.interrupted(*arguments, *SMALL, wait=wait), text)
        self.assertFalse((self.folder / "t.db").exists())

    def test_in_a_tournament(self):
        for name, env in (("live", {}), ("plain", {"TERM": "dumb"})):
            for quiet in ([], ["--quiet"]):
                with self.subTest(name, quiet=quiet):
                    db = f"{name}{len(quiet)}.db"
                    played = lambda: self.stored(db) > 3
                    screen = self.interrupted("tournament", *self.picks(2), *SMALL, "--games", 100000, "--db", db, *quiet,
                                              env=env, wait=played, rows=60)
                    self.begins_a_line(screen, "magnetize:")
                    if not quiet:
                        self.begins_a_line(screen, "referee: to resume: ")
