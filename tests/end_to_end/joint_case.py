"""Helpers for joints_test.py: the command lines of a case of joints.py, the parts of a tournament's file that may
not differ between runs, and the laws that every tournament keeps."""
import collections
import contextlib
import csv
import io
import json
import pathlib
import re
import sqlite3

from engine_case import SimulatedCase
from harness import BIN, LONG, LONG_LIMITS, SCRIPTED_BOT, bot
from joints import FORMATS
from tournament_case import stored_logs


TIMED = {"started_at", "first_longest_us", "second_longest_us", "longest_turn_us", "void_games"}
SHEETS = ("games", "standings", "crosstable", "superiority", "covariance", "parameters", "nash", "endings")
RUN_ONLY = {"bot", "bots", "pause", "reuse", "sandbox", "ponder"}
RUN_ONLY_LIMITS = ("memory=", "processes=", "cpus=")


def rows(db, query):
    with contextlib.closing(sqlite3.connect(db)) as file:
        return file.execute(query).fetchall()


def kept(db):
    """Returns the matches in the file. None of them may change later."""
    return {number: row for number, *row in rows(db, "SELECT number, started_at, moves_hash, matches.crc32, packed_logs.crc32 "
                                                     "FROM matches JOIN packed_logs USING (number)")} if db.exists() else {}


def settings_of(db):
    return json.loads(rows(db, "SELECT value FROM meta WHERE key = 'settings'")[0][0])


def match_of(log):
    """Returns the parts of a match that do not depend on how and where it was played."""
    limits = [{key: value for key, value in (holder.get("limits") or {}).items() if key in ("first_move_us", "move_us", "clock")}
              for holder in (log, *log["players"])]
    return {"game": log["game"], "names": [player["name"] for player in log["players"]], "limits": limits, "opening": log["opening"],
            "plies": [{key: ply[key] for key in ("player", "move", "lost", "frame")} for ply in log["plies"]], "result": log["result"]}


def changes_of(db):
    """The changes but for the hosts of matches that are played again, which depend on the engine."""
    return [(kind, planned, {key: value for key, value in json.loads(details).items() if key != "played_on"}) for kind, planned, details in
            rows(db, "SELECT kind, planned, details FROM changes WHERE kind <> 'played' ORDER BY id")]


def schedule_of(db):
    """The planned games and the changes."""
    return {"entrants": rows(db, "SELECT number, name, limits FROM entrants ORDER BY number"), "changes": changes_of(db),
            "planned": rows(db, "SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number")}


def results_of(db):
    return {number: row for number, *row in
            rows(db, "SELECT number, first, second, winner, ending, detail, plies, moves_hash FROM matches ORDER BY number")}


def state_of(test, name, sheets=SHEETS):
    """The whole state of a tournament, part by part."""
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
    limits = [[part for part in text.split(",") if not part.startswith(RUN_ONLY_LIMITS)] for text in plan.get("limits", [])]
    plan["limits"] = [parts for parts in limits if parts]
    return {key: value for key, value in plan.items() if key not in RUN_ONLY}


def gone_after(changes):
    """The numbers of the entrants that have left and not returned."""
    gone = set()
    for kind, _, details in changes:
        if kind in ("withdrawn", "replaced"):
            gone.add(details["entrant"])
        if kind == "returned":
            gone.discard(details["entrant"])
    return gone


def check_laws(test, name):
    db = test.folder / name
    settings, changes = settings_of(db), changes_of(db)
    games = rows(db, "SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number")
    results = {number: (first, second, winner) for number, first, second, winner in rows(db, "SELECT number, first, second, winner FROM matches")}
    names = [name for name, in rows(db, "SELECT name FROM entrants ORDER BY number")]
    gone = gone_after(changes)
    annulled = {details["entrant"] for kind, _, details in changes if details.get("annulled")}
    cancelled = set()
    for _, _, details in changes:
        cancelled |= set(details.get("cancelled", []))
        cancelled -= set(details.get("restored", []))
    present = set(range(len(names))) - gone
    check_pairs(test, [game for game in games if game[0] not in cancelled], settings, gone)
    test.assertEqual(cancelled & set(results), set(), "a cancelled game was played")
    for number, (first, second, _) in results.items():
        test.assertEqual((first, second), games[number][2:4])
    if settings["format"] in ("round-robin", "gauntlet") and "until" not in settings and not settings["sprt"]:
        test.assertEqual(set(results) | cancelled, {game[0] for game in games}, "a game is missing")
        check_all_have_met(test, results, settings, present, changes)
    check_points(test, name, results, annulled, names)
    head = re.search(r"^(\d+) of (\d+) games played$", test.standings(name), re.M)
    if head and settings["format"] != "ladder":
        test.assertEqual(head[1], head[2])
        test.assertEqual(int(head[1]), len(results))


