#!/usr/bin/python3
"""Measures whether a bot can steal time from its opponent.

An honest bot uses half of its limit as CPU time in each move. It plays against each thief of tests/hostile, and against
a control that steals nothing. The two alternate in short stretches, so that both meet the same noise. With two jobs,
the table also has a row for games of two honest bots that are played at the same time as the thief's games ("beside").
A game ends early if a bot forfeits. To get all its moves, a cell may then have up to twice the usual number of
stretches. It ends after them even if moves are missing.

A cell is one thief in one box with one number of jobs. The boxes are: cgroups (the sandbox with control groups),
rlimits (the sandbox without them; as an ordinary user, if this is root), and none (no sandbox; for information only,
because nothing is promised there). Each figure is THIEF/CONTROL. The times are those of the honest bot's moves, without
the first move of each game, which has its own limit. A turn that ended in a forfeit counts with the time that it took.
CPU time includes waiting for memory, but the honest bot uses a fixed amount of CPU time. So the figures don't show how
much less work it gets done beside a thief of bandwidth.

--uncounted measures something else: the CPU time of a bot with many busy threads that is charged to no turn. It does so
for each way to stop a bot: by a signal from the referee, by the warden, or by a signal to its process group.
"""
import argparse
import collections
import contextlib
import dataclasses
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "hostile"))
from corpus import read_corpus  # noqa: E402
from free_thinking import WAYS_TO_STOP, turn_of_busy_bot  # noqa: E402

PROMISING = ("cgroups", "rlimits")
BOXES = (*PROMISING, "none")
NOBODY = "65534"
# Bots that play the first listed move end this game after 42 plies.
GAME = "magnetize:height=6,width=7,square=2,maglock=2"
MOVES_A_GAME = 21
THIEF = "guest"  # the name of the thief, or the control, in a tournament
GAMES_A_STRETCH = {1: 4, 2: 3}  # by number of jobs: the games in which the thief plays
MAX_STRETCHES = 2               # in multiples of the stretches that suffice if no bot forfeits
MAX_STRETCH_S = 300
# What the log of a game says about a late bot, see "The clock" in docs/security.md.
LOSS = ("elapsed_us", "cpu_us", "waited_us", "taken_us")


@dataclasses.dataclass
class Sample:
    """What happened to honest bots."""
    games: int = 0
    moves: int = 0
    void: int = 0
    forfeits: collections.Counter = dataclasses.field(default_factory=collections.Counter)         # forfeits of honest bots
    guest_forfeits: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    losses: list = dataclasses.field(default_factory=list)                                         # of honest bots, as the logs tell them
    wall_us: list = dataclasses.field(default_factory=list)
    cpu_us: list = dataclasses.field(default_factory=list)

    def add(self, log):
        names = [player["name"] for player in log["players"]]
        self.games += 1
        met = set()
        for ply in log["plies"]:
            name = names[ply["player"]]
            if name == THIEF:
                continue
            self.moves += 1
            if name in met:
                self.wall_us.append(ply["wall_us"])
                if ply["cpu_us"] is not None:  # the CPU time of a quick turn is reported with the next one
                    self.cpu_us.append(ply["cpu_us"])
            met.add(name)
        if log["failure"] is not None:
            self.add_failure(log, names[log["failure"]["player"]], met)

    def add_failure(self, log, name, met):
        ending = log["result"]["ending"]
        if name == THIEF:
            self.guest_forfeits[ending] += 1
            return
        self.forfeits[ending] += 1
        self.losses.append({key: log["failure"].get(key) for key in LOSS} | {"detail": log["result"]["detail"]})
        self.moves += 1
        if name in met:
            self.wall_us.append(log["failure"]["elapsed_us"])

    def figures(self):
        return {"games": self.games, "moves": self.moves, "forfeits": dict(self.forfeits), "void_games": self.void,
                "guest_forfeits": dict(self.guest_forfeits), "losses": self.losses, "wall_us": summary(self.wall_us),
                "cpu_us": summary(self.cpu_us)}


