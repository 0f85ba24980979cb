"""Tests the limits of moves, given or by default: they are the same in every command, and the sample bots keep to
them."""
import itertools
import json
import os
import pathlib
import re
import subprocess

from harness import BIN, FACTOR, GAME, RefereeTest, bot
from tournament_case import TournamentCase, stored_logs

ALPHABETA = str(BIN / "alphabeta")
# An empty board has enough moves that a search uses all of its time.
TWO_PLIES = "othello:max_plies=2"

# A bot that writes what it knows about its time to stderr, and thinks for `seconds` in each turn.
THINKER = """#!/usr/bin/python3
import os, sys, time
print("times", sorted(f"{{k}}={{v}}" for k, v in os.environ.items() if k.startswith("REFEREE_") and k.endswith("_MS")), file=sys.stderr)
def lines(count):
    return [sys.stdin.readline() for _ in range(count)]
height = int(lines(3)[2].split()[0])
while sys.stdin.readline():
    lines(int(sys.stdin.readline()))
    lines(1 + height)
    moves = lines(int(sys.stdin.readline()))
    time.sleep({seconds})
    print(moves[0], end="", flush=True)
"""


def limits_of(log):
    return log["limits"]["first_move_us"], log["limits"]["move_us"]


class MatchTest(RefereeTest):
    def reserve(self):
        """A margin for a bot that leaves 50 ms of its time for delays, which is less than a busy machine may take."""
        return ["--limits", f"margin={2 * FACTOR}s"]

    def test_alphabeta_thinks_as_long_as_a_move_may_take_and_is_in_time_with_its_first(self):
        seconds = 4.0 * FACTOR
        run, log = self.play(ALPHABETA, ALPHABETA, "--game", TWO_PLIES, "--move-time", f"{seconds}s", *self.reserve())
        self.assertEqual(log["result"]["detail"], "ply limit", run)
        self.assertEqual(limits_of(log), (seconds * 1e6, seconds * 1e6))
        self.assertGreater(max(ply["wall_us"] for ply in log["plies"]), 0.9e6 * FACTOR)

    def test_a_turn_is_charged_with_all_of_its_thinking_also_where_the_bot_runs_before_the_referee_does(self):
        thinker = bot(2, "busy:5")
        ways = ["--ponder=off"], ["--ponder=on"], ["--ponder=on", "--pin"]
        for sandbox, way in itertools.product(self.sandboxes(), ways):
            with self.subTest(sandbox=sandbox, way=way):
                _, log = self.play(thinker, thinker, "--sandbox", sandbox, *way)
                for ply in log["plies"][2:4]:
                    self.assertGreaterEqual(ply["wall_us"], 4900)

    def test_alphabeta_heeds_a_limit_of_its_first_move_that_is_less(self):
        run, log = self.play(ALPHABETA, ALPHABETA, "--game", TWO_PLIES, "--move-time", f"{10 * FACTOR}s",
                             "--limits", f"first={2 * FACTOR}s", *self.reserve())
        self.assertEqual(log["result"]["detail"], "ply limit", run)
        self.assertEqual(limits_of(log), (2e6 * FACTOR, 10e6 * FACTOR))

    def test_alphabeta_answers_at_once_where_a_limit_is_less_than_a_millisecond(self):
        for more in (["--move-time", "900us", "--limits", "first=20s"], ["--move-time", "20s", "--limits", "first=900us"]):
            with self.subTest(more):
                run, log = self.play(ALPHABETA, bot(), "--game", TWO_PLIES, *more, "--limits", f"margin={20 * FACTOR}s")
                self.assertEqual(log["result"]["detail"], "ply limit", run)

    def test_a_first_move_has_the_time_of_a_move_unless_its_own_is_given(self):
        for given, first in ((["--move-time", "30s"], 30e6), (["--move-time", "30s", "--limits", "first=20s"], 20e6)):
            _, log = self.play(bot(), bot(), *given)
            self.assertEqual(limits_of(log), (first, 30e6))

    def test_alphabeta_thinks_in_the_other_sides_turn_where_it_is_told_and_may(self):
        def used(option, ponder, wait_ms=500):
            """Returns the CPU time in microseconds that the bot has used at the end of its second turn. Its opponent takes
            some time before this turn."""
            run, log = self.play(f"{ALPHABETA} --time 1 {option}", bot(1, f"late:{wait_ms * FACTOR}"), "--game",
                                 "othello:max_plies=4", "--sandbox", "off", "--ponder", ponder)
            self.assertEqual(log["result"]["detail"], "ply limit", run)
            return log["plies"][2]["cpu_us"]
        self.assertLess(used("", "on"), 30_000 * FACTOR)
        self.assertLess(used("--ponder 1", "off"), 30_000 * FACTOR)
        self.assertGreater(used("--ponder 1", "on", wait_ms=3000), 60_000 * FACTOR)


