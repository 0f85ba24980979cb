"""Tests the starter kits: `referee new-bot` writes each of them, its README builds and runs it, and it plays all games
by the rules. Tests the games that `referee new-game` writes: the commands in their READMEs work as they are.

Every kit reads real transcripts of all games, and must answer each block with a valid move. Then `referee check` judges
some of them. With REFEREE_SOAK there are more transcripts, for both sides, and each kit is checked for all games. A kit
without its toolchain is skipped with a message.
"""
import os
import pathlib
import re
import shutil
import subprocess

from harness import BIN, GAMES, LONG_LIMITS, PATIENCE, SOAK, RefereeTest

KITS = pathlib.Path(__file__).parents[2] / "kits"
TOOLS = {"c": "gcc", "cpp": "g++", "python": "python3", "javascript": "node", "java": "javac", "rust": "rustc", "go": "go", "shell": "bash"}
SPECS = {"magnetize": ["magnetize", "magnetize:height=7,width=40,maglock=1"], "cluster": ["cluster:side=4", "cluster:side=3", "cluster:side=9"], "fitz": ["fitz", "fitz:height=3,width=30"]}
MAX_LINES = 36  # lines of code, without imports and blank lines


class Block(list):
    """Reads the lines of a transcript one after the other."""

    def line(self):
        return self.pop(0)

    def lines(self, count):
        return [self.pop(0) for _ in range(count)]

    def table(self):
        return [line.split() for line in self.lines(int(self.line()))]


def common_answers(text):
    """Returns the valid answers to each turn block, according to docs/protocol.md."""
    block = Block(text.splitlines())
    game, _player, settings = block.line().split()[0], block.line(), block.line().split()
    if game == "fitz":
        block.lines(5 * int(settings[2]))
    while block:
        block.line()
        block.table()
        block.lines(1 + int(settings[0]))
        yield block.lines(int(block.line()))


def cluster_answers(text):
    block = Block(text.splitlines())
    for _ in range(4):
        block.table()
    while block:
        block.line()
        columns = [column for column, _top in block.table()]
        block.table()
        block.table()
        hand = [colour for [colour] in block.table()]
        block.line()
        yield [f"ROTATE {cycles}" for cycles in range(1, 6)] + [f"PLACE {column} {colour}" for column in columns for colour in hand]


