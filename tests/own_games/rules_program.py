"""Talks with the rules of a game over pipes, as the referee does, and reads every line of a reply strictly. Changes what is
hidden from a player, and compares what the player sees."""
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples/games"
SOAK = bool(os.environ.get("REFEREE_SOAK"))
TEXT = re.compile(r"(?! )(?!.*  )[ -~]{1,64}(?<! )")


class Sight:
    """What can be seen of a position: the truth, or a view. `told` is None if the rules tell nothing of their own."""

    def __init__(self, rows):
        self.rows, self.state, self.marks, self.arrows, self.note, self.told = rows, "0", [], [], "", None

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return str(vars(self))

    @property
    def visible(self):
        return self.rows, self.state, self.marks, self.arrows, self.note


class Position(Sight):
    """A reply to `new`, `start`, `play` or `chance`. `sides`: the dice to be rolled. `over`: how the game has ended."""

    def __init__(self, rows):
        super().__init__(rows)
        self.views, self.score, self.start, self.lost, self.turn, self.moves, self.sides, self.over = [], None, None, [], None, [], [], None


class Hello:
    def __init__(self, lines):
        self.lines = lines
        self.name, self.version = self.only("game").split()
        self.plies = int(self.only("plies"))
        self.endings = [line.split(" ", 1)[0] for line in self.all("ending")]
        self.pieces = [line.split()[0] for line in self.all("piece")]
        self.settings = [line.split(" ", 4) for line in self.all("setting")]
        self.secrets, self.rows_up = "secrets" in lines, "rows up" in lines
        self.score = int(self.only("score").split()[0]) if self.all("score") else None
        known = ("game", "plies", "title", "board", "piece", "ending", "rule", "setting", "secrets", "rows", "score", "starts")
        assert all(line.split(" ", 1)[0] in known for line in lines), lines
        assert all(re.fullmatch("[ -~]+", line) for line in lines), lines

    def all(self, word):
        return [line[len(word) + 1:] for line in lines_of(word, self.lines)]

    def only(self, word):
        (line,) = self.all(word)
        return line


def lines_of(word, lines):
    return [line for line in lines if line.split(" ", 1)[0] == word]


