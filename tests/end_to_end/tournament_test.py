"""`referee tournament` with real bots: its tables, its file, resuming, and whatever is wrong with what it is given."""
import contextlib
import json
import math
import os
import pathlib
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

from harness import BIN, FACTOR, GAME, LONG_LIMITS, REFEREE, SCRIPTED_BOT, RefereeTest, bot, main

LIMITS = LONG_LIMITS
SMALL = ["--game", GAME, *LIMITS]


def plies_of(db):
    """The moves of every game, by its number."""
    with contextlib.closing(sqlite3.connect(db)) as file:
        logs = file.execute("SELECT number, log FROM logs ORDER BY number").fetchall()
    return {number: [(ply["player"], ply["move"]) for ply in json.loads(log)["plies"]] for number, log in logs}


class TournamentCase(RefereeTest):
    def tournament(self, *arguments, code=0, **options):
        run = self.referee("tournament", *arguments, **options)
        self.assertEqual(run.code, code, str(run))
        return run

    def standings(self, db="t.db"):
        run = self.referee("standings", db)
        self.assertEqual(run.code, 0, str(run))
        return run.out

    def count(self, db="t.db"):
        with contextlib.closing(sqlite3.connect(self.folder / db)) as file:
            return file.execute("SELECT count(*) FROM matches").fetchone()[0]

    def picks(self, count):
        """So many bots that differ in which move they take."""
        return [bot(pick=pick) for pick in range(count)]


