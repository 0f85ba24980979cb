"""Laws 14, 15 and 25 for the commands beside `referee tournament`."""
import json
import re
import shutil

from case import Broken
from spellings import SPELLINGS, from_below, linked, respelled, unspelled
from tried import Tried, complaints, names_an_option
from ways import words_of
from world import masked

# Options whose effect these runs can't show, and why. "*": of all commands.
UNSEEN = {
    "*": {"--sandbox": "REFEREE_SANDBOX may say the same", "--ponder": "its default depends on the sandbox", "--force": "nothing is overwritten"},
    "play": {"--pin": "which core a bot has is nowhere", "--jobs": "documented: the games do not depend on it", "--quiet": "",
             "--stderr-log": "documented: it is for the log"},
    "check": {"--limits": "no bot comes near them", "--move-time": "no bot comes near it", "--reuse": "", "--own": "shown in a sandbox only"},
    "serve": {"--port": "its number is masked", "--limits": "the page says it", "--jobs": "the page says it", "--host": "localhost is the default", "--game": "the page says it", "--bot": "the page says it"},
    "change": {"--jobs": "bots that are checked at once"},
    "export": {"--anchor": ""}, "export hosts": {"--with": "no game of these files has a host"}, "engine": {"--dry-run": "local has no command"}, "standings": {},
}


class TriedCommand:
    """A case of one command in one world."""

    def __init__(self, world, command, case, chance, few=None):
        self.world, self.command, self.case, self.chance, self.few = world, command, case, chance, few

    some = Tried.some

    def words(self, case, more=()):
        if self.command == "change":
            shutil.copy(self.world.folder / self.db_of(case), self.world.folder / "w.db")
            return ["change", "w.db", *case.bots, *words_of(case.options), *more]
        return [self.command, *case.bots, *words_of(case.options), *more]

    def db_of(self, case):
        return "swiss.db" if "rounds" in case.bots else "open.db"

    def run(self, case=None, more=(), words=None, cwd="."):
        words = words or self.words(case or self.case, more)
        for name in ("w.log", "w.out"):
            (self.world.folder / name).unlink(missing_ok=True)
        return self.world.run(words, cwd=cwd, until="Open this" if self.command == "serve" else None)

    def seen(self, run):
        files = []
        if (self.world.folder / "w.out").exists():
            files.append(masked((self.world.folder / "w.out").read_text()))
        if (self.world.folder / "w.log").exists():
            files.append(parts_of_log((self.world.folder / "w.log").read_text()))
        if self.command == "change" and not run.refused():
            files.append((self.world.head("w.db"), self.world.changes("w.db")))
        return (run.code, masked(run.out), masked(run.err), files)


def parts_of_log(text):
    """What a log says that does not depend on time."""
    try:
        logs = [json.loads(text)]
    except json.JSONDecodeError:  # a series has a line for each match
        logs = [json.loads(line) for line in text.splitlines()]
    return [(log["game"], log["limits"], [(player["name"], player.get("limits"), player.get("isolation")) for player in log["players"]],
             [(ply["move"], ply.get("stderr")) for ply in log["plies"]], log["result"]) for log in logs]


def is_stopped_server(tried, run):
    return tried.command == "serve" and run.code == 130


def law_14_refusals(tried):
    run = tried.run()
    found = [] if is_stopped_server(tried, run) else complaints(run, tried.case.options)
    if run.refused() and not names_an_option(run.why(), tried.case.options, tried.case.bots):
        found.append(Broken("14 refusal", "the line names no option that was given", run))
    if not run.refused() and any(value.wrong for value in tried.case.values.values()) and run.code in (0, 130):
        found.append(Broken("14 refusal", "a wrong value is accepted", run))
    return found


def law_14_effects(tried):
    # A limit of a bot's memory is seen only in the log.
    more = ["--log", "w.log"] if tried.command == "play" and not tried.case.has("--log") else []
    run = tried.run(more=more)
    if run.refused():
        return []
    seen = tried.seen(run)
    found = []
    unseen = {**UNSEEN["*"], **UNSEEN[tried.command], **UNSEEN.get(" ".join([tried.command, *tried.case.bots[-1:]]), {})}
    for name, value in tried.some(tried.case.values.items()):
        if value.options == [("--columns", "all")] and tried.case.value("--format") == "json":
            continue  # JSON has all columns anyway
        if name == "who" or value.is_default or not value.options or all(option in unseen for option, _ in value.options):
            continue
        smaller = tried.case.without(name)
        other = tried.run(smaller, more=more)
        if tried.seen(other) == seen:
            found.append(Broken("14 ignored", f"{value} is accepted and changes nothing", run, other))
    return found


def law_15(tried):
    first = tried.run()
    found = []
    for name, how in tried.some(SPELLINGS.items()):
        words = respelled(tried.words(tried.case), how, tried.world)
        if words == first.words or how is from_below and tried.command == "change":
            continue  # a change is made in the folder of the tournament
        if how is linked and tried.command == "check" and tried.case.has("--own"):
            continue  # a bot that is a link is left out of a tournament, and a check says so
        other = tried.run(words=words, cwd="work" if how is from_below else ".")
        if other.code != first.code:
            found.append(Broken(f"15 {name}", "one spelling is accepted and another one is refused", first, other))
        elif first.refused() and unspelled(masked(first.why()), tried.world) != unspelled(masked(other.why()), tried.world):
            found.append(Broken(f"15 {name}", "refused for another reason", first, other))
        elif tried.command in ("standings", "export", "change") and not first.refused() and unspelled(masked(first.out), tried.world) != unspelled(masked(other.out), tried.world):
            found.append(Broken(f"15 {name}", "another output", first, other))
    return found


def law_25(tried):
    """Only a change has a dry run that plays nothing afterwards."""
    if tried.command != "change":
        return []
    real = tried.run()
    after = tried.world.changes("w.db") if not real.refused() else None
    told = sorted(re.findall(r"^referee: (.*)$", real.err, re.M))
    dry = tried.run(more=["--dry-run"])
    found = complaints(dry, tried.case.options)
    if dry.refused() != real.refused():
        return found + [Broken("25 refusal", "only one of dry run and change is refused", real, dry)]
    if real.refused():
        return found if masked(real.why()) == masked(dry.why()) else found + [Broken("25 refusal", "refused for different reasons", real, dry)]
    would = re.findall(r"would be changed: (.*)$", dry.out, re.M)
    missing = [line for line in would if not any(line in said for said in told)]
    if missing or len(would) != len(after) - len(tried.world.changes(tried.db_of(tried.case))):
        found.append(Broken("25 count", f"the change is another one than {would}", real, dry))
    return found
