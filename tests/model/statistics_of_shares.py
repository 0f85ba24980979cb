"""Exact tests and intervals of shares: the sign test of openings with Holm's correction, the interval of the draws."""

import math


def sign_test(wins, losses):
    """The two-sided p-value of the exact sign test; 1 without a decided game."""
    n = wins + losses
    if not n:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(min(wins, losses) + 1)) / 2 ** n
    return min(1.0, 2 * tail)


def holm(p_values, level=0.04):
    """The keys whose p-values are rejected by Holm's step-down test at a level."""
    rejected = []
    ordered = sorted(p_values.items(), key=lambda item: item[1])
    for index, (key, p) in enumerate(ordered):
        if p > level / (len(ordered) - index):
            break
        rejected.append(key)
    return rejected


def interval(count, n, level=0.95):
    """The interval of a share: Jeffreys' prior, the 2.5 % and 97.5 % quantiles of Beta(k + 1/2, n - k + 1/2); from
    0 if there is none, up to 1 if there are all."""
    tail = (1 - level) / 2
    a, b = count + 0.5, n - count + 0.5
    return quantile(a, b, tail) if count else 0.0, quantile(a, b, 1 - tail) if count < n else 1.0


def quantile(a, b, p):
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if cumulative(a, b, middle) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def cumulative(a, b, x):
    """The regularised incomplete beta function, by its continued fraction (Numerical Recipes, 6.4)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * fraction(a, b, x) / a
    return 1 - front * fraction(b, a, 1 - x) / b


def fraction(a, b, x):
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    result = d
    for m in range(1, 500):
        for numerator in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                          -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + numerator * d or tiny)
            c = 1 + numerator / c or tiny
            result *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return result
