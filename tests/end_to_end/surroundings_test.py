"""Tests what a bot finds when it starts, regardless of how the referee was started: descriptors, session, signals and
environment. Also tests daemons that a bot starts. They must end with the match."""
import json
import os
import re
import signal
import subprocess
import unittest

from harness import GAME, LONG_LIMITS, PATIENCE, REFEREE, RefereeTest, bot


class SurroundingsTest(RefereeTest):
    def described(self, seat, *arguments, **options):
        """Returns what the bot on this side reports about itself, as lists of values by keyword."""
        players = [bot(), bot()]
        players[seat] = bot(at=1, do="describe")
        _, log = self.play(*players, *arguments, **options)
        self.assertEqual(log["result"]["ending"], "exited")
        found = {}
        for line in log["failure"]["stderr_tail"].splitlines():
            word, value = line.split(None, 1)
            found.setdefault(word.rstrip(":"), []).append(value)
        return found

    def test_it_has_three_descriptors(self):
        for seat in (0, 1):
            self.assertEqual(sorted(self.described(seat)["fd"]), ["0", "1", "2"])

    def test_it_gets_none_of_the_descriptors_that_referee_was_given(self):
        inherited = os.open("/dev/null", os.O_RDONLY)
        self.addCleanup(os.close, inherited)
        for seat in (0, 1):
            found = self.described(seat, pass_fds=[inherited])
            self.assertEqual(sorted(found["fd"]), ["0", "1", "2"])

    def test_it_has_three_descriptors_when_referee_has_none(self):
        def close_all():
            for fd in (0, 1, 2):
                os.close(fd)
        # The referee itself can't write its result, so its exit code is 1.
        self.assertEqual(sorted(self.described(1, preexec_fn=close_all, code=1)["fd"]), ["0", "1", "2"])

    def test_it_leads_a_session_of_its_own(self):
        for seat in (0, 1):
            found = self.described(seat)
            self.assertEqual(found["pid"], found["sid"])
            self.assertEqual(found["pid"], found["pgid"])
            self.assertNotEqual(found["sid"], [str(os.getsid(0))])

    def test_no_signal_is_ignored_blocked_or_caught(self):
        def ignore_and_block():
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2, signal.SIGTERM])
        internal = 0b11 << 31  # signals 32 and 33 are internal to glibc, whose posix_spawn always ignores them
        for seat in (0, 1):
            found = self.described(seat, preexec_fn=ignore_and_block)
            for mask in ("SigBlk", "SigIgn", "SigCgt"):
                self.assertEqual(int(found[mask][0], 16) & ~internal, 0, f"{mask} of player {seat}")

    def test_the_environment_tells_the_protocol_the_game_its_settings_the_player_and_the_limits(self):
        for seat in (0, 1):
            found = self.described(seat, "--move-time", "1234ms", "--limits", "first=25s")
            own_mark = next(entry for entry in found["env"] if re.fullmatch(r"REFEREE_BOT=\d+\.\d+", entry))
            self.assertEqual(sorted(found["env"]), [
                own_mark, "REFEREE_FIRST_MOVE_MS=25000", "REFEREE_GAME=magnetize", "REFEREE_MOVE_MS=1234",
                f"REFEREE_PLAYER={seat}", "REFEREE_PROTOCOL=1",
                "REFEREE_SETTINGS=height=6,width=7,square=2,maglock=2,max_plies=168"])

    def test_what_referee_itself_was_told_by_such_variables_is_not_passed_on(self):
        outer = {"REFEREE_PLAYER": "7", "REFEREE_SECRET": "x"}
        found = self.described(0, env=outer)
        self.assertIn("REFEREE_PLAYER=0", found["env"])
        self.assertEqual([entry for entry in found["env"] if "SECRET" in entry or entry.endswith("=7")], [])

    def test_it_is_the_same_in_every_game_of_a_series(self):
        path = self.folder / "log"
        describer = bot(at=1, do="describe")
        self.referee(describer, bot(), "--games", "4", "--log", path, *LONG_LIMITS, code=0)
        for game, line in enumerate(path.read_text().splitlines()):
            tail = json.loads(line)["failure"]["stderr_tail"]
            self.assertEqual(tail.count("fd "), 3, tail)
            self.assertIn(f"REFEREE_PLAYER={game % 2}\n", tail)


class DaemonsTest(RefereeTest):
    def test_beside_a_bot_that_does_not_start(self):
        broken = self.program("broken", "#!/tmp\n")
        for players in ((broken, bot(0, "daemon_in_session")), (bot(0, "daemon_in_session"), broken)):
            run = self.referee(*players, "--sandbox", "off", "--games", 4, *LONG_LIMITS, code=0)
            self.assertIn("could not be started", run.out)
            self.assert_nothing_left()

    def test_where_there_is_no_sandbox(self):
        """The attempt to start a sandbox fails, so the bots run without one."""
        if subprocess.run(["/usr/bin/bwrap", "--dev-bind", "/", "/", "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("bubblewrap can't run here")
        run = subprocess.run(["/usr/bin/bwrap", "--dev-bind", "/", "/", "--tmpfs", "/usr/bin", REFEREE,
                              bot(1, "daemon_in_session"), bot(1, "daemon_in_session"), "--game", GAME, *LONG_LIMITS],
                             capture_output=True, text=True, cwd=self.folder, timeout=PATIENCE,
                             env=self.environment(REFEREE_SANDBOX="auto"))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("no sandbox", run.stderr)
        self.assert_nothing_left()
