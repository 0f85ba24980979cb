"""Tests games with secrets and points: each player and everybody else gets only what the views say, on every way out of
the referee. The secrets of the players carry markers, for which all that leaves the referee is searched."""
import csv
import io
import json
import re

from draws_test import seed_for
from harness import BIN, LONG_LIMITS, PATIENCE, main
from serve_case import ServeCase
from serve_tournament_test import Collector

RANDOM = BIN / "random.py"

# Each player is dealt a number. The marker of player P with the number N is "ZPxNx". Both may play `a` or their marker. The
# opponent is told neither. LEAK comes before each position, and may change `views`, `told` or `moves`.
MARKED = """import sys, time
for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print("game marked 2", "secrets", "score 9 marks", "plies 8", "setting plies 6 1 8 plies", "piece X disc first", "ending last all is played", sep="\\n")
    elif word == "new":
        limit, plies, dealt, marks = int(rest[0].split("=")[1]), 0, None, [0, 0]
        print("rows 1", "X", "view 0", "rows 1", ".", "view 1", "rows 1", ".", "chance 60000 60000", sep="\\n")
    else:
        mover = plies % 2
        if word == "play":
            marks[mover] += rest[0] != "a"
            plies += 1
        else:
            dealt = [f"Z{player}x{number}x" for player, number in enumerate(rest)]
        turn = plies % 2
        moves = [["a", dealt[player]] for player in (0, 1)]
        views = [f"note {dealt[player]} {plies}" for player in (0, 1)]
        told = ["", ""]
        if word == "chance":
            told = [f"told {player} gets {dealt[player]}\\n" for player in (0, 1)]
        else:
            told[1 - mover] = f"told {mover} hidden\\n"
        LEAK
        print("rows 1", "X", f"note {' '.join(dealt)}", sep="\\n")
        if plies == limit:
            print(f"score {marks[0]} {marks[1]}")
            print("over drawn last" if marks[0] == marks[1] else f"over won {int(marks[0] < marks[1])} last")
        else:
            for player in (0, 1):
                print(f"view {player}", "rows 1", ".", f"state {plies}", views[player], sep="\\n")
                print(told[player], end="")
            print(f"turn {turn}", "moves 2", *moves[turn], sep="\\n")
    print("end", flush=True)
"""

# Plays its own marker whenever its number is odd, else `a`. Writes all that it reads into a file of its own.
RECORDER = """import os, sys
seen = open(sys.argv[1] + os.environ.get("REFEREE_PLAYER", ""), "a", buffering=1)
def line():
    text = sys.stdin.readline()
    seen.write(text)
    return text.rstrip("\\n")
seen.write(" ".join(f"{name}={value}" for name, value in sorted(os.environ.items()) if "REFEREE" in name) + "\\n")
while line():
    line(); line()
    while (ply := line()) not in ("", "-1"):
        for _ in range(int(line())): line()
        line(); line()
        moves = [line() for _ in range(int(line()))]
        print(moves[int(moves[-1].split("x")[1]) % 2], flush=True)
"""


