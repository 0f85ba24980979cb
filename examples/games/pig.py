#!/usr/bin/env python3
"""Pig: in a turn you roll a die as often as you like. A 1 ends your turn without points; with `hold` you keep the sum.
The first player with enough points wins. The rules of a game for `referee --game` (docs/own_game.md)."""
import sys

HELLO = """game pig 1
title Pig
plies 2000
setting target 50 10 1000 points that win
piece > letter first
piece < letter second
ending points a player has enough points
ending long nobody has enough points after 2000 plies
rule Roll the die as often as you like. A 1 ends your turn and the points of the turn are lost.
rule Hold to keep the points of your turn.
rule A game of 2000 plies is drawn."""


def tell(note):
    print("rows 0")
    print("state", points[player], points[1 - player], turn)
    print(f"note {points[0]} : {points[1]}, {turn} in this turn{note}")
    winner = 0 if points[0] >= target else 1 if points[1] >= target else None
    if winner is not None:
        print("over won", winner, "points")
    elif plies == 2000:
        print("over drawn long")
    else:
        print(f"turn {player}", "moves 2", "roll", "hold", sep="\n")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "new":
        target = int(rest[0].split("=")[1]) if rest else 50
        points, player, turn, plies = [0, 0], 0, 0, 0
        tell("")
    elif rest[0] == "roll":
        plies += 1
        print("rows 0", "chance 6", sep="\n")  # the referee rolls, and answers with a number from 0 to 5
    elif word == "chance":
        die = int(rest[0]) + 1
        turn = turn + die if die > 1 else 0
        player = player if die > 1 else 1 - player
        tell(f", rolled {die}")
    else:
        plies += 1
        points[player] += turn
        player, turn = 1 - player, 0
        tell(", held")
    print("end", flush=True)
