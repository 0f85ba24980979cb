"""Pairs of games: two games from one opening with sides swapped, and the line of two bots that is made from them."""

import math

import points


def pairs(tournament):
    """The pairs in the order of their numbers: (number, games). A single game is a pair of one game."""
    found = {}
    for _, game in sorted(tournament.games.items()):
        found.setdefault(game.pair, []).append(game)
    return sorted(found.items())


def finished_pairs(tournament, first):
    """The points of `first` in each pair of two games that both count, in order."""
    found = []
    for _, games in pairs(tournament):
        if len(games) == 2 and all(tournament.counts(game) for game in games):
            found.append(sum(points.score(game, first) for game in games))
    return found


def pairs_of_a_test(tournament, first):
    """The pairs of a sequential test: finished, as are all before them. For each the points of the first bot, the
    identities of its games, and whether a busy machine has decided one of them."""
    found = []
    for _, games in pairs(tournament):
        if any(game.result is None for game in games):
            break
        if len(games) != 2 or not all(tournament.counts(game) for game in games):
            continue
        found.append((sum(points.score(game, first) for game in games), [points.identity(game) for game in games],
                      any(game.result.busy for game in games)))
    return found


class TwoBots:
    """The numbers of the line of two bots that come from all pairs; None if they do not exist."""

    def __init__(self, scores):
        self.pairs = len(scores)
        if not scores:
            self.score = self.nelo = self.ratio = self.even = None
            return
        shares = [score / 2 for score in scores]
        mean = sum(shares) / len(shares)
        deviation = math.sqrt(sum((share - mean) ** 2 for share in shares) / len(shares))
        self.score = mean
        self.nelo = (mean - 0.5) / (deviation * math.sqrt(2)) * 800 / math.log(10) if deviation else None
        more = sum(score > 1 for score in scores)
        less = sum(score < 1 for score in scores)
        self.ratio = more / less if less else None
        self.even = sum(score == 1 for score in scores) / len(scores)
