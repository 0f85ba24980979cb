"""Classes in the forms of learning platforms: with no option beyond the list and the folder, every hand-in has the right owner or none.

The names are invented; the forms are those that the platforms' own code or programs of teachers show. The files are no bots, so that the reason
for which each is refused says which of a student's files counted.
"""
import csv
import io
import unicodedata
import unittest

from harness import BIN, RefereeTest, sandbox_problem

KINDS = {"html": "an HTML page", "ipynb": "a notebook", "docx": "a Word document"}


class Person:
    """A student: (first name, last name), and what the platform knows."""

    def __init__(self, place, first, last):
        self.first, self.last, self.name = first, last, f"{first} {last}"
        plain = lambda text: "".join(c for c in unicodedata.normalize("NFD", text.lower()) if c.isascii() and c.isalpha())
        self.login = (plain(first)[:1] + plain(last) or "li") + (str(place) if place > 3 else "")
        self.number, self.id, self.handle = str(31415 + place), str(123456 + place), f"{self.login}-gh"
        self.email = f"{self.login}@example.org"
        self.sortable = f"{last}, {first}"
        # As Canvas joins a name, and as ILIAS, OpenOlat and Sakai write it.
        self.joined = "".join(c for c in f"{last}{first}".lower() if c.isalnum())
        self.ascii = tuple("".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)) for word in (first, last))


PEOPLE = [Person(place, *name) for place, name in enumerate([
    ("Ann", "Alder"), ("Ben", "Birch"), ("Élodie", "Wolf"), ("Anna", "Schmidt"), ("Anna Maria", "Schmidt"), ("Michael", "Stone"), ("Michal", "Stone"), ("伟", "李"),
    ("Jörg", "van den Berg"), ("Sean", "O'Neill"), ("Kim", "Klein-Wolf"), ("Bo", "Ng")])]
NOTHING = (1, 9)  # have handed in nothing
TWICE = 3  # has two tries
PROJECT = 10
STRANGER = Person(99, "Anna Lee", "Schmidt")  # is not in the list


def hand_ins(entry):
    """{entry: kind of the file}: `entry(person, attempt, file)` is the name of a path of the download."""
    files = {}
    for place, person in enumerate(PEOPLE):
        if place in NOTHING:
            continue
        files[entry(person, 1, "bot.html")] = "html"
        if place == TWICE:
            files[entry(person, 2, "bot.ipynb")] = "ipynb"
    files[entry(STRANGER, 1, "bot.docx")] = "docx"
    return files


def moodle(person, attempt, file):
    return f"{person.name.replace(chr(39), '')}_{person.id}_assignsubmission_file/{file}"


def table(header, row, *more):
    """A list as CSV."""
    out = io.StringIO()
    csv.writer(out).writerows([header, *more, *(row(person) for person in PEOPLE)])
    return out.getvalue()


