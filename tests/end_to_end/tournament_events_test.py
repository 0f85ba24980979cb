"""Tests what a tournament shows while it runs, and what it reports when something is wrong with it or its bots."""
import fcntl
import json
import pathlib
import re
import shutil
import signal
import subprocess
import time

from harness import BIN, GAME, PATIENCE, REFEREE, SCRIPTED_BOT, bot
from tournament_case import SMALL, TournamentCase

F_SETPIPE_SZ = 1031  # fcntl.F_SETPIPE_SZ since Python 3.10


class Entrants(TournamentCase):
    def test_a_bot_that_changes_stops_the_tournament(self):
        program = self.folder / "mine"
        shutil.copy(SCRIPTED_BOT, program)
        process = self.start("tournament", "./mine", bot(pick=1), *SMALL, "--games", "100000", "--db", "t.db")
        self.wait_for_games()
        other = self.folder / "other"
        self.program(other, program.read_bytes() + b"x")
        other.rename(program)
        _, err = (text.decode() for text in process.communicate(timeout=PATIENCE))
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("its file mine has changed", err)
        self.assertIn("--resume --db t.db", err)

    def test_a_bot_that_can_not_be_run_any_more_has_not_lost(self):
        program = self.folder / "mine"
        shutil.copy(SCRIPTED_BOT, program)
        process = self.start("tournament", "./mine", bot(pick=1), *SMALL, "--games", "10000", "--db", "t.db")
        self.wait_for_games()
        program.chmod(0o644)
        _, err = (text.decode() for text in process.communicate(timeout=PATIENCE))
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("can't be run any more: Permission denied", err)
        kinds = [ending for ending, in self.sql("SELECT DISTINCT ending FROM matches")]
        self.assertNotIn("failed_to_start", kinds)

    def test_a_folder_of_bots_is_checked_first(self):
        bots = self.folder / "bots"
        bots.mkdir()
        shutil.copy(SCRIPTED_BOT, bots / "good")
        self.program(bots / "wrong", "#!/bin/sh\necho hello\nexec cat >/dev/null\n")
        (bots / "also.py").write_text((BIN / "random.py").read_text())
        (bots / "README.txt").write_text("not a bot")
        run = self.tournament("--bots", "bots", *SMALL, "--db", "t.db", "--sandbox=off")
        self.assertIn("wrong", run.err)
        self.assertNotRegex(run.out, r"(?m)^\d+ +wrong")
        self.assertIn("left out\n  wrong: ", run.out)
        self.assertEqual([name for name, in self.sql("SELECT name FROM entrants ORDER BY number")],
                         ["also", "good"])

    def test_a_ladder_takes_new_bots(self):
        ladder = ["--format", "ladder", *SMALL, "--db", "t.db"]
        self.tournament(*self.picks(2), *ladder, "--stop-after", "16")
        run = self.resume("--stop-after", "32", change=["add", bot(pick=5)])
        self.assertEqual(self.count(), 48)
        games = self.sql("SELECT count(*) FROM matches WHERE first = 2 OR second = 2")[0][0]
        self.assertGreater(games, 8, "the newcomer plays")
        self.assertEqual(run.out, self.standings())


class Anchor(TournamentCase):
    def begin(self, *arguments):
        for name in "abc":
            shutil.copy(SCRIPTED_BOT, self.folder / name)
        bots = [f"./{name} --pick {pick}" for pick, name in enumerate("abc")]
        return self.tournament(*bots, *SMALL, "--db", "t.db", "--anchor", "b=1500", *arguments)

    def test_it_is_kept_in_the_file(self):
        self.begin("--stop-after", "2")
        said = "anchor: b is fixed at 1500; intervals are those of the difference from it"
        run = self.tournament("--resume", "--db", "t.db")
        self.assertIn(said, run.out)
        self.assertEqual(run.out, self.standings())
        other = self.referee("standings", "t.db", "--anchor", "c=7").out
        self.assertIn("anchor: c is fixed at 7;", other)
        self.assertNotIn(said, other)


class Nash(TournamentCase):
    def test_without_all_pairings_the_export_names_two_that_have_not_met(self):
        self.tournament(*self.picks(3), *SMALL, "--db", "t.db", "--stop-after", "2")
        run = self.referee("export", "t.db", "nash", code=2)
        self.assertRegex(run.err, r"\Areferee: no Nash averages: '.+' and '.+' have no game against each other that counts\n\Z")


