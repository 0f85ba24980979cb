#!/usr/bin/env python3
"""Kuhn's poker with three cards, 20 deals: each player pays a chip and gets a card that the opponent does not see. Who
holds the higher card, or whose bet is not called, wins the pot. The player with more chips after all deals wins the game.
The rules of a game for `referee --game` (docs/own_game.md)."""
import sys

CARDS = "JQK"
DEALS = 20
HELLO = f"""game poker 2
title Poker with three cards
plies {3 * DEALS}
secrets
score {2 * DEALS} chips won
piece J letter grey
piece Q letter grey
piece K letter grey
piece ? letter grey
ending chips all cards are dealt, and more chips win
rule Each player pays 1 chip and gets a card: J, Q or K. The player who opens changes with each deal.
rule You may bet 1 chip more. The opponent calls the bet, or folds and loses the pot.
rule If nobody folds, K beats Q, and Q beats J. Only then do the players show their cards."""


def moves():
    return ("fold", "call") if made[-1:] == ["bet"] else ("check", "bet")


def tell(shown):
    """Prints the position. `shown`: both players have just shown their cards."""
    note = f"note deal {deal} of {DEALS}, pot {stakes[0]} + {stakes[1]}, won {won[0]} : {won[1]}"
    print("rows 1", cards, note, "score {} {}".format(*won), sep="\n")
    for viewer in (0, 1):
        seen = [card if shown or player == viewer else "?" for player, card in enumerate(cards)]
        state = stakes[viewer], stakes[1 - viewer], won[viewer], won[1 - viewer], deal
        print(f"view {viewer}", "rows 1", "".join(seen), note, sep="\n")
        print("state", *state)
        if not made and not dealing:
            print(f"told {viewer} gets {cards[viewer]}")
        elif shown:
            print(f"told {1 - player} {made[-1]}", f"told 0 shows {cards[0]}", f"told 1 shows {cards[1]}", sep="\n")
    if not dealing:
        print(f"turn {player}", "moves 2", *moves(), sep="\n")
    elif deal < DEALS:
        print("chance 3 2")  # a card for the first player, and one of the other two for the second
    elif won[0] == won[1]:
        print("over drawn chips")
    else:
        print("over won", 0 if won[0] > won[1] else 1, "chips")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "new":
        won, stakes, deal, player, cards, made, dealing = [0, 0], [0, 0], 0, 0, "??", [], True
        tell(False)
    elif word == "chance":
        first = CARDS[int(rest[0])]
        cards = first + CARDS.replace(first, "")[int(rest[1])]
        player, deal, stakes, made, dealing = deal % 2, deal + 1, [1, 1], [], False
        tell(False)
    elif word == "play":
        made.append(rest[0])
        stakes[player] += rest[0] in ("bet", "call")
        player = 1 - player
        shown = rest[0] == "call" or made == ["check", "check"]
        dealing = shown or rest[0] == "fold"
        if dealing:
            higher = 0 if CARDS.index(cards[0]) > CARDS.index(cards[1]) else 1
            winner = higher if shown else player
            won[winner] += stakes[1 - winner]
        tell(shown)
    print("end", flush=True)
