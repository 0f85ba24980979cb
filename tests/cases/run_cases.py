"""Runs every case of this folder and compares its results with the recorded ones, character by character.

    run_cases.py [NAME ...]

A case is a file NAME.case. It begins with a script for sh, which runs in an empty folder where ./bot is the scripted bot and
`referee` is on the PATH. Sections follow that begin with a line such as "--- stdout": `stdin` (the input), `exit` (0 if missing),
`stdout` and `stderr` (empty if missing). Values that differ from run to run are written as <time>, <date>, <id> and so on.
With UPDATE_EXPECTED in the environment it records the current results: look at the difference before you commit it.
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
DEFAULTS = {"exit": "0\n", "stdout": "", "stderr": ""}
# Patterns that differ from run to run, and their placeholders.
CHANGING = [
    (r"\b\d+(\.\d+)? (us|ms|s)\b", "<time>"),
    (r"(\d+/\d+/\d+ +\d+/\d+/\d+) +[\d.]+ +[\d.]+$", r"\1 <ms> <ms>"),
    (r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "<date>"),
    (r'("(?:wall|cpu|elapsed|longest_answer)_us": ?)\d+', r"\1<us>"),
    (r'("wall_us":<us>,"cpu_us":)null', r"\1<us>"),  # the CPU time of a quick turn may be missing
    (r'("id": ?)"[0-9a-f]{16}"', r'\1"<id>"'),
    (r'("version": ?)"[0-9.]+"', r'\1"<version>"'),
    (r"^referee \d+\.\d+\.\d+$", "referee <version>"),
]


def settled(text):
    """Returns the text with placeholders for everything that differs from run to run."""
    for pattern, replacement in CHANGING:
        text = re.sub(pattern, replacement, text, flags=re.M)
    return text


def read(case):
    """Returns the sections of a case by their names, except those that are missing. The name of the script is
    "script"."""
    script, *rest = re.split(r"^--- (stdin|exit|stdout|stderr)\n", case.read_text(), flags=re.M)
    return {"script": script, **dict(zip(rest[::2], rest[1::2]))}


def run(parts):
    """The results of a case, by the names of their sections."""
    with tempfile.TemporaryDirectory(prefix="referee_case_") as folder:
        os.symlink(os.environ["REFEREE_SCRIPTED_BOT"], f"{folder}/bot")
        environment = {key: value for key, value in os.environ.items() if not key.startswith("REFEREE_")}
        environment["REFEREE_SANDBOX"] = "off"
        environment["PATH"] = os.environ["REFEREE_BIN"] + ":" + environment["PATH"]
        done = subprocess.run(["sh", "-ec", parts["script"]], cwd=folder, env=environment, check=False, timeout=400,
                              input=parts.get("stdin", "").encode(), capture_output=True)
    return {"exit": f"{done.returncode}\n", "stdout": settled(done.stdout.decode()), "stderr": settled(done.stderr.decode())}


def update(case, parts, results):
    kept = {name: text for name, text in {**parts, **results}.items() if text != DEFAULTS.get(name)}
    case.write_text(kept["script"] + "".join(f"--- {name}\n{kept[name]}" for name in ("stdin", *DEFAULTS) if name in kept))


def differences(name, parts, results):
    for section, default in DEFAULTS.items():
        yield from difflib.unified_diff(parts.get(section, default).splitlines(), results[section].splitlines(), f"{name}: {section}",
                                        f"{name}: {section} now", lineterm="")


def main(names):
    cases = [HERE / f"{name}.case" for name in names] or sorted(HERE.glob("*.case"))
    failed = 0
    for case in cases:
        parts = read(case)
        results = run(parts)
        if "UPDATE_EXPECTED" in os.environ:
            update(case, parts, results)
            parts = read(case)
        found = list(differences(case.stem, parts, results))
        print(f"{'FAILED' if found else 'ok    '} {case.stem}", *found, sep="\n" if found else "")
        failed += bool(found)
    print(f"{len(cases) - failed} of {len(cases)} cases as recorded")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
