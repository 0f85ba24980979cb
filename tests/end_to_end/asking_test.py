"""Tests the ways to find out why a bot has lost: the command that repeats its turns, `ask`, and the games of a
tournament's file."""
import json
import re
import shlex
import subprocess

from harness import FACTOR, LONG_LIMITS, REFEREE, RefereeTest, bot

SMALL = "magnetize:height=4,width=5,square=2,maglock=2"

# A bot that writes its thoughts on each move to stderr. PICK chooses the move.
THINKER = """#!/usr/bin/python3
import sys
input(), input()
height = int(input().split()[0])
for turn in range(99):
    try: input()
    except EOFError: break
    for _ in range(int(input())): input()
    for _ in range(1 + height): input()
    moves = [input() for _ in range(int(input()))]
    print(f"info depth {turn + 1} score {10 * turn} string hello", file=sys.stderr, flush=True)
    print(moves[PICK], flush=True)
"""


class AskingTest(RefereeTest):
    def script(self, name, pick, mode=0o755):
        path = self.folder / name
        path.write_text(THINKER.replace("PICK", pick))
        path.chmod(mode)
        return path

    def asked(self, path, *arguments):
        run = self.referee("ask", path, *arguments, *LONG_LIMITS, code=0, err="")
        self.assert_nothing_left()
        return run.out

    def test_the_same_bot_has_nothing_to_add_and_another_has(self):
        run, log = self.play(bot(), bot(), "--game", SMALL)
        plies = len(log["plies"])
        self.assertIn(f"would have played a different move in 0 of {plies} positions", self.asked(run.path, bot()))
        out = self.asked(run.path, self.script("last.py", "-1"))
        self.assertIn(f"last would have played a different move in {plies} of {plies} positions", out)
        lines = re.findall(r"^ +(\d+)  \S+ \([*o]\) +(DROP \d|MAGNET) +MAGNET +[\d.]+ \S+  depth (\d+)  score \+?(\d+)$", out, re.M)
        self.assertEqual([int(line[0]) for line in lines], list(range(1, plies + 1)), out)
        self.assertEqual([line[1] for line in lines], [ply["move"] for ply in log["plies"]])
        # The turns of each side are counted from the side's first turn.
        self.assertEqual([int(line[2]) for line in lines[:4]], [1, 1, 2, 2])
        self.assertEqual([int(line[3]) for line in lines[:4]], [0, 0, 10, 10])

    def test_two_bots_stand_side_by_side_and_one_position_can_be_chosen(self):
        run, _ = self.play(bot(), bot(), "--game", SMALL)
        out = self.asked(run.path, bot(), self.script("last.py", "-1"), "--at", 2)
        self.assertRegex(out, r"(?m)^ +3  \S+ \(\*\) +DROP 0 +(= )DROP 0 .*MAGNET .*depth 1  score 0$")
        self.assertEqual(len(out.splitlines()), 4, out)

    def test_who_is_asked_has_the_clock_of_the_match_and_not_all_of_it_for_each_move(self):
        slow = self.program("slow.py", "import time\n" + THINKER.replace("PICK", "0").replace("    print(moves", f"    time.sleep({0.4 * FACTOR})\n    print(moves"))
        log = self.folder / "c.json"
        self.referee(bot(), bot(), "--game", SMALL, "--limits", "clock=60s", "--log", log, code=0)
        played = json.loads(log.read_text())
        played["limits"]["clock"]["total_us"] = 1_200_000 * FACTOR  # with which a busy machine might have ended the match early
        log.write_text(json.dumps(played))
        out = self.referee("ask", log, slow).out
        self.assertEqual(out.count("it did not answer in time"), 2, out)  # once on each side
        run = self.referee("ask", log, slow, "--move-time", f"{20 * FACTOR}s", "--at", "2")
        self.assertNotIn("timeout", run.out)
        run = self.referee("ask", log, bot(1, "late:400"), "--move-time", f"{100 * FACTOR}ms", "--at", "2")
        self.assertNotIn("timeout", run.out, "the first answer has the usual time of a start")

    def test_a_bot_that_fails_is_shown_and_asked_no_more(self):
        run, log = self.play(bot(), bot(), "--game", SMALL)
        out = self.asked(run.path, self.script("wrong.py", "99"))
        self.assertEqual(len(re.findall(r"exited", out)), 2, out)  # once on each side
        self.assertIn(f"wrong would have played a different move in 2 of 2 positions; in {len(log['plies']) - 2} it was not asked, because it had failed", out)
        out = self.asked(run.path, bot(1, r"text:DROP 77\n"), "--at", 0)
        self.assertIn('"DROP 77", not valid', out)

    def test_the_turn_that_was_forfeited_is_asked_too(self):
        run, log = self.play(bot(3, r"text:DROP 9\n"), bot(), "--game", SMALL)
        self.assertIn("(nothing)", self.asked(run.path, bot(), "--at", len(log["plies"])))

    def test_the_command_after_a_forfeit_repeats_it(self):
        self.script("wrong.py", "9 if turn == 2 else 0")
        run, log = self.play("ann=./wrong.py", bot(), "--game", SMALL)
        self.assertEqual(log["result"]["ending"], "exited")
        ply = len(log["plies"]) + 1
        command = re.search(r"^ann again: (referee replay .*)$", run.out, re.M).group(1)
        self.assertTrue(command.endswith(f"--stdin-of 0 --until {ply} | python3 ./wrong.py"), command)
        self.assertIn(command, self.replay(run.path).out)
        again = subprocess.run(command.replace("referee", shlex.quote(REFEREE), 1), shell=True, cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, check=False)
        self.assertIn("IndexError", again.stderr)
        self.assertEqual(again.stdout.splitlines(), [p["move"] for p in log["plies"] if p["player"] == 0])

    def test_the_command_in_a_series_names_the_match(self):
        log = self.folder / "s.jsonl"
        run = self.referee(bot(2, r"text:DROP 9\n"), bot(), "--games", 2, "--game", SMALL, "--log", log, *LONG_LIMITS)
        self.assertRegex(run.out, r"(?m)^.+ again: referee replay \S+s\.jsonl --match 1 --stdin-of 0 --until \d+ \| ")
        command = re.search(r" again: referee (replay .* --stdin-of 0) --until", self.replay(log).out).group(1)
        self.assertIn("--match 1 ", command)
        self.assertEqual(self.referee(*shlex.split(command)).code, 0)
        self.assertNotIn("again:", self.referee(bot(), bot(), "--games", 2, "--game", SMALL, "--log", log, "--force", *LONG_LIMITS).out)

    def test_games_of_a_tournament_are_counted_from_one(self):
        run = self.referee("tournament", bot(), bot(pick=1), bot(pick=99), "--games", 2, "--db", "t.db", "--game", SMALL, *LONG_LIMITS, code=0)
        self.assertIn("6 of 6 matches replayed, all as logged", self.replay("t.db", "--no-boards").out)
        exported = self.referee("export", "t.db").out.splitlines()
        for game in (1, 6):
            log = self.folder / "game.json"
            log.write_text(exported[game - 1])
            self.assertEqual(self.replay("t.db", "--game", game).out.splitlines()[:-2], self.replay(log).out.splitlines()[:-2])
        run = self.referee("view", "t.db", "--game", 2, code=0)
        self.assertTrue((self.folder / "t_game2.html").exists())
        for game, words in ((7, "--game 7: tournament 't.db' has 6 games"), (0, "from 1")):
            run = self.referee("replay", "t.db", "--game", game, code=2)
            self.assertIn(words, run.err)

    def test_a_match_says_what_the_place_of_a_bot_has_to_do_with_its_end(self):
        (self.folder / "b").mkdir()
        (self.folder / "b" / "book.txt").write_text("DROP 0\n")
        reader = self.folder / "b" / "reader.py"
        reader.write_text("open('book.txt')\n")
        run = self.referee(reader, bot(), "--game", SMALL, *LONG_LIMITS)
        self.assertIn("the file is next to the program, but a bot's working directory is", " ".join(run.out.split()))
        (self.folder / "b" / "wrong.py").write_text("1 / 0\n")
        out = self.referee(self.folder / "b" / "wrong.py", bot(), "--game", SMALL, *LONG_LIMITS).out
        self.assertIn("  advice    it ended with an error: ZeroDivisionError: division by", out)
        (self.folder / "Bot.java").write_text("class Bot {}\n")
        java = self.program("java", "#!/bin/sh\necho Error: Could not find or load main class Bot >&2; echo 'Caused by: java.lang.ClassNotFoundException: Bot' >&2; exit 1\n")
        out = self.referee(java, bot(), "--game", SMALL, "--games", "2", *LONG_LIMITS).out
        self.assertRegex(out, r"Bot\.java is not compiled yet: javac\s+\S+Bot\.java")
        self.assertEqual(out.count("advice"), 1)

    def test_wrong_use(self):
        run, log = self.play(bot(), bot(), "--game", SMALL)
        plies = len(log["plies"])
        self.replay(run.path, "--stdin-of", 0, "--until", plies)
        for arguments, words in ((["replay", run.path, "--stdin-of", 0, "--until", plies + 1], f"the match has only {plies} plies"),
                                 (["replay", run.path, "--at", plies + 1], f"the match has only {plies} plies"),
                                 (["replay", run.path, "--at", 1, "--stdin-of", 0], "use --until"),
                                 (["replay", run.path, "--move-time", "1s"], "unknown option '--move-time'"),
                                 (["ask"], "no log is given"),
                                 (["ask", run.path], "no bot is given"),
                                 (["ask", run.path, "human"], "a person can't be asked"),
                                 (["ask", run.path, "./nobody"], "no such file"),
                                 (["ask", run.path, bot(), "--at", plies + 1], f"the match has only {plies} plies"),
                                 (["ask", run.path, bot(), "--stdin-of", 0], "unknown option '--stdin-of'"),
                                 (["ask", run.path, bot(), "--no-boards"], "unknown option '--no-boards'"),
                                 (["ask", run.path, bot(), "--limits", "a:move=1s"], "there is no limit 'a:move'"),
                                 (["ask", run.path, bot(), bot(), bot()], "at most two bots")):
            with self.subTest(arguments):
                refused = self.referee(*arguments, code=2, out="")
                self.assertIn(words, refused.err)
