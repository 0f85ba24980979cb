"""Tests `referee check`: good bots pass, and for each kind of broken bot the check says what is wrong and how to fix
it."""
import re
import unittest

from harness import BIN, FACTOR, LONG_LIMITS, SOAK, RefereeTest, bot

READ = """import sys
line = sys.stdin.readline
line(); line(); height = int(line().split()[0])
def block():
    if not line(): sys.exit(0)
    for _ in range(int(line())): line()
    for _ in range(1 + height): line()
    return [line().strip() for _ in range(int(line()))]
"""


class CheckTest(RefereeTest):
    def check(self, name, code, *arguments, **options):
        limits = [] if any(str(word).startswith("first=") for word in arguments) else LONG_LIMITS
        run = self.referee("check", name, "--seed", 1, *limits, *arguments, env={"PYTHONUNBUFFERED": ""}, **options, code=code, err="")
        self.assertEqual(run.out.rstrip().endswith("is fit to play."), code == 0, str(run))
        self.assert_nothing_left()
        return run.out

    def script(self, text, first_line="#!/usr/bin/python3", name="bot.py", mode=0o755):
        path = self.folder / name
        path.write_text(f"{first_line}\n{text}")
        path.chmod(mode)
        return path

    def broken(self, text, *expected, arguments=()):
        out = self.check(self.script(READ + text), 1, *arguments)
        for words in expected:
            self.assertIn(words, out)
        return out

    def test_sample_bots_are_fit_for_every_game(self):
        games = [line.split(":")[0] for line in self.referee("games").out.splitlines() if not line.startswith(" ")]
        self.assertIn("othello", games)
        for game in games:
            for program in (BIN / "random", "/usr/bin/python3 " + str(BIN / "random.py")):
                if game == "cluster" and program != BIN / "random":
                    continue  # CLUSTER has its own blocks
                with self.subTest(game=game, program=program):
                    out = self.check(program, 0, "--game", game, "--move-time", "5s", "--limits", "first=20s")
                    self.assertRegex(out, r"(?m)^ok +plays first: 3 games against random")
                    self.assertRegex(out, r"(?m)^ok +plays itself: 2 games on both sides")
                    self.assertRegex(out, r"(?m)^ok +exits when its input ends")

    def test_no_flush_is_told_from_thinking(self):
        limits = ["--limits", f"first={600 * FACTOR}ms"]
        self.broken("while True: print(block()[0])", "plays first", "timeout: nothing came in time", "flush=True",
                    arguments=limits)
        self.broken("block()\nwhile True: pass", "timeout: nothing came in time", "still thinking", arguments=limits)
        slow = "import time\nfor turn in range(99): moves = block(); time.sleep(turn * 0.3); print(moves[0], flush=True)"
        out = self.broken(slow, "timeout: nothing came in time", arguments=["--limits", "first=30s", "--move-time", "100ms"])
        self.assertNotIn("flush=True", out)
        self.assertIn("it is too slow" if FACTOR == 1 else "", out)
        self.broken("while True: print(block()[0], end='', flush=True)", '"DROP 0"', "without a newline",
                    arguments=limits)

    def test_wrong_answers(self):
        self.broken("while True: block(); print('DROP 99', flush=True)", "invalid_move", '"DROP 99"', "word for word")
        self.broken("while True: block(); print('hello', flush=True)", "unreadable_move", '"hello"', "stderr")
        self.broken("while True: print(block()[0] + chr(10) + 'and more', flush=True)", "premature", "once")
        self.broken("print('DROP 0', flush=True)\nwhile True: print(block()[0], flush=True)", "premature")

    def test_a_bot_that_reads_too_little_sees_its_block(self):
        board = "            | ............\n"
        block = f"  block     | 0\n            | 0\n            | 0 0\n{5 * board}            | 13\n            | DROP 0\n"
        setup = "magnetize 1\n0\n5 12 2 3\n"
        for text, ending in ((f"import os, time\nos.read(0, {len(setup)})\nos.read(0, 4)\nprint('DROP 3', flush=True)\ntime.sleep(60)", "premature"),
                             (READ + "block(); print('DROP 12', flush=True)", "invalid_move")):
            out = self.check(self.script(text), 1)
            self.assertIn(f"why       {ending}", out)
            self.assertIn(block, out)

    def test_a_bot_for_the_other_games_is_told_of_the_blocks_of_cluster(self):
        for text in ("while True: print(block()[0], flush=True)", "for line in sys.stdin: print(line, flush=True)"):
            out = " ".join(self.check(self.script(READ + text), 1, "--game", "cluster").split())
            self.assertIn("CLUSTER has blocks of its own", out)
            self.assertNotIn("nothing else to stdout", out)
        run = self.referee(f"/usr/bin/python3 {BIN / 'random.py'}", BIN / "random", "--game", "cluster", "--sandbox", "off")
        self.assertIn("| random.py does not play CLUSTER", run.out)
        self.assertNotIn("Traceback", run.out)
        own = self.check(self.script("raise KeyError('x')"), 1, "--game", "othello")
        self.assertNotIn("blocks of its own", own)

    def test_usual_mistakes_get_advice_that_mends_them(self):
        out = self.broken("while True: print(block()[0].lower(), flush=True)", '"drop 0"',
                          "write it exactly as the block lists it: DROP 0\n")
        self.assertNotIn("nothing else to stdout", out)
        self.broken("while True: print('  ' + block()[0], flush=True)", "exactly as the block lists it: DROP 0\n")

    def test_empty_lines_have_several_causes(self):
        newline_too_much, empty_move = 'not print(move + "\\n")', "the move that it wrote is empty"
        for text, expected, wrong in (
                ("while True: print(block()[0] + chr(10), flush=True)", newline_too_much, "read the whole block"),
                ("while True: print(block()[0], flush=True); print()", newline_too_much, "read the whole block"),
                ("while True: block(); print(flush=True)", empty_move, "print()"),
                ("while True: print(chr(10) + block()[0], flush=True)", "or it wrote an empty line before the move", "print()"),
                ("for turn in range(99): moves = block(); print(moves[0] if turn < 2 else '', flush=True)", empty_move, "print()")):
            with self.subTest(text):
                out = " ".join(self.broken(text).split())
                self.assertIn(expected, out)
                self.assertNotIn(wrong, out)

    def test_a_match_gives_the_same_advice(self):
        limits = ["--limits", "first=300ms"]
        game = ["--game", "magnetize:height=4,width=5"]
        for text, arguments in (("while True: print(block()[0] + chr(10), flush=True)", []), ("while True: block(); print('hello', flush=True)", []),
                                ("while True: print(block()[0].lower(), flush=True)", []), ("block()\nsys.exit(3)", []),
                                ("while True: print(block()[0], end='', flush=True)", limits), ("while True: print(block()[0])", limits)):
            with self.subTest(text):
                path = self.script(READ + text)
                advice = self.advice_in(self.check(path, 1, "--sandbox", "off", *game, *arguments))
                for more in ([], ["--games", 2, "--jobs", 2]):
                    run = self.referee(path, BIN / "random", "--seed", 1, *game, *(arguments or LONG_LIMITS), *more, env={"PYTHONUNBUFFERED": ""})
                    self.assertEqual(self.advice_in(run.out), advice, str(run))

    def advice_in(self, out):
        """The advice in this output. The name of the bot is left out."""
        found = re.search(r"(?m)^  advice    .*\n(?:            .*\n)*", out)
        self.assertTrue(found, out)
        return found[0]

    def test_what_is_no_program_is_told_by_what_it_is(self):
        for name, content, kind in (
                ("page.html", b"<!DOCTYPE html>\n<p>", "is an HTML page, not a bot: open it in a browser"), ("page", b"\xef\xbb\xbf <HTML>", "an HTML page"),
                ("a.pdf", b"%PDF-1.7\n", "is a PDF document, not a bot"), ("a.zip", b"PK\3\4", "an archive"), ("a.jar", b"PK\3\4", "java -jar"),
                ("a.tar.gz", b"\x1f\x8b\x08", "an archive"), ("t.csv", b"a,b\n", "a table"), ("notes.txt", b"hi\n", "a text"), ("x.rb", b"puts 1\n", "ruby FILE"),
                ("a.cs", b"class A {}", "is source code: compile it"), ("a.exe", b"MZ\x90\0", "a program for Windows"), ("lib.a", b"!<arch>\n", "a library"),
                ("a.o", b"\x7fELF\2\1\1" + bytes(9) + b"\1\0\x3e\0" + bytes(44), "is an object file: link it"),
                ("a.so", b"\x7fELF\2\1\1" + bytes(9) + b"\3\0\x3e\0" + bytes(44), "is a library"),
                ("words", b"some words\n", "is neither a program nor a script that begins with '#!'"), ("nothing", b"", "is an empty file")):
            for mode in (0o644, 0o755):
                with self.subTest(name=name, mode=oct(mode)):
                    path = self.folder / name
                    path.write_bytes(content)
                    path.chmod(mode)
                    out = self.check(path, 1)
                    self.assertIn(kind, out)
                    self.assertNotIn("chmod", out)

    def test_what_a_bot_says_on_stderr(self):
        path = self.script(READ + "while True: print('\\x1b[31mbest', file=sys.stderr); print(block()[0], flush=True)")
        self.assertIn("note  stderr: the bot writes to it (\\x1b[31mbest); that is allowed", self.check(path, 0))
        ends_by_error = "line = lambda: input() + chr(10)\nwhile True: print(block()[0], flush=True)"
        # On a busy machine the bot may take too long to exit, which this test does not check.
        out = self.referee("check", self.script(READ + ends_by_error), "--seed", 1, *LONG_LIMITS).out
        self.assertRegex(out, r"(?m)^ok +plays itself: 2 games")
        self.assertNotIn("stderr", out)

    def test_the_end_of_a_bot(self):
        out = self.broken("import os\nblock()\nsys.stderr.write('oh no\\n')\nsys.stderr.flush()\nos.kill(os.getpid(), 11)",
                          "crashed", "SIGSEGV", "| oh no", "debugger")
        self.assertIn("forfeits at ply 1", out)
        self.broken("block()\nsys.exit(3)", "exited: exit code 3")

    @unittest.skipUnless(SOAK, "takes half a minute; the test of line-ups has such a bot, too")
    def test_a_bot_that_does_not_end(self):
        self.broken("""
import time
def block_or_stay():
    if not line():
        time.sleep(60)
    for _ in range(int(line())): line()
    for _ in range(1 + height): line()
    return [line().strip() for _ in range(int(line()))]
while True: print(block_or_stay()[0], flush=True)""", "exits when its input ends: it does not", "end of the input")

    def test_other_settings_than_the_defaults(self):
        text = "height = 5\nwhile True: print(block()[0], flush=True)"
        self.broken(text, "FAIL  plays magnetize:", "It can play the default settings")
        self.check(self.folder / "bot.py", 0, "--game", "magnetize:height=5")

    def test_what_cant_be_run(self):
        windows = self.script("pass\r\n", first_line="#!/usr/bin/env python3\r", name="windows")
        self.assertIn("dos2unix", self.check(windows, 1))
        missing = self.script("", first_line="#!/nowhere/python", name="missing")
        self.assertIn("'/nowhere/python', which does not exist", self.check(missing, 1))
        self.assertIn("chmod +x", self.check(self.script("", name="plain", mode=0o644), 1))
        self.assertIn("no such file", self.check(self.folder / "none", 1))
        self.assertIn("FAIL  can be run: bot 'python3 none.py': no such file: none.py", self.check("python3 none.py", 1))

    def test_padding_is_allowed_and_told(self):
        path = self.script(READ + "while True: print(block()[0] + ' ', flush=True)")
        self.assertIn("that is allowed", self.check(path, 0))

    def test_the_sandbox_is_told_from_the_bot(self):
        self.need_sandbox()
        path = self.script(READ + f"open('{self.folder}/note', 'w')\nwhile True: print(block()[0], flush=True)")
        run = self.referee("check", path, "--sandbox=on", *LONG_LIMITS, code=1)
        self.assertIn("It ran in a sandbox", run.out)
        self.assertIn("Read-only file system", run.out)
        self.assertFalse((self.folder / "note").exists(), "it was run without the sandbox that was asked for")

    def test_an_error_of_its_own_is_named_first(self):
        for text, error in (("def f(:\n", "SyntaxError: invalid syntax"), ("import nothing_like_this\n", "ModuleNotFoundError: No module named 'nothing_like_this'")):
            out = self.check(self.script(text), 1)
            self.assertIn(f"it ended with an error: {error.split(':')[0]}", out)
            self.assertNotIn("sandbox=off", out)

    def test_the_working_directory_is_told_from_the_bots_folder(self):
        (self.folder / "b").mkdir()
        (self.folder / "b/book.txt").write_text("")
        for sandbox in ("off", "auto") if "on" in self.sandboxes() else ("off",):
            out = self.check(self.script(READ + "open('book.txt')", name="b/bot.py"), 1, "--sandbox", sandbox)
            self.assertIn("the file is next to the program, but a bot's working directory", out)

    def test_what_the_sandbox_does_not_show_is_explained(self):
        self.need_sandbox()
        self.script("", name="helper.py")
        home = {"HOME": str(self.folder)}
        run = self.referee("check", self.script("import helper\n" + READ), "--sandbox=on", *LONG_LIMITS, env=home)
        self.assertIn(f"note  its files: the sandbox hides all other files in {self.folder}", run.out)
        self.assertRegex(run.out, r"move\s+the\s+bot\s+and\s+all\s+of\s+its\s+files\s+to\s+a\s+separate\s+folder")
        run = self.referee("check", "/usr/bin/python3 -m bot", "--sandbox=on", *LONG_LIMITS)
        self.assertNotIn("No module named bot", run.out)
        run = self.referee("check", "/usr/bin/python3 -m elsewhere", "--sandbox=on", *LONG_LIMITS)
        self.assertRegex(run.out, r"No module named elsewhere[^$]*--sandbox\s+on,folder=DIR")
        (self.folder / "package").mkdir()
        self.script("HERE = True\n", name="package/helper.py")
        self.script("from package.helper import HERE\n" + READ + "while True: print(block()[0], flush=True)", name="package/__main__.py")
        self.referee("check", "/usr/bin/python3 -m package", "--sandbox=on", *LONG_LIMITS, code=0)

    def test_a_slow_start_is_told_from_a_missing_flush(self):
        slow = "import time\ntime.sleep(1.2)\nwhile True: print(block()[0], flush=True)"
        out = self.broken(slow, arguments=["--limits", "first=300ms", "--move-time", "300ms"])
        self.assertNotIn("flush=True", out)
        self.assertIn("it is too slow to start" if FACTOR == 1 else "", out)

    def test_own_files_are_those_of_a_folder_of_bots(self):
        self.need_sandbox()
        (self.folder / "real").mkdir()
        path = self.script(READ + "while True: print(block()[0], flush=True)")
        link = self.folder / "link.py"
        link.symlink_to(path)
        for arguments, code, words in (
                ([path, "--own", self.folder / "real"], 2, "does not contain the bot"),
                ([path, "--own", self.folder / "nowhere"], 2, "no such file"),
                ([link, "--own", link], 1, f"it is a link to {path}, outside the bot: replace it with a copy of its target"),
                ([path, "--own", path], 0, "fit to play"),
                ([path, "--own", self.folder], 0, "fit to play")):
            with self.subTest(arguments):
                run = self.referee("check", *arguments, "--sandbox=on", *LONG_LIMITS, code=code)
                self.assertIn(words, run.out + run.err)
        run = self.referee("check", path, "--own", path, "--sandbox=off", *LONG_LIMITS)
        self.assertIn("--own does nothing without a sandbox", run.err)

    def test_wrong_use(self):
        for arguments, words in ((["check"], "no bot is given"), (["check", "human"], "not a bot"),
                                 (["check", bot(), "--game", "chess"], "unknown game 'chess'"),
                                 (["check", bot(), "--frob"], "--frob"),
                                 (["check", bot(), "--sandbox", "maybe"], "on, off or auto"),
                                 (["check", bot(), "--limits", "memory=1M"], "(at least 16M)"),
                                 (["check", bot(), "--limits", "processes=0"], "from 1"),
                                 (["check", bot(), "--ponder", "maybe"], "on or off")):
            with self.subTest(arguments):
                run = self.referee(*arguments, code=2, out="")
                self.assertIn(words, run.err)
