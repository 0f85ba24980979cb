#!/usr/bin/env python3
"""A bot for Magnetize, Othello, Magnetic Cave and fitz: it reads each block into plain data, and plays a random move."""
import random


def choose(me, ply, news, state, board, moves):
    """Your part: returns one of `moves`, word for word. board[0][0] is the cell at the top left."""
    return random.choice(moves)


def lines(count):
    return [input() for _ in range(count)]


def numbers():
    return [int(word) for word in input().split()]


try:
    while True:
        # The setup block comes once in a game, before the first turn.
        game = input().split()[0]  # "magnetize 1": the game, and the version of its blocks
        me = int(input())  # 0 moves first, 1 second
        height, width, *more = numbers()  # the settings, more of them in some games
        tiles = [lines(5) for _ in range(more[0])] if game == "fitz" else []
        while (ply := numbers()[0]) >= 0:  # how many plies have been made; -1: another game follows (with --reuse)
            # A turn block. Read it to its end before you answer: an answer that comes too early loses the game.
            news = [input().split(" ", 1) for _ in range(*numbers())]  # since your last turn: ["0", "DROP 3"] and so on
            state = numbers()  # what else there is to know: locks, discs, or which tile is next
            board = lines(height)
            moves = lines(*numbers())  # every valid move (none are listed on the very largest boards of fitz)
            # One line for each turn. flush=True sends it at once; otherwise it may stay in a buffer until the clock runs out.
            # Your notes belong on stderr: print("ply", ply, file=sys.stderr); `referee --stderr` shows them.
            print(choose(me, ply, news, state, board, moves), flush=True)
except EOFError:
    pass  # the input ends when the game does
