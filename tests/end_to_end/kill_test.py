"""Tests that no process of a bot survives, whatever is killed at any moment."""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from harness import FACTOR, PATIENCE, SCRIPTED_BOT, SOAK, RefereeTest, control_groups, parents

KILLS = 150 if SOAK else 20
FEW = max(3, KILLS // 5)


class KillTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.pids = set()
        self.longest = 0
        self.random = random.Random(1)
        self.program = self.folder / "patient_bot"
        shutil.copy(SCRIPTED_BOT, self.program)
        self.modes = self.sandboxes()

    def start(self, *arguments, **options):
        process = super().start(*arguments, **options)
        self.pids.add(process.pid)
        return process

    def control_groups(self):
        """The control groups of the referees of this test."""
        return [path for path in control_groups() if int(path.rpartition("/")[2].split("-")[1]) in self.pids]

    def survivors(self):
        """Finds surviving processes by the test's folder, which is in the command lines of the bot, of bubblewrap
        (also when it only tests whether a sandbox is available) and of the warden."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_bytes()
                state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            except OSError:
                continue
            # A process that will become bubblewrap or a bot still has the command line of the referee.
            if str(self.folder).encode() in command and int(folder.name) not in self.pids and state != "Z":
                found.append((int(folder.name), command))
        return found

    def assert_no_survivor(self, what):
        """Checks that no process survives. A sandbox that is being set up finishes its setup first and then ends. This
        takes milliseconds, or longer on a busy machine. A process that has really survived stays forever."""
        begin = time.monotonic()
        while (left := self.survivors()) and time.monotonic() < begin + 60 * FACTOR:
            time.sleep(0.002)
        self.assertEqual(left, [], what)
        self.longest = max(self.longest, time.monotonic() - begin)

    def series(self, mode, misdeed="never_answer"):
        """Starts a series of games. Its bots never answer, or end at once, or play whole games."""
        slow = self.program if misdeed == "well" else f"{self.program} --at 1 --do {misdeed}"
        limits = ["--move-time", "20s", "--limits", "first=20s"]
        ponder = self.random.choice(["on", "off"])
        reuse = self.random.choice([[], ["--reuse"]])
        return self.start(self.program, slow, "--games", 1000, *limits, "--sandbox", mode, "--ponder", ponder, *reuse)

    def test_referee_is_killed_in_the_middle_of_games(self):
        for mode in self.modes:
            for number in range(KILLS):
                process = self.series(mode, self.random.choice(["never_answer", "exit:0", "well"]))
                after = self.random.uniform(0, 0.08)
                time.sleep(after)
                process.kill()
                process.communicate()
                self.assert_no_survivor(f"{mode}, kill {number}, {after * 1000:.1f} ms after the start")

    def test_referee_is_stopped_at_any_moment(self):
        for mode in self.modes:
            for number in range(FEW):
                process = self.series(mode, self.random.choice(["never_answer", "exit:0"]))
                time.sleep(self.random.uniform(0.01, 0.08))
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=PATIENCE)
                self.assert_no_survivor(f"{mode}, stop {number}")
                self.assertIn(process.returncode, (128 + signal.SIGINT, -signal.SIGINT), mode)

    def test_the_sandbox_is_killed_when_it_has_just_been_started(self):
        self.need_sandbox()
        killed = 0
        for number in range(KILLS):
            process = self.series("on")
            after = self.random.uniform(0, 0.01)
            end = time.monotonic() + 60 * FACTOR
            while time.monotonic() < end and process.poll() is None:
                children = [pid for pid, parent in parents().items() if parent == process.pid]
                if not children:
                    continue
                time.sleep(after)
                for pid in children:
                    try:
                        os.kill(pid, signal.SIGKILL)
                        killed += 1
                    except ProcessLookupError:
                        pass
                break
            try:  # the killed children may only have tested the sandbox; then the referee ends by itself
                process.wait(timeout=0.3 * FACTOR)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            self.assert_no_survivor(f"kill {number}, {after * 1000:.1f} ms after the start")
        self.assertGreater(killed, KILLS // 5)

    def test_a_bot_is_killed_when_it_has_just_been_started(self):
        """The game is over when the bot has hardly started, so the referee kills a bot that is just starting."""
        for mode in self.modes:
            for number in range(FEW):
                limit = f"{self.random.uniform(0.01, 10):.2f}ms"
                self.referee(self.program, f"{self.program} --at 1 --do never_answer", "--games", 4, "--sandbox", mode,
                             "--limits", f"first={limit},margin=0ms", code=0)
                self.assert_no_survivor(f"{mode}, forfeit {number} after {limit}")

    def tearDown(self):
        print(f"(nothing left within {self.longest * 1000:.0f} ms)", end=" ", flush=True)
        # The next referee removes the control groups that a killed referee has left.
        self.referee(self.program, self.program, "--sandbox", self.modes[-1])
        self.assertEqual(self.control_groups(), [])
