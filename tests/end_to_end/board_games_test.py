"""Tests whole games of Othello and Magnetic Cave between people or bots, on terminals with and without UTF-8. The games
are logged and replayed."""
import json

from harness import LONG_LIMITS, RefereeTest, bot

WIPE_OUT = "f5 d6 c5 f4 e7 f6 g5 e6 e3".split()
TO_A_PASS = "d3 c3 b3 b2 f5 a3 a1 c1".split()
O_WINS = "A1 H7 H1 G7 A2 F7 H2 E7 A3 D7".split()


class BoardGameTest(RefereeTest):
    def by_hand(self, game, lines, code=0, locale="C", **env):
        """Lets two people at one terminal type these lines. Returns the run and the log, which is checked and
        replayed."""
        path = self.folder / "log.json"
        unset = {"LC_ALL": "", "LC_CTYPE": "", "LANG": locale}
        run = self.referee("human", "human", "--game", game, "--log", path, "--force", *LONG_LIMITS, env={**unset, **env},
                           stdin="".join(line + "\n" for line in lines), code=code)
        log = json.loads(path.read_text())
        self.check_log(log)
        self.replay(path, "--no-boards")
        return run, log

    def by_bots(self, game, first=bot(), second=bot(), **options):
        run, log = self.play(first, second, "--game", game, **options)
        self.replay(run.path, "--no-boards")
        return run, log


class OthelloTest(BoardGameTest):
    def test_two_persons_play_and_the_discs_are_counted(self):
        run, log = self.by_hand("othello", WIPE_OUT)
        self.assertEqual([ply["move"] for ply in log["plies"]], WIPE_OUT)
        self.assertEqual(log["result"], {"winner": 0, "ending": "by_rules", "detail": "disc count"})
        self.assertIn("discs: B 2, W 2\n", run.out)
        self.assertIn("discs: B 13, W 0\n\nhuman-1 (B) beats human-2 (W): disc count, after 9 plies\n", run.out)

    def test_a_pass_with_a_move_at_hand_is_refused_and_the_moves_are_shown(self):
        run, log = self.by_hand("othello:max_plies=1", ["pass", "PASS", "C4"])
        for typed in ("pass", "PASS"):
            self.assertIn(f"{typed} is not possible here; valid moves: d3, c4, f5, e6\n", run.out)
        self.assertEqual([ply["move"] for ply in log["plies"]], ["c4"])

    def test_a_forced_pass_is_typed_and_logged(self):
        run, log = self.by_hand("othello:max_plies=9", [*TO_A_PASS, "a2", "pass"])
        self.assertIn("a2 is not possible here; valid moves: PASS\n", run.out)
        self.assertEqual(log["plies"][-1]["move"], "PASS")
        self.assertEqual(log["plies"][-1]["frame"], log["plies"][-2]["frame"])

    def test_bots_play_it_to_its_end(self):
        for picks in ((0, 0), (9, 0), (0, 2), (99, 99)):
            with self.subTest(picks):
                _, log = self.by_bots("othello", bot(pick=picks[0]), bot(pick=picks[1]))
                self.assertEqual(log["result"]["detail"], "disc count")
                self.assertEqual(log["game"]["config"], {"max_plies": 128})
                self.assertGreaterEqual(len(log["plies"]), 9)

    def test_a_bot_that_passes_without_need_forfeits(self):
        _, log = self.by_bots("othello", bot(1, "text:PASS\\n"))
        self.assertEqual(log["result"]["ending"], "invalid_move")
        self.assertEqual(log["failure"]["valid_moves"], ["d3", "c4", "f5", "e6"])


