#!/usr/bin/python3
"""Tests that each command that `referee --help` lists has a help text, and that a misspelt command is answered with
the nearest one."""
import re

from harness import RefereeTest


class CommandsTest(RefereeTest):
    def setUp(self):
        super().setUp()
        overview = self.referee("--help").out.split("\nA bot is")[0]
        self.commands = ["play", *re.findall(r"^  referee ([a-z-]+)(?: .*\S)?  +\S", overview, re.M)]
        self.assertGreater(len(self.commands), 10, overview)

    def test_each_answers_help(self):
        for command in self.commands:
            with self.subTest(command):
                run = self.referee(command, "--help", code=0, err="")
                self.assertIn("\nOptions:\n", run.out)
                self.assertEqual(self.referee("help", command).out, run.out)

    def test_a_misspelt_one_is_answered_with_the_nearest(self):
        for command in self.commands:
            for misspelt in (command + "q", command[0] + "q" + command[2:], command[:-1] + "q"):
                with self.subTest(misspelt):
                    run = self.referee(misspelt, code=2, out="")
                    self.assertEqual(run.err, f"referee: there is no command or bot '{misspelt}'; did you mean '{command}'?\n")
