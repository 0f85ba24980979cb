"""Tests tournaments that a simulated batch system plays, and everything that goes wrong with machines: no result is
lost, and none counts twice."""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

import own_rules
from engine_case import SimulatedCase
from harness import GAME, LONG, LONG_LIMITS, PATIENCE, REFEREE, SCRIPTED_BOT, SOAK, bot
from tournament_case import SMALL, stored_logs

# A test for `make soak` only. The other tests, the joints and the unit tests cover the same ground in less time.
in_soak = unittest.skipUnless(SOAK, "a part of make soak")
ROUND_ROBIN = [*SMALL, "--games", "8", "--openings", "3", "--seed", "4"]
# Bots that think for so long that no test waits for them.
THINKERS = [*(bot(2, "late:500000", pick=pick) for pick in range(2)), "--game", GAME, "--move-time", "10m", "--limits", f"first={LONG}", "--seed", "4"]
BREAKTHROUGH = pathlib.Path(__file__).parents[2] / "examples/games/breakthrough.py"


class FormatsTest(SimulatedCase):
    def test_a_game_of_ones_own(self):
        arguments = [*self.picks(2), "--game", f"{BREAKTHROUGH}:height=4,width=3", *LONG_LIMITS, "--games", "6", "--seed", "5"]
        self.local(*arguments)
        self.batches(*arguments)
        self.assert_same()
        self.assertIn("endings: breakthrough 6\nforfeits: none", self.standings("t.db"))

    def test_rules_that_fail_while_an_opening_is_drawn(self):
        """Such a game counts for nobody, and the others are played."""
        game = own_rules.die(self.folder, "if word == 'chance' and rest == ['1']: sys.exit(1)")
        arguments = [*self.picks(2), "--game", game, *LONG_LIMITS, "--openings", "2", "--games", "8", "--seed", "4"]  # the first opening does not fail
        self.tournament(*arguments, "--db", "local.db", "--quiet", code=1)
        run = self.batches(*arguments, code=1)
        self.assert_same()
        self.assertIn("the rules of die have failed", run.err)
        endings = {result["ending"] for result in self.results("t.db")}
        self.assertEqual(len(endings), 2, endings)

    @in_soak
    def test_swiss(self):
        self.play_both("--format", "swiss", "--rounds", "3", bots=5)

    @in_soak
    def test_knockout(self):
        self.play_both("--format", "knockout", "--openings", "4", bots=5)

    @in_soak
    def test_gauntlet(self):
        self.play_both("--format", "gauntlet", "--games", "6")

    def test_both_games_of_a_pair_are_played_by_one_host(self):
        (self.folder / "book.txt").write_text("".join(f"DROP {first}, DROP {second}\n" for first in range(4) for second in range(4)))
        run = self.play_both("--games", "20", "--openings", "book.txt,order=random")
        self.assertIn("\n16 openings from a list, in random order\n", run.out)
        self.assertRegex(run.out, r"\nhosts\n")
        rows = json.loads(self.referee("export", "t.db", "hosts", "--format", "json").out)
        self.assertEqual({row["host"] for row in rows}, {"n1", "n2"})
        self.assertEqual(sum(row["games"] for row in rows), 60)
        host = {}
        for number, name in self.sql("SELECT played_on.number, hosts.name FROM played_on JOIN hosts ON hosts.number = host"):
            host[number] = name
        for pair, in self.sql("SELECT DISTINCT pair FROM games"):
            games = [number for number, in self.sql(f"SELECT number FROM games WHERE pair = {pair}")]
            self.assertEqual(len({host[number] for number in games}), 1)

    @in_soak
    def test_a_forfeit_is_a_result(self):
        arguments = [bot(), bot(4, "exit"), *SMALL, "--games", "6", "--seed", "2"]
        self.local(*arguments)
        self.batches(*arguments)
        self.assert_same()
        self.assertIn("exited", self.standings())

    def test_the_sequential_test_stops_early(self):
        better = [bot(), bot(6, "exit"), *SMALL, "--openings", "3", "--seed", "3", "--sprt", "elo0=0,elo1=200"]
        run = self.batches(*better, parts=["batch=200ms"])
        self.assertIn("H1", run.out)
        self.assertLess(self.count(), 2000)
        self.wait_until(lambda: not list((self.state / "jobs").glob("*")))
        self.assertFalse((self.folder / "t.db.spool").exists())

    def test_dry_run(self):
        run = self.batches(*self.picks(2), *SMALL, "--dry-run", parts=["partition=arena"])
        self.assertIn("--partition=arena", run.out)
        for command in ("sbatch ", "squeue ", "scancel --state=PENDING ", "scancel --signal=TERM "):
            self.assertIn("\n" + command, run.out)
        self.assertFalse((self.folder / "t.db").exists())
        self.assertFalse((self.folder / "t.db.spool").exists())

    def test_the_forecast_counts_the_games_of_all_hosts(self):
        self.cores(64)
        run = self.batches(*self.picks(2), *SMALL, "--games", "100", "--dry-run")
        self.assertIn("with 64 games at a time", run.out)
        self.assertIn("with 64 games at a time", self.batches(*self.picks(2), *SMALL, "--games", "2").err)
        self.change("again", "1")
        self.assertIn("with 64 games at a time", self.batches("--resume", "--dry-run").out)

    def test_a_wave_has_no_more_tasks_than_an_array_may_have(self):
        self.cores(5000)
        run = self.batches(*self.picks(2), *SMALL, "--dry-run")
        self.assertIn("# submits the first wave of 1000 batches\n", run.out)
        self.assertIn(" --array=0-999 ", run.out)

    def test_options_by_which_batches_are_found_again_are_not_the_users(self):
        for option in ("output=mine", "error=mine", "job-name=mine", "array=1-2", "wrap=true"):
            run = self.batches(*self.picks(2), *SMALL, parts=[option], code=2)
            self.assertEqual(run.err, f"referee: --engine: {option.split('=')[0]}: referee sets this option of sbatch itself\n")
        self.batches(*self.picks(2), *SMALL, "--dry-run", parts=["time=10:00", "cpus-per-task=2"])


