"""Tests that a teacher sees what must be decided on one screen, and all the rest in files."""
import csv
import io
import os
import unittest

from class_case import ClassCase, python
from harness import GAME, LONG_LIMITS
from screen import Screen

MAX_LINES, WIDTH = 24, 80

FIRST = "Ada Ben Cleo Dora Emil Fay Gus Hal Ida Jan Kai Lea Max Nele Oda Paul Rea Sam Tom Uli".split()
LAST = "Alder Birch".split()
STUDENTS = [f"{first} {last}" for last in LAST for first in FIRST]

# What can't play, and what the table of hand-ins says about it.
BROKEN = [
    ({"bot.c": "int main() { retrun 0; }\n"}, "gcc failed: .*error"),
    ({"bot.ipynb": "{}"}, "a notebook"),
    ({"notes.docx": "x"}, "a Word document"),
    ({}, "it is empty"),
    ({"bot.py": "import nothing_of_this_name\n"}, "it exited instead of answering: exit code 1 .*nothing_of_this_name"),
    ({"bot.py": python().replace("moves[0].strip()", "'DROP 99'")}, "it answered with a move that is not legal here"),
    ({"bot.py": python().replace("moves[0].strip()", "'hello'")}, "it answered with something that is not a move"),
    ({"a.py": "", "b.py": ""}, "it has 2 Python files"),
]


class OneScreenTest(ClassCase):
    def forty(self):
        """A class of forty: eight can't play, ten have several tries, five more hand-ins have no owner."""
        self.list(STUDENTS)
        for i, name in enumerate(STUDENTS):
            files = BROKEN[i][0] if i < len(BROKEN) else {"bot.py": python(f"# {name}")}
            self.hand_in(f"{name}_{9001 + i}_assignsubmission_file", files)
        for i, name in enumerate(STUDENTS[10:20]):
            self.hand_in(f"{name.replace(' ', '_')}.py", python(f"# {name}, an earlier try"))
            os.utime(self.handed_in / f"{name.replace(' ', '_')}.py", (1, 1))
        for i in range(5):
            self.hand_in(f"Stranger Number {'abcde'[i]}.py", python(f"# {i}"))

    def shown(self, *arguments, code):
        """The lines that a terminal of 80 columns shows at the end."""
        screen = Screen(self.start, *arguments, columns=WIDTH, rows=200, env={"REFEREE_SANDBOX": "on"})
        self.addCleanup(screen.close)
        self.assertEqual(screen.end(), code, screen.raw.decode())
        return [line for line in screen.lines() if line.strip()]

    def table(self):
        text = (self.folder / "hand_ins.csv").read_text("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text), delimiter=";"))

    def check_table(self):
        """Everything that is not on the screen."""
        rows = self.table()
        states = {state: [row for row in rows if row["state"] == state] for state in {row["state"] for row in rows}}
        self.assertEqual({state: len(found) for state, found in states.items()}, {"counts": 32, "refused": 8, "is not the newest": 10, "has no owner": 5})
        why = {row["student"]: row["why"] for row in states["refused"]}
        for i, (_, words) in enumerate(BROKEN):
            self.assertRegex(why[STUDENTS[i]], words)

    def test_the_start_of_a_class_of_forty_fits_one_screen(self):
        self.forty()
        tournament = ["tournament", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME, *LONG_LIMITS,
                      "--format", "swiss", "--rounds", "1", "--games", "2", "--jobs", "2"]
        lines = self.shown(*tournament, "--dry-run", code=6)
        self.assertLessEqual(len(lines), MAX_LINES, "\n".join(lines))
        text = "\n".join(lines)
        for words in ("10 students have several hand-ins", "5 hand-ins have no owner", "left out: 'Ada Alder': gcc failed", "left out: 2 more", "32 of 40 are fit"):
            self.assertIn(words, text)
        self.check_table()

        # What stands above the first game of a real run.
        lines = self.shown(*tournament, "--stop-after", 1, code=6)
        begun = [line for line in lines if line.startswith("referee: ")]
        head = lines[:next(i for i, line in enumerate(lines) if "to watch in a browser" in line) + 1]
        self.assertLessEqual(len(head), MAX_LINES, "\n".join(lines))
        self.assertTrue(begun)
        self.check_table()

        # A change that brings thirty new versions and four new students' first hand-ins that can't play.
        for i, name in enumerate(STUDENTS[8:38]):
            (self.handed_in / f"{name}_{9009 + i}_assignsubmission_file" / "bot.py").write_text(python(f"# {name}, newer"))
        for dry in (["--dry-run"], []):
            lines = self.shown("change", "class.db", "--bots", "handed_in", "rounds", 2, *dry, code=6)
            self.assertLessEqual(len(lines), MAX_LINES, "\n".join(lines))
            self.assertIn("30 hand-ins take the places of earlier versions", "\n".join(lines))


if __name__ == "__main__":
    unittest.main()
