"""Tests tournaments that are stopped or killed, for any reason and at any moment, and then resumed. Nothing is lost, and
the tables are the same as without the interruption."""
import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import time
import zlib

from harness import FACTOR, GAME, PATIENCE, REFEREE, SCRIPTED_BOT, SOAK, bot
from tournament_case import LIMITS, SMALL, TournamentCase, plies_of, stored_logs


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

    def test_settings_with_very_many_values_are_compared_at_once(self):
        tiles = self.folder / "tiles"
        tiles.write_text("\n".join([".....\n.....\n..!..\n.....\n.....\n"] * 12_000))
        self.tournament(bot(), bot(pick=1), "--game", f"fitz:tiles={tiles},height=2,width=2", *LIMITS, "--games", "2", "--db", "t.db")
        self.tournament("--resume", "--db", "t.db", timeout=30 * FACTOR)  # comparing the values one by one would take a minute

    def test_settings_that_an_earlier_version_wrote_in_another_way_are_the_same(self):
        """The earlier version stored a limit of the first move even where the clock makes it pointless."""
        self.tournament(*self.picks(2), "--game", SMALL[1], "--limits", "clock=500ms", "--games", "4", "--db", "t.db", "--stop-after", "2")
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file:
            text, = file.execute("SELECT value FROM meta WHERE key = 'settings'").fetchone()
            old = text.replace('"first_move_us":500000', '"first_move_us":1000000')
            self.assertNotEqual(old, text)
            file.execute("UPDATE meta SET value = ?, crc32 = ? WHERE key = 'settings'", (old, zlib.crc32(f"settings|{old}".encode())))
            file.commit()
        self.assertIn("4 of 4 games played", self.tournament("--resume", "--db", "t.db").out)

    def test_other_settings_or_bots_are_refused_by_name(self):
        program = self.folder / "mine"
        shutil.copy(SCRIPTED_BOT, program)
        self.tournament("./mine", bot(pick=1), *SMALL, "--games", "4", "--seed", "2", "--db", "t.db", "--stop-after", "1")
        for more, said in [(["--games", "6"], "games was 4 and is 6"), (["--seed", "3"], "the seed was 2 and is 3"),
                           (["--move-time", "1s"], "limits/move_us was"), (["--game", "othello"], "game was"),
                           (["--format", "knockout"], 'format was "round-robin" and is "knockout"'),
                           (["./mine", bot(pick=2)], "was run as"),
                           (["./mine", bot(pick=1), bot(pick=2)], "there were 2 entrants, and now there are 3")]:
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
        self.wait_for_games(5, "t d.db")
        process.send_signal(signal.SIGINT)
        out, err = (text.decode() for text in process.communicate(timeout=PATIENCE))
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertIn("to resume: referee tournament --resume --db 't d.db'", err)
        self.assertGreater(self.count("t d.db"), 0)
        self.assertEqual(out, self.standings("t d.db"))
        self.assert_nothing_left()

    def test_a_second_ctrl_c_or_a_termination_ends_at_once(self):
        for first, second in ((signal.SIGINT, signal.SIGINT), (signal.SIGTERM, None)):
            with self.subTest(first.name):
                process = self.start("tournament", bot(at=1, do="never_answer"), bot(), "--game", GAME, "--move-time", "10m", "--limits",
                                     "first=10m", "--db", f"{first.name}.db")
                self.wait_for_bots(2)
                process.send_signal(first)
                if second:
                    while b"stopping after" not in (line := process.stderr.readline()):  # two at once would be one
                        self.assertTrue(line, "it does not say that it stops")
                    time.sleep(0.3)
                    self.assertIsNone(process.poll())
                    process.send_signal(second)
                _, err = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 128 + first, err)
                self.assertEqual(self.count(f"{first.name}.db"), 0)
                self.assert_nothing_left()

    def test_a_file_that_is_moved_away_is_missed(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "10000", "--db", "t.db")
        self.wait_for_games()
        (self.folder / "t.db").rename(self.folder / "moved.db")
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn(b"'t.db' was moved, replaced or deleted", err)
        (self.folder / "moved.db").rename(self.folder / "t.db")
        self.assertGreater(self.count("t.db"), 0)


