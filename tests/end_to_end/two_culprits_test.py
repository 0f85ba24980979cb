"""Both bots misbehave: the first fault that is noticed loses, and each bot is judged on its own turn."""
from harness import FACTOR, RefereeTest, bot


class TwoCulpritsTest(RefereeTest):
    def check(self, first, second, loser, ending, plies, *arguments):
        run, log = self.play(first, second, *arguments)
        result = log["result"]
        self.assertEqual((result["winner"], result["ending"], len(log["plies"])), (1 - loser, ending, plies))
        self.assertEqual(log["failure"]["player"], loser)
        self.replay(run.path, "--no-boards")
        self.assert_nothing_left()

    def test_who_is_asked_first_loses_first(self):
        self.check(bot(1, "exit:1"), bot(1, "exit:2"), 0, "exited", 0)

    def test_a_crash_while_the_other_thinks_is_judged_on_the_own_turn(self):
        self.check(bot(1, r"text:nonsense\n"), bot(0, "segfault"), 0, "unreadable_move", 0)

    def test_a_crash_before_the_own_turn_loses_when_the_other_plays(self):
        self.check(bot(2, "exit:1"), bot(0, "segfault"), 1, "crashed", 1)

    def test_output_before_the_own_turn_loses_when_the_other_plays(self):
        # The first bot is slow, so that the other one has certainly written before its turn comes.
        self.check(bot(1, "late:500"), bot(0, r"text:MAGNET\n"), 1, "premature", 1)

    def test_both_go_after_their_first_answer(self):
        self.check(bot(1, "answer_and_exit"), bot(1, "answer_and_exit"), 0, "exited", 2)

    def test_both_never_answer(self):
        short = ["--move-time", f"{50 * FACTOR}ms", "--limits", f"first={50 * FACTOR}ms"]
        self.check(bot(1, "never_answer"), bot(1, "never_answer"), 0, "timeout", 0, *short)

    def test_both_flood_stdout(self):
        self.check(bot(2, "flood_stdout"), bot(1, "flood_stdout"), 1, "premature", 3)

    def test_an_illegal_move_against_a_child_that_keeps_stdout(self):
        self.check(bot(3, "daemon_keeps_stdout"), bot(2, r"text:DROP 9\n"), 1, "invalid_move", 3)

    def test_a_bot_that_floods_its_stderr_while_the_other_times_out(self):
        short = ["--move-time", f"{50 * FACTOR}ms", "--limits", f"first={50 * FACTOR}ms"]
        self.check(bot(1, "never_answer"), bot(0, "flood_stderr"), 0, "timeout", 0, *short)

    def test_what_would_be_a_fault_at_the_next_turn_is_none_when_the_game_is_over_before_it(self):
        winner, loser = bot(), bot(pick=1)
        _, honest = self.play(winner, loser)
        self.assertEqual((honest["result"]["winner"], honest["result"]["detail"]), (0, "square"))
        last_turn = sum(ply["player"] == 1 for ply in honest["plies"])
        for deed in ("answer_and_exit", "two_lines", "flood_stdout", "close_stdin_and_answer", "linger"):
            with self.subTest(deed):
                _, log = self.play(winner, bot(last_turn, deed, pick=1))
                self.assertEqual(log["result"], honest["result"])
                self.assertIsNone(log["failure"])
                self.assertEqual(len(log["plies"]), len(honest["plies"]))
        self.assert_nothing_left()


class StartTest(RefereeTest):
    """Bots that look executable, but that the kernel refuses to run."""

    def setUp(self):
        super().setUp()
        interpreter = self.folder / "interpreter"
        interpreter.write_text("no program")
        self.refused = self.folder / "refused"
        self.refused.write_text(f"#!{interpreter}\n")
        for path in (interpreter, self.refused):
            path.chmod(0o755)

    def test_who_can_t_be_started_loses_in_either_seat(self):
        for seat in (0, 1):
            players = [bot(), bot()]
            players[seat] = str(self.refused)
            run, log = self.play(*players)
            self.assertEqual((log["result"]["winner"], log["result"]["ending"]), (1 - seat, "failed_to_start"))
            self.assertEqual((log["failure"]["player"], log["plies"]), (seat, []))
            self.assertIn("Exec format error", run.out)
            self.replay(run.path)
            self.assert_nothing_left()

    def test_if_neither_can_be_started_nobody_loses(self):
        run, log = self.play(self.refused, self.refused, code=3)
        self.assertEqual((log["result"]["winner"], log["result"]["ending"]), (None, "aborted"))
        self.assertEqual(log["result"]["detail"].count("Exec format error"), 2)
        self.replay(run.path)
