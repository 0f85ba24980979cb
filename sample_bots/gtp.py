#!/usr/bin/env python3
"""Lets an engine that speaks GTP (Go Text Protocol) play Othello: gtp.py [--seconds N] ENGINE [ARGUMENT...]

GRhino's engine, for example: referee alphabeta "gtp.py --seconds 1 /usr/games/gtp-rhino". The engine keeps the game,
and is told each move. --seconds N: whole seconds for a move, which is the least that GTP can say."""
import subprocess
import sys

COLOURS = ("black", "white")


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command, required=True):
        """An answer is "= text" or "? message", and ends with an empty line."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"gtp.py: the engine ended before '{command}'")
        answer = ""
        while not answer.endswith("\n\n") or not answer.strip():
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"gtp.py: the engine ended at '{command}'")
            answer += line
        if required and not answer.lstrip().startswith("="):
            sys.exit(f"gtp.py: the engine answers '{command}' with '{answer.strip()}'")
        return answer.strip()[1:].strip()


def play_game(engine, seconds):
    """Reads a game up to its end, from the line behind the setup block's title on."""
    you = int(input())
    input()  # the size of the board
    engine.ask("set_game Othello", required=False)  # engines of one game don't know this
    engine.ask("boardsize 8")
    engine.ask("clear_board")
    if seconds:
        engine.ask(f"time_settings 0 {seconds} 1")
    played = None  # the engine's own last move, which it knows already
    while input() != "-1":
        for _ in range(int(input())):
            player, move = input().split()
            if (int(player), move) != (you, played):
                # A pass is always forced: engines that don't want to hear of it know it anyway.
                engine.ask(f"play {COLOURS[int(player)]} {move.lower()}", required=move != "PASS")
        for _ in range(1 + 8):  # the discs, and the board
            input()
        moves = [input() for _ in range(int(input()))]
        # Some engines refuse to move where they have to pass.
        played = "PASS" if moves == ["PASS"] else engine.ask(f"genmove {COLOURS[you]}").lower()
        if moves == ["PASS"]:
            engine.ask(f"play {COLOURS[you]} pass", required=False)
        print(played, flush=True)


def main():
    arguments = sys.argv[1:]
    seconds = arguments[1] if arguments[:1] == ["--seconds"] and len(arguments) > 1 else None
    command = arguments[2:] if seconds else arguments
    if not command or command[0].startswith("-") or (seconds and not seconds.isdigit()):
        print("gtp.py: " + __doc__.split(": ", 1)[1].splitlines()[0], file=sys.stderr)
        sys.exit(2)
    try:
        engine = Engine(command)
    except OSError as error:
        print(f"gtp.py: can't start '{command[0]}': {error.strerror}", file=sys.stderr)
        sys.exit(2)
    try:
        while True:
            if input() != "othello 1":
                sys.exit("gtp.py: only Othello can be played with it")
            play_game(engine, seconds)
    except EOFError:
        engine.process.kill()


main()
