"""The options of `referee tournament` with values of each kind: usual ones, bounds, and wrong ones."""
from world import GAME, POSITION


class Value:
    """One value of a factor: the options that it gives. `wrong`: it is refused in any company. `is_default`: it says
    what holds anyway."""

    def __init__(self, *options, bots=(), wrong=False, is_default=False):
        self.options, self.bots, self.wrong, self.is_default = list(options), list(bots), wrong, is_default

    def __repr__(self):
        return " ".join([*self.bots, *(word for option in self.options for word in option if word is not None)])


def absent():
    return Value()


def given(name, *texts, wrong=(), default=()):
    return [absent(), *(Value((name, text)) for text in texts), *(Value((name, text), is_default=True) for text in default),
            *(Value((name, text), wrong=True) for text in wrong)]


def flag(name, wrong=False):
    return [absent(), Value((name, None), wrong=wrong)]


CAVE = "magnetic_cave:max_plies=6"
A, B, C = "f/a.sh", "f/b.sh", "f/c.sh"
WHO = [Value(bots=[A, B, C]), Value(bots=[A, B]), Value(bots=["a=" + B, "b=" + A, C, "f/d.sh"]),
       Value(("--from", "early.db")), Value(("--from", "four.db")), Value(("--from", "two.db")), Value(("--from", "ladder.db,top=2")),
       Value(("--from", "early.db"), bots=["f/d.sh"]), Value(("--bots", "two"), bots=[C]),
       Value(bots=[A], wrong=True), Value(("--from", "early.db,top=9"), wrong=True), Value(("--from", "none.db"), wrong=True),
       Value(("--bots", "none"), wrong=True)]

# The settings of a tournament.
SETTINGS = {
    "who": WHO,
    "game": [Value(("--game", GAME)), Value(("--game", CAVE)), Value(("--game", CAVE), ("--traditional-time", None)), absent(),
             Value(("--game", "magnetize:hight=4"), wrong=True), Value(("--game", GAME), ("--traditional-time", None), wrong=True)],
    "format": [absent(), Value(("--format", "gauntlet")), Value(("--format", "gauntlet"), ("--challenger", "b")), Value(("--format", "swiss")),
               Value(("--format", "swiss"), ("--rounds", "1")), Value(("--format", "swiss"), ("--rounds", "2")), Value(("--format", "knockout")),
               Value(("--format", "ladder")), Value(("--format", "round-robin"), is_default=True), Value(("--format", "cup"), wrong=True),
               Value(("--format", "swiss"), ("--rounds", "0"), wrong=True), Value(("--rounds", "2"), wrong=True),
               Value(("--format", "gauntlet"), ("--challenger", "nobody"), wrong=True), Value(("--challenger", "b"), wrong=True)],
    "games": given("--games", "1", "3", "60", default=["2"], wrong=["0", "1000001", "x"]),
    "seed": given("--seed", "0", "9007199254740991", wrong=["9007199254740992", "-1"]),
    "openings": [absent(), Value(("--openings", "2")), Value(("--openings", "book.txt")), Value(("--openings", "book.txt,order=random,start=2")),
                 Value(("--opening", "DROP 1"), ("--opening", "DROP 2, DROP 0")),
                 Value(("--opening", "DROP 1"), ("--opening", "DROP 0"), ("--openings", "order=random")), Value(("--openings", "order=random"), wrong=True),
                 Value(("--openings", "0"), wrong=True), Value(("--openings", "none.txt"), wrong=True),
                 Value(("--openings", "2"), ("--opening", "DROP 1"), wrong=True)],
    "position": given("--position", POSITION, "pos.txt", wrong=["xyz"]),
    "sprt": given("--sprt", "elo0=0,elo1=10", "0,200", wrong=["elo0=9,elo1=1", "5"]),
    "until": given("--until", "los=95", "elo=400", wrong=["los=50", "17:30"]),
    "anchor": given("--anchor", "a=1500", "b=-3", wrong=["nobody=3", "a"]),
    "move": given("--move-time", "3s", "1s", wrong=["0s", "3"]),
    "limits": given("--limits", "clock=60s+1s", "move=5s", "first=7s", "margin=5ms", "memory=300M", "first=9s,margin=0s", "clock=60s,move=4s",
                    "cpus=all", "processes=none", wrong=["clock=0s", "memory=1M", "speed=9", ""]),
    "own limits": given("--limits", "a:move=8s", "b:clock=50s", "b:memory=300M", wrong=["nobody:move=1s", "a:cpus=1"]),
    "sandbox": given("--sandbox", "on", "auto,folder=shown", "off", "reuse=off", "on,folder=shown,reuse=off", "off,folder=shown",
                     wrong=["maybe", "on,off", "folder=none,on"]),
    "ponder": given("--ponder", "off", "on", wrong=["yes"]),
    "notes": given("--stderr-log", "all", "off", default=["info"], wrong=["none"]),
    "reuse": flag("--reuse"),
    "scale": flag("--scale-time", wrong=True),
}

