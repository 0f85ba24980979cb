"""Tests drivers: the teacher's program that calls a function or class of each hand-in, in `tournament`, `change`, `check` and `new-bot`.

Driver and hand-in are one process, so a hand-in can harm itself in any way. It must harm nobody else, never hang, never be taken for the
driver's fault, and its student is told what is wrong.
"""
import pathlib
import re
import shlex
import shutil

from class_case import ClassCase, archive, python
from engine_case import simulated_slurm
from harness import BIN, FACTOR, GAME, LONG_LIMITS

DRIVERS = BIN / "drivers"
GOOD = "def choose(state):\n    return state.moves[0]\n"
JAVA = "import driver.State;\npublic class Strategy {\n    public String choose(State state) { %s }\n}\n"
C = '#include "player.h"\nconst char* choose(const struct state* state) { %s }\n'

# A descriptor of the protocol, however it is called. It is the only pipe to which this process can write but stderr.
FIND_PIPE = """
import os, stat
def pipes():
    for fd in range(3, 30):
        try:
            if stat.S_ISFIFO(os.fstat(fd).st_mode):
                yield fd
        except OSError:
            pass
"""

# What hand-ins do, and a word of the sentence that their students get. None: the hand-in plays, and harms nobody.
HOSTILE = {
    "prints": ("print('DROP 99')\n" + GOOD, None),
    "writes to 1": ("import os\nos.write(1, b'DROP 99\\n')\n" + GOOD, None),
    "writes to its first stdout": ("import sys\nsys.__stdout__.write('DROP 99\\n')\nsys.__stdout__.flush()\n" + GOOD, None),
    "lets a child write": ("import subprocess\nsubprocess.run(['echo', 'DROP 99'])\n" + GOOD, None),
    "reads its driver": ("text = open('../function.py').read()\nassert 'def main' in text\n" + GOOD, None),
    "replaces stdout": ("import io, sys\nsys.stdout = sys.stderr = io.StringIO()\n" + GOOD, None),
    "leaves something for the end": ("import atexit, signal, time\natexit.register(lambda: time.sleep(100))\n"
                                     "for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):\n    signal.signal(number, signal.SIG_IGN)\n" + GOOD, None),
    "has threads": ("import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()\n" + GOOD, None),
    "is a subclass of str": ("class Odd(str):\n    def __str__(self):\n        return 'DROP 99'\n    def __format__(self, how):\n        raise ValueError\n"
                             "    def encode(self, *more):\n        return b'DROP 99'\n    def __len__(self):\n        return 1 << 40\n"
                             "def choose(state):\n    return Odd(state.moves[0])\n", None),
    "has a mark of Windows": (b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode(), None),
    "is a class": ("class Strategy:\n    def __init__(self):\n        self.turn = 0\n    def choose(self, state):\n        self.turn += 1\n"
                   "        return state.moves[0]\n", None),
    "changes what it is given": ("def choose(state):\n    move = state.moves[0]\n    state.moves.clear()\n    state.board = None\n    return move\n", None),
    "finds the protocol": (FIND_PIPE + "for fd in pipes():\n    try:\n        os.write(fd, b'DROP 99\\n')\n    except OSError:\n        pass\n" + GOOD, "before it had read its whole turn block|not legal here"),
    "closes the protocol": ("import os\nos.closerange(3, 100)\n" + GOOD, "OSError"),
    "closes everything": ("import os\nos.closerange(0, 100)\n" + GOOD, "exited"),
    "ends": ("import sys\nsys.exit('no more')\n", "no more"),
    "ends at once": ("import os\nos._exit(0)\n", "exited"),
    "becomes another program": ("import os\nos.execvp('true', ['true'])\n", "exited"),
    "divides itself": ("import os\nos.fork()\n" + GOOD, "^plays .*: it "),
    "never ends": ("while True:\n    pass\n", "did not answer in time"),
    "never answers": ("def choose(state):\n    while True:\n        pass\n", "did not answer in time"),
    "takes no argument": ("def choose():\n    return 'DROP 0'\n", r"TypeError: choose\(\) takes 0 positional"),
    "returns nothing": ("def choose(state):\n    state.moves[0]\n", r"choose\(state\) returned None: return one of state.moves, such as 'DROP 0'"),
    "returns an object": ("def choose(state):\n    return object()\n", "returned an object:"),
    "returns a number": ("def choose(state):\n    return 3\n", "returned an int:"),
    "returns two lines": ("def choose(state):\n    return state.moves[0] + '\\n' + state.moves[0]\n", "which has a line end in it"),
    "returns a line": ("def choose(state):\n    return state.moves[0] + '\\n'\n", "which has a line end in it"),
    "returns a giant": ("def choose(state):\n    return 'x' * 10 ** 8\n", "returned a text of 100000000 characters"),
    "returns another move": ("def choose(state):\n    return 'DROP 99'\n", "DROP 99|column"),
    "returns half a character": ("def choose(state):\n    return '\\ud800'\n", "not a move"),
    "calls itself": ("def choose(state):\n    return choose(state)\n", "RecursionError"),
    "fails in a helper": ({"bot.py": "from helper import pick\ndef choose(state):\n    return pick(state)\n", "helper.py": "def pick(state):\n    return state.moves[0] + 1\n"}, "TypeError"),
    "replaces a function of Python": ("import builtins\nbuiltins.int = None\n" + GOOD, "TypeError"),
    "replaces os.write": ("import os\nos.write = lambda *more: 1 / 0\ndef choose(state):\n    raise ValueError('told')\n", "told"),
    "has no syntax": ("def choose(state)\n    return 1\n", "SyntaxError"),
    "is in another encoding": ("def choose(state):\n    return 'ä'\n".encode("latin-1"), "SyntaxError"),
    "is in wide characters": (GOOD.encode("utf-16"), "SyntaxError|null bytes"),
    "holds a NUL": (b"def choose(state):\n    return '\0'\n", "null bytes|SyntaxError"),
    "fails in its class": ("class Strategy:\n    def __init__(self):\n        raise KeyError('door')\n    def choose(self, state):\n        return state.moves[0]\n", "KeyError: 'door'"),
    "raises what can't be told": ("class Odd(Exception):\n    def __str__(self):\n        raise ValueError\ndef choose(state):\n    raise Odd\n", "Odd"),
    "raises the worst": ("class Odd(BaseException):\n    __module__ = 3\n    __qualname__ = 'x'\ndef choose(state):\n    raise Odd\n", "Odd|x|can't be written"),
    "has a helper of a module's name": ({"bot.py": "from random import pick\ndef choose(state):\n    return pick(state)\n", "random.py": "def pick(state):\n    return state.moves[0]\n"},
                                        "random.py has the name of a module of Python, which is found first: rename it"),
    "does nothing": ("x = 1\n", r"defines neither choose\(state\) nor class Strategy"),
    "is no Python": ({"bot.c": "int main() {}"}, "there is no .py file that function.py could call"),
    "is the driver": ({"function.py": (DRIVERS / "function.py").read_bytes()}, "it is only a copy of the driver"),
    "is the driver by another name": ((DRIVERS / "function.py").read_bytes(), r"defines neither choose\(state\) nor class Strategy"),
    "has two files": ({"a.py": GOOD, "b.py": GOOD}, "none is called 'bot' or 'main': a.py, b.py"),
    "has two main files": ({"a/bot.py": GOOD, "b/bot.py": GOOD}, "several of its files are called 'bot': a/bot.py, b/bot.py: leave only one$"),
    "runs itself": ({"bot.json": '{"run": ["python3", "bot.py"]}', "bot.py": python()}, "the teacher's driver runs it"),
    "shadows": ({"bot.py": "import json, random, typing\n" + GOOD, **{f"{name}.py": "raise ValueError('shadow')\n" for name in ("function", "json", "os", "random", "sys", "traceback", "typing", "importlib")}}, None),
    "replaces its driver": ("for mode in ('w', 'a'):\n    try:\n        open('../function.py', mode)\n    except OSError:\n        pass\n    else:\n        raise SystemExit('replaced')\n"
                            "import os\ntry:\n    os.rename('../function.py', '../x.py')\nexcept OSError:\n    pass\nelse:\n    raise SystemExit('replaced')\n" + GOOD, None),
}


