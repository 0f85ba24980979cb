"""Tests the files that the referee writes: nothing is overwritten without permission, and no unwanted file is left. If a
file can't be written, one line reports the system's error and nothing is lost."""
import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import unittest

from harness import FACTOR, GAME, LONG_LIMITS, PATIENCE, REFEREE, SCRIPTED_BOT, RefereeTest, Run, bot, read_logs
from tournament_case import SMALL, TournamentCase


PLAY = [bot(), bot(pick=1), "--game", GAME, *LONG_LIMITS]


class LogTest(RefereeTest):
    def refused(self, said, *arguments):
        run = self.referee(*arguments, code=2, out="")
        self.assertRegex(run.err, rf"\Areferee: [^\n]*{said}[^\n]*\n\Z")

    def wait_for_the_match(self, process):
        """Waits until the head line is printed. The log is open by then."""
        head = [process.stdout.readline() for _ in range(2)]
        self.assertIn(b" against ", head[1])

    def test_the_program_of_an_entrant_stays_and_plays(self):
        program = self.folder / "mybot"
        shutil.copy(SCRIPTED_BOT, program)
        before = program.read_bytes()
        for games in (1, 2):
            for force in ([], ["--force"]):
                self.refused("mybot' would overwrite a file that is not a match log", "./mybot", bot(), "--games", games, "--log", "./mybot",
                             *force, *LONG_LIMITS)
        self.assertEqual(program.read_bytes(), before)

    def test_a_match_log_gives_way_only_where_that_is_asked_for(self):
        path = self.folder / "log"
        for games in (1, 3):
            self.referee(*PLAY, "--games", games, "--log", path, "--force")
            before = path.read_bytes()
            for more in (1, 3):
                self.refused("log' already exists: add --force", *PLAY, "--games", more, "--log", path)
            self.assertEqual(path.read_bytes(), before)
            self.referee(*PLAY, "--games", games, "--log", path, "--force", code=0)
            self.assertNotEqual(path.read_bytes(), before)
            self.replay(path, "--no-boards")
        self.refused("--force goes with --log", *PLAY, "--force")

    def test_an_empty_file_gives_way(self):
        path = self.folder / "log"
        for games in (1, 2):
            path.write_bytes(b"")
            self.assertEqual(self.referee(*PLAY, "--games", games, "--log", path).code, 0)
            self.replay(path, "--no-boards")

    def test_the_log_that_is_resumed_is_read_before_it_is_overwritten(self):
        path = self.folder / "log"
        self.referee(*PLAY, "--log", path)
        before = path.read_bytes()
        resume = [bot(), bot(pick=2), *LONG_LIMITS, "--resume", path, "--at", 3]
        self.refused("already exists", *resume, "--games", 2, "--log", path)
        self.refused("no such file", "./nobody", bot(), "--resume", path, "--games", 2, "--log", path, "--force")
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(self.referee(*resume, "--games", 2, "--log", path, "--force").code, 0)
        self.assertEqual([log["opening"] for log in read_logs(path)], [3, 3])

    def test_a_series_that_is_stopped_before_its_first_match_ends_leaves_the_old_log(self):
        path = self.folder / "log"
        self.referee(*PLAY, "--log", path)
        before = path.read_bytes()
        process = self.start(bot(1, "never_answer"), bot(), "--games", 2, "--log", path, "--force", *LONG_LIMITS)
        self.wait_for_the_match(process)
        process.kill()
        process.wait()
        self.assertEqual(path.read_bytes(), before)

    def test_a_file_that_has_the_name_of_a_part_stays(self):
        part = self.folder / "log.part"
        part.write_text("precious")
        self.assertEqual(self.referee(*PLAY, "--log", "log").code, 0)
        self.assertEqual(part.read_text(), "precious")
        self.assertEqual(sorted(os.listdir(self.folder)), ["log", "log.part"])

    def test_two_referees_do_not_write_one_log(self):
        for games in (1, 2):
            path = self.folder / f"log{games}"
            process = self.start(bot(1, "never_answer"), bot(), "--games", games, "--log", path, *LONG_LIMITS)
            self.wait_for_the_match(process)
            for more in (1, 2):
                self.refused("is being written by another process", *PLAY, "--games", more, "--log", path)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(PATIENCE), 128 + signal.SIGTERM)
            self.assertEqual(read_logs(path)[0]["result"]["ending"] if games == 2 else "aborted", "aborted")
            self.assertGreater(path.stat().st_size, 0)

    def test_a_log_has_the_permissions_of_any_new_file(self):
        self.referee(*PLAY, "--log", "log", preexec_fn=lambda: os.umask(0o026), code=0)
        self.assertEqual(stat.S_IMODE((self.folder / "log").stat().st_mode), 0o640)

    def test_a_full_disk_leaves_no_part(self):
        full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)), "restore_signals": False}
        self.referee(*PLAY, "--log", "log", **full, code=1)
        self.assertEqual(os.listdir(self.folder), ["log"])
        self.assertEqual((self.folder / "log").read_bytes(), b"")


