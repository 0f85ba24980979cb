"""Tests that wrong use causes one line on stderr that says what is wrong, nothing on stdout, and exit code 2. This file
has a few cases of each kind. tests/referee/programs/refusals_test.cpp checks the line for each invalid argument and
file."""
import json
import os

from harness import HARMFUL, RefereeTest, bot, main

A = bot()
# Arguments, and the text that the line must contain. {} is the test's folder, {log} is a valid log, and A is a bot.
ARGUMENTS = {
    "only options": (["--games", "3"], "no bot is given"),
    "no such file in second place": ([A, "./nobody"], "'./nobody'.*no such file"),
    "a match log": (["{log}", A], "is a match log, not a bot: view it with referee view"),
    "a FIFO": (["{}/fifo", A], "not a regular file"),
    "terminal escapes in a bot's name": (["./\x1b[31mred", A], "no such file"),
    "an unknown setting": ([A, A, "--game", "magnetize:hight=6"], "did you mean 'height'"),
    "an option without its value": ([A, A, "--seed"], "--seed needs a value: --seed N"),
    "a name with escapes": (["\x1b[2J=" + A, A], "no control or invisible characters"),
    "a log in no folder": ([A, A, "--log", "{}/no/log"], "can't be written"),
    "to resume a tampered match": ([A, A, "--resume", "{}/tampered", "--at", "1"], "ply 3"),
    "replay of a truncated log": (["replay", "{}/truncated"], "damaged: not valid JSON"),
    "a server of a match log": (["serve", "{log}"], "is a match log, not a tournament's file"),
    "a tournament to go on with that is not there": (["tournament", "--resume"], "'tournament.db'.*name it with --db"),
    "a tournament into a match log": (["tournament", A, A, "--db", "{log}"], "is not a tournament's file: give another --db"),
    "a change of a tournament that is not there": (["change", "{}/none", "withdraw", "a"], "there is no tournament file '.*/none'"),
}


class WrongUseTest(RefereeTest):
    @classmethod
    def setUpClass(cls):
        cls.good = None

    def setUp(self):
        super().setUp()
        if WrongUseTest.good is None:
            run, _ = self.play(A, A)
            WrongUseTest.good = run.path.read_text()
        self.make_files(self.folder)

    def make_files(self, folder):
        def write(name, content):
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

        log = json.loads(self.good)
        write("good.json", self.good)
        write("truncated", self.good[:-100])
        log["plies"][2].update(move="DROP 4")
        write("tampered", json.dumps(log))
        write("database", b"SQLite format 3\0" + bytes(100))
        os.mkfifo(folder / "fifo", 0o755)

    def check(self, arguments, message):
        names = {"log": self.folder / "good.json"}
        given = [a.replace("{}", str(self.folder)).replace("{log}", str(names["log"])) for a in arguments]
        run = self.referee(*given)
        self.assertEqual((run.code, run.out), (2, ""), f"{given}\n{run}")
        self.assertRegex(run.err, r"\Areferee: [^\n]+\n\Z", "not one line")
        self.assertRegex(run.err, message)
        self.assertNotRegex(run.err, HARMFUL, "not plain text")
        self.assertNotRegex(run.err, r"\.\n", "a full stop at the end")
        self.assert_nothing_left()

    def test_the_log_of_this_test_is_fine(self):
        self.replay(self.folder / "good.json")

    def test_without_arguments_the_commands_are_listed(self):
        run = self.referee()
        self.assertEqual((run.code, run.err), (2, ""))
        self.assertEqual(run.out, self.referee("help").out)
        self.assertIn("  referee BOT_A [BOT_B] ", run.out)

    def test_nothing_is_written_where_the_arguments_are_wrong(self):
        path = self.folder / "kept"
        path.write_text("precious")
        for arguments in ([A, "./nobody"], [A, A, "--game", "chess"], [A, A, "--json", "--show"], [A, A, "--nope"],
                          [A, A, "--resume", "{}/none"]):
            given = [a.replace("{}", str(self.folder)) for a in arguments]
            self.assertEqual(self.referee(*given, "--log", path).code, 2)
            self.assertEqual(path.read_text(), "precious")


def add_tests():
    for name, (arguments, message) in ARGUMENTS.items():
        def test(self, arguments=arguments, message=message):
            self.check(arguments, message)
        test_name = "test_" + "".join(c if c.isalnum() else "_" for c in name)
        assert not hasattr(WrongUseTest, test_name)
        setattr(WrongUseTest, test_name, test)


add_tests()

if __name__ == "__main__":
    main()
