"""Tests that no bot thinks without being charged, however many threads it has and whatever stops them. It is charged for
the CPU time that its threads use outside its turns."""
import json
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "end_to_end")]
from free_thinking import WAYS_TO_STOP, turn_of_busy_bot  # noqa: E402
from harness import LONG_LIMITS, RefereeTest, bot, main  # noqa: E402

BUSY_BOT = pathlib.Path(os.environ["REFEREE_HOSTILE"]) / "busy_bot"
KERNEL_WORK = pathlib.Path(os.environ["REFEREE_HOSTILE"]) / "by_rules" / "kernel_work"
GAME = "magnetize:height=6,width=7,square=2,maglock=2"
THREADS = 16
# Bookkeeping may cost a little over a millisecond on a busy machine. Uncharged thinking costs 80 ms and more.
MAX_UNCHARGED_MS = 5


class FreeThinkingTest(RefereeTest):
    def play(self, way, threads, *options):
        words, sandbox = WAYS_TO_STOP[way]
        if sandbox == "on":
            self.need_sandbox()
        run = self.referee(" ".join([str(BUSY_BOT), str(threads), *words]), bot(), "--game", GAME, "--sandbox", sandbox, "--log", "log",
                           "--force", *options)
        self.assertEqual(run.code, 0, str(run))
        log = json.loads((self.folder / "log").read_text())
        self.check_log(log)
        return log

    def test_what_its_threads_use_beside_its_turns_is_charged(self):
        for way in WAYS_TO_STOP:
            with self.subTest(way):
                log = self.play(way, THREADS, *LONG_LIMITS)
                self.assertEqual(log["result"]["ending"], "by_rules")
                _, charged, used = turn_of_busy_bot(log)
                self.assertLess(used - charged, MAX_UNCHARGED_MS)

    def test_a_bot_that_takes_more_than_its_limit_after_its_answer_has_lost(self):
        self.need_sandbox()
        run = self.referee(str(KERNEL_WORK), f"other={bot()}", "--game", GAME, "--sandbox", "on", "--log", "log", "--move-time", "20ms",
                           "--limits", "margin=1ms,first=60s", "--limits", "other:move=60s")
        self.assertEqual(run.code, 0, str(run))
        log = json.loads((self.folder / "log").read_text())
        self.check_log(log)
        self.assertEqual((log["result"]["ending"], log["failure"]["player"]), ("timeout", 0), log["result"])
        self.assertGreater(log["failure"]["elapsed_us"], 21_000)

    def test_its_clock_pays_for_it(self):
        log = self.play("the warden", THREADS, "--limits", "clock=60s")
        self.assertEqual(log["result"]["ending"], "by_rules")
        _, charged, used = turn_of_busy_bot(log)
        self.assertLess(used - charged, MAX_UNCHARGED_MS)


if __name__ == "__main__":
    main()
