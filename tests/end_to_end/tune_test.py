"""Tests referee-tune: it finds the best value of a bot, continues after any stop as if there had been none, and refuses what would tell
nothing. Bots, openings and games follow from the seed, so each test plays the same games every time."""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import random
import re
import signal
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

from harness import BIN, GAME, LONG_LIMITS, PATIENCE, SCRIPTED_BOT, RefereeTest

TUNE = str(BIN / "referee-tune")

# Two plies that openings choose decide the luck. Then each player says a value. The nearer it is to 30, the more often it wins.
DUEL = """#!/usr/bin/python3 -IS
import sys, zlib
for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print("game duel 1", "plies 4", "ending luck both have said a value", sep="\\n")
    else:
        said = [] if word == "new" else [*said, int(rest[0])]
        print("rows 0", "state " + " ".join(map(str, said or [0])), sep="\\n")
        if len(said) == 4:
            elo = [-20 * ((value - 30) / 3) ** 2 for value in said[2:]]
            luck = zlib.crc32(repr(said).encode()) * 2654435761 % 2**32 / 2**32
            print("over won", int(luck > 1 / (1 + 10 ** ((elo[1] - elo[0]) / 400))), "luck")
        else:
            print(f"turn {len(said) % 2}", "moves 61", *range(61), sep="\\n")
    print("end", flush=True)
"""

# It reads one block of the duel, and answers with its first argument. With a second one, it exits if the first one is above it. With
# a third one, it exits if the last turn ends with this text.
SAYS = """#!/bin/sh
skip() { left=$1; while [ "$left" -gt 0 ]; do read -r line; left=$((left - 1)); done; }
[ $# -gt 1 ] && [ "$1" -gt "$2" ] && exit 1
skip 4; read -r turns; skip "$turns"
[ "${line#* }" = "$3" ] && exit 1
skip 1; read -r moves; skip "$moves"
echo "$1"
read -r line
"""


class TuneTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.program("duel.py", DUEL)
        self.program("says", SAYS)
        self.journal, self.db = self.folder / "tune.jsonl", self.folder / "tune.jsonl.db"

    def duel(self, *words, bot="./says {v}", start=False, **options):
        """Tunes in the duel, ten pairs of games at once. `start`: does not wait for its end."""
        run = self.start if start else self.referee
        return run(bot, "--game", "./duel.py", "--openings", 2, "--jobs", 10, "--force", "--seed", 1, *LONG_LIMITS, *words, program=TUNE, **options)

    def tune(self, *words, **options):
        return self.referee(*words, program=TUNE, **options)

    def series(self):
        records = [json.loads(line) for line in self.journal.read_text().splitlines()]
        return [record for record in records if "pairs" in record]

    def stop(self, process, number):
        """Sends a signal to the tune. It must end, and leave no process. Returns what it wrote."""
        process.send_signal(number)
        output = b"".join(process.communicate(timeout=PATIENCE)).decode()
        self.assertEqual(process.returncode, -number if number == signal.SIGKILL else 128 + number, output)
        self.assert_nothing_left()
        return output

    def test_it_finds_the_best_value(self):
        run = self.duel("--param", "v=48,0..60", "--games", 200, "--sprt", 0, "--picture", "v.svg", code=0)
        self.assertRegex(run.out, r"(?m)^  v: (2[6-9]|3[0-4]) \(start 48;.*\n  \./says \1$")
        self.assertIn("200 games are played: 200 decided, 0 drawn, 0 void, 0 forfeits", run.out)
        self.assertNotIn("end of its range", run.out)
        for record in self.series():
            self.assertNotEqual(int(record["plus"]["v"]), int(record["minus"]["v"]))
        self.assertFalse(self.db.exists())
        picture = xml.etree.ElementTree.parse(self.folder / "v.svg").getroot()
        line, = (each for each in picture if each.tag.endswith("polyline"))
        points = [tuple(map(float, point.split(","))) for point in line.get("points").split()]
        self.assertEqual(points[0], (0, 300 - 300 * 48 / 60))
        self.assertEqual(points[-1], (500, round(300 - 300 * self.series()[-1]["values"][0] / 60, 1)))

    def test_a_value_at_the_end_of_its_range_is_told(self):
        run = self.duel("--param", "v=46,42..60,step=2", "--games", 100, "--sprt", 0, code=0)
        self.assertIn("v ends at the lower end of its range, 42: the best value may lie beyond it", run.out)
        tried = [int(record[side]["v"]) for record in self.series() for side in ("plus", "minus")]
        self.assertEqual(min(tried), 42)
        self.assertLessEqual(max(tried), 60)

    def test_a_sequential_test_follows_and_goes_on_after_a_stop(self):
        # The bots of the first 20 games after the tune's 40 begin at once, and those of later ones wait.
        starts, go = self.folder / "starts", self.folder / "go"
        self.program("held", f"""#!/bin/sh
[ -e {go} ] || {{ echo >>{starts}; [ $(wc -l <{starts}) -le 120 ] || while [ ! -e {go} ]; do sleep 0.01; done; }}
exec ./says "$1"
""")
        words = ["--param", "v=60,0..60", "--games", 40, "--sprt", 4000]
        process = self.duel(*words, bot="./held {v}", start=True)
        self.wait_until(lambda: self.stored(self.db) or process.poll() is not None)
        self.assertIsNone(process.poll(), process.poll() is not None and b"".join(process.communicate()).decode())
        self.stop(process, signal.SIGKILL)
        go.touch()
        verdict = "\nH1 accepted: the tuned values are better than the start (tune.jsonl.db has the games)\n"
        run = self.duel(*words, bot="./held {v}", code=0)
        self.assertTrue(run.out.endswith(verdict), str(run))
        self.assertRegex(run.out, r"(?m)^ +1 tuned +\d")
        played = self.db.stat().st_mtime_ns
        again = self.duel(*words, bot="./held {v}", code=0, err="")
        self.assertTrue(again.out.endswith(verdict), str(again))
        self.assertEqual(self.db.stat().st_mtime_ns, played)
        self.journal.unlink()
        refused = self.duel(*words, bot="./held {v}", code=2, out="")
        self.assertIn("'tune.jsonl.db' exists, and the sequential test would write it", refused.err)

    def test_without_a_change_there_is_nothing_to_test(self):
        run = self.tune(f"{SCRIPTED_BOT} --pick {{v}}", "--param", "v=1,0..1", "--game", GAME, *LONG_LIMITS, "--games", 2, "--seed", 1, code=5)
        self.assertIn("these are the values of the start: there is nothing to test", run.out)

    def test_after_a_stop_the_journal_is_that_of_a_run_without_one(self):
        words = [f"{SCRIPTED_BOT} --pick {{v}}", "--param", "v=3,0..6,step=1", "--game", "magnetize:height=4,width=6,square=2,maglock=2",
                 "--openings", 2, "--games", 120, "--jobs", 1, "--seed", 3, "--sprt", 0, *LONG_LIMITS]
        self.tune(*words, code=0)
        whole = self.journal.read_bytes()
        self.assertTrue(any(record["won"] != record["lost"] for record in self.series()))
        self.journal.unlink()
        for lines, number in ((3, signal.SIGKILL), (8, signal.SIGINT), (13, signal.SIGTERM), (18, signal.SIGKILL)):
            process = self.start(*words, program=TUNE)
            self.wait_until(lambda: self.journal.exists() and self.journal.read_bytes().count(b"\n") >= lines)
            said = self.stop(process, number)
            self.assertEqual(number != signal.SIGKILL, f"referee-tune: stopped by signal {int(number)}; the same command goes on\n" in said)
            with self.journal.open("ab") as file:  # as a failure of the machine leaves it
                file.write(b'{"pairs": 4, "pl')
        self.assertEqual(self.tune(*words, code=0).out.count("120 games are played"), 1)
        self.assertEqual(self.journal.read_bytes(), whole)

    def test_a_bot_that_often_forfeits_ends_the_tune(self):
        run = self.duel("--param", "v=50,0..60", "--games", 1000, bot="./says {v} 50", code=3)
        self.assertRegex(run.err.splitlines()[-1], r"^referee-tune: \d+ of \d+ games were forfeits \(exited \d+\), more than 5 %, the last one by \./says 5\d 50: ")
        self.assertEqual(self.duel("--param", "v=50,0..60", "--games", 1000, bot="./says {v} 50", code=3, out="").err, run.err.splitlines()[-1] + "\n")

    def test_rare_forfeits_are_lost_games(self):
        run = self.duel("--param", "v=40,0..60", "--games", 100, "--sprt", 0, bot="./says {v} 60 21", code=0)
        forfeits = sum(sum(kinds.values()) for record in self.series() for kinds in record["forfeits"])
        self.assertGreater(forfeits, 0)
        self.assertIn(f"100 games are played: 100 decided, 0 drawn, 0 void, {forfeits} forfeits\n", run.out)

    def test_other_tunes_keep_their_journals(self):
        words = ["--param", "v=50,0..60", "--sprt", 0]
        self.duel(*words, "--games", 20, code=0)
        before = self.journal.read_bytes()
        for others in ([*words, "--games", 40], ["--param", "v=49,0..60", "--games", 20], [*words, "--games", 20, "--reuse"]):
            run = self.duel(*others, code=2, out="")
            self.assertRegex(run.err, r"\Areferee-tune: 'tune.jsonl' is the journal of a tune with other settings \(.*\n\Z")
        (self.folder / "notes").write_text("these are mine\n")
        for option in ("--journal", "--picture"):
            run = self.duel(*words, "--games", 20, option, "notes", code=2, out="")
            self.assertRegex(run.err, r"\Areferee-tune: .*notes.*\n\Z")
        self.assertEqual((self.folder / "notes").read_text(), "these are mine\n")
        self.assertEqual(self.journal.read_bytes(), before)
        process = self.duel(*words, "--games", 4000, "--journal", "new", start=True)
        self.wait_until((self.folder / "new").exists)
        run = self.wait_until(lambda: (run := self.duel(*words, "--games", 4000, "--journal", "new", out="")).code == 2 and run)
        self.assertIn("journal 'new' belongs to a tune that is running", run.err)
        self.stop(process, signal.SIGTERM)

    def test_wrong_arguments_are_one_clear_line(self):
        bot = "./says {v}"
        for words, text in (
                ([], "the following arguments are required: BOT, --param"),
                ([bot, "--param", "v=1"], "--param 'v=1': write NAME=START,LOW..HIGH"),
                ([bot, "--param", "a b=1,0..2"], "a name has letters, digits and _"),
                ([bot, "--param", "v=nan,0..2"], "--param 'v=nan,0..2': write NAME=START,LOW..HIGH"),
                ([bot, "--param", "v=3,0..2"], "the start must lie in the range"),
                ([bot, "--param", "v=1,1..1"], "the range must have more than one value"),
                ([bot, "--param", "v=1,0..2,step=0"], "the step must be above 0, and at most the width of the range, 2"),
                ([bot, "--param", "v=1,0..2", "--param", "v=1,0..3"], "--param v is given twice"),
                ([bot, "--param", "v=1,0..2", "--param", "w=1,0..3"], "--param w: write {w} into the bot's command line"),
                ([bot + " {w}", "--param", "v=1,0..2"], "the bot's command line has {w}: add --param w=START,LOW..HIGH"),
                ([bot, "--param", "v=1,0..2", "--games", "3"], "'3': write an even number from 2"),
                ([bot, "--param", "v=1,0..2", "--jobs", "0"], "'0': write a whole number from 1"),
                ([bot, "--param", "v=1,0..2", "--openings", "none"], "--openings: 'none' can't be read: No such file or directory"),
                ([bot, "--param", "v=1,0..2", "--openings", "4,start=2"], "--openings: '4' can't be read"),
                ([bot, "--param", "v=1,0..2", "--journal", "."], "journal '.' can't be opened: Is a directory"),
                ([bot, "--param", "v=1,0..2", "--journal", "/dev/null"], "journal '/dev/null' is not a file"),
                ([bot, "--param", "v=1,0..2", "--db", "t.db"], "unrecognized arguments: --db"),
                ([bot, "--param", "v=1,0..2", "--limits", "plus:move=5ms"], "both bots of a series have the same limits"),
                (["./gone {v}", "--param", "v=1,0..2"], "bot './gone "),
                ([bot, "--param", "v=1,0..2", "--game", "chess"], "chess")):
            with self.subTest(words):
                run = self.tune(*words, code=2, out="")
                self.assertRegex(run.err, r"\Areferee-tune: [^\n]+\n\Z")
                self.assertIn(text, run.err)

    def test_its_help_fits_the_terminal(self):
        text = self.tune("--help", code=0, err="", env={"COLUMNS": "200"}).out
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_the_referee_must_be_there_and_answer(self):
        copy = self.program("lone/referee-tune", pathlib.Path(TUNE).read_bytes())
        for answer, text in ((None, "there is no program 'referee' beside referee-tune or on the PATH"), ("echo hello", "wrote no result that can be read"),
                             ("kill -9 $$", "referee was ended by signal 9; the same command goes on")):
            if answer:
                self.program("lone/referee", f"#!/bin/sh\n{answer}\n")
            run = self.referee("./says {v}", "--param", "v=1,0..2", program=str(copy), env={"PATH": "/usr/bin:/bin"}, code=1, out="")
            self.assertRegex(run.err, rf"\Areferee-tune: .*{re.escape(text)}")


