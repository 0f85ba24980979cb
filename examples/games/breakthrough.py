#!/usr/bin/env python3
"""Breakthrough: pawns go one step forward, straight or diagonally, and capture only diagonally. The first player who
reaches the last row, or captures all pawns, wins. The rules of a game for `referee --game` (docs/own_game.md)."""
import sys

HELLO = """game breakthrough 1
title Breakthrough
plies 2600
setting height 8 4 26 rows of the board
setting width 8 3 26 columns of the board
piece w pawn first
piece b pawn second
ending breakthrough a pawn has reached the last row
ending annihilation all pawns of a player are captured
rule A pawn moves one step forward, straight or diagonally, to an empty cell. It captures diagonally only."""


def cell(row, column):
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)


def moves(board, player):
    own, step = "wb"[player], [-1, 1][player]
    for row, line in enumerate(board):
        for column, piece in enumerate(line):
            for side in (-1, 0, 1) if piece == own else ():
                if 0 <= row + step < len(board) and 0 <= column + side < len(line):
                    target = board[row + step][column + side]
                    if target == "." or (side != 0 and target != own):
                        yield row, column, row + step, column + side


def tell(board, player, last):
    print(f"rows {len(board)}", *("".join(line) for line in board), sep="\n")
    if last:
        print("arrow", cell(*last[:2]), cell(*last[2:]))
    winner, other = 1 - player, "wb"[player]
    if last and last[2] in (0, len(board) - 1):
        print("over won", winner, "breakthrough")
    elif not any(other in line for line in board):
        print("over won", winner, "annihilation")
    else:
        listed = [cell(a, b) + cell(c, d) for a, b, c, d in moves(board, player)]
        print(f"turn {player}", f"moves {len(listed)}", *listed, sep="\n")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "new":
        wish = {"height": 8, "width": 8, **{name: int(value) for name, value in (pair.split("=") for pair in rest)}}
        player, board = 0, [list(c * wish["width"]) for c in ["b"] * 2 + ["."] * (wish["height"] - 4) + ["w"] * 2]
        tell(board, player, None)
    elif word == "play":
        last = next(move for move in moves(board, player) if cell(*move[:2]) + cell(*move[2:]) == rest[0])
        board[last[2]][last[3]], board[last[0]][last[1]] = "wb"[player], "."
        player = 1 - player
        tell(board, player, last)
    print("end", flush=True)
