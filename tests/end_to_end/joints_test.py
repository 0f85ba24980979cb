"""Tests how features of tournaments work together. Every pair of features occurs in some case, in each format, and the
tournament is stopped at any moment and resumed.

A tournament that is stopped in every way is compared with a plain tournament that has the same seed and is never
stopped. The plain one has none of the features that must not change a game: another engine, processes that play many
games, the sandbox, other ways to name the bots, and more jobs. Both must have the same games, matches and tables. The
cases are in joints.py. These commands run a single case again, or a sample with another seed:

    REFEREE_JOINT='swiss change=add engine=slurm #1007' ctest --output-on-failure -R joints
    REFEREE_JOINTS_SEED=5 ctest --output-on-failure -R joints
"""
import json
import os
import re
import signal
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from harness import PATIENCE, SOAK, RefereeTest, Run
from joint_case import SHEETS, JointCase, check_laws, kept, results_of, rows, schedule_of, settings_of, state_of
from joints import FEATURES, Case, by_feature, by_variant, sample

LADDER = 48  # games; a ladder without a goal has no end, so the test stops it
SIGNALS = {"ctrl-c": signal.SIGINT, "ctrl-c twice": signal.SIGINT, "terminated": signal.SIGTERM, "killed": signal.SIGKILL,
           "killed early": signal.SIGKILL}
STOPS = ["stop-after", *SIGNALS]
OVER = ("finished", "decided", "repeats", "goal")


