#!/usr/bin/env python3
"""Judges real tournaments with fresh seeds for some seconds, and compares ratings of small fields with samples.

    REFEREE_BIN=bin soak.py SECONDS [FIRST_SEED]

Prints the seeds. Exit code 1 if a law is broken."""

import json
import os
import subprocess
import sys
import time
import traceback

import judge
import mutations
import outputs
import ratings

HERE = os.path.dirname(os.path.abspath(__file__))

# The stated error of the program's approximation, beyond three errors of the sample (docs/ratings.md, "Limits").
OF_SUPERIORITY = 0.1
OF_RATING = 0.25        # of the width of the interval
DRAWS = 20000


def exported(shown, what):
    for each in shown:
        if each["typed"][0] == "export" and each["typed"][2] == what and "json" in each["typed"] and "--with" not in each["typed"]:
            return each["typed"][1], json.loads(each["text"])
    return None, None


def check_ratings(lines):
    """Yields what is wrong with the ratings of the last moment with two to four rated bots in one part."""
    places = [place for place in mutations.moments(lines) if exported(place[1], "standings")[0] and exported(place[1], "superiority")[0]]
    for files, shown in places[-1:]:
        file, rows = exported(shown, "standings")
        tournament = files[file]
        if not 2 <= len(rows) <= 4 or tournament.settings.anchor or any(row["elo"] is None or row["part"] for row in rows):
            continue
        if any(game.result.busy for game in tournament.played()):
            continue
        square = outputs.square_of(exported(shown, "superiority")[1])
        sampled = ratings.Sampled(tournament, 1, DRAWS)
        error = 3 * 0.5 / (DRAWS / 60) ** 0.5       # neighbouring draws of the walk depend on each other
        for row in rows:
            name, width = row["name"], row["elo_upper"] - row["elo_lower"]
            median = sampled.quantile(name, 0.5)
            if abs(median - row["elo"]) > OF_RATING * width + error * width / 4:
                yield f'rating of "{name}": {row["elo"]:.0f} in [{row["elo_lower"]:.0f}, {row["elo_upper"]:.0f}], sampled {median:.0f}'
            for other, likelihood in square[name].items():
                if likelihood is not None and abs(likelihood - sampled.superiority(name, other)) > OF_SUPERIORITY + error:
                    yield f'"{name}" over "{other}": {likelihood:.3f}, sampled {sampled.superiority(name, other):.3f}'


def main():
    end = time.monotonic() + float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    broken = []
    count = 0
    while time.monotonic() < end:
        done = subprocess.run([sys.executable, os.path.join(HERE, "trace_of_real.py"), str(seed)], capture_output=True, text=True, timeout=600)
        if done.returncode:
            sys.exit(f"seed {seed}: {done.stderr}")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        outputs = 0
        try:
            found, outputs = judge.judged(lines)
            broken += found
            broken += [f"law 6: seed {seed}, {what}" for what in check_ratings(lines)]
        except Exception:  # a fault of the model: the other seeds are judged nevertheless
            broken.append(f"seed {seed}: {traceback.format_exc()}")
        while broken[count:]:
            print(broken[count], flush=True)
            count += 1
        print(f"seed {seed}: {outputs} outputs", flush=True)
        seed += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
