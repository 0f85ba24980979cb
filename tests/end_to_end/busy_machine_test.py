"""Tests that a bot does not lose if other processes keep it from the cores. A bot that keeps the cores busy itself loses,
and its game is not repeated."""
import json
import os
import subprocess
import sys
import time

from harness import FACTOR, GAME, RefereeTest, bot

# A bot that misbehaves in its second turn. It either uses CPU time and then answers, or it starts `number` processes
# and then writes nothing. These processes spin all the time ("spin"), or during the same half of the time ("together"),
# or so briefly that the system reaps each process before it can be observed ("unseen").
BOT = r"""
import os, signal, sys, time
deed, number = sys.argv[1], int(sys.argv[2])
line = sys.stdin.readline
line(), line()
height = int(line().split()[0])
for turn in range(99):
    line()
    for _ in range(int(line()) + 1 + height):
        line()
    moves = [line() for _ in range(int(line()))]
    if turn == 1 and deed in ("spin", "together"):
        for _ in range(number):
            if os.fork() == 0:
                os.setsid()
                while True:
                    if deed == "together" and time.monotonic() % 0.016 > 0.008:
                        time.sleep(0.001)
        time.sleep(1000)
    if turn == 1 and deed == "unseen":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for _ in range(number):
            if os.fork() == 0:
                while True:
                    if os.fork() == 0:
                        end = time.process_time() + 0.004
                        while time.process_time() < end:
                            pass
                        os._exit(0)
                    time.sleep(0.003)
        time.sleep(1000)
    end = time.process_time() + (number / 1000 if turn == 1 else 0)
    while time.process_time() < end:
        pass
    os.write(1, moves[0].encode())
"""
LIMIT_MS = 200 * FACTOR
GAMES = 3


def others_are_quiet(share=0.9):
    """Returns whether a program currently gets this share of each core; by default nearly all of it."""
    allowed = os.sched_getaffinity(0)
    try:
        for core in allowed:
            os.sched_setaffinity(0, {core})
            begin, used = time.monotonic(), time.process_time()
            while time.monotonic() < begin + 0.1:
                pass
            if time.process_time() - used < 0.1 * share:
                return False
    finally:
        os.sched_setaffinity(0, allowed)
    return True


class BusyMachineTest(RefereeTest):
    def play(self, deed, number, *options):
        home = self.folder / "bot"
        home.mkdir(exist_ok=True)
        (home / "bot.py").write_text(BOT)
        run = self.referee(f"/usr/bin/python3 {home}/bot.py {deed} {number}", bot(), "--sandbox=on", "--game", GAME, "--json", "--log", "log", "--force",
                           "--limits", f"first={60 * FACTOR}s", "--move-time", f"{LIMIT_MS}ms", *options, code=0)
        log = json.loads((self.folder / "log").read_text())
        self.check_log(log)
        return json.loads(run.out), log, run.err

    def keep_cores_busy(self, programs=8 * os.cpu_count()):
        """Starts programs that spin; by default far more than there are cores. Each program has its own session, and so
        its own share of the CPU time."""
        for _ in range(programs):
            spinner = subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True)
            self.addCleanup(spinner.wait)
            self.addCleanup(spinner.kill)

    def test_a_bot_that_others_keep_from_the_cores_has_not_lost_at_once(self):
        self.keep_cores_busy()
        result, log, err = self.play("burn", LIMIT_MS)
        self.assertEqual(result["void_games"], 1, err)
        self.assertRegex(err, r"is void and played again: (other programs kept \S+ off the CPU for \d+ ms of its turn|the referee itself was)")
        # The machine is as busy as before, so the next game counts. Its log gives the reason.
        self.assertEqual((log["result"]["ending"], log["failure"]["player"]), ("timeout", 0))
        self.assertGreater(log["failure"]["waited_us"], 20_000)
        self.assertLess(log["failure"]["cpu_us"], 1000 * LIMIT_MS)
        self.assertRegex(self.referee("replay", "log").out, r"cores +it used .* of CPU, and waited .* for a core")

    def test_games_that_the_machine_has_decided_are_marked(self):
        """Tests that the mark follows from the log, and that the tables speak of such games."""
        self.keep_cores_busy()
        home = self.folder / "bot"
        home.mkdir()
        (home / "bot.py").write_text(BOT)
        self.referee("tournament", f"slow=/usr/bin/python3 {home}/bot.py burn {LIMIT_MS}", f"fast={bot()}", "--sandbox=on", "--game", GAME,
                     "--games", 2, "--jobs", 1, "--db", "t.db", "--limits", f"first={60 * FACTOR}s", "--move-time", f"{LIMIT_MS}ms", code=0)
        rows = json.loads(self.referee("export", "t.db", "games", "--format", "json", code=0).out)
        busy = []
        for line in self.referee("export", "t.db", code=0).out.splitlines():
            log = json.loads(line)
            late = log["failure"] if log["result"]["ending"] == "timeout" else None
            taken = max(min(late["waited_us"], late["elapsed_us"] - late["cpu_us"]),
                        late["elapsed_us"] - late["limit_us"] - log["limits"]["margin_us"]) if late else 0
            busy.append(taken > max(20_000, LIMIT_MS * 100))
        self.assertEqual([row["busy"] for row in rows], [int(mark) for mark in busy])
        self.assertIn(True, busy)
        text = self.referee("standings", "t.db", code=0).out
        self.assertRegex(text, rf"\n{sum(busy)} games? (was|were) lost on time while the machine was too busy:")

    def test_what_others_took_comes_behind_the_deadline(self):
        """Tests that a bot that needs most of its time gets it, and that a bot that never answers gets no second
        game."""
        self.keep_cores_busy(os.cpu_count())
        for number, ending in ((LIMIT_MS * 8 // 10, "by_rules"), (1000 * LIMIT_MS, "timeout")):
            with self.subTest(number=number):
                for _ in range(GAMES):  # sometimes other programs leave the bot less than a quarter of its core
                    has_half = others_are_quiet(0.4)
                    result, log, _ = self.play("burn", number, "--quiet")
                    right = (log["result"]["ending"], result["void_games"]) == (ending, 0)
                    is_known = log["limits"]["kept_by"].startswith("cgroup")  # without a cgroup, a bot is believed only for 20 ms
                    if right or not (is_known and has_half and others_are_quiet(0.4)):
                        break
                else:
                    self.fail(str(result))

    def test_a_bot_that_keeps_itself_busy_has_lost(self):
        for deed, number in (("spin", 1), ("spin", 200), ("together", 8), ("unseen", 8)):
            with self.subTest(deed=deed, number=number):
                for _ in range(GAMES):  # sometimes other programs occupy the bot's core
                    quiet = others_are_quiet()
                    result, log, err = self.play(deed, number, "--quiet")
                    self.assertEqual((log["result"]["ending"], log["failure"]["player"]), ("timeout", 0))
                    is_counted = deed != "unseen" or log["limits"]["kept_by"].startswith("cgroup")
                    if not (result["void_games"] and is_counted and quiet and others_are_quiet()):
                        break
                else:
                    self.fail(err)
        self.assert_nothing_left()
