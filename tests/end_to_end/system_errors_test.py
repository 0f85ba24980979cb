"""Tests that a failure of the system, or a shortage of its resources, is reported as an error of the run. No bot may
forfeit because of it."""
import errno
import os
import pathlib
import resource
import shutil
import time
import unittest

from harness import FACTOR, GAME, LONG_LIMITS, PATIENCE, SCRIPTED_BOT, SOAK, RefereeTest, bot
from tournament_case import SMALL, TournamentCase


FAILING_CALLS = os.environ["REFEREE_FAILING_CALLS"]
PASSING = (errno.ETXTBSY, errno.EAGAIN, errno.EINTR, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ESTALE)
FOR_EVER = -1


class SystemErrorsTest(TournamentCase):
    def failing(self, call, error, times, program=SCRIPTED_BOT):
        """Returns an environment in which a system call of the referee fails this many times."""
        sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        return {"LD_PRELOAD": FAILING_CALLS, "FAILING_CALL": call, "FAILING_ERRNO": str(error), "FAILING_TIMES": str(times),
                "FAILING_PROGRAM": str(program), "ASAN_OPTIONS": sanitizer}

    def check_refused(self, run, error):
        self.assertEqual(run.code, 1, str(run))
        self.assertIn(os.strerror(error), run.err)
        self.assertEqual(run.err.count("\n"), 1, run.err)
        self.assertNotIn("forfeit", run.out)
        self.assert_nothing_left()

    def busy_bot(self):
        """Makes a program that can't be executed because it is open for writing. Returns its path and the open file."""
        path = self.folder / "busy"
        shutil.copy(SCRIPTED_BOT, path)
        file = open(path, "r+b")
        self.addCleanup(file.close)
        return path, file

    def test_a_log_that_can_not_be_put_on_the_disk_replaces_nothing(self):
        self.referee(bot(), bot(), *SMALL, "--log", "log")
        before = (self.folder / "log").read_bytes()
        run = self.referee(bot(), bot(), *SMALL, "--log", "log", "--force", env=self.failing("fsync", errno.EIO, FOR_EVER))
        self.check_refused(run, errno.EIO)
        self.assertEqual((self.folder / "log").read_bytes(), before)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["log"])

    def test_a_program_that_is_being_written(self):
        path, _ = self.busy_bot()
        run = self.referee(path, bot(), *SMALL, "--log", "log")
        self.check_refused(run, errno.ETXTBSY)
        self.assertIn(str(path), run.err)
        self.assertEqual((self.folder / "log").read_text(), "")

    def test_a_program_that_is_being_written_in_the_sandbox(self):
        self.need_sandbox()
        path, _ = self.busy_bot()
        run = self.referee(bot(), path, *SMALL, "--sandbox=on")
        self.check_refused(run, errno.ETXTBSY)
        self.assertIn(str(path), run.err)

    def test_a_tournament_goes_on_when_the_program_is_written(self):
        path, file = self.busy_bot()
        run = self.tournament(path, bot(), *SMALL, "--games", 4, "--db", "t.db", code=1)
        self.assertIn(os.strerror(errno.ETXTBSY), run.err)
        self.assertEqual(self.count(), 0)
        file.close()
        self.tournament("--resume", "--db", "t.db")
        self.assertEqual(self.count(), 4)
        self.assertEqual(self.sql("SELECT DISTINCT ending FROM matches"), [("by_rules",)])

    def test_what_passes_is_tried_again(self):
        for error in PASSING:
            with self.subTest(errno.errorcode[error]):
                _, log = self.play(bot(), bot(), env=self.failing("execve", error, 3))
                self.assertEqual(log["result"]["ending"], "by_rules")

    def test_a_program_that_the_system_can_t_start(self):
        for error in (errno.EIO, errno.ESTALE, errno.ENOMEM, errno.EFAULT):
            with self.subTest(errno.errorcode[error]):
                run = self.referee(bot(), bot(), *SMALL, env=self.failing("execve", error, FOR_EVER))
                self.check_refused(run, error)
                self.assertIn(SCRIPTED_BOT, run.err)

    def test_a_program_that_is_cut_off_has_failed_itself(self):
        """If a program ends within the name of its loader, the kernel reports EIO, as for a failing disk. Nevertheless the
        bot is to blame."""
        path = self.folder / "cut"
        program = pathlib.Path(SCRIPTED_BOT).read_bytes()
        loader = program.index(b"ld-linux")
        for size, reason in ((64, errno.ENOEXEC), (loader, errno.EIO)):
            self.program(path, program[:size])
            _, log = self.play(path, bot())
            self.assertEqual((log["result"]["ending"], log["failure"]["player"]), ("failed_to_start", 0))
            self.assertEqual(log["result"]["detail"], os.strerror(reason))

    def test_pipes_that_can_t_be_used(self):
        for call in ("read", "write"):
            for error in (errno.EIO, errno.ENOMEM, errno.ENOBUFS):
                with self.subTest(call, error=errno.errorcode[error]):
                    run = self.referee(bot(), bot(), *SMALL, env=self.failing(call, error, FOR_EVER))
                    self.check_refused(run, error)

    def test_calls_that_are_interrupted(self):
        for call in ("read", "write"):
            _, log = self.play(bot(), bot(), env=self.failing(call, errno.EINTR, 5))
            self.assertEqual(log["result"]["ending"], "by_rules")


