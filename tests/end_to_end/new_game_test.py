#!/usr/bin/python3
"""Tests that a new game needs one folder and one line, as docs/adding_a_game.md says: tic-tac-toe is added to a copy
of the project, built, played, logged, replayed and drawn. The copy compiles only what the new game adds or changes.
The rest comes from the libraries that are already built."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

import jsonschema
from harness import BIN, LONG_LIMITS, bot

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["REFEREE_BUILD"])
GAME = "tic_tac_toe"
WEB_NEEDS = [shutil.which("node"), os.environ.get("CHROMIUM", "/usr/bin/chromium"), ROOT / "tests/web/node_modules/playwright-core"]


def run(*command, **options):
    """Runs a program, which must succeed. Returns its output."""
    environment = {**os.environ, "REFEREE_SANDBOX": "off", **options.pop("env", {})}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment, timeout=1800, **options)
    if done.returncode != options.get("code", 0):
        raise AssertionError(f"{command}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Copy:
    """A copy of the project with the new game, in its own folder."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "project"
        self.build = self.root / "build" / BUILD.name
        self.bin = self.root / "bin"
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(".git", "build", "bin", "node_modules"))
        shutil.copytree(ROOT / "tests/new_game" / GAME, self.root / "games" / GAME)
        with open(self.root / "games/catalogue.txt", "a") as catalogue:
            catalogue.write(f"{GAME}\n")

    def configure(self):
        return subprocess.run(["cmake", "--preset", BUILD.name, "-D", "BUILD_TESTING=OFF"], cwd=self.root, capture_output=True, text=True)

    def changed_objects(self):
        """The C++ object files that are compiled from a new or a generated source."""
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            compiled = pathlib.Path(entry["file"])
            together = compiled.suffix == ".cxx"  # a unity source, which includes the sources of one folder
            sources = [pathlib.Path(name) for name in re.findall(r'#include "(.+)"', compiled.read_text())] if together else [compiled]
            is_new = any(self.build in source.parents or not (ROOT / source.relative_to(self.root)).exists() for source in sources)
            if is_new and compiled.suffix in (".cpp", ".cxx"):
                yield re.search(r" -o (\S+)", entry["command"]).group(1)

    def compiled(self):
        """The object files that this copy has compiled, whatever they were needed for."""
        lines = (self.build / ".ninja_log").read_text().splitlines()
        return {line.split("\t")[3] for line in lines if line.endswith(".o") or ".o\t" in line}

    def make(self):
        """Compiles what has changed. Links it before the libraries of the normal build, so that its definitions take
        precedence."""
        configured = self.configure()
        assert configured.returncode == 0, configured.stderr
        self.objects = list(self.changed_objects())
        run("cmake", "--build", self.build, "--target", *self.objects)
        link = run("ninja", "-C", BUILD, "-t", "commands", "referee").splitlines()[-1]
        words = [word for word in shlex.split(link) if word not in (":", "&&")]
        output = words.index("-o")
        self.bin.mkdir(exist_ok=True)
        run(*words[:output], *(self.build / path for path in self.objects), "-o", self.bin / "referee", *words[output + 2:], cwd=BUILD)
        shutil.copy(BIN / "random.py", self.bin)


@unittest.skipUnless(BUILD.name == "release", "only the release build is quick enough")
class NewGameTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="referee_new_game_")
        cls.addClassCleanup(folder.cleanup)
        cls.copy = Copy(folder.name)
        cls.copy.make()
        cls.log = cls.copy.root / "log.json"
        cls.referee("./random.py", "./random.py", "--game", GAME, "--log", cls.log, *LONG_LIMITS)

    @classmethod
    def referee(cls, *words):
        return run("./referee", *words, cwd=cls.copy.bin)

    def test_little_is_compiled(self):
        # Among them the guides of an arena, which have the rules of all games, and the ratings of the sample bots.
        self.assertLessEqual(len(self.copy.objects), 9, self.copy.objects)
        # Besides them only two programs: the warden, which the referee contains, and the one that writes the guides.
        self.assertLessEqual(len(self.copy.compiled()), 11, self.copy.compiled())

    def test_it_is_the_last_of_the_games(self):
        listed = re.findall(r"^(\w+): ", self.referee("games"), re.M)
        lines = (self.copy.root / "games/catalogue.txt").read_text().splitlines()
        self.assertEqual(listed, [line for line in lines if not line.startswith("#")])
        self.assertEqual(listed[-1], GAME)

    def test_the_log_of_a_match_follows_the_schema_with_the_new_game(self):
        log = json.loads(self.log.read_text())
        schema = json.loads((self.copy.build / "protocol/match_log.schema.json").read_text())
        jsonschema.Draft202012Validator(schema).validate(log)
        self.assertEqual((log["game"]["name"], log["result"]["ending"]), (GAME, "by_rules"))
        log["plies"][0]["frame"]["board"][0] = "X.?"
        self.assertFalse(jsonschema.Draft202012Validator(schema).is_valid(log))
        damaged = self.log.with_name("damaged.json")
        damaged.write_text(json.dumps(log))
        refused = subprocess.run([self.copy.bin / "referee", "replay", damaged], capture_output=True, text=True)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("plies[0].frame.board[0] is ", refused.stderr)

    def test_the_log_is_replayed(self):
        last = json.loads(self.log.read_text())["plies"][-1]["frame"]["board"]
        self.assertIn("\n".join(last), self.referee("replay", self.log))

    def test_any_bot_that_follows_the_protocol_plays_it(self):
        table = self.referee(bot(), "./random.py", "--game", GAME, "--games", 20, *LONG_LIMITS)
        self.assertRegex(table, "20 games")

    def test_the_layers_are_kept(self):
        run("/usr/bin/python3", self.copy.root / "tests/layers.py", self.copy.root)

    @unittest.skipUnless(all(need and pathlib.Path(need).exists() for need in WEB_NEEDS), "no browser: 'make web-deps' installs it")
    def test_it_is_drawn_in_a_browser(self):
        run("node", "--test", ROOT / "tests/new_game/drawing.test.js", env={"REFEREE_BIN": str(self.copy.bin)})

    def test_a_forgotten_file_is_named(self):
        words = self.copy.root / "games" / GAME / "words.js"
        text = words.read_text()
        words.unlink()
        self.addCleanup(words.write_text, text)
        refused = self.copy.configure()
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(f"games/catalogue.txt names {GAME}, but there is no games/{GAME}/words.js", " ".join(refused.stderr.split()))