class Tables(TournamentCase):
    def test_the_tables_are_printed_again_identical(self):
        run = self.tournament(*self.picks(4), *SMALL, "--games", "4", "--db", "t.db", "--seed", "5")
        self.assertEqual(run.out, self.standings())
        self.assertEqual(self.count(), 4 * 3 // 2 * 4)
        self.assert_nothing_left()

    def test_sample_bots_play_and_the_better_one_is_first(self):
        run = self.tournament(BIN / "random", BIN / "greedy", *LIMITS, "--games", "10", "--db", "t.db")
        rows = [line.split() for line in run.out.splitlines() if re.match(r" *\d+ +(greedy|random) ", line)]
        self.assertEqual([row[1] for row in rows[:2]], ["greedy", "random"], run.out)

    def test_every_log_can_be_replayed(self):
        self.tournament(*self.picks(3), *SMALL, "--games", "2", "--db", "t.db", "--openings", "4")
        run = self.referee("export", "t.db", "matches", "--output", "m.jsonl")
        self.assertEqual(run.code, 0, str(run))
        for line in (self.folder / "m.jsonl").read_text().splitlines():
            self.check_log(json.loads(line))
        self.assertEqual(self.replay("m.jsonl", "--no-boards").code, 0)

    def test_quiet_says_nothing_but_the_tables(self):
        run = self.tournament(*self.picks(2), *SMALL, "--quiet")
        self.assertEqual(run.err, "")
        self.assertEqual(run.out, self.standings("tournament.db"))


class SameGames(TournamentCase):
    def test_any_number_of_jobs_plays_the_same_plies(self):
        for name, more in {"rr": [], "openings": ["--openings", "6"], "swiss": ["--format", "swiss", "--rounds", "3"],
                           "ladder": ["--format", "ladder", "--stop-after", "40"],
                           "knockout": ["--format", "knockout"]}.items():
            games = [] if name == "ladder" else ["--games", "4"]
            found = []
            for jobs in ("1", "4"):
                db = f"{name}{jobs}.db"
                run = self.tournament(*self.picks(5), *SMALL, *games, "--seed", "9", "--jobs", jobs, "--force", "--db",
                                      db, *more)
                found.append((plies_of(self.folder / db), run.out.replace(db, "t.db")))
            self.assertEqual(found[0][0], found[1][0], name)
            self.assertEqual(found[0][1], found[1][1], name)
            self.assertGreater(len(found[0][0]), 10)

    def test_a_game_with_chance_has_the_same_chance(self):
        logs = []
        for jobs in ("1", "3"):
            self.tournament(BIN / "greedy", f"{BIN / 'random'} --seed 7", "--game", "cluster", *LIMITS, "--games", "6", "--seed", "3",
                            "--jobs", jobs, "--force", "--db", f"{jobs}.db", "--openings", "4")
            logs.append(plies_of(self.folder / f"{jobs}.db"))
        self.assertEqual(sorted(logs[0]), sorted(logs[1]))
        for number in range(0, 6, 2):
            opening = logs[0][number][:4]
            self.assertEqual(opening, logs[0][number + 1][:4], "the games of a pair begin alike")
            self.assertEqual(opening, logs[1][number][:4])


class Formats(TournamentCase):
    def rounds(self, db):
        """The pairings of each round, and who won how many half points in all before each round."""
        with contextlib.closing(sqlite3.connect(self.folder / db)) as file:
            rows = file.execute("SELECT round, games.first, games.second, winner FROM games JOIN matches USING (number) "
                                "ORDER BY number").fetchall()
        rounds = {}
        for number, first, second, winner in rows:
            score = {None: (1, 1), 0: (2, 0), 1: (0, 2)}[winner]
            rounds.setdefault(number, []).append(((first, score[0]), (second, score[1])))
        return rounds

    def test_swiss(self):
        for count in (7, 8, 33):
            db = f"{count}.db"
            self.tournament(*self.picks(count), *SMALL, "--format", "swiss", "--games", "2", "--openings", "3", "--db", db,
                            "--jobs", "2", "--force", "--seed", "4")
            rounds = self.rounds(db)
            self.assertEqual(sorted(rounds), list(range(math.ceil(math.log2(count)) + 1)))
            met, byes = set(), []
            points = dict.fromkeys(range(count), 0)
            for number, games in rounds.items():
                pairings = {frozenset((first[0], second[0])) for first, second in games}
                self.assertFalse(met & pairings, f"{count}: a pair has met twice")
                met |= pairings
                playing = [entrant for pairing in pairings for entrant in pairing]
                self.assertEqual(len(playing), len(set(playing)))
                self.assertEqual(len(playing), count - count % 2)
                if number > 0:  # by no more than one pairing brings
                    gaps = sorted(abs(points[a] - points[b]) for a, b in map(tuple, pairings))
                    self.assertLessEqual(gaps[len(gaps) // 2], 4, f"{count}: round {number} pairs unequal scores: {gaps}")
                for bye in set(range(count)) - set(playing):
                    byes.append(bye)
                    points[bye] += 4
                for (first, won), (second, lost) in games:
                    points[first] += won
                    points[second] += lost
            self.assertEqual(len(byes), len(set(byes)), f"{count}: somebody has had two byes")

    def test_knockout(self):
        for count in (5, 8, 13):
            db = f"{count}.db"
            run = self.tournament(*self.picks(count), *SMALL, "--format", "knockout", "--games", "2", "--db", db)
            out = set()
            for number, games in sorted(self.rounds(db).items()):
                score = {}
                for (first, won), (second, lost) in games:
                    self.assertNotIn(first, out)
                    self.assertNotIn(second, out)
                    pairing = score.setdefault(frozenset((first, second)), {first: 0, second: 0})
                    pairing[first] += won
                    pairing[second] += lost
                for pairing in score.values():
                    (better, more), (worse, less) = sorted(pairing.items())
                    out.add(worse if more >= less else better)  # the better seed goes on where they are even
            self.assertEqual(len(out), count - 1, run.out)
            self.assertIn("final", run.out)


class Resuming(TournamentCase):
    def test_what_is_missing_is_played_with_any_number_of_jobs(self):
        whole = self.tournament(*self.picks(4), *SMALL, "--games", "6", "--seed", "2", "--db", "whole.db")
        self.tournament(*self.picks(4), *SMALL, "--games", "6", "--seed", "2", "--db", "t.db", "--stop-after", "7")
        self.assertEqual(self.count(), 7)
        run = self.tournament("--resume", "--db", "t.db", "--jobs", "3", "--force", "--stop-after", "11")
        self.assertEqual(self.count(), 18)
        self.assertIn("referee tournament --resume --db t.db --jobs 3 --force", run.err)
        run = self.tournament("--resume", "--db", "t.db")
        self.assertEqual(run.out, whole.out)
        self.assertEqual(plies_of(self.folder / "t.db"), plies_of(self.folder / "whole.db"))
        again = self.tournament("--resume", "--db", "t.db")
        self.assertEqual(again.out, whole.out)

    def test_other_settings_or_bots_are_refused_by_name(self):
        program = self.folder / "mine"
        shutil.copy(SCRIPTED_BOT, program)
        self.tournament("./mine", bot(pick=1), *SMALL, "--games", "4", "--seed", "2", "--db", "t.db", "--stop-after", "1")
        for more, said in [(["--games", "6"], "games was 4 and is 6"), (["--seed", "3"], "the seed was 2 and is 3"),
                           (["--move-time", "1s"], "limits/move_us was"), (["--game", "othello"], "game was"),
                           (["--format", "knockout"], 'format was "round-robin" and is "knockout"'),
                           (["./mine", bot(pick=2)], "was run by"),
                           (["./mine", bot(pick=1), bot(pick=2)], "there were 2 entrants and are 3")]:
            run = self.tournament("--resume", "--db", "t.db", *more, code=2)
            self.assertIn("t.db", run.err, run.err)
            self.assertIn(said, run.err, run.err)
            self.assertEqual(len(run.err.splitlines()), 1, run.err)
        with open(program, "ab") as file:
            file.write(b"x")
        run = self.tournament("--resume", "--db", "t.db", code=2)
        self.assertIn("its file mine has changed", run.err)
        self.assertEqual(self.count(), 1)

    def test_ctrl_c_lets_the_running_games_end_and_names_the_command(self):
        process = self.start("tournament", *self.picks(3), *SMALL, "--games", "3000", "--db", "t d.db")
        self.wait_for_file("t d.db")
        time.sleep(1 * FACTOR)  # some games
        process.send_signal(signal.SIGINT)
        out, err = (text.decode() for text in process.communicate(timeout=60 * FACTOR))
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertIn("to go on: referee tournament --resume --db 't d.db'", err)
        self.assertGreater(self.count("t d.db"), 0)
        self.assertEqual(out, self.standings("t d.db"))
        self.assert_nothing_left()

    def wait_for_file(self, name):
        end = time.monotonic() + 30 * FACTOR
        while not (self.folder / name).exists() and time.monotonic() < end:
            time.sleep(0.01)

    def test_a_second_ctrl_c_ends_at_once(self):
        patient = bot(at=1, do="never_answer")
        process = self.start("tournament", patient, bot(), "--game", GAME, "--move-time", "10m", "--first-move-time",
                             "10m", "--db", "t.db")
        self.wait_for_file("t.db")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20 * FACTOR)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertEqual(self.count(), 0)
        self.assert_nothing_left()

    def test_a_file_that_is_moved_away_is_missed(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "10000", "--db", "t.db")
        self.wait_for_file("t.db")
        time.sleep(0.5)
        (self.folder / "t.db").rename(self.folder / "moved.db")
        _, err = process.communicate(timeout=60 * FACTOR)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn(b"'t.db' was moved, replaced or deleted", err)
        (self.folder / "moved.db").rename(self.folder / "t.db")
        self.assertGreater(self.count("t.db"), 0)

    def test_a_termination_ends_at_once(self):
        process = self.start("tournament", bot(at=1, do="never_answer"), bot(), "--game", GAME, "--move-time", "10m",
                             "--first-move-time", "10m", "--db", "t.db")
        self.wait_for_file("t.db")
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20 * FACTOR)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assert_nothing_left()


class Entrants(TournamentCase):
    def test_a_bot_that_changes_stops_the_tournament(self):
        program = self.folder / "mine"
        shutil.copy(SCRIPTED_BOT, program)
        process = self.start("tournament", "./mine", bot(pick=1), *SMALL, "--games", "100000", "--db", "t.db")
        time.sleep(0.5)
        other = self.folder / "other"
        other.write_bytes(program.read_bytes() + b"x")
        other.chmod(0o755)
        other.rename(program)
        _, err = (text.decode() for text in process.communicate(timeout=60 * FACTOR))
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("its file mine has changed", err)
        self.assertIn("--resume --db t.db", err)

    def test_a_bot_that_can_not_be_run_any_more_has_not_lost(self):
        program = self.folder / "mine"
        shutil.copy(SCRIPTED_BOT, program)
        process = self.start("tournament", "./mine", bot(pick=1), *SMALL, "--games", "10000", "--db", "t.db")
        time.sleep(0.5)
        program.chmod(0o644)
        _, err = (text.decode() for text in process.communicate(timeout=60 * FACTOR))
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("can't be run any more: Permission denied", err)
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file:
            kinds = [ending for ending, in file.execute("SELECT DISTINCT ending FROM matches")]
        self.assertNotIn("failed_to_start", kinds)

    def test_a_folder_of_bots_is_checked_first(self):
        bots = self.folder / "bots"
        bots.mkdir()
        shutil.copy(SCRIPTED_BOT, bots / "good")
        (bots / "wrong").write_text("#!/bin/sh\necho hello\nexec cat >/dev/null\n")
        (bots / "wrong").chmod(0o755)
        (bots / "also.py").write_text((BIN / "random.py").read_text())
        (bots / "README.txt").write_text("not a bot")
        run = self.tournament("--bots", "bots", *SMALL, "--db", "t.db", "--sandbox=off")
        self.assertIn("wrong", run.err)
        self.assertNotIn("wrong", run.out)
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file:
            self.assertEqual([name for name, in file.execute("SELECT name FROM entrants ORDER BY number")],
                             ["also.py", "good"])

    def test_a_ladder_takes_new_bots(self):
        ladder = ["--format", "ladder", *SMALL, "--db", "t.db"]
        self.tournament(*self.picks(2), *ladder, "--stop-after", "16")
        run = self.tournament("--resume", "--db", "t.db", "--add", bot(pick=5), "--stop-after", "32")
        self.assertEqual(self.count(), 48)
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file:
            games = file.execute("SELECT count(*) FROM matches WHERE first = 2 OR second = 2").fetchone()[0]
        self.assertGreater(games, 8, "the newcomer plays")
        self.assertEqual(run.out, self.standings())


class InTheSandbox(TournamentCase):
    """As most people run it: the other tests do without a sandbox, which costs time."""

    def setUp(self):
        super().setUp()
        if "in a sandbox" not in self.referee("check", SCRIPTED_BOT, "--sandbox=auto").out:
            self.skipTest("there is no sandbox here")

    def test_a_folder_of_strangers_plays_and_is_resumed(self):
        bots = self.folder / "bots"
        bots.mkdir()
        for name in ("a", "b", "c"):
            shutil.copy(SCRIPTED_BOT, bots / name)
        sandbox = {"REFEREE_SANDBOX": "auto"}
        self.tournament("--bots", "bots", *SMALL, "--memory", "300M", "--stop-after", "2", "--db", "t.db", env=sandbox)
        run = self.tournament("--resume", "--db", "t.db", env=sandbox)
        self.assertEqual(self.count(), 6)
        self.assertEqual(run.out, self.standings())
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file:
            logs = [json.loads(log) for log, in file.execute("SELECT log FROM logs")]
        for log in logs:
            self.assertEqual(log["players"][0]["isolation"], "bubblewrap")
            self.assertEqual(log["limits"]["memory_bytes"], 300 * 2**20)
        self.assert_nothing_left()

    def test_strangers_do_not_play_without_a_sandbox_by_accident(self):
        bots = self.folder / "bots"
        bots.mkdir()
        shutil.copy(SCRIPTED_BOT, bots / "a")
        shutil.copy(SCRIPTED_BOT, bots / "b")
        # Where bubblewrap can't be found there is no sandbox.
        done = subprocess.run(["/usr/bin/bwrap", "--dev-bind", "/", "/", "--tmpfs", "/usr/bin", REFEREE, "tournament",
                               "--bots", "bots", *SMALL, "--db", "t.db"], cwd=self.folder, capture_output=True, text=True,
                              env=self.environment(REFEREE_SANDBOX="auto"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("strangers' bots are run in a sandbox, and there is none", done.stderr)
        self.assertFalse((self.folder / "t.db").exists())


class Sprt(TournamentCase):
    def test_each_verdict_has_its_exit_code(self):
        strong, weak = str(BIN / "greedy"), str(BIN / "random")
        for first, second, limits, code in [(strong, weak, "elo0=0,elo1=50", 0), (weak, strong, "elo0=0,elo1=50", 4),
                                            (bot(pick=0), bot(pick=0) + " ", "elo0=0,elo1=5", 5)]:
            db = f"{code}.db"
            games = ["--games", "6"] if code == 5 else []
            run = self.tournament(first, second, *LIMITS, "--sprt", limits, *games, "--db", db, code=code)
            self.assertIn("LLR", run.out)
            again = self.tournament("--resume", "--db", db, code=code)
            self.assertEqual(again.out, run.out)


class Wrong(TournamentCase):
    def test_each_gets_one_line(self):
        (self.folder / "there.db").write_text("x")
        for arguments, said in [
                ([], "no bots are given"), (["a"], "'a'"), ([bot()], "there is only 'scripted_bot'"),
                (["--format", "league", bot(), bot(1)], "write round-robin"),
                (["--jobs", "10000", bot(), bot(pick=1)], "add --force"),
                (["--sprt", "elo=1", bot(), bot(pick=1)], "'elo=1' is not one of"),
                (["--sprt", "elo0=5,elo1=0", bot(), bot(pick=1)], "elo0"),
                (["--sprt", "", *self.picks(3)], "compares two bots, and there are 3"),
                (["--rounds", "3", bot(), bot(pick=1)], "goes with --format swiss"),
                (["--format", "gauntlet", "--challenger", "x", bot(), bot(pick=1)], "no bot is called 'x'"),
                (["--format", "ladder", "--games", "3", bot(), bot(pick=1)], "a ladder has no end"),
                (["--db", "there.db", bot(), bot(pick=1)], "is there already"),
                (["--db", "none/t.db", bot(), bot(pick=1)], "none/t.db"),
                (["--resume", "--db", "none.db"], "none.db"), (["--resume", "--db", "there.db"], "there.db"),
                (["--openings", "1000", bot(), bot(pick=1), "--game", GAME], "ask for shorter openings"),
                (["--db", ".", bot(), bot(pick=1)], "'.' is there already, and no file"),
                (["--db", "x" * 300, bot(), bot(pick=1)], "File name too long"),
                (["--games", "1000000", *self.picks(3)], "that makes 3000000 games of 3 bots"),
                (["human", bot()], "human"), (["--bots", "nowhere"], "nowhere"),
                (["--add", "x", bot(), bot(pick=1)], "--add goes with --resume"),
                (["--entrants", "x.json", bot()], "in several ways")]:
            run = self.tournament(*arguments, code=2)
            self.assertIn(said, run.err, f"{arguments}: {run}")
            self.assertEqual(len(run.err.splitlines()), 1, run.err)
            self.assertEqual(run.out, "")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["there.db"])

    def test_a_second_process_on_one_file_is_refused(self):
        process = self.start("tournament", bot(at=1, do="never_answer"), bot(), "--game", GAME, "--move-time", "10m",
                             "--first-move-time", "10m", "--db", "t.db")
        end = time.monotonic() + 30 * FACTOR
        while not (self.folder / "t.db").exists() and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.2)
        for command in (["tournament", "--resume", "--db", "t.db"], ["standings", "t.db"]):
            run = self.referee(*command)
            self.assertEqual(run.code, 2, str(run))
            self.assertIn("t.db", run.err)
        self.assertIsNone(process.poll())

    def test_a_file_that_may_not_grow_ends_the_run_and_loses_nothing(self):
        command = f"ulimit -f 200; exec {REFEREE} tournament '{bot()}' '{bot(pick=1)}' --games 2000 --game {GAME} --db t.db"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment(), capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("to go on: referee tournament --resume --db t.db", done.stderr)
        played = self.count()
        self.assertGreater(played, 0)
        self.tournament("--resume", "--db", "t.db", "--stop-after", "10")
        self.assertEqual(self.count(), played + 10)

    def test_too_few_descriptors_are_said_before_anything_runs(self):
        command = f"ulimit -n 100; exec {BIN / 'referee'} tournament '{bot()}' '{bot(pick=1)}' --jobs 20 --force"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment(), capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"allows 100 \(ulimit -Hn\): --jobs 1 is the most")


