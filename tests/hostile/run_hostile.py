#!/usr/bin/python3
"""Plays the hostile corpus (see corpus.py) with the built referee. Each program plays in both seats, with and without a
sandbox, against a good bot, and some programs play against each other. Prints one line per run, and everything that a
run has left.

    run_hostile.py [--quick] [--reuse] [--only TEXT] [-- OPTION...]

Each OPTION, such as --ponder on, is passed to the referee in runs with a sandbox.
--quick: plays each program except the thieves once, in one seat and one mode, which alternate. --reuse: one process plays
both games of a run. A program that forfeits the first game also forfeits the second one, in a new process.
Needs the environment of the end-to-end tests, and REFEREE_HOSTILE, the folder of the compiled programs. The exit code
is 0 if everything was right.
"""
import argparse
import concurrent.futures
import contextlib
import dataclasses
import json
import os
import pathlib
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "end_to_end")]
from corpus import Program, read_corpus, read_pairs  # noqa: E402
from harness import FACTOR, LONG, REFEREE, SCRIPTED_BOT  # noqa: E402
from judge import judge  # noqa: E402
import traces  # noqa: E402

HOSTILE = pathlib.Path(os.environ["REFEREE_HOSTILE"])

# A margin that no good bot exceeds, even on a busy machine.
LIMIT_MS, MARGIN_MS = 200 * FACTOR, 240 * FACTOR
GAMES = {
    # A game in which no square is filled if both bots play the first listed move. It then has 42 plies. It does not
    # depend on the defaults.
    "": "magnetize:height=6,width=7,square=2,maglock=2",
    "large": "magnetize:height=64,width=64",
    "large_short": "magnetize:height=64,width=64,max_plies=40",
}
MOST_PEAK_KB = 32 * 1024
LONGEST_RUN_S = 240 * FACTOR
WELL = Program("by_rules/plays_well", "scripted", "--at 0", {})
SEATS = ("first", "second")

starting = threading.Lock()  # a program file that is being written can't be executed, so no program may be started
                             # meanwhile


@dataclasses.dataclass
class Expected:
    """How one game must end."""
    ending: str
    loser: object       # index into the programs of the first game, or None
    turn: str           # the loser's turn, as in the corpus


BY_RULES = Expected("by_rules", None, "")


@dataclasses.dataclass
class Plan:
    """A run of the referee, and its expected result."""
    programs: list      # the programs of players 0 and 1 in the first game
    mode: str
    loser: object       # index into programs, or None
    ending: str
    subject: Program    # the program whose properties count; in a pair, the expected loser
    seat: str           # as printed
    reuse: bool         # one process plays all games
    more: tuple = ()    # options for the referee

    @property
    def of_pair(self):
        return WELL not in self.programs

    @property
    def alone(self):
        return any("alone" in program.words for program in self.programs)

    @property
    def title(self):
        hostile = [program.name for program in self.programs if program is not WELL]
        return " against ".join(hostile or [WELL.name])

    @property
    def games(self):
        return int(self.word("games") or (2 if self.reuse else 1))

    @property
    def expected(self):
        """How each game must end. An element is None if its game may end in any way."""
        usual = Expected(self.ending, self.loser, self.subject.words.get("turn", "2"))
        if self.games == 1:
            return [usual]
        kept = self.subject.words.get("kept") if self.reuse else None
        last = Expected(kept, None if kept == "by_rules" else self.programs.index(self.subject), "1") if kept else usual
        # The sides are swapped in the second game. If both programs misbehave, the program that was second in the first
        # game may then misbehave first.
        open_end = not self.word("games") and (self.of_pair or "opponent_thinks" in self.subject.words)
        return [BY_RULES if self.word("games") else usual, None if open_end else last]

    def word(self, name):
        return next((program.words[name] for program in self.programs if name in program.words), None)


@dataclasses.dataclass
class Outcome:
    plan: Plan
    got: str = "?"
    late_ms: object = None
    problems: list = dataclasses.field(default_factory=list)
    traces: object = None


def is_short(plan):
    endings = {program.ending(plan.mode) for program in plan.programs} | {game.ending for game in plan.expected if game}
    return "timeout" in endings or plan.word("limits") == "short"


def place_program(program, folder):
    """Puts a program into its own folder, so that it can only damage itself. Returns the command line."""
    name = program.name.split("/")[1]
    home = folder / "bot"
    home.mkdir(parents=True)
    if program.kind == "made":
        (folder / "elsewhere").mkdir()
        made = home / name
        subprocess.run(["sh", "-ec", program.source, "sh", made, folder / "elsewhere"], check=True)
        if made.is_file() and program.name != "wrong_use/not_executable" and not made.is_symlink():
            made.chmod(0o755)
        return shlex.quote(str(made))
    source = {"c": lambda: HOSTILE / program.name, "script": lambda: program.source,
              "scripted": lambda: pathlib.Path(SCRIPTED_BOT)}[program.kind]()
    shutil.copy(source, home / name)
    (home / name).chmod(0o755)
    if program.kind != "scripted":
        return shlex.quote(str(home / name))
    arguments = program.source.format(just_in_time=LIMIT_MS - 1, too_late=LIMIT_MS + MARGIN_MS + 200) \
        if "{" in program.source else program.source
    return f"{shlex.quote(str(home / name))} {arguments}"


