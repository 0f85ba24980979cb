#!/usr/bin/env python3
"""Plays @GAME@ by the rules in this folder, without any other program:

    python3 play.py my_bot/bot.py                two games against random moves, one on each side
    python3 play.py my_bot/bot.py me             against you: type a move
    python3 play.py my_bot/bot.py other/bot.py   against another bot

A bot is a file, or a command in quotes: "java -cp my_bot Bot". No time is limited here, and no files are hidden from the bots. The arena does both."""
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RULES = HERE / "@RULES@"
SETTINGS = "@SETTINGS@"  # those of the arena that differ from the usual ones: "height=6,width=7"


def command_of(words):
    """The command that starts a program. Where files can't be executed, the name of a script tells its interpreter."""
    if not os.path.exists(words):
        try:
            words = shlex.split(words)
        except ValueError as error:
            sys.exit(f"{words}: {error}")
    words = [words] if isinstance(words, str) else words
    if not words or not words[0]:
        sys.exit("name a bot: a file, or a command in quotes")
    interpreter = {".py": sys.executable, ".js": "node"}.get(pathlib.Path(words[0]).suffix)
    if len(words) > 1 or not os.path.exists(words[0]):
        return words
    return [interpreter, words[0]] if interpreter else [os.path.abspath(words[0])]


def program_of_rules():
    """The rules are a file, or the program of a folder: `game`, `main`, like the folder, or the only one."""
    if not RULES.is_dir():
        return RULES
    # An archive may have lost which files can be executed, and a file of data may be called like the program.
    ranks = {".py": 0, ".js": 1, "": 2}
    files = sorted((file for file in RULES.iterdir() if file.is_file()), key=lambda file: (ranks.get(file.suffix, 3), file.name))
    for name in ("game", "main", RULES.name):
        for file in files:
            if name in (file.stem, file.name):
                return file
    return files[0]


class Program:
    """A program that reads and writes lines. `notes`: the file that gets its stderr; None: that of this program."""

    def __init__(self, name, command, notes, environment=None):
        self.name = name
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=notes, text=True,
                                            env={**os.environ, **(environment or {})})
        except OSError as error:
            sys.exit(f"{name} can't be started: {error}")

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except OSError:
            pass  # it has ended: line() says so

    def line(self):
        """The next line; None if the program has ended."""
        line = self.process.stdout.readline()
        return line.rstrip("\r\n") if line else None

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Rules(Program):
    """Asks the rules. They answer with a block that ends with the line `end`; the lines after `rows N` and `moves N` are data. The lines after
    `view P` are what this player sees."""

    def __init__(self, notes):
        super().__init__("the program of the rules", command_of(str(program_of_rules())), notes)

    def ask(self, request):
        """The lines of the answer by their first words. `views` has those of each player's view, if there are any."""
        self.send(request)
        views = {}
        whole = lines = {"views": views}
        while (line := self.line()) != "end":
            if line is None:
                sys.exit(f"the program of the rules ended when it was asked: {request}")
            word, _, rest = line.partition(" ")
            if word == "view":
                lines = views[int(rest)] = {}
                continue
            if word in ("rows", "moves") and rest.isdigit():
                rest = [self.line() for _ in range(int(rest))]
            within_view = word in ("rows", "state", "mark", "arrow", "note", "told")
            (lines if within_view else whole).setdefault(word, []).append(rest)
        return whole

    def position(self, request, made=()):
        """The position after a request. Where the rules want dice, they are rolled. `news`: what each player hears; as a rule the move, which
        is `made`, and lost turns."""
        position, news = self.ask(request), ([], [])
        while True:
            usual = [*made, *(f"{loser} LOST" for loser in position.get("lost", []))]
            for player in (0, 1):
                news[player].extend(filter(None, position["views"].get(player, {}).get("told", usual)))
            if "chance" not in position:
                return {**position, "news": news}
            position, made = self.ask("chance " + " ".join(str(random.randrange(int(sides))) for sides in position["chance"][0].split())), ()