# Enough memory for the referee and some threads, but not for the stacks of 64 threads, which take 8 MiB each.
ADDRESS_SPACE = 400_000 * 1024
JOBS = 64
THINKING = b"I am thinking"


def limit_address_space():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


@unittest.skipIf(FACTOR > 1, "a sanitizer needs more address space than that")
class ThreadsTest(RefereeTest):
    def test_a_tournament_whose_threads_can_not_be_started_says_so_and_keeps_what_was_played(self):
        run = self.referee("tournament", bot(), bot(pick=1), "--games", 8, "--stop-after", 4, "--db", "t.db", "--game", GAME,
                           *LONG_LIMITS, code=0)
        run = self.referee("tournament", "--resume", "--db", "t.db", "--jobs", JOBS, "--force",
                           preexec_fn=limit_address_space, code=1)
        self.assertRegex(run.err.splitlines()[-1], "can't start a thread for game .*--jobs.*: Resource temporarily unavailable")
        self.assertIn("4 of 8 games", self.referee("standings", "t.db").out)
        self.referee("tournament", "--resume", "--db", "t.db", code=0)
        self.assertIn("8 of 8 games", self.referee("standings", "t.db").out)
        self.assert_nothing_left()

    def test_so_does_one_that_can_not_check_its_bots(self):
        bots = self.folder / "bots"
        bots.mkdir()
        shutil.copy(SCRIPTED_BOT, bots / "bot0")
        for number in range(1, JOBS):
            os.link(bots / "bot0", bots / f"bot{number}")
        run = self.referee("tournament", "--bots", bots, "--games", 2, "--db", "t.db", "--game", GAME, "--jobs", JOBS,
                           "--force", preexec_fn=limit_address_space, code=1)
        self.assertRegex(run.err.splitlines()[-1], "can't start a thread for checking .*--jobs.*: Resource temporarily unavailable")


    def test_no_thread_crashes_for_want_of_memory_when_it_starts_bots(self):
        """The referee must not crash in libseccomp, which dereferences a null pointer if a thread can't allocate the
        memory for a filter."""
        for megabytes in (60, 75, 90):
            with self.subTest(megabytes=megabytes):
                limit = megabytes * 1000 * 1024
                run = self.referee("tournament", bot(), bot(pick=1), "--games", 8, "--db", f"{megabytes}.db", "--game", GAME,
                                   "--jobs", 6, "--force", *LONG_LIMITS,
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
        """The limit on descriptors is lowered. ppoll() then fails with EINVAL if it gets more descriptors than the process
        may have."""
        for sandbox in ("off", "auto"):
            with self.subTest(sandbox):
                thinker = bot(2, f"late:{3000 * FACTOR}", stderr=THINKING.decode() + "\\n")
                process = self.start(thinker, bot(), "--sandbox", sandbox, "--game", GAME, "--stderr", *LONG_LIMITS)
                seen = b""
                while THINKING not in seen:
                    part = os.read(process.stderr.fileno(), 4096)
                    self.assertTrue(part, seen)
                    seen += part
                resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (0, 0))
                begin = time.monotonic()
                out, err = process.communicate(timeout=PATIENCE)
                self.assertEqual((process.returncode, err.count(b"\n")), (1, 1), (out, seen + err))
                self.assertLess(time.monotonic() - begin, 3 + 8, "each bot's end was waited for in vain, 5 s long")
                self.assertIn(b"waiting for the bots", err)
                self.assert_nothing_left()
