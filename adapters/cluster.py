#!/usr/bin/env python3
"""Lets a bot for an earlier version of CLUSTER play it: cluster.py [--all-colours] [--no-columns] BOT [ARGUMENT...]

These bots know no table of columns in the setup block, and it is left out for them. --all-colours: their setup block has one
list with the colours of both players ("numberOfColors" in their instructions, not "yourColors"). --no-columns: the first
ones know no list of columns in the turn block either. Their answers are the same as today, and are passed on."""
import contextlib
import os
import subprocess
import sys


def fail(message, code=1):
    print(f"cluster.py: {message}", file=sys.stderr, flush=True)
    os._exit(code)


def block(count):
    """The lines of a list of the referee, without the line with their number."""
    return [input() for _ in range(int(count))]


def with_number(lines):
    return [str(len(lines)), *lines]


def setup_block(first, all_colours):
    lines = with_number(block(first))
    block(input())  # the table of columns
    colours = [block(input()), block(input())]
    if all_colours:
        return lines + with_number(sorted(sum(colours, []), key=lambda line: int(line.split()[0])))
    return lines + with_number(colours[0]) + with_number(colours[1])


def turn_block(gravity, no_columns):
    columns, *lists = [with_number(block(input())) for _ in range(4)]
    input()  # the empty line
    return [gravity, *([] if no_columns else columns), *sum(lists, []), ""]


def main():
    words, flags, bot = sys.argv[1:], [], None
    while words and words[0] in ("--all-colours", "--no-columns"):
        flags.append(words.pop(0))
    if not words or words[0].startswith("-"):
        fail("cluster.py [--all-colours] [--no-columns] BOT [ARGUMENT...]", 2)
    if os.path.isfile(words[0]):
        words[0] = os.path.abspath(words[0])
    try:
        while True:
            first = input()
            if not first.isdecimal():
                fail("only CLUSTER can be played with it")
            try:  # these bots play one game
                bot = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
            except OSError as error:
                fail(f"can't start '{words[0]}': {error.strerror}", 2)
            lines = setup_block(first, "--all-colours" in flags)
            while (gravity := input()) != "-1":
                with contextlib.suppress(BrokenPipeError):  # the next answer is missing then
                    bot.stdin.write("\n".join(lines + turn_block(gravity, "--no-columns" in flags)) + "\n")
                    bot.stdin.flush()
                if not (answer := bot.stdout.readline()):
                    fail("the bot ended before it answered")
                print(answer.rstrip(), flush=True)
                lines = []
            bot.kill()
    except EOFError:
        if bot:
            bot.kill()


main()
