#!/usr/bin/env python3
"""Lets a bot for the Othello of Caltech's course CS 2 play here: cs2.py BOT [ARGUMENT...]

For example: referee "cs2.py ./my_player" greedy --game othello. The bot is started for each game with its colour, Black or
White, as the last argument. It writes "Init done", reads lines with the opponent's last move and the milliseconds that are
left (`x y ms`; `-1 -1 ms`: there was no move), and answers with its own move, as `x y`, or `-1 -1` if it has to pass."""
import contextlib
import os
import subprocess
import sys
import time

START = ["........"] * 3 + ["...WB...", "...BW..."] + ["........"] * 3
TURNED = {"d3": "d4", "c4": "d4", "f5": "e5", "e6": "e5"}  # by Black's first move


def fail(message, code=1):
    print(f"cs2.py: {message}", file=sys.stderr, flush=True)
    os._exit(code)


class Bot:
    """A bot's process, which plays one game."""

    def __init__(self, command, colour):
        if os.path.isfile(command[0]):
            command = [os.path.abspath(command[0]), *command[1:]]
        try:
            self.process = subprocess.Popen([*command, colour], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                                            errors="replace")
        except OSError as error:
            fail(f"can't start '{command[0]}': {error.strerror}", 2)

    def line(self, awaited):
        line = self.process.stdout.readline()
        if not line:
            fail(f"the bot ended before {awaited}")
        return line.strip()

    def wait(self):
        while self.line("it wrote 'Init done'") != "Init done":
            pass

    def choose(self, last, left):
        """The bot's move after the opponent's last one."""
        column, row = place(last) if last != "PASS" else (-1, -1)
        with contextlib.suppress(BrokenPipeError):  # the next answer is missing then
            self.process.stdin.write(f"{column} {row} {left}\n")
            self.process.stdin.flush()
        answer = self.line("it answered")
        try:
            column, row = map(int, answer.split())
        except ValueError:
            fail(f"the bot answers '{answer}' in place of two numbers")
        if (column, row) == (-1, -1):
            return "PASS"
        return "abcdefgh"[column] + str(row + 1) if 0 <= column < 8 and 0 <= row < 8 else answer


def place(move):
    """The column and the row of a move, from 0."""
    return "abcdefgh".index(move[0]), int(move[1]) - 1


def is_start(turns, board, you):
    """Whether these turns lead from the usual start to the first turn of a player."""
    cells = [list(row) for row in START]
    for player, move in turns:
        if player != "0" or move not in TURNED:
            return False
        for column, row in map(place, (move, TURNED[move])):
            cells[row][column] = "B"
    return len(turns) == you and board == ["".join(row) for row in cells]


def milliseconds(name):
    return int(os.environ.get(f"REFEREE_{name}_MS", 0))


def play_game(command, you):
    bot, is_ready, clock = Bot(command, ("Black", "White")[you]), False, milliseconds("CLOCK")
    try:
        while input() != "-1":
            begun = time.monotonic()
            turns = [input().split() for _ in range(int(input()))]
            input()  # the discs
            board = [input() for _ in range(8)]
            for _ in range(int(input())):
                input()  # a valid move
            if not is_ready:
                if not is_start(turns, board, you):
                    fail("such a bot can begin only from the usual position, without an opening")
                bot.wait()
                is_ready = True
            last = turns[-1][1] if turns else "PASS"
            # Without a clock, the bot is told the limit of this move. It may think that it has less time, but is never late.
            left = max(1, int(clock - (time.monotonic() - begun) * 1000)) if clock else milliseconds("MOVE") or -1
            print(bot.choose(last, left), flush=True)
            clock += milliseconds("INCREMENT") - (time.monotonic() - begun) * 1000 if clock else 0
    finally:
        bot.process.kill()


def main():
    command = sys.argv[1:]
    if not command or command[0].startswith("-"):
        fail("cs2.py BOT [ARGUMENT...]", 2)
    try:
        while True:
            if input() != "othello 1":
                fail("only Othello can be played with it")
            you = int(input())
            input()  # the size of the board
            play_game(command, you)
    except EOFError:
        pass


main()