class Joint(JointCase):
    """The test of one case."""

    def __init__(self, case):
        super().__init__("check_case")
        self.case, self.chance = case, case.chance

    def check_case(self):
        self.write_files()
        self.own_files = {path.name for path in self.folder.iterdir()}
        refusal, _ = self.case.refusal()
        if refusal:
            self.assertRegex(self.tournament(*self.beginning(), "--db", "t.db", code=2).err, refusal)
            self.assertFalse((self.folder / "t.db").exists())
        else:
            self.compare()

    # Play

    def compare(self):
        chance = self.chance
        self.end = LADDER if self.case.form == "ladder" else None
        stops = [chance.choice(STOPS) for _ in range(chance.randint(1, 3))]
        kinds = [self.case.get("change"), *chance.choices(list(FEATURES["change"]), k=chance.choice([0, 0, 1, 3]))] if self.case.get("change") else []
        for step, kind in enumerate(kinds, 1):
            first = chance.choice([*range(2, 14), 1000])
            self.advance("t.db", min(first, self.end or first), stops)
            self.collect()
            self.advance("plain.db", self.count(), [])
            self.advance("t.db", self.count("plain.db"), [])  # if t.db was killed, fewer games may follow its last change
            self.assert_same_so_far(f"before change {step}")
            self.change_both(kind, step)
            stops = [chance.choice(STOPS) for _ in range(chance.randint(0, 2))]
        self.advance("t.db", self.end, stops)
        self.collect()
        self.advance("plain.db", self.count() if self.end else None, [])
        self.check_end()
        self.assert_same()
        check_laws(self, "t.db")

    def change_both(self, kind, step):
        """Makes a change in both tournaments. The process may be killed in one of them. Then the change is either
        complete or not made at all."""
        orders, self.is_changed = self.orders(kind, self.count(), step), True
        here, there = kept(self.folder / "plain.db"), schedule_of(self.folder / "plain.db")
        shown = self.referee("change", "plain.db", *orders, "--dry-run")
        self.assertEqual((here, there), (kept(self.folder / "plain.db"), schedule_of(self.folder / "plain.db")), "--dry-run changes nothing")
        if self.chance.random() < 0.3:
            process = self.start("change", "t.db", *orders, env=self.more)
            time.sleep(self.chance.uniform(0, 0.1))
            process.kill()
            process.communicate()
        was_made = len(schedule_of(self.folder / "t.db")["changes"]) > len(there["changes"])
        refused = [self.change(name, kind, orders) for name in ("t.db", "plain.db") if name == "plain.db" or not was_made]
        self.assertEqual(len(set(refused)), 1, refused)
        self.assertEqual(shown.code, 2 if refused[0] else 0, f"{shown}\n{refused}")

    def change(self, name, kind, orders):
        """Makes a change, which must not play any games. Returns the message if it was refused."""
        before, set_aside = kept(self.folder / name), self.set_aside(name)
        run = self.referee("change", name, *orders, env=self.more)
        again = {number for number, in self.set_aside(name)}
        self.assert_kept({number: row for number, row in before.items() if number not in again}, name)
        messages, always = self.case.refusals_of_change(kind)
        self.assertEqual(self.count(name), len(before) + len(set_aside) - len(self.set_aside(name)), "it plays nothing")
        if run.code != 2:
            self.assertFalse(always, str(run))
            self.assertEqual(run.code, 0, str(run))
            return None
        self.assertTrue(any(re.search(message, run.err) for message in messages), str(run))
        self.assertEqual(kept(self.folder / name), before)
        return run.err.replace(name, "FILE")

    def set_aside(self, name):
        return rows(self.folder / name, "SELECT number FROM set_aside")

    def collect(self):
        """Plays further games until no batches are left, if the last run did not collect them."""
        while (self.folder / "t.db.spool").exists():
            self.one_run("t.db", 1, None, ["--engine", "slurm"])

    def advance(self, name, target, stops):
        """Plays until `target` games are in the file, or the tournament is over. On the way it is stopped in the
        ways of `stops`."""
        for _ in range(20):
            count = self.count(name) if (self.folder / name).exists() else 0
            if target is not None and count >= target:
                return
            most = target - count if target is not None else None
            stop = stops.pop(0) if stops else None
            if stop == "stop-after":
                most = self.chance.randint(1, min(most or 8, 8))
            if self.one_run(name, most, stop) in OVER:
                return
        self.fail("it does not come to its end")

    def one_run(self, name, most, stop, engine=None):
        """Runs the tournament once. Returns why it ended, if the run reports that."""
        plain, path = name == "plain.db", self.folder / name
        before = kept(path)
        is_over = path.exists() and self.is_over(name)
        command = self.resuming(plain) if path.exists() else self.beginning(plain)
        engine = engine or ([] if plain else self.engine_options())
        if path.exists() and len(engine) > 2 and self.chance.random() < 0.2:
            engine = []  # as if the batch system were down, so that this machine continues
        more = [*(["--stop-after", most] if most else []), *engine]
        if stop in SIGNALS and "--engine" not in engine:
            more += ["--pause", "15ms"]
        process = self.start("tournament", *command, *more, "--db", name, "--json", env=self.more, bufsize=0)
        seen = self.disturb(process, stop)
        out, err = process.communicate(timeout=PATIENCE)
        events = [*seen, *map(json.loads, out.decode().splitlines())]
        run = Run(process.returncode, "\n".join(map(str, events)), err.decode())
        after = kept(path)
        self.assert_kept(before, name)
        shown = [event["game"] - 1 for event in events if event["event"] == "played"]
        self.assertEqual(len(shown), len(set(shown)), str(run))
        self.assertLessEqual(set(shown), set(after) - set(before), f"a game was shown that is not in the file, or played twice\n{run}")
        why = next((event["why"] for event in events if event["event"] == "ended"), None)
        if why is None:
            self.assertEqual(run.code, -signal.SIGKILL if stop in ("killed", "killed early") else "an end", str(run))
            self.assertTrue(stop.startswith("killed"), str(run))
            return None
        self.assertEqual(set(shown), set(after) - set(before), str(run))
        self.assertFalse(is_over and shown, "the tables said that it was finished")
        if most:
            self.assertLessEqual(len(shown), most, str(run))
        self.check_code(run, why, stop)
        return why

    def check_code(self, run, why, stop):
        if why == "signalled":
            codes = [128 + SIGNALS[stop]]
        elif why == "stop_after":
            codes = [5] if self.case.get("goal") else [0]
        else:
            codes = {"goal": [0], "decided": [0, 4]}.get(why, [5] if self.case.get("goal") else [0])
        self.assertIn(run.code, [*codes, *([-SIGNALS[stop]] if stop in SIGNALS else [])], str(run))  # the signal may come too late
        if why in ("signalled", "stop_after") and run.code >= 0:
            self.assertIn("to resume: referee tournament --resume --db ", run.err)

    def disturb(self, process, stop):
        """Sends the signal after some games have been played. Returns the events until then."""
        if stop == "killed early":
            time.sleep(self.chance.uniform(0, 0.06))
        elif stop in SIGNALS:
            wanted, seen = self.chance.randint(1, 8), []
            while sum(event["event"] == "played" for event in seen) < wanted and (line := process.stdout.readline()):
                seen.append(json.loads(line))
            if self.chance.random() < 0.2:
                self.watch(process)
            process.send_signal(SIGNALS[stop])
            if stop == "ctrl-c twice":
                time.sleep(self.chance.uniform(0, 0.03))
                process.send_signal(SIGNALS[stop])
            return seen
        if stop in SIGNALS:
            process.send_signal(SIGNALS[stop])
        return []

    def watch(self, process):
        """Reads the file with other commands while the tournament is played."""
        for command in (["standings", "t.db"], ["export", "t.db", "games"], ["export", "t.db", "plan"], ["view", "t.db", "-o", "-"]):
            run = self.referee(*command)
            self.assertTrue(run.code == 0 or "only some bots of the folder" in run.err, str(run))

    def is_over(self, name):
        """Returns whether the tournament is over, according to its tables."""
        text = self.standings(name)
        return "not finished" not in text and "open-ended" not in text

    # Checks

    def assert_kept(self, before, name):
        after = kept(self.folder / name)
        self.assertEqual(before, {number: after.get(number) for number in before}, f"{name}: a match was lost, or has changed")

    def assert_same_so_far(self, when):
        here, there = ({**schedule_of(self.folder / name), "matches": results_of(self.folder / name)} for name in ("t.db", "plain.db"))
        if self.case.get("goal") == "sprt":  # games that no longer count may have been played at the end
            return self.assert_common(here, there)
        for part, value in there.items():
            self.assertEqual(here[part], value, f"{part} {when}")

    def assert_common(self, here, there):
        for number in here["matches"].keys() & there["matches"].keys():
            self.assertEqual(here["matches"][number], there["matches"][number])

    def check_end(self):
        """Checks that another --resume plays nothing, and that no other files are left."""
        if self.case.form != "ladder":
            runs = [self.referee("tournament", "--resume", "--db", name, *more, "--quiet", env=self.more)
                    for name, more in (("t.db", self.engine_options()), ("plain.db", []))]
            self.assertEqual(runs[0].code, runs[1].code, f"{runs[0]}\n{runs[1]}")
            self.assertTrue(self.is_over("t.db"), self.standings("t.db"))
        self.wait_until(lambda: not list((self.state / "jobs").glob("*")))
        self.assert_nothing_left()
        there = {path.name for path in self.folder.iterdir()} - self.own_files
        self.assertEqual({name for name in there if not re.fullmatch(r"(late|new)\d\.sh|plan\.json", name)}, {"t.db", "plain.db"})
        self.check_features()

    def check_features(self):
        """Checks that the file holds everything that was requested, including the settings inherited from an earlier
        stage."""
        settings, case = settings_of(self.folder / "t.db"), self.case
        limits = settings["limits"]
        if case.get("clock") in ("clock", "both"):
            self.assertEqual(limits["clock"]["total_us"], 60_000_000)
        if case.get("sandbox"):
            self.assertEqual((settings["sandbox"], limits["memory_bytes"]), (True, 300 << 20))
        self.assertEqual(settings.get("sandbox_reuse", True), case.get("sandbox") != "fresh")
        if case.get("position"):
            self.assertIn("position", settings["game"])
        self.assertEqual(settings["opening_plies"], 2 if case.get("openings") == "drawn" else 0)
        listed = {"file": 3, "random": 3, "positions": 2}.get(case.get("openings"), 0)
        self.assertEqual(len(settings["openings"]["moves"] if "openings" in settings else []), listed)
        if case.get("reuse"):
            reuse = dict(rows(self.folder / "t.db", "SELECT name, reuse FROM entrants"))
            self.assertEqual({reuse[name] for name in reuse if name in set("abcde")}, {1})

    def assert_same(self):
        sheets = SHEETS if SOAK else ["games", "standings", self.chance.choice(SHEETS)]
        here, there = (state_of(self, name, sheets) for name in ("t.db", "plain.db"))
        if self.case.get("goal") == "sprt":  # the run stops when the test is decided, and games of later pairs may have been played
            self.assert_common(here, there)
            verdicts = [re.search(r"H[01] accepted.*|(?:stopped without a|no) verdict", state["tables"])[0] for state in (here, there)]
            return self.assertEqual(*verdicts)
        if self.case.get("named") == "folder" and isinstance(here["plan"], tuple):
            self.assertIn("only some bots of the folder", here["plan"][1])
            del there["plan"]
        for part, value in there.items():
            self.assertEqual(here[part], value, part)


class JointsTest(RefereeTest):
    def test_all_pairs(self):
        """Runs all cases. Cases with a batch system mostly wait, so several of them run at once."""
        first = int(os.environ.get("REFEREE_JOINTS_SEED", "1"))
        if "REFEREE_JOINT" in os.environ:
            cases = [Case.of(os.environ["REFEREE_JOINT"])]
        elif SOAK:
            cases = [case for seed in range(first, first + 3) for case in sample(seed, 4, by_variant)]
        else:
            cases = sample(first, 5, by_feature)
        if "on" not in self.sandboxes():
            cases = [case for case in cases if "sandbox" not in case.features]
        with ThreadPoolExecutor(4) as pool:
            for case, problem in zip(cases, pool.map(problem_of, cases)):
                with self.subTest(f"REFEREE_JOINT='{case}'"):
                    self.assertIsNone(problem, problem)


def problem_of(case):
    """Runs a case. Returns its failure, or None."""
    result = unittest.TestResult()
    Joint(case).run(result)
    return next((text for _, text in result.failures + result.errors), None)