def summary(times):
    times = sorted(times)
    if not times:
        return {"median": None, "p99": None}
    return {"median": times[len(times) // 2], "p99": times[len(times) * 99 // 100]}


class LeftOut(Exception):
    """Raised for a cell that can't be measured here. The message is the reason."""


class Bench:
    """The programs, copied to where an ordinary user can run them. Each bot has its own folder."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        folder.chmod(0o755)
        self.referee = self.place(options.bin / "referee", "referee")
        self.honest = self.place(options.bots / "honest_bot", "honest")
        self.control = [self.place(options.bots / "honest_bot", "control"), "0"]

    def place(self, program, name):
        home = self.folder / name
        home.mkdir(exist_ok=True)
        shutil.copy(program, home)
        return str(home / program.name)

    def thief(self, program):
        return [self.place(self.options.bots / program.name, program.name.replace("/", "_"))]

    def stretch(self, guest, box, jobs, direct, beside):
        """Plays a small tournament of the guest and honest bots, and adds its games to the samples."""
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            folder = pathlib.Path(made)
            folder.chmod(0o777)
            bots = [{"name": THIEF, "command": guest}]
            # With two jobs, each round has one game with the guest and one without it.
            bots += [{"name": f"honest {i}", "command": [self.honest, str(self.options.percent)]} for i in range(2 * jobs - 1)]
            (folder / "bots.json").write_text(json.dumps({"bot": bots}))
            events = self.run(folder, box, jobs)
            with contextlib.closing(sqlite3.connect(folder / "t.db")) as db:
                guests = {number for number, *pair in db.execute("SELECT number, first, second FROM games") if 0 in pair}
                numbers = [number for number, in db.execute("SELECT number FROM matches ORDER BY number")]
            export = subprocess.run([self.referee, "export", folder / "t.db"], check=True, stdout=subprocess.PIPE)
            for number, line in zip(numbers, export.stdout.splitlines(), strict=True):
                log = json.loads(line)
                self.check(log, box)
                (direct if number in guests else beside).add(log)
            for event in events:
                if event["event"] == "void":  # the games of events are numbered from 1
                    (direct if event["game"] - 1 in guests else beside).void += 1

    def run(self, folder, box, jobs):
        limit = f"{self.options.move_time}ms"
        command = [self.referee, "tournament", "--plan", "bots.json", "--game", GAME, "--games", "4" if jobs == 1 else "1",
                   "--jobs", str(jobs), "--seed", "1", "--db", "t.db", "--json", "--move-time", limit,
                   "--limits", f"margin={self.options.margin}ms", "--sandbox", "off" if box == "none" else "on", *self.options.more]
        if box == "rlimits" and os.geteuid() == 0:
            command = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", *command]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")} | {"TMPDIR": str(folder)}
        run = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                             timeout=MAX_STRETCH_S)
        said = run.stderr.decode(errors="replace").strip()
        if run.returncode == 2:  # for example if there is no sandbox
            raise LeftOut(said)
        if run.returncode != 0:
            sys.exit(f"the tournament failed with exit code {run.returncode}: {said}")
        return [json.loads(line) for line in run.stdout.splitlines()]

    @staticmethod
    def check(log, box):
        kept_by = log["limits"]["kept_by"]
        found = "none" if log["players"][0]["isolation"] == "none" else "cgroups" if kept_by.startswith("cgroup") else kept_by
        if found != box:
            raise LeftOut(f"the limits are kept by {kept_by} here")

    def measure(self, program, box, jobs):
        """Returns the rows of a cell."""
        guests = {"control": self.control, "thief": self.thief(program)}
        direct = {who: Sample() for who in guests}
        beside = {who: Sample() for who in guests}
        usual = -(-self.options.moves // (GAMES_A_STRETCH[jobs] * MOVES_A_GAME))
        for _ in range(MAX_STRETCHES * usual):
            for who, guest in guests.items():
                self.stretch(guest, box, jobs, direct[who], beside[who])
            if min(sample.moves for sample in direct.values()) >= self.options.moves:
                break
        cell = {"thief": program.name.split("/")[1], "box": box, "jobs": jobs}
        samples = {"thief": direct} | ({"others": beside} if jobs > 1 else {})
        return [cell | {"games_of": whose} | {f"with_{who}": sample.figures() for who, sample in of.items()}
                for whose, of in samples.items()]


class Uncounted:
    """Measures the CPU time of a bot that is charged to no turn."""

    THREADS = (0, 16, 60)

    def __init__(self, bench):
        self.bench = bench
        self.busy = bench.place(bench.options.bots / "busy_bot", "busy")

    def play(self, threads, way):
        """Returns three times of a turn in milliseconds: its wall time, the charged time, and the CPU time used."""
        words, sandbox = WAYS_TO_STOP[way]
        with tempfile.TemporaryDirectory(dir=self.bench.folder) as folder:
            command = [self.bench.referee, " ".join([self.busy, str(threads), *words]), f"{self.bench.honest} 0", "--game", GAME,
                       "--sandbox", sandbox, "--move-time", "60s", "--limits", "first=60s,processes=400", "--log", "log"]
            run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=MAX_STRETCH_S)
            if run.returncode != 0:
                raise LeftOut(run.stderr.decode(errors="replace").strip())
            log = json.loads((pathlib.Path(folder) / "log").read_text())
        if log["failure"]:
            raise LeftOut(log["result"]["detail"])
        return turn_of_busy_bot(log)

    def run(self):
        print("Milliseconds of a turn of a bot with busy threads, by what stops it\n")
        print(f"{'stopped by':<18} {'threads':>7} {'wall':>9} {'charged':>9} {'CPU':>9} {'uncounted':>9}")
        for way in WAYS_TO_STOP:
            for threads in self.THREADS:
                try:
                    wall, charged, cpu = self.play(threads, way)
                except LeftOut as why:
                    print(f"{way:<18} {threads:>7} is left out: {why}", flush=True)
                    continue
                print(f"{way:<18} {threads:>7} {wall:>9.2f} {charged:>9.2f} {cpu:>9.2f} {max(0, cpu - charged):>9.2f}", flush=True)


# The columns: heading, width, figure. A cell shows two figures: "with the thief/with the control".
COLUMNS = {
    "moves": (9, lambda found: found["moves"]),
    "lost": (6, lambda found: sum(found["forfeits"].values())),
    "void": (5, lambda found: found["void_games"]),
    "wall p50": (9, lambda found: ms(found["wall_us"]["median"])),
    "wall p99": (9, lambda found: ms(found["wall_us"]["p99"])),
    "cpu p50": (9, lambda found: ms(found["cpu_us"]["median"])),
    "cpu p99": (9, lambda found: ms(found["cpu_us"]["p99"])),
}


def ms(us):
    return "-" if us is None else f"{us / 1000:.1f}"


def line_of(texts, markdown):
    if markdown:
        return f"| {' | '.join(text.strip() for text in texts)} |"
    return " ".join([f"{texts[0]:<23}", *(f"{text:>{width}}" for text, (width, _) in zip(texts[1:], COLUMNS.values()))])


def heading(box, jobs, markdown):
    where = {"cgroups": "In the sandbox, with control groups", "rlimits": "In the sandbox, without control groups",
             "none": "Without a sandbox, where nothing is promised"}[box]
    lines = [f"{where}, --jobs {jobs}", "", line_of(["thief", *COLUMNS], markdown)]
    return "\n".join(lines + [line_of(["---", *["---:"] * len(COLUMNS)], markdown)] * markdown)


def text_of(row, markdown):
    name = "  beside" if row["games_of"] == "others" else row["thief"]
    return line_of([name, *(f"{figure(row['with_thief'])}/{figure(row['with_control'])}" for _, figure in COLUMNS.values())],
                   markdown)


def losses_in(rows):
    """Yields how honest bots lost games, and how thieves did. The loss of a thief harms no other bot."""
    for row in rows:
        for who in ("thief", "control"):
            for loss in row[f"with_{who}"].get("losses", []):  # earlier versions did not keep them
                times = ", ".join(f"{key} {loss[key]}" for key in LOSS)
                yield f"{row['thief']}: an honest bot lost with the {who}: {loss['detail']} ({times})."
        for ending, count in row["with_thief"]["guest_forfeits"].items():
            yield f"{row['thief']} lost {count} of {row['with_thief']['games']} games by {ending}."


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=os.environ.get("REFEREE_BIN", str(ROOT / "bin")), help="folder of referee")
    parser.add_argument("--bots", type=pathlib.Path, help="folder of the built tests/hostile",
                        default=os.environ.get("REFEREE_HOSTILE", str(ROOT / "build" / "release" / "tests" / "hostile")))
    parser.add_argument("--moves", type=int, default=500, help="of the honest bot in a cell, at least (500)")
    parser.add_argument("--move-time", type=int, default=20, help="limit in milliseconds (20)")
    parser.add_argument("--margin", type=int, default=20, help="in milliseconds (20)")
    parser.add_argument("--percent", type=int, default=50, help="how much of the limit the honest bot needs (50)")
    parser.add_argument("--only", default="", help="only thieves whose name contains this")
    parser.add_argument("--box", choices=BOXES, action="append", help="only this one; without it, those in which something is promised")
    parser.add_argument("--jobs", type=int, choices=(1, 2), action="append", help="only this number")
    parser.add_argument("--uncounted", action="store_true", help="measure the time that a bot gets for nothing")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures here, after each cell")
    parser.add_argument("--resume", action="store_true", help="keep the cells that are in the file of --json, and measure the rest")
    parser.add_argument("more", nargs="*", metavar="-- OPTION", help="options for `referee tournament`")
    options = parser.parse_args()
    if options.resume and not options.json:
        parser.error("--resume needs --json")
    return options


class Report:
    """All rows, including those of an earlier run. Writes them after each cell."""

    def __init__(self, options):
        self.options = options
        self.settings = {key: getattr(options, key) for key in ("moves", "move_time", "margin", "percent", "more")}
        self.rows = []
        if options.resume and options.json.exists():
            earlier = json.loads(options.json.read_text())
            if earlier["settings"] != self.settings:
                sys.exit(f"{options.json} was measured with other settings: {earlier['settings']}")
            self.rows = earlier["rows"]

    def rows_of(self, cell, measure):
        """Returns the rows of this cell. Measures them if they don't exist yet."""
        rows = [row for row in self.rows if (row["thief"], row["box"], row["jobs"]) == cell]
        if not rows:
            rows = measure()
            self.rows += rows
            if self.options.json:
                self.options.json.write_text(json.dumps({"settings": self.settings, "rows": self.rows}, indent=1) + "\n")
        return rows


def run_box(bench, report, thieves, box, jobs):
    """Measures and prints one table."""
    markdown = report.options.markdown
    print(heading(box, jobs, markdown), flush=True)
    rows, remarks = [], []
    for program in thieves:
        if box == "none" and "off" not in program.modes:
            continue
        name = program.name.split("/")[1]
        try:
            found = report.rows_of((name, box, jobs), lambda program=program: bench.measure(program, box, jobs))
        except LeftOut as why:
            remarks.append(f"{name} is left out: {why}.")
            continue
        rows += found
        print("\n".join(text_of(row, markdown) for row in found), flush=True)
    remarks += losses_in(rows)
    print("\n".join(["", *remarks, ""] if remarks else [""]), flush=True)


def main():
    options = read_options()
    thieves = [program for program in read_corpus() if "thief" in program.words and options.only in program.name]
    report = Report(options)
    if options.uncounted:
        with tempfile.TemporaryDirectory(prefix="fairness_") as folder:
            Uncounted(Bench(options, pathlib.Path(folder))).run()
        return
    print("Milliseconds of a move of the honest bot, and its forfeits (lost); with the thief/with the control\n")
    with tempfile.TemporaryDirectory(prefix="fairness_") as folder:
        bench = Bench(options, pathlib.Path(folder))
        for box in options.box or PROMISING:
            for jobs in options.jobs or (1, 2):
                run_box(bench, report, thieves, box, jobs)


if __name__ == "__main__":
    main()
