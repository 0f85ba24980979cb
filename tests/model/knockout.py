"""A knockout: who is still in, and which round each entrant has reached by its place in the bracket.

A play-in is a round of its own in the list of games, but none of the bracket: rounds of the bracket are called levels here."""

import points

EXTRA_PAIRS = 2     # "at most two by default"


class Pairing:
    """One pairing of a round: its games, extra pairs included."""

    def __init__(self, round_, names):
        self.round = round_
        self.names = names
        self.games = []

    def score(self, tournament, name):
        return sum(points.score(game, name) for game in self.games if tournament.counts(game) and name in game.players)


def pairings(tournament):
    """The pairings in the order in which they were planned."""
    found = {}
    for _, game in sorted(tournament.games.items()):
        key = (game.round, frozenset(game.players))
        found.setdefault(key, Pairing(game.round, game.players)).games.append(game)
    return list(found.values())


def by_results(tournament, pairing):
    """Who has won by points, or after the extra pairs as the better seed. None while games are missing, or if another
    extra pair follows."""
    if any(game.result is None for game in pairing.games):
        return None
    one, other = pairing.names
    difference = pairing.score(tournament, one) - pairing.score(tournament, other)
    if difference:
        return one if difference > 0 else other
    if len(pairing.games) >= points.games_of_a_pairing(tournament) + 2 * EXTRA_PAIRS:
        return min(pairing.names, key=lambda name: seed(tournament, name))
    return None


def holder(tournament, name):
    """The entrant itself, or the one that has its place."""
    while tournament.entrants[name].replaced_by:
        name = tournament.entrants[name].replaced_by
    return name


def here(tournament, pairing):
    """Those of the pairing that are there, or the new versions that have their places."""
    return [name for name in (holder(tournament, each) for each in pairing.names) if tournament.entrants[name].present]


def is_abandoned(tournament, pairing):
    """A new version plays an undecided pairing anew, so nobody wins the old one."""
    is_replaced = any(tournament.entrants[name].replaced_by for name in pairing.names)
    return by_results(tournament, pairing) is None and is_replaced and len(here(tournament, pairing)) == 2


def winner(tournament, pairing):
    """Who has won the pairing, also because the other has left; then it may be a new version of one of the two. None
    while it is open."""
    won = by_results(tournament, pairing)
    if won or is_abandoned(tournament, pairing):
        return won
    advanced = who_plays_next(tournament, pairing)
    if advanced:
        return advanced
    left = here(tournament, pairing)
    return left[0] if len(left) == 1 else None


def versions(tournament, name):
    """The entrant and those that have had its place after it."""
    while name:
        yield name
        name = tournament.entrants[name].replaced_by


def who_plays_next(tournament, pairing):
    """The one of the two, or of their new versions, that was the first to be given a game in a later round: it has advanced, even if it
    has left since."""
    own = {version for name in pairing.names for version in versions(tournament, name)}
    for later in pairings(tournament):
        if later.round > pairing.round and own & set(later.names):
            return next(name for name in later.names if name in own)
    return None


def needs_an_extra_pair(tournament, pairing):
    return (winner(tournament, pairing) is None and not is_abandoned(tournament, pairing)
            and all(game.result is not None for game in pairing.games))


def seed(tournament, name):
    """A seed is the entrant's number; a new version has the place of the one that it replaced."""
    entrant = tournament.entrants[name]
    while entrant.replaces:
        entrant = tournament.entrants[entrant.replaces]
    return entrant.number


def is_late(tournament, name):
    entrant = tournament.entrants[name]
    while entrant.replaces:
        entrant = tournament.entrants[entrant.replaces]
    return entrant.from_round > 1


def play_ins(tournament):
    """The rounds in which late entrants play for a place: those with the first pairing of one."""
    found, seen = set(), set()
    for pairing in sorted(pairings(tournament), key=lambda each: each.round):
        for name in pairing.names:
            if is_late(tournament, name) and seed(tournament, name) not in seen:
                seen.add(seed(tournament, name))
                found.add(pairing.round)
    return found


