"""Tests that engines that speak NBoard or GTP can play Othello through nboard.py and gtp.py."""
import json
import pathlib
import subprocess

from harness import BIN, GAMES, LONG_LIMITS, RefereeTest

ENGINE = pathlib.Path(__file__).parents[1] / "bots" / "othello_engine.py"


def adapted(protocol, *engine):
    return f"/usr/bin/python3 {BIN / protocol}.py " + " ".join(map(str, engine))

# After these moves it is White's turn, and White has no legal move.
BEFORE_PASSES = """c4 c3 d3 e3 f4 d6 d2 f2 e2 f3 b4 f1 g3 d1 c5 b6 e6 c6 f6 f5 d7 d8 g4 g5 c2 h5 h3 h4 h6 b5 b3 a5 a4 a3 b2 a1 a2 b1 c7 c8 e1 h2 h1
                   g1 g2 e7 g6 h7 h8"""


class ForeignEnginesTest(RefereeTest):
    def engine(self, protocol, *options):
        return adapted(protocol, *options, "/usr/bin/python3", ENGINE, protocol, self.folder / f"{protocol}.txt")

    def heard(self, protocol):
        return (self.folder / f"{protocol}.txt").read_text()

    def test_they_play_whole_games_on_both_sides_and_from_openings_in_one_process(self):
        log = self.folder / "games.jsonl"
        run = self.referee(self.engine("nboard"), self.engine("gtp"), "--game", "othello", "--games", 4, "--openings", 6, "--seed", 3,
                           "--reuse", "--sandbox", "off", "--log", log, *LONG_LIMITS, code=0)
        games = [json.loads(line) for line in log.read_text().splitlines()]
        self.assertEqual([game["result"]["ending"] for game in games], ["by_rules"] * 4, str(run))
        self.assertEqual({game["result"]["detail"] for game in games}, {"disc count"})
        self.assertIn("set game (;GM[Othello]", self.heard("nboard"))
        self.assertEqual(self.heard("gtp").count("clear_board"), 4)

    def test_passes_are_made_for_the_engine(self):
        opening = self.folder / "pass.txt"
        opening.write_text(", ".join(BEFORE_PASSES.split()) + "\n")
        for protocol in ("nboard", "gtp"):
            log = self.folder / f"{protocol}.json"
            run = self.referee(self.engine(protocol), self.engine(protocol), "--game", "othello", "--openings", opening, "--sandbox", "off",
                               "--log", log, *LONG_LIMITS)
            game = json.loads(log.read_text())
            self.assertEqual(game["result"]["ending"], "by_rules", str(run))
            self.assertIn("PASS", [ply["move"] for ply in game["plies"]][49:])

    def test_they_begin_from_written_positions_on_both_sides(self):
        start_of_white = "---------------------------OX------XO--------------------------- O"
        position = "---------------------------XO------OXX------X------------------- O"
        for engine in (self.engine("nboard"), adapted("gtp", "/usr/bin/python3", ENGINE, "grhino", self.folder / "grhino.txt")):
            for begin in (position, start_of_white):
                log = self.folder / "positions.jsonl"
                run = self.referee(engine, BIN / "random", "--game", "othello", "--position", begin, "--games", 2, "--seed", 1,
                                   "--sandbox", "off", "--log", log, *LONG_LIMITS)
                games = [json.loads(line) for line in log.read_text().splitlines()]
                self.assertEqual([game["result"]["ending"] for game in games], ["by_rules"] * 2, str(run))
                log.unlink()
        self.assertIn("BO[8 -------- -------- -------- ---*O--- ---O**-- ----*--- -------- -------- O];)", self.heard("nboard"))
        for begin in (position, start_of_white):
            self.assertIn(f"grhino-setup_board {begin[:64].replace('-', '.')} W\n", self.heard("grhino"))

    def test_an_engine_that_can_not_begin_from_a_position_says_so(self):
        setup = "othello 1\n0\n8 8\n0\n0\n2 2\n" + 8 * "........\n" + "1\nd3\n"
        run = subprocess.run(["/usr/bin/python3", BIN / "gtp.py", "/usr/bin/python3", ENGINE, "gtp"], input=setup, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run)
        self.assertIn("does not know 'grhino-setup_board'", run.stderr)

    def test_options_reach_the_engine(self):
        for protocol, options, said in (("nboard", ["--depth", "7"], "set depth 7\n"), ("gtp", ["--seconds", "3"], "time_settings 0 3 1\n")):
            self.referee(self.engine(protocol, *options), BIN / "random", "--game", "othello:max_plies=2", "--sandbox", "off", *LONG_LIMITS, code=0)
            self.assertIn(said, self.heard(protocol))

    def test_mistakes_are_told_in_one_line(self):
        for protocol in ("nboard", "gtp"):
            for arguments, said in (([], "ENGINE"), (["/nowhere/engine"], "can't start '/nowhere/engine'"), (["--depth"], "ENGINE"),
                                    (["--seconds", "x", "engine"], "ENGINE")):
                run = subprocess.run(["/usr/bin/python3", BIN / f"{protocol}.py", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run)
                self.assertIn(said, run.stderr)
            for game, engine, said in ((GAMES[0], "cat", "only Othello"), ("othello", "true", "the engine ended")):
                setup = f"{game} 1\n0\n8 8\n0\n0\n2 2\n" + 8 * "........\n" + "1\nd3\n"
                run = subprocess.run(["/usr/bin/python3", BIN / f"{protocol}.py", engine], input=setup, capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run)
                self.assertIn(said, run.stderr)
