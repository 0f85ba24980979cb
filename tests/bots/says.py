#!/usr/bin/python3
"""A bot that answers with its arguments, one per turn, after it has read the turn block of a game with the common blocks."""
import sys

lines = sys.stdin
setup = [lines.readline() for _ in range(3)]
height = int(setup[2].split()[0])
for answer in sys.argv[1:]:
    lines.readline()
    for _ in range(int(lines.readline())):
        lines.readline()
    for _ in range(1 + height):
        lines.readline()
    for _ in range(int(lines.readline())):
        lines.readline()
    print(answer, flush=True)
lines.read()
