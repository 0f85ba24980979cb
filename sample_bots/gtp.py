#!/usr/bin/env python3
"""Lets an engine that speaks GTP (Go Text Protocol) play Othello: gtp.py [--seconds N] ENGINE [ARGUMENT...]

GRhino's engine, for example: referee alphabeta "gtp.py /usr/games/gtp-rhino --mid=8". The engine keeps track of the
game and receives each move. --seconds N: the time for a move in whole seconds, the smallest unit of GTP. Not all
engines obey it."""
from foreign_engine import Engine, board_after, fail, run, turn_blocks

COLOURS = ("black", "white")
SET_UP = "grhino-setup_board"  # GTP itself has no such command


class Gtp(Engine):
    def __init__(self, command, seconds):
        super().__init__(command)
        self.seconds = seconds

    def ask(self, command, required=True):
        """Sends a command and returns the result. An answer is "= text" or "? message", and ends with an empty line."""
        self.tell(command)
        answer = ""
        while not answer.endswith("\n\n") or not answer.strip():
            answer += self.line(f"it answered '{command}'")
        if required and not answer.lstrip().startswith("="):
            fail(f"the engine answers '{command}' with '{answer.strip()}'")
        return answer.strip()[1:].strip()

    def begin(self):
        self.ask("set_game Othello", required=False)  # engines that play one game only don't know this
        self.ask("boardsize 8")
        self.ask("clear_board")
        if self.seconds:
            self.ask(f"time_settings 0 {self.seconds} 1")

    def set_up(self, board, mover):
        if self.ask(f"known_command {SET_UP}", required=False) != "true":
            fail(f"the game does not begin with the usual position, and the engine does not know '{SET_UP}'")
        self.ask(f"{SET_UP} {''.join(board).translate(str.maketrans('BW', 'XO'))} {'BW'[mover]}")

    def play(self, player, move):
        # A pass is always forced. Engines that don't accept one find it themselves.
        self.ask(f"play {COLOURS[player]} {move.lower()}", required=move != "PASS")


def follows_from_start(turns, board, you):
    """Whether the turns lead from the usual start, where black moves first, to this board."""
    first = turns[0][0] if turns else you
    return first == 0 and board_after(turns) == board


def play_game(engine, you):
    engine.begin()
    begun = False
    played = None  # the engine's own last turn, which it knows already
    for turns, board, moves in turn_blocks():
        if not begun and not follows_from_start(turns, board, you):
            engine.set_up(board, you)
            turns = []
        begun = True
        for turn in turns:
            if turn != played:
                engine.play(*turn)
        # Some engines refuse to generate a move if they have to pass.
        move = "PASS" if moves == ["PASS"] else engine.ask(f"genmove {COLOURS[you]}").lower()
        if move == "PASS":
            engine.play(you, move)
        played = (you, move)
        print(move, flush=True)


run("gtp.py [--seconds N] ENGINE [ARGUMENT...]", "--seconds", Gtp, play_game)
