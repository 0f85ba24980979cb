#!/usr/bin/env python3
"""Goofspiel: both players have the cards 1 to 13. In each round they bid one of them for a prize, at the same time. The
higher card wins the prize. The rules of a game for `referee --game` (docs/own_game.md). Moves at the same time are two
plies: the second player is told of the first one's card only when both have bid."""
import sys

CARDS = "A23456789TJQK"
HELLO = "\n".join(["game goofspiel 2", "title Goofspiel", "plies 26", "secrets", "score 91 points",
                   *(f"piece {card} letter grey" for card in CARDS),
                   "ending points all prizes are gone, and more points win",
                   "rule Each player has the cards A23456789TJQK, which count 1 to 13. The top row has those of the first player,"
                   " the bottom row those of the second player, and the middle row the prizes that are left.",
                   "rule In each round both players bid one of their cards for the marked prize. The higher card wins it."
                   " Nobody has it if both bid the same."])


def sight(knows_bid):
    """Prints the board. Without knowledge of the first player's bid, the card is still in the hand."""
    shown = [hands[0] if knows_bid or not bid else [*hands[0], bid], prizes, hands[1]]
    print("rows 3", *("".join(card if card in row else "." for card in CARDS) for row in shown), sep="\n")
    if prize:
        print("mark", "abcdefghijklm"[CARDS.index(prize)] + "2")
    print(f"note {points[0]} : {points[1]}")


def tell(*told):
    """Prints the position. `told`: for each player the lines that replace the usual one, if there are any."""
    sight(True)
    print("score", *points)
    for viewer in (0, 1):
        print("view", viewer)
        sight(viewer == 0)
        print("state", CARDS.index(prize) + 1 if prize else 0, points[viewer], points[1 - viewer])
        for line in told[viewer]:
            print(line)
    if prize:
        player = 1 if bid else 0
        print(f"turn {player}", f"moves {len(hands[player])}", *hands[player], sep="\n")
    elif prizes:
        print("chance", len(prizes))  # the next prize
    elif points[0] == points[1]:
        print("over drawn points")
    else:
        print("over won", 0 if points[0] > points[1] else 1, "points")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print(HELLO)
    elif word == "new":
        hands, prizes, points, prize, bid = [list(CARDS), list(CARDS)], list(CARDS), [0, 0], None, None
        tell([], [])
    elif word == "chance":
        prize = prizes[int(rest[0])]
        tell([f"told 0 prize {prize}"], [f"told 0 prize {prize}"])
    elif bid is None:
        bid = rest[0]
        hands[0].remove(bid)
        tell([], ["told"])  # the second player hears of nothing yet
    else:
        hands[1].remove(rest[0])
        prizes.remove(prize)
        bids = bid, rest[0]
        if bids[0] != bids[1]:
            winner = 0 if CARDS.index(bids[0]) > CARDS.index(bids[1]) else 1
            points[winner] += CARDS.index(prize) + 1
        prize = bid = None
        tell([], [f"told 0 {bids[0]}", f"told 1 {bids[1]}"])
    print("end", flush=True)
