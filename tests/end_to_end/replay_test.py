"""Tests `referee replay`. It shows valid logs, refuses logs that contradict the rules, and prints the exact bytes that the
referee sent to a bot."""
import copy
import json
import re
import shlex
import subprocess

from harness import BIN, GAME, HARMFUL, LONG_LIMITS, RefereeTest, bot, read_logs

SMALL = "magnetize:height=4,width=5,square=2,maglock=2"
# Two bots that use magnets, so that turns are lost.
MAGNETIC = (bot(), bot(pick=99))


class ShowTest(RefereeTest):
    def setUp(self):
        super().setUp()
        run, self.log = self.play(*(f"{name}={program}" for name, program in zip(("ann", "bob"), MAGNETIC)), "--game", SMALL)
        self.path = run.path

    def boards(self, text):
        """Returns the boards in a text, as lists of rows."""
        rows = re.findall(r"^\d ([.*o]{5})$", text, re.M)
        return [rows[i:i + 4] for i in range(0, len(rows), 4)]

    def test_it_shows_every_position_and_the_result(self):
        out = self.replay(self.path).out
        frames = [self.log["initial"]] + [ply["frame"] for ply in self.log["plies"]]
        self.assertEqual(self.boards(out), [frame["board"] for frame in frames])
        for number, ply in enumerate(self.log["plies"], 1):
            self.assertRegex(out, rf"(?m)^{number}\. {('ann', 'bob')[ply['player']]} \([*o]\) {ply['move']}")
        self.assertRegex(out, r"\A" + SMALL + r",max_plies=80  seed \d+\nann \(\*\) against bob \(o\), ")
        self.assertIn("1 of 1 matches replayed, all as logged\n", out)
        self.assertTrue(any(ply["lost"] for ply in self.log["plies"]), "this match should have lost turns")
        self.assertRegex(out, ", then lost: [*o](, [*o])*\n")

    def test_at_shows_one_position(self):
        for at in (0, 1, len(self.log["plies"])):
            frames = [self.log["initial"]] + [ply["frame"] for ply in self.log["plies"]]
            self.assertEqual(self.boards(self.replay(self.path, "--at", at).out), [frames[at]["board"]])

    def test_no_boards_shows_the_result_only(self):
        self.assertEqual(self.replay(self.path, "--no-boards").out, "1 of 1 matches replayed, all as logged\n")

    def test_a_log_comes_through_a_pipe_as_well(self):
        for stdin in ("/dev/stdin", "-"):
            run = self.referee("replay", stdin, "--no-boards", stdin=self.path.read_text())
            self.assertEqual((run.code, run.out), (0, "1 of 1 matches replayed, all as logged\n"), run)

    def test_other_json_layouts_of_a_log_are_read_too(self):
        for indent in (None, 1):
            self.path.write_text(json.dumps(self.log, indent=indent))
            self.replay(self.path, "--no-boards")

    def test_a_forfeit_is_explained_again(self):
        played, log = self.play(bot(), bot(3, r"text:DROP 9\n", stderr=r"I think of nine\n"))
        out = self.replay(played.path).out
        start = out.index("sb") if "sb" in out else 0
        explanation = played.out[played.out.index("forfeits at ply 6"):].split("  advice ")[0]
        self.assertIn(explanation, out[start:])
        self.assertIn("I think of nine", out)

    def test_without_its_position_after_the_last_ply_an_aborted_match_is_fine(self):
        log = copy.deepcopy(self.log)
        log["plies"] = log["plies"][:3]
        log["result"] = {"winner": None, "ending": "aborted", "detail": "cut"}
        self.path.write_text(json.dumps(log))
        self.assertIn("aborted after 3 plies, cut", self.replay(self.path).out)


class SeriesTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "series"
        self.referee(*MAGNETIC, "--games", 6, "--log", self.path, "--game", SMALL, *LONG_LIMITS, code=0)
        self.logs = read_logs(self.path)

    def test_a_series_is_checked_as_a_whole(self):
        self.assertEqual(len(self.logs), 6)
        for log in self.logs:
            self.check_log(log)
        self.assertEqual(self.replay(self.path, "--no-boards").out, "6 of 6 matches replayed, all as logged\n")

    def test_sides_alternate(self):
        names = [[player["name"] for player in log["players"]] for log in self.logs]
        self.assertEqual(names, [names[0], names[0][::-1]] * 3)

    def test_both_games_of_a_pair_have_the_same_seed_and_no_two_pairs_have(self):
        seeds = [log["game"]["seed"] for log in self.logs]
        self.assertEqual(seeds[0::2], seeds[1::2])
        self.assertEqual(len(set(seeds)), 3)

    def test_no_two_matches_have_the_same_id(self):
        self.assertEqual(len({log["id"] for log in self.logs}), 6)

    def test_one_match_is_chosen(self):
        out = self.replay(self.path, "--match", 2).out
        self.assertIn("1 of 1 matches replayed", out)
        self.assertIn(f"{self.logs[1]['players'][0]['name']} (*) against", out)
        sent = self.replay(self.path, "--match", 2, "--stdin-of", 1).out
        self.assertTrue(sent.startswith("magnetize 1\n1\n4 5 2 2\n"), sent)

    def test_one_match_of_a_series_goes_on(self):
        series = self.path.read_text()
        for source, stdin in ((self.path, None), ("-", series)):
            for number in (2, 6):
                with self.subTest(source=source, number=number):
                    log = self.folder / f"{number}.json"
                    self.referee(bot(), bot(), "--resume", source, "--match", number, "--at", 3, "--log", log, "--force",
                                 *LONG_LIMITS, stdin=stdin, code=0, err="")
                    again = json.loads(log.read_text())
                    self.assertEqual([ply["move"] for ply in again["plies"][:3]],
                                     [ply["move"] for ply in self.logs[number - 1]["plies"][:3]])
                    self.assertEqual((again["opening"], again["game"]["seed"]), (3, self.logs[number - 1]["game"]["seed"]))
        missing = self.referee(bot(), bot(), "--resume", self.path, "--match", 7)
        self.assertEqual((missing.code, missing.err), (2, f"referee: --match 7: log '{self.path}' holds 6 matches\n"))
        unclear = self.referee(bot(), bot(), "--resume", self.path)
        self.assertEqual((unclear.code, unclear.err),
                         (2, f"referee: log '{self.path}' holds several matches: choose one with --match\n"))

    def test_blank_lines_between_matches_do_no_harm(self):
        self.path.write_text("\n" + self.path.read_text().replace("\n", "\n\n"))
        self.assertIn("6 of 6", self.replay(self.path, "--no-boards").out)

    def test_a_match_that_differs_is_named_and_the_others_are_still_checked(self):
        self.logs[3]["plies"][1]["frame"]["locks"] = [1, 1]
        self.logs[4]["result"]["winner"] = None
        self.path.write_text("".join(json.dumps(log) + "\n" for log in self.logs))
        run = self.replay(self.path, "--no-boards", code=1)
        self.assertRegex(run.err, rf"(?m)^referee: {self.path}:4: ply 2: the frame differs$")
        self.assertRegex(run.err, rf"(?m)^referee: {self.path}:5: after ply \d+: the winner differs$")
        self.assertEqual(len(run.err.splitlines()), 2)
        self.assertIn("4 of 6 matches", run.out)


class TamperedTest(RefereeTest):
    def setUp(self):
        super().setUp()
        run, self.log = self.play(*MAGNETIC, "--game", SMALL)
        self.path = run.path
        self.with_loss = next(i for i, ply in enumerate(self.log["plies"]) if ply["lost"])

    def check(self, change, message, log=None):
        log = copy.deepcopy(log or self.log)
        change(log)
        self.path.write_text(json.dumps(log))
        run = self.replay(self.path, "--no-boards", code=1)
        self.assertRegex(run.err, r"\Areferee: [^\n]+\n\Z")
        self.assertIn(message, run.err)
        self.assertIn("0 of 1 matches", run.out)

    def test_the_first_ply_that_differs_is_named(self):
        last = len(self.log["plies"])
        number = self.with_loss + 1
        changes = [
            (lambda log: log["initial"]["board"].__setitem__(0, "*...."), "ply 0: the frame differs"),
            (lambda log: log["plies"][0].update(move="DROP 9"), "ply 1: the move 'DROP 9' is not legal"),
            (lambda log: log["plies"][0].update(move="DROP 1"), "ply 1: the frame differs"),
            (lambda log: log["plies"][2]["frame"]["bits"].__setitem__(0, 77), "ply 3: the frame differs"),
            (lambda log: log["plies"][1].update(player=0), "ply 2: the log says that player 0 moved"),
            (lambda log: log["plies"][self.with_loss].update(lost=[]), f"ply {number}: the lost turns differ"),
            (lambda log: log["plies"][-1]["frame"]["locks"].__setitem__(0, 9), f"ply {last}: the frame differs"),
            (lambda log: log["plies"].pop(), f"after ply {last - 1}: the log says 'by_rules', but the game goes on"),
            (lambda log: log["plies"].append(log["plies"][-1]), f"ply {last + 1}: the game was over before it"),
            (lambda log: log["result"].update(winner=None), f"after ply {last}: the winner differs"),
            (lambda log: log["result"].update(detail="by magic"), f"after ply {last}: "),
            (lambda log: log["result"].update(ending="aborted", winner=None), f"after ply {last}: by the rules"),
            (lambda log: log["game"]["config"].update(maglock=3), "the frame differs"),
        ]
        for change, message in changes:
            with self.subTest(message):
                self.check(change, message)

    def test_what_the_schema_forbids_is_damage(self):
        changes = [
            (lambda log: log["plies"][0].update(move="drop 0"), 'plies[0].move is "drop 0", which is wrong'),
            (lambda log: log["plies"][0].update(move=""), "plies[0].move is empty"),
            (lambda log: log["plies"][2]["frame"].update(more=1), 'plies[2].frame has the unknown key "more"'),
            (lambda log: log["game"]["config"].pop("max_plies"), 'game.config has no "max_plies"'),
            (lambda log: log["players"][1].update(isolation="prayer"), 'players[1].isolation is "prayer", not one of'),
            (lambda log: log["limits"].update(kept_by="nobody"), 'limits.kept_by is "nobody", not one of'),
            (lambda log: log.update(started_at="yesterday"), 'started_at is "yesterday", which is wrong'),
            (lambda log: log.update(comment="x"), 'the log has the unknown key "comment"'),
        ]
        for change, message in changes:
            with self.subTest(message):
                log = copy.deepcopy(self.log)
                change(log)
                self.path.write_text(json.dumps(log))
                run = self.replay(self.path, code=2)
                self.assertRegex(run.err, r"\Areferee: log '[^\n]+' is damaged: [^\n]+\n\Z")
                self.assertIn(message, run.err)

    def test_the_wrong_side_is_not_to_be_blamed(self):
        _, log = self.play(bot(), bot(2, "exit:1"))

        def blame_the_other(log):
            log["failure"]["player"] = 0
            log["result"]["winner"] = 1
        self.check(blame_the_other, "after ply 3: the log blames the side that was not to move", log)

    def test_a_stranger_s_text_does_not_reach_the_terminal_raw(self):
        def hostile(log):
            log["plies"][0]["move"] = "\x1b[2J\nreferee: fine"
        log = copy.deepcopy(self.log)
        hostile(log)
        self.path.write_text(json.dumps(log))
        run = self.replay(self.path, code=2)
        self.assertNotRegex(run.out + run.err, HARMFUL)
        self.assertRegex(run.err, r"\Areferee: [^\n]+\n\Z")

    def test_a_forfeit_that_contradicts_itself_is_refused(self):
        """Tests that replay refuses every log that the schema forbids."""
        _, log = self.play(bot(), bot(2, "exit:1"))
        changes = {
            "the guilty wins": lambda log: log["result"].update(winner=1),
            "nobody wins": lambda log: log["result"].update(winner=None),
            "no failure": lambda log: log.update(failure=None),
            "aborted, with a winner and a failure": lambda log: log["result"].update(ending="aborted"),
            "aborted, with a failure": lambda log: log["result"].update(ending="aborted", winner=None),
        }
        for name, change in changes.items():
            with self.subTest(name):
                tampered = copy.deepcopy(log)
                change(tampered)
                self.path.write_text(json.dumps(tampered))
                self.assertIn(self.referee("replay", self.path, "--no-boards").code, (1, 2))


