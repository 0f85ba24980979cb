"""Tests every kind of misbehaviour of a bot without a sandbox, on both sides, with the exact ending and failure record. If
both bots misbehave, the bot whose fault is noticed first loses, and each bot is judged on its own turn."""
import re
import signal
import unittest

from harness import FACTOR, HARMFUL, LONG_US, RefereeTest, bot, validator

# The limit of a move for bots that are to be late. It is not that of their opponents, nor of a first move: on a busy machine, a good bot may
# exceed it.
SHORT_MS = 60 * FACTOR
MARGIN_MS = 240 * FACTOR
SHORT = ["--limits", f"margin={MARGIN_MS}ms", "--limits", f"culprit:move={SHORT_MS}ms"]
# How much later than its deadline a timeout may be noticed. This is long, because on a busy machine the referee may be
# late. So it only catches a referee that ignores the clock.
SLACK_US = 15_000_000 * FACTOR

# Each case names the misdeed, the ending, the expected failure record (None: null), and more arguments. `ends_later`:
# the turn of the misdeed is played, and the bot loses in its next turn. `opponent_thinks`: the opponent thinks between
# these two turns.
CASES = {
    "never answers": dict(do="never_answer", ending="timeout", line=None, limits=SHORT),
    "begins a line": dict(do="half_line", ending="timeout", line="DROP", limits=SHORT),
    "drips bytes": dict(do="drip_bytes", ending="timeout", line_like=r"^x{3,200}$", limits=SHORT),
    "answers late": dict(do=f"late:{SHORT_MS + MARGIN_MS + 10_000}", ending="timeout", limits=SHORT),
    "never reads": dict(do="never_reads", ending="timeout", line=None, limits=SHORT),
    "floods stderr": dict(do="flood_stderr", ending="timeout", line=None, limits=SHORT,
                          stderr_like=r"^\[\d{5,} bytes left out\]\n[e\n]{60000,}$"),
    "ignores every signal": dict(do="ignore_sigterm", ending="timeout", line=None, limits=SHORT),
    "stops itself": dict(do="stop_itself", ending="timeout", line=None, limits=SHORT),
    "closes stdin for good": dict(do="close_stdin_and_answer", ending="timeout", limits=SHORT, ends_later=True),
    "does not read a block larger than its pipe": dict(
        do="shrink_pipe_and_sleep", ending="timeout", limits=SHORT + ["--game", "magnetize:height=64,width=64"],
        ends_later=True),

    "drops into no column": dict(do=r"text:DROP 7\n", ending="invalid_move", line="DROP 7"),
    "drops far away": dict(do=r"text:DROP 99999999999999999999\n", ending="invalid_move",
                           line="DROP 99999999999999999999"),
    "drops into column -1": dict(do=r"text:DROP -1\n", ending="invalid_move", line="DROP -1"),

    "answers an empty line": dict(do=r"text:\n", ending="unreadable_move", line=""),
    "answers an empty line first": dict(do=r"text:\nDROP 0\n", ending="unreadable_move", line=""),
    "answers only spaces": dict(do=r"text:   \n", ending="unreadable_move", line=""),
    "answers in small letters": dict(do=r"text:drop 0\n", ending="unreadable_move", line="drop 0"),
    "answers with two spaces": dict(do=r"text:DROP  0\n", ending="unreadable_move", line="DROP  0"),
    "answers with a leading space": dict(do=r"text: DROP 0\n", ending="unreadable_move", line=" DROP 0"),
    "answers with a tab at the end": dict(do=r"text:DROP 0\t\n", ending="unreadable_move", line=r"DROP 0\t"),
    "answers with a CR in the middle": dict(do=r"text:DROP\r 0\n", ending="unreadable_move", line=r"DROP\r 0"),
    "answers with superfluous zeros": dict(do=r"text:DROP 00\n", ending="unreadable_move", line="DROP 00"),
    "answers with a plus sign": dict(do=r"text:DROP +0\n", ending="unreadable_move", line="DROP +0"),
    "answers more than a move": dict(do=r"text:DROP 0 MAGNET\n", ending="unreadable_move", line="DROP 0 MAGNET"),
    "answers with a NUL": dict(do=r"text:DROP 0\x00\n", ending="unreadable_move", line=r"DROP 0\x00"),
    "answers no UTF-8": dict(do=r"text:\xff\xfe\xc3\n", ending="unreadable_move", line=r"\xff\xfe\xc3"),
    "answers escape sequences": dict(do=r"text:\x1b[2J\x1b]0;owned\x07\n", ending="unreadable_move",
                                     line=r"\x1b[2J\x1b]0;owned\x07"),
    "answers JSON and HTML": dict(do=r'text:"}],</script>\\\n', ending="unreadable_move", line=r'\"}],</script>\\'),
    "answers 1024 bytes of nonsense": dict(do="long_line:1024", ending="unreadable_move",
                                           line="x" * 200 + "... (824 bytes more)"),

    "answers 1025 bytes": dict(do="long_line:1025", ending="line_too_long",
                               line_like=r"^x{200}\.\.\. \(\d+ bytes more\)$"),
    "fills a move up to 1025 bytes": dict(do="padded:1025", ending="line_too_long", line_like=r"^DROP 0 +\.\.\."),
    "writes a line without end": dict(do="endless_line", ending="line_too_long", line_like=r"^x{200}\.\.\."),

    "answers before it reads": dict(do="early", ending="premature", line="MAGNET"),
    "answers when half is read": dict(do="early_half", ending="premature", line="MAGNET"),
    "closes stdin unread": dict(do="close_stdin_unread", ending="premature", line="MAGNET"),
    "answers twice at once": dict(do="two_lines", ending="premature", line_like=r"^MAGNET", ends_later=True),
    "answers twice, once later": dict(do="second_line_later", ending="premature", line_like=r"^MAGNET", ends_later=True,
                                     opponent_thinks=True),
    "floods stdout with answers": dict(do="flood_stdout", ending="premature", line_like=r"^DROP 0", ends_later=True),
    "answers when the block has not fitted its pipe": dict(
        do="shrink_pipe_and_answer", ending="premature", line_like=r"^MAGNET",
        limits=["--game", "magnetize:height=64,width=64"], ends_later=True),

    "exits": dict(do="exit:0", ending="exited", exit_code=0, line=None),
    "exits with a code": dict(do="exit:3", ending="exited", exit_code=3, line=None, stderr=r"out of ideas\n",
                              stderr_like="^out of ideas\n$"),
    "begins a line and exits": dict(do="half_line_and_exit", ending="exited", exit_code=0, line="DROP"),
    "exits after its answer": dict(do="answer_and_exit", ending="exited", exit_code=0, line=None, ends_later=True),
    "leaves a child with its stdout": dict(do="daemon_keeps_stdout", ending="exited", exit_code=0, line=None),
    "answers and leaves a child": dict(do="daemon_and_answer", ending="exited", exit_code=0, line=None,
                                       ends_later=True),

    "crashes": dict(do="segfault", ending="crashed", signal=signal.SIGSEGV, line=None, stderr=r"\x1b[31mouch\xff",
                    stderr_like="^\x1b\\[31mouch\ufffd$"),
    "aborts": dict(do="abort", ending="crashed", signal=signal.SIGABRT, line=None),

    "closes stdout": dict(do="close_stdout_and_live", ending="closed_stdout", line=None),
}

