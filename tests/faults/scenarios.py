"""The scenarios in which system calls fail, and the conditions that must hold afterwards."""
import contextlib
import dataclasses
import json
import re
import shutil
import sqlite3
from typing import Callable

from harness import LONG_LIMITS, SCRIPTED_BOT
from tournament_case import stored_logs

# The options of a match with at most 9 plies. Such a match is short, and still makes every system call of a match.
SMALL = ["--game", "magnetize:height=3,width=3,square=2,maglock=2", "--seed", "7", *LONG_LIMITS, "--limits", "margin=5s"]
BOTS = [SCRIPTED_BOT, f"{SCRIPTED_BOT} --pick 1"]
SANDBOX = ["--sandbox", "on"]
PLAIN = ["--sandbox", "off"]
MATCH = [*BOTS, *SMALL, "--log", "log"]
TOURNAMENT = ["tournament", *BOTS, *SMALL, "--games", "4", "--jobs", "2", "--force", "--json", "--db", "t.db"]


@dataclasses.dataclass
class Scenario:
    name: str
    arguments: list
    given: list      # files of the prepared folder that exist at the start
    judge: Callable  # judge(folder, run, calm_folder, calm_run, referee): yields the problems
    left: list       # files that may exist at the end


def match_of(log):
    return {"plies": [(ply["player"], ply["move"]) for ply in log["plies"]], "result": log["result"], "failure": log.get("failure")}


def without_times(text):
    """Removes the columns of times, with which the table of a series ends."""
    return re.sub(r"( +\d+\.\d+){2}$", "", text, flags=re.M)


def matches_in(path):
    """Returns the matches of a log. A log holds either one match, or one match per line."""
    text = path.read_text() if path.exists() else ""
    try:
        return [match_of(json.loads(text))] if text else []
    except json.JSONDecodeError:
        return [match_of(json.loads(line)) for line in text.splitlines()]


def judge_match(folder, run, calm_folder, calm_run, referee):
    calm = matches_in(calm_folder / "log")
    logged = matches_in(folder / "log")
    if logged != calm[:len(logged)]:
        yield f"another match is logged: {logged}"
    if run.code == 0 and len(logged) < len(calm):
        yield "exit code 0, but a match is not logged"
    if run.code == 0 and without_times(run.out) != without_times(calm_run.out):
        yield f"another result is printed: {run}"
    if "forfeit" in run.out:
        yield "a bot forfeits"


def games_of(db):
    """The result and the moves of each game of a tournament, by its number."""
    with contextlib.closing(sqlite3.connect(db)) as file:
        rows = file.execute("SELECT number, first, second, winner, ending FROM matches").fetchall()
    logs = stored_logs(db)
    return {row[0]: (*row[1:], match_of(logs[row[0]])) for row in rows}


def events_in(text):
    """Yields the events. The last line may be truncated if stdout could not be written."""
    for line in text.splitlines():
        with contextlib.suppress(json.JSONDecodeError):
            yield json.loads(line)


def judge_tournament(folder, run, calm_folder, calm_run, referee):
    calm = games_of(calm_folder / "t.db")
    told = {event["game"] - 1 for event in events_in(run.out) if event["event"] == "played"} | set(run.given_games)
    db = folder / "t.db"
    if run.code == 0 and not db.exists():
        yield "exit code 0, but there is no file"
        return
    if not db.exists():
        return
    kept = games_of(db)
    if not told <= kept.keys():
        yield f"games are lost: {told - kept.keys()}"
    if run.code == 0 and kept != calm:
        yield "exit code 0, but the games are others"
    resumed = referee("tournament", "--resume", "--db", "t.db")
    if resumed.code != 0:
        yield f"it can't be resumed: {resumed}"
    elif games_of(db) != calm:
        yield "the games are others when it is resumed"
    elif referee("standings", "t.db").out != calm_run.standings:
        yield "the standings are others when it is resumed"


def judge_reading(folder, run, calm_folder, calm_run, referee):
    if run.code == 0 and run.out != calm_run.out:
        yield "exit code 0, but other output"


def judge_page(folder, run, calm_folder, calm_run, referee):
    if run.code == 0 and (folder / "page.html").read_bytes() != (calm_folder / "page.html").read_bytes():
        yield "exit code 0, but another page"


SCENARIOS = [
    Scenario("match", [*MATCH, *PLAIN], [], judge_match, ["log"]),
    Scenario("sandbox", [*MATCH, *SANDBOX], [], judge_match, ["log"]),
    Scenario("paused", [*MATCH, *PLAIN, "--ponder", "off"], [], judge_match, ["log"]),
    Scenario("paused_in_sandbox", [*MATCH, *SANDBOX, "--ponder", "off"], [], judge_match, ["log"]),
    Scenario("series", [*MATCH, *PLAIN, "--games", "2", "--pin"], [], judge_match, ["log"]),
    Scenario("tournament", [*TOURNAMENT, *PLAIN], [], judge_tournament, ["t.db"]),
    Scenario("resumed", ["tournament", "--resume", "--db", "t.db", "--json", "--jobs", "2", "--force"], ["t.db"],
             judge_tournament, ["t.db"]),
    Scenario("export", ["export", "t.db"], ["t.db"], judge_reading, ["t.db"]),
    Scenario("standings", ["standings", "t.db"], ["t.db"], judge_reading, ["t.db"]),
    Scenario("replay", ["replay", "log"], ["log"], judge_reading, ["log"]),
    Scenario("view", ["view", "log", "--output", "page.html"], ["log"], judge_page, ["log", "page.html"]),
]


def prepare(folder, referee):
    """Makes the files that scenarios need: a match's log, and a tournament with 2 of 4 games."""
    for arguments in ([*MATCH, *PLAIN], [*TOURNAMENT, *PLAIN, "--stop-after", "2"]):
        run = referee(*arguments)
        if run.code != 0:
            raise RuntimeError(f"the preparation fails: {run}")


def lay_out(scenario, given, folder):
    folder.mkdir()
    for name in scenario.given:
        shutil.copy(given / name, folder / name)
