#!/usr/bin/env python3
"""Battleship: each player places four ships that the opponent does not see, and then they shoot in turn. The first
player who has sunk all ships of the opponent wins. The rules of a game for `referee --game` (docs/own_game.md)."""
import sys

HELLO = """game battleship 2
title Battleship
plies 296
secrets
setting size 8 6 12 cells on each side of a sea
piece # square first
piece @ square second
piece o ring blue
piece x cross red
piece * star red
piece | bar grey
ending sunk all ships of a player are sunk
rule The first player's sea is on the left. Place ships of 4, 3, 3 and 2 cells: name the first and the last cell.
rule Then shoot at a cell of the other sea, once in each turn. Both players hear: miss, hit, or which ship is sunk.
rule o: a miss. x: a hit. *: a ship that is sunk."""
LENGTHS = (4, 3, 3, 2)
SHIPS = "#@"


def cell(row, column):
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)


def choices():
    """The moves of the player to move, and the cells of each: those of the next ship, or the one to shoot at."""
    own, other, found = player * (size + 1), (1 - player) * (size + 1), {}
    if len(fleets[player]) == len(LENGTHS):
        every = [(row, column) for row in range(size) for column in range(other, other + size)]
        return {cell(*place): [place] for place in every if board[place[0]][place[1]] in (".", SHIPS[1 - player])}
    for row in range(size):
        for column in range(own, own + size):
            for down, right in ((0, 1), (1, 0)):
                ship = [(row + i * down, column + i * right) for i in range(LENGTHS[len(fleets[player])])]
                if ship[-1][0] < size and ship[-1][1] < own + size and all(board[r][c] == "." for r, c in ship):
                    found[cell(*ship[0]) + cell(*ship[-1])] = ship
    return found


def tell(move, result):
    """Prints the position after a move. `result`: that of a shot; None if a ship was placed."""
    afloat = [len(LENGTHS) - sum(board[ship[0][0]][ship[0][1]] == "*" for ship in fleet) for fleet in fleets]
    for viewer, hidden in (None, "."), (0, SHIPS[1]), (1, SHIPS[0]):  # the truth, and what each player sees of it
        if viewer is not None:
            print("view", viewer)
        print(f"rows {size}", *("".join(line).replace(hidden, ".") for line in board), sep="\n")
        print("note ships afloat:", afloat[0], "and", afloat[1])
        if result:
            print("mark", move)
        if viewer is not None:
            print("state", afloat[viewer], afloat[1 - viewer])
            if result:
                print("told", 1 - player, move, result)
            elif viewer == player:
                print("told")  # nothing of the ship that the opponent has placed
    if 0 in afloat:
        return print("over won", 1 - player, "sunk")
    print(f"turn {player}", f"moves {len(listed)}", *listed, sep="\n")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "new":
        size, player, fleets = int(rest[0].split("=")[1]) if rest else 8, 0, ([], [])
        board = [list("." * size + "|" + "." * size) for _ in range(size)]
        listed = choices()
        tell(None, None)
    elif word == "play":
        cells, result, look = listed[rest[0]], None, SHIPS[player]
        if len(fleets[player]) < len(LENGTHS):
            fleets[player].append(cells)
        else:
            ship = next((ship for ship in fleets[1 - player] if cells[0] in ship), None)
            result, look = ("hit", "x") if ship else ("miss", "o")
            if ship and all(board[row][column] == "x" or (row, column) == cells[0] for row, column in ship):
                cells, result, look = ship, f"sunk {cell(*ship[0])}{cell(*ship[-1])}", "*"
        for row, column in cells:
            board[row][column] = look
        player = 1 - player
        listed = choices()
        tell(rest[0], result)
    print("end", flush=True)