# Cases in which both bots misbehave. Each case holds the turn and the misdeed of each bot, the loser, the ending, and
# the number of plies.
AT_ONCE = ["--move-time", f"{50 * FACTOR}ms", "--limits", f"first={50 * FACTOR}ms", "--quiet"]
TWO_CULPRITS = {
    "the one that is asked first loses first": ((1, "exit:1"), (1, "exit:2"), 0, "exited", 0),
    "a crash while the other thinks is judged on the own turn": ((1, r"text:nonsense\n"), (0, "segfault"), 0, "unreadable_move", 0),
    "a crash before the own turn loses when the other plays": ((2, "exit:1"), (0, "segfault"), 1, "crashed", 1),
    # The first bot is slow, so that the other one has certainly written before its turn comes.
    "output before the own turn loses when the other plays": ((1, "late:500"), (0, r"text:MAGNET\n"), 1, "premature", 1),
    "both go after their first answer": ((1, "answer_and_exit"), (1, "answer_and_exit"), 0, "exited", 2),
    "both never answer": ((1, "never_answer"), (1, "never_answer"), 0, "timeout", 0),
    "both flood stdout": ((2, "flood_stdout"), (1, "flood_stdout"), 1, "premature", 3),
    "an illegal move against a child that keeps stdout": ((3, "daemon_keeps_stdout"), (2, r"text:DROP 9\n"), 1, "invalid_move", 3),
    "a bot that floods its stderr while the other times out": ((1, "never_answer"), (0, "flood_stderr"), 0, "timeout", 0),
}


SENTENCES = {
    "invalid_move": "answered with a move that is not legal here",
    "unreadable_move": "answered with something that is not a move",
    "premature": "wrote something before it had read its whole turn block",
    "timeout": "did not answer in time",
    "line_too_long": "wrote a line of more than 1024 bytes",
    "output_flood": "wrote too much output",
    "exited": "exited instead of answering",
    "crashed": "crashed instead of answering",
    "closed_stdout": "closed its stdout instead of answering",
    "failed_to_start": "could not be started",
    "resource_limit": "used more memory or processes than allowed",
}


