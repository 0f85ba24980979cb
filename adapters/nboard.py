#!/usr/bin/env python3
"""Lets an engine that speaks NBoard play Othello: nboard.py [--depth N] ENGINE [ARGUMENT...]

Edax, for example: referee alphabeta "nboard.py --depth 8 /opt/edax/edax -nboard" --game othello. Before each of its moves,
the engine receives the game in the Generic Game Format, from the board of its first turn on. --depth N: the engine's search
depth in plies."""
import contextlib
import os
import subprocess
import sys

COLOURS = "BW"


def fail(message, code=1):
    print(f"nboard.py: {message}", file=sys.stderr, flush=True)
    os._exit(code)


class Engine:
    def __init__(self, command, depth):
        if os.path.isfile(command[0]):
            command = [os.path.abspath(command[0]), *command[1:]]
        path = os.environ.get("PATH", os.defpath) + ":/usr/games"  # Debian's engines are there
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                                            env={**os.environ, "PATH": path})
        except OSError as error:
            fail(f"can't start '{command[0]}': {error.strerror}", 2)
        self.pings = 0
        self.tell("nboard 1")
        if depth:
            self.tell(f"set depth {depth}")

    def tell(self, line):
        with contextlib.suppress(BrokenPipeError):  # the next answer is missing then
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def line_with(self, begin):
        """Returns the rest of the next line that begins with `begin`. The lines before it report the engine's state and
        thoughts."""
        while True:
            line = self.process.stdout.readline()
            if not line:
                fail(f"the engine ended before it wrote '{begin}'")
            if line.startswith(begin):
                return line[len(begin):].strip()

    def choose(self, start, turns):
        """Returns the engine's move after these turns from a position in the Generic Game Format."""
        moves = "".join(f"{COLOURS[player]}[{'PA' if move == 'PASS' else move.upper()}]" for player, move in turns)
        self.tell(f"set game (;GM[Othello]PC[referee]PB[black]PW[white]RE[?]TI[0]TY[8]BO[{start}]{moves};)")
        self.pings += 1
        self.tell(f"ping {self.pings}")
        self.line_with(f"pong {self.pings}")
        self.tell("go")
        return self.line_with("===").split("/")[0].strip().lower()  # F5, or F5/2.5/0.1 with a score and a time


def play_game(engine, you):
    start, turns = None, []
    while input() != "-1":
        new = [(int(player), move) for player, move in (input().split() for _ in range(int(input())))]
        input()  # the discs
        board = [input() for _ in range(8)]
        moves = [input() for _ in range(int(input()))]
        if start is None:
            start = " ".join(["8", *board, COLOURS[you]]).translate(str.maketrans(".BW", "-*O"))
        else:
            turns += new
        print("PASS" if moves == ["PASS"] else engine.choose(start, turns), flush=True)


def main():
    words, depth = sys.argv[1:], None
    if words[:1] == ["--depth"] and len(words) > 1 and words[1].isdecimal():
        depth, words = words[1], words[2:]
    if not words or words[0].startswith("-"):
        fail("nboard.py [--depth N] ENGINE [ARGUMENT...]", 2)
    engine = Engine(words, depth)
    try:
        while True:
            if input() != "othello 1":
                fail("only Othello can be played with it")
            you = int(input())
            input()  # the size of the board
            play_game(engine, you)
    except EOFError:
        engine.process.kill()


main()
