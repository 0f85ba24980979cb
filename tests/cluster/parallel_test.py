"""Tests tournaments that GNU parallel plays over ssh, on two host names of this machine."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

from cluster_case import ParallelCase, main
from harness import BIN, SCRIPTED_BOT, bot
from tournament_case import SMALL

# A bot that plays the first move. A module in the bot's own folder chooses this move, so the folder must be complete on
# each host.
FOLDER_BOT = """#!/usr/bin/python3
import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from moves import choose
try:
    _, _, settings = input(), input(), input().split()
    while True:
        input()
        [input() for _ in range(int(input()))]
        input(), [input() for _ in range(int(settings[0]))]
        print(choose([input() for _ in range(int(input()))]), flush=True)
except EOFError:
    pass
"""
LONG = ["--games", "40", "--openings", "3", "--seed", "4"]
AT_ONCE = 2  # seconds; GNU parallel itself checks its connection every second


class BrokenConnectionCase:
    """Tests a failing network, with and without shared files."""

    def test_a_connection_that_breaks_loses_nothing(self):
        arguments = [*self.waiting_bots(50), *SMALL, *LONG]
        self.local(*arguments, "--jobs", "16", "--force")
        process = self.start_batches(*arguments, parts=["batch=4s"])
        self.wait_for_games(5)
        self.sshd.break_connections()
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0, err.decode())
        self.assert_same()
        self.assert_nothing_left()

    def test_a_connection_that_breaks_ends_its_game(self):
        process = self.start_batches(*self.waiting_bots(15_000), *SMALL, *LONG)
        self.wait_until(lambda: len(self.batches_on_hosts()) == 2)
        cut_off = self.batches_on_hosts()
        time.sleep(1)
        self.sshd.break_connections()
        begin = time.monotonic()
        self.wait_until(lambda: not cut_off & self.batches_on_hosts())
        self.assertLess(time.monotonic() - begin, AT_ONCE)
        self.end(process)

    def test_a_silent_connection_is_given_up(self):
        """Cutting a cable is not reported to either machine. ssh notices it because it is configured to probe the
        connection."""
        arguments = [*self.waiting_bots(50), *SMALL, *LONG]
        self.local(*arguments, "--jobs", "16", "--force")
        process = self.start_batches(*arguments, parts=["batch=4s"])
        self.wait_for_games(5)
        self.sshd.silence_connections()
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0, err.decode())
        self.assert_same()

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


class ParallelTest(BrokenConnectionCase, ParallelCase):
    def waiting_bots(self, milliseconds):
        return self.slow_picks(3, f"late:{milliseconds}")

    def test_round_robin(self):
        self.play_both("--games", "40", "--openings", "4")
        self.assertEqual({name for name, in self.sql("SELECT name FROM hosts")}, {"h1", "h2"})

    def test_swiss(self):
        self.play_both("--format", "swiss", "--rounds", "3", bots=6)

    def test_knockout(self):
        self.play_both("--format", "knockout", "--openings", "4", bots=5)

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
        arguments = [*self.slow_picks(3, "late:300"), *SMALL, *LONG]
        self.local(*arguments, "--jobs", "16", "--force")
        self.kill_often(10, *arguments, parts=["batch=2s"])
        self.assert_same()

    def test_parallel_itself_is_killed(self):
        arguments = [*self.slow_picks(3, "late:50"), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments, parts=["batch=2s"])
        self.wait_for_games(5)
        for mark in (self.folder / "t.db.spool").glob("w*.process"):
            subprocess.run(["kill", "-KILL", mark.read_text().split()[0]])
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0, err.decode())
        self.assert_same()

    def test_the_sequential_test_stops_early(self):
        arguments = [bot(), bot(6, "exit"), *SMALL, "--openings", "3", "--seed", "3", "--sprt", "elo0=0,elo1=200"]
        self.play_test(*arguments)
        self.assert_nothing_left()

    def test_a_host_that_is_down_gets_its_batches_to_others(self):
        arguments = [*self.picks(2), *SMALL, *LONG]
        self.local(*arguments)
        hosts = self.folder / "hosts"
        hosts.write_text(self.sshd.line("unreachable") + self.sshd.line("h1"))
        self.engine = ["--engine", f"parallel,hosts={hosts}"]
        run = self.batches(*arguments)
        self.assert_same()
        self.assertRegex(run.err, r"(?m)^referee: parallel: ssh: connect to host 127.0.0.1 port \d+: Connection refused\n")

    def test_a_host_plays_as_many_games_at_once_as_its_line_says(self):
        hosts = self.folder / "hosts"
        hosts.write_text(self.sshd.line("h1", 3))
        self.engine = ["--engine", "parallel,hosts=hosts"]
        process = self.start_batches(*self.waiting_bots(10_000), *SMALL, *LONG)
        self.wait_until(lambda: len(self.batches_on_hosts()) == 3)
        time.sleep(2)
        self.assertEqual(len(self.batches_on_hosts()), 3)
        self.end(process)

    def test_hosts_are_compared(self):
        run = self.referee("engine", "check", *self.engine)
        self.assertEqual(run.code, 0, str(run))
        for name in ("h1", "h2"):
            self.assertRegex(run.out, rf"\n{name} +\d+ +\d+ ")


class DifferentHostsTest(ParallelCase):
    """Tests hosts that share all files but one."""
    apart = True

    def setUp(self):
        super().setUp()
        self.sshd.hide()
        for name in ("bot", "another"):
            shutil.copy(SCRIPTED_BOT, self.folder / name)
        with open(self.folder / "another", "ab") as file:
            file.write(b"\0")
        self.arguments = ["./bot", "./bot --pick 1", *SMALL, *LONG]
        self.local(*self.arguments)

    def test_a_bot_that_differs_on_one_host(self):
        self.sshd.replace("h2", self.folder / "bot", self.folder / "another")
        run = self.batches(*self.arguments)
        self.assert_same()
        self.assertIn("referee: host h2 can't play: 'bot': the file 'bot' differs on the host\n", run.err)
        self.assertEqual(run.err.count("differs on the host"), 1, run.err)
        self.assertEqual(self.sql("SELECT name FROM hosts"), [("h1",)])

    def test_a_host_without_the_referee(self):
        self.sshd.hide(BIN, hosts=["h2"])
        run = self.batches(*self.arguments)
        self.assert_same()
        self.assertRegex(run.err, r"(?m)^referee: parallel: [^\n]*referee: (not found|No such file or directory)$")
        self.assertEqual(self.sql("SELECT name FROM hosts"), [("h1",)])


class TransferTest(BrokenConnectionCase, ParallelCase):
    """Tests hosts that share no files with this machine, and see neither its folders nor its referee."""
    apart = True

    def setUp(self):
        super().setUp()
        self.sshd.hide(self.folder, BIN, pathlib.Path(SCRIPTED_BOT).parent)
        self.engine = self.engine_with("transfer")
        self.more = {"RSYNC_RSH": f"ssh -F {self.sshd.config}"}
        shutil.copy(SCRIPTED_BOT, self.folder / "bot")
        for name in self.sshd.names:  # a test that has failed leaves its files there
            shutil.rmtree(self.sshd.home(name) / ".referee", ignore_errors=True)

    def bots(self, *more):
        return [" ".join(["./bot", "--pick", str(pick), *more]) for pick in range(3)]

    def waiting_bots(self, milliseconds):
        return self.bots("--at", "2", "--do", f"late:{milliseconds}")

    def assert_hosts_are_clean(self):
        for name in self.sshd.names:
            self.assertEqual([p for p in self.sshd.home(name).glob(".referee/*")], [])

    def test_round_robin(self):
        arguments = [*self.bots(), *SMALL, *LONG]
        self.local(*arguments)
        self.batches(*arguments)
        self.assert_same()
        self.assertEqual({name for name, in self.sql("SELECT name FROM hosts")}, {"h1", "h2"})
        self.assert_hosts_are_clean()

    def test_bots_of_a_folder_with_files_of_their_own_in_a_sandbox(self):
        for name in ("a", "b"):
            (self.folder / "class" / name / "lib").mkdir(parents=True)
            (self.folder / "class" / name / "lib" / "moves.py").write_text("def choose(moves): return moves[0]\n")
            program = self.folder / "class" / name / "bot.py"
            program.write_text(FOLDER_BOT)
            program.chmod(0o755)
        arguments = ["--bots", "class", *SMALL, "--games", "4", "--openings", "3", "--seed", "4", "--sandbox", "on"]
        self.local(*arguments)
        self.batches(*arguments)
        self.assert_same()
        self.assert_hosts_are_clean()

    def test_ctrl_c(self):
        arguments = [*self.waiting_bots(20), *SMALL, *LONG]
        self.local(*arguments)
        process = self.start_batches(*arguments, parts=["batch=20s"])
        self.wait_for_games(5)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        _, err = process.communicate(timeout=90)
        self.assertEqual(process.returncode, 130, err.decode())
        self.assertLess(time.monotonic() - begin, 10)
        self.assertLess(self.count(), 120)
        self.assert_nothing_left()
        self.batches("--resume")
        self.assert_same()
        self.assert_hosts_are_clean()

    def test_a_killed_coordinator(self):
        arguments = [*self.waiting_bots(300), *SMALL, *LONG]
        self.local(*arguments, "--jobs", "16", "--force")
        self.kill_often(10, *arguments, parts=["batch=2s"])
        self.assert_same()
        self.assert_hosts_are_clean()

    def test_hosts_are_compared(self):
        run = self.referee("engine", "check", *self.engine, env=self.more)
        self.assertEqual(run.code, 0, str(run))
        for name in ("h1", "h2"):
            self.assertRegex(run.out, rf"\n{name} +\d+ +\d+ ")

    def test_a_bot_that_hosts_can_not_have(self):
        shutil.copy(SCRIPTED_BOT, self.sshd.folder / "bot")
        for path in (self.sshd.folder / "bot", os.path.relpath(self.sshd.folder / "bot", self.folder)):
            run = self.batches(path, "./bot --pick 1", *SMALL, code=2)
            self.assertRegex(run.err, r"referee: --engine: transfer: bot '[^\n]*': '[^\n]*' can't be transferred: use a path relative to ")
            self.assertFalse((self.folder / "t.db").exists())


if __name__ == "__main__":
    main()