class RuleTest(unittest.TestCase):
    def setUp(self):
        loader = importlib.machinery.SourceFileLoader("referee_tune", TUNE)
        self.tune = importlib.util.module_from_spec(importlib.util.spec_from_loader("referee_tune", loader))
        loader.exec_module(self.tune)

    def test_values_stay_in_their_range_and_whole_numbers_differ_and_are_right_on_average(self):
        parameters = [self.tune.Parameter(text) for text in ("a=3,0..6", "b=0.3,0.1..0.6666666", "c=-2,-5..40")]
        spsa = self.tune.Spsa(parameters, 1000, 1)
        draws, sums = random.Random(1), {"a": 0, "c": 0}
        for spsa.done in range(1000):
            spsa.values = [draws.choice((each.low, each.high, draws.uniform(each.low, each.high))) for each in parameters]
            plus, minus, _, _ = spsa.trial()
            for each in parameters:
                for side in (plus, minus):
                    self.assertTrue(each.low <= float(side[each.name]) <= each.high, side)
                self.assertNotEqual(plus[each.name], minus[each.name])
        for spsa.done in range(1000):
            spsa.values = [3.3, 0.3, 17.7]
            plus, minus, _, _ = spsa.trial()
            for name in sums:
                sums[name] += (int(plus[name]) + int(minus[name])) / 2000
        self.assertAlmostEqual(sums["a"], 3.3, delta=0.1)
        self.assertAlmostEqual(sums["c"], 17.7, delta=0.1)

    def test_series_go_through_a_file_of_openings(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "book")
            file.write_text("a\n\n# b\n%\nc\r\n \r\nd")
            for given, expected in ((str(file), (1, 2, 3, 1)), (f"{file},start=3", (3, 1, 2, 3))):
                openings = self.tune.Openings(given)
                self.assertEqual([openings.after(pairs) for pairs in range(4)], [["--openings", f"{file},start={each}"] for each in expected])
        for given, expected in (("6", ["--openings", "6"]), ("0", []), ("book,order=random", ["--openings", "book,order=random"])):
            self.assertEqual(self.tune.Openings(given).after(5), expected)

    def test_a_full_disk_leaves_whole_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            journal = self.tune.Journal(f"{folder}/j")
            journal.add({"referee_tune": 1})
            written = os.write
            with unittest.mock.patch("os.write", lambda file, data: written(file, data[:5])):
                with self.assertRaisesRegex(self.tune.Trouble, "can't be written: no space is left; the same command goes on"):
                    journal.add({"pairs": 1})
            self.assertEqual(pathlib.Path(f"{folder}/j").read_text(), '{"referee_tune": 1}\n')
            journal.add({"pairs": 2})
            self.assertEqual(pathlib.Path(f"{folder}/j").read_text(), '{"referee_tune": 1}\n{"pairs": 2}\n')
