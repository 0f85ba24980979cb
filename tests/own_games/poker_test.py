"""Compares the example poker with a model of the game, and changes what is hidden. The model keeps the words of each deal, and
looks up in a table who wins what."""
import itertools
import unittest

from rules_program import SOAK, ExampleTest

# The words of a whole deal: what each player has put into the pot at the end, the opener first, and who wins: "higher", or
# 0 or 1: the opener or the other.
WHOLE = {("check", "check"): (1, 1, "higher"), ("check", "bet", "fold"): (1, 2, 1), ("check", "bet", "call"): (2, 2, "higher"),
         ("bet", "fold"): (2, 1, 0), ("bet", "call"): (2, 2, "higher")}
POT = {(): (1, 1), ("check",): (1, 1), ("bet",): (2, 1), ("check", "bet"): (1, 2)}
VALUE = {"J": 11, "Q": 12, "K": 13}
PAIRS = [first + second for first, second in itertools.permutations("JQK", 2)]


class Poker:
    def __init__(self):
        self.deals = []  # of each one the cards, the opener, and the words
        self.last = "new"

    def chips(self):
        chips = [0, 0]
        for cards, opener, words in self.deals:
            if tuple(words) not in WHOLE:
                continue
            first, second, winner = WHOLE[tuple(words)]
            if winner == "higher":
                winner = 0 if VALUE[cards[opener]] > VALUE[cards[1 - opener]] else 1
            chips[(opener + winner) % 2] += second if winner == 0 else first
        return tuple(chips)

    def follow(self, request):
        word, *rest = request.split()
        self.last = word
        if word == "play":
            self.deals[-1][2].append(rest[0])
        else:
            first, second = map(int, rest)
            self.deals.append((PAIRS[2 * first + second], len(self.deals) % 2, []))

    def check(self, test, position):
        chips = self.chips()
        cards, opener, words = self.deals[-1] if self.deals else ("??", 0, [])
        whole = tuple(words) in WHOLE
        pot = (0, 0) if not self.deals else WHOLE[tuple(words)][:2] if whole else POT[tuple(words)]
        pot = pot if opener == 0 else pot[::-1]
        shown = whole and words[-1] != "fold"
        note = f"deal {len(self.deals)} of 20, pot {pot[0]} + {pot[1]}, won {chips[0]} : {chips[1]}"
        test.assertEqual((position.rows, position.note, position.score), ([cards], note, chips))
        for player, view in enumerate(position.views):
            row = cards if shown else cards[0] + "?" if player == 0 else "?" + cards[1]
            state = [pot[player], pot[1 - player], chips[player], chips[1 - player], len(self.deals)]
            test.assertEqual(view.visible, ([row], " ".join(map(str, state)), [], [], note))
            if self.last == "chance":
                test.assertEqual(view.told, [f"{player} gets {cards[player]}"])
            elif shown:
                last = (opener + len(words) - 1) % 2
                test.assertEqual(view.told, [f"{last} {words[-1]}", f"0 shows {cards[0]}", f"1 shows {cards[1]}"])
            else:
                test.assertIsNone(view.told)
        if self.deals and not whole:
            possible = {deal[len(words)] for deal in WHOLE if deal[:len(words)] == tuple(words)}
            test.assertEqual((position.turn, set(position.moves)), ((opener + len(words)) % 2, possible))
        elif len(self.deals) < 20:
            test.assertEqual(position.sides, [3, 2])
        else:
            test.assertEqual(position.over, "drawn chips" if chips[0] == chips[1] else f"won {int(chips[1] > chips[0])} chips")


class PokerTest(ExampleTest):
    def test_random_games(self):
        self.judge("poker.py", 3000 if SOAK else 300, lambda hello, chance: ("new", Poker()))


if __name__ == "__main__":
    unittest.main()
