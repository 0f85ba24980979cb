"""Tests the notations of other programs: openings and positions of Othello as people have them, and exports as PGN, GGF,
Markdown and MediaWiki."""
import json
import pathlib
import shlex
import time

from game_readers import START, Othello, read_ggf, read_markdown, read_mediawiki, read_pgn
from harness import BIN, FACTOR, LONG_LIMITS, RefereeTest, bot
from tournament_case import stored_logs

CORPUS = pathlib.Path(__file__).with_name("foreign_openings")
GREEDY, RANDOM = str(BIN / "greedy"), str(BIN / "random")
WITH_A_PASS = "d3, c3, e6, d2, d1, e1, b2, c1, PASS, a3"
MIDDLE = "------------------XX-X----OOXOO---OXOO----O-OOX---OX--O-----X--- X"
SOLVED = "--OO------XXXO--OXXXXX-OXXXXXXOXXXXXXOOXXXXXXOXX--XXXXXX--XX--XX O"

# The openings in each file, in the program's own words.
READ = {
    "transcripts.txt": ["f5, d6, c3, d3, c4", "f5, d6, c3, d3, c4, f4", "f5, d6, c3, d3", "f5, d6, c3", "f5, d6, c3, d3",
                        "f5, f4, e3, f6, d3", "f5, d6, c3, d3, c4", *[WITH_A_PASS] * 4],
    "windows.txt": ["f5, f6, e6, f4, e3", "f5, d6, c4, d3, c3, f4"],
    "nboard.ggf": ["f5, d6, c3, d3", WITH_A_PASS],
    "ggs.ggf": ["---------O---O----OX-O-O-XXXXOOX--OXXOX---O-OOX---OX--O-----X--- X", "f5, f4, e3"],
    "edax.obf": [SOLVED, MIDDLE],
    "words.txt": [MIDDLE] * 5,
}
# What is said of each of the other files.
REFUSED = {
    "archive_of_two.ggf": "line 1: GGF: a line has more than one game; write ",
    "broken_lines.ggf": "line 1: GGF: the game has no end, ';)', on this line; write ",
    "go.sgf": "line 1: GGF: the game is 'Go' and not Othello; write ",
    "off_board.txt": "line 3: move 3, 'I3', is not written as a move of this game: ",
    "illegal.txt": "line 1: move 5, 'a1', is not legal there",
    "short_position.txt": "line 1: position '------------------XX-X----OOXOO---OXOO----O-OOX-...': it has 63 cells; ",
    "no_side.txt": "it ends before it says who moves, X or O; ",
    "games.pgn": "line 1: move 1, '[Event \\\"Open\\\"]', is not written as a move of this game: ",
}


def legal_lines(lines):
    """Whether the openings are legal in a game that knows nothing of the program."""
    for line in lines:
        game = Othello(line if len(line) == 66 and "," not in line else START)
        for move in [] if game.text() == line else line.split(", "):
            game.move(move)
    return True


class NotationsTest(RefereeTest):
    def openings_in(self, file):
        """The openings as a tournament keeps them."""
        db = self.folder / "openings.db"
        db.unlink(missing_ok=True)
        self.referee("tournament", GREEDY, RANDOM, "--game", "othello", "--games", 2, "--openings", file, "--db", db,
                     "--stop-after", 1, *LONG_LIMITS, code=0)
        return json.loads(self.referee("export", db, "plan", code=0).out)["opening"]

    def test_every_file_is_read_or_refused_with_a_line_that_is_right(self):
        self.assertEqual({path.name for path in CORPUS.iterdir()}, {*READ, *REFUSED})
        for name, lines in READ.items():
            with self.subTest(name):
                self.assertEqual(self.openings_in(CORPUS / name), lines)
                self.assertTrue(legal_lines(lines))
        for name, words in REFUSED.items():
            with self.subTest(name):
                run = self.referee(GREEDY, RANDOM, "--game", "othello", "--openings", CORPUS / name, code=2, out="")
                self.assertIn(words, run.err)
                self.assertEqual(run.err.count("\n"), 1)
                (self.folder / "right.txt").write_text(run.err[run.err.rindex("; a valid line: ") + 16:])
                self.assertEqual(len(self.openings_in("right.txt")), 1)

    def test_a_refusal_shows_the_moves_that_are_right(self):
        run = self.referee(GREEDY, RANDOM, "--game", "othello", "--openings", CORPUS / "off_board.txt", code=2)
        self.assertTrue(run.err.endswith("; a valid line: f5, d6\n"), run.err)

    def test_a_position_may_be_a_transcript_ggf_or_have_words_behind_it(self):
        game = Othello()
        for move in ("f5", "d6", "c3"):
            game.move(move)
        (self.folder / "f5d6").write_text("8 " + game.text() + " 3 moves\n")
        (self.folder / "game.ggf").write_text("# a comment\n(;GM[Othello]PB[a]PW[b]\nB[F5//1]W[D6]B[c3];)\n")
        for position in ("F5d6C3", "f5, d6, c3", "f5 d6 c3 % a remark", "game.ggf", "(;GM[Othello]B[f5]W[d6]B[c3];)",
                         game.text() + " White 1 -3", "f5d6"):
            with self.subTest(position):
                _, log = self.play(bot(), bot(), "--game", "othello", "--position", position)
                self.assertEqual(log["game"]["config"]["position"], game.text())
        for position, words in (("f5d6a1", "position 'f5d6a1': move 3, 'a1', is not legal there"),
                                ("f5 d6 x", "move 3, 'x', is no cell and no pass"),
                                ("(;GM[Go];)", "GGF: the game is 'Go' and not Othello"), ("f5.txt", "f5.txt")):
            run = self.referee(bot(), bot(), "--game", "othello", "--position", position, code=2, out="")
            self.assertIn(words, run.err)
            self.assertEqual(run.err.count("\n"), 1)

    def test_a_book_of_50000_lines_is_read_and_one_more_is_too_many(self):
        moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6"]
        book = self.folder / "book.txt"
        book.write_text("f5d6c3d3c4f4f6\n" * 50_000)
        begun = time.monotonic()
        _, log = self.play(GREEDY, RANDOM, "--game", "othello", "--openings", "book.txt,start=50000")
        self.assertLess(time.monotonic() - begun, 20 * FACTOR)
        self.assertEqual([ply["move"] for ply in log["plies"][:log["opening"]]], moves)
        book.write_text("f5\n" * 50_001)
        run = self.referee(GREEDY, RANDOM, "--game", "othello", "--openings", "book.txt", code=2)
        self.assertIn("openings 'book.txt' has more than 50000: use a part of the file", run.err)


