"""Compares the example Battleship with a model of the game, and changes what is hidden. The model keeps, for each sea, the cells of each ship as a
set, and draws the boards from that."""
import unittest

from rules_program import SOAK, ExampleTest, Rules, told_the_same

FLEET = [4, 3, 3, 2]
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


def cells(text):
    """The cells between the two that a move names: "b2b4" has b2, b3 and b4."""
    split = next(i for i in range(1, len(text)) if text[i].isalpha())
    (a, m), (b, n) = ((COLUMNS.index(end[0]), int(end[1:])) for end in (text[:split], text[split:]))
    return frozenset((column, row) for column in range(a, b + 1) for row in range(m, n + 1))


class Battleship:
    def __init__(self, size):
        self.size, self.ships, self.shots, self.turn, self.last = size, {0: [], 1: []}, {0: set(), 1: set()}, 0, None

    def sea(self, player):
        left = player * (self.size + 1)
        return {(column, row) for column in range(left, left + self.size) for row in range(1, self.size + 1)}

    def sunk(self, player):
        """The ships of a player that are sunk."""
        return [ship for ship in self.ships[player] if ship <= self.shots[1 - player]]

    def picture(self, eyes):
        """The rows, as players see them whose numbers are in `eyes`: they see their own ships."""
        rows = []
        for row in range(1, self.size + 1):
            line = ""
            for column in range(2 * self.size + 1):
                if column == self.size:
                    line += "|"
                    continue
                owner, place = int(column > self.size), (column, row)
                ship = next((ship for ship in self.ships[owner] if place in ship), None)
                if place in self.shots[1 - owner]:
                    line += "o" if ship is None else "*" if ship in self.sunk(owner) else "x"
                else:
                    line += "#@"[owner] if ship is not None and owner in eyes else "."
            rows.append(line)
        return rows

    def moves(self):
        """All moves, by another way than the rules': of all pairs of cells, those that are a ship's length apart."""
        mine = self.ships[self.turn]
        if len(mine) == len(FLEET):
            return {COLUMNS[column] + str(row) for column, row in self.sea(1 - self.turn) - self.shots[self.turn]}
        free, found = self.sea(self.turn) - set().union(*mine), set()
        for column, row in free:
            for end in ((column + FLEET[len(mine)] - 1, row), (column, row + FLEET[len(mine)] - 1)):
                name = f"{COLUMNS[column]}{row}{COLUMNS[end[0]]}{end[1]}" if end[0] < 26 else None
                if name and cells(name) <= free:
                    found.add(name)
        return found

    def follow(self, request):
        move = request.removeprefix("play ")
        mine = self.ships[self.turn]
        if len(mine) < len(FLEET):
            mine.append(cells(move))
            self.last = (self.turn, move, None)
        else:
            place = (COLUMNS.index(move[0]), int(move[1:]))
            sunk = len(self.sunk(1 - self.turn))
            self.shots[self.turn].add(place)
            ship = next((ship for ship in self.ships[1 - self.turn] if place in ship), None)
            word = "miss" if ship is None else "hit"
            if len(self.sunk(1 - self.turn)) > sunk:
                ends = sorted(ship)
                word = "sunk " + "".join(f"{COLUMNS[column]}{row}" for column, row in (ends[0], ends[-1]))
            self.last = (self.turn, move, word)
        self.turn = 1 - self.turn

    def check(self, test, position):
        afloat = [len(FLEET) - len(self.sunk(player)) for player in (0, 1)]
        note = f"ships afloat: {afloat[0]} and {afloat[1]}"
        marks = [self.last[1]] if self.last and self.last[2] else []
        test.assertEqual((position.rows, position.note, position.marks), (self.picture({0, 1}), note, marks))
        for player, view in enumerate(position.views):
            own = [afloat[player], afloat[1 - player]]
            test.assertEqual(view.visible, (self.picture({player}), f"{own[0]} {own[1]}", marks, [], note))
            if self.last is None:
                test.assertIn(view.told, (None, []))
            elif self.last[2]:
                test.assertEqual(view.told, [f"{self.last[0]} {self.last[1]} {self.last[2]}"])
            else:
                test.assertEqual(view.told, None if player == self.last[0] else [])
        if 0 in afloat:
            test.assertEqual(position.over, f"won {1 - afloat.index(0)} sunk")
        else:
            test.assertEqual((position.turn, set(position.moves)), (self.turn, self.moves()))


def begin(hello, chance):
    (_, usual, least, most, _), = hello.settings
    size = chance.choice([usual, *[least] * 5, most] if SOAK else [usual, least, least])
    return f"new size={size}", Battleship(int(size))


class BattleshipTest(ExampleTest):
    def test_random_games(self):
        self.judge("battleship.py", 1000 if SOAK else 60, begin)

    def test_a_sunk_ship_is_no_more_than_what_was_told(self):
        """Seven cells in a line are ships of 4 and 3, or of 3 and 4. The same shots sink one at the same time."""
        rules = Rules("battleship.py")
        own = ["a1a4", "b1b3", "c1c3", "d1d2"]
        shots = ["q1", "a8", "r1", "b8", "s1", "c8", "t1"]
        games = []
        for line in (["n1q1", "r1t1"], ["q1t1", "n1p1"]):
            hidden = [*line, "n8p8", "q8r8"]
            placed = [f"play {move}" for pair in zip(own, hidden) for move in pair]
            games.append(self.played(rules, ["new size=12", *placed, *(f"play {shot}" for shot in shots)]))
        rules.end()
        same = [told_the_same(self, *games, i, 0) for i in range(len(games[0].requests))]
        self.assertEqual(same.index(False), len(same) - 1)
        self.assertEqual([game.heard(len(same) - 1, 0) for game in games], [["0 t1 sunk r1t1"], ["0 t1 sunk q1t1"]])


if __name__ == "__main__":
    unittest.main()
