"""The options of the commands beside `referee tournament`, with values of each kind."""
from tournament_options import A, B, absent, flag, given
from tournament_options import Value as V
from world import GAME, POSITION

LIMITS = given("--limits", "clock=60s+1s", "first=7s", "margin=5ms", "memory=300M", wrong=["clock=0s", "speed=9"])
SANDBOX = given("--sandbox", "on", "auto,folder=shown", wrong=["maybe", "on,off", "off,folder=shown"])
PONDER = given("--ponder", "off", "on", wrong=["yes"])
ANCHOR = given("--anchor", "a=1500", wrong=["nobody=3", "a"])

PLAY = {
    "who": [V(bots=[A, B]), V(bots=["x=" + A, "y=" + B]), V(bots=[A, B, A], wrong=True), V(bots=["f/none.sh", A], wrong=True)],
    "start": [V(("--game", GAME)), V(("--resume", "m.json"), ("--at", "2")), V(("--resume", "m3.json"), ("--match", "2"), ("--at", "1")),
              V(("--game", GAME), ("--position", POSITION)), V(("--at", "2"), wrong=True), V(("--match", "2"), wrong=True),
              V(("--resume", "m3.json"), wrong=True), V(("--resume", "m.json"), ("--at", "999"), wrong=True),
              V(("--resume", "m.json"), ("--position", POSITION), wrong=True), V(("--resume", "m.json"), ("--game", "othello"), wrong=True)],
    "games": given("--games", "2", "3", default=["1"], wrong=["0", "x"]),
    "jobs": [absent(), V(("--games", "4"), ("--jobs", "2"), ("--force", None)), V(("--jobs", "2"), wrong=True), V(("--force", None), wrong=True)],
    "seed": given("--seed", "9", wrong=["-1"]),
    "openings": given("--openings", "2", "book.txt", "book.txt,start=2", wrong=["0", "order=random"]),
    "move": given("--move-time", "3s", wrong=["0s"]),
    "limits": LIMITS,
    "own limits": given("--limits", "1:move=1s", wrong=["nobody:move=1s"])[:1] + [V(("--limits", "nobody:move=1s"), wrong=True)],
    "traditional": flag("--traditional-time", wrong=True),
    "sandbox": SANDBOX, "ponder": PONDER,
    "reuse": [absent(), V(("--games", "4"), ("--reuse", None)), V(("--reuse", None), wrong=True)],
    "pin": flag("--pin"),
    "log": given("--log", "w.log", wrong=["no/w.log", "book.txt"]),
    "shown": [absent(), V(("--show", None)), V(("--json", None)), V(("--quiet", None)), V(("--json", None), ("--show", None), wrong=True)],
    "stderr": flag("--stderr"),
    "notes": [absent(), V(("--log", "w.log"), ("--stderr-log", "off")), V(("--stderr-log", "none"), wrong=True)],
}

CHECK = {
    "who": [V(bots=[A]), V(bots=["two/b"]), V(bots=["human"], wrong=True)],
    "game": [V(("--game", GAME)), V(("--game", "nogame"), wrong=True)],
    "own": [absent(), V(("--own", "f"), ("--sandbox", "on")), V(("--own", "none"), wrong=True), V(("--own", "two/a"), wrong=True)],
    "seed": given("--seed", "9", wrong=["x"]),
    "move": given("--move-time", "3s", wrong=["0s"]),
    "limits": LIMITS, "sandbox": SANDBOX, "ponder": PONDER, "reuse": flag("--reuse"),
}

STANDINGS = {
    "who": [V(bots=["early.db"]), V(bots=["early.db", "two.db"]), V(bots=["early.db", "early.db"], wrong=True), V(bots=["none.db"], wrong=True),
            V(bots=["m.json"], wrong=True), V(bots=["book.txt"], wrong=True), V(bots=["early.db", "four.db", "two.db"])],
    "format": given("--format", "json", "markdown", "mediawiki", "csv", wrong=["xml", "json-lines"]),
    "anchor": ANCHOR,
}

