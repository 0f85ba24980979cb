#!/usr/bin/env python3
"""A bot that uses half of its limit for every move, and answers with the first valid move."""
import os
import sys
import time

line = sys.stdin.readline
pause = int(os.environ["REFEREE_MOVE_MS"]) / 2000
line(), line()
height = int(line().split()[0])
while line():
    begin = time.monotonic()
    for _ in range(int(line())):
        line()
    for _ in range(1 + height):
        line()
    moves = [line() for _ in range(int(line()))]
    time.sleep(max(0.0, begin + pause - time.monotonic()))
    print(moves[0], end="", flush=True)
