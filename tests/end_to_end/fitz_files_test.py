"""Tests valid and invalid files of fitz, a person at the terminal, and the positions that a person saves."""
import json

from fitz_harness import CORNER, DOMINO, DOT, FITZ1, FITZ2, FitzTest
from harness import HARMFUL, LONG_LIMITS, bot


class TilesTest(FitzTest):
    def test_tiles_are_shown_with_their_four_rotations(self):
        name = self.write("my tiles.txt", CORNER + "\n" + DOT)
        run = self.referee("games", f"fitz:tiles={name}", code=0, err="")
        self.assertEqual(run.out, "tile   0       90      180     270\n\n"
                                  "0      .....   .....   .....   .....\n"
                                  "       .....   .....   ..!..   ..!..\n"
                                  "       ..!!.   .!!..   .!!..   ..!!.\n"
                                  "       ..!..   ..!..   .....   .....\n"
                                  "       .....   .....   .....   .....\n\n"
                                  "1      !....   ....!   .....   .....\n"
                                  "       .....   .....   .....   .....\n"
                                  "       .....   .....   .....   .....\n"
                                  "       .....   .....   .....   .....\n"
                                  "       .....   .....   ....!   !....\n")

    def test_the_built_in_tiles_are_shown_and_can_be_written_down_and_read_again(self):
        shown = self.referee("games", "fitz:tiles=builtin").out
        self.assertEqual(shown.count("\n\n"), 8)
        _, log = self.play(FITZ1, FITZ2, "--game", "fitz")
        tiles = log["game"]["config"]["tiles"]
        self.assertEqual(len(tiles), 8)
        name = self.write("same", "\n".join("".join(row + "\n" for row in tile) for tile in tiles))
        self.assertEqual(self.referee("games", f"fitz:tiles={name}").out, shown)

    def test_a_file_with_windows_line_ends_and_commas_is_read(self):
        name = self.write("windows", (CORNER + "\n" + DOT + "\n").replace("\n", "\r\n"))
        _, log = self.play(FITZ1, FITZ2, "--game", f"fitz:tiles={name}")
        self.assertEqual(log["game"]["config"]["tiles"][0], CORNER.replace(",", ".").split())


