#!/usr/bin/env python3
"""A bot for CLUSTER: it reads each block into plain data, and plays a random valid move."""
import random


def choose(gravity, columns, pellets, hand):
    """Your part: "PLACE column colour" or "ROTATE cycles". `neighbours`, `tops` and `bags` are at hand, too."""
    return f"PLACE {random.choice(columns)[0]} {random.choice(hand)}"


def numbers():
    return [int(word) for word in input().split()]


def table():
    """A number of lines, and then the lines, each a list of numbers."""
    return [numbers() for _ in range(*numbers())]


try:
    while True:
        # The setup block comes once in a game, before the first turn.
        neighbours = {cell: around for cell, *around in table()}  # of each cell in direction 0 to 5, -1: none
        tops = {column: cells for column, *cells in table()}  # of each column under gravity 0 to 5
        bags = [dict(table()), dict(table())]  # yours and the opponent's: how many pellets of each colour
        pellets = {}  # by index: [cell, colour, mine], as they lie now
        while (gravity := numbers()[0]) >= 0:  # -1: another game follows (with --reuse)
            # A turn block. Read it before you answer: an answer that comes too early loses the game.
            columns = table()  # those that are not full: [column, top]
            for index, *pellet in table():  # placed since your last turn
                pellets[index] = pellet
            for index, cell in table():  # moved since then, when gravity turned
                pellets[index][0] = cell
            hand = [colour for [colour] in table()]
            input()  # an empty line ends the block
            # One line for each turn. flush=True sends it at once; otherwise it may stay in a buffer until the clock runs out.
            # Your notes belong on stderr: print("hand", hand, file=sys.stderr); `referee --stderr` shows them.
            print(choose(gravity, columns, pellets, hand), flush=True)
except EOFError:
    pass  # the input ends when the game does
