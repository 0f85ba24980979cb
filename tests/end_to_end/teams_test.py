"""Tests a class that hands in in teams: `referee tournament --bots handed_in/ --students students.csv --teams`.

Each hand-in has a mark. What plays for a team must have a mark of this team, whatever form the platform gives to the entries.
"""
import csv
import io
import json
import os
import shutil
import signal
import time
import unittest
import zipfile

from class_case import python
from harness import BIN, GAME, LONG_LIMITS, PATIENCE, RefereeTest, sandbox_problem

# Name, team, number, the platform's id, login, login at the code host.
PEOPLE = [("Ann Alder", "Team Á-1", "31415", "501", "aalder", "ann-gh"), ("Ben Birch", "Team Á-1", "31416", "502", "bbirch", "ben-gh"),
          ("Élodie Wolf", "Die Löwen", "31417", "503", "ewolf", "wolf-gh"), ("Kim Klein-Wolf", "Die Löwen", "31418", "504", "kwolf", "kim-gh"),
          ("Lou Linden", "Team 3", "31419", "505", "llinden", "lou-gh"), ("Max Maple", "", "31420", "506", "mmaple", "max-gh")]
TEAM_OF = {name: team or name for name, team, *_ in PEOPLE}


def table(people=PEOPLE, code_host=False):
    """A list. The identifier in a list of GitHub Classroom is another one."""
    out = io.StringIO()
    csv.writer(out).writerows([["Name", "Team", "ID number", "Email address", "Username", "github_username" if code_host else "Identifier"],
                               *([name, team, number, f"{login}@example.org", login, handle if code_host else f"Participant {id_}"]
                                 for name, team, number, id_, login, handle in people)])
    return out.getvalue()


def submission(number, *names):
    people = "".join(f"  - :name: {name}\n    :email: {dict((p[0], p[4]) for p in PEOPLE).get(name, 'x')}@example.org\n" for name in names)
    return f"submission_{number}:\n  :submitters:\n{people}  :results:\n    output: |\n      :submitters:\n      - :name: Lou Linden\n"


