"""Laws 12 and 13 for `referee tournament`: what a later source replaces, and what a plan that is exported keeps. Each function
tries one case in a world and returns what is broken."""
import json
import re

from case import Broken
from tournament_options import RUN_NAMES
from tried import OFTEN, compare, complaints, same_tournament, seeded
from ways import plan_of, replaced, words_of


def law_12_ways(tried):
    """The same options on the command line before and behind the bots, in a plan as texts, and in a plan as objects."""
    options = seeded(tried.case.options)
    first = tried.begin(options=options)
    found = compare("12 ways", tried, first, tried.behind(tried.case.bots, options))
    for as_object in (False, True):
        second = tried.plan(tried.case.bots, options, as_object)
        found += compare("12 ways", tried, first, second) + complaints(second[0], options)
    cut = [option for option in options if tried.chance.random() < 0.5]
    rest = [option for option in options if option not in cut and option[0] not in {name for name, _ in cut}]
    cut = [option for option in options if option not in rest]
    if {name for name, _ in rest} & {"--opening", "--openings"} != {name for name, _ in options} & {"--opening", "--openings"}:
        return found
    found += compare("12 ways", tried, first, tried.plan(tried.case.bots, rest, True, cut)) if is_free(rest, cut) else []
    return found


def is_free(one, two):
    """Whether two sources give different groups, so that none replaces any of the other."""
    return sorted(map(str, replaced(one, two))) == sorted(map(str, replaced([], one) + replaced([], two)))


def law_12_plan(tried, later):
    """A plan, and options of the command line that replace some of it."""
    earlier = seeded(tried.case.options)
    one = replaced(earlier, later.options)
    first = tried.begin(options=one)
    second = tried.plan(tried.case.bots, earlier, tried.chance.random() < 0.5, respelled(later.options, tried.chance))
    return compare("12 plan", tried, first, second)


def respelled(options, chance):
    """The same options; a bot's name may be in upper case, which means the same bot."""
    def spelled(name, value):
        owner, colon, limits = (value or "").rpartition(":")
        return (name, owner.upper() + colon + limits) if name == "--limits" and colon and chance.random() < 0.5 else (name, value)
    return [spelled(name, value) for name, value in options]


INHERITED = ("--game", "--position", "--move-time", "--limits", "--traditional-time", "--sandbox", "--ponder", "--stderr-log", "--openings", "--opening",
             "--reuse")


def says_the_default(option, in_sandbox):
    """Whether this is what holds anyway: the file does not tell that it was given, and another default may replace it."""
    name, value = option
    return (value == "on") != in_sandbox if name == "--ponder" else name == "--limits" and not in_sandbox and "none" in value


def law_12_from(tried, later):
    """A second stage, and options that replace what it takes over."""
    if any(name in ("--from", "--bots") for name, _ in tried.case.options):
        return []
    begun, db = tried.begin()
    if begun.code == 2:
        return []
    # The order of the bots is that of the table, so both stages have it.
    next_stage, next_db = tried.begin(bots=[], options=[("--from", db), *seeded(respelled(later.options, tried.chance))])
    if next_stage.code == 2:
        return complaints(next_stage, later.options)
    order = {json.dumps(command): name for name, command, _, _ in tried.world.head(db)["entrants"]}
    bots = [json.dumps({"name": order[json.dumps(command)], "command": command}) for _, command, _, _ in tried.world.head(next_db)["entrants"]]
    in_sandbox = tried.world.head(db)["settings"]["sandbox"]
    changes_sandbox = in_sandbox != tried.world.head(next_db)["settings"]["sandbox"]
    inherited = [option for option in tried.case.options if option[0] in INHERITED and not (changes_sandbox and says_the_default(option, in_sandbox))]
    one = replaced(inherited, seeded(later.options))
    first = tried.begin(bots=bots, options=one)
    if first[0].refused() and tried.case.has("--traditional-time"):
        return []  # a stage may have another limit of the first move beside the traditional time; one command line may not
    return compare("12 from", tried, first, (next_stage, next_db), but=("anchor",))


WORDS = {"--games": "games", "--seed": "seed", "--format": "format", "--move-time": "move_us", "--openings": "opening", "--opening": "opening",
         "--position": "position|game|config|board|tiles", "--sprt": "sprt", "--until": "until", "--anchor": "anchor", "--challenger": "challenger", "--ponder": "ponder",
         "--stderr-log": "stderr_log", "--reuse": "reuse", "--sandbox": "sandbox", "--rounds": "rounds", "--game": "game", "--limits": "_us|memory|processes|cpus|clock|limits|margin",
         "--traditional-time": "_us|traditional", "--scale-time": "speed|scale-time"}


