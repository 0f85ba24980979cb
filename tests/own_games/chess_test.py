"""Compares the example chess with known counts of positions, and each position of random games with Stockfish, if it is
installed (tools/deps.sh bots): moves, castling rights, en passant, counters and endings."""
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import unittest

from rules_program import SOAK, Rules

# Positions and their numbers of leaves at depth 1, 2, ...: https://www.chessprogramming.org/Perft_Results
PERFT = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": [20, 400, 8902, 197_281],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [48, 2039, 97_862, 4_085_603],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812, 43_238],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9467, 422_333],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62_379, 2_103_487],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2079, 89_890, 3_894_594],
}
STOCKFISH = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games:/usr/local/games")
GAMES = 1000 if SOAK else 20


class Stockfish:
    def __init__(self):
        self.process = subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *lines, last):
        """Sends lines, and returns the answer up to the line that begins with `last`."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()
        answer = []
        for line in self.process.stdout:
            answer.append(line.rstrip("\n"))
            if line.startswith(last):
                return answer
        raise AssertionError("Stockfish has ended")

    def perft(self, fen, depth):
        """The leaves below each move."""
        answer = self.ask(f"position fen {fen}", f"go perft {depth}", last="Nodes searched")
        return {move: int(count) for move, count in (line.split(": ") for line in answer if ": " in line and not line.startswith(("Nodes", "info")))}

    def look(self, fen, *moves):
        """The FEN after these moves, whether the player to move is in check, and the moves."""
        answer = self.ask(f"position fen {fen} moves {' '.join(moves)}", "d", "go perft 1", last="Nodes searched")
        told = dict(line.split(":", 1) for line in answer if line.startswith(("Fen:", "Checkers:")))
        return told["Fen"].strip(), bool(told["Checkers"].strip()), {line[:-3] for line in answer if line.endswith(": 1") and not line.startswith("Nodes")}

    def end(self):
        self.process.stdin.close()
        self.process.wait(400)
        self.process.stdout.close()


def rows_of(fen):
    for empty in "12345678":
        fen = fen.replace(empty, "." * int(empty)) if " " not in fen else fen
    return fen.split("/")


def rebuilt(rows, state, player):
    """The FEN, as a bot can make it from what it reads."""
    *rights, file, quiet, number = state.split()
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    castling = "".join(letter for letter, right in zip("KQkq", rights) if right == "1")
    passed = "-" if file == "0" else "abcdefgh"[int(file) - 1] + "63"[player]
    return " ".join([board, "wb"[player], castling or "-", passed, quiet, number])


def is_dead(rows):
    """Whether no sequence of moves can lead to a checkmate, in the simple cases."""
    others = [(piece.lower(), (row + column) % 2) for row, line in enumerate(rows) for column, piece in enumerate(line) if piece not in ".Kk"]
    kinds, colours = {kind for kind, _ in others}, {colour for _, colour in others}
    return not others or (len(others) == 1 and kinds <= {"b", "n"}) or (len(others) == 2 and kinds == {"b"} and len(colours) == 1)


class ChessTest(unittest.TestCase):
    def setUp(self):
        self.rules = Rules("chess.py")
        self.addCleanup(self.rules.end)

    def leaves(self, fen, depth):
        position = self.rules.play(f"start {fen}")
        if depth == 1:
            return len(position.moves)
        total = 0
        for move in position.moves:
            self.rules.play(f"start {fen}")
            after = self.rules.play(f"play {move}")
            total += len(after.moves) if depth == 2 else self.leaves(after.start, depth - 1) if after.moves else 0
        return total

    def test_known_numbers_of_positions(self):
        self.rules.play("new")
        for fen, known in PERFT.items():
            with self.subTest(fen=fen):
                for depth, leaves in enumerate(known[:4 if SOAK else 3], 1):
                    self.assertEqual(self.leaves(fen, depth), leaves, f"depth {depth}")

    @unittest.skipUnless(STOCKFISH, "Stockfish is not installed")
    def test_stockfish_knows_the_same_numbers(self):
        fish = Stockfish()
        self.rules.play("new")
        for fen, known in PERFT.items():
            for depth, leaves in enumerate(known, 1):
                self.assertEqual(sum(fish.perft(fen, depth).values()), leaves)
            self.assertEqual(set(self.rules.play(f"start {fen}").moves), set(fish.perft(fen, 1)))
        fish.end()

    @unittest.skipUnless(STOCKFISH, "Stockfish is not installed")
    def test_random_games_agree_with_stockfish(self):
        fish, chance, seen = Stockfish(), random.Random(7), collections.Counter()
        for number in range(GAMES):
            position, last = self.rules.play("new"), ""
            fen, check, moves = fish.look(position.start)
            times = collections.Counter()
            while True:
                times[self.agrees(position, last, fen, check, moves, seen)] += 1
                over = self.ending(fen, check, moves, max(times.values()))
                self.assertEqual(position.over, over, fen)
                if over:
                    break
                last = self.choose(position, last, number, moves, chance)
                seen.update(plies=1, castling=last in ("e1g1", "e1c1", "e8g8", "e8c8"), promotions=len(last) == 5)
                fen, check, moves = fish.look(fen, last)
                position = self.rules.play(f"play {last}")
            seen[over] += 1
        fish.end()
        print(f"chess.py: {GAMES} games, {dict(seen)}", file=sys.stderr)
        self.assertTrue(seen["en passant"] and seen["promotions"], seen)

    def choose(self, position, last, number, moves, chance):
        """Any move; in some games, a player likes to go back, so that positions are repeated."""
        back = [move for move in position.moves if self.before_last == move[2:4] + move[:2]] if number % 4 == 0 and last else []
        self.before_last, move = last, chance.choice(back if back and chance.random() < 0.5 else sorted(moves))
        return move

    before_last = ""

    def agrees(self, position, last, fen, check, moves, seen):
        """Compares a position with Stockfish's FEN. Returns what must not come three times."""
        board, turn, castling, passed, quiet, number = fen.split()
        rows = rows_of(board)
        # Stockfish also names a square where a pawn could capture if it were not pinned.
        if not any(move[2:] == passed and self.piece(rows, move[:2]) in "Pp" for move in moves):
            passed = "-"
        seen["en passant"] += passed != "-"
        self.assertEqual(position.rows, rows)
        self.assertEqual(position.start, f"{board} {turn} {castling} {passed} {quiet} {number}")
        rights = [str(int(right in castling)) for right in "KQkq"]
        self.assertEqual(position.state.split(), [*rights, "0" if passed == "-" else str("-abcdefgh".index(passed[0])), quiet, number])
        self.assertEqual(position.arrows, [[last[:2], last[2:4]]] if last else [])
        king = [cell for cell in (f + r for f in "abcdefgh" for r in "12345678") if self.piece(rows, cell) == ("K" if turn == "w" else "k")]
        self.assertEqual(position.marks, king if check else [])
        if not position.over:
            self.assertEqual((position.turn, set(position.moves)), ("wb".index(turn), moves), fen)
            self.assertEqual(rebuilt(position.rows, position.state, position.turn), position.start)
        return board, turn, castling, passed

    def piece(self, rows, cell):
        return rows[8 - int(cell[1])]["abcdefgh".index(cell[0])]

    def ending(self, fen, check, moves, times):
        board, turn, _, _, quiet, _ = fen.split()
        if not moves:
            return f"won {int(turn == 'w')} checkmate" if check else "drawn stalemate"
        if is_dead(rows_of(board)):
            return "drawn material"
        return "drawn moves" if int(quiet) >= 100 else "drawn repetition" if times == 3 else None

    def line(self, *requests):
        for request in requests:
            position = self.rules.play(request if " " in request or request == "new" else f"play {request}")
        return position

    def test_endings(self):
        self.assertEqual(self.line("new", "f2f3", "e7e5", "g2g4", "d8h4").over, "won 1 checkmate")
        self.assertEqual(self.line("start 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "g5g6").over, "drawn stalemate")
        self.assertEqual(self.line("new", *["g1f3", "g8f6", "f3g1", "f6g8"] * 2).over, "drawn repetition")
        # The same board is another position as long as a right to castle is lost, or a pawn can be captured en passant.
        self.assertIsNone(self.line("start 4k3/8/8/8/8/8/7P/4K2R w K - 0 1", *["h1g1", "e8d8", "g1h1", "d8e8"] * 2).over)
        self.assertEqual(self.line("e1f1").over, None)
        self.assertIsNone(self.line("start 4k3/8/8/8/2p5/8/1P6/1B2K3 w - - 0 1", "b2b4", *["e8d8", "e1d1", "d8e8", "d1e1"] * 2).over)
        self.assertEqual(self.line("e8d8").over, "drawn repetition")
        # A checkmate with the hundredth ply wins.
        self.assertEqual(self.line("start 7k/8/6K1/8/8/8/8/R7 w - - 99 90", "a1a8").over, "won 0 checkmate")
        self.assertEqual(self.line("start 7k/8/6K1/8/8/8/8/R7 w - - 99 90", "a1a7").over, "drawn moves")
        for pieces, dead in (("8/8", True), ("B7/8", True), ("n7/8", True), ("B1b5/8", True), ("B7/2b5", False), ("NN6/8", False), ("1R6/8", False),
                             ("P7/8", False), ("Bn6/8", False)):
            fen = f"start 8/k7/3q4/4K3/{pieces.replace('P7/8', '8/P7')}/8/8 w - - 0 1"
            self.assertEqual(self.line(fen, "e5d6").over, "drawn material" if dead else None, fen)

    def test_en_passant_that_would_uncover_the_king(self):
        position = self.line("start 8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "d2d4")
        self.assertNotIn("e4d3", position.moves)
        self.assertEqual(position.start, "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1")
        position = self.line("start 8/8/8/8/4p3/8/k2P4/3K4 w - - 0 1", "d2d4")
        self.assertIn("e4d3", position.moves)
        self.assertEqual(self.line("e4d3").rows, ["........"] * 5 + ["...p....", "k.......", "...K...."])

    def test_starts(self):
        for fen, told in (("8/8/8/4k3/8/8/4K2R/8 w - -", "8/8/8/4k3/8/8/4K2R/8 w - - 0 1"),
                          ("r3k2r/8/8/8/8/8/8/R3K2R b qK - 3 17", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17"),
                          ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"),
                          ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")):
            self.assertEqual(self.rules.play(f"start {fen}").start, told)
        pieces = "the pieces are PNBRQK and pnbrqk, and 1 to 8 are empty squares"
        king = "4k3/8/8/8/8/8/8/4K3"
        for fen, why in (
                ("nonsense", "a FEN has 6 fields, or 4 without the counters"),
                (f"{king} w - - 0", "a FEN has 6 fields, or 4 without the counters"),
                ("4k3/8/8/8/8/8/4K3 w - - 0 1", "a board has 8 rows of 8 squares"),
                ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "a board has 8 rows of 8 squares"),
                ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", pieces),
                ("4k3/8/8/8/8/x7/8/4K3 w - - 0 1", pieces),
                ("4k3/8/8/8/8/......../8/4K3 w - - 0 1", pieces),
                ("4k3/8/8/8/8/8/8/8 w - - 0 1", "each player has one king"),
                ("4kk2/8/8/8/8/8/8/4K3 w - - 0 1", "each player has one king"),
                ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn stands in the first or the last row"),
                ("4k3/8/8/8/P7/PPPP4/PPPP4/4K3 w - - 0 1", "a player has at most 16 pieces, 8 of them pawns"),
                ("4k3/8/8/8/8/RRRRRRRR/RRRRRRRR/4K3 w - - 0 1", "a player has at most 16 pieces, 8 of them pawns"),
                (f"{king} x - - 0 1", "w or b is to move"),
                (f"{king} wb - - 0 1", "w or b is to move"),
                ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the king of the player who is not to move is in check"),
                ("4k3/4r3/8/8/8/8/8/4K3 b - - 0 1", "the king of the player who is not to move is in check"),
                (f"{king} w KX - 0 1", "the king and the rook for K are not in their places"),
                ("r3k3/8/8/8/8/8/8/4K3 w qX - 0 1", "the rights to castle are -, or some of KQkq"),
                (f"{king} w - e5 0 1", "no pawn has just passed the square of the fourth field"),
                (f"{king} w - e6 0 1", "no pawn has just passed the square of the fourth field"),
                ("4k3/8/8/8/4p3/8/8/4K3 w - e3 0 1", "no pawn has just passed the square of the fourth field"),
                ("3k4/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "no pawn has just passed the square of the fourth field"),
                (f"{king} w - x9 0 1", "no pawn has just passed the square of the fourth field"),
                (f"{king} w - - -1 1", "the counters are numbers below 10000"),
                (f"{king} w - - 0 10000", "the counters are numbers below 10000"),
                (f"{king} w - - 0 x", "the counters are numbers below 10000"),
                (f"{king} w - - 0 1", "the game is over: drawn material"),
                ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "the game is over: won 0 checkmate"),
                ("4k3/8/8/8/8/8/P7/4K3 w - - 100 90", "the game is over: drawn moves")):
            self.rules.play("new")
            self.assertEqual(self.rules.play(f"start {fen}"), why, fen)
            self.assertEqual(len(self.rules.play("play e2e4").moves), 20, "a refused start leaves the position as it was")


if __name__ == "__main__":
    unittest.main()
