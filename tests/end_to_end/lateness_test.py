"""Tests that a referee that is itself delayed does not blame a bot for it, and that no bot can use this to avoid a
loss forever."""
import contextlib
import json
import signal
import threading
import time

from harness import FACTOR, LONG, PATIENCE, RefereeTest, bot

MOST_VOID_GAMES = 3


class LatenessTest(RefereeTest):
    def hold_up(self, process, since, is_over, stopped, running):
        """Alternately stops and continues the process until the match is over. On a busy machine it may run for longer: `self.ran` is the longest time."""
        self.ran = 0

        def send(number):
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(number)

        def run():
            nonlocal since
            while process.poll() is None and not is_over.is_set():
                send(signal.SIGSTOP)
                self.ran = max(self.ran, time.monotonic() - since)
                time.sleep(stopped)
                since = time.monotonic()
                send(signal.SIGCONT)
                time.sleep(running)
            self.ran = max(self.ran, time.monotonic() - since)
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    def play_held_up(self, second, limit):
        """Plays a game in which the second bot has this limit, in seconds."""
        since = time.monotonic()
        process = self.start(f"first={bot()}", second, "--json", "--log", "log", "--limits", f"margin=20ms,first={limit:.1f}s", "--move-time", f"{limit:.1f}s",
                             "--limits", f"first:move={LONG},first={LONG}")
        is_over, err = threading.Event(), ""
        thread = self.hold_up(process, since, is_over, stopped=1.5 * limit, running=0.3 * limit)
        for line in process.stderr:
            err += line.decode()
            if "forfeits" in err:
                is_over.set()
        out = process.stdout.read()
        process.wait(PATIENCE)
        thread.join()
        self.assertEqual(process.returncode, 0, err)
        log = json.loads((self.folder / "log").read_text())
        self.check_log(log)
        return json.loads(out), log, err

    def test_a_silent_bot_gets_the_time_back_and_in_the_end_it_has_lost(self):
        result, log, err = self.play_held_up(bot(1, "never_answer"), limit := 0.2 * FACTOR)
        self.assertIn(result["void_games"], range(MOST_VOID_GAMES + 1))
        if self.ran < limit:
            self.assertGreater(log["failure"]["elapsed_us"], 1_500_000 * limit)
        self.assertEqual(err.count("is void and played again: the referee itself was"), result["void_games"])
        self.assertEqual((log["result"]["ending"], log["failure"]["player"]), ("timeout", 1))
        self.assertEqual(result["games"], 1)
        self.assert_nothing_left()

    def test_an_answer_that_came_in_time_counts_however_late_it_is_read(self):
        result, log, _ = self.play_held_up(bot(1, "exit:0"), 2.0 * FACTOR)
        self.assertEqual(result["void_games"], 0)
        self.assertEqual((log["result"]["ending"], log["failure"]["player"]), ("exited", 1))
        self.assertEqual(len(log["plies"]), 1)
