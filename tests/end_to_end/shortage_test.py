"""If the system refuses something to the referee itself, it ends with one line: it does not hang, abort, or leave bots behind."""
import os
import resource
import shutil
import time
import unittest

from harness import FACTOR, GAME, LONG_LIMITS, SCRIPTED_BOT, SOAK, RefereeTest, bot

# Memory for the referee and some threads, but never for the stacks of 64, which are of 8 MiB each.
ADDRESS_SPACE = 400_000 * 1024
JOBS = 64
THINKING = b"I am thinking"


def limit_address_space():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


@unittest.skipIf(FACTOR > 1, "a sanitizer needs more address space than that")
class ThreadsTest(RefereeTest):
    def test_a_tournament_whose_threads_can_not_be_started_says_so_and_keeps_what_was_played(self):
        run = self.referee("tournament", bot(), bot(pick=1), "--games", 8, "--stop-after", 4, "--db", "t.db", "--game", GAME,
                           *LONG_LIMITS)
        self.assertEqual(run.code, 0, str(run))
        run = self.referee("tournament", "--resume", "--db", "t.db", "--jobs", JOBS, "--force", timeout=60,
                           preexec_fn=limit_address_space)
        self.assertEqual(run.code, 1, str(run))
        self.assertRegex(run.err.splitlines()[-1], "no thread for game .*--jobs.*: Resource temporarily unavailable")
        self.assertIn("4 of 8 games", self.referee("standings", "t.db").out)
        run = self.referee("tournament", "--resume", "--db", "t.db")
        self.assertEqual(run.code, 0, str(run))
        self.assertIn("8 of 8 games", self.referee("standings", "t.db").out)
        self.assert_nothing_left()

    def test_so_does_one_that_can_not_check_its_bots(self):
        bots = self.folder / "bots"
        bots.mkdir()
        shutil.copy(SCRIPTED_BOT, bots / "bot0")
        for number in range(1, JOBS):
            os.link(bots / "bot0", bots / f"bot{number}")
        run = self.referee("tournament", "--bots", bots, "--games", 2, "--db", "t.db", "--game", GAME, "--jobs", JOBS,
                           "--force", timeout=60, preexec_fn=limit_address_space)
        self.assertEqual(run.code, 1, str(run))
        self.assertRegex(run.err.splitlines()[-1], "no thread for checking .*--jobs.*: Resource temporarily unavailable")


    def test_no_thread_crashes_for_want_of_memory_when_it_starts_bots(self):
        """libseccomp follows a null pointer where a thread can't have the memory for a filter."""
        for megabytes in (60, 75, 90):
            with self.subTest(megabytes=megabytes):
                limit = megabytes * 1000 * 1024
                run = self.referee("tournament", bot(), bot(pick=1), "--games", 8, "--db", f"{megabytes}.db", "--game", GAME,
                                   "--jobs", 6, "--force", *LONG_LIMITS, timeout=60,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
                self.assertIn(run.code, (0, 1), str(run))
                if run.code == 1:
                    self.assertRegex(run.err.splitlines()[-1], "^referee: ")
                self.assert_nothing_left()


@unittest.skipIf(FACTOR > 1, "a sanitizer needs descriptors of its own")
class DescriptorsTest(RefereeTest):
    def test_too_few_descriptors_are_an_error_of_the_system_whatever_they_are_short_for(self):
        for limit in range(5, 24, 1 if SOAK else 3):
            with self.subTest(limit):
                run = self.referee(bot(), bot(), "--game", GAME, *LONG_LIMITS,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
                if run.code != 0:
                    self.assertEqual((run.code, run.err.count("\n")), (1, 1), str(run))
                    self.assertRegex(run.err, r"\Areferee: [^\[]*: Too many open files\n\Z")


@unittest.skipIf(FACTOR > 1, "a sanitizer needs descriptors of its own")
class WaitTest(RefereeTest):
    def test_a_wait_that_fails_is_no_abort(self):
        """ppoll fails with EINVAL for more descriptors than the process may have."""
        for sandbox in ("off", "auto"):
            with self.subTest(sandbox):
                thinker = bot(2, f"late:{300 * FACTOR}", stderr=THINKING.decode() + "\\n")
                process = self.start(thinker, bot(), "--sandbox", sandbox, "--game", GAME, "--stderr", *LONG_LIMITS)
                seen = b""
                while THINKING not in seen:
                    part = os.read(process.stderr.fileno(), 4096)
                    self.assertTrue(part, seen)
                    seen += part
                resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (0, 0))
                begin = time.monotonic()
                out, err = process.communicate(timeout=60 * FACTOR)
                self.assertEqual((process.returncode, err.count(b"\n")), (1, 1), (out, seen + err))
                self.assertLess(time.monotonic() - begin, 8, "each bot's end was waited for in vain, 5 s long")
                self.assertIn(b"waiting for the bots", err)
                self.assert_nothing_left()
