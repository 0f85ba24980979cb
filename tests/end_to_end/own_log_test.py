"""Tests that the log of a game of one's own is read by all commands or refused by all of them, for the same reason and
with its name."""
import copy
import json
import pathlib
import unittest

from harness import BIN, LONG_LIMITS, RefereeTest

PIG = pathlib.Path(__file__).parents[2] / "examples/games/pig.py"
BOTS = [f"{name}={BIN / 'random.py'}" for name in ("ann", "bob")]


class OwnLogTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.referee(*BOTS, "--game", PIG, "--log", "p.json", *LONG_LIMITS, code=0)
        self.log = json.loads((self.folder / "p.json").read_text())

    def write(self, log):
        (self.folder / "q.json").write_text(json.dumps(log))

    def commands(self):
        return (["replay", "q.json", "--no-boards"], ["replay", "q.json", "--rules", PIG, "--no-boards"], ["replay", "q.json", "--stdin-of", 0],
                ["view", "q.json", "--output", "q.html"], [*BOTS, "--resume", "q.json", "--at", 2, "--game", PIG, *LONG_LIMITS])

    def refused(self, log, words):
        self.write(log)
        for command in self.commands():
            with self.subTest(words=words, command=command):
                err = self.referee(*command, code=2, out="").err
                self.assertIn(words, err)
                self.assertIn("q.json", err)
                self.assertEqual(err.count("\n"), 1, err)

    def test_a_good_log_is_accepted_by_all(self):
        self.write(self.log)
        for command in self.commands():
            self.referee(*command, code=0)

    def test_a_missing_or_unknown_setting_is_refused_by_all(self):
        log = copy.deepcopy(self.log)
        log["game"]["config"] = {}
        self.refused(log, "the log's game.config lacks the setting 'target'")
        log["game"]["config"] = {**self.log["game"]["config"], "goal": 3}
        self.refused(log, "goal")

    def test_a_wrong_value_of_a_setting_is_refused_by_all(self):
        for value in (True, {}, None, 1.5, 50.9, "50", [50]):
            log = copy.deepcopy(self.log)
            log["game"]["config"]["target"] = value
            self.refused(log, "game.config.target is not a whole number")
        log = copy.deepcopy(self.log)
        log["game"]["config"]["target"] = 1_000_000
        self.refused(log, "game.config.target is out of range: it goes from ")

    def test_the_name_of_the_game_is_that_of_its_rules(self):
        log = copy.deepcopy(self.log)
        log["game"]["name"] = "hog"
        self.refused(log, "the log's game is hog, but its rules describe pig")

    def test_a_wrong_description_of_the_rules_is_refused_by_all(self):
        log = copy.deepcopy(self.log)
        log["game"]["rules"]["hello"] = [line for line in log["game"]["rules"]["hello"] if not line.startswith("plies")]
        self.refused(log, "the log's description of its game is invalid: the hello has no line `plies MAX`")

    def test_the_most_settings(self):
        names = [f"s{number}" for number in range(1000)]
        (self.folder / "many.py").write_text(f"""import sys
for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print("game many 1", "plies 1", "ending last x", *[f"setting {{name}} 1 0 9 x" for name in {names!r}], sep="\\n")
    elif word == "new":
        print("rows 0", "turn 0", "moves 1", "a", sep="\\n")
    else:
        print("rows 0", "over drawn last", sep="\\n")
    print("end", flush=True)
""")
        self.referee(*BOTS, "--game", "./many.py", "--log", "m.json", *LONG_LIMITS, code=0)
        self.referee("replay", "m.json", code=0)
        rules = self.folder / "many.py"
        rules.write_text(rules.read_text().replace("'s999'", "'s999', 's1000'"))
        self.assertIn("a game has at most 1000 settings", self.referee(*BOTS, "--game", "./many.py", code=2).err)


if __name__ == "__main__":
    unittest.main()