def check_pairs(test, games, settings, gone):
    """Checks that both games of a pair have the same start and swapped sides, and that each pairing of entrants that are
    there uses the openings in their order. `games`: without those that were cancelled."""
    pairs, openings = collections.defaultdict(list), collections.defaultdict(list)
    for number, _, first, second, pair, seed, opening in games:
        pairs[pair].append((first, second, seed, opening))
        if len(pairs[pair]) == 1 and opening is not None:
            openings[frozenset((first, second))].append(opening)
    for pair in pairs.values():
        test.assertLessEqual(len(pair), 2)
        if len(pair) == 2:
            (a, b, *here), (c, d, *there) = pair
            test.assertEqual((a, b, here), (d, c, there))
    count = len(settings["openings"]["moves"]) if "openings" in settings else None
    for pairing, used in openings.items():
        if pairing & gone:
            continue
        test.assertEqual(used, [(used[0] + i) % count if count else used[0] + i for i in range(len(used))], f"the openings of {pairing}")


def check_all_have_met(test, results, settings, present, changes):
    met = collections.Counter(frozenset((first, second)) for first, second, _ in results.values())
    challenger = settings["challenger"]
    for kind, _, details in changes:
        if kind == "replaced" and details["entrant"] == challenger:
            challenger = details["by"]
    for a in present:
        for b in present - {a}:
            wanted = settings["games"] if settings["format"] == "round-robin" or challenger in (a, b) else 0
            test.assertEqual(met[frozenset((a, b))], wanted, f"the games of {a} and {b}")


def check_points(test, name, results, annulled, names):
    """Checks that entrants have the points of their games. A Swiss tournament gives points for byes and walkovers,
    too."""
    points = collections.Counter()
    for first, second, winner in results.values():
        if {first, second} & annulled:
            continue
        for entrant, side in ((first, 0), (second, 1)):
            points[names[entrant]] += 0.5 if winner is None else float(winner == side)
    run = test.referee("export", name, "standings", "--columns", "name,points,byes,games")
    for row in csv.DictReader(io.StringIO(run.out)):
        if row["byes"] == "0" and test.case.form != "swiss":
            test.assertEqual(float(row["points"]), points[row["name"]], row)
        test.assertGreaterEqual(float(row["points"]), points[row["name"]], row)


BOARD = ["--game", "magnetize:height=4,width=4,square=2,maglock=2"]
CLUSTER = ["--game", "cluster:side=3"]
BOOK = "DROP 0, DROP 3\nDROP 1, MAGNET\nDROP 2\n"
POSITIONS = "..../..../..../*o.. *\n..../..../o.../*... o\n"