class DriverTest(ClassCase):
    def check(self, driver, *words, code=0):
        return self.referee("check", "--driver", driver, *words, "--game", GAME, *LONG_LIMITS, code=code, env={"REFEREE_SANDBOX": "on"})

    def change(self, *orders, code=0):
        return self.referee("change", "class.db", *orders, code=code, env={"REFEREE_SANDBOX": "on"})

    def names(self, count):
        letters = [a + b for a in "ABCDEFGHIJ" for b in "abcdefghij"]
        return [f"S{letters[i]} Student{letters[i]}" for i in range(count)]

    def test_hostile_hand_ins(self):
        """Whatever a hand-in does, it harms only itself, and is told what is wrong. All others play to the end."""
        names = dict(zip(self.names(len(HOSTILE)), HOSTILE))
        self.list(names)
        for name, key in names.items():
            files = HOSTILE[key][0]
            self.hand_in(name, files if isinstance(files, dict) else {"bot.py": files})
        never = [word for name, key in names.items() if key in ("never ends", "never answers") for word in ("--limits", f"{name}:first=1s")]
        run = self.referee("tournament", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME, *LONG_LIMITS,
                           "--limits", "memory=512M", *never, "--driver", "function.py", "--format", "swiss", "--games", "2", code=0,
                           env={"REFEREE_SANDBOX": "on"}, timeout=500 * FACTOR)
        self.assertEqual(self.entrants(), {name for name, key in names.items() if HOSTILE[key][1] is None}, run)
        refusals = self.refusals()
        for name, key in names.items():
            if (words := HOSTILE[key][1]) is None:
                continue
            with self.subTest(key):
                self.assertRegex(refusals[name]["reason"], words)
                told = refusals[name]["reason"] + refusals[name].get("last_words", "")
                self.assertNotIn("TEACHER", told)
                self.assertNotIn("function.py\", line", told)
        self.assertIn('helper.py", line 2', refusals[next(name for name, key in names.items() if key == "fails in a helper")]["last_words"])
        self.assertEqual(self.sql("SELECT DISTINCT ending FROM matches", "class.db"), [("by_rules",)])

    def test_the_shipped_drivers(self):
        """Each is checked with its example in every game, also in CLUSTER and in a game of one's own, and with many games in one process."""
        own = pathlib.Path(__file__).parents[2] / "examples" / "games"
        games = ["magnetize", "othello", "magnetic_cave", "fitz", "cluster", str(own / "breakthrough.py")]
        for driver in ("function.py", "java", "c"):
            for game in games:
                with self.subTest(driver=driver, game=game):
                    run = self.referee("check", "--driver", driver, "--game", game, "--reuse", *LONG_LIMITS, code=0, env={"REFEREE_SANDBOX": "on"})
                    self.assertIn("the example is fit to play.", run.out)

    def test_classes_in_java_and_c(self):
        """The driver's folder is built with each hand-in. A later one is built with the driver that is kept, and engines and stages have it."""
        self.list(["Ann A", "Ben B", "Cai C", "Dan D", "Eve E"])
        self.hand_in("Ann A", {"Strategy.java": JAVA % "return state.moves.get(0);"})
        self.hand_in("Ben B", {"src/mine/Strategy.java": "package mine;\n" + JAVA % 'System.out.println("DROP 99"); return Helper.pick(state);',
                               "src/mine/Helper.java": "package mine;\nclass Helper { static String pick(driver.State s) { return s.moves.get(1); } }\n"})
        self.hand_in("Cai C", {"Strategy.java": JAVA % "int[] none = {};\nreturn state.moves.get(none[3]);"})
        self.hand_in("Dan D", {"Strategy.java": JAVA % "return 1;"})
        own = self.folder / "mine"
        shutil.copytree(DRIVERS / "java", own)
        (own / ".hidden").write_text("secret")
        run = self.play_class("--driver", "mine", "--games", "2")
        shutil.rmtree(own)
        self.assertEqual(self.entrants(), {"Ann A", "Ben B"}, run)
        refusals = self.refusals()
        self.assertIn("ArrayIndexOutOfBoundsException", refusals["Cai C"]["reason"])
        self.assertIn("Strategy.java:4", refusals["Cai C"]["last_words"])
        self.assertRegex(refusals["Dan D"]["reason"], r"javac failed: \./Strategy.java:3: error")
        self.assertEqual(self.sql("SELECT DISTINCT ending FROM matches", "class.db"), [("by_rules",)])
        self.assertFalse(list((self.folder / "class.bots").rglob(".hidden")) + list((self.folder / "class.bots").rglob("example")))
        self.hand_in("Eve E", {"Strategy.java": JAVA % "return state.moves.get(state.moves.size() - 1);"})
        self.assertIn("Eve E joins", self.change("--bots", "handed_in").err)
        # A second stage on other machines, with copies.
        self.referee("tournament", "--from", "class.db", "--games", "2", "--db", "final.db", "--engine", "slurm", code=0,
                     env={"REFEREE_SANDBOX": "on", **simulated_slurm(self.folder)})
        self.assertEqual(self.sql("SELECT DISTINCT ending FROM matches", "final.db"), [("by_rules",)])
        # Its sums have the driver.
        source = self.folder / "class.bots" / "Ann A" / "driver" / "driver" / "Driver.java"
        source.chmod(0o600)
        source.write_text(source.read_text() + "// changed\n")
        self.assertIn("changed", self.referee("tournament", "--resume", "--db", "class.db", "--games", "4", env={"REFEREE_SANDBOX": "on"}).err)

    def test_a_driver_in_c(self):
        self.list(["Ann A", "Ben B", "Cai C", "Dan D"])
        self.hand_in("Ann A", {"any.c": C % 'puts("DROP 99"); return state->moves[0];', "x.h": ""})
        self.hand_in("Ben B", {"a.c": C % "return pick(state);", "b.c": '#include "player.h"\nconst char* pick(const struct state* s) { return s->moves[s->move_count - 1]; }\n'})
        self.hand_in("Cai C", {"a.c": C % "return 0;"})
        self.hand_in("Dan D", {"a.c": C % "return state->nothing;"})
        (self.handed_in / "Ann A" / "any.c").write_text("#include <stdio.h>\n" + (self.handed_in / "Ann A" / "any.c").read_text())
        (self.handed_in / "Ben B" / "a.c").write_text("struct state;\nconst char* pick(const struct state*);\n" + (self.handed_in / "Ben B" / "a.c").read_text())
        run = self.play_class("--driver", "c", "--games", "2")
        self.assertEqual(self.entrants(), {"Ann A", "Ben B"}, run)
        self.assertIn("choose() returned NULL", self.refusals()["Cai C"]["reason"])
        self.assertIn("a.c:2", self.refusals()["Dan D"]["reason"])

    def test_the_driver_is_at_fault(self):
        """A driver that can't play its own example is told to the teacher, before any hand-in is tried."""
        self.list(["Ann A", "Ben B"])
        self.hand_in("Ann A.py", GOOD)
        self.hand_in("Ben B.py", GOOD)

        def refused(driver, *more):
            run = self.play_class("--driver", driver, *more, code=2)
            self.assertEqual(len(run.err.strip().splitlines()), 1, run)
            self.assertFalse((self.folder / "class.db").exists() or (self.folder / "class.bots").exists())
            return run.err
        text = (DRIVERS / "function.py").read_text()
        mine = self.folder / "mine.py"
        mine.write_text("import no_such_module\n" + text)
        self.assertNotIn("at fault", self.play_class("--driver", "mine.py", code=None).err)  # without an example, hand-ins are blamed
        for path in self.folder.glob("class.*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.copy(DRIVERS / "function_example.py", self.folder / "mine_example.py")
        self.assertRegex(refused("mine.py"), "--driver 'mine.py': the driver or its example is at fault, and no hand-in was tried: .*no_such_module")
        refused("mine.py", "--dry-run")
        mine.write_text(text)
        (self.folder / "mine_example.py").write_text("def choose(state):\n    return 'no move'\n")
        self.assertIn("not written as a move of this game; see referee check --driver mine.py --game magnetize:height=6,", refused("mine.py"))
        # What is no driver.
        folder = self.folder / "folder"
        folder.mkdir()
        (self.folder / "link.py").symlink_to("nowhere.py")
        shutil.copy(DRIVERS / "function.py", self.folder / "bot.py")
        self.assertIn("--driver 'bot.py': it lies beside a launcher that is called 'bot': rename it", refused("bot.py"))
        for words, said in (({}, "a folder must have a bot.json"),
                            ({"bot.json": "[]"}, "bot.json"),
                            ({"bot.json": '{"run": ["x"]}'}, "bot.json, /main: write the name"),
                            ({"bot.json": '{"main": "a/b.c", "run": ["x"]}'}, "bot.json, /main: write the name"),
                            ({"bot.json": '{"main": "*.c"}'}, '"run" is missing'),
                            ({"bot.json": '{"main": "*.c", "run": ["{fiel}"]}'}, "the words in braces are {file}, {files}, {name}, {driver}"),
                            ({"bot.json": '{"main": "*.c", "run": ["a{files}"]}'}, "{files} must be a word of its own"),
                            ({"bot.json": '{"main": "*.c", "run": ["x"], "shell": 1}'}, "there is no key 'shell', only main and build and run"),
                            ({"bot.json": '{"main": "*.c", "run": ["../x"]}'}, "leads out of the project"),
                            ({"bot.json": '{"main": "*.c", "run": ["x"]}', "a.bin": "\0"}, "'a.bin' is no text in UTF-8"),
                            ({"bot.json": '{"main": "*.c", "run": ["x"]}', **{f"{i}.txt": "" for i in range(100)}}, "at most 100 files")):
            shutil.rmtree(folder)
            folder.mkdir()
            for name, content in words.items():
                (folder / name).write_text(content)
            with self.subTest(said):
                self.assertIn(said, refused("folder"))
        for name, content in (("bot.json", '{"main": "*.py", "run": ["no-such-program", "{file}"]}'), ("example.py", GOOD)):
            (folder / name).write_text(content)
        for path in folder.glob("*.txt"):
            path.unlink()
        self.assertIn("'folder' needs 'no-such-program', which is not in /usr/local/bin:/usr/bin:/bin:/usr/games: install it", refused("folder"))
        (folder / "bot.json").write_text('{"main": "*.py", "build": ["no-such-compiler"], "run": ["python3", "{file}"]}')
        self.assertIn("'folder' needs 'no-such-compiler'", refused("folder"))
        (folder / "bot.json").write_text('{"main": "*.py", "build": ["false"], "run": ["python3", "{file}"]}')
        self.assertIn("no hand-in was tried: false failed", refused("folder"))
        (folder / "link").symlink_to("/etc/passwd")
        self.assertIn("'link' is a link", refused("folder"))
        (self.folder / "link.js").touch()
        self.assertIn("no Python file", refused("link.js"))

    def test_a_driver_that_stops_working_blames_no_student(self):
        """The example is tried again before the hand-ins of a change."""
        self.list(["Ann A", "Ben B", "Cai C"])
        shared = self.folder / "shared"
        shared.mkdir()
        (shared / "table.txt").touch()
        (self.folder / "mine.py").write_text(f"open({str(shared / 'table.txt')!r})\n" + (DRIVERS / "function.py").read_text())
        (self.folder / "mine_example.py").write_text(GOOD)
        for name in ("Ann A", "Ben B"):
            self.hand_in(f"{name}.py", GOOD)
        self.referee("tournament", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME, *LONG_LIMITS, "--games", 2,
                     "--driver", "mine.py", "--sandbox", f"on,folder={shared}", code=0)
        self.hand_in("Cai C.py", GOOD)
        (shared / "table.txt").unlink()
        run = self.change("--bots", "handed_in", code=2)
        self.assertRegex(run.err, "^referee: 'mine.py', the driver of this class: the driver or its example is at fault, and no hand-in was tried: .*FileNotFoundError.*\n$")
        self.assertNotIn("Cai C", self.refusals())
        (shared / "table.txt").touch()
        self.assertIn("Cai C joins", self.change("--bots", "handed_in").err)

    def test_names_of_drivers(self):
        """Nothing is taken in silence if a name may mean two drivers, and a folder may name its main file."""
        (self.folder / "function.py").write_text((DRIVERS / "function.py").read_text() + "# mended\n")
        (self.folder / "function_example.py").write_text(GOOD)
        (self.folder / "bot.py").write_text(GOOD)
        for driver in ("function.py", "java"):
            (self.folder / "java").mkdir(exist_ok=True)
            self.assertRegex(self.check(driver, "bot.py", code=2).err, f"it may be the driver that comes with the program, or what is called so here: write /.*/{driver} or ./{driver}\n$")
        self.assertIn("fit to play", self.check("./function.py", "bot.py").out)
        self.assertIn("fit to play", self.check(DRIVERS / "function.py", "bot.py").out)
        folder = self.folder / "folder"
        folder.mkdir()
        shutil.copy(DRIVERS / "function.py", folder)
        (folder / "bot.json").write_text('{"main": "play.py", "run": ["python3", "{driver}/function.py", "{file}"], "needs": ["sh"]}')
        (folder / "example.py").write_text(GOOD)
        (self.folder / "link").symlink_to("folder")
        for driver in ("folder", "link"):
            self.assertIn("the example is fit to play.", self.check(driver).out)
        (folder / "bot.json").write_text('{"main": "play.py", "run": ["python3", "{driver}/function.py", "{file}"], "needs": ["no-such-program"]}')
        self.assertIn("'folder' needs 'no-such-program'", self.check("folder", code=2).err)
        (folder / "example").mkdir()
        (folder / "example" / "play.py").write_text(GOOD)
        self.assertIn("leave only one of 'example.py' and 'example/'", self.check("folder", code=2).err)
        run = self.referee("check", "--driver", DRIVERS / "function.py", "--game", "fitz:height=70,width=70", code=2)
        self.assertRegex(run.err, "^referee: no moves are listed on a board of this size, .*: name a hand-in\n$")

    def test_a_kit_with_an_older_driver(self):
        """What lies in the driver's place is left out, and whoever has changed it is told so."""
        for driver, name in (("c", "of_c"), ("function.py", "python")):
            self.referee("new-bot", name, "--driver", driver, "--game", GAME, code=0)
            with next(path for path in (self.folder / name / "driver").iterdir() if path.suffix in (".c", ".py")).open("a") as file:
                file.write("\n")
            run = self.check(driver, name)
            self.assertIn("is fit to play.", run.out)
            self.assertRegex(run.out, r"note  .*its 'driver/\w+.\w+' is not that of the teacher's driver, and is left out")

    def test_a_build_can_not_change_the_driver(self):
        """What a build writes beside its project is lost. Its own program may be missing, which is the student's fault."""
        self.list(["Ann A", "Ben B", "Cai C", "Dan D"])
        build = "from pathlib import Path\nfor name in ('../function.py', '../bot', '../hand-in.json'):\n    Path(name).write_text('replaced')\nPath('made.txt').write_text('x')\n"
        self.hand_in("Ann A", {"bot.py": "open('made.txt')\n" + GOOD, "build.py": build, "bot.json": '{"build": ["python3", "build.py"]}'})
        self.hand_in("Ben B", {"bot.py": GOOD, "bot.json": '{"build": ["no-such-compiler"]}'})
        self.hand_in("Cai C.py", GOOD)
        self.hand_in("Dan D", {"bot.py": GOOD, "bot.json": '{"build": ["sh", "-c", "exit 3"]}'})
        run = self.play_class("--driver", "function.py", "--games", "2")
        self.assertEqual(self.entrants(), {"Ann A", "Cai C"}, run)
        self.assertEqual((self.folder / "class.bots" / "Ann A" / "function.py").read_text(), (DRIVERS / "function.py").read_text())
        self.assertIn("it needs 'no-such-compiler', which is not on this machine", self.refusals()["Ben B"]["reason"])
        self.assertIn("sh failed", self.refusals()["Dan D"]["reason"])

    def test_check_as_a_student(self):
        """A student tries a file, a folder or an archive at home, and gets the sentence of the class."""
        (self.folder / "bot.py").write_text(GOOD)
        self.assertIn("bot.py is fit to play.", self.check("function.py", "bot.py").out)
        (self.folder / "sub").mkdir()
        (self.folder / "sub" / "bot.py").write_text("import helper\n" + GOOD)
        (self.folder / "sub" / "helper.py").write_text("")
        self.assertIn("sub is fit to play.", self.check("function.py", "sub/").out)
        (self.folder / "x.zip").write_bytes(archive({"deep/bot.py": GOOD}))
        self.assertIn("x.zip is fit to play.", self.check("function.py", "x.zip").out)
        (self.folder / "bot.py").write_text("def choose(state):\n    return 7\n")
        self.assertIn("returned an int:", self.check("function.py", "bot.py", code=1).out)
        self.assertIn("FAIL", self.check("java", "bot.py", code=1).out)
        self.assertIn("'no.py'", self.check("function.py", "no.py", code=1).out)
        (self.folder / "Strategy.java").write_text(JAVA % "return 1;")
        self.assertRegex(self.check("java", "Strategy.java", code=1).out, "error: incompatible types")
        # The advice is for functions, which read and write no lines.
        for text, advice in (("    while True:\n        pass\n", "do less work before the first move"), ("    return 'DROP 99'\n", "return one of the moves that it is given"),
                             ("    import os\n    os._exit(0)\n", "don't call exit()"), ("    return state.nothing\n", "it ended with an error: AttributeError")):
            (self.folder / "bot.py").write_text("def choose(state):\n" + text)
            limits = ["--limits", "first=1s"] if "while" in text else LONG_LIMITS
            out = " ".join(self.referee("check", "--driver", "function.py", "bot.py", "--game", GAME, *limits, code=1, env={"REFEREE_SANDBOX": "on"}).out.split())
            self.assertIn(advice, out)
            self.assertNotRegex(out, "flush|block it|the block lists|in a loop|setup")
        self.assertIn("the name of the hand-in is empty", self.check("function.py", "", code=2).err)
        # Without a sandbox, what needs no build can be tried.
        (self.folder / "bot.py").write_text(GOOD)
        off = {"REFEREE_SANDBOX": "off"}
        self.referee("check", "--driver", "function.py", "bot.py", "--game", GAME, *LONG_LIMITS, code=0, env=off)
        self.assertIn("only in a sandbox", self.referee("check", "--driver", "c", "--game", GAME, code=1, env=off).out)
        self.assertIn("omit it", self.referee("check", "--driver", "c", "bot.py", "--own", ".", code=2).err)
        (self.folder / "alone.py").write_text(GOOD)
        self.assertIn("has no example", self.referee("check", "--driver", "alone.py", code=2).err)
        for driver in ("none.py", "students.csv", "sub"):
            self.assertRegex(self.referee("check", "--driver", driver, "bot.py", code=2).err, f"^referee: --driver '{driver}': .*\n$")

    def test_starter_kits(self):
        """A kit has the example and the driver, can be tried as it says, and can be handed in as it is."""
        self.list(["Ann A", "Ben B"])
        for driver, name in (("function.py", "python"), ("java", "in_java"), ("c", "in_c")):
            with self.subTest(driver):
                out = self.referee("new-bot", name, "--driver", driver, "--game", GAME, code=0).out
                command = next(line for line in out.splitlines() if "referee check" in line).split()
                readme = (self.folder / name / "README.md").read_text()
                self.assertIn(" ".join(command), readme)
                self.assertNotIn("@", readme)
                if watch := re.search("^ *referee (\"python3.*)  #", readme, re.MULTILINE):
                    run = self.referee(*shlex.split(watch[1]), *LONG_LIMITS, code=0, env={"REFEREE_SANDBOX": "on"}, cwd=self.folder / name)
                    self.assertNotIn("forfeit", run.out)
                run = self.referee(*command[1:], *LONG_LIMITS, code=0, env={"REFEREE_SANDBOX": "on"}, cwd=self.folder / name)
                self.assertIn("is fit to play.", run.out)
                for student in ("Ann A", "Ben B"):
                    shutil.rmtree(self.handed_in / student, ignore_errors=True)
                    shutil.copytree(self.folder / name, self.handed_in / student)
                self.play_class("--driver", driver, "--games", "2")
                self.assertEqual(self.entrants(), {"Ann A", "Ben B"})
                for path in self.folder.glob("class.*"):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
        self.assertIn("use only one of", self.referee("new-bot", "x", "--driver", "c", "--lang", "c", code=2).err)
        (self.folder / "mine.py").write_text(GOOD)
        self.assertIn("has no example", self.referee("new-bot", "x", "--driver", "mine.py", code=2).err)
        self.assertFalse((self.folder / "x").exists())
