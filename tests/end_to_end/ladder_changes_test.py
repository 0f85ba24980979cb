"""Tests changes of a ladder while it is played: entrants join, leave, are replaced and return, the run is stopped and
killed, and clients misbehave."""
import collections
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

from harness import BIN, FACTOR, PATIENCE, REFEREE, SCRIPTED_BOT, SOAK, bot, end_of
from joint_case import check_points, kept, rows
from joints import Case
from own_files_case import OwnFilesCase
from tournament_case import SMALL, TournamentCase, plies_of


def journal(db):
    return [(kind, planned, json.loads(details)) for kind, planned, details in
            rows(db, "SELECT kind, planned, details FROM changes WHERE kind <> 'played' ORDER BY id")]


def stays_of(count, changes):
    """The stays of each entrant as [planned games when it came, planned games when it left]."""
    never = 1 << 40
    stays = [[[0, never]] for _ in range(count)]
    for kind, planned, details in changes:
        if kind == "joined":
            stays[details["entrant"]] = [[planned, never]]
        if kind == "replaced":
            stays[details["by"]] = [[planned, never]]
        if kind in ("withdrawn", "replaced"):
            last = stays[details["entrant"]][-1]
            last[1] = min(last[1], planned)
        if kind == "returned":
            stays[details["entrant"]].append([planned, never])
    return stays


def address_of(db):
    """The address at which the process that plays the tournament in this file takes changes."""
    status = os.stat(db)
    return f"\0referee-tournament-{status.st_dev:x}-{status.st_ino:x}-changes"


class LadderCase(TournamentCase):
    def setUp(self):
        super().setUp()
        self.db = self.folder / "t.db"
        self.case = Case("ladder", {}, 0)

    def begin(self, *arguments, jobs=1):
        """Begins or resumes the ladder. It does not rest, so that it is played as long as the test takes."""
        if "--stop-after" not in arguments:
            arguments = [*arguments, "--stop-after", 1_000_000]
        what = ["--resume"] if self.db.exists() else [*(f"bot{i}={text}" for i, text in enumerate(self.picks(4))), *SMALL, "--seed", "3",
                                                      "--format", "ladder", "--sandbox", "off"]
        run = self.start("tournament", *what, "--db", "t.db", "--jobs", jobs, "--force", "--quiet", *arguments, stdout=subprocess.DEVNULL)
        self.wait_for_door()
        return run

    def wait_for_door(self):
        def is_open():
            with contextlib.suppress(OSError), self.connect():
                return True
        self.wait_until(is_open, "the run takes no changes")

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        try:
            client.connect(address_of(self.db))
        except OSError:
            client.close()
            raise
        return client

    def holding_bot(self):
        """A bot that holds up its batch, as long as it takes, and its limit: see held_batch()."""
        script = f"#!/bin/sh\nif mv hold held 2>/dev/null; then while [ -e held ]; do sleep 0.05; done; fi\nexec {bot(pick=9)}\n"
        return f"holding={self.program('holding.sh', script)}", "--limits", "holding:first=10m"

    @contextlib.contextmanager
    def held_batch(self):
        """One game of the batch does not end. The ladder has a holding_bot(), and several jobs."""
        (self.folder / "hold").touch()
        self.wait_until((self.folder / "held").exists)
        yield
        (self.folder / "held").unlink()

    def wait_until_ready(self, client):
        """Waits until the client's change is ready, while the batch does not end."""
        for line in client.stderr:
            if b"when the games of the running batch have ended" in line:
                return
        self.fail(f"the change does not wait: {client.communicate()}")

    def end(self, run, how=signal.SIGINT):
        run.send_signal(how)
        _, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 128 + how if how != signal.SIGKILL else -how, err)
        return err.decode()

    def names(self):
        return [name for name, in self.sql("SELECT name FROM entrants ORDER BY number")]

    def check_laws(self, before=(), played=False):
        """Checks everything that is true of each ladder, however it was changed. `before`: earlier kept() matches.
        `played`: the ladder is being played."""
        before = dict(before)
        # All is read from one moment of the file, because a ladder that is being played goes on meanwhile.
        file = self.folder / "moment.db"
        file.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(self.db)) as source, contextlib.closing(sqlite3.connect(file)) as copy:
            source.backup(copy)
        changes, names = journal(file), [name for name, in rows(file, "SELECT name FROM entrants ORDER BY number")]
        games = rows(file, "SELECT number, round, first, second, pair FROM games ORDER BY number")
        matches = {number: (first, second, winner) for number, first, second, winner in rows(file, "SELECT number, first, second, winner FROM matches")}
        self.assertEqual([game[0] for game in games], list(range(len(games))))
        cancelled = {game for _, _, details in changes for game in details.get("cancelled", [])}
        self.assertEqual(cancelled & set(matches), set(), "a cancelled game was played")
        stays = stays_of(len(names), changes)
        for number, _, first, second, _ in games:
            for entrant in (first, second):
                self.assertTrue(any(begin <= number < end for begin, end in stays[entrant]), f"game {number} of absent {names[entrant]}")
        for number, (first, second, _) in matches.items():
            self.assertEqual((first, second), games[number][2:4])
        # Only games of the last batch may be missing.
        missing = {game[0] for game in games} - set(matches) - cancelled
        self.assertLessEqual({games[number][1] for number in missing}, {games[-1][1]})
        self.check_first_games(changes, games, stays)
        now = kept(file)
        for number, row in before.items():
            self.assertEqual(now.get(number), row, f"match {number} was lost or changed")
        if not played:
            annulled = {details["entrant"] for _, _, details in changes if details.get("annulled")}
            check_points(self, "t.db", matches, annulled, names)
        return now

    def check_first_games(self, changes, games, stays):
        """Checks that whoever comes has a game in the next two batches, if it stays for them."""
        for kind, planned, details in changes:
            if kind not in ("joined", "replaced", "returned"):
                continue
            entrant = details["by"] if kind == "replaced" else details["entrant"]
            left = next(end for begin, end in stays[entrant] if begin == planned)
            there = [game for game in games if planned <= game[0] < left]
            batches = sorted({game[1] for game in there})[:2]
            if kind != "returned" and len(batches) == 2:
                self.assertTrue(any(entrant in game[2:4] for game in there if game[1] in batches), f"{kind} {entrant} at {planned}: no game in {batches}")


