"""Tests that unusual behaviour that is allowed is not punished: it changes neither the moves nor the result."""
import json
import random
import signal
import time

from harness import FACTOR, GAME, LONG, PATIENCE, SOAK, RefereeTest, bot, read_logs

LAST = 21  # the last turn of each side in a full game
# Behaviour, turn, more arguments.
UNUSUAL = [
    ("crlf", 2), ("trailing_spaces", 2), ("padded:1024", 2), ("byte_by_byte", 2), ("late:60", 2), ("busy:60", 2),
    ("much_stderr_then_answer", 2), ("much_stderr_then_answer", 1), ("close_stderr_and_answer", 2),
    ("child_outlives", 2), ("linger", LAST), ("answer_and_exit", LAST), ("daemon_and_answer", LAST),
    ("two_lines", LAST), ("second_line_later", LAST), ("flood_stdout", LAST), ("close_stdin_and_answer", LAST),
]


class UnusualTest(RefereeTest):
    @classmethod
    def setUpClass(cls):
        cls.honest = None

    def honest_log(self):
        if UnusualTest.honest is None:
            UnusualTest.honest = self.play(bot(), bot())[1]
        return UnusualTest.honest

    def check(self, seat, deed, turn):
        players = [bot(), bot()]
        players[seat] = bot(turn, deed)
        run, log = self.play(*players)
        self.assertEqual(log["result"], {"winner": None, "ending": "by_rules", "detail": "board full"}, run)
        self.assertIsNone(log["failure"])
        for ply, honest in zip(log["plies"], self.honest_log()["plies"], strict=True):
            for key in ("player", "move", "lost", "frame"):
                self.assertEqual(ply[key], honest[key])
        self.replay(run.path, "--no-boards")
        self.assert_nothing_left()
        return log

    def test_a_block_that_does_not_fit_the_pipe_is_written_as_the_bot_reads(self):
        for players in ((bot(1, "shrink_pipe"), bot()), (bot(), bot(1, "shrink_pipe"))):
            _, log = self.play(*players, "--game", "magnetize:height=64,width=64,max_plies=40")
            self.assertEqual((log["result"]["detail"], len(log["plies"])), ("ply limit", 40))

    def test_wall_time_is_the_time_slept_and_cpu_time_is_not(self):
        for seat in (0, 1):
            ply = self.check(seat, "late:100", 3)["plies"][4 + seat]
            self.assertGreaterEqual(ply["wall_us"], 100_000)
            self.assertLess(ply["cpu_us"], 50_000)

    def test_cpu_time_is_the_time_worked(self):
        for seat in (0, 1):
            plies = self.check(seat, "busy:100", 3)["plies"]
            busy = plies[4 + seat]
            self.assertGreaterEqual(busy["cpu_us"], 90_000)
            self.assertGreaterEqual(busy["wall_us"], 90_000)
            self.assertLess(max(ply["cpu_us"] or 0 for ply in plies if ply is not busy), 90_000)

    def test_a_referee_that_was_late_itself_blames_nobody(self):
        """The whole referee is stopped while the bot answers in time. Ctrl-Z or a stalling machine has the same
        effect."""
        limit = 2500 * FACTOR
        path = self.folder / "log"
        for _ in range(5):  # repeats until the stop happens during the bot's turn
            process = self.start(bot(2, f"late:{300 * FACTOR}"), f"other={bot()}", "--show", "--log", path, "--force", "--game", GAME,
                                 "--move-time", f"{limit}ms", "--limits", f"first={LONG},margin=0ms", "--limits", f"other:move={LONG}")
            while not process.stdout.readline().startswith(b"2. "):
                pass
            time.sleep(0.05 * FACTOR)
            process.send_signal(signal.SIGSTOP)
            time.sleep(2.8 * FACTOR)
            process.send_signal(signal.SIGCONT)
            process.communicate(timeout=PATIENCE)
            log = json.loads(path.read_text())
            self.assertEqual(log["result"]["detail"], "board full", log["failure"])
            if log["plies"][2]["wall_us"] > limit * 1000:
                return
        self.fail("the stop never met the turn: nothing is proved")

    def test_a_referee_that_is_stopped_at_any_moment_of_quick_games_blames_nobody(self):
        """The referee is at work for much of the time of such games, and not only asleep until an answer comes. The limits are
        shorter than the stops."""
        for limits in (["--move-time", f"{100 * FACTOR}ms", "--limits", "margin=0ms"], ["--limits", f"clock={150 * FACTOR}ms+{5 * FACTOR}ms"]):
            with self.subTest(limits):
                process = self.start(bot(), bot(pick=1), "--game", GAME, "--games", 1_000_000, "--jobs", 1, *limits, "--log", "log.jsonl", "--force")
                time.sleep(0.3 * FACTOR)
                for _ in range(100 if SOAK else 16):
                    time.sleep(random.uniform(0.005, 0.03))
                    process.send_signal(signal.SIGSTOP)
                    time.sleep(0.2 * FACTOR)
                    process.send_signal(signal.SIGCONT)
                time.sleep(0.1)
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=PATIENCE)
                logs = read_logs(self.folder / "log.jsonl")
                self.assertGreater(len(logs), 2)
                self.assertEqual({log["result"]["detail"] for log in logs if log["result"]["ending"] not in ("by_rules", "aborted")}, set())

    def test_the_first_answer_has_a_limit_of_its_own(self):
        limits = ["--move-time", f"{1500 * FACTOR}ms", "--limits", f"margin={150 * FACTOR}ms,first={LONG}"]
        thinker = bot(1, f"late:{2000 * FACTOR}")
        run, log = self.play(thinker, thinker, *limits)
        self.assertEqual(log["result"]["ending"], "by_rules", run)


for deed, turn in UNUSUAL:
    for seat in (0, 1):
        name = f"test_player_{seat}_does_{deed.replace(':', '_')}_at_turn_{turn}"
        assert not hasattr(UnusualTest, name)
        setattr(UnusualTest, name, lambda self, seat=seat, deed=deed, turn=turn: self.check(seat, deed, turn))
