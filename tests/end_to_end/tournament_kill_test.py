"""A tournament that is killed at any moment loses nothing: each game is there once, and the tables are the same."""
import random
import signal
import time

from harness import GAME, LONG_LIMITS, SOAK, RefereeTest, bot

KILLS = 300 if SOAK else 10


class TournamentKillTest(RefereeTest):
    def test_killed_and_resumed_again_and_again(self):
        self.kill_often(KILLS, games=16 * KILLS, mode="off")

    def test_the_same_where_a_process_plays_many_games(self):
        self.kill_often(max(5, KILLS // 4), games=40 * KILLS, mode="off", more=["--reuse"])

    def test_the_same_in_the_sandbox(self):
        self.need_sandbox()
        self.kill_often(max(5, KILLS // 5), games=80, mode="on")

    def kill_often(self, wanted, games, mode, more=()):
        settings = ["--game", GAME, *LONG_LIMITS, "--games", str(games), "--seed", "7", "--openings", "5", "--sandbox", mode, *more]
        bots = [bot(pick=pick) for pick in range(3)]
        whole = self.referee("tournament", *bots, *settings, "--db", "whole.db")
        self.assertEqual(whole.code, 0, str(whole))
        chance = random.Random(3)
        command = ["tournament", *bots, *settings, "--db", "t.db"]
        kills = 0
        played = []
        while kills < wanted:
            jobs = ["--jobs", str(chance.choice([1, 2, 4])), "--force"]
            process = self.start(*command, *jobs)
            # Mostly during play; sometimes while it starts or creates its file.
            time.sleep(chance.uniform(0, 0.03) if chance.random() < 0.3 else chance.uniform(0.03, 0.12))
            process.send_signal(signal.SIGKILL)
            _, err = process.communicate()
            if process.returncode == 0:
                break  # all games are played
            self.assertEqual(process.returncode, -signal.SIGKILL, err.decode())
            kills += 1
            if (self.folder / "t.db").exists():
                command = ["tournament", "--resume", "--db", "t.db"]  # it needs nothing else
            played.append(self.count())
        self.assertGreater(kills, wanted // 2, "it was over too soon for this test")
        self.assertEqual(played, sorted(played), "nothing that was played is lost")
        run = self.referee(*command)
        self.assertEqual(run.code, 0, str(run))
        self.assertEqual(run.out, whole.out)
        numbers = [number for number, in self.sql("SELECT number FROM matches ORDER BY number")]
        self.assertEqual(numbers, list(range(3 * games)))
        self.assert_nothing_left()

    def count(self):
        if not (self.folder / "t.db").exists():
            return 0
        return self.sql("SELECT count(*) FROM matches")[0][0]
