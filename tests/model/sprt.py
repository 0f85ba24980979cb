"""The sequential test, from docs/ratings.md: the likelihood ratio of pairs, its bounds, its course and its verdict."""

import math

TINY = 0.001  # "an outcome that never happened counts as 0.001 pairs"


def expected_score(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def root(function, low, high):
    """The zero of a decreasing function, by bisection to the last bit."""
    for _ in range(300):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def tilted(counts, g):
    """p_i = n_i / (n (1 + t g_i)) with sum n_i g_i / (1 + t g_i) = 0: the probabilities of greatest likelihood whose
    mean of g is 0."""
    n = sum(counts)
    lowest, highest = min(g), max(g)
    if lowest >= 0 or highest <= 0:
        return [c / n for c in counts]      # no mean of 0 is possible
    # All 1 + t g_i have to be positive.
    low, high = -1 / highest, -1 / lowest
    t = root(lambda t: sum(c * x / (1 + t * x) for c, x in zip(counts, g)), low * (1 - 1e-13), high * (1 - 1e-13))
    return [c / (n * (1 + t * x)) for c, x in zip(counts, g)]


SHARES = [0, 0.25, 0.5, 0.75, 1]


def fitted_logistic(counts, elo):
    mean = expected_score(elo)
    return tilted(counts, [a - mean for a in SHARES])


def mean_and_deviation(p):
    mean = sum(a * q for a, q in zip(SHARES, p))
    return mean, math.sqrt(sum(q * (a - mean) ** 2 for a, q in zip(SHARES, p)))


def fitted_normalized(counts, nelo):
    """The mean is d standard deviations (of a pair) above 1/2. Normalised Elo are 800 / ln 10 for each standard deviation
    of a game, which is that of a pair's share times the root of 2."""
    d = nelo / (800 / math.log(10)) * math.sqrt(2)
    n = sum(counts)
    p = [c / n for c in counts]
    mean, sigma = mean_and_deviation(p)
    for _ in range(1000):
        g = [a - 0.5 - d * sigma * (1 + ((a - mean) / sigma) ** 2) / 2 for a in SHARES]
        p = tilted(counts, g)
        last = (mean, sigma)
        mean, sigma = mean_and_deviation(p)
        if abs(mean - last[0]) + abs(sigma - last[1]) < 1e-14:
            break
    return p


def log_likelihood_ratio(counts, settings):
    """Of H1 against H0, all pairs in full. `counts`: pairs with 0, 1/2, 1, 3/2 and 2 points."""
    if not sum(counts):
        return 0.0
    counts = [c or TINY for c in counts]
    fitted = fitted_normalized if settings["model"] == "normalized" else fitted_logistic
    p0, p1 = fitted(counts, settings["elo0"]), fitted(counts, settings["elo1"])
    return sum(c * math.log(b / a) for c, a, b in zip(counts, p0, p1))


def bounds(settings):
    alpha, beta = settings["alpha"], settings["beta"]
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def effective(games):
    """n_eff = n^2 / (c_1^2 + c_2^2 + ...): what games count, some of which repeat others. `games`: their identities."""
    counts = {}
    for game in games:
        counts[game] = counts.get(game, 0) + 1
    squares = sum(c * c for c in counts.values())
    return len(games) ** 2 / squares if games else 0.0


def verdict(pairs, settings):
    """The verdict of a test: the same with and without the pairs that a busy machine has decided, or None. `pairs`:
    (points of the first bot, identities of the games, busy)."""
    found = {Course([pair[:2] for pair in pairs if all_ or not pair[2]], settings).verdict for all_ in (True, False)}
    return found.pop() if len(found) == 1 else None


class Course:
    """The course of a test: pairs in the order of their numbers, up to the first that decides. `pairs`: for each
    finished pair in order, the points of the first bot and the identities of its games."""

    def __init__(self, pairs, settings):
        self.settings = settings
        self.low, self.high = bounds(settings)
        self.counts = [0, 0, 0, 0, 0]
        self.games = []
        self.verdict = None
        self.ratio = 0.0
        for score, identities in pairs:
            self.counts[round(2 * score)] += 1
            self.games.extend(identities)
            self.ratio = self.whole() * effective(self.games) / len(self.games)
            if self.ratio >= self.high:
                self.verdict = "H1"
            elif self.ratio <= self.low:
                self.verdict = "H0"
            if self.verdict:
                break

    def whole(self):
        return log_likelihood_ratio(self.counts, self.settings)

    def pairs_left(self):
        """The mean number of further pairs if they end as often in each way as so far: the mean time in which a Brownian motion leaves the
        bounds, which are moved out by the mean overshoot. None after fewer than 20 pairs, and if most games repeat others."""
        count = sum(self.counts)
        share = effective(self.games) / len(self.games) if self.games else 0
        if self.verdict or count < 20 or share < 0.5:
            return None
        p = [max(c, 1e-3) / count for c in self.counts]

        def added(i):
            more, fewer = ([each * (1 + sign * 1e-3 * (k == i)) for k, each in enumerate(p)] for sign in (1, -1))
            return (log_likelihood_ratio(more, self.settings) - log_likelihood_ratio(fewer, self.settings)) / (2e-3 * p[i])
        steps = [added(i) for i in range(5)]
        mean = sum(a * b for a, b in zip(p, steps))
        deviation = math.sqrt(max(0, sum(a * b * b for a, b in zip(p, steps)) - mean * mean))
        up, down = self.high - self.ratio, self.ratio - self.low
        if deviation < 0.01 * abs(mean):
            return (up if mean > 0 else down) / abs(share * mean)
        up, down = (each / (share * deviation) + 0.583 for each in (up, down))
        drift = mean / deviation
        if abs(drift) * (up + down) < 1e-4:
            return up * down
        if drift < 0:  # the same quotient, without powers that are too large for a number
            first_up = math.exp(2 * drift * up) * math.expm1(2 * drift * down) / math.expm1(2 * drift * (up + down))
        else:
            first_up = math.expm1(-2 * drift * down) / math.expm1(-2 * drift * (up + down))
        return (first_up * up - (1 - first_up) * down) / drift
