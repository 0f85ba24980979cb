"""Compares the template of a game with secrets, kits/game/secret.py, with a model of the game, and changes what is hidden."""
import pathlib
import tempfile
import unittest

from rules_program import EXAMPLES, SOAK, ExampleTest

KIT = EXAMPLES.parents[1] / "kits/game"
WINS = {("r", "s"), ("s", "p"), ("p", "r")}


class Rounds:
    def __init__(self, rounds):
        self.rounds, self.text = rounds, ""  # all choices, one letter each, of both players in turn

    def follow(self, request):
        self.text += request.split()[1][0]

    def check(self, test, position):
        half = len(self.text) % 2 == 1
        first, second = self.text[::2], self.text[1::2]
        rows = [line + "." * (self.rounds - len(line)) for line in (first, second)]
        hidden = [first[:-1] + "?" + "." * (self.rounds - len(first)), rows[1]]
        test.assertEqual(position.visible, (rows, "0", [], [], ""))
        names = {"r": "rock", "p": "paper", "s": "scissors"}
        if position.views:
            test.assertEqual([view.visible for view in position.views], [(seen, "0", [], [], "") for seen in (rows, hidden if half else rows)])
            both = [f"0 {names[first[-1]]}", f"1 {names[second[-1]]}"] if second else None
            test.assertEqual([view.told for view in position.views], [None, None if not self.text else [] if half else both])
        if len(second) == self.rounds:
            lead = sum(((a, b) in WINS) - ((b, a) in WINS) for a, b in zip(first, second))
            test.assertEqual(position.over, "drawn rounds" if lead == 0 else f"won {int(lead < 0)} rounds")
        else:
            test.assertEqual((position.turn, sorted(position.moves)), (int(half), ["paper", "rock", "scissors"]))


class SecretKitTest(ExampleTest):
    def test_random_games(self):
        with tempfile.TemporaryDirectory(prefix="referee_secret_") as folder:
            path = pathlib.Path(folder) / "game.py"
            path.write_text((KIT / "secret.py").read_text().replace("@GAME@", "our_game"))

            def begin(hello, chance):
                self.assertEqual((hello.name, hello.settings[0][:4]), ("our_game", ["rounds", "9", "1", "26"]))
                rounds = chance.choice([1, 9, 26])
                return f"new rounds={rounds}", Rounds(rounds)
            self.judge(path, 3000 if SOAK else 200, begin)

    def test_the_readme_names_the_functions(self):
        source, readme = (KIT / "secret.py").read_text(), (KIT / "secret.md.in").read_text()
        for name in ("start", "moves", "play", "seen", "told", "ending"):
            self.assertIn(f"\ndef {name}(", source)
            self.assertIn(f"`{name}`", readme)
        self.assertEqual({word for word in readme.split("@")[1::2]}, {"NAME", "LANGUAGE", "SOURCE", "BUILD", "SPEC"})


if __name__ == "__main__":
    unittest.main()