class SaveTest(RefereeTest):
    def person(self, *lines, game=GAME):
        return self.referee("human", "human", "--game", game, stdin="".join(f"{line}\n" for line in lines)).out

    def test_a_saved_match_gives_way_to_a_later_one_and_no_other_file_does(self):
        saved = self.folder / "game"
        self.assertIn("saved after ply 1", self.person("0", "save game", "quit"))
        self.assertIn("saved after ply 2", self.person("0", "1", "save game", "quit"))
        before = saved.read_bytes()
        self.referee(*PLAY, "--log", "played")
        for name in ("played", "precious"):
            path = self.folder / name
            if name == "precious":
                path.write_text("precious")
            old = path.read_bytes()
            self.assertIn(f"'{name}' already exists and is not a saved match: choose another name", self.person(f"save {name}", "quit"))
            self.assertEqual(path.read_bytes(), old)
        self.assertEqual(saved.read_bytes(), before)

    def test_a_position_overwrites_nothing(self):
        path = self.folder / "position"
        path.write_text("precious")
        self.assertIn("'position' already exists: choose another name", self.person("savepos position", "quit", game="fitz"))
        self.assertEqual(path.read_text(), "precious")
        path.write_text("")
        self.assertIn("position saved in position", self.person("savepos position", "quit", game="fitz"))


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
        """Runs referee with `disk` mounted by the command `mount`. Returns the runs."""
        environment = {**self.environment(), "ASAN_OPTIONS": "detect_leaks=0"}  # which needs /proc

        def run(script):
            done = subprocess.run(["unshare", "-rm", "sh", "-c", f"{mount} && {script}", "sh", str(self.disk), REFEREE],
                                  cwd=self.folder, env=environment, capture_output=True, timeout=PATIENCE,
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
        self.assert_refused(made, 2, "disk/new.db' can't be created: Read-only file system")

    def test_what_a_killed_process_has_left_on_a_read_only_mount(self):
        process = self.start("tournament", *self.picks(2), *SMALL, "--games", "100000", "--db", self.db)
        self.wait_for_games(4, self.db)
        process.kill()
        process.communicate()
        (run,) = self.on_mount(self.READ_ONLY, "standings disk/t.db")
        if run.code != 0:
            self.assert_refused(run, 2, "can be read only with write permission: copy it, together with 'disk/t.db-wal', to a folder of your own")
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
        """The kernel sends SIGXFSZ, a signal that silently ends most programs. The referee must report an error
        instead."""
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

    @unittest.skipIf(FACTOR > 1, "a sanitizer needs /proc, too")
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
        return self.referee(*arguments, preexec_fn=lambda: (os.setgroups([]), os.setgid(NOBODY), os.setuid(NOBODY)))

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
