"""The cases of joints_test.py: tables of formats and features of tournaments, and samples in which every pair of them
occurs.

A case has a name such as "swiss change=add engine=slurm #7". The name determines all random choices in it.
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

# The options of each variant. If a variant needs files, or depends on the state of the tournament, joint_case.py adds
# the rest.
FEATURES = {
    "clock": {"clock": ["--limits", "clock=60s+1s"], "both": ["--limits", "clock=60s", "--move-time", "30s"],
              "handicap": ["--limits", "b:move=30s"]},
    "reuse": {"all": ["--reuse"]},
    "sandbox": {"on": ["--sandbox", "on", "--limits", "memory=300M"],
                "fresh": ["--sandbox", "on,reuse=off", "--limits", "memory=300M"]},
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
    "change": {"add": [], "replace": [], "withdraw": [], "annul": [], "return": [], "again": [], "rounds": [], "several": []},
    "goal": {"los": ["--until", "los=80"], "elo": ["--until", "elo=400"], "sprt": ["--sprt", "elo0=0,elo1=200"]},
    "engine": {"slurm": [], "left": ["leave-running"]},
}

# Combinations that are refused when the tournament begins: the formats, the variants, and the message.
REFUSALS = [
    ({"swiss", "knockout"}, {"goal": {"los", "elo"}}, r"--until does not apply to \w+: its number of games is fixed"),
    ({"gauntlet", "swiss", "knockout", "ladder"}, {"goal": {"sprt"}}, "--sprt compares two bots in a round robin"),
]

# Changes that are refused: the formats, the kinds of change, the message, and whether it is always refused. If not, it
# depends on what has been played.
CHANGE_REFUSALS = [
    (set(FORMATS) - {"swiss"}, {"rounds"}, "rounds applies only to a Swiss tournament", True),
    ({"knockout"}, {"annul"}, "knockout results decide who advances, and can't be annulled", True),
    ({"knockout"}, {"again", "several"}, "decided who advances, and later games depend on its result", False),
    ({"knockout"}, {"add", "several"}, "this knockout is over", False),
    ({"knockout"}, {"replace"}, "plays no more games in this knockout", False),
    ({"swiss"}, {"add", "replace", "several"}, r"all \d rounds are already planned, so the bot would not play", False),
    ({"swiss"}, {"rounds"}, r"\d are already planned, and \d entrants can play at most", False),
    ({"swiss"}, {"rounds"}, "fewer than two entrants take part", False),
    (set(FORMATS), {"again", "several"}, "none of these games was played by two entrants that are still in the tournament", False),
    (set(FORMATS), {"again", "several"}, r"again \d+: '\w+' has left the tournament", False),
    (set(FORMATS), {"again", "several"}, r"again \d+: it (has not been played|was cancelled)", False),
    (set(FORMATS), {"again", "several"}, r"again \d+: this game is already to be played again", False),
    ({"knockout"}, {"return"}, "in a knockout, who has left is out of it", False),
    (set(FORMATS), {"return"}, r"the results of '\w+' were annulled: use add to let it begin anew", False),
    (set(FORMATS), {"withdraw", "annul", "replace", "return", "several"}, r"'\w+' has left the tournament already", False),
    ({"gauntlet"}, {"withdraw", "annul", "return", "several"}, "is the challenger: use replace to substitute another bot", False),
]
SEQUENTIAL = "a sequential test can't be changed"

# Features that can't be combined. A stage has its own bots. A bot that fails is not fit to play in a bots folder, and
# can't fail in CLUSTER. Moves and positions belong to one game. A process that has played before draws other random
# numbers. An entrant that an option names may not be in the next stage.
NOT_A_CASE = [{"named": None, "stage": None}, {"named": {"folder"}, "forfeit": None}, {"game": None, "position": None},
              {"game": None, "openings": {"file", "random", "positions"}}, {"game": None, "reuse": None}, {"game": None, "forfeit": None},
              {"anchor": None, "stage": None}, {"clock": {"handicap"}, "stage": {"top", "more"}}, {"clock": {"handicap"}, "stage": None, "goal": {"sprt"}}]


class Case:
    """A format, and variants of some features."""

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
        """The options of these features."""
        return [word for name, variant in self.features.items() if name in features for word in FEATURES[name][variant]]

    def fits(self, forms, variants):
        return self.form in forms and all(self.get(name) in wanted for name, wanted in variants.items())

    def refusal(self):
        """Returns the message that refuses the beginning of this case, and the features that cause it, or (None,
        None)."""
        for forms, variants, message in REFUSALS:
            if self.fits(forms, variants):
                return message, variants
        return None, None

    def refusals_of_change(self, kind):
        """Returns the messages with which a change of this kind may be refused, and whether it must be refused."""
        if self.get("goal") == "sprt" and kind != "rounds":
            return [SEQUENTIAL], True
        rows = [(message, always) for forms, kinds, message, always in CHANGE_REFUSALS if self.form in forms and kind in kinds]
        return [message for message, _ in rows], any(always for _, always in rows)

    def is_one(self):
        return not any(all(name in self.features and (variants is None or self.get(name) in variants) for name, variants in parts.items())
                       for parts in NOT_A_CASE)

    def joints(self, parts):
        """The pairs of parts in this case. A case that is refused counts only for the pair that causes this."""
        _, refused = self.refusal()
        names = [("format", self.form), *((name, variant) for name, variant in self.features.items() if not refused or name in refused)]
        return {frozenset(pair) for pair in itertools.combinations(map(parts, names), 2)}


def sample(seed, size, parts):
    """Returns cases with `size` features in which every pair of parts occurs. `parts` maps a feature and its variant to
    the part that counts."""
    chance = random.Random(seed)

    def one_with(pair, number):
        """Returns a case with this pair and other random features. Cases with a batch system take longest, so they have
        more features, which reduces their number."""
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
    """Maps a feature to its name without the variant, and leaves formats as they are."""
    return part if part[0] == "format" else part[0]


def by_variant(part):
    return part
