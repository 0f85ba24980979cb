"""The cases of joints_test.py: formats by features of tournaments, as tables, and samples of them in which every pair occurs.

A case has a name such as "swiss change=add engine=slurm #7", and all that is random in it follows from this name.
"""
import itertools
import random

FORMATS = {
    "round-robin": ["--games", "4"],
    "gauntlet": ["--format", "gauntlet", "--games", "6"],
    "swiss": ["--format", "swiss", "--rounds", "2", "--games", "4"],
    "knockout": ["--format", "knockout", "--games", "4"],
    "ladder": ["--format", "ladder"],
}

# What follows from a variant is in the table of its options, or, where it needs files or the moment, in joints_test.py.
FEATURES = {
    "clock": {"clock": ["--limits", "clock=60s+1s"], "both": ["--limits", "clock=60s", "--move-time", "30s"],
              "handicap": ["--limits", "b:move=30s"]},
    "reuse": {"all": ["--reuse"]},
    "sandbox": {"on": ["--sandbox", "on", "--limits", "memory=300M"]},
    "position": {"text": ["--position", "..../..../..../*o.. *"]},
    "game": {"cluster": []},
    "size": {"odd": []},
    "forfeit": {"exit:1": [], "abort": []},
    "anchor": {"on": ["--anchor", "a=1500"]},
    "openings": {"drawn": ["--openings", "2"], "file": ["--openings", "book.txt"],
                 "random": ["--openings", "book.txt,order=random,start=2"],
                 "positions": ["--openings", "positions.txt"]},
    "named": {"list": [], "folder": [], "plan": []},
    "stage": {"all": [], "top": [], "more": []},
    "change": {"add": [], "replace": [], "withdraw": [], "annul": [], "again": [], "rounds": [], "several": []},
    "goal": {"los": ["--until", "los=80"], "elo": ["--until", "elo=400"], "sprt": ["--sprt", "elo0=0,elo1=200"]},
    "engine": {"slurm": [], "left": ["leave-running"]},
}

# What a combination is refused with when the tournament begins: the format, variants, and the message.
REFUSALS = [
    ({"swiss", "knockout"}, {"goal": {"los", "elo"}}, r"--until does not apply to \w+: its number of games is fixed"),
    ({"gauntlet", "swiss", "knockout", "ladder"}, {"goal": {"sprt"}}, "--sprt compares two bots in a round robin"),
]

# Those of changes: the formats, the kinds of change, the message, and whether it is always refused. Otherwise what has been played decides.
CHANGE_REFUSALS = [
    (set(FORMATS) - {"swiss"}, {"rounds"}, "rounds: only a Swiss tournament has them", True),
    ({"knockout"}, {"annul"}, "results of a knockout decide who plays on, and can't be annulled", True),
    ({"knockout"}, {"again", "several"}, "has decided who plays on, and later games were planned by it", False),
    ({"knockout"}, {"add", "several"}, "this knockout is over", False),
    ({"knockout"}, {"replace"}, "plays no more games in this knockout", False),
    ({"swiss"}, {"add", "replace", "several"}, r"all \d rounds are planned, so the bot would not play", False),
    ({"swiss"}, {"rounds"}, r"\d are planned, and \d entrants can play up to", False),
    (set(FORMATS), {"again", "several"}, "none of these games has been played by two who are still there", False),
    (set(FORMATS), {"again", "several"}, r"again \d+: '\w+' has left the tournament", False),
    (set(FORMATS), {"again", "several"}, r"again \d+: this game has not been played", False),
    (set(FORMATS), {"withdraw", "annul", "replace", "several"}, r"'\w+' has left the tournament already", False),
    ({"gauntlet"}, {"withdraw", "annul", "several"}, "is the challenger; replace puts another in its place", False),
]
SEQUENTIAL = "a sequential test stays as it was begun"

