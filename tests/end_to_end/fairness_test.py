"""Tests that bench/fairness.py counts what happens to honest bots beside a thief: their moves, times, and forfeits."""
import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from harness import FACTOR, PATIENCE

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench" / "fairness.py"
THIEF = "by_rules/stderr_flood"


class FairnessTest(unittest.TestCase):
    def measure(self, *arguments):
        run = subprocess.run([sys.executable, BENCH, "--only", THIEF, "--box", "none", "--moves", "1", *map(str, arguments)],
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    @contextlib.contextmanager
    def file(self):
        with tempfile.TemporaryDirectory(prefix="referee_test_") as folder:
            yield pathlib.Path(folder) / "fairness.json"

    def test_all_moves_of_honest_bots_count_and_only_theirs(self):
        with self.file() as path:
            # No bot reaches this limit, and the honest bot consumes 0 % of it.
            settings = ["--json", path, "--move-time", 20000 * FACTOR, "--percent", 0]
            first = self.measure(*settings)
            rows = json.loads(path.read_text())["rows"]
            self.assertEqual([(row["jobs"], row["games_of"]) for row in rows], [(1, "thief"), (2, "thief"), (2, "others")])
            for row, games, moves in zip(rows, (4, 3, 3), (84, 63, 126)):
                for who in ("with_thief", "with_control"):
                    found = row[who]
                    self.assertEqual((found["games"], found["moves"], found["forfeits"], found["guest_forfeits"]), (games, moves, {}, {}))
                    self.assertLessEqual(found["wall_us"]["median"], found["wall_us"]["p99"])
            self.assertEqual(self.measure(*settings, "--resume"), first, "it was measured again")

    def test_each_forfeit_counts(self):
        with self.file() as path:
            # The bot needs more than its limit and the margin, on any machine.
            table = self.measure("--json", path, "--jobs", 1, "--move-time", 20, "--margin", 20, "--percent", 500)
            for who in ("with_thief", "with_control"):
                found = json.loads(path.read_text())["rows"][0][who]
                guests = sum(found["guest_forfeits"].values())  # on a very busy machine the thief may be late first
                self.assertEqual((found["games"], found["forfeits"]), (4, {"timeout": 4 - guests}), found)
                self.assertLess(guests, 4)
                self.assertEqual(len(found["losses"]), 4 - guests, "each loss is told")
                for loss in found["losses"]:
                    self.assertGreater(loss["elapsed_us"], 40_000, loss)
                    self.assertIn(loss["detail"], table)
