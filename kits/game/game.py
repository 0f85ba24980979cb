#!/usr/bin/env python3
"""The rules of a game for `referee --game`. docs/own_game.md, which comes with the referee, describes every line.
At first it is four in a row. Change it into your own game: HELLO, start(), moves(), play() and ending()."""
import sys

HELLO = """game @GAME@ 1
title Four in a row
plies 676
setting height 6 4 26 rows of the board
setting width 7 4 26 columns of the board
piece X disc first
piece O disc second
ending four four in a row
ending full the board is full
rule A disc falls to the lowest empty cell of its column."""


def start(height, width):
    """Returns the first position: a list of rows. The parameters are the settings, in their order in the hello."""
    return [["."] * width for _ in range(height)]


def moves(board, player):
    """Returns all valid moves of the player to move: texts of 1 to 64 characters."""
    return [chr(ord("a") + column) for column, cell in enumerate(board[0]) if cell == "."]


def play(board, player, move):
    """Makes a move, which is always one of moves(), and returns the player to move next: 0, the first player, or 1."""
    column = ord(move) - ord("a")
    row = max(row for row in range(len(board)) if board[row][column] == ".")
    board[row][column] = "XO"[player]
    return 1 - player


def ending(board, player):
    """Returns how the game has ended before the player moves, or None: "won 0 WORD", "won 1 WORD" or "drawn WORD", with a word of the hello."""
    for row in range(len(board)):
        for column in range(len(board[0])):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + i * down, column + i * right) for i in range(4)]
                if all(r < len(board) and 0 <= c < len(board[0]) for r, c in line):
                    cells = {board[r][c] for r, c in line}
                    if len(cells) == 1 and cells != {"."}:
                        return f"won {'XO'.index(cells.pop())} four"
    return None if moves(board, player) else "drawn full"


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    else:
        if word == "new":  # new height=6 width=7
            board, player = start(*(int(setting.split("=")[1]) for setting in rest)), 0
        else:  # play MOVE
            player = play(board, player, " ".join(rest))
        print(f"rows {len(board)}", *("".join(row) for row in board), sep="\n")
        if end := ending(board, player):
            print("over", end)
        else:
            listed = moves(board, player)
            print(f"turn {player}", f"moves {len(listed)}", *listed, sep="\n")
    print("end", flush=True)  # without flush=True, the referee would wait in vain
