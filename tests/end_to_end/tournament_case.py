"""Helpers for the tests of tournaments."""
import contextlib
import json
import os
import pathlib
import sqlite3

from harness import GAME, LONG_LIMITS, RefereeTest, Run, bot
from stored_logs import stored_logs

LIMITS = LONG_LIMITS
SMALL = ["--game", GAME, *LIMITS]
PLAN_SCHEMA = json.loads((pathlib.Path(os.environ["REFEREE_BUILD"]) / "manual/share/referee/tournament_plan.schema.json").read_text())


def plies_of(db):
    """The moves of every game, by its number."""
    return {number: [(ply["player"], ply["move"]) for ply in log["plies"]] for number, log in stored_logs(db).items()}


class TournamentCase(RefereeTest):
    def tournament(self, *arguments, code=0, **options):
        run = self.referee("tournament", *arguments, **options)
        self.assertEqual(run.code, code, str(run))
        return run

    def change(self, *orders, db="t.db", code=0, **options):
        run = self.referee("change", db, *orders, **options)
        self.assertEqual(run.code, code, str(run))
        return run

    def resume(self, *arguments, change=(), db="t.db", code=0, **options):
        """Plays on. `change`: orders of a change before, whose words come first."""
        made = self.change(*change, db=db, **options) if change else Run(0, "", "")
        run = self.tournament("--resume", "--db", db, *arguments, code=code, **options)
        return Run(run.code, made.out + run.out, made.err + run.err)

    def standings(self, db="t.db"):
        run = self.referee("standings", db)
        self.assertEqual(run.code, 0, str(run))
        return run.out

    def count(self, db="t.db"):
        return self.sql("SELECT count(*) FROM matches", db)[0][0]

    def wait_for_games(self, count=1, db="t.db"):
        """Waits until the tournament's file has so many games."""
        def played():
            with contextlib.suppress(sqlite3.OperationalError):  # it is just being made
                return (self.folder / db).exists() and self.count(db) >= count
        self.wait_until(played)

    def picks(self, count):
        """This many bots; each chooses its moves differently."""
        return [bot(pick=pick) for pick in range(count)]
