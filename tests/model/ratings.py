"""Ratings of two to four bots by sampling: the posterior of the documented prior (docs/ratings.md), with a seed.

Davidson's model with a first-move advantage; one imaginary game; the mixture of one, two and three groups; repeats, games
of broken bots and pairs count less. Exact but for the error of the sampler, so it also measures the approximation."""

import math
import random

import pairs
import points
import sprt

UNIT = 400 / math.log(10)                       # Elo of a natural unit
GAPS = [250 * 1.6 ** k for k in range(7)]       # 250, 400, 640, ... 4,194 Elo
WIDTH_OF_WIDTHS = 400 / UNIT


class Posterior:
    """The logarithm of the density of (ratings, advantage, ln nu, ln width)."""

    def __init__(self, names, games, factor):
        self.names = names
        self.cells = {}
        for first, second, score, weight in games:
            key = (names.index(first), names.index(second))
            cell = self.cells.setdefault(key, [0.0, 0.0, 0.0])
            cell[0 if score == 1 else 1 if score == 0.5 else 2] += weight / factor
        self.drawn = any(cell[1] for cell in self.cells.values())
        self.divisions = divisions(len(names))

    def log(self, point):
        ratings, advantage, log_nu, log_width = point
        nu = math.exp(log_nu) if self.drawn else 0.0
        total = -imaginary(advantage, nu)
        for (i, j), (won, drawn, lost) in self.cells.items():
            d = ratings[i] - ratings[j] + advantage
            biggest = abs(d) / 2
            norm = biggest + math.log(math.exp(d / 2 - biggest) + nu * math.exp(-biggest) + math.exp(-d / 2 - biggest))
            total += won * d / 2 - lost * d / 2 - (won + drawn + lost) * norm
            if drawn:
                total += drawn * log_nu
        return total + self.log_prior(ratings, math.exp(log_width)) + log_width

    def log_prior(self, ratings, width):
        """The mixture over the divisions of the bots in order; the mean of the ratings is free."""
        density = 0.0
        for groups, probability, gaps in self.divisions:
            density += probability * density_of(ratings, groups, width, gaps)
        half_normal = math.exp(-0.5 * (width / WIDTH_OF_WIDTHS) ** 2)
        return math.log(max(density * half_normal, 1e-300))


def imaginary(advantage, nu):
    """One game between equals, half of it won by the first player and half by the second."""
    return math.log(2 * math.cosh(advantage / 2) + nu)


def divisions(n):
    """(groups, probability, gaps): one group, and all divisions into two and three groups. Each border has the
    probability (n - 2) / 2n; a division has it divided by the number of ways to choose as large groups."""
    border = (n - 2) / (2 * n)
    found = [([list(range(n))], (1 - border) ** 2 if n > 2 else 1.0, [])]
    for groups in splits(n):
        probability = border * (1 - border) if len(groups) == 2 else border ** 2
        sizes = tuple(len(group) for group in groups)
        ways = math.factorial(n)
        for size in sizes:
            ways //= math.factorial(size)
        shapes = len({tuple(len(g) for g in other) for other in splits(n) if len(other) == len(groups)})
        found.append((groups, probability / ways / shapes, GAPS))
    return found


def splits(n):
    """All divisions of n bots into two or three groups in order, the strongest group first."""
    found = []
    for count in (2, 3):
        for code in range(count ** n):
            groups = [[] for _ in range(count)]
            for bot in range(n):
                groups[code // count ** bot % count].append(bot)
            if all(groups):
                found.append(groups)
    return found


def normal(x, deviation):
    return math.exp(-0.5 * (x / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi))


def density_of(ratings, groups, width, gaps):
    """Ratings are normal around the mean of their group. The means have no prior but their gaps."""
    means, spread = [], 1.0
    for group in groups:
        mean = sum(ratings[i] for i in group) / len(group)
        means.append((mean, width / math.sqrt(len(group))))
        spread *= math.exp(-0.5 * sum((ratings[i] - mean) ** 2 for i in group) / width ** 2)
        spread *= (width * math.sqrt(2 * math.pi)) ** (1 - len(group)) / math.sqrt(len(group))
    if len(groups) == 1:
        return spread
    total_weight = sum(1 / gap for gap in gaps)
    for (above, error_above), (below, error_below) in zip(means, means[1:]):
        # (Gaps of neighbours are taken for independent, though they share the middle group.)
        spread *= sum(1 / gap / total_weight * normal(above - below - gap / UNIT, math.hypot(0.3 * gap / UNIT, math.hypot(error_above, error_below)))
                      for gap in gaps)
    return spread


def weighted_games(tournament):
    """(first, second, score, weight) of the games that count: repeats and games of broken bots count less."""
    lines = points.lines(tournament)
    games = tournament.counting()
    found = []
    for game in games:
        both = [other for other in games if set(other.players) == set(game.players)]
        weight = sprt.effective([points.identity(other) for other in both]) / len(both)
        found.append((game.first, game.second, points.score(game, game.first), weight * points.weight_of_strength(lines, game)))
    return found


class Sampled:
    """Quantiles of the ratings in Elo, and the likelihoods of superiority, from `draws` of a Metropolis walk."""

    def __init__(self, tournament, seed=1, draws=20000, factor=1.0):
        generator = random.Random(seed)
        names = list(tournament.entrants)
        target = Posterior(names, weighted_games(tournament), factor)
        point = [[0.0] * len(names), 0.0, 0.0, math.log(1.0)]
        value = target.log(point)
        kept = []
        step = 0.6
        for count in range(draws):
            other = [point[0][:], point[1], point[2], point[3]]
            what = generator.randrange(len(names) + 3)
            move = generator.gauss(0, step) * generator.choice([0.3, 1, 3])
            if what < len(names):
                other[0][what] += move
                mean = sum(other[0]) / len(names)
                other[0] = [rating - mean for rating in other[0]]
            elif what == len(names):
                other[1] += move
            elif what == len(names) + 1:
                other[2] += move
            else:
                other[3] += move
            changed = target.log(other)
            if math.log(generator.random() + 1e-300) < changed - value:
                point, value = other, changed
            if count > draws / 10 and count % 5 == 0:
                kept.append(self.in_elo(point, target.drawn))
        self.draws = kept
        self.names = names

    @staticmethod
    def in_elo(point, drawn):
        ratings, advantage, log_nu, _ = point
        nu = math.exp(log_nu) if drawn else 0.0
        equal = 2 * math.cosh(advantage / 2)
        return [rating * UNIT * equal / (equal + nu) for rating in ratings]

    def quantile(self, name, share):
        column = sorted(draw[self.names.index(name)] for draw in self.draws)
        return column[int(share * (len(column) - 1))]

    def superiority(self, one, other):
        i, j = self.names.index(one), self.names.index(other)
        return sum(draw[i] > draw[j] for draw in self.draws) / len(self.draws)
