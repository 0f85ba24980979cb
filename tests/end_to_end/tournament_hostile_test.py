"""Tests programs that misbehave in every way, as entrants among good bots. The tournament ends, the misbehaving programs
lose, and the table of the good bots is the same as without these programs."""
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "hostile"))
from corpus import read_corpus  # noqa: E402
from harness import FACTOR, GAME, LONG, SCRIPTED_BOT, RefereeTest, bot  # noqa: E402

GOOD = [bot(pick=pick) for pick in range(4)]
LIMITS = ["--move-time", f"{200 * FACTOR}ms", "--limits", f"first={10 * FACTOR}s,margin={240 * FACTOR}ms"]


def hostile_bots():
    """One bot for each kind of misbehaviour: for each ending, a misdeed of the scripted bot and a compiled program."""
    folder = pathlib.Path(os.environ["REFEREE_HOSTILE"])
    kinds = {}
    for program in read_corpus():
        simple = not set(program.words) - {"signal", "exit_code", "turn"}
        if program.folder in ("by_rules", "wrong_use", "failed_to_start") or not simple or "{" in str(program.source):
            continue
        if program.kind == "scripted":
            command = f"{SCRIPTED_BOT} {program.source}"
        elif program.kind == "c":
            command = str(folder / program.name)
        else:
            continue
        kinds.setdefault((program.folder, program.kind), []).append((program.name, command))
    return [programs[0] for programs in kinds.values()]


class TournamentHostileTest(RefereeTest):
    def play(self, entrants, db):
        path = self.folder / f"{db}.json"
        path.write_text(json.dumps({"bot": [{"name": name, "command": command} for name, command in entrants]}))
        patient = [word for name, _ in entrants if name.startswith("good") for word in ("--limits", f"{name}:move={LONG},first={LONG}")]
        run = self.referee("tournament", "--plan", path, "--game", GAME, *LIMITS, *patient, "--db", db, "--seed", "1", "--jobs", "2", "--force", code=0)
        export = self.referee("export", db, "standings", "--format", "json", code=0)
        return run, json.loads(export.out)

    def games(self, db, names):
        rows = self.sql("SELECT a.name, b.name, winner, ending, plies FROM matches JOIN entrants a ON a.number = first "
                            "JOIN entrants b ON b.number = second ORDER BY matches.number", db)
        return [row for row in rows if row[0] in names and row[1] in names], rows

    def test_hostile_bots_lose_and_change_nothing_for_the_good_ones(self):
        good = [(f"good{i}", command) for i, command in enumerate(GOOD)]
        hostile = [(f"bad{i}", command) for i, (_, command) in enumerate(hostile_bots())]
        names = {name for name, _ in good}
        self.assertGreater(len(hostile), 10)
        _, alone = self.play(good, "good.db")
        run, together = self.play([*hostile, *good], "all.db")
        among_good, played = self.games("all.db", names)
        self.assertCountEqual(among_good, self.games("good.db", names)[0])
        for first, second, winner, ending, _ in played:
            if first in names and second not in names:
                self.assertEqual(winner, 0, (first, second, ending))
            if second in names and first not in names:
                self.assertEqual(winner, 1, (first, second, ending))
        # Bots so far apart tell that strengths differ a lot, so the ratings of few games are pulled together less.
        among, with_hostile = self.ratings(alone, names), self.ratings(together, names)
        self.assertGreater(len(among), 1, run.out)
        for name, (elo, error) in among.items():
            self.assertLess(abs(elo - with_hostile[name][0]), error, (name, run.out))
        self.assert_nothing_left()

    @staticmethod
    def ratings(table, names):
        """Returns the rating above the mean of these, and half of its interval."""
        rows = table["standings"] if isinstance(table, dict) else table
        rows = [row for row in rows if row["name"] in names]
        mean = sum(row["elo"] for row in rows) / len(rows)
        return {row["name"]: (row["elo"] - mean, (row["elo_upper"] - row["elo_lower"]) / 2) for row in rows}
