#!/usr/bin/python3
# Answers, but the answer stays in its own buffer: the fault that beginners make most.
import os
import sys

output = os.fdopen(1, "w")  # with a buffer, even where the environment says that Python is to have none
lines = iter(sys.stdin.readline, "")
turn = 0
for _ in range(2):
    next(lines)
height = int(next(lines).split()[0])
for ply in lines:
    for _ in range(int(next(lines)) + 1 + height):
        next(lines)
    moves = [next(lines) for _ in range(int(next(lines)))]
    turn += 1
    output.write(moves[0])
    if turn == 1:
        output.flush()