class Bot:
    def __init__(self, words, player, game, settings, board, notes):
        self.name = words
        environment = {"REFEREE_PROTOCOL": "1", "REFEREE_GAME": game, "REFEREE_SETTINGS": ",".join(settings), "REFEREE_PLAYER": str(player), "REFEREE_MOVE_MS": "1000",
                       "REFEREE_FIRST_MOVE_MS": "1000"}
        self.program = Program(words, command_of(words), notes, environment)
        values = [setting.split("=")[1] for setting in settings]
        self.program.send(f"{game} 1", player, " ".join([str(len(board)), str(len(board[0]) if board else 0), *values]))

    def choose(self, ply, news, seen, moves):
        self.program.send(ply, len(news), *news, *seen.get("state", ["0"]), *seen["rows"][0], len(moves), *moves)
        return self.program.line()

    def end(self):
        self.program.end()


class Person:
    name = "you"

    def choose(self, ply, news, seen, moves):
        print(*seen["rows"][0], *seen.get("note", []), "Moves: " + ", ".join(moves), sep="\n")
        while (move := input("Your move: ").strip()) not in moves:
            print("This is no valid move.")
        return move

    def end(self):
        pass


class Dice(Person):
    name = "random"

    def choose(self, ply, news, seen, moves):
        return random.choice(moves)


def play(names):
    """Plays a game, prints it, and returns the winner: 0, 1, or None for a draw."""
    if "me" not in names:
        return play_game(names, None)
    # The notes of programs may tell secrets, so a person reads them after the game.
    with tempfile.TemporaryFile("w+", errors="replace") as notes:
        try:
            return play_game(names, notes)
        finally:
            notes.seek(0)
            sys.stderr.write(notes.read())


def play_game(names, notes):
    rules = Rules(notes)
    hello = rules.ask("referee 1")
    has_secrets = "secrets" in hello
    if has_secrets and names == ["me", "me"]:
        sys.exit("two persons at one terminal would see each other's secrets")
    game = hello["game"][0].split()[0]
    given = dict(setting.split("=") for setting in SETTINGS.split(",") if setting)
    settings = [f"{name}={given.get(name, usual)}" for name, usual, *_ in map(str.split, hello.get("setting", []))]
    position = rules.position(" ".join(["new", *settings]))
    players = []
    for player, name in enumerate(names):
        players.append(Person() if name == "me" else Dice() if name == "random" else Bot(name, player, game, settings, position["rows"][0], notes))
    listener = names.index("me") if has_secrets and "me" in names else None  # who must not read the moves, but only the own news
    news, ply, longest = ([], []), 0, [0, 0]
    result = None
    while result is None:
        for player in (0, 1):
            news[player].extend(position["news"][player])
        if listener is not None:
            for line in position["news"][listener]:
                print(f"{players[int(line[0])].name}: {line[2:]}")
        if "turn" not in position:
            result = position["over"][0]
            break
        player, moves = int(position["turn"][0]), position["moves"][0]
        begin = time.monotonic()
        move = players[player].choose(ply, news[player], position["views"].get(player, position), moves)
        longest[player] = max(longest[player], time.monotonic() - begin)
        news[player].clear()
        if move not in moves:
            why = "ended instead of answering" if move is None else f"answered {move!r}, which is not one of the {len(moves)} moves: {', '.join(moves[:20])}"
            print(f"{players[player].name} {why}")
            result = f"won {1 - player} forfeit"
            break
        position = rules.position(f"play {move}", [f"{player} {move}"])
        ply += 1
        if listener is None:
            print(f"{ply}. {players[player].name}: {move}")
    print(*position["rows"][0], *position.get("note", []), sep="\n")
    if "over" in position and "score" in position:
        print(", ".join(f"{each.name} {points}" for each, points in zip(players, position["score"][0].split())), hello["score"][0].partition(" ")[2])
    for each in (*players, rules):
        each.end()
    how, *more = result.split()
    endings = dict(ending.partition(" ")[::2] for ending in hello["ending"])
    print(f"{players[int(more[0])].name} wins" if how == "won" else "A draw", f"({endings.get(more[-1], more[-1])}) after {ply} plies;",
          ", ".join(f"{each.name} took at most {1000 * most:.0f} ms" for each, most in zip(players, longest)), "\n", flush=True)
    return int(more[0]) if how == "won" else None


def main():
    names = sys.argv[1:] or ["--help"]
    if names[0].startswith("-") or len(names) > 2:
        sys.exit(__doc__)
    names = (names + ["random"])[:2]
    wins = [0, 0]
    for first in (0, 1):
        winner = play(names if first == 0 else names[::-1])
        if winner is not None:
            wins[winner ^ first] += 1
    print(f"{names[0]} has won {wins[0]} of 2 games, and lost {wins[1]}.")


if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):
        sys.exit("stopped")
