#!/usr/bin/env python3
"""A bot for CLUSTER. It parses each block into variables, and plays a random valid move."""
import random


def choose(gravity, columns, pellets, hand):
    """Your part: return "PLACE column colour" or "ROTATE cycles". You can also use `neighbours`, `tops` and `bags`."""
    return f"PLACE {random.choice(columns)[0]} {random.choice(hand)}"


def numbers():
    return [int(word) for word in input().split()]


def table():
    """Reads the number of lines, and then the lines, each a list of numbers."""
    return [numbers() for _ in range(*numbers())]


try:
    while True:
        # The setup block is sent once in a game, before the first turn.
        neighbours = {cell: around for cell, *around in table()}  # of each cell in directions 0 to 5; -1: none
        tops = {column: cells for column, *cells in table()}  # of each column under gravity 0 to 5
        bags = [dict(table()), dict(table())]  # yours and the opponent's: the number of pellets of each colour
        pellets = {}  # by index: [current cell, colour, mine]
        while (gravity := numbers()[0]) >= 0:  # -1: another game follows (with --reuse)
            # A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            columns = table()  # the columns that are not full: [column, top]
            for index, *pellet in table():  # placed since your last turn
                pellets[index] = pellet
            for index, cell in table():  # moved by a rotation of gravity since then
                pellets[index][0] = cell
            hand = [colour for [colour] in table()]
            input()  # an empty line ends the block
            # Print one line for each turn. flush=True sends it at once. Otherwise it may stay in a buffer until your time is up.
            # Notes go to stderr: `import sys`, and print("hand", hand, file=sys.stderr). The page of a game and `referee --stderr` show them.
            print(choose(gravity, columns, pellets, hand), flush=True)
except EOFError:
    pass  # the input ends when the game does
