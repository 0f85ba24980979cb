"""Tournaments that GNU parallel plays over ssh, on two names of this machine."""
import signal
import subprocess
import time

from cluster_case import ParallelCase
from harness import bot, main
from tournament_case import SMALL

LONG = ["--games", "40", "--openings", "3", "--seed", "4"]


class ParallelTest(ParallelCase):
    def test_round_robin(self):
        self.play_both("--games", "40", "--openings", "4")
        self.assertEqual({name for name, in self.sql("SELECT name FROM hosts")}, {"h1", "h2"})

    def test_swiss(self):
        self.play_both("--format", "swiss", "--rounds", "3", bots=6)

    def test_this_machine_without_ssh(self):
        self.engine = ["--engine", "parallel", "--jobs", "2"]
        self.play_both("--games", "10", "--openings", "4")

    def test_ctrl_c(self):
        arguments = [*self.slow_picks(2), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments)
        self.wait_for_games(3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=90)
        self.assertEqual(process.returncode, 130, err.decode())
        self.assertLess(self.count(), 40)
        self.assert_nothing_left()
        self.batches("--resume")
        self.assert_same()

    def test_a_killed_coordinator(self):
        arguments = [*self.slow_picks(3, "late:100"), *SMALL, "--games", "100", "--openings", "3", "--seed", "4"]
        self.local(*arguments)
        self.kill_often(10, *arguments, "--batch", "2s")
        self.assert_same()

    def test_parallel_itself_is_killed(self):
        arguments = [*self.slow_picks(3, "late:50"), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments, "--batch", "2s")
        self.wait_for_games(5)
        for mark in (self.folder / "t.db.spool").glob("w*.process"):
            subprocess.run(["kill", "-KILL", mark.read_text().split()[0]])
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0, err.decode())
        self.assert_same()

    def test_the_sequential_test_stops_early(self):
        arguments = [bot(), bot(6, "exit"), *SMALL, "--openings", "3", "--seed", "3", "--sprt", "elo0=0,elo1=200"]
        run = self.batches(*arguments, "--batch", "1s")
        self.assertIn("H1", run.out)
        self.assert_nothing_left()

    def test_hosts_are_compared(self):
        run = self.referee("engine", "check", *self.engine)
        self.assertEqual(run.code, 0, str(run))
        for name in ("h1", "h2"):
            self.assertRegex(run.out, rf"\n{name} +\d+ +\d+ ")


if __name__ == "__main__":
    main()
