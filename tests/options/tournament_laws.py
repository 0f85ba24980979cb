"""Laws 14, 15 and 25 for `referee tournament`. Each function tries one case in a world and returns what is broken."""
import re

from case import Broken
from spellings import SPELLINGS, from_below, respelled, unspelled
from tried import OFTEN, complaints, names_an_option, same_tournament, seeded
from world import masked


def law_14_refusals(tried, run):
    found = complaints(run, tried.case.options)
    why = run.why()
    if run.refused() and not names_an_option(why, [*tried.case.options, *tried.case.variables.items()], tried.case.bots):
        found.append(Broken("14 refusal", "the line names no option that was given", run))
    return found


def law_14_wrong(tried):
    """A wrong value is refused, and a dry run refuses it for the same reason."""
    run, _ = tried.begin()
    # There are no events of a dry run.
    words = run.words if tried.case.has("--quiet") else [word for word in run.words if word != "--json"]
    dry = tried.run([*words, "--dry-run"])
    if not run.refused():
        return [Broken("14 wrong", "a wrong value is accepted", run)]
    found = law_14_refusals(tried, run) + complaints(dry, tried.case.options)
    if masked(dry.why()) != masked(run.why()):
        found.append(Broken("25 refusal", "dry run and run are refused for different reasons", run, dry))
    return found


def what_is_seen(tried, run, db):
    head = tried.world.head(db) if run.code != 2 else None
    return (run.code, head, masked(run.out), masked(run.err))


# Options whose effect these runs can't show, and why.
UNSEEN = {
    "--pin": "which core a bot has is in no file", "--force": "documented: it only allows more jobs than cores",
    "--stop-at": "no game begins later", "--seed": "the comparison gives another seed", "--db": "the file's name",
    "--stop-after": "every run here stops early", "--engine": "local is the default",
}


def law_14_effects(tried, run, db):
    """Each accepted option shows: without it something is different."""
    found = []
    seen = None
    for name in tried.some(tried.case.values):
        value = tried.case.values[name]
        smaller = tried.case.without(name)
        if value.is_default or name == "who" or not value.options or all(option in UNSEEN for option, _ in value.options):
            continue
        if any(option in ("REFEREE_SANDBOX",) for option, _ in value.options) or is_no_op(name, value, tried.case):
            continue
        fixed = [] if tried.case.has("--seed") else [("--seed", "7")]
        if seen is None:
            again, db = tried.begin(options=tried.case.options + fixed)
            seen = what_is_seen(tried, again, db)
        other, other_db = tried.begin(options=smaller.options + fixed)
        if what_is_seen(tried, other, other_db) == seen:
            found.append(Broken("14 ignored", f"{value} is accepted and changes nothing", again, other))
    return found


def is_no_op(name, value, case):
    """Whether a value only says what holds anyway, in this company."""
    text = str(value)
    earlier = case.value("--from") or ""
    limits = " ".join(value for name, value in case.options if name == "--limits")
    if name == "sandbox":  # the environment may say the same, and auto says nothing
        return text.split()[1] in ("off", "on", "auto", "reuse=off") or text.endswith("auto,folder=shown")
    if name == "ponder":
        return True  # its default depends on whether there is a sandbox
    if name == "limits":
        return "first=" in text and case.has("--traditional-time") or "processes=none" in text or "cpus=all" in text
    if name == "environment":
        return True
    if text == "--openings book.txt" and earlier.startswith("four"):  # this stage has the same openings
        return True
    if name == "anchor" and "b=-3" in text:
        return False
    return bool(earlier and name in ("position", "move", "game", "traditional", "notes")) or (name == "own limits" and "b:memory" in text and "memory" in limits)