class FaultsTest(SimulatedCase):
    def check(self, *faults, bots=None):
        arguments = [*(bots or self.slow_picks(3, "late:5")), *ROUND_ROBIN]
        self.local(*arguments)
        self.faults(*faults)
        run = self.batches(*arguments, parts=["batch=1s"])
        self.assert_same()
        return run

    @in_soak
    def test_tasks_that_run_twice(self):
        self.assertRegex(self.check("twice").err, r"referee: \d+ games were delivered twice: the first record of each counts\n")

    @in_soak
    def test_tasks_that_are_killed_and_forgotten(self):
        self.check("lost")

    @in_soak
    def test_tasks_that_are_killed_and_requeued(self):
        self.check("requeue")

    @in_soak
    def test_torn_parts(self):
        self.check("torn")

    @in_soak
    def test_damaged_records(self):
        err = self.check("damaged").err
        self.assertRegex(err, r"referee: spool: 'w1\.0\.n\d\.\d+\.jsonl' is damaged at byte 0: the game of that line is played again\n")

    @in_soak
    def test_a_batch_system_that_does_not_answer_for_a_while(self):
        self.assertIn("squeue does not respond; retrying: slurm_load_jobs error", self.check("silent").err)

    @in_soak
    def test_a_batch_system_that_refuses_a_wave(self):
        err = self.check("refuses").err
        self.assertIn("referee: sbatch refused a batch; retrying: sbatch: error: Batch job submission failed: Job violates "
                      "accounting/QOS policy\n", err)

    @in_soak
    def test_a_batch_system_that_refuses_a_wave_once_a_host_is_excluded(self):
        """The batch system refuses the wave only for a moment. The engine asks it again ten seconds later."""
        sbatch = self.folder / "slurm_bin" / "sbatch"
        (sbatch.parent / "real").mkdir()
        sbatch.rename(sbatch.parent / "real" / "sbatch")
        self.program(sbatch, f"""#!/bin/sh
case "$*" in *--exclude=*)
    if [ ! -e {self.folder}/refused ]; then
        : > {self.folder}/refused
        echo "sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying" >&2
        exit 1
    fi;;
esac
exec {self.folder}/slurm_bin/real/sbatch "$@"
""")
        err = self.check("without").err
        self.assertIn("sbatch refused a batch; retrying: sbatch: error: Slurm temporarily unable", err)

    def test_a_host_without_the_referee_gets_no_more_batches(self):
        err = self.check("without").err
        self.assertRegex(err, r"referee: host n2 has played no games; its last lost batch is w\d\.\d: sh: [^\n]*not found; it gets no more batches\n")
        self.assertIn("--exclude=n2", (self.state / "commands").read_text())

    def test_a_percent_sign_in_the_name_of_the_file_is_no_pattern_of_slurm(self):
        self.faults("without")
        run = self.tournament(*self.picks(2), *ROUND_ROBIN, "--db", "50%a.db", *self.engine, env=self.more)
        self.assertIn("has played no games", run.err)
        self.assertEqual([path.name for path in self.folder.glob("50*")], ["50%a.db"])

    def test_all_at_once(self):
        err = self.check("twice", "requeue", "torn", "silent", "clock").err
        self.assertRegex(err, r"referee: host n\d: its clock is \d{4,} s ahead, and so are the dates of its games\n")

    def test_a_bot_that_differs_on_one_host(self):
        copy = self.folder / "own_bot"
        shutil.copy(SCRIPTED_BOT, copy)
        there = self.state / "n2"
        there.mkdir()
        self.program(there / "own_bot", copy.read_bytes() + b"\0")
        arguments = ["./own_bot", "./own_bot --pick 1", *ROUND_ROBIN]
        self.local(*arguments)
        self.faults("differs")
        run = self.batches(*arguments)
        self.assert_same()
        self.assertEqual(run.err.count("host n2 can't play"), 1, run.err)
        self.assertIn("the file 'own_bot' differs on the host", run.err)
        self.assertIn("--exclude=n2", (self.state / "commands").read_text())

    def test_a_batch_that_always_fails_ends_the_run(self):
        self.program("slurm_bin/sbatch", '#!/bin/sh\n[ "$1" = --version ] || echo "sbatch: error: invalid partition specified: x" >&2\n'
                                         '[ "$1" = --version ]\n')
        run = self.batches(*self.picks(2), *SMALL, code=2)
        self.assertIn("--engine slurm: sbatch: error: invalid partition specified: x", run.err)

    def test_a_missing_batch_system(self):
        run = self.tournament(*self.picks(2), *SMALL, "--db", "t.db", "--engine", "slurm", env={"PATH": "/nowhere"}, code=2)
        self.assertIn("--engine slurm: sbatch: No such file or directory", run.err)

    def test_a_spool_of_another_tournament(self):
        (self.folder / "t.db.spool").mkdir()
        (self.folder / "t.db.spool" / "tournament").write_text("00000000\n")
        run = self.batches(*self.picks(2), *SMALL, code=2)
        self.assertIn("the spool", run.err)
        self.assertIn("belongs to another tournament", run.err)

    def test_the_files_for_the_hosts_of_another_tournament_stay(self):
        needed = self.folder / "t.db.spool" / "for_hosts" / "bot"
        needed.parent.mkdir(parents=True)
        needed.touch()
        (self.folder / "t.db.spool" / "tournament").write_text("00000000\n")
        for program in ("parallel", "rsync"):
            self.program(self.folder / "slurm_bin" / program, "#!/bin/sh\nexit 0\n")
        (self.folder / "hosts").write_text("1/n1\n")
        shutil.copy(SCRIPTED_BOT, self.folder / "own_bot")
        run = self.tournament("./own_bot", "./own_bot --pick 1", *SMALL, "--db", "t.db", "--engine", "parallel,hosts=hosts,transfer",
                              env=self.more, code=2)
        self.assertIn("belongs to another tournament", run.err)
        self.assertTrue(needed.exists())