class ClockTest(RefereeTest):
    """Tests the clock: a limit for all moves of a side in a game, and the time that each move adds."""

    def thinker(self, seconds):
        return str(self.program(f"thinks_{seconds}.py", THINKER.format(seconds=seconds * FACTOR)))

    def clock(self, seconds, increment=0):
        return ["--limits", f"clock={seconds * FACTOR}s+{increment * FACTOR}s,margin={50 * FACTOR}ms"]

    def timed(self, *arguments):
        """Plays with only these limits."""
        path = self.folder / "clock.json"
        run = self.referee(*arguments, "--game", GAME, "--log", path, "--force", "--stderr", code=0)
        log = json.loads(path.read_text())
        self.check_log(log)
        return run, log

    def test_who_has_used_up_all_of_its_time_has_lost(self):
        run, log = self.timed(f"slow={self.thinker(0.4)}", bot(), *self.clock(5))
        self.assertEqual((log["result"]["ending"], log["failure"]["player"]), ("timeout", 0))
        used = sum(ply.get("charged_us", ply["wall_us"]) for ply in log["plies"] if ply["player"] == 0)
        self.assertGreater(used, 0.4e6 * FACTOR)
        self.assertEqual(log["failure"]["limit_us"], max(0, 5e6 * FACTOR - used))  # the margin may be used up, too
        self.assertEqual(log["limits"]["clock"], {"total_us": 5e6 * FACTOR, "increment_us": 0})
        self.assertIn("left on its clock", run.out)
        self.assertNotIn("longer --move-time", run.out + run.err)
        self.assertIn(f"{5 * FACTOR}s a game, margin", run.out)

    def test_a_first_move_that_is_late_by_its_own_limit_is_not_late_by_the_clock(self):
        run, log = self.timed(self.thinker(0.8), bot(), *self.clock(60), "--limits", f"first={300 * FACTOR}ms")
        self.assertEqual((log["result"]["ending"], log["plies"], log["failure"]["limit_us"]), ("timeout", [], 3e5 * FACTOR))
        self.assertNotIn("left on its clock", run.out)

    def test_each_move_may_add_time(self):
        """Without what each of its 21 moves adds, the bot would be late."""
        _, log = self.timed(self.thinker(0.3), bot(), *self.clock(5, 5))
        self.assertEqual(log["result"]["ending"], "by_rules", log["failure"])
        self.assertGreater(len(log["plies"]), 40)
        self.assertGreater(sum(ply["wall_us"] for ply in log["plies"] if ply["player"] == 0), 5e6 * FACTOR)

    def test_a_limit_of_a_move_holds_beside_the_clock(self):
        _, log = self.timed(self.thinker(0.8), bot(), *self.clock(60), "--move-time", f"{500 * FACTOR}ms",
                            "--limits", f"first={20 * FACTOR}s")
        self.assertEqual((log["result"]["ending"], log["failure"]["limit_us"], len(log["plies"])), ("timeout", 5e5 * FACTOR, 2))

    def test_a_move_may_take_all_that_is_left_of_the_clock(self):
        """The third move takes longer than the clock's initial time. The earlier answers have added enough time."""
        late = bot(3, f"late:{4500 * FACTOR}")
        _, log = self.timed(late, bot(), *self.clock(4, 4))
        self.assertEqual(log["result"]["ending"], "by_rules", log["failure"])
        self.assertGreater(log["plies"][4]["wall_us"], 4.5e6 * FACTOR)

    def test_bots_know_the_clock_and_only_the_limits_that_there_are(self):
        run, _ = self.timed(self.thinker(0), bot(), "--limits", "clock=90s+500ms")
        self.assertIn("times ['REFEREE_CLOCK_MS=90000', 'REFEREE_INCREMENT_MS=500']", run.err)
        run, _ = self.timed(self.thinker(0), bot(), "--limits", "clock=90s,first=7s")
        self.assertIn("times ['REFEREE_CLOCK_MS=90000', 'REFEREE_FIRST_MOVE_MS=7000', 'REFEREE_INCREMENT_MS=0']", run.err)
        self.assertIn("7s for the first, 90s a game", run.out)
        run, _ = self.timed(f"a={self.thinker(0)}", bot(), "--limits", "clock=90s", "--limits", "a:move=7s")
        self.assertIn("times ['REFEREE_CLOCK_MS=90000', 'REFEREE_FIRST_MOVE_MS=90000', 'REFEREE_INCREMENT_MS=0', 'REFEREE_MOVE_MS=7000']",
                      run.err)
        run, _ = self.timed(self.thinker(0), bot(), "--limits", "clock=90s", "--move-time", "7s")
        self.assertIn("times ['REFEREE_CLOCK_MS=90000', 'REFEREE_FIRST_MOVE_MS=7000', 'REFEREE_INCREMENT_MS=0', 'REFEREE_MOVE_MS=7000']",
                      run.err)

    def test_the_page_gives_the_limits_of_other_platforms(self):
        page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "matches.md").read_text()
        rows = re.search(r"<!-- time limits -->\n((?:\|.*\n)+)", page).group(1)
        limits = re.findall(r"`--limits ([^`]+)`", rows)
        read = []
        for given in limits:
            log = self.folder / "log.json"
            self.referee(bot(), bot(), "--game", GAME, "--limits", given, "--log", log, "--force", code=0)
            told = json.loads(log.read_text())["limits"]
            read.append((told["first_move_us"], told["move_us"], told.get("clock")))
        bank, overage = ({"total_us": 10_000_000, "increment_us": 100_000}, {"total_us": 62_000_000, "increment_us": 2_000_000})
        self.assertEqual(read, [(10_000_000, 10_000_000, bank), (1_000_000, 50_000, None), (62_000_000, 62_000_000, overage)])

    def test_a_clock_allows_what_a_bank_of_overage_time_allows(self):
        """A bank of 5.5 s beside 500 ms a move: most of it may be used at once, in the first move or a later one."""
        for turn in (1, 3):
            _, log = self.timed(bot(turn, f"late:{3000 * FACTOR}"), bot(), *self.clock(6, 0.5))
            self.assertEqual(log["result"]["ending"], "by_rules", log["failure"])
            self.assertGreater(log["plies"][2 * turn - 2]["wall_us"], 3e6 * FACTOR)

    def test_alphabeta_keeps_to_a_clock(self):
        _, log = self.timed(ALPHABETA, bot(), *self.clock(6))
        self.assertEqual(log["result"]["ending"], "by_rules", log["failure"])
        used = sum(ply.get("charged_us", ply["wall_us"]) for ply in log["plies"] if ply["player"] == 0)
        self.assertGreater(used, 0.1e6 * FACTOR)

    def test_a_clock_holds_for_a_person_too(self):
        waits = self.start("human", bot(), "--game", GAME, "--limits", "clock=300ms", stdin=subprocess.PIPE)
        out = waits.stdout.read()  # while stdin stays open
        self.assertIn(b"ms left, ", out)
        self.assertIn(b"human (*) forfeits at ply 1: it did not answer in time", out)

    def test_a_person_who_was_late_in_one_game_may_play_the_next_one(self):
        plays = self.start("human", bot(), "--game", GAME, "--limits", f"clock={5 * FACTOR}s", "--games", 2, stdin=subprocess.PIPE)
        seen = b""
        while b"forfeits at ply 1" not in seen or not seen.endswith(b"? for help> "):
            self.assertTrue(part := os.read(plays.stdout.fileno(), 4096), seen)
            seen += part
        plays.stdin.write(b"0\nquit\n")
        plays.stdin.close()
        self.assertNotIn(b"forfeits", plays.stdout.read())

    def test_mistakes(self):
        for text in ("", "5", "0s", "5s+", "5s+x", "5s++1s", "+1s"):
            run = self.referee(bot(), bot(), "--limits", f"clock={text}")
            self.assertEqual((run.code, run.err.count("\n")), (2, 1), str(run))
            self.assertIn("--limits: clock", run.err)
        run = self.referee(bot(), bot(), "--game", "cluster", "--limits", "clock=5s", "--traditional-time")
        self.assertEqual((run.code, "omit clock=5s" in run.err), (2, True), str(run))


