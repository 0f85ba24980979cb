"""Tests games whose rules are a program of the user: they are played, logged, shown and checked like built-in games, and
no bot is blamed if the rules fail."""
import json
import pathlib
import re
import unittest

import own_rules
from harness import BIN, FACTOR, LONG_LIMITS, SOAK, RefereeTest, data_of, read_logs

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples/games"
OTHELLO = ROOT / "tests/rules/othello_rules.py"

# Takes a listed move that depends on the ply and the board only, so that it plays equally in equal games.
CHOOSER = """import sys, zlib
shift = int(sys.argv[1])
line = sys.stdin.readline
while line():
    line(); height = int(line().split()[0])
    while (ply := line().strip()) not in ("", "-1"):
        for _ in range(int(line())): line()
        state = line(); board = [line() for _ in range(height)]
        moves = [line().strip() for _ in range(int(line()))]
        print(moves[zlib.crc32((ply + "".join(board)).encode(), shift) % len(moves)], flush=True)
"""

# The same bot. For each game, appends the check sum of all that it was told.
TOLD = CHOOSER.replace("line = sys.stdin.readline\n", """sums, told = open(sys.argv[2], "a"), 0
def line():
    global told
    text = sys.stdin.readline()
    told = zlib.crc32(text.replace("own_othello", "othello").encode(), told)
    if told and text in ("", "-1\\n"):
        print(told, file=sums, flush=True)
        told = 0
    return text
""")

# Four plies, in each of which the same moves are legal.
SIGNS = """import sys
for request in sys.stdin:
    word = request.split()[0]
    if word == "referee":
        print("game signs 1", "plies 4", "ending last all has been played", sep="\\n")
    else:
        plies = 0 if word == "new" else plies + 1
        print("rows 0")
        print("over drawn last" if plies == 4 else "\\n".join([f"turn {plies % 2}", f"moves {len(MOVES)}", *MOVES]))
    print("end", flush=True)
"""