def law_25(tried):
    """A dry run refuses and counts what the run does."""
    if tried.case.has("--json"):
        return []  # there are no events of a dry run
    db = tried.new_db()
    options = seeded(tried.case.options)
    words = tried.words(tried.case.bots, options, db)
    dry = tried.run([*words, "--dry-run"])
    real = tried.run(words)
    found = complaints(dry, options)
    if dry.code is not None and dry.changed:
        found.append(Broken("25 changed", f"the dry run has changed {dry.changed}", dry))
    if (dry.code == 2) != (real.code == 2):
        return found + [Broken("25 refusal", "only one of dry run and run is refused", dry, real)]
    if dry.code == 2:
        if masked(dry.why()) != masked(real.why()):
            found.append(Broken("25 refusal", "dry run and run are refused for different reasons", dry, real))
        return found
    counted = re.search(r"^# (\d+) games?", dry.out, re.M)
    head = tried.world.head(db)
    if counted and head["settings"]["format"] in ("round-robin", "gauntlet") and "until" not in head["settings"] and not head["settings"].get("sprt"):
        if int(counted[1]) != len(head["games"]):
            found.append(Broken("25 count", f"the run plans {len(head['games'])} games", dry, real))
    names = re.findall(r"^#   (.*?): ", dry.out, re.M)
    if names != [entrant[0] for entrant in head["entrants"]]:
        found.append(Broken("25 count", f"the run has the entrants {[entrant[0] for entrant in head['entrants']]}", dry, real))
    def warned(one):
        return [line for line in masked(one.err).splitlines() if "same, byte for byte" in line or "opening" in line]
    if warned(dry) != warned(real) and not tried.case.has("--quiet") and not tried.case.has("--json"):
        found.append(Broken("25 warnings", "dry run and run warn of different things", dry, real))
    return found


def resolved(head, world):
    """A head whose commands are real places."""
    def place(word):
        path = world.folder / word.removeprefix("../")
        return str(path.resolve()) if "/" in word and path.exists() else word
    settings = dict(head["settings"])
    if "bots_folder" in settings:
        folders = settings["bots_folder"] if isinstance(settings["bots_folder"], list) else [settings["bots_folder"]]
        settings["bots_folder"] = sorted({place(folder + "/.") for folder in folders})
    settings["sandbox_folders"] = [place(folder + "/.") for folder in settings.get("sandbox_folders", [])]
    return {**head, "settings": settings, "entrants": [(name, [place(word) for word in command], *more) for name, command, *more in head["entrants"]]}


def law_15(tried, only=None):
    """The same command with its paths written in other ways, and --resume with the bots written so."""
    world = tried.world
    options = seeded(tried.case.options)
    db = tried.new_db()
    words = tried.words(tried.case.bots, options, db)
    first = tried.run(words)
    head = None if first.refused() else resolved(world.head(db), world)
    found = []
    for name, how in tried.some(SPELLINGS.items()):
        if how is from_below and tried.case.has("--from"):
            continue  # the earlier tournament's bots are found from its folder only
        other_db = tried.new_db()
        other_words = respelled([*words[:-1], other_db], how, world)
        other = tried.run(other_words, cwd="work" if how is from_below else ".")
        if other.code != first.code:
            found.append(Broken(f"15 {name}", "one spelling is accepted and another one is refused", first, other))
            continue
        if first.code == 2:
            if unspelled(masked(first.why()), world) != unspelled(masked(other.why()), world):
                found.append(Broken(f"15 {name}", "refused for another reason", first, other))
            continue
        differing = same_tournament(head, resolved(world.head(other_db), world))
        if differing:
            found.append(Broken(f"15 {name}", f"another tournament: {'; '.join(differing)[:400]}", first, other))
        if how is not from_below and tried.case.bots and not tried.case.has("--from") and not tried.case.has("--bots"):
            again = tried.run(["tournament", "--resume", *respelled(tried.case.bots, how, world), *OFTEN, "--db", other_db.replace("w", "./w")])
            if again.code == 2:
                found.append(Broken(f"15 {name} resume", "the same bots are refused", other, again))
            back = tried.run(["tournament", "--resume", *respelled(tried.case.bots, how, world), *OFTEN, "--db", db])
            if back.code == 2:
                found.append(Broken(f"15 {name} resume", "the same bots are refused", first, back))
    return found
