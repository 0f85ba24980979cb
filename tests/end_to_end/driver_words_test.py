"""Tests what the drivers tell the author of a hand-in: what it has printed, the line of an error, and its cause."""
import subprocess

from class_case import ClassCase
from harness import BIN, GAME, LONG_LIMITS, PATIENCE

DRIVERS = BIN / "drivers"
JAVA = "import driver.State;\nimport java.util.*;\n"
STRATEGY = JAVA + "public class Strategy {\n%s\npublic String choose(State state) { %s }\n}\n"
FIRST = "return state.moves.get(0);"
C = '#include "player.h"\n#include <stdio.h>\nconst char* choose(const struct state* state) { %s }\n'

# What a hand-in is, and words of the check's report. A list: all of them.
JAVA_HAND_INS = {
    "prints, and fails": (STRATEGY % ("", 'System.out.print("LOADED"); return state.moves.get(-1);'), ["LOADED", r"Strategy.java:5\)", "IndexOutOfBounds"]),
    "prints to its own stream": (STRATEGY % ("static { System.setOut(new java.io.PrintStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(java.io.FileDescriptor.out)))); }",
                                             'System.out.print("LOADED"); return null;'), ["LOADED", "returned null"]),
    "fails when it is loaded": (STRATEGY % ("static int[] a = new int[2];\nstatic { a[5] = 1; }", FIRST),
                                [r"Strategy.java:5\)", "ExceptionInInitializerError, caused by", "it ended with an error: .*ArrayIndexOutOfBounds"]),
    "wraps an error": (STRATEGY % ("int half(int n) { return n / 0; }", "try { half(1);\n} catch (Exception e) {\nthrow new RuntimeException(e); } " + FIRST),
                       [r"Strategy.java:7\)", r"Strategy.java:4\)", "RuntimeException", "/ by zero"]),
    "is its own cause": (STRATEGY % ("static class Odd extends RuntimeException { public Throwable getCause() { return this; } }", "throw new Odd();"), ["Odd, caused by"]),
    "is in the driver's package": ("package driver;\n" + STRATEGY % ("", "return state.moves.get(-1);"), [r"Strategy.java:6\)"]),
    "is abstract": (STRATEGY.replace("class", "abstract class") % ("", FIRST), ["class Strategy is abstract"]),
    "is an interface": (JAVA + "public interface Strategy { String choose(State state); }\n", ["Strategy is an interface: make it a class"]),
    "needs an argument": (STRATEGY % ("Strategy(int depth) {}", FIRST), ["class Strategy has no constructor without arguments"]),
    "is another class": (JAVA + "class Bot {}\n", ["it defines no class Strategy"]),
    "inherits": (JAVA + "class Base { String choose(State state) { " + FIRST + " } }\npublic class Strategy extends Base {}\n", ["is fit to play"]),
    "inherits from an interface": (JAVA + "interface Base { default String choose(State state) { " + FIRST + " } }\npublic class Strategy implements Base {}\n", ["is fit to play"]),
}
PYTHON_HAND_INS = {
    "prints, and fails": ("print('LOADED')\ndef choose(state):\n    print('partly', end='')\n    if state.ply > 2: raise KeyError('x')\n    return state.moves[0]\n", ["LOADED", "partly", "KeyError"]),
    "prints, and ends by force": ("import os\nprint('LOADED')\nos._exit(3)\n", ["LOADED"]),
    "prints to its own stdout": ("import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')\nprint('LOADED')\ndef choose(state): pass\n", ["LOADED", "returned None"]),
    "closes its stdout": ("import sys\nsys.stdout.close()\ndef choose(state): pass\n", ["returned None"]),
}
C_HAND_INS = {
    "prints, and crashes": (C % 'printf("LOADED\\n"); return (const char*)8;', ["LOADED"]),
    "prints, and returns NULL": (C % 'printf("LOADED"); return NULL;', ["LOADED", r"choose\(\) returned NULL"]),
    "has no choose": (C.replace("choose", "chose") % "return NULL;", ["gcc failed: .*undefined reference to `choose'"]),
    "has a main": (C % "return NULL;" + "int main(void) { return 0; }\n", ["gcc failed: .*multiple definition of `main'"]),
    "fails after a warning": (C % "return NULL;" + "int print_error(void) { nothing(); return x; }\n", ["gcc failed: [^ ]*bot.c:4:[0-9]+: error: .x. undeclared"]),
}


class DriverWordsTest(ClassCase):
    def check(self, driver, name, content, code=None):
        (self.folder / name).write_text(content)
        run = self.referee("check", "--driver", driver, name, "--game", GAME, *LONG_LIMITS, code=code, env={"REFEREE_SANDBOX": "on"})
        (self.folder / name).unlink()
        return run.out

    def check_all(self, driver, name, hand_ins):
        for key, (content, words) in hand_ins.items():
            with self.subTest(key):
                out = " ".join(self.check(driver, name, content).split())
                for word in words:
                    self.assertRegex(out, word)

    def test_python(self):
        self.check_all("function.py", "bot.py", PYTHON_HAND_INS)

    def test_java(self):
        self.check_all("java", "Strategy.java", JAVA_HAND_INS)

    def test_c(self):
        self.check_all("c", "bot.c", C_HAND_INS)

    def test_names_in_capitals(self):
        self.assertIn("A.PY is fit to play.", self.check("function.py", "A.PY", "def choose(state):\n    return state.moves[0]\n"))
        self.assertIn("B.C is fit to play.", self.check("c", "B.C", C % "int class = 0; return state->moves[class];"))

    def test_what_is_printed_in_a_good_game(self):
        """Nothing of it is lost when the input ends, also without a newline."""
        game = "magnetize 1\n0\n1 1\n0\n0\n0\n.\n1\nDROP 0\n-1\n"
        (self.folder / "bot.py").write_text("import sys\nsys.stdout = open(1, 'w')\ndef choose(state):\n    print('quiet', end='')\n    return state.moves[0]\n")
        (self.folder / "bot.c").write_text(C % 'printf("quiet"); return state->moves[0];')
        subprocess.run(["gcc", "-I", DRIVERS / "c", "-o", "bot", DRIVERS / "c" / "driver.c", "bot.c"], cwd=self.folder, check=True)
        for command in (["python3", DRIVERS / "function.py", "bot.py"], ["./bot"]):
            run = subprocess.run(command, input=game, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=True)
            self.assertEqual((run.stdout, run.stderr), ("DROP 0\n", "quiet"))