class OwnGameTest(RefereeTest):
    def setUp(self):
        super().setUp()
        (self.folder / "chooser.py").write_text(CHOOSER)

    def chooser(self, shift):
        return f"python3 chooser.py {shift}"

    def heap(self, fault="pass", name="heap.py"):
        return own_rules.heap(self.folder, fault, name)

    def die(self, fault="pass"):
        return own_rules.die(self.folder, fault)

    def two_random(self, *arguments, db="t.db", seed=3, **options):
        """A tournament of two bots."""
        bots = [f"{name}={BIN / 'random.py'}" for name in ("ann", "bob")]
        return self.referee("tournament", *bots, "--db", db, "--force", "--seed", seed, *LONG_LIMITS, *arguments, **options)

    def play_heap(self, fault, *arguments, **options):
        return self.referee(self.chooser(1), self.chooser(2), "--game", self.heap(fault), *LONG_LIMITS, *arguments, **options)

    def test_equals_the_built_in_game(self):
        games = {}
        for name, game in (("built", "othello"), ("own", str(OTHELLO))):
            self.referee(self.chooser(3), self.chooser(4), "--game", game, "--games", 6, "--openings", 5,
                         "--seed", 7, "--log", f"{name}.jsonl", *LONG_LIMITS, code=0)
            games[name] = read_logs(self.folder / f"{name}.jsonl")
        self.assertEqual(len(games["own"]), 6)
        self.assertGreater(len({tuple(ply["move"] for ply in log["plies"]) for log in games["own"]}), 3)
        for number, (built, own) in enumerate(zip(games["built"], games["own"])):
            self.check_log(own)
            for key in ("player", "move", "lost"):
                self.assertEqual([ply[key] for ply in built["plies"]], [ply[key] for ply in own["plies"]])
            self.assertEqual([ply["frame"]["board"] for ply in built["plies"]], [ply["frame"]["board"] for ply in own["plies"]])
            self.assertEqual(built["result"]["winner"], own["result"]["winner"])
            for player in (0, 1):
                sent = [self.referee("replay", f"{name}.jsonl", "--match", number + 1, "--stdin-of", player, code=0).out
                        for name in ("built", "own")]
                self.assertEqual(sent[0].replace("othello 1", "own_othello 1", 1), sent[1])

    def test_many_games_equal_those_of_the_built_in_game(self):
        games = 3000 if SOAK else 40
        (self.folder / "told.py").write_text(TOLD)
        for name, game in (("built", "othello"), ("own", str(OTHELLO))):
            bots = [f"python3 told.py {shift} {name}{shift}" for shift in (3, 4)]
            self.referee(*bots, "--game", game, "--games", games, "--openings", 10, "--seed", 8, "--jobs", 1, "--reuse",
                         "--sandbox", "off", "--log", f"{name}.jsonl", *LONG_LIMITS, code=0, timeout=1800 * FACTOR)
        different = set()
        with open(self.folder / "built.jsonl") as built, open(self.folder / "own.jsonl") as own:
            for number, pair in enumerate(zip(built, own, strict=True)):
                plies, results = zip(*(([(ply["player"], ply["move"], ply["lost"], ply["frame"]["board"]) for ply in log["plies"]],
                                        (log["result"]["winner"], log["result"]["ending"])) for log in map(json.loads, pair)))
                self.assertEqual(plies[0], plies[1], number)
                self.assertEqual(results[0], results[1], number)
                different.add(tuple(ply[1] for ply in plies[0]))
        self.assertGreater(len(different), games * 0.45)  # both games of a pair begin with the same opening
        for shift in (3, 4):
            told = (self.folder / f"built{shift}").read_text()
            self.assertEqual(len(told.split()), games)
            self.assertEqual(told, (self.folder / f"own{shift}").read_text())

    def test_sample_bots_that_know_only_the_built_in_games_are_refused(self):
        """Otherwise they would forfeit each game."""
        game, words = self.heap(), "'greedy' knows only the built-in games: random.py plays games of your own"
        for command in (["greedy", "random.py"], ["random.py", "greedy"], ["greedy"], ["random.py", "greedy", "--games", 4],
                        ["tournament", "random.py", "greedy", "--db", "t.db"]):
            with self.subTest(command):
                self.assertIn(words, self.referee(*command, "--game", game, code=2).err)
        # A program of another name beside them may know the game.
        self.referee("random.py", self.chooser(1), "--game", game, *LONG_LIMITS, code=0)

    def test_examples_are_fit_for_bots(self):
        for game in ("breakthrough.py:height=5,width=4", "pig.py:target=20", "hex.py:size=4"):
            with self.subTest(game=game):
                self.referee("check", BIN / "random.py", "--game", EXAMPLES / game, *LONG_LIMITS, code=0)
                self.referee(BIN / "random.py", BIN / "random.py", "--game", EXAMPLES / game, "--log", "m.json", "--force", *LONG_LIMITS, code=0)
                out = self.referee("replay", "m.json", code=0).out
                self.assertIn("1 of 1 matches shown, not checked", out)
                self.assertIn("1 of 1 matches replayed, all as logged", self.referee("replay", "m.json", "--rules", EXAMPLES / game.split(":")[0], code=0).out)
                self.referee("view", "m.json", "--output", "m.html", code=0)

    def test_chance_follows_from_the_seed(self):
        logs = []
        for seed in (1, 1, 2):
            self.referee(self.chooser(1), self.chooser(2), "--game", f"{EXAMPLES}/pig.py:target=30", "--seed", seed,
                         "--log", "m.json", "--force", *LONG_LIMITS, code=0)
            logs.append(json.loads((self.folder / "m.json").read_text()))
        plies = [[(ply["move"], ply.get("hand"), ply["frame"]) for ply in log["plies"]] for log in logs]
        self.assertEqual(plies[0], plies[1])
        self.assertNotEqual(plies[0], plies[2])
        self.assertTrue(any(hand for _, hand, _ in plies[0]))

    def test_a_log_is_shown_without_its_program_and_checked_with_it(self):
        self.referee(self.chooser(1), self.chooser(2), "--game", self.heap(), "--log", "m.json", *LONG_LIMITS, code=0)
        rules = self.folder / "heap.py"
        text = rules.read_text()
        rules.write_text(text + "# another comment\n")
        out = self.referee("replay", "m.json", "--rules", "./heap.py", code=0).out
        self.assertIn("the file of the rules differs from that of the match, but all plies agree", out)
        rules.write_text(text.replace("left - int(rest[0])", "max(0, left - 2 * int(rest[0]))"))
        self.assertIn("ply 1: the frame differs", self.referee("replay", "m.json", "--rules", "./heap.py", code=1).err)
        rules.write_text("open('started', 'w')")
        self.assertIn("o o o o o", self.referee("replay", "m.json", code=0).out)
        self.referee("view", "m.json", code=0)
        self.assertFalse((self.folder / "started").exists())
        log = json.loads((self.folder / "m.json").read_text())
        turn = log["plies"][0]["frame"].pop("turn")
        (self.folder / "m.json").write_text(json.dumps(log))
        self.assertIn("ply 1: the frame differs", self.referee("replay", "m.json", code=1).err)
        log["plies"][0]["frame"]["turn"] = turn
        log["plies"][0]["move"] = "3"
        (self.folder / "m.json").write_text(json.dumps(log))
        self.assertIn("the move '3' is not legal", self.referee("replay", "m.json", code=1).err)

    def test_rules_that_fail_blame_no_bot(self):
        faults = {
            "if plies == 1: sys.exit('oh')": r"the program has exited with code 1 \(stderr: oh\)",
            "if plies == 1: os.abort()": "the program was ended by signal 6",
            "if plies == 1: print('x' * (2 << 20))": "the program wrote a reply of more than 1 MiB",
            "if plies == 1: player = 7": "the player to move is '7'|moves",
            "if plies == 1: print('rows 1\\nzzzzz\\nturn 0\\nmoves 1\\n1\\nend', flush=True); continue": "declares no piece 'z'",
            "if plies == 1: print('rows 0\\nturn 0\\nmoves 1\\n1\\nend', flush=True); continue": "another size than before",
            "if plies == 1: left, player = 5, 1; print('rows 1\\nooooo\\nturn 0\\nmoves 2\\n1\\n1\\nend', flush=True); continue": "'1' is listed twice",
            "if plies == 1: print('chatter')": "a position begins with `rows N`",
            "if plies: print('rows 1\\nooooo\\nturn 0\\nmoves 1\\n1\\nend', flush=True); continue": "the maximum in the hello",
            "if plies == 1: time.sleep(60)": "the program has not replied within",
            "if plies == 1: print('rows 1', 'oooo.', 'turn 1', 'moves 1', '1', 'end', sep='\\n', flush=True)": "the program wrote more than its reply: 'rows 1'",
        }
        for fault, message in faults.items():
            with self.subTest(fault=fault):
                run = self.play_heap(fault, "--log", "m.json", "--force", code=3)
                self.assertRegex(run.out + run.err, message)
                log = json.loads((self.folder / "m.json").read_text())
                self.check_log(log)
                self.assertEqual((log["result"]["ending"], log["result"]["winner"], log["failure"]), ("aborted", None, None))
                self.assertRegex(log["result"]["detail"], r"the rules of heap have failed: .*; after: new stones=5(; play [12])+$")
                self.assert_nothing_left()

    def test_rules_that_leave_a_child_behind_have_ended(self):
        """The child holds the pipe of the replies open."""
        fault = "if plies == 1: os.fork() and os._exit(4); time.sleep(60)"
        for sandbox in self.sandboxes():
            run = self.play_heap(fault, "--sandbox", sandbox, code=3)
            self.assertIn("the program has exited with code 4; after: new stones=5; play", run.out + run.err)
            self.assert_nothing_left()

    def test_a_match_without_a_start_is_replayed(self):
        self.play_heap("sys.exit('oh')", "--log", "m.json", code=3)
        self.assertIn("1 of 1 matches shown", self.referee("replay", "m.json", code=0).out)
        run = self.referee("replay", "m.json", "--rules", "./heap.py", code=1)
        self.assertRegex(run.err, "m.json: the rules of heap have failed: .*oh.*; after: new stones=5\n$")
        self.assertIn("0 of 1 matches replayed as logged, 1 differs", run.out)
        self.referee("view", "m.json", code=0)

    def test_a_wrong_hello_is_one_line(self):
        faults = {
            "print('game heap 3')": r"line 1 of the reply, 'game heap 3': the version of the protocol is '3'",
            "print('game othello 1\\nplies 9\\nending a b')": "which a built-in game has",
            "print('game heap 1\\nplies 9\\nending exited all have left')": "the ending exited, which is the name of an ending of the referee: choose another",
            "print('game heap 1')": "the hello has no line `plies MAX`",
            "print('game heap 1\\ngame heap 1')": "more than one line `game`",
            "print('rule', 'x' * 70_000)": "the hello is longer than 64 KiB",
            "print('piece oo disc first')": "a piece is one character",
            "print('piece o blob first')": "the shape is 'blob': it must be one of disc, ",
            "sys.exit(3)": "the program has exited with code 3",
        }
        for fault, message in faults.items():
            (self.folder / "wrong.py").write_text(f"import sys\nsys.stdin.readline()\n{fault}\nprint('end', flush=True)\nsys.stdin.read()")
            err = self.referee(self.chooser(1), self.chooser(2), "--game", "./wrong.py", code=2, out="").err
            self.assertRegex(err, message)
            self.assertEqual(err.count("\n"), 1)
        self.assertIn("no such file", self.referee(self.chooser(1), self.chooser(2), "--game", "./none.py", code=2).err)

    def test_odd_answers_do_not_reach_the_rules(self):
        (self.folder / "odd.py").write_text("import sys\nfor line in sys.stdin: print('\\x01play 1 %s', flush=True); break")
        run = self.referee("python3 odd.py", self.chooser(1), "--game", self.heap("print(request, file=open('seen', 'a'))"), "--log", "m.json", *LONG_LIMITS, code=0)
        log = json.loads((self.folder / "m.json").read_text())
        self.assertIn(log["result"]["ending"], ("unreadable_move", "premature"), str(run))
        self.assertNotIn("%s", (self.folder / "seen").read_text())

    def test_the_sandbox_of_the_rules(self):
        self.need_sandbox()
        (self.folder / "secret").write_text("of a bot")
        run = self.play_heap("assert not os.path.exists('secret') and os.listdir('.') == ['heap.py'], os.listdir('.')", "--sandbox", "on", "--log", "m.json")
        self.assertEqual(run.code, 0, str(run))
        (self.folder / "spy.py").write_text("import os, sys\n" + CHOOSER.replace("import sys, zlib", "import zlib\nassert not os.path.exists('heap.py')"))
        self.referee("python3 spy.py 1", self.chooser(2), "--game", "./heap.py", "--sandbox", "on", *LONG_LIMITS, code=0)
        self.assert_nothing_left()

    def test_a_tournament(self):
        bots = [f"{name}={self.chooser(shift)}" for name, shift in (("ann", 1), ("bob", 2), ("cleo", 3))]
        run = self.referee("tournament", *bots, "--game", self.heap(), "--games", 4, "--db", "t.db", "--jobs", 2, "--force", *LONG_LIMITS, code=0)
        self.assertIn("12 of 12 games", run.out)
        self.assertIn("ann", self.referee("standings", "t.db", code=0).out)
        self.referee("view", "t.db", code=0)
        server = self.start("serve", "t.db", "--port", 0)
        self.assertIn(b"http://", server.stdout.readline())
        server.terminate()
        self.referee("tournament", "--db", "t.db", "--resume", *LONG_LIMITS, code=0)
        (self.folder / "heap.py").write_text("#\n" + (self.folder / "heap.py").read_text())
        err = self.referee("tournament", "--db", "t.db", "--resume", *LONG_LIMITS, code=2).err
        self.assertIn("are not those with which the tournament began", err)
        self.assert_nothing_left()

    def test_rules_that_were_moved(self):
        game, rules = self.heap(), self.folder / "heap.py"
        bots = [f"ann={self.chooser(1)}", f"bob={self.chooser(2)}"]
        self.referee("tournament", *bots, "--games", 8, "--stop-after", 2, "--game", game, "--db", "t.db", *LONG_LIMITS, code=0)
        text = rules.read_text()
        rules.unlink()
        gone = self.referee("tournament", "--resume", "--db", "t.db", *LONG_LIMITS, code=2).err
        self.assertIn("the rules './heap.py' are missing here: say where they are now with --game FILE", gone)
        other = self.program("other/heap.py", text)
        moved = ("tournament", "--resume", "--db", "t.db", "--game", "./other/heap.py")
        again = self.referee(*moved, "--stop-after", 2, code=0).err
        self.assertRegex(again, r"to resume: referee tournament --resume --db t.db --game \./other/heap\.py\b")
        run = self.referee(*moved, *LONG_LIMITS, code=0)
        self.assertIn("8 of 8 games", run.out)
        other.write_text("#\n" + text)
        edited = self.referee("tournament", "--resume", "--db", "t.db", "--game", "./other/heap.py", *LONG_LIMITS, code=2).err
        self.assertIn("the rules in './other/heap.py' are not those with which the tournament began", edited)
        self.assert_nothing_left()

    def test_a_tournament_goes_on_after_failures(self):
        bots = [f"{name}={BIN / 'random.py'}" for name in ("ann", "bob")]
        game = self.heap("if plies == 2 and left == 2: sys.exit(1)")
        run = self.referee("tournament", *bots, "--game", game, "--games", 20, "--seed", 3, "--db", "t.db", *LONG_LIMITS, code=1)
        self.assertRegex(run.out, "20 of (the )?20 games")
        self.assertRegex(run.out, r"the rules failed, or neither bot could be started: [1-9]\d? games?, for nobody")
        self.assertRegex(run.err, "the rules of heap have failed: the program has exited with code 1; after: new stones=5; play")
        self.assertEqual(run.err.count("have failed"), 1, run.err)
        self.assertIn('"ending":"aborted"', self.referee("export", "t.db", code=0).out)
        again = self.referee("tournament", "--resume", "--db", "t.db", code=1)
        self.assertEqual(again.err.count("have failed"), 1, again.err)
        # No table says that the bots could not be started, neither the report's nor that of several files.
        self.referee("view", "t.db", "-o", "t.html", code=0)
        endings = data_of((self.folder / "t.html").read_text(), "games-data")["endings"]
        self.assertEqual(set(endings), {"empty", "no result"})
        self.referee("tournament", *bots, "--game", game, "--games", 20, "--seed", 4, "--db", "u.db", *LONG_LIMITS, code=1)
        joined = self.referee("standings", "t.db", "u.db", code=0).out
        self.assertRegex(joined, r"the rules failed, or neither bot could be started: [1-9]\d? games?, for nobody")
        self.assertRegex(joined, r"\nendings: .*\bno result [1-9]\d?\b")
        self.assert_nothing_left()

    def test_a_check_blames_no_bot_for_the_rules(self):
        game = self.heap("if plies == 3: sys.exit('oh')")
        run = self.referee("check", BIN / "random.py", "--game", game, *LONG_LIMITS, code=1)
        self.assertRegex(run.err, r"the rules of heap have failed: .*oh.*; no bot is to blame\n$")
        self.assertNotIn("FAIL", run.out)
        self.assertNotIn("not fit", run.out)
        for name in ("ann", "bob"):
            bot = self.folder / "bots" / name / "bot"
            bot.parent.mkdir(parents=True)
            bot.write_bytes((BIN / "random.py").read_bytes())
            bot.chmod(0o755)
        run = self.referee("tournament", "--bots", "bots", "--game", game, "--db", "t.db", "--force", *LONG_LIMITS, code=1)
        self.assertIn("no bot is to blame", run.err)
        self.assertNotIn("left out", run.out + run.err)

    def test_a_game_that_never_ends_stops_no_check(self):
        """The maximum is reached. Other bots must not be kept from playing."""
        game = self.heap("if plies: print('rows 1\\nooooo\\nturn 0\\nmoves 1\\n1\\nend', flush=True); continue")
        run = self.referee("check", BIN / "random.py", "--game", game, *LONG_LIMITS, code=0)
        self.assertRegex(run.out, r"a game was cut short: the rules of heap have failed: the game goes on after \d+ plies, .*; no bot is to blame")
        for name in ("ann", "bob"):
            bot = self.folder / "bots" / name / "bot"
            bot.parent.mkdir(parents=True)
            bot.write_bytes((BIN / "random.py").read_bytes())
            bot.chmod(0o755)
        run = self.referee("tournament", "--bots", "bots", "--game", game, "--games", 2, "--db", "t.db", "--force", *LONG_LIMITS, code=1)
        self.assertRegex(run.out, "2 of (the )?2 games")
        self.assertNotIn("left out", run.out + run.err)

    def test_rules_that_fail_before_a_game_do_not_end_the_tournament(self):
        # They fail in each game, so also in those that estimate how long the tournament takes.
        run = self.two_random("--game", self.heap("if plies == 3: sys.exit(1)"), "--games", 4, code=1)
        self.assertRegex(run.out, "4 of (the )?4 games")
        # They fail while openings are drawn: after one of the two first moves, then with one of the two dice.
        run = self.two_random("--game", self.heap("if plies == 1 and left == 3: sys.exit(1)"), "--openings", 1, "--games", 4, db="u.db", code=0)
        self.assertRegex(run.out, "4 of (the )?4 games")
        run = self.two_random("--game", self.die("if word == 'chance' and rest == ['1']: sys.exit(1)"), "--openings", 2, "--games", 40, db="v.db", seed=4, code=1)
        self.assertRegex(run.out, "40 of (the )?40 games")

    def test_another_seed_is_refused_before_openings_are_drawn_which_would_fail(self):
        wish = ["--game", self.heap("if plies == 1 and left != 4: sys.exit(1)"), "--openings", 1, "--games", 2]
        codes = {}  # the first draws of some seeds fail
        for seed in range(1, 60):
            codes.setdefault(self.two_random(*wish, "--dry-run", seed=seed).code, seed)
            if len(codes) == 2:
                break
        self.assertEqual(set(codes), {0, 1})
        self.two_random(*wish, "--stop-after", 1, seed=codes[0], code=0)
        run = self.referee("tournament", "--resume", "--db", "t.db", "--seed", codes[1], code=2)
        self.assertIn("can't be resumed: ", run.err)
        self.referee("tournament", "--resume", "--db", "t.db", code=0)

    def test_a_search_ends_if_the_rules_fail_in_most_games(self):
        run = self.two_random("--game", self.heap("if plies == 1: sys.exit(1)"), "--until", "los=95", code=1)
        self.assertRegex(run.out, r"stopped after \d+ games without reaching the goal")
        self.assertIn("the rules fail in most games: mend them, and begin a new tournament", run.out)

    def test_a_person_is_told_why_there_is_no_hint(self):
        """Only the first process of these rules replies. A hint has one of its own."""
        mark = f"import pathlib; mark = pathlib.Path({str(self.folder / 'mark')!r}); first = globals().setdefault('first', not mark.exists()); mark.touch()"
        run = self.referee("human", BIN / "random.py", "--game", self.heap(f"{mark}; first or sys.exit('oh')"), "--sandbox", "off", stdin="hint\n1\nquit\n")
        self.assertIn("there is no hint: the rules of heap have failed: the program has exited with code 1 (stderr: oh); after: new stones=5\n", run.out)
        self.assertIn("1. human (1) 1  ", run.out)  # the match goes on

    def openings_in(self, db):
        logs = [json.loads(line) for line in self.referee("export", db, code=0).out.splitlines()]
        return [[ply["move"] for ply in log["plies"][:log["opening"]]] for log in logs]

    def test_rules_that_need_an_interpreter(self):
        """Follows the advice: it must not name a command, which --game does not take."""
        folder = self.folder / "my heap"
        folder.mkdir()
        (folder / "heap.pl").write_text(own_rules.HEAP.replace("FAULT", "pass"))
        (self.folder / "Four.class").write_bytes(bytes.fromhex("cafebabe00000041"))
        (self.folder / "Four.java").write_text("class Four {}")
        (self.folder / "four.jar").write_bytes(b"PK\3\4")
        for game, command in (("./Four.class", 'java -cp "${0%/*}" Four'), ("./Four.java", 'java -cp "${0%/*}" Four'), ("./four.jar", 'java -jar "${0%/*}/four.jar"'),
                              ("./my heap", 'INTERPRETER "${0%/*}/heap.pl"')):
            with self.subTest(game):
                err = self.referee("check-game", game, code=2).err
                self.assertIn(f"game '{game}' needs an interpreter: ", err)
                self.assertEqual("compile it" in err, game.endswith(".java"))
                self.assertRegex(err, "put an executable script 'game' beside (Four|four|heap)[.][a-z]+, with the lines '#!/bin/sh' and "
                                      f"'{re.escape('exec ' + command)}', and name the folder\n$")
        lines = re.search(r"lines '(.*)' and '(.*)', and", err).groups()
        (folder / "game").write_text("".join(f"{line}\n" for line in lines).replace("INTERPRETER", "/usr/bin/python3"))
        (folder / "game").chmod(0o755)
        for sandbox in ("auto", "off"):
            self.assertIn("ok  10 random games", self.referee("check-game", "./my heap", "--games", 10, "--sandbox", sandbox, code=0).out)

    def test_openings_whose_moves_have_the_signs_of_the_file(self):
        moves = ["1,2", "1", "2", "#a/b", "c"]
        (self.folder / "signs.py").write_text(SIGNS.replace("MOVES", repr(moves)))
        (self.folder / "book.txt").write_text("#a/b\n\n1,2, c\n1  , 2\n")
        self.two_random("--game", "./signs.py", "--openings", "book.txt", "--games", 6, code=0)
        played = self.openings_in("t.db")
        expected = [["#a/b"], ["1,2", "c"], ["1", "2"]]
        self.assertEqual([list(opening) for opening in dict.fromkeys(map(tuple, played))], expected)
        # The plan that is made of the tournament has the same openings.
        (self.folder / "plan.json").write_text(self.referee("export", "t.db", "plan", code=0).out)
        self.referee("tournament", "--plan", "plan.json", "--db", "u.db", *LONG_LIMITS, code=0)
        self.assertEqual(played, self.openings_in("u.db"))
        (self.folder / "t.db").unlink()
        for line, words in (("# a comment", "move 1, '# a comment', is not legal there"), ("1/2", "move 1, '1/2', is not legal there")):
            self.assertIn(words, self.two_random("--game", "./signs.py", "--opening", line, "--games", 2, code=2).err)

    def test_rules_that_are_not_repeatable_blame_no_opening(self):
        game = self.die("if word == 'chance': rest = [str(os.urandom(1)[0] % 2)]")
        run = self.two_random("--game", game, "--openings", 2, "--games", 20, code=1)
        self.assertRegex(run.out, "20 of (the )?20 games")
        self.assertRegex(run.err, "the rules of die have failed: they do not reply to the same requests as before: ply 2 is '[xy][01]', but it is not legal")

    def test_dice_after_the_start(self):
        run = self.two_random("--game", self.die(), "--openings", 2, "--games", 60, code=0)
        self.assertRegex(run.out, "60 of (the )?60 games")
        err = self.two_random("--game", self.die(), "--opening", "a, x0", "--games", 2, db="u.db", code=2).err
        self.assertIn("in die the legal moves depend on what is drawn; use --openings N", err)
        self.two_random("--game", self.die(), "--opening", "b", "--games", 2, db="u.db", code=0)
        players = (self.chooser(1), self.chooser(2), "--game", self.die(), *LONG_LIMITS)
        self.referee(*players, "--seed", 5, "--log", "m.json", code=0)
        for at in (1, 2, 3):
            resume = ("--resume", "m.json", "--at", at)
            self.assertIn("--seed 77 contradicts 'm.json'", self.referee(*players, *resume, "--seed", 77, code=2).err)
            self.assertIn("--games 10 contradicts 'm.json'", self.referee(*players, *resume, "--games", 10, code=2).err)
            self.referee(*players, *resume, "--games", 2, code=0)
        self.referee(*players, "--resume", "m.json", "--at", 0, "--seed", 77, "--games", 10, code=0)

    def test_dice_at_the_start(self):
        rules = self.folder / self.die()
        rules.write_text(rules.read_text().replace('"plies 4",', '"plies 4", "piece o disc grey",').replace("rows 0", "rows 1\\nooo")
                         .replace('if plies == 1 and word == "play"', 'if word == "new"').replace("if plies != 1", 'if word != "chance"'))
        self.referee("check-game", "./die.py", "--games", 20, code=0)
        self.referee(self.chooser(1), self.chooser(2), "--game", "./die.py", "--seed", 5, "--log", "m.json", *LONG_LIMITS, code=0)
        log = json.loads((self.folder / "m.json").read_text())
        self.check_log(log)
        self.assertEqual([len(ply.get("hand") or []) for ply in log["plies"]], [1, 0, 0, 0])
        self.assertIn("all as logged", self.referee("replay", "m.json", "--rules", "./die.py", code=0).out)

    def test_a_resumed_match_has_the_settings_of_its_log(self):
        pig = EXAMPLES / "pig.py"
        players = (self.chooser(1), self.chooser(2), *LONG_LIMITS)
        self.referee(*players, "--game", f"{pig}:target=20", "--log", "m.json", code=0)
        resume = ("--resume", "m.json", "--at", 3, "--game")
        self.referee(*players, *resume, pig, "--log", "n.json", code=0)
        self.assertEqual(json.loads((self.folder / "n.json").read_text())["game"]["config"], {"target": 20})
        self.assertIn("(pig:target=20): omit the settings", self.referee(*players, *resume, f"{pig}:target=30", code=2).err)
        self.assertIn("(pig:target=20): give the rules of that game", self.referee(*players, *resume, self.heap(), code=2).err)

    def test_tournaments_with_other_rules_are_not_put_together(self):
        for db, fault in (("a.db", "pass"), ("b.db", "pass"), ("c.db", "pass  # another")):
            self.two_random("--game", self.heap(fault), "--games", 2, db=db, seed=ord(db[0]), code=0)
        self.assertIn("4 games played", self.referee("standings", "a.db", "b.db", code=0).out)
        self.assertIn("'a.db' and 'c.db' can't be put together: the rules of heap differ", self.referee("standings", "a.db", "c.db", code=2).err)

    def test_a_kit_names_a_bot_that_plays_the_game(self):
        self.referee("new-bot", "kit", "--game", self.heap(), code=0)
        self.assertIn("such as `random.py`", (self.folder / "kit" / "README.md").read_text())

    def test_a_plan_names_the_program(self):
        self.two_random("--game", f"{EXAMPLES}/pig.py:target=20", "--games", 2, code=0)
        self.referee("export", "t.db", "plan", "-o", "plan.json", code=0)
        self.referee("tournament", "plan.json", "--db", "u.db", code=0)
        self.assertEqual(len(self.referee("export", "u.db", code=0).out.splitlines()), 2)


if __name__ == "__main__":
    unittest.main()
