"""Tests the output for people and programs. Documents agree with the log, there is no more output than requested, colours
appear only on a terminal, no line is too wide for the terminal, and untrusted text is escaped."""
import collections
import json
import os
import re
import shutil

import wcwidth

from asking_test import THINKER
from harness import BIN, GAME, HARMFUL, LONG_LIMITS, RefereeTest, bot, read_logs
from screen import Screen
from tournament_case import TournamentCase


ESCAPES = r"\x1b[31mred\x1b]0;title\x07\x9b2J\r\n"


class JsonTest(RefereeTest):
    def check(self, document, logs):
        self.assertEqual(document["games"], len(logs))
        self.assertEqual([match["id"] for match in document["matches"]], [log["id"] for log in logs])
        for match, log in zip(document["matches"], logs):
            names = [player["name"] for player in log["players"]]
            winner = log["result"]["winner"]
            self.assertEqual(match, {
                "id": log["id"], "seed": log["game"]["seed"], "first": names[0], "second": names[1],
                "winner": None if winner is None else names[winner], "ending": log["result"]["ending"],
                "detail": log["result"]["detail"], "plies": len(log["plies"])})
        wins = collections.Counter(match["winner"] for match in document["matches"])
        for player in document["players"]:
            other = next(p["name"] for p in document["players"] if p is not player)
            self.assertEqual((player["won"], player["lost"], player["drawn"]),
                             (wins[player["name"]], wins[other], wins[None]))
            self.assertEqual(player["points"], player["won"] + player["drawn"] / 2)
            walls = [ply["wall_us"] for log in logs for ply in log["plies"]
                     if log["players"][ply["player"]]["name"] == player["name"]]
            self.assertEqual(player["longest_answer_us"], max(walls))
        self.assertEqual(sum(document["endings"].values()), len(logs))

    def test_one_match(self):
        run, log = self.play(bot(), bot(pick=1), "--json")
        document = json.loads(run.out)
        self.check(document, [log])
        self.assertEqual((document["game"], document["seed"]), (GAME + ",max_plies=168", log["game"]["seed"]))

    def test_a_series_with_forfeits(self):
        path = self.folder / "log"
        run = self.referee(bot(2, "exit:3"), bot(), "--games", 4, "--json", "--log", path, *LONG_LIMITS)
        document = json.loads(run.out)
        self.check(document, read_logs(path))
        self.assertEqual([player["forfeits"] for player in document["players"]], [{"exited": 4}, {}])

    def test_a_hostile_name_and_a_hostile_command_give_valid_json(self):
        path = self.folder / "b\"]}\x1b[31m\n\udcff<script>"
        os.symlink(os.environ["REFEREE_SCRIPTED_BOT"], path)
        run, log = self.play("./" + path.name, bot(), "--json")
        self.check(json.loads(run.out), [log])
        self.assertNotIn("\x1b", run.out + run.err)

    def test_log_on_stdout_is_the_log_and_nothing_else(self):
        run = self.referee(bot(), bot(), "--log", "-", "--game", GAME, *LONG_LIMITS)
        self.check_log(json.loads(run.out))
        run = self.referee(bot(), bot(), "--log", "-", "--games", 3, "--game", GAME, *LONG_LIMITS)
        logs = [json.loads(line) for line in run.out.splitlines()]
        self.assertEqual(len(logs), 3)
        for log in logs:
            self.check_log(log)
        replayed = self.referee("replay", "/dev/stdin", "--no-boards", stdin=run.out)
        self.assertIn("3 of 3", replayed.out)


class AmountTest(RefereeTest):
    def test_quiet_prints_the_result_only(self):
        run, _ = self.play(f"ann={bot()}", f"bob={bot()}", "--quiet")
        self.assertEqual((run.out, run.err), ("ann (*) and bob (o) draw: board full, after 42 plies\n", ""))

    def test_quiet_prints_the_table_of_a_series(self):
        run = self.referee(bot(), bot(3, "exit:1"), "--games", 2, "--quiet", *LONG_LIMITS)
        self.assertEqual(run.err, "")
        self.assertRegex(run.out, r"\Aname +points +won.*\n.*\n.*\nendings: exited 2\n"
                                  r".* forfeited 2 of 2 games: exited\n"
                                  r"scripted_bot against .*, 1 pair\n>[+-]\d+ Elo, LOS \d+ %, "
                                  r"score 100.0 %, no pair lost, even 0 %\n\Z")

    def test_show_prints_every_position(self):
        run, log = self.play(bot(), bot(pick=1), "--show")
        position = -1
        for number, ply in enumerate(log["plies"], 1):
            rows = "".join(f"{i} {row}\n" for i, row in enumerate(ply["frame"]["board"]))
            title = run.out.index(f"\n{number}. ", position + 1)
            position = run.out.index(rows, title)
        self.assertEqual(run.out.count("\n  0123456\n\n"), len(log["plies"]) + 1)

    def test_without_show_the_last_position_is_printed(self):
        run, log = self.play(bot(), bot(pick=1))
        self.assertEqual(run.out.count("\n  0123456\n\n"), 1)
        self.assertIn("".join(f"{i} {row}\n" for i, row in enumerate(log["plies"][-1]["frame"]["board"])), run.out)

    def test_the_seed_is_always_told(self):
        run, log = self.play(bot(), bot())
        self.assertIn(f"  seed {log['game']['seed']}\n", run.out)

    def test_a_stdout_that_can_t_be_written_to_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = self.referee(bot(), bot(), *LONG_LIMITS, stdout=full)
        self.assertEqual(run.code, 1)
        self.assertRegex(run.err, r"\Areferee: [^\n]*\n\Z")
        self.assert_nothing_left()


