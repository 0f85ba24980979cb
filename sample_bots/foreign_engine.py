"""The code that nboard.py and gtp.py share: it reads a game of Othello from the referee and starts a foreign engine."""
import subprocess
import sys

START = ["........"] * 3 + ["...WB...", "...BW..."] + ["........"] * 3
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def fail(message, code=1):
    print(f"{sys.argv[0].rpartition('/')[2]}: {message}", file=sys.stderr)
    sys.exit(code)


class Engine:
    """An engine that runs as a process. Messages are lines in both directions."""

    def __init__(self, command):
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            fail(f"can't start '{command[0]}': {error.strerror}", 2)

    def tell(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            fail(f"the engine ended before '{line}'")

    def line(self, awaited):
        line = self.process.stdout.readline()
        if not line:
            fail(f"the engine ended before {awaited}")
        return line


def turn_blocks():
    """Yields the turn blocks of a game: the new turns, each a player and a move, the rows of the board, and the legal
    moves."""
    while input() != "-1":
        turns = [(int(player), move) for player, move in (input().split() for _ in range(int(input())))]
        input()  # the discs
        board = [input() for _ in range(8)]
        yield turns, board, [input() for _ in range(int(input()))]


def board_after(turns):
    """The board after these turns from the usual start."""
    board = [list(row) for row in START]
    for player, move in turns:
        if move == "PASS":
            continue
        own, other = "BW"[player], "WB"[player]
        column, row = ord(move[0]) - ord("a"), int(move[1]) - 1
        board[row][column] = own
        for right, down in DIRECTIONS:
            line = [(row + i * down, column + i * right) for i in range(1, 8)]
            line = [(y, x) for y, x in line if 0 <= y < 8 and 0 <= x < 8]
            cells = "".join(board[y][x] for y, x in line)
            turned = len(cells) - len(cells.lstrip(other))
            if cells[turned:turned + 1] == own:
                for y, x in line[:turned]:
                    board[y][x] = own
    return ["".join(row) for row in board]


def run(usage, option, start, play_game):
    """Reads the command line, PROGRAM [option N] ENGINE [ARGUMENT...], and plays all games. `start(command, N)` returns
    the engine, and `play_game(engine, you)` plays a game with it."""
    arguments = sys.argv[1:]
    number = arguments[1] if arguments[:1] == [option] and len(arguments) > 1 else None
    command = arguments[2:] if number else arguments
    if not command or command[0].startswith("-") or (number and not number.isdigit()):
        fail(usage, 2)
    engine = start(command, number)
    try:
        while True:
            if input() != "othello 1":
                fail("only Othello can be played with it")
            you = int(input())
            input()  # the size of the board
            play_game(engine, you)
    except EOFError:
        engine.process.kill()
