#!/usr/bin/python3
# Ends by an uncaught exception.
# hostile: turn=1 exit_code=1
import sys

moves = sys.stdin.readline().split()
print(moves[99], flush=True)
