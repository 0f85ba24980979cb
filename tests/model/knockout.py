"""A knockout: who is still in, and which round each entrant has reached by its place in the bracket.

A play-in is a round of its own in the list of games."""

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


def has_left(tournament, name, moment):
    """Whether it had left when so many games were planned. None: now."""
    left_at = tournament.entrants[name].left_at
    return not tournament.entrants[name].present and (moment is None or left_at <= moment)


def holder(tournament, name, moment=None):
    """The entrant itself, or the one that has its place."""
    while tournament.entrants[name].replaced_by and has_left(tournament, name, moment):
        name = tournament.entrants[name].replaced_by
    return name


def next_batch(tournament, pairing):
    """The number of games when the next ones are planned: this decides who has left and who was replaced before. None: not yet."""
    last = max(game.number for game in pairing.games)
    return next((number - 1 for number, game in sorted(tournament.games.items()) if number > last and game.begins_batch), None)


def here(tournament, pairing):
    """Those of the pairing that are there, or the new versions that have their places, when the next games are planned."""
    moment = next_batch(tournament, pairing)
    holders = [holder(tournament, name, moment) for name in pairing.names]
    return [name for name in holders if not has_left(tournament, name, moment)]


def is_abandoned(tournament, pairing):
    """A new version plays an undecided pairing anew, so nobody wins the old one."""
    left = here(tournament, pairing)
    return by_results(tournament, pairing) is None and len(left) == 2 and set(left) != set(pairing.names)


def winner(tournament, pairing):
    """Who has won the pairing, also because the other has left; then it may be a new version of one of the two. None
    while it is open, or if both have left."""
    won = by_results(tournament, pairing)
    left = here(tournament, pairing)
    return won or (left[0] if len(left) == 1 else None)


def is_open(tournament, pairing):
    return winner(tournament, pairing) is None and set(here(tournament, pairing)) == set(pairing.names)


def needs_an_extra_pair(tournament, pairing):
    return is_open(tournament, pairing) and all(game.result is not None for game in pairing.games)


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
    """(level, still in) by name. A level is the number of rounds that the place of an entrant has survived, also as a bye, and those of
    play-ins for other places. A late entrant without a place has survived less than none."""
    level = {name: -1 if is_late(tournament, name) else 0 for name in tournament.entrants}
    places = {name for name, entrant in tournament.entrants.items() if not is_late(tournament, name) and not entrant.replaces}
    out = set()
    for round_ in range(1, tournament.planned_rounds() + 1):
        here_ = [pairing for pairing in pairings(tournament) if pairing.round == round_]
        if not here_:
            continue
        moment = min(game.number for pairing in here_ for game in pairing.games) - 1
        holders = {holder(tournament, name, moment) for name in places}
        playing = {name for pairing in here_ for name in pairing.names}
        places = {name for name in holders if not has_left(tournament, name, moment)} - playing
        for name in places:
            level[name] = round_
        for pairing in here_:
            won = winner(tournament, pairing)
            if won:
                level[won] = round_
                places.add(won)
                out.update(set(pairing.names) - {won})
            elif is_open(tournament, pairing):
                places.update(pairing.names)
    for entrant in tournament.entrants.values():
        if entrant.replaces:        # the same place
            level[entrant.name] = max(level[entrant.name], level[entrant.replaces])
    return {name: (level[name], entrant.present and name not in out) for name, entrant in tournament.entrants.items()}


def pairings_to_come(tournament):
    """The pairings that will be planned, as far as it is known: each pairing of two who are there puts one of them out,
    until one is left."""
    still_in = sum(in_ for _, in_ in reached(tournament).values())
    being_played = sum(is_open(tournament, pairing) for pairing in pairings(tournament))
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
