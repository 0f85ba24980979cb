"""Helpers for the tests of tournaments that batch systems play. The results must be the same as in an undisturbed local
run."""
import contextlib
import csv
import io
import os
import pathlib
import random
import signal
import time

from harness import bot
from tournament_case import SMALL, TournamentCase

SIMULATION = pathlib.Path(__file__).with_name("simulated_slurm.py")


def simulated_slurm(folder):
    """Makes a simulated Slurm in this folder, and returns the environment variables that let programs find it."""
    state, programs = folder / "slurm_state", folder / "slurm_bin"
    state.mkdir()
    programs.mkdir()
    for name in ("sbatch", "squeue", "scancel", "sinfo"):
        (programs / name).symlink_to(SIMULATION)
    return {"PATH": f"{programs}:{os.environ['PATH']}", "SIMULATED_SLURM": str(state)}


class EngineCase(TournamentCase):
    """`engine`: the options that choose the batch system; `more`: environment variables for all programs."""
    engine = ["--engine", "slurm"]
    more = {}
    chance = random.Random(7)

    def local(self, *arguments):
        """Plays a tournament on this machine alone, before the other one."""
        self.let_go()
        run = self.tournament(*arguments, "--db", "local.db", "--quiet")
        self.hold()
        return run

    def wait_for_words(self, process, words):
        """Reads stderr until these words have come. Returns all that has."""
        told = b""
        while words not in told:
            told += (line := process.stderr.readline())
            self.assertTrue(line, told)
        return told

    def engine_with(self, *parts):
        """The options of the batch system, with these parts added."""
        option, name, *others = self.engine
        return [option, ",".join([name, *parts]), *others]

    def batches(self, *arguments, parts=(), code=0, **options):
        return self.tournament(*arguments, "--db", "t.db", *self.engine_with(*parts), code=code, env=self.more, **options)

    def start_batches(self, *arguments, parts=()):
        return self.start("tournament", *arguments, "--db", "t.db", *self.engine_with(*parts), env=self.more)

    def results(self, db):
        """The results, except the values that depend on who played a game and when."""
        run = self.referee("export", db, "games", code=0)
        timed = ("started_at", "first_longest_us", "second_longest_us")
        return [{key: value for key, value in row.items() if key not in timed} for row in csv.DictReader(io.StringIO(run.out))]

    def assert_same(self):
        """Checks that the tables of t.db are those of local.db, and that every game is there once."""
        self.assertEqual(self.results("t.db"), self.results("local.db"))
        self.assertEqual(self.standings("t.db").partition("\nhosts\n")[0].rstrip(),
                         self.standings("local.db").partition("\nhosts\n")[0].rstrip())
        self.assertFalse((self.folder / "t.db.spool").exists(), "the spool is removed at the end")

    def play_both(self, *arguments, bots=3):
        """Plays the same tournament with the batch system and on this machine alone, and compares them."""
        arguments = [*self.picks(bots), *SMALL, "--seed", "9", *arguments]
        self.local(*arguments)
        run = self.batches(*arguments)
        self.assert_same()
        return run

    def play_test(self, *arguments):
        """Plays a sequential test that accepts H1. Both runs must stop after the same pairs, with the same games."""
        self.local(*arguments)
        run = self.batches(*arguments, parts=["batch=1s"])
        self.assertIn("H1 accepted", run.out)
        played = [(here, there) for here, there in zip(self.results("local.db"), self.results("t.db"))
                  if here["ending"] and there["ending"]]  # a run that stops early does not play all of its games
        self.assertGreater(len(played), 10)
        for here, there in played:
            self.assertEqual(there, here)
        self.assertLess(self.count(), 2000)
        verdict = [next(line for line in self.standings(db).splitlines() if "H1 accepted" in line) for db in ("t.db", "local.db")]
        self.assertEqual(*verdict)
        self.assertFalse((self.folder / "t.db.spool").exists())

    def parts(self):
        return [path for path in (self.folder / "t.db.spool").glob("*.jsonl*")]

    def wait_for_record(self):
        def written():
            with contextlib.suppress(OSError):
                return any(path.stat().st_size > 0 for path in self.parts())
        self.wait_until(written)

    def slow_picks(self, count, wait="late:20"):
        """Bots whose games last at least a few hundredths of a second each."""
        return [bot(2, wait, pick=pick) for pick in range(count)]

    def kill_often(self, kills, *arguments, parts=()):
        """Kills the coordinator with SIGKILL repeatedly, each time after it has stored more games, and resumes it."""
        command = [*arguments]
        for kill in range(kills):
            before = self.stored()
            process = self.start_batches(*command, parts=parts)
            self.wait_until(lambda: process.poll() is not None or self.stored() > before)
            self.assertIsNone(process.poll(), f"it was over after {kill} kills")
            time.sleep(self.chance.uniform(0, 0.3))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            command, parts = ["--resume"], ["batch=1s"]
        return self.batches("--resume")


class SimulatedCase(EngineCase):
    """A test with a simulated Slurm on the PATH."""

    def setUp(self):
        super().setUp()
        self.more = simulated_slurm(self.folder)
        self.state = pathlib.Path(self.more["SIMULATED_SLURM"])

    def cores(self, number, before=""):
        """Makes sinfo report this number of cores. `before`: what sinfo does before it reports."""
        self.program("slurm_bin/sinfo", f"#!/bin/sh\n{before}\necho 0/{number}/0/{number}\n")

    def faults(self, *names):
        (self.state / "faults").write_text(" ".join(names))
