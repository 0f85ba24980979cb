"""The laws of a plan in a Swiss tournament: a round is judged, not paired anew."""

import collections

import knockout
import points


def check_rounds(tournament):
    """Yields what is wrong with the rounds: everybody who was there plays one other or has the only bye; nobody has two
    byes, and nobody meets anybody twice, as long as that is possible."""
    met = collections.Counter()
    had_bye = collections.Counter()
    possible = len(tournament.entrants) - 1 + len(tournament.entrants) % 2      # rounds without meeting again
    changed = any(entrant.replaces or entrant.from_round > 1 or not entrant.present for entrant in tournament.entrants.values())
    for round_, names in sorted(tournament.round_presence.items()):
        others = collections.defaultdict(set)
        for game in tournament.games.values():
            if game.round == round_:
                others[game.first].add(game.second)
                others[game.second].add(game.first)
        for name, found in sorted(others.items()):
            if len(found) > 1:
                yield f"round {round_}: {name!r} plays {sorted(found)}"
        bye = [name for name in names if name not in others]
        if len(bye) != len(names) % 2:
            yield f"round {round_}: {len(names)} entrants are there, and {bye} have no game"
        for name in bye:
            had_bye[name] += 1
            if had_bye[name] > 1 and not changed and round_ <= possible:
                yield f"round {round_}: {name!r} has its bye number {had_bye[name]}"
        for pair in {frozenset((name, other)) for name, found in others.items() for other in found}:
            met[pair] += 1
            if met[pair] > 1 and not changed and round_ <= possible:
                yield f"round {round_}: {sorted(pair)} meet again"
    for pair, games in by_pairing(tournament).items():
        if len(games) != points.games_of_a_pairing(tournament):
            yield f"round {pair[0]}: {sorted(pair[1])} have {len(games)} games"


def due(sides):
    """(urgency, side) that an entrant with these sides is due: 0 none, 1 mildly, 2 strongly, 3 absolutely."""
    if not sides:
        return 0, None
    balance = sum(1 if side == "first" else -1 for side in sides)
    other = {"first": "second", "second": "first"}
    if len(sides) > 1 and sides[-1] == sides[-2]:
        return 3, other[sides[-1]]
    if balance == 0:
        return 1, other[sides[-1]]
    return min(abs(balance), 2) + 1, "second" if balance > 0 else "first"


def check_sides(tournament):
    """Two that are due different sides get them; of two that are due the same side, the more urgent one gets it. Games
    that are cancelled or annulled give no side."""
    if points.games_of_a_pairing(tournament) % 2 == 0:
        return
    sides = collections.defaultdict(list)       # by place, that of the first version
    for (round_, _), games in sorted(by_pairing(tournament).items(), key=lambda each: each[0][0]):
        single = games[-1]
        of_first, of_second = (sides[knockout.seed(tournament, name)] for name in single.players)
        (urgency, wish), (other_urgency, other_wish) = (
            due([side for side, annulled_after in given if annulled_after is None or annulled_after >= games[0].number]) for given in (of_first, of_second))
        if wish == "second" and other_wish == "first":
            yield f"round {round_}: {single.first!r} and {single.second!r} have the sides that they are not due"
        if wish == other_wish == "second" and urgency > other_urgency:
            yield f"round {round_}: {single.first!r} is due the other side more urgently than {single.second!r}"
        if wish == other_wish == "first" and urgency < other_urgency:
            yield f"round {round_}: {single.second!r} is due the other side more urgently than {single.first!r}"
        balance = sum(1 if game.first == single.first else -1 for game in games if not game.cancelled)
        if balance:
            annulled = [tournament.entrants[name].annulled_after for name in single.players if tournament.entrants[name].annulled]
            annulled_after = min(annulled, default=None)
            of_first.append(("first" if balance > 0 else "second", annulled_after))
            of_second.append(("second" if balance > 0 else "first", annulled_after))


def by_pairing(tournament):
    found = {}
    for _, game in sorted(tournament.games.items()):
        found.setdefault((game.round, frozenset(game.players)), []).append(game)
    return found
