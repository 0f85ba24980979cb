"""Tests that hundreds of games in one run leave nothing behind: no descriptors, no memory, no processes."""
import collections
import pathlib
import time

from harness import BIN, FACTOR, LONG_LIMITS, SOAK, RefereeTest, bot, read_logs

GAMES = (10_000 if SOAK else 600) // FACTOR
# The allowed growth from the beginning to the end of a run. It covers heap fluctuations, and the descriptors of a match
# that begins just when a sample is taken. A real leak in each match adds up to hundreds of times as much.
MAX_GROWTH_KB = 1024
MAX_DESCRIPTORS_MORE = 8

Sample = collections.namedtuple("Sample", "descriptors resident_kb children")


def sample(pid):
    folder = pathlib.Path(f"/proc/{pid}")
    status = (folder / "status").read_text(errors="replace")
    if "VmRSS" not in status:
        raise ProcessLookupError  # the referee has just ended
    resident = int(status.split("VmRSS:")[1].split()[0])
    children = (folder / "task" / str(pid) / "children").read_text().split()
    return Sample(len(list((folder / "fd").iterdir())), resident, len(children))


class LeftoversTest(RefereeTest):
    def run_and_sample(self, first, second, games):
        """Runs a series. Returns its matches, and samples of the referee at equal intervals from the end of the first game on."""
        path = self.folder / "log"
        process = self.start(first, second, "--games", games, "--log", path, "--force", "--quiet", "--seed", 1, *LONG_LIMITS)
        samples = []
        while process.poll() is None:
            try:
                if samples or path.exists() and path.stat().st_size > 0:
                    samples.append(sample(process.pid))
            except (OSError, ProcessLookupError):
                continue
            time.sleep(0.01 if SOAK else 0.003)
        out, err = process.communicate()
        self.assertEqual((process.returncode, err), (0, b""), out)
        self.assert_nothing_left()
        return path, samples

    def check(self, samples):
        self.assertGreater(len(samples), 20, "too short a run to say anything")
        quarter = len(samples) // 4
        early, late = samples[quarter // 2:quarter + quarter // 2], samples[-quarter:]
        more = max(s.descriptors for s in late) - max(s.descriptors for s in early)
        self.assertLessEqual(more, MAX_DESCRIPTORS_MORE, "descriptors that stay open")
        # If a bot ends before its child, the child becomes the referee's child for a moment, until it ends too.
        self.assertLessEqual(max(s.children for s in samples), 3)
        if FACTOR == 1:  # sanitizers keep freed memory
            growth = max(s.resident_kb for s in late) - max(s.resident_kb for s in early)
            self.assertLessEqual(growth, MAX_GROWTH_KB, "resident memory grows, kB")

    def test_games_of_random_bots(self):
        player = str(BIN / "random") if (BIN / "random").exists() else bot(pick=1)
        begin = time.monotonic()
        path, samples = self.run_and_sample(player, player, GAMES)
        took = time.monotonic() - begin
        print(f"{GAMES} games in {took:.1f} s, {len(samples)} samples, last {samples[-1]}", flush=True)
        logs = read_logs(path)
        self.assertEqual(len(logs), GAMES)
        self.assertEqual({log["result"]["ending"] for log in logs}, {"by_rules"})
        self.check(samples)

    def test_games_that_end_badly(self):
        """Tests that rare endings of a match leave nothing behind, either."""
        for culprit, games, more in (("exit:1", 150, 2000), ("segfault", 100, 2000), ("child_outlives", 60, 1000), ("early_half", 50, 500),
                                     ("close_stdout_and_live", 25, 250)):
            with self.subTest(culprit):
                _, samples = self.run_and_sample(bot(), bot(2, culprit), more if SOAK else games)
                self.check(samples)
