"""Tests that all sources agree on the progress of a tournament: the file's tables, the report, the server, the
events and --resume."""
import json

from harness import LONG_LIMITS, bot
from serve_case import Server, Stream
from tournament_case import TournamentCase

TIES = ["--game", "cluster:max_plies=1"]  # the first mover always wins, so two games with swapped sides are a tie
DONE = ("finished", "decided", "repeats", "goal")
WINS = ["--game", "magnetize:height=2,width=3"]


class Agreement(TournamentCase):
    def one_more(self, *arguments):
        """Plays one more game. Returns the event that ended the run."""
        run = self.referee("tournament", *arguments, "--db", "t.db", "--stop-after", "1", "--json")
        self.assertIn(run.code, (0, 4, 5), str(run))
        events = [json.loads(line) for line in run.out.splitlines()]
        for event in events:
            if event.get("total") is not None:
                self.assertLessEqual(event["played"], event["total"], event)
        return events[-1]

    def served(self):
        server = Server(self.start("serve", "t.db", "--port", "0"))
        stream = Stream(server, "/events")
        name, data = stream.next()
        while name != "tournament":
            name, data = stream.next()
        stream.close()
        server.process.terminate()
        server.process.communicate()
        return data

    def check(self, ended, games):
        """Checks that all sources agree with the events of the last run."""
        total, finished = ended["total"], ended["why"] in DONE
        self.assertEqual(ended["played"], games)
        text = self.standings()
        if total is not None:
            self.assertIn(f"\n{games} of {total} games played\n", text)
        open_ended = "open-ended" in text
        self.assertEqual("not finished" in text, not finished and not open_ended, text)
        report = self.referee("view", "t.db", "-o", "-", code=0)
        self.assertEqual("not finished: these are the tables" in report.out, not finished and not open_ended)
        served = self.served()
        self.assertEqual(served["state"], "finished" if finished else "stopped", text)
        self.assertEqual(served["total"], total)

    def play_in_steps(self, bots, game, *settings, most=100):
        """Stops after every game, and resumes. Returns the number of games."""
        ended = self.one_more(*bots, *game, *LONG_LIMITS, "--seed", "3", *settings)
        games = 1
        while True:
            with self.subTest(settings=settings, games=games):
                self.check(ended, games)
            if games == most:
                break
            finished = ended["why"] in DONE
            ended = self.one_more("--resume")
            self.assertEqual(ended["played"], games + (0 if finished else 1), "the file said something else")
            if finished:
                self.assertIn(ended["why"], DONE)
                break
            games += 1
        (self.folder / "t.db").unlink()
        return games

    def test_a_knockout_of_ties(self):
        self.assertEqual(self.play_in_steps(self.picks(2), TIES, "--format", "knockout", "--games", "2"), 6)

    def test_a_knockout_with_a_bye_and_odd_pairings(self):
        self.assertEqual(self.play_in_steps(self.picks(3), TIES, "--format", "knockout", "--games", "2"), 12)
        self.assertEqual(self.play_in_steps(self.picks(3), TIES, "--format", "knockout", "--games", "1"), 2)

    def test_a_knockout_with_winners(self):
        self.play_in_steps([bot(), bot(at=1, do="exit:1"), bot(pick=1)], WINS, "--format", "knockout")

    def test_formats_whose_games_are_known_or_open(self):
        self.assertEqual(self.play_in_steps(self.picks(3), TIES, "--format", "round-robin"), 6)
        self.assertEqual(self.play_in_steps(self.picks(3), TIES, "--format", "gauntlet"), 4)
        self.assertEqual(self.play_in_steps(self.picks(4), TIES, "--format", "swiss", "--games", "1"), 6)
        self.assertEqual(self.play_in_steps(self.picks(2), TIES, "--format", "ladder", most=4), 4)

    def test_a_sequential_test(self):
        sprt = ["--sprt", "elo0=0,elo1=100", "--games"]
        self.assertEqual(self.play_in_steps(self.picks(2), TIES, *sprt, "4"), 4)
        loser = [bot(), bot(at=1, do="exit:1")]
        self.assertLess(self.play_in_steps(loser, WINS, "--sprt", "elo0=0,elo1=1000,alpha=0.4,beta=0.4", "--games", "20"), 20)

    def test_a_goal(self):
        loser = [bot(), bot(at=1, do="exit:1")]
        self.assertEqual(self.play_in_steps(loser, WINS, "--until", "los=80"), 16)  # the goal is checked after 16 games for the first time
        self.assertEqual(self.play_in_steps(loser, WINS, "--until", "los=99.9", "--games", "4"), 4)
        self.assertEqual(self.play_in_steps(self.picks(3), TIES, "--format", "gauntlet", "--until", "elo=10", "--games", "3"), 6)
        # A ladder checks the goal after a batch of eight pairs.
        self.assertEqual(self.play_in_steps(loser, WINS, "--format", "ladder", "--until", "los=80"), 16)


class Series(TournamentCase):
    def test_a_series_equals_the_tournament_of_its_results(self):
        # Law 28. Games with draws, without which all scales of Elo are the same.
        few_plies = ["--game", "magnetize:height=4,width=4,max_plies=9", *LONG_LIMITS]
        for first, second, games in ((0, 1, 12), (2, 5, 20), (1, 1, 6)):
            bots = [f"p={bot(pick=first)}", f"q={bot(pick=second)}", *few_plies, "--games", games, "--seed", 7, "--openings", 3]
            with self.subTest(bots=bots):
                series = self.referee(*bots, "--json", code=0).out
                lines = self.referee(*bots, code=0).out.splitlines()
                (self.folder / "t.db").unlink(missing_ok=True)
                self.tournament(*bots, "--db", "t.db", "--quiet")
                rows = json.loads(self.referee("export", "t.db", "standings", "--format", "json", code=0).out)
                for player, row in zip(json.loads(series)["players"], sorted(rows, key=lambda row: row["name"])):
                    self.assertEqual((player["points"], player["won"], player["drawn"]),
                                     (row["points"], row["first_won"] + row["second_won"], row["first_drawn"] + row["second_drawn"]))
                title = next(i for i, line in enumerate(lines) if line.startswith("p against q, "))
                shown = [line.strip() for line in self.standings().splitlines()]
                for line in lines[title:title + 2]:
                    self.assertIn(line.strip(), shown)