class StrangerTest(RefereeTest):
    """Tests untrusted text. Names and stderr can contain anything, and the terminal must get only escaped text."""

    def check_plain(self, run):
        self.assertNotRegex(run.out + run.err, HARMFUL)

    def test_names_from_files(self):
        path = self.folder / "\x1b[31mred\u202e\x9b\x07"
        os.symlink(os.environ["REFEREE_SCRIPTED_BOT"], path)
        for arguments in ([], ["--show"], ["--quiet"], ["--games", "2"]):
            with self.subTest(arguments):
                self.check_plain(self.referee("./" + path.name, bot(2, "exit:1"), *arguments, *LONG_LIMITS))

    def test_stderr_in_the_report_of_a_forfeit_and_its_replay(self):
        run, log = self.play(bot(), bot(2, "exit:1", stderr=ESCAPES))
        self.check_plain(run)
        self.assertIn(r"| \x1b[31mred\x1b]0;title\x07\x9b2J", run.out)
        self.assertIn("\x1b[31mred", log["failure"]["stderr_tail"])
        self.check_plain(self.replay(run.path))

    def test_stderr_that_is_passed_on(self):
        run, _ = self.play(bot(), "bob=" + bot(2, "late:1", stderr=ESCAPES), "--stderr")
        self.check_plain(run)
        self.assertEqual(run.err, "bob: \\x1b[31mred\\x1b]0;title\\x07\\x9b2J\\r\n")

    def test_much_stderr_is_passed_on_whole_line_by_line(self):
        run, _ = self.play(bot(), "bob=" + bot(2, "much_stderr_then_answer"), "--stderr")
        lines = run.err.splitlines()
        self.assertEqual({len(line) for line in lines}, {len("bob: ") + 999}, "a line was cut or torn")
        self.assertEqual(len(lines), 500)

    def test_received_text_in_the_report(self):
        run, _ = self.play(bot(), bot(2, "text:" + ESCAPES))
        self.check_plain(run)
        self.assertIn(r'"\x1b[31mred\x1b]0;title\x07\x9b2J"', run.out)

    def test_a_hostile_log(self):
        run, log = self.play(bot(), bot(2, "exit:1"))
        for player in log["players"]:
            player["name"] = "\x1b[2Jname\n\u202e"
        log["started_at"] = log["id"] = log["result"]["detail"] = "\x1b[2J\nx\u009b"
        log["failure"].update(line="\x1b[2J\n", valid_moves=["\x1b[2J"], stderr_tail="\x1b[2J")
        run.path.write_text(json.dumps(log))
        for arguments in ([], ["--no-boards"], ["--at", "1"]):
            with self.subTest(arguments):
                self.check_plain(self.referee("replay", run.path, *arguments))


class TerminalTest(RefereeTest):
    def test_colours_appear_on_a_terminal(self):
        self.assertIn("\x1b[1m", self.on_a_terminal(bot(), bot(), *LONG_LIMITS))
        self.assertIn("\x1b[1m", self.on_a_terminal("games"))

    def test_progress_of_a_series_appears_on_a_terminal(self):
        self.assertIn("3 of 3 games", self.on_a_terminal(bot(), bot(), "--games", 3, *LONG_LIMITS))

    def test_no_color_and_dumb_terminals_get_none(self):
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            with self.subTest(env):
                written = self.on_a_terminal(bot(), bot(2, "exit:1"), *LONG_LIMITS, env=env)
                self.assertNotRegex(written, "\x1b\\[[0-9;]*m")

    def test_an_empty_no_color_counts_for_nothing(self):
        self.assertIn("\x1b[1m", self.on_a_terminal(bot(), bot(), *LONG_LIMITS, env={"NO_COLOR": ""}))

    def test_a_pipe_gets_none(self):
        run, _ = self.play(bot(), bot(2, "exit:1"), "--show", env={"TERM": "xterm"})
        self.assertNotIn("\x1b", run.out + run.err)


