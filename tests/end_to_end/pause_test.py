"""Tests that with --ponder=off a delayed warden does not cost its bot anything, and that a late confirmation of one order
is not mistaken for the confirmation of the next order."""
import json
import os
import pathlib
import selectors
import shutil
import signal
import time

from harness import FACTOR, GAME, LONG, LONG_LIMITS, PATIENCE, SCRIPTED_BOT, RefereeTest, bot, main

THINKING = "I am thinking"
LATE = 1.2  # seconds; an order that takes this long has no consequences
GIVEN_UP = 3  # seconds; an order that is not confirmed by then counts as not obeyed


def state_and_parent_of(pid):
    state, parent = (pathlib.Path("/proc") / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
    return state, int(parent)


class PauseTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.need_sandbox()
        self.program, self.other = self.folder / "thinker", self.folder / "other"
        for program in (self.program, self.other):
            shutil.copy(SCRIPTED_BOT, program)

    def game(self, think_ms):
        """Starts a match. In its second turn the first bot writes THINKING to stderr and answers later. The other
        bot takes five seconds for its next turn. The first bot has a child, so its warden stops it."""
        thinker = f"{self.program} --at 2 --do late:{think_ms} --stderr '{THINKING}\\n'"
        thinker = self.with_a_child(thinker)
        return self.start(thinker, f"{SCRIPTED_BOT} --at 2 --do late:5000", "--game", GAME, "--sandbox=on", "--ponder=off",
                          "--stderr", "--json", "--log", "log", *LONG_LIMITS)

    def with_a_child(self, bot):
        script = self.folder / "with_a_child.sh"
        script.write_text(f"#!/bin/sh\nsleep 1000 </dev/null >/dev/null 2>&1 &\nexec {bot}\n")
        script.chmod(0o755)
        return str(script)

    def wait_for(self, process, text):
        """Reads the referee's stderr until it contains `text`."""
        seen = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stderr, selectors.EVENT_READ)
            end = time.monotonic() + PATIENCE
            while text.encode() not in seen:
                self.assertTrue(selector.select(end - time.monotonic()), seen)
                part = os.read(process.stderr.fileno(), 4096)
                self.assertTrue(part, seen)
                seen += part

    def process_of(self, program):
        """Returns the process of a bot. Requires: only one process of this bot is running."""
        def runs(folder):
            try:
                return (folder / "cmdline").read_bytes().startswith(str(program).encode() + b"\0")
            except OSError:
                return False
        bots = [int(folder.name) for folder in pathlib.Path("/proc").glob("[0-9]*") if runs(folder)]
        self.assertEqual(len(bots), 1)
        return bots[0]

    def warden_of_thinker(self):
        """Returns the pid of the warden, which is the parent of the bot and the first process of its sandbox."""
        return state_and_parent_of(self.process_of(self.program))[1]

    def delay_warden(self, stopped_bot):
        """Stops the thinker's warden until LATE seconds after the referee itself has stopped `stopped_bot`."""
        warden, stopped_bot = self.warden_of_thinker(), self.process_of(stopped_bot)
        os.kill(warden, signal.SIGSTOP)
        self.wait_until(lambda: state_and_parent_of(stopped_bot)[0] == "T")
        time.sleep(LATE)
        os.kill(warden, signal.SIGCONT)

    def result(self, process):
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, err)
        log = json.loads((self.folder / "log").read_text())
        self.check_log(log)
        self.assert_nothing_left()
        return log, json.loads(out)["void_games"]

    def test_an_order_that_is_obeyed_late_harms_nobody(self):
        process = self.game(300 * FACTOR)
        self.wait_for(process, THINKING)
        self.delay_warden(self.program)  # the referee orders the warden to stop the bot after the bot's answer
        log, void_games = self.result(process)
        self.assertEqual((log["result"]["ending"], log["failure"], void_games), ("by_rules", None, 0), log["result"])

    def test_an_order_that_is_not_obeyed_makes_the_game_void(self):
        process = self.game(300 * FACTOR)
        self.wait_for(process, THINKING)
        begin = time.monotonic()
        os.kill(self.warden_of_thinker(), signal.SIGSTOP)
        self.wait_for(process, THINKING)  # in the repetition of this game
        self.assertGreater(time.monotonic() - begin, GIVEN_UP)
        log, void_games = self.result(process)
        self.assertEqual((log["result"]["ending"], log["failure"], void_games), ("by_rules", None, 1), log["result"])

    def test_a_bot_that_leaves_with_its_answer_has_exited(self):
        """The bot's warden ends before it reads the order to stop the bot. That does not count as a missing
        confirmation."""
        run = self.referee(f"{SCRIPTED_BOT} --at 3 --do answer_and_exit:3", bot(), "--game", GAME, "--games", 60, "--sandbox=on",
                           "--ponder=off", "--json", *LONG_LIMITS)
        result = json.loads(run.out)
        self.assertEqual((result["void_games"], result["endings"]), (0, {"exited": 60}))

    def test_a_bot_that_is_let_go_on_late_has_its_whole_time_from_then_on(self):
        """The bot's warden is delayed while the other bot thinks, and then for longer than the bot's limit for a
        move."""
        other = f"{self.other} --at 1 --do late:{2000 * FACTOR} --stderr '{THINKING}\\n'"
        process = self.start(self.with_a_child(f"{self.program} --at 2 --do late:{300 * FACTOR}"), f"other={other}", "--game", GAME, "--sandbox=on",
                             "--ponder=off", "--stderr", "--json", "--log", "log", "--move-time", f"{1000 * FACTOR}ms",
                             "--limits", f"first={LONG}", "--limits", f"other:move={LONG}")
        self.wait_for(process, THINKING)
        self.delay_warden(self.other)  # the referee orders the warden to resume the bot after the other bot's answer
        log, void_games = self.result(process)
        self.assertEqual((log["result"]["ending"], log["failure"], void_games), ("by_rules", None, 0), log["result"])


if __name__ == "__main__":
    main()
