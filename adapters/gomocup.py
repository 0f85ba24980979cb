#!/usr/bin/env python3
"""Lets a bot that speaks Gomocup's protocol (Piskvork's) play a game of your own in which each move places a piece on an empty
cell: gomocup.py [--info NAME=VALUE]... [--lf] BOT [ARGUMENT...]

For example: referee "gomocup.py ./pbrain-mine" random.py --game ./five.py. --info NAME=VALUE: what the bot is told with INFO,
such as rule=1 (exactly five wins). --lf: lines end with LF; the protocol wants CR LF."""
import contextlib
import os
import re
import subprocess
import sys
import time

USAGE = "gomocup.py [--info NAME=VALUE]... [--lf] BOT [ARGUMENT...]"


def fail(message, code=1):
    print(f"gomocup.py: {message}", file=sys.stderr, flush=True)
    os._exit(code)


def limit(name):
    return int(os.environ.get(f"REFEREE_{name}_MS", 0))


class Bot:
    """A bot's process, which plays one game."""

    def __init__(self, command, end_of_line, size):
        if os.path.isfile(command[0]):
            command = [os.path.abspath(command[0]), *command[1:]]
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
        except OSError as error:
            fail(f"can't start '{command[0]}': {error.strerror}", 2)
        self.process.stdin.reconfigure(newline=end_of_line)
        self.infos = 0  # how many a bot that does not know them may still answer
        self.begin(f"START {size[0]}" if size[0] == size[1] else f"RECTSTART {size[0]},{size[1]}")

    def tell(self, *lines):
        with contextlib.suppress(BrokenPipeError):  # the next answer is missing then
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        self.infos += sum(line.startswith("INFO ") for line in lines)

    def answer(self, asked):
        """The next line that is an answer, and no remark."""
        while True:
            line = self.process.stdout.readline()
            if not line:
                fail(f"the bot ended before it answered '{asked}'")
            word = line.split()[0].upper() if line.strip() else ""
            if word in ("MESSAGE", "DEBUG"):
                print(line.strip(), file=sys.stderr, flush=True)
            elif word == "SUGGEST":
                self.tell(f"PLAY {line.partition(' ')[2].strip()}")
            elif word in ("UNKNOWN", "ERROR") and self.infos:
                self.infos -= 1
            elif word:
                return line.strip()

    def begin(self, command):
        self.tell(command)
        answer = self.answer(command)
        if not answer.upper().startswith("OK"):
            fail(f"the bot answers '{command}' with '{answer}'")

    def choose(self, *lines):
        """The cell that the bot answers, as column and row from 0."""
        self.tell(*lines)
        answer = self.answer(lines[0])
        if not (found := re.fullmatch(r"(\d+)\s*,\s*(\d+)", answer)):
            fail(f"the bot answers '{lines[0]}' with '{answer}'")
        return int(found[1]), int(found[2])

    def end(self):
        try:
            self.process.stdin.write("END\n")
            self.process.stdin.flush()
            self.process.wait(0.1)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


def cell(move):
    """The column and the row of a move, from 0."""
    if not re.fullmatch("[A-Za-z][0-9]+", move):
        fail(f"only games whose moves are cells can be played with it, and a move is called '{move}'")
    return ord(move[0].lower()) - ord("a"), int(move[1:]) - 1


def play_game(start, infos, you, size):
    bot, left, placed = None, limit("CLOCK"), []
    try:
        while input() != "-1":
            begun = time.monotonic()
            turns = [(int(player), move) for player, move in (input().split(" ", 1) for _ in range(int(input())))]
            input()  # the state
            board = [input() for _ in range(size[1])]
            moves = {cell(move): move for move in (input() for _ in range(int(input())))}
            stones = [(player, cell(move)) for player, move in turns if move != "LOST"]
            is_new = bot is None
            if is_new:
                if sum(len(row) - row.count(".") for row in board) > len(stones):
                    fail("the game does not begin with an empty board, and it is not told whose the pieces are")
                bot = start(size)
                turn = limit("MOVE") or left or 1000
                bot.tell(f"INFO timeout_turn {turn - min(turn // 4, 50)}", f"INFO timeout_match {left}", "INFO max_memory 0",
                         "INFO game_type 1", "INFO rule 0", *(f"INFO {info.replace('=', ' ', 1)}" for info in infos))
            else:
                stones = stones[1:]  # the first one is the bot's own, which it knows already
            placed += stones
            if is_new and not placed:
                asked = ["BEGIN"]
            elif [player for player, _ in stones] == [1 - you]:
                asked = ["TURN {},{}".format(*stones[0][1])]
            else:
                if not is_new:
                    bot.begin("RESTART")
                asked = ["BOARD", *(f"{x},{y},{1 if player == you else 2}" for player, (x, y) in placed), "DONE"]
            bot.tell(f"INFO time_left {max(0, int(left)) if left else 2147483647}")
            answer = bot.choose(*asked)
            placed.append((you, answer))
            print(moves.get(answer, "{},{}".format(*answer)), flush=True)
            left += limit("INCREMENT") - (time.monotonic() - begun) * 1000 if left else 0
    finally:
        if bot:
            bot.end()


def main():
    words, infos, end_of_line = sys.argv[1:], [], "\r\n"
    while words and words[0] in ("--info", "--lf"):
        if words.pop(0) == "--lf":
            end_of_line = "\n"
        elif words:
            infos.append(words.pop(0))
    if not words or words[0].startswith("-"):
        fail(USAGE, 2)
    try:
        while True:
            game, you, settings = input().split()[0], input(), input().split()
            if game.isdecimal() or game == "fitz":
                fail(f"only games whose moves are cells can be played with it, not {'CLUSTER' if game.isdecimal() else game}")
            play_game(lambda size: Bot(words, end_of_line, size), infos, int(you), (int(settings[1]), int(settings[0])))
    except EOFError:
        pass


main()
