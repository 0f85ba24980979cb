#!/usr/bin/python3
"""Checks that clang, which builds the fuzzers, accepts what the fuzz targets are made of: clang_check.py BUILD SOURCE...

A full build of the fuzzers takes minutes, so the files are only parsed, and only those that the sources reach: their
headers, and the .cpp file beside each header. Files that the build compiles together are parsed together. Exit code 77 (skipped, for CTest) if clang is not installed.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def reached_from(sources):
    """The .cpp files of the project that these need, themselves included."""
    seen, todo = set(), list(sources)
    while todo:
        file = todo.pop()
        if file in seen or not file.exists():
            continue
        seen.add(file)
        for name in INCLUDE.findall(file.read_text()):
            todo += [ROOT / name, (ROOT / name).with_suffix(".cpp")]
    return {file for file in seen if file.suffix == ".cpp"}


def parts_of(file):
    """The files that the build compiles together in this one, or the file itself."""
    if "Unity" not in file.parts:
        return {file}
    return {Path(name) for name in INCLUDE.findall(file.read_text())}


def check_command(entry):
    """The compiler's command line of compile_commands.json, for clang, and without code being made."""
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if word.startswith("-")):]
    output = words.index("-o")
    del words[output:output + 2]
    return ["clang++", "-fsyntax-only", "-w", *words]


def main(build, *sources):
    if not shutil.which("clang++"):
        print("skipped: clang is not here; 'tools/deps.sh fuzz' installs it")
        return 77
    os.nice(10)  # other tests measure time
    entries = {Path(entry["file"]): entry for entry in json.loads(Path(build, "compile_commands.json").read_text())}
    parts = {file: parts_of(file) for file in entries}
    sources = {Path(source).resolve() for source in sources}
    assert sources <= set().union(*parts.values()), "a fuzz target is not built"
    reached = reached_from(sources)
    files = sorted(file for file in entries if parts[file] & reached)
    refused = [file for file in files
               if subprocess.run(check_command(entries[file]), cwd=entries[file]["directory"]).returncode != 0]
    print(f"clang refuses {len(refused)} of {len(files)} files", *refused, sep="\n")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
