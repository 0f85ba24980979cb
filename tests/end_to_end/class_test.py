"""Tests the hand-ins of a class: `referee tournament --bots handed_in/ --students students.csv`.

A generated class hands in what classes hand in, as Moodle exports it, and some students attack the others, the machine
or the teacher while their hand-ins are unpacked, built and run. Each of these must be refused in one line or do no harm,
and all others must play.
"""
import contextlib
import csv
import html
import io
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import time
import unittest
import uuid
import zipfile

from class_case import ClassCase, archive, python
from engine_case import simulated_slurm
from harness import BIN, FACTOR, GAME, LONG_LIMITS, PATIENCE, SOAK, parents
from serve_case import Match, Server, Stream

SECRET = uuid.uuid4().hex

# Looks for everything that belongs to others, and tells where it is.
SPY = f"""import os, traceback
sys.dont_write_bytecode = True
found = [os.path.join(folder, name) for top in ("/", "/bot", "/tmp", "/home") for folder, _, names in os.walk(top)
         if not folder.startswith(("/proc", "/usr", "/sys", "/dev", "/lib", "/etc")) for name in names]
mine = [path for path in found if path.startswith("/bot/")]
strange = [path for path in found if path not in mine]
try:
    raise ValueError
except ValueError:
    told = traceback.format_exc() + os.getcwd() + " ".join(sys.argv) + open("/proc/self/mountinfo").read()
if strange or "TEACHER" in told:
    sys.exit("found " + repr(strange) + told)
"""


