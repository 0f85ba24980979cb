"""Tests that a tournament that is stopped together with its bots does not blame any bot for this. Also tests that a
tournament that finishes its running games after Ctrl-C still judges the bots in these games."""
import contextlib
import os
import pathlib
import random
import signal
import time

from harness import PATIENCE, SCRIPTED_BOT, bot, parents
from tournament_case import SMALL, TournamentCase, stored_logs


def descendants(pid):
    """Returns the descendants of this process, as {pid: command line}."""
    parent_of, found = parents(), {}
    generation = [pid]
    while generation:
        generation = [child for child, parent in parent_of.items() if parent in generation]
        for child in generation:
            with contextlib.suppress(OSError):
                found[child] = pathlib.Path(f"/proc/{child}/cmdline").read_bytes()
    return found


def is_stopped(pid):
    """Returns whether each thread of this process is stopped."""
    with contextlib.suppress(OSError):  # a thread has just ended
        return all((task / "stat").read_text().rpartition(")")[2].split()[0] in "TtZX"
                   for task in pathlib.Path(f"/proc/{pid}/task").iterdir())
    return False


def send(pids, number):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


class TournamentStopTest(TournamentCase):
    def setUp(self):
        super().setUp()
        self.chance = random.Random(5)

    def logs(self):
        return list(stored_logs(self.folder / "t.db").values())

    def begin(self, *bots, games=4000, mode="off", jobs=2):
        if (self.folder / "t.db").exists():
            return self.start("tournament", "--resume", "--db", "t.db", "--jobs", jobs, "--force")
        return self.start("tournament", *bots, *SMALL, "--games", games, "--sandbox", mode, "--db", "t.db", "--jobs", jobs,
                          "--force")

    def playing(self, process):
        """Waits until two bots run. Returns their processes."""
        def bots():
            return [pid for pid, command in descendants(process.pid).items()
                    if command.startswith(SCRIPTED_BOT.encode())]
        self.wait_until(lambda: len(bots()) >= 2)
        return descendants(process.pid)

    def stop_all_frozen(self, process, number):
        """Sends a signal to the referee and all its descendants in random order. The referee is frozen meanwhile, so it
        notices all effects at the same time."""
        process.send_signal(signal.SIGSTOP)
        self.wait_until(lambda: is_stopped(process.pid))
        pids = [process.pid, *descendants(process.pid)]
        self.chance.shuffle(pids)
        send(pids, number)
        process.send_signal(signal.SIGCONT)

    def stop_all(self, process, number):
        """Sends a signal at a random moment, as `kill $referee $bots` does."""
        time.sleep(self.chance.uniform(0, 0.03))
        send([process.pid, *descendants(process.pid)], number)

    def stop_often(self, number, rounds, mode):
        # Each game lasts a few hundredths of a second. Each bot has the turn for a part of this time.
        bots = [bot(2, "late:20"), bot(3, "late:20", pick=1)]
        for round_ in range(rounds):
            process = self.begin(*bots, mode=mode)
            self.playing(process)
            (self.stop_all_frozen if round_ % 2 == 0 else self.stop_all)(process, number)
            _, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 128 + number, err.decode())
            self.assert_nothing_left()
        for log in self.logs():
            self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])

    def test_a_signal_to_the_referee_and_its_bots_blames_none_of_them(self):
        rounds = {"off": {signal.SIGTERM: 10, signal.SIGINT: 4}, "on": {signal.SIGTERM: 6, signal.SIGINT: 2}}
        for mode in self.sandboxes():
            for number, count in rounds[mode].items():
                with self.subTest(number.name, sandbox=mode):
                    self.stop_often(number, count, mode)
                    (self.folder / "t.db").unlink()

    def end_after_ctrl_c(self, end, code=0):
        """Plays one game. First Ctrl-C is pressed, then a bot executes the shell commands `end`. Returns the logs that are
        kept. `code`: the expected exit code, which is 0 if the tournament is over with this game."""
        script = self.program("waits.sh", f"#!/bin/sh\nwhile [ ! -e go ]; do sleep 0.01; done\n{end}\n")
        process = self.begin(script, bot(), games=1, jobs=1)
        self.wait_until(lambda: any(b"waits.sh" in command for command in descendants(process.pid).values()))
        process.send_signal(signal.SIGINT)
        while b"stopping after" not in (line := process.stderr.readline()):
            self.assertTrue(line, "it does not say that it stops")
        (self.folder / "go").touch()
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code)
        return [(log["result"]["ending"], log["failure"]["exit_code"], log["failure"]["signal"]) for log in self.logs()]

    def test_after_ctrl_c_bots_are_judged_for_what_they_do(self):
        for end, code, expected in (("echo nonsense", 0, [("premature", None, None)]), ("kill -SEGV $$", 0, [("crashed", None, signal.SIGSEGV)]),
                                    ("kill -INT $$", 128 + signal.SIGINT, []),  # as if the bot got the signal late
                                    ("exit 1", 128 + signal.SIGINT, [])):  # as Python exits if the signal arrives during an import
            with self.subTest(end):
                self.assertEqual(self.end_after_ctrl_c(end, code), expected)
                for name in ("t.db", "go"):
                    (self.folder / name).unlink()
