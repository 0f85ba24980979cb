#!/usr/bin/env python3
"""An Othello engine with its own rules. It speaks NBoard, GTP or the lines of Caltech's CS 2, and plays the move that turns
the most discs.

  othello_engine.py nboard|gtp|grhino|cs2 [FILE] [COLOUR]   appends everything that it receives to the file

`grhino` is GTP with GRhino's command that sets up a position.
"""
import re
import sys

STEPS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]


class Board:
    def __init__(self, text="---------------------------O*------*O---------------------------"):
        self.cells = {(i // 8, i % 8): disc for i, disc in enumerate(text) if disc in "*O"}

    def turned(self, cell, colour):
        """Returns the discs that turn. Returns an empty list if the cell is taken."""
        turned = []
        for down, right in STEPS if cell not in self.cells else ():
            line = []
            row, column = cell[0] + down, cell[1] + right
            while self.cells.get((row, column), colour) != colour:
                line.append((row, column))
                row, column = row + down, column + right
            if (row, column) in self.cells:
                turned += line
        return turned

    def play(self, move, colour):
        """Plays a move. Returns False if it is illegal."""
        if move.lower() in ("pa", "pass"):
            return self.best(colour) == "PASS"
        cell = (int(move[1]) - 1, "abcdefgh".index(move[0].lower()))
        turned = self.turned(cell, colour)
        self.cells.update(dict.fromkeys(turned + [cell] if turned else [], colour))
        return bool(turned)

    def best(self, colour):
        count, cell = max((len(self.turned((row, column), colour)), (row, column)) for row in range(8) for column in range(8))
        return "ABCDEFGH"[cell[1]] + "12345678"[cell[0]] if count else "PASS"


def say(line):
    print(line, flush=True)


def nboard(lines):
    board, turn = Board(), "*"
    for line in lines:
        if line.startswith("set game "):
            start = re.search(r"BO\[8 ([-*O ]+) ([*O])\]", line)
            board, turn = Board(start[1].replace(" ", "")), start[2]
            for colour, move in re.findall(r"([BW])\[([A-H][1-8]|PA)\]", line):
                turn = {"B": "*", "W": "O"}[colour]
                if not board.play(move, turn):
                    sys.exit(f"{move} is illegal")
                turn = "O" if turn == "*" else "*"
        elif line.startswith("ping "):
            say("pong " + line.split()[1])
        elif line == "go":
            say("status thinking")
            say(f"search {board.best(turn)} 0 0 1")
            say(f"=== {board.best(turn)}/1.5/0.01")
            say("status")


def grhino(lines):
    gtp(lines, knows_positions=True)


def gtp(lines, knows_positions=False):
    board, turn = Board(), "*"
    for line in lines:
        words = line.split()
        colour = {"black": "*", "white": "O"}.get(words[1] if len(words) > 1 else "")
        if words[0] == "clear_board":
            board, turn = Board(), "*"
        elif words[0] == "known_command":
            say(f"= {str(knows_positions).lower()}\n")
            continue
        elif words[0] == "grhino-setup_board" and knows_positions:
            board, turn = Board(words[1].replace("X", "*").replace(".", "-")), {"B": "*", "W": "O"}[words[2]]
        elif words[0] == "set_game":
            say("? unknown command\n")
            continue
        elif words[0] in ("play", "genmove") and colour != turn:
            say("? it is the other side's turn\n")
            continue
        elif words[0] == "play" and not board.play(words[2], colour):
            say("? illegal move\n")
            continue
        elif words[0] == "genmove":
            move = board.best(colour)
            board.play(move, colour)
            turn = "O" if turn == "*" else "*"
            say(f"= {move}\n")
            continue
        elif words[0] == "play":
            turn = "O" if turn == "*" else "*"
        say("=\n")


def cs2(lines):
    board, colour = Board(), {"Black": "*", "White": "O"}[sys.argv[3]]
    other = {"*": "O", "O": "*"}[colour]
    say("Loading\nInit done")
    for line in lines:
        column, row, _ = map(int, line.split())
        if column >= 0 and not board.play("abcdefgh"[column] + str(row + 1), other):
            sys.exit(f"{line} is illegal")
        move = board.best(colour)
        if move != "PASS":
            board.play(move, colour)
        say("-1 -1" if move == "PASS" else f"{'ABCDEFGH'.index(move[0])} {int(move[1]) - 1}")


def heard():
    for line in sys.stdin:
        if len(sys.argv) > 2:
            with open(sys.argv[2], "a") as file:
                file.write(line)
        yield line.strip()


{"nboard": nboard, "gtp": gtp, "grhino": grhino, "cs2": cs2}[sys.argv[1]](heard())
