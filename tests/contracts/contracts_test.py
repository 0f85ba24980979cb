#!/usr/bin/python3
"""Tests that the concepts in games/ refuse an incomplete game where the code makes a board of it, and that the compiler
says what is missing. Each line of incomplete_games.cpp that makes a board is one case. CXX names the compiler. The
expected messages are those of g++."""
import os
import pathlib
import re
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "incomplete_games.cpp"
CASES = {line: found.groups() for line, text in enumerate(SOURCE.read_text().splitlines(), 1)
         if (found := re.match(r"template class games::BoardOf<(\w+)>; +// (.+)$", text))}


def compiled(*options):
    """The compiler's messages about the source, in English. Nothing is built."""
    words = [os.environ["CXX"], "-std=c++20", "-fsyntax-only", "-I", str(HERE.parents[1]), *options, str(SOURCE)]
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, timeout=300)


class ContractTest(unittest.TestCase):
    def test_the_whole_game_compiles(self):
        self.assertGreaterEqual(len(CASES), 30)
        done = compiled("-Wall", "-Wextra", "-Werror")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_each_incomplete_game_is_refused_at_its_line_and_not_deep_inside_a_template(self):
        said = compiled("-D", "INCOMPLETE", "-fmax-errors=0").stderr
        errors = re.findall(r"^(.+):(\d+):\d+: error: (.*)$", said, re.M)
        self.assertEqual([(file, int(line)) for file, line, _ in errors], [(str(SOURCE), line) for line in CASES])
        for _, line, text in errors:
            self.assertIn("template constraint failure for 'template<class G>  requires  Game<G> class games::BoardOf'", text, line)

    def test_the_compiler_says_what_each_lacks(self):
        said = compiled("-D", "INCOMPLETE", "-fmax-errors=0", "-fconcepts-diagnostics-depth=4").stderr
        parts = re.split(rf"^{re.escape(str(SOURCE))}:(\d+):\d+: error: ", said, flags=re.M)
        told = {int(line): text for line, text in zip(parts[1::2], parts[2::2])}
        for line, (game, lacks) in CASES.items():
            with self.subTest(game):
                self.assertIn(f"'{lacks}", told[line])


if __name__ == "__main__":
    unittest.main()