def is_judged(tournament):
    """Whether the order follows without the bracket's places. It does not if somebody left between two rounds, whose next
    opponent is then a round ahead, nor if late entrants play each other, nor before or during a play-in, whose
    place nobody has."""
    playing = {name for game in tournament.games.values() for name in game.players}
    if any(is_late(tournament, name) and name not in playing for name in tournament.present()):
        return False
    for_a_place = play_ins(tournament)
    for pairing in pairings(tournament):
        if all(is_late(tournament, name) for name in pairing.names):
            return False
        if pairing.round in for_a_place and winner(tournament, pairing) is None:
            return False
    for pairing in pairings(tournament):
        won = winner(tournament, pairing)
        if won and won not in pairing.names and tournament.entrants[won].replaces not in pairing.names:
            return False        # it is not known which version had won
    last = {}
    for pairing in pairings(tournament):
        for name in pairing.names:
            last[name] = pairing
    for name, entrant in tournament.entrants.items():
        if not entrant.present and not entrant.replaced_by:
            if name not in last or winner(tournament, last[name]) == name:
                return False
    return True


def reached(tournament):
    """(level, still in) by name. A late entrant without a place has reached nothing."""
    found = {}
    for name, entrant in tournament.entrants.items():
        found[name] = (0 if is_late(tournament, name) else 1, entrant.present)
    if not tournament.games:
        return found
    for name in found:
        if not is_late(tournament, name) and not tournament.entrants[name].replaces and not any(
                name in game.players for game in tournament.games.values() if game.round == 1):
            found[name] = (2, found[name][1])   # a bye in the first round
    for_a_place = play_ins(tournament)
    level = {}
    for round_ in sorted({pairing.round for pairing in pairings(tournament)}):
        level[round_] = sum(1 for other in level if other not in for_a_place) + 1
    for pairing in sorted(pairings(tournament), key=lambda each: each.round):
        won = winner(tournament, pairing)
        at = level[pairing.round]
        for name in pairing.names + tuple({won} - {None} - set(pairing.names)):
            present = tournament.entrants[name].present
            if pairing.round in for_a_place:
                if won == name:
                    found[name] = (at, present)
                elif won is not None and not is_first_of_late(tournament, pairing, name):
                    found[name] = (at - 0.5, False)
                else:
                    found[name] = (found[name][0], present and won is None)
            elif won is None:
                found[name] = (at, present)
            else:
                found[name] = (at + 1, present) if won == name else (at, False)
    for entrant in tournament.entrants.values():
        if entrant.replaces:        # the same place
            found[entrant.name] = (max(found[entrant.name][0], found[entrant.replaces][0]), found[entrant.name][1])
    return found


def is_first_of_late(tournament, pairing, name):
    return is_late(tournament, name) and not any(name in other.names for other in pairings(tournament) if other.round < pairing.round)


def pairings_to_come(tournament):
    """The pairings that will be planned, as far as it is known: each pairing of two who are there puts one of them out,
    until one is left."""
    still_in = sum(in_ for _, in_ in reached(tournament).values())
    being_played = sum(winner(tournament, pairing) is None and not is_abandoned(tournament, pairing) for pairing in pairings(tournament))
    return max(still_in - being_played - 1, 0)


def games_to_come(tournament):
    """Games that are not planned yet, as far as they are known. Extra pairs are known when the round's games are over."""
    extra = 0
    if not tournament.missing():
        extra = sum(needs_an_extra_pair(tournament, pairing) for pairing in pairings(tournament))
    return pairings_to_come(tournament) * points.games_of_a_pairing(tournament) + 2 * extra


def check_bracket(tournament):
    """Yields what is wrong with the rounds: the best seeds have the byes of the first round, and everybody who plays in a
    later one has won before."""
    if tournament.changes or not tournament.games:
        return      # play-ins and new versions
    names = list(tournament.entrants)
    size = 1
    while size < len(names):
        size *= 2
    playing = {name for game in tournament.games.values() if game.round == 1 for name in game.players}
    idle = [name for name in names if name not in playing]
    if idle != names[:size - len(names)]:
        yield f"the byes of the first round are those of {idle}"
    through = set(idle)     # into the next round
    for round_ in range(1, tournament.planned_rounds() + 1):
        here = [pairing for pairing in pairings(tournament) if pairing.round == round_]
        for pairing in here:
            for name in pairing.names:
                if round_ > 1 and name not in through:
                    yield f'round {round_}: "{name}" plays, and has not won before'
        through = {winner(tournament, pairing) for pairing in here} | (set(idle) if round_ == 1 else set())