# For each platform: {path: the entrant whose it is, or none}. The last one of an entrant is the newest.
PLATFORMS = {
    "Moodle": {"Team Á-1_17_assignsubmission_file/bot.py": "Team Á-1", "Die Löwen_503_assignsubmission_file/bot.py": "Die Löwen", "Team 3_501_assignsubmission_file/bot.py": "Team 3",
               "Default group_assignsubmission_file/bot.py": None, "Team 4_19_assignsubmission_file/bot.py": None, "Max Maple_506_assignsubmission_file/bot.py": "Max Maple"},
    "Moodle, files": {"Team Á-1_17_assignsubmission_file_bot.py": "Team Á-1", "Die Löwen_503_assignsubmission_file_bot.py": "Die Löwen", "Standardgruppe_assignsubmission_file_bot.py": None},
    "Moodle before 2022": {"Team Á-1-Ann Alder_501_assignsubmission_file/bot.py": "Team Á-1", "Die Löwen-Kim Klein-Wolf_504_assignsubmission_file/bot.py": "Die Löwen",
                           "Team 3-Ann Alder_777_assignsubmission_file/bot.py": None, "Default group-Max Maple_506_assignsubmission_file/bot.py": None,
                           "Team 3-Lou Linden_506_assignsubmission_file/bot.py": "Team 3", "Team 3-Fay Fox_505_assignsubmission_file/bot.py": None},
    "Canvas": {"teamá1_502_9876543_bot.py": "Team Á-1", "dielöwen_501_9876544_bot.py": None, "team3_505_LATE_1_bot.py": None, "team3_505_9876545_bot.py": "Team 3",
               "maplemax_506_9876546_bot.py": "Max Maple", "team9_503_9876547_bot.py": None},
    "Gradescope": {"submission_1/bot.py": "Team Á-1", "submission_2/bot.py": "Team Á-1", "submission_3/bot.py": None, "submission_4/bot.py": "Die Löwen", "submission_5/bot.py": None,
                   "submission_6/bot.py": "Max Maple"},
    "Blackboard": {"Task 1_Team Á-1_attempt_2024-01-15-10-30-00_bot.py": "Team Á-1", "Task 1_Die Löwen_attempt_2024-01-15-10-30-00_bot.py": "Die Löwen",
                   "Task 1_llinden_attempt_2024-01-15-10-30-00_bot.py": "Team 3", "Task 1_Team 9_attempt_2024-01-15-10-30-00_bot.py": None},
    "Brightspace": {"39786-640693 - Team Á-1 - Jan 15, 2024 1030 AM/bot.py": "Team Á-1", "39787-640694 - Team 3 - Jan 15, 2024 1030 AM/bot.py": "Team 3",
                    "39788-640694 - Team 3 - Jan 16, 2024 1030 AM/bot.py": "Team 3", "39789-640695 - Team 9 - Jan 15, 2024 1030 AM/bot.py": None},
    "GitHub Classroom": {"lab-team-team-a-1/bot.py": "Team Á-1", "lab-team-die-loewen/bot.py": "Die Löwen", "lab-team-lou-gh/bot.py": "Team 3", "lab-team-team-9/bot.py": None},
    "Autolab": {"aalder@example.org_7_bot.py": "Team Á-1", "bbirch@example.org_1_bot.py": "Team Á-1", "mmaple@example.org_1_bot.py": "Max Maple", "x@example.org_1_bot.py": None},
    "no platform": {"team á-1.py": "Team Á-1", "Loewen Die.py": None, "die loewen bot.py": "Die Löwen", "Lou Linden 31419.py": "Team 3", "Team 3 31415.py": None, "Team 33.py": None},
}
METADATA = (submission(1, "Ann Alder") + submission(2, "Ben Birch", "Ann Alder") + submission(3, "Ann Alder", "Lou Linden") + submission(4, "Élodie Wolf", "Kim Klein-Wolf") +
            submission(5, "Lou Linden", "Jo Somebody") + submission(6, "Max Maple"))


