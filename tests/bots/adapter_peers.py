#!/usr/bin/env python3
"""Bots that speak other protocols, for the tests of the adapters. What they hear must follow the protocol to the letter, or
they end with a message.

  adapter_peers.py uci|gomocup|hex|cluster|first_cluster FILE [HABIT...]   writes everything that it receives to FILE.PID

Habits: crlf: its lines end with CR LF. slow: it takes its time before it is ready. dies: it ends instead of its third answer.
"""
import os
import pathlib
import re
import subprocess
import sys
import time

RULES = pathlib.Path(__file__).parents[2] / "examples/games/chess.py"
KIND, FILE, *HABITS = sys.argv[1:]
answers = 0


def say(text):
    try:
        sys.stdout.write(text + ("\r\n" if "crlf" in HABITS else "\n"))
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(0)  # the adapter has ended


def answer(text):
    global answers
    answers += 1
    if "dies" in HABITS and answers == 3:
        sys.exit(3)
    say(text)


def require(condition, line):
    if not condition:
        sys.exit(f"unexpected: {line!r}")


def heard(end="\n"):
    for line in sys.stdin.buffer:
        with open(f"{FILE}.{os.getpid()}", "ab") as file:
            file.write(line)
        line = line.decode()
        require(line.endswith(end) and (end != "\n" or "\r" not in line), line)
        yield line[:-len(end)]


def uci():
    """Plays the last of the legal moves with the longest names, so a promotion if there is one."""
    rules = subprocess.Popen([sys.executable, RULES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(request):
        rules.stdin.write(request + "\n")
        rules.stdin.flush()
        return list(iter(rules.stdout.readline, "end\n"))

    state, begun, played = "started", None, []
    for line in heard():
        if line == "uci":
            require(state == "started", line)
            say("Peer 1.0 by nobody\nid name Peer\nid author nobody\noption name Hash type spin default 1 min 1 max 9")
            say("option name Clear Hash type button\noption name UCI_Variant type combo default chess var chess var breakthrough")
            say("option name Own Book type check default false\nuciok")
            state = "idle"
        elif line.startswith("setoption name "):
            require(state == "idle", line)
        elif line == "ucinewgame":
            require(state != "started", line)
            state = "new"
        elif line == "isready":
            time.sleep(0.3 if "slow" in HABITS else 0)
            say("info string loading\nreadyok")
            state = "ready" if state == "new" else state
        elif found := re.fullmatch("position fen ([^ ]+ [wb] [KQkq-]+ [a-h1-8-]+ [0-9]+ [0-9]+)( moves( [a-h][1-8][a-h][1-8][qrbn]?)+)?", line):
            require(state in ("ready", "set"), line)
            start, moves = found[1], (found[2] or "").split()[1:]
            if start != begun or moves[:len(played)] != played:
                ask("new")
                begun, played, reply = start, [], ask(f"start {start}")
            for move in moves[len(played):]:
                require(f"{move}\n" in reply, line)
                reply = ask(f"play {move}")
            state, played = "set", moves
        elif line.startswith("go "):
            require(state == "set", line)
            moves = reply[next(i for i, each in enumerate(reply) if each.startswith("moves ")) + 1:]
            best = max(map(str.strip, moves), key=lambda move: (len(move), move))
            say(f"info depth 1\ninfo depth 3 score cp 25 pv {best}\ninfo depth 4 multipv 2 score cp 11 pv {best}\ninfo nodes 7")
            answer(f"bestmove {best} ponder e7e5")
        elif line == "quit":
            break
        else:
            require(False, line)


def gomocup():
    size, pieces, restarts = 0, {}, 0
    lines = heard("\r\n" if "lf" not in HABITS else "\n")
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "START":
            size, pieces = int(rest), {}
            say("MESSAGE hello\nOK - ready")
        elif word == "RESTART":
            pieces = {}
            say("OK")
        elif word == "INFO":
            require(re.fullmatch("[a-z_]+ [0-9]+", rest), line)
            if "knows_nothing" in HABITS:
                say("UNKNOWN command" if rest.startswith("t") else "ERROR what?")
        elif word in ("BEGIN", "TURN", "BOARD"):
            require((word == "BEGIN") == (not pieces and word != "BOARD" and not rest), line)
            if word == "TURN":
                x, y = map(int, rest.split(","))
                require((x, y) not in pieces, line)
                pieces[x, y] = 2
            while word == "BOARD" and (line := next(lines)) != "DONE":
                x, y, field = map(int, line.split(","))
                require((x, y) not in pieces and field in (1, 2), line)
                pieces[x, y] = field
            place = next((x, y) for y in range(size) for x in range(size) if (x, y) not in pieces)
            pieces[place] = 1
            say("DEBUG thinking\n")
            answer("{},{}".format(*place))
        elif word == "END":
            break
        else:
            require(False, line)


def hex_board():
    """Speaks GTP and knows that a cell holds one stone."""
    stones, size = {}, 0
    for line in heard():
        word, *rest = line.split()
        if word == "boardsize":
            size = int(rest[0])
        elif word == "clear_board":
            stones = {}
        elif word == "play":
            column, row = ord(rest[1][0]) - ord("a"), int(rest[1][1:]) - 1
            require(rest[0] in ("black", "white") and column < size and row < size and (column, row) not in stones, line)
            stones[column, row] = rest[0]
        elif word == "genmove":
            # Black goes down the first column that is free, from the top; White along a row.
            place = next((a, b) if rest[0] == "black" else (b, a) for a in range(size) for b in range(size)
                         if ((a, b) if rest[0] == "black" else (b, a)) not in stones)
            stones[place] = rest[0]
            answer(f"= {chr(ord('A') + place[0])}{place[1] + 1}\n")
            continue
        elif word not in ("time_settings", "time_left", "quit"):
            say("? unknown command\n")
            continue
        say("=\n")


def cluster(is_first):
    lines = heard()
    number = lambda: int(next(lines))
    listed = lambda fields: [tuple(map(int, next(lines).split())) for _ in range(number())] if fields else None
    cells = listed(7)
    require([cell[0] for cell in cells] == list(range(len(cells))) and all(len(cell) == 7 for cell in cells), "cells")
    colours = [listed(2)] if is_first else [listed(2), listed(2)]
    require(sorted(colour for each in colours for colour, _ in each) == [0, 1, 2, 3], "colours")
    require(not is_first or [colour for colour, _ in colours[0]] == [0, 1, 2, 3], "the order of the colours")
    for gravity in lines:
        require(gravity in "012345", gravity)
        columns = None if is_first else listed(2)
        require(all(len(pellet) == 4 for pellet in listed(4)) and all(len(pellet) == 2 for pellet in listed(2)), "pellets")
        hand = listed(1)
        require(1 <= len(hand) <= 2 and next(lines) == "", "hand")
        answer(f"PLACE {columns[len(columns) // 2][0]} {hand[0][0]}" if columns else "ROTATE 1")


{"uci": uci, "gomocup": gomocup, "hex": hex_board, "cluster": lambda: cluster(False), "first_cluster": lambda: cluster(True)}[KIND]()
