"""Tries generated command lines of referee, and checks the laws of options in each: a later source replaces a group as a
whole (12), a plan that is exported leads to the same tournament (13), nothing that is accepted is ignored and nothing that
is refused has changed anything (14), one thing has one name (15), and a dry run refuses and counts what the run does (25).

    option_laws.py [--seed N] [--seconds S] [--only PART]

Every value of an option meets every value of each other option of its command. A case that breaks a law is shrunk to the
fewest options, and shown as commands that can be typed. Without --seed, a fresh one is chosen and shown. --seconds: goes
on with further seeds until this time is over; otherwise tries one seed, with a part of the values.
"""
import argparse
import itertools
import multiprocessing
import random
import sys
import time

import class_laws
import command_laws
import replacing_laws
import tournament_laws
from case import Case, shrunk
from covering import Covering
from other_commands import COMMANDS
from tournament_options import PLACES, RUN, SETTINGS, TOGETHER
from tried import Tried
from world import FACTOR, World

TOURNAMENT = {**SETTINGS, **RUN}
# Factors whose options replace each other.
SAME_GROUP = {"move": ["move", "limits", "game"], "limits": ["move", "limits", "game"], "game": ["game", "move", "limits", "position"], "sprt": ["sprt", "until"],
              "until": ["sprt", "until"]}
