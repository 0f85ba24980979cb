#!/usr/bin/python3
"""Rates the sample bots in all games, and writes the tables into docs/bots.md.

All bots that play a game meet in a round robin, from random openings, at each time per move. With --games and --times it
can be run in part; the tables say how many games were played.
"""
import argparse
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = ("magnetize", "cluster", "fitz", "othello", "magnetic_cave")
BOTS = ("mcts", "alphabeta", "greedy", "random")
BEGIN = "<!-- What follows is written by `make ratings`. -->\n"


def rated(arguments, game, time, folder):
    """Plays a tournament, and returns its tables as text."""
    file = pathlib.Path(folder) / f"{game}_{time}.db"
    bots = [f"./{bot}" for bot in BOTS + (("fitz1", "fitz2") if game == "fitz" else ())]
    subprocess.run(["./referee", "tournament", *bots, "--db", str(file), "--game", game, "--games",
                    str(arguments.games), "--openings", "2", "--seed", "1", "--move-time", time, "--jobs",
                    str(arguments.jobs), "--quiet"],
                   cwd=arguments.bin, check=True, stdout=subprocess.DEVNULL)
    return subprocess.run(["./referee", "standings", str(file)], cwd=arguments.bin, check=True, capture_output=True,
                          text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=lambda text: pathlib.Path(text).resolve(), help="the folder of referee and the bots")
    parser.add_argument("speed", type=lambda text: pathlib.Path(text).resolve(), help="the program search_speed_bench")
    parser.add_argument("--games", type=int, default=40, help="of each pair (40)")
    parser.add_argument("--times", nargs="+", default=["100ms", "1s"], help="of a move (100ms 1s)")
    parser.add_argument("--jobs", type=int, default=1, help="games at once (1)")
    parser.add_argument("--of", nargs="+", default=GAMES, choices=GAMES, help="the games (all)")
    parser.add_argument("--moves", type=int, default=1000, help="of the games that show the speed, at most (all)")
    arguments = parser.parse_args()

    text = "\n## Ratings\n"
    with tempfile.TemporaryDirectory() as folder:
        for game in arguments.of:
            for time in arguments.times:
                text += f"\n### {game}, {time} a move\n\n```\n{rated(arguments, game, time, folder)}```\n"
    text += "\n## Speed\n\n| game | time | alphabeta, positions/s | its depth | mcts, samples/s |\n"
    text += "| --- | --- | --- | --- | --- |\n"
    for time in arguments.times:
        milliseconds = str(1000 * int(time[:-1]) if time.endswith("s") and not time.endswith("ms") else int(time[:-2]))
        text += subprocess.run([arguments.speed, milliseconds, str(arguments.moves)], check=True, capture_output=True,
                               text=True).stdout
    document = ROOT / "docs" / "bots.md"
    kept = document.read_text().split(BEGIN)[0]
    document.write_text(kept + BEGIN + text)


if __name__ == "__main__":
    main()
