"""Othello as the rules of a game of one's own. The test compares it with the built-in game, ply by ply."""
import sys

HELLO = """game own_othello 1
title Othello in Python
plies 128
piece B disc first
piece W disc second
ending disc_count more discs win
rule Outflank discs to turn them."""
AROUND = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def turned(board, player, row, column):
    found = []
    if board[row][column] != ".":
        return found
    own, other = "BW"[player], "WB"[player]
    for down, right in AROUND:
        line, r, c = [], row + down, column + right
        while 0 <= r < 8 and 0 <= c < 8 and board[r][c] == other:
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == own:
            found += line
    return found


def moves(board, player):
    return ["abcdefgh"[c] + str(r + 1) for r in range(8) for c in range(8) if turned(board, player, r, c)]


def tell():
    discs = [sum(line.count(mark) for line in board) for mark in "BW"]
    print("rows 8", *("".join(line) for line in board), sep="\n")
    listed = moves(board, player) or (["PASS"] if moves(board, 1 - player) else [])
    if listed:
        print("state", discs[player], discs[1 - player])
        print(f"turn {player}", f"moves {len(listed)}", *listed, sep="\n")
    else:
        print("over", "drawn" if discs[0] == discs[1] else f"won {int(discs[1] > discs[0])}", "disc_count")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "new":
        board, player = [["."] * 8 for _ in range(8)], 0
        board[3][3] = board[4][4] = "W"
        board[3][4] = board[4][3] = "B"
        tell()
    else:
        if rest[0] != "PASS":
            row, column = int(rest[0][1]) - 1, "abcdefgh".index(rest[0][0])
            for r, c in [*turned(board, player, row, column), (row, column)]:
                board[r][c] = "BW"[player]
        player = 1 - player
        tell()
    print("end", flush=True)
