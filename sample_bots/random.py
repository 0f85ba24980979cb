#!/usr/bin/env python3
"""A bot in any language: read the whole block, answer with one of the valid moves that it lists."""
import sys

sys.path.pop(0)  # the folder of this file, which would be taken for the library that it needs
import random

try:
    game, _player, settings = input().split()[0], input(), input().split()
    height, tiles = int(settings[0]), int(settings[2]) if game == "fitz" else 0
    [input() for _ in range(5 * tiles)]
    while True:
        input()  # how many plies have been made
        [input() for _ in range(int(input()))]  # what has happened since my last turn
        [input() for _ in range(1 + height)]  # the state and the board
        moves = [input() for _ in range(int(input()))]
        print(random.choice(moves), flush=True)
except EOFError:
    pass  # the game is over
