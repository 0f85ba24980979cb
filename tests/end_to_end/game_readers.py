"""Small readers of the notations that referee writes and reads: PGN, GGF, and tables in Markdown and MediaWiki. Also a
small Othello, to check what is read. All of it is independent of the program."""
import html
import re

START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Othello:
    """A position, which move() changes."""

    def __init__(self, position=START):
        cells, self.side = position.split()
        self.cells = list(cells)

    def turned(self, move):
        column, row = ord(move[0]) - ord("a"), int(move[1]) - 1
        turned = []
        if self.cells[row * 8 + column] != "-":
            return turned
        for dx, dy in DIRECTIONS:
            x, y, line = column + dx, row + dy, []
            while 0 <= x < 8 and 0 <= y < 8 and self.cells[y * 8 + x] not in ("-", self.side):
                line.append(y * 8 + x)
                x, y = x + dx, y + dy
            if 0 <= x < 8 and 0 <= y < 8 and self.cells[y * 8 + x] == self.side:
                turned += line
        return turned

    def legal(self):
        cells = [column + row for row in "12345678" for column in "abcdefgh"]
        return [cell for cell in cells if self.turned(cell)]

    def swap(self):
        self.side = "O" if self.side == "X" else "X"

    def move(self, move):
        if move == "PASS":
            assert not self.legal()
        else:
            turned = self.turned(move)
            assert turned, move
            for cell in [*turned, (int(move[1]) - 1) * 8 + ord(move[0]) - ord("a")]:
                self.cells[cell] = self.side
        self.swap()

    def lead(self):
        return self.cells.count("X") - self.cells.count("O")

    def text(self):
        return "".join(self.cells) + " " + self.side


def read_pgn(text):
    """The games of a PGN: dictionaries of tags, with the tokens of the moves under "moves", without numbers."""
    games, place = [], 0
    token = re.compile(r'\s*(?:\[(\w+)\s+"((?:\\.|[^"\\])*)"\]|(\{[^}]*\})|(1-0|0-1|1/2-1/2|\*)|(\d+)\.|([A-Za-z][\w+#=:-]*|--))')
    game = None
    while place < len(text.rstrip()):
        found = token.match(text, place)
        assert found, text[place:place + 80]
        place = found.end()
        name, value, braced, result, number, symbol = found.groups()
        if name:
            if game is None:
                game = {"moves": []}
            assert name not in game, name
            game[name] = re.sub(r"\\(.)", r"\1", value)
        elif number:
            assert int(number) == len(game["moves"]) // 2 + 1 and len(game["moves"]) % 2 == 0, (number, game)
        elif result:
            assert result == game["Result"]
            games.append(game)
            game = None
        else:
            move = symbol or braced[1:-1].replace("\\x7d", "}").replace("\\x5c", "\\")
            game["moves"].append(move)
    assert game is None
    return games


def read_ggf(line):
    """The properties of a game in GGF. Those of moves are in the list "moves"."""
    assert line.startswith("(;") and line.endswith(";)"), line
    game, place = {"moves": []}, 2
    for found in re.finditer(r"([A-Z]+)\[((?:\\.|[^\]\\])*)\]", line):
        assert found.start() == place, line[place:]
        place = found.end()
        key, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
        if key in "BW":
            game["moves"].append((key, value))
        else:
            assert key not in game, key
            game[key] = value
    assert line[place:] == ";)", line[place:]
    return game


def read_markdown(text):
    """The rows of a table, its titles first, as a browser shows them."""
    lines = text.splitlines()
    rows = [re.findall(r" ((?:\\.|[^|\\])*) \|", line) for line in lines]
    assert all(line == "|" + "".join(f" {cell} |" for cell in row) for line, row in zip(lines, rows)), text
    assert set(rows[1]) == {"---"} and len({len(row) for row in rows}) == 1, text
    return [[re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell) for cell in row] for row in [rows[0], *rows[2:]]]


def read_mediawiki(text):
    """The rows of a table, its titles first, as a wiki shows them."""
    lines = text.splitlines()
    assert lines[0] == '{| class="wikitable sortable"' and lines[-1] == "|}", text
    rows = [[]]
    for line in lines[1:-1]:
        if line == "|-":
            rows.append([])
            continue
        mark, cell = line[0], line[2:]
        assert mark == ("!" if len(rows) == 1 else "|") and line[1] == " ", line
        assert not re.search(r"[|\[\]{}<>'~:*#;\"`!]|&(?!#\d+;)|__", re.sub(r"&#\d+;", "", cell)), line
        rows[-1].append(html.unescape(cell))
    assert len({len(row) for row in rows}) == 1, text
    return rows