class SecretsTest(ServeCase):
    def marked(self, leak="pass", name="marked.py"):
        (self.folder / name).write_text(MARKED.replace("LEAK", leak))
        return f"./{name}"

    def recorder(self, name):
        (self.folder / "recorder.py").write_text(RECORDER)
        return f"{name}=python3 recorder.py {self.folder}/{name}."

    def assert_hidden(self, text, player):
        """Checks that a text has no marker of this player, or of nobody if it is None."""
        found = re.search(r"Z[01]x" if player is None else f"Z{player}x", text)
        self.assertIsNone(found, text[max(0, found.start() - 300):found.end() + 100] if found else "")

    def play_recorded(self, *arguments, **options):
        self.marked()
        return self.referee(self.recorder("ann"), self.recorder("ben"), "--game", "./marked.py", "--sandbox", "off", *LONG_LIMITS, *arguments, **options)

    def test_a_bot_reads_nothing_of_the_other_ones_secrets(self):
        for seed in range(6):
            self.play_recorded("--seed", seed, "--log", "m.json", "--force", code=0)
            log = json.loads((self.folder / "m.json").read_text())
            self.check_log(log)
            self.assertEqual((log["game"]["rules"]["protocol"], len(log["plies"])), (2, 6))
            for player, name in enumerate(("ann", "ben")):
                text = (self.folder / f"{name}.{player}").read_text()
                self.assertRegex(text, f"Z{player}x")
                self.assert_hidden(text, 1 - player)
                self.assertIn(f"{1 - player} hidden\n", text)
                bytes_ = "".join(line for line in text.splitlines(keepends=True) if "REFEREE" not in line)
                self.assertEqual(self.referee("replay", "m.json", "--stdin-of", player, code=0).out, bytes_.removesuffix("-1\n"))
                (self.folder / f"{name}.{player}").unlink()
            points = [sum(ply["move"] != "a" for ply in log["plies"] if ply["player"] == player) for player in (0, 1)]
            self.assertEqual(log["result"]["score"], points)
            self.assertIn(f"({points[0]} : {points[1]})", self.referee("replay", "m.json", code=0).out)
            self.assertIn("all as logged", self.referee("replay", "m.json", "--rules", "./marked.py", code=0).out)
            wrong = {**log, "result": {**log["result"], "score": [points[0] + 1, points[1]]}}
            (self.folder / "m.json").write_text(json.dumps(wrong))
            self.assertIn("the points differ", self.referee("replay", "m.json", "--rules", "./marked.py", code=1).err)

    def test_a_person_at_the_terminal_sees_the_own_view(self):
        for you in (0, 1):
            bots = ["human", self.recorder("ben")] if you == 0 else [self.recorder("ann"), "human"]
            self.marked()
            run = self.referee(*bots, "--game", "./marked.py", "--sandbox", "off", "--show", "--seed", 5, stdin="?\nhint\nback\nsave x.json\na\na\nrules\n", code=3)
            self.assertRegex(run.out, f"Z{you}x")
            self.assertIn("hidden", run.out)
            before_the_end = run.out[:run.out.index("aborted")]
            self.assert_hidden(before_the_end + run.err, 1 - you)
            self.assertIn("moves can't be taken back in a game with secrets", run.out)
            self.assertIn("a game with secrets can't be saved before its end", run.out)
            self.assertFalse((self.folder / "x.json").exists())
            self.assertNotIn("back  takes", run.out)

    def test_a_person_in_a_browser_sees_the_own_view(self):
        server = self.serve("--game", self.marked(), "--bot", RANDOM)
        for you in (0, 1):
            match = self.begin(server, "marked", "plies=6", you=you)
            states = []
            while not (state := match.stream.state())["over"]:
                if state["ply"] < 6:
                    states.append(state)
                if state["moves"]:
                    status, hint = server.post(match.path + "/hint", {})
                    self.assertEqual(status, 200)
                    self.assert_hidden(json.dumps(hint), 1 - you)
                    self.assertEqual(server.post(match.path + "/back", {"ply": 0})[0], 409)
                    match.move(state["ply"], state["moves"][state["ply"] % 2])
            self.assert_hidden(json.dumps(states), 1 - you)
            self.assertTrue(all(state["secret"] for state in states))
            self.assertRegex(json.dumps(states), f"Z{you}x")
            self.assertIn([1 - you, "hidden"], states[-1]["made"])
            self.assertRegex(json.dumps(match.log().json()), "Z0x.*Z1x")
            self.assertEqual(server.post(match.path + "/back", {"ply": 0})[0], 409)
        wish = {"bot": 0, "game": "marked", "settings": "", "you": 0, "move_ms": 1000}
        for more in ({"seed": 1, "moves": []}, {"seed": 1, "moves": ["a"]}, {"seed": 1}):
            status, answer = server.post("/api/matches", {**wish, **more})
            self.assertEqual((status, "has secrets" in answer["error"]), (400, True), answer)

    def test_the_public_sees_a_game_when_it_is_over(self):
        slow = (self.folder / "slow.py")
        # Nobody goes on beyond two plies before the public has seen a game.
        slow.write_text(RECORDER.replace("        print(moves", "        import time\n        while int(ply) > 1 and not os.path.exists('seen'): time.sleep(0.02)\n        print(moves"))
        bots = [f"{name}=python3 slow.py {self.folder}/{name}." for name in ("ann", "ben")]
        self.marked()
        playing = self.start("tournament", *bots, "--db", "t.db", "--game", "./marked.py", "--games", 4, "--jobs", 1, "--seed", 1, "--sandbox", "off", "--json", *LONG_LIMITS)
        self.wait_until(lambda: (self.folder / "t.db").exists())
        stream = Collector(self, self.serve("t.db"))
        stream.wait("a running game", lambda: any(plies > 1 for _, plies in stream.positions()))
        (self.folder / "seen").touch()
        stream.wait_for_state("finished")
        self.assertEqual(playing.wait(PATIENCE), 0)
        running = [game for news in stream.all("running") for game in news["games"] or []]
        self.assertTrue(all(game["secret"] and game["frame"] is None and game["last"] is None for game in running))
        self.assert_hidden(json.dumps([data for name, data in stream.events if name != "followed"]), None)
        self.assertRegex(self.referee("export", "t.db", code=0).out, "Z0x")

    def test_points_in_tables_and_exports(self):
        said = self.referee("games", self.marked(), code=0).out
        self.assertIn("Each player sees only a part of the position.\n", said)
        self.assertIn("Points: marks. A forfeit costs 9 of them.", " ".join(said.split()))
        bots = [self.recorder(name) for name in ("ann", "ben", "cat")]
        bots.append("late=python3 -c 0")
        self.referee("tournament", *bots, "--db", "t.db", "--game", "./marked.py", "--games", 4, "--seed", 1, "--sandbox", "off", *LONG_LIMITS, code=0)
        games = list(csv.DictReader(io.StringIO(self.referee("export", "t.db", "games", code=0).out)))
        margins = {name: 0 for name in ("ann", "ben", "cat", "late")}
        for game in games:
            if game["ending"] == "by_rules":
                margin = int(game["first_score"]) - int(game["second_score"])
            else:
                self.assertEqual((game["first_score"], game["second_score"]), ("", ""))
                margin = 9 if game["winner"] == game["first"] else -9
            margins[game["first"]] += margin
            margins[game["second"]] -= margin
        table = list(csv.DictReader(io.StringIO(self.referee("export", "t.db", "standings", "--columns", "all", code=0).out)))
        self.assertEqual({row["name"]: float(row["margin"]) for row in table}, {name: margin / 12 for name, margin in margins.items()})
        self.assertEqual([row["name"] for row in table], sorted(margins, key=lambda name: (-float(next(row["points"] for row in table if row["name"] == name)), -margins[name])))
        self.assertIn("margin", self.referee("standings", "t.db", code=0).out)
        details = self.sql("SELECT DISTINCT detail FROM matches WHERE ending = 'by_rules'")
        self.assertTrue(all(re.fullmatch(r"last \(\d : \d\)", detail) for (detail,) in details))
        self.assertIn("last", self.referee("export", "t.db", "endings", code=0).out)

    def test_what_would_tell_secrets_is_refused(self):
        self.play_recorded("--seed", 1, "--log", "m.json", code=0)
        ann, ben = self.recorder("ann"), self.recorder("ben")
        for arguments, words in ((["human", "human"], "two persons can't play it at one terminal"),
                                 (["human", ben, "--resume", "m.json", "--at", 2], "a person can't go on from a log"),
                                 (["human", ben, "--stderr"], "may write its own to stderr"),
                                 ([ann, ben, "--resume", "m.json", "--at", 3, "--games", 2], "each of its games has hands of its own"),
                                 ([ann, ben, "--openings", "book.txt"], "book.txt: marked has secrets, and whoever has played an opening"),
                                 ([ann, ben, "--position", "a b"], "it can't begin from a written position")):
            with self.subTest(arguments):
                self.assertIn(words, self.referee(*arguments, "--game", "./marked.py", "--sandbox", "off", code=2).err)
        run = self.referee("tournament", ann, ben, "--game", "./marked.py", "--openings", "book.txt", "--db", "t.db", "--sandbox", "off", code=2)
        self.assertIn("book.txt: marked has secrets", run.err)
        self.assertFalse((self.folder / "t.db").exists())
        self.referee(ann, ben, "--resume", "m.json", "--at", 2, "--game", "./marked.py", "--sandbox", "off", *LONG_LIMITS, code=0)

    def test_no_two_games_share_draws_or_an_opening(self):
        self.marked()
        bots = [self.recorder(name) for name in ("ann", "ben", "cat")]
        play = ["--game", "./marked.py", "--sandbox", "off", "--force", *LONG_LIMITS]
        for db, openings in (("t.db", []), ("u.db", ["--openings", 2])):
            with self.subTest(openings):
                self.referee("tournament", *bots, "--db", db, *play, "--games", 4, "--seed", 1, *openings, code=0)
                self.assertEqual(self.sql("SELECT number, seed FROM games", db), [(number, seed_for(1, "pair", number)) for number in range(12)])
                self.referee(*bots[:2], "--log", "s.jsonl", *play, "--games", 4, "--seed", 1, *openings, code=0)
                logs = [json.loads(line) for line in (self.folder / "s.jsonl").read_text().splitlines()]
                purpose = "opening" if openings else "pair"
                self.assertEqual([log["game"]["seed"] for log in logs], [seed_for(1, purpose, number) for number in range(4)])
                self.assertEqual(len({log["initial"]["note"] for log in logs}), 4)  # what was dealt
        self.referee(*reversed(bots[:2]), "--log", "r.json", *play, "--seed", logs[1]["game"]["seed"], code=0)
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["initial"], logs[1]["initial"])  # a single game can be repeated

    def hide(self, name, has_secrets):
        """A game without dice. Returns its path."""
        (self.folder / name).write_text(f"""import sys
for request in sys.stdin:
    word = request.split()[0]
    if word == "referee":
        print("game hide 2", "plies 4", "{'secrets' if has_secrets else 'rows up'}", "ending last all is played", sep="\\n")
    else:
        plies = 0 if word == "new" else plies + 1
        view = "{'view 0|rows 0|view 1|rows 0|' if has_secrets else ''}".replace("|", "\\n")
        print("rows 0", "over drawn last" if plies == 4 else f"{{view}}turn {{plies % 2}}\\nmoves 2\\na\\nb", sep="\\n")
    print("end", flush=True)
""")
        return f"./{name}"

    def test_a_stage_with_secrets_refuses_the_list_of_an_earlier_one(self):
        bots = [f"ann={RANDOM}", f"ben={RANDOM}"]
        self.referee("tournament", *bots, "--db", "a.db", "--game", self.hide("open.py", False), "--opening", "a", "--opening", "b, a", *LONG_LIMITS, code=0)
        stage = ["tournament", "--from", "a.db", "--db", "b.db", "--game", self.hide("hide.py", True)]
        self.assertIn("the openings of the earlier tournament: hide has secrets", self.referee(*stage, code=2).err)
        self.referee(*stage, "--openings", 1, code=0)

    def test_a_ladder_does_not_use_up_openings_that_are_new_in_each_game(self):
        bots = [f"{name}={RANDOM}" for name in ("ann", "ben", "cat")]
        self.referee("tournament", *bots, "--db", "t.db", "--format", "ladder", "--game", self.hide("hide.py", True), "--openings", 1, "--sandbox", "off",
                     "--stop-after", 40, *LONG_LIMITS)
        self.assertGreaterEqual(self.sql("SELECT count(*) FROM matches")[0][0], 40)

    def test_a_game_that_is_played_again_gets_new_processes(self):
        self.marked()
        bots = [self.recorder(name) for name in ("ann", "ben")]
        play = ["--db", "t.db", "--reuse", "--jobs", 1, "--sandbox", "off"]
        slow = self.folder / "recorder.py"
        slow.write_text(slow.read_text().replace("        print(moves", "        import time; time.sleep(0.02)\n        print(moves"))
        running = self.start("tournament", *bots, *play, "--format", "ladder", "--game", "./marked.py", *LONG_LIMITS)
        self.wait_until(lambda: (self.folder / "t.db").exists() and self.sql("SELECT count(*) FROM matches")[0][0] >= 2)
        self.referee("change", "t.db", "again", 1, code=0)
        self.wait_until(lambda: self.sql("SELECT count(*) FROM set_aside")[0][0] == 1 and self.sql("SELECT count(*) FROM matches WHERE number = 0")[0][0] == 1)
        running.terminate()
        running.wait()
        first, second = [json.loads(line) for line in self.referee("export", "t.db", code=0).out.splitlines()[:2]]
        self.assertEqual([[player["games_before"] for player in log["players"]] for log in (first, second)], [[0, 0], [1, 1]])

    def test_a_process_that_plays_all_games_is_told_nothing_more(self):
        self.marked()
        bots = [self.recorder(name) for name in ("ann", "ben")]
        self.referee(*bots, "--reuse", "--games", 6, "--jobs", 1, "--game", "./marked.py", "--sandbox", "off", "--log", "s.jsonl", *LONG_LIMITS, code=0)
        logs = [json.loads(line) for line in (self.folder / "s.jsonl").read_text().splitlines()]
        for number, name in enumerate(("ann", "ben")):
            seen = self.folder / f"{name}."
            self.assertEqual(seen.read_text().count("marked 1"), 6)
            for game, log in zip(seen.read_text().split("marked 1")[1:], logs):
                me = number if log["players"][0]["name"] == "ann" else 1 - number
                self.assert_hidden(game, 1 - me)
                self.assertIn(f"Z{me}x", game)

    def test_a_hint_of_rules_that_fail_tells_no_requests(self):
        failing = self.marked("if word == 'play' and plies == 2 and len(sys.argv) > 1: sys.exit()")
        text = (self.folder / "marked.py").read_text()
        (self.folder / "marked.py").write_text(text.replace("import sys, time", "import os, sys, time\n"
                                                            "mark = MARK\nhas_played = os.path.exists(mark)\nopen(mark, 'a').close()".replace("MARK", repr(str(self.folder / "mark"))))
                                               .replace("len(sys.argv) > 1", "has_played"))
        self.recorder("ben")
        run = self.referee("human", f"python3 recorder.py {self.folder}/ben.", "--game", failing, "--sandbox", "off", "--seed", 5, stdin="a\nhint\n", code=3)
        self.assertIn("the rules of the game have failed", run.out)
        self.assert_hidden(run.out[:run.out.index("aborted")], 1)

    def test_details_that_look_like_points_are_no_points(self):
        (self.folder / "odd.py").write_text("""import sys
for request in sys.stdin:
    word = request.split()[0]
    if word == "referee":
        print("game odd 1", "plies 4", "ending last all is played", sep="\\n")
    elif word == "play":
        sys.exit()
    else:
        print("rows 0", "turn 0", "moves 1", "x (99999999999999999999 : 4)", sep="\\n")
    print("end", flush=True)
""")
        self.referee("tournament", f"ann={RANDOM}", f"ben={RANDOM}", "--db", "t.db", "--game", "./odd.py", "--games", 2, *LONG_LIMITS, code=1)
        self.assertIn("the rules failed", self.referee("standings", "t.db", code=0).out)
        self.assertIn("99999999999999999999 : 4)", self.referee("export", "t.db", "games", code=0).out)

    def dots(self, old="", new=""):
        text = """import sys
for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print("game dots 2", "plies 9", "starts A,B/C", "ending last all is played", sep="\\n")
    else:
        if word == "start" and not rest[0].rpartition("/")[2].isdigit():
            print("refused it must be A,B/C", "end", sep="\\n", flush=True)
            continue
        left = 3 if word == "new" else int(rest[0].partition("/")[2]) if word == "start" else left - 1
        print("rows 0", f"start a,b/{left}", "over drawn last" if left == 0 else f"turn {left % 2}\\nmoves 1\\nx", sep="\\n")
    print("end", flush=True)
"""
        self.assertIn(old, text)
        (self.folder / "dots.py").write_text(text.replace(old, new) if old else text)
        return "./dots.py"

    def test_check_game_begins_from_written_positions(self):
        check = ["check-game", "--games", 20, "--seed", 1]
        self.assertIn("    20 games began again from a written position\n", self.referee(*check, self.dots(), code=0).out)
        self.assertIn("starts not tested: no position has the line `start`", self.referee(*check, self.dots('f"start a,b/{left}"', '"note no start"'), code=0).out)
        mistakes = {("start a,b/{left}", "start a,b/{left + 1}"): r"this start does not lead to the position that has written it: `turn` was '[01]' and is '[01]'\n  after these requests:\n    new\n    start a,b/\d\n$",
                    ("refused it must", "refuse it must"): r"line 1 of the reply, 'refuse it must be A,B/C': a position begins with `rows N`\n  after these requests:\n    new\n    start \?\n$",
                    ('if word == "start" and not', 'if word == "start" or word == "start" and not'): "it refuses a start that it has written itself",
                    ('"refused it must be A,B/C", "end"', '"refused ", "end"'): None,
                    ('"refused it must be A,B/C", "end"', '"refused", "why", "end"'): r"'refused': a position begins with `rows N`",
                    # It begins with the right position, and goes on from the wrong one.
                    ('print("rows 0", f"start', 'shown, left = left, left if word != "start" else left + 2\n        if word == "start": print("rows 0", f"start a,b/{shown}", f"turn {shown % 2}\\nmoves 1\\nx", sep="\\n")\n        else: print("rows 0", f"start'):
                        "this start does not lead to the position that has written it: `start` was 'a,b/[12]' and is 'a,b/[34]'",
                    ('"rows 0", f"start', '"rows 0", *(["lost 1"] if word == "start" else []), f"start'): "no turn can be lost before the first move"}
        for (old, new), message in mistakes.items():
            with self.subTest(new):
                out = self.referee(*check, self.dots(old, new), code=1 if message else 0).out
                if message: self.assertRegex(out, r"FAIL  in game \d: .*" + message)
        said = self.referee(*check, self.dots('if word == "start" and not rest[0].rpartition("/")[2].isdigit():', 'if word == "start" and rest[0] in ("?", "a", "a,"): rest = ["a,b/3"]\n        if False:'), code=0).out
        self.assertIn("    it takes the text '?' for a position: refuse what is none, with `refused WHY`\n", said)
        self.dots('"refused it must be A,B/C"', '"refused"')
        self.assertIn("position '? ?': the rules refuse it", self.referee(RANDOM, RANDOM, "--game", "./dots.py", "--position", "? ?", code=2).err)

    def test_a_tournament_from_a_position_is_resumed(self):
        self.dots()
        (self.folder / "position.txt").write_text("a,b/5\r\n")
        bots = [f"ann={RANDOM}", f"ben={RANDOM}"]
        self.referee("tournament", *bots, "--db", "t.db", "--game", "./dots.py", "--position", "position.txt", "--games", 4, "--stop-after", 2, *LONG_LIMITS)
        self.referee("tournament", "--resume", "--db", "t.db", code=0)
        self.assertEqual(self.sql("SELECT DISTINCT plies FROM matches"), [(5,)])
        self.referee("tournament", "--from", "t.db", "--db", "u.db", code=0)
        self.assertEqual(self.sql("SELECT DISTINCT plies FROM matches", db="u.db"), [(5,)])

    def test_check_game_finds_leaks(self):
        leaks = {"the truth in a view": "views[0] += ' ' + dealt[1]",
                 "the number of marks": "views = [view + f' {marks[0]} {marks[1]}' for view in views]",
                 "moves that tell": "moves[0] += [] if marks[1] % 2 else []; moves[0][1] += str(marks[1])",
                 "a mark": "views = [view + ('\\nmark a1' if marks[1 - player] else '') for player, view in enumerate(views)]"}
        for name, leak in leaks.items():
            with self.subTest(name):
                out = self.referee("check-game", self.marked(leak), "--games", 40, "--seed", 1, code=1).out
                self.assertRegex(out, r"FAIL  in game \d+: player [01] sees what is hidden: with '(chance|play) .*' in place of '(chance|play) .*', player [01] is told the same, "
                                      r"but the view or the moves differ: '.*' and '.*'\n  after these requests:\n    new plies=6\n")
        out = self.referee("check-game", self.marked(), "--games", 20, "--seed", 1, code=0).out
        self.assertRegex(out, r"secrecy: \d+ hidden rolls and \d+ hidden moves were changed, and \d+ views were the same\n")
        self.assertRegex(out, r"marks: the first player has [-+]\d\.\d on average\n")
        told = "told = [f'told 0 {dealt[0]}-{dealt[1]}-{plies}-{rest[0]}\\n'] * 2"
        self.assertIn("secrecy not tested: ", self.referee("check-game", self.marked(told), "--games", 5, "--seed", 1, code=0).out)


if __name__ == "__main__":
    main()
