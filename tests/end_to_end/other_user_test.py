"""Tests that files that another user has put into a folder writable by all are not run, followed or written to.

The other user is real: a process with this user's id puts the files there.
"""
import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import time

from engine_case import SimulatedCase
from harness import GAME, LONG_LIMITS, bot
from tournament_case import SMALL, TournamentCase

OTHER = 54321


class SharedFolder:
    """Provides a shared folder such as /tmp, and the other user."""

    def share(self, mode=0o1777):
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            self.skipTest("only root can become another user")
        self.folder.chmod(0o755)
        shared = self.folder / "shared"
        shared.mkdir(exist_ok=True)
        shared.chmod(mode)
        return shared

    def as_other(self, script):
        """Runs a shell script as the other user in the shared folder."""
        subprocess.run(["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups", "sh", "-ec", "umask 0\n" + script],
                       cwd=self.folder / "shared", check=True)

    def refused(self, *arguments, **options):
        """Runs referee, which must refuse at once and write one line. Returns the line."""
        begin = time.monotonic()
        run = self.referee(*arguments, **options)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(run.code, 2, str(run))
        self.assertRegex(run.err, r"\Areferee: [^\n]+\n\Z")
        return run.err


class SpoolTest(SharedFolder, SimulatedCase):
    """Tests spools of another user. A user who can write to the spool decides what is run on the hosts."""

    def play(self, db="shared/t.db"):
        return self.refused("tournament", *self.picks(2), *SMALL, "--db", db, *self.engine, "--quiet", env=self.more)

    def nothing_was_submitted(self):
        self.assertFalse((self.state / "commands").exists())

    def test_the_folder_of_another_user_is_refused(self):
        shared = self.share()
        self.as_other("mkdir t.db.spool")
        self.assertIn("/shared/t.db.spool' belongs to another user (uid 54321)", self.play())
        self.nothing_was_submitted()
        self.as_other("rmdir t.db.spool")
        run = self.tournament("--resume", "--db", "shared/t.db", *self.engine, env=self.more)
        self.assertEqual((run.code, (shared / "t.db.spool").exists()), (0, False))

    def test_a_link_is_refused(self):
        self.share()
        self.as_other("mkdir theirs; ln -s theirs t.db.spool")
        self.assertIn("is a link or a file, and must be a folder", self.play())
        self.nothing_was_submitted()

    def test_a_folder_of_ones_own_that_others_may_write_is_refused_until_that_is_mended(self):
        shared = self.share()
        for mode in (0o777, 0o775):
            shutil.rmtree(shared)
            spool = self.share() / "t.db.spool"
            spool.mkdir()
            spool.chmod(mode)
            self.assertRegex(self.play(), r"other users may write to the spool '.*' \(mode 077[57]\): .*chmod go-w")
            self.nothing_was_submitted()
        spool.chmod(0o755)
        self.tournament("--resume", "--db", "shared/t.db", *self.engine, env=self.more)

    def test_a_folder_in_which_all_may_rename_is_refused(self):
        self.share(0o777)
        self.assertIn("all users may rename files in", self.play())
        self.nothing_was_submitted()

    def test_a_generous_mask_makes_no_spool_for_others(self):
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        process = self.start_batches(*self.slow_picks(2), *SMALL, "--games", 20)
        self.wait_for_record()
        mode = (self.folder / "t.db.spool").stat().st_mode & 0o7777
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertEqual(mode, 0o755)


class BatchTest(SharedFolder, SimulatedCase):
    """Tests that a batch runs only what the tournament has written."""

    def setUp(self):
        super().setUp()
        self.program("slurm_bin/sbatch", '#!/bin/sh\n[ "$1" = --version ] || echo "$@" > sbatch_words\n')
        process = self.start_batches(*self.picks(2), *SMALL, "--games", 2, "--jobs", "1")
        words = self.folder / "sbatch_words"
        self.wait_until(lambda: words.exists() and words.read_text().endswith("\n"))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.spool = self.folder / "t.db.spool"
        self.batch = self.spool / "w1.0.json"
        self.sum = words.read_text().split("--sum ")[1].split()[0]

    def test_the_sum_in_the_command_is_that_of_the_list_which_has_that_of_the_batch(self):
        sums = (self.spool / "w1.sums").read_bytes()
        self.assertEqual(self.sum, hashlib.sha256(sums).hexdigest())
        self.assertEqual(sums.decode(), f"{hashlib.sha256(self.batch.read_bytes()).hexdigest()}  w1.0.json\n")
        self.assertEqual(self.referee("engine", "play", "--sum", self.sum, self.batch).code, 0)
        self.assertEqual(len(self.parts()), 1)

    def test_a_changed_batch_is_refused(self):
        self.batch.write_text(self.batch.read_text().replace('"games"', ' "games"', 1))
        self.assertIn("does not match what the tournament wrote", self.refused("engine", "play", "--sum", self.sum, self.batch))
        sums = f"{hashlib.sha256(self.batch.read_bytes()).hexdigest()}  w1.0.json\n"
        (self.spool / "w1.sums").write_text(sums)
        self.assertIn("does not match what the tournament wrote", self.refused("engine", "play", "--sum", self.sum, self.batch))
        self.assertEqual(self.parts(), [])

    def test_without_its_sum_it_is_played_only_in_a_folder_of_ones_own(self):
        shared = self.share()
        shutil.copytree(self.spool, shared / "copy")
        os.chown(shared / "copy", OTHER, OTHER)
        self.assertIn("belongs to another user", self.refused("engine", "play", shared / "copy" / "w1.0.json"))
        self.assertEqual(self.referee("engine", "play", self.batch).code, 0)  # as earlier versions submit it

    def test_a_pipe_in_the_place_of_a_batch_keeps_nobody_waiting(self):
        self.batch.unlink()
        os.mkfifo(self.batch)
        self.assertIn("can't be read", self.refused("engine", "play", "--sum", self.sum, self.batch))