class StopTest(SimulatedCase):
    def finished_in_spool(self):
        records = [json.loads(line) for part in self.parts() for line in part.read_text().splitlines(True) if line.endswith("\n")]
        return {record["game"]: record["log"] for record in records}

    def leave_finished_games(self, *arguments):
        """Ends the coordinator while batches continue, and waits for them. Returns the finished games, of which there are
        more than have been stored. The bots are held()."""
        self.cores(12)
        process = self.start_batches(*arguments, parts=["leave-running"])
        self.wait_for_games(3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.let_go()
        self.wait_until(lambda: not list((self.state / "jobs").glob("*")))
        finished = self.finished_in_spool()
        self.assertGreater(len(set(finished) - {number for number, in self.sql("SELECT number FROM matches")}), 4)
        return finished

    def stop_while_sinfo_answers(self, number):
        """Resumes the tournament. Sends a signal while the engine waits for sinfo, and so before it looks at the
        spool."""
        asked, may_answer = self.folder / "asked", self.folder / "may_answer"
        self.cores(12, before=f": > {asked}; while [ ! -e {may_answer} ]; do sleep 0.01; done;")
        process = self.start_batches("--resume")
        self.wait_until(asked.exists)
        process.send_signal(number)
        may_answer.touch()
        process.communicate(timeout=PATIENCE)
        self.assertIn(process.returncode, (0, 128 + number))

    def test_a_run_that_stops_early_leaves_finished_games_in_the_spool(self):
        arguments = [*self.held(*self.slow_picks(2)), *SMALL, "--games", "24", "--openings", "3", "--seed", "4"]
        self.local(*arguments)
        finished = self.leave_finished_games(*arguments)
        before = self.count()
        stays = r"referee: \d+ finished games stay in '[^']*t\.db\.spool'; --resume collects them\n"
        self.assertRegex(self.batches("--resume", "--stop-after", "2").err, stays)
        self.assertEqual(self.count(), before + 2)
        self.assertRegex(self.batches("--resume", "--stop-after", "1ms").err, stays)
        self.assertEqual(self.count(), before + 2)
        waves = (self.state / "commands").read_text()
        self.stop_while_sinfo_answers(signal.SIGINT)
        self.assertEqual((self.state / "commands").read_text(), waves)
        self.assertGreaterEqual({number for number, in self.sql("SELECT number FROM matches")}, set(finished))
        self.batches("--resume")
        self.assert_same()
        stored = stored_logs(self.folder / "t.db")
        self.assertEqual({number: stored[number] for number in finished}, finished, "they were played again")

    def test_a_run_whose_games_are_all_stored_leaves_no_spool_when_it_stops(self):
        """A tournament without a spool may be changed."""
        arguments = [bot(), bot(pick=1), *SMALL, "--games", "24", "--openings", "3", "--seed", "4"]
        self.batches(*arguments, "--stop-after", "4")
        for games in ("2", "4"):
            self.assertFalse((self.folder / "t.db.spool").exists())
            self.change("again", games)
            self.assertNotIn("stay in", self.batches("--resume", "--stop-after", "2").err)

    def test_a_run_that_is_ended_at_once_loses_no_finished_game(self):
        """The finished games include games in which a bot has failed. Such failures are real, because the signal does not
        reach the bots on the hosts."""
        finished = self.leave_finished_games(*self.held(bot(2, "late:20"), bot(6, "exit:1")), *SMALL, "--games", "24", "--openings", "3", "--seed", "4")
        self.stop_while_sinfo_answers(signal.SIGTERM)
        stored = {number for number, in self.sql("SELECT number FROM matches")}
        self.assertGreaterEqual(stored | set(self.finished_in_spool()), set(finished))

    @in_soak
    def test_a_coordinator_that_is_killed_often_loses_nothing(self):
        arguments = [*self.slow_picks(3), *SMALL, "--games", "40", "--openings", "3", "--seed", "4"]
        self.local(*arguments)
        self.kill_often(5, *arguments, parts=["batch=1s"])
        self.assert_same()

    def test_a_resumption_on_this_machine_tells_what_it_does_not_collect(self):
        arguments = [*self.held(*self.slow_picks(2)), *SMALL, "--games", "12", "--seed", "4"]
        self.local(*arguments)
        process = self.start_batches(*arguments)
        self.wait_for_record()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.let_go()
        run = self.tournament("--resume", "--db", "t.db")
        self.assertIn("referee: 't.db.spool' may hold finished games of other machines; this run plays them again: to collect them instead, "
                      "resume with the --engine of that run\n", run.err)
        self.assertNotIn("t.db.spool", self.batches("--resume").err)
        self.assert_same()

    def test_ctrl_c_ends_after_the_running_games(self):
        arguments = [*self.held(*self.slow_picks(2)), *SMALL, "--games", "60", "--openings", "3", "--seed", "4"]
        self.local(*arguments)
        process = self.start_batches(*arguments, parts=["batch=30s"])
        self.wait_for_games(3)
        process.send_signal(signal.SIGINT)
        told = self.wait_for_words(process, b"referee: stopping: ")
        self.let_go()
        err = told + process.communicate(timeout=PATIENCE)[1]
        self.assertEqual(process.returncode, 130)
        self.assertIn(b"referee: stopping: waiting batches are cancelled, and running ones end after their current games; press "
                      b"Ctrl-C again to cancel the running ones, too\n", err)
        self.assertRegex(err.decode(), r"to resume: referee tournament --resume --db t.db --engine slurm,batch=30s\n")
        self.wait_until(lambda: not list((self.state / "jobs").glob("*")))
        self.assertLess(self.count(), 60)
        self.batches("--resume")
        self.assert_same()

    def test_a_second_ctrl_c_cancels_what_runs(self):
        process = self.start_batches(*THINKERS, "--games", "4")
        self.wait_for_bots(2)
        process.send_signal(signal.SIGINT)
        self.wait_for_words(process, b"press Ctrl-C again")
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "the running games go on")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(self.count(), 0)
        self.wait_until(lambda: not list((self.state / "jobs").glob("*")))
        self.assert_nothing_left()

    def test_batches_may_go_on_without_the_coordinator(self):
        self.leave(signal.SIGINT, 130)

    @in_soak
    def test_they_may_also_when_it_is_terminated(self):
        self.leave(signal.SIGTERM, 143)

    def leave(self, number, code):
        arguments = [*self.held(*self.slow_picks(2)), *SMALL, "--games", "24", "--openings", "3", "--seed", "4"]
        self.local(*arguments)
        self.cores(12)
        process = self.start_batches(*arguments, parts=["leave-running", "batch=30s"])
        self.wait_for_games(3)
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE)
        self.let_go()
        self.assertEqual(process.returncode, code)
        self.assertRegex(err.decode(), r"referee: [1-9]\d* batch(es)? continues? without this process; --resume collects (its|their) games\n")
        self.assertIn("to resume: referee tournament --resume --db t.db --engine slurm,batch=30s,leave-running\n", err.decode())
        self.wait_until(lambda: not list((self.state / "jobs").glob("*")))
        submitted = (self.state / "commands").read_text()
        self.batches("--resume")
        self.assert_same()

    def test_a_full_disk_of_the_coordinator_loses_nothing(self):
        arguments = [*self.slow_picks(2), *SMALL, "--games", "40", "--openings", "3", "--seed", "4"]
        self.local(*arguments)
        limited = f"ulimit -f 200; exec {REFEREE} tournament \"$@\""
        run = subprocess.run(["sh", "-c", limited, "sh", *map(str, arguments), "--db", "t.db", "--quiet", *self.engine],
                             cwd=self.folder, env=self.environment(**self.more), capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.batches("--resume")
        self.assert_same()


class PlayBatchTest(SimulatedCase):
    """Tests `referee engine play` on its own."""

    def setUp(self):
        super().setUp()
        # The simulated sbatch submits nothing, so that the batches are left to this test.
        self.program("slurm_bin/sbatch", "#!/bin/sh\nexit 0\n")

    def make_batch(self, *arguments, games=2):
        settings = [] if "--game" in arguments else [*SMALL, "--seed", "4"]
        process = self.start_batches(*arguments, *settings, "--games", games, "--jobs", "1")
        batch = self.folder / "t.db.spool" / "w1.0.json"
        self.wait_until(batch.exists)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return batch

    def play_batch(self, batch, code=0):
        return self.referee("engine", "play", batch, "--host", "h", code=code)

    def records(self):
        return [json.loads(line) for part in self.parts() for line in part.read_text().splitlines(True) if line.endswith("\n")]

    def test_it_plays_and_drops_the_suffix(self):
        batch = self.make_batch(*self.picks(2))
        self.play_batch(batch)
        self.assertEqual([part.suffix for part in self.parts()], [".jsonl"])
        self.assertEqual(sorted(record["game"] for record in self.records()), [0, 1])
        for record in self.records():
            self.check_log(record["log"])
            self.assertEqual(record["host"]["name"], "h")
            self.assertGreater(record["host"]["speed"], 0)

    def test_it_goes_on_where_an_earlier_run_was_killed(self):
        batch = self.make_batch(*self.held(*self.picks(2), free=2))
        process = self.start("engine", "play", batch)
        self.wait_for_record()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.let_go()
        self.play_batch(batch)
        self.assertEqual(sorted(record["game"] for record in self.records()), [0, 1])

    def test_sigterm_ends_the_current_game_and_keeps_the_rest(self):
        batch = self.make_batch(*self.held(*self.picks(2), free=0))
        process = self.start("engine", "play", batch)
        starts = self.folder / "starts"
        self.wait_until(lambda: starts.exists() and len(starts.read_text()) == 2)
        process.send_signal(signal.SIGTERM)
        self.wait_until(lambda: not self.is_pending(process.pid, signal.SIGTERM))
        self.let_go()
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 143)
        self.assertEqual([record["game"] for record in self.records()], [0])
        self.assert_nothing_left()
        self.play_batch(batch)
        self.assertEqual(sorted(record["game"] for record in self.records()), [0, 1])

    @staticmethod
    def is_pending(pid, number):
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        return any(int(mask, 16) >> (number - 1) & 1 for mask in re.findall(r"^(?:Sig|Shd)Pnd:\s*(\w+)", status, re.M))

    def test_a_second_sigterm_breaks_the_game_off(self):
        batch = self.make_batch(*THINKERS)
        process = self.start("engine", "play", batch)
        self.wait_for_bots(2)
        process.send_signal(signal.SIGTERM)
        self.wait_until(lambda: not self.is_pending(process.pid, signal.SIGTERM))  # two pending signals would be merged into one
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, self.records()), (143, []))
        self.assert_nothing_left()

    def test_a_batch_that_is_gone_is_cancelled(self):
        batch = self.make_batch(*self.picks(2))
        batch.unlink()
        self.play_batch(batch)
        self.assertEqual(self.parts(), [])

    def test_a_changed_bot_is_refused_with_one_line(self):
        shutil.copy(SCRIPTED_BOT, self.folder / "own_bot")
        batch = self.make_batch("./own_bot", bot(pick=1))
        with open(self.folder / "own_bot", "ab") as file:
            file.write(b"\0")
        run = self.play_batch(batch, code=2)
        self.assertEqual(run.err, "referee: 'own_bot': the file 'own_bot' differs on the host\n")
        self.assertEqual([record["fault"] for record in self.records()], ["'own_bot': the file 'own_bot' differs on the host"])

    def test_a_referee_of_another_version_refuses(self):
        batch = self.make_batch(*self.picks(2))
        content = json.loads(batch.read_text())
        content["version"] = "0.0"
        batch.write_text(json.dumps(content))
        run = self.play_batch(batch, code=2)
        self.assertRegex(run.err, r"\Areferee: its referee is version [\d.]+, and the tournament's is 0\.0\n\Z")
        self.assertEqual([record["fault"] for record in self.records()], [run.err[len("referee: "):-1]])

    def test_records_may_go_to_stdout(self):
        batch = self.make_batch(*self.picks(2))
        run = self.referee("engine", "play", batch, "--host", "h", "-o", "-", code=0)
        self.assertEqual(self.parts(), [])
        self.assertEqual(sorted(json.loads(line)["game"] for line in run.out.splitlines()), [0, 1])

    def test_it_ends_when_nobody_reads_its_records(self):
        batch = self.make_batch(*THINKERS)
        process = self.start("engine", "play", batch, "-o", "-")
        self.wait_for_bots(2)
        process.stdout.close()
        self.assertEqual(process.wait(PATIENCE), 128 + signal.SIGPIPE)
        self.assert_nothing_left()

    def test_no_batch(self):
        for name, text in (("x.json", "{}"), ("w1.0.json", "{}"), ("w1.1.json", "nonsense")):
            (self.folder / name).write_text(text)
            run = self.play_batch(name, code=2)
            self.assertRegex(run.err, r"\Areferee: [^\n]*batch[^\n]*\n\Z")

    def test_a_full_disk_keeps_no_half_record(self):
        batch = self.make_batch(*self.picks(2))
        run = subprocess.run(["sh", "-c", f"ulimit -f 8; exec {REFEREE} engine play {batch}"], cwd=self.folder,
                             env=self.environment(), capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertRegex(run.stderr, r"\Areferee: spool: '[^\n]*' can't be written: File too large\n\Z")
        for part in self.parts():
            self.assertTrue(part.read_text().endswith("\n") or not part.read_text())
        self.play_batch(batch)
        self.assertEqual(sorted(record["game"] for record in self.records()), [0, 1])
