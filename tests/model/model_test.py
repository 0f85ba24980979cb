#!/usr/bin/env python3
"""Plays real tournaments of quick bots, and compares every figure that the program shows with the model."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import judge  # noqa: E402
import moment  # noqa: E402
import mutations  # noqa: E402
from test_model import *  # noqa: E402, F401, F403

# Histories that together have all formats, changes of all kinds, byes, walkovers, annulled and broken bots.
# Under sanitizers, the program is slower, and only some of them are played.
FACTOR = int(os.environ.get("REFEREE_TIME_FACTOR", "1"))
HISTORIES = [("swiss", 1), ("swiss", 2), ("round-robin", 3), ("knockout", 4), ("gauntlet", 5), ("ladder", 6), ("sprt", 7),
             ("swiss", 8), ("knockout", 702), ("goal", 10), ("swiss", 9)][::FACTOR]
PATIENCE = 600 * FACTOR


def trace_of(format_, seed):
    done = subprocess.run([sys.executable, os.path.join(HERE, "trace_of_real.py"), str(seed), "1", format_], capture_output=True,
                          text=True, timeout=PATIENCE)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


class RealTournaments(unittest.TestCase):
    """Each history is played with the program. A failure prints the broken laws; run trace_of_real.py with the seed and
    the format to see it again."""

    def test_every_figure_is_that_of_the_model(self):
        for format_, seed in HISTORIES:
            with self.subTest(format=format_, seed=seed):
                lines = trace_of(format_, seed)
                broken, outputs = judge.judged(lines)
                self.assertEqual(broken, [], f"{len(broken)} broken laws; the first: {broken[:1]}")
                self.assertGreater(outputs, 20, "nothing was judged")
                if format_ == "swiss" and seed == 1:
                    self.check_that_changed_figures_are_noticed(lines)

    def check_that_changed_figures_are_noticed(self, lines):
        """A judge that believes everything would pass, too: numbers of tables that the model computes are changed."""
        places = mutations.moments(lines)
        files, shown = places[-1]
        for what, key, change in (("standings", "points", 0.5), ("standings", "games", 1), ("standings", "sonneborn_berger", 0.25),
                                  ("standings", "buchholz", 1), ("standings", "rank", 1), ("games", "first_points", 0.5),
                                  ("endings", "games", 1), ("openings", "first_won", 1)):
            for number, each in enumerate(shown):
                if each["typed"][:1] == ["export"] and each["typed"][2] == what and "json" in each["typed"]:
                    rows = json.loads(each["text"])
                    row = next(row for row in rows if row[key] is not None)
                    row[key] += change
                    changed = [dict(each, text=json.dumps(rows))] + mutations.others_than(shown, number)
                    self.assertTrue(list(moment.judge(files, changed)), f"{key} of {what} was changed, and nobody noticed")

    def test_make_soak_goes_on_with_other_seeds(self):
        done = subprocess.run([sys.executable, os.path.join(HERE, "soak.py"), "0.1", "1"], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"^seed 1: \d{2,} outputs\n$")


if "REFEREE_SIMULATE" in os.environ:
    class SimulatedHistories(unittest.TestCase):
        """Histories of the simulator (tests/simulation): more kinds of changes, kills and folders than real bots can play."""

        def test_every_figure_is_that_of_the_model(self):
            with tempfile.TemporaryDirectory(prefix="model_test_") as folder:
                done = subprocess.run([os.environ["REFEREE_SIMULATE"], "--depth", "2", "--histories", "20" if FACTOR == 1 else "8", "--seed", "1", "--trace"],
                                      cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
            lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            broken, outputs = judge.judged(lines)
            self.assertEqual(broken, [], f"{len(broken)} broken laws; the first: {broken[:1]}")
            self.assertGreater(outputs, 20, done.stdout[-2000:] + done.stderr)


if __name__ == "__main__":
    unittest.main()
