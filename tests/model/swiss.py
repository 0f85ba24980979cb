"""The laws of a plan in a Swiss tournament: a round is judged, not paired anew."""

import collections

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


def by_pairing(tournament):
    found = {}
    for _, game in sorted(tournament.games.items()):
        found.setdefault((game.round, frozenset(game.players)), []).append(game)
    return found
