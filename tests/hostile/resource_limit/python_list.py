#!/usr/bin/python3
# Leaks memory, like a bot that never forgets a position.
# hostile: modes=on memory=64M turn=1
import sys

positions = []
sys.stdin.readline()
while True:
    positions.append(bytearray(1 << 20))
    positions[-1][::4096] = b"x" * 256
