"""Tests whole games of fitz: its automatic players compared with the reference, boards up to the largest, and the
short rules."""
import shutil
import random

from fitz_harness import BLOCK, DOMINO, FITZ1, FITZ2, RANDOM, FitzTest, position, random_tile
from harness import BIN, FACTOR, LONG_LIMITS, SOAK, bot

RANDOM_PY = str(BIN / "random.py")


class BotsTest(FitzTest):
    def test_the_automatic_players_move_as_their_recipes_have_it(self):
        rng = random.Random(8)
        moves = [0, 0]
        pairs = ((FITZ1, FITZ2), (FITZ1, RANDOM), (RANDOM, FITZ2), (FITZ1, FITZ1 + " "), (FITZ2, FITZ2 + " "))
        for round_ in range((100 if SOAK else 6) // FACTOR):
            least = 5 if round_ % 3 == 0 else 1
            height, width = rng.randint(least, 20), rng.randint(least, 20)
            tiles = self.write(f"tiles{round_}", "\n".join(random_tile(rng) for _ in range(rng.randint(1, 6))))
            game = f"fitz:height={height},width={width},tiles={tiles}"
            if round_ % 3 == 0:
                rows = ["".join(rng.choice("......*#") for _ in range(width)) for _ in range(height)]
                rows[:5] = ["." * 5 + row[5:] for row in rows[:5]]  # so that the first tile can be placed
                game += ",save=" + self.write(f"save{round_}", position(0, rng.randrange(2), rows))
            _, made = self.matches(*pairs[round_ % 5], game, "--seed", round_)
            moves = [a + b for a, b in zip(moves, made)]
        self.assertGreater(min(moves), (1000 if SOAK else 40) // FACTOR, moves)

    def test_the_automatic_players_come_round_to_the_row_in_which_they_began(self):
        # Tests wrapping around. On a single row, the only legal place is often on the other side of the middle of the
        # last tile.
        rng = random.Random(10)
        for round_ in range((12 if SOAK else 6) // FACTOR):
            bars = ["." * at + "!" * size + "." * (5 - at - size) + "\n"
                    for size in (2, 1, 3, 1) for at in (rng.randrange(6 - size),)]
            tiles = self.write(f"bars{round_}", "\n".join(".....\n" * 2 + bar + ".....\n" * 2 for bar in bars))
            row = "".join(rng.choice("..*") for _ in range(40))
            game = f"fitz:tiles={tiles},save=" + self.write(f"save{round_}", position(rng.randrange(4), 0, [row]))
            for pair in ((FITZ1, FITZ2), (RANDOM, FITZ2), (FITZ1, RANDOM)):
                self.matches(*pair, game, "--seed", round_)

    def test_the_automatic_players_move_so_on_a_large_board_too(self):
        # On boards with more than 64 rows, the players store their data on rows in more than one word.
        rng = random.Random(9)
        for height, width in ((130, 70), (67, 75))[0 if SOAK else 1:]:
            rows = ["".join(rng.choice("**####....") for _ in range(width)) for _ in range(height)]
            tiles = self.write("tiles", "\n".join(random_tile(rng) for _ in range(3)))
            game = f"fitz:tiles={tiles},save=" + self.write("save", position(1, 1, rows))
            for pair in ((FITZ1, FITZ2), (RANDOM, FITZ2), (FITZ1, RANDOM)):
                _, made = self.matches(*pair, game, "--seed", 3)
                self.assertGreater(sum(made), 20)

    def test_all_sample_bots_play_it_and_the_better_ones_win(self):
        for better, worse, least in ((f"{BIN}/alphabeta --depth 2", RANDOM, 10), (f"{BIN}/greedy --seed 1", RANDOM, 9),
                                     (f"{BIN}/alphabeta --depth 2", FITZ1, 8)):
            with self.subTest(better):
                logs, _ = self.matches(better, f"{worse} --seed 2" if worse == RANDOM else worse, "fitz", "--seed", 6,
                                       games=12)
                won = sum(log["players"][log["result"]["winner"]]["name"] == better.split("/")[-1].split()[0]
                          for log in logs)
                self.assertGreaterEqual(won, least)

    def test_bots_begin_from_a_saved_position_whoever_moves_first(self):
        rows = ["." * 9, "*........", "." * 9, "....##...", "." * 9, "." * 9]
        for player in (0, 1):
            save = self.write("save", position(3, player, rows))
            for name in ("random", "greedy", "alphabeta --depth 2", "fitz1", "fitz2"):
                with self.subTest(name, player=player):
                    logs, _ = self.matches(f"{BIN}/{name}", bot(), f"fitz:save={save}")
                    for log in logs:
                        self.assertEqual(log["plies"][0]["player"], player)
                        self.assertEqual(log["initial"], {"board": rows, "tile": 3})
                        self.assertEqual(log["game"]["config"]["save"], [[f"3 {player} 6 9", *rows]])

    def test_a_bot_for_fitz_alone_says_so_in_another_game(self):
        for name in ("fitz1", "fitz2"):
            refused = self.referee(f"{BIN}/{name}", bot(), "--game", "othello", code=2)
            self.assertEqual(refused.err, f"referee: '{name}' plays only fitz\n")
            copy = shutil.copy(BIN / name, self.folder / f"my_{name}")  # nobody knows that this is the same bot
            _, log = self.play(copy, bot(), "--game", "othello")
            self.assertEqual(log["result"]["ending"], "exited")
            self.assertIn("this bot plays fitz only", log["failure"]["stderr_tail"])


class LargeBoardTest(FitzTest):
    def test_100_by_100_is_played_to_its_end_by_every_bot(self):
        self.write("block", BLOCK)
        for first, second in ((FITZ1, FITZ2), (RANDOM, FITZ1), (f"{BIN}/greedy", f"{BIN}/alphabeta")):
            with self.subTest(first):
                run, log = self.play(first, second, "--game", "fitz:height=100,width=100,tiles=block")
                self.assertEqual(log["result"]["detail"], "no placement")
                self.assertGreater(len(log["plies"]), 100)
                self.replay(run.path, "--no-boards")
                self.assertLess(run.path.stat().st_size, 400 * len(log["plies"]) + 50_000)
                board = [list(row) for row in log["initial"]["board"]]
                for ply in log["plies"]:
                    self.assertEqual(sorted(ply["frame"]), ["mark", "placed", "tile"])
                    for row, column in ply["frame"]["placed"]:
                        self.assertEqual(board[row][column], ".")
                        board[row][column] = ply["frame"]["mark"]
                last = self.replay(run.path, "--at", len(log["plies"])).out
                for number, row in enumerate(board):
                    self.assertIn(f"{number:2} {''.join(row)}\n", last)

    def test_999_by_999_is_played_to_its_end(self):
        # Most cells are filled, because the test would otherwise take minutes.
        rows = ["*" * 999] * 969 + ["." * 999] * 30
        save = self.write("save", position(0, 1, rows))
        tiles = self.write("block", BLOCK)
        for first, second in ((FITZ1, FITZ2), (FITZ2, RANDOM)):
            with self.subTest(first):
                run, log = self.play(first, second, "--game", f"fitz:save={save},tiles={tiles}")
                self.assertEqual(log["result"]["detail"], "no placement")
                self.assertGreater(len(log["plies"]), 400)
                self.replay(run.path, "--no-boards")

    def test_random_py_finds_its_places_where_moves_are_not_listed(self):
        rng = random.Random(11)
        rows = ["".join(rng.choice("**##.....") for _ in range(70)) for _ in range(61)]
        for number, (pair, tiles) in enumerate((((RANDOM_PY, RANDOM), 3), ((FITZ1, RANDOM_PY), 1), ((RANDOM_PY, RANDOM_PY + " "), 5))):
            tiles = self.write(f"tiles{number}", "\n".join(random_tile(rng) for _ in range(tiles)))
            save = self.write(f"save{number}", position(0, number % 2, rows))
            logs, _ = self.matches(*pair, f"fitz:tiles={tiles},save={save}")
            for log in logs:
                self.assertEqual(log["result"]["detail"], "no placement")
                self.assertGreater(len(log["plies"]), 20)
        _, log = self.play(RANDOM_PY, RANDOM, "--game", "fitz:height=65,width=64,max_plies=4")
        self.assertEqual((log["result"]["detail"], len(log["plies"])), ("ply limit", 4))

    def test_what_is_not_listed_is_not_shown_as_nothing(self):
        run, log = self.play(bot(1, r"text:0 0 0\n"), bot(1, r"text:0 0 7\n"), "--game", "fitz:height=65,width=64")
        self.assertEqual((log["failure"]["valid_moves"], log["plies"]), ([], log["plies"]))
        self.assertIn("  valid     not listed\n", run.out)

    def test_a_bot_is_told_that_moves_are_not_listed(self):
        copied = self.folder / "input"
        self.play(bot(1, "text:0 0 0\\n", copy=copied), RANDOM, "--game", "fitz:height=64,width=65,max_plies=2")
        head, rest = copied.read_text().split("\n0\n0\n0\n")
        self.assertTrue(head.startswith("fitz 1\n0\n64 65 8\n.....\n"))
        self.assertEqual(rest, ("." * 65 + "\n") * 64 + "-1\n")


class CheckTest(FitzTest):
    def test_a_bot_is_checked_with_fitz(self):
        name = self.write("tiles", DOMINO)
        for game in ("fitz", f"fitz:tiles={name},height=5,width=5"):
            for player in (f"{BIN}/greedy", FITZ2):
                run = self.referee("check", player, "--game", game, *LONG_LIMITS, code=0)
        run = self.referee("check", FITZ1, "--game", "fitz:height=65,width=64", *LONG_LIMITS, code=0)
        self.assertRegex(run.out, "note  plays against random: no: moves are not listed on a board of this size, so it plays only itself")


class RulesTest(FitzTest):
    def test_the_rules_are_told_in_short(self):
        run = self.referee("games", "fitz", code=0, err="")
        for word in ("clockwise", "row column rotation", "tiles", "save", "a file, default builtin",
                     "--game fitz:height=10,width=10,tiles=builtin,save=none,max_plies=101"):
            self.assertIn(word, run.out)
        self.assertTrue(all(len(line) <= 79 for line in run.out.split("\n\n")[0].split("\n")))

    def test_a_game_can_be_lost_before_the_first_ply(self):
        _, log = self.play(bot(), bot(), "--game", "fitz:height=1,width=1")
        self.assertEqual((log["plies"], log["result"]),
                         ([], {"winner": 1, "ending": "by_rules", "detail": "no placement"}))

    def test_wrong_answers_lose(self):
        for answer, ending in (("0 0 45", "invalid_move"), ("-3 0 0", "invalid_move"), ("0 0", "unreadable_move"),
                               ("0 0 00", "unreadable_move"), ("5 5 0 0", "unreadable_move")):
            with self.subTest(answer):
                _, log = self.play(bot(1, f"text:{answer}\\n"), bot(), "--game", "fitz")
                self.assertEqual(log["result"]["ending"], ending)