class JointCase(SimulatedCase):
    """Helpers for the test of `case`. `chance` makes the random choices."""

    case, chance, is_changed = None, None, False

    def names(self):
        return "ab" if self.case.get("goal") == "sprt" else "abcde" if self.case.get("size") else "abcd"

    def bot(self, pick):
        """Returns a bot. The third bot fails if the case says so. It does so in its first turn, because it must also fail
        in a process that has already played a game."""
        if self.case.get("forfeit") and pick == 2:
            return bot(1, self.case.get("forfeit"))
        return f"{BIN / 'random'} --seed {pick}" if self.case.get("game") else bot(pick=pick)

    def bots(self, names):
        return [f"{name}={self.bot(pick)}" for pick, name in enumerate(names)]

    def write_files(self):
        (self.folder / "book.txt").write_text(BOOK)
        (self.folder / "positions.txt").write_text(POSITIONS)
        (self.folder / "bots").mkdir()
        for pick, name in enumerate(self.names()):
            self.write_script(f"bots/{name}.sh", pick)
        (self.folder / "list.json").write_text(json.dumps(
            {"bot": [{"name": name, "command": self.bot(pick)} for pick, name in enumerate(self.names())]}))
        self.inherited = []
        if self.case.get("stage"):
            self.inherited = [name for name in ("clock", "reuse", "sandbox", "position", "openings") if self.chance.random() < 0.5]
            if "openings" in self.inherited and "position" not in self.inherited and self.case.get("position"):
                self.inherited.remove("openings")  # the openings may not fit the position
            self.play_earlier(self.settings(self.inherited))
            if "sandbox" in self.inherited:
                self.more = {**self.more, "REFEREE_SANDBOX": "auto"}  # the tests' own "off" counts as an option for a new tournament

    def play_earlier(self, settings):
        """Plays the earlier tournament from which the next stage begins. Its format is random. It may be finished or not,
        and changed or not."""
        chance = self.chance
        form = chance.choice(list(FORMATS))
        self.tournament(*self.bots("edcba"), *settings, *FORMATS[form], "--seed", "4", "--db", "earlier.db",
                        "--stop-after", chance.choice(["8", "20"]))
        orders = chance.choice([[], ["withdraw", "e"], ["replace", "d=f=" + self.bot(3)], ["add", "f=" + self.bot(5)]])
        if orders:
            self.referee("change", "earlier.db", *orders)
            self.referee("tournament", "--resume", "--db", "earlier.db", "--stop-after", chance.choice(["1", "9"]))

    def write_script(self, name, pick):
        self.program(name, f"#!/bin/sh\nexec {self.bot(pick)}\n")
        return f"./{name}"

    def settings(self, features):
        """The options for the board, the limits, and these features."""
        limits = {"clock": ["--limits", f"first={LONG}"], "both": ["--limits", f"first={LONG}"]}.get(self.case.get("clock"), LONG_LIMITS)
        return [*(CLUSTER if self.case.get("game") else BOARD), *(limits if "clock" in features else LONG_LIMITS), *self.case.options(features)]

    def beginning(self, plain=False):
        """The command line that begins the tournament. If `plain` is true, it omits all features that must not change a
        game."""
        no_matter = {"reuse", "sandbox", "named", "engine"} if plain else {"named", "engine"}
        features = [name for name in self.case.features if name not in self.inherited and name not in no_matter]
        if self.case.get("stage"):
            top = {"top": "3", "more": "3"}.get(self.case.get("stage"))
            top = "2" if self.case.get("goal") == "sprt" else top
            who = ["--from", f"earlier.db,top={top}" if top else "earlier.db"]
            who += [f"x={self.bot(5)}"] if self.case.get("stage") == "more" and top != "2" else []
            clock = self.case.get("clock") if "clock" in features else None
            what = [*({"clock": ["--limits", f"first={LONG}"], "both": ["--limits", f"first={LONG}"]}.get(clock, [])), *self.case.options(features)]
        else:
            who, what = self.bots(self.names()), self.settings(features)
        if plain:
            what += ["--sandbox", "off"]
        goal = ["--games", "12" if self.case.get("engine") else "40"] if self.case.get("goal") else []  # a wave takes a few seconds
        form = FORMATS[self.case.form]
        if "--games" in form and (goal or self.case.get("size")):
            form = [*form[:form.index("--games")], *(goal or ["--games", "3"])]
        arguments = [*what, *form, "--seed", "7"]
        return self.named(who, arguments) if not plain else [*who, *arguments]

    def named(self, bots, arguments):
        """Another command line that names the same bots in another way."""
        how = self.case.get("named")
        if how == "list":
            return ["--plan", "list.json", *arguments]
        if how == "folder":
            seen = ["--sandbox", f"folder={BIN if self.case.get('game') else pathlib.Path(SCRIPTED_BOT).parent}"]
            return ["--bots", "bots", *arguments, *(seen if self.case.get("sandbox") else ["--sandbox", "off"])]
        if how == "plan":
            plan = {"bot": bots}
            words = iter(arguments)
            for word in words:
                key = word.removeprefix("--")
                if key in ("limits", "sandbox"):
                    plan.setdefault(key, []).append(next(words))
                else:
                    plan[key] = True if key == "reuse" else next(words)
            (self.folder / "plan.json").write_text(json.dumps(plan))
            return ["plan.json"]
        return [*bots, *arguments]

    def resuming(self, plain):
        """The command line that resumes the tournament. --resume alone is enough, but as long as nothing has
        changed, the options of the beginning may be given again."""
        knows_more = self.case.get("stage") or self.case.get("named") == "folder" or self.is_changed
        return ["--resume"] if plain or knows_more or self.chance.random() < 0.6 else [*self.beginning(), "--resume"]

    def orders(self, kind, count, step):
        """The arguments of a change that is made after `count` games. The first entrant may be the challenger, so the
        first change does not affect it."""
        chance, other = self.chance, self.chance.choice(self.entrants()[1 if step == 1 else 0:])
        late, new = (self.write_script(f"{name}{step}.sh", pick) if self.case.get("named") == "folder" else self.bot(pick)
                     for name, pick in (("late", 4), ("new", 5)))  # the sandbox would hide an individually named bot from these scripts
        late = ["add", f"late{step}={late}", *(["--limits", f"late{step}:clock=50s+1s"] if self.case.get("clock") == "handicap" else [])]
        gone = [self.entrants()[number] for number in sorted(gone_after(changes_of(self.folder / "t.db")))]
        stays = chance.choice([name for name in self.entrants() if name != other])
        again = ["again", chance.choice([str(chance.randint(1, count)), f"1-{chance.randint(1, count)}", *self.entrants()])]
        return {"add": late, "replace": ["replace", f"{other}=new{step}={new}"], "withdraw": ["withdraw", other], "annul": ["annul", other],
                "return": ["return", gone[-1]] if gone else ["withdraw", other],
                "again": again, "rounds": ["rounds", str(2 + step)], "several": [*late, "withdraw", other, "again", stays]}[kind]

    def entrants(self):
        return [name for _, name in rows(self.folder / "t.db", "SELECT number, name FROM entrants ORDER BY number")]

    def engine_options(self):
        if self.case.get("engine"):
            return self.engine_with("batch=1s", *self.case.options(["engine"]))
        return ["--jobs", self.chance.choice("123"), "--force"]
