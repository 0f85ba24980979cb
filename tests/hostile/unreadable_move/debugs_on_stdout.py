#!/usr/bin/python3
# Prints its input before it answers, as programmers sometimes do to debug a bot.
# hostile: turn=1
import sys

while True:
    lines = [sys.stdin.readline() for _ in range(3)]
    height = int(lines[2].split()[0])
    while True:
        sys.stdin.readline()
        news = [sys.stdin.readline() for _ in range(int(sys.stdin.readline()))]
        board = [sys.stdin.readline() for _ in range(height + 1)]
        moves = [sys.stdin.readline() for _ in range(int(sys.stdin.readline()))]
        print("DEBUG", news, board, flush=True)
        print(moves[0], end="", flush=True)
