#!/usr/bin/python3
"""Follows the tutorial in docs/writing_a_bot.md: writes its files, runs its commands, and compares their output.

The lines that the page shows below a command must appear in this order. Numbers may differ, and so may the text after
the first words. With REFEREE_SOAK the series are as long as on the page.

The last bot of the page must beat greedy. For this its clock counts the positions that it looks at, so that the result is
the same on each machine.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "writing_a_bot.md"
BIN = pathlib.Path(os.environ["REFEREE_BIN"]).resolve()
SOAK = "REFEREE_SOAK" in os.environ
SHORT = ["--move-time 20ms", "--limits first=30s", "--limits margin=30s"]
COMPARED = 16  # the number of characters that are compared in each line

# A clock that goes on by 20 us with each look at it: the time that a position takes the bot. Its dice are always the same.
COUNTED = """import random
random.seed(1)
looks = 0
def monotonic():
    global looks
    looks += 1
    return looks * 20e-6
"""


def parts():
    """Yields the files and the console blocks of the page in order, as (name, text) and (None, text)."""
    pattern = r"<!-- file: (\S+) -->\n```python\n(.*?)```|```console\n(.*?)```"
    for name, file, console in re.findall(pattern, PAGE.read_text(), re.S):
        yield (name, file) if name else (None, console)


def commands_of(console):
    """Yields each command with the lines shown below it."""
    for part in re.split(r"^\$ ", console, flags=re.M)[1:]:
        command, *shown = part.splitlines()
        yield command, [line for line in shown if line not in ("...", "")]


def plain(line):
    """The part of a line that is the same in every run. How games end is chance."""
    line = re.sub(r"^endings: .*", "endings:", line.strip())
    return re.sub(r"\d+", "0", re.sub(r" +", " ", line))[:COMPARED]


class Tutorial(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="referee_tutorial_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "bots"
        self.folder.mkdir()

    def run_command(self, command, shorten=not SOAK):
        plays = re.match(r"referee (check |\S+bot\.py )", command)
        if plays and shorten:
            command = re.sub(r"--games \d+", "--games 2", f"{command} {' '.join(SHORT)}")
        if shorten:
            command = command.replace("--move-time 500ms", "--move-time 40ms")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "PYTHON"))}
        env = {**kept, "PATH": f"{BIN}:/usr/bin:{os.environ['PATH']}", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return command, run

    def test_everything_works_as_it_says(self):
        if "can be run: without a sandbox" in self.run_command("referee check random --sandbox=auto")[1].stdout:
            self.skipTest("the page shows bots in sandboxes, and no sandbox can be set up here")
        files = ran = 0
        for name, text in parts():
            if name:
                (self.folder / name).parent.mkdir(exist_ok=True)
                (self.folder / name).write_text(text)
                files += 1
                continue
            for command, shown in commands_of(text):
                if command.startswith("referee watch "):
                    continue  # needs a terminal, as in watch_test.py
                ran += 1
                command, run = self.run_command(command)
                expected = 1 if any("not fit" in line for line in shown) or "wrong.py" in command and "check" in command else 0
                self.assertEqual(run.returncode, expected, f"{command}\n{run.stdout}")
                self.assertNotIn("I expected", run.stdout, "the rules of the tutorial are wrong")
                printed = [plain(line) for line in run.stdout.splitlines()]
                for line in shown:
                    self.assertIn(plain(line), printed, f"{command}\n{run.stdout}")
                    printed = printed[printed.index(plain(line)) + 1:]
        self.assertGreater(files, 3)
        self.assertGreater(ran, 12)

    def test_the_last_bot_beats_greedy(self):
        """Tests twenty games with the positions of 50 ms, half of the limit of a move."""
        files = {name: text for name, text in parts() if name}  # of each file the last one
        (self.folder / "mybot").mkdir()
        (self.folder / "mybot/magnetize.py").write_text(files["mybot/magnetize.py"])
        (self.folder / "mybot/bot.py").write_text(re.sub(r"^import time$", "import counted as time", files["mybot/bot.py"], flags=re.M))
        (self.folder / "mybot/counted.py").write_text(COUNTED)
        _, run = self.run_command("referee mybot/bot.py 'greedy --seed 1' --games 20 --openings 2 --seed 3 --move-time 100ms --limits first=60s,margin=60s --quiet",
                                  shorten=False)
        points, won, lost = re.search(r"^bot +([\d.]+) +(\d+) +\d+ +(\d+) ", run.stdout, re.M).groups()
        self.assertGreaterEqual(float(points), 11, run.stdout)
        self.assertGreaterEqual(int(won), 2 * int(lost), run.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
