"""Tests the program that `make play` builds first: it plays and shows matches as the whole program does, and says where
the rest is."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from harness import BIN, GAME, LONG_LIMITS, PATIENCE, bot

MATCH = str(BIN / "referee-match")
WHOLE = str(BIN / "referee")
# What two runs of the same match differ in.
OF_A_RUN = {"id", "started_at"}


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if not key.endswith("_us") and key not in OF_A_RUN}
    return [without_times(one) for one in value] if isinstance(value, list) else value


class MatchProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="referee_match_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, program, *arguments):
        return subprocess.run([program, *arguments], cwd=self.folder, env={**os.environ, "REFEREE_SANDBOX": "off"}, capture_output=True,
                              text=True, timeout=PATIENCE)

    def test_it_plays_as_the_whole_program_does(self):
        outputs, logs = [], []
        for program in (MATCH, WHOLE):
            log = self.folder / "m.json"
            run = self.run_program(program, bot(), bot(pick=1), "--game", GAME, "--seed", "5", "--openings", "2", "--log", "m.json", "--force",
                                   *LONG_LIMITS)
            self.assertEqual((run.returncode, run.stderr), (0, ""), run)
            outputs.append(run.stdout)
            logs.append(without_times(json.loads(log.read_text())))
        self.assertEqual(outputs[0], outputs[1])
        self.assertEqual(logs[0], logs[1])
        for program in (MATCH, WHOLE):
            replayed = self.run_program(program, "replay", "m.json", "--no-boards")
            self.assertEqual(replayed.returncode, 0, replayed)

    def test_it_says_where_the_rest_is(self):
        for arguments, said in ((["tournament", "a", "b"], "'tournament' is not in this program: it comes with 'make build'"),
                                (["help", "serve"], "'serve' is not in this program: it comes with 'make build'"),
                                ([bot(), bot(), "--games", "2"], "--games: a series comes with 'make build'")):
            run = self.run_program(MATCH, *arguments)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (2, "", f"referee: {said}\n"))
        overview = self.run_program(MATCH, "--help").stdout
        self.assertIn("\n  referee check BOT ", overview)
        self.assertNotIn("referee tournament", overview)