class MagneticCaveTest(BoardGameTest):
    def test_two_persons_play_it(self):
        run, log = self.by_hand("magnetic_cave", [move.lower() for move in O_WINS])
        self.assertEqual([ply["move"] for ply in log["plies"]], O_WINS)
        self.assertEqual(log["result"], {"winner": 1, "ending": "by_rules", "detail": "five in a line"})
        self.assertIn("human-2 (O) beats human-1 (X): five in a line, after 10 plies", run.out)

    def test_either_side_is_played_by_a_bot_and_the_other_by_hand(self):
        for players, seat in (((bot(), "human"), 1), (("human", bot()), 0)):
            with self.subTest(players):
                path = self.folder / f"{seat}.json"
                self.referee(*players, "--game", "magnetic_cave:max_plies=4", "--log", path, *LONG_LIMITS,
                             stdin="a1\nb1\n", code=0)
                log = json.loads(path.read_text())
                self.check_log(log)
                self.assertEqual([p["move"] for p in log["plies"] if p["player"] == seat], ["A1", "B1"])
                self.assertEqual(log["players"][seat]["command"], [])

    def test_a_brick_that_does_not_hold_is_refused_and_the_moves_are_shown(self):
        run, _ = self.by_hand("magnetic_cave:max_plies=1", ["B6", "A6"])
        self.assertIn("B6 is not possible here; valid moves: A8, H8, A7, H7, A6, H6, A5, H5, ", run.out)

    def test_squares_are_shown_where_the_locale_has_utf8_and_letters_elsewhere(self):
        squares = "7      [□ □ □ □ □]7"
        letters = "7      [O O O O O]7"
        for env, utf8 in (({"LANG": "C.UTF-8"}, True), ({"LANG": "de_DE.utf8@euro"}, True), ({"LANG": "en_US"}, False),
                          ({"LANG": "de_DE.ISO-8859-1"}, False), ({"LANG": "en_US.UTF-16"}, False),
                          ({"LANG": ""}, False), ({"LC_CTYPE": "UTF-8"}, True),
                          ({"LC_CTYPE": "C", "LANG": "C.UTF-8"}, False), ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, True),
                          ({"LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"}, False),
                          ({"LC_ALL": "en_GB.UTF-8", "LC_CTYPE": "C", "LANG": "C"}, True)):
            with self.subTest(env):
                run, log = self.by_hand("magnetic_cave", O_WINS, locale="", **env)
                self.assertIn(squares if utf8 else letters, run.out)
                self.assertIn("human-1 (■) to move" if utf8 else "human-1 (X) to move", run.out)
                self.assertIn("human-2 (□) beats" if utf8 else "human-2 (O) beats", run.out)
                self.assertEqual(log["plies"][-1]["frame"]["board"][1], "...OOOOO")

    def test_a_replay_shows_squares_as_well(self):
        self.by_hand("magnetic_cave", O_WINS)
        shown = self.referee("replay", self.folder / "log.json", env={"LC_ALL": "C.UTF-8"}, code=0)
        self.assertIn("10. human-2 (□) D7", shown.out)
        self.assertIn("7      [□ □ □ □ □]7", shown.out)

    def test_bots_play_it_to_its_end(self):
        for picks in ((0, 0), (9, 0), (0, 2), (99, 99)):
            with self.subTest(picks):
                _, log = self.by_bots("magnetic_cave", bot(pick=picks[0]), bot(pick=picks[1]))
                self.assertIn(log["result"]["detail"], ("five in a line", "board full"))
                self.assertEqual(log["game"]["config"], {"max_plies": 64})

    def test_its_traditional_time_is_three_seconds_without_grace(self):
        path = self.folder / "log.json"
        run = self.referee(bot(), bot(), "--game", "magnetic_cave", "--traditional-time", "--log", path)
        self.assertIn("3s a move, 3s for the first, margin 0us", run.out)
        log = json.loads(path.read_text())
        self.check_log(log)
        times = {name: value for name, value in log["limits"].items() if name.endswith("_us")}
        self.assertEqual(times, {"first_move_us": 3_000_000, "move_us": 3_000_000, "margin_us": 0})
        played, _ = self.by_bots("magnetic_cave")  # on a busy machine, the other match may end before its third ply
        again = self.referee(bot(), bot(), "--resume", played.path, "--at", 3, "--traditional-time")
        self.assertIn("3s a move, 3s for the first, margin 0us", again.out)


class GamesTest(RefereeTest):
    def test_all_games_are_listed_with_their_settings(self):
        run = self.referee("games", code=0, err="")
        for line in ("magnetize: ", "othello: ", "magnetic_cave: ", "  --game othello:max_plies=128\n",
                     "  --game magnetic_cave:max_plies=64\n", "  --traditional-time: 3s for a move\n"):
            self.assertIn(line, run.out)
        self.assertEqual(run.out.count("--traditional-time"), 1)

    def test_one_game_is_told_with_its_rules_in_short(self):
        for game, word in (("magnetize", "magnet"), ("othello", "outflank"), ("magnetic_cave", "wall")):
            with self.subTest(game):
                run = self.referee("games", game, code=0, err="")
                self.assertTrue(run.out.startswith(f"{game}: "), run.out)
                rules = run.out.split("\n\n")[0].split("\n")[1:]
                self.assertGreaterEqual(len(rules), 3)
                self.assertTrue(all(line.startswith("  ") and len(line) <= 79 for line in rules), rules)
                self.assertIn(word, " ".join(rules))
                self.assertIn("max_plies", run.out.split("\n\n")[1])