class WrongFilesTest(FitzTest):
    """Tests invalid files. The referee must exit with code 2, and write one line to stderr that names the file and the
    line, and says what is expected and how to fix it."""

    TILES = {
        "an empty file": ("", r"ends after line 0: it contains no tiles: write 5 rows of 5 cells for each"),
        "only blank lines": ("\n\n", r"it contains no tiles"),
        "a blank line first": ("\n" + DOT, r"line 1: row 1 of tile 1 should be here, not a blank line"),
        "four rows": (DOT[:24], r"ends after line 4: tile 1 has only 4 of its 5 rows"),
        "a second tile cut short": (DOT + "\n" + DOT[:12], r"ends after line 8: tile 2 has only 2 of its 5 rows"),
        "no blank line between": (DOT + DOMINO, r"line 6: a blank line should be here, not '\.\.\.\.\.'"),
        "two blank lines between": (DOT + "\n\n" + DOMINO, r"line 7: row 1 of tile 2 should be here"),
        "a row too short": (DOT[:-2] + "\n", r"line 5: row 5 of tile 1 has 4 cells: write 5"),
        "a row too long": ("." + DOT, r"line 1: row 1 of tile 1 has 6 cells: write 5"),
        "another character": (DOT + "\n" + DOMINO.replace("!!", "!#"),
                              r"line 9: character 4 of row 3 of tile 2 is '#': write '!' for a filled cell"),
        "a space at the end": (DOT.replace("....\n", ".... \n", 1), r"line 1: character 6 of row 1 .* is ' '"),
        "escapes": ("\x1b[2J\n" + DOT, r"line 1: character 1 of row 1 of tile 1 is '\\x1b'"),
        "other bytes": (b"\xff\xfe!....\n", r"line 1: character 1 .* is '\\xff'"),
        "zeros": (b"!....\n..\0..\n", r"line 2: character 3 .* is '\\x00'"),
        "no filled cell": (DOT + "\n" + ".....\n" * 5,
                           r"line 11: tile 2, which ends here, has no filled cell: write '!'"),
        "too large": (b"." * (2 << 20) + b"!", r"is too large: it must be smaller than 2 MiB"),
    }
    SAVES = {
        "an empty file": ("", r"it is empty: write nextTile nextPlayer height width"),
        "three numbers": ("0 0 2\n..\n..\n", r"line 1: '0 0 2' is not four whole numbers .*, such as '0 0 10 10'"),
        "five numbers": ("0 0 1 1 1\n.\n", r"line 1: ' 1' is unexpected after the four numbers"),
        "no numbers": ("..\n..\n", r"line 1: '\.\.' is not four whole numbers"),
        "an unknown tile": ("8 0 1 1\n.\n", r"line 1: nextTile 8 is out of range: the tiles go from 0 to 7"),
        "an unknown player": ("0 2 1 1\n.\n", r"line 1: nextPlayer 2 is out of range: it goes from 0 to 1"),
        "no height": ("0 0 0 1\n", r"line 1: height 0 is out of range: it goes from 1 to 999"),
        "too wide": ("0 0 1 1000\n.\n", r"line 1: width 1000 is out of range: it goes from 1 to 999"),
        "a row missing": ("0 0 2 2\n..\n", r"ends after line 2: it has 1 rows? of the board, .* height of 2"),
        "a row too many": ("0 0 1 2\n..\n##\n", r"line 3: '##' is one row too many: line 1 says a height of 1"),
        "a row too short": ("0 0 2 2\n..\n.\n", r"line 3: row 1 of the board has 1 cells, .* width of 2"),
        "a tile's characters": ("0 0 1 2\n.!\n", r"line 2: character 2 of row 0 of the board is '!': write '\.'"),
        "escapes": ("0 0 1 2\n.\x1b\n", r"line 2: character 2 of row 0 of the board is '\\x1b'"),
    }
    SETTINGS = {
        "height=0": "height=0 is out of range: it goes from 1 to 999",
        "width=1000": "width=1000 is out of range: it goes from 1 to 999",
        "height=ten": "whole number",
        "max_plies=0": "from 1 to 1000000",
        "tile=x": "did you mean 'tiles'",
        "tiles=": "name of a file is missing",
        "tiles=nowhere": "file 'nowhere' can't be read: No such file",
        "tiles=.": "file '.' is a directory",
        "save=nowhere": "file 'nowhere' can't be read: No such file",
        "save=small,height=3": "position in the file 'small' has height 1, and the game has height=3: they must be the same",
        "save=small,width=9": "and the game has width=9: they must be the same",
        "tiles=small": "line 1: character 1 of row 1 of tile 1 is '0'",
        "save=small,tiles=small": "tiles 'small', line 1",
        "tiles=dot,tiles=dot": "twice",
    }

    def check(self, run, message):
        self.assertEqual((run.code, run.out), (2, ""), str(run))
        self.assertRegex(run.err, r"\Areferee: [^\n]+\n\Z")
        self.assertRegex(run.err, message)
        self.assertNotRegex(run.err, HARMFUL)

    def test_wrong_tile_files(self):
        for number, (name, (text, message)) in enumerate(self.TILES.items()):
            with self.subTest(name):
                file = self.write(f"tiles{number}", text)
                self.check(self.referee("games", f"fitz:tiles={file}"), f"'{file}'")
                self.check(self.referee("games", f"fitz:tiles={file}"), message)
                self.check(self.referee(bot(), bot(), "--game", f"fitz:tiles={file}"), message)

    def test_wrong_saved_positions(self):
        for number, (name, (text, message)) in enumerate(self.SAVES.items()):
            with self.subTest(name):
                file = self.write(f"save{number}", text)
                run = self.referee(bot(), bot(), "--game", f"fitz:save={file}")
                self.check(run, message)
                self.check(run, f"'{file}'")

    def test_wrong_settings(self):
        self.write("small", "0 0 1 2\n..\n")
        self.write("dot", DOT)
        for settings, message in self.SETTINGS.items():
            with self.subTest(settings):
                self.check(self.referee(bot(), bot(), "--game", f"fitz:{settings}"), message)

    def test_a_file_s_name_does_not_reach_the_terminal_raw(self):
        name = self.write("\x1b[31mred", "?")
        for arguments in (["games", f"fitz:tiles={name}"], [bot(), bot(), "--game", f"fitz:tiles={name}"],
                          [bot(), bot(), "--game", f"fitz:save={name}"]):
            self.check(self.referee(*arguments), "line 1")

    def test_wrong_use_of_tiles(self):
        for arguments, message in ((["games", "fitz:tiles="], "the name of a file is missing"),
                                   (["games", "fitz:tiles=nowhere"], "'nowhere' can't be read: No such file"),
                                   (["games", "fitz:tiles=a", "b"], "unexpected argument 'b'"),
                                   (["games", "fitz:tiles=a", "--nope"], "unknown option '--nope'")):
            with self.subTest(arguments):
                self.check(self.referee(*arguments), message)