class SameAgainTest(RefereeTest):
    def plies(self, *arguments):
        path = self.folder / "log"
        self.referee(*arguments, "--log", path, "--force", *LONG_LIMITS, code=0)
        return [[(p["player"], p["move"], p["lost"], p["frame"]) for p in log["plies"]] for log in read_logs(path)]

    def test_two_runs_with_one_seed_give_the_same_plies(self):
        players = [bot(), bot(pick=3)]
        if (BIN / "greedy").exists():
            players = [f"{BIN / 'greedy'} --seed 1", f"{BIN / 'greedy'} --seed 2"]
        arguments = (*players, "--games", 4, "--seed", 7, "--game", "magnetize:height=4,width=4")
        self.assertTrue(self.plies(*arguments) == self.plies(*arguments), "the plies differ")

    def test_the_seed_of_a_run_is_the_seed_of_a_single_pair_and_of_no_pair_of_many(self):
        self.assertEqual(self.play(bot(), bot(), "--seed", 7)[1]["game"]["seed"], 7)
        for games in (2, 4):
            path = self.folder / f"{games}.log"
            self.referee(bot(), bot(), "--games", games, "--seed", 7, "--log", path, *LONG_LIMITS)
            seeds = [log["game"]["seed"] for log in read_logs(path)]
            self.assertEqual(seeds[::2], seeds[1::2])
            self.assertEqual(len({7, *seeds}), 1 if games == 2 else 3)

    def test_runs_without_a_seed_differ(self):
        self.assertNotEqual(self.play(bot(), bot())[1]["game"]["seed"], self.play(bot(), bot())[1]["game"]["seed"])


WIDTH = 80
COMMAND = re.compile(r"^ *referee [a-z-]+( |$)")


class WideLines(TournamentCase):
    def lines_of(self, *arguments, code=0):
        """The lines that a command prints on a terminal of 80 columns."""
        screen = Screen(self.start, *arguments, columns=WIDTH, rows=200)
        self.addCleanup(screen.close)
        ended = screen.end()
        text = screen.raw.decode()
        self.assertEqual(ended, code, text)
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", text)
        return [line for part in text.split("\n") for line in part.split("\r")]

    def check(self, *arguments, code=0, words=()):
        lines = self.lines_of(*arguments, code=code)
        for line in lines:
            if not COMMAND.match(line):
                self.assertLessEqual(wcwidth.wcswidth(line), WIDTH, line)
        text = " ".join(" ".join(lines).split())
        for word in words:
            self.assertIn(word, text)
        return lines

    def folder_of_bots(self):
        folder = self.folder / "handed_in_by_the_class"
        folder.mkdir()
        for name in ("\u738b\u82b3 who has a rather long name", "\u0141ukasz \u017bak of the second form"):
            shutil.copy(BIN / "random", folder / name)
        (folder / "broken.py").write_text("import nothing_of_this_name_is_there_or_was_ever_there_in_any_library_of_this_world\n")

    def test_a_tournament_of_a_folder(self):
        self.folder_of_bots()
        begin = ["tournament", "--bots", "handed_in_by_the_class", "--sandbox", "off", "--games", "2", "--db", "the_tournament_of_the_class.db",
                 "--game", "magnetize:height=5,width=6,square=2,maglock=3,max_plies=60", *LONG_LIMITS]
        self.check(*begin, "--dry-run", words=["estimated from the check games"])
        lines = self.check(*begin, "--stop-after", "1", words=["left out: 'broken'", "kept in the_tournament_of_the_class.db"])
        self.assertTrue(any(COMMAND.match(line) and "--resume" in line for line in lines), "the command can be copied as one line")
        resume = ["tournament", "--resume", "--db", "the_tournament_of_the_class.db"]
        self.check(*resume, "--dry-run", words=["still to be played"])
        (self.folder / "handed_in_by_the_class" / "\u738b\u82b3 who has a rather long name").write_text("#!/bin/sh\n")
        self.check(*resume, code=2, words=["referee change"])

    def test_other_commands(self):
        run, _ = self.play(bot(), bot(pick=1), "--seed", 3)
        self.check("replay", run.path)
        self.check("ask", run.path, bot(), bot(pick=1))
        for name in ("one", "two"):
            path = self.program(f"{name}.py", THINKER.replace("PICK", "-1").replace("{turn + 1}", "123456").replace("{10 * turn}", "-100001"))
        lines = self.check("ask", run.path, "./one.py", "./two.py", "--at", "0", words=["MAGNET -100001"])
        self.assertEqual(sum(line.count("-1000") for line in lines), 2, lines)
        self.check("check", bot(at=2, do="exit:3"), "--game", GAME, *LONG_LIMITS, code=1, words=["FAIL"])
        self.check("nonsense", bot(), code=2)
        for command in ([], ["engine"], ["tournament"], ["check"], ["change"], ["ask"], ["view"], ["serve"]):
            self.check(*command, "--help")

    def test_pipes_and_files_have_whole_lines(self):
        run = self.tournament(*self.picks(2), "--game", GAME, *LONG_LIMITS, "--games", "2", "--db", "a_name_that_makes_the_line_rather_long.db")
        self.assertIn("kept in a_name_that_makes_the_line_rather_long.db\n", run.err)
        self.assertGreater(max(map(len, run.err.split("\n"))), WIDTH)
