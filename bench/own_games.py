#!/usr/bin/env python3
"""Compares Othello as a program of the user (tests/rules/othello_rules.py) with the built-in game: the same games, played
alternately. The bots answer at once with the last valid move, or after 5 ms. Prints the wall time of both and their ratio;
with bots that are kept from game to game, also what a ply costs beyond the CPU time of the program itself, and how much CPU
time a view for each player costs.

Usage: own_games.py FOLDER_OF_THE_PROGRAMS INSTANT_BOT [GAMES [ROUNDS]]"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

BIN, BOT = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 3
RULES = pathlib.Path(__file__).resolve().parents[1] / "tests/rules/othello_rules.py"
KEPT = "instant bots, kept, in the sandbox"


def play(game, bot, games, *more):
    """Plays a series. Returns its wall time in seconds, the peak memory of the referee in MiB, and its CPU time in
    seconds."""
    command = [BIN / "referee", f"a={bot}", f"b={bot}", "--game", game, "--games", games, "--seed", 1, "--jobs", 1,
               "--quiet", "--log", "games.jsonl", "--force", "--move-time", "10s", *more]
    began = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    took = time.monotonic() - began
    # Its own time. wait4() would add that of some of its processes.
    ticks = sum(map(int, pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"referee has failed: {command}")
    return took, usage.ru_maxrss / 1024, ticks / os.sysconf("SC_CLK_TCK")


def moves_of_games():
    """The moves of the games that have been played last."""
    return [[ply["move"] for ply in log["plies"]] for log in map(json.loads, open("games.jsonl"))]


def talk(rules, games):
    """Asks the rules step by step, with as little else as possible. Returns a ply's wall time and CPU time of the rules, in
    microseconds."""
    core = min(os.sched_getaffinity(0))  # as in a match: the rules have the core of the match
    rules = subprocess.Popen([sys.executable, rules], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             preexec_fn=lambda: os.sched_setaffinity(0, [core]))
    to, of = rules.stdin.fileno(), rules.stdout.fileno()
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, [core])
    began, plies = time.monotonic(), 0
    for request in [b"referee 1\n", *(request for moves in games for request in (b"new\n", *(f"play {move}\n".encode() for move in moves)))]:
        os.write(to, request)
        reply = b""
        while not reply.endswith(b"end\n"):
            reply += os.read(of, 1 << 16)
        plies += request.startswith(b"play")
    took = time.monotonic() - began
    os.sched_setaffinity(0, mine)
    rules.stdin.close()
    usage = os.wait4(rules.pid, 0)[2]
    return took / plies * 1e6, (usage.ru_utime + usage.ru_stime) / plies * 1e6


def cost_of_views(bot, games):
    """Tells the CPU time in microseconds that a ply costs the referee, and with a view for each player, who see the whole board.
    The games begin at their start: where there are secrets, openings would be drawn for each game."""
    text, views = RULES.read_text(), pathlib.Path("views.py")
    for old, new in (("game own_othello 1", "game own_othello 2\nsecrets"),
                     ('        print(f"turn {player}"', """        for viewer in (0, 1):
            print(f"view {viewer}", "rows 8", *("".join(line) for line in board), sep="\\n")
        print(f"turn {player}\"""")):
        assert old in text
        text = text.replace(old, new)
    views.write_text(text)
    costs = {str(RULES): [], f"./{views}": []}
    for _ in range(2 * ROUNDS):
        for rules, cost in costs.items():
            cpu = play(rules, bot, games, "--sandbox", "on", "--reuse")[2]
            cost.append(cpu / sum(map(len, moves_of_games())) * 1e6)
    without, with_views = map(statistics.median, costs.values())
    print(f"The referee uses {without:.1f} us of CPU time a ply, and {with_views:.1f} us if each player has a view.")


def compare(title, bot, games, *more):
    times, memory = {"othello": [], str(RULES): []}, {}
    for _ in range(ROUNDS):
        for game, took in times.items():
            seconds, memory[game], _ = play(game, bot, games, "--openings", 10, *more)
            took.append(seconds)
    built, own = (statistics.median(took) for took in times.values())
    print(f"{title:44} {games:6} {built:9.2f} {own:9.2f} {own / built:7.2f} {memory[str(RULES)]:6.0f}", flush=True)
    return built, own


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    print(f"Medians of {ROUNDS} rounds; seconds of wall time; MiB of the referee\n")
    print(f"{'':44} {'games':>6} {'built-in':>9} {'own':>9} {'ratio':>7} {'MiB':>6}")
    compare("instant bots, in the sandbox", BOT, GAMES, "--sandbox", "on")
    compare("bots that sleep 5 ms, in the sandbox", f"{BOT} 5000", max(GAMES // 20, 2), "--sandbox", "on")
    built, own = compare(KEPT, BOT, GAMES, "--sandbox", "on", "--reuse")
    games = moves_of_games()
    plies = sum(map(len, games))
    bare, rules = (statistics.median(each) for each in zip(*(talk(RULES, games) for _ in range(ROUNDS))))
    added = (own - built) / plies * 1e6
    print(f"\nA ply of the last kind takes {built / plies * 1e6:.1f} us built-in, and {added:.1f} us more with the program. The program itself "
          f"uses {rules:.1f} us\nof CPU time, so the referee adds {added - rules:.1f} us. A script that only talks with the program needs {bare:.1f} us a ply.")
    cost_of_views(BOT, GAMES)
