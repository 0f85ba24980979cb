"""Plays generated histories of a class arena: `arena_laws.py --seed 7`, `--history FILE`, `--seconds 600` (fresh seeds).

It prints each seed. A history that breaks a law is shortened and printed as a list of requests, which `--history` repeats.
"""
import argparse
import pathlib
import secrets
import shlex
import sys
import time
import traceback

from arena_player import ArenaPlayer
from arena_requests import history
from shorten import shortened


def broken(requests, public, driven, teams):
    """The law that these requests break, as text; empty if they break none."""
    player = None
    try:
        player = ArenaPlayer(public, driven, teams)
        for request in requests:
            player.play(request)
    except Exception as error:  # whatever it is, it is a failure of this history
        return f"{error or type(error).__name__}" if isinstance(error, AssertionError) else traceback.format_exc()
    finally:
        if player:
            player.close()
    return ""


def law(text):
    """What two failures have in common that are the same for a person who looks for the cause."""
    return text.split(":")[0]


def report(seed, requests, public, driven, teams, failure, attempts=40):
    shortest = shortened(requests, lambda some: law(broken(some, public, driven, teams)) == law(failure), attempts)
    text = "\n".join(shlex.join(request) for request in shortest)
    return f"seed {seed} (public {'yes' if public else 'no'}, driver {'yes' if driven else 'no'}, teams {'yes' if teams else 'no'}): {failure}\n--- shortened to {len(shortest)} of {len(requests)} requests:\n{text}"


def play(seed, length):
    """Plays the history of a seed. Returns a report; empty if all laws hold."""
    requests, public, driven, teams = history(seed, length), seed % 2 == 1, seed % 3 == 0, seed % 4 >= 2
    if driven:  # it has one kit, whatever the language
        requests = [[word.replace("python.zip", "kit.zip").replace("c.zip", "kit.zip") for word in request] for request in requests]
    failure = broken(requests, public, driven, teams)
    return report(seed, requests, public, driven, teams, failure) if failure else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--length", type=int, default=40)
    parser.add_argument("--history", type=pathlib.Path)
    parser.add_argument("--public", action="store_true")
    parser.add_argument("--driver", action="store_true")
    parser.add_argument("--teams", action="store_true")
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    if options.history:
        failure = broken([shlex.split(line) for line in options.history.read_text().splitlines() if line], options.public, options.driver, options.teams)
        print(failure or "all laws hold")
        return bool(failure)
    if options.seed is not None:
        failure = play(options.seed, options.length)
        print(failure or "all laws hold")
        return bool(failure)
    end, failures, count = time.monotonic() + options.seconds, 0, 0
    while time.monotonic() < end:
        seed = secrets.randbelow(1 << 31)
        print(f"seed {seed}", flush=True)
        count += 1
        if failure := play(seed, options.length):
            failures += 1
            print(failure, flush=True)
    print(f"{count} histories, {failures} failures")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
