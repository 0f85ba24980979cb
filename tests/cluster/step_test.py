"""Tests bots that break limits inside a step of Slurm, whose control groups are the parents of the referee's. The tests
run as root, who may create groups there, and as a user who may not. Only these bots forfeit, no other process is
harmed, and nothing is left after a step."""
import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

from cluster_case import SlurmCase, main
from harness import REFEREE, SCRIPTED_BOT
from private_slurm import cgroup_plugin
from tournament_case import SMALL, stored_logs

HOSTILE = pathlib.Path(__file__).parents[1] / "hostile" / "resource_limit"
NOBODY = 65534
IN_SANDBOX = ["--sandbox", "on", "--limits", "memory=64M,processes=24"]


def groups_left():
    """Returns the control groups of referees that have ended, and the control groups of Slurm's jobs."""
    found = set()
    for top in (path for path in pathlib.Path("/sys/fs/cgroup").iterdir() if path.is_dir()):
        found |= {str(path) for path in top.glob("slurm*/uid_*/job_*")}
        found |= {str(path) for path in (*top.glob("slurm*/**/referee-*"), *top.glob("referee-*")) if not is_in_use(path)}
    return found


def is_in_use(group):
    """Returns whether a running referee, perhaps in another process namespace, holds the lock of this group."""
    try:
        folder = os.open(group, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return True  # the group is gone
    try:
        fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(folder)


class StepCase(SlurmCase):
    nodes = 1
    cpus = 2
    cgroups = True
    user = None

    @classmethod
    def setUpClass(cls):
        if cgroup_plugin() is None:
            print("SKIPPED: this machine has no control groups for Slurm", file=sys.stderr)
            raise unittest.SkipTest("no control groups for Slurm")
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.before = groups_left()
        for name in ("python_list.py", "shell_fork_bomb.sh"):
            (self.folder / name).write_text((HOSTILE / name).read_text())
            (self.folder / name).chmod(0o755)
        shutil.copy(SCRIPTED_BOT, self.folder / "bot")
        if self.user is not None:
            for path in (self.folder, *self.folder.iterdir()):
                os.chown(path, self.user, self.user)

    def start(self, *arguments, **options):
        if self.user is not None:
            options |= {"user": self.user, "group": self.user, "extra_groups": []}
        return super().start(*arguments, **options)

    def assert_all_gone(self):
        self.assert_queue_empties()
        end = time.monotonic() + 20
        while (left := groups_left() - self.before) and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(left, set())

    def steps(self):
        """The pids of the processes of `engine play` that run in a step."""
        return [pid for pid, line in self.leftovers() if line.startswith(REFEREE.encode()) and b"engine\0play" in line or b"engine play" in line]


class LimitsCase(StepCase):
    def play_hostile(self, kept_by):
        bots = ["one=./bot", "other=./bot --pick 1", "list=./python_list.py", "bomb=./shell_fork_bomb.sh"]
        self.batches(*bots, "--game", SMALL[1], "--move-time", "3s", "--limits", "first=5s", "--games", "4", "--openings", "2",
                     "--seed", "5", *IN_SANDBOX)
        self.assert_all_gone()
        for log in stored_logs(self.folder / "t.db").values():
            names = [player["name"] for player in log["players"]]
            hostile = [name for name in names if name in ("list", "bomb")]
            self.assertEqual(log["limits"]["kept_by"], kept_by, names)
            if len(hostile) == 1:
                self.assertEqual(names[log["result"]["winner"]], next(name for name in names if name not in hostile), log["result"])
            elif not hostile:
                self.assertEqual(log["result"]["ending"], "by_rules", (names, log["result"]))
        self.assertEqual(self.count(), 24)


class OfRootTest(LimitsCase):
    def test_hostile_bots(self):
        self.play_hostile("cgroup v1" if cgroup_plugin() == "cgroup/v1" else "cgroup v2")


class OfUserTest(LimitsCase):
    user = NOBODY

    def test_hostile_bots(self):
        self.play_hostile("rlimits")


class EndedStepTest(StepCase):
    """Tests steps that an administrator ends, suspends or kills."""

    def disturbed(self, disturb):
        """Disturbs the steps of a tournament in a sandbox. The results must be the same as in an undisturbed
        tournament."""
        arguments = ["./bot --at 2 --do late:50", "./bot --at 2 --do late:50 --pick 1", *SMALL, "--games", "24", "--openings", "3",
                     "--seed", "4", *IN_SANDBOX]
        self.local(*arguments)
        process = self.start_batches(*arguments, parts=["batch=3s"])
        self.wait_for_games(4)
        self.wait_until(self.steps)
        disturb()
        _, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0, err.decode())
        self.assert_same()
        self.assert_queue_empties()

    def test_a_job_that_is_cancelled_ends_cleanly(self):
        def cancel():
            steps = self.steps()
            self.slurm.command("scancel", "--state=RUNNING", "--user=root")
            begin = time.monotonic()
            self.wait_until(lambda: not set(steps) & set(self.steps()))
            self.assertLess(time.monotonic() - begin, 5, "it had to be killed")
        self.disturbed(cancel)
        self.assert_all_gone()

    def test_a_step_that_is_killed_leaves_no_process(self):
        """The control groups of the step remain and are empty, because no process is left that could remove them."""
        def kill():
            for pid in self.steps():
                os.kill(pid, signal.SIGKILL)
        self.disturbed(kill)
        for group in groups_left() - self.before:
            for members in pathlib.Path(group).rglob("cgroup.procs"):
                self.assertEqual(members.read_text(), "")

    def test_a_job_that_is_suspended_blames_nobody(self):
        def suspend():
            jobs = self.slurm.command("squeue", "--noheader", "--array", "--states=RUNNING", "--format=%A").split()
            for job in jobs:
                self.slurm.command("scontrol", "suspend", job)
            time.sleep(3)
            for job in jobs:
                self.slurm.command("scontrol", "resume", job)
        self.disturbed(suspend)
        self.assert_all_gone()


if __name__ == "__main__":
    main()
