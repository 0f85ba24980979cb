"""Gives generated folders of hand-ins to the real `referee tournament --students --dry-run`, and compares with the model."""
import end_to_end  # noqa: F401, first
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

from arena_model import LawBroken, check
from class_folders import KINDS, folder
from class_model import MOODLE, claim, names_of
from harness import BIN, REFEREE
from shorten import shortened


def run(text, entries):
    """What `referee` tells about these hand-ins."""
    with tempfile.TemporaryDirectory(prefix="people_") as place:
        top = pathlib.Path(place)
        (top / "students.csv").write_bytes(text)
        (top / "handed_in").mkdir()
        for name, (suffix, age) in entries.items():
            path = top / "handed_in" / name
            if "." not in name:
                path.mkdir()
                (path / f"file.{suffix}").write_text("x")
            else:
                path.write_text("x")
            os.utime(path, (time.time() - 60 * age,) * 2)
        done = subprocess.run([REFEREE, "tournament", f"first={BIN / 'greedy'}", f"second={BIN / 'greedy'}", "--bots", "handed_in", "--students", "students.csv",
                               "--db", "t.db", "--dry-run", "--move-time", "5s"], cwd=top, capture_output=True, text=True, timeout=120,
                              env={**{name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}, "REFEREE_SANDBOX": "on"})
    return done


def told(err):
    """The reasons by the name that is told, and the hand-in that counts by student."""
    reasons, counts, guesses = {}, {}, {}
    for line in unicodedata.normalize("NFC", err).splitlines():
        if found := re.match(r"referee: left out: (.*?): (it .*|there are .*|two persons .*)$", line):
            for name in re.findall(r"'(.*?)'(?:, |$)", found[1]):
                reasons[name] = found[2]
        if found := re.match(r"referee: '(.*)' has \d+ hand-ins: the newest, '(.*)', counts$", line):
            counts[found[1]] = found[2]
        if found := re.match(r"referee: '(.*)' has a part of the name of '(.*)', and is taken for a hand-in of this student$", line):
            guesses[found[1]] = found[2]
    return reasons, counts, guesses


def is_guess(entry, student):
    """Whether only a part of the student's name is in the name of an entry, and neither the number nor the address."""
    return not names_of(entry, [student]) and student.number not in re.findall(r"\d+", entry) and student.email.partition("@")[0] not in entry


def judge(text, students, entries):
    done = run(text, entries)
    entries = {unicodedata.normalize("NFC", entry): kind for entry, kind in entries.items()}
    claims = {entry: claim(entry, students) for entry in entries}
    if done.returncode == 2 and "belongs to a student of the list" in done.stderr:
        check(16, not any(one.certain for one in claims.values()), f"{[entry for entry in entries if claims[entry].certain]} belong to students, but: {done.stderr}")
        return
    check(16, done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
    reasons, counts, guesses = told(done.stderr)
    shown = {}
    for student in students:
        twin = any(other is not student and other.name == student.name for other in students)
        shown[unicodedata.normalize("NFC", f"{student.name} ({student.number})" if twin else student.name)] = student
    nobody = {name for name, reason in reasons.items() if "belongs to none" in reason}
    for name, reason in reasons.items():
        if name in nobody or reason.startswith("two persons"):
            continue
        check(16, name in shown, f"{name!r} is no student and no entry: {reason}")
    # Each entry is somebody's or is told to be nobody's; nothing of a student is nobody's, and nothing goes to the wrong one.
    for entry, one in claims.items():
        is_nobodys = entry in nobody
        if not is_nobodys and one.certain is None and one.possible and all(is_guess(entry, student) for student in one.possible):
            check(16, entry in guesses, f"{entry!r} was guessed to be that of {one.possible}, and this is not told: {done.stderr}")
        if one.certain is not None:
            check(16, not is_nobodys, f"{entry!r} is nobody's; it is that of {one.certain}")
        if not one.possible:
            check(16, is_nobodys, f"{entry!r} is somebody's; it is nobody's: {done.stderr}")
    for name, student in shown.items():
        mine = [entry for entry, one in claims.items() if one.certain is student]
        may = [entry for entry, one in claims.items() if student in one.possible]
        if mine:
            check(16, name in reasons, f"{mine} are hand-ins of {student}, and nothing is told: {done.stderr}")
        if name in reasons and not reasons[name].startswith(("two persons", "there are")):
            kinds = {KINDS[entries[entry][0]] for entry in may}
            check(16, any(kind in reasons[name] for kind in kinds), f"{name!r} has handed in {may}, but: {reasons[name]}")
            if len(may) == 1 and name in counts:
                check(16, False, f"{name!r} has handed in only {may}, but {counts[name]} counts")
            if len(may) > 1 and may == mine and not any(MOODLE.match(entry) for entry in may):
                newest = min(may, key=lambda entry: entries[entry][1])
                check(16, name in counts and counts[name].startswith(newest), f"{newest!r} is the newest hand-in of {name!r} of {may}, but: {counts.get(name)} counts, and it is not told: {done.stderr}")


def broken(text, students, entries):
    try:
        judge(text, students, entries)
    except LawBroken as error:
        return str(error)
    return ""


def play(seed):
    """A report about the folder of a seed; empty if all laws hold."""
    text, students, entries = folder(seed)
    failure = broken(text, students, entries)
    if not failure:
        return ""
    law = failure.split(":")[0]
    shortest = shortened(list(entries), lambda some: broken(text, students, {name: entries[name] for name in some}).startswith(law), 40)
    failure = broken(text, students, {name: entries[name] for name in shortest}) or failure
    return f"seed {seed}: {failure}\n--- the list:\n{text.decode('utf-8', 'replace')}--- the hand-ins: {shortest}"


if __name__ == "__main__":
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        if report := play(number):
            print(report, flush=True)
