"""Every kind of misbehaviour of a bot without a sandbox, in both seats, with the exact ending and failure record."""
import signal
import unittest

from harness import FACTOR, HARMFUL, LONG_US, VALIDATOR, RefereeTest, bot, jsonschema

# The limit of a move for bots that are to be late, and a margin that no good bot exceeds, even on a busy machine.
SHORT_MS = 60 * FACTOR
MARGIN_MS = 240 * FACTOR
SHORT = ["--move-time", f"{SHORT_MS}ms", "--limits", f"first={20 * FACTOR}s,margin={MARGIN_MS}ms"]
# Generous for a busy machine: this only catches a referee that ignores the clock.
SLACK_US = 15_000_000 * FACTOR

# The misdeed; the ending; the expected failure record (None: null); more arguments. `ends_later`: the turn of the
# misdeed is played, and the next turn is lost. `opponent_thinks`: between these two turns.
CASES = {
    "never answers": dict(do="never_answer", ending="timeout", line=None, limits=SHORT),
    "begins a line": dict(do="half_line", ending="timeout", line="DROP", limits=SHORT),
    "drips bytes": dict(do="drip_bytes", ending="timeout", line_like=r"^x{3,200}$", limits=SHORT),
    "answers late": dict(do=f"late:{SHORT_MS + MARGIN_MS + 200}", ending="timeout", limits=SHORT),
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


class EndingsTest(RefereeTest):
    def check(self, guilty, case, turn=2):
        culprit = bot(at=turn, do=case["do"], stderr=case.get("stderr"))
        # In the turn after the culprit's.
        opponent = bot(at=turn + guilty, do=f"late:{300 * FACTOR}") if case.get("opponent_thinks") else bot()
        players = [opponent, opponent]
        players[guilty] = culprit
        # After a timeout the referee tries the bot for seconds to give advice: one kind of them is enough. A replay says the rest.
        quiet = ["--quiet"] if case["ending"] == "timeout" and case["do"] != "never_answer" else []
        run, log = self.play(*players, *case.get("limits", []), *quiet)
        self.check_result(log, guilty, case, turn)
        self.check_failure(log, guilty, case)
        self.check_report(run.err, self.replay(run.path).out if quiet else run.out, log)
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
        """The user is told everything that is in the log, and the terminal gets only escaped text."""
        self.assertIn(f"forfeits at ply {len(log['plies']) + 1}: ", out)
        self.assertIn(log["result"]["ending"] + ": ", out)
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


class SchemaTest(unittest.TestCase):
    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(VALIDATOR.schema)
