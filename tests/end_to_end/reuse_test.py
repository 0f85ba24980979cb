#!/usr/bin/python3
"""Tests that a process plays many games (--reuse). The games are the same as with a new process for each game, each
verdict belongs to one game, and no process outlives the run."""
import contextlib
import fcntl
import json
import os
import pathlib
import resource
import signal
import subprocess

from harness import BIN, FACTOR, GAME, LONG, LONG_LIMITS, PATIENCE, REFEREE, SCRIPTED_BOT, bot, read_logs
from tournament_case import SMALL, TournamentCase, stored_logs

CORES = min(3, os.cpu_count())

# A game has 42 plies, so each bot has 21 turns. A bot's turn 22 is the first turn of its second game, in which the bot
# moves second.
LAST_TURN, NEXT_TURN = 21, 22

# Bots that do not know the line -1, which announces another game, and react to it with `deed`. They answer each turn
# with the first listed move.
IGNORANT = """#!/usr/bin/python3
import sys, time
def lines(count):
    return [sys.stdin.readline() for _ in range(count)]
height = int(lines(3)[2].split()[0])
while line := sys.stdin.readline():
    if line == "-1\\n":
        {deed}
    lines(int(sys.stdin.readline()))
    lines(1 + height)
    print(lines(int(sys.stdin.readline()))[0], end="", flush=True)
"""
DEEDS = {"exits": "sys.exit(0)", "fails": "pass", "answers": "print('DROP 0', flush=True); time.sleep(100)",
         "waits": "time.sleep(100)", "goes_on": "lines(3); print('DROP 9', flush=True); time.sleep(100)"}


