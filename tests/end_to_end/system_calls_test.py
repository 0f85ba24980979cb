"""Tests the system calls that a bot in the sandbox may make. A table lists calls with the expected error of each. Programs
in the languages of bots use their libraries for the network, files, threads and processes. If a language is not
installed on this machine, it is skipped with a message."""
import pathlib
import shlex
import shutil
import subprocess

from harness import SCRIPTED_BOT, RefereeTest, bot

RUNTIMES = pathlib.Path(__file__).parent / "runtimes"
CALL_TABLE = pathlib.Path(SCRIPTED_BOT).with_name("call_table")


class SystemCallsTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.need_sandbox()
        self.home = self.folder / "bot"
        self.home.mkdir()

    def told(self, *words, mode="on"):
        """Returns the lines that a program writes to stderr instead of playing."""
        command = shlex.join(map(str, words))
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        run, log = self.play(command, bot(), f"--sandbox={mode}", "--stderr", env={"TMPDIR": str(temporary)})
        self.assertEqual((log["result"]["ending"], log["failure"]["exit_code"]), ("exited", 3), str(run))
        return log["failure"]["stderr_tail"].splitlines()

    def test_calls_fail_as_in_an_older_kernel(self):
        self.assertRegex("\n".join(self.told(CALL_TABLE)), r"\Amade \d{3} calls, and \d+ of 32 bits\Z")

    def built(self, name, tool, *compiler):
        """Builds the program of a language in the bot's folder. Returns its path."""
        if not shutil.which(tool):
            print(f"\nSKIPPED: {tool} is not on this machine, so {name} is not tried: make deps-bots installs it", flush=True)
            self.skipTest(f"{tool} is missing")
        source = shutil.copy(RUNTIMES / name, self.home)
        if compiler:
            subprocess.run([*compiler, source], cwd=self.home, check=True, env={**self.environment(), "GOCACHE": str(self.folder / "go")})
        return source

    def works(self, *words):
        """Checks that everything that the program tries works, except that it can't reach anything outside the
        sandbox."""
        for mode in ("off", "on"):
            seen = dict(line.split(" ", 1) for line in self.told(*words, mode=mode))
            with self.subTest(mode):
                found = seen.pop("connect")
                self.assertEqual(set(seen.values()), {"ok"}, seen)
                self.assertGreaterEqual(len(seen), 4)
                if mode == "off":
                    self.assertEqual(found, "ok")
                else:
                    self.assertRegex(found, "unreachable|ENETUNREACH")

    def test_python(self):
        self.works("/usr/bin/python3", self.built("runtime.py", "/usr/bin/python3"))

    def test_javascript(self):
        self.works("node", self.built("runtime.js", "node"))

    def test_java(self):
        self.built("Runtime.java", "javac", "javac")
        self.works("java", "-cp", self.home, "Runtime")

    def test_go(self):
        self.built("runtime.go", "go", "go", "build", "-o", "runtime")
        self.works(self.home / "runtime")

    def test_rust(self):
        self.built("runtime.rs", "rustc", "rustc", "-o", "runtime")
        self.works(self.home / "runtime")

    def test_cpp(self):
        self.built("runtime.cpp", "g++", "g++", "-std=c++20", "-pthread", "-o", "runtime")
        self.works(self.home / "runtime")