NAMES = ['say "hi"', "back\\slash|pipe", "x]{|}[[y]] __TOC__\\"]


def points_of(games):
    """The points of each player of a PGN."""
    points = {}
    for game in games:
        for player, of in (("White", "1-0"), ("Black", "0-1")):
            half = 1 if game["Result"] == "1/2-1/2" else 2 if game["Result"] == of else 0
            points[game[player]] = points.get(game[player], 0) + half / 2
    return points


class ExportsTest(RefereeTest):
    def tournament(self, *arguments, names=NAMES, programs=(GREEDY, RANDOM, RANDOM)):
        bots = []
        for name, program in zip(names, programs):
            bots.append(shlex.quote(str(self.program(name, f"#!/bin/sh\nexec {program}\n"))))
        self.referee("tournament", *bots, "--games", 4, "--db", "t.db", *arguments, *LONG_LIMITS, code=0)
        return [stored_logs(self.folder / "t.db")[number] for number in sorted(stored_logs(self.folder / "t.db"))]

    def export(self, what, *arguments):
        return self.referee("export", "t.db", what, *arguments, code=0, err="").out

    def points(self):
        """The points of the entrants that have played."""
        return {row["name"]: row["points"] for row in json.loads(self.referee("standings", "t.db", "--format", "json").out)}

    def moves_of(self, log):
        return [ply["move"] for ply in log["plies"]]

    def test_pgn_of_othello(self):
        logs = self.tournament("--game", "othello", "--openings", 3)
        games = read_pgn(self.export("pgn"))
        self.assertEqual(points_of(games), self.points())
        self.assertEqual(len(games), len(logs))
        for game, log in zip(games, logs):
            self.assertEqual(game["moves"], self.moves_of(log))
            self.assertEqual((game["White"], game["Black"]), tuple(player["name"] for player in log["players"]))
            self.assertEqual((game["Event"], game["Variant"], game["Termination"]), ("t", "othello", "normal"))
            self.assertEqual((game["Date"], game["PlyCount"]), (log["started_at"][:10].replace("-", "."), str(len(log["plies"]))))
        rounds = {str(row["round"]) for row in json.loads(self.export("games", "--format", "json"))}
        self.assertEqual({game["Round"] for game in games}, rounds)
        self.assertTrue(all(len(line) < 80 or line.startswith("[") for line in self.export("pgn").splitlines()))

    def test_the_moves_of_an_exported_game_are_read_as_an_opening(self):
        logs = self.tournament("--game", "othello")
        for text in (self.export("pgn").split("\n\n")[1::2], self.export("ggf").splitlines()):
            log, line = logs[0], " ".join(text[0].split())
            moves = self.moves_of(log)[:-1]
            end = line.rindex(moves[-1] if line.startswith("1.") else "]" + "BW"[log["plies"][-1]["player"]] + "[")
            cut = line[:end + 2] if line.startswith("1.") else line[:end] + "];)"
            (self.folder / "book.txt").write_text(cut + "\n")
            _, played = self.play(GREEDY, RANDOM, "--game", "othello", "--openings", "book.txt")
            self.assertEqual(self.moves_of(played)[:played["opening"]], moves)

    def test_ggf_has_the_moves_and_the_difference_of_the_discs(self):
        logs = self.tournament("--game", "othello", "--position", MIDDLE)
        games = [read_ggf(line) for line in self.export("ggf").splitlines()]
        self.assertEqual(len(games), len(logs))
        for game, log in zip(games, logs):
            start = game["BO"].split()
            board = Othello("".join(start[1:9]).replace("*", "X") + " X")
            self.assertEqual((game["GM"], start[0], start[9], board.text()), ("Othello", "8", "*", MIDDLE))
            moves = [(side, "PASS" if move.split("/")[0] == "PA" else move.split("/")[0]) for side, move in game["moves"]]
            self.assertEqual([move for _, move in moves], self.moves_of(log))
            for side, move in moves:
                self.assertEqual(side, "B" if board.side == "X" else "W")
                board.move(move)
            self.assertEqual(float(game["RE"]), board.lead())
            self.assertEqual((game["PB"], game["PW"]), tuple(player["name"] for player in log["players"]))

    def test_white_moves_first_also_from_a_position_with_player_1_to_move(self):
        logs = self.tournament("--game", "othello", "--position", MIDDLE[:-1] + "O")
        games = read_pgn(self.export("pgn"))
        for game, log in zip(games, logs):
            self.assertEqual((game["Black"], game["White"]), tuple(player["name"] for player in log["players"]))
            self.assertEqual((game["moves"], game["Position"]), (self.moves_of(log), MIDDLE[:-1] + "O"))
        self.assertEqual(points_of(games), self.points())

    def test_pgn_of_a_game_with_lost_turns_and_blanks_in_its_moves(self):
        logs = self.tournament("--game", "magnetize")
        lost = 0
        for game, log in zip(read_pgn(self.export("pgn")), logs):
            players = [i % 2 for i, move in enumerate(game["moves"]) if move != "--"]
            self.assertEqual([move for move in game["moves"] if move != "--"], self.moves_of(log))
            self.assertEqual(players, [ply["player"] for ply in log["plies"]])
            lost += game["moves"].count("--")
        self.assertGreater(lost, 0)
        self.assertEqual(points_of(read_pgn(self.export("pgn"))), self.points())

    def test_games_without_a_result_are_left_out(self):
        crash = bot(at=3, do="exit")
        self.tournament("--game", "othello", names=["a", "b", "c"], programs=(GREEDY, RANDOM, crash))
        games = read_pgn(self.export("pgn"))
        self.assertEqual(points_of(games), self.points())
        self.assertIn("abandoned", {game["Termination"] for game in games})
        for line in self.export("ggf").splitlines():
            game = read_ggf(line)
            if "c" in (game["PB"], game["PW"]) and game["RE"].endswith(":r"):
                self.assertEqual(game["RE"], "-64.00:r" if game["PB"] == "c" else "+64.00:r")
        self.referee("change", "t.db", "annul", "c", code=0)
        games = read_pgn(self.export("pgn"))
        self.assertEqual({name for game in games for name in (game["White"], game["Black"])}, {"a", "b"})
        self.assertEqual(len(games), 4)

    def test_tables_for_pages_show_names_as_they_are(self):
        self.tournament("--game", "othello")
        for what, arguments in (("standings", []), ("standings", ["--columns", "all"]), ("crosstable", []), ("games", [])):
            rows = json.loads(self.export(what, "--format", "json"))
            names = {value for row in rows for key, value in row.items() if key in ("name", "first", "second")}
            self.assertEqual(names, set(NAMES))
            for form, read in (("markdown", read_markdown), ("mediawiki", read_mediawiki)):
                table = read(self.export(what, "--format", form, *arguments))
                self.assertEqual(len(table), len(rows) + 1)
                self.assertTrue(set(NAMES) <= {cell for row in table for cell in row}, table)

    def test_standings_write_the_same_as_export(self):
        self.tournament("--game", "othello")
        for form in ("csv", "json", "markdown", "mediawiki"):
            run = self.referee("standings", "t.db", "--format", form, code=0, err=b"", text=False)
            self.assertEqual(run.out, self.referee("export", "t.db", "standings", "--format", form, text=False).out)
        self.assertIn("--format 'html': write ", self.referee("standings", "t.db", "--format", "html", code=2, out="").err)

    def test_wrong_use(self):
        self.tournament("--game", "magnetize", names=["a", "b"], programs=(GREEDY, RANDOM))
        for arguments, words in ((["ggf"], "GGF is for othello, and this tournament is of magnetize: export pgn"),
                                 (["pgn", "--format", "json"], "'pgn' is a format itself: omit --format"),
                                 (["ggf", "--bom"], "--bom is for tables as CSV"),
                                 (["pgn", "--with", "t.db"], "'pgn' is of one file")):
            run = self.referee("export", "t.db", *arguments, code=2, out="")
            self.assertIn(words, run.err)
            self.assertEqual(run.err.count("\n"), 1)
