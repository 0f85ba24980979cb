"""Files that a user names: nothing is overwritten without permission, and no file is left behind."""
import os
import resource
import shutil
import signal
import stat

from harness import FACTOR, GAME, LONG_LIMITS, SCRIPTED_BOT, RefereeTest, bot, read_logs

PLAY = [bot(), bot(pick=1), "--game", GAME, *LONG_LIMITS]


class LogTest(RefereeTest):
    def refused(self, said, *arguments):
        run = self.referee(*arguments)
        self.assertEqual((run.code, run.out), (2, ""), str(run))
        self.assertRegex(run.err, rf"\Areferee: [^\n]*{said}[^\n]*\n\Z")

    def wait_for_the_match(self, process):
        """Waits until the head line is printed; the log is then open."""
        head = [process.stdout.readline() for _ in range(2)]
        self.assertIn(b" against ", head[1])

    def test_the_program_of_an_entrant_stays_and_plays(self):
        program = self.folder / "mybot"
        shutil.copy(SCRIPTED_BOT, program)
        before = program.read_bytes()
        for games in (1, 2):
            for force in ([], ["--force"]):
                self.refused("mybot' would overwrite a file that is no match log", "./mybot", bot(), "--games", games, "--log", "./mybot",
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
            run = self.referee(*PLAY, "--games", games, "--log", path, "--force")
            self.assertEqual(run.code, 0, str(run))
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
            self.assertEqual(process.wait(60 * FACTOR), 128 + signal.SIGTERM)
            self.assertEqual(read_logs(path)[0]["result"]["ending"] if games == 2 else "aborted", "aborted")
            self.assertGreater(path.stat().st_size, 0)

    def test_a_log_has_the_permissions_of_any_new_file(self):
        run = self.referee(*PLAY, "--log", "log", preexec_fn=lambda: os.umask(0o026))
        self.assertEqual(run.code, 0)
        self.assertEqual(stat.S_IMODE((self.folder / "log").stat().st_mode), 0o640)

    def test_a_full_disk_leaves_no_part(self):
        full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)), "restore_signals": False}
        run = self.referee(*PLAY, "--log", "log", **full)
        self.assertEqual(run.code, 1)
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
