#!/usr/bin/python3
"""Makes each system call of the referee fail, one at a time, and checks that the referee keeps its promises (see judge
below).

    run_faults.py [--sample N] [--only TEXT]

--sample: injects only N of the failures. The selection is random but the same every time. --only: injects only failures
whose name contains this text. Needs the environment of the end-to-end tests, and REFEREE_FAILING_KERNEL, the library
that makes calls fail. Exit code 0 if all promises are kept, 77 if the kernel can't dispatch system calls.
"""
import argparse
import collections
import ctypes
import dataclasses
import hashlib
import multiprocessing
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "end_to_end")]
from errors import CHILD, ERRORS, HALF, OTHERS, PASSING, UNFAILING, call_names, number_of  # noqa: E402
from harness import REFEREE  # noqa: E402
from scenarios import SCENARIOS, lay_out, prepare, games_of  # noqa: E402

LIBRARY = os.environ["REFEREE_FAILING_KERNEL"]
PLACES = 1536
MAX_PLACES = 16         # a call fails in at most this many, evenly spaced places of a scenario
FOR_EVER = 1 << 40
PATIENCE_S = 60
SLOW_S = 15
PR_SET_CHILD_SUBREAPER = 36
NO_DISPATCH = 126
SKIPPED = 77
WORKERS = 4             # for each core; a run mostly waits, so this is more than one
# Texts that may replace the text of an error, because SQLite and the C library's stdout don't report which error it
# was.
GENERAL_WORDS = ("stdout can't be written to", "disk I/O error", "unable to open database file",
                 "attempt to write a readonly database", "the disk is full", "no memory", "Operation canceled", "is not executable")
WORDS_OF = {
    "fcntl": ("in use by another process", "is being written by another process"),
    "flock": ("is being written by another process",),
    "pread64": ("database disk image is malformed",),  # SQLite's text for a failing disk, if it has lost the error
}


@dataclasses.dataclass
class Fault:
    scenario: object
    place: int   # offset in the report of failing_kernel.c
    call: str
    nth: int
    error: str
    times: int

    def __str__(self):
        often = {1: "", FOR_EVER: " and all later ones"}.get(self.times, f" and {self.times - 1} more")
        return f"{self.scenario.name}: {self.call} {self.nth}{often}: {self.error}"


class Run:
    """A finished run of the referee."""

    def __init__(self, arguments, code, out, err, seconds):
        self.arguments, self.code, self.out, self.err, self.seconds = arguments, code, out, err, seconds
        self.given_games = ()
        self.standings = None
        self.pid = None

    def __str__(self):
        return f"exit code {self.code}, stdout {self.out[-300:]!r}, stderr {self.err[-600:]!r}"


def referee_in(folder):
    def referee(*arguments, env=None):
        begin = time.monotonic()
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")}
        process = subprocess.Popen([REFEREE, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env={**environment, **(env or {})}, start_new_session=True)
        try:
            out, err = process.communicate(timeout=PATIENCE_S)
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            code = "none: it hangs"
        run = Run(arguments, code, out.decode(errors="replace"), err.decode(errors="replace"), time.monotonic() - begin)
        run.pid = process.pid
        return run
    return referee


def environment_of(report, fault=None):
    report.write_bytes(bytes(8 * PLACES))
    variables = {"LD_PRELOAD": LIBRARY, "FAULT_REPORT": report}
    if fault:
        variables |= {"FAULT_CALL": fault.place, "FAULT_NTH": fault.nth, "FAULT_TIMES": fault.times, "FAULT_ERRNO": number_of(fault.error)}
    return {name: str(value) for name, value in variables.items()}


def counts_in(report):
    return struct.unpack(f"{PLACES}Q", report.read_bytes())


def living_descendants():
    """Waits for the processes that the referee has left, which become children of this process. After 3 s, kills those
    that still run. Returns the command lines of the killed processes."""
    end = time.monotonic() + 3
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return []
        if pid != 0:
            continue
        if time.monotonic() > end:
            break
        time.sleep(0.002)
    found = []
    for pid in map(int, pathlib.Path("/proc/thread-self/children").read_text().split()):
        found.append(pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:100])
        os.kill(pid, signal.SIGKILL)
    return found


def judge_end(fault, run):
    """Yields the problems of how a run with a failed call ended. If the run fails because of it, the exit code must be 1,
    or 2 for an unusable file, and one line must name the error."""
    if run.code not in (0, 1, 2):
        yield f"an unexpected end: {run}"
    said = [line for line in run.err.splitlines() if line.startswith("referee: ")]
    if len(run.err.splitlines()) != len(said):
        yield f"stderr has other lines: {run.err!r}"
    if run.code in (1, 2):
        mute = fault.call == "write" and not said
        words = (os.strerror(number_of(fault.error)), *GENERAL_WORDS, *WORDS_OF.get(fault.call, ()))
        if not mute and not any(word in said[-1] for word in words if said):
            yield f"the error is not named: {run}"
    if run.seconds > SLOW_S:
        yield f"it takes {run.seconds:.0f} s: {run}"


