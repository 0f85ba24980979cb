#!/usr/bin/env python3
"""Lets an engine that speaks UCI (Universal Chess Interface) play examples/games/chess.py, or with UCI_Variant breakthrough
examples/games/breakthrough.py: uci.py [--option NAME=VALUE]... [--movetime MS | --go WORDS] ENGINE [ARGUMENT...]

For example: referee "uci.py stockfish" "uci.py --option Hash=64 --go 'depth 6' gnuchess --uci" --game examples/games/chess.py.
--option NAME=VALUE: an option of the engine (NAME alone: a button). --movetime MS: the time for a move in milliseconds
(default: what the referee's limits allow). --go WORDS: what the engine is told behind "go" in place of the time."""
import contextlib
import os
import re
import subprocess
import sys
import time

USAGE = "uci.py [--option NAME=VALUE]... [--movetime MS | --go WORDS] ENGINE [ARGUMENT...]"
VARIANTS = {"chess": None, "breakthrough": "breakthrough"}  # the games, and what UCI_Variant calls them
DOWN = str.maketrans("12345678", "87654321")  # Breakthrough counts its rows from the top


def fail(message, code=1):
    print(f"uci.py: {message}", file=sys.stderr, flush=True)
    os._exit(code)


class Limits:
    """The time for the moves. Milliseconds; the referee tells only what there is at the start."""

    def __init__(self, words):
        self.words = words  # what the user wants
        limit = {name: int(os.environ.get(f"REFEREE_{name}_MS", 0)) for name in ("MOVE", "FIRST_MOVE", "CLOCK", "INCREMENT")}
        self.move, self.first, self.clock, self.increment = limit.values()
        self.left = 0

    def go(self, begun):
        """What the engine is told behind "go", for a turn that began at this time."""
        # A part is kept for delays by other programs, and more of the first move, which includes the start of Python.
        spent, most = (time.monotonic() - begun) * 1000, 200 if self.first else 50
        limits = [self.move - min(self.move / 4, 50)] if self.move else []
        if self.first:
            limits.append(self.first - spent - min(self.first / 4, most))
        elif limits:
            limits[0] -= spent
        if self.words:
            return self.words
        if self.clock:
            left = max(1, int(self.left - spent - most))
            if not limits:
                return f"wtime {left} btime {left} winc {self.increment} binc {self.increment}"
            limits.append(left / 20 + self.increment / 2)
        return f"movetime {max(1, int(min(limits, default=1000)))}"

    def spend(self, begun):
        self.left += self.increment - (time.monotonic() - begun) * 1000 - 3
        self.first = 0


class Engine:
    def __init__(self, command, options):
        if os.path.isfile(command[0]):
            command = [os.path.abspath(command[0]), *command[1:]]
        path = os.environ.get("PATH", os.defpath) + ":/usr/games"  # Debian's engines are there
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                                            env={**os.environ, "PATH": path})
        except OSError as error:
            fail(f"can't start '{command[0]}': {error.strerror}", 2)
        self.options = options
        self.is_ready = False
        self.tell("uci")

    def tell(self, line):
        with contextlib.suppress(BrokenPipeError):  # the next answer is missing then
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def end(self):
        try:
            self.process.communicate("quit\n", timeout=0.1)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()

    def lines_until(self, word):
        """The engine's next lines, up to the one that begins with this word."""
        lines = []
        while not lines or lines[-1].split()[:1] != [word]:
            line = self.process.stdout.readline()
            if not line:
                fail(f"the engine ended before it wrote '{word}'")
            lines.append(line.strip())
        return lines

    def begin(self, variant):
        """Begins a game."""
        if not self.is_ready:
            known = "\n".join(self.lines_until("uciok"))
            if variant:
                if not re.search(rf"^option name UCI_Variant type combo.* var {variant}( |$)", known, re.M):
                    fail(f"the engine does not know the variant {variant} of UCI_Variant")
                self.options = [f"UCI_Variant={variant}", *self.options]
            for option in self.options:
                name, equals, value = option.partition("=")
                if not re.search(rf"^option name {re.escape(name)} type ", known, re.M | re.I):
                    fail(f"the engine has no option '{name}'", 2)
                self.tell(f"setoption name {name} value {value}" if equals else f"setoption name {name}")
        self.is_ready = True
        self.tell("ucinewgame")
        self.tell("isready")
        self.lines_until("readyok")

    def choose(self, position, words):
        """The engine's move, and the last line about its score."""
        self.tell(position)
        self.tell(f"go {words}")
        *lines, best = self.lines_until("bestmove")
        # With several lines of play, only the first one counts.
        return best.split()[1:2], [line for line in lines if re.match("info (?!.*multipv [^1]).*score ", line)][-1:]


def fen(game, you, board, state):
    rows = "/".join(board) if game == "chess" else "/".join(board).translate(str.maketrans("wb", "Pp"))
    for empty in range(8, 0, -1):
        rows = rows.replace("." * empty, str(empty))
    if game != "chess":
        return f"{rows} {'wb'[you]} - - 0 1"
    *rights, passed, quiet, number = map(int, state.split())
    castling = "".join(name for name, right in zip("KQkq", rights) if right) or "-"
    return f"{rows} {'wb'[you]} {castling} {'abcdefgh'[passed - 1] + '63'[you] if passed else '-'} {quiet} {number}"


def play_game(engine, limits, game, you):
    table = DOWN if game == "breakthrough" else {}
    position = ""
    while input() != "-1":
        begun = time.monotonic()
        turns = [input().split()[1] for _ in range(int(input()))]
        state, board = input(), [input() for _ in range(8)]
        moves = [input() for _ in range(int(input()))]
        if position:
            position += " ".join(["" if " moves " in position else " moves", *turns]).translate(table)
        else:
            engine.begin(VARIANTS[game])
            position = f"position fen {fen(game, you, board, state)}"
            limits.left = limits.clock
        move, info = engine.choose(position, limits.go(begun))
        for line in info:  # the referee keeps it as a note
            print(line if game == "chess" else line.partition(" pv ")[0], file=sys.stderr, flush=True)
        if not move:
            fail("the engine answers 'bestmove' without a move")
        move = move[0].translate(table)
        print(move if move in moves else move.lower(), flush=True)
        limits.spend(begun)


def main():
    words, options, go = sys.argv[1:], [], None
    while len(words) > 1 and words[0].startswith("-"):
        option, value, *words = words
        if option == "--option":
            options.append(value)
        elif option == "--go":
            go = value
        elif option == "--movetime" and value.isdecimal():
            go = f"movetime {value}"
        else:
            fail(USAGE, 2)
    if not words or words[0].startswith("-"):
        fail(USAGE, 2)
    engine, limits = Engine(words, options), Limits(go)
    try:
        while True:
            game, you, settings = input().split()[0], input(), input().split()
            if game not in VARIANTS or settings[:2] != ["8", "8"]:
                fail(f"only chess and Breakthrough on 8 x 8 can be played with it, not {'CLUSTER' if game.isdecimal() else game}")
            play_game(engine, limits, game, int(you))
    except EOFError:
        engine.end()


main()