class TournamentFileTest(SharedFolder, TournamentCase):
    def tournament_in(self, folder):
        self.tournament(*self.picks(2), *SMALL, "--games", 2, "--db", folder / "t.db")
        return folder / "t.db"

    def test_nobody_elses_journal_comes_into_it(self):
        """The journal belongs to the other user. SQLite would copy it into the file, including the commands of bots that
        --resume runs."""
        shared = self.share()
        db = self.tournament_in(shared)
        before = db.read_bytes()
        for ending in ("-journal", "-wal", "-shm"):
            self.as_other(f"echo something > t.db{ending}")
            for command in (["tournament", "--resume", "--db", db], ["standings", db], ["serve", db]):
                with self.subTest(ending=ending, command=command[0]):
                    self.assertRegex(self.refused(*command), f"t.db{ending}' belongs to another user")
            self.as_other(f"rm t.db{ending}")
        self.assertEqual(db.read_bytes(), before)
        self.assertEqual(self.referee("tournament", "--resume", "--db", db).code, 0)

    def test_a_new_one_does_not_begin_with_a_foreign_journal(self):
        shared = self.share()
        self.as_other("echo something > t.db-wal")
        self.assertIn("t.db-wal' belongs to another user", self.refused("tournament", *self.picks(2), *SMALL, "--db", shared / "t.db"))
        self.assertFalse((shared / "t.db").exists())

    def test_the_bots_of_somebody_elses_tournament_are_not_run(self):
        shared = self.share()
        db = self.tournament_in(shared)
        with sqlite3.connect(db) as file:
            file.execute("PRAGMA journal_mode = DELETE")
        os.chown(db, OTHER, OTHER)
        self.assertIn("tournament file '" + str(db) + "' belongs to another user", self.refused("tournament", "--resume", "--db", db))
        self.assertEqual(self.referee("standings", db).code, 0)

    def test_a_pipe_beside_it_keeps_nobody_waiting(self):
        db = self.tournament_in(self.folder)
        os.mkfifo(self.folder / "t.db-journal")
        self.assertIn("t.db-journal' is not a file: remove it", self.refused("standings", db))

    def test_copies_of_bots_need_a_folder_where_nobody_else_renames_them(self):
        shared = self.share(0o777)
        bots = self.folder / "bots"
        bots.mkdir()
        for name in ("a", "b"):
            self.program(bots / name, "#!/bin/sh\nexit 1\n")
        self.need_sandbox()
        run = self.referee("tournament", "--bots", bots, *SMALL, "--sandbox=on", env={"TMPDIR": str(shared)}, code=1)
        self.assertRegex(run.err, r"\Areferee: the bots can't be copied to [^\n]*/shared: all users may rename files in it; "
                                  r"set TMPDIR to [^\n]*\n\Z")


class OutputTest(SharedFolder, TournamentCase):
    """Tests that logs, pages, tables and positions are not written to files or links of the other user."""

    def commands(self, path):
        log = self.folder / "own.json"
        db = self.folder / "own.db"
        if not log.exists():
            self.referee(bot(), bot(), "--game", GAME, *LONG_LIMITS, "--log", log)
            self.tournament(*self.picks(2), *SMALL, "--games", 2, "--db", db)
        yield bot(), bot(), "--game", GAME, *LONG_LIMITS, "--log", path
        yield bot(), bot(), "--game", GAME, *LONG_LIMITS, "--games", 2, "--log", path
        yield "view", log, "-o", path
        yield "export", db, "games", "-o", path
        yield "view", db, "-o", f"{path}.html"

    def check_refused(self, plant, remove):
        shared = self.share()
        for command in self.commands(shared / "out"):
            with self.subTest(command):
                self.as_other(plant)
                self.refused(*command)
                self.as_other(remove)

    def test_the_links_of_others_are_not_followed(self):
        target = self.folder / "target"
        self.check_refused(f"ln -s {target} out; ln -s {target} out.html", "rm out out.html")
        self.assertFalse(target.exists())
        target.touch()
        self.check_refused(f"ln -s {target} out; ln -s {target} out.html", "rm out out.html")
        self.assertEqual(target.read_bytes(), b"")

    def test_the_pipes_of_others_are_not_waited_for(self):
        self.check_refused("mkfifo out out.html", "rm out out.html")

    def test_the_files_of_others_are_not_written_to(self):
        self.check_refused("touch out out.html", "rm out out.html")

    def test_ones_own_links_and_files_are_used_there(self):
        shared = self.share()
        (shared / "out").symlink_to(self.folder / "target")
        command = next(self.commands(shared / "out"))
        self.assertEqual(self.referee(*command).code, 0)
        self.assertGreater((self.folder / "target").stat().st_size, 0)
        self.assertTrue((shared / "out").is_symlink())
        self.assertEqual(self.referee(*command, "--force").code, 0)

    def test_a_pipe_that_nobody_reads_is_told_of(self):
        os.mkfifo(self.folder / "out")
        said = self.refused(*next(self.commands(self.folder / "out")))
        self.assertIn("nobody reads this named pipe; start its reader first", said)