def judge_rest(fault, folder, run):
    for process in living_descendants():
        yield f"a process is left: {process}"
    groups = [f"{path}/{name}" for path, folders, _ in os.walk("/sys/fs/cgroup") for name in folders
              if name.startswith(f"referee-{run.pid}-")]
    if groups:
        referee_in(folder)("check", "/bin/true")  # each referee removes the groups of dead referees
        left = [group for group in groups if pathlib.Path(group).exists()]
        if left or fault.call not in MAY_LEAVE_GROUP:
            yield f"control groups are left: {groups}{'' if left else ', until the next referee'}"
    for name in sorted(path.name for path in folder.iterdir()):
        # SQLite's journal, which the next process recovers
        journal = name.startswith("t.db-") and "t.db" in fault.scenario.left
        if name not in fault.scenario.left and not journal:
            yield f"a file is left: {name}"


MAY_LEAVE_GROUP = ("rmdir", "kill")


def judge(fault, base):
    """Returns all problems after a failure, the number of injected failures, and the exit code."""
    scenario, calm = fault.scenario, CALM[fault.scenario.name]
    folder = base / "run"
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(scenario, GIVEN, folder)
    referee = referee_in(folder)
    report = base / "report"
    run = referee(*scenario.arguments, env=environment_of(report, fault))
    run.given_games = games_of(GIVEN / "t.db").keys() if scenario.name == "resumed" else ()
    wrong = [*judge_end(fault, run), *judge_rest(fault, folder, run)]
    try:
        wrong += scenario.judge(folder, run, calm.folder, calm, referee)
    except Exception as error:  # pylint: disable=broad-except
        wrong.append(f"can't be judged: {error!r}: {run}")
    return wrong, counts_in(report)[-1], run.code


def work(fault):
    base = pathlib.Path(tempfile.gettempdir()) / f"worker{os.getpid()}"
    base.mkdir(exist_ok=True)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return fault, *judge(fault, base)


def places_of(count):
    """Returns the numbers from 1 to `count`, or an evenly spaced sample of them."""
    if count <= MAX_PLACES:
        return range(1, count + 1)
    return sorted({1 + round(i * (count - 1) / (MAX_PLACES - 1)) for i in range(MAX_PLACES)})


def name_of(place, names):
    call = names.get(place % CHILD, "?")
    return {0: call, 1: f"child's {call}", 2: f"{call} of others"}[place // CHILD]


def faults_of(scenario, counts, names):
    for place, count in enumerate(counts[:-1]):
        call = names.get(place % CHILD, "?")
        if count == 0 or call in UNFAILING:
            continue
        if call not in ERRORS:
            raise RuntimeError(f"{call} is not in the table of errors.py")
        for nth in places_of(count if place < OTHERS else min(count, 4)):
            for error in ERRORS[call].split():
                for times in (1, 3) if error in PASSING or number_of(error) == HALF else (1, FOR_EVER):
                    yield Fault(scenario, place, name_of(place, names), nth, error, times)


def run_calm(folder):
    """Runs each scenario without failures. Returns the runs, which include the counts of their calls."""
    found = {}
    for scenario in SCENARIOS:
        own = folder / scenario.name
        lay_out(scenario, GIVEN, own)
        report = folder / "report"
        run = referee_in(own)(*scenario.arguments, env=environment_of(report))
        if run.code == NO_DISPATCH:
            print("This kernel has no Syscall User Dispatch.")
            sys.exit(SKIPPED)
        if "no sandbox" in run.err:
            print(f"There is no sandbox here: {scenario.name} is left out.")
            continue
        if run.code != 0:
            raise RuntimeError(f"{scenario.name} fails by itself: {run}")
        run.folder, run.counts = own, counts_in(report)
        if (own / "t.db").exists():
            run.standings = referee_in(own)("standings", "t.db").out
        found[scenario.name] = run
    return found


def main():
    global GIVEN, CALM
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    names = call_names()
    with tempfile.TemporaryDirectory(prefix="referee_faults_") as folder:
        tempfile.tempdir = folder
        base = pathlib.Path(folder)
        GIVEN = base / "given"
        GIVEN.mkdir()
        prepare(GIVEN, referee_in(GIVEN))
        (base / "calm").mkdir()
        CALM = run_calm(base / "calm")
        scenarios = [scenario for scenario in SCENARIOS if scenario.name in CALM]
        faults = [fault for scenario in scenarios for fault in faults_of(scenario, CALM[scenario.name].counts, names)]
        faults = [fault for fault in faults if options.only in str(fault)]
        faults.sort(key=lambda fault: hashlib.sha256(str(fault).encode()).digest())
        if options.sample:
            faults = faults[:options.sample]
        print(f"{len(faults)} failures", flush=True)
        ends, injected, bad = collections.Counter(), 0, 0
        with multiprocessing.get_context("fork").Pool(WORKERS * os.cpu_count()) as pool:
            for fault, wrong, hits, code in pool.imap_unordered(work, faults):
                injected += hits > 0
                ends[code] += 1
                bad += bool(wrong)
                for text in wrong:
                    print(f"{fault}: {text}", flush=True)
        print(f"{injected} of {len(faults)} failures came about; exit codes: {dict(ends)}; {bad} broke a promise")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