class KitsTest(RefereeTest):
    transcripts = {}

    def transcript(self, spec, player):
        """Returns the text that the referee sends to a player in a match between two random bots."""
        if (spec, player) not in self.transcripts:
            log = self.folder / "match.json"
            self.assertEqual(self.referee(BIN / "random", BIN / "random", "--game", spec, "--seed", 7, "--log", log, "--force", *LONG_LIMITS).code, 0)
            for side in (0, 1):
                self.transcripts[spec, side] = self.referee("replay", log, "--stdin-of", side).out
        return self.transcripts[spec, player]

    def need_tool(self, language):
        if not shutil.which(TOOLS[language]):
            print(f"\nSKIPPED: {TOOLS[language]} is not on this machine, so the {language} kit is not tried: make deps-bots installs it", flush=True)
            self.skipTest(f"{TOOLS[language]} is missing")

    def made(self, language, game):
        """Writes a new bot and builds it as its README says. Returns its folder, and the command that runs it there."""
        self.need_tool(language)
        folder = self.folder / f"{language}-{game}"
        run = self.referee("new-bot", folder.name, "--lang", language, "--game", game, code=0, err="")
        readme = (folder / "README.md").read_text()
        self.assertNotRegex(readme, r"@[A-Z_]+@")
        self.assertEqual(set(re.findall(r"[\w.]+", run.out.split(":")[1].split("\n")[0])), {path.name for path in folder.iterdir()})
        commands = re.findall(r"^    (.+?)(?: +#.*)?$", readme, re.M)
        check = next(i for i, command in enumerate(commands) if command.startswith("referee check "))
        for command in commands[:check]:
            subprocess.run(command, cwd=folder, shell=True, check=True, env={**os.environ, "GOCACHE": str(self.folder / "go")})
        return folder, re.match(r"referee check (\S+) ", commands[check]).group(1)

    def reads_transcripts(self, folder, command, game):
        """Checks the bot on two games that it plays one after the other in the same process, as with --reuse."""
        for spec in SPECS.get(game, [game])[:None if SOAK else 1]:
            texts = [self.transcript(spec, player) for player in (1, 0)]
            valid = [of_block for text in texts for of_block in (cluster_answers if game == "cluster" else common_answers)(text)]
            run = subprocess.run([command], cwd=folder, input="-1\n".join(texts), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((run.returncode, run.stderr), (0, ""), f"{spec}: {run.stdout}")
            answers = run.stdout.splitlines()
            self.assertEqual(len(answers), len(valid), spec)
            for answer, of_block in zip(answers, valid):
                self.assertIn(answer, of_block, spec)

    def is_fit(self, folder, command, spec):
        env = {"REFEREE_SANDBOX": "auto", "PYTHONUNBUFFERED": ""}
        run = self.referee("check", command, "--game", spec, "--seed", 1, "--reuse", *LONG_LIMITS, cwd=folder, env=env, code=0)
        self.assertNotIn("note", run.out)

    def kit(self, language, checked):
        """Tests the kit of one language. `checked`: the games that `referee check` tests in the short run."""
        made = {game: self.made(language, game) for game in ("othello", "cluster")}
        for game in GAMES:
            folder, command = made.get(game, made["othello"])
            with self.subTest(game=game):
                self.reads_transcripts(folder, command, game)
                if SOAK or game in checked:
                    self.is_fit(folder, command, game if SOAK or game == "cluster" else f"{game}:max_plies=9")

    def test_c(self):
        self.kit("c", ["magnetize", "cluster"])

    def test_cpp(self):
        self.kit("cpp", [])

    def test_python(self):
        self.kit("python", ["fitz"])

    def test_javascript(self):
        self.kit("javascript", [])

    def test_java(self):
        self.kit("java", [])

    def test_rust(self):
        self.kit("rust", [])

    def test_go(self):
        self.kit("go", [])

    def test_shell(self):
        self.kit("shell", ["othello"])

    def test_kits_are_short_and_plain(self):
        sources = [path for path in KITS.glob("*/*.*") if path.stem in ("board", "cluster")]
        self.assertEqual(len(sources), 2 * len(TOOLS))
        for path in sources:
            lines = [line.strip() for line in path.read_text().splitlines()]
            code = [line for line in lines if line and not re.match(r"//|#|import |use |\"|[})]+;?$|package |\)$", line)]
            self.assertLessEqual(len(code), MAX_LINES, path)
            self.assertGreaterEqual(sum("//" in line or "#" in line for line in lines), 8, f"{path}: too few comments")
            self.assertEqual([line for line in path.read_text().splitlines() if len(line) > 150], [], path)

    def test_java_in_a_folder_of_classes(self):
        """Tests that the sandbox shows the folder that `java -cp` names."""
        folder, _ = self.made("java", "magnetize")
        self.need_sandbox()
        run = self.referee(f"java -cp {folder.name} Bot", BIN / "random", "--sandbox=on", "--game", "magnetize:max_plies=6", *LONG_LIMITS, code=0)
        self.assertNotIn("forfeit", run.out)

    def test_the_commands_that_are_printed_can_be_copied(self):
        for name in ("./-x", "\x1b[31mred", "a\u202eb", "it's here", "a\nb"):
            with self.subTest(name):
                run = self.referee("new-bot", name, code=0)
                self.assertNotRegex(run.out, "[\x1b\u202e]")
                cd = next(line.strip() for line in run.out.splitlines() if line.startswith("    cd "))
                moved = subprocess.run(["bash", "-c", cd + " && pwd -P"], cwd=self.folder, capture_output=True, text=True, check=True)
                self.assertEqual(moved.stdout[:-1], str((self.folder / name).resolve()))

    def game(self, language):
        """Makes a game, and runs all commands that are printed and those of its README."""
        self.need_tool(language)
        made = self.referee("new-game", "our game", "--lang", language, code=0, err="")
        readme = (self.folder / "our game/README.md").read_text()
        self.assertNotRegex(readme, r"@[A-Z_]+@")
        plays, commands = ("referee random.py", "referee tournament"), re.findall(r"^    (.+?)(?: +#.*)?$", readme, re.M)
        commands.remove("referee serve --game './our game'")  # it does not end
        self.assertEqual(re.findall("^    (.+)$", made.out, re.M), [command for command in commands[:-2] if "new-bot" not in command])
        for command in commands:
            words = [command, *LONG_LIMITS] if command.startswith(plays) else [command]
            run = subprocess.run(" ".join(words), cwd=self.folder, shell=True, capture_output=True, text=True, input="a\nb\nquit\n",
                                 env=self.environment(REFEREE_SANDBOX="auto", PATH=f"{BIN}:{os.environ['PATH']}"), timeout=PATIENCE)
            said = re.sub("referee: these rules are slow: .*\n", "", run.stderr)  # on a busy machine
            self.assertEqual((run.returncode, said if "check-game" in command else ""), (3 if command.startswith(plays[0]) else 0, ""), f"{command}\n{run}")
        self.assertRegex(self.referee("standings", "tournament.db", code=0).out, r"(?s)20 of 20 games played\n.*\nendings: four \d+(, full \d+)?\n")
        self.need_sandbox()
        bots = [f"{name}={BIN / 'random.py'}" for name in ("ann", "bob")]
        out = self.referee("tournament", *bots, "--game", "our game/:height=4,width=5", "--sandbox", "on", "--games", 4, "--db", "s.db", *LONG_LIMITS, code=0).out
        self.assertIn("forfeits: none", out)
        self.referee(*bots, "--game", "./our game", "--log", "m.json", *LONG_LIMITS, code=0)
        self.assertIn("1 of 1 matches replayed, all as logged", self.referee("replay", "m.json", "--rules", "./our game", code=0).out)
        self.assert_nothing_left()

    def test_game_in_python(self):
        self.game("python")
        self.assertIn("for the rules in 'our game' here, write ./our game", self.referee("random", "random", "--game", "our game", code=2).err)
        out = self.referee("games", "./our game", code=0).out
        self.assertIn("A disc falls to the lowest empty cell of its column.", out)
        self.assertIn("--game './our game:height=6,width=7'\n", out)
        self.assertIn("write --rules './our game'", self.referee("replay", "m.json", "--game", "./our game", code=2).err)
        self.assertIn("omit the settings", self.referee("replay", "m.json", "--rules", "./our game:height=6", code=2).err)
        self.assertIn("such as ./four.py", self.referee("replay", "m.json", "--rules", "othello", code=2).err)

    def test_game_in_javascript(self):
        self.game("javascript")

    def test_game_in_cpp(self):
        self.referee("new-game", "x", "--lang", "c++", code=0)
        for game, words in (("./x", "game './x' is a folder without an obvious program: there is no program in it: compile game.cpp"),
                            ("./x/game.cpp", "game './x/game.cpp' is source code: compile it"), ("x", "write ./x")):
            self.assertIn(words, self.referee("check-game", game, code=2, out="").err)
        self.game("cpp")

    def test_wrong_use(self):
        (self.folder / "there").mkdir()
        for arguments, words in ((["new-bot"], "no name is given"),
                                 (["new-bot", "there"], "'there' exists already"),
                                 (["new-bot", "no/where"], "'no/where' can't be created: No such file"),
                                 (["new-bot", "x", "--lang", "cobol"], "there are c, cpp, python, javascript, java, rust, go, shell"),
                                 (["new-bot", "x", "--game", "chess"], "unknown game 'chess'"),
                                 (["new-bot", "x", "--game", "magnetize:height=1"], "height")):
            with self.subTest(arguments):
                run = self.referee(*arguments, code=2, out="")
                self.assertIn(words, run.err)
                self.assertEqual(run.err.count("\n"), 1)
        for arguments, words in ((["new-game"], "no name is given"),
                                 (["new-game", "there/"], "'there' exists already"),
                                 (["new-game", "no/where"], "'no/where' can't be created: No such file"),
                                 (["new-game", "x", "--lang", "rust"], "there are cpp, python, javascript"),
                                 (["new-game", "Othello"], "'othello' is the name of a built-in game")):
            with self.subTest(arguments):
                run = self.referee(*arguments, code=2, out="")
                self.assertIn(words, run.err)
                self.assertEqual(run.err.count("\n"), 1)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["there"])
        self.assertEqual(self.referee("new-bot", "there/bot/", "--lang", "c++").code, 0)
        self.assertTrue((self.folder / "there/bot/bot.cpp").exists())
