"""Tests series in which several games are played at once (`--jobs`). They are reported and logged as if the games had been
played one after the other."""
import json
import os
import pathlib
import re
import signal
import time
import unittest

from harness import BIN, FACTOR, GAME, LONG_LIMITS, PATIENCE, SCRIPTED_BOT, RefereeTest, bot
from screen import Screen

# Plays two games at once. --force permits this even on a machine with one core.
TWO = ["--jobs", 2, "--force"]
PLAY = ["--game", GAME, *LONG_LIMITS]


class SeriesTest(RefereeTest):
    def script(self, name, text):
        return self.program(name, f'#!/bin/sh\n{text}\nexec "{SCRIPTED_BOT}"\n')

    def logged(self, *arguments, code=0):
        path = self.folder / "log"
        run = self.referee(*arguments, *PLAY, "--log", path, "--force", code=code)
        logs = [json.loads(line) for line in path.read_text().splitlines()]
        for log in logs:
            self.check_log(log)
        return run, logs

    def test_the_log_is_in_order_whatever_ends_first(self):
        # The first game of each pair takes longer than the second game, because this bot is slow if it moves first.
        slow = self.script("slow", '[ "$REFEREE_PLAYER" = 1 ] && sleep 0.1')
        told = {}
        for jobs in (1, 2, 5):
            run, logs = self.logged(f"slow={slow}", "quits=" + bot(4, "exit"), "--games", 12, "--jobs", jobs, "--seed", 7, "--openings", 2)
            self.assertEqual([log["players"][0]["name"] for log in logs], ["slow", "quits"] * 6)
            told[jobs] = [(log["game"], [ply["move"] for ply in log["plies"]], log["result"]) for log in logs]
            self.assertIn("6 pairs", run.out)
            self.assertEqual(re.search(r"against quits: 12 games, (\d at a time, )?", run.out)[1], f"{jobs} at a time, " if jobs > 1 else None)
        self.assertEqual(told[1], told[2])
        self.assertEqual(told[1], told[5])

    def test_games_overlap(self):
        # Each of the two games waits until the other game has begun.
        (self.folder / "begun").mkdir()
        meets = self.script("meets", 'touch begun/$$; while [ $(ls begun | wc -l) -lt 2 ]; do sleep 0.01; done')
        run = self.referee(meets, bot(), "--games", 2, *TWO, *PLAY, code=0)
        self.assertIn("2 at a time", run.out)

    def test_kept_processes_play_the_pairs_of_their_thread(self):
        (self.folder / "begun").mkdir()
        counts = self.script("counts", "touch begun/$$")
        self.assertEqual(self.referee(counts, bot(), "--games", 16, "--reuse", *TWO, *PLAY).code, 0)
        self.assertEqual(len(list((self.folder / "begun").iterdir())), 2)
        self.assert_nothing_left()

    def test_a_signal_ends_all_that_are_played(self):
        waits = self.script("waits", 'ls *.played >/dev/null 2>&1 && touch $$.waits && exec sleep 1000\ntouch $$.played')
        waiting = lambda: len(list(self.folder.glob("*.waits"))) == 2
        path = self.folder / "log"
        process = self.start(f"ann={waits}", bot(), "--games", 100, "--jobs", 2, *PLAY, "--log", path, "--force")
        self.wait_until(waiting)
        process.send_signal(signal.SIGINT)
        out, err = (stream.decode() for stream in process.communicate(timeout=PATIENCE))
        self.assertEqual(process.returncode, 128 + signal.SIGINT, out + err)
        games = [json.loads(line)["result"]["ending"] for line in path.read_text().splitlines()]
        self.assertEqual(games.count("aborted"), 2, games)
        self.assertIn(f"stopped after {len(games) - 2} of 100 games", out)
        self.assertEqual(out.count(": aborted after "), 1, out)
        self.assert_nothing_left()

    def test_a_bot_that_cannot_start_ends_the_series(self):
        # The system refuses an empty interpreter. The referee cannot notice this in advance.
        interpreter, broken = self.folder / "interpreter", self.folder / "broken"
        interpreter.touch()
        broken.write_text(f"#!{interpreter}\n")
        for path in (interpreter, broken):
            path.chmod(0o755)
        run = self.referee(broken, broken, "--games", 1000, *TWO, *PLAY, code=3)
        self.assertIn("stopped after 0 of 1000 games", run.out)

    def test_a_log_that_cannot_be_written_ends_the_series(self):
        run = self.referee(bot(), bot(), "--games", 100000, "--jobs", 2, "--force", "--log", "/dev/full", *PLAY, code=1)
        self.assertIn("stopped after 1 of 100000 games", run.out)
        self.assert_nothing_left()

    @unittest.skipIf(FACTOR > 1, "sanitizers keep freed memory")
    def test_memory_does_not_grow_with_games(self):
        random, path = BIN / "random", self.folder / "log"
        process = self.start(random, random, "--game", "magnetize:height=3,width=3", "--games", 2000, "--jobs", 1, "--reuse", "--quiet", "--log", path, *LONG_LIMITS)
        peaks = []  # in KiB, since 200 games have been played
        while process.poll() is None:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            found = re.search(r"VmHWM:\s+(\d+)", status)
            if found and (peaks or path.exists() and path.read_bytes().count(b"\n") >= 200):
                peaks.append(int(found[1]))
            time.sleep(0.01)
        process.communicate()
        self.assertEqual(process.returncode, 0)
        self.assertLess(peaks[-1] - peaks[0], 2000)  # much less than the logs of all games, which have a few kilobytes each

    def test_progress_tells_speed_and_the_time_that_is_left(self):
        screen = Screen(self.start, f"ann={bot()}", f"bob={bot(pick=1)}", "--games", 20, *TWO, *PLAY)
        self.addCleanup(screen.close)
        self.assertEqual(screen.end(), 0)
        self.assertRegex(screen.raw.decode(), r"\d+ of 20 games: ann [\d.]+, bob [\d.]+; \S+ Elo(?: \[\S+ \S+\])?; \d+ s left; [\d.]+ games/s")

    def test_what_contradicts_it(self):
        for arguments, text in (
                ([bot(), bot(), "--jobs", 2], "--jobs is for several games: give --games N, or omit it"),
                ([bot(), "--games", 2, "--jobs", 2], "a person plays one game at a time: omit --jobs"),
                ([bot(), "human", "--games", 2, "--jobs", 2], "a person plays one game at a time: omit --jobs"),
                ([bot(), bot(), "--games", 2, "--jobs", 2, "--show"], "--show shows one game at a time: omit --jobs"),
                ([bot(), bot(), "--games", 2, "--jobs", os.cpu_count() + 1], "bots that share one lose time to each other; add --force"),
                ([bot(), bot(), "--games", 2, "--force"], "--force goes with --log FILE or --jobs")):
            run = self.referee(*arguments, code=2)
            self.assertIn(text, run.err)
