"""A tournament's file that can't be read or written: one line reports the system's error, and nothing is lost."""
import contextlib
import os
import resource
import sqlite3
import subprocess

from harness import FACTOR, REFEREE, SCRIPTED_BOT, Run, bot
from tournament_case import SMALL, TournamentCase

NOBODY = 65534


class Unwritable(TournamentCase):
    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self.db = self.disk / "t.db"

    def begin(self, *more):
        self.tournament(*self.picks(2), *SMALL, "--games", "6", "--stop-after", "2", "--db", self.db, *more)

    def on_mount(self, mount, *commands):
        """Runs referee with `disk` mounted in this way. Returns the runs."""
        def run(script):
            done = subprocess.run(["unshare", "-rm", "sh", "-c", f"{mount} && {script}", "sh", str(self.disk), REFEREE],
                                  cwd=self.folder, env=self.environment(), capture_output=True, timeout=120 * FACTOR,
                                  check=False)
            return Run(done.returncode, done.stdout.decode(), done.stderr.decode())
        if run("true").code != 0:
            self.skipTest("no mounts can be made here")
        return [run(f'"$2" {command}') for command in commands]

    def assert_refused(self, run, code, said):
        self.assertEqual(run.code, code, str(run))
        self.assertRegex(run.err, rf"\Areferee: [^\n]*{said}\n\Z")

    READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"'

    def test_a_read_only_mount(self):
        self.begin()
        resumed, shown, made = self.on_mount(
            self.READ_ONLY, "tournament --resume --db disk/t.db", "standings disk/t.db",
            "tournament true false --db disk/new.db")
        self.assert_refused(resumed, 2, "disk/t.db' can't be opened for writing: Read-only file system")
        self.assertEqual((shown.code, shown.err), (0, ""))
        self.assertIn("2 of 6 games played", shown.out)
        self.assert_refused(made, 2, "disk/new.db' can't be made: Read-only file system")

    def test_what_a_killed_process_has_left_on_a_read_only_mount(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "100000", "--db", self.db)
        self.wait_for_games(4, self.db)
        process.kill()
        process.communicate()
        (run,) = self.on_mount(self.READ_ONLY, "standings disk/t.db")
        if run.code != 0:
            self.assert_refused(run, 2, "can be read only with write permission: copy it together with 'disk/t.db-wal'")
        self.assertIn("games played", self.standings(self.db))

    def test_a_full_disk(self):
        bots = " ".join(f"'{pick}'" for pick in self.picks(2))
        (run,) = self.on_mount('mount -t tmpfs -o size=1m none "$1"', f"tournament {bots} {' '.join(SMALL)} --games 3000 --quiet --db "
                               'disk/t.db && true; code=$?; "$2" standings disk/t.db; exit $code')
        self.assertEqual(run.code, 1, str(run))
        self.assertIn("'disk/t.db' can't be written: the disk is full; what it holds is safe\n", run.err)
        self.assertRegex(run.out, r"\n[1-9][0-9]* of 3000 games played\n")

    def test_what_only_reads_needs_no_room_on_the_disk(self):
        self.tournament(*self.picks(2), *SMALL, "--games", "6", "--db", "whole.db")
        expected = self.standings("whole.db")
        fill = 'mount -t tmpfs -o size=1m none "$1" && cp whole.db disk/t.db && { cat /dev/zero >disk/filler 2>/dev/null; true; }'
        shown, games, logs, report = self.on_mount(fill, "standings disk/t.db", "export disk/t.db games", "export disk/t.db",
                                                   "view disk/t.db -o pages")
        self.assertEqual((shown.code, shown.out, shown.err), (0, expected, ""))
        self.assertEqual([run.code for run in (games, logs, report)], [0, 0, 0], f"{games}{logs}{report}")
        self.assertEqual((games.out.count("\n"), logs.out.count("\n")), (7, 6))

    def test_a_limit_on_the_size_of_files_is_like_a_full_disk(self):
        """The kernel's signal, which ends a program without a word, does not end this one."""
        self.tournament(*self.picks(2), *SMALL, "--games", "6", "--db", "whole.db")
        self.referee(bot(), bot(), *SMALL, "--log", "match.json")
        for command in (["standings", "whole.db"], ["export", "whole.db", "-o", "logs"], ["view", "whole.db", "-o", "pages"],
                        ["view", "match.json", "-o", "page.html"], [bot(), bot(), *SMALL, "--log", "log.json"],
                        ["tournament", *self.picks(2), *SMALL, "--db", "new.db"], ["check", bot(), "--sandbox=on"],
                        ["tournament", *self.picks(2), *SMALL, "--db", "new.db", "--sandbox=on"]):
            with self.subTest(command):
                run = self.referee(*command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
                self.assertIn(run.code, (0, 1), str(run))
                if run.code != 0:
                    self.assertRegex(run.err, r"\A(referee: [^\n]*\n)+\Z")
                    self.assertIn("File too large", run.err)
                made = [self.folder / name for name in ("logs", "page.html", "log.json", "new.db")]
                self.assertFalse([path for path in made if path.exists() and path.stat().st_size > 0])

    def test_without_proc_the_commands_that_need_it_say_so(self):
        self.begin()
        bots = f"{SCRIPTED_BOT} {SCRIPTED_BOT}"
        needs = [f"{bots} --sandbox off", f"{bots} --sandbox on", "random random --sandbox off", f"tournament {bots} --db new.db",
                 f"tournament {bots} --db new.db --engine slurm", "tournament --resume --db disk/t.db", f"check {SCRIPTED_BOT}"]
        shown, *runs = self.on_mount("mount -t tmpfs none /proc", "standings disk/t.db", *needs)
        self.assertEqual((shown.code, shown.err), (0, ""))
        for run in runs:
            self.assertEqual((run.code, run.err), (1, "referee: /proc is not mounted, and no bot can be run without it\n"))
        self.assertFalse((self.folder / "new.db").exists())

    def test_a_folder_in_place_of_the_file(self):
        self.db.mkdir()
        for command in (["tournament", "--resume", "--db"], ["standings"]):
            self.assert_refused(self.referee(*command, self.db), 2, "t.db' is not a file")

    def test_a_file_that_another_process_has_locked(self):
        self.begin()
        with contextlib.closing(sqlite3.connect(self.db)) as other:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
            for command in (["tournament", "--resume", "--db"], ["standings"]):
                self.assert_refused(self.referee(*command, self.db), 2, "t.db' is in use by another process")

    def as_nobody(self, *arguments):
        if os.geteuid() != 0:
            return self.referee(*arguments)
        self.folder.chmod(0o755)
        run = self.referee(*arguments, preexec_fn=lambda: (os.setgroups([]), os.setgid(NOBODY), os.setuid(NOBODY)))
        return run

    def test_permissions(self):
        self.begin()
        if os.geteuid() == 0:
            for path in (self.disk, self.db):
                os.chown(path, NOBODY, NOBODY)
            try:
                self.as_nobody("--version")
            except PermissionError:
                self.skipTest("another user can't run referee here")
        resume = ["tournament", "--resume", "--db", self.db]
        self.addCleanup(self.disk.chmod, 0o755)
        cases = [(0o755, 0o444, resume, "t.db' can't be opened for writing: Permission denied"),
                 (0o755, 0o000, resume, "t.db' can't be opened: Permission denied"),
                 (0o755, 0o000, ["standings", self.db], "t.db' can't be opened: Permission denied"),
                 (0o555, 0o644, resume, "t.db' can't be written: folder '[^']*/disk': Permission denied"),
                 (0o000, 0o644, resume, "t.db' can't be opened: Permission denied"),
                 (0o000, 0o644, ["standings", self.db], "t.db' can't be opened: Permission denied")]
        for folder, file, command, said in cases:
            with self.subTest(command=command, folder=oct(folder), file=oct(file)):
                self.disk.chmod(0o755)
                self.db.chmod(file)
                self.disk.chmod(folder)
                self.assert_refused(self.as_nobody(*command), 2, said)
        self.disk.chmod(0o755)
        self.db.chmod(0o644)
        self.assertIn("2 of 6 games played", self.standings(self.db))
