#!/usr/bin/python3
"""Simulates tunes of referee-tune with its own update rule. The Elo of a bot falls with the square of the distance of each parameter from its
best value: a distance of one step costs STEP Elo. Each parameter begins four steps away; 40 % of the games of equals are drawn.

    bench/statistics/tune.py [SEEDS]

prints the Elo that are missing to the best values at the end, as docs/tuning.md has them."""
import importlib.machinery
import importlib.util
import pathlib
import random
import sys

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "tuning/referee-tune"
DRAWS = 0.4


def program():
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("referee_tune", str(PROGRAM))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("referee_tune", loader))
    loader.exec_module(module)
    return module


def missing(tune, games, step, count, seed, jobs=1):
    """The Elo that are missing after a tune of this many parameters."""
    parameters = [tune.Parameter(f"p{index}={(12.0, 4.0)[index % 2]},0.0..20.0,step=1") for index in range(count)]
    best = [8] * count
    spsa, chance, course = tune.Spsa(parameters, games // 2, seed), random.Random(f"games {seed}"), []

    def lost(values):
        return step * sum((float(value) - right) ** 2 for value, right in zip(values, best))

    while spsa.done < spsa.pairs:
        plus, minus, update, _ = spsa.trial()
        expected = 1 / (1 + 10 ** ((lost(plus.values()) - lost(minus.values())) / 400))
        drawn = DRAWS * 4 * expected * (1 - expected)
        pairs = min(jobs, spsa.pairs - spsa.done)
        rolls = [chance.random() for _ in range(2 * pairs)]
        score = sum((roll < expected - drawn / 2) - (roll >= expected + drawn / 2) for roll in rolls)
        spsa.learn(update, score, pairs)
        if spsa.done > 0.9 * spsa.pairs:
            course.append(spsa.values)
    return lost(parameter.text(sum(values) / len(values)) for parameter, values in zip(parameters, zip(*course)))


def main():
    tune, seeds = program(), int(sys.argv[1]) if sys.argv[1:] else 40
    print("| parameters | a step costs | at the start | after 4,000 games | after 20,000 games |\n|---|---|---|---|---|")
    for count in (2, 6):
        for step in (0.5, 2, 5, 10):
            row = []
            for games in (4000, 20000):
                found = sorted(missing(tune, games, step, count, seed) for seed in range(seeds))
                row.append(f"{sum(found) / seeds:.1f} (90 %: {found[int(0.9 * seeds)]:.1f})")
            print(f"| {count} | {step} | {16 * step * count:.0f} | " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
