#!/usr/bin/env python3
"""Five in a row (gomoku): the players place pieces in turn, and five of one's own in a line win. The rules of a game for
`referee --game` (docs/own_game.md). Bots that speak Gomocup's protocol can play it (docs/adapters.md)."""
import sys

HELLO = """game five 1
title Five in a row
plies 676
setting size 15 5 26 cells on each side of the board
board points
piece x disc first
piece o disc second
ending five a player has five or more in a line
ending full the board is full
rule Place a piece on an empty point. Five or more of your own in a line win."""


def length(row, column, down, right):
    """How many pieces of one player lie in a line through this one."""
    found, piece = 1, board[row][column]
    for step in (1, -1):
        r, c = row + step * down, column + step * right
        while 0 <= r < size and 0 <= c < size and board[r][c] == piece:
            found, r, c = found + 1, r + step * down, c + step * right
    return found


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO, "end", sep="\n", flush=True)
        continue
    if word == "new":
        size, player, last = int(rest[0].split("=")[1]), 0, None
        board = [["."] * size for _ in range(size)]
    else:
        last = int(rest[0][1:]) - 1, ord(rest[0][0]) - ord("a")
        board[last[0]][last[1]] = "xo"[player]
        player = 1 - player
    free = [chr(ord("a") + column) + str(row + 1) for row in range(size) for column in range(size) if board[row][column] == "."]
    print(f"rows {size}", *("".join(line) for line in board), *([f"mark {rest[0]}"] if last else []), sep="\n")
    if last and max(length(*last, *step) for step in ((0, 1), (1, 0), (1, 1), (1, -1))) >= 5:
        print(f"over won {1 - player} five")
    else:
        print("over drawn full" if not free else "\n".join([f"turn {player}", f"moves {len(free)}", *free]))
    print("end", flush=True)
