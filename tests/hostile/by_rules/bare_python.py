#!/usr/bin/python3
# A bot in Python that reads its input without Python's buffering: each time, it reads all bytes that are available.
import os

held = b""


def line():
    global held
    while b"\n" not in held:
        more = os.read(0, 1 << 16)
        if not more:
            os._exit(0)
        held += more
    first, held = held.split(b"\n", 1)
    return first


def setup():
    return [line() for _ in range(3)][2].split()[0]


height = setup()
while True:
    while line() == b"-1":
        height = setup()
    news = [line() for _ in range(int(line()))]
    board = [line() for _ in range(int(height) + 1)]
    moves = [line() for _ in range(int(line()))]
    os.write(1, moves[0] + b"\n")
