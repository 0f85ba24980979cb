"""The laws of a plan: who plays whom, how often, on which side, from which opening. Plans are judged, not computed anew."""

import collections

import knockout
import pairs
import swiss


def check_plan(tournament):
    for number, what in tournament.missed:
        yield int(number.split()[1]), what
    yield from check_pairs(tournament)
    yield from check_order_of_openings(tournament)
    yield from check_single_games(tournament)
    if tournament.format == "round-robin":
        yield from check_round_robin(tournament)
    if tournament.format == "knockout":
        for what in knockout.check_bracket(tournament):
            yield 1, what
    if tournament.format == "swiss":
        for what in (*swiss.check_rounds(tournament), *swiss.check_sides(tournament)):
            yield 1, what
    if tournament.format in ("round-robin", "gauntlet") and tournament.settings.games and tournament.finished:
        yield from check_everybody(tournament)


def check_pairs(tournament):
    """Both games of a pair have one opening and, unless games have draws of their own, one seed, and swap sides."""
    for number, games in pairs.pairs(tournament):
        if len(games) > 2:
            yield 1, f"pair {number} has {len(games)} games"
        if len(games) == 2:
            one, other = games
            if (one.first, one.second) != (other.second, other.first):
                yield 1, f"the games of pair {number} do not swap sides"
            if one.opening != other.opening or (one.seed == other.seed) == tournament.settings.own_draws:
                yield 1, f"the games of pair {number} have different openings, or seeds that differ where they should not, or the other way round"


def check_single_games(tournament):
    """In a knockout, and in new games after a change of a round robin or a gauntlet, the entrant with the lower balance
    moves first. A pairing of a knockout that has other games gets its sides once for all of them."""
    for number, games in pairs.pairs(tournament):
        game = games[0]
        one_game = tournament.format != "knockout" or tournament.settings.games == 1
        if len(games) == 1 and game.balances and one_game and game.balances[0] > game.balances[1]:
            yield 1, f"{game.first!r} moves first in game {game.number} with the balance {game.balances[0]}, {game.second!r} has {game.balances[1]}"


def check_order_of_openings(tournament):
    """A pairing's k-th pair, cancelled ones not counted, has the k-th opening of its order: of a list the k-th, of drawn
    ones the next number."""
    last = {}
    listed = tournament.settings.listed_openings
    for number, games in pairs.pairs(tournament):
        if any(game.cancelled for game in games) or games[0].opening is None:
            if any(game.cancelled for game in games) and not all(game.cancelled for game in games):
                last.pop(frozenset(games[0].players), None)     # half of a pair: either may follow
            continue
        pairing, opening = frozenset(games[0].players), games[0].opening
        before = last.get(pairing)
        last[pairing] = opening
        if before is None:
            continue
        if opening != before + 1 and opening != 1 or (listed and opening != before % listed + 1):
            yield 1, f"pair {number} of {sorted(pairing)} has opening {opening}, the one before had {before}"


def check_round_robin(tournament):
    """As long as nobody has joined or left: in a round each entrant plays one other, and single games are balanced."""
    if tournament.changes:
        return
    others = collections.defaultdict(set)
    sides = collections.Counter()
    for _, games in pairs.pairs(tournament):
        for game in games:
            others[game.round, game.first].add(game.second)
            others[game.round, game.second].add(game.first)
        if len(games) == 1:
            sides[games[0].first] += 1
            sides[games[0].second] -= 1
    for (round_, name), found in others.items():
        if len(found) > 1:
            yield 1, f'"{name}" plays {sorted(found)} in round {round_}'
    has_end = tournament.settings.games is not None
    planned = has_end and len(tournament.games) == sum(wanted for _, wanted in tournament.wanted_pairings())
    for name, balance in sides.items():
        if planned and abs(balance) > 1:
            yield 1, f'"{name}" moves first in {balance} more single games than second'


def check_everybody(tournament):
    """Two entrants that are there have exactly their games."""
    games = tournament.games_of_pairings()
    for pairing, wanted in tournament.wanted_pairings():
        if games[pairing] != wanted:
            yield 1, f"{sorted(pairing)} have {games[pairing]} games, and should have {wanted}"
