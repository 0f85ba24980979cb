#!/usr/bin/python3
"""Checks the transcript in docs/protocol.md: plays the match, and compares the bytes on the pipes with the page."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFEREE = pathlib.Path(os.environ["REFEREE_BIN"]) / "referee"
PAGE = ROOT / "docs" / "protocol.md"


def transcript():
    """Returns the lines on the page, as (mark, text)."""
    block = re.search(r"<!-- transcript: player 0 -->\n(.*?)<!-- end -->", PAGE.read_text(), re.S).group(1)
    lines = [line.strip() for line in block.splitlines() if line.strip()]
    return [(line[0], line[2:]) for line in lines]


def spec():
    return re.search(r"`--game (\S+)`\. Black wins", PAGE.read_text()).group(1)


class Transcript(unittest.TestCase):
    def test_the_page_shows_what_goes_over_the_pipes(self):
        answers = [text for mark, text in transcript() if mark == "<"]
        sent = [text for mark, text in transcript() if mark == ">"]
        # The turn blocks report the moves of the other player.
        others = [text[2:] for text in sent if text.startswith("1 ") and not text[2:3].isdigit() and text != "1 LOST"]
        says = ROOT / "tests" / "bots" / "says.py"
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "match.json"
            command = [REFEREE, *(" ".join([f"/usr/bin/python3 '{says}'", *map(repr, moves)]) for moves in (answers, others)),
                       "--game", spec(), "--move-time", "10s", "--limits", "first=30s", "--log", log]
            subprocess.run(command, check=True, stdout=subprocess.PIPE)
            result = json.loads(log.read_text())["result"]
            self.assertEqual(result, {"winner": 0, "ending": "by_rules", "detail": "square"})
            stdin = subprocess.run([REFEREE, "replay", log, "--stdin-of", "0"], check=True, stdout=subprocess.PIPE, text=True)
        self.assertEqual(stdin.stdout.splitlines(), sent)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