def thread_state(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


class ReuseTest(TournamentCase):
    def series(self, first, second, *arguments, games=3, code=0, **options):
        """Plays several games, each in the same processes as the previous game. Returns their logs."""
        path = self.folder / "log.jsonl"
        settings = [] if "--game" in arguments else ["--game", GAME]
        limits = [] if "--move-time" in arguments else LONG_LIMITS
        run = self.referee(f"A={first}", f"B={second}", *settings, *limits, *arguments, "--games", games, "--reuse", "--log", path, "--force", **options)
        self.assertEqual(run.code, code, str(run))
        self.assert_nothing_left()
        logs = read_logs(path)
        for log in logs:
            self.check_log(log)
        return logs

    def script(self, deed):
        return str(self.program(f"{deed}.py", IGNORANT.format(deed=DEEDS[deed])))

    @staticmethod
    def games_before(log):
        return {player["name"]: player["games_before"] for player in log["players"]}

    @staticmethod
    def culprit(log):
        failure = log["failure"]
        return None if failure is None else (log["players"][failure["player"]]["name"], log["result"]["ending"])

    def test_the_games_are_those_of_fresh_processes(self):
        games = {"magnetize:height=4,width=5": ("greedy", "random"), "cluster:side=3": ("greedy", "random"),
                 "othello": ("greedy", "random"), "magnetic_cave": ("greedy", "random"), "fitz:height=9,width=9": ("fitz1", "fitz2")}
        for game, (first, second) in games.items():
            for mode in self.sandboxes():
                with self.subTest(game=game, sandbox=mode):
                    bots = [str(BIN / name) + ("" if name.startswith("fitz") else " --seed 5") for name in (first, second)]
                    options = ["--game", game, "--seed", 3, "--sandbox", mode]
                    self.referee(*bots, *options, *LONG_LIMITS, "--games", 4, "--log", "fresh.jsonl", "--force", code=0)
                    fresh, reused = read_logs(self.folder / "fresh.jsonl"), self.series(*bots, *options, games=4)
                    self.assertEqual([log["result"] for log in fresh], [log["result"] for log in reused])
                    self.assertEqual([[ply["move"] for ply in log["plies"]] for log in fresh],
                                     [[ply["move"] for ply in log["plies"]] for log in reused])
                    self.assertEqual([self.games_before(log) for log in reused], [{"A": n, "B": n} for n in range(4)])
                    self.assertEqual(self.referee("replay", "log.jsonl", "--match", 3).code, 0)
                    self.assertTrue(all("games_before" not in player for log in fresh for player in log["players"]))

    def test_threads_that_think_in_the_other_sides_turn_end_with_the_game(self):
        thinker = f"{BIN}/alphabeta --nodes 300 --threads 3 --ponder 1"
        for game in ("magnetize:height=4,width=5", "cluster:side=3", "othello", "magnetic_cave", "fitz:height=9,width=9"):
            for options in [["--ponder", "on", "--sandbox", "off"]] + [["--sandbox", mode] for mode in self.sandboxes()]:
                with self.subTest(game=game, options=options):
                    logs = self.series(thinker, f"{BIN}/random --seed 5", "--game", game, "--limits", f"cpus={CORES}", *options)
                    self.assertEqual([log["failure"] for log in logs], [None] * 3)

    def test_other_languages_and_the_bot_of_the_original_game(self):
        self.assertEqual([self.culprit(log) for log in self.series(BIN / "random.py", BIN / "random.py")], [None] * 3)
        starter = os.environ["REFEREE_CLUSTER_STARTER"]
        logs = self.series(starter, BIN / "random", "--game", "cluster:side=3")
        self.assertEqual([self.culprit(log) for log in logs], [None] * 3)

    def test_a_process_is_told_of_the_next_game_and_of_nothing_else(self):
        copy = self.folder / "copy"
        logs = self.series(bot(copy=copy), bot(pick=1), games=2)
        whole = copy.read_text()
        parts = [self.referee("replay", "log.jsonl", "--match", n + 1, "--stdin-of", n).out for n in range(2)]
        self.assertEqual(whole, parts[0] + "-1\n" + parts[1])
        self.assertEqual(len(logs), 2)

    def test_a_forfeit_ends_the_process_and_only_that(self):
        for mode in self.sandboxes():
            with self.subTest(sandbox=mode):
                logs = self.series(bot(at=NEXT_TURN + 3, do="exit:3"), bot(), "--sandbox", mode, games=6)
                self.assertEqual([self.culprit(log) for log in logs], [None, ("A", "exited")] * 3)
                self.assertEqual([self.games_before(log)["A"] for log in logs], [0, 1] * 3)
                self.assertEqual([self.games_before(log)["B"] for log in logs], list(range(6)))
                self.assertEqual({log["failure"]["exit_code"] for log in logs if log["failure"]}, {3})

    def test_a_forfeit_says_that_the_process_had_played_before(self):
        hint = "referee check --reuse"
        for at, deed, hinted in ((LAST_TURN, "answer_and_exit:0", True), (NEXT_TURN + 3, "exit:3", False)):
            run = self.referee(bot(at=at, do=deed), bot(), "--game", GAME, *LONG_LIMITS, "--games", 2, "--reuse")
            self.assertIn("process   it had played 1 game before this one\n", run.out)
            self.assertEqual(hint in run.out, hinted, str(run))
        self.assertNotIn("process ", self.referee(bot(at=1, do="exit:3"), bot(), "--game", GAME, "--games", 2, "--reuse").out)

    def test_what_a_bot_does_between_the_games_counts_in_the_next_one(self):
        deeds = {"two_lines": "premature", "answer_and_exit:0": "exited", "answer_and_exit:7": "exited"}
        for mode in self.sandboxes():
            for deed, ending in deeds.items():
                with self.subTest(deed=deed, sandbox=mode):
                    logs = self.series(bot(at=LAST_TURN, do=deed), bot(), "--sandbox", mode)
                    self.assertEqual([self.culprit(log) for log in logs], [None, ("A", ending), None])
                    self.assertEqual(len(logs[1]["plies"]), 1, "it is judged in its first turn")
                    self.assertEqual(self.games_before(logs[2]), {"A": 0, "B": 2})

    def test_only_the_first_move_of_a_process_has_the_long_limit(self):
        move = 2000 * FACTOR
        limits = ["--move-time", f"{move}ms", "--limits", f"first={LONG}", "--limits", f"B:move={LONG}"]
        late = move + 300 * FACTOR
        logs = self.series(bot(at=1, do=f"late:{late}"), bot(), *limits, games=2)
        self.assertEqual([self.culprit(log) for log in logs], [None, None])
        logs = self.series(bot(at=NEXT_TURN, do=f"late:{late}"), bot(), *limits, games=2)
        self.assertEqual([self.culprit(log) for log in logs], [None, ("A", "timeout")])
        self.assertEqual(logs[1]["failure"]["limit_us"], move * 1000)

    def test_a_bot_that_has_had_no_turn_still_has_its_first_one(self):
        logs = self.series(bot(at=1, do="exit:1"), bot())
        self.assertEqual([self.culprit(log) for log in logs], [("A", "exited")] * 3)
        self.assertEqual([self.games_before(log) for log in logs], [{"A": 0, "B": n} for n in range(3)])
        # In the first game, B has no turn. In the second game, B moves first.
        limits = ["--move-time", f"{400 * FACTOR}ms", "--limits", f"first={LONG}"]
        logs = self.series(bot(at=1, do="exit:1"), bot(at=1, do=f"late:{700 * FACTOR}"), *limits, games=2)
        self.assertEqual([(self.culprit(log), len(log["plies"])) for log in logs], [(("A", "exited"), 0), (("A", "exited"), 1)])

    def test_stderr_is_that_of_one_game(self):
        program = self.program("talker.py", """#!/usr/bin/python3
import sys
game = 0
while True:
    game += 1
    height = int([input() for _ in range(3)][2].split()[0])
    while input() != "-1":
        [input() for _ in range(int(input()))]
        [input() for _ in range(1 + height)]
        moves = [input() for _ in range(int(input()))]
        print("in game", game, file=sys.stderr, flush=True)
        print("nonsense" if game == 3 else moves[0], flush=True)
""")
        logs = self.series(program, bot(), games=3)
        self.assertEqual([self.culprit(log) for log in logs], [None, None, ("A", "unreadable_move")])
        self.assertEqual(logs[2]["failure"]["stderr_tail"], "in game 3\n")

    def test_check_says_in_plain_words_what_an_ignorant_bot_does(self):
        # A bot that answers at once may or may not have read the turn block by then, depending on the scheduler.
        told = {"exits": "exit code 0", "fails": "exit code 1", "waits": "nothing came in time",
                "answers": "(it wrote this before its turn|before it had read|nothing came in time)",
                "goes_on": "(it wrote this before its turn|before it had read|the columns go from 0 to 6|not written as a move)"}
        for deed, ending in told.items():
            # The first answer of "answers" may be taken for that of its turn. Then it waits, too.
            limits = ["--move-time", "3s", "--limits", f"first={LONG}"] if deed in ("waits", "answers") else LONG_LIMITS
            if deed == "waits" and FACTOR > 1:
                continue
            with self.subTest(deed):
                script = self.script(deed)
                if deed == "exits":  # checked once, because the other bots play single games in the same way
                    self.assertEqual(self.referee("check", script, "--game", GAME, *limits).code, 0)
                run = self.referee("check", script, "--game", GAME, "--reuse", *limits, code=1)
                self.assertRegex(run.out, rf"FAIL  plays many games in one process: .*\n(.*\n)*.*{ending}")
                advice = " ".join(run.out.split())  # its lines are wrapped
                self.assertRegex(advice, "advice .*(another game|previous game|next game).*after a game, -1 comes in place of the number of plies")
                self.assertIn("not fit to play yet", run.out)
        run = self.referee("check", BIN / "random.py", "--game", GAME, "--reuse", *LONG_LIMITS, code=0)
        self.assertIn("ok    plays many games in one process: 4 games against random", run.out)
        self.assert_nothing_left()

    def test_the_environment_says_that_there_are_many_games(self):
        script = self.program("env.sh", f"#!/bin/sh\nenv | grep REFEREE_ >&2\nexec {SCRIPTED_BOT} --at 2 --do text:nonsense\\\\n\n")
        said = self.series(script, bot(), games=2)[0]["failure"]["stderr_tail"].splitlines()
        self.assertIn("REFEREE_REUSE=1", said)
        self.assertFalse([line for line in said if line.startswith("REFEREE_PLAYER")])

    def test_a_core_that_becomes_free_is_claimed_for_a_process_that_plays_on(self):
        """Other referees hold all cores when the run begins. The cores are represented by folders of this test, because
        all processes share the machine's real cores."""
        cores = pathlib.Path("/sys/devices/system/cpu")
        fake = self.folder / "cores"
        for core in sorted(os.sched_getaffinity(0)):
            (fake / f"cpu{core}").mkdir(parents=True)
        for name in ("online", "possible", "present"):
            (fake / name).write_text((cores / name).read_text())
        if subprocess.run(["unshare", "-rm", "mount", "--bind", fake, cores], check=False, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no mounts can be made here")
        held = [os.open(folder, os.O_RDONLY) for folder in fake.glob("cpu*")]
        for fd in held:
            fcntl.flock(fd, fcntl.LOCK_EX)
        script = f'mount --bind {fake} {cores} && exec {REFEREE} "$@"'
        process = subprocess.Popen(["unshare", "-rm", "sh", "-c", script, "sh", "tournament", bot(2, "late:20"), bot(3, "late:20", pick=1),
                                    *SMALL, "--games", "100000", "--jobs", "1", "--reuse", "--sandbox=off", "--quiet", "--db", "t.db"],
                                   cwd=self.folder, env=self.environment(), stdout=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        self.wait_for_games(2)
        for fd in held:
            os.close(fd)

        def claimed():
            for folder in fake.glob("cpu*"):
                fd = os.open(folder, os.O_RDONLY)
                try:
                    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    yield int(folder.name.removeprefix("cpu"))
                finally:
                    os.close(fd)

        def all_on_claimed_cores():
            cores = set(claimed())
            with contextlib.suppress(ProcessLookupError):
                found = [os.sched_getaffinity(pid) for pid in self.bots_by_state()]
                return len(found) == 2 and cores and all(bot_cores <= cores for bot_cores in found)
        self.wait_until(all_on_claimed_cores, "no core is claimed, or the bots run on others")

    def entrants(self, *bots):
        (self.folder / "e.json").write_text(json.dumps({"bot": list(bots)}))
        return ["--plan", "e.json"]

    def test_an_entrant_of_a_file_is_reused_alone_also_after_a_resume(self):
        bots = self.entrants({"name": "A", "command": bot(), "reuse": True}, {"name": "B", "command": bot(pick=1)},
                             {"name": "C", "command": bot(pick=2), "reuse": False})
        self.tournament(*bots, *SMALL, "--games", 4, "--jobs", 1, "--db", "t.db", "--stop-after", 5)
        self.tournament("--resume", "--db", "t.db", "--jobs", 1)
        seen = []
        for log in stored_logs(self.folder / "t.db").values():
            self.check_log(log)
            for player in log["players"]:
                self.assertEqual("games_before" in player, player["name"] == "A")
                if player["name"] == "A":
                    seen.append(player["games_before"])
        self.assertEqual(len(seen), 8)
        self.assertEqual(seen.count(0), 2, "a process for each run")
        self.assertEqual(self.referee("tournament", "--resume", "--db", "t.db").code, 0)
        run = self.tournament("--resume", "--reuse", "--db", "t.db", code=2)
        self.assertRegex(run.err, "entrant 2 'B' had a new process for each game, but --reuse is given now; .*settings can't be changed when resuming")

    def test_all_may_finish_their_work_when_the_run_ends(self):
        """Bots are stopped while other bots play. At the end they are all resumed together."""
        script = self.program("learner", f"#!/bin/sh\n{SCRIPTED_BOT} --pick $1\nsleep 0.1\n: > learned.$1\n")
        bots = [f"{script} {number}" for number in range(4)]
        self.tournament(*bots, *SMALL, "--games", 2, "--jobs", 1, "--reuse", "--sandbox=off", "--db", "t.db")
        self.assertEqual(sorted(path.name for path in self.folder.glob("learned.*")), [f"learned.{number}" for number in range(4)])

    def test_bots_that_wait_leave_descriptors_to_those_that_play(self):
        bots = self.entrants(*({"name": f"bot{number}", "command": bot(), "reuse": True} for number in range(60)))
        self.tournament(*bots, *SMALL, "--format", "swiss", "--rounds", 2, "--jobs", 1, "--sandbox=off", "--db", "t.db",
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))

    def test_each_job_has_a_process_of_each_bot_whatever_takes_long(self):
        bots = [bot(pick=pick) for pick in range(3)]
        self.tournament(*bots, *SMALL, "--games", 6, "--jobs", 2, "--force", "--reuse", "--seed", 3, "--db", "t.db")
        pairs = dict(self.sql("SELECT number, pair FROM games"))
        counts = {}
        for number, log in sorted(stored_logs(self.folder / "t.db").items()):
            for player in log["players"]:
                key = (pairs[number] % 2, player["name"])
                self.assertEqual(player["games_before"], counts.setdefault(key, 0), (number, log["players"]))
                counts[key] += 1
        self.assert_nothing_left()

    def bots_by_state(self):
        states = {}
        for pid, line in self.leftovers():
            if line.startswith(SCRIPTED_BOT.encode()):
                with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # the process has just ended
                    states[pid] = thread_state(pid)
        return states

    def end_at_once(self, process):
        process.send_signal(signal.SIGINT)
        while b"stopping after" not in (line := process.stderr.readline()):  # two signals at once would be one
            self.assertTrue(line, "it does not say that it stops")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assert_nothing_left()

    def test_a_bot_that_waits_for_its_next_game_is_stopped(self):
        """The third bot thinks for a long time in its third game, which it plays against its second opponent. Meanwhile
        its first opponent waits."""
        thinker = bot(at=2 * LAST_TURN + 5, do=f"late:{15_000 * FACTOR}")
        process = self.start("tournament", bot(), bot(), thinker, *SMALL, "--jobs", 1, "--reuse", "--db", "t.db")
        self.wait_for_games(2)
        self.wait_until(lambda: sorted(self.bots_by_state().values()).count("T") == 1, "nobody is stopped while others play")
        self.end_at_once(process)

    def test_it_is_also_stopped_while_bots_play_that_are_not_kept(self):
        """The third bot waits before its fifth game, which it plays against the second one."""
        third, = self.held(bot(), free=4)
        bots = self.entrants({"name": "A", "command": bot(), "reuse": True}, {"name": "B", "command": bot()}, {"name": "C", "command": str(third)})
        process = self.start("tournament", *bots, *SMALL, "--games", 4, "--seed", 1, "--jobs", 1, "--sandbox=off", "--db", "t.db")
        self.wait_until(lambda: sorted(self.bots_by_state().values()).count("T") == 1, "it is not stopped while others play")
        self.end_at_once(process)

    def test_nothing_is_left_however_a_run_ends(self):
        for mode in self.sandboxes():
            for signals in ([signal.SIGKILL], [signal.SIGINT], [signal.SIGINT, signal.SIGINT], [signal.SIGTERM]):
                with self.subTest(sandbox=mode, signals=signals):
                    for path in self.folder.glob("t.db*"):
                        path.unlink()
                    process = self.start("tournament", bot(), bot(pick=1), bot(pick=2), *SMALL, "--games", 4000, "--jobs", 2,
                                         "--force", "--reuse", "--sandbox", mode, "--db", "t.db")
                    self.wait_for_games(20)
                    for number in signals:
                        process.send_signal(number)
                    process.communicate(timeout=PATIENCE)
                    self.assertEqual(process.returncode, -9 if signal.SIGKILL in signals else 128 + signals[0])
                    self.assert_nothing_left()
                    self.tournament("--resume", "--db", "t.db", "--stop-after", 4)

    def test_a_bot_in_the_sandbox_is_killed_by_its_limit_and_starts_anew(self):
        self.need_sandbox()
        logs = self.series(bot(at=NEXT_TURN + 1, do="segfault"), bot(), "--sandbox", "on", games=4)
        self.assertEqual([self.culprit(log) for log in logs], [None, ("A", "crashed")] * 2)
