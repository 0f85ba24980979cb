#!/usr/bin/python3
"""Rates the sample bots in all games, and writes the tables into docs/bots.md.

All bots that can play a game meet in a round robin from random openings, once for each time per move. The options
--games, --times and --of select a part of this. The tables show the number of games. Depth and speed are taken from the
bots' notes."""
import argparse
import collections
import itertools
import json
import pathlib
import shlex
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = ("magnetize", "cluster", "fitz", "othello", "magnetic_cave")
BOTS = ("mcts", "alphabeta", "greedy", "random")
BEGIN = "<!-- `make ratings` writes everything below. -->\n"


def referee(arguments, *words):
    return subprocess.run(["./referee", *words], cwd=arguments.bin, check=True, stdout=subprocess.PIPE, text=True).stdout


def play(arguments, game, time, games, file):
    """Plays a tournament into the file, with `games` games for each pair. Plays only the rest of it if the file is there."""
    if file.exists():
        referee(arguments, "tournament", "--resume", "--db", str(file), "--quiet")
        return
    bots = [f"./{bot}" for bot in BOTS + (("fitz1", "fitz2") if game == "fitz" else ())]
    if game == "othello":
        bots += arguments.engine
    referee(arguments, "tournament", *bots, "--db", str(file), "--game", game, "--games", str(games), "--openings", "2",
            "--seed", "1", "--move-time", time, "--jobs", str(arguments.jobs), "--quiet", *shlex.split(arguments.options))


def efforts(arguments, file):
    """For each bot with such notes: the median depth, and the mean number of nodes a second. Decided positions, whose
    search ends at any depth within no time, would spoil the mean of the depths."""
    depths, speeds = collections.defaultdict(list), collections.defaultdict(list)
    for line in referee(arguments, "export", str(file)).splitlines():
        log = json.loads(line)
        names = [player["name"] for player in log["players"]]
        for ply in log["plies"]:
            info = ply.get("notes", {}).get("info", {})
            if "nps" in info:
                depths[names[ply["player"]]].append(info["depth"])
                speeds[names[ply["player"]]].append(info["nps"])
    return {name: (statistics.median(depths[name]), statistics.fmean(speeds[name])) for name in sorted(depths)}


def short(number):
    return f"{number / 1e6:.1f} M" if number >= 1e6 else f"{number / 1e3:.0f} k"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=lambda text: pathlib.Path(text).resolve(), help="the folder of referee and the bots")
    parser.add_argument("--times", nargs="+", default=["100ms", "1s"], help="of a move (100ms 1s)")
    parser.add_argument("--games", type=int, nargs="+", default=[40], help="of each pair, for each time; the last one for all others (40)")
    parser.add_argument("--jobs", type=int, default=1, help="games at once (1)")
    parser.add_argument("--of", nargs="+", default=GAMES, choices=GAMES, help="the games (all)")
    parser.add_argument("--engine", action="append", default=[], help="one more entrant at Othello; may be given again")
    parser.add_argument("--options", default="", help="more options of referee tournament, in quotes")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the tournaments in this folder, and go on with those that are there")
    parser.add_argument("--note", default="", help="a sentence about the machine and this run")
    arguments = parser.parse_args()

    games_at = dict(itertools.zip_longest(arguments.times, arguments.games[:len(arguments.times)], fillvalue=arguments.games[-1]))
    played = ", ".join(f"{games} games with {time} a move" for time, games in games_at.items())
    ratings = f"\n## Ratings\n\nEach pair played {played}. {arguments.note}".rstrip()
    ratings += " Only a likelihood of superiority above 97.5 % shows that one bot is stronger than another.\n"
    speeds = "\n## Speed\n\nThe depth is the median over all moves. For `mcts`, the depth is the length of the line that it expects, and a node is a sampled game.\n\n"
    speeds += "| game | time | bot | depth | nodes a second |\n| --- | --- | --- | --- | --- |\n"
    with tempfile.TemporaryDirectory() as folder:
        for game in arguments.of:
            for time, games in games_at.items():
                file = (arguments.keep or pathlib.Path(folder)).resolve() / f"{game}_{time}.db"
                play(arguments, game, time, games, file)
                ratings += f"\n### {game}, {time} a move\n\n```\n{referee(arguments, 'standings', str(file)).strip()}\n```\n"
                for bot, (depth, speed) in efforts(arguments, file).items():
                    speeds += f"| {game} | {time} | {bot} | {depth:.0f} | {short(speed)} |\n"
    document = ROOT / "docs" / "bots.md"
    kept = document.read_text().split(BEGIN)[0]
    document.write_text(kept + BEGIN + ratings + speeds)


if __name__ == "__main__":
    main()
