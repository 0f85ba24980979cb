#!/usr/bin/python3
"""A bot that uses CPU time whenever it waits, because it polls for input in a busy loop."""
import os
import select

held = b""


def line():
    global held
    while b"\n" not in held:
        while not select.select([0], [], [], 0)[0]:
            pass
        more = os.read(0, 1 << 16)
        if not more:
            os._exit(0)
        held += more
    first, held = held.split(b"\n", 1)
    return first


height = [line() for _ in range(3)][2].split()[0]
while True:
    line()
    news = [line() for _ in range(int(line()))]
    board = [line() for _ in range(int(height) + 1)]
    moves = [line() for _ in range(int(line()))]
    os.write(1, moves[0] + b"\n")
