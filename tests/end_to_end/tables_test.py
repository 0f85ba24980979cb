"""Tests `referee standings` and `referee export`: their output is complete, readable by other programs, and safe."""
import csv
import io
import json
import math
import os
import pathlib
import re
import signal
import sqlite3
import subprocess

from harness import HARMFUL, RefereeTest, bot

WRITE_SAMPLE = os.environ["WRITE_SAMPLE"]
TABLES = ("games", "openings", "standings", "crosstable", "superiority", "covariance", "parameters", "nash", "endings")
HOSTILE = ["=cmd|'/c calc'!A1", '"x",**[y](http://z)`|<b>', "@SUM(1+1)\\"]


PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "tables.md").read_text()


class Tables(RefereeTest):
    def sample(self, *arguments, name="t.db"):
        path = self.folder / name
        subprocess.run([WRITE_SAMPLE, path, *map(str, arguments)], check=True)
        return path

    def export(self, *arguments, code=0):
        run = self.referee("export", *arguments, text=False)
        self.assertEqual(run.code, code, run.err)
        return run.out.decode()

    def test_standings_are_the_same_each_time_and_change_nothing(self):
        path = self.sample()
        before = path.read_bytes()
        first = self.referee("standings", path, code=0, err="")
        self.assertEqual(first.out, self.referee("standings", path).out)
        self.assertEqual(path.read_bytes(), before)
        lines = first.out.splitlines()
        self.assertEqual(lines[:4], ["magnetize:height=2,width=3",
                                     "round robin of 3 entrants, 4 games a pairing, seed 9007199254740991",
                                     "10 of 12 games played", "not finished: these are the tables of the games so far"])
        # docs/tournament_file.md computes the same points with plain SQL.
        self.assertRegex(first.out, r"\n    1 py       4\.0     6 .*\n    1 bob's    3\.5     7 .*\n    1 ann      2\.5     7 ")
        self.assertNotRegex(first.out, r"nan|inf\b|-0\b")

    def test_the_documented_text_and_columns_are_these(self):
        path = self.sample()
        shown = re.search(r"\$ referee standings t.db\n(.*?)```", PAGE, re.S).group(1)
        self.assertEqual(self.referee("standings", path).out, shown)
        for what, rows in re.findall(r"<!-- columns: (\w+) -->\n.*\n.*\n((?:\|.*\n)+)", PAGE):
            told = [name for row in rows.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
            every = ["--columns", "all"] if what == "standings" else []
            self.assertEqual(told, self.export(path, what, *every).splitlines()[0].split(","), what)

    def test_standings_for_people_have_few_columns(self):
        path = self.sample()
        titles = self.export(path, "standings").splitlines()[0]
        self.assertEqual(titles, "rank,name,points,games,elo,elo_lower,elo_upper,elo_word,forfeits")
        chosen = self.export(path, "standings", "--columns", "name,longest_turn_us", "--format", "markdown").splitlines()
        self.assertEqual(chosen[0], r"| name | longest\_turn\_us |")
        run = self.referee("export", path, "standings", "--columns", "nmae", code=2)
        self.assertIn("did you mean 'name'?", run.err)
        self.assertEqual(self.referee("export", path, "games", "--columns", "all").code, 2)

    def test_whole_matches_follow_the_schema_and_can_be_replayed(self):
        log = self.folder / "log.json"
        game = ["--game", "magnetize:height=3,width=4,square=2", "--move-time", "20s", "--limits", "first=20s"]
        self.assertEqual(self.referee(bot(), bot(at=2, do="exit"), *game, "--games", 2, "--log", log).code, 0)
        path = self.sample(4, log)
        out = self.folder / "out.json"
        self.assertEqual(self.export(path, "--output", out), "")
        lines = out.read_text().splitlines()
        self.assertEqual(lines, log.read_text().splitlines() * 2)
        for line in lines:
            self.check_log(json.loads(line))
        self.replay(out)
        self.assertEqual(self.export(path), out.read_text())
        self.assertEqual(self.export(path, "matches", "--format", "json-lines"), out.read_text())

    def test_csv_and_json_say_the_same(self):
        path = self.sample()
        for what in TABLES:
            with self.subTest(what):
                text = self.export(path, what, *(["--columns", "all"] if what == "standings" else []))
                self.assertTrue(text.endswith("\r\n"))
                self.assertEqual(text.count("\n"), text.count("\r\n"))
                rows = list(csv.DictReader(io.StringIO(text, newline="")))
                objects = json.loads(self.export(path, what, "--format", "json"),
                                     parse_constant=lambda word: self.fail(word))
                self.assertEqual(len(rows), len(objects))
                for row, found in zip(rows, objects):
                    flat = {k: v for k, v in found.items() if not isinstance(v, dict)}
                    for nested in (v for v in found.values() if isinstance(v, dict)):
                        flat.update(nested)
                    self.assertEqual(list(row), list(flat))
                    for key, value in flat.items():
                        if isinstance(value, (int, float)):
                            self.assertTrue(math.isfinite(value))
                            self.assertEqual(float(row[key]), value)  # no digit may be lost
                        else:
                            self.assertEqual(row[key], value or "")

    def test_games_are_those_of_the_file(self):
        path = self.sample()
        rows = json.loads(self.export(path, "games", "--format", "json"))
        self.assertEqual([row["number"] for row in rows], list(range(1, 13)))
        db = sqlite3.connect(path)
        played = db.execute("SELECT number, winner, ending, detail, plies, first_longest_us, second_longest_us"
                            " FROM matches ORDER BY number").fetchall()
        db.close()
        for number, winner, ending, detail, plies, first_us, second_us in played:
            row = rows[number]
            name = None if winner is None else row["second" if winner else "first"]
            points = {None: 0.5, 0: 1, 1: 0}[winner]
            self.assertEqual((row["winner"], row["first_points"], row["second_points"]), (name, points, 1 - points))
            self.assertEqual((row["ending"], row["detail"], row["plies"]), (ending, detail or None, plies))
            self.assertEqual((row["first_longest_us"], row["second_longest_us"]), (first_us, second_us))
        self.assertEqual([row["ending"] for row in rows[10:]], [None, None])
        standings = {row["name"]: row for row in json.loads(self.export(path, "standings", "--format", "json"))}
        for name, row in standings.items():
            points = sum(game["first_points" if game["first"] == name else "second_points"] or 0
                         for game in rows if name in (game["first"], game["second"]))
            self.assertEqual(row["points"], points)

    def test_an_anchor_shifts_all_ratings_and_keeps_the_order(self):
        path = self.sample()
        def standings(*arguments):
            return {row["name"]: row for row in json.loads(self.export(path, "standings", "--format", "json", *arguments))}
        free, anchored = standings(), standings("--anchor", "bob's=1500.5")
        self.assertEqual(list(free), list(anchored))
        fixed = anchored["bob's"]
        self.assertEqual([fixed[key] for key in ("elo", "elo_lower", "elo_upper", "elo_word")],
                         [1500.5, 1500.5, 1500.5, "fixed"])
        for name, row in anchored.items():
            self.assertAlmostEqual(row["elo"] - 1500.5, free[name]["elo"] - free["bob's"]["elo"], 6)
            if name != "bob's":
                self.assertTrue(row["elo_lower"] < row["elo"] < row["elo_upper"] and row["elo_word"] is None)
        text = self.referee("standings", path, "--anchor", "bob's=1500.5").out
        self.assertRegex(text, r"\n    1 bob's .* 1501 fixed  +0\n")
        self.assertIn("\nanchor: bob's is fixed at 1501; intervals are those of the difference from it\n", text)

    def test_each_bot_has_a_first_move_advantage(self):
        path = self.sample()
        rows = json.loads(self.export(path, "parameters", "--format", "json"))
        everyone, own = [row for row in rows if row["parameter"] == "first_move_elo" and not row["name"]], \
            {row["name"]: row for row in rows if row["name"]}
        self.assertEqual((len(everyone), set(own)), (1, {"py", "bob's", "ann"}))
        for row in own.values():
            self.assertEqual(row["parameter"], "first_move_elo")
            self.assertTrue(row["lower"] < row["value"] < row["upper"], row)
            self.assertTrue(everyone[0]["lower"] < row["value"] < everyone[0]["upper"], row)

    def test_hostile_names_stay_names(self):
        path = self.sample(12, "-", *HOSTILE)
        rows = list(csv.DictReader(io.StringIO(self.export(path, "standings"), newline="")))
        safe = {"'" + name if name[0] in "=+-@" else name for name in HOSTILE}
        self.assertEqual({row["name"] for row in rows}, safe)
        objects = json.loads(self.export(path, "crosstable", "--format", "json"))
        self.assertEqual({found["name"] for found in objects}, set(HOSTILE))
        self.assertEqual(set(objects[0]["points"]), set(HOSTILE))
        markdown = self.export(path, "standings", "--format", "markdown", "--columns", "all").splitlines()
        lines = [re.findall(r" ((?:\\.|[^|\\])*) \|", line) for line in markdown]  # escaped characters do not end a cell
        self.assertEqual({len(cells) for cells in lines}, {28})
        cells = {cells[1] for cells in lines[2:]}
        self.assertEqual({re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell) for cell in cells}, set(HOSTILE))
        for cell in cells:
            self.assertNotRegex(cell, r"(?<!\\)[*`<\[]|[^\\]://")

    def test_a_name_that_comes_from_a_stranger_reaches_no_terminal(self):
        path = self.sample(12, "-", "\x1b[31mred\x7f", "a\nb", "\u202ecba")
        for arguments in (["standings", path], *(["export", path, what] for what in TABLES)):
            self.assertNotRegex(self.referee(*arguments).out.replace("\r\n", "\n"), HARMFUL)

    def test_an_export_replaces_its_file_when_it_is_complete(self):
        path = self.sample()
        out = self.folder / "out.csv"
        out.write_text("old")
        for arguments in ([], ["games"], ["standings", "--format", "json"]):
            self.assert_one_line(self.referee("export", path, *arguments, "-o", out), 2, "out.csv' already exists: add --force")
            self.assertEqual(out.read_text(), "old")
        self.assertEqual(self.export(path, "games", "--output", out, "--force"), "")
        self.assertEqual(out.read_bytes().decode(), self.export(path, "games"))
        out.write_text("old")
        db = sqlite3.connect(path)
        db.execute("UPDATE packed_logs SET packed = x'7b7d' WHERE number = 7")
        db.commit()
        db.close()
        before = sorted(self.folder.iterdir())
        run = self.referee("export", path, "--output", out, "--force")
        self.assert_one_line(run, 2, "t.db.*damaged.*match 8")
        self.assertEqual(out.read_text(), "old")
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def assert_one_line(self, run, code, said):
        self.assertEqual(run.code, code, str(run))
        self.assertRegex(run.err, rf"\Areferee: .*{said}.*\n\Z", str(run))

    def test_wrong_use_gets_one_line(self):
        path = self.sample()
        (self.folder / "text").write_text("no tournament")
        (self.folder / "again.db").symlink_to(path)
        cases = [(["standings"], "no tournament is given"), (["export"], "no tournament is given"),
                 (["standings", "none.db"], "none.db"), (["export", "text"], "text"),
                 (["export", path, "game"], "no 'game' to export; did you mean 'games'"),
                 (["export", path, "games", "--format", "cvs"], "--format 'cvs': write .*csv"),
                 (["export", path, "games", "--format", "json-lines"], "csv, json, markdown or mediawiki"),
                 (["export", path, "--format", "csv"], "JSON lines only"),
                 (["export", path, "--output", ""], "needs a file name"),
                 (["export", path, "--output", path], "is the tournament file"),
                 (["export", path, "--output", "again.db"], "is the tournament file"),
                 (["export", path, "--output", f"{path}-wal"], "is the tournament file"),
                 (["export", path, "--output", "no/out"], "no/out.* can't be written"),
                 (["standings", path, "--anchor", "ann=high"], "'ann=high': write NAME=ELO"),
                 (["standings", path, "--anchor", "ann"], "'ann': write NAME=ELO"),
                 (["standings", path, "--anchor", "ann=nan"], "'ann=nan': write NAME=ELO"),
                 (["standings", path, "--anchor", "anna=1500"], "is called 'anna'; did you mean 'ann'"),
                 (["export", path, "standings", "--anchor", "x=1500", "-o", "new.csv"], "is called 'x'"),
                 (["view", path, "--anchor", "anna=1500"], "is called 'anna'"),
                 (["export", path, "games", "--anchor", "ann=1500"], "'games' has no ratings"),
                 (["standings", path, "more"], "more")]
        before = path.read_bytes()
        for arguments, said in cases:
            with self.subTest(arguments):
                run = self.referee(*arguments)
                self.assertEqual(run.out, "")
                self.assert_one_line(run, 2, said)
        self.assertEqual(path.read_bytes(), before)

    def test_a_tournament_that_is_open_elsewhere_is_refused(self):
        path = self.sample()
        db = sqlite3.connect(path)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        for command in ("standings", "export"):
            self.assert_one_line(self.referee(command, path), 2, "t.db")
        db.close()

    def test_a_broken_stdout_is_told_but_not_one_that_nobody_reads(self):
        path = self.sample(600)
        with open("/dev/full", "wb") as full:
            for arguments in (["standings", path], ["export", path], ["export", path, "games"]):
                self.assert_one_line(self.referee(*arguments, stdout=full), 1, "stdout can't be written to")
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            for arguments in (["standings", path], ["export", path], ["export", path, "games"]):
                run = self.referee(*arguments, stdout=pipe, restore_signals=False)
                self.assertEqual((run.code, run.err), (128 + signal.SIGPIPE, ""), arguments)