class EndingsTest(RefereeTest):
    def check(self, guilty, case):
        # Who is late for its turn after the misdeed may have no short limit for the misdeed itself, so this is in the first turn.
        turn = 1 if case.get("ends_later") and case["ending"] == "timeout" else 2
        culprit = "culprit=" + bot(at=turn, do=case["do"], stderr=case.get("stderr"))
        # The opponent thinks in the turn after the culprit's.
        opponent = bot(at=turn + guilty, do=f"late:{300 * FACTOR}") if case.get("opponent_thinks") else bot()
        players = [opponent, opponent]
        players[guilty] = culprit
        # After a timeout the referee tries out the bot for seconds to give advice. One case with advice is enough, so
        # the other cases are quiet.
        quiet = ["--quiet"] if case["ending"] == "timeout" and case["do"] != "never_answer" else []
        run, log = self.play(*players, *case.get("limits", []), *quiet)
        self.check_result(log, guilty, case, turn)
        self.check_failure(log, guilty, case)
        self.check_report(re.sub(".*A game is void and played again: .*\n", "", run.err), self.replay(run.path).out if quiet else run.out, log)
        self.check_replay(run.path, log)
        self.assert_nothing_left()

    def check_result(self, log, guilty, case, turn):
        self.assertEqual(log["result"]["ending"], case["ending"], log["result"])
        self.assertEqual(log["result"]["winner"], 1 - guilty)
        self.assertTrue(log["result"]["detail"])
        lost_turn = turn + (1 if case.get("ends_later") else 0)
        self.assertEqual(len(log["plies"]), 2 * (lost_turn - 1) + guilty)

    def check_failure(self, log, guilty, case):
        failure = log["failure"]
        self.assertEqual(failure["player"], guilty)
        if "line" in case:
            self.assertEqual(failure["line"], case["line"])
        if "line_like" in case:
            self.assertRegex(failure["line"] or "", case["line_like"])
        self.assertEqual(failure["exit_code"], case.get("exit_code"))
        self.assertEqual(failure["signal"], case.get("signal"))
        self.assertRegex(failure["stderr_tail"], case.get("stderr_like", "^$"))
        self.assertLessEqual(len(failure["stderr_tail"]), 64 * 1024)
        width = log["game"]["config"]["width"]
        self.assertEqual(failure["valid_moves"], [f"DROP {c}" for c in range(width)] + ["MAGNET"])
        limit = SHORT_MS * 1000 if case["ending"] == "timeout" else log["limits"]["move_us"]
        self.assertEqual(failure["limit_us"], limit)
        self.assertLessEqual(failure["elapsed_us"], limit + log["limits"]["margin_us"] + SLACK_US)
        if case["ending"] == "timeout":
            self.assertGreaterEqual(failure["elapsed_us"], limit + log["limits"]["margin_us"])
        for ply in log["plies"]:
            self.assertLessEqual(ply["wall_us"], LONG_US + log["limits"]["margin_us"])

    def check_report(self, err, out, log):
        """Checks that the user sees everything that is in the log, and that the terminal gets only escaped text."""
        self.assertIn(f"forfeits at ply {len(log['plies']) + 1}: it {SENTENCES[log['result']['ending']]}\n", out)
        received = log["failure"]["line"]
        self.assertIn("nothing" if received is None else f'"{received}"', out)
        self.assertNotRegex(out, HARMFUL)
        self.assertEqual(err, "")

    def check_replay(self, path, log):
        self.assertIn("1 of 1 matches replayed", self.replay(path, "--no-boards").out)
        width = log["game"]["config"]["width"]
        end_of_block = f"\n{width + 1}\n" + "".join(f"DROP {c}\n" for c in range(width)) + "MAGNET\n"
        for player in (0, 1):
            sent = self.replay(path, "--stdin-of", player).out
            self.assertTrue(sent.startswith(f"magnetize 1\n{player}\n"), sent)
            self.assertTrue(sent.endswith(end_of_block), sent[-200:])


for name, case in CASES.items():
    for seat in (0, 1):
        test_name = "test_player_{}_that_{}".format(seat, "".join(c if c.isalnum() else "_" for c in name))
        assert not hasattr(EndingsTest, test_name)
        setattr(EndingsTest, test_name, lambda self, seat=seat, case=case: self.check(seat, case))


class TwoCulpritsTest(RefereeTest):
    def test_the_first_fault_that_is_noticed_loses(self):
        for name, (first, second, loser, ending, plies) in TWO_CULPRITS.items():
            with self.subTest(name):
                run, log = self.play(bot(*first), bot(*second), *(AT_ONCE if ending == "timeout" else []))
                result = log["result"]
                self.assertEqual((result["winner"], result["ending"], len(log["plies"])), (1 - loser, ending, plies))
                self.assertEqual(log["failure"]["player"], loser)
                self.replay(run.path, "--no-boards")
                self.assert_nothing_left()

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
    """Tests bots that look executable but that the kernel refuses to execute."""

    def setUp(self):
        super().setUp()
        self.refused = self.program("refused", f"#!{self.program('interpreter', 'no program')}\n")

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


class SchemaTest(unittest.TestCase):
    def test_the_schema_is_one(self):
        validator().check_schema(validator().schema)
