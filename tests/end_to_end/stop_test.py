"""Tests that a referee that is told to stop ends the match as aborted, writes the log of the match so far, and leaves no
process running."""
import json
import os
import pathlib
import re
import signal
import time

from harness import FACTOR, GAME, LONG_LIMITS, PATIENCE, RefereeTest, bot, read_logs

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def cpu_seconds(pid):
    return sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


class StopTest(RefereeTest):
    def finish(self, process, number):
        """Sends the signal. Returns referee's output. Referee must not wait until a bot's limit is over before it
        ends."""
        process.send_signal(number)
        out, err = process.communicate(timeout=15 * FACTOR)
        self.assertEqual(process.returncode, 128 + number, err)
        self.assert_nothing_left()
        return out.decode(), err.decode()

    def check_aborted(self, log):
        self.check_log(log)
        self.assertEqual((log["result"]["ending"], log["result"]["winner"]), ("aborted", None))
        self.assertIn("stopped", log["result"]["detail"])

    def test_while_the_winner_of_a_forfeit_is_still_ending(self):
        """The match is over, so it is reported and logged, whatever signal then ends the run."""
        for name, text in (("exits.sh", "read x; touch gone; exit 1"), ("lingers.sh", "trap '' INT TERM HUP; cat > /dev/null; touch ending; sleep 20 & wait")):
            self.program(name, f"#!/bin/sh\n{text}\n")
        for more in ([], ["--games", 4, "--jobs", 1]):
            with self.subTest(more):
                for name in ("gone", "ending"):
                    (self.folder / name).unlink(missing_ok=True)
                process = self.start("./exits.sh", "./lingers.sh", "--sandbox", "off", "--log", "m.json", "--force", "--game", GAME, *LONG_LIMITS, *more)
                self.wait_until((self.folder / "ending").exists)
                out, _ = self.finish(process, signal.SIGINT)
                self.assertRegex(out, r"exits (\(\*\) )?forfeits")
                first = read_logs(self.folder / "m.json")[0] if more else json.loads((self.folder / "m.json").read_text())
                self.check_log(first)
                self.assertEqual((first["result"]["ending"], first["result"]["winner"]), ("exited", 1))

    def test_in_the_middle_of_a_turn(self):
        for number in SIGNALS:
            for culprit in ("never_answer", "drip_bytes", "ignore_sigterm", "stop_itself"):
                with self.subTest(number.name, culprit=culprit):
                    path = self.folder / f"{number.name}_{culprit}"
                    process = self.start(bot(), bot(3, culprit), "--log", path, "--show", "--game", GAME, *LONG_LIMITS)
                    while not process.stdout.readline().startswith(b"5. "):
                        pass
                    out, err = self.finish(process, number)
                    log = json.loads(path.read_text())
                    self.check_aborted(log)
                    self.assertEqual(len(log["plies"]), 5)
                    self.assertIn("aborted after 5 plies", out)
                    self.assertEqual(err, "")
                    self.assertIn("aborted after 5 plies", self.replay(path).out)

    def test_between_turns_of_bots_that_play_on(self):
        path = self.folder / "log"
        slow = bot(2, "late:20")
        process = self.start(slow, slow, "--log", path, "--game", "magnetize:height=64,width=64,max_plies=100000",
                             "--show", *LONG_LIMITS)
        for _ in range(2000):
            process.stdout.readline()
        self.finish(process, signal.SIGINT)
        log = json.loads(path.read_text())
        self.check_aborted(log)
        self.assertGreater(len(log["plies"]), 10)

    def test_twice_is_no_more_than_once(self):
        path = self.folder / "log"
        process = self.start(bot(1, "never_answer"), bot(), "--log", path, *LONG_LIMITS)
        self.wait_until(lambda: len(self.leftovers()) == 3)
        process.send_signal(signal.SIGINT)
        self.finish(process, signal.SIGINT)
        self.check_aborted(json.loads(path.read_text()))

    def test_in_a_series(self):
        for number in SIGNALS:
            with self.subTest(number.name):
                path = self.folder / number.name
                process = self.start(bot(), bot(pick=1), "--games", 1_000_000, "--log", path, "--quiet", *LONG_LIMITS)
                self.wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= 5)
                out, _ = self.finish(process, number)
                logs = read_logs(path)
                self.assertGreaterEqual(len(logs), 5)
                for log in logs[:-1]:
                    self.check_log(log)
                    self.assertEqual(log["result"]["ending"], "by_rules")
                self.check_log(logs[-1])
                self.assertRegex(out, r"endings: (board full|square) \d+")
                whole = sum(log["result"]["ending"] == "by_rules" for log in logs)
                self.assertIn(f"\nstopped after {whole} of 1000000 games\n", "\n" + out)
                counted = [int(number) for number in re.findall(r" (\d+)(?=,|$)", out.split("endings:")[1].splitlines()[0])]
                self.assertEqual(sum(counted), whole)
                self.replay(path, "--no-boards")

    def test_in_a_series_of_which_nothing_is_told_on_stdout(self):
        for arguments, told in (([], "referee: stopped after 0 of 3 games\n"), (["--quiet"], "")):
            with self.subTest(arguments=arguments):
                process = self.start(bot(), bot(2, "never_answer"), "--games", 3, "--json", *arguments, *LONG_LIMITS)
                self.wait_until(lambda: len(self.leftovers()) == 3)
                out, err = self.finish(process, signal.SIGINT)
                self.assertEqual(json.loads(out)["games"], 0)
                self.assertIn(told, err)
                self.assertEqual("stopped after" in err, told != "")

    def test_with_json_on_stdout(self):
        process = self.start(bot(), bot(2, "never_answer"), "--json", *LONG_LIMITS)
        self.wait_until(lambda: len(self.leftovers()) == 3)
        time.sleep(0.2)
        out, _ = self.finish(process, signal.SIGTERM)
        document = json.loads(out)
        self.assertEqual((document["games"], document["matches"][0]["ending"]), (0, "aborted"))

    def test_while_a_person_thinks(self):
        path = self.folder / "log"
        reading, writing = os.pipe()
        self.addCleanup(os.close, writing)
        process = self.start("human", bot(), "--log", path, "--game", GAME, stdin=reading)
        os.close(reading)
        self.wait_until(lambda: len(self.leftovers()) == 2)
        self.finish(process, signal.SIGINT)
        self.check_aborted(json.loads(path.read_text()))

    def test_a_signal_that_was_ignored_from_the_start_stays_ignored(self):
        """nohup depends on this behaviour."""
        process = self.start(bot(3, f"late:{500 * FACTOR}"), bot(), "--quiet", *LONG_LIMITS,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_until(lambda: len(self.leftovers()) == 3)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)

    def test_bots_of_a_killed_referee_see_the_end_of_their_input(self):
        process = self.start(bot(2, f"late:{200 * FACTOR}"), bot(), *LONG_LIMITS)
        self.wait_until(lambda: len(self.leftovers()) == 3)
        process.kill()
        process.communicate()
        self.assert_nothing_left()

    def test_solve_tells_the_bound_it_has_found(self):
        process = self.start("solve", "magnetize", "--limits", "time=1h")
        self.wait_until(lambda: cpu_seconds(process.pid) > 0.8 * FACTOR)
        out, err = self.finish(process, signal.SIGINT)
        self.assertRegex(out, r"(?m)^stopped after .*: neither side can force a win within [1-9]\d* pl")
        self.assertEqual(err, "")
