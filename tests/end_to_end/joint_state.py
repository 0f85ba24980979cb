"""What a tournament's file says, without what may differ from run to run: times, hosts, and how the bots were started."""
import contextlib
import csv
import io
import json
import re
import sqlite3

from stored_logs import stored_logs

TIMED = {"started_at", "first_longest_us", "second_longest_us", "longest_turn_us", "void_games"}
SHEETS = ("games", "standings", "crosstable", "superiority", "covariance", "parameters", "nash", "endings")
RUN_ONLY = {"bot", "bots", "pause", "reuse", "sandbox", "sandbox-folder", "ponder"}
RUN_ONLY_LIMITS = ("memory=", "processes=", "cpus=")


def rows(db, query):
    with contextlib.closing(sqlite3.connect(db)) as file:
        return file.execute(query).fetchall()


def kept(db):
    """The matches as they stand in the file: none of them may change any more."""
    return {number: row for number, *row in rows(db, "SELECT number, started_at, moves_hash, matches.crc32, packed_logs.crc32 "
                                                     "FROM matches JOIN packed_logs USING (number)")} if db.exists() else {}


def settings_of(db):
    return json.loads(rows(db, "SELECT value FROM meta WHERE key = 'settings'")[0][0])


def match_of(log):
    """What does not depend on how and where a match was played."""
    limits = [{key: value for key, value in (holder.get("limits") or {}).items() if key in ("first_move_us", "move_us", "clock")}
              for holder in (log, *log["players"])]
    return {"game": log["game"], "names": [player["name"] for player in log["players"]], "limits": limits, "opening": log["opening"],
            "plies": [{key: ply[key] for key in ("player", "move", "lost", "frame")} for ply in log["plies"]], "result": log["result"]}


def changes_of(db):
    return [(kind, planned, json.loads(details)) for kind, planned, details in
            rows(db, "SELECT kind, planned, details FROM changes WHERE kind <> 'played' ORDER BY id")]


def schedule_of(db):
    """The games that are planned, and the changes."""
    return {"entrants": rows(db, "SELECT number, name, limits FROM entrants ORDER BY number"), "changes": changes_of(db),
            "planned": rows(db, "SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number")}


def results_of(db):
    return {number: row for number, *row in
            rows(db, "SELECT number, first, second, winner, ending, detail, plies, moves_hash FROM matches ORDER BY number")}


def state_of(test, name, sheets=SHEETS):
    """All of it, part by part."""
    db = test.folder / name
    state = schedule_of(db)
    state["matches"] = results_of(db)
    state["set aside"] = rows(db, "SELECT number, moves_hash FROM set_aside ORDER BY number")
    state["logs"] = {number: match_of(log) for number, log in stored_logs(db).items()}
    tables = test.standings(name).partition("\nhosts\n")[0].rstrip().replace(name, "FILE")
    state["tables"] = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d: ", "DATE: ", tables)
    for sheet in sheets:
        run = test.referee("export", name, sheet)
        table = [{key: value for key, value in row.items() if key not in TIMED} for row in csv.DictReader(io.StringIO(run.out))]
        state[sheet] = (run.code, table, run.err.replace(name, "FILE"))
    plan = test.referee("export", name, "plan")
    state["plan"] = plan_of(plan) if plan.code == 0 else (plan.code, plan.err.replace(name, "FILE"))
    return state


def plan_of(run):
    plan = json.loads(run.out)
    plan["limits"] = [[part for part in text.split(",") if not part.startswith(RUN_ONLY_LIMITS)] for text in plan.get("limits", [])]
    return {key: value for key, value in plan.items() if key not in RUN_ONLY}
