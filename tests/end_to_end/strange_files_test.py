"""Tests files that would hang a careless reader, fill its memory or crash it, and files with text that could control a
terminal."""
import json
import os
import subprocess

from harness import FACTOR, GAME, HARMFUL, LONG_LIMITS, PATIENCE, REFEREE, RefereeTest, bot
from serve_case import ServeCase
from tournament_case import SMALL, put_log, stored_logs

DEEP = "[" * 60_000 + "]" * 60_000
# Output of a hostile bot: an escape sequence, DEL, the one-character CSI, and marks that change the direction of
# writing.
TRICKS = "\x1b[31m\x7f\u009b2J\u202e\u2066"
# Much less memory than an unbounded reader would use, and much more than referee needs.
MEMORY = 3 << 30


class StrangeFilesTest(ServeCase):
    def refused(self, *arguments, **options):
        """Runs referee, which must fail and report the problem in one line. Returns the line."""
        run = self.referee(*arguments, **options, code=2)
        self.assertRegex(run.err, r"\Areferee: [^\n]+\n\Z")
        return run.err

    def tournament(self):
        """Plays a tournament of one pairing. Returns the path of its file."""
        path = self.folder / "t.db"
        self.referee("tournament", bot(), bot(pick=1), *SMALL, "--games", 2, "--db", path, code=0)
        return path

    def put_log(self, db, text):
        """Stores a text as the log of game 0, with the correct checksum."""
        put_log(db, 0, text)

    def log_of(self, db):
        return stored_logs(db)[0]


class NestingTest(StrangeFilesTest):
    def deep(self, log):
        return json.dumps(log | {"initial": "DEEP"}).replace('"DEEP"', DEEP)

    def test_a_log_that_nests_too_deep_is_refused(self):
        run, log = RefereeTest.play(self, bot(), bot())
        run.path.write_text(self.deep(log))
        for arguments in (["replay", run.path], ["view", run.path], [bot(), bot(), "--resume", run.path]):
            self.assertRegex(self.refused(*arguments), r"is damaged: JSON that nests deeper than 32 levels at byte \d+\n")

    def test_a_tournament_with_such_a_log_ends_no_program(self):
        db = self.tournament()
        self.put_log(db, self.deep(self.log_of(db)))
        self.assertRegex(self.refused("view", db), "nests deeper than 32 levels")
        self.assertEqual(self.referee("export", db, "matches").code, 0)
        server = self.serve(db)
        self.assertEqual(server.get("/games/1").status, 500)
        self.assertEqual(server.get("/games/2").status, 200)
        self.assertIsNone(server.process.poll())

    def test_what_clients_send_may_not_nest_either(self):
        server = self.serve("--bot", bot())
        body = '{"bot":0,"game":' + "[" * 200 + "]" * 200 + "}"
        self.assertEqual(server.post("/api/matches", body)[0], 400)
        self.assertEqual(server.get("/play").status, 200)

    def test_a_plan_that_nests_too_deep(self):
        (self.folder / "e.json").write_text('{"bot":\n' + DEEP + "}")
        said = self.refused("tournament", "--plan", "e.json")
        self.assertIn("plan 'e.json', line 2, column 32: this JSON nests deeper than 32 levels", said)


class SpecialFilesTest(StrangeFilesTest):
    def setUp(self):
        super().setUp()
        self.fifo = self.folder / "fifo"
        os.mkfifo(self.fifo)

    def readers(self, path):
        """Yields all commands that read a file named by the user."""
        yield "replay", path
        yield "view", path, "-o", "page.html"
        yield "watch", path
        yield bot(), bot(), "--resume", path
        yield bot(), bot(), "--game", f"fitz:tiles={path}"
        yield bot(), bot(), "--game", f"fitz:save={path}"
        yield "games", f"fitz:tiles={path}"
        yield "tournament", "--plan", path
        yield "change", path, "withdraw", "x"
        yield "ask", path, bot()
        yield "standings", path
        yield "export", path, "matches"
        yield "serve", path
        yield "tournament", "--resume", "--db", path
        yield path, bot()

    def test_devices_and_named_pipes_are_refused_at_once(self):
        for path in ("/dev/zero", self.fifo):
            for arguments in self.readers(path):
                with self.subTest(arguments):
                    self.assertRegex(self.refused(*arguments), "device|named pipe|not a (regular )?file|terminal")

    def test_a_folder_of_bots_with_such_entries(self):
        folder = self.folder / "bots"
        folder.mkdir()
        os.mkfifo(folder / "pipe")
        os.symlink("/dev/zero", folder / "zero")
        os.mkfifo(folder / "pipe.py")
        run = self.referee("tournament", "--bots", folder, code=2)
        self.assertIn("left out: 'pipe', 'pipe.py', 'zero': it is neither a file nor a folder\n", run.err)

    def test_an_endless_pipe_has_a_bound(self):
        limit = f"ulimit -v {MEMORY >> 10}; " if FACTOR == 1 else ""  # sanitizers reserve terabytes
        command = f"{limit}cat /dev/zero | exec '{REFEREE}' replay /dev/stdin"
        run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE, env=self.environment())
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertRegex(run.stderr, r"\Areferee: log '/dev/stdin' is too large: it must be smaller than 1024 MiB\n\Z")

    def test_pipes_of_the_shell_are_read(self):
        run, _ = RefereeTest.play(self, bot(), bot())
        for command in (f"'{REFEREE}' replay --no-boards <(sleep 0.1; cat '{run.path}')",
                        f"cat '{run.path}' | '{REFEREE}' replay --no-boards /dev/stdin",
                        f"'{REFEREE}' replay --no-boards /dev/stdin < '{run.path}'",
                        f"'{REFEREE}' replay --no-boards /dev/fd/7 7< <(cat '{run.path}')"):
            with self.subTest(command):
                shell = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE, env=self.environment())
                self.assertEqual((shell.returncode, shell.stdout, shell.stderr), (0, "1 of 1 matches replayed, all as logged\n", ""))


class RawTextTest(StrangeFilesTest):
    def test_a_log_on_stdout_has_nothing_raw(self):
        hostile = bot(2, "exit:1", stderr=r"\x7f\xc2\x9b2J\xe2\x80\xae\xe2\x81\xa6 ok")
        run = self.referee(bot(), hostile, "--log", "-", "--game", GAME, *LONG_LIMITS, code=0)
        self.assertNotRegex(run.out, HARMFUL)
        self.assertEqual(json.loads(run.out)["failure"]["stderr_tail"], "\x7f\u009b2J\u202e\u2066 ok")

    def test_what_an_older_version_has_stored_is_exported_without_harm(self):
        db = self.tournament()
        log = self.log_of(db)
        log["players"][0]["name"] = log["result"]["detail"] = TRICKS
        self.put_log(db, json.dumps(log, ensure_ascii=False))
        run = self.referee("export", db, "matches", code=0)
        self.assertNotRegex(run.out, HARMFUL)
        self.assertEqual(json.loads(run.out.splitlines()[0]), log)

    def test_a_long_argument_is_not_quoted_in_full(self):
        long = "x" * 100_000
        for arguments in ([long, bot()], ["replay", long], [bot(), bot(), "--game", long], ["--" + long],
                          [bot(), bot(), "--game", "magnetize:" + long], [bot(), bot(), "--seed", long]):
            said = self.refused(*arguments)
            self.assertLess(len(said), 2100)
            self.assertIn("bytes more) ...", said)
