#!/usr/bin/python3
"""Tests `referee view` of a tournament: the files that it writes, and its error messages. The tests in tests/web/ check
how the pages look."""
import contextlib
import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import zlib

from harness import FACTOR, RefereeTest, bot, data_of
from tournament_case import put_log
from stderr_test import NOTER

WRITE_SAMPLE = os.environ["WRITE_SAMPLE"]
END = "</html>\n"


class Report(RefereeTest):
    def sample(self, games=6, name="t.db"):
        """Writes a tournament with real matches, because a report needs logs that follow the rules."""
        log = self.folder / "log.json"
        if not log.exists():
            self.referee(bot(), bot(at=2, do="exit"), "--game", "magnetize:height=3,width=4,square=2", "--games", 2, "--quiet",
                         "--move-time", "20s", "--limits", "first=20s", "--log", log, "--force")
        subprocess.run([WRITE_SAMPLE, self.folder / name, str(games), log], check=True)
        return self.folder / name

    def edit(self, name, *statement):
        with contextlib.closing(sqlite3.connect(self.folder / name)) as db, db:
            db.execute(*statement)

    def report(self, *arguments, code=0, **options):
        run = self.referee("view", *arguments, **options, code=code)
        if code != 0:
            self.assertEqual(run.err.count("\n"), 1, run.err)
            self.assertEqual(run.out, "")
        return run

    def files(self):
        """Returns all files in the test's folder, with checksums of their contents."""
        return {str(path.relative_to(self.folder)): zlib.crc32(path.read_bytes()) if path.is_file() else None for path in self.folder.rglob("*")}

    def test_a_folder_holds_the_tournament_and_its_matches(self):
        db = self.sample()
        before = db.read_bytes()
        run = self.report(db, "-o", "report/")
        self.assertRegex(run.out, r"^6 games in report/ with 5 pages \(\d+ KB\): open report/index.html in a browser\n$")
        self.assertEqual({name for name in self.files() if name.startswith("report")}, {"report", "report/index.html", "report/games", "report/games/1.html", "report/entrants",
                          *(f"report/entrants/{number}.html" for number in (1, 2, 3))})
        index, matches = ((self.folder / "report" / name).read_text() for name in ("index.html", "games/1.html"))
        self.assertTrue(index.endswith(END) and matches.endswith(END))
        tournament = data_of(matches, "tournament-data")
        self.assertEqual(tournament["report"], "../index.html")
        logs = [json.loads(line) for line in self.referee("export", db).out.splitlines()]
        rows = data_of(index, "games-data")["games"]
        self.assertEqual([row[0] for row in rows], list(range(1, 7)))
        for number, *_, page, match in rows:
            self.assertEqual(page, 1)
            self.assertEqual(tournament["games"][match - 1], number)
            self.assertEqual(data_of(matches, f"match-{match}")["log"]["id"], logs[number - 1]["id"])
        self.assertEqual(data_of(index, "report-data")["text"], self.referee("standings", db).out)
        self.assertEqual(db.read_bytes(), before)

    def test_each_entrant_has_a_page(self):
        db = self.sample(12)
        self.report(db, "-o", "r", "--about", "title=Class <5b>,date=12 May,place=Room 5")
        page = (self.folder / "r" / "entrants" / "1.html").read_text()
        for words in ("<title>ann</title>", "<bdi>ann</bdi>", 'href="../index.html">Tournament</a>', "Class &lt;5b&gt;", ">Forfeits</h2>", ">Worst losses</h2>"):
            self.assertIn(words, page)
        self.assertEqual(page.count("<script"), 1, "that of the theme")
        for link in re.findall(r'href="([^"#:]+)["#]', page):
            self.assertTrue((self.folder / "r" / "entrants" / link).is_file(), link)
        report = data_of((self.folder / "r" / "index.html").read_text(), "report-data")
        self.assertEqual((report["title"], report["event"]), ("Class <5b>", "12 May, Room 5"))
        self.assertEqual({entrant["page"] for entrant in report["entrants"]}, {f"entrants/{number}.html" for number in (1, 2, 3)})
        self.report(db, "-o", "r")  # replaces the older report without an error

    def test_an_entrant_page_has_what_it_noted(self):
        noter = self.folder / "noter.py"
        noter.write_text(NOTER.replace("NOTE", "'info score 53 depth 7 string <i>a hope</i>\\n'").replace("MORE", "pass"))
        bots = ["noting=./noter.py", f"silent={bot(pick=1)}"]
        self.referee("tournament", *bots, "--game", "magnetize:height=3,width=4,square=2", "--games", 2, "--db", "n.db",
                     "--move-time", "20s", "--limits", "first=20s", code=0)
        self.report("n.db", "-o", "report/")
        noting, silent = ((self.folder / f"report/entrants/{number}.html").read_text() for number in (1, 2))
        self.assertIn(">Notes</h2>", noting)
        self.assertIn("+53, depth 7", noting)
        self.assertIn("&lt;i&gt;a hope", noting)
        self.assertNotIn(">Notes</h2>", silent)

    def test_a_report_made_again_keeps_its_heading(self):
        db = self.sample()
        for place in ("report/", "one.html"):
            page = self.folder / (place + ("" if place.endswith(".html") else "index.html"))
            self.report(db, "-o", place, "--about", "title=Class </script> 5b,date=12 May", "--about", "place=Zoë's room")
            first = page.read_text()
            self.report(db, "-o", place)
            self.assertEqual(page.read_text(), first)
            self.report(db, "-o", place, "--about", "place=Room 5")
            self.assertEqual(data_of(page.read_text(), "event-data"), {"title": "Class </script> 5b", "date": "12 May", "place": "Room 5"})

    def test_the_games_of_two_stand_together_in_pages_of_a_megabyte(self):
        db = self.sample(3000)
        self.report(db, "-o", "r")
        pages = sorted((self.folder / "r" / "games").iterdir(), key=lambda page: int(page.stem))
        self.assertGreater(len(pages), 2)
        self.assertTrue(all(page.stat().st_size < 1.3e6 for page in pages))
        rows = data_of((self.folder / "r" / "index.html").read_text(), "games-data")["games"]
        self.assertEqual(len({(row[7], row[8]) for row in rows}), 3000)
        shown = sorted(rows, key=lambda row: (row[7], row[8]))
        changes = sum(set(a[2:4]) != set(b[2:4]) for a, b in zip(shown, shown[1:]))
        self.assertEqual(changes, len({frozenset(row[2:4]) for row in rows}) - 1)

    def test_one_file_and_where_it_goes(self):
        db = self.sample()
        self.assertRegex(self.report(db, "-o", "r.html").out, r"^6 games in r.html \(\d+ KB\): open it in a browser\n$")
        text = (self.folder / "r.html").read_text()
        self.assertTrue(text.endswith(END))
        self.assertEqual(self.report(db, "-o", "-").out, text)
        self.report(db)
        self.assertTrue((self.folder / "t_report" / "index.html").exists())

    def test_an_older_report_gives_way_and_nothing_else_does(self):
        db = self.sample()
        self.report(db, "-o", "report")
        first = self.files()
        self.report(self.sample(12, "more.db"), "-o", "report")
        self.assertEqual(len(data_of((self.folder / "report" / "index.html").read_text(), "games-data")["games"]), 12)
        self.report(db, "-o", "report")
        self.assertEqual({**first, "more.db": None}, {**self.files(), "more.db": None})
        (self.folder / "empty").mkdir()
        (self.folder / "link").symlink_to("empty")
        self.report(db, "-o", "link/")
        self.assertTrue((self.folder / "link").is_symlink() and (self.folder / "empty" / "index.html").exists())

    def test_places_where_no_report_can_be(self):
        db = self.sample()
        self.report(db, "-o", "good")
        for name, strange in (("notes", "notes.txt"), ("picture", "games/a.png"), ("link", "games/2.html"), ("hidden", ".git")):
            shutil.copytree(self.folder / "good", self.folder / name)
            strange = self.folder / name / strange
            strange.symlink_to("/etc/hostname") if name == "link" else strange.write_text("mine")
        (self.folder / "page").mkdir()
        (self.folder / "page" / "index.html").write_text("<html>somebody's</html>")
        (self.folder / "other.part").mkdir()
        (self.folder / "other.part" / "index.html").write_text("<html>somebody's</html>")
        (self.folder / "busy.part").mkdir()
        (self.folder / "busy.part" / "mine").write_text("mine")
        pages = shutil.copy(db, self.folder / "db.html")
        before = self.files()
        for place, said in (("notes", "folder '.*notes' holds 'notes.txt', which is not part of a report"), ("picture", "holds 'games/a.png'"), ("link", "holds 'games/2.html'"),
                            ("hidden", "holds '.git'"), ("page", "is not empty and not a report"), ("busy", "busy.part' already exists"), ("other", "other.part' already exists"), (".", "not part of a report"),
                            ("t.db", "is not a folder"), ("/dev/null", "is not a folder"), ("no/such", "can't be written: No such file"),
                            ("t.db/x", "can't be written: Not a directory"), ("/proc/report", "can't be written")):
            with self.subTest(place):
                self.assertRegex(self.report(db, "-o", place, code=2).err, said)
        for arguments, said in (([pages, "-o", pages], "is the tournament file"), ([db, "-o", ""], "needs a file name"),
                                ([], "no log and no tournament is given"), ([db, "-o", "no/such.html"], "can't be written"), ([db, "--match", "1", "--about", "title=x"], "--about is for the pages of a whole tournament"),
                                ([self.folder / "log.json", "--about", "place=x"], "--about is for the pages of a whole tournament")):
            with self.subTest(arguments):
                self.assertRegex(self.report(*arguments, code=2).err, said)
        self.assertEqual(self.files(), before)

    def test_what_a_killed_run_has_left_is_no_hindrance(self):
        db = self.sample()
        (self.folder / "r.part" / "games").mkdir(parents=True)
        (self.folder / "r.part" / "games" / "1.html").write_text('<!doctype html>\n<html lang="en">\n<head>\n<meta name="generator" content="referee">\n<meta na')
        (self.folder / "r.part" / "games" / "2.html").touch()
        self.report(db, "-o", "r")
        self.assertNotIn("r.part", self.files())

    def test_a_tournament_that_is_missing_damaged_in_use_or_none(self):
        db = self.sample()
        self.report(db, "-o", "r")
        (self.folder / "text").write_text("no tournament")
        shutil.copy(db, self.folder / "bad.db")
        self.edit("bad.db", "UPDATE packed_logs SET moves = replace(moves, 'DROP', 'DORP') WHERE number = 3")
        shutil.copy(db, self.folder / "gone.db")
        self.edit("gone.db", "UPDATE packed_logs SET number = 5000 WHERE number = 4")
        before = self.files()
        for output in (["-o", "r"], ["-o", "r.html"]):
            self.assertRegex(self.report("none.db", *output, code=2).err, "none.db")
            self.assertRegex(self.report("text", *output, code=2).err, "text")
            self.assertRegex(self.report("bad.db", *output, code=2).err, "the log of match 4 has been changed")
            self.assertRegex(self.report("gone.db", *output, code=2).err, "the log of match 5 has been changed")
            held = sqlite3.connect(db)
            held.execute("PRAGMA locking_mode = EXCLUSIVE")
            held.execute("BEGIN EXCLUSIVE")
            self.assertRegex(self.report(db, *output, code=2).err, "t.db")
            held.close()
        self.assertEqual(self.files(), before)

    def test_matches_that_were_not_played_by_the_rules_make_no_report(self):
        subprocess.run([WRITE_SAMPLE, self.folder / "other.db"], check=True)  # its made-up logs do not follow the rules of any game
        db = self.sample()
        logs = [json.loads(line) for line in self.referee("export", db).out.splitlines()]
        logs[3]["plies"][0]["frame"]["board"][0] = "*..."
        put_log(db, 3, json.dumps(logs[3], separators=(",", ":")))
        before = self.files()
        for output in ("r", "r.html"):
            self.assertRegex(self.report(db, "-o", output, code=1).err, r"t.db', game 4: ply 1: the frame differs.*; the log contradicts the rules")
            self.assertRegex(self.report("other.db", "-o", output, code=1).err, r"other.db', game \d+: ply 2: the lost turns differ")
        self.assertEqual(self.files(), before)

    def test_a_full_disk(self):
        db = self.sample(300)
        self.report(db, "-o", "r")
        before = self.files()
        full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000)), "restore_signals": False}
        for output, name in (("r", "r/games/1.html"), ("new", "new/games/1.html"), ("one.html", "one.html")):
            self.assertRegex(self.report(db, "-o", output, code=1, **full).err, f"report '.*{name}' can't be written: File too large")
        self.assertEqual(self.files(), before)
        with open("/dev/full", "wb") as out:
            self.assertEqual(self.referee("view", db, "-o", "-", stdout=out).code, 1)

    def test_a_tournament_too_large_for_one_file(self):
        if FACTOR > 1:
            self.skipTest("takes minutes under sanitizers")
        path = self.play(bot(), bot(pick=1))[0].path
        path.rename(self.folder / "log.json")
        (self.folder / "log.json").write_text(json.dumps(json.loads((self.folder / "log.json").read_text()), separators=(",", ":")) + "\n")
        db = self.sample(19998)
        self.assertRegex(self.report(db, "-o", "r.html", code=2).err, r"too large for one file: \d+ of 19998 games make more than 64 MiB; give -o the name of a folder")
        self.assertEqual({name for name in self.files() if name.startswith("r")}, set())

    def test_a_tournament_before_its_first_game(self):
        db = self.sample()
        self.edit(db, "DELETE FROM packed_logs")
        self.edit(db, "DELETE FROM matches")
        self.report(db, "-o", "r")
        self.report(db, "-o", "r.html")
        self.assertEqual(data_of((self.folder / "r.html").read_text(), "games-data"), {"endings": [], "games": []})
