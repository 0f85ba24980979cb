#!/usr/bin/env python3
"""The rules of a game with secrets for `referee --game`. docs/own_game.md, which comes with the referee, describes every
line. At first it is rock, paper, scissors: both players choose at the same time, which is two plies, of which the second
player does not see the first. Change it into your own game: HELLO, start(), moves(), play(), seen(), told() and ending()."""
import sys

HELLO = """game @GAME@ 2
title Rock, paper, scissors
plies 52
secrets
setting rounds 9 1 26 rounds of a game
piece r letter grey
piece p letter grey
piece s letter grey
piece ? letter grey
ending rounds all rounds are played, and more rounds win
rule Rock beats scissors, scissors beat paper, and paper beats rock.
rule The upper row has the first player's choices, the lower row the second player's."""
BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def start(rounds):
    """Returns the first position. The parameters are the settings, in their order in the hello."""
    return {"rounds": rounds, "chosen": ([], [])}  # what each player has chosen


def moves(game, player):
    """Returns all valid moves of the player to move: texts of 1 to 64 characters. The opponent does not see them."""
    return ["rock", "paper", "scissors"]


def play(game, player, move):
    """Makes a move, which is always one of moves(), and returns the player to move next: 0, the first player, or 1."""
    game["chosen"][player].append(move)
    return 1 - player


def seen(game, viewer):
    """Returns the rows of the board as player 0 or 1 sees them. None sees everything, as all people do after the game."""
    rows = ["".join(move[0] for move in chosen).ljust(game["rounds"], ".") for chosen in game["chosen"]]
    first, second = map(len, game["chosen"])
    if viewer == 1 and first > second:
        rows[0] = rows[0][:second] + "?" + rows[0][first:]
    return rows


def told(game, viewer):
    """Returns what player 0 or 1 hears of the last move: a list of texts like "0 rock"; or None: the move as it is. All
    that a player sees must follow from what it has heard, and from its own moves."""
    first, second = game["chosen"]
    if viewer == 0:
        return None
    return [] if len(first) > len(second) else [f"0 {first[-1]}", f"1 {second[-1]}"]


def ending(game, player):
    """Returns how the game has ended before the player moves, or None: "won 0 WORD", "won 1 WORD" or "drawn WORD", with a word of the hello."""
    first, second = game["chosen"]
    if len(second) < game["rounds"]:
        return None
    wins = sum(BEATS[a] == b for a, b in zip(first, second)) - sum(BEATS[b] == a for a, b in zip(first, second))
    return "drawn rounds" if wins == 0 else f"won {0 if wins > 0 else 1} rounds"


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    else:
        if word == "new":  # new rounds=9
            game, player = start(*(int(setting.split("=")[1]) for setting in rest)), 0
        else:  # play MOVE
            player = play(game, player, " ".join(rest))
        for viewer in (None, 0, 1):
            if viewer is not None:
                print("view", viewer)
            rows = seen(game, viewer)
            print(f"rows {len(rows)}", *rows, sep="\n")
            news = told(game, viewer) if word == "play" and viewer is not None else None
            if news is not None:
                print("\n".join(f"told {line}" for line in news) or "told")  # `told` alone: this player hears nothing
        if end := ending(game, player):
            print("over", end)
        else:
            listed = moves(game, player)
            print(f"turn {player}", f"moves {len(listed)}", *listed, sep="\n")
    print("end", flush=True)  # without flush=True, the referee would wait in vain
