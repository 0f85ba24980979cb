"""Tests that hand-ins of different students that are the same are told to the teacher, and to nobody else."""
import csv
import io
import unittest

from class_case import ClassCase, archive, python
from copies_text import OWN
from harness import BIN

class CopiesTest(ClassCase):
    def table(self):
        text = (self.folder / "hand_ins.csv").read_text("utf-8-sig")
        return {row["student"]: row for row in csv.DictReader(io.StringIO(text), delimiter=";")}

    def hand_in_all(self, files):
        for i, (name, content) in enumerate(files.items()):
            self.hand_in(f"{name}_{9001 + i}_assignsubmission_file", content)
        self.list(list(files))

    def test_copies_are_told_to_the_teacher_alone(self):
        cpp = self.kit("cpp")
        self.hand_in_all({
            "Ann A": {"bot.py": OWN},
            "Ben B": {"x.zip": archive({"src/my_bot.py": OWN})},  # another name and place
            "Cai C": {"bot.py": OWN.replace("DROP", "DROP") + "x = 1 + 2\n"},  # another program
            "Dan D": {"main.py": OWN.replace("seen", "known").replace("\n\n", "\n# because\n")},
            "Eve E": cpp, "Fay F": cpp,  # the starter kit, as it was given
            "Gus G": {"bot.py": (BIN / "random.py").read_bytes()}, "Hal H": {"bot.py": (BIN / "random.py").read_bytes()},
            "Ida I": {"bot.c": "int main() { return broken; }\n" * 20}, "Jan J": {"bot.c": "int main() { return broken; }\n" * 20},  # are refused
        })
        run = self.play_class("--games", "2", "--format", "swiss", "--rounds", "1", "--feedback", "answers")
        self.assertIn("the same but for names, comments and blanks: Ann A, Ben B, Dan D\n", run.err)
        self.assertIn("the same, byte for byte: Ida I, Jan J\n", run.err)
        self.assertEqual(run.err.count("the same"), 2, run.err)
        table = self.table()
        self.assertEqual({name: row["same as"] for name, row in table.items() if row["same as"]},
                         {"Ann A": "Ben B, byte for byte; Dan D, but for names, comments and blanks", "Ben B": "Ann A, byte for byte; Dan D, but for names, comments and blanks",
                          "Dan D": "Ann A, Ben B, but for names, comments and blanks", "Ida I": "Jan J, byte for byte", "Jan J": "Ida I, byte for byte"})
        # Nobody else: no page, no table, not the tournament's file.
        self.referee("view", "class.db", "-o", "class.html", code=0)
        shown = {path.name: path.read_text() for path in [*(self.folder / "answers").glob("*.html"), self.folder / "class.html"]}
        for reader in ("standings", "export"):
            shown[reader] = self.referee(reader, "class.db", *(["students"] if reader == "export" else []), code=0).out
        shown["db"] = (self.folder / "class.db").read_bytes().decode("latin-1")
        for name, text in shown.items():
            for words in ("byte for byte", "but for names", "same_as", "likeness"):
                self.assertNotIn(words, text, name)

        # Hand-ins that are not built again are compared, too; a newer version of the same student is no copy.
        self.hand_in("Dan D_9004_assignsubmission_file_2.py", python("# alone"))
        for path in (self.handed_in / "Dan D_9004_assignsubmission_file").iterdir():
            path.write_text(python("# alone, with much more than before, so that it is another program\nimport time\ntime.time()"))
        (self.handed_in / "Dan D_9004_assignsubmission_file_2.py").unlink()
        run = self.referee("change", "class.db", "--bots", "handed_in", "rounds", 2, code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertNotIn("the same, byte for byte", run.err)  # it was told before; the table goes on to say so
        self.assertEqual(self.table()["Ann A"]["same as"], "Ben B, byte for byte")
        self.assertEqual(self.table()["Dan D"]["same as"], "")

    def test_the_table_says_which_of_several_files_was_taken(self):
        self.hand_in_all({
            "Ann A": {"bot.py": python(), "bot (1).py": python("# newer")},
            "Ben B": {"bot.py": python()},
        })
        self.play_class("--games", "2", "--format", "swiss", "--rounds", "1")
        for _ in range(2):  # also if nothing is built again
            table = self.table()
            self.assertIn("'bot (1).py'", table["Ann A"]["why"])
            self.assertEqual([row["why"] for row in table.values()][1:], [""])
            self.assertEqual({row["state"] for row in table.values()}, {"counts"})
            (self.folder / "hand_ins.csv").unlink()
            self.referee("change", "class.db", "--bots", "handed_in", code=0, env={"REFEREE_SANDBOX": "on"})

    def test_many_groups_are_counted(self):
        files = {}
        for i in range(5):
            for twin in ("Left", "Right"):
                files[f"{twin} {'ABCDE'[i]}"] = {"bot.py": OWN + f"number = {i}\n"}
        self.hand_in_all(files)
        run = self.play_class("--games", "2", "--format", "swiss", "--rounds", "1", "--dry-run")
        self.assertIn("5 groups of hand-ins are the same: hand_ins.csv says whose, and how far", run.err)
        self.assertEqual(sum(bool(row["same as"]) for row in self.table().values()), 10)


if __name__ == "__main__":
    unittest.main()
