#!/usr/bin/python3
"""Tests `--watch`, which shows a match while it is played, on a real pseudo-terminal."""
import json
import pathlib
import re
import signal
import time

from harness import FACTOR, GAME, LONG_LIMITS, SCRIPTED_BOT, bot
from screen import OWN_GAMES, RANDOM_PY, WatchTest


class LiveTest(WatchTest):
    def live(self, *arguments, **options):
        return self.open(*arguments, "--watch", "--game", GAME, *LONG_LIMITS, **options)

    def test_a_quick_match_can_be_watched_and_stays(self):
        path = self.folder / "log"
        screen = self.live(bot(), bot(), "--log", path)
        self.wait_until(path.exists)  # the match is over long before the viewer has shown it
        shown = time.monotonic()
        screen.wait("playing, 1 ply/s")
        first = int(screen.lines()[-1].split()[0])
        screen.wait(lambda: int(screen.lines()[-1].split()[0]) >= first + 2)
        self.assertGreater(time.monotonic() - shown, 1)
        screen.press(*"+++++")
        screen.wait("the end")
        log = json.loads(path.read_text())  # the log is written before the user leaves the viewer
        self.check_log(log)
        self.assertEqual(len(log["plies"]), 42)
        self.assert_shows(screen, path, 42)
        screen.press("home", "right")
        self.assert_shows(screen, path, 1)
        screen.press("q")
        self.assertEqual(screen.end(), 0)
        self.assertTrue(screen.is_as_before())
        self.assertIn("draw: board full, after 42 plies", screen.text())
        self.assert_nothing_left()

    def test_an_opening_is_not_shown_ply_by_ply(self):
        screen = self.open(RANDOM_PY, RANDOM_PY, "--watch", "--game", "othello", "--openings", "40", *LONG_LIMITS)
        screen.wait(lambda: re.match("4[0-9] of ", screen.lines()[-1]))  # a ply a second would take too long
        screen.press("\x03")
        screen.end()

    def test_games_of_ones_own_show_their_boards(self):
        for game in OWN_GAMES:
            with self.subTest(game):
                path = self.folder / "log"
                screen = self.open(RANDOM_PY, RANDOM_PY, "--watch", "--game", game, "--log", path, "--force", *LONG_LIMITS)
                screen.skip_to("the end")
                plies = len(json.loads(path.read_text())["plies"])
                for key, ply in (("end", plies), ("left", plies - 1), ("home", 0), ("right", 1)):
                    screen.press(key)
                    self.assertGreaterEqual(len(self.assert_shows(screen, path, ply)), 1)
                screen.press("q")
                screen.end()

    def test_a_board_of_ones_own_game_is_there_while_bots_think(self):
        screen = self.open(RANDOM_PY, "sleep 1000", "--watch", "--game", OWN_GAMES[0], *LONG_LIMITS)
        screen.wait("1 of 1  live")
        screen.wait(lambda: screen.lines()[1].split("│")[0].rstrip() == " 1 b b b b b b b b")
        screen.press("\x03")
        self.assertEqual(screen.end(), 130)

    def slow_bot(self, seconds):
        """Returns a scripted bot that delays every turn."""
        program = self.folder / "slow.py"
        program.write_text(f"""import subprocess, time
bot = subprocess.Popen([{SCRIPTED_BOT!r}], stdout=subprocess.PIPE, text=True)
for line in bot.stdout:
    time.sleep({seconds})
    print(line, end="", flush=True)
""")
        return str(program)

    def test_one_steps_back_while_bots_think_and_goes_live_again(self):
        screen = self.live(self.slow_bot(1), bot())
        screen.wait("live")
        screen.press(*"+++++")
        screen.wait(lambda: int(screen.lines()[-1].split()[0]) >= 3)
        screen.press("left")
        screen.wait("paused, 32 plies/s, End goes live")
        held = screen.lines()[-1].split()[0]
        before = int(screen.lines()[-1].split()[2])
        screen.wait(lambda: int(screen.lines()[-1].split()[2]) > before + 1)  # the match continues in the meantime
        self.assertEqual(screen.lines()[-1].split()[0], held)
        screen.press("end")
        screen.gone("End goes live")
        screen.wait("live")
        screen.press("\x03")
        self.assertEqual(screen.end(), 130)

    def test_the_clock_of_a_bot_that_thinks_is_shown(self):
        screen = self.live(bot(2, "never_answer"), bot())
        screen.wait(lambda: re.search(r"> scripted.*\(\*\)", screen.text()))
        screen.wait(lambda: re.search(r"(?<![\d.])[1-9][\d.]* s of ", screen.text()))  # a second or more
        screen.press("\x03")
        self.assertEqual(screen.end(), 130)

    def test_signals_end_the_match_as_aborted(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                path = self.folder / number.name
                screen = self.live(bot(), bot(3, "never_answer"), "--log", path)
                screen.skip_to("5 of 5  live")
                begin = time.monotonic()
                screen.press("\x03") if number == signal.SIGINT else screen.process.send_signal(number)
                self.assertEqual(screen.end(), 128 + number)
                self.assertLess(time.monotonic() - begin, 10 * FACTOR)
                self.assertTrue(screen.is_as_before())
                log = json.loads(path.read_text())
                self.check_log(log)
                self.assertEqual((log["result"]["ending"], len(log["plies"])), ("aborted", 5))
                self.assertIn("aborted after 5 plies", " ".join(screen.text().split()))
                self.assert_nothing_left()

    def test_who_leaves_does_not_end_the_match(self):
        path = self.folder / "log"
        screen = self.live(self.slow_bot(0.3), bot(), "--log", path)
        screen.wait("live")
        screen.press("q")
        self.assertEqual(screen.end(), 0)
        self.assertIn("The match continues", screen.text())
        self.assertEqual(len(json.loads(path.read_text())["plies"]), 42)

    def test_a_killed_viewer_leaves_no_bots(self):
        for _ in range(5):
            screen = self.live(bot(1, "ignore_sigterm"), bot(2, "never_answer"))
            screen.wait("live")
            self.wait_until(lambda: len(self.leftovers()) == 3)
            screen.process.kill()
            screen.process.wait()
            self.assert_nothing_left()

    def test_forfeits_and_bots_that_can_t_be_started(self):
        screen = self.live(bot(), bot(3, "text:DROP 99\\n", stderr="why not"))
        screen.skip_to("the end")
        screen.press("e")
        screen.wait("received")
        screen.press("q", "q")
        self.assertEqual(screen.end(), 0)
        self.program("broken", pathlib.Path(SCRIPTED_BOT).read_bytes()[:64])
        screen = self.live("./broken", bot())
        screen.wait("could not be started")
        screen.press("q")
        self.assertEqual(screen.end(), 0)
        self.assertTrue(screen.is_as_before())
        self.assert_nothing_left()

    def test_a_resize_and_keys_in_a_fast_match(self):
        path = self.folder / "log"
        screen = self.open(bot(), bot(), "--watch", "--log", path, *LONG_LIMITS, "--game",
                           "magnetize:height=64,width=64,max_plies=4000")
        for size in ((12, 40), (60, 200), (5, 24), (2, 2), (24, 80)) * 5:
            screen.resize(*size)
            screen.read(0.02)
            screen.press("left", "end", "j", "l", "\t", "\t")
        screen.skip_to("the end")
        screen.press("q")
        self.assertEqual(screen.end(), 0)
        self.check_log(json.loads(path.read_text()))

    def test_a_log_that_can_t_be_written_is_told_after_the_result(self):
        screen = self.live(bot(), bot(), "--log", "/dev/full", "--quiet")
        screen.skip_to("the end")
        screen.press("q")
        self.assertEqual(screen.end(), 1)
        self.assertRegex(screen.text().replace("\n", ""), "draw: board full.*'/dev/full' can't be written")
        self.assertTrue(screen.is_as_before())

    def test_what_does_not_go_with_it_is_refused(self):
        for more, said in ((["--json"], "--json"), (["--log", "-"], "--log"), (["--show"], "--show"), (["--games", "2"], "--games"),
                           (["--stderr"], "2> FILE")):
            screen = self.open(bot(), bot(), "--watch", *more)
            self.assertEqual(screen.end(), 2)
            self.assertIn(said, screen.text())
        screen = self.open(bot(), "--watch")
        self.assertEqual(screen.end(), 2)
        self.assertIn("a person", screen.text())
