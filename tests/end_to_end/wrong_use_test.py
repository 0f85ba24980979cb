"""Wrong use gets one line on stderr that says what is wrong, nothing on stdout, and exit code 2."""
import json
import os
import stat

from harness import HARMFUL, SCRIPTED_BOT, RefereeTest, bot, main

A = bot()
# Arguments ({} is the test's folder, {log} a good log, A a bot) and the text that the line must contain.
ARGUMENTS = {
    "only options": (["--games", "3"], "no bot is given"),
    "three bots": ([A, A, "third"], "'third' is one bot too many"),
    "an empty bot": (["", A], "command is empty"),
    "a bot of spaces": (["  ", A], "command is empty"),
    "an open quote": (["'bot", A], "a quote .* is not closed"),
    "a backslash at the end": (["bot\\", A], "nothing follows the last backslash"),
    "no such file": (["./nobody", A], "'./nobody'.*no such file"),
    "no such file in second place": ([A, "./nobody"], "'./nobody'.*no such file"),
    "no such program": (["nobody-has-this", A], "nor a program on the PATH"),
    "a folder with many files": (["{}", A], "is a folder without an obvious bot: "),
    "a file without run permission": (["{}/not_runnable", A], "not executable: chmod"),
    "an empty file": (["{}/empty", A], "is an empty file"),
    "another architecture": (["{}/foreign", A], "for another machine"),
    "a text file": (["{}/text", A], "neither a program nor a script"),
    "a missing interpreter": (["{}/no_interpreter", A], "interpreter '/no/such/thing'"),
    "a script with Windows line ends": (["{}/windows", A], "dos2unix"),
    "a match log": (["{log}", A], "is a match log, not a bot: view it with referee view"),
    "a tournament's file": (["{}/database", A], "is a tournament's file, not a bot: view it with referee standings"),
    "a source file": (["{}/bot.cpp", A], "is source code: compile it"),
    "a source file that may be run": (["{}/bot.c", A], "is source code: compile it"),
    "a script that is not there": (["python3 {}/nope.py", A], "'python3 .*': no such file: .*/nope.py"),
    "a mistyped command": (["replya", "{log}"], "no command or bot 'replya'; did you mean 'replay'\\?"),
    "a bot that is elsewhere": (["greedy-is-elsewhere", A], "if it is elsewhere, give its path"),
    "a FIFO": (["{}/fifo", A], "not a regular file"),
    "a script whose file is not there": (["nobody.py", A], "nobody.py"),
    "terminal escapes in a bot's name": (["./\x1b[31mred", A], "no such file"),

    "an unknown game": ([A, A, "--game", "chess"], "unknown game 'chess'.*magnetize"),
    "a mistyped game": ([A, A, "--game", "magnetise"], "did you mean 'magnetize'"),
    "an empty game": ([A, A, "--game", ""], "--game needs a value: --game SPEC"),
    "an empty name": (["=" + A, A], "a name belongs before '=': name=command"),
    "an unknown setting": ([A, A, "--game", "magnetize:hight=6"], "did you mean 'height'"),
    "a setting too small": ([A, A, "--game", "magnetize:height=1"], "from 2 to 64"),
    "a setting too large": ([A, A, "--game", "magnetize:width=65"], "from 2 to 64"),
    "settings that don't fit": ([A, A, "--game", "magnetize:height=4,square=5"], "does not fit"),
    "a setting twice": ([A, A, "--game", "magnetize:width=6,width=6"], "twice"),
    "a setting without value": ([A, A, "--game", "magnetize:width"], "setting=value"),
    "a setting that is no number": ([A, A, "--game", "magnetize:width=six"], "whole number"),
    "a comma at the end": ([A, A, "--game", "magnetize:width=6,"], "setting"),

    "an unknown option": ([A, A, "--gaem", "magnetize"], "unknown option '--gaem'; did you mean '--game'"),
    "an unknown option with a value": ([A, A, "--gams=3"], "unknown option '--gams'; did you mean '--game"),
    "an unknown option far from all": ([A, A, "--xyzzy"], "unknown option '--xyzzy'; there are: "),
    "an option of another command": ([A, A, "--no-boards"], "unknown option '--no-boards'"),
    "a flag with a value": ([A, A, "--force=no"], "'--force=no': --force takes no value"),
    "an option without its value": ([A, A, "--seed"], "--seed needs a value: --seed N"),
    "a short option without its value": (["view", "{}/database", "-o"], "--output needs a value: --output FILE"),
    "no games": ([A, A, "--games", "0"], "from 1 to 1000000"),
    "too many games": ([A, A, "--games", "1000001"], "from 1 to 1000000"),
    "games that are no number": ([A, A, "--games", "many"], "whole number"),
    "a negative seed": ([A, A, "--seed", "-1"], "--seed"),
    "a seed too large": ([A, A, "--seed", "9007199254740992"], "from 0 to 9007199254740991"),
    "a seed twice": ([A, A, "--seed", "1", "--seed", "2"], "--seed is given more than once"),
    "a time without unit": ([A, A, "--move-time", "100"], "--move-time '100': write the unit"),
    "a time of an unknown unit": ([A, A, "--limits", "first=1d"], "--limits: first '1d': the unit must be"),
    "no time": ([A, A, "--move-time", "0ms"], "above 0"),
    "a negative margin": ([A, A, "--limits", "margin=-1ms"], "--limits: margin '-1ms': a duration can't be negative"),
    "a time too long": ([A, A, "--limits", "margin=25h"], "24h"),
    "a traditional time where there is none": ([A, A, "--game", "othello", "--traditional-time"], "othello has no traditional limit"),
    "a traditional time and a margin": ([A, A, "--game", "magnetic_cave", "--traditional-time", "--limits", "margin=1ms"],
                                        "omit margin=1ms"),
    "a traditional time and a time": ([A, A, "--game", "magnetic_cave", "--traditional-time", "--limits", "first=1s"],
                                      "omit first=1s"),
    "limits of no bot": ([A, A, "--limits", "c:move=1s"], "--limits: no bot is called 'c'; there are: "),
    "no limits": ([A, A, "--limits", ""], "--limits: no limit is given: write move=50ms"),
    "an unknown limit": ([A, A, "--limits", "mvoe=1s"], "--limits: there is no limit 'mvoe'; did you mean 'move'"),
    "a limit twice": ([A, A, "--limits", "first=1s", "--limits", "first=2s"], "--limits: first is given twice"),
    "a limit of a move twice": ([A, A, "--limits", "move=1s", "--move-time", "2s"], "--limits: move is given twice"),
    "a name with escapes": (["\x1b[2J=" + A, A], "control character"),
    "a name too long": ([A, "x" * 65 + "=" + A], "64"),
    "the same names": (["x=" + A, "x=" + A], "both bots are called 'x'"),

    "a log in no folder": ([A, A, "--log", "{}/no/log"], "can't be written"),
    "a log that is a folder": ([A, A, "--log", "{}"], "can't be written|directory"),
    "a log of many that is a folder": ([A, A, "--log", "{}", "--games", "2"], "can't be written|directory"),
    "--json with --log -": ([A, A, "--json", "--log", "-"], "both want stdout"),
    "--json with --show": ([A, A, "--json", "--show"], "both want stdout"),
    "--log - with --show": ([A, A, "--log", "-", "--show"], "both want stdout"),
    "--json with a person": ([A, "human", "--json"], "where a person plays"),
    "--log - with a person": ([A, "--log", "-"], "where a person plays"),

    "--at without --resume": ([A, A, "--at", "3"], "--at goes with --resume"),
    "to resume no file": ([A, A, "--resume", "{}/none"], "can't be read"),
    "to resume a folder": ([A, A, "--resume", "{}"], "is a directory"),
    "to resume a finished match": ([A, A, "--resume", "{log}"], "is over: choose an earlier"),
    "to resume beyond the end": ([A, A, "--resume", "{log}", "--at", "43"], "has only 42 plies"),
    "to resume several matches": ([A, A, "--resume", "{}/many"], "several matches: choose one with --match"),
    "to resume a match that is not there": ([A, A, "--resume", "{}/many", "--match", "3"], "holds 2 matches"),
    "--match without --resume": ([A, A, "--match", "3"], "--match goes with --resume"),
    "to resume from stdin with a person": ([A, "--resume", "-"], "wants stdin, where a person plays"),
    "to resume as another game": (
        [A, A, "--resume", "{log}", "--at", "1", "--game", "magnetize:width=9"], "played with"),
    "to resume a tampered match": ([A, A, "--resume", "{}/tampered", "--at", "1"], "ply 3"),

    "replay of nothing": (["replay"], "no log is given"),
    "replay of two": (["replay", "a", "b"], "'b' is one argument too many"),
    "replay of no file": (["replay", "{}/none"], "can't be read"),
    "replay of a folder": (["replay", "{}"], "is a directory"),
    "replay of an empty file": (["replay", "{}/empty"], "empty"),
    "replay of blank lines": (["replay", "{}/blank"], "empty"),
    "replay of a text": (["replay", "{}/text"], "damaged: not valid JSON"),
    "replay of a binary": (["replay", SCRIPTED_BOT], "damaged: not valid JSON"),
    "replay of a truncated log": (["replay", "{}/truncated"], "damaged: not valid JSON"),
    "replay of other JSON": (["replay", "{}/other"], "damaged: the log has no \"format\""),
    "replay of a later format": (["replay", "{}/later"], "written by another version of referee: its format is"),
    "replay of an unknown game": (["replay", "{}/unknown_game"], "damaged: game.name is \"chess\", not one of"),
    "replay of settings out of range": (["replay", "{}/out_of_range"], "out of range"),
    "replay of a damaged third line": (["replay", "{}/many_damaged", "--no-boards"], "many_damaged:3' is damaged"),
    "replay of two logs in one": (["replay", "{}/twice"], "damaged"),
    "replay at a ply beyond the end": (["replay", "{log}", "--at", "43"], "has only 42 plies"),
    "replay of a match that is not there": (["replay", "{}/many", "--match", "5"], "holds 2 matches"),
    "replay of match 0": (["replay", "{log}", "--match", "0"], "from 1 to"),
    "stdin of player 2": (["replay", "{log}", "--stdin-of", "2"], "from 0 to 1"),
    "stdin of several matches": (["replay", "{}/many", "--stdin-of", "0"], "choose one with --match"),
    "--until without --stdin-of": (["replay", "{log}", "--until", "3"], "--until goes with --stdin-of"),
    "an unknown option of replay": (["replay", "{log}", "--no-board"], "did you mean '--no-boards'"),
    "tables of a match log": (["standings", "{log}"], "is a match log, not a tournament's file: view it with referee view"),
    "a title of a match log's page": (["view", "{log}", "--about", "title=x"], "--about is for the pages of a whole tournament: omit it"),
    "a view of nothing": (["view"], "no log and no tournament is given"),
    "a server of a match log": (["serve", "{log}"], "is a match log, not a tournament's file"),
    "a tournament to go on with in a match log": (["tournament", "--resume", "--db", "{log}"], "is a match log"),
    "a tournament to go on with that is not there": (["tournament", "--resume"], "'tournament.db'.*name it with --db"),
    "a tournament into a match log": (["tournament", A, A, "--db", "{log}"], "is not a tournament's file: give another --db"),
    "an unknown game to tell of": (["games", "chess"], "unknown game 'chess'"),
    "help on no command": (["help", "nonsense"], "no command 'nonsense'"),

    "a change of nothing": (["change"], "no tournament is given: referee change FILE"),
    "no change": (["change", "{}/database"], "no change is given: write add, withdraw, annul, replace, again or rounds"),
    "an unknown change": (["change", "{}/database", "remove", "a"], "'remove' is no change: write add, withdraw"),
    "a change without what it is of": (["change", "{}/database", "add"], "nothing follows 'add'"),
    "rounds that are no number": (["change", "{}/database", "rounds", "many"], "rounds 'many': write a whole number from 1"),
    "a change of a tournament that is not there": (["change", "{}/none", "withdraw", "a"], "there is no tournament file '.*/none'"),
    "a change of a match log": (["change", "{log}", "withdraw", "a"], "is a match log"),
    "a change of all limits": (["change", "{}/database", "withdraw", "a", "--limits", "move=1s"], "those of all bots stay"),

    "an option of earlier versions": ([A, A, "--clock", "5s"], "unknown option '--clock': it is --limits clock=60s\\+1s now"),
    "an option of earlier versions with a value": ([A, A, "--clock=5s"], "unknown option '--clock': it is --limits clock=60s\\+1s now"),
    "an order of earlier versions": (["tournament", "--resume", "--withdraw", "a"], "unknown option '--withdraw': it is referee change FILE withdraw NAME now"),
    "a command of earlier versions": (["report", "{}/database"], "no command 'report' any more: it is referee view FILE now"),
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
        def write(name, content, mode=0o644):
            path = folder / name
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            path.chmod(mode)

        write("not_runnable", "#!/bin/sh\n")
        write("empty", "", 0o755)
        write("blank", "\n \n\n")
        write("database", b"SQLite format 3\0" + bytes(100))
        write("bot.cpp", "int main() {}\n")
        write("bot.c", "int main() {}\n", 0o755)
        write("text", "just a text\n", 0o755)
        write("no_interpreter", "#!/no/such/thing\n", 0o755)
        write("windows", "#!/no/such/python3\r\nprint()\r\n", 0o755)
        s390 = b"\x7fELF\x02\x02\x01" + bytes(9) + b"\x00\x02\x00\x16" + bytes(44)
        write("foreign", s390, 0o755)
        os.mkfifo(folder / "fifo", 0o755)

        log = json.loads(self.good)

        def changed(change):
            copy = json.loads(self.good)
            change(copy)
            return json.dumps(copy)

        write("good.json", self.good)
        write("many", (json.dumps(log) + "\n") * 2)
        write("many_damaged", json.dumps(log) + "\n" + json.dumps(log) + "\n" + json.dumps(log)[:-5] + "\n")
        write("twice", self.good + self.good)
        write("truncated", self.good[:-100])
        write("other", "{}\n")
        write("later", changed(lambda log: log.update(format="referee-match/2")))
        write("unknown_game", changed(lambda log: log["game"].update(name="chess")))
        write("out_of_range", changed(lambda log: log["game"]["config"].update(height=100)))
        write("tampered", changed(lambda log: log["plies"][2].update(move="DROP 4")))

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

    def test_the_files_of_this_test_are_fine_but_for_their_fault(self):
        self.replay(self.folder / "good.json")
        self.assertTrue(self.folder.joinpath("foreign").stat().st_mode & stat.S_IXUSR)
        self.assertIn("2 of 2", self.replay(self.folder / "many", "--no-boards").out)

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
