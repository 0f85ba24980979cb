"""Checks that each promise of the pages below names a test that exists.

A promise is a row of a table with the column "tested by", or a paragraph, a list item or a row with one of the words of PROMISE. It names its
tests in a comment, which readers do not see: `<!-- test: FILE NAME -->`, several separated by `; `. FILE is the name of a file in tests/ or
bench/ (with its folder if there are two), NAME a function of a Python file, or a test case of a C++ or JavaScript file. Programs that are a test as a whole need no NAME.
A text with such a word that promises nothing says `<!-- no promise -->`. The section "What is not promised" has none.
"""
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["security.md", "arena.md", "class.md", "drivers.md", "matches.md"]
PROMISE = re.compile(r"\b(never|always|nobody|cannot|can't|no bot|(?<!read-)only)\b", re.IGNORECASE)
NO_PROMISES = "What is not promised"
COMMENT = re.compile(r"<!-- test: (.*?) -->")
FILES = {}
for tracked in subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "tests", "bench"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split():
    FILES.setdefault(pathlib.Path(tracked).name, []).append(ROOT / tracked)


def blocks(text):
    """The (number of the first line, text) of the paragraphs, list items and rows of a page, and which rows are in a table of promises."""
    lines, code, heading, table, first = [], False, "", False, 0

    def block():
        nonlocal lines
        found, lines = lines, []
        return [(first, "\n".join(found), table)] if found and heading != NO_PROMISES else []

    for number, line in enumerate(text.split("\n"), 1):
        fence = line.startswith("```")
        is_row = line.startswith("|")
        begins = re.match(r"\s*(\*|-|\d+\.) |\|", line)
        if fence or code or line.startswith("#") or not line.strip() or begins or (line.startswith("    ") and not lines):
            yield from block()
        if fence:
            code = not code
        elif line.startswith("#"):
            heading = line.lstrip("# ")
        elif is_row:
            if "tested by" in line:
                table = True
            elif not line.startswith("| ---"):
                first, lines = number, [line]
                yield from block()
        elif not code and line.strip() and (lines or begins or not line.startswith("    ")):
            first, lines = (first if lines else number), [*lines, line]
        if not is_row:
            table = False
    yield from block()


def names_in(path):
    """The names of the tests in a file."""
    text = path.read_text()
    if path.suffix == ".py":
        return set(re.findall(r"^ *def (test_\w+)\(", text, re.M))
    if path.suffix == ".cpp":
        return set(re.findall(r'^TEST_CASE\("((?:[^"\\]|\\.)*)"', text, re.M))
    return set(re.findall(r'^test\("((?:[^"\\]|\\.)*)"', text, re.M))


class PromisesTest(unittest.TestCase):
    def test_each_promise_names_a_test(self):
        promises = 0
        for page in PAGES:
            for number, text, in_table in blocks((ROOT / "docs" / page).read_text()):
                if (in_table or PROMISE.search(re.sub(r"<!--.*?-->", "", text))) and "<!-- no promise -->" not in text:
                    promises += 1
                    with self.subTest(f"docs/{page}:{number}"):
                        self.assertTrue(COMMENT.search(text), f"docs/{page}:{number}: this promise names no test:\n{text}")
        self.assertGreater(promises, 80)

    def test_the_tests_exist(self):
        for page in PAGES:
            text = (ROOT / "docs" / page).read_text()
            for comment in COMMENT.findall(text):
                for test in comment.split("; "):
                    file, _, name = test.partition(" ")
                    with self.subTest(f"docs/{page}: {test}"):
                        found = [path for path in FILES.get(pathlib.Path(file).name, []) if path.as_posix().endswith("/" + file)]
                        self.assertEqual(len(found), 1, f"{file} is {found}")
                        names = names_in(found[0])
                        self.assertTrue(name in names if names or name else True, f"{file} has no test {name!r}")

    def test_the_files_in_tables_exist(self):
        for page in [*PAGES, "serve.md"]:
            for number, text, in_table in blocks((ROOT / "docs" / page).read_text()):
                for file in re.findall(r"`(?:[\w/]*/)?(\w+(?:_test\.py|_test\.cpp|\.test\.js))`", text):
                    self.assertIn(file, FILES, f"docs/{page}:{number}")


if __name__ == "__main__":
    unittest.main()