def law_12_resume(tried, run, db, later):
    """--resume replaces nothing: the same options are accepted, others are refused by name."""
    same = [option for option in tried.case.options if option[0] not in ("--from", "--bots", "--feedback", "--students")]
    bots = tried.case.bots if len(same) == len(tried.case.options) else []
    before = tried.world.head(db)
    stop = [] if tried.case.has("--stop-after") else OFTEN
    if tried.chance.random() < 0.5:
        again = tried.run(["tournament", "--resume", *bots, *words_of(same), *stop, "--db", db])
    else:  # the variable says nothing to a tournament that goes on
        text = json.dumps(plan_of(bots, [*same, ("--resume", None)], tried.chance.random() < 0.5))
        (tried.world.folder / "w.json").write_text(text)
        again = tried.world.run(["tournament", "--plan", "w.json", *stop, "--db", db], sandbox=tried.chance.choice(["on", "off"]))
        again.err += f"# the plan: {text}\n"
    if again.code == 2:
        return [Broken("12 resume", "the same options are refused", run, again)]
    after = tried.world.head(db)
    differing = same_tournament({**before, "runs": 0, "games": 0}, {**after, "runs": 0, "games": 0})
    found = [Broken("12 resume", f"--resume has changed {differing}", run, again)] if differing else []
    for option in later.options:
        if option in same or option[0] in RUN_NAMES:
            continue
        before = tried.world.head(db)
        other = tried.run(["tournament", "--resume", *words_of([option]), *OFTEN, "--db", db])
        differing = same_tournament({**before, "runs": 0, "games": 0}, {**tried.world.head(db), "runs": 0, "games": 0})
        if differing:
            found.append(Broken("12 resume", f"--resume has changed {differing}", run, other))
        if other.code == 2:
            found += complaints(other, [option])
            if not re.search(f"{WORDS.get(option[0], option[0])}|{option[0]}", other.why()):
                found.append(Broken("12 resume", "the refusal does not name what differs", run, other))
        elif not says_the_same(option, tried.case.options, tried.world.head(db)):
            found.append(Broken("12 resume", "another value is accepted, and ignored", run, other))
    return found


def says_the_same(option, options, head):
    """Whether an option of --resume agrees with the file in another way than by having been given."""
    name, value = option
    settings = head["settings"]
    limits = settings["limits"]
    if name == "--sandbox":
        mode = value.split(",")[0]
        if not settings["sandbox"]:
            return mode != "on"  # folder and reuse have no effect without a sandbox
        shown = [part.removeprefix("folder=") for part in value.split(",") if part.startswith("folder=")]
        return mode != "off" and shown in ([], settings["sandbox_folders"]) and ("reuse=off" not in value or settings.get("sandbox_reuse") is False)
    if name == "--ponder":
        return limits["ponder"] == (value == "on")
    if name == "--games":
        return settings["games"] == int(value)
    if name == "--rounds":
        return True
    if name in ("--format", "--stderr-log"):
        return settings.get("format" if name == "--format" else "stderr_log", "info") == value
    if name == "--challenger":
        return settings["challenger"] == [entrant[0] for entrant in head["entrants"]].index(value)
    if name in ("--limits", "--move-time", "--traditional-time", "--position", "--openings", "--game", "--anchor", "--reuse", "--until", "--sprt"):
        return None if name in () else agrees(option, settings, head)
    return False


def agrees(option, settings, head):
    name, value = option
    limits = settings["limits"]
    if name == "--reuse":
        return all(reuse for _, _, reuse, _ in head["entrants"])
    if name == "--anchor":
        return "anchor" in settings and settings["anchor"] is not None
    if name == "--move-time":
        return limits.get("move_us") == int(value[:-1]) * 1_000_000
    if name == "--limits" and value.startswith(("a:", "b:")):
        kept = dict((entrant[0], entrant[3]) for entrant in head["entrants"])[value[0]]
        return value[2:].replace("move=", "move-time=") in kept
    if name == "--limits":
        return all(limit_agrees(part, limits) for part in value.split(","))
    if name == "--traditional-time":
        return limits.get("margin_us") == 0
    return name in ("--game", "--position")


def limit_agrees(part, limits):
    name, _, value = part.partition("=")
    unit = {"us": 1, "ms": 1000, "s": 1_000_000}
    number = re.fullmatch(r"(\d+)(us|ms|s)", value)
    if name in ("move", "margin", "first"):
        # A first move that the clock makes pointless is not kept.
        kept = limits.get({"move": "move_us", "margin": "margin_us", "first": "first_move_us"}[name])
        return kept == int(number[1]) * unit[number[2]]
    if name == "memory":
        return limits.get("memory_bytes") == int(value[:-1]) << 20
    if name in ("processes", "cpus"):
        return limits.get(name) is None
    return name == "clock" and "clock" in limits and limits["clock"] is not None


def law_13(tried, run, db):
    """export plan, and a new start from it."""
    plan = tried.run(["export", db, "plan"])
    if plan.code != 0:
        return [] if plan.code == 2 and not complaints(plan, []) else [Broken("13 export", "no plan", run, plan)]
    name, new = f"w{tried.count}p.json", tried.new_db()
    (tried.world.folder / name).write_text(plan.out)
    # The variable says nothing to a plan that names a mode.
    again = tried.world.run(["tournament", name, *tried.stop(), "--db", new], sandbox=tried.chance.choice(["on", "off", None]))
    if again.code == 2:
        return [Broken("13 start", "its own plan is refused", run, plan, again)]
    one, two = tried.world.head(db), tried.world.head(new)
    for head in (one, two):
        head["runs"] = [{"pause_us": one_run.get("pause_us", 0)} for one_run in head["runs"][-1:]]
        if head["settings"]["format"] == "ladder":
            head["settings"].pop("games", None)
        # Without a round robin or gauntlet the number of planned games depends on what was played.
        head["games"] = head["games"][:2]
    differing = same_tournament(one, two)
    return [Broken("13 start", f"another tournament: {'; '.join(differing)[:400]}", run, plan, again)] if differing else []