def opponent_of(plan, culprit_at):
    """Returns the command line of a good bot. If the plan says so, this bot thinks in the turn after the culprit's second
    turn."""
    extra = ""
    if "opponent_thinks" in plan.subject.words:
        extra = f" --at {2 + culprit_at} --do late:{300 * FACTOR}"
    return f"{shlex.quote(SCRIPTED_BOT)} --pick 0{extra}"


def arguments_of(plan, folder):
    bots = []
    for index, program in enumerate(plan.programs):
        well = program is WELL
        bots.append(opponent_of(plan, 1 - index) if well else place_program(program, folder / str(index)))
    arguments = [*(f"{name}={command}" for name, command in zip("AB", bots)), "--sandbox", plan.mode, "--seed", 1, "--log", folder / "log",
                 "--game", GAMES[plan.word("game") or ""], "--games", plan.games]
    if plan.reuse:
        arguments.append("--reuse")
    short = is_short(plan)
    arguments += ["--move-time", f"{LIMIT_MS}ms" if short else LONG, "--limits", f"margin={MARGIN_MS}ms"]
    arguments += ["--limits", "first=" + (f"{LIMIT_MS}ms" if plan.word("first") == "short" else LONG)]
    for name, program in zip("AB", plan.programs):
        if short and program is WELL:  # a good bot must not be late, however busy the machine is
            arguments += ["--limits", f"{name}:move={LONG},first={LONG}"]
    for option in ("memory", "processes"):
        if plan.word(option):
            arguments += ["--limits", f"{option}={plan.word(option)}"]
    if any(set(program.words) & {"attack", "stderr"} for program in plan.programs):
        arguments.append("--stderr")
    return list(map(str, [*arguments, *plan.more]))


