"""Tests `referee check`: good bots pass, and for each kind of broken bot the check says what is wrong and how to fix
it."""
import os
import re
import shutil
import subprocess
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
                    out = self.check(program, 0, "--game", game)
                    self.assertRegex(out, r"(?m)^ok +plays first: 3 games against random")
                    self.assertRegex(out, r"(?m)^ok +plays itself: 2 games on both sides")
                    self.assertRegex(out, r"(?m)^ok +exits when its input ends")

    def test_no_flush_is_told_from_thinking(self):
        limits = ["--limits", f"first={600 * FACTOR}ms"]
        self.broken("while True: print(block()[0])", "plays first", "nothing came in time", "flush=True",
                    arguments=limits)
        self.broken("block()\nwhile True: pass", "nothing came in time", "still thinking", arguments=limits)
        slow = "import time\nfor turn in range(99): moves = block(); time.sleep(turn * 0.3); print(moves[0], flush=True)"
        out = self.broken(slow, "nothing came in time", arguments=["--limits", "first=30s", "--move-time", "100ms"])
        self.assertNotIn("flush=True", out)
        self.assertIn("it is too slow" if FACTOR == 1 else "", out)
        self.broken("while True: print(block()[0], end='', flush=True)", '"DROP 0"', "without a newline",
                    arguments=["--limits", f"first={5 * FACTOR}s"])

    def test_wrong_answers(self):
        self.broken("while True: block(); print('DROP 99', flush=True)", "it answered with a move that is not legal here", '"DROP 99"', "word for word")
        self.broken("while True: block(); print('hello', flush=True)", "it answered with something that is not a move", '"hello"', "stderr")
        self.broken("while True: print(block()[0] + chr(10) + 'and more', flush=True)", "it wrote something before", "after its answer", "messages belong on stderr")
        self.broken("while True: print(block()[0] + chr(10) + 'MAGNET', flush=True)", "it wrote something before", "a second answer: answer each block once")
        self.broken("print('DROP 0', flush=True)\nwhile True: print(block()[0], flush=True)", "it wrote something before")

    def test_a_bot_that_reads_too_little_sees_its_block(self):
        board = "            | ............\n"
        block = f"  block     | 0\n            | 0\n            | 0 0\n{5 * board}            | 13\n            | DROP 0\n"
        setup = "magnetize 1\n0\n5 12 2 3\n"
        for text, ending in ((f"import os, time\nos.read(0, {len(setup)})\nos.read(0, 4)\nprint('DROP 3', flush=True)\ntime.sleep(60)", "it wrote something before it had read its whole turn block"),
                             (READ + "block(); print('DROP 12', flush=True)", "it answered with a move that is not legal here")):
            out = self.check(self.script(text), 1)
            self.assertIn(ending, out)
            self.assertIn(block, out)

    def test_a_bot_for_the_other_games_is_told_of_the_blocks_of_cluster(self):
        for text in ("while True: print(block()[0], flush=True)", "for line in sys.stdin: print(line, flush=True)"):
            out = " ".join(self.check(self.script(READ + text), 1, "--game", "cluster").split())
            self.assertIn("CLUSTER has blocks of its own", out)
            self.assertNotIn("nothing else to stdout", out)
        run = self.referee(f"/usr/bin/python3 {BIN / 'random.py'}", BIN / "random", "--game", "cluster", "--sandbox", "off", *LONG_LIMITS)
        self.assertIn("| random.py does not play CLUSTER", run.out)
        self.assertNotIn("Traceback", run.out)
        own = self.check(self.script("raise KeyError('x')"), 1, "--game", "othello")
        self.assertNotIn("blocks of its own", own)

    def advice_on(self, text, *arguments, mode=0o755):
        """The advice on a bot, as one line, and the whole output."""
        out = self.check(self.script(text), 1, *arguments)
        return " ".join(self.advice_in(out).split()), out

    def test_an_answer_in_another_notation_is_told_from_a_message(self):
        form = "moves are written like DROP 0: answer with one of the lines that the block lists"
        exactly = "write it exactly as the block lists it: DROP 0"
        only = "write only the move, DROP 0: messages belong on stderr"
        for written, expected, wrong in (
                ("'9'", "write it exactly as the block lists it: DROP 9", "stderr"), ("'2 3'", form, "stderr"), ("'(2, 3)'", form, "stderr"),
                ("'12'", form, "stderr"), ("block()[0].lower()", exactly, "stderr"), ("repr('DROP 0')", exactly, "stderr"),
                ("'column 3'", form + "; messages belong on stderr", "exactly"), ("'My move: DROP 0'", only, "exactly"),
                ("'> > > DROP 0'", only, "exactly"), ("'I play DROP 0!'", only, "exactly"),
                ("block()", "write one of the moves, and nothing else, on the line: DROP 0", "stderr"),
                ("None", "it wrote None: the function that chooses the move returned nothing", "stderr"),
                ("'c4'", "moves of othello are written like this, but the game is magnetize (--game chooses it)", "stderr"),
                ("'4 -1 90'", "moves of fitz are written like this, but the game is magnetize", "stderr")):
            with self.subTest(written):
                text = f"while True:\n    answer = {written}\n    " + ("" if "block()" in written else "block(); ") + "print(answer, flush=True)"
                advice, out = self.advice_on(READ + text)
                self.assertIn(expected, advice)
                self.assertNotIn(wrong, advice)
                self.assertIn("DROP 11, MAGNET\n", out, "the list of the valid moves is complete")

    def test_an_illegal_move_is_refused_with_its_reason(self):
        for game, move, reason in (
                ("magnetize", "DROP 0", "column 0 is full"), ("magnetize", "DROP 12", "the columns go from 0 to 11"),
                ("othello", "d4", "d4 is occupied"), ("othello", "a1", "a1 outflanks no disc"), ("othello", "PASS", "a player who can place a disc must not pass"),
                ("magnetic_cave", "D4", "D4 has neither a wall nor a brick directly to its left or right"),
                ("magnetic_cave:position=X......./......../......../......../......../......../......../.......O X", "A8", "A8 is occupied")):
            with self.subTest(game=game, move=move):
                advice, out = self.advice_on(READ + f"while True: block(); print('{move}', flush=True)", "--game", game)
                self.assertIn(f"why       {reason}\n", out)
                self.assertIn("answer with one of the lines that the block lists, word for word", advice)

    def test_messages_and_prompts_are_told_from_answers(self):
        prompt = "def line(): return input('Next line: ')\nline(); line(); height = int(line().split()[0])\n"
        for text, expected in (
                ("import sys\nprint('ready', flush=True)\n" + READ + "block()", "messages belong on stderr"),
                (READ + "print('ready', flush=True)\nwhile True: print(block()[0], flush=True)", "messages belong on stderr"),
                (READ + "while True: moves = block(); print(len(moves), 'moves'); print(moves[0], flush=True)", "messages belong on stderr"),
                (READ + "while True: print(block()[0], flush=True); print('done', flush=True)", "messages belong on stderr"),
                (prompt + READ[READ.index("def block"):].replace("if not line(): sys.exit(0)", "line()") + "while True: print(block()[0], flush=True)",
                 "input() without a prompt")):
            with self.subTest(text):
                self.assertIn(expected, self.advice_on(text)[0])

    def test_a_bot_that_ends_sees_the_blocks_that_it_may_have_misread(self):
        setup = "  setup     | magnetize 1\n            | 0\n            | 5 12 2 3\n  block     | 0\n            | 0\n            | 0 0\n"
        for text, expected, shown in (
                ("import sys\nsys.exit(3)", "it must play until its input ends; it wrote no reason to stderr", True),
                ("print(int(input()))", "it ended with an error: ValueError", True),
                (READ + "print(block()[0], flush=True)", "it ended after its first answer: read a block and answer it in a loop", False),
                (READ + "block()", "it ended without an answer", True), ("import no_such_module", "No module named", False), ("def f(:", "SyntaxError", False),
                ("class Bot:\n    def move(self):\n        return 'DROP 0'", "it only defines functions or classes, and ends: call one", False)):
            with self.subTest(text):
                advice, out = self.advice_on(text)
                self.assertIn(expected, advice)
                self.assertEqual(setup in out, shown, out)
                self.assertNotIn("sandbox" if "exit" not in text and "import" not in text else "no such text", advice)
        out = self.check(self.script(READ + "print(block()[0], flush=True)"), 1)
        self.assertRegex(out, r"(?m)^  block     \| 2\n            \| 2\n            \| 0 DROP 0\n")

    def test_a_bot_that_waits_for_more_is_told_from_one_that_thinks(self):
        limits = ["--limits", f"first={600 * FACTOR}ms"]
        for text, waits in (("lines = [input() for _ in range(99)]", True), (READ + "block()\nwhile True: pass", False),
                            ("import time\n" + READ + "block()\ntime.sleep(99)", False)):
            with self.subTest(text):
                advice, out = self.advice_on(text, *limits)
                self.assertIn("it waits for another line, though it has got all of the lines below" if waits else "still thinking", advice)
                self.assertEqual("            | DROP 11\n            | MAGNET\n" in out, waits)

    def test_a_bot_without_a_network_is_told_so(self):
        self.need_sandbox()
        connect = "import socket\nsocket.create_connection(('127.0.0.1', 9))"
        for text in (connect, "import urllib.request\nurllib.request.urlopen('http://example.org/')"):
            self.assertIn("a sandbox has no network, not even to the machine itself", self.advice_on(text, "--sandbox=on")[0])
        self.assertNotIn("sandbox", self.advice_on(connect, "--sandbox=off")[0])

    def test_bots_for_other_versions_of_cluster(self):
        versions = "docs/protocol.md#bots-for-other-versions"
        setup = "import sys\nread = lambda: [int(word) for word in sys.stdin.readline().split()]\nfor _ in range(read()[0]): read()\n"
        last = setup + "for _ in range(3):\n    for _ in range(read()[0]): read()\n" + \
            "def turn():\n    if not read(): sys.exit(0)\n    for _ in range(4): blocks = [read() for _ in range(read()[0])]\n    read()\n    return blocks[0][0]\n"
        for text, expected, wrong in (
                (last + "turn(); print('DROP 3 0', flush=True)", versions, "blocks of its own"),
                (last + "turn(); print('drop 0 1', flush=True)", versions, "blocks of its own"),
                (last + "while True: print('place 3', turn(), flush=True)", "write it exactly as the block lists it: PLACE 3", "blocks of its own"),
                (last + "turn(); print('DROP 3', flush=True)", "moves of magnetize are written like this, but the game is cluster", versions),
                (last + "while True: turn(); print('PLACE 3 9', flush=True)", versions, "blocks of its own"),
                (last + "turn(); raise RuntimeError('x')", "RuntimeError: x", "blocks of its own"),
                (last + "import nothing_like_this", "No module named", "blocks of its own"),
                ("import os\nos.abort()", "debugger", "blocks of its own"), ("import sys\nsys.exit(1)", "no reason", "blocks of its own"),
                ("height = int(input().split()[1])", "IndexError", versions)):
            with self.subTest(text):
                advice, out = self.advice_on(text, "--game", "cluster")
                self.assertIn(expected, advice)
                self.assertNotIn(wrong, advice)
        for move, reason in (("PLACE 3 1", "the hand has no pellet of this colour, only of "), ("PLACE 11 0", "the columns go from 0 to 10"),
                             ("ROTATE 6", "gravity turns by 1 to 5 cycles")):
            out = self.check(self.script(last + f"while True: turn(); print('{move}', flush=True)"), 1, "--game", "cluster")
            self.assertIn(f"why       {reason}", out)

    def test_the_advice_is_wrapped_to_full_lines(self):
        out = self.advice_in(self.broken("while True: print(block()[0])", arguments=["--limits", f"first={600 * FACTOR}ms"]))
        lines = out.split("\n")[:-1]
        for line, following in zip(lines, lines[1:]):
            self.assertLessEqual(len(line), 80)
            self.assertGreater(len(line) + len(following.split()[0]), 79, out)

    def test_usual_mistakes_get_advice_that_mends_them(self):
        out = self.broken("while True: print(block()[0].lower(), flush=True)", '"drop 0"',
                          "write it exactly as the block lists it: DROP 0\n")
        self.assertNotIn("nothing else to stdout", out)
        self.broken("while True: print('  ' + block()[0], flush=True)", "exactly as the block lists it: DROP 0\n")
        self.broken("while True: print('/ROW', flush=True) if block() else 0", "moves are written like DROP 0")

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
                    run = self.referee(path, BIN / "random", "--seed", 1, *game, *LONG_LIMITS,
                                       *(["--limits", "bot:first=300ms"] if arguments else []), *more, env={"PYTHONUNBUFFERED": ""})
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
        self.assertIn("'./\\x1b[31mred': no such file", self.check("./\x1b[31mred", 1))
        ends_by_error = "line = lambda: input() + chr(10)\nwhile True: print(block()[0], flush=True)"
        # On a busy machine the bot may take too long to exit, which this test does not check.
        out = self.referee("check", self.script(READ + ends_by_error), "--seed", 1, *LONG_LIMITS).out
        self.assertRegex(out, r"(?m)^ok +plays itself: 2 games")
        self.assertNotIn("stderr", out)

    def test_the_end_of_a_bot(self):
        out = self.broken("import os\nblock()\nsys.stderr.write('oh no\\n')\nsys.stderr.flush()\nos.kill(os.getpid(), 11)",
                          "crashed", "SIGSEGV", "| oh no", "debugger")
        self.assertIn("forfeits at ply 1", out)
        self.broken("block()\nsys.exit(3)", "exited instead of answering")

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
while True: print(block_or_stay()[0], flush=True)""", "exits when its input ends: it does not", "end of file")

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

    def test_a_link_without_a_target_does_not_suggest_itself(self):
        (self.folder / "linked.py").symlink_to("nowhere.py")
        (self.folder / "gone").symlink_to("nowhere")
        for name in ("linked.py", "python3 linked.py", "./linked.py", "gone/bot.py"):
            with self.subTest(name):
                out = self.check(name, 1)
                self.assertIn(" is a link to nowhere", out)
                self.assertIn(", which does not exist", out)
                self.assertNotIn("did you mean", out)

    def test_a_bot_behind_a_closed_folder(self):
        self.need_sandbox()
        if os.geteuid() != 0:
            self.skipTest("only root can give a folder to another user")
        self.folder.chmod(0o755)
        closed = self.folder / "closed"
        (closed / "deep").mkdir(parents=True)
        for path in (self.script(READ + "while True: print(block()[0], flush=True)", name="closed/bot.py"),
                     self.script(READ + "while True: print(block()[0], flush=True)", name="closed/deep/bot.py")):
            os.chown(closed, 54321, 54321)
            closed.chmod(0o700)
            for sandbox, code in (("on", 1), ("off", 0)):
                with self.subTest(path=path, sandbox=sandbox):
                    out = self.check(path, code, "--sandbox", sandbox)
                    if code == 1:
                        self.assertIn(f"FAIL  can be run: bot '{path.name}': {closed} can't be entered (it belongs to uid 54321, mode 700), "
                                      "and root has no privileges in a sandbox: change its mode, or move the bot to a folder of your own\n", out)
        self.script("", name="secret.py", mode=0o700)
        os.chown(self.folder / "secret.py", 54321, 54321)
        self.assertIn("secret.py can't be read (it belongs to uid 54321, mode 700), and root", self.check("secret.py", 1, "--sandbox", "on"))
        match = self.referee(closed / "bot.py", BIN / "random", "--sandbox=on", code=2, out=None)
        self.assertRegex(match.err, r"\Areferee: bot 'bot.py': [^\n]* can't be entered [^\n]*\n\Z")

    def test_a_bot_behind_a_closed_folder_of_another_user(self):
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            self.skipTest("only root can become another user")
        self.folder.chmod(0o755)
        closed = self.folder / "closed"
        closed.mkdir()
        for name in ("bot", "bot.py"):
            self.script(READ, name=f"closed/{name}")
            closed.chmod(0o700)
            run = subprocess.run(["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups", BIN / "referee", f"closed/{name}", BIN / "random",
                                  "--sandbox=off"], cwd=self.folder, env=self.environment(), capture_output=True, text=True)
            self.assertRegex(run.stderr, rf"\Areferee: bot '[^']*{name}': {closed.resolve()} can't be entered \(it belongs to uid 0, mode 700\)\n\Z")
            self.assertEqual(run.returncode, 2)

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
        # On a busy machine, a check makes its limits nine times as long in the end.
        out = self.broken(slow, arguments=["--limits", "first=100ms", "--move-time", "100ms"])
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
