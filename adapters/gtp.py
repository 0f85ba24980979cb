#!/usr/bin/env python3
"""Lets an engine that speaks GTP (Go Text Protocol, version 2) play a game whose moves are cells: Othello, Hex, a game of
your own: gtp.py [--seconds N] ENGINE [ARGUMENT...]

For example: referee alphabeta "gtp.py gtp-rhino --mid=8" --game othello. The engine keeps track of the game and receives
each move. --seconds N: the time for a move in whole seconds, the smallest unit of GTP (default: what the referee's limit
allows). Not all engines obey it."""
import contextlib
import os
import re
import subprocess
import sys
import time

COLOURS = ("black", "white")
OTHELLO = ["........"] * 3 + ["...WB...", "...BW..."] + ["........"] * 3
SET_UP = "grhino-setup_board"  # GTP itself has no such command
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def fail(message, code=1):
    print(f"gtp.py: {message}", file=sys.stderr, flush=True)
    os._exit(code)


class Engine:
    def __init__(self, command):
        if os.path.isfile(command[0]):
            command = [os.path.abspath(command[0]), *command[1:]]
        path = os.environ.get("PATH", os.defpath) + ":/usr/games"  # Debian's engines are there
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                                            env={**os.environ, "PATH": path})
        except OSError as error:
            fail(f"can't start '{command[0]}': {error.strerror}", 2)

    def ask(self, command, required=True):
        """Sends a command and returns the result. An answer is "= text" or "? message", and ends with an empty line."""
        with contextlib.suppress(BrokenPipeError):  # the next answer is missing then
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        answer = ""
        while not answer.endswith("\n\n"):
            line = self.process.stdout.readline()
            if not line:
                fail(f"the engine ended before it answered '{command}'")
            if answer or line[0] in "=?":  # other lines are remarks
                answer += line.rstrip() + "\n"
        if required and not answer.startswith("="):
            fail(f"the engine answers '{command}' with '{answer.strip()}'")
        return answer[1:].strip()


def board_after(turns):
    """The board of Othello after these turns from the usual start."""
    board = [list(row) for row in OTHELLO]
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


def vertex(game, move):
    """The name of a move in GTP, which has no column I."""
    if move.upper() == "PASS":
        return "pass"
    if not re.fullmatch("[A-Za-z][0-9]+", move):
        fail(f"only games whose moves are cells can be played with it, and a move is called '{move}'")
    column, row = ord(move[0].lower()) - ord("a"), int(move[1:])
    if game == "hex":  # in GTP Black connects the top with the bottom, and there is a column I
        return chr(ord("a") + row - 1) + str(column + 1)
    return "abcdefghjklmnopqrstuvwxyz"[column] + str(row)


class Game:
    def __init__(self, engine, game, you, size, seconds):
        self.engine, self.game, self.you = engine, game, you
        # Engines that play one game only don't know this.
        engine.ask(f"set_game {game.capitalize()}", required=False)
        engine.ask(f"boardsize {size}")
        engine.ask("clear_board")
        self.clock = int(os.environ.get("REFEREE_CLOCK_MS", 0)) / 1000
        allowed = seconds or max(0, int(os.environ.get("REFEREE_MOVE_MS", 0)) - 100) // 1000
        if allowed:
            engine.ask(f"time_settings 0 {allowed} 1", required=bool(seconds))
        elif self.clock:
            engine.ask(f"time_settings {int(self.clock)} 0 0", required=False)

    def begin(self, turns, board):
        """Gives the engine the position of its first turn. Returns the turns that it has to play for that."""
        if self.game == "othello":
            first = turns[0][0] if turns else self.you
            if first == 0 and board_after(turns) == board:
                return turns
            if self.engine.ask(f"known_command {SET_UP}", required=False) != "true":
                fail(f"the game does not begin with the usual position, and the engine does not know '{SET_UP}'")
            self.engine.ask(f"{SET_UP} {''.join(board).translate(str.maketrans('BW', 'XO'))} {'BW'[self.you]}")
            return []
        if sum(len(row) - row.count(".") for row in board) > len(turns):
            fail("the game does not begin with an empty board, and GTP can't set up a position")
        return turns

    def play(self, player, move):
        # A forced pass: engines that don't accept one find it themselves.
        self.engine.ask(f"play {COLOURS[player]} {vertex(self.game, move)}", required=move != "PASS")

    def choose(self, moves):
        """The engine's move. `moves`: the valid ones by their names in GTP."""
        if [*moves.values()] == ["PASS"]:  # some engines refuse to generate a move if they have to pass
            self.play(self.you, "PASS")
            return "PASS"
        begun = time.monotonic()
        if self.clock:
            self.engine.ask(f"time_left {COLOURS[self.you]} {max(0, int(self.clock))} 0", required=False)
        answer = self.engine.ask(f"genmove {COLOURS[self.you]}").lower()
        self.clock += int(os.environ.get("REFEREE_INCREMENT_MS", 0)) / 1000 - (time.monotonic() - begun) if self.clock else 0
        if answer == "resign":
            fail("the engine resigns")
        return moves.get(answer, answer)


def main():
    words, seconds = sys.argv[1:], None
    if words[:1] == ["--seconds"] and len(words) > 1 and words[1].isdecimal():
        seconds, words = int(words[1]), words[2:]
    if not words or words[0].startswith("-"):
        fail("gtp.py [--seconds N] ENGINE [ARGUMENT...]", 2)
    engine = Engine(words)
    try:
        while True:
            name, you, settings = input().split()[0], input(), input().split()
            if name.isdecimal() or name == "fitz":
                fail(f"only games whose moves are cells can be played with it, not {'CLUSTER' if name.isdecimal() else name}")
            if settings[0] != settings[1]:
                fail(f"the board of {name} has {settings[0]} x {settings[1]} cells, and GTP knows only squares")
            game = None
            while input() != "-1":
                turns = [(int(player), move) for player, move in (input().split(" ", 1) for _ in range(int(input())))]
                input()  # the state
                board = [input() for _ in range(int(settings[0]))]
                moves = {vertex(name, move): move for move in (input() for _ in range(int(input())))}
                if game:
                    turns = turns[1:]  # the first one is the engine's own, which it knows already
                else:
                    game = Game(engine, name, int(you), settings[0], seconds)
                    turns = game.begin(turns, board)
                for player, move in turns:
                    if move != "LOST":
                        game.play(player, move)
                print(game.choose(moves), flush=True)
    except EOFError:
        engine.process.kill()


main()
