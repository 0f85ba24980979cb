"""Tests an arena whose students hand in in teams, through the server: who sees and does what, and what a later list changes."""
import csv
import io
import re
import unittest
import zipfile

from arena_web_test import CHATTY, MARKER, ArenaWebTest, Browser, over
from class_test import python
from harness import PATIENCE

#         Ann, Ben: Pair; Cai: Duo; Dan: alone
PEOPLE = [("Ann Alder", "Pair"), ("Ben Birch", "Pair"), ("Cai Cedar", "Duo"), ("Dan Dogwood", "")]
ANN, BEN, CAI, DAN = range(4)
CRASHES = "import sys\nsys.exit('I crash')\n"


class ArenaTeamsTest(ArenaWebTest):
    def list(self, people):
        (self.folder / "students.csv").write_text("Name;Number;Team\n" + "".join(f"{name};{i};{team}\n" for i, (name, team) in enumerate(people, 100)))

    def setUp(self):
        super().setUp()
        self.list(PEOPLE)

    def browsers(self, server, people=PEOPLE):
        self.assertEqual([row["name"] for row in csv.DictReader(io.StringIO((self.arena / "links.csv").read_text()))], [name for name, _ in people])
        browsers = []
        for (name, _), link in zip(people, self.links()):
            browsers.append(Browser(server))
            self.assertEqual(browsers[-1].enter(link).json()["name"], name)
        return browsers

    def versions(self, browser, wanted, plays=None):
        """Waits until a student sees these versions, the newest first: [(version, sender or none, state)], and this one plays."""
        stream = browser.events("/events")
        stream.wait_for("versions", lambda told: [(each["version"], each.get("sender"), each["state"]) for each in told["versions"]] == wanted
                        and (plays is None or [each["version"] for each in told["versions"] if each["plays"]] == [plays]))
        stream.close()

    def plays(self, browser, entrant):
        """Waits until this is the only own entrant in the table that a student sees."""
        you = browser.get("/api/who").json()["you"]
        stream = browser.events("/events")
        stream.wait_for("table", lambda table: [row[1] for row in table["rows"] if row[2] == you["person"]] == [entrant])
        stream.close()

    def order(self, teacher, act, person, status=204):
        self.assertEqual(teacher.post(f"/api/teacher/{act}", {"person": person}).status, status)

    def people_of(self, teacher, wanted):
        stream = teacher.events("/teacher/events")
        told = stream.wait_for("people", lambda told: wanted({row["name"]: row for row in told["people"]}))
        stream.close()
        return {row["name"]: row for row in told["people"]}

    def test_the_members_of_a_team_hand_in_and_see_together(self):
        server = self.start_arena("--teams", "--public", "no")
        ann, ben, cai, dan = self.browsers(server)
        teacher = self.teacher(server)
        self.assertEqual([browser.get("/api/who").json()["you"].get("team") for browser in (ann, ben, dan)], ["Pair", "Pair", None])

        # Both hand in for the team; the same bytes are the same version; one at a time.
        first = CHATTY % f"{MARKER}PAIR"
        self.assertEqual(ann.upload("bot.py", first).json()["version"], 1)
        self.assertEqual(ben.upload("bot.py", first).status, 200)
        second = ben.upload("other.py", python("x = 2"))
        if second.status == 409:
            self.assertIn("version 1 is still being tried", second.json()["error"])
        self.versions(ben, [(1, "Ann Alder", "accepted")] if second.status == 409 else [(2, "Ben Birch", "accepted"), (1, "Ann Alder", "accepted")])
        if second.status == 409:
            self.assertEqual(ben.upload("other.py", python("x = 2")).json()["version"], 2)
        both = [(2, "Ben Birch", "accepted"), (1, "Ann Alder", "accepted")]
        for browser in (ann, ben):
            self.versions(browser, both, 2)
        self.assertEqual(ben.get("/versions/1").status, 200)
        # A late student joins a team, and sees its versions.
        eve = Browser(server)
        added = teacher.post("/api/teacher/add-student", {"name": "Eve Elm", "number": "", "team": "Pair"})
        self.assertEqual(eve.enter(added.json()["link"]).json()["name"], "Eve Elm")
        self.versions(eve, both, 2)
        # What plays is the team's: each member may let an older version play again.
        self.assertEqual(ben.post("/api/play-again", {"version": 1}).status, 204)
        for browser in (ann, ben):
            self.versions(browser, both, 1)
        stream = teacher.events("/teacher/events")
        self.assertEqual(stream.wait_for("audit")["audit"][0][1:], ["student", "Ben Birch lets version 1 of Pair play again"])
        stream.close()
        self.assertEqual(ann.post("/api/play-again", {"version": 2}).status, 204)
        self.versions(ann, both, 2)
        self.assertEqual(dan.upload("bot.py", python("x = 3")).json()["version"], 1)
        self.versions(dan, [(1, None, "accepted")])

        # Nobody else sees them, nor who has handed in.
        self.assertEqual(cai.get("/versions/1").status, 404)
        told = cai.events("/events")
        seen = told.all_within(2)
        told.close()
        self.assertNotIn(b"sender", seen)
        self.assertNotIn(MARKER.encode(), seen)
        for browser in (ann, ben):
            self.plays(browser, "Pair #2")

        # A try is the member's own.
        stream = ann.events("/events")
        self.assertEqual(ann.only_try("bot.py", CHATTY % f"{MARKER}ANN").status, 201)
        self.assertEqual(over(stream, "bot.py")["state"], "accepted")
        stream.close()
        self.assertEqual([browser.get("/tries/1").status for browser in (ann, ben, cai)], [200, 404, 404])
        stream = ben.events("/events")
        self.assertNotIn(f"{MARKER}ANN".encode(), stream.all_within(1))
        stream.close()

        # A member sees the games of the team with what its bot wrote, and others don't.
        stream = ben.events("/events")
        game = stream.wait_for("games", lambda told: told["games"])["games"][0]
        stream.close()
        self.assertEqual([browser.get(f"/ladder/{game[1]}").status for browser in (ann, ben, cai)], [200, 200, 404])

        # Six an hour for the team, whoever hands in.
        for number in range(3, 7):
            self.assertEqual((ann if number % 2 else ben).upload("bot.py", CRASHES + f"# {number}").json()["version"], number)
            self.versions(ann, [(n, "Ann Alder" if n % 2 else "Ben Birch", "refused") for n in range(number, 2, -1)] + both)
        for browser in (ann, ben):
            refused = browser.upload("bot.py", CRASHES + "# 7")
            self.assertEqual(refused.status, 429, refused.json())
        self.assertEqual(cai.upload("bot.py", CRASHES).json()["version"], 1)

        # The teacher sees each member, and withdraws the team.
        rows = self.people_of(teacher, lambda rows: rows["Cai Cedar"]["state"] == "refused")
        self.assertEqual([(rows[name]["team"], rows[name]["version"]) for name, _ in PEOPLE], [("Pair", 6), ("Pair", 6), ("Duo", 1), ("", 1)])
        self.assertEqual([len(teacher.get(f"/teacher/versions/{person}").json()["versions"]) for person in (ANN, BEN)], [6, 6])
        self.order(teacher, "withdraw", BEN)
        rows = self.people_of(teacher, lambda rows: rows["Ann Alder"]["withdrawn"])
        self.assertTrue(rows["Ben Birch"]["withdrawn"])
        self.order(teacher, "bring-back", ANN)
        self.people_of(teacher, lambda rows: not rows["Ben Birch"]["withdrawn"])
        with zipfile.ZipFile(io.BytesIO(teacher.get("/teacher/uploads.zip").body)) as archive:
            self.assertEqual({name.split("/")[0] for name in archive.namelist()}, {"Pair", "Duo", "Dan Dogwood"})
            self.assertEqual(len(archive.namelist()), 8)

        # A new link ends the uploads of one member alone.
        under_way = {name: browser.begin_upload("late.py", python("x = 9")) for name, browser in (("ann", ann), ("ben", ben))}
        link = teacher.post("/api/teacher/link", {"person": BEN}).json()["link"]
        for name, connection in under_way.items():
            connection.sendall(b"\n")
            self.assertEqual(int(connection.recv(1 << 16).split()[1]), {"ann": 429, "ben": 401}[name])
            connection.close()
        self.assertEqual([browser.get("/versions/1").status for browser in (ann, ben)], [200, 401])
        self.assertEqual(ben.enter(link).json()["name"], "Ben Birch")
        self.assertEqual(ben.get("/versions/1").status, 200)
        self.assertEqual(teacher.post("/api/teacher/link", {"person": 4}).status, 409, "a team has no link")

        # The final has the team once, and the marks a row for each member.
        self.assertEqual(teacher.post("/api/teacher/final", {}).status, 204)
        stream = teacher.events("/teacher/events")
        stream.wait_for("arena", lambda state: state["phase"] == "done")
        stream.close()
        marks = {row["name"]: row for row in csv.DictReader(io.StringIO(teacher.get("/teacher/marks.csv").body.decode()), delimiter=";")}
        self.assertEqual({name: (row["team"], row["status"], row["version"]) for name, row in marks.items()},
                         {"Ann Alder": ("Pair", "played", "2"), "Ben Birch": ("Pair", "played", "2"), "Cai Cedar": ("Duo", "refused", ""), "Dan Dogwood": ("", "played", "1"),
                          "Eve Elm": ("Pair", "played", "2")})
        self.assertEqual(*({key: marks[name][key] for key in ("rank", "points", "games", "elo", "handed_in_at")} for name in ("Ann Alder", "Ben Birch")))
        self.end(server)
        self.assertEqual(set(name for name, in self.sql("SELECT name FROM entrants", "class/final.db")), {"greedy", "random", "Pair", "Dan Dogwood"})

    def test_a_later_list_moves_students(self):
        server = self.start_arena("--teams")
        ann, ben, cai, dan = self.browsers(server)
        for browser, mark in ((ann, "a"), (cai, "c"), (dan, "d")):
            self.assertEqual(browser.upload("bot.py", python(f"x = '{mark}'")).status, 201)
        for browser, name in ((ann, "Ann Alder"), (cai, "Cai Cedar"), (dan, None)):
            self.versions(browser, [(1, name, "accepted")])
        self.end(server)

        # Ann and Dan move to Cai's team. A service may repeat the words of the first start.
        people = [("Ann Alder", "Duo"), ("Ben Birch", "Pair"), ("Cai Cedar", "Duo"), ("Dan Dogwood", "Duo"), ("Eve Elm", "Trio")]
        self.list(people)
        server = self.start_again("--students", "students.csv", "--teams")
        ann, ben, cai, dan, eve = self.browsers(server, people)
        self.versions(ben, [(1, "Ann Alder", "accepted")])  # stays
        for browser in (ann, cai, dan):
            self.versions(browser, [(1, "Cai Cedar", "accepted")])
        self.assertEqual(ann.upload("bot.py", python("x = 'a'")).json()["version"], 2, "the bytes of another team are no version of this one")
        self.versions(dan, [(2, "Ann Alder", "accepted"), (1, "Cai Cedar", "accepted")])
        self.assertEqual(eve.upload("bot.py", python("x = 'e'")).json()["version"], 1)
        self.versions(eve, [(1, "Eve Elm", "accepted")])
        self.plays(dan, "Duo #2")
        teacher = self.teacher(server)
        stream = teacher.events("/teacher/events")
        stream.wait_for("table", lambda table: {row[1] for row in table["rows"]} == {"greedy", "random", "Pair #1", "Duo #2", "Trio #1"})  # nobody is Dan's team any more
        stream.close()
        self.assertIn("2 students have moved to other teams: 'Ann Alder', 'Dan Dogwood'\n", self.end(server))

        for wrong, why in (([("Ann Alder", "Two"), ("Ben Birch", "Pair"), ("Cai Cedar", "Two"), ("Dan Dogwood", "Two")], "'Two' is 'Duo', whose members it has: a team keeps its name"),
                           ([("Ann Alder", "greedy")], "'greedy' is the name of a bot of yours"), ([("Ann Alder", "Birch Ben")], "the team 'Birch Ben' has the name of a student")):
            self.list(wrong)
            process = self.command("class", "--students", "students.csv")
            self.assertIn(why, process.communicate(timeout=PATIENCE)[1])
            self.assertEqual(process.returncode, 2)

        # Without the option, a later list has the teams in the same column.
        self.list([("Dan Dogwood", ""), ("Ann Alder", "Pair")])
        server = self.start_again("--students", "students.csv")
        dan = self.browsers(server, people)[3]
        self.versions(dan, [(1, None, "accepted")])
        self.plays(dan, "Dan Dogwood #1")
        status = lambda: self.command("class", "--status").communicate(timeout=PATIENCE)[0]
        self.assertIn("Ann Alder    #1 accepted; in 'Pair'", status())
        have = lambda: int(re.search(r"(\d+) have a bot that plays", status())[1])
        before = have()
        self.order(self.teacher(server), "withdraw", 3)
        self.assertEqual(have(), before - 1)
        self.assertIn("Dan Dogwood  #1 accepted; withdrawn", status())
        self.end(server)

    def test_an_arena_without_teams_stays_one(self):
        server = self.start_arena()
        ann, *_ = self.browsers(server)
        self.assertNotIn("team", ann.get("/api/who").json()["you"])
        self.end(server)
        process = self.command("class", "--students", "students.csv", "--teams")
        self.assertIn("--teams: the students of this arena have handed in alone since its start", process.communicate(timeout=PATIENCE)[1])


if __name__ == "__main__":
    unittest.main()
