"""Tests the referee under difficult conditions: pipes as logs, full disks, pasted text, a signal to all processes,
and false logs."""
import json
import os
import resource
import signal
import threading

from harness import GAME, LONG_LIMITS, PATIENCE, SCRIPTED_BOT, RefereeTest, bot


class HardPlacesTest(RefereeTest):
    def test_a_pasted_line_longer_than_any_answer_is_explained_and_dropped(self):
        run = self.referee("human", bot(), *LONG_LIMITS, stdin="x" * 5000 + "\n?\nquit\n")
        self.assertIn("(a line of more than 1024 characters)", run.out)
        self.assertNotIn("\\x00", run.out)
        self.assertIn("valid moves: ", run.out)
        self.assertEqual(run.code, 3)

    def test_a_log_goes_to_whoever_reads_the_pipe_from_the_start(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        texts = []
        reader = threading.Thread(target=lambda: texts.append(pipe.read_text()))
        reader.start()
        run = self.referee(bot(), bot(2, "exit:1"), *LONG_LIMITS, "--log", pipe)
        reader.join()
        self.assertEqual(run.code, 0, str(run))
        self.check_log(json.loads(texts[0]))

    def test_a_full_disk_takes_the_log_but_not_the_result(self):
        for games in ("1", "3"):
            run = self.referee(bot(), bot(2, "exit:1"), *LONG_LIMITS, "--games", games, "--log", "/dev/full", code=1)
            self.assertIn("exited", run.out)
            self.assertIn("No space left on device", run.err)
            self.assertNotIn("logged in", run.out)
        self.assert_nothing_left()

    def test_of_a_series_only_the_matches_that_are_in_the_log_are_said_to_be(self):
        path = self.folder / "series"
        length = self.folder / "length"
        self.referee(bot(), bot(), *LONG_LIMITS, "--game", GAME, "--games", 2, "--log", length)
        size = length.stat().st_size * 2  # a little more than four matches, because numbers differ in length
        run = self.referee(bot(), bot(), *LONG_LIMITS, "--game", GAME, "--games", 20, "--log", path, restore_signals=False,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)), code=1)
        logged = len(path.read_text().splitlines())
        self.assertGreater(logged, 1)
        self.assertIn(f"the first {logged} of {logged + 1} matches are logged in {path}; see them with: referee replay {path}\n", run.out)
        self.replay(path, "--no-boards")

    def test_a_stop_that_hits_the_bots_first_blames_none_of_them(self):
        log = self.folder / "log.json"
        process = self.start(bot(1, "never_answer"), bot(), *LONG_LIMITS, "--log", log)
        self.wait_for_bots(2)
        victims = [pid for pid, command in self.leftovers() if command.startswith(SCRIPTED_BOT.encode()) and b"never_answer" in command]
        process.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        for pid in victims:
            os.kill(pid, signal.SIGKILL)
        process.send_signal(signal.SIGCONT)
        self.assertEqual(process.wait(PATIENCE), 143)
        self.assertTrue(victims)
        self.assertEqual(json.loads(log.read_text())["result"]["ending"], "aborted")
        self.assert_nothing_left()

    def test_a_match_that_is_resumed_by_a_bot_that_does_not_start_can_be_replayed(self):
        broken = self.program("broken", "#!/tmp\n")
        first, _ = self.play(bot(), bot(3, "exit:1"))
        run, log = self.play(str(broken), bot(), "--resume", first.path, "--at", "3")
        self.assertEqual((log["result"]["ending"], log["opening"], len(log["plies"])), ("failed_to_start", 3, 3))
        self.replay(run.path)

    def test_a_forfeit_that_was_none_is_refused(self):
        run, log = self.play(bot(), bot(2, r"text:DROP 99\n"))
        self.replay(run.path)
        for change in ({"line": log["failure"]["valid_moves"][0]}, {"valid_moves": ["HELLO"]}):
            with self.subTest(change):
                run.path.write_text(json.dumps({**log, "failure": {**log["failure"], **change}}))
                self.assertIn("after ply 3", self.replay(run.path, code=1).err)

    def test_a_bot_that_speaks_too_early_is_sent_its_block_all_the_same(self):
        copy = self.folder / "copy"
        run, log = self.play(bot(1, "late:500"), bot(0, r"text:MAGNET\n", copy=copy))
        self.assertEqual(log["result"]["ending"], "premature")
        self.assertTrue(self.replay(run.path, "--stdin-of", "1").out.endswith("MAGNET\n"))

    def test_children_are_known_though_the_starter_ignores_them(self):
        def ignore():
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)

        run = self.referee(bot(1, "segfault"), bot(), *LONG_LIMITS, preexec_fn=ignore)
        self.assertIn("crashed", run.out)

    def test_a_reader_that_leaves_ends_the_series(self):
        process = self.start(bot(), bot(2, "exit:1"), "--games", "100000", "--log", "-", "--quiet", *LONG_LIMITS)
        process.stdout.read(10)
        process.stdout.close()
        self.assertEqual(process.wait(PATIENCE), 128 + signal.SIGPIPE)
        self.assertNotIn(b"referee: ", process.stderr.read())
        self.assert_nothing_left()

    def test_a_reader_that_has_left_is_no_trouble_to_tell_of(self):
        path = self.play(bot(), bot())[0].path
        for arguments in ([bot(), bot(), *LONG_LIMITS], [bot(), bot(), "--json", *LONG_LIMITS], [bot(), bot(), "--log", "-", *LONG_LIMITS],
                          ["replay", path], ["view", path, "-o", "-"], ["games"], ["--help"]):
            with self.subTest(arguments):
                reading, writing = os.pipe()
                os.close(reading)
                run = self.referee(*arguments, stdout=writing, restore_signals=False)
                os.close(writing)
                self.assertEqual(run.code, 128 + signal.SIGPIPE)
                self.assertNotIn("stdout", run.err)