NAMES = table(["First name", "Last name", "ID number"], lambda p: [p.first, p.last, p.number])
PLATFORMS = {
    "Moodle, folders": (NAMES, moodle, 1),
    "Moodle, files": (table(["Identifier", "Full name", "ID number", "Email address", "Status"], lambda p: [f"Teilnehmer/in{p.id}", p.name, p.number, p.email, ""]),
                      lambda p, attempt, file: f"{p.last} {p.first}_{p.id}_assignsubmission_file_{file}", 1),
    "Moodle, without names": (table(["Identifier", "Full name"], lambda p: [f"Participant {p.id}", p.name]), lambda p, attempt, file: f"Participant_{p.id}_assignsubmission_file/{file}", 1),
    "Canvas": (table(["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], lambda p: [p.sortable, p.id, p.number, p.login, "Lab 1"], ["    Points Possible", "", "", "", ""]),
               lambda p, attempt, file: f"{p.joined}_LATE_{p.id}_{9876543 + attempt}_{file.replace('.', f'-{attempt}.')}", 1),
    "Blackboard": (table(["Last Name", "First Name", "Username", "Student ID", "Last Access"], lambda p: [p.last, p.first, p.login, p.number, "2024-01-20"]),
                   lambda p, attempt, file: f"Task_1_{p.login}_attempt_2024-01-1{attempt}-10-30-00_{file}", 2),
    "Brightspace": (table(["OrgDefinedId", "Username", "Last Name", "First Name", "Email", "End-of-Line Indicator"], lambda p: [f"#{p.number}", f"#{p.login}", p.last, p.first, p.email, "#"]),
                    lambda p, attempt, file: f"397063-{p.id} - {p.name} - Jan 1{attempt}, 2024 1030 AM/{file}", 2),
    "GitHub Classroom": (table(["identifier", "github_username", "github_id", "name"], lambda p: [p.sortable, p.handle, p.id, ""]), lambda p, attempt, file: f"task-1-{p.handle}/{file}", 1),
    "Autolab": (table(["Email", "first_name", "last_name", "Section"], lambda p: [p.email, p.first, p.last, "A"]), lambda p, attempt, file: f"{p.email}_{attempt}_{file}", 2),
    "Sakai": (table(["Display ID", "ID", "Last Name", "First Name", "grade"], lambda p: [p.login, p.login, p.last, p.first, ""]),
              lambda p, attempt, file: f"Contest/{p.ascii[1]}, {p.ascii[0]}({p.login})/Submission attachment(s)/{file}", 1),
    "ILIAS": (table(["Login", "Vorname", "Nachname"], lambda p: [p.login, p.first, p.last]), lambda p, attempt, file: f"Contest/Abgaben/{p.ascii[1]}_{p.ascii[0]}_{p.login}_{p.id}/{file}", 1),
    "OpenOlat": (table(["Benutzername", "Vorname", "Nachname"], lambda p: [p.login, p.first, p.last]),
                 lambda p, attempt, file: f"ita_Contest_2024/{p.ascii[1]}_{p.ascii[0]}_{p.login}/".replace(" ", "_") + f"{attempt}_{'submissions' if attempt == 1 else 'revisions_1'}/{file}", 2),
    "Teams": (NAMES, lambda p, attempt, file: f"Student Work/Submitted files/{p.name}/Contest/Version {attempt}/{file}", 2),
}


class ClassPlatformsTest(RefereeTest):
    @classmethod
    def setUpClass(cls):
        if problem := sandbox_problem():
            raise unittest.SkipTest(problem)

    def owners(self, place, students, files):
        """{student: the reason for which the hand-in is refused}, and the persons without an owner."""
        folder = self.folder / place
        for path in files:
            (folder / "handed_in" / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "handed_in" / path).write_text("x")
        (folder / "students.csv").write_text(students)
        self.referee("tournament", f"one={BIN / 'random'}", f"two={BIN / 'greedy'}", "--bots", folder / "handed_in", "--students", folder / "students.csv",
                     "--db", folder / "class.db", "--dry-run", code=6, env={"REFEREE_SANDBOX": "on"})
        rows = list(csv.DictReader(io.StringIO((folder / "hand_ins.csv").read_text(encoding="utf-8-sig"))))
        return {row["student"]: row["why"] for row in rows if row["state"] == "refused"}, [row["person"] for row in rows if row["state"] == "has no owner"]

    def test_every_hand_in_has_the_right_owner_or_none(self):
        for number, (platform, (students, entry, newest)) in enumerate(PLATFORMS.items()):
            with self.subTest(platform):
                files = hand_ins(entry)
                if platform == "GitHub Classroom":
                    files = {path: kind for path, kind in files.items() if kind != "ipynb"}  # a repository has one state
                if newest == 1 and "ipynb" in files.values():  # only the last attempt is in the download
                    files = {path: kind for path, kind in files.items() if path != entry(PEOPLE[TWICE], 1, "bot.html")}
                owners, unowned = self.owners(f"class_{number}", students, files)
                names = {person: next(name for name in (person.name, person.sortable) if name in students or person.first in students) for person in PEOPLE}
                names = {person: person.sortable if platform in ("Canvas", "GitHub Classroom") else person.name for person in names}
                wanted = {names[person]: KINDS["ipynb" if place == TWICE and platform != "GitHub Classroom" else "html"] for place, person in enumerate(PEOPLE) if place not in NOTHING}
                self.assertEqual({name: next((kind for kind in KINDS.values() if kind in why), why) for name, why in owners.items()}, wanted, unowned)
                self.assertEqual(len(unowned), 1, unowned)


if __name__ == "__main__":
    unittest.main()
