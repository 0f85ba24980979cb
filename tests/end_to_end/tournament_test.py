"""Tests tournaments with real bots: the same games with any number of jobs, formats, verdicts, and the tables."""
import json
import math
import re

from harness import BIN, SCRIPTED_BOT, bot
from tournament_case import LIMITS, SMALL, TournamentCase, plies_of


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
        self.referee("export", "t.db", "matches", "--output", "m.jsonl", code=0)
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
        """Returns the pairings of each round, and the total half points of all entrants before each round."""
        rows = self.sql("SELECT round, games.first, games.second, winner FROM games JOIN matches USING (number) "
                            "ORDER BY number", db)
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
                if number > 0:  # the median score gap must be at most the points of one pairing
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
                    out.add(worse if more >= less else better)  # after a tie, the better seed advances
            self.assertEqual(len(out), count - 1, run.out)
            self.assertIn("final", run.out)


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

    def test_a_run_that_is_stopped_before_its_verdict_or_goal_says_so(self):
        """The next run must continue the tournament."""
        strong, weak = str(BIN / "greedy"), str(BIN / "random")
        for number, goal in enumerate((["--sprt", "elo0=0,elo1=50"], ["--until", "los=99"])):
            db = f"{number}.db"
            run = self.tournament(strong, weak, *LIMITS, *goal, "--seed", "1", "--db", db, "--stop-after", "3", code=5)
            self.assertIn("to resume: referee tournament --resume --db", run.err)
            self.tournament("--resume", "--db", db, "--stop-after", "1ms", code=5)
            self.tournament("--resume", "--db", db)
        self.tournament(strong, weak, *LIMITS, "--games", "4", "--db", "t.db", "--stop-after", "3")
        self.tournament("--resume", "--db", "t.db", "--stop-after", "1ms")

    def test_few_games_end_a_test_before_its_verdict(self):
        run = self.tournament(bot(pick=0), bot(pick=1), *SMALL, "--sprt", "elo0=0,elo1=5", "--games", "4", "--db", "t.db", code=5)
        self.assertIn("no --openings: the test takes up to 2 pairs of games", run.err)

    def test_bots_that_only_repeat_their_games_get_no_verdict(self):
        for db, more, pairs, warning in [("start.db", [], 1, "no --openings: the test takes about "),
                                         ("openings.db", ["--openings", "1", "--seed", "3"], 8, " different openings: ")]:
            settings = [*SMALL, "--sprt", "elo0=0,elo1=5", "--jobs", "2", "--force", "--db", db]
            run = self.tournament(bot(pick=0), bot(pick=1), *settings, *more, code=5)
            self.assertIn(warning, run.err)
            self.assertIn("no verdict: more games can't help; ", run.out)
            self.assertIn("of the games are one line, so all count as ", run.out)
            self.assertIn("--openings", run.out.splitlines()[-1])
            self.assertEqual(self.tournament("--resume", "--db", db, code=5).out, run.out)
            self.assertEqual(self.referee("standings", db).out, run.out)
            games = [game for game in self.exported(db) if game["moves_hash"]]
            distinct = {(game["first"], game["second"], game["moves_hash"]) for game in games}
            self.assertLessEqual(len(distinct), 2 * pairs)
            self.assertIn(f"\n{len(distinct)} distinct games of {len(games)}; ", run.out)
            self.assertEqual(sum(game["repeat_of"] is None for game in games), len(distinct))
            by_number = {game["number"]: game for game in games}
            for game in games:
                if game["repeat_of"] is not None:
                    first = by_number[game["repeat_of"]]
                    self.assertEqual((first["first"], first["second"], first["moves_hash"]),
                                     (game["first"], game["second"], game["moves_hash"]))

    def exported(self, db):
        return json.loads(self.referee("export", db, "games", "--format", "json").out)

    def test_a_test_uses_as_many_openings_as_it_has_pairs(self):
        run = self.tournament(str(BIN / "greedy"), bot(pick=0), *LIMITS, "--openings", "4", "--games", "40", "--db", "t.db")
        openings = [game["opening"] for game in self.exported("t.db")]
        self.assertEqual(openings, [i // 2 + 1 for i in range(40)])
        self.assertNotIn("distinct games", run.out)
    def test_a_goal_is_reached_or_not(self):
        loser = [bot(), bot(at=1, do="exit:1")]
        for arguments, code, said in [(["--until", "los=80"], 0, "16 games played; the goal is reached\n2 distinct games of 16; the others repeat them move by move\n"
                                                                "until los=80: 1 of 1 neighbours decided"),
                                      (["--until", "los=99"], 5, "stopped after 54 games without reaching the goal\n"
                                                                "2 distinct games of 54; the others repeat them move by move\n"
                                                                "50 % of the games are one line, so all count as 2.0\nmore games from this position can't narrow this: begin games with --openings 6\n"
                                                                "until los=99: 0 of 1 neighbours decided"),
                                      (["--until", "elo=50", "--games", "4"], 5, "4 of at most 4 games played\n2 distinct games of 4; the others repeat them move by move\n"
                                                                                "until elo=50: 0 of 2 intervals")]:
            found = []
            for jobs in ("1", "3"):
                db = f"{'-'.join(arguments)}{jobs}.db"
                run = self.tournament(*loser, *SMALL, *arguments, "--jobs", jobs, "--force", "--seed", "1", "--db", db, code=code)
                self.assertIn(said, run.out)
                self.assertEqual(self.tournament("--resume", "--db", db, code=code).out, run.out)
                found.append((plies_of(self.folder / db), run.out))
            self.assertEqual(found[0], found[1])
            run = self.tournament("--resume", "--db", db, "--until", "los=60", code=2)
            self.assertIn('until was', run.err)

    def test_a_ladder_with_a_goal_is_the_same_at_any_number_of_jobs(self):
        found = []
        for jobs in ("1", "4"):
            run = self.tournament(*self.picks(4), *SMALL, "--format", "ladder", "--until", "los=80", "--jobs", jobs, "--force",
                                  "--seed", "2", "--openings", "4", "--stop-after", "120", "--db", f"{jobs}.db")
            found.append((plies_of(self.folder / f"{jobs}.db"), run.out))
        self.assertEqual(found[0], found[1])

    def test_it_is_said_which_file_goes_by_another_name(self):
        name = "J\u200brgen.sh"
        (self.folder / name).symlink_to(SCRIPTED_BOT)
        run = self.tournament(f"./{name}", bot(), *SMALL, "--games", 1, env={"LC_ALL": "C.UTF-8"})
        self.assertIn(f"'{name}' takes part as 'J_rgen'\n", run.err)
        self.assertIn("J_rgen", run.out)
        self.assertNotIn("scripted_bot' is called", run.err)