# What may differ between runs.
RUN = {
    "jobs": [absent(), Value(("--jobs", "2"), ("--force", None)), Value(("--jobs", "1"), is_default=True), Value(("--force", None), is_default=True),
             Value(("--jobs", "0"), wrong=True), Value(("--jobs", "10001"), wrong=True), Value(("--jobs", "9999"), wrong=True)],
    "pin": flag("--pin"),
    "pause": given("--pause", "3ms", wrong=["0s", "25h"]),
    "stop": given("--stop-after", "1", "2", wrong=["0", "soon"]),
    "stop at": given("--stop-at", "3:07", wrong=["24:00", "noon"]),
    "engine": given("--engine", default=["local"], wrong=["cloud", "local,batch=1s", "slurm,output=x"]),
    "show": [absent(), Value(("--quiet", None)), Value(("--json", None)), Value(("--json", None), ("--quiet", None), wrong=True)],
    "feedback": given("--feedback", wrong=["answers"]),
    "environment": [absent(), Value(("REFEREE_SANDBOX", "off")), Value(("REFEREE_SANDBOX", "on")), Value(("REFEREE_SANDBOX", "perhaps"), wrong=True)],
}

RUN_NAMES = {name for values in RUN.values() for value in values for name, _ in value.options}

# Values that are refused together: two factors, each with a pattern of its value, and what the refusal says.
TOGETHER = [
    ("sprt", ".", "who", r"early\.db|four\.db|f/c\.sh", "--sprt compares two bots"),
    ("sprt", ".", "format", "gauntlet|swiss|knockout|ladder", "--sprt compares two bots in a round robin: omit --format"),
    ("sprt", ".", "until", ".", "--until: a sequential test stops by itself"),
    ("until", ".", "format", "swiss|knockout", "--until does not apply to"),
    ("games", ".", "format", "ladder", "--games does not apply to ladder"),
    ("game", "traditional", "move", ".", "--traditional-time sets all time limits: omit move="),
    ("game", "traditional", "limits", "move|clock|first|margin", "--traditional-time sets all time limits: omit"),
    ("move", ".", "limits", "move", "--limits: move is given twice"),
    ("game", "cave", "position", ".", "magnetic_cave: position"),
    ("game", "cave", "openings", "book|DROP", "is not written as a move of this game"),
    ("game", "cave", "who", r"four\.db", "this opening is for another game or board"),
    ("format", "rounds 2", "who", r"two\.db|ladder\.db|^f/a.sh f/b.sh$", "can play from 1 to 1 rounds"),
]

# Places where a tournament's file can't be.
PLACES = [Value(("--db", place), wrong=True) for place in ("no/t.db", "shown", "book.txt", "early.db", "m.json", "bad\x01name")]
