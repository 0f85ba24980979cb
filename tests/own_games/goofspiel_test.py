"""Compares the example Goofspiel with a model of the game, and changes what is hidden. The model keeps the rounds alone,
and draws everything from them."""
import unittest

from rules_program import SOAK, ExampleTest

FACES = "A23456789TJQK"


class Goofspiel:
    def __init__(self):
        self.rounds = []  # of each one the prize, and what was bid for it: lists of one to three numbers
        self.last = "new"

    def done(self):
        return [round for round in self.rounds if len(round) == 3]

    def running(self):
        return self.rounds[-1] if self.rounds and len(self.rounds[-1]) < 3 else None

    def points(self):
        return tuple(sum(prize for prize, first, second in self.done() if (second - first) * (-1) ** player < 0) for player in (0, 1))

    def left(self, which, eyes):
        """The numbers that are left of the first player's cards (1), the second one's (2), or the prizes (0), for somebody
        who knows the first player's bid, or not."""
        used = {round[which] for round in self.done()}
        if which == 1 and eyes and self.running() and len(self.running()) == 2:
            used.add(self.running()[1])
        return [number for number in range(1, 14) if number not in used]

    def picture(self, eyes):
        return ["".join(FACES[n - 1] if n in self.left(which, eyes) else "." for n in range(1, 14)) for which in (1, 0, 2)]

    def follow(self, request):
        word, text = request.split()
        self.last = word
        if word == "chance":
            self.rounds.append([self.left(0, True)[int(text)]])
        else:
            self.rounds[-1].append(FACES.index(text) + 1)

    def told(self, player):
        """What a player hears; None: the usual lines."""
        if self.last == "chance":
            return [f"0 prize {FACES[self.rounds[-1][0] - 1]}"]
        if self.last == "new" or player == 0:
            return None
        return [] if self.running() else [f"{who} {FACES[bid - 1]}" for who, bid in enumerate(self.rounds[-1][1:])]

    def check(self, test, position):
        points, running = self.points(), self.running()
        prize = running[0] if running else 0
        marks = ["abcdefghijklm"[prize - 1] + "2"] if prize else []
        note = f"{points[0]} : {points[1]}"
        test.assertEqual((position.rows, position.marks, position.note, position.score), (self.picture(True), marks, note, points))
        for player, view in enumerate(position.views):
            state = f"{prize} {points[player]} {points[1 - player]}"
            test.assertEqual(view.visible, (self.picture(player == 0), state, marks, [], note))
            test.assertEqual(view.told, self.told(player))
        if running:
            test.assertEqual((position.turn, position.moves),
                             (len(running) - 1, [FACES[n - 1] for n in self.left(len(running), True)]))
        elif len(self.done()) < 13:
            test.assertEqual(position.sides, [13 - len(self.done())])
        else:
            test.assertEqual(sum(points), sum(prize for prize, first, second in self.done() if first != second))
            test.assertEqual(position.over, "drawn points" if points[0] == points[1] else f"won {int(points[1] > points[0])} points")


class GoofspielTest(ExampleTest):
    def test_random_games(self):
        self.judge("goofspiel.py", 3000 if SOAK else 200, lambda hello, chance: ("new", Goofspiel()))


if __name__ == "__main__":
    unittest.main()
