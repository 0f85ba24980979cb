"""Tests play.py, which comes with the kits of an arena, with games that have secrets: each player sees and hears what the rules let it, and a
person reads nothing else before the end."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from rules_program import EXAMPLES

PLAY = EXAMPLES.parents[1] / "kits/play.py"
# Writes all that it reads to a file, and something about it to stderr.
BOT = """import random, sys
random.seed(3)
log = open("read.txt", "a")
def line():
    text = sys.stdin.readline()
    log.write(text)
    log.flush()
    return text.rstrip()
game, player, settings = line(), line(), line()
while line():
    news = [line() for _ in range(int(line()))]
    state, board = line(), [line() for _ in range(int(settings.split()[0]))]
    moves = [line() for _ in range(int(line()))]
    print("MARKER", *board, file=sys.stderr, flush=True)
    print(random.choice(moves), flush=True)
"""


class PlayTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="referee_play_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bot.py").write_text(BOT)

    def play(self, game, *names, typed=""):
        text = PLAY.read_text().replace("@GAME@", game).replace("@RULES@", f"rules/{game}.py").replace("@SETTINGS@", "")
        (self.folder / "play.py").write_text(text)
        (self.folder / "rules").mkdir(exist_ok=True)
        shutil.copy(EXAMPLES / f"{game}.py", self.folder / "rules")
        return subprocess.run([sys.executable, "play.py", *names], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=400, input=typed)

    def test_battleship_with_a_person(self):
        places = [["a1d1", "a2c2", "a3c3", "a4b4"], ["j1m1", "j2l2", "j3l3", "j4k4"]]
        shots = [[f"{column}{row}" for column in sea for row in range(1, 9)] for sea in ("jklmnopq", "abcdefgh")]
        typed = "\n".join(places[0] + shots[0] + places[1] + shots[1]) + "\n"
        run = self.play("battleship", "me", "./bot.py", typed=typed)
        self.assertNotIn("MARKER", run.stdout[:run.stdout.index(" wins (")])
        self.assertIn("MARKER", run.stdout)  # what a bot says is told after the game
        text = re.sub("MARKER.*\n", "", run.stdout)
        first, second = text.split("\n\n")[:2]
        for game, hidden in ((first, "@"), (second, "#")):
            rows = re.findall(r"^(?:Your move: )?([.#@ox*]{8}\|[.#@ox*]{8})$", game, re.M)
            self.assertTrue(all(hidden not in row for row in rows[:-8]))
            self.assertTrue(any("@" in row for row in rows[:-8]) != any("#" in row for row in rows[:-8]))
            heard = re.findall(r"(?:^|Your move: )\./bot\.py: (.*)", game, re.M)
            self.assertTrue(heard and all(re.fullmatch(r"[a-q]\d (miss|hit|sunk ([a-q]\d){2})", line) for line in heard), heard)
        self.assertEqual(len(re.findall(r"you: \w+\d\w\d$", first, re.M)), 4)
        # The bot was the second player and then the first. It saw none of the person's ships.
        blocks = (self.folder / "read.txt").read_text().split("battleship 1\n")[1:]
        for block, hidden in zip(blocks, "#@"):
            self.assertNotIn(hidden, block)
            self.assertRegex(block, r"\n[01] [a-q]\d hit\n")
            self.assertNotRegex(block, rf"\n{'#@'.index(hidden)} \w\d\w\d\n")

    def test_poker_with_a_person(self):
        run = self.play("poker", "./bot.py", "me", typed="bet\ncall\n" * 300)
        before = re.sub("MARKER.*\n", "", run.stdout).split(" wins (")[0].split("A draw (")[0]
        lines = before.replace("Your move: ", "").split("\n")
        rows = [line for line in lines if re.fullmatch(r"[JQK?]{2}", line)]
        self.assertTrue(rows[:-1] and all(row[0] == "?" and row[1] != "?" for row in rows[:-1]), rows)
        self.assertNotIn("?", rows[-1])
        self.assertEqual(sum(line.startswith("you: gets ") for line in lines), 20)
        self.assertFalse([line for line in lines if line.startswith("./bot.py: gets")])
        self.assertTrue([line for line in lines if line.startswith("./bot.py: shows")])
        self.assertRegex(lines[-2], r"^\./bot\.py \d+, you \d+ chips won$")
        text = (self.folder / "read.txt").read_text().split("poker 1\n")[1]
        self.assertNotIn("\n1 gets", text)
        self.assertRegex(text, r"\n0 gets [JQK]\n")
        self.assertTrue(all(row in ("J?", "Q?", "K?") for row in re.findall(r"^[JQK?]{2}$", text, re.M)))

    def test_goofspiel_without_a_person(self):
        run = self.play("goofspiel", "./bot.py")
        self.assertEqual(run.returncode, 0, run.stdout)
        text = (self.folder / "read.txt").read_text().split("goofspiel 1\n")
        self.assertEqual(len(text), 3)
        # The second player hears of the first one's bid when both have bid.
        second = text[2]
        news = re.findall(r"^[01] (?:prize \S+|[A2-9TJQK])$", second, re.M)
        self.assertEqual([line[0] for line in news], ["0"] + ["0", "1", "0"] * 12)
        self.assertEqual([line[2:7] == "prize" for line in news], [True] + [False, False, True] * 12)
        self.assertEqual(len(re.findall(r"^\d+\. ", run.stdout, re.M)), 52)
        self.assertEqual(len(re.findall(r"^\S+ \d+, \S+ \d+ points$", run.stdout, re.M)), 2)

    def test_two_persons_do_not_share_a_terminal(self):
        run = self.play("poker", "me", "me")
        self.assertEqual((run.returncode, run.stdout), (1, "two persons at one terminal would see each other's secrets\n"))

    def test_an_open_game(self):
        typed = "\n".join(["nowhere", *["hold", "roll"] * 300]) + "\n"
        run = self.play("pig", "me", typed=typed)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("This is no valid move.", run.stdout)
        self.assertRegex(run.stdout, r"(?m)^(Your move: )?2\. random: (hold|roll)$")
        self.assertRegex(run.stdout, r"\nme has won \d of 2 games, and lost \d\.\n$")

    def test_a_wrong_answer(self):
        (self.folder / "bot.py").write_text("print('nowhere', flush=True)\n")
        run = self.play("poker", "./bot.py")
        self.assertRegex(run.stdout, r"\./bot\.py answered 'nowhere', which is not one of the 2 moves: \w+, \w+\n[JQK]{2}\n")
        self.assertIn("has won 0 of 2 games, and lost 2.", run.stdout)


if __name__ == "__main__":
    unittest.main()
