"""Tests that a teacher sees what must be decided on one screen, and all the rest in files."""
import csv
import io
import os
import re
import unittest

from class_case import ClassCase, python

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

    def lines(self, run):
        """The lines that the terminal of 80 columns shows."""
        return [part for line in (run.out + run.err).splitlines() for part in (re.findall(".{1,80}", line) or [""])]

    def test_the_start_of_a_class_of_forty_fits_one_screen(self):
        self.forty()
        run = self.play_class("--format", "swiss", "--rounds", "1", "--games", "2", "--jobs", "2", "--dry-run", code=6)
        print(run.out + run.err)
        self.assertLessEqual(len(self.lines(run)), MAX_LINES)


if __name__ == "__main__":
    unittest.main()