class Script:
    """Random changes, and a model of who takes part."""

    def __init__(self, seed):
        self.chance, self.made = random.Random(seed), 0

    def orders(self, names, stays):
        """Returns some orders that the ladder can carry out, and the kinds of changes that they make."""
        never = 1 << 40
        present = [name for name, mine in zip(names, stays) if mine[-1][1] == never]
        absent = [name for name, mine in zip(names, stays) if mine[-1][1] != never]
        self.made += 1
        new = f"new{len(names)}={bot(pick=self.chance.randrange(40))}"
        choices = [(["add", new], ["joined"])]
        if len(present) > 3:
            one, other = self.chance.sample(present, 2)
            choices += [(["withdraw", one], ["withdrawn"]), (["replace", f"{one}={new}"], ["replaced"]),
                        (["withdraw", one, "replace", f"{other}={new}"], ["replaced", "withdrawn"])]
        if len(present) > 8:
            choices = [(["withdraw", *self.chance.sample(present, 3)], ["withdrawn"] * 3)]
        if absent:
            one = self.chance.choice(absent)
            choices += [(["return", one], ["returned"]), (["return", one, "add", new], ["joined", "returned"])]
        return self.chance.choice(choices)


class RunningChanges(LadderCase):
    def play_script(self, count, jobs, stops, kills, seed):
        """Makes `count` changes while the ladder is played. `stops`, `kills`: how often the run is interrupted or killed."""
        script = Script(seed)
        events = collections.Counter(script.chance.choices(range(count), k=stops))
        fatal = collections.Counter(script.chance.choices(range(count), k=kills))
        run, before, expected = self.begin(jobs=jobs), {}, 0
        for number in range(count):
            changes = journal(self.db)
            orders, kinds = script.orders(self.names(), stays_of(len(self.names()), changes))
            if fatal[number]:
                client = self.start("change", "t.db", *orders)
                time.sleep(script.chance.choice([0, 0.01, 0.05, 0.1, 0.2, 0.4]))
                if script.chance.random() < 0.3:  # only the client dies
                    client.kill()
                    client.communicate()
                    self.change("withdraw", "nobody", code=2)  # waits until the run has noticed
                else:
                    before = kept(self.db)
                    self.end(run, signal.SIGKILL)
                    client.communicate(timeout=PATIENCE)
                    run = self.begin(jobs=jobs)
                found = [kind for kind, _, _ in journal(self.db)[len(changes):]]
                self.assertIn(found, ([], kinds), f"a change was made by half: {orders}")
                before = self.check_laws(before, played=True)
                continue
            made = self.change(*orders)
            self.assertEqual(made.code, 0, f"{orders}\n{made}")
            self.assertEqual([kind for kind, _, _ in journal(self.db)[len(changes):]], kinds, orders)
            if events[number]:
                before = self.check_laws(before, played=True)
                self.end(run)
                before = self.check_laws(before)
                run = self.begin(jobs=jobs)
        self.end(run)
        before = self.check_laws(before)
        shown = self.standings()
        again = self.tournament("--resume", "--db", "t.db", "--stop-after", "20", "--jobs", jobs, "--force", "--quiet")
        self.check_laws(before)
        self.assertEqual(again.out, self.standings())
        self.assertNotEqual(again.out, shown)
        self.assert_nothing_left()

    def test_a_script_of_changes_with_one_job(self):
        self.play_script(500 if SOAK else 30, 1, stops=20 if SOAK else 1, kills=50 if SOAK else 3, seed=1)

    def test_a_script_of_changes_with_four_jobs(self):
        self.play_script(500 if SOAK else 30, 4, stops=20 if SOAK else 1, kills=50 if SOAK else 3, seed=2)

    def wait_for_rest(self, run):
        for line in run.stderr:
            if b"the ladder rests until it is changed" in line:
                return
        self.fail("the ladder does not rest")

    def games_of_each(self):
        games = collections.Counter(entrant for pair in self.sql("SELECT first, second FROM matches") for entrant in pair)
        return [games[number] for number in range(len(self.names()))]

    def test_a_ladder_without_a_goal_rests_until_it_is_changed(self):
        bots = [f"bot{i}={text}" for i, text in enumerate(self.picks(3))]
        arguments = ["tournament", *bots, *SMALL, "--format", "ladder", "--sandbox", "off", "--db", "t.db", "--jobs", 2, "--force"]
        run = self.start(*arguments, stdout=subprocess.DEVNULL)
        self.wait_for_rest(run)
        rested = self.count()
        self.assertGreaterEqual(min(self.games_of_each()), 400)
        self.assertLess(rested, 2000)
        def ticks():
            return sum(map(int, pathlib.Path(f"/proc/{run.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        before = ticks()
        time.sleep(1)
        self.assertLess(ticks() - before, 20, "a ladder that rests uses the CPU")
        self.assertEqual(self.count(), rested)
        self.change("withdraw", "bot1")  # brings no games
        self.wait_for_rest(run)
        self.assertEqual(self.count(), rested)
        self.change("add", f"late={bot(pick=7)}")
        self.wait_for_rest(run)
        self.assertGreaterEqual(self.games_of_each()[3], 400)
        rested = self.count()
        self.end(run)
        self.check_laws()
        # It rests after a stop, and a number of games, a goal or a change wakes it.
        run = self.start("tournament", "--resume", "--db", "t.db", stdout=subprocess.DEVNULL)
        self.wait_for_rest(run)
        self.end(run)
        self.assertEqual(self.count(), rested)
        self.tournament("--resume", "--db", "t.db", "--stop-after", "10", "--quiet")
        self.assertEqual(self.count(), rested + 10)
        self.change("return", "bot1")
        self.tournament("--resume", "--db", "t.db", "--quiet", "--stop-after", "1s")
        self.check_laws()

    def test_a_ladder_with_a_goal_does_not_rest(self):
        self.tournament(*(f"bot{i}={BIN / 'random'}" for i in range(2)), *SMALL, "--format", "ladder", "--until", "elo=1", "--stop-after", "420",
                        "--db", "t.db", "--quiet", code=5)
        run = self.start("tournament", "--resume", "--db", "t.db", "--quiet", stdout=subprocess.DEVNULL)
        self.wait_for_games(441)
        self.end(run)

    def test_changes_at_the_same_time(self):
        run = self.begin(jobs=2)
        clients = [self.start("change", "t.db", "add", f"late{i}={bot(pick=i)}") for i in range(6)]
        clients += [self.start("change", "t.db", "withdraw", f"bot{i}") for i in range(2)]
        for client in clients:
            _, err = client.communicate(timeout=PATIENCE)
            self.assertEqual(client.returncode, 0, err)
        self.assertEqual(sorted(self.names()[4:]), [f"late{i}" for i in range(6)])
        self.end(run)
        self.check_laws()

    def test_one_name_at_the_same_time_joins_once(self):
        run = self.begin(jobs=2)
        clients = [self.start("change", "t.db", "add", f"late={bot(pick=i)}") for i in range(3)]
        codes = []
        for client in clients:
            client.communicate(timeout=PATIENCE)
            codes.append(client.returncode)
        self.assertEqual(sorted(codes), [0, 2, 2])
        self.assertEqual(self.names()[4:], ["late"])
        self.end(run)

    def test_a_new_bot_of_the_folder_joins_once(self):
        """The second change comes while the first one waits for the end of the batch."""
        for name in ("ann", "bob"):
            self.program(f"bots/{name}.sh", f"#!/bin/sh\nexec {bot(pick=len(name))}\n")
        run = self.start("tournament", *self.holding_bot(), "--bots", "bots", *SMALL, "--seed", "3", "--format", "ladder", "--sandbox", "off", "--db", "t.db",
                         "--jobs", 2, "--force", "--quiet", "--stop-after", 1_000_000, stdout=subprocess.DEVNULL)
        self.wait_for_door()
        self.program("bots/dan.sh", f"#!/bin/sh\nexec {bot(pick=7)}\n")
        with self.held_batch():
            first = self.start("change", "t.db", "--bots", "bots")
            self.wait_until_ready(first)
            second = self.start("change", "t.db", "--bots", "bots")
            time.sleep(1)  # the second one would be checked within this time
        for client, words in ((first, b"dan joins"), (second, b"nothing is new in the folder")):
            _, err = client.communicate(timeout=PATIENCE)
            self.assertEqual(client.returncode, 0, err)
            self.assertIn(words, err)
        self.assertEqual(self.names()[3:], ["dan"])
        self.end(run)

    def test_the_answer_says_from_which_game_on_a_bot_plays(self):
        run = self.begin()
        err = self.change("add", f"late={bot(pick=5)}").err
        self.assertRegex(err, r"late joins: late plays from game \d+ on\n")
        self.assertNotIn("to play on", err)
        [(_, planned, _)] = journal(self.db)
        self.assertIn(f"from game {planned + 1} on", err)
        self.assertRegex(self.change("withdraw", "bot1").err, "bot1 leaves, its results stay\n")
        self.assertRegex(self.change("replace", f"bot2=new={bot(pick=6)}").err, r"new takes the place of bot2, its results stay: new plays from game \d+ on\n")
        self.assertRegex(self.change("return", "bot1").err, r"bot1 returns: bot1 plays from game \d+ on\n")
        self.assertRegex(self.change("annul", "late").err, "late leaves, its results count for nobody\n")
        self.end(run)
        self.check_laws()
        table = self.standings()
        for words in ("late joins", "bot1 leaves", "new takes the place of bot2", "bot1 returns", "no longer in: late (annulled), bot2 (now new)"):
            self.assertIn(words, table.replace("bot2 (now new), late (annulled)", "late (annulled), bot2 (now new)"))

    def test_events_tell_of_changes(self):
        run = self.start("tournament", *(f"bot{i}={text}" for i, text in enumerate(self.picks(3))), *SMALL, "--format", "ladder", "--db", "t.db", "--json",
                         "--stop-after", 1_000_000)
        self.wait_for_games(db="t.db")
        self.wait_for_door()
        events = []
        # The output is read meanwhile, because a full pipe would hold up the run.
        client = self.start("change", "t.db", "add", f"late={bot(pick=5)}", "withdraw", "bot1")
        count = 0
        for line in run.stdout:
            events.append(json.loads(line))
            count += len([event for event in events if event["event"] == "changed"]) == 2 and events[-1]["event"] == "played"
            if count == 100:
                run.send_signal(signal.SIGINT)
            self.assertTrue(client.poll() in (None, 0), "the change was refused")
        client.communicate()
        self.assertEqual(client.returncode, 0)
        changed = [event for event in events if event["event"] == "changed"]
        self.assertEqual([(event["kind"], event["entrant"], event["text"]) for event in changed],
                         [("joined", "late", "late joins"), ("withdrawn", "bot1", "bot1 leaves, its results stay")])
        at = events.index(changed[-1])
        after = [event for event in events[at:] if event["event"] == "played"]
        self.assertTrue(any("late" in (event["first"], event["second"]) for event in after))
        self.assertFalse(any("bot1" in (event["first"], event["second"]) for event in after))

    def test_an_unfit_bot_is_refused_and_the_ladder_goes_on(self):
        run = self.begin()
        bad = self.program("bad.sh", "#!/bin/sh\necho 'no module named numpy' >&2\nexit 3\n")
        err = self.change("add", f"late={bot(pick=5)}", str(bad), code=2).err
        self.assertIn("'bad' is not fit to play, and nothing was changed: plays first: it exited instead of answering: exit code 3 (no module named numpy); see referee check ", err)
        for orders, words in ((["withdraw", "bott0"], "did you mean 'bot0'"), (["return", "bot0"], "'bot0' has not left the tournament"),
                              (["add", "./nothing"], "no such file"), (["rounds", "4"], "rounds applies only to a Swiss tournament"),
                              (["add", f"bot0={bot()}"], "'bot0'"), (["withdraw", "bot0", "replace", f"bot0={bot()}"], "is named in two changes")):
            self.assertIn(words, self.change(*orders, code=2).err, orders)
        self.assertEqual(journal(self.db), [])
        count = self.count()
        self.wait_for_games(count + 20)
        self.end(run)
        self.check_laws()

    def test_a_bot_that_has_changed_does_not_return(self):
        script = self.program("late.sh", f"#!/bin/sh\nexec {bot(pick=5)}\n")
        run = self.begin()
        self.change("add", str(script))
        self.change("withdraw", "late")
        script.write_text(script.read_text() + "# changed\n")
        self.assertIn("the files of 'late' have changed", self.change("return", "late", code=2).err)
        script.write_text(script.read_text().removesuffix("# changed\n"))
        self.change("return", "late")
        self.end(run)
        self.check_laws()

    def test_a_bot_that_changes_before_its_first_game_is_refused(self):
        run = self.begin(*self.holding_bot(), jobs=2)
        answers = {"edited": b"has changed since it was checked", "removed": b"is gone", "fixed": b"can't be run any more", "fine": b"fine joins"}
        with self.held_batch():
            scripts = {name: self.program(f"{name}.sh", f"#!/bin/sh\nexec {bot(pick=5)}\n") for name in answers}
            clients = {name: self.start("change", "t.db", "add", str(script)) for name, script in scripts.items()}
            for client in clients.values():
                self.wait_until_ready(client)
            scripts["edited"].write_text("#!/bin/sh\n")
            scripts["removed"].unlink()
            scripts["fixed"].chmod(0o644)
        for name, client in clients.items():
            _, err = client.communicate(timeout=PATIENCE)
            self.assertEqual(client.returncode, 0 if name == "fine" else 2, err)
            self.assertIn(answers[name], err)
        self.wait_for_games(self.count() + 40)
        self.end(run)
        self.assertEqual(self.names()[5:], ["fine"])
        self.check_laws()

    def test_a_run_that_stops_within_a_batch_makes_no_change(self):
        (self.folder / "hold").touch()
        run = self.begin(*self.holding_bot(), "--stop-after", "10", jobs=2)
        with self.held_batch():
            client = self.start("change", "t.db", "withdraw", "bot1")
            self.wait_until_ready(client)
        self.assertIn(b"the run ends, and nothing was changed", client.communicate(timeout=PATIENCE)[1])
        self.assertEqual((client.returncode, run.wait(PATIENCE)), (2, 0))
        self.assertEqual((self.count(), journal(self.db)), (10, []))

    def test_games_of_other_machines_are_collected_first(self):
        run = self.begin()
        (self.folder / "t.db.spool").mkdir()
        self.assertIn("may hold uncollected games of other machines", self.change("withdraw", "bot1", code=2).err)
        (self.folder / "t.db.spool").rmdir()
        self.change("withdraw", "bot1")
        self.end(run)

    def test_a_change_from_a_folder_that_is_gone(self):
        run = self.begin()
        def change(orders):
            script = f"mkdir gone && cd gone && rmdir ../gone && exec {REFEREE} change {self.db} {orders}"
            return subprocess.run(["sh", "-c", script], cwd=self.folder, env=self.environment(), capture_output=True, text=True)
        self.assertEqual(change("withdraw bot1").returncode, 0)
        made = change("add late=./late.sh")
        self.assertEqual((made.returncode, made.stderr.count("\n")), (2, 1), made.stderr)
        self.assertIn(f"run the command in {self.folder.resolve()}", made.stderr)
        self.end(run)

    def test_new_bots_are_named_from_the_folder_of_the_run(self):
        self.program("late.sh", f"#!/bin/sh\nexec {bot(pick=5)}\n")
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        run = self.begin()
        self.assertIn(f"run the command in {self.folder.resolve()}", self.change("add", "../late.sh", db="../t.db", cwd=elsewhere, code=2).err)
        self.assertEqual(self.change("withdraw", "bot1", db="../t.db", cwd=elsewhere).code, 0)
        self.change("add", "./late.sh")
        self.end(run)

    def test_a_dry_run_changes_nothing(self):
        run = self.begin()
        self.assertIn("late joins", self.change("add", f"late={bot(pick=5)}", "--dry-run").out)
        self.end(run)
        self.assertEqual(journal(self.db), [])

    def test_other_formats_are_stopped_first(self):
        run = self.start("tournament", *self.picks(3), *SMALL, "--games", "4000", "--db", "t.db")
        self.wait_for_games()
        self.wait_for_door()
        err = self.change("add", f"late={bot(pick=5)}", code=2).err
        self.assertIn("only a ladder can be changed while it is played, and this is a round-robin: stop the run (Ctrl-C), make the change, and resume", err)
        self.end(run)
        self.change("add", f"late={bot(pick=5)}")

    def test_a_run_keeps_two_bots(self):
        run = self.begin("--until", "los=99.99")
        few = "fewer than two bots would be left to play"
        self.assertIn(few, self.change("withdraw", "bot0", "bot1", "annul", "bot2", code=2).err)
        self.change("withdraw", "bot0", "bot1")
        self.assertIn(few, self.change("withdraw", "bot2", code=2).err)
        self.change("replace", f"bot2=new={bot(pick=6)}")
        self.change("withdraw", "new", "return", "bot0")
        self.end(run)
        self.check_laws()

    def test_reused_bots_join_and_return(self):
        run = self.begin("--reuse", jobs=2)
        self.change("add", f"late={bot(pick=5)}", "--reuse")
        self.change("withdraw", "bot1", "late")
        self.change("return", "late", "bot1")
        self.end(run)
        self.check_laws()
        self.assertEqual(self.sql("SELECT DISTINCT reuse FROM entrants"), [(1,)])
        self.assertEqual({ending for ending, in self.sql("SELECT DISTINCT ending FROM matches")}, {"by_rules"})

    def test_a_reused_process_that_joins_plays_whole_pairs(self):
        """The first move of a process tells which one it is: each process chooses another column."""
        run = self.begin(jobs=2)
        script = f"#!/bin/sh\nn=0; while ! mkdir process$n 2>/dev/null; do n=$((n+1)); done\nexec {SCRIPTED_BOT} --pick $n\n"
        self.change("add", f"late={self.program('late.sh', script)}", "--reuse")
        self.wait_for_games(self.count() + 150)
        self.end(run)
        picks = collections.defaultdict(list)
        plies = plies_of(self.db)
        for number, pair, seat in self.sql("SELECT number, pair, games.first <> 4 FROM games JOIN matches USING (number) WHERE 4 IN (games.first, games.second)"):
            picks[pair].append(next(move for player, move in plies[number] if player == seat))
        whole = [pair for pair in picks.values() if len(pair) == 2]
        self.assertGreater(len({move for pair in whole for move in pair}), 1)
        self.assertEqual([pair for pair in whole if pair[0] != pair[1]], [])

    def test_a_bot_that_joins_may_have_limits_of_its_own(self):
        run = self.begin()
        self.change("add", f"late={bot(pick=5)}", "--limits", "late:move=19s")
        self.assertIn("already takes part and keeps its limits", self.change("add", f"x={bot()}", "--limits", "bot0:move=19s", code=2).err)
        self.wait_for_games(self.count() + 40)
        self.end(run)
        self.assertEqual(self.sql("SELECT limits FROM entrants WHERE name = 'late'"), [("move-time=19s",)])
        self.assertIn("late (move-time=19s)", self.standings())


class Clients(LadderCase):
    """Processes that connect and do not behave like `referee change`."""

    def test_clients_that_hang_or_send_anything_else_do_no_harm(self):
        run = self.begin()
        hanging = [self.connect() for _ in range(20)]
        for client in hanging[:10]:
            client.send(b'{"orders":')
        for text in (b"hello\n", b"{}\n", b"[1]\n", b'{"folder":"/","orders":{"add":1}}\n', b"\xff\xfe\0\n"):
            with self.connect() as client:
                client.send(text)
                answer = json.loads(client.makefile().readline())
                self.assertEqual(answer["kind"], "refused", text)
        with self.connect() as client:
            with contextlib.suppress(OSError):
                for _ in range(64):
                    client.sendall(b"x" * 65536)
            with contextlib.suppress(OSError):
                self.assertEqual(client.recv(1), b"")
        count = self.count()
        self.change("withdraw", "bot1")
        self.wait_for_games(count + 20)
        self.assertEqual([kind for kind, _, _ in journal(self.db)], ["withdrawn"])
        for client in hanging:
            client.close()
        self.end(run)
        self.check_laws()

    def test_a_client_waits_while_there_are_too_many(self):
        run = self.begin()
        idle = [self.connect() for _ in range(66)]
        client = self.start("change", "t.db", "withdraw", "bot1")
        time.sleep(0.5)
        for one in idle:
            one.close()
        _, err = client.communicate(timeout=PATIENCE)
        self.assertEqual(client.returncode, 0, err)
        self.end(run)

    def test_an_answer_that_comes_before_the_request_is_read_counts(self):
        self.db.touch()
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(address_of(self.db))
            door.listen()
            client = self.start("change", "t.db", "again", *["1-9"] * 60_000)  # more than the socket holds
            with door.accept()[0] as run:
                time.sleep(0.2)
                run.sendall(b'{"kind":"refused","texts":["for a test"]}\n')
            _, err = client.communicate(timeout=PATIENCE)
        self.assertEqual((client.returncode, err), (2, b"referee: for a test\n"))

    def test_a_request_with_very_many_words_does_not_hold_up_the_run(self):
        run = self.begin()
        self.wait_for_games(100)
        orders = {name: [] for name in ("add", "withdraw", "annul", "replace", "return")}
        words = ["bot0"] * 40_000 + [f"{first}-{last}" for first in range(1, 50) for last in range(50, 100)] * 20 + ["nobody"]
        took = []
        while not took or min(took) >= 2 * FACTOR:  # a busy machine may be slow now and then
            self.assertLess(len(took), 5, f"seconds: {took}")
            with self.connect() as client:
                client.sendall(json.dumps({"folder": "/", "orders": {**orders, "again": words}, "rounds": None, "limits": [], "reuse": False}).encode() + b"\n")
                begin = time.monotonic()
                self.assertIn("no bot is called 'nobody'", client.makefile().readline())
                took.append(time.monotonic() - begin)
        self.end(run)

    def test_a_client_that_goes_away_during_the_check_has_asked_for_nothing(self):
        run = self.begin(jobs=2)
        slow = self.program("slow.sh", f"#!/bin/sh\ntouch checked\nwhile [ ! -e go ]; do sleep 0.05; done\nexec {bot(pick=5)}\n")
        client = self.start("change", "t.db", "add", str(slow))
        self.wait_until((self.folder / "checked").exists)
        client.kill()
        client.communicate()
        (self.folder / "go").touch()
        self.change("add", f"late={bot(pick=6)}")
        self.assertEqual(self.names()[4:], ["late"])
        self.end(run)
        self.check_laws()
        self.assert_nothing_left()

    def test_a_stopped_run_refuses_a_check_that_is_not_finished(self):
        run = self.begin()
        slow = self.program("slow.sh", "#!/bin/sh\ntouch checked\nexec sleep 1000\n")
        client = self.start("change", "t.db", "add", str(slow), "--limits", "slow:first=10m")
        self.wait_until((self.folder / "checked").exists)
        begin = time.monotonic()
        self.end(run)
        _, err = client.communicate(timeout=PATIENCE)
        self.assertIn(b"the run ends, and nothing was changed", err)
        self.assertEqual(client.returncode, 2)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(journal(self.db), [])

    def test_another_user_is_not_let_in(self):
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            self.skipTest("only root can become another user")
        run = self.begin()
        script = ("import socket\n"
                  "client = socket.socket(socket.AF_UNIX)\n"
                  f"client.connect({address_of(self.db)!r})\n"
                  "try:\n"
                  '    client.sendall(b\'{"folder":"/","orders":{"add":[],"withdraw":["bot1"],"annul":[],"replace":[],"return":[],"again":[]},\'\n'
                  '                   b\'"rounds":null,"limits":[],"reuse":false}\\n\')\n'
                  "    for line in client.makefile('rb'):\n"
                  "        print(line)\n"
                  "        if b'note' not in line:  # the answer; notes say what it waits for\n"
                  "            break\n"
                  "    else:\n"
                  "        print(b'')\n"
                  "except OSError:\n"
                  "    print(b'')\n")
        as_root = subprocess.run(["/usr/bin/python3", "-c", script.replace("bot1", "bot3")], check=True, capture_output=True, text=True)
        self.assertIn('"made"', as_root.stdout)
        other = subprocess.run(["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups", "/usr/bin/python3", "-c", script],
                               check=True, capture_output=True, text=True)
        self.assertEqual(other.stdout, "b''\n")
        self.assertEqual([details["entrant"] for _, _, details in journal(self.db)], [3])
        self.end(run)

    def test_root_changes_the_ladder_of_a_user_but_another_user_does_not(self):
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            self.skipTest("only root can become another user")
        def as_user(uid, *arguments):
            words = ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", REFEREE, *map(str, arguments)]
            process = subprocess.Popen(words, cwd=self.folder, env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.addCleanup(end_of, process)
            return process
        self.folder.chmod(0o755)
        os.chown(self.folder, 54321, 54321)
        run = as_user(54321, "tournament", *self.picks(4), *SMALL, "--format", "ladder", "--db", "t.db", "--quiet")
        self.wait_for_games(db="t.db")
        self.wait_for_door()
        self.change("add", f"late={bot(pick=6)}")
        took = []
        while not took or min(took) >= 4:  # it waits 5 s for a run that has just begun or ends
            self.assertLess(len(took), 5, f"seconds: {took}")
            begin = time.monotonic()
            other = as_user(54322, "change", "t.db", "withdraw", "late")
            _, err = other.communicate(timeout=PATIENCE)
            self.assertEqual((other.returncode, err), (2, b"referee: another user plays the tournament: only that user or root can change it now\n"))
            took.append(time.monotonic() - begin)
        self.assertEqual([kind for kind, _, _ in journal(self.db)], ["joined"])
        self.end(run)


class Secrets(OwnFilesCase):
    """In a sandbox, bots that take part already do not see those that join, and those that join do not see the others."""

    def test_a_bot_that_joins_from_the_folder_of_bots_is_copied_and_hidden(self):
        bots, late = self.folder / "bots", self.folder / "bots" / "late" / "bot.py"
        for name in "abc":
            self.thief(bots / name / "bot.py", [late, late.parent], words=["late", "data.txt"], secrets=["a secret"])
        run = self.begin_ladder()
        self.thief(late, [bots / name for name in "abc"])
        (late.parent / "data.txt").write_text("a secret")
        self.assertRegex(self.change("add", f"late={late.relative_to(self.folder)}").err, "late plays from game")
        late.write_text("#!/bin/sh\nexit 9\n")  # the private copy plays
        self.wait_for_games(self.count() + 60)
        err = self.end_ladder(run)
        self.assertEqual(self.sql("SELECT DISTINCT ending, detail FROM matches WHERE ending <> 'by_rules'"), [], err)
        self.assertGreater(self.sql("SELECT count(*) FROM matches WHERE 3 IN (first, second)")[0][0], 10)

    def test_the_files_of_a_bot_that_joins_are_hidden_from_then_on(self):
        self.check_that_files_are_hidden()

    def test_the_files_of_a_bot_that_joins_are_hidden_from_processes_that_play_many_games(self):
        self.check_that_files_are_hidden("--reuse")

    def check_that_files_are_hidden(self, *options):
        """The file lies in a folder that all bots see. A bot's first move tells whether its process has seen the file."""
        late = self.tools / "late" / "late.sh"
        for name in "abc":
            self.program(f"bots/{name}.sh", f"#!/bin/sh\nif [ -e {late} ]; then exec {self.player} --pick 1; fi\nexec {self.player}\n")
        self.program(late.relative_to(self.folder), f"#!/bin/sh\nexec {self.player}\n")
        run = self.begin_ladder(*options)
        self.assertRegex(self.change("add", str(late.relative_to(self.folder)), *options).err, "late plays from game")
        self.wait_for_games(self.count() + 60)
        err = self.end_ladder(run)
        [(planned,)] = self.sql("SELECT planned FROM changes WHERE kind = 'joined'")
        self.assertGreater(planned, 0)
        for number, plies in plies_of(self.folder / "t.db").items():
            self.assertEqual(plies[0][1], "DROP 1" if number < planned else "DROP 0", f"game {number} of {planned}: {err}")

    def test_copies_that_are_no_longer_used_are_removed(self):
        copies = self.folder / "copies"
        copies.mkdir()
        for name in "abc":
            self.program(f"bots/{name}.sh", f"#!/bin/sh\nexec {self.player}\n")
        run = self.begin_ladder(env={"TMPDIR": str(copies)})
        for _ in range(3):
            self.change("withdraw", "a")
            self.change("return", "a")
        bad = self.program("bots/bad.sh", "#!/bin/sh\nexit 3\n")
        self.change("add", str(bad.relative_to(self.folder)), code=2)
        def used():
            return sorted(path.name for path in copies.glob("referee_bots_*/*"))
        self.wait_until(lambda: len(used()) <= 4, f"{used()}")  # the first copies, and the current one of a
        self.assertGreaterEqual(len(used()), 3)
        err = self.end_ladder(run)
        self.assertEqual(self.sql("SELECT DISTINCT ending, detail FROM matches WHERE ending <> 'by_rules'"), [], err)

    def begin_ladder(self, *options, **more):
        run = self.start("tournament", "--bots", "bots", f"--sandbox=on,folder={self.tools}", *SMALL, "--format", "ladder", "--db", "t.db", "--quiet",
                         *options, stdout=subprocess.DEVNULL, **more)
        self.wait_for_games(20)
        return run

    def end_ladder(self, run):
        run.send_signal(signal.SIGINT)
        return run.communicate(timeout=PATIENCE)[1]
