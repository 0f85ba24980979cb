"""Tests that `referee check-game` finds the usual mistakes in the rules of a game, names their causes, and describes the
games of rules without a mistake."""
import pathlib
import re
import signal
import unittest

from harness import PATIENCE, RefereeTest
from screen import Screen

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples/games"

# Take one or two from a heap of five. The parts in capital letters may be replaced by mistakes.
HEAP = """import os, random, sys, time
games = 0
for request in REQUESTS:
    word, *rest = request.split()
    if word == "referee":
        print("game heap 1", "PLIES", "piece o disc grey", "ending empty nothing is left", "ending never", sep="\\n", end=" ever\\n")
        HELLO
    else:
        if word == "new":
            NEW
        elif word == "play":
            left, player, plies = left - int(rest[0]), 1 - player, plies + 1
        POSITION
        print("rows 1", "o" * left + "." * (5 - left), sep="\\n")
        LINES
        if left <= 0:
            print(f"over won {1 - player} empty")
        else:
            moves = [str(i) for i in range(1, min(left, 2) + 1)]
            MOVES
            print(f"turn {player}", f"moves {len(moves)}", *moves, sep="\\n")
    print("end", flush=True)
"""
USUAL = {"PLIES": "plies 5", "REQUESTS": "sys.stdin", "HELLO": "pass", "NEW": "left, player, plies = 5, 0, 0; games += 1", "POSITION": "pass", "LINES": "pass", "MOVES": "pass"}


