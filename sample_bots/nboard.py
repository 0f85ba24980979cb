#!/usr/bin/env python3
"""Lets an engine that speaks NBoard play Othello: nboard.py [--depth N] ENGINE [ARGUMENT...]

Edax, for example: referee alphabeta "nboard.py --depth 8 /opt/edax/edax -nboard". Before each of its moves the engine
is sent the whole game in the Generic Game Format. --depth N: how many plies it looks ahead."""
import subprocess
import sys

START = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pings = 0
        self.tell("nboard 1")

    def tell(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"nboard.py: the engine ended before '{line}'")

    def line_with(self, begin):
        """The next line that begins so, without its beginning; others tell of the engine's state and thoughts."""
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"nboard.py: the engine ended before it wrote '{begin}'")
            if line.startswith(begin):
                return line[len(begin):].strip()

    def choose(self, turns):
        """Its move after these turns, each of which is a colour, B or W, and a move."""
        moves = "".join(f"{colour}[{'PA' if move == 'PASS' else move.upper()}]" for colour, move in turns)
        self.tell(f"set game (;GM[Othello]PC[referee]PB[black]PW[white]RE[?]TI[0]TY[8]BO[{START}]{moves};)")
        self.pings += 1
        self.tell(f"ping {self.pings}")
        self.line_with(f"pong {self.pings}")
        self.tell("go")
        return self.line_with("===").split("/")[0].strip().lower()  # F5, or F5/2.5/0.1 with a score and a time


def play_game(engine):
    """Reads a game up to its end, from the line behind the setup block's title on."""
    input()  # which player you are
    input()  # the size of the board
    turns = []
    while input() != "-1":
        for _ in range(int(input())):
            player, move = input().split()
            turns.append(("BW"[int(player)], move))
        for _ in range(1 + 8):  # the discs, and the board
            input()
        moves = [input() for _ in range(int(input()))]
        print("PASS" if moves == ["PASS"] else engine.choose(turns), flush=True)


def main():
    arguments = sys.argv[1:]
    depth = arguments[1] if arguments[:1] == ["--depth"] and len(arguments) > 1 else None
    command = arguments[2:] if depth else arguments
    if not command or command[0].startswith("-") or (depth and not depth.isdigit()):
        print("nboard.py: " + __doc__.split(": ", 1)[1].splitlines()[0], file=sys.stderr)
        sys.exit(2)
    try:
        engine = Engine(command)
    except OSError as error:
        print(f"nboard.py: can't start '{command[0]}': {error.strerror}", file=sys.stderr)
        sys.exit(2)
    if depth:
        engine.tell(f"set depth {depth}")
    try:
        while True:
            if input() != "othello 1":
                sys.exit("nboard.py: only Othello can be played with it")
            play_game(engine)
    except EOFError:
        engine.process.kill()


main()