def play(plan, root, honest):
    """Runs the referee, and compares the run with the plan."""
    outcome = Outcome(plan)
    folder = pathlib.Path(tempfile.mkdtemp(dir=root))
    (folder / "cwd").mkdir()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")}
    environment |= {"TMPDIR": str(folder / "cwd"), "EXIT_REPORT": str(folder / "exit_report")}
    preload = ["env", f"LD_PRELOAD={HOSTILE / 'exit_report.so'}"] if FACTOR == 1 else []
    with starting:
        arguments = arguments_of(plan, folder)
        process = subprocess.Popen(
            [HOSTILE / "witness", folder / "witness", "/usr/bin/env", *preload[1:], REFEREE, *arguments],
            cwd=folder / "cwd", env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = process.communicate(timeout=LONGEST_RUN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        outcome.got = "the referee hangs"
        outcome.problems.append(f"no end within {LONGEST_RUN_S} s: {shlex.join(arguments)}")
        return outcome
    out, err = (text.decode(errors="surrogateescape") for text in (out, err))
    judge(outcome, process.returncode, out, err, folder / "log", honest)
    outcome.traces = traces.of_run(folder, process.returncode)
    outcome.problems += outcome.traces.problems(MOST_PEAK_KB)
    if not outcome.problems:
        shutil.rmtree(folder)
    else:
        outcome.problems.append(f"it was: referee {shlex.join(arguments)}")
    return outcome


def plans_of(programs, quick, reuse):
    plans = []
    for index, program in enumerate(programs):
        if quick and "thief" in program.words:
            continue  # thieves keep the machine busy for seconds; other tests play the most important of them
        runs = [(mode, seat) for mode in program.modes for seat in (0, 1)]
        for mode, seat in [runs[index % len(runs)]] if quick else runs:
            kept = reuse or "reuse" in program.words
            ending = program.ending(mode)
            both = [program, WELL] if seat == 0 else [WELL, program]
            plans.append(Plan(both, mode, None if ending == "by_rules" else seat, ending, program, SEATS[seat], kept))
    return plans


def plans_of_pairs(programs, quick, reuse):
    plans = []
    by_name = {program.name: program for program in programs}
    for index, (first, second, loser, ending) in enumerate(read_pairs()):
        both = [by_name[first], by_name[second]]
        modes = [mode for mode in ("on", "off") if all(mode in program.modes for program in both)]
        for mode in [modes[index % len(modes)]] if quick else modes:
            plans.append(Plan(both, mode, loser, ending, both[loser or 0], "both", reuse))
    return plans[::4] if quick else plans


def honest_games(root):
    """The games of two good bots, by kind of game: (result, moves)."""
    honest = {}
    for key, game in GAMES.items():
        log = root / f"honest_{key}"
        subprocess.run([REFEREE, SCRIPTED_BOT, SCRIPTED_BOT, "--game", game, "--sandbox=off", "--seed", "1", "--log", log,
                        "--move-time", LONG, "--limits", f"first={LONG}", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        data = json.loads(log.read_text())
        honest[key] = (data["result"], [(ply["player"], ply["move"]) for ply in data["plies"]])
        log.unlink()
    return honest


def possible_here(plans, root):
    """Removes and reports the runs that this machine can't do safely. Without limits, a bomb would harm the machine."""
    log = root / "probe"
    probe = subprocess.run([REFEREE, SCRIPTED_BOT, SCRIPTED_BOT, "--sandbox=on", "--log", log], stderr=subprocess.PIPE,
                           stdout=subprocess.DEVNULL, text=True)
    if probe.returncode != 0:
        why = probe.stderr.strip()
        kept = [plan for plan in plans if plan.mode == "off"]
    elif json.loads(log.read_text())["limits"]["kept_by"].startswith("cgroup"):
        return plans
    else:
        why = "there are no control groups here"
        kept = [plan for plan in plans if not (plan.word("memory") or plan.word("processes"))]
    print(f"{len(plans) - len(kept)} runs are left out: {why}")
    return kept


@contextlib.contextmanager
def baits():
    """Opens two things that bots in a sandbox must not reach: a port of this machine, and a unix socket without a
    file."""
    with socket.socket() as port, socket.socket(socket.AF_UNIX) as named:
        with contextlib.suppress(OSError):  # if another program has the port, that program serves as bait
            port.bind(("127.0.0.1", 47391))
            port.listen()
        with contextlib.suppress(OSError):
            named.bind("\0hostile_bait")
            named.listen()
        yield


def run_all(plans, root, honest):
    """Runs two plans at a time, and then the plans that must run alone, one by one. Yields the outcomes of each of these
    two groups in the order of its plans."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        yield from pool.map(lambda plan: play(plan, root, honest), [plan for plan in plans if not plan.alone])
    for plan in plans:
        if plan.alone:
            yield play(plan, root, honest)


def show(outcome):
    plan = outcome.plan
    expected = [game.ending for game in plan.expected if game][-1]
    late = "" if outcome.late_ms is None else f"{outcome.late_ms:.1f}"
    print(f"{plan.title:<75} {plan.seat:<6} {plan.mode:<4} {expected:<15} {outcome.got:<15} {late:>7}  "
          f"{'WRONG' if outcome.problems else 'ok'}", flush=True)
    for problem in outcome.problems:
        print(f"    {problem}".encode(errors="backslashreplace").decode()[:2000], flush=True)


def summarize(outcomes, programs, machine, began):
    right = sum(not outcome.problems for outcome in outcomes)
    late = sorted(outcome.late_ms for outcome in outcomes if outcome.late_ms is not None)
    print(f"\n{right} of {len(outcomes)} runs of {programs} programs are right, in {time.monotonic() - began:.0f} s")
    if late:
        print(f"judged so many ms after limit and margin: p50 {late[len(late) // 2]:.1f}, most {late[-1]:.1f}")
    seen = [outcome.traces for outcome in outcomes if outcome.traces]
    left = machine.left()
    print(f"left behind: {traces.summary(seen)}, {left}")
    peaks = [trace.peak_kb for trace in seen if trace.peak_kb]
    print(f"peak memory of the referee: {max(peaks) / 1024:.1f} MiB" if peaks else
          "peak memory of the referee: not measured under sanitizers")
    return right == len(outcomes) and bool(outcomes) and not machine.problems()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--reuse", action="store_true")
    parser.add_argument("--only", default="", help="only runs whose title contains this")
    parser.add_argument("more", nargs="*", metavar="-- OPTION", help="options for the referee in a sandbox")
    options = parser.parse_args()
    began = time.monotonic()
    programs = read_corpus()
    plans = plans_of(programs, options.quick, options.reuse) + plans_of_pairs(programs, options.quick, options.reuse)
    machine = traces.Machine()
    root = pathlib.Path(tempfile.mkdtemp(prefix="hostile_run_"))
    for plan in plans:
        plan.more = tuple(options.more) if plan.mode == "on" else ()
    plans = possible_here([plan for plan in plans if options.only in plan.title], root)
    print(f"{'program':<75} {'seat':<6} {'box':<4} {'expected':<15} {'got':<15} {'ms over':>7}")
    outcomes = []
    with baits():
        for outcome in run_all(plans, root, honest_games(root)):
            show(outcome)
            outcomes.append(outcome)
    all_right = summarize(outcomes, len(programs), machine, began)
    if all_right:
        shutil.rmtree(root)
    else:
        print(f"NOT all right; what went wrong is kept in {root}")
    return 0 if all_right else 1


if __name__ == "__main__":
    sys.exit(main())
