"""Tests what a teacher reads about hand-ins that do not play: the reason in each line of the terminal, and a table with all of them."""
import csv
import shutil
import unittest

from class_case import ClassCase, python
from harness import GAME, LONG_LIMITS

MINE = "class NoBoard(Exception): pass\nraise NoBoard('first\\nsecond\\n\\n ')\n"


class LeftOutTest(ClassCase):
    def rows(self):
        with (self.folder / "hand_ins.csv").open(encoding="utf-8-sig", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file, delimiter=";")}

    def hand_in_all(self, files):
        for i, (name, content) in enumerate(files.items()):
            self.hand_in(f"{name}_{i}_assignsubmission_file", content)
        self.list(list(files))

    def test_a_line_has_the_reason_and_a_start_that_is_refused_keeps_the_table(self):
        plays = {"Ann A": {"bot.py": python()}, "Ben B": {"bot.py": python("# other")}}
        crash = {"bot.py": "import os\nos.abort()\n"}
        refused = {"Eva Deadlock": crash, "Eva Mem": crash, "Eva Slow": crash, "Eva Fast": crash, "Mia Mine": {"bot.py": MINE}}
        refused.update({f"No Notebook{i}": {"bot.ipynb": "{}" + " " * i, **{f"x{j}": "" for j in range(i)}} for i in range(2)})
        refused.update({f"Bad Bot{i}": {"bot.c": f"int main() {{ wrong{i}; }}\n"} for i in range(6)})
        self.hand_in_all({**plays, **refused})
        run = self.referee("tournament", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME, *LONG_LIMITS,
                           "--format", "swiss", "--rounds", "5", "--jobs", "2", code=2, env={"REFEREE_SANDBOX": "on"})
        lines = [line for line in run.err.splitlines() if "left out: " in line]
        for line in lines:
            self.assertLessEqual(len(line), 80, line)
        together = next((line for line in lines if "Eva" in line), run.err)
        self.assertIn("it crashed instead of answering", together)
        self.assertRegex(together, r"'Eva D\S*' (and 3 others|\+3): ")
        self.assertIn("hand_ins.csv has all, and why", run.err)
        # The table that was named is there, although nothing else is.
        self.assertFalse((self.folder / "class.db").exists())
        rows = self.rows()
        self.assertEqual({name for name, row in rows.items() if row["state"] == "refused"}, set(refused))
        self.assertRegex(rows["Mia Mine"]["why"], r"exit code 1 \((__main__\.)?NoBoard: first\)$")

    @unittest.skipIf(shutil.which("rustc", path="/usr/local/bin:/usr/bin:/bin:/usr/games"), "there is rustc in the sandbox's path")
    def test_the_students_who_need_a_missing_program_are_in_the_table(self):
        needy = {"Rea Rust": {"bot.rs": "fn main() {}\n"}, "Rob Rust": {"bot.rs": "fn main() { }\n"}}
        self.hand_in_all({"Ann A": {"bot.py": python()}, **needy, "Bad Bot": {"bot.ipynb": "{}"}})
        run = self.play_class(code=2)
        self.assertRegex(run.err, r"'rustc' \(Rea Rust and 1 other\); .*; hand_ins.csv names all")
        rows = self.rows()
        self.assertEqual({name: (row["state"], row["why"]) for name, row in rows.items() if row["state"] != "counts"},
                         {**dict.fromkeys(needy, ("waits for a program", "this machine lacks 'rustc'")), "Bad Bot": ("refused", "it is a notebook: export it as .py")})
        self.assertFalse((self.folder / "class.bots").exists())


if __name__ == "__main__":
    unittest.main()
