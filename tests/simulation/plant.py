#!/usr/bin/env python3
"""Plants faults in the program, one after the other, and says how soon the simulator finds each of them.

    plant.py [--histories N M] [--seed S] [--build DIR] [NAME...]
    plant.py --check

Each fault of faults.py is a text of the code and another text in its place. It is planted, `simulate` is built, and plays
histories until a law is broken: at most N of depth 1, then at most M of depth 2, whose traces the model judges. By default
as many as one idle core plays in a minute, each. A fault that only a class can show is looked for in histories of classes.
The code is put back in any case. Prints the processor time and the law, and ends with the number of faults that were found.
`make planted FAULTS="'NAME' ..."` runs it: it builds once for each fault, so all of them take hours, best in a tree of its
own. `--check` plants nothing, and only looks whether the code still has each text once."""

import argparse
import os
import resource
import signal
import subprocess
import sys

import faults

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Planted:
    """A fault in the code, until the end of a `with`."""

    def __init__(self, fault, to_write=True):
        self.edits = fault.edits
        self.to_write = to_write
        self.before = {}

    def __enter__(self):
        for path, old, new in self.edits:
            file = os.path.join(ROOT, path)
            with open(file, encoding="utf-8") as source:
                text = source.read()
            if text.count(old) != 1:
                self.__exit__()
                raise SystemExit(f"{path} has this text {text.count(old)} times, not once:\n{old}")
            if not self.to_write:
                continue
            self.before.setdefault(file, text)
            with open(file, "w", encoding="utf-8") as source:
                source.write(text.replace(old, new))

    def __exit__(self, *_):
        for file, text in self.before.items():
            with open(file, "w", encoding="utf-8") as source:
                source.write(text)


def first_line_of(text, begin):
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith(begin):
            return " ".join(lines[number:number + 2])
    return ""


def played_by(simulate, fault, depth, options):
    """The command that plays histories in which the fault may show. One history in five is of a class."""
    count = options.histories[depth - 1]
    return [simulate, *(["--classes"] if fault.of_class else []), "--depth", str(depth), "--quick",
            "--histories", str(5 * count if fault.of_class else count), "--seed", str(options.seed)]


def laws(fault, options, simulate):
    """What the laws of the simulator say."""
    if not options.histories[0]:
        return ""
    played = subprocess.run([*played_by(simulate, fault, 1, options), "--jobs", "1"], stdout=subprocess.PIPE, text=True, check=False)
    return first_line_of(played.stdout, "FAILED")


def model(fault, options, simulate):
    """What the model says. The laws of the simulator are checked, too."""
    with subprocess.Popen([*played_by(simulate, fault, 2, options), "--trace"], stdout=subprocess.PIPE) as played:
        judge = subprocess.Popen([sys.executable, os.path.join(ROOT, "tests/model/judge.py"), "--quiet"], stdin=played.stdout,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        found = ""
        for line in judge.stdout:
            found = line.rstrip()
            break
        unknown = "" if found else judge.stderr.read()
        judge.kill()
        judge.wait()
        played.stdout.close()
        played.terminate()
    return found or first_line_of(unknown.replace("unknown: ", ""), "FAILED")


def find(fault, options):
    """(seconds, what was found); no text if nothing was found."""
    build = os.path.join(ROOT, options.build)
    with Planted(fault):
        built = subprocess.run(["ninja", "-C", build, "simulate"], stdout=subprocess.PIPE, text=True, check=False)
        if built.returncode:
            raise SystemExit(f"{fault.name} does not compile:\n{built.stdout}")
    for depth, look in ((1, laws), (2, model)):
        begin = processor_time()
        found = look(fault, options, os.path.join(build, "tests/simulate"))
        if found:
            return processor_time() - begin, f"depth {depth}: {found}"
    return 0, ""


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))     # puts the code back
    parser = argparse.ArgumentParser()
    parser.add_argument("--histories", type=int, nargs=2, default=(700, 100))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    unknown = set(options.names) - {fault.name for fault in faults.FAULTS}
    if unknown:
        raise SystemExit(f"there is no fault {', '.join(sorted(unknown))}")
    chosen = [fault for fault in faults.FAULTS if not options.names or fault.name in options.names]
    if options.check:
        for fault in chosen:
            with Planted(fault, to_write=False):
                pass
        return
    count = 0
    for fault in chosen:
        seconds, found = find(fault, options)
        count += bool(found)
        print(f"{fault.name}: " + (f"found in {seconds:.0f} s: {found[:240]}" if found else "MISSED"), flush=True)
    print(f"{count} of {len(chosen)} found")


if __name__ == "__main__":
    main()