# Those that do not go together by their sense: a stage has its bots; a bot that fails is not fit to play in a folder, and does not know how
# to fail in CLUSTER; moves and positions belong to a game; a process that has played before draws other numbers; and who is named by an
# option may not be in the next stage.
NOT_A_CASE = [{"named": None, "stage": None}, {"named": {"folder"}, "forfeit": None}, {"game": None, "position": None},
              {"game": None, "openings": {"file", "random", "positions"}}, {"game": None, "reuse": None}, {"game": None, "forfeit": None},
              {"anchor": None, "stage": None}, {"clock": {"handicap"}, "stage": {"top", "more"}}, {"clock": {"handicap"}, "stage": None, "goal": {"sprt"}}]


class Case:
    """A format, and a variant of some features."""

    def __init__(self, form, features, number):
        self.form, self.features, self.number = form, dict(sorted(features.items())), number
        self.chance = random.Random(str(self))

    def __str__(self):
        return " ".join([self.form, *(f"{name}={variant}" for name, variant in self.features.items()), f"#{self.number}"])

    @staticmethod
    def of(text):
        form, *features, number = text.split()
        return Case(form, dict(feature.split("=") for feature in features), int(number.removeprefix("#")))

    def get(self, name):
        return self.features.get(name)

    def options(self, features):
        """Those of these features."""
        return [word for name, variant in self.features.items() if name in features for word in FEATURES[name][variant]]

    def fits(self, forms, variants):
        return self.form in forms and all(self.get(name) in wanted for name, wanted in variants.items())

    def refusal(self):
        """The message with which it can't begin, and whose joint that is; or (None, None)."""
        for forms, variants, message in REFUSALS:
            if self.fits(forms, variants):
                return message, variants
        return None, None

    def refusals_of_change(self, kind):
        """The messages with which such a change may be refused, and whether it must be."""
        if self.get("goal") == "sprt" and kind != "rounds":
            return [SEQUENTIAL], True
        rows = [(message, always) for forms, kinds, message, always in CHANGE_REFUSALS if self.form in forms and kind in kinds]
        return [message for message, _ in rows], any(always for _, always in rows)

    def is_one(self):
        return not any(all(name in self.features and (variants is None or self.get(name) in variants) for name, variants in parts.items())
                       for parts in NOT_A_CASE)

    def joints(self, parts):
        """The pairs that it has of these parts. A case that is refused has the one that is refused."""
        _, refused = self.refusal()
        names = [("format", self.form), *((name, variant) for name, variant in self.features.items() if not refused or name in refused)]
        return {frozenset(pair) for pair in itertools.combinations(map(parts, names), 2)}


def sample(seed, size, parts):
    """Cases of so many features, in which every pair of parts occurs. `parts`: what is to be told apart of a feature and its variant."""
    chance = random.Random(seed)

    def one_with(pair, number):
        """A case with this pair, and other features by chance. On other machines it lasts longest: such cases are fewer, and have more features."""
        fixed = {name: variant for name, variant in pair}
        form = fixed.pop("format", None) or chance.choice(list(FORMATS))
        others = chance.sample([name for name in FEATURES if name not in fixed and name != "engine"], size - len(fixed) + 2 * ("engine" in fixed))
        features = {name: variant or chance.choice(list(FEATURES[name])) for name, variant in (fixed | dict.fromkeys(others)).items()}
        return Case(form, features, number)

    everything = [("format", form) for form in FORMATS] + [(name, variant) for name, variants in FEATURES.items() for variant in variants]
    pairs = [pair for pair in itertools.combinations(everything, 2) if pair[0][0] != pair[1][0] and Case("", dict(pair), 0).is_one()]
    chance.shuffle(pairs)
    wanted = {frozenset(map(parts, pair)) for pair in pairs}
    cases = []
    for pair in pairs:
        joint = frozenset(map(parts, pair))
        if joint not in wanted:
            continue
        number = len(cases) + 1
        drawn = (one_with(pair, seed * 1000 + number) for _ in range(20_000))
        candidates = list(itertools.islice((case for case in drawn if case.is_one() and joint in case.joints(parts)), 40))
        best = max(candidates, key=lambda case: len(case.joints(parts) & wanted))
        wanted -= best.joints(parts)
        cases.append(best)
    return cases


def by_feature(part):
    """Formats, and features without their variants."""
    return part if part[0] == "format" else part[0]


def by_variant(part):
    return part
