"""Tests tournaments on a private Slurm with two virtual nodes. Each tournament ends with exactly the same tables as an
undisturbed local run."""
import contextlib
import pathlib
import re
import shutil
import signal
import subprocess
import time

from cluster_case import SlurmCase, main
from harness import BIN, bot
from tournament_case import SMALL

ROOT = pathlib.Path(__file__).parents[2]
LONG = ["--games", "40", "--openings", "3", "--seed", "4"]


class SlurmTest(SlurmCase):
    def play_both(self, *arguments, **options):
        super().play_both(*arguments, **options)
        self.assert_queue_empties()

    def test_round_robin(self):
        self.play_both("--games", "40", "--openings", "4")
        self.assertEqual({name for name, in self.sql("SELECT name FROM hosts")}, {"n1", "n2"})

    def test_swiss(self):
        self.play_both("--format", "swiss", "--rounds", "3", bots=6)

    def test_knockout(self):
        self.play_both("--format", "knockout", "--openings", "4", bots=5)

    def test_the_sequential_test_stops_early(self):
        arguments = [bot(), bot(6, "exit"), *SMALL, "--openings", "3", "--seed", "3", "--sprt", "elo0=0,elo1=200"]
        self.play_test(*arguments)
        self.assert_queue_empties()

    def test_ctrl_c_cancels_what_waits_and_ends_what_runs(self):
        arguments = [*self.slow_picks(2), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments)
        self.wait_for_games(3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=90)
        self.assertEqual(process.returncode, 130)
        self.assert_queue_empties()
        self.assertLess(self.count(), 40)
        self.batches("--resume")
        self.assert_same()

    def test_a_killed_coordinator(self):
        arguments = [*self.slow_picks(3, "late:300"), *SMALL, *LONG]
        self.local(*arguments, "--jobs", "16", "--force")
        self.kill_often(10, *arguments, parts=["batch=2s"])
        self.assert_same()

    def test_hosts_are_compared(self):
        run = self.referee("engine", "check", *self.engine, env=self.more)
        self.assertEqual(run.code, 0, str(run))
        for name in ("n1", "n2"):
            self.assertRegex(run.out, rf"\n{name} +\d+ +\d+ ")

    def test_a_bot_that_forks_away_ends_with_its_game(self):
        script = self.folder / "forks.sh"
        script.write_text("#!/bin/sh\n(setsid sleep 1000 &)\nexec \"$@\"\n")
        script.chmod(0o755)
        arguments = [f"{script} {bot()}", bot(pick=1), *SMALL, "--games", "4", "--seed", "2"]
        self.local(*arguments)
        self.batches(*arguments)
        self.assert_same()
        self.assert_queue_empties()

    def test_the_documented_class(self):
        """Runs the lines of docs/tournaments.md word for word."""
        shown = documented_class()
        self.assertEqual(len(shown), 5)
        handed_in = self.folder / "handed_in"
        handed_in.mkdir()
        for name in ("random", "greedy", "random.py"):
            shutil.copy(BIN / name, handed_in)
        environment = self.environment(**self.more)
        del environment["REFEREE_SANDBOX"]
        environment["PATH"] = f"{BIN}:{environment['PATH']}"
        script = "set -e\n" + "\n".join(shown).replace("/shared/class", str(self.folder))
        run = subprocess.run(["bash", "-c", script], env=environment, cwd="/", capture_output=True, text=True, timeout=200)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(len(re.findall(r"\n(\d+) of \1 games played\n", run.stdout)), 3, run.stdout)
        self.assert_queue_empties()


def documented_class():
    """The lines of the code block in docs/tournaments.md that follows "A class on a Slurm cluster"."""
    text = (ROOT / "docs/tournaments.md").read_text().split("A class on a Slurm cluster", 1)[1].split("\n\n")[1]
    return [line.strip() for line in text.splitlines()]


class FullDiskTest(SlurmCase):
    """Puts the tournament's file and its spool on a separate small disk."""

    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", self.disk], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.disk], check=True)
        self.folder = self.disk

    def test_a_disk_that_is_full_for_a_while_loses_nothing(self):
        arguments = [*self.slow_picks(3, "late:50"), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments, parts=["batch=2s"])
        self.wait_for_games(5)
        self.fill()
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 1, err.decode())
        self.assertRegex(err.decode().splitlines()[-1], r"\Areferee: [^\n]*(No space left on device|disk is full)")
        self.assert_queue_empties()
        (self.disk / "filler").unlink()
        self.batches("--resume")
        self.assert_same()

    def fill(self):
        with contextlib.suppress(OSError), open(self.disk / "filler", "wb", buffering=0) as filler:
            while filler.write(bytes(4096)):
                pass


class BrokenSlurmTest(SlurmCase):
    def test_the_controller_is_killed_and_comes_back(self):
        arguments = [*self.slow_picks(3, "late:100"), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments, parts=["batch=3s"])
        self.wait_for_games(5)
        self.slurm.kill_controller()
        time.sleep(12)
        self.slurm.start_controller()
        end = time.monotonic() + 300
        while process.poll() is None and time.monotonic() < end:
            self.slurm.resume_nodes()
            time.sleep(1)
        out, err = process.communicate(timeout=1)
        self.assertEqual(process.returncode, 0, err.decode())
        self.assert_same()
        self.assert_queue_empties()

    def test_a_node_is_killed_in_the_middle_of_a_batch(self):
        arguments = [*self.slow_picks(3, "late:100"), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments, parts=["batch=4s"])
        self.wait_for_games(5)
        self.slurm.kill_node("n2")
        time.sleep(20)
        self.slurm.start_node("n2")
        out, err = process.communicate(timeout=400)
        self.assertEqual(process.returncode, 0, err.decode())
        self.assert_same()


if __name__ == "__main__":
    main()
