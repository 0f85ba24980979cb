"""Classes and arenas obey the laws over generated histories: see README.md. `make soak` plays fresh seeds, and prints them."""
import end_to_end  # noqa: F401, first
import os
import secrets
import time
import unittest

import arena_laws
import class_entries_laws
import class_laws
import class_teams_laws
from harness import FACTOR, SOAK, sandbox_problem

FRESH = float(os.environ.get("PEOPLE_SECONDS", "90"))  # under `make soak`, for each of the tests


class PeopleLawsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if problem := sandbox_problem():
            raise unittest.SkipTest(problem)

    def play(self, play, seeds):
        """Plays the histories of these seeds (under sanitizers of some of them), and in a soak those of fresh ones."""
        seeds = seeds[::FACTOR]
        end = time.monotonic() + FRESH
        failures = []
        while seeds or (SOAK and time.monotonic() < end):
            seed = seeds.pop(0) if seeds else secrets.randbelow(1 << 31)
            if SOAK:
                print(f"seed {seed}", flush=True)
            if failure := play(seed):
                failures.append(failure)
        self.assertEqual(failures, [], "\n\n".join(failures))

    def test_arenas(self):
        self.play(lambda seed: arena_laws.play(seed, 40), [1, 2, 3, 4, 5, 6, 11, 36, 91])

    def test_classes(self):
        self.play(class_laws.play, [*range(40), 42, 65, 91, 94, 96, 117, 149, 191])

    def test_teams(self):
        self.play(class_teams_laws.play, [*range(8)])

    def test_ways_into_a_class(self):
        self.play(class_entries_laws.play, [1, 2])


if __name__ == "__main__":
    unittest.main()
