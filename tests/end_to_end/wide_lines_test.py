"""On a terminal of 80 columns no line of a director's work is wider, but for commands that are to be copied."""
import re
import shutil

import wcwidth

from asking_test import THINKER
from harness import BIN, GAME, LONG_LIMITS, bot
from screen import Screen
from tournament_case import TournamentCase

WIDTH = 80
COMMAND = re.compile(r"^ *referee [a-z-]+( |$)")


class WideLines(TournamentCase):
    def lines_of(self, *arguments, code=0):
        """The lines that a command writes on a terminal of 80 columns."""
        screen = Screen(self.start, *arguments, columns=WIDTH, rows=200)
        self.addCleanup(screen.close)
        ended = screen.end()
        text = screen.raw.decode()
        self.assertEqual(ended, code, text)
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", text)
        return [line for part in text.split("\n") for line in part.split("\r")]

    def check(self, *arguments, code=0, words=()):
        lines = self.lines_of(*arguments, code=code)
        for line in lines:
            if not COMMAND.match(line):
                self.assertLessEqual(wcwidth.wcswidth(line), WIDTH, line)
        text = " ".join(" ".join(lines).split())
        for word in words:
            self.assertIn(word, text)
        return lines

    def folder_of_bots(self):
        folder = self.folder / "handed_in_by_the_class"
        folder.mkdir()
        for name in ("\u738b\u82b3 who has a rather long name", "\u0141ukasz \u017bak of the second form"):
            shutil.copy(BIN / "random", folder / name)
        (folder / "broken.py").write_text("import nothing_of_this_name_is_there_or_was_ever_there_in_any_library_of_this_world\n")

    def test_a_tournament_of_a_folder(self):
        self.folder_of_bots()
        begin = ["tournament", "--bots", "handed_in_by_the_class", "--sandbox", "off", "--games", "2", "--db", "the_tournament_of_the_class.db",
                 "--game", "magnetize:height=5,width=6,square=2,maglock=3,max_plies=60", *LONG_LIMITS]
        self.check(*begin, "--dry-run", words=["as the games of their checks went"])
        lines = self.check(*begin, "--stop-after", "1", words=["left out: 'broken'", "kept in the_tournament_of_the_class.db"])
        self.assertTrue(any(COMMAND.match(line) and "--resume" in line for line in lines), "the command can be copied as one line")
        resume = ["tournament", "--resume", "--db", "the_tournament_of_the_class.db"]
        self.check(*resume, "--dry-run", words=["still to be played"])
        (self.folder / "handed_in_by_the_class" / "\u738b\u82b3 who has a rather long name").write_text("#!/bin/sh\n")
        self.check(*resume, code=2, words=["referee change"])

    def test_other_commands(self):
        run, _ = self.play(bot(), bot(pick=1), "--seed", 3)
        self.check("replay", run.path)
        self.check("ask", run.path, bot(), bot(pick=1))
        for name in ("one", "two"):
            path = self.program(f"{name}.py", THINKER.replace("PICK", "-1").replace("{turn + 1}", "123456").replace("{10 * turn}", "-100001"))
        lines = self.check("ask", run.path, "./one.py", "./two.py", "--at", "0", words=["MAGNET -100001"])
        self.assertEqual(sum(line.count("-1000") for line in lines), 2, lines)
        self.check("check", bot(at=2, do="exit:3"), "--game", GAME, *LONG_LIMITS, code=1, words=["FAIL"])
        self.check("nonsense", bot(), code=2)
        for command in ([], ["engine"], ["tournament"], ["check"], ["change"], ["ask"], ["view"], ["serve"]):
            self.check(*command, "--help")

    def test_pipes_and_files_have_whole_lines(self):
        run = self.tournament(*self.picks(2), "--game", GAME, *LONG_LIMITS, "--games", "2", "--db", "a_name_that_makes_the_line_rather_long.db")
        self.assertIn("kept in a_name_that_makes_the_line_rather_long.db\n", run.err)
        self.assertGreater(max(map(len, run.err.split("\n"))), WIDTH)
