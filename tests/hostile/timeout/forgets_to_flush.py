#!/usr/bin/python3
# Answers, but the answer stays in its own buffer. This is the most common mistake of beginners.
import os
import sys

output = os.fdopen(1, "w")  # buffered, even if the environment turns Python's buffering off
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
