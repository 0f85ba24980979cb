#!/usr/bin/env python3
"""Lets a function play: `python3 function.py bot.py` plays the moves that `choose(state)` of bot.py returns.

bot.py defines either the function `choose(state)`, or a class `Strategy` with a method `choose(self, state)`, of which each game gets an object
of its own. Both return one of `state.moves`. It works in all games but CLUSTER, whose blocks are others.

Whatever bot.py prints to stdout goes to stderr, since the moves go to stdout. bot.py may be called as its author likes, also `random.py`.
"""
import importlib.util
import os
import sys
import traceback
import types


class State:
    """A position in which it is your turn."""

    def __init__(self, me, settings, tiles, ply, news, numbers, board, moves):
        self.me = me  # 0: you move first in the game; 1: second
        self.settings = settings  # the numbers of the setup: height, width and so on
        self.tiles = tiles  # fitz: the tiles, five rows each
        self.ply = ply  # the number of plies that were made
        self.news = news  # the turns since your last one: [(player, move), ...]
        self.numbers = numbers  # the rest of the position: locks, discs, or the next tile
        self.board = board  # rows of characters; board[0][0] is the top left cell
        self.moves = moves  # every valid move

    def __repr__(self):
        return f"State(me={self.me}, ply={self.ply}, moves={self.moves})"


def load(path):
    """The function that plays a game. Nothing that lies beside the file takes the place of a module of Python's."""
    spec = importlib.util.spec_from_file_location("hand_in", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["hand_in"] = module
    sys.path.append(os.path.dirname(path))  # its own helpers, after all other modules
    spec.loader.exec_module(module)
    if isinstance(getattr(module, "Strategy", None), type):
        return lambda: module.Strategy().choose
    if isinstance(getattr(module, "choose", None), types.FunctionType):
        return lambda: module.choose
    sys.exit(f"{os.path.basename(path)} defines neither choose(state) nor class Strategy")


def fail(path):
    """Writes the traceback from the deepest line in the hand-in on, and ends."""
    kind, error, trace = sys.exc_info()
    own, driver = os.path.dirname(path) + os.sep, os.path.abspath(__file__)
    real = os.path.abspath
    frames = [frame for frame in traceback.extract_tb(trace) if real(frame.filename).startswith(own) and real(frame.filename) != driver]
    lines = traceback.format_list(frames) + traceback.format_exception_only(kind, error)
    os.write(2, "".join(["Traceback (most recent call last):\n", *lines]).encode("utf-8", "replace"))
    os._exit(1)


def play(path):
    lines = os.fdopen(os.dup(0), encoding="ascii", newline="\n")
    answers = os.dup(1)
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.path.pop(0)  # the driver's folder
    game_of = load(path)

    def line():
        text = lines.readline()
        if not text:
            os._exit(0)  # the input ends when the game does
        return text.rstrip("\n")

    def numbers():
        return [int(word) for word in line().split()]

    while True:
        game = line().split()[0]
        me = int(line())
        settings = numbers()
        tiles = [[line() for _ in range(5)] for _ in range(settings[2])] if game == "fitz" else []
        choose = game_of()
        while (ply := numbers()[0]) >= 0:
            news = [line().split(" ", 1) for _ in range(numbers()[0])]
            rest = numbers()
            board = [line() for _ in range(settings[0])]
            moves = [line() for _ in range(max(0, numbers()[0]))]
            answer = choose(State(me, settings, tiles, ply, [(int(player), move) for player, move in news], rest, board, list(moves)))
            os.write(answers, f"{str(answer).splitlines()[0] if str(answer) else ''}\n".encode("utf-8", "replace"))


if __name__ == "__main__":
    hand_in = os.path.abspath(sys.argv[1])
    try:
        play(hand_in)
    except BaseException:
        fail(hand_in)
