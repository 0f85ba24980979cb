"""Gives generated folders of hand-ins to the real `referee tournament --students --dry-run`, and compares with the model."""
import end_to_end  # noqa: F401, first
import csv
import io
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
from class_model import MOODLE, claim, spellings, words_of
from harness import BIN, PATIENCE, REFEREE
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
            for one in (path, *(path.rglob("*") if path.is_dir() else ())):  # an archive keeps the times of files
                os.utime(one, (time.time() - 60 * age,) * 2)
        done = subprocess.run([REFEREE, "tournament", f"first={BIN / 'greedy'}", f"second={BIN / 'greedy'}", "--bots", "handed_in", "--students", "students.csv",
                               "--db", "t.db", "--dry-run", "--move-time", "20s"], cwd=top, capture_output=True, text=True, timeout=PATIENCE,
                              env={**{name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}, "REFEREE_SANDBOX": "on"})
        table = top / "hand_ins.csv"
        text = unicodedata.normalize("NFC", table.read_text("utf-8-sig")) if table.exists() else "person;"
        done.table = list(csv.DictReader(io.StringIO(text), delimiter=text[len("person")]))
    return done


def told(done, entries):
    """The reasons by the name that is told, and the hand-in that counts by student: from hand_ins.csv, and from the messages, which name
    only a few."""
    reasons, counts = {}, {}
    older = {row["student"] for row in done.table if row["state"] == "is not the newest"}
    for row in done.table:
        if row["state"] == "has no owner":
            suggestion = f"; did you mean '{row['suggestion']}'?" if row["suggestion"] else ""
            for entry in entries:
                if entry == row["hand-ins"] or entry in row["hand-ins"].split(", "):
                    reasons[entry] = row["why"] + suggestion
        elif row["state"] == "refused":
            reasons[row["student"]] = row["why"]
        if row["student"] in older and row["state"] in ("counts", "refused"):
            counts[row["student"]] = row["hand-ins"]
    for line in unicodedata.normalize("NFC", done.stderr).splitlines():
        if found := re.match(r"referee: '(.*)' has \d+ hand-ins: the newest(?: by the times of the files)?, '(.*)', counts$", line):
            counts[found[1]] = found[2]
    return reasons, counts


def is_of_nobody(reason):
    return reason.startswith(("it belongs to none", "its ")) or "students have this name" in reason or "persons have handed in under this name" in reason


def is_similar(entry, student):
    """Whether a suggestion has a reason: a word of the name in the entry, or nearly one."""
    letters = lambda text: set("".join(min(spellings(word)) for word in words_of(text)))
    return len(letters(entry) & letters(student.name)) > 0


def judge(text, students, entries):
    done = run(text, entries)
    entries = {unicodedata.normalize("NFC", entry): kind for entry, kind in entries.items()}
    claims = {entry: claim(entry, students, list(entries)) for entry in entries}
    if done.returncode == 2 and "belongs to a student of the list" in done.stderr:
        check(16, not any(one.certain for one in claims.values()), f"{[entry for entry in entries if claims[entry].certain]} belong to students, but: {done.stderr}")
        return
    has_nobodys = "no owner" in done.stderr
    check(16, done.returncode == (6 if has_nobodys else 0), f"exit code {done.returncode}: {done.stderr}")
    reasons, counts = told(done, entries)
    shown = {}
    for student in students:
        twin = any(other is not student and other.name == student.name for other in students)
        shown[unicodedata.normalize("NFC", f"{student.name} ({student.number})" if twin else student.name)] = student
    nobody = {name for name, reason in reasons.items() if is_of_nobody(reason)}
    for name in nobody:
        if found := re.search(r"did you mean '(.*)'\?$", reasons[name]):
            check(16, found[1] in shown and is_similar(name, shown[found[1]]), f"{name!r} is suggested for {found[1]!r}")
    for name, reason in reasons.items():
        if name in nobody:
            continue
        check(16, name in shown, f"{name!r} is no student and no entry: {reason}")
    # Each entry is somebody's or is told to be nobody's; nothing of a student is nobody's, and nothing goes to the wrong one.
    for entry, one in claims.items():
        is_nobodys = entry in nobody
        if one.certain is not None:
            check(16, not is_nobodys, f"{entry!r} is nobody's; it is that of {one.certain}")
        if not one.possible:
            check(16, is_nobodys, f"{entry!r} is somebody's; it is nobody's: {done.stderr}")
    for name, student in shown.items():
        mine = [entry for entry, one in claims.items() if one.certain is student]
        may = [entry for entry, one in claims.items() if student in one.possible]
        if mine:
            check(16, name in reasons, f"{mine} are hand-ins of {student}, and nothing is told: {done.stderr}")
        if name in reasons and not reasons[name].startswith("there are"):
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