class PersonTest(FitzTest):
    def person(self, *arguments, lines, code=0):
        path = self.folder / "log.json"
        run = self.referee(*arguments, "--log", path, "--force", *LONG_LIMITS, stdin="".join(line + "\n" for line in lines), code=code)
        log = json.loads(path.read_text())
        self.check_log(log)
        return run, log

    def test_the_tile_is_shown_and_then_asked_for_row_column_and_rotation(self):
        tiles = self.write("tiles", CORNER)
        run, log = self.person("human", "human", "--game", f"fitz:height=2,width=4,tiles={tiles}",
                               lines=["0 1 90", "0 2 0"])
        self.assertEqual([ply["move"] for ply in log["plies"]], ["0 1 90", "0 2 0"])
        self.assertIn("\n  0123\n0 ....\n1 ....\n\ntile 0:\n  0       90      180     270\n", run.out)
        self.assertIn("  .....   .....\nhuman-1 (*) to move: row column rotation, ? for help> ", run.out)
        self.assertIn("0 **##\n1 .*#.\n\ntile 0, which can't be placed:\n", run.out)
        self.assertIn("human-2 (#) beats human-1 (*): no placement, after 2 plies\n", run.out)

    def test_a_middle_off_the_board_is_typed_with_negative_numbers(self):
        tiles = self.write("tiles", DOT)
        _, log = self.person("human", "human", "--game", f"fitz:height=1,width=3,tiles={tiles}",
                             lines=["2 2 0", "-2 -1 180", "-2 4 270"])
        self.assertEqual(log["plies"][-1]["frame"]["board"], ["*#*"])
        self.assertEqual(log["result"], {"winner": 0, "ending": "by_rules", "detail": "no placement"})

    def test_mistakes_are_explained_and_asked_again(self):
        run, log = self.person("human", "human", "--game", "fitz:max_plies=1",
                               lines=["x", "3 4", "3 4 45", "3,4,0", "9 9 0", "-2 0 0", "?", "4 4 0"])
        self.assertEqual([ply["move"] for ply in log["plies"]], ["4 4 0"])
        self.assertIn("'3 4 45' is not a move: row column rotation, such as 4 -1 90: where the tile's middle", run.out)
        self.assertIn("9 9 0 is not possible here; valid moves: ", run.out)
        self.assertRegex(run.out, r", \.\.\. \(\d+ in all; \? shows them\)\n")
        self.assertIn("savepos FILE  writes the position, for a match that begins from it\n", run.out)
        listed = [line for line in run.out.split("\n") if "valid moves: " in line][-1]
        self.assertEqual(listed.count(","), 287)

    def test_on_a_large_board_moves_are_not_listed_but_judged(self):
        run, log = self.person("human", FITZ1, "--game", "fitz:height=70,width=70,max_plies=2",
                               lines=["?", "70 70 0", "69 69 0", "35 35 90"])
        self.assertIn("there are too many valid moves to list\n", run.out)
        self.assertIn("70 70 0 is not possible here; there are too many valid moves to list", run.out)
        self.assertEqual(log["plies"][0]["move"], "35 35 90")

    def test_a_saved_position_is_where_another_match_begins(self):
        run, _ = self.person("human", "human", "--game", "fitz:height=3,width=4", code=3,
                             lines=["1 1 0", "savepos", "savepos  my position ", "savepos /no/folder/x", "quit"])
        self.assertIn("add a file name: savepos FILE\n", run.out)
        self.assertIn("position saved in my position\n", run.out)
        self.assertIn("file '/no/folder/x' can't be written: No such file or directory\n", run.out)
        saved = (self.folder / "my position").read_text()
        self.assertEqual(saved, "1 1 3 4\n.**.\n**..\n....\n")
        _, log = self.play(bot(), bot(), "--game", "fitz:save=my position")
        self.assertEqual(log["initial"], {"board": saved.split("\n")[1:4], "tile": 1})
        self.assertEqual(log["plies"][0]["player"], 1)

    def test_positions_of_other_games_are_saved_too(self):
        run, _ = self.person("human", "human", "--game", "othello", lines=["d3", "savepos x", "?", "quit"], code=3)
        self.assertIn("savepos FILE  writes the position", run.out)
        self.assertEqual((self.folder / "x").read_text(), "-" * 19 + "X-------XX------XO" + "-" * 27 + " O\n")
        _, log = self.play(bot(), bot(), "--game", "othello", "--position", "x")
        self.assertEqual(log["plies"][0]["player"], 1)

    def test_a_saved_match_goes_on_without_its_files(self):
        tiles = self.write("tiles", DOMINO)
        save = self.write("save", "0 1 4 4\n....\n.##.\n....\n....\n")
        self.person("human", "human", "--game", f"fitz:tiles={tiles},save={save}", code=3,
                    lines=["0 0 0", "save match.json", "quit"])
        (self.folder / tiles).unlink()
        (self.folder / save).unlink()
        _, log = self.play(FITZ1, FITZ2, "--resume", "match.json")
        self.assertEqual(log["plies"][0]["move"], "0 0 0")
        self.assertEqual(log["game"]["config"]["tiles"], [DOMINO.split()])
        self.assertEqual(log["result"]["detail"], "no placement")
        path = self.folder / "again.jsonl"
        path.write_text(json.dumps(log) + "\n")
        self.check_by_reference(path)
        self.replay(path)
