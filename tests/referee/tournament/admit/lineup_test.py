#!/usr/bin/python3
"""Tests a bots folder with real bots. Bots that can play pass the check, the others are left out, and no process
remains."""
import collections
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[3] / folder) for folder in ("end_to_end", "hostile")]
from corpus import read_corpus  # noqa: E402
from harness import BIN, FACTOR, GAME, PATIENCE, SCRIPTED_BOT, SOAK, RefereeTest, end_of  # noqa: E402

TOOL = os.environ["REFEREE_LINEUP_TOOL"]
HOSTILE = pathlib.Path(os.environ["REFEREE_HOSTILE"])
# What people are told about each ending.
MEANINGS = dict(re.findall(r'Ending::\w+, "(\w+)",\s+"[^"]+",\s+"([^"]+)"', (pathlib.Path(__file__).parents[4] / "protocol/ending.cpp").read_text()))
LIMITS = ["--move-time", f"{5 * FACTOR}s"]
FIRST = """#!/usr/bin/python3
import sys
line = sys.stdin.readline
line(); line(); height = int(line().split()[0])
while line():
    for _ in range(int(line())): line()
    for _ in range(1 + height): line()
    print([line().strip() for _ in range(int(line()))][0], flush=True)
"""


class LineupTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.bots = self.folder / "bots"
        self.bots.mkdir()

    def add(self, name, text, mode=0o755):
        path = self.bots / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def start_tool(self, *arguments):
        process = subprocess.Popen([TOOL, *map(str, arguments)], env=self.environment(), cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(end_of, process)
        return process

    def lineup(self, *arguments):
        process = self.start_tool(*arguments)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, err), (0, b""), (process.returncode, out, err))
        lineup = json.loads(out)
        self.assert_nothing_left()
        return lineup

    def checked(self, *arguments, game=GAME, limits=LIMITS):
        return self.lineup("--bots", "bots", "--check", game, *limits, *arguments)

    @staticmethod
    def names(lineup):
        return [contender["name"] for contender in lineup["contenders"]]

    @staticmethod
    def reasons(lineup):
        return {out["name"]: out["reason"] for out in lineup["left_out"]}

    def test_good_bots_play_and_bad_ones_are_left_out(self):
        for name in ("random", "greedy"):
            shutil.copy(BIN / name, self.bots / name)
        self.add("first.py", FIRST)
        self.add("sub/main.py", FIRST)
        self.add("hello.py", "print('hello', flush=True)")
        self.add("stays.py", FIRST + "import time\ntime.sleep(60)\n")
        self.add("late/bot.py", FIRST.replace("    print(", "    import time; time.sleep(60)\n    print("))
        self.add("crash.py", FIRST.replace("    print(", "    import os; os.write(2, b'hello\\nlast words\\n\\n'); os.kill(os.getpid(), 11)\n    print("))
        self.add("no_permission", FIRST, 0o644)
        lineups = [self.checked("--jobs", jobs, limits=["--move-time", f"{2 * FACTOR}s"]) for jobs in ((1, 2) if SOAK else (2,))]
        for lineup in lineups:
            self.assertEqual(self.names(lineup), ["first", "greedy", "random", "sub"])
            reasons = self.reasons(lineup)
            self.assertEqual(list(reasons), ["no_permission", "crash", "hello", "late", "stays"])
            self.assertEqual(reasons["no_permission"], "it is not executable: chmod +x")
            self.assertEqual(reasons["crash"], "plays first: it crashed instead of answering: ended by signal 11 (SIGSEGV, Segmentation fault) (last words)")
            self.assertIn("plays first: it wrote something before it had read its whole turn block", reasons["hello"])
            self.assertIn("plays first: it did not answer in time: ", reasons["late"])
            self.assertEqual(reasons["stays"], "exits when its input ends: it does not exit, and was killed")
            self.assertEqual(sorted(lineup["told"]), sorted([[name, True] for name in self.names(lineup)] +
                                                            [[name, False] for name in list(reasons)[1:]]))
        hint = lineups[0]["left_out"][1]["hint"]
        self.assertEqual(hint, f"referee check 'python3 bots/crash.py' --game magnetize:height=6,width=7,maglock=2 --move-time {2 * FACTOR}s --sandbox=off")
        run = self.referee(*shlex.split(hint)[1:])
        self.assertEqual(run.code, 1, str(run))
        self.assertIn("crashed instead of answering\n  why       ended by signal 11", run.out)

    def test_only_bots_of_the_folder_are_checked(self):
        self.add("first.py", FIRST)
        self.add("second.py", FIRST)
        lineup = self.checked("python3 -c pass", "bots/../bots/first.py")
        self.assertEqual(self.names(lineup), ["python3", "first", "second"])
        self.assertEqual([contender["checked"] for contender in lineup["contenders"]], [False, True, True])
        self.assertEqual(sorted(lineup["told"]), [["first", True], ["second", True]])

    def test_strange_names_are_played_and_their_hints_are_right(self):
        names = ["-x.py", "a b.py", "a'b\".py", "$(touch x).py", "#.py", "*.py"]
        for name in names:
            self.add(name, FIRST)
        self.add("bad $(touch x) 'q'.py", "print('hello', flush=True)")
        lineup = self.checked()
        self.assertEqual(sorted(self.names(lineup)), sorted(name.removesuffix(".py") for name in names))
        hint = lineup["left_out"][0]["hint"]
        script = f"referee() {{ {shlex.quote(str(BIN / 'referee'))} \"$@\"; }}; {hint}"
        run = subprocess.run(["/bin/sh", "-c", script], cwd=self.folder, capture_output=True, text=True,
                             env=self.environment(), timeout=PATIENCE)
        self.assertIn("it wrote something before it had read", run.stdout, run)
        self.assertFalse((self.folder / "x").exists())

    def test_a_board_too_large_for_random_moves_is_played_alone(self):
        self.add("silent.py", "import sys; sys.stdin.read()")
        lineup = self.checked(game="fitz:height=999,width=999", limits=["--move-time", "1s"])
        self.assertIn("plays itself: it did not answer in time", self.reasons(lineup)["silent"])

    def test_a_stop_leaves_nothing_behind(self):
        for i in range(4):
            self.add(f"slow{i}.py", FIRST.replace("    print(", "    import time; time.sleep(60)\n    print("))
        process = self.start_tool("--bots", "bots", "--check", GAME, "--move-time", "100s", "--jobs", 2)
        while len(self.leftovers()) < 3:
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertLess(time.monotonic() - began, 20 * FACTOR)
        self.assertFalse(json.loads(out)["finished"])
        self.assertEqual(json.loads(out)["told"], [])
        self.assert_nothing_left()

    def test_hostile_bots(self):
        """Mixes good bots with bots whose misdeeds are harmless without a sandbox: three of each kind, or all of them
        under make soak."""
        shutil.copy(BIN / "random", self.bots / "random")
        self.add("first.py", FIRST)
        good, bad = {"random", "first"}, set()
        kinds = collections.Counter()
        for program in read_corpus():
            if {"modes", "off", "alone", "game", "games", "signal"} & set(program.words) and program.folder != "crashed":
                continue
            if "reuse" in program.words or program.folder in ("resource_limit", "wrong_use") or program.words.get("attack") is not None:
                continue  # these programs do harm without a sandbox, or need other conditions
            if program.folder == "by_rules" or program.kind == "made":
                continue
            kinds[program.folder, program.kind] += 1
            if not SOAK and kinds[program.folder, program.kind] > 3:
                continue
            name = program.name.replace("/", "-")
            if program.kind == "c":
                shutil.copy(HOSTILE / program.name, self.bots / name)
            elif program.kind == "scripted":
                words = " ".join(map(shlex.quote, shlex.split(program.source)))
                self.add(name, f"#!/bin/sh\nexec {shlex.quote(SCRIPTED_BOT)} {words}\n")
            else:
                shutil.copy(program.source, self.bots / name)
                (self.bots / name).chmod(0o755)
            bad.add(name.removesuffix(".py").removesuffix(".sh"))
        self.assertGreater(len(bad), 25)
        began = time.monotonic()
        lineup = self.checked("--jobs", 2, limits=["--move-time", f"{FACTOR}s"])
        reasons = self.reasons(lineup)
        self.assertEqual(set(self.names(lineup)), good, {name: reasons.get(name) for name in good})
        self.assertEqual(set(reasons), bad)
        wrong = {name: reason for name, reason in reasons.items() if f": it {MEANINGS[name.split('-')[0]]}" not in reason}
        print(f"{len(bad)} hostile bots in {time.monotonic() - began:.0f} s; left out for something else: {wrong}",
              file=sys.stderr)
        self.assertLessEqual(len(wrong), len(bad) // 10, wrong)


if __name__ == "__main__":
    unittest.main(verbosity=2)