class TeamsTest(RefereeTest):
    @classmethod
    def setUpClass(cls):
        if problem := sandbox_problem():
            raise unittest.SkipTest(problem)

    def hand_in(self, path, mark, age=0):
        """Writes a bot that is `age` minutes old."""
        file = self.folder / "handed_in" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(python(f"# {mark}"))
        os.utime(file, (time.time() - 60 * age,) * 2)

    def play(self, *more, code=0, people=PEOPLE, teams=("--teams",), code_host=False):
        (self.folder / "students.csv").write_text(table(people, code_host))
        return self.referee("tournament", "--bots", "handed_in", "--students", "students.csv", *teams, "--db", "class.db", "--game", GAME, "--jobs", "2", "--seed", "1",
                            *LONG_LIMITS, *more, code=code, env={"REFEREE_SANDBOX": "on"})

    def change(self, *more, code=0):
        return self.referee("change", "class.db", "--bots", "handed_in", *more, code=code, env={"REFEREE_SANDBOX": "on"})

    def entrants(self, db="class.db"):
        return [name for name, in self.sql("SELECT name FROM entrants", db)]

    def marks_of_bots(self):
        """{folder of a bot: the mark of the hand-in}."""
        return {path.parts[-3]: path.read_text().split("# ")[1].split("\n")[0] for path in (self.folder / "class.bots").glob("*/project/*.py")}

    def rows(self, db="class.db", *more):
        text = self.referee("export", db, "students", *more).out
        return {row["name"]: row for row in csv.DictReader(io.StringIO(text))}

    def hand_ins(self):
        return {row["person"]: row for row in csv.DictReader(io.StringIO((self.folder / "hand_ins.csv").read_text(encoding="utf-8-sig")))}

    def test_every_hand_in_of_a_team_has_the_right_owner_or_none(self):
        for number, (platform, files) in enumerate(PLATFORMS.items()):
            with self.subTest(platform):
                self.folder = self.folder.parent / f"{self.folder.name.split('+')[0]}+{number}"
                self.folder.mkdir()
                self.addCleanup(shutil.rmtree, self.folder)
                for place, path in enumerate(files):
                    self.hand_in(path, path, age=len(files) - place)
                if platform == "Gradescope":
                    (self.folder / "handed_in/submission_metadata.yml").write_text("---\n" + METADATA)
                owners = [owner for owner in files.values() if owner]
                run = self.play(f"one={BIN / 'random'}", f"two={BIN / 'greedy'}", "--dry-run", code=6 if None in files.values() else 0, code_host=platform == "GitHub Classroom")
                self.assertEqual(self.marks_of_bots(), {owner: path for path, owner in files.items() if owner}, run)
                # Nobody else's counts, and what counts is the newest.
                states = [row["state"] for row in self.hand_ins().values()]
                self.assertEqual(states.count("has no owner"), sum(owner is None for owner in files.values()), self.hand_ins())
                self.assertEqual(set(owners), {TEAM_OF.get(row["student"], row["student"]) for row in self.hand_ins().values() if row["state"] == "counts"})
                self.assertIn("'Max Maple' has no team, and plays alone", run.err)

    def test_marks_feedback_and_a_second_stage_repeat_the_teams_result_for_each_member(self):
        self.hand_in("Ann Alder_501_assignsubmission_file/bot.py", "old", age=9)
        self.hand_in("Ben Birch_502_assignsubmission_file/bot.py", "new")
        self.hand_in("Kim Klein-Wolf_504_assignsubmission_file/page.html", "page")
        self.hand_in("Max Maple_506_assignsubmission_file/bot.py", "max")
        run = self.play(BIN / "greedy", "--feedback", "answers")
        self.assertIn("'Team Á-1' has 2 hand-ins: the newest by the times of the files, 'Ben Birch_502_assignsubmission_file', counts", run.err)
        self.assertIn("left out: 'Die Löwen': it is an HTML page", run.err)
        self.assertEqual(self.marks_of_bots(), {"Team Á-1": "new", "Max Maple": "max"})
        self.assertEqual(set(self.entrants()), {"greedy", "Team Á-1", "Max Maple"})
        rows = self.rows()
        self.assertEqual({name: (row["team"], row["status"]) for name, row in rows.items()},
                         {"Ann Alder": ("Team Á-1", "played"), "Ben Birch": ("Team Á-1", "played"), "Élodie Wolf": ("Die Löwen", "refused"), "Kim Klein-Wolf": ("Die Löwen", "refused"),
                          "Lou Linden": ("Team 3", "nothing handed in"), "Max Maple": ("", "played")})
        own = ("name", "number", "email", "group")
        for one, other in (("Ann Alder", "Ben Birch"), ("Élodie Wolf", "Kim Klein-Wolf")):
            self.assertEqual(*({key: value for key, value in rows[name].items() if key not in own} for name in (one, other)))
        self.assertNotIn("points_against_Team Á-1", rows["Max Maple"])

        # The ranks count a team once: with two entrants of students, one has the best grade and one the worst.
        (self.folder / "grades.csv").write_text("Full name,Contest\n" + "".join(f"{name},\n" for name, *_ in PEOPLE))
        self.referee("export", "class.db", "students", "--into", "grades.csv", "--column", "Contest", "--grade", "rank=10..4", "-o", "filled.csv", code=0)
        grades = dict(csv.reader(io.StringIO((self.folder / "filled.csv").read_text())))
        self.assertEqual(grades["Ann Alder"], grades["Ben Birch"])
        self.assertEqual({grades["Ann Alder"], grades["Max Maple"]} - {"10"}, {"4"} if rows["Ann Alder"]["rank"] != rows["Max Maple"]["rank"] else set())
        self.assertEqual([grades[name] for name in ("Élodie Wolf", "Kim Klein-Wolf", "Lou Linden")], ["", "", ""])

        pages = {path.stem: path.read_text() for path in (self.folder / "answers").glob("*.html")}
        self.assertEqual(set(pages), set(TEAM_OF))
        self.assertEqual(pages["Ann Alder"], pages["Ben Birch"])
        self.assertIn("Team Á-1: Ann Alder, Ben Birch", pages["Ann Alder"])
        self.assertIn("It does not play: it is an HTML page", pages["Élodie Wolf"])
        with zipfile.ZipFile(self.folder / "answers/feedback.zip") as archive:
            self.assertEqual({name.split("/")[0]: archive.read(name).decode() for name in archive.namelist()},
                             {f"{name}_{number}_assignsubmission_file": pages[name] for name, number in
                              (("Ann Alder", 501), ("Ben Birch", 502), ("Kim Klein-Wolf", 504), ("Max Maple", 506))})

        self.referee("tournament", "--resume", "--db", "class.db", code=0)
        self.referee("tournament", "--from", "class.db", "--db", "next.db", "--format", "ladder", "--stop-after", "2", code=0, env={"REFEREE_SANDBOX": "on"})
        self.referee("change", "next.db", "replace", f"Team Á-1=mended={BIN / 'random'}", code=0)
        again = self.rows("next.db")
        self.assertEqual({name: row["status"] for name, row in again.items() if row["status"] == "played"}, dict.fromkeys(("Ann Alder", "Ben Birch", "Max Maple"), "played"))
        self.assertEqual([key for key in again["Ann Alder"] if key.startswith("points_against_")], ["points_against_greedy"])
        self.referee("tournament", "--from", "next.db", "--db", "third.db", "--games", "2", "--stop-after", "1", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual([self.rows("third.db")[name]["status"] for name in ("Ann Alder", "Ben Birch", "Lou Linden")], ["played", "played", "nothing handed in"])

    def test_copies_for_each_member_are_one_hand_in(self):
        for name, number in (("Ann Alder", 501), ("Ben Birch", 502)):
            self.hand_in(f"Team Á-1-{name}_{number}_assignsubmission_file/bot.py", "same", age=number)
        self.hand_in("Max Maple_506_assignsubmission_file/bot.py", "max")
        run = self.play("--feedback", "answers")
        self.assertNotIn("hand-ins: the newest", run.err)
        self.assertEqual([row["state"] for row in self.hand_ins().values()], ["counts"] * 3)
        with zipfile.ZipFile(self.folder / "answers/feedback.zip") as archive:
            self.assertEqual({name.split("/")[0] for name in archive.namelist()},
                             {"Team Á-1-Ann Alder_501_assignsubmission_file", "Team Á-1-Ben Birch_502_assignsubmission_file", "Max Maple_506_assignsubmission_file"})

    def test_a_bot_that_fails_its_check_is_refused_for_the_whole_team(self):
        self.hand_in("Ann Alder_501_assignsubmission_file/bot.py", "x'\nraise SystemExit('no')\n#")
        self.hand_in("Team 3_17_assignsubmission_file/bot.py", "x'\nraise SystemExit('no')\n#2")
        self.hand_in("Max Maple_506_assignsubmission_file/bot.py", "m")
        self.play(BIN / "greedy")
        self.assertEqual([row["state"] for row in self.hand_ins().values()], ["refused", "counts", "refused"], self.hand_ins())
        self.assertEqual([row["status"] for row in self.rows().values()], ["refused", "refused", "nothing handed in", "nothing handed in", "refused", "played"])

    def moved(self, **teams):
        return [(name, teams.get(name.split()[0], team), *rest) for name, team, *rest in PEOPLE]

    def with_list(self, people, *more, code=0):
        (self.folder / "new.csv").write_text(table(people))
        return self.change("--students", "new.csv", *more, code=code)

    def test_who_moves_hands_in_for_the_new_team_from_then_on(self):
        for name, number in (("Ann Alder", 501), ("Lou Linden", 505), ("Max Maple", 506)):
            self.hand_in(f"{name}_{number}_assignsubmission_file/bot.py", f"{name} 1", age=30)
        self.play("--format", "ladder", "--stop-after", "2")
        first = {"Team Á-1": "Ann Alder 1", "Team 3": "Lou Linden 1", "Max Maple": "Max Maple 1"}
        self.assertEqual(self.marks_of_bots(), first)

        # Ann and Max move to Lou's team. What they have handed in stays where it is.
        run = self.with_list(self.moved(Ann="Team 3", Max="Team 3"))
        self.assertIn("'Max Maple' has no members any more, and plays on until 'withdraw'", run.err)
        self.assertIn("2 students have moved to other teams: 'Ann Alder', 'Max Maple'", run.err)
        self.assertEqual(self.marks_of_bots(), first, run)
        self.assertEqual({row["student"]: row["state"] for row in self.hand_ins().values()},
                         {"Ann Alder": "stays with 'Team Á-1'", "Lou Linden": "counts", "Max Maple": "stays with 'Max Maple'"})
        rows = self.rows()
        self.assertEqual({name: (row["team"], row["status"]) for name, row in rows.items() if row["status"] == "played"},
                         {"Ann Alder": ("Team 3", "played"), "Ben Birch": ("Team Á-1", "played"), "Lou Linden": ("Team 3", "played"), "Max Maple": ("Team 3", "played")})
        self.assertEqual([key for key in rows["Ann Alder"] if key.startswith("points_against_")], [], "the bot of a former team is none of the teacher's")

        # A newer one is the new team's. Ben's is the old team's.
        self.hand_in("Ann Alder_501_assignsubmission_file/bot.py", "Ann Alder 2", age=20)
        self.hand_in("Ben Birch_502_assignsubmission_file/bot.py", "Ben Birch 1", age=10)
        self.change()
        self.assertEqual(self.marks_of_bots(), {**first, "Team 3 #2": "Ann Alder 2", "Team Á-1 #2": "Ben Birch 1"})
        self.change()
        self.assertEqual(len(self.marks_of_bots()), 5)

        # Max is alone again, with the bot that stayed.
        self.with_list(self.moved(Ann="Team 3"))
        self.hand_in("Max Maple_506_assignsubmission_file/bot.py", "Max Maple 2", age=5)
        self.change()
        self.assertEqual(self.marks_of_bots()["Max Maple #2"], "Max Maple 2")
        self.assertEqual(self.rows()["Max Maple"]["team"], "")
        self.referee("tournament", "--resume", "--db", "class.db", "--stop-after", "2", code=0, env={"REFEREE_SANDBOX": "on"})

    def test_a_bot_without_members_is_still_one_of_its_team(self):
        for name, number in (("Ann Alder", 501), ("Max Maple", 506)):
            self.hand_in(f"{name}_{number}_assignsubmission_file/bot.py", "1", age=30)
        self.play("--format", "ladder", "--stop-after", "1")
        self.hand_in("Max Maple_506_assignsubmission_file/bot.py", "2", age=20)
        self.change()
        self.with_list(self.moved(Max="Team 3"))
        # Max may be alone again, so there can't be two bots of that name.
        for order in (["add", f"Max Maple #9={BIN / 'greedy'}"], ["return", "Max Maple"]):
            self.referee("change", "class.db", *order, code=2)
        # The name means the version that plays, as for all others.
        self.referee("change", "class.db", "withdraw", "Max Maple", code=0)
        self.referee("change", "class.db", "return", "Max Maple", code=0)
        self.referee("change", "class.db", "replace", f"Max Maple=late={BIN / 'greedy'}", code=0)
        self.with_list(PEOPLE)
        self.assertEqual({name: row["status"] for name, row in self.rows().items() if row["status"] == "played"},
                         dict.fromkeys(("Ann Alder", "Ben Birch", "Max Maple"), "played"))

    def test_a_team_keeps_its_name(self):
        self.hand_in("Ann Alder_501_assignsubmission_file/bot.py", "a")
        self.hand_in("Max Maple_506_assignsubmission_file/bot.py", "m")
        self.play("--format", "ladder", "--stop-after", "1", f"teacher={BIN / 'greedy'}")
        for people, why in ((self.moved(Ann="The A", Ben="The A"), "new.csv: 'The A' is 'Team Á-1', whose members it has: a team keeps its name"),
                            (self.moved(Ann="Team 3", Ben="Team 3", Lou="Team Á-1"), "whose members it has: a team keeps its name"),
                            (self.moved(Max="teacher", Ann="teacher"), "'teacher' is the name of a bot of yours: give the student or the team another name in the list")):
            self.assertIn(why, self.with_list(people, code=2).err)
        for order, why in ((["withdraw", "Ben Birch"], "withdraw: 'Ben Birch' is a member of 'Team Á-1': write the name of the team"),
                           (["add", f"Ben Birch={BIN / 'greedy'}"], "'Ben Birch' is the name of a student of 'Team Á-1': give the bot another name")):
            self.assertIn(why, self.referee("change", "class.db", *order, code=2).err)
        self.referee("change", "class.db", "replace", f"Max Maple=late={BIN / 'greedy'}", code=0)
        self.assertIn("'late' is the name of a bot of 'Max Maple': give the student or the team another name in the list",
                      self.with_list([*PEOPLE, ("Zoe Zeta", "late", "31499", "599", "zzeta", "zoe-gh")], code=2).err)
        self.with_list([("Zoe Zeta", "Team Á-1", "31499", "599", "zzeta", "zoe-gh"), *PEOPLE])
        self.assertEqual(self.rows()["Zoe Zeta"]["status"], "played")
        header = (self.folder / "new.csv").read_text().replace("Team,", "Pair,")
        (self.folder / "new.csv").write_text(header)
        self.assertIn("there is no column 'Team'; it has: Name | Pair", self.change("--students", "new.csv", code=2).err)
        self.change("--students", "new.csv", "--teams", "pair")
        self.change("--students", "new.csv")

    def test_the_teacher_decides(self):
        self.hand_in("pair.py", "p")
        self.hand_in("other.py", "o")
        self.hand_in("Max Maple.py", "m")
        self.play(BIN / "greedy", "--dry-run", code=6)
        text = (self.folder / "hand_ins.csv").read_text().replace("pair,,", "pair,team á-1,").replace("other,,", "other,Lou Linden,")
        (self.folder / "decided.csv").write_text(text)
        self.play(BIN / "greedy", "--hand-ins", "decided.csv")
        self.assertEqual(self.marks_of_bots(), {"Team Á-1": "p", "Team 3": "o", "Max Maple": "m"})
        self.assertEqual(self.rows()["Ben Birch"]["status"], "played")

    def test_wrong_lists(self):
        self.hand_in("Ann Alder.py", "a")
        two = [*PEOPLE[:5], ("Max Maple", "Team 3, Team 4", *PEOPLE[5][2:])]
        cases = [
            (PEOPLE, ["--teams", "Squad"], "students.csv: --teams: there is no column 'Squad'; it has: Name | Team"),
            (PEOPLE, ["--teams", "Team=Lab *"], "no student has a team in the column 'Team' that is like 'Lab *'"),
            (PEOPLE, ["--teams", "Team="], "--teams 'Team=': write a column of the list, or a column and a pattern"),
            (two, ["--teams"], "students.csv:7: this cell has several groups, 'Team 3', 'Team 4': say which is the team"),
            (two, ["--teams", "Team=Team *"], "students.csv:7: this student has 2 teams, 'Team 3', 'Team 4': leave one"),
            ([*PEOPLE, ("Ann Alder", "Team 3", *PEOPLE[0][2:])], ["--teams"], "students.csv:8: 'Ann Alder' (31415) is in line 2 already"),
            (self.moved(Max="team-a 1"), ["--teams"], "students.csv:7: the team 'team-a 1' can't be told from 'Team Á-1' in line 2"),
            (self.moved(Max="Wolf Élodie", Lou="Wolf Élodie"), ["--teams"], "students.csv:6: the team 'Wolf Élodie' has the name of the student in line 4"),
            (self.moved(Max="***"), ["--teams"], "students.csv:7: the name of the team '***' has no letters and no digits"),
            ([(name, "Lab 1", *rest) for name, _, *rest in [*PEOPLE, ("Zoe Zeta", "", "9", "9", "z", "z")]], ["--teams"],
             "students.csv:2: 'Lab 1' has 7 members: is it a team? --team-size 7 allows as many"),
            (PEOPLE, ["--teams", "--team-size", "1"], "has 2 members: is it a team? --team-size 2"),
            (PEOPLE, ["--team-size", "3"], "--team-size goes with --teams"),
        ]
        for people, teams, why in cases:
            with self.subTest(why):
                self.assertIn(why, self.play(f"one={BIN / 'random'}", f"two={BIN / 'greedy'}", people=people, teams=teams, code=2).err)
        for name, what in (("Team 3", "team"), ("Lou Linden", "student")):
            self.assertIn(f"'{name}' is the name of a {what}: give your own bot another one", self.play(f"{name}={BIN / 'random'}", f"two={BIN / 'greedy'}", code=2).err)
        self.assertIn("--teams and --team-size go with --students FILE", self.referee("tournament", "a", "b", "--teams", code=2).err)
        self.assertIn("--teams and --team-size go with --students FILE", self.referee("change", "class.db", "--bots", "x", "--teams", code=2).err)

    def test_a_plan_names_the_teams(self):
        self.hand_in("Team 1.py", "a")
        self.hand_in("Max Maple.py", "m")
        people = [(name, f"Lab 7; {team}" if team else "Lab 7", *rest) for name, team, *rest in self.moved(Ann="Team 1", Ben="Team 1", Élodie="", Kim="", Lou="Team #2")]
        (self.folder / "students.csv").write_text(table(people))
        (self.folder / "plan.json").write_text(json.dumps({"bots": "handed_in", "students": "students.csv", "teams": "Team=Team *", "team-size": 2, "game": GAME, "db": "class.db", "bot": [str(BIN / "greedy")]}))
        self.referee("tournament", "plan.json", "--stop-after", "1", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual(set(self.entrants()), {"greedy", "Team 1", "Max Maple"})
        self.assertEqual(self.rows()["Lou Linden"]["team"], "Team 2")

    def test_a_new_list_while_a_ladder_is_played(self):
        self.hand_in("Ann Alder_501_assignsubmission_file/bot.py", "a", age=9)
        self.hand_in("Lou Linden_505_assignsubmission_file/bot.py", "l", age=9)
        (self.folder / "students.csv").write_text(table())
        process = self.start("tournament", "--bots", "handed_in", "--students", "students.csv", "--teams", "--db", "class.db", "--game", GAME, *LONG_LIMITS, "--format", "ladder", "--quiet",
                             env={"REFEREE_SANDBOX": "on"})
        end = time.monotonic() + PATIENCE
        while not (self.folder / "class.db").exists() or not self.sql("SELECT 1 FROM matches", "class.db"):
            self.assertIsNone(process.poll(), process.communicate() if process.poll() is not None else None)
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.hand_in("Ann Alder_501_assignsubmission_file/bot.py", "b", age=5)
        (self.folder / "new.csv").write_text(table(self.moved(Ann="Big", Lou="Big", Élodie="Big", Kim="Big")).replace("Team,", "Pair,"))
        self.assertIn("'Big' has 4 members: is it a team?", self.change("--students", "new.csv", "--teams", "Pair", "--team-size", "3", code=2).err)
        self.change("--students", "new.csv", "--teams", "Pair", "--team-size", "4")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(self.marks_of_bots(), {"Team Á-1": "a", "Team 3": "l", "Big": "b"})
        self.assertEqual({name: row["team"] for name, row in self.rows().items() if row["status"] == "played"},
                         {"Ann Alder": "Big", "Ben Birch": "Team Á-1", "Lou Linden": "Big", "Élodie Wolf": "Big", "Kim Klein-Wolf": "Big"})
