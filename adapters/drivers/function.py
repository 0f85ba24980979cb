"""Lets a function play: `python3 function.py bot.py` plays the moves that `choose(state)` of bot.py returns.

bot.py defines either the function `choose(state)`, or a class `Strategy` with a method `choose(self, state)`, of which each game gets an object
of its own. Both return one of `state.moves`.

Whatever bot.py prints to stdout goes to stderr, since the moves go to stdout. bot.py may be called as its author likes, also `random.py`.
"""
import importlib.machinery
import importlib.util
import os
import sys
import traceback


class State:
    """A position in which it is your turn."""

    def __init__(self, **values):
        self.__dict__.update(values)

    # In all games:
    # moves     every valid move: a list of texts
    #
    # In all games but CLUSTER:
    # me        0: you move first in the game; 1: second
    # settings  the numbers of the setup: height, width and so on
    # tiles     fitz: the tiles, five rows each
    # ply       the number of plies that were made
    # news      the turns since your last one: [(player, move), ...]
    # numbers   the rest of the position: locks, discs, or the next tile
    # board     rows of characters; board[0][0] is the top left cell
    #
    # In CLUSTER:
    # neighbours  {cell: its neighbours in directions 0 to 5; -1: none}
    # tops        {column: its top cells under gravity 0 to 5}
    # bags        yours and the opponent's, as they were at the start: [{colour: number}, {colour: number}]
    # gravity     0 to 5
    # columns     the columns that are not full: {column: top cell}
    # pellets     all that lie on the board: {index: (cell, colour, whether it is yours)}
    # hand        the colours of the pellets that you have drawn

    def __repr__(self):
        return f"State({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


class Failure(Exception):
    """A sentence for the author of the hand-in."""


def flush():
    """Writes what the hand-in has printed, also to a stdout of its own."""
    for file in (sys.stdout, sys.__stdout__):
        try:
            file.flush()
        except BaseException:
            pass  # it may be closed, or no file


# --- the protocol ---

class Lines:
    """The lines that the referee sends. The process ends when they do."""

    def __init__(self, file):
        self.file = file

    def line(self):
        text = self.file.readline()
        if not text:
            flush()
            os._exit(0)  # the game is over
        return text.rstrip("\n")

    def lines(self, count):
        return [self.line() for _ in range(count)]

    def numbers(self):
        return [int(word) for word in self.line().split()]

    def table(self):
        return [self.numbers() for _ in range(self.numbers()[0])]


def positions_on_board(lines, first):
    """Each position of a game, with the setup block that begins with this line."""
    me = int(lines.line())
    settings = lines.numbers()
    tiles = [lines.lines(5) for _ in range(settings[2])] if first.split()[0] == "fitz" else []
    while (ply := lines.numbers()[0]) >= 0:
        news = [line.split(" ", 1) for line in lines.lines(lines.numbers()[0])]
        rest = lines.numbers()
        board = lines.lines(settings[0])
        moves = lines.lines(max(0, lines.numbers()[0]))
        yield State(me=me, settings=settings, tiles=tiles, ply=ply, news=[(int(player), move) for player, move in news], numbers=rest,
                    board=board, moves=moves)


def positions_of_cluster(lines, first):
    neighbours = {cell: around for cell, *around in (lines.numbers() for _ in range(int(first)))}
    tops = {column: cells for column, *cells in lines.table()}
    bags = [dict(lines.table()), dict(lines.table())]
    pellets = {}
    while (gravity := lines.numbers()[0]) >= 0:
        columns = dict(lines.table())
        for index, cell, colour, mine in lines.table():
            pellets[index] = (cell, colour, mine == 1)
        for index, cell in lines.table():
            pellets[index] = (cell, *pellets[index][1:])
        hand = [colour for [colour] in lines.table()]
        lines.line()
        moves = [f"PLACE {column} {colour}" for column in columns for colour in dict.fromkeys(hand)]
        moves += [f"ROTATE {cycles}" for cycles in range(1, 6)]
        yield State(neighbours=neighbours, tops=tops, bags=bags, gravity=gravity, columns=columns, pellets=dict(pellets), hand=hand, moves=moves)


