"""Covering arrays: lists of cases in which every value of each factor meets every value of each other one."""
import itertools
import re


class Covering:
    """Makes cases, each a dict from the name of a factor to the index of one of its values, until every pair of values of
    two factors has occurred in one that was accepted, or is known to be refused. The first value of each factor says
    that nothing is given."""

    def __init__(self, factors, chance):
        self.factors, self.chance = factors, chance
        self.names = list(factors)
        self.refused = set()  # frozensets of (name, index) that are refused together
        self.tried = {}
        self.open = {frozenset(pair) for one, two in itertools.combinations(self.names, 2) for pair in itertools.product(
            [(one, i) for i in range(len(factors[one]))], [(two, i) for i in range(len(factors[two]))])}
        self.pairs = len(self.open)

    def next_case(self):
        """Returns the next case, or None if all pairs are covered."""
        if not self.open:
            return None
        start = self.chance.choice(sorted(map(sorted, self.open)))
        chosen = dict(start)
        rest = [name for name in self.names if name not in chosen]
        self.chance.shuffle(rest)
        for name in rest:
            fitting = [i for i in range(len(self.factors[name])) if not self.is_refused({**chosen, name: i})]
            gains = {i: sum(frozenset([(name, i), pair]) in self.open for pair in chosen.items()) for i in fitting or [0]}
            best = max(gains.values())
            # If nothing new can be met, the case stays simple.
            chosen[name] = self.chance.choice([i for i, gain in gains.items() if gain == best]) if best else 0
        self.tried[frozenset(start)] = self.tried.get(frozenset(start), 0) + 1
        return {name: chosen[name] for name in self.names}

    def is_refused(self, chosen):
        items = set(chosen.items())
        return any(together <= items for together in self.refused)

    def refuse_patterns(self, rows):
        """`rows`: pairs of factors, each with a pattern of the values that are refused together."""
        for one, this, two, that, *_ in rows:
            for i, value in enumerate(self.factors[one]):
                for j, other in enumerate(self.factors[two]):
                    if re.search(this, str(value)) and re.search(that, str(other)):
                        self.refuse([(one, i), (two, j)])

    def accept(self, case):
        self.open -= {frozenset(pair) for pair in itertools.combinations(case.items(), 2)}

    def refuse(self, together):
        """These values (pairs of name and index) are refused together, and fewer of them are not."""
        together = frozenset(together)
        self.refused.add(together)
        self.open = {pair for pair in self.open if not together <= pair}

    def give_up(self, case):
        """Drops pairs that were often the start of a case that was refused for another reason each time."""
        items = set(case.items())
        self.open -= {pair for pair in self.open if pair <= items and self.tried.get(pair, 0) > 8}
