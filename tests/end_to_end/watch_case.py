"""Helpers for the tests of the viewer on the terminal."""
import re

from harness import BIN, GAME, RefereeTest
from screen import Screen

RANDOM = str(BIN / "random")


class WatchTest(RefereeTest):
    def open(self, *arguments, **options):
        screen = Screen(self.start, *arguments, **options)
        self.addCleanup(screen.close)
        return screen

    def played(self, game=GAME):
        """The log of a match that is not too short."""
        while True:
            run, log = self.play(RANDOM, RANDOM, "--game", game)
            if len(log["plies"]) >= 22:
                return run.path

    def board(self, path, ply, match=1, env=None):
        """The lines that `referee replay` draws of a position, without the blank ones; and its title."""
        environment = {"LC_ALL": "C.UTF-8", **(env or {})}
        text = self.referee("replay", path, "--match", match, "--at", ply, env=environment).out
        lines = text.splitlines()[3:-1]
        return lines[0], [line.rstrip() for line in lines[1:] if line.strip()]

    def assert_shows(self, screen, path, ply, **options):
        title, lines = self.board(path, ply, **options)
        short = re.sub(r"^(\d+\.) .*? \((\S+)\) ", r"\1 \2 ", title)  # if there is no room for the name
        screen.wait(lambda: title in screen.lines()[0] or short in screen.lines()[0])
        screen.settle()
        shown = screen.lines()[:-1]
        left = [re.split("[│|]", line)[0].rstrip() for line in shown]
        right = [re.split("[│|] ", line)[-1] for line in shown]
        for line in lines:  # lines that do not fit below the board are beside it
            self.assertTrue(line in left or line in right, f"{line!r} is missing in\n{screen.text()}")
        return lines
