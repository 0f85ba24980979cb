#!/usr/bin/env python3
"""Hex: the players place stones in turn. The first player connects the left side with the right side, the second player
the top with the bottom. One of them always succeeds. The rules of a game for `referee --game` (docs/own_game.md)."""
import sys

HELLO = """game hex 1
title Hex
plies 361
setting size 7 2 19 cells on each side of the board
board hex
piece x disc first
piece o disc second
ending connection a player has connected both of its sides
rule The first player connects left and right, the second player top and bottom. There are no draws."""


def cell(row, column):
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)


def connected(stone, row, column):
    """The cells connected with this one if the last stone of a player lies there."""
    seen, waiting = {(row, column)}, [(row, column)]
    while waiting:
        r, c = waiting.pop()
        for near in ((r - 1, c), (r - 1, c + 1), (r, c - 1), (r, c + 1), (r + 1, c - 1), (r + 1, c)):
            if near not in seen and 0 <= near[0] < size and 0 <= near[1] < size and board[near[0]][near[1]] == stone:
                seen.add(near)
                waiting.append(near)
    return seen


def tell(last):
    print(f"rows {size}", *("".join(line) for line in board), sep="\n")
    if last:
        print("mark", cell(*last))
        along = {place[player] for place in connected("ox"[player], *last)}  # columns of the first player, else rows
        if {0, size - 1} <= along:
            return print("over won", 1 - player, "connection")
    free = [cell(row, column) for row in range(size) for column in range(size) if board[row][column] == "."]
    print(f"turn {player}", f"moves {len(free)}", *free, sep="\n")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "new":
        size, player = int(rest[0].split("=")[1]) if rest else 7, 0
        board = [["."] * size for _ in range(size)]
        tell(None)
    elif word == "play":
        place = int(rest[0][1:]) - 1, "abcdefghijklmnopqrstuvwxyz".index(rest[0][0])
        board[place[0]][place[1]] = "xo"[player]
        player = 1 - player
        tell(place)
    print("end", flush=True)
