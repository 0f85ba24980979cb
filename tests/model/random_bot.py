#!/usr/bin/env python3
"""A bot that plays the first or a random move, and fails in some games: random_bot.py STYLE KIND ONE_IN."""

import os
import random
import sys
import time

style, kind, one_in = sys.argv[1], sys.argv[2], int(sys.argv[3])
generator = random.Random(os.getpid() if style == "random" else 1)
fails = generator.randrange(one_in) == 0 if one_in else False


def fail():
    if kind == "exit":
        sys.exit(3)
    if kind == "late":
        time.sleep(1)
    print({"illegal": "DROP 99", "unreadable": "hm"}.get(kind, "hm"), flush=True)


try:
    _, _, settings = input(), input(), input().split()
    height = int(settings[0])
    while True:
        input()
        [input() for _ in range(int(input()))]
        state, board = input(), [input() for _ in range(height)]
        moves = [input() for _ in range(int(input()))]
        if fails:
            fail()
        else:
            print(generator.choice(moves), flush=True)
except EOFError:
    pass
