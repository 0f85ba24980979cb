"""A case of the laws: options of one command, what breaks a law in it, and the smallest case that still does."""


class Broken:
    """A law that does not hold. `law`: its number and a word for the check. `runs`: what was run, in order."""

    def __init__(self, law, what, *runs):
        self.law, self.what, self.runs = law, what, runs

    def __str__(self):
        runs = "\n".join(str(run) for run in self.runs)
        return f"law {self.law}: {self.what}\n{runs}"


class Case:
    """`values`: from the name of a factor to its value. `fixed`: factors without which there is no command."""

    def __init__(self, values, fixed=("who",)):
        self.values = {name: value for name, value in values.items() if value.options or value.bots or name in fixed}
        self.fixed = fixed

    @property
    def bots(self):
        return [bot for value in self.values.values() for bot in value.bots]

    @property
    def options(self):
        """The options, without variables of the environment."""
        return [option for value in self.values.values() for option in value.options if option[0].startswith("--")]

    @property
    def variables(self):
        return {name: text for value in self.values.values() for name, text in value.options if not name.startswith("--")}

    def without(self, name):
        return Case({other: value for other, value in self.values.items() if other != name}, self.fixed)

    def has(self, option):
        return any(name == option for name, _ in self.options)

    def value(self, option):
        return next((value for name, value in self.options if name == option), None)


def shrunk(case, holds):
    """The smallest case for which `holds` is still true: without any option that does not matter."""
    again = True
    while again:
        again = False
        for name in list(case.values):
            if name in case.fixed:
                continue
            smaller = case.without(name)
            if holds(smaller):
                case, again = smaller, True
    return case
