"""Finds what runs of the referee leave behind: processes, zombies, descriptors, mounts, control groups and temporary
files."""
import dataclasses
import os
import pathlib

CONTROL_GROUPS = pathlib.Path("/sys/fs/cgroup")
TEMPORARY = [pathlib.Path("/tmp"), pathlib.Path("/dev/shm"), pathlib.Path("/var/tmp")]


@dataclasses.dataclass
class RunTraces:
    processes: list
    zombies: list
    groups: list
    files: list
    descriptors: object  # the number of descriptors that the referee had open at its exit; None if unknown
    peak_kb: object

    def problems(self, max_peak_kb):
        for what in ("processes", "zombies", "groups", "files"):
            if getattr(self, what):
                yield f"left behind: {what} {getattr(self, what)}"
        if self.descriptors not in (None, 3):
            yield f"{self.descriptors} descriptors were open at the referee's exit instead of 3"
        if self.peak_kb is not None and self.peak_kb > max_peak_kb:
            yield f"the referee took {self.peak_kb} kB"


def groups_of(pid):
    """Finds the control groups of a referee. Does not use glob(), which fails if groups of other programs disappear
    meanwhile."""
    return [os.path.join(folder, name) for folder, names, _ in os.walk(CONTROL_GROUPS) for name in names
            if name == f"referee-{pid}" or name.startswith(f"referee-{pid}-")]


def numbers_in(path):
    """Returns {key: [rest of line, ...]}."""
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        key, _, rest = line.partition(" ")
        found.setdefault(key, []).append(rest)
    return found


def of_run(folder, code):
    """Returns the reports of witness and exit_report about the run in this folder. The only other files in the folder may
    be the log and files of the bots."""
    seen = numbers_in(folder / "witness")
    told = numbers_in(folder / "exit_report")
    assert int(seen["exit_code"][0]) == code
    left = seen.get("left", [])
    return RunTraces(
        processes=[process for process in left if process.split()[1] != "Z"],
        zombies=[process for process in left if process.split()[1] == "Z"],
        groups=groups_of(seen["pid"][0]),
        files=[path.name for path in (folder / "cwd").iterdir()],
        descriptors=int(told["descriptors"][0]) if told else None,
        peak_kb=int(told["peak_kb"][0]) if told else None)


def summary(runs):
    return ", ".join(f"{sum(len(getattr(run, what)) for run in runs)} {name}" for what, name in (
        ("processes", "processes"), ("zombies", "zombies"), ("groups", "control groups"), ("files", "files"))) + \
        f", {sum((run.descriptors or 3) - 3 for run in runs)} descriptors"


def mounts():
    return pathlib.Path("/proc/self/mountinfo").read_text().splitlines()


def temporary_files():
    return {str(path) for folder in TEMPORARY if folder.is_dir() for path in folder.iterdir()
            if path.name.startswith(("hostile", "referee-", "bwrap", "warden")) and not path.name.startswith("hostile_run_")}


class Machine:
    """Compares the whole machine with its state at the start."""

    def __init__(self):
        self.mounts = mounts()
        self.files = temporary_files()

    def problems(self):
        return sorted(set(mounts()) - set(self.mounts)) + sorted(temporary_files() - self.files)

    def left(self):
        new = [len(set(mounts()) - set(self.mounts)), len(temporary_files() - self.files)]
        return f"{new[0]} mounts, {new[1]} temporary files of the machine"
