"""A daemon that a bot starts ends with the match, whatever else goes wrong."""
import subprocess
import unittest

from harness import FACTOR, GAME, LONG_LIMITS, REFEREE, RefereeTest, bot


class DaemonsTest(RefereeTest):
    def test_beside_a_bot_that_does_not_start(self):
        broken = self.program("broken", "#!/tmp\n")
        for players in ((broken, bot(0, "daemon_in_session")), (bot(0, "daemon_in_session"), broken)):
            run = self.referee(*players, "--sandbox", "off", "--games", 4, *LONG_LIMITS)
            self.assertEqual(run.code, 0, str(run))
            self.assertIn("failed_to_start", run.out)
            self.assert_nothing_left()

    def test_where_there_is_no_sandbox(self):
        """Starting one has failed; the bots then run without it."""
        if subprocess.run(["/usr/bin/bwrap", "--dev-bind", "/", "/", "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("bubblewrap can't run here")
        run = subprocess.run(["/usr/bin/bwrap", "--dev-bind", "/", "/", "--tmpfs", "/usr/bin", REFEREE,
                              bot(1, "daemon_in_session"), bot(1, "daemon_in_session"), "--game", GAME, *LONG_LIMITS],
                             capture_output=True, text=True, cwd=self.folder, timeout=60 * FACTOR,
                             env=self.environment(REFEREE_SANDBOX="auto"))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("no sandbox", run.stderr)
        self.assert_nothing_left()