# --- the hand-in ---

def load(path):
    """The function that makes a player for each game. Nothing that lies beside the file takes the place of a module of Python's."""
    loader = importlib.machinery.SourceFileLoader("hand_in", path)  # whatever its suffix is: A.PY
    spec = importlib.util.spec_from_file_location("hand_in", path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules["hand_in"] = module
    sys.path.append(os.path.dirname(path))  # its own helpers, after all other modules
    spec.loader.exec_module(module)
    if isinstance(getattr(module, "Strategy", None), type):
        return lambda: module.Strategy().choose
    if callable(getattr(module, "choose", None)):
        return lambda: module.choose
    raise Failure("it defines neither choose(state) nor class Strategy")


def answer_of(choice, moves):
    """The line to send for what the hand-in has chosen."""
    such = f", such as {moves[0]!r}" if moves else ""
    if not isinstance(choice, str):
        kind = type(choice).__name__
        what = "None" if choice is None else f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"
        raise Failure(f"choose(state) returned {what}: return one of state.moves{such}")
    text = str.__str__(choice)  # a subclass of str may have another idea of its text
    if "\n" in text or "\r" in text or len(text) > 1000:
        what = repr(text) if len(text) < 100 else f"a text of {len(text)} characters"
        raise Failure(f"choose(state) returned {what}{', which has a line end in it' if len(text) <= 1000 else ''}: return one of state.moves{such}")
    return text.encode("utf-8", "replace") + b"\n"


def describe(path, error):
    """The traceback of an error from the first line of the hand-in on, with paths in its folder."""
    folder = os.path.dirname(path) + os.sep
    frames = []
    for frame in traceback.extract_tb(error.__traceback__):
        place = os.path.abspath(frame.filename)
        if place.startswith(folder) and not frame.filename.startswith("<frozen"):
            frames.append(traceback.FrameSummary(place[len(folder):], frame.lineno, frame.name, line=frame.line))
    if isinstance(error, SyntaxError) and os.path.abspath(str(error.filename)).startswith(folder):
        error.filename = os.path.abspath(error.filename)[len(folder):]
    name = os.path.basename(path)
    if isinstance(error, Failure):
        return f"Error: {name}: {error}\n"  # `referee check` recognizes an error by this word
    text = "".join(traceback.format_exception_only(type(error), error))
    if isinstance(error, ImportError) and error.name and os.path.exists(f"{folder}{error.name}.py"):
        text = f"{type(error).__name__}: {error.name}.py has the name of a module of Python, which is found first: rename it\n"
    if frames:
        # Of a deep recursion, the first and the last lines.
        shown = frames if len(frames) <= 20 else frames[:5] + frames[-10:]
        return "Traceback (most recent call last):\n" + "".join(traceback.format_list(shown)) + text
    if isinstance(error, SyntaxError):
        return text
    return f"{name}: an error outside of its lines, after it was loaded: does choose take one argument, the state?\n{text}"


def play(path, lines, answers):
    game_of = load(path)
    first = lines.line()
    while True:
        is_cluster = first.strip().isdigit()
        choose = game_of()
        for state in (positions_of_cluster if is_cluster else positions_on_board)(lines, first):
            os.write(answers, answer_of(choose(state), list(state.moves)))
        first = lines.line()  # another game follows


def main():
    # Before anything of the hand-in is run, the descriptors of the protocol become others than 0 and 1.
    lines = Lines(os.fdopen(os.dup(0), encoding="ascii", newline="\n"))
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # or an end by force would lose what was printed
    sys.path.pop(0)  # the driver's folder
    path = os.path.abspath(sys.argv[1])
    write, leave = os.write, os._exit  # the hand-in may replace them
    try:
        play(path, lines, answers)
    except BaseException as error:  # also SystemExit
        flush()
        try:
            text = describe(path, error)
        except BaseException:
            text = f"{os.path.basename(path)}: it has raised an error that can't be written\n"
        try:
            write(2, text.encode("utf-8", "replace"))
        finally:
            leave(1)


if __name__ == "__main__":
    main()
