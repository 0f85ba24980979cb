"""A failure of the system or of the referee itself is an error of the run, and no bot forfeits for it."""
import errno
import os
import pathlib
import shutil

from harness import SCRIPTED_BOT, bot
from tournament_case import SMALL, TournamentCase

FAILING_CALLS = os.environ["REFEREE_FAILING_CALLS"]
PASSING = (errno.ETXTBSY, errno.EAGAIN, errno.EINTR, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ESTALE)
FOR_EVER = -1


class SystemErrorsTest(TournamentCase):
    def failing(self, call, error, times, program=SCRIPTED_BOT):
        """An environment in which a system call of the referee fails this many times."""
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
        """A program that can't be executed because it is open for writing. Returns its path and the open file."""
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
        """If the name of a program's loader is cut off, the kernel reports EIO, as for a failing disk."""
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
