"""Runs every case of this folder and compares its output with the recorded files, character by character.

    run_cases.py [--update] [NAME ...]

A case is a folder: `cmd` is run by sh in an empty folder where ./bot is the scripted bot and `referee` is on the PATH;
`stdin`, if present, is its input; `exit` (0 if missing), `stdout` and `stderr` (empty if missing) are the expected
results. Values that differ from run to run are written as <time>, <date>, <id> and so on. --update records the current
results: look at the difference before you commit it.
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
    (r'("wall_us":<us>,"cpu_us":)null', r"\1<us>"),  # of a quick turn it may be told or not
    (r'("id": ?)"[0-9a-f]{16}"', r'\1"<id>"'),
    (r'("version": ?)"[0-9.]+"', r'\1"<version>"'),
    (r"^referee \d+\.\d+\.\d+$", "referee <version>"),
]


def settled(text):
    """The text with everything that differs from run to run replaced by placeholders."""
    for pattern, replacement in CHANGING:
        text = re.sub(pattern, replacement, text, flags=re.M)
    return text


def run(case):
    """The results of a case, by the name of the file that records them."""
    with tempfile.TemporaryDirectory(prefix="referee_case_") as folder:
        os.symlink(os.environ["REFEREE_SCRIPTED_BOT"], f"{folder}/bot")
        environment = {key: value for key, value in os.environ.items() if not key.startswith("REFEREE_")}
        environment["REFEREE_SANDBOX"] = "off"
        environment["PATH"] = os.environ["REFEREE_BIN"] + ":" + environment["PATH"]
        given = case / "stdin"
        done = subprocess.run(["sh", "-e", case / "cmd"], cwd=folder, env=environment, check=False, timeout=120,
                              input=given.read_bytes() if given.exists() else b"", capture_output=True)
    return {"exit": f"{done.returncode}\n",
            "stdout": settled(done.stdout.decode()),
            "stderr": settled(done.stderr.decode())}


def expected_of(case):
    return {name: (case / name).read_text() if (case / name).exists() else DEFAULTS[name] for name in DEFAULTS}


def update(case, came):
    for name, text in came.items():
        if text == DEFAULTS[name]:
            (case / name).unlink(missing_ok=True)
        else:
            (case / name).write_text(text)


def differences(case, came):
    for name, expected in expected_of(case).items():
        if came[name] != expected:
            yield from difflib.unified_diff(expected.splitlines(), came[name].splitlines(), f"{case.name}/{name}",
                                            f"{case.name}/{name} as it comes", lineterm="")


def main(arguments):
    updating = "--update" in arguments
    names = [argument for argument in arguments if argument != "--update"]
    cases = [HERE / name for name in names] or sorted(path.parent for path in HERE.glob("*/cmd"))
    failed = []
    for case in cases:
        came = run(case)
        if updating:
            update(case, came)
        found = list(differences(case, came))
        print(f"{'ok    ' if not found else 'FAILED'} {case.name}")
        if found:
            failed.append(case.name)
            print("\n".join(found))
    print(f"{len(cases) - len(failed)} of {len(cases)} cases as written down")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