class Events(TournamentCase):
    def test_each_event_is_a_line_of_json(self):
        run = self.tournament(*self.picks(3), *SMALL, "--games", "2", "--json-events", "--db", "t.db")
        events = [json.loads(line) for line in run.out.splitlines()]
        self.assertEqual(events[0]["event"], "begun")
        self.assertEqual(events[-1]["event"], "ended")
        self.assertEqual(events[-1]["why"], "finished")
        played = [event for event in events if event["event"] == "played"]
        self.assertEqual(sorted(event["game"] for event in played), list(range(6)))
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file:
            rows = dict(file.execute("SELECT number, plies FROM matches"))
        self.assertEqual({event["game"]: event["plies"] for event in played}, rows)

    def test_a_reader_who_leaves_ends_the_run(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "100000", "--json-events", "--db", "t.db")
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read().decode()
        process.wait(timeout=60 * FACTOR)
        self.assertEqual(process.returncode, 1)
        self.assertIn("nobody reads the events any more", err)
        self.assert_nothing_left()

    def test_a_reader_who_does_not_read_does_not_keep_signals_away(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "100000", "--json-events", "--db", "t.db")
        played = None
        while True:  # until the pipe is full
            time.sleep(0.5)
            at_once = self.played_by(process)
            if at_once == played:
                break
            played = at_once
        process.send_signal(signal.SIGTERM)
        end = time.monotonic() + 30 * FACTOR
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assert_nothing_left()

    @staticmethod
    def played_by(process):
        """How much a process has waited for and run so far: it does not grow where it waits for ever."""
        return pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]

    def test_on_a_terminal_the_table_is_drawn_and_gone_at_the_end(self):
        control, terminal = pty.openpty()
        process = self.start("tournament", *self.picks(3), *SMALL, "--games", "40", "--db", "t.db", stderr=terminal,
                             env={"TERM": "xterm"})
        os.close(terminal)
        drawn = b""
        while True:
            try:
                piece = os.read(control, 65536)
            except OSError:
                break
            if not piece:
                break
            drawn += piece
        os.close(control)
        out = process.stdout.read().decode()
        process.wait()
        self.assertEqual(process.returncode, 0, drawn)
        text = drawn.decode()
        self.assertRegex(text, r"\[#*\.*\] \d+ of 120 games")
        self.assertIn("scripted_bot", text)
        self.assertTrue(text.rstrip("\r\n").endswith("\x1b[J"), "nothing of it is left")
        self.assertEqual(out, self.standings())


if __name__ == "__main__":
    main()