class InTheSandbox(TournamentCase):
    """Tests resuming in the sandbox, as most people use it. The other tests do without a sandbox to save time."""

    def setUp(self):
        super().setUp()
        self.need_sandbox()

    def test_a_folder_of_strangers_plays_and_is_resumed(self):
        bots = self.folder / "bots"
        bots.mkdir()
        for name in ("a", "b", "c"):
            shutil.copy(SCRIPTED_BOT, bots / name)
        sandbox = {"REFEREE_SANDBOX": "auto"}
        self.tournament("--bots", "bots", *SMALL, "--limits", "memory=300M", "--stop-after", "2", "--db", "t.db", env=sandbox)
        run = self.tournament("--resume", "--db", "t.db", env=sandbox)
        self.assertEqual(self.count(), 6)
        self.assertEqual(run.out, self.standings())
        for log in stored_logs(self.folder / "t.db").values():
            self.assertEqual(log["players"][0]["isolation"], "bubblewrap")
            self.assertEqual(log["limits"]["memory_bytes"], 300 * 2**20)
        self.assert_nothing_left()

    def test_strangers_do_not_play_without_a_sandbox_by_accident(self):
        bots = self.folder / "bots"
        bots.mkdir()
        shutil.copy(SCRIPTED_BOT, bots / "a")
        shutil.copy(SCRIPTED_BOT, bots / "b")
        # Without bubblewrap there is no sandbox.
        done = subprocess.run(["/usr/bin/bwrap", "--dev-bind", "/", "/", "--tmpfs", "/usr/bin", REFEREE, "tournament",
                               "--bots", "bots", *SMALL, "--db", "t.db"], cwd=self.folder, capture_output=True, text=True,
                              env=self.environment(REFEREE_SANDBOX="auto"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("bots from a folder need a sandbox, and none is available", done.stderr)
        self.assertFalse((self.folder / "t.db").exists())


KILLS = 300 if SOAK else 8


class Killed(TournamentCase):
    def test_killed_and_resumed_again_and_again(self):
        self.kill_often(KILLS, games=16 * KILLS, mode="off")

    def test_the_same_where_a_process_plays_many_games(self):
        self.kill_often(max(5, KILLS // 4), games=20 * KILLS, mode="off", more=["--reuse"])

    def test_the_same_in_the_sandbox(self):
        self.need_sandbox()
        self.kill_often(max(5, KILLS // 5), games=300 if SOAK else 40, mode="on")

    def kill_often(self, wanted, games, mode, more=()):
        settings = [*SMALL, "--games", str(games), "--seed", "7", "--openings", "5", "--sandbox", mode, *more]
        bots = self.picks(3)
        whole = self.referee("tournament", *bots, *settings, "--db", "whole.db", code=0)
        chance = random.Random(3)
        command = ["tournament", *bots, *settings, "--db", "t.db"]
        kills = 0
        played = []
        while kills < wanted:
            jobs = ["--jobs", str(chance.choice([1, 2, 4])), "--force"]
            # The kill mostly comes during play, but sometimes while the process starts or creates its file. The system sends it, so that it is never
            # late. Nothing handles SIGALRM, so it ends the process as SIGKILL does.
            after = chance.uniform(0.001, 0.03) if chance.random() < 0.3 else chance.uniform(0.03, 0.12)
            process = self.start(*command, *jobs, preexec_fn=lambda: signal.setitimer(signal.ITIMER_REAL, after))
            _, err = process.communicate()
            if process.returncode == 0:
                break  # all games have been played
            self.assertEqual(process.returncode, -signal.SIGALRM, err.decode())
            kills += 1
            if (self.folder / "t.db").exists():
                command = ["tournament", "--resume", "--db", "t.db"]  # --resume needs no other options
            played.append(self.count() if (self.folder / "t.db").exists() else 0)
        self.assertGreater(kills, wanted // 2, "it was over too soon for this test")
        self.assertEqual(played, sorted(played), "nothing that was played is lost")
        run = self.referee(*command, code=0)
        self.assertEqual(run.out, whole.out)
        numbers = [number for number, in self.sql("SELECT number FROM matches ORDER BY number")]
        self.assertEqual(numbers, list(range(3 * games)))
        self.assert_nothing_left()
