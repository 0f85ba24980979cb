"""Plays many moves with bots that use half of their limit, while every core is overloaded by a factor of two. A good bot
must not forfeit because of this. MOVES is the number of moves (20,000), LIMIT_MS the limit of each move (30).

On a virtual machine that is itself delayed, any process may wake late. So another process, which plays no game, sleeps
for the same times. The number of deadlines that it would have missed is printed. Only forfeits beyond that number are
failures of referee."""
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import time

REFEREE = pathlib.Path(os.environ["REFEREE_BIN"]).resolve() / "referee"
BOT = pathlib.Path(__file__).resolve().parent / "half_limit_bot.py"
MOVES = int(os.environ.get("MOVES", "20000"))
LIMIT = os.environ.get("LIMIT_MS", "30")
MARGIN_MS = 20


def burn():
    while True:
        pass


def sleep_beside(slept, missed):
    """Repeatedly sleeps for half of the limit, and counts how often it wakes later than the whole limit plus the
    margin."""
    half, whole = int(LIMIT) / 2000, (int(LIMIT) + MARGIN_MS) / 1000
    while True:
        begin = time.monotonic()
        time.sleep(half)
        slept.value += 1
        missed.value += time.monotonic() - begin > whole


def main():
    slept, missed = multiprocessing.Value("i", 0), multiprocessing.Value("i", 0)
    hogs = [multiprocessing.Process(target=burn, daemon=True) for _ in range(2 * os.cpu_count())]
    hogs.append(multiprocessing.Process(target=sleep_beside, args=(slept, missed), daemon=True))
    for hog in hogs:
        hog.start()
    moves, games, endings, void = 0, 0, {}, 0
    with tempfile.TemporaryDirectory(prefix="referee_soak_") as folder:
        while moves < MOVES:
            log = pathlib.Path(folder) / f"{games}.json"
            command = [REFEREE, f"/usr/bin/python3 {BOT}", f"/usr/bin/python3 {BOT}", "--game",
                       "magnetize:height=12,width=12,square=4", "--move-time", f"{LIMIT}ms", "--limits", "first=20s",
                       "--seed", str(games), "--log", log, "--json", "--quiet"]
            result = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
            void += result["void_games"]
            match = json.loads(log.read_text())
            ending = match["result"]["ending"]
            endings[ending] = endings.get(ending, 0) + 1
            moves += len(match["plies"])
            games += 1
    for hog in hogs:
        hog.kill()
    print(f"{moves} moves in {games} games at half of {LIMIT} ms on {os.cpu_count()} cores with {len(hogs) - 1} busy loops: "
          f"{endings}, {void} void; a bare process beside them overslept {missed.value} of {slept.value} times")
    forfeits = games - endings.get("by_rules", 0)
    return 0 if forfeits * max(slept.value, 1) <= missed.value * moves else 1


if __name__ == "__main__":
    sys.exit(main())