WHAT = ["games", "openings", "standings", "crosstable", "superiority", "covariance", "parameters", "nash", "endings", "hosts", "plan", "students", "pgn"]
EXPORT = {
    "who": [V(bots=["early.db"]), *(V(bots=["early.db", what]) for what in WHAT), V(bots=["early.db", "standing"], wrong=True), V(bots=["none.db"], wrong=True)],
    "format": given("--format", "json", "markdown", "mediawiki", default=["csv", "json-lines"], wrong=["xml"]),
    "output": given("--output", "w.out", wrong=["early.db", "book.txt", "no/w.out", "early.db-wal", "shown"]),
    "force": [absent(), V(("--output", "w.out"), ("--force", None)), V(("--output", "early.db"), ("--force", None), wrong=True)],
    "columns": given("--columns", "all", "name,elo", wrong=["nothing"]),
    "with": given("--with", "two.db", wrong=["early.db", "none.db"]),
    "bom": flag("--bom"),
    "anchor": ANCHOR,
}

CHANGE = {
    "who": [V(bots=["withdraw", "c"]), V(bots=["add", "f/d.sh"]), V(bots=["replace", "c=f/d.sh"]), V(bots=["annul", "b"]), V(bots=["again", "1-2"]),
            V(bots=["again", "a", "add", "f/d.sh"]), V(bots=["rounds", "3"]), V(bots=["add", "f/d.sh", "withdraw", "b"]), V(bots=["return", "c"]),
            V(bots=["join", "f/d.sh"], wrong=True), V(bots=["withdraw", "nobody"], wrong=True), V(bots=["again", "0"], wrong=True), V(bots=[], wrong=True),
            V(bots=["rounds", "0"], wrong=True), V(bots=["add"], wrong=True), V(bots=["add", "f/none.sh"], wrong=True)],
    "bots": [absent(), V(("--bots", "bots"), wrong=True), V(("--bots", "none"), wrong=True)],
    "students": given("--students", wrong=["list.csv"]),
    "teams": given("--teams", wrong=["Team"]),
    "team-size": given("--team-size", wrong=["0", "2"]),
    "game": given("--game", wrong=["book.txt"]),
    "limits": given("--limits", "d:move=1s", wrong=["a:move=1s", "move=1s", "nobody:move=1s"]),
    "reuse": flag("--reuse"),
    "jobs": [absent(), V(("--jobs", "1"), is_default=True), V(("--jobs", "2"), ("--force", None), is_default=True), V(("--jobs", "0"), wrong=True)],
}

SERVE = {
    "who": [V(bots=["early.db"]), V(bots=[]), V(bots=["none.db"], wrong=True), V(bots=["m.json"], wrong=True)],
    "bot": given("--bot", "f/d.sh", wrong=["f/none.sh"]),
    "game": given("--game", "othello", wrong=["nogame"]),
    "host": given("--host", "localhost", wrong=["nowhere.invalid", "300.1.1.1"]),
    "port": [V(("--port", "0")), V(("--port", "70000"), wrong=True)],
    "jobs": given("--jobs", "1", wrong=["0", "65"]),
    "limits": given("--limits", "memory=300M", wrong=["move=1s", "a:memory=1G", "speed=1"]),
    "sandbox": SANDBOX, "ponder": PONDER,
}

ENGINE = {
    "who": [V(bots=["check"]), V(bots=["calibrate"]), V(bots=["play"], wrong=True), V(bots=["play", "none.json"], wrong=True), V(bots=["test"], wrong=True),
            V(bots=["check", "x"], wrong=True)],
    "engine": given("--engine", default=["local"], wrong=["cloud", "local,batch=1s", "parallel,hosts=none"]),
    "dry": flag("--dry-run"),
    "host": given("--host", "me"),
    "sum": given("--sum", wrong=["ab"]),
    "output": given("--output", wrong=["-", "w.out"]),
}

COMMANDS = {"play": PLAY, "check": CHECK, "standings": STANDINGS, "export": EXPORT, "change": CHANGE, "serve": SERVE, "engine": ENGINE}