class Rules:
    """A process of the rules. `position` is the last one that they have sent."""

    def __init__(self, name):
        self.process = subprocess.Popen([sys.executable, str(EXAMPLES / name)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.hello = Hello(self.ask("referee 1"))
        self.position = None

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(400) == 0
        self.process.stdout.close()

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        lines, data = [], 0
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if data == 0 and line == "end":
                return lines
            lines.append(line)
            word, _, rest = line.partition(" ")
            data = data - 1 if data else int(rest) if word in ("rows", "moves") and rest.isdigit() else 0
        raise AssertionError(f"the rules ended when they were asked: {request}")

    def play(self, request):
        """Returns the position after a request, or the text of a refusal."""
        lines = self.ask(request)
        if lines[0].startswith("refused "):
            assert len(lines) == 1 and request.startswith("start "), lines
            return lines[0].removeprefix("refused ")
        try:
            self.position = self.read(lines, before=None if request.split()[0] in ("new", "start") else self.position)
        except (AssertionError, ValueError) as error:
            raise AssertionError(f"after {request}: {error}\n" + "\n".join(lines)) from error
        return self.position

    def read(self, lines, before):
        lines = iter(lines)
        position = sight = self.rows(next(lines), lines, Position)
        if before:
            assert shape(before) == shape(position), "the size of the board has changed"
        for line in lines:
            word, _, rest = line.partition(" ")
            words = rest.split(" ") if rest else []
            if word == "view":
                assert self.hello.secrets and int(rest) == len(position.views), "a view out of place"
                sight = self.rows(next(lines), lines, Sight)
                assert shape(sight) == shape(position), "a view has another size"
                position.views.append(sight)
            elif word == "state":
                assert sight.state == "0" and all(re.fullmatch(r"-?\d{1,12}", number) for number in words) and words
                sight.state = rest
            elif word in ("mark", "arrow"):
                assert words and all(self.is_cell(cell, position) for cell in words) and (word == "mark" or len(words) == 2)
                if word == "mark":
                    sight.marks += words
                else:
                    sight.arrows.append(words)
            elif word == "note":
                assert rest and not sight.note
                sight.note = rest
            elif word == "told":
                assert sight is not position
                sight.told = sight.told or []
                if rest:
                    assert re.fullmatch("[01] .*", rest) and TEXT.fullmatch(rest[2:]), "a told line is wrong"
                    sight.told.append(rest)
            elif word == "score":
                assert position.score is None
                position.score = tuple(map(int, words))
                first, second = position.score
                assert max(abs(first), abs(second), abs(first - second)) <= self.hello.score
            elif word == "start":
                assert position.start is None and lines_of("starts", self.hello.lines)
                position.start = rest
            elif word == "lost":
                assert before
                position.lost.append(int(rest))
            elif word == "turn":
                position.turn = int(rest)
                count = next(lines)
                assert re.fullmatch(r"moves [1-9]\d*", count)
                position.moves = [next(lines) for _ in range(int(count[6:]))]
                assert all(TEXT.fullmatch(move) and move != "LOST" for move in position.moves)
                assert len(set(position.moves)) == len(position.moves) and position.turn in (0, 1)
                break
            elif word == "chance":
                position.sides = [int(side) for side in words]
                assert 1 <= len(words) <= 64 and min(position.sides) >= 1
                break
            elif word == "over":
                assert re.fullmatch(r"(won [01]|drawn) \S+", rest) and words[-1] in self.hello.endings
                position.over = rest
                break
            else:
                raise AssertionError(f"the word {word} is unknown")
        assert not list(lines), "there is too much"
        assert position.turn is not None or position.sides or position.over, "there is no end"
        assert len(position.views) in ((2,) if self.hello.secrets and not position.over else (0, 2)), "a view is missing"
        assert not (position.over and self.hello.score and position.score is None), "the score is missing"
        return position

    def rows(self, line, lines, kind):
        assert re.fullmatch(r"rows \d+", line), f"`rows N` is missing before {line}"
        rows = [next(lines) for _ in range(int(line[5:]))]
        assert len({len(row) for row in rows}) <= 1 and all(1 <= len(row) <= 26 for row in rows) and len(rows) <= 64
        assert set("".join(rows)) <= {".", *self.hello.pieces}, "a piece is not in the hello"
        return kind(rows)

    def is_cell(self, cell, position):
        match = re.fullmatch(r"([a-z])([1-9]\d?)", cell)
        return match and ord(match[1]) - ord("a") < len(position.rows[0]) and int(match[2]) <= len(position.rows)


def shape(sight):
    return [len(row) for row in sight.rows]


def random_request(position, chance):
    if position.sides:
        return " ".join(["chance", *(str(chance.randrange(side)) for side in position.sides)])
    return f"play {chance.choice(position.moves)}"


def fits(request, position):
    word, *rest = request.split(" ", 1)
    if position.sides:
        rolled = rest[0].split() if word == "chance" else []
        return len(rolled) == len(position.sides) and all(int(number) < side for number, side in zip(rolled, position.sides))
    return word == "play" and rest[0] in position.moves


def usual(request, before, position):
    """What both players are told if the rules tell nothing of their own."""
    made = [f"{before.turn} {request.removeprefix('play ')}"] if request.startswith("play ") else []
    return made + [f"{loser} LOST" for loser in position.lost]


class Game:
    """A game that was played: the requests, and the position after each of them."""

    def __init__(self, begin, position):
        self.requests, self.positions = [begin], [position]

    def add(self, request, position):
        self.requests.append(request)
        self.positions.append(position)

    @property
    def plies(self):
        return sum(request.startswith("play ") for request in self.requests)

    def heard(self, i, player):
        """The lines of the player's news in position i."""
        told = self.positions[i].views[player].told
        return usual(self.requests[i], self.positions[i - 1] if i else None, self.positions[i]) if told is None else told


def told_the_same(test, game, other, i, player):
    """Whether a player has heard the same in both games until position i. Then it must see the same, too."""
    first, second = game.positions[i], other.positions[i]
    if first.over or second.over or game.heard(i, player) != other.heard(i, player) or first.turn != second.turn:
        return False
    same = first.views[player].visible == second.views[player].visible and (first.turn != player or first.moves == second.moves)
    test.assertTrue(same, f"player {player} sees what is hidden:\n{game.requests[:i + 1]}\n{other.requests}\n{first.views[player]}\n{second.views[player]}")
    return True


class Secrecy:
    """Changes a roll or a move that a player does not see, and goes on as before, as long as that is possible. The player
    must see the same, byte for byte, as long as it is told the same."""

    def __init__(self, test, rules, chance):
        self.test, self.rules, self.chance = test, rules, chance
        self.changed = self.hidden = self.compared = 0

    def judge(self, game, player):
        others = [i for i in range(1, len(game.requests)) if game.positions[i - 1].turn != player]
        made = {i: f"{1 - player} {game.requests[i].removeprefix('play ')} " for i in others}
        unheard = [i for i in others if not any(f"{line} ".startswith(made[i]) for line in game.heard(i, player))]
        at = self.chance.choice(unheard or others)
        begin = self.rules.play(game.requests[0])
        other = Game(game.requests[0], begin)
        self.changed += 1
        for i in range(1, len(game.requests)):
            before, request = self.rules.position, game.requests[i]
            if (before.turn, bool(before.sides)) != (game.positions[i - 1].turn, bool(game.positions[i - 1].sides)):
                break  # the player knows who is to move
            if i == at:
                request = self.another(before, request)
                if request is None:
                    break
            elif not fits(request, before):
                if before.turn == player:
                    break  # an own move differs
                request = random_request(before, self.chance)
            other.add(request, self.rules.play(request))
            if not told_the_same(self.test, game, other, i, player):
                break
            self.hidden += i == at
            self.compared += i >= at

    def another(self, position, request):
        """Another roll or move than this one. Of several dice, only some may roll another number."""
        for _ in range(20):
            other = random_request(position, self.chance)
            if other != request:
                return other
        return None


class ExampleTest(unittest.TestCase):
    """Plays random games with the rules of an example, and compares each position with a model of the game."""

    def played(self, rules, requests):
        """The game of these requests."""
        game = Game(requests[0], rules.play(requests[0]))
        for request in requests[1:]:
            game.add(request, rules.play(request))
        return game

    def judge(self, name, games, model_of):
        """`model_of(hello, chance)` returns the request that begins a game, and its model, which has check(test, position) and follow(request)."""
        rules = Rules(name)
        self.addCleanup(rules.process.stdout.close)
        chance = random.Random(20)
        secrecy, endings = Secrecy(self, rules, chance), {}
        plies = 0
        for number in range(games):
            begin, model = model_of(rules.hello, chance)
            game = Game(begin, rules.play(begin))
            while True:
                position = rules.position
                model.check(self, position)
                if position.over:
                    break
                request = random_request(position, chance)
                model.follow(request)
                game.add(request, rules.play(request))
            self.assertLessEqual(game.plies, rules.hello.plies)
            endings[position.over] = endings.get(position.over, 0) + 1
            plies += game.plies
            if rules.hello.secrets:
                for player in (0, 1):
                    secrecy.judge(game, player)
        rules.end()
        print(f"{name}: {games} games, {plies} plies, {endings}; {secrecy.changed} hidden rolls or moves changed, {secrecy.hidden} of them "
              f"unnoticed, {secrecy.compared} views compared", file=sys.stderr)
        if rules.hello.secrets:
            self.assertGreater(secrecy.hidden, games / 4)
        return endings