class Wrong(TournamentCase):
    def test_each_gets_one_line(self):
        (self.folder / "there.db").write_text("x")
        for arguments, said in [
                ([], "no bots are given"), (["a"], "'a'"), ([bot()], "there is only 'scripted_bot'"),
                (["--format", "league", bot(), bot(1)], "write round-robin"),
                (["--jobs", "10000", bot(), bot(pick=1)], "add --force"),
                (["--sprt", "elo=1", bot(), bot(pick=1)], "'elo=1' is not one of"),
                (["--sprt", "elo0=5,elo1=0", bot(), bot(pick=1)], "elo0"),
                (["--sprt", "", bot(), bot(pick=1)], "--sprt: nothing is given"),
                (["--sprt", "elo1=5,", bot(), bot(pick=1)], "--sprt: there is an empty part before or after a comma"),
                (["--sprt", "elo1=5", *self.picks(3)], "compares two bots, not 3"),
                (["--until", "los=5", bot(), bot(pick=1)], "write los=95"),
                (["--until", "elo=20", "--sprt", "elo1=5", bot(), bot(pick=1)], "a sequential test stops by itself"),
                (["--until", "elo=20", "--format", "swiss", bot(), bot(pick=1)], "use a ladder, a round robin or a gauntlet"),
                (["--rounds", "3", bot(), bot(pick=1)], "goes with --format swiss"),
                (["--format", "gauntlet", "--challenger", "x", bot(), bot(pick=1)], "no bot is called 'x'"),
                (["--format", "gauntlet", "--challenger", "", bot(), bot(pick=1)], "--challenger needs a value"),
                (["--until", "", bot(), bot(pick=1)], "--until '': write los=95"),
                (["--anchor", "", bot(), bot(pick=1)], "write NAME=ELO"),
                (["--anchor", "x=1500", bot(), bot(pick=1)], "--anchor: no bot is called 'x'"),
                (["--format", "ladder", "--games", "3", bot(), bot(pick=1)], "--games does not apply to ladder"),
                (["--db", "there.db", bot(), bot(pick=1)], "already exists"),
                (["--db", "none/t.db", bot(), bot(pick=1)], "none/t.db"),
                (["--resume", "--db", "none.db"], "none.db"), (["--resume", "--db", "there.db"], "there.db"),
                (["--openings", "1000", bot(), bot(pick=1), "--game", GAME], "ask for shorter openings"),
                (["--db", ".", bot(), bot(pick=1)], "'.' already exists and is not a file"),
                (["--db", "x" * 300, bot(), bot(pick=1)], "File name too long"),
                (["--games", "1000000", *self.picks(3)], "that makes 3000000 games of 3 bots"),
                (["human", bot()], "human"), (["--bots", "nowhere"], "nowhere"),
                (["--plan", "x.json", bot()], "x.json")]:
            run = self.tournament(*arguments, code=2)
            self.assertIn(said, run.err, f"{arguments}: {run}")
            self.assertEqual(len(run.err.splitlines()), 1, run.err)
            self.assertEqual(run.out, "")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["there.db"])

    def test_a_second_process_can_look_at_a_file_that_is_played_but_not_go_on_with_it(self):
        process = self.start("tournament", bot(at=1, do="never_answer"), bot(), "--game", GAME, "--move-time", "10m",
                             "--limits", "first=10m", "--db", "t.db")
        self.wait_for_bots(2)
        run = self.referee("tournament", "--resume", "--db", "t.db")
        self.assertEqual((run.code, run.err), (2, "referee: tournament file 't.db' is being written by another process\n"))
        for command in (["standings", "t.db"], ["export", "t.db", "games"], ["view", "t.db", "-o", "report"]):
            self.referee(*command, code=0, err="")
        self.assertIsNone(process.poll())

    def test_a_file_that_may_not_grow_ends_the_run_and_loses_nothing(self):
        command = f"ulimit -f 200; exec {REFEREE} tournament '{bot()}' '{bot(pick=1)}' --games 2000 --game {GAME} --db t.db"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment(), capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("to resume: referee tournament --resume --db t.db", done.stderr)
        played = self.count()
        self.assertGreater(played, 0)
        self.tournament("--resume", "--db", "t.db", "--stop-after", "10")
        self.assertEqual(self.count(), played + 10)

    def test_too_few_descriptors_are_said_before_anything_runs(self):
        command = f"ulimit -n 100; exec {BIN / 'referee'} tournament '{bot()}' '{bot(pick=1)}' --jobs 20 --force"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment(), capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"allows 100 \(ulimit -Hn\): the maximum is --jobs 1")


class Events(TournamentCase):
    def test_each_event_is_a_line_of_json(self):
        run = self.tournament(*self.picks(3), *SMALL, "--games", "2", "--json", "--db", "t.db")
        events = [json.loads(line) for line in run.out.splitlines()]
        self.assertEqual(events[0]["event"], "begun")
        self.assertEqual(events[-1]["event"], "ended")
        self.assertEqual(events[-1]["why"], "finished")
        played = [event for event in events if event["event"] == "played"]
        self.assertEqual(sorted(event["game"] for event in played), list(range(1, 7)))
        rows = dict(self.sql("SELECT number + 1, plies FROM matches"))
        self.assertEqual({event["game"]: event["plies"] for event in played}, rows)

    def test_a_reader_who_leaves_ends_the_run(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "100000", "--json", "--db", "t.db")
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read().decode()
        process.wait(timeout=PATIENCE)
        self.assertEqual(process.returncode, 141)
        self.assertEqual(err.count("nobody reads the events any more"), 1, err)
        self.assert_nothing_left()

    def test_a_reader_who_does_not_read_does_not_keep_signals_away(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "100000", "--json", "--db", "t.db")
        fcntl.fcntl(process.stdout, F_SETPIPE_SZ, 4096)
        played = None
        while True:  # until the pipe is full and the run waits for its reader
            time.sleep(0.5)
            at_once = self.played_by(process)
            if at_once == played:
                break
            played = at_once
        process.send_signal(signal.SIGTERM)
        self.wait_until(lambda: process.poll() is not None)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assert_nothing_left()

    @staticmethod
    def played_by(process):
        """Returns the CPU times that a process has used so far. They do not grow while the process waits."""
        return pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]

    def test_on_a_terminal_the_table_is_drawn_and_gone_at_the_end(self):
        with open(self.folder / "out", "wb") as out:
            text = self.on_a_terminal("tournament", *self.picks(3), *SMALL, "--games", "40", "--db", "t.db", stdout=out)
        self.assertRegex(text, r"\[#*\.*\] \d+ of 120 games")
        self.assertIn("scripted_bot", text)
        # The table has been erased completely. On a busy machine, a message about the load may follow.
        self.assertRegex(re.sub(r"\r\n +", " ", text.rsplit("\x1b[J", 1)[1]), r"^\s*(\S*referee: (load|too;)[^\n]*\n?)*$")
        self.assertEqual((self.folder / "out").read_text(), self.standings())
