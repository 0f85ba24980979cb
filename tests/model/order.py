"""The order of the standings and the places, from docs/tables.md ("The order", "Shared places").

Ratings, parts and likelihoods of superiority are inputs here: they are exported, and the order has to follow from
them."""

import knockout


class Ratings:
    """What an export says of the strength of the entrants. `superiority[a][b]` is a number or None."""

    def __init__(self, elo, part, superiority):
        self.elo, self.part, self.superiority = elo, part, superiority

    def hundredth(self, name):
        return None if self.elo.get(name) is None else round(self.elo[name] * 100) / 100


def keys(tournament, lines, ties, ratings, reached=None):
    """The keys of the order by name: the smaller one stands above."""
    members = {}
    for name in tournament.entrants:
        members.setdefault(ratings.part.get(name), []).append(tournament.entrants[name].number)

    def by_rating(name):
        elo = ratings.hundredth(name)
        if elo is None:
            return (1, 0, 0, 0)
        # The larger group comes first; of two equally large ones in a gauntlet and a ladder the one with the first entrant.
        group = members[ratings.part[name]]
        return (0, -len(group), min(group) if tournament.format in ("gauntlet", "ladder") else 0, -elo)

    found = {}
    for name in tournament.entrants:
        line = lines[name]
        direct = -ties.direct.get(name, 0)
        if tournament.format == "round-robin":
            key = (-line.points, -line.rounded_margin(), -ties.sonneborn_berger[name], direct) + by_rating(name)
        elif tournament.format == "swiss":
            key = (-line.points, -line.rounded_margin(), -ties.buchholz_cut1[name], -ties.buchholz[name], -ties.sonneborn_berger[name], direct) + by_rating(name)
        elif tournament.format == "knockout":
            round_, still_in = reached[name]
            key = (-round_, not still_in)
        else:
            key = by_rating(name)
        found[name] = key
    return found


def order(tournament, found):
    """Entrants that are equal stand in the order in which they were given."""
    return sorted(tournament.entrants, key=lambda name: (found[name], tournament.entrants[name].number))


def places(tournament, ordered, found, ratings):
    """The place of each entrant, and whether it is shared."""
    result = {}
    for index, name in enumerate(ordered):
        if index == 0:
            result[name] = 1
            continue
        above = ordered[:index]
        if tournament.format in ("swiss", "knockout"):
            previous = above[-1]
            result[name] = result[previous] if found[previous] == found[name] else index + 1
        else:
            stronger = sum(separates(other, name, found, ratings) for other in above)
            result[name] = max(result[above[-1]], 1 + stronger)
    return result


def separates(other, name, found, ratings):
    """Whether `other`, which stands above, has a better place than `name`."""
    unrated = ratings.elo.get(name) is None or ratings.elo.get(other) is None
    if unrated or ratings.part[name] != ratings.part[other]:
        return found[name] != found[other]
    likelihood = ratings.superiority[other].get(name)
    return likelihood is not None and likelihood >= 0.95


def shared(result):
    places_ = list(result.values())
    return {name: places_.count(place) > 1 for name, place in result.items()}
