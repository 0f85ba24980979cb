"""The tie-breaks of docs/tables.md: those of the FIDE Handbook, C.07 (since 1 March 2026), with games instead of rounds.

Buchholz: article 8; Sonneborn-Berger: article 9.1; direct encounter: article 6; unplayed rounds: article 16."""

import points


def pairings(tournament, name):
    """The pairings of an entrant: a list of (round, other, games). In a Swiss tournament an entrant has one in each
    round; in other formats the rounds do not matter, so a pairing is all games with one other."""
    found = {}
    for number, game in sorted(tournament.games.items()):
        if name in game.players:
            key = (game.round if tournament.format == "swiss" else 0, game.other(name))
            found.setdefault(key, []).append(game)
    return [(round_, other, games) for (round_, other), games in found.items()]


def unplayed_pairings(tournament, name):
    """The numbers of games that were won in pairings of which no game counts: each is treated as a bye."""
    found = []
    if tournament.format != "swiss":
        return found
    for _, _, games in pairings(tournament, name):
        if any(tournament.counts(game) for game in games):
            continue
        won = sum(points.won_without_playing(tournament, game, name) for game in games)
        if won:
            found.append(won)
    return found


def dummy(tournament, lines, name):
    """The points of the dummy opponent of a bye: the entrant's own, but no more than a draw in every game of every
    round would give (16.4.2)."""
    rounds = rounds_of_the_dummy(tournament)
    return min(lines[name].points, rounds * points.games_of_a_pairing(tournament) / 2)


def rounds_of_the_dummy(tournament):
    return max(tournament.settings.rounds or 0, tournament.planned_rounds())


def opponents(tournament, name):
    """The others with whom at least one game counts, each once."""
    found = []
    for _, other, games in pairings(tournament, name):
        if other not in found and any(tournament.counts(game) for game in games):
            found.append(other)
    return found


def byes_of(tournament, name):
    """The numbers of games that were won by byes, and in pairings that are treated as byes."""
    if tournament.entrants[name].annulled:
        return []
    whole = [points.games_of_a_pairing(tournament) for who, _ in points.byes(tournament) if who == name]
    return whole + unplayed_pairings(tournament, name)


def buchholz_terms(tournament, lines, name):
    """The points of the opponents, dummies included."""
    dummies = [dummy(tournament, lines, name) for _ in byes_of(tournament, name)]
    return [lines[other].points for other in opponents(tournament, name)] + dummies


def buchholz(tournament, lines, name):
    return sum(buchholz_terms(tournament, lines, name))


def buchholz_cut1(tournament, lines, name):
    terms = buchholz_terms(tournament, lines, name)
    return sum(terms) - min(terms, default=0)


def sonneborn_berger(tournament, lines, name):
    total = 0.0
    for game in tournament.counting():
        if name in game.players:
            total += points.score(game, name) * lines[game.other(name)].points
    for _, other, games in pairings(tournament, name):
        # The other games of a pairing that was begun are won against the opponent that left.
        if any(tournament.counts(game) for game in games):
            total += sum(points.won_without_playing(tournament, game, name) for game in games) * lines[other].points
    for won in byes_of(tournament, name):
        total += won * dummy(tournament, lines, name)
    return total


def groups(names, key):
    """The names in groups of equal keys."""
    found = {}
    for name in names:
        found.setdefault(key(name), []).append(name)
    return list(found.values())


def direct_encounter(tournament, group):
    """The points from the games among the entrants of a group, by name; None if it does not apply: the group is a
    single entrant, or two of them have not played each other."""
    if len(group) < 2:
        return None
    table = points.crosstable(tournament)
    if any((one, other) not in table for one in group for other in group if one != other):
        return None
    return {one: sum(table[one, other][0] for other in group if one != other) for one in group}


class TieBreaks:
    """All tie-breaks of all entrants. `direct` has the names to which the direct encounter applies."""

    def __init__(self, tournament, lines):
        names = list(tournament.entrants)
        self.buchholz = {name: buchholz(tournament, lines, name) for name in names}
        self.buchholz_cut1 = {name: buchholz_cut1(tournament, lines, name) for name in names}
        self.sonneborn_berger = {name: sonneborn_berger(tournament, lines, name) for name in names}
        self.direct = {}
        if tournament.format not in ("swiss", "round-robin"):
            return      # no tie-break of these formats
        for group in groups(names, lambda name: self.keys_before(tournament, lines, name)):
            self.direct.update(direct_encounter(tournament, group) or {})

    def keys_before(self, tournament, lines, name):
        """The keys that are compared before the direct encounter."""
        if tournament.format == "swiss":
            return (lines[name].points, lines[name].rounded_margin(), self.buchholz_cut1[name], self.buchholz[name], self.sonneborn_berger[name])
        return (lines[name].points, lines[name].rounded_margin(), self.sonneborn_berger[name])