class CheckGameTest(RefereeTest):
    def heap(self, **parts):
        text = HEAP
        for part, usual in USUAL.items():
            text = text.replace(part, parts.get(part, usual))
        (self.folder / "heap.py").write_text(text)
        return "./heap.py"

    def check(self, game, *arguments, games=20, code=0):
        return self.referee("check-game", game, "--games", games, "--seed", 3, *arguments, code=code)

    def test_describes_the_games(self):
        out = self.check(self.heap(), games=50).out
        self.assertRegex(out, r"^heap  seed 3\nok  50 random games of [34]\.\d plies \(the longest has 5 of at most 5\), 1\.\d moves a position\n"
                              r"    won by the first player \d+, by the second \d+, drawn 0; endings: empty 50, never 0\n"
                              r"    \d+ us a ply, \d+\.\d MiB of memory, which does not grow\n$")
        self.assertNotIn("memory", self.check("./heap.py").out)

    def test_examples_are_without_a_mistake(self):
        # Those in version 2 of the protocol are tested in tests/own_games/.
        for path in sorted(path for path in EXAMPLES.glob("*.py") if f"game {path.stem} 1\n" in path.read_text()):
            with self.subTest(path.name):
                self.assertRegex(self.check(path).out, r"    one more game each with \w+=\d+, \w+=\d+")
                self.assertLessEqual(len(path.read_text().splitlines()), 60)

    def test_the_page(self):
        """Tests that the game of docs/own_game.md works, and that the page is as short as it promises."""
        page = (ROOT / "docs/own_game.md").read_text()
        lines = re.search(r"This is a whole one, `take.py`[^#]*?\n\n((?: {8}[^\n]*\n)+)", page).group(1).splitlines()
        (self.folder / "take.py").write_text("".join(line[8:] + "\n" for line in lines))
        self.assertIn("Take the last stone", self.check("./take.py:stones=21").out)
        protocol = re.search(r"\n## The protocol.*?(?=\n## )", page, re.S).group(0)
        self.assertLess(len(protocol.encode()), 3 << 10)

    def test_finds_mistakes(self):
        mistakes = {
            "dice": ({"LINES": "print('state', random.randrange(10**9))"},
                     "two processes reply differently to the same requests: the rules must not roll dice, .*different replies to '.*': line 3: '.*' and '.*'"),
            "clock": ({"LINES": "print('state', time.monotonic_ns() % 10**9)"}, "read the clock.*different replies to 'new': line 3: 'state .*' and 'state .*'"),
            "set": ({"LINES": "print('note', *{'north', 'east', 'south', 'west', 'up', 'down'})"}, "the order of a set.*different replies to 'new': line 3: "),
            "folder": ({"LINES": "print('note I am', __file__)"},
                       "a copy of the program in another folder replies differently; different replies to 'new': line 3: '.*heap.py' and '.*elsewhere/heap.py'"),
            "folder in the hello": ({"HELLO": "print('rule See', __file__)"}, "in another folder has another hello: line 6: "),
            "memory of earlier games": ({"LINES": "print('state', games)"},
                                        "does not always reply the same: `new` must forget earlier games, .*; different replies to 'new': line 3: "),
            "no new start": ({"NEW": "left, player, plies = 5 if games < 2 else left, 0, 0; games += 1"},
                             "a new process replies well to these requests: `new` must forget earlier games"),
            "requests at once": ({"REQUESTS": """iter(lambda: os.read(0, 9999).decode().split("\\n")[0], "")"""},
                                 "which gets all requests at once, has not replied within 5s, in which it was idle: is the line `end` missing, or a flush\\?\n"
                                 "  after these requests:\n    new\n"),
            "crash": ({"POSITION": "if left == 1: sys.exit('oh')"},
                      r"the program has exited with code 1 \(stderr: oh\)\n  after these requests:\n    new\n(    play [12]\n)+$"),
            "size": ({"POSITION": "if plies == 2: print('rows 0', 'over drawn empty', 'end', sep='\\n', flush=True); continue"}, "another size than before"),
            "piece": ({"LINES": "print('rows 1') if left == 2 else None"}, "the word 'rows' is unknown"),
            "character": ({"POSITION": "if plies == 1: print('rows 1', 'oxo..', 'over drawn empty', 'end', sep='\\n', flush=True); continue"}, "declares no piece 'x'"),
            "ending": ({"LINES": "if left == 0: print('over won 0 full', 'end', sep='\\n', flush=True); continue"}, "declares no ending 'full'"),
            "twice": ({"MOVES": "moves *= 2"}, "the move '1' is listed twice"),
            "no move": ({"MOVES": "moves = moves[1:]"}, "the number of moves is '0'"),
            "plies": ({"LINES": "if plies > 1: left = 3"}, r"the game has more plies than the hello says \(5\)"),
            "dice for ever": ({"POSITION": "if plies: print('rows 0'.replace('0', '1'), 'ooooo', 'chance 6', 'end', sep='\\n', flush=True); continue"},
                              "asks for chance 1001 times in a row"),
            "a line too many": ({"LINES": "if left <= 0: print('over won 0 empty\\nend\\nmore', flush=True); continue"},
                                r"the program writes or ends after the last of its replies\n  after these requests:\n    new\n(    play [12]\n)+$"),
            "a move that fails": ({"MOVES": "moves.append('all')"}, "has exited with code 1 .*invalid literal for int.*'all'"),
            "largest setting": ({"HELLO": "print('setting size 4 1 9 of what')", "NEW": USUAL["NEW"] + "; assert rest[0] != 'size=9', 'too large'"},
                                r"the program has exited with code 1 \(stderr: AssertionError: too large\)\n  after these requests:\n    new size=9\n$"),
            "late": ({"POSITION": "while plies == 2: pass"}, "has not replied within 1s"),
        }
        for name, (parts, message) in mistakes.items():
            with self.subTest(name):
                run = self.check(self.heap(**parts), code=1)
                self.assertRegex(run.out, f"(?s)FAIL  (?:in game \\d+|before the first game|in the game with size=9): .*(?:{message})")
                self.assertEqual(run.err, "")
        self.assert_nothing_left()

    def test_the_game_that_fails_is_named(self):
        """Each game has an unfinished one before it, so `games` is twice the game's number. The copy of the program finds
        the fault after the game has been played step by step."""
        for name, parts, place in (("step by step", {"POSITION": "if games == 6: sys.exit(1)"}, "in game 3"),
                                   ("in the copy", {"LINES": "if games > 5 and 'elsewhere' in __file__: print('state 7')"}, None),
                                   ("in the hello", {"HELLO": "print('rule See', __file__)"}, "before the first game"),
                                   ("with a setting", {"HELLO": "print('setting size 4 1 9 of what')",
                                                       "NEW": USUAL["NEW"] + "; assert rest[0] != 'size=1', 'too small'"}, "in the game with size=1")):
            with self.subTest(name):
                out = self.check(self.heap(**parts), code=1).out
                if place:
                    self.assertIn(f"\nFAIL  {place}: ", out)
                    continue
                number = int(re.search(r"\nFAIL  in game (\d+): ", out).group(1))
                self.check("./heap.py", games=number, code=1)
                self.check("./heap.py", games=number - 1)

    def test_a_player_without_a_turn_is_a_mistake(self):
        game = self.heap(NEW=USUAL["NEW"], LINES="player = 0")
        for games, code in ((9, 0), (10, 1)):
            out = self.check(game, games=games, code=code).out
            self.assertEqual("\nFAIL  in all 10 games: player 1 never has a turn: no position has the line 'turn 1'\n" in out, code == 1, out)

    def test_slow_rules_are_told_of(self):
        """Rules that think for a quarter of a second about each reply, on a terminal and without one."""
        game = self.heap(POSITION="time.sleep(0.25)")
        said = "these rules are slow: after 10.00 s the check of 1000 games is in game "
        plain = self.start("check-game", game, "--games", 1000)
        screen = Screen(self.start, "check-game", game, "--games", 1000, columns=160)
        self.addCleanup(screen.close)
        screen.wait(lambda: re.search(r"checking 1000 games: in game \d+, \d+ replies so far", screen.text()))
        screen.wait(said)
        told = b""
        while said.encode() not in told:
            told += (line := plain.stderr.readline())
            self.assertTrue(line, told)
        for process in (plain, screen.process):
            process.send_signal(signal.SIGINT)
        plain.communicate(timeout=PATIENCE)
        self.assertEqual((plain.returncode, screen.end()), (130, 130))

    def test_a_reply_that_never_comes(self):
        idle = "the program has not replied within 5s, in which it was idle: is the line `end` missing, or a flush?\n"
        self.heap()
        text = (self.folder / "heap.py").read_text()
        for name, part, other in (("no flush", ", flush=True", ""), ("no end", 'print("end", flush=True)', "sys.stdout.flush()"),
                                  ("drops of a reply", "games = 0", "input()\nwhile True: print('x', flush=True); time.sleep(0.1)")):
            with self.subTest(name):
                self.assertIn(part, text)
                (self.folder / "heap.py").write_text(text.replace(part, other))
                self.assertIn(idle, self.referee("check-game", "./heap.py", code=2, env={"PYTHONUNBUFFERED": ""}).err)
        out = self.check(self.heap(POSITION="while plies == 1: print('x', file=sys.stderr)"), code=1).out
        self.assertIn("has not replied within 1s (stderr: x)", out)

    def test_a_long_game_is_shown_in_part(self):
        out = self.check(self.heap(PLIES="plies 300", POSITION="left = 3; plies > 250 and sys.exit('oh')"), code=1).out
        self.assertRegex(out, r"(?s)    new\n    \.\.\. 52 requests that --seed repeats \.\.\.\n(    play [12]\n){199}$")

    def test_finds_rules_that_need_a_file_beside_them(self):
        (self.folder / "table.py").write_text("size = 5\n")
        game = self.heap(HELLO="import table")
        message = "a copy of the program in another folder can't be used: .*No module named 'table'"
        self.assertRegex(self.check(game, "--sandbox", "off", code=1).out, message)
        folder = self.folder / "a heap"
        folder.mkdir()
        for name in ("heap.py", "table.py"):
            (self.folder / name).rename(folder / name)
        (folder / "heap.py").rename(folder / "game.py")
        for sandbox in ("off", "auto"):
            self.check("./a heap", "--sandbox", sandbox)

    def test_says_whether_memory_grows(self):
        game = self.heap(NEW="left, player, plies = 5, 0, 0; games += 1; globals().setdefault('kept', []).append(os.urandom(100_000))")
        self.assertRegex(self.check(game, games=60).out,
                         r"MiB of memory, and about (19|20)\d\.\d KiB more with each game: after 5\d\d\d further games none is left")

    def test_is_stopped_in_the_middle_of_a_game(self):
        process = self.start("check-game", self.heap(POSITION="time.sleep(0.5)"), "--games", 1_000)
        self.assertIn(b"seed", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130)


if __name__ == "__main__":
    unittest.main()
