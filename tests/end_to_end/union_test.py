"""Tests several tournaments as one table: `referee standings a.db b.db`, and `export --with`."""
import contextlib
import csv
import io
import json
import os
import shutil
import sqlite3
import zlib

from harness import GAME, bot
from tournament_case import SMALL, TournamentCase

RANDOM = f"{os.environ['REFEREE_BIN']}/random"
BOTS = {"ann": bot(pick=0), "bob": bot(pick=1), "cid": bot(pick=2), "dan": bot(pick=3)}


class UnionTest(TournamentCase):
    def play(self, db, names, *options, game=SMALL):
        return self.tournament(*[f"{name}={BOTS[name]}" for name in names], *game, "--db", db, "--jobs", 1, "--openings", 6, *options)

    def table(self, what, *files, key="name", code=0):
        more = [word for file in files[1:] for word in ("--with", file)]
        run = self.referee("export", files[0], what, "--format", "json", *more, code=code)
        return {row[key]: row for row in json.loads(run.out)}

    def test_points_and_crosstables_add_up_whatever_the_formats_are(self):
        self.play("a.db", ["ann", "bob", "cid"], "--games", 4, "--seed", 1)
        self.play("b.db", ["dan", "bob", "ann"], "--format", "ladder", "--stop-after", 12, "--seed", 2)
        self.play("c.db", ["cid", "dan", "ann", "bob"], "--format", "swiss", "--rounds", 2, "--seed", 3)
        files = ["a.db", "b.db", "c.db"]
        apart, joined = [self.table("standings", file) for file in files], self.table("standings", *files)
        self.assertEqual(set(joined), set(BOTS))
        for name, row in joined.items():
            for column in ("points", "games", "first_won", "second_lost", "forfeits"):
                self.assertEqual(row[column], sum(table[name][column] for table in apart if name in table), (name, column))
            self.assertTrue(row["elo_lower"] < row["elo"] < row["elo_upper"])
        self.assertEqual([row["elo"] for row in joined.values()], sorted((row["elo"] for row in joined.values()), reverse=True))
        squares = [self.table("crosstable", file) for file in files]
        for name, row in self.table("crosstable", *files).items():
            for other, points in row["points"].items():
                known = [square[name]["points"].get(other) for square in squares if name in square]
                self.assertEqual(points, sum(known) if (known := [number for number in known if number is not None]) else None)
        text = self.referee("standings", *files, code=0, err="").out
        self.assertRegex(text, r"\A.*\n4 entrants of 3 tournaments: a\.db, b\.db, c\.db\n\d+ games played\n")
        self.assertEqual(text.split("\n\n")[1:], self.referee("standings", *reversed(files)).out.split("\n\n")[1:])
        self.assertEqual(list(self.table("endings", *files, key="ending")), ["by_rules"])
        self.assertIn("fixed", self.referee("standings", *files, "--anchor", "dan=1500", code=0).out)

    def test_two_bots_have_a_result_line_of_all_pairs(self):
        """Tests that an unfinished file, which ends with half of a pair, does not hold up the pairs of the next one."""
        self.play("a.db", ["ann", "bob"], "--games", 8, "--seed", 1, "--stop-after", 5)
        self.play("b.db", ["bob", "ann"], "--games", 8, "--seed", 2)
        text = self.referee("standings", "a.db", "b.db", code=0).out
        self.assertRegex(text, r"\n13 games played\n")
        self.assertRegex(text, r"\nann against bob, ([2-6]) pairs\n")
        pairs = int(self.referee("standings", "a.db").out.split("ann against bob, ")[1].split()[0])
        others = int(self.referee("standings", "b.db").out.split("bob against ann, ")[1].split()[0])
        self.assertIn(f"ann against bob, {pairs + others} pairs\n", text)  # no pair of one file repeats one of the other

    def test_one_file_is_as_before_and_annulled_games_are_left_out(self):
        self.play("a.db", ["ann", "bob", "cid"], "--games", 2, "--seed", 1)
        self.play("b.db", ["ann", "bob", "cid"], "--games", 2, "--seed", 2)
        self.assertRegex(self.referee("standings", "a.db", code=0).out, r"\nround robin of 3 entrants, 2 games a pairing, seed 1\n")
        self.change("annul", "cid", db="b.db")
        joined = self.table("standings", "a.db", "b.db")
        self.assertEqual((joined["cid"]["games"], joined["ann"]["games"]), (4, 6))

    def test_what_differs_is_named(self):
        self.play("a.db", ["ann", "bob"], "--games", 2, "--seed", 1)
        other = ["--game", GAME, "--limits", "first=30s", "--move-time", "30s", "--limits", "bob:move=29s"]
        self.tournament(f"ann={bot(pick=3)}", f"bob={BOTS['bob']}", "--db", "b.db", "--seed", 2, *other)
        run = self.referee("standings", "a.db", "b.db", code=0)
        self.assertIn("not the same in all files: ann (arguments), bob (limits)\n", run.err)
        self.assertIn("the limits or the sandbox of 'b.db' are not those of 'a.db'\n", run.err)
        self.assertEqual(self.table("standings", "a.db", "b.db")["ann"]["games"], 4)

    def test_anchors_stay_if_they_are_the_same(self):
        for number, anchor in enumerate(["ann=1000", "ann=1000", "bob=1000"]):
            self.play(f"{number}.db", ["ann", "bob"], "--games", 2, "--seed", number, "--anchor", anchor)
        self.assertRegex(self.referee("standings", "0.db", "1.db", code=0, err="").out, r"ann is fixed at \+?1000")
        run = self.referee("standings", "0.db", "2.db", code=0)
        self.assertNotIn("fixed", run.out)
        self.assertIn("the files have different anchors, so none is used: give one with --anchor\n", run.err)

    def test_what_can_not_be_put_together_gets_one_line(self):
        self.play("a.db", ["ann", "bob"], "--games", 2, "--seed", 1)
        self.play("wide.db", ["ann", "bob"], "--games", 2, game=["--game", GAME.replace("width=7", "width=5"), *SMALL[2:]])
        self.tournament(RANDOM, f"again={RANDOM}", "--game", "othello", "--games", 2, "--db", "othello.db")
        shutil.copy(self.folder / "a.db", self.folder / "copy.db")
        for db in ("copy.db", "apart.db"):  # copies that were played on, in two ways
            shutil.copy(self.folder / "a.db", self.folder / db)
            self.change("again", 2, db=db)
            self.tournament("--resume", "--db", db)
        before = (self.folder / "a.db").read_bytes()
        cases = [(["standings", "a.db", "wide.db"], "'a.db' and 'wide.db' can't be put together: the game's setting 'width' differs"),
                 (["standings", "a.db", "othello.db"], "can't be put together: one is of magnetize, the other of othello"),
                 (["standings", "a.db", "copy.db"], "'a.db' and 'copy.db' are the same tournament: give it only once"),
                 (["standings", "a.db", "a.db"], "'a.db' and 'a.db' are the same tournament"),
                 (["standings", "copy.db", "apart.db"], "'copy.db' and 'apart.db' are the same tournament"),
                 (["export", "a.db", "hosts", "--with", "a.db"], "'a.db' and 'a.db' are the same tournament"),
                 (["export", "a.db", "hosts", "--with", "copy.db"], "are the same tournament"),
                 (["export", "a.db", "hosts", "--with", "othello.db"], "one is of magnetize, the other of othello"),
                 (["standings", "a.db", "none.db"], "none.db"),
                 (["export", "a.db", "standings", "--with", "copy.db"], "are the same tournament"),
                 (["export", "a.db", "standings", "--with", "wide.db", "-o", "wide.db"], "is the tournament file"),
                 (["export", "a.db", "games", "--with", "wide.db"], "--with is for standings, .*: 'games' is of one file")]
        for arguments, said in cases:
            with self.subTest(arguments):
                run = self.referee(*arguments, code=2)
                self.assertRegex(run.err, rf"\Areferee: .*{said}.*\n\Z")
        self.assertEqual((self.folder / "a.db").read_bytes(), before)

    def test_tournaments_with_one_seed_that_began_in_the_same_second_are_not_the_same(self):
        self.play("a.db", ["ann", "bob"], "--games", 2, "--seed", 1)
        self.play("b.db", ["ann", "cid"], "--games", 2, "--seed", 1)
        self.play("c.db", ["ann", "bob"], "--games", 2, "--seed", 1)
        value, = self.sql("SELECT value FROM meta WHERE key = 'created_at'", "a.db")[0]
        for db in ("b.db", "c.db"):
            with contextlib.closing(sqlite3.connect(self.folder / db)) as file, file:
                number, = file.execute("SELECT id FROM meta WHERE key = 'created_at'").fetchone()
                file.execute("UPDATE meta SET value = ?, crc32 = ? WHERE id = ?", (value, zlib.crc32(f"created_at|{value}".encode()), number))
        self.assertIn("\n6 games played", self.referee("standings", "a.db", "b.db", "c.db", code=0, err="").out)
        # Before their first games, tournaments of the same bots can't be told from copies.
        for db in ("a.db", "c.db"):
            self.change("again", "1-2", db=db)
        self.assertIn("are the same tournament", self.referee("standings", "a.db", "c.db", code=2).err)
        self.referee("standings", "a.db", "b.db", code=0)

    def test_openings_have_their_results(self):
        lines = ["DROP 0", "DROP 1", "DROP 0, DROP 1"]
        (self.folder / "openings").write_text("\n".join(lines) + "\n")
        self.tournament(*[f"{name}={command}" for name, command in BOTS.items()], *SMALL, "--db", "t.db", "--jobs", 1,
                        "--openings", "openings,start=2", "--games", 8, "--seed", 4)
        rows = list(csv.DictReader(io.StringIO(self.referee("export", "t.db", "openings", code=0).out)))
        games = json.loads(self.referee("export", "t.db", "games", "--format", "json", code=0).out)
        self.assertEqual([row["line"].replace(", ", ",") for row in rows], [line.replace(", ", ",") for line in lines[1:] + lines[:1]])
        for row in rows:
            own = [game for game in games if (game["opening"] - 1) % 3 + 1 == int(row["opening"])]
            self.assertEqual(int(row["games"]), len(own))
            points = sum(game["first_points"] for game in own)
            self.assertAlmostEqual(float(row["first_score"]), points / len(own))
            self.assertEqual([int(row[key]) for key in ("first_won", "first_drawn", "first_lost")],
                             [sum(game["first_points"] == points for game in own) for points in (1, 0.5, 0)])
            self.assertTrue(0 < float(row["p"]) <= 1 and row["favours"] in ("", "first", "second"))

    def test_a_drawn_opening_that_comes_again_has_one_row(self):
        """On this board only a few openings of one ply differ, so all pairs of games share them."""
        self.tournament(*[f"{name}={command}" for name, command in BOTS.items()], "--game", "magnetize:height=3,width=4",
                        "--db", "t.db", "--jobs", 1, "--openings", 1, "--games", 16, "--seed", 4)
        rows = json.loads(self.referee("export", "t.db", "openings", "--format", "json", code=0).out)
        games = json.loads(self.referee("export", "t.db", "games", "--format", "json", code=0).out)
        starts = {}
        for line in self.referee("export", "t.db", code=0).out.splitlines():
            log = json.loads(line)
            first_move = log["plies"][0]["move"]
            starts[first_move] = starts.get(first_move, 0) + 1
        self.assertLess(len(rows), len({game["opening"] for game in games}))
        self.assertEqual(sorted(row["games"] for row in rows), sorted(starts.values()))
        self.assertEqual([row["opening"] for row in rows], sorted(row["opening"] for row in rows))
