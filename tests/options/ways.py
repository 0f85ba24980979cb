"""Options as values: how they are written on the command line and in a plan, and the model of law 12: what stays of an
earlier source if a later one gives options, too.

Options are a list of pairs such as ("--games", "3"); a flag has the value None. The model is written from
docs/tournaments.md and docs/matches.md."""
import pathlib
import shlex

LISTS = ("--limits", "--sandbox", "--opening")
TIMES = ("clock", "move", "first")


def words_of(options):
    return [word for name, value in options for word in ([name] if value is None else [name, value])]


def bot_object(bot):
    """A bot of a plan as an object, from its text such as "n=f/a.sh"."""
    name, sign, command = bot.rpartition("=")
    return {**({"name": name} if sign else {}), "command": shlex.split(command)}


def plan_of(bots, options, as_object):
    """The plan with these bots and options. `as_object`: bots are objects and numbers are numbers; otherwise all are
    texts, as on the command line."""
    plan = {}
    if bots:
        plan["bot"] = [bot_object(bot) for bot in bots] if as_object else list(bots)
    if bots and as_object:
        options = own_limits_in(plan["bot"], options)
    for name, value in options:
        key = name.removeprefix("--")
        if value is None:
            plan[key] = True
        elif name in LISTS:
            plan.setdefault(key, []).append(value)
        elif as_object and value.isdigit() and name in ("--games", "--rounds", "--seed", "--jobs"):
            plan[key] = int(value)
        else:
            plan[key] = value
    return plan


def name_of(bot):
    return bot.get("name") or pathlib.PurePath(bot["command"][0]).stem


def own_limits_in(bots, options):
    """Moves the limits of single bots into their objects. Returns the other options."""
    rest = []
    for name, value in options:
        owner, colon, limits = (value or "").rpartition(":")
        bot = next((bot for bot in bots if name == "--limits" and colon and name_of(bot) == owner), None)
        pairs = [part.partition("=") for part in limits.split(",")]
        if bot is None or any(limit in bot.get("limits", {}) for limit, _, _ in pairs) or any(limit == "cpus" for limit, _, _ in pairs):
            rest.append((name, value))
        else:
            bot.setdefault("limits", {}).update({limit: text for limit, _, text in pairs})
    return rest


class Groups:
    """What a source gives, group by group."""

    def __init__(self, options):
        self.time = {}        # of an owner ("" for all bots): the clock and the limits of moves
        self.parts = {}       # (owner, name): the other limits
        self.traditional = False
        self.sandbox = {}     # mode, folders, reuse
        self.openings = []    # the options that give them
        self.rest = {}
        for name, value in options:
            if name == "--limits":
                self.add_limits(value)
            elif name == "--move-time":
                self.time.setdefault("", {})["move"] = value
            elif name == "--traditional-time":
                self.traditional = True
            elif name == "--sandbox":
                self.add_sandbox(value)
            elif name in ("--openings", "--opening"):
                self.openings.append((name, value))
            else:
                self.rest[name] = value

    def add_limits(self, text):
        owner, _, parts = text.rpartition(":")
        for part in parts.split(","):
            name, _, value = part.partition("=")
            if name in TIMES:
                self.time.setdefault(owner, {})[name] = value
            else:
                self.parts[owner, name] = value

    def add_sandbox(self, text):
        for part in text.split(","):
            name, sign, value = part.partition("=")
            if not sign:
                self.sandbox["mode"] = part
            elif name == "folder":
                self.sandbox.setdefault("folders", []).append(value)
            else:
                self.sandbox[name] = value

    def options(self):
        """The options that give these groups on one command line."""
        options = list(self.rest.items())
        if self.traditional:
            options.append(("--traditional-time", None))
        owners = dict.fromkeys([*self.time, *(owner for owner, _ in self.parts)])
        for owner in owners:
            values = {**self.time.get(owner, {}), **{name: value for (of, name), value in self.parts.items() if of == owner}}
            if values:
                options.append(("--limits", (owner + ":" if owner else "") + ",".join(f"{name}={value}" for name, value in values.items())))
        texts = [self.sandbox["mode"]] if "mode" in self.sandbox else []
        texts += [f"folder={folder}" for folder in self.sandbox.get("folders", [])]
        texts += [f"reuse={self.sandbox['reuse']}"] if "reuse" in self.sandbox else []
        if texts:
            options.append(("--sandbox", ",".join(texts)))
        return options + self.openings


def replaced(earlier, later):
    """The options of one command line that mean what `earlier` means if `later` comes after it. They are refused if the two
    can't be combined."""
    before, after = Groups(earlier), Groups(later)
    one = Groups([])
    one.rest = {**before.rest, **after.rest}
    one.parts = {**before.parts, **after.parts}
    one.traditional = before.traditional
    for owner in dict.fromkeys([*before.time, *after.time]):
        old, new = before.time.get(owner, {}), after.time.get(owner, {})
        one.time[owner] = {**({} if {"clock", "move"} & new.keys() else old), **new}
    if after.traditional:
        one.traditional, one.time[""] = True, {}
        one.parts.pop(("", "margin"), None)
    elif before.traditional and {"clock", "move"} & after.time.get("", {}).keys():
        one.traditional = False
    one.sandbox = {**before.sandbox, **after.sandbox}
    if after.sandbox.get("mode") == "off":  # nothing is shown or kept where there is none
        one.sandbox = after.sandbox
    source = [value for name, value in after.openings if name == "--opening" or not value.startswith(("order=", "start="))]
    if source or not after.openings:
        one.openings = after.openings or before.openings
    else:
        one.openings = [(name, value) for name, value in before.openings if name == "--opening"] + after.openings
    return one.options()