class StdinOfTest(RefereeTest):
    def answers(self, command, given):
        """Returns the lines that a program answers to this input."""
        run = subprocess.run(command, input=given, capture_output=True, text=True, env=self.environment(), check=False)
        return run.stdout.splitlines()

    def test_a_bot_gives_the_same_answers_again(self):
        players = (bot(pick=2), bot(pick=1))
        run, log = self.play(*players)
        for player in (0, 1):
            moves = [ply["move"] for ply in log["plies"] if ply["player"] == player]
            sent = self.replay(run.path, "--stdin-of", player).out
            self.assertEqual(self.answers(shlex.split(players[player]), sent), moves)

    def test_until_ends_with_the_block_that_this_ply_answered(self):
        run, log = self.play(bot(pick=2), bot(pick=1))
        for until in range(1, len(log["plies"]) + 1):
            ply = log["plies"][until - 1]
            sent = self.replay(run.path, "--stdin-of", ply["player"], "--until", until).out
            self.assertEqual(self.answers(shlex.split(bot(pick=(2, 1)[ply["player"]])), sent)[-1], ply["move"])
            self.assertEqual(self.replay(run.path, "--stdin-of", 1 - ply["player"], "--until", until).out,
                             self.replay(run.path, "--stdin-of", 1 - ply["player"], "--until", max(until - 1, 1)).out
                             if until > 1 else f"magnetize 1\n{1 - ply['player']}\n6 7 2 2\n")

    def test_it_is_what_the_bot_was_sent(self):
        for seat in (0, 1):
            for ending, deed in (("by_rules", "late:1"), ("exited", "exit:0"), ("invalid_move", r"text:DROP 9\n")):
                copied = self.folder / f"input_{seat}_{ending}"
                players = [bot(pick=99), bot(pick=99)]
                players[seat] = bot(3, deed, pick=99, copy=copied)
                run, log = self.play(*players)
                self.assertEqual(log["result"]["ending"], ending)
                self.assertEqual(self.replay(run.path, "--stdin-of", seat).out, copied.read_text())

    def test_a_sample_bot_that_draws_no_lots_answers_the_same_again(self):
        if not (BIN / "greedy").exists():
            self.skipTest("no sample bots here")
        run, log = self.play(str(BIN / "greedy"), str(BIN / "greedy"), "--game", GAME)
        sent = self.replay(run.path, "--stdin-of", 1).out
        self.assertEqual(len(self.answers([BIN / "greedy"], sent)), sum(p["player"] == 1 for p in log["plies"]))
