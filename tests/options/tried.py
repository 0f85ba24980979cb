"""A case of `referee tournament` in one world: how it is begun, and what is common to all laws."""
import json
import re

from case import Broken
from ways import plan_of, words_of

OFTEN = ["--stop-after", "1"]
RAW = re.compile(r"terminate called|std::|basic_string|json\.exception|what\(\):|Assertion|Segmentation|\bnullptr\b|stoi\b|bad_alloc|\x1b")


class Tried:
    """One case in one world. Files of runs have the names w1.db, w2.db, ..."""

    def __init__(self, world, case, chance, few=None):
        self.world, self.case, self.chance, self.few, self.count = world, case, chance, few, 0

    def some(self, things):
        """A few of these things, if not all are to be tried."""
        things = list(things)
        return things if self.few is None else self.chance.sample(things, min(self.few, len(things)))

    def new_db(self):
        self.count += 1
        return f"w{self.count}.db"

    def stop(self):
        """After how many games each run of this case stops."""
        return ["--stop-after", self.case.value("--stop-after")] if self.case.has("--stop-after") else OFTEN

    def words(self, bots, options, db):
        names = {name.partition("=")[0] for name, _ in options}
        stop = [] if "--stop-after" in names else self.stop()
        place = [] if "--db" in names else ["--db", db]
        return ["tournament", *bots, *words_of(options), *stop, *place]

    def run(self, words, **more):
        return self.world.run(words, sandbox=self.case.variables.get("REFEREE_SANDBOX"), **more)

    def begin(self, bots=None, options=None):
        """Begins a tournament as on the command line. Returns the run and the name of its file."""
        db = self.new_db()
        return self.run(self.words(self.case.bots if bots is None else bots, self.case.options if options is None else options, db)), db

    def behind(self, bots, options):
        """Begins a tournament with the bots behind the options, after "--", and with values behind "="."""
        db = self.new_db()
        program, *words = self.words([], [(name if value is None else f"{name}={value}", None) for name, value in options], db)
        return self.run([program, *words, "--", *bots]), db

    def plan(self, bots, options, as_object, command_line=()):
        """Begins a tournament with a plan and further options of the command line."""
        name, db = f"w{self.count}.json", self.new_db()
        text = json.dumps(plan_of(bots, options, as_object))
        (self.world.folder / name).write_text(text)
        run = self.run(self.words([name], list(command_line), db))
        run.err += f"# the plan: {text}\n"
        return run, db


def complaints(run, options):
    """What is wrong with the way in which a command ended, whatever its options are (law 14)."""
    if run.code is None or run.code < 0 or run.code >= 128 + 3:
        return [Broken("14 crash", "it crashes or hangs", run)]
    found = []
    if RAW.search(run.err):
        found.append(Broken("14 raw text", "a text of the machinery", run))
    if not run.refused():
        return found
    why = run.why() if not run.err.endswith("}\n") or "# the plan" not in run.err else run.err.splitlines()[-2]
    if not why.startswith("referee: ") or len(why) < 20:
        found.append(Broken("14 refusal", "no line that says why it is refused", run))
    if run.changed:
        found.append(Broken("14 nothing changed", f"refused, but it has changed {run.changed}", run))
    if run.out:
        found.append(Broken("14 refusal", "refused, but something is on stdout", run))
    return found


def names_an_option(why, options, bots=()):
    """Whether a refusal names one of the options that were given, or its value."""
    for name, value in options:
        if name in why or name.removeprefix("--") in why.replace("_", "-") or (value and (value in why or any(
                len(part) > 2 and part in why for part in re.split("[,=: ]", value)))):
            return True
    return any(bot in why for bot in bots) or "two bots" in why or "no change is given" in why or "no sandbox" in why or "bots from a folder" in why


def same_tournament(one, two, but=()):
    """The names of the parts that differ between two heads."""
    differing = []
    for key in one:
        if key == "settings":
            both = sorted(one[key].keys() | two[key].keys())
            differing += [f"{key}/{name}: {one[key].get(name)} and {two[key].get(name)}" for name in both
                          if name not in but and one[key].get(name) != two[key].get(name)]
        elif key not in but and one[key] != two[key]:
            differing.append(f"{key}: {one[key]} and {two[key]}")
    return differing


def compare(law, tried, first, second, but=()):
    """Compares two beginnings that mean the same: (run, db) each."""
    (one, one_db), (two, two_db) = first, second
    if (one.code == 2) != (two.code == 2):
        return [Broken(law, "one is accepted and the other is refused", one, two)]
    if one.code == 2:
        return []
    if one.code != two.code:
        return [Broken(law, f"exit codes {one.code} and {two.code}", one, two)]
    differing = same_tournament(tried.world.head(one_db), tried.world.head(two_db), but)
    return [Broken(law, f"not the same tournament: {'; '.join(differing)[:400]}", one, two)] if differing else []


def seeded(options):
    return options if any(name == "--seed" for name, _ in options) else [*options, ("--seed", "7")]
