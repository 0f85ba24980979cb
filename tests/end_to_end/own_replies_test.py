"""Tests replies of the rules of a game of one's own at the limits of the protocol: moves called `end`, lost turns and
their dice, very large positions, and replies that never come."""
import json
import signal
import time
import unittest

from harness import BIN, FACTOR, LONG_LIMITS, PATIENCE
from tournament_case import TournamentCase

BOTS = [f"{name}={BIN / 'random.py'}" for name in ("ann", "bob")]

# Each position follows from the last request and the number of moves. POSITION prints it.
RULES = """import os, sys, time
plies = rolls = 0
for request in sys.stdin:
    word, *rest = request.split()
    plies, rolls = (0, 0) if word == "new" else (plies + 1, 0) if word == "play" else (plies, rolls + 1)
    if word == "referee":
        print("game odd 1", "plies PLIES", "piece e disc first", "piece n disc second", "piece d disc grey", "ending last all is played", sep="\\n")
    elif plies == PLIES:
        print("rows 0", "over drawn last", sep="\\n")
    else:
        POSITION
    print("end", flush=True)
"""

# The first player to move has lost a turn after its dice have been rolled, and the other one rolls its own.
LOST_AFTER_DICE = """if word == "new": print("rows 0", "turn 0", "moves 1", "a", sep="\\n")
        elif rolls < 2: print("rows 0", *["lost 1"] * rolls, "chance 1000 1000", sep="\\n")
        else: print("rows 0", "turn 0", "moves 2", f"a{rest[0]}", "b", sep="\\n")"""


class OwnRepliesTest(TournamentCase):
    def rules(self, position, plies=4):
        (self.folder / "odd.py").write_text(RULES.replace("POSITION", position).replace("PLIES", str(plies)))
        return "./odd.py"

    def match(self, position, *arguments, plies=4, code=0):
        run = self.referee(*BOTS, "--game", self.rules(position, plies), "--log", "m.json", "--force", *LONG_LIMITS, *arguments, code=code)
        log = json.loads((self.folder / "m.json").read_text())
        self.check_log(log)
        self.assert_nothing_left()
        return run, log

    def test_a_move_and_a_row_may_be_called_end(self):
        position = """print("rows 2", "end", "end", f"turn {plies % 2}", "moves 2", "end", "moves 3", sep="\\n")"""
        rules = self.rules(position).removeprefix("./")
        (self.folder / rules).write_text((self.folder / rules).read_text().replace('"rows 0", "over', '"rows 2", "end", "end", "over'))
        self.referee("check-game", "./odd.py", "--games", 20, code=0)
        self.referee(*BOTS, "--game", "./odd.py", "--games", 6, "--log", "m.jsonl", *LONG_LIMITS, code=0)
        logs = [json.loads(line) for line in (self.folder / "m.jsonl").read_text().splitlines()]
        self.assertEqual({ply["move"] for log in logs for ply in log["plies"]}, {"end", "moves 3"})
        self.assertEqual({log["result"]["detail"] for log in logs}, {"last"})
        self.assertIn("6 of 6 matches replayed, all as logged", self.referee("replay", "m.jsonl", "--rules", "./odd.py", "--no-boards", code=0).out)

    def test_too_few_lines_are_named(self):
        for lines, words in (('"moves 3", "a", "b"', "fewer lines follow `moves 3` than it says"), ('"moves 1", "a", "b"', "the position was complete before this line")):
            _, log = self.match(f"""print("rows 0", "turn 0", {lines}, sep="\\n")""", code=3)
            self.assertIn(words, log["result"]["detail"])

    def test_no_turn_is_lost_before_the_first_move(self):
        words = "no turn can be lost before the first move: omit `lost`"
        for position in ("""print("rows 0", *["lost 0"] * (plies == 0), "turn 1", "moves 1", "a", sep="\\n")""",
                         """print("rows 0", *(["lost 0", "chance 2"] if word == "new" else ["turn 1", "moves 1", "a"]), sep="\\n")"""):
            _, log = self.match(position, code=3)
            self.assertIn(words, log["result"]["detail"])
            self.assertIn(words, self.referee("check-game", "./odd.py", "--games", 5, code=1).out)
        self.match("""print("rows 0", *["lost 0"] * plies, "turn 1", "moves 1", "a", sep="\\n")""")

    def test_the_hand_of_a_ply_has_only_the_dice_of_its_turn(self):
        _, log = self.match(LOST_AFTER_DICE)
        self.assertEqual([ply["lost"] for ply in log["plies"]], [[1], [1], [1], []])
        self.assertEqual([len(ply.get("hand", [])) for ply in log["plies"]], [0, 2, 2, 2])
        for ply, before in zip(log["plies"][1:], log["plies"]):  # the rules name a move after the first die
            self.assertEqual(before["frame"]["moves"][0], f"a{ply['hand'][0]}")
        self.assertIn("all as logged", self.referee("replay", "m.json", "--rules", "./odd.py", "--no-boards", code=0).out)
        self.assertIn("1 of 1 matches shown", self.referee("replay", "m.json", "--no-boards", code=0).out)

    def test_the_record_of_a_match_is_limited(self):
        position = """print("rows 0", "note " + "x" * 1_000_000, f"turn {plies % 2}", "moves 1", "a", sep="\\n")"""
        words = "the positions of this match exceed 256 MiB in its log"
        run = self.referee(*BOTS, "--game", self.rules(position, 400), *LONG_LIMITS, code=3)
        self.assertIn(words, run.out + run.err)
        self.assertIn(words, self.referee("check-game", "./odd.py", "--games", 1, code=1).out)

    def test_a_signal_ends_rules_that_hang(self):
        # They use too much time to be idle, and too little to reach the limit of CPU time within ten seconds.
        hang = """print("rows 0", f"turn {plies % 2}", "moves 1", "a", sep="\\n")
        if word == WHEN and os.path.exists("armed"):
            open("hangs", "w")
            while True: sum(range(300_000)); time.sleep(0.15)"""
        for when in ("'play'", "'new'"):
            for command in ([*BOTS], ["tournament", *BOTS, "--games", 10_000, "--jobs", 1, "--db", "t.db"], ["check-game"]):
                with self.subTest(when=when, command=command):
                    for path in self.folder.glob("*"):
                        path.unlink()
                    game = self.rules(hang.replace("WHEN", when))
                    arguments = [*command, game] if command == ["check-game"] else [*command, "--game", game, *LONG_LIMITS]
                    armed = self.folder / "armed"
                    if "tournament" not in command: armed.touch()
                    process = self.start(*arguments, "--sandbox", "off")
                    if "tournament" in command:
                        self.wait_for_games(3)
                        armed.touch()
                    self.wait_until((self.folder / "hangs").exists)
                    began = time.monotonic()
                    process.send_signal(signal.SIGTERM)
                    out, err = process.communicate(timeout=PATIENCE)
                    self.assertLess(time.monotonic() - began, 10 * FACTOR)
                    self.assertEqual(process.returncode, 143, (out, err))
                    self.assertNotIn(b"have failed", out + err)
                    self.assert_nothing_left()


if __name__ == "__main__":
    unittest.main()
