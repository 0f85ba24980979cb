"""Tests that the control group of a killed referee does not affect the bots of another referee, and is removed
later."""
import contextlib
import glob
import pathlib
import re
import shlex
import subprocess

from harness import GAME, LONG_LIMITS, PATIENCE, REFEREE, RefereeTest, bot, control_groups

# A bot that starts processes until it reaches the limit, and keeps all of them.
HUNGRY = """import os, sys, time
for _ in range(40):
    try:
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
    except OSError:
        pass
print("at the limit", file=sys.stderr, flush=True)
time.sleep(600)
"""
# Each run is process 1 in its own pid namespace.
IN_A_NAMESPACE = ["/usr/bin/unshare", "--pid", "--fork", "--kill-child", REFEREE]


def weights_of(referee):
    """The weights with which the kernel shares the cores among the bots of a running referee, in ascending order."""
    found = []
    for name in ("cpu.shares", "cpu.weight"):
        for path in glob.glob(f"/sys/fs/cgroup/**/referee-{referee}-*/{name}", recursive=True):  # files may vanish at any moment
            try:
                found.append(int(pathlib.Path(path).read_text()))
            except OSError:
                pass  # the game has ended
    return sorted(found)


class WeightTest(RefereeTest):
    def test_of_two_bots_that_may_ponder_the_one_that_waits_has_the_least_weight(self):
        self.need_sandbox()
        _, log = self.play(bot(), bot(), "--sandbox=on", "--ponder=on")
        if not log["limits"]["kept_by"].startswith("cgroup"):
            self.skipTest("there are no control groups here")
        referee = self.start(bot(), bot(2, "never_answer"), "--sandbox=on", "--ponder=on", "--game", GAME, *LONG_LIMITS)
        self.wait_until(lambda: weights_of(referee.pid) in ([2, 1024], [1, 100]), "the bot that waits to give way")
        referee.terminate()
        referee.communicate(timeout=PATIENCE)
        self.assert_nothing_left()


class ControlGroupsTest(RefereeTest):
    def setUp(self):
        super().setUp()
        _, log = self.play(bot(), bot(), "--limits=processes=20")
        if not log["limits"]["kept_by"].startswith("cgroup"):
            self.skipTest("there are no control groups here")
        if subprocess.run(["/usr/bin/unshare", "--pid", "--fork", "true"], capture_output=True).returncode != 0:
            self.skipTest("there may be no pid namespaces here")

    def arguments(self, first):
        return [first, bot(), "--sandbox=off", "--limits=processes=20", "--stderr", "--game", GAME, *LONG_LIMITS]

    def groups_of_a_killed_referee(self):
        """Kills a referee whose bot has reached its limit. Returns the control groups that remain."""
        hungry, groups = shlex.join(["/usr/bin/python3", "-c", HUNGRY]), set()
        killed = subprocess.Popen([*IN_A_NAMESPACE, *self.arguments(hungry)], env=self.environment(), cwd=self.folder,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while b"at the limit" not in (line := killed.stderr.readline()):
            self.assertTrue(line)
        for pid, _ in self.leftovers():
            with contextlib.suppress(OSError):  # the process has just ended
                groups.update(re.findall(r"/(referee-1-\w+)", pathlib.Path(f"/proc/{pid}/cgroup").read_text()))
        killed.kill()  # ends process 1 of the namespace, and so all other processes in it
        killed.wait()
        killed.stderr.close()
        self.assert_nothing_left()
        return {path for path in control_groups("referee-1-") if pathlib.Path(path).name in groups}

    def test_who_exits_has_not_run_into_the_limit_of_another_bot_with_the_same_numbers(self):
        for _ in range(5):  # another referee that starts at this moment removes the groups
            if left := self.groups_of_a_killed_referee():
                break
        self.assertTrue(left, "no group was left that could be mistaken")
        run = subprocess.run([*IN_A_NAMESPACE, *self.arguments(bot(1, "exit:3"))], env=self.environment(), cwd=self.folder,
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("exit code 3", run.stdout)
        self.assertNotIn("than allowed", run.stdout)
        self.assertEqual(control_groups("referee-1-") & left, set())