# The number of cases for an explorer that does not try all, and the share of the wrong values. Both are smaller under sanitizers.
CASES = {name: max(1, cases // FACTOR) for name, cases in {"tournament": 8, "replacement": 40, "check": 2, "serve": 2, "play": 5}.items()}
OTHER_CASES = 10 // FACTOR
WRONG_SHARE = 0.5 / FACTOR
# The laws that need a second set of options, which replaces some of the first one.
REPLACING = ("12 plan", "12 from", "12 resume")


def good(factors, chance=None, most=None):
    """The factors without wrong values. `most`: keeps this many values of each, the first one and others by chance."""
    kept = {}
    for name, values in factors.items():
        fine = [value for value in values if not value.wrong]
        kept[name] = fine if most is None else fine[:1] + sorted(chance.sample(fine[1:], min(most - 1, len(fine) - 1)), key=fine.index)
    return kept


class Explorer:
    """Tries cases in one world until the time is over, and keeps what it finds."""

    def __init__(self, seed, seconds, share):
        self.seed, self.share = seed, share  # (number of this explorer, number of all)
        self.chance = random.Random(f"{seed} {share}")
        self.whole = seconds is not None
        self.over = self.end = time.monotonic() + seconds if self.whole else None
        self.world = World()
        self.found, self.shrunk, self.cases = {}, set(), 0

    def has_time(self):
        return self.over is None or time.monotonic() < self.over

    def share_time(self, parts):
        """Gives the next part of the work its share of the time. `parts`: how many are left."""
        if self.whole:
            self.over = time.monotonic() + max(0, self.end - time.monotonic()) / parts

    def mine(self, things):
        """The part of a list that is this explorer's."""
        number, count = self.share
        return [thing for i, thing in enumerate(things) if i % count == number]

    def tell(self, broken):
        if self.found.setdefault((broken.law, broken.what[:50]), broken) is broken:
            print(f"\n{broken}", flush=True)

    def holds(self, check, law, *cases):
        """What breaks this law in the cases."""
        if not self.has_time():
            return None
        found = next((broken for broken in check(*cases) if broken.law == law), None)
        self.tidy()
        return found

    def tidy(self):
        changed = self.world.clean()
        if changed:
            raise RuntimeError(f"seed {self.seed}: a command has changed files that are not its own: {changed}")

    def try_laws(self, check, *cases):
        """Runs a check, and shrinks what it finds. Nothing is found twice."""
        laws = {broken.law: broken for broken in check(*cases)}
        self.tidy()
        for law, broken in laws.items():
            if law in self.shrunk:
                continue  # one example of each is enough
            smallest = list(cases)
            for i in range(len(smallest)):
                smallest[i] = shrunk(smallest[i], lambda one, i=i, law=law, smallest=smallest: self.holds(
                    check, law, *smallest[:i], one, *smallest[i + 1:]))
            again = self.holds(check, law, *smallest)
            if again or not self.has_time():  # otherwise it depends on the time of day
                self.tell(again or broken)
                self.shrunk.add(law)

    # `referee tournament`

    def tried(self, case, salt):
        return Tried(self.world, case, random.Random(salt), None if self.whole else 2)

    def check_of(self, law, salt):
        """The check of a law as a function of one case, or of two."""
        def one(case):
            tried = self.tried(case, salt)
            if law == "14 wrong":
                return tournament_laws.law_14_wrong(tried)
            if law == "14 refusals":
                return tournament_laws.law_14_refusals(tried, tried.begin()[0])
            if law in ("12 ways", "25", "15"):
                return {"12 ways": replacing_laws.law_12_ways, "25": tournament_laws.law_25, "15": tournament_laws.law_15}[law](tried)
            run, db = tried.begin()
            if run.refused():
                return []
            return {"13": replacing_laws.law_13, "14 effects": tournament_laws.law_14_effects}[law](tried, run, db)

        def two(case, later):
            tried = self.tried(case, salt)
            if law != "12 resume":
                return {"12 plan": replacing_laws.law_12_plan, "12 from": replacing_laws.law_12_from}[law](tried, later)
            run, db = tried.begin()
            return [] if run.refused() else replacing_laws.law_12_resume(tried, run, db, later)
        return two if law in REPLACING else one

    def later(self):
        """A few options that come after those of a case."""
        factors = good({name: values for name, values in SETTINGS.items() if name not in ("who", "scale")})
        names = self.chance.sample(list(factors), self.chance.choice([1, 1, 2]))
        return Case({name: self.chance.choice(factors[name][1:]) for name in names}, ())

    def replacements(self):
        """Each value of an option after each other one of its group, in each way of giving."""
        factors = good(SETTINGS)
        pairs = [(one, first, two, second) for one, two in itertools.product(factors, factors) if two in SAME_GROUP.get(one, [one]) and one != "who"
                 for first in factors[one][1:] for second in factors[two][1:]]
        self.chance.shuffle(pairs)
        for one, first, two, second in self.mine(pairs)[:None if self.whole else CASES["replacement"]]:
            if not self.has_time():
                return
            self.cases += 1
            who = factors["who"][1 if "sprt" in (one, two) else 0]
            for law in REPLACING if self.whole else [self.chance.choice(REPLACING)]:
                self.try_laws(self.check_of(law, self.cases), Case({"who": who, one: first}), Case({two: second}, ()))

    def tournaments(self, most):
        """Cases of accepted options. `most`: how many values of each option; None: all."""
        laws = ["12 ways", "12 plan", "12 from", "12 resume", "13", "14 effects", "15", "25"]
        factors = good(TOURNAMENT, self.chance, most)
        covering = Covering(factors, self.chance)
        covering.refuse_patterns(TOGETHER)
        turn = self.share[0] * len(laws) // self.share[1]
        left = None if self.whole else CASES["tournament"]
        while self.has_time() and left != 0 and (chosen := covering.next_case()):
            case = Case({name: factors[name][i] for name, i in chosen.items()})
            self.cases += 1
            left = left and left - 1
            run = self.tried(case, 0).begin()[0]
            self.tidy()
            self.try_laws(self.check_of("14 refusals", 0), case)
            if run.refused():
                self.learn(covering, factors, chosen, case, self.is_refused)
                continue
            covering.accept(chosen)
            now = laws if self.whole and self.chance.random() < 0.2 else [laws[(turn + i) % len(laws)] for i in range(2)]
            turn += 2
            for law in now:
                self.try_laws(self.check_of(law, self.cases), *([case, self.later()] if law in REPLACING else [case]))

    def is_refused(self, case):
        tried = self.tried(case, 0)
        return tried.run([*tried.words(case.bots, case.options, "w.db"), "--dry-run"]).refused()

    def learn(self, covering, factors, chosen, case, is_refused):
        """Finds the fewest values of a refused case that are refused together, so that other cases do without them.
        Returns the case of these."""
        small = shrunk(case, is_refused)
        others = [name for name in small.values if name != "who"]
        anyhow = len(others) > 1 and all(is_refused(Case({**small.values, "who": who})) for who in factors["who"][:2])
        covering.refuse([(name, chosen[name]) for name in (others if anyhow else small.values)])
        covering.give_up(chosen)
        return small

    def wrong_tournaments(self):
        """Each wrong value in good company."""
        factors = good(TOURNAMENT)
        wrong = [(name, value) for name, values in {**TOURNAMENT, "place": PLACES}.items() for value in values if value.wrong]
        for name, value in self.mine(wrong):
            if not self.has_time():
                return
            if not self.whole and self.chance.random() < 1 - WRONG_SHARE:
                continue
            # The option, or an earlier stage, replaces the variable, whatever that says.
            others = [other for other in factors if name != "environment" or other not in ("sandbox", "who")]
            company = {other: self.chance.choice(factors[other]) for other in self.chance.sample(others, 2)}
            self.cases += 1
            for case in (Case({"who": factors["who"][0], name: value}), Case({"who": factors["who"][0], **company, name: value}))[:2 if self.whole else 1]:
                self.try_laws(self.check_of("14 wrong", 0), case)

    # The other commands

    def of_class(self):
        if self.world.has_sandbox():
            for broken in class_laws.laws(self.world):
                self.tell(broken)

    def command(self, name, most):
        factors = COMMANDS[name]

        def tried(case):
            return command_laws.TriedCommand(self.world, name, case, random.Random(self.cases), None if self.whole else 2)
        checks = [lambda case, law=law: law(tried(case))
                  for law in (command_laws.law_14_refusals, command_laws.law_14_effects, command_laws.law_15, command_laws.law_25)]
        fine = good(factors)
        usual = {factor: values[0] for factor, values in fine.items()}
        for factor, values in factors.items():
            for value in values:
                if value.wrong and self.has_time() and (self.whole or self.chance.random() < WRONG_SHARE):
                    self.cases += 1
                    for check in (checks[0], checks[2]):
                        self.try_laws(check, Case({**usual, factor: value}))
        fine = good(factors, self.chance, most)
        covering = Covering(fine, self.chance)
        left = None if self.whole else CASES.get(name, OTHER_CASES)
        while self.has_time() and left != 0 and (chosen := covering.next_case()):
            case = Case({factor: fine[factor][i] for factor, i in chosen.items()})
            self.cases += 1
            left = left and left - 1

            def is_refused(smaller):
                refused = tried(smaller).run().refused()
                self.tidy()
                return refused
            if is_refused(case):
                case = self.learn(covering, fine, chosen, case, is_refused)
            else:
                covering.accept(chosen)
            for check in checks:
                self.try_laws(check, case)


PARTS = ["wrong", "class", "tournament", "replacement", *COMMANDS]


def explore(seed, seconds, share, parts):
    """Tries the parts in one process. Returns the numbers of cases and of broken laws."""
    explorer = Explorer(seed, seconds, share)
    most = None if seconds else 2
    work = {"wrong": explorer.wrong_tournaments, "class": explorer.of_class, "tournament": lambda: explorer.tournaments(most),
            "replacement": explorer.replacements, **{name: lambda name=name: explorer.command(name, most) for name in COMMANDS}}
    mine = [name for name in work if name in parts and name not in ("class", *COMMANDS)]
    mine += explorer.mine([name for name in work if name in parts and name not in mine])
    try:
        for i, name in enumerate(mine):
            explorer.share_time(len(mine) - i)
            work[name]()
    finally:
        explorer.world.close()
    return explorer.cases, len(explorer.found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(10**9)
    start, cases, found = time.monotonic(), 0, 0
    while True:
        left = None if given.seconds is None else given.seconds - (time.monotonic() - start)
        if left is not None and left <= 0:
            break
        print(f"seed {seed}", flush=True)
        with multiprocessing.Pool(given.jobs) as pool:
            for count, broken in pool.starmap(explore, [(seed, left, (i, given.jobs), given.only or PARTS) for i in range(given.jobs)], chunksize=1):
                cases += count
                found += broken
        if left is None or found:
            break
        seed += 1
    print(f"{cases} cases, {found} broken laws, {time.monotonic() - start:.0f} s (seed {seed})")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