class TournamentTest(TournamentCase):
    def test_a_tournament_keeps_its_clock(self):
        clock = ["--limits", "clock=30s+2s"]
        self.tournament(*self.picks(2), "--game", GAME, *clock, "--games", 4, "--stop-after", 2, "--db", "c.db")
        self.tournament("--resume", "--db", "c.db")
        clocks = [log["limits"]["clock"] for log in stored_logs(self.folder / "c.db").values()]
        self.assertEqual(clocks, [{"total_us": 30_000_000, "increment_us": 2_000_000}] * 4)

    def test_a_second_stage_may_have_other_limits(self):
        self.tournament(*self.picks(3), "--game", GAME, "--move-time", "7s", "--limits", "first=9s", "--games", 2, "--db", "a.db")
        for number, (given, limits) in enumerate((([], (9e6, 7e6)), (["--move-time", "20s"], (20e6, 20e6)), (["--limits", "clock=60s"], (60e6, 60e6)),
                                                   (["--limits", "first=8s"], (8e6, 7e6)))):
            self.tournament("--from", "a.db,top=2", *given, "--games", 2, "--db", f"b{number}.db")
            self.assertEqual(self.limits(f"b{number}.db"), {limits}, given)

    def limits(self, db):
        return set(map(limits_of, stored_logs(self.folder / db).values()))

    def test_a_tournament_has_the_same_limits_from_its_begin_to_its_end(self):
        for number, (given, first) in enumerate(((["--move-time", "30s"], 30e6),
                                                 (["--move-time", "30s", "--limits", "first=20s"], 20e6))):
            db = f"{number}.db"
            self.tournament(*self.picks(2), "--game", GAME, *given, "--games", 4, "--stop-after", 2, "--db", db)
            self.tournament("--resume", "--move-time", "30s", "--db", db)
            self.assertEqual((self.count(db), self.limits(db)), (4, {(first, 30e6)}))
