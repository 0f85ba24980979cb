#!/usr/bin/env python3
"""A bot for Magnetize, Othello, Magnetic Cave and fitz. It parses each block into variables, and plays a random move."""
import random


def choose(me, ply, news, state, board, moves):
    """Your part: return one of `moves`, unchanged. board[0][0] is the top left cell."""
    return random.choice(moves)


def lines(count):
    return [input() for _ in range(count)]


def numbers():
    return [int(word) for word in input().split()]


try:
    while True:
        # The setup block is sent once in a game, before the first turn.
        game = input().split()[0]  # "magnetize 1": the game, and the version of its blocks
        me = int(input())  # 0 moves first, 1 second
        height, width, *more = numbers()  # the settings; some games have more of them
        tiles = [lines(5) for _ in range(more[0])] if game == "fitz" else []
        while (ply := numbers()[0]) >= 0:  # the number of plies made; -1: another game follows (with --reuse)
            # A turn block. Read all of it before you answer: a bot that answers too early loses the game.
            news = [input().split(" ", 1) for _ in range(*numbers())]  # the turns since your last one: ["0", "DROP 3"] and so on
            state = numbers()  # the rest of the state: locks, discs, or the next tile
            board = lines(height)
            moves = lines(*numbers())  # every valid move (not listed on the very largest boards of fitz)
            # Print one line for each turn. flush=True sends it at once. Otherwise it may stay in a buffer until your time is up.
            # Notes go to stderr: `import sys`, and print("ply", ply, file=sys.stderr). The page of a game and `referee --stderr` show them.
            print(choose(me, ply, news, state, board, moves), flush=True)
except EOFError:
    pass  # the input ends when the game does
