"""Tests that files of an earlier build (tests/frozen/data) are still read correctly, and that the tournament among them
can be resumed."""
import pathlib
import re
import shutil

from harness import LONG_LIMITS, RefereeTest
from tournament_case import stored_logs

DATA = pathlib.Path(__file__).resolve().parents[1] / "frozen" / "data"


class KeptFilesTest(RefereeTest):
    def setUp(self):
        super().setUp()
        for file in DATA.iterdir():
            shutil.copy(file, self.folder)

    def run_fine(self, *arguments):
        return self.referee(*arguments, code=0)

    def test_the_tables_of_a_tournament_are_the_same(self):
        tables = [self.run_fine("standings", "stopped.db").out, (DATA / "standings.txt").read_text()]
        here, kept = (re.sub(r"\d+-\d+-\d+ \d+:\d+", "<local time>", table) for table in tables)
        self.assertEqual(here, kept)
        logs = stored_logs(self.folder / "stopped.db")
        self.assertEqual(len(logs), 8)
        for log in logs.values():
            self.check_log(log)

    def test_a_tournament_is_played_to_its_end(self):
        before = stored_logs(self.folder / "stopped.db")
        run = self.run_fine("tournament", "--resume", "--db", "stopped.db", "--jobs", "1", "--quiet")
        self.assertIn("9 of 9 games played", run.out)
        after = stored_logs(self.folder / "stopped.db")
        self.assertEqual(len(after), 9)
        self.assertEqual({number: after[number] for number in before}, before)

    def test_draws_stay_those_of_the_version_that_began(self):
        rows = """SELECT number, round, games.first, games.second, pair, seed, opening, moves FROM games JOIN matches USING (number)
                  JOIN packed_logs USING (number) ORDER BY number"""
        for name in ("stopped", "swiss"):
            self.run_fine("tournament", "--resume", "--db", f"{name}.db", "--jobs", "2", "--force", "--quiet")
            played = ["|".join("" if value is None else str(value) for value in row) for row in self.sql(rows, f"{name}.db")]
            self.assertEqual(played, (DATA / f"{name}_to_the_end.txt").read_text().splitlines())

    def test_a_log_is_shown_the_same_and_its_match_goes_on(self):
        self.assertEqual(self.run_fine("replay", "log.json").out, (DATA / "replay.txt").read_text())
        run = self.run_fine("one=./first 1", "two=./first 2", "--resume", "log.json", "--at", "29", "--sandbox", "off", *LONG_LIMITS)
        self.assertIn("one (*) beats two (o): square, after 30 plies", run.out)
