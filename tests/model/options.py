"""What a person typed: the words of a command, read as the help texts describe them."""

import os
import re

# Options that take a value, from `referee tournament --help-all`, `referee help change`, `standings`, `export`, `view`.
VALUED = {
    "--bots", "--students", "--teams", "--hand-ins", "--feedback", "--from", "--challenger", "--game", "--format", "--games", "--rounds", "--seed",
    "--position", "--openings", "--opening", "--sprt", "--until", "--anchor", "--move-time", "--limits", "--sandbox",
    "--ponder", "--stderr-log", "--db", "--jobs", "--stop-after", "--stop-at", "--pause", "--engine", "--plan", "--output",
    "-o", "--with", "--columns", "--about", "--match",
}
REPEATED = {"--opening", "--limits", "--sandbox", "--with", "--about"}


class Words:
    """The positional words and the options of one typed command. `options` has the last value of each, or the list
    of values of those that may be repeated; True for an option without a value."""

    def __init__(self, typed):
        self.command = typed[0]
        self.positional = []
        self.options = {}
        rest = list(typed[1:])
        while rest:
            word = rest.pop(0)
            if not word.startswith("-") or word == "-":
                self.positional.append(word)
                continue
            name, equals, value = word.partition("=")
            if not name.startswith("--"):
                name, equals, value = word, "", ""
            if name in VALUED:
                if not equals:
                    value = rest.pop(0)
                if name in REPEATED:
                    self.options.setdefault(name, []).append(value)
                else:
                    self.options[name] = value
            else:
                self.options[name] = True

    def get(self, name, default=None):
        return self.options.get(name, default)


def name_of(bot):
    """The name of a bot as typed: `name=command`, or the file's name without .py, .js or .sh. (Names that clash get
    more: name_beside().)"""
    given = is_named(bot)
    if given:
        return given.group(1)
    base = os.path.basename(bot.split()[0])
    return re.sub(r"\.(py|js|sh)$", "", base)


def name_beside(bot, names):
    """The name of a newcomer beside these names: if an entrant has the name of its file already, "the nearest folder" before it, or else a
    number behind it."""
    name = name_of(bot)
    if name not in names or is_named(bot):
        return name
    folder = os.path.basename(os.path.dirname(os.path.normpath(bot)))
    with_folder = os.path.join(folder, name)
    is_prepared = folder.endswith(".bots")      # a hand-in's bot is a folder, whose program is not told apart by it
    if folder and not is_prepared and with_folder not in names:
        return with_folder
    number = 1
    while f"{name}-{number}" in names:
        number += 1
    return f"{name}-{number}"


def is_named(bot):
    return re.match(r"([^=/ ]+(?: #\d+)?)=(.+)$", bot)


def settings_of_sprt(text):
    """`elo0=0,elo1=5,alpha=.05,beta=.05,model=normalized` as a dictionary, with the documented defaults."""
    settings = {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05, "model": "logistic"}
    for part in text.split(","):
        if part:
            key, _, value = part.partition("=")
            settings[key] = value if key == "model" else float(value)
    return settings


def numbers_and_names(words):
    """The words after `again`: single games, ranges of games, and names of entrants."""
    games, names = [], []
    for word in words:
        if re.fullmatch(r"\d+", word):
            games.append(int(word))
        elif re.fullmatch(r"\d+-\d+", word):
            low, high = map(int, word.split("-"))
            games.extend(range(low, high + 1))
        else:
            names.append(word)
    return games, names


CHANGES = ("add", "withdraw", "annul", "replace", "return", "again", "rounds")


def changes_of(positional):
    """The changes of `change FILE ...` in their order: pairs of the kind and its words."""
    found = []
    for word in positional:
        if word in CHANGES:
            found.append((word, []))
        elif found:
            found[-1][1].append(word)
    return found


def with_meaning(kind, word, meant):
    """A word of a change with the name of the entrant that it means. `meant`: a function of names."""
    if kind in ("add", "rounds") or re.fullmatch(r"\d+(-\d+)?", word):
        return word
    name, equals, bot = word.partition("=")
    return meant(name) + equals + bot