class ClassTest(ClassCase):
    @staticmethod
    def descendants(pid):
        """The (pid, command line) of the processes below a process."""
        above, found = parents(), {pid}
        while more := {child for child, parent in above.items() if parent in found} - found:
            found |= more
        for child in found:
            with contextlib.suppress(OSError):  # it has just ended
                yield child, pathlib.Path(f"/proc/{child}/cmdline").read_bytes()

    def served(self, db, bots):
        """What `referee serve` sends to anybody about this finished class, by its address. A person plays each bot."""
        server = Server(self.start("serve", db, "--port", 0, "--bot", f"mine={BIN / 'fitz1'}", env={"REFEREE_SANDBOX": "on"}))
        sent = {path: server.get(path).body.decode() for path in ("/", "/play", "/api/play")}
        stream = Stream(server, "/events")
        sent["/events"] = repr([stream.next() for _ in ("tournament", "games", "running")])
        stream.close()
        for number, in self.sql("SELECT number + 1 FROM matches", db):
            sent[path] = (answer := server.get(path := f"/games/{number}")).body.decode()
            self.assertEqual(answer.status, 200)
        offered = json.loads(sent["/api/play"])["bots"]
        self.assertEqual({bot["name"] for bot in offered}, {*bots, "mine"})
        for place, offer in enumerate(offered):
            # The bots fail after an opening.
            wish = {"bot": place, "game": "magnetize", "settings": GAME.partition(":")[2], "you": 0, "move_ms": 20000, "seed": 1,
                    "moves": ["DROP 0", "DROP 2", "DROP 4", "DROP 6"]}
            status, begun = server.post("/api/matches", wish)
            self.assertEqual(status, 201, begun)
            self.assertEqual(offer, {"name": offer["name"], "available": True})
            match = Match(server, begun["id"])
            hints, states = [], [match.turn()]
            while not states[-1]["over"]:
                if len(states) < 4:
                    hints.append(server.post(match.path + "/hint", {}))
                match.move(states[-1]["ply"], states[-1]["moves"][0])
                states.append(match.turn())
            match.close()
            sent[f"match against {offer['name']}"] = repr([hints, states, match.page().body.decode(), match.log().body.decode()])
        server.process.send_signal(signal.SIGINT)
        server.process.communicate(timeout=PATIENCE)
        return sent

    def running_games(self, db):
        """The running games that `referee serve` sends while this tournament is played."""
        server = Server(self.start("serve", db, "--port", 0))
        stream = Stream(server, "/events")
        running = []
        while sum(bool(data["games"]) for data in running) < 30:
            name, data = stream.next()
            if name == "running":
                running.append(data)
        stream.close()
        return repr(running)

    def usual_and_hostile(self):
        """What classes hand in: the hand-ins that play, and those that are refused, with the reason."""
        cpp, java = self.kit("cpp"), self.kit("java")
        makefile = "bot: bot.cpp\n\tg++ -O2 -o bot bot.cpp\n"
        template = ("template<int N, long M> struct A { static constexpr long v = A<N - 1, 2 * M>::v + A<N - 1, 2 * M + 1>::v; };\n"
                    "template<long M> struct A<0, M> { static constexpr long v = M; };\nint main() { return A<60, 1>::v; }\n")
        neighbour = self.handed_in / "Nina Nachbar_9001_assignsubmission_file" / "bot.c"
        incbin = '__asm__(".incbin \\"{}\\"");\nint main() {{ return 0; }}\n'
        play = {
            "Nina Nachbar": {"bot.c": self.kit("c")["bot.c"] + f"\n/* {SECRET} */\n#define SECRET {SECRET}\n".encode()},
            "Paula Python": {"bot.py": python()},
            "Élodie Wolf": {"meins.zip": archive({"abgabe/bot.py": python("import helper"), "abgabe/helper.py": "",
                                                  "__MACOSX/abgabe/._bot.py": "x", "abgabe/.git/config": "x"})},
            "Conny Make": {"Makefile": makefile, "bot.cpp": cpp["bot.cpp"]},
            "Cora Plus": {"x.zip": archive({"src/bot.cpp": cpp["bot.cpp"].decode() + '#include "more.h"\n', "src/more.h": "", "src/more.cc": "int more;\n",
                                            "src/old.c": "int *f(void) { int *new = 0; return new; }\n"})},
            "Susi Shell": {"bot.sh": self.kit("shell")["bot.sh"].replace(b"\n", b"\r\n")},
            "Jana Script": self.kit("javascript"),
            "Kopie Eins": {"main.py": python("# the same")},
            "Kopie Zwei": {"main.py": python("# the same")},
            "Willi Windows": {"bot.py": python("sys.exit('the old copy')"), "bot (1).py": b"#!/usr/bin/env python3\r\n" + python().replace("\n", "\r\n").encode()},
            "Jason Bot": {"bot.json": json.dumps({"run": ["python3", "src/play.py"], "build": ["python3", "make.py"]}),
                          "make.py": "open('src/play.py', 'w').write(open('in.txt').read())", "in.txt": python(), "src/a.py": "", "b.py": ""},
            "Gabi Gabel": {"Makefile": "bot: bot.cpp\n\tg++ -O2 -o bot bot.cpp\n\t(while true; do cp bot bot2; ln -sf /etc/passwd link; done) &\n",
                           "bot.cpp": cpp["bot.cpp"]},
            "Spy Sehrneugierig": {"bot.py": python(SPY)},
        }
        if shutil.which("javac"):
            play["Jana Java"] = {"y.zip": archive({"src/game/Bot.java": "package game;\n" + java["Bot.java"].decode(), "README.txt": "run it"})}
        else:
            print("\nSKIPPED: javac is not on this machine, so no hand-in in Java is tried", flush=True)
        refused = {
            "Nora Notebook": ({"bot.ipynb": "{}"}, "a notebook: export it as .py"),
            "Hanna Html": ({"bot.html": "<html></html>"}, "an HTML page"),
            "Wanda Word": ({"bot.docx": archive({"word/document.xml": "x"})}, "a Word document"),
            "Leo Leer": ({}, "it is empty"),
            "Lara Viele": ({f"{i}.txt": "x" for i in range(7)}, "7 files, and none is a program"),
            "Ludo Link": ({"a.zip": archive({"bot.py": python(), "x": str(neighbour)}, link="x")}, "contains a link: 'x'"),
            "Paco Pfad": ({"a.zip": archive({"bot.py": python(), "../../Paula Python/bot.py": "evil"})}, "invalid path"),
            "Absalom Absolut": ({"a.zip": archive({"/tmp/bot.py": python()})}, "invalid path"),
            "Bodo Bombe": ({"a.zip": archive({"bot.py": python(), "zeros": bytes(200 << 20)})}, "larger than 64 MiB"),
            "Doppel Ganger": ({"a.zip": archive({"bot.py": python(), "Bot.py": "x"})}, "two files of the name"),
            "Ingo Include": ({"bot.c": f'#include "{neighbour}"\n'}, "gcc failed: .*No such file"),
            "Rita Relativ": ({"bot.c": f'#include "../{neighbour.parent.name}/bot.c"\n'}, "gcc failed: .*No such file"),
            "Bine Binar": ({"bot.c": incbin.format(neighbour)}, "gcc failed: .*(No such file|file not found)"),
            "Tim Template": ({"bot.cpp": template}, "(did not finish within 60 s|memory|failed)"),
            "Falk Fehler": ({"bot.c": "int main() { retrun 0; }\n"}, "gcc failed: .*error"),
            "Xaver Absturz": ({"bot.py": "import nothing_of_this_name\n"}, "nothing_of_this_name"),
        }
        return play, refused

    def test_a_class(self):
        play, refused = self.usual_and_hostile()
        self.list([*play, *(name for name in refused), "Nie Da"])
        for i, (name, files) in enumerate([*play.items(), *((name, files) for name, (files, _) in refused.items())]):
            self.hand_in(f"{name}_{9001 + i}_assignsubmission_file", files)
        self.hand_in("Nora Notenbok", {"bot.py": python()})  # belongs to nobody
        run = self.play_class("--format", "swiss", "--rounds", "2", "--games", "2", "--jobs", "2", "--seed", "1", code=6)
        self.assertEqual(self.entrants(), set(play), run)
        refusals = self.refusals()
        for name, (_, why) in refused.items():
            self.assertRegex(refusals[name]["reason"], why)
        # The terminal shows some of them, and the table of hand-ins has all, as whole sentences.
        self.assertEqual(run.err.count("left out: "), 7, run)
        self.assertIn(f"left out: {len(refused) - 6} more; hand_ins.csv has all, and why", run.err)
        rows = csv.DictReader(io.StringIO((self.folder / "hand_ins.csv").read_text("utf-8-sig")), delimiter=";")
        self.assertEqual({row["student"]: row["why"] for row in rows if row["state"] == "refused"}, {name: refusals[name]["reason"] for name in refused})
        self.assertIn("did you mean 'Nora Notebook'", refusals["Nora Notenbok"]["reason"])
        self.assertEqual(set(refusals), {*refused, "Nora Notenbok"})
        self.assertIn("retrun", refusals["Falk Fehler"]["last_words"])
        self.assertIn("'bot (1).py' is taken", run.err)
        self.assertIn("the same but for names, comments and blanks: Paula Python, Kopie Eins, Kopie Zwei and 2 others", run.err)
        # Nothing of one student reaches another.
        for name, change in refusals.items():
            self.assertNotIn(SECRET, json.dumps(change))
            if name not in ("Ingo Include", "Bine Binar"):  # these know the path already
                self.assertNotIn("TEACHER", change["last_words"], name)
        self.assertIn("/bot/project/bot.py", refusals["Xaver Absturz"]["last_words"])
        endings = self.sql("SELECT DISTINCT ending FROM matches", "class.db")
        self.assertEqual(endings, [("by_rules",)], self.sql("SELECT first, second, winner, ending, detail FROM matches", "class.db"))
        for path in (self.folder / "class.bots").rglob("*"):
            self.assertFalse(path.is_symlink(), path)
            if path.is_file() and "Nina Nachbar" not in path.parts:
                self.assertNotIn(SECRET.encode(), path.read_bytes(), path)
        self.assertEqual(stat.S_IMODE((self.folder / "class.bots").stat().st_mode), 0o700)
        students = {student["name"]: student for student in json.loads(self.sql("SELECT value FROM meta WHERE key = 'students'", "class.db")[0][0])}
        self.assertEqual(len(students), len(play) + len(refused) + 1)
        self.assertEqual(students["Élodie Wolf"]["group"], "A")
        self.assert_nothing_left()
        table = self.student_rows()
        self.assertEqual([row["name"] for row in table], [*play, *refused, "Nie Da"])
        statuses = {row["name"]: row["status"] for row in table}
        self.assertEqual(statuses, {**dict.fromkeys(play, "played"), **dict.fromkeys(refused, "refused"), "Nie Da": "nothing handed in"})
        self.assertGreaterEqual(sum(float(row["points"].replace(",", ".") or 0) for row in table), len(self.sql("SELECT 1 FROM matches", "class.db")))
        self.assertIn("notebook", table[len(play)]["why"])

        # It can be resumed without the hand-ins, and changed with a part of a name.
        shutil.rmtree(self.handed_in)
        self.referee("change", "class.db", "withdraw", "wolf", code=0)
        self.referee("change", "class.db", "rounds", "3", code=0, env={"REFEREE_SANDBOX": "on"})
        self.referee("tournament", "--resume", "--db", "class.db", code=6)

    def test_feedback_holds_nothing_of_others(self):
        """Whatever a student hands in or writes has a mark. It must not reach the feedback of others, or what all may read."""
        kinds = {
            "Ann A": "plays", "Ben B": "plays", "Eve E": "plays", "Cai C": "illegal", "Dan D": "crash", "Fay F": "check", "Gus G": "build", "Hal H": "page",
        }
        marks = {name: f"MARK{i}{uuid.uuid4().hex}" for i, name in enumerate(kinds)}

        def says(mark, then="pass"):
            """A bot that plays with notes, and does `then` at its first turn after an opening, which no check plays."""
            text = python(f"print('info depth 3 score 1 string {mark}', file=sys.stderr)")
            text = text.replace("    lines(int(", "    before = lines(int(", 1)
            words = f"    print('info depth 2 score 5 pv {mark}\\n{mark}', file=sys.stderr, flush=True)\n    if len(before) > 2: {then}\n"
            return text.replace("    print(moves", words + "    print(moves") + f"# {mark}\n"

        for i, (name, kind) in enumerate(kinds.items()):
            mark = marks[name]
            c = self.kit("c")["bot.c"].decode() + f'\n#warning "{mark}"\n'
            files = {
                "plays": {"bot.py": says(mark)} if name != "Eve E" else {"bot.c": c},
                "illegal": {f"{mark}.py": says(mark, f"print('{mark}', flush=True)")},
                "crash": {"src/bot.py": says(mark, f"sys.exit('{mark}')")},
                "check": {"bot.py": f"import {mark}\n"},
                "build": {"bot.c": f'#include "{mark}.h"\n'},
                "page": {f"{mark}.html": f"<p>{mark}</p>"},
            }[kind]
            self.hand_in(f"{name}_{9001 + i}_assignsubmission_file", files)
        self.list([*kinds, "Nie Da"])
        run = self.play_class("--games", "2", "--seed", "1", "--feedback", "answers", "--openings", "4", BIN / "greedy")
        self.assertEqual(self.entrants(), {"Ann A", "Ben B", "Eve E", "Cai C", "Dan D", "greedy"}, run)
        endings = {ending for ending, in self.sql("SELECT DISTINCT ending FROM matches", "class.db")}
        self.assertLessEqual({"unreadable_move", "exited"}, endings, "two bots must fail in games, or this test shows nothing")

        answers = {path.name: path.read_text() for path in (self.folder / "answers").glob("*.html")}
        self.assertEqual(set(answers), {f"{name}.html" for name in [*kinds, "Nie Da"]})
        for name, mark in marks.items():
            self.assertEqual(mark in answers[f"{name}.html"], name != "Hal H", name)  # whose page was not even read
        log = json.loads(re.search(r'id="match-1">(.*?)</script>', answers["Cai C.html"], re.S)[1])["log"]
        self.assertIn(log["failure"]["line"], marks["Cai C"])
        self.assertIn("Your hand-in", answers["Ann A.html"])
        self.assertRegex(answers["Hal H.html"], "It does not play: .*an HTML page")
        self.assertIn("Nothing was handed in.", answers["Nie Da.html"])
        for name in ("Ann A", "Cai C", "Dan D"):
            losses = [result == "lost" for result in re.findall(r"<td>(won|lost|draw)</td>", answers[f"{name}.html"].split('id="games-title"')[1])]
            self.assertEqual(losses, sorted(losses, reverse=True), name)
            self.assertEqual(len(losses), 10, name)
        with zipfile.ZipFile(self.folder / "answers/feedback.zip") as archive_file:
            self.assertEqual({name: archive_file.read(name).decode() for name in archive_file.namelist()},
                             {f"{name}_{9001 + i}_assignsubmission_file/feedback.html": answers[f"{name}.html"] for i, name in enumerate(kinds)})

        self.referee("view", "class.db", "-o", "class.html", code=0)
        self.referee("view", "class.db", "-o", "report", code=0)
        public = {path.name: path.read_text() for path in [self.folder / "class.html", *(self.folder / "report").rglob("*.html")]}
        public["standings"] = self.referee("standings", "class.db", code=0).out
        for table in ("standings", "crosstable", "endings"):
            public[f"{table}.csv"] = self.referee("export", "class.db", table, code=0).out
        self.assertIn("4 of 9 students: 3 refused, 1 nothing handed in", public["standings"])
        public.update(self.served("class.db", self.entrants()))
        for name, ending in (("Cai C", "unreadable_move"), ("Dan D", "exited")):
            self.assertTrue(f"'ending': '{ending}', " in public[f"match against {name}"], f"{name} does not fail, or this test shows nothing")
        ladder = self.start("tournament", "--from", "class.db", "--format", "ladder", "--db", "live.db", "--quiet", env={"REFEREE_SANDBOX": "on"})
        self.wait_for_games(1, "live.db")
        public["running games"] = self.running_games("live.db")
        ladder.send_signal(signal.SIGINT)
        ladder.communicate(timeout=PATIENCE)
        rows = {row["name"]: json.dumps(row) for row in self.student_rows()}
        paths = ["TEACHER", str(self.folder.parent), str(BIN), "class.bots", "handed_in"]
        for place, text in [*answers.items(), *public.items(), *rows.items()]:
            for name, mark in marks.items():
                if place not in (name, f"{name}.html"):
                    self.assertNotIn(mark, text, f"{place} holds what {name} has written")
            for path in paths:
                self.assertNotIn(path, text, f"{place} holds a path of the machine")

        self.assertEqual(stat.S_IMODE((self.folder / "answers").stat().st_mode), 0o700)

        # Feedback can be written again, and replaces only feedback.
        before = (self.folder / "answers/feedback.zip").read_bytes()
        self.referee("view", "class.db", "--feedback", "answers", code=0)
        self.assertEqual((self.folder / "answers/feedback.zip").read_bytes(), before)
        for other in (["-o", "class.html"], ["--about", "title=A"]):
            self.assertIn("omit one of them", self.referee("view", "class.db", "--feedback", "answers", *other, code=2).err)
        (self.folder / "answers/mine.txt").write_text("keep me")
        self.assertIn("holds 'mine.txt'", self.referee("view", "class.db", "--feedback", "answers", code=2).err)

    def test_no_student_can_end_or_hold_up_the_class(self):
        elements = "{},"
        long_file = io.BytesIO()
        with zipfile.ZipFile(long_file, "w", zipfile.ZIP_DEFLATED) as file, file.open("bot.py", "w", force_zip64=True) as entry:
            entry.write(python().encode())
        play = {
            "Anna Adler": {"bot.py": python()},
            "Bert Bach": {"bot.py": python("# another"), "data (1)": "x", "data/x.txt": "y"},
            "Carl Zip": {"a.zip": long_file.getvalue()},
        }
        refused = {
            "Dora Json": ({"a.zip": archive({"bot.json": '{"run": [' + 400_000 * elements + '{}]}'})}, "bot.json: it is larger than 16 KiB"),
            "Emil Lang": ({"a.zip": archive({"bot.json": json.dumps({"run": ["sh", "bot.sh"], "build": ["make", 140_000 * "A"]})})}, "larger than 16 KiB"),
            "Fritz Tief": ({"a.zip": archive({f"{i}/" + 400 * "a/" + "f": "" for i in range(50)})}, "more than 30 levels of folders"),
            "Gerd Breit": ({"a.zip": archive({f"{i}/" + 28 * "a/" + "f": "" for i in range(50)})}, "more than 1000 folders"),
            "Hugo Java": ({"a.zip": archive({"Bot.java": ";" * (48 << 20)})}, "none of its Java files has a main method"),
            "Ida Pipe": ({"Makefile": "bot: bot.c\n\trm /tmp/output; mkfifo /tmp/output; echo error: mine; exit 1\n", "bot.c": ""}, "make failed"),
        }
        self.list([*play, *refused])
        for i, (name, files) in enumerate([*play.items(), *((name, files) for name, (files, _) in refused.items())]):
            self.hand_in(f"{name}_{9001 + i}_assignsubmission_file", files)
        process = self.start("tournament", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME, *LONG_LIMITS,
                             "--jobs", "2", "--games", "2", env={"REFEREE_SANDBOX": "on"})
        most, ticks = 0, 0
        while process.poll() is None:
            with contextlib.suppress(OSError, TypeError, ValueError):  # it has just ended
                most = max(most, int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1]))
                ticks = sum(map(int, pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
            time.sleep(0.01)
        out, err = process.communicate()
        self.assertEqual(process.returncode, 0, err)
        # The largest hand-in is in memory a few times, and not each of its characters as a word.
        if FACTOR == 1:  # sanitizers keep freed memory
            self.assertTrue(0 < most < 400_000, f"{most} KiB")
        self.assertTrue(0 < ticks / os.sysconf("SC_CLK_TCK") < 10 * FACTOR, f"{ticks} ticks of the referee's own CPU time")
        self.assertEqual(self.entrants(), set(play))
        refusals = self.refusals()
        for name, (_, why) in refused.items():
            self.assertIn(why, refusals[name]["reason"])

    def test_two_persons_of_one_name_and_a_bot_with_the_name_of_a_student(self):
        self.list(["Ann A", "Ben B"], "Name,ID number\nAnn A,31\nBen B,32\nrandom,33\nCai C,34\nDan D,35\n")
        self.hand_in("Ann A_77_assignsubmission_file_bot.py", python())
        self.hand_in("Ann A_88_assignsubmission_file_main.py", python("# of another person"))
        self.hand_in("Ben B_78_assignsubmission_file", {"bot.py": python()})
        self.hand_in("random.py", python("# a student"))
        self.hand_in("Cai C.py", python("# a third"))
        self.hand_in("Dan D.txt", "not a program")
        self.assertIn("'random'", self.play_class(f"random={BIN / 'random'}", code=2).err)
        self.play_class(f"teacher={BIN / 'random'}", "--games", "2", code=6)
        self.assertEqual(self.entrants(), {"Ben B", "random", "Cai C", "teacher"})
        why = "two persons have handed in under this name: 'Ann A_77' and 'Ann A_88'"
        with (self.folder / "hand_ins.csv").open(encoding="utf-8-sig", newline="") as file:
            lines = {line["person"]: line for line in csv.DictReader(file)}
        for person in ("Ann A_77", "Ann A_88"):
            self.assertEqual([lines[person][key] for key in ("student", "suggestion", "state", "why")], ["", "Ann A", "has no owner", why])

        # Two persons can't both be the student. The teacher decides which of them is.
        self.referee("tournament", "--resume", "--db", "class.db", code=6, env={"REFEREE_SANDBOX": "on"})
        change = ["change", "class.db", "--bots", "handed_in", "--hand-ins"]
        told = self.referee(*change, "suggested", env={"REFEREE_SANDBOX": "on"}).err
        self.assertNotIn("Ann A joins", told)
        text = (self.folder / "hand_ins.csv").read_text(encoding="utf-8-sig")
        (self.folder / "mine.csv").write_text(text.replace("Ann A_77,,", "Ann A_77,nobody,"))
        self.assertIn("Ann A joins", self.referee(*change, "mine.csv", code=0, env={"REFEREE_SANDBOX": "on"}).err)

        # In a second stage, who is not in it any more is not said to have handed in nothing.
        self.referee("tournament", "--from", "class.db,top=2", "--format", "knockout", "--games", "2", "--db", "final.db", code=0,
                     env={"REFEREE_SANDBOX": "on"})
        table = self.student_rows("final.db")
        self.assertEqual(len([row for row in table if row["status"] == "nothing handed in"]), 0, table)
        self.assertGreaterEqual(len([row for row in table if row["status"] == "not in this tournament"]), 1, table)
        self.assertEqual([row["name"] for row in table if row["status"] == "refused"], ["Dan D"], table)

    def test_a_folder_of_somebody_else_is_left_as_it_is(self):
        self.list(["Ann A", "Ben B"])
        self.hand_in("Ann A.py", python())
        foreign = self.folder / "class.bots"
        for name in (".new-mine", "theirs"):
            (foreign / name).mkdir(parents=True)
        foreign.chmod(0o755)
        self.assertIn("is no prepared hand-in", self.play_class(code=2).err)
        self.assertTrue((foreign / ".new-mine").exists())
        self.assertEqual(stat.S_IMODE(foreign.stat().st_mode), 0o755)

    def test_a_start_that_is_refused_leaves_no_folder(self):
        self.list(["Ann A", "Ben B"])
        self.hand_in("Ann A.py", python())
        self.play_class(code=2)  # one bot is no tournament
        self.assertFalse((self.folder / "class.bots").exists())
        self.assertFalse((self.folder / "class.db").exists())
        self.hand_in("Ben B.py", python("# other"))
        self.play_class("--dry-run")
        self.play_class("--anchor", "Nobody N=100", code=2)
        self.assertTrue((self.folder / "class.bots" / "Ben B").exists())  # it was there before

    def test_an_unchanged_hand_in_is_not_built_again(self):
        self.list(["Ann A", "Ben B", "Cai C"])
        self.hand_in("Ann A", {"bot.c": self.kit("c")["bot.c"]})
        self.hand_in("Ben B.py", python())
        self.hand_in("Cai C.py", python("# other"))
        self.play_class("--dry-run")
        programs = {name: (self.folder / "class.bots" / name / "bot").stat() for name in ("Ann A", "Ben B", "Cai C")}
        self.hand_in("Ben B.py", python("# new"))
        (self.handed_in / "Cai C.py").unlink()
        run = self.play_class()
        self.assertIn("1 is unchanged", run.err)
        self.assertEqual(self.entrants(), {"Ann A", "Ben B"})
        self.assertEqual((self.folder / "class.bots" / "Ann A" / "bot").stat().st_ino, programs["Ann A"].st_ino)
        self.assertNotEqual((self.folder / "class.bots" / "Ben B" / "bot").stat().st_ino, programs["Ben B"].st_ino)
        self.assertFalse((self.folder / "class.bots" / "Cai C").exists())

    def test_flat_files_of_moodle(self):
        self.list(["Ann A", "Ben B"], "Name,ID number\nAnn A,31\nBen B,32\n")
        self.hand_in("Ann A_77_assignsubmission_file_bot.py", python("import helper"))
        self.hand_in("Ann A_77_assignsubmission_file_helper.py", "")
        self.hand_in("B Ben_78_assignsubmission_onlinetext.html", "<p>here it is</p>")
        self.hand_in("B Ben_78_assignsubmission_file_b.zip", archive({"bot.py": python()}))
        self.play_class(BIN / "random")  # a bot of the teacher is no student
        self.assertEqual(self.entrants(), {"Ann A", "Ben B", "random"})
        table = self.student_rows()
        self.assertEqual([(row["name"], row["number"], row["games"]) for row in table], [("Ann A", "31", "4"), ("Ben B", "32", "4")])
        self.assertTrue(all(0 <= float(row["points_against_random"]) <= 2 for row in table), table)
        # The first bot of the teacher is the zero of the ratings.
        ratings = {row["name"]: row["elo"] for row in json.loads(self.referee("export", "class.db", "standings", "--format", "json", code=0).out)}
        self.assertEqual(ratings["random"], 0)
        self.assertTrue(all(re.fullmatch(r"-?\d+", row[key]) for row in table for key in ("elo", "elo_lower", "elo_upper")), table)
        (self.folder / "class.db").unlink()
        self.play_class(BIN / "random", "--anchor", "Ann A=1500", "--games", "2")
        ratings = {row["name"]: row["elo"] for row in json.loads(self.referee("export", "class.db", "standings", "--format", "json", code=0).out)}
        self.assertEqual(ratings["Ann A"], 1500)
        self.assertNotEqual(ratings["random"], 0)

    def test_a_file_beside_those_of_moodle_counts_if_it_is_newer(self):
        """What a student has sent to the teacher, who has put it into the folder. It is no other person of Moodle."""
        self.list(["Ann A", "Ben B"])
        self.hand_in("Ann A_77_assignsubmission_file_bot.py", python())
        self.hand_in("Ann A_77_assignsubmission_file_helper.py", "")
        self.hand_in("Ann A.py", python("# newer"))
        self.hand_in("Ben B.py", python())
        self.hand_in("Ben B_78_assignsubmission_file_bot.py", python("import helper"))
        self.hand_in("Ben B_78_assignsubmission_file_helper.py", "")
        for name, time_of in (("Ann A_77_assignsubmission_file_bot.py", 100), ("Ann A_77_assignsubmission_file_helper.py", 100), ("Ben B.py", 100)):
            os.utime(self.handed_in / name, (time_of, time_of))
        run = self.play_class("--dry-run")
        self.assertIn("'Ann A' has 2 hand-ins: the newest by the times of the files, 'Ann A.py', counts", run.err)
        self.assertRegex(run.err, "'Ben B' has 2 hand-ins: the newest by the times of the files, 'Ben B_78_assignsubmission_file_(bot|helper).py', counts")
        self.assertIn("# newer", (self.folder / "class.bots/Ann A/bot").read_text() + "".join(
            path.read_text() for path in (self.folder / "class.bots/Ann A").rglob("*.py")))
        self.assertTrue(list((self.folder / "class.bots/Ben B").rglob("helper.py")))
        self.assertNotIn("two persons", run.err)

    def hand_ins(self):
        """The lines of hand_ins.csv, by the person."""
        text = (self.folder / "hand_ins.csv").read_text(encoding="utf-8-sig")
        return {row["person"]: row for row in csv.DictReader(io.StringIO(text), delimiter=";")}

    def test_hand_ins_without_an_owner(self):
        """The teacher decides whose they are: in a table that a spreadsheet may have written again."""
        self.list(["Ann Alder", "Ben Birch", "Cai Conrad", "Dora Dill"])
        self.hand_in("Ann Alder.py", python())
        self.hand_in("Dora Dill.py", python("# Dora's"))
        self.hand_in("Ann Lee Alder_77_assignsubmission_file_bot.py", python("# of another Ann"))
        self.hand_in("B Birch_78_assignsubmission_file", {"bot.py": python("# Ben's")})
        self.hand_in("Task 2 Cai Conrad.py", python("# Cai's"))
        self.hand_in("readme.txt", "nothing")
        run = self.play_class("--dry-run", code=6)
        self.assertIn("4 hand-ins have no owner", run.err)
        self.assertIn("--hand-ins suggested", run.err)
        rows = self.hand_ins()
        self.assertEqual({person: (row["student"], row["suggestion"], row["state"]) for person, row in rows.items()}, {
            "Ann Alder": ("Ann Alder", "", "counts"), "Dora Dill": ("Dora Dill", "", "counts"), "Ann Lee Alder_77": ("", "Ann Alder", "has no owner"), "B Birch_78": ("", "Ben Birch", "has no owner"),
            "Task 2 Cai Conrad": ("", "Cai Conrad", "has no owner"), "readme": ("", "", "has no owner")})

        # Marks are not those of somebody who has handed in nothing.
        run = self.play_class("--games", "2", code=6)
        self.assertIn("2 of 4 students: 2 perhaps handed in; 4 hand-ins have no owner", " ".join(run.out.split()))
        marks = {row["name"]: (row["status"], row["why"]) for row in self.student_rows()}
        self.assertEqual(marks["Ben Birch"], ("perhaps handed in", "perhaps this student's: 'B Birch_78_assignsubmission_file'"))
        self.assertEqual(marks["Cai Conrad"], ("perhaps handed in", "perhaps this student's: 'Task 2 Cai Conrad.py'"))
        self.assertEqual(marks["Dora Dill"][0], "played")
        self.referee("view", "class.db", "--feedback", "answers", code=0)
        self.assertIn("ask your teacher", (self.folder / "answers/Ben Birch.html").read_text())

        # A spreadsheet has written the table with other separators, in another encoding, and with a sign before a text.
        table = (self.folder / "hand_ins.csv").read_text(encoding="utf-8-sig")
        mended = []
        for line in table.splitlines():
            cells = line.split(";")
            if cells[0] == "B Birch_78":
                cells[0], cells[1] = "'B Birch_78", "birch, ben"
            if cells[0] in ("Ann Lee Alder_77", "readme"):
                cells[1] = "nobody"
            mended.append("\t".join(f'"{cell}"' for cell in cells))
        (self.folder / "hand_ins.csv").write_text("\r\n".join(mended), encoding="utf-16")
        run = self.referee("change", "class.db", "--bots", "handed_in", "--hand-ins", "hand_ins.csv", code=6, env={"REFEREE_SANDBOX": "on"})
        self.assertIn("stays as it is; the present table is", run.err)
        self.assertIn("'B Birch_78", (self.folder / "hand_ins.csv").read_text("utf-16"))
        self.assertIn("B Birch_78;Ben Birch;", (self.folder / "hand_ins.new.csv").read_text())
        self.assertIn("Ben Birch joins", run.err)
        self.assertIn("1 hand-in has no owner", run.err)
        (self.folder / "hand_ins.csv").unlink()
        self.referee("change", "class.db", "--bots", "handed_in", code=6, env={"REFEREE_SANDBOX": "on"})
        rows = self.hand_ins()  # the file of the tournament knows the decisions
        self.assertEqual((rows["readme"]["student"], rows["readme"]["state"]), ("nobody", "nobody's"))
        self.assertEqual((rows["B Birch_78"]["student"], rows["B Birch_78"]["found by"]), ("Ben Birch", "the teacher"))
        run = self.referee("change", "class.db", "--bots", "handed_in", "--hand-ins", "suggested", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertIn("Cai Conrad joins", run.err)
        self.assertNotIn("no owner", run.err)
        self.referee("tournament", "--resume", "--db", "class.db", "--quiet", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual({row["status"] for row in self.student_rows()}, {"played"})
        self.assertIn("# Ben's", "".join(path.read_text() for path in (self.folder / "class.bots/Ben Birch").rglob("*.py")))

        # A decision that takes a hand-in away from a bot that plays is told, and an empty cell decides nothing.
        (self.folder / "mine.csv").write_text("person;student;suggestion\nDora Dill;nobody;\nAnn Alder;;\nB Birch_78;Ben Birch;\n")
        run = self.referee("change", "class.db", "--bots", "handed_in", "--hand-ins", "mine.csv", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertIn("'annul Dora Dill' takes its bot out of the tournament, and its games out of the figures", run.err)
        self.assertEqual(self.hand_ins()["Ann Alder"]["student"], "Ann Alder")

        # A table in which nobody has written anything takes no decision back.
        before = (self.folder / "hand_ins.csv").read_text("utf-8-sig")
        (self.folder / "mine.csv").write_text("person;student;suggestion\nDora Dill;Cai Conrad;\n")
        self.referee("change", "class.db", "--bots", "handed_in", "--hand-ins", "mine.csv", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual((self.folder / "hand_ins.csv").read_text("utf-8-sig"), before)
        self.referee("change", "class.db", "--bots", "handed_in", "--hand-ins", "suggested", code=0, env={"REFEREE_SANDBOX": "on"})
        self.referee("change", "class.db", "--bots", "handed_in", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual(self.hand_ins()["Dora Dill"]["student"], "Cai Conrad")

        # What can't be right is refused, with its line.
        def refused(text):
            (self.folder / "mine.csv").write_text(text)
            return self.referee("change", "class.db", "--bots", "handed_in", "--hand-ins", "mine.csv", code=2, env={"REFEREE_SANDBOX": "on"}).err
        header = "person;student;suggestion\n"
        self.assertIn("mine.csv:3: 'readme' is in line 2 already", refused(header + "readme;nobody;\nreadme;;\n"))
        self.assertIn("mine.csv:2: 'somebody' has no hand-in in the folder", refused(header + "somebody;Ben Birch;\n"))
        self.assertIn("mine.csv:2: 'somebody' has no hand-in in the folder", refused(header + "somebody;nobody;\n"))
        self.assertIn("mine.csv:2: 'Zoe' is no student of the list", refused(header + "readme;Zoe;\n"))
        self.assertIn("the column 'student' is missing", refused("person;x;suggestion\n"))
        self.assertIn("--hand-ins goes with --bots", self.referee("change", "class.db", "--hand-ins", "mine.csv", code=2).err)
        for path in self.folder.glob("hand_ins*.csv"):
            path.unlink()
        self.assertIn("no suggestions were shown yet", self.referee("change", "class.db", "--bots", "handed_in", "--hand-ins", "suggested", code=2,
                                                                     env={"REFEREE_SANDBOX": "on"}).err)

    def test_a_driver_plays_functions(self):
        """A hand-in is a function or a class, and the teacher's program calls it: also that of a later hand-in, and in a second stage."""
        self.list(["Ann A", "Ben B", "Cai C", "Dan D", "Eve E", "Fay F", "Gus G"])
        self.hand_in("Ann A.py", "def choose(state):\n    return state.moves[0]\n")
        self.hand_in("Ben B", {"random.py": "class Strategy:\n    games = 0\n    def choose(self, state):\n        print('to stdout')\n        return state.moves[-1]\n"})
        self.hand_in("Cai C", {"bot.py": "from helper import pick\ndef choose(state):\n    return pick(state)\n", "helper.py": "def pick(state):\n    return state.moves[0] + 1\n"})
        self.hand_in("Dan D.py", "print(1)\n")
        # It can't replace the driver, nor what the driver imports, and what it writes to stdout by any name is no move.
        self.hand_in("Eve E", {"bot.py": "import os, sys\nos.write(1, b'DROP 99\\n')\ntry:\n    open('../function.py', 'w')\nexcept OSError as error:\n    pass\n"
                                         "else:\n    sys.exit('replaced')\ndef choose(state):\n    return state.moves[0]\n", "types.py": "raise ValueError('shadow')\n", "traceback.py": "raise ValueError('shadow')\n"})
        self.hand_in("Fay F", {"bot.json": '{"run": ["python3", "bot.py"]}', "bot.py": python()})
        run = self.play_class("--driver", "function.py", "--games", "2")
        self.assertEqual(self.entrants(), {"Ann A", "Ben B", "Eve E"}, run)
        refusals = self.refusals()
        self.assertIn("TypeError", refusals["Cai C"]["reason"])
        self.assertIn("helper.py\", line 2", refusals["Cai C"]["last_words"])
        self.assertNotIn("function.py", refusals["Cai C"]["last_words"])  # only the lines of the student
        self.assertIn("defines neither choose(state) nor class Strategy", refusals["Dan D"]["reason"])
        self.assertIn("the teacher's driver runs it", refusals["Fay F"]["reason"])
        self.assertEqual(self.sql("SELECT DISTINCT ending FROM matches", "class.db"), [("by_rules",)])
        self.hand_in("Gus G.py", "def choose(state):\n    return state.moves[0]\n")
        self.assertIn("Gus G joins", self.change("--bots", "handed_in").err)
        self.assertIn("../function.py", (self.folder / "class.bots/Gus G/bot").read_text())
        self.referee("tournament", "--resume", "--db", "class.db", code=0)
        self.referee("tournament", "--from", "class.db,top=2", "--games", "2", "--db", "final.db", code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual(self.sql("SELECT DISTINCT ending FROM matches", "final.db"), [("by_rules",)])
        # A driver of one's own, and what is none.
        (self.folder / "class.db").unlink()
        (self.folder / "mine.py").write_text((BIN / "drivers" / "function.py").read_text() + "# mine\n")
        self.play_class("--driver", "mine.py", "--games", "2")
        self.assertIn("../mine.py", (self.folder / "class.bots/Ann A/bot").read_text())
        (self.folder / "class.db").unlink()
        self.assertIn("'none.py'", self.play_class("--driver", "none.py", code=2).err)
        self.assertIn("no such file or folder; these come with the program: c, function.py, java", self.play_class("--driver", "function.js", code=2).err)
        self.assertIn("--driver goes with --students", self.referee("tournament", "--bots", "handed_in", "--driver", "mine.py", code=2).err)

    def test_marks_go_home(self):
        """The table that the platform has exported comes back with one column filled."""
        self.list(["Ann A", "Ben B", "Cai C", "Dan D"])
        self.hand_in("Ann A.py", python())
        self.hand_in("Ben B.py", python("# other"))
        self.hand_in("Cai C.py", "x\n")
        self.play_class(f"weak={BIN / 'random'}", f"strong={BIN / 'greedy'}", "--games", "4")
        table = "Name;Contest;Note\r\nBen B;;é\r\nCai C;-;y\r\nAnn A;;\"x;\"\r\nZoe Z;;\r\n"
        (self.folder / "grades.csv").write_bytes(table.encode("cp1252"))

        def filled(*options, code=0):
            run = self.referee("export", "class.db", "students", "--into", "grades.csv", "--column", "Contest", *options, "-o", "filled.csv", "--force", code=code)
            return run.err, (self.folder / "filled.csv").read_bytes().decode("cp1252") if code == 0 else ""
        marks = {row["name"]: row for row in self.student_rows()}
        err, text = filled()
        self.assertEqual(text, f"Name;Contest;Note\r\nBen B;{marks['Ben B']['points'].removesuffix(',0')};é\r\nCai C;-;y\r\nAnn A;{marks['Ann A']['points'].removesuffix(',0')};\"x;\"\r\nZoe Z;;\r\n")
        self.assertIn("cells filled: 2; 2 of 4 students have no grade, and their cells stay", err)
        self.assertIn("lines of nobody in the class stay as they are: line 5: 'Zoe Z'", err)
        first, second = (line.split(";")[1] for line in filled("--grade", "rank=1..4")[1].splitlines() if line[:5] in ("Ben B", "Ann A"))
        self.assertIn((first, second), [("1", "4"), ("4", "1"), ("1", "1")])
        for line in filled("--grade", "weak..strong=0..10")[1].splitlines():
            if line[:5] in ("Ben B", "Ann A"):
                self.assertTrue(0 <= float(line.split(";")[1].replace(",", ".")) <= 10, line)
        self.assertIn("has no fewer points than", filled("--grade", "strong..weak=0..10", code=2)[0])
        self.assertIn("'Ann A' is no bot of the teacher", filled("--grade", "Ann A..strong=0..10", code=2)[0])
        self.assertIn("is none of: points, rank=10..4", filled("--grade", "rank", code=2)[0])
        self.assertIn("--into needs --column", self.referee("export", "class.db", "students", "--into", "grades.csv", code=2).err)
        self.assertIn("--into is for students", self.referee("export", "class.db", "standings", "--into", "grades.csv", "--column", "x", code=2).err)

    def test_the_newest_attempt_of_a_platform_counts(self):
        """By the number or the date in the name, whatever the times of the files are."""
        self.list(["Ann Alder", "Ben Birch"], "Last Name,First Name,Username\nAlder,Ann,aalder\nBirch,Ben,b_birch\n")
        download = self.handed_in / "Bots Download" / "all"
        for entry, first in (("Bots_aalder_attempt_2024-01-15-10-30-00_bot.py", "# old"), ("Bots_aalder_attempt_2024-01-16-10-30-00_bot.py", "# new"),
                             ("Bots_b_birch_attempt_2024-01-15-10-30-00_bot.py", "import helper"), ("Bots_b_birch_attempt_2024-01-15-10-30-00_helper.py", ""),
                             ("Bots_b_birch_attempt_2024-01-15-10-30-00.txt", "")):
            download.mkdir(parents=True, exist_ok=True)
            (download / entry).write_text(python(first) if entry.endswith("bot.py") else "")
        os.utime(download / "Bots_aalder_attempt_2024-01-16-10-30-00_bot.py", (100, 100))
        run = self.play_class("--games", "2")
        self.assertIn("'Ann Alder' has 2 hand-ins: the newest, 'Bots_aalder_attempt_2024-01-16-10-30-00_bot.py', counts", run.err)
        self.assertIn("# new", "".join(path.read_text() for path in (self.folder / "class.bots/Ann Alder").rglob("*.py")))
        self.assertEqual(self.entrants(), {"Ann Alder", "Ben Birch"})

    def test_a_later_download_of_canvas_lies_beside_the_earlier_one(self):
        """Canvas stores a new file under a new number, and calls it bot-1.py."""
        self.list(["Ann A", "Ben B"], "Student,ID,Section\n\"A, Ann\",11,x\n\"B, Ben\",12,x\n")
        self.hand_in("aann_11_100_bot.py", python("# old"))
        self.hand_in("aann_11_200_bot-1.py", python("# new"))
        self.hand_in("aann_11_150_helper.py", "")
        self.hand_in("aann_11_151_data-1.txt", "one")
        self.hand_in("aann_11_152_data-2.txt", "two")
        self.hand_in("bben_12_100_bot.py", python("# old"))
        self.hand_in("bben_LATE_12_300_bot.py", python("# new"))
        run = self.play_class("--games", "2")
        self.assertIn("'A, Ann' has several files 'bot.py': the last one, 'aann_11_200_bot-1.py', counts", run.err)
        for name in ("A, Ann", "B, Ben"):
            self.assertIn("# new", (self.folder / "class.bots" / name / "project/bot.py").read_text())
        self.assertLessEqual({"helper.py", "data-1.txt", "data-2.txt"}, {path.name for path in (self.folder / "class.bots/A, Ann/project").iterdir()})

    def test_the_table_for_marks_has_the_form_of_the_list(self):
        self.list(["Änn A", "Ben B"])
        self.hand_in("Änn A.py", python())
        self.hand_in("Ben B.py", python("# another"))
        self.play_class("--games", "3", "--openings", "4")
        text = self.referee("export", "class.db", "students", "--bom", code=0).out
        self.assertTrue(text.startswith("\ufeffname;number;"), text)
        table = self.student_rows()
        self.assertEqual(sum(float(row["points"].replace(",", ".")) for row in table), 3)
        self.assertNotIn(".5", text)
        self.assertTrue(self.referee("export", "class.db", "standings", code=0).out.startswith("rank,name,"))
        for wrong in (["matches"], ["students", "--format", "json"], ["plan"]):
            self.assertIn("--bom is for tables as CSV", self.referee("export", "class.db", *wrong, "--bom", code=2).err)

    def change(self, *orders, code=0, **options):
        return self.referee("change", "class.db", *orders, code=code, env={"REFEREE_SANDBOX": "on"}, **options)

    def students(self, db="class.db"):
        return {row["name"]: row for row in self.student_rows(db)}

    def journal(self):
        return [(kind, json.loads(details)) for kind, details in self.sql("SELECT kind, details FROM changes WHERE kind <> 'played' ORDER BY id", "class.db")]

    def begin_class(self, *arguments):
        """A class of which Cai has handed in what can't play, and Dan nothing."""
        self.list(["Ann A", "Ben B", "Cai C", "Dan D"])
        self.hand_in("Ann A_1_assignsubmission_file", {"bot.c": self.kit("c")["bot.c"]})
        self.hand_in("Ben B_2_assignsubmission_file", {"bot.py": python()})
        self.hand_in("Cai C_3_assignsubmission_file", {"bot.html": "<p>"})
        return ["--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME, *LONG_LIMITS, "--format", "ladder", *arguments]

    def hand_in_again(self):
        """Ann hands in what can't be built, Ben another version, Cai a first one that plays, and Dan what fails its check."""
        (self.handed_in / "Ann A_1_assignsubmission_file" / "bot.c").write_text("int main() { retrun; }")
        (self.handed_in / "Ben B_2_assignsubmission_file" / "bot.py").write_text(python("# newer"))
        (self.handed_in / "Cai C_3_assignsubmission_file" / "bot.html").rename(self.handed_in / "Cai C_3_assignsubmission_file" / "bot.py")
        (self.handed_in / "Cai C_3_assignsubmission_file" / "bot.py").write_text(python("# cai"))
        self.hand_in("Dan D_4_assignsubmission_file", {"bot.py": "import nothing_at_all\n"})

    def check_handed_in_again(self):
        self.assertEqual([name for name, in self.sql("SELECT name FROM entrants ORDER BY number", "class.db")],
                         ["Ann A", "Ben B", "Cai C", "Ben B #2"])
        made = self.journal()
        self.assertEqual([(kind, change.get("name")) for kind, change in made],
                         [("left_out", "Cai C"), ("joined", None), ("replaced", None), ("left_out", "Ann A"), ("left_out", "Dan D")])
        table = self.students()
        self.assertEqual({name: row["status"] for name, row in table.items()}, {"Ann A": "played", "Ben B": "played", "Cai C": "played", "Dan D": "refused"})
        self.assertRegex(table["Ann A"]["why"], "gcc failed")
        self.assertEqual((table["Ben B"]["why"], table["Cai C"]["why"]), ("", ""))
        self.assertIn("nothing_at_all", table["Dan D"]["why"])
        # The version that plays is still there, so the class can be resumed.
        self.referee("tournament", "--resume", "--db", "class.db", "--stop-after", "4", code=0)

    def test_a_version_that_is_handed_in_again_after_a_refusal(self):
        self.list(["Ann A", "Ben B"])
        self.hand_in("Ann A.py", python())
        self.hand_in("Ben B.py", python("# b"))
        self.play_class("--format", "ladder", "--stop-after", "1")
        for text, why in (("wrong", "plays first"), (python(), ""), ("wrong", "plays first")):
            self.hand_in("Ann A.py", text)
            self.change("--bots", "handed_in")
            row = {row["name"]: row for row in self.student_rows()}["Ann A"]
            self.assertEqual((row["status"], row["why"].split(":")[0]), ("played", why))

    def test_a_class_takes_up_what_is_new(self):
        begin = self.begin_class("--stop-after", "4")
        self.referee("tournament", *begin, code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual(self.entrants(), {"Ann A", "Ben B"})
        run = self.change("--bots", "handed_in")
        self.assertIn("nothing is new in the folder", run.err)
        self.assertEqual(len(self.journal()), 1)
        self.hand_in_again()
        listing = self.change("--bots", "handed_in", "--dry-run")
        self.assertIn("would be changed: Ben B #2 takes the place of Ben B", listing.out)
        self.assertEqual(self.entrants(), {"Ann A", "Ben B"})
        self.change("--bots", "handed_in")
        self.check_handed_in_again()
        self.assertIn("nothing is new in the folder", self.change("--bots", "handed_in").err)
        self.assertEqual(len(self.journal()), 5)
        page = self.referee("view", "class.db", "--feedback", "answers", code=0) and (self.folder / "answers/Ann A.html").read_text()
        self.assertIn("An earlier version plays. The newest one does not: gcc failed", page)
        self.assertIn("retrun", page)

        # A student who joins the list later, and one who has left.
        self.change("withdraw", "cai c")
        self.list(["Ann A", "Ben B", "Cai C", "Dan D", "Eve E"])
        self.hand_in("Eve E.py", python("# eve"))
        (self.handed_in / "Cai C_3_assignsubmission_file" / "bot.py").write_text(python("# cai again"))
        (self.handed_in / "Ben B_2_assignsubmission_file" / "bot.py").write_text(python("# newest"))
        self.assertIn("belongs to none", self.change("--bots", "handed_in", "--dry-run", code=6).out)
        run = self.change("--bots", "handed_in", "--students", "students.csv")
        self.assertIn("'Cai C' has left, and its newer version stays out", run.err)
        self.assertEqual([name for name, in self.sql("SELECT name FROM entrants WHERE number > 3 ORDER BY number", "class.db")], ["Eve E", "Ben B #3"])
        self.assertEqual(self.students()["Eve E"]["status"], "played")
        self.list(["Ann A", "Ben B", "Eve E"])
        self.assertIn("'Cai C' of the list with which the tournament began is missing", self.change("--bots", "handed_in", "--students", "students.csv", code=2).err)
        # A part of a name means the version that plays.
        self.assertIn("Ben B #3 leaves", self.change("withdraw", "ben").err)
        self.referee("tournament", "--resume", "--db", "class.db", "--stop-after", "4", code=0)
        # A newer hand-in stays out, since the bot has left. It is not refused, as the one before it.
        self.assertIn("gcc failed", self.students()["Ann A"]["why"])
        self.change("withdraw", "ann a")
        (self.handed_in / "Ann A_1_assignsubmission_file" / "bot.c").unlink()
        (self.handed_in / "Ann A_1_assignsubmission_file" / "bot.py").write_text(python("# ann again"))
        self.change("--bots", "handed_in")
        self.assertEqual(self.students()["Ann A"]["why"], "")

    def test_the_newest_versions_are_the_students_bots_also_in_a_second_stage(self):
        # A teacher's bot with the name of a student would get the student's marks, also if nothing was handed in.
        begin = self.begin_class("--stop-after", "4", f"teacher={BIN / 'random'}")
        named = self.referee("tournament", *begin, f"Dan D={BIN / 'random'}", code=2, env={"REFEREE_SANDBOX": "on"})
        self.assertIn("'Dan D' is the name of a student: give your own bot another one, as in teacher=./bot.py", named.err)
        self.assertFalse((self.folder / "class.db").exists())
        self.referee("tournament", *begin, code=0, env={"REFEREE_SANDBOX": "on"})
        for version in ("# second", "# third"):
            (self.handed_in / "Ben B_2_assignsubmission_file" / "bot.py").write_text(python(version))
            self.change("--bots", "handed_in")
        (self.folder / "mended.py").write_text(python("# mended by the teacher"))
        self.change("replace", "ann=./mended.py")
        # Two versions of a student's bot never play beside each other.
        self.assertIn("return: 'Ben B #3' has its place: use replace to put the bot there again", self.change("return", "Ben B #2", code=2).err)
        self.assertIn("'Ben B #3' and 'Ben B #9' would both play for 'Ben B': use replace to put one in the place of the other, or give it another name",
                      self.change("add", "Ben B #9=./mended.py", code=2).err)
        self.referee("tournament", "--resume", "--db", "class.db", "--stop-after", "8", code=0)

        stage = ["tournament", "--from", "class.db", "--format", "round-robin", "--games", "2", "--db", "final.db"]
        named = self.referee(*stage, f"Dan D={BIN / 'random'}", code=2, env={"REFEREE_SANDBOX": "on"})
        self.assertIn("'Dan D' is the name of a student", named.err)
        for name in ("Dan D", "Cai C"):  # also of a folder
            own = self.folder / f"own {name}"
            own.mkdir()
            (own / f"{name}.py").write_text(python("# of the teacher"))
            named = self.referee(*stage, "--bots", own.name, code=2, env={"REFEREE_SANDBOX": "on"})
            self.assertIn(f"'{name}' is the name of a student", named.err)
        self.assertFalse((self.folder / "final.db").exists())
        stage += ["--feedback", "answers"]
        self.referee(*stage, code=0, env={"REFEREE_SANDBOX": "on"})
        rows = self.students("final.db")
        self.assertEqual({name: (row["status"], row["games"]) for name, row in rows.items()},
                         {"Ann A": ("played", "4"), "Ben B": ("played", "4"), "Cai C": ("refused", ""), "Dan D": ("nothing handed in", "")})
        self.assertEqual([column for column in rows["Ben B"] if column.startswith("points_against")], ["points_against_teacher"])
        self.assertNotIn("not in this tournament", (self.folder / "answers" / "Ben B.html").read_text())
        # Who did not play in the first stage still reads why.
        reason = self.students()["Cai C"]["why"]
        self.assertEqual(rows["Cai C"]["why"], reason)
        self.assertIn("It does not play: " + html.escape(reason, quote=False), (self.folder / "answers" / "Cai C.html").read_text())
        ratings = {row["name"]: row["elo"] for row in json.loads(self.referee("export", "final.db", "standings", "--format", "json", code=0).out)}
        self.assertEqual(ratings["teacher"], 0)
        # A student's name means the bot that plays for the student, not its first version.
        anchored = self.referee("standings", "class.db", "--anchor", "Ben B=100", code=0).out
        self.assertIn("anchor: Ben B #3 is fixed at 100", anchored)
        leaves = self.referee("change", "final.db", "withdraw", "ben b", "--dry-run", code=0)
        self.assertIn("Ben B #3 leaves", leaves.out + leaves.err)

    def test_a_bot_of_a_class_that_is_no_students_is_named_if_it_is_left_out(self):
        begin = self.begin_class("--dry-run")
        self.hand_in("Dan D_4_assignsubmission_file", {"bot.py": "import nothing_at_all\n"})
        options = {"code": 0, "env": {"REFEREE_SANDBOX": "on"}, "timeout": 200}
        self.referee("tournament", *begin, **options)
        again = self.referee("tournament", *begin, "mine=class.bots/Dan D", **options)
        self.assertRegex(again.err, "left out: 'mine': plays first: .*nothing_at_all")

    def test_the_plan_of_a_class_with_newer_versions(self):
        self.referee("tournament", *self.begin_class("--stop-after", "4"), code=0, env={"REFEREE_SANDBOX": "on"})
        (self.handed_in / "Ben B_2_assignsubmission_file" / "bot.py").write_text(python("# second"))
        self.change("--bots", "handed_in")
        refused = self.referee("export", "class.db", "plan", code=2).err
        self.assertIn("only some bots of the folder 'class.bots' take part, which a plan can't express: move the others out of it: 'Ben B'", refused)
        (self.folder / "class.bots" / "Ben B").rename(self.folder / "earlier")
        self.referee("export", "class.db", "plan", "-o", "plan.json", code=0)
        self.referee("tournament", "plan.json", "--db", "again.db", "--stop-after", "2", code=0, env={"REFEREE_SANDBOX": "on"})
        entrants = {name for name, in self.sql("SELECT name FROM entrants", "again.db")}
        self.assertEqual(entrants, {"Ann A", "Ben B #2"})

    def test_a_hand_in_follows_the_bot_that_the_director_let_play(self):
        self.referee("tournament", *self.begin_class("--stop-after", "4"), code=0, env={"REFEREE_SANDBOX": "on"})
        self.assertEqual(self.entrants(), {"Ann A", "Ben B"})
        for name in ("mended", "late"):
            (self.folder / f"{name}.py").write_text(python(f"# {name}"))
        self.change("replace", "Ben B=mended=./mended.py", "add", "Dan D=./late.py")
        self.hand_in("Dan D_4_assignsubmission_file", {"bot.py": python("# dan himself")})
        (self.handed_in / "Ben B_2_assignsubmission_file" / "bot.py").write_text(python("# ben again"))
        run = self.change("--bots", "handed_in")
        self.assertIn("Ben B #2 takes the place of mended", run.err)
        self.assertIn("Dan D #2 takes the place of Dan D", run.err)

    def test_a_class_takes_up_what_is_new_while_it_is_played(self):
        run = self.start("tournament", *self.begin_class("--stop-after", "1000000"), "--quiet", env={"REFEREE_SANDBOX": "on"})
        self.wait_for_games(3, "class.db")
        self.hand_in_again()
        made = self.change("--bots", "handed_in")
        self.assertRegex(made.err, r"Ben B #2 takes the place of Ben B.* plays from game \d+ on")
        self.assertRegex(made.err, "Ann A is left out: gcc failed")
        self.assertIn("nothing is new in the folder", self.change("--bots", "handed_in").err)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=PATIENCE)
        self.check_handed_in_again()
        self.assert_nothing_left()

    def test_a_class_that_other_machines_play(self):
        """The hand-ins are built here, and the batches take the built ones with them."""
        self.begin_class()
        self.hand_in("Dan D_4_assignsubmission_file", {"bot.py": python()})
        options = ["--bots", "handed_in", "--students", "students.csv", "--game", GAME, *LONG_LIMITS, "--games", "2",
                   "--seed", "5", "--feedback", "answers", "--quiet"]
        played = {"REFEREE_SANDBOX": "on", **simulated_slurm(self.folder)}
        self.referee("tournament", *options, "--db", "class.db", "--engine", "slurm", code=0, env=played)
        rows = self.student_rows()
        self.assertEqual([(row["name"], row["status"], row["games"], row["forfeits"]) for row in rows],
                         [("Ann A", "played", "4", "0"), ("Ben B", "played", "4", "0"), ("Cai C", "refused", "", ""), ("Dan D", "played", "4", "0")])
        self.assertIn("Ann A", (self.folder / "answers" / "Ann A.html").read_text())
        self.assertFalse((self.folder / "class.db.spool").exists())
        self.assert_nothing_left()

    def test_ctrl_c_ends_a_change(self):
        self.referee("tournament", *self.begin_class("--stop-after", "4"), code=0, env={"REFEREE_SANDBOX": "on"})
        self.hand_in("Dan D_4_assignsubmission_file", {"Makefile": "bot:\n\ttouch begun; sleep 50\n", "bot.c": ""})
        process = self.start("change", "class.db", "--bots", "handed_in", env={"REFEREE_SANDBOX": "on"})
        self.wait_until(lambda: any(words.startswith(b"sleep\0") for _, words in self.descendants(process.pid)), "the build does not begin")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertIn(b"nothing was changed", err)
        self.assert_nothing_left()
        self.assertEqual(len(self.journal()), 1)
        self.referee("tournament", "--resume", "--db", "class.db", "--stop-after", "2", code=0)

    def test_ctrl_c_ends_a_build(self):
        self.list(["Ann A", "Ben B"])
        self.hand_in("Ann A", {"Makefile": "bot:\n\ttouch begun; sleep 50\n", "bot.c": ""})
        self.hand_in("Ben B.py", python())
        process = self.start("tournament", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", env={"REFEREE_SANDBOX": "on"})
        self.wait_until(lambda: any(words.startswith(b"sleep\0") for _, words in self.descendants(process.pid)), "the build does not begin")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertIn(b"stopped while the hand-ins were prepared", err)
        self.assert_nothing_left()
        self.assertFalse((self.folder / "class.db").exists())

    def builds_that_attack(self):
        """Hand-ins whose builds attack the machine or others, each with a pattern of the reason why it is refused; none if it plays."""
        c = self.kit("c")["bot.c"]
        neighbours = "cat ../*/*.py ../../*/*.py /home/*/* /bot/*/* 2>/dev/null; ls -R / 2>/dev/null | grep TEACHE[R]; true"
        attacks = {
            "Paul Platte": ({"Makefile": "bot: bot.c\n\tdd if=/dev/zero of=big bs=1M count=3000\n", "bot.c": c}, "make failed"),
            "Greta Gier": ({"Makefile": f"bot: bot.c\n\t{neighbours}\n\tgcc -o bot bot.c\n", "bot.c": c}, None),
            "Dirk Dienst": ({"Makefile": "bot: bot.c\n\tgcc -o bot bot.c\n\t(setsid sleep 1000 &) ; (setsid sh -c 'while :; do cp bot ../x; done' &)\n",
                             "bot.c": c}, None),
        }
        if SOAK:  # it takes a minute of all cores
            attacks["Fiona Fork"] = ({"Makefile": "bot: bot.c\n\tf() { while :; do f & done; }; f\n\tgcc -o bot bot.c\n", "bot.c": c}, "did not finish within 60 s|failed|processes")
        if shutil.which("javac"):
            java = self.kit("java")["Bot.java"].decode()
            processor = ("import java.util.*;\nimport javax.annotation.processing.*;\nimport javax.lang.model.element.*;\n"
                         '@SupportedAnnotationTypes("*")\npublic class Spy extends AbstractProcessor {\n'
                         "public boolean process(Set<? extends TypeElement> a, RoundEnvironment r) { throw new Error(\"RAN\"); } }\n")
            attacks["Anton Annotation"] = ({"Bot.java": java, "Spy.java": processor, "META-INF/services/javax.annotation.processing.Processor": "Spy\n"}, None)
        return attacks

    def test_builds_that_attack(self):
        attacks = self.builds_that_attack()
        self.list(["Nina Nachbar", "Paula Python", *attacks])
        self.hand_in("Nina Nachbar", {"bot.py": python(f"# {SECRET}")})
        self.hand_in("Paula Python", {"bot.py": python()})
        for name, (files, _) in attacks.items():
            self.hand_in(name, files)
        began = time.monotonic()
        self.play_class("--games", "2", "--jobs", "2", "--feedback", "answers")
        print(f"\n{len(attacks) + 2} hand-ins were prepared, and played, in {time.monotonic() - began:.0f} s", flush=True)
        refusals = self.refusals()
        for name, (_, why) in attacks.items():
            if why is None:
                self.assertNotIn(name, refusals)
                self.assertIn(name, self.entrants())
            else:
                self.assertRegex(refusals[name]["reason"], why)
            page = (self.folder / f"answers/{name}.html").read_text()
            self.assertNotIn(SECRET, page)
            self.assertNotIn("TEACHER", page)
            self.assertNotIn("RAN", refusals.get(name, {}).get("last_words", ""))
        self.assert_nothing_left()

    @unittest.skipUnless(SOAK, "takes minutes")
    def test_a_class_of_forty(self):
        """From the folder to the table for marks and the feedback with one command."""
        play, refused = self.usual_and_hostile()
        attacks = self.builds_that_attack()
        for name, (files, why) in attacks.items():
            if why is None:
                play[name] = files
            else:
                refused[name] = (files, why)
        names = [*play, *refused, "Nie Da"]
        for i in range(40 - len(names)):
            play[f"Gast {chr(ord('A') + i)}"] = {"bot.py": python(f"# guest {i}")}
        names = [*play, *refused, "Nie Da"]
        self.assertGreaterEqual(len(names), 40)
        self.list(names)
        for i, (name, files) in enumerate([*play.items(), *((name, files) for name, (files, _) in refused.items())]):
            self.hand_in(f"{name}_{9001 + i}_assignsubmission_file", files)
        began = time.monotonic()
        self.play_class("--format", "swiss", "--games", "4", "--feedback", "answers", f"lehrer={BIN / 'greedy'}")
        played = time.monotonic()
        self.referee("export", "class.db", "students", "--bom", "-o", "marks.csv", code=0)
        table = {row["name"]: row for row in csv.DictReader(io.StringIO((self.folder / "marks.csv").read_text("utf-8-sig")), delimiter=";")}
        print(f"\n{len(names)} students: {played - began:.0f} s from the folder to the feedback, then {time.monotonic() - played:.1f} s to marks.csv", flush=True)
        self.assertEqual(list(table), names)
        for name, row in table.items():
            if name in play:
                self.assertEqual(row["status"], "played", row)
                self.assertRegex(row["elo"], r"^-?\d+$")
            else:
                self.assertEqual(row["status"], "nothing handed in" if name == "Nie Da" else "refused", row)
                self.assertRegex(row["why"], refused[name][1] if name in refused else "^$")
        answers = {path.stem: path.read_text() for path in (self.folder / "answers").glob("*.html")}
        self.assertEqual(set(answers), set(names))
        knows_path = {"Ingo Include", "Bine Binar"}  # who wrote it into the hand-in
        for name, page in answers.items():
            self.assertEqual(SECRET in page, False, name)
            self.assertEqual("TEACHER" in page, name in knows_path, name)
        self.assert_nothing_left()

    @unittest.skipUnless(SOAK, "takes a minute")
    def test_a_build_has_a_minute(self):
        self.list(["Ann A", "Ben B", "Cai C"])
        self.hand_in("Ann A", {"Makefile": "bot:\n\techo slow; sleep 90\n", "bot.c": ""})
        self.hand_in("Ben B.py", python())
        self.hand_in("Cai C.py", python("# other"))
        self.play_class()
        self.assertEqual(self.refusals()["Ann A"]["reason"], "its build did not finish within 60 s")
        self.assertIn("slow", self.refusals()["Ann A"]["last_words"])

    def test_wrong_use(self):
        self.list(["Ann A", "Ben B"])
        self.hand_in("Ann A.rs", "fn main() {}")
        self.hand_in("Ben B.py", python())
        self.assertIn("omit --sandbox off", self.play_class("--sandbox", "off", code=2).err)
        self.assertIn("--students goes with --bots", self.referee("tournament", "--students", "students.csv", "a", "b", code=2).err)
        self.assertIn("--feedback goes with --students", self.referee("tournament", "--feedback", "answers", "a", "b", code=2).err)
        self.assertIn("is for referee itself", self.referee("hand-in-step", "x", code=2).err)
        (self.folder / "students.csv").write_text("colour,size\nred,3\n")
        self.assertIn("no column is called name", self.play_class(code=2).err)
        self.list(["Zoe Z", "Yve Y"])
        self.assertIn("belongs to a student of the list", self.play_class(code=2).err)
        if not pathlib.Path("/usr/bin/rustc").exists() and not pathlib.Path("/usr/local/bin/rustc").exists():
            self.list(["Ann A", "Ben B"])
            self.assertIn("'rustc' (Ann A)", self.play_class(code=2).err)
        (self.folder / "class.bots").mkdir(exist_ok=True)
        (self.folder / "class.bots" / "mine.txt").write_text("keep me")
        self.assertIn("is no prepared hand-in", self.play_class(code=2).err)
