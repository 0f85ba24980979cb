#!/usr/bin/env python3
"""A bot in any language: read the whole block, answer with one of the valid moves that it lists."""
import sys

sys.path.pop(0)  # the folder of this file, which would be taken for the library that it needs
import random


def find_place(tile, board):
    """A valid move of fitz, whose largest boards list none: each filled cell of the turned tile needs an empty one."""
    rotations = [[(row - 2, column - 2) for row in range(5) for column in range(5) if tile[row][column] == "!"]]
    for _ in range(3):
        rotations.append([(column, -row) for row, column in rotations[-1]])
    height, width = len(board), len(board[0])
    moves = 4 * (height + 4) * (width + 4)  # the middle of a tile may be off the board
    first = random.randrange(moves)
    for move in range(first, first + moves):
        place, rotation = divmod(move % moves, 4)
        row, column = place // (width + 4) - 2, place % (width + 4) - 2
        cells = ((row + r, column + c) for r, c in rotations[rotation])
        if all(0 <= r < height and 0 <= c < width and board[r][c] == "." for r, c in cells):
            return f"{row} {column} {90 * rotation}"


try:
    while True:  # a game
        game, _player, settings = input().split()[0], input(), input().split()
        height, tiles = int(settings[0]), int(settings[2]) if game == "fitz" else 0
        tiles = [[input() for _ in range(5)] for _ in range(tiles)]
        while input() != "-1":  # how many plies have been made; -1: this game is over, and another one follows
            [input() for _ in range(int(input()))]  # what has happened since my last turn
            state, board = input(), [input() for _ in range(height)]
            moves = [input() for _ in range(int(input()))]
            print(random.choice(moves) if moves else find_place(tiles[int(state)], board), flush=True)
except EOFError:
    pass  # the last game is over
