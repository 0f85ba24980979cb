#!/usr/bin/env python3
"""Lets an engine that speaks NBoard play Othello: nboard.py [--depth N] ENGINE [ARGUMENT...]

Edax, for example: referee alphabeta "nboard.py --depth 8 /opt/edax/edax -nboard". Before each of its moves, the engine
receives the game in the Generic Game Format, from the board of its first turn on. --depth N: the engine's search depth
in plies."""
from foreign_engine import Engine, run, turn_blocks

COLOURS = "BW"


class NBoard(Engine):
    def __init__(self, command, depth):
        super().__init__(command)
        self.pings = 0
        self.tell("nboard 1")
        if depth:
            self.tell(f"set depth {depth}")

    def line_with(self, begin):
        """Returns the rest of the next line that begins with `begin`. The lines before it report the engine's state and
        thoughts."""
        while True:
            line = self.line(f"it wrote '{begin}'")
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
    start = None
    turns = []
    for new, board, moves in turn_blocks():
        if start is None:
            start = " ".join(["8", *board, "BW"[you]]).translate(str.maketrans(".BW", "-*O"))
        else:
            turns += new
        print("PASS" if moves == ["PASS"] else engine.choose(start, turns), flush=True)


run("nboard.py [--depth N] ENGINE [ARGUMENT...]", "--depth", NBoard, play_game)
