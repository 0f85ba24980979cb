#!/usr/bin/python3
"""Plays a tournament of many instant games. Prints games per second and memory during play, and at the end how long it
takes to resume and to print the tables.

    large_tournament.py [GAMES] [--reuse]

--reuse: each process plays many games.

REFEREE_BIN is the folder of the programs, REFEREE_INSTANT_BOT a bot that always answers MAGNET.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

REFEREE = str(pathlib.Path(os.environ["REFEREE_BIN"]).resolve() / "referee")
BOT = str(pathlib.Path(os.environ["REFEREE_INSTANT_BOT"]).resolve())
GAME = "magnetize:height=6,width=7,square=6,maglock=1,max_plies=40"


def memory_kb(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def run(command, cwd):
    """Runs a command to its end. Returns how long it took."""
    begin = time.monotonic()
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=100_000)
    parser.add_argument("--reuse", action="store_true")
    options = parser.parse_args()
    games = options.games
    with tempfile.TemporaryDirectory(dir=".", prefix="large_tournament_") as folder:
        command = [REFEREE, "tournament", BOT, BOT, "--game", GAME, "--games", str(games), "--jobs", "2", "--force", "--db",
                   "t.db", "--sandbox", "off", "--move-time", "20s", "--limits", "first=20s", "--json"]
        if options.reuse:
            command += ["--reuse", "--pin"]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        begin = last = time.monotonic()
        played = before = 0
        for line in process.stdout:
            played += line.startswith('{"event":"played"')
            now = time.monotonic()
            if played - before == games // 10:
                print(f"{played:>8} games {(played - before) / (now - last):>7.0f} games/s {memory_kb(process.pid):>8} KB",
                      flush=True)
                last, before = now, played
        if process.wait() != 0 or played != games:
            sys.exit(f"{played} of {games} games, exit code {process.returncode}")
        size = pathlib.Path(folder, "t.db").stat().st_size
        print(f"{games} games in {time.monotonic() - begin:.0f} s, {size / 1e6:.0f} MB, {size / games:.0f} bytes a game")
        print(f"resumed in {run([REFEREE, 'tournament', '--resume', '--db', 't.db', '--quiet'], folder):.2f} s")
        print(f"standings in {run([REFEREE, 'standings', 't.db'], folder):.2f} s")


if __name__ == "__main__":
    main()
