"""Reads the hostile corpus: the programs in tests/hostile/<ending>/, and the properties that each declares.

A program is a source file whose leading comment describes it, or a line of a table below such a comment. scripted.txt
has arguments of the scripted bot. made.txt has shell commands that make the file "$1" (and may use the folder "$2",
which is elsewhere). The special properties of a program are words in a line "hostile: ..." of the leading comment, or
in brackets after the name in a table:

    modes=on          runs in a sandbox only (modes=off: only without one)
    on=E, off=E       the ending in this mode, if it differs from the folder's name
    turn=N            the program's turn in which it loses, counted from 1 (default: 2); turn=N+: this turn or a later
                      one, if that depends on the speed of the machine
    signal=N, exit_code=N    the expected end of the process in the log
    limits=short      a short limit for moves, which all programs in timeout/ have; first=short: also for the first move
    memory=S, processes=N    limits on these
    game=large        a board whose turn block is larger than a page
    games=2           two games; the first one must end by the rules, the last one counts
    reuse             one process plays all games (--reuse), even if the runner does not ask for it
    kept=E            the ending of the last game if one process plays all games, if it differs; a forfeit then belongs
                      to the first turn, because it judges what the program did at the end of the game before
    opponent_thinks   the opponent thinks for a while in the turn after the misdeed
    attack            must report on stderr what it has tried, and that it failed
    stderr            the referee shows the program's stderr
    alone             nothing else may run at the same time
    thief             tries to steal time from its opponent; bench/fairness.py measures the effect
"""
import dataclasses
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
ENDINGS = ["by_rules", "timeout", "invalid_move", "unreadable_move", "premature", "line_too_long", "exited",
           "crashed", "closed_stdout", "resource_limit", "failed_to_start", "wrong_use"]
KNOWN_WORDS = {"modes", "on", "off", "turn", "signal", "exit_code", "limits", "first", "memory", "processes", "game", "games",
               "reuse", "kept", "opponent_thinks", "attack", "stderr", "alone", "thief"}
TABLE_LINE = re.compile(r"(\w+)(?: \[(.*?)\])?: ?(.*)")


@dataclasses.dataclass
class Program:
    name: str       # "timeout/never_answers"
    kind: str       # "c", "script", "scripted" or "made"
    source: object  # a path, the scripted bot's arguments, or shell commands
    words: dict

    @property
    def folder(self):
        return self.name.split("/")[0]

    @property
    def modes(self):
        return self.words.get("modes", "on,off").split(",")

    def ending(self, mode):
        return self.words.get(mode, self.folder)

    def number(self, word):
        return int(self.words[word]) if word in self.words else None


def words_of(text):
    words = dict(word.partition("=")[::2] for word in (text or "").split())
    unknown = set(words) - KNOWN_WORDS
    if unknown:
        raise ValueError(f"unknown words in the corpus: {unknown}")
    return words


def leading_comment(path):
    """Returns the lines of the comment at the beginning of a source, after a #! line."""
    lines = path.read_text().splitlines()
    if lines[0].startswith("#!"):
        lines = lines[1:]
    if path.suffix == ".c":
        text = "\n".join(lines)
        end = text.find("*/")
        comment = text[2:end] if text.startswith("/*") and end > 0 else ""
        return [line.strip(" *") for line in comment.splitlines()]
    comment = []
    for line in lines:
        if not line.startswith("#"):
            break
        comment.append(line.strip("# "))
    return comment


def program_of_file(path):
    comment = leading_comment(path)
    said = " ".join(line.removeprefix("hostile:") for line in comment if line.startswith("hostile:"))
    if not any(line and not line.startswith("hostile:") for line in comment):
        raise ValueError(f"{path}: no leading comment says what it tries")
    kind = "c" if path.suffix == ".c" else "script"
    return Program(f"{path.parent.name}/{path.stem}", kind, path, words_of(said))


def programs_of_table(path):
    comment = ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#"):
            comment = line
            continue
        match = TABLE_LINE.fullmatch(line)
        if not match or not comment:
            raise ValueError(f"{path}:{number}: no comment says what it tries, or the line can't be read")
        yield Program(f"{path.parent.name}/{match[1]}", path.stem, match[3], words_of(match[2]))
        comment = ""


def read_corpus():
    programs = []
    for ending in ENDINGS:
        for path in sorted((HERE / ending).iterdir()):
            programs += programs_of_table(path) if path.suffix == ".txt" else [program_of_file(path)]
    names = [program.name for program in programs]
    assert len(names) == len(set(names)), "a name is used twice"
    return programs


def read_pairs():
    """Yields (name of the first program, name of the second program, loser or None, ending)."""
    for line in (HERE / "pairs.txt").read_text().splitlines():
        if not line.startswith("#"):
            first, second, loser, ending = re.fullmatch(r"(\S+) against (\S+): (0|1|none) (\w+)", line).groups()
            yield first, second, None if loser == "none" else int(loser), ending
