"""Tests that everybody who is told why a bot can't play, or why it lost by an error, reads the same sentence: the student, the teacher and the
table for marks. The student's page then has the check as `referee check` would show it.
"""
import html
import re
import unittest

from class_case import ClassCase, python
from harness import BIN, GAME

ENDINGS = ("invalid_move", "unreadable_move", "timeout:", "exited:", "crashed:", "closed_stdout", "line_too_long", "resource_limit", "failed_to_start", "premature:")

ILLEGAL = python().replace("moves[0].strip()", "'DROP 99'")
NO_MOVE = python().replace("moves[0].strip()", "'hello'")
SILENT = python().replace(", flush=True", "")
ONCE = python().replace("while True:", "for _ in range(1):")


def later(then):
    """A bot that does `then` at its first turn after an opening, which no check plays."""
    text = python().replace("    lines(int(", "    before = lines(int(", 1)
    return text.replace("    print(moves", f"    if len(before) > 2: {then}\n    print(moves")


# Hand-ins that can't play: the files, the sentence, and what the student's page shows below it.
REFUSED = {
    "Ann A": ({"bot.py": ILLEGAL}, "plays first: it answered with a move that is not legal here: the columns go from 0 to 6",
              ["FAIL  plays first", "Ann A (*) forfeits at ply 1: it answered with a move that is not legal here", 'received  "DROP 99"',
               "valid     DROP 0, DROP 1", "advice", "block     |", "stderr    nothing"]),
    "Ben B": ({"bot.py": NO_MOVE}, "plays first: it answered with something that is not a move", ['received  "hello"', "messages belong on stderr"]),
    "Cai C": ({"bot.py": "import nothing_of_this_name\n"}, "plays first: it exited instead of answering: exit code 1",
              ["it sees only /bot", "nothing_of_this_name", "stderr    | Traceback"]),
    "Dan D": ({"bot.py": ONCE}, "plays first: it exited instead of answering: exit code 0", ["read a block and answer it in a loop"]),
    "Eve E": ({"bot.c": "int main() { retrun 0; }\n"}, "gcc failed: ", ["retrun"]),
    "Fay F": ({"bot.ipynb": "{}"}, "it is a notebook: export it as .py", []),
}
# Hand-ins that lose by an error in games.
FORFEITS = {
    "Gus G": (later("print('DROP 99', flush=True)"), "it answered with a move that is not legal here", ['received  "DROP 99"', "block     |", "advice"]),
    "Hal H": (later("print(1 // 0)"), "it exited instead of answering: exit code 1", ["ZeroDivisionError", "advice", "block     |"]),
}


def text_of(page):
    """What a person reads on a page."""
    page = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


class AnswersTest(ClassCase):
    def pages(self, folder):
        return {path.stem: path.read_text() for path in (self.folder / folder).glob("*.html")}

    def assert_no_identifier(self, text, where):
        for name in ENDINGS:
            self.assertNotIn(name, text, where)

    def hand_in_all(self):
        plays = {"Ida I": python()}
        files = {**{name: given for name, (given, _, _) in REFUSED.items()}, **{name: {"bot.py": text} for name, (text, _, _) in FORFEITS.items()},
                 **{name: {"bot.py": text} for name, text in plays.items()}}
        for i, (name, content) in enumerate(files.items()):
            self.hand_in(f"{name}_{9001 + i}_assignsubmission_file", content)
        self.list(list(files))

    def check_answers(self, pages, run):
        rows = {row["name"]: row for row in self.student_rows()}
        refusals = self.refusals()
        for name, (_, sentence, shown) in REFUSED.items():
            told = rows[name]["why"]
            self.assertTrue(told.startswith(sentence), told)
            self.assertEqual(refusals[name]["reason"], told)
            page = text_of(pages[name])
            self.assertIn("It does not play: " + " ".join(told.split()), page, name)
            for words in shown:
                self.assertIn(" ".join(words.split()), page, name)
            self.assert_no_identifier(page, name)
        for name, (_, sentence, shown) in FORFEITS.items():
            self.assertRegex(rows[name]["forfeits_by_kind"], rf"^{sentence.split(':')[0]} \(\d+ games?\)$")
            page = text_of(pages[name])
            self.assertIn(sentence, page)
            for words in shown:
                self.assertIn(" ".join(words.split()), page, name)
            self.assert_no_identifier(page, name)
            self.assertEqual(pages[name].count("<details><summary>Game"), 1 + len(re.findall(r"<summary>Game \d+, ", pages[name])), "one of a kind is explained")
        for text in (run.out, run.err, (self.folder / "marks.csv").read_text()):
            self.assert_no_identifier(text, text)
        for name, page in pages.items():
            self.assertNotIn("TEACHER", page, name)
            self.assertNotIn("handed_in", page, name)
            self.assertNotIn("class.bots", page, name)

    def test_student_teacher_and_marks_have_one_sentence(self):
        self.hand_in_all()
        run = self.play_class("--games", "2", "--seed", "1", "--openings", "4", "--feedback", "answers", BIN / "greedy")
        self.referee("export", "class.db", "students", "-o", "marks.csv", code=0)
        pages = self.pages("answers")
        self.check_answers(pages, run)
        # A page of others explains nothing of them.
        self.assertNotIn("DROP 99", text_of(pages["Ida I"]))
        self.assertNotIn("ZeroDivisionError", pages["Ida I"])

        # The file has all that the pages need, also when the hand-ins are gone.
        self.referee("view", "class.db", "--feedback", "later", code=0)
        self.assertEqual(self.pages("later"), pages)
        for reader in ("standings", ):
            self.assert_no_identifier(self.referee(reader, "class.db", code=0).out, reader)

    def test_the_check_of_the_class_is_that_of_the_command(self):
        """The lines about the failure are, word for word, those of `referee check` with the same seed."""
        self.hand_in("Ann A_9001_assignsubmission_file", {"bot.py": ILLEGAL})
        self.hand_in("Ida I_9002_assignsubmission_file", {"bot.py": python()})
        self.hand_in("Ivo J_9003_assignsubmission_file", {"bot.py": python("# other")})
        self.list(["Ann A", "Ida I", "Ivo J"])
        self.play_class("--games", "2", "--seed", "7")
        told = self.refusals()["Ann A"]["check"].replace("Ann A (*)", "bot (*)")
        (self.folder / "bot.py").write_text(ILLEGAL)
        shown = self.referee("check", "bot.py", "--game", GAME, "--seed", "7", code=1).out
        self.assertIn("received", told)
        head = lambda text: text[text.index("forfeits at ply"):text.index("  stderr")].split("  time")[0]
        self.assertEqual(head(told).replace("\n", " ").split(), head(shown).replace("\n", " ").split())

    def test_what_is_stored_of_a_check_is_bounded(self):
        flood = python("print('x' * 100_000_000, file=sys.stderr)").replace("moves[0].strip()", "'DROP 99' + 'y' * 900")
        self.hand_in("Ann A_9001_assignsubmission_file", {"bot.py": flood})
        self.hand_in("Ida I_9002_assignsubmission_file", {"bot.py": python()})
        self.hand_in("Ivo J_9003_assignsubmission_file", {"bot.py": python("# other")})
        self.list(["Ann A", "Ida I", "Ivo J"])
        self.play_class("--games", "2")
        change = self.refusals()["Ann A"]
        self.assertLess(len(change["check"]), 17000)
        self.assertIn("received", change["check"])


if __name__ == "__main__":
    unittest.main()
