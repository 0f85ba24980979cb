"""Tests what bots write to stderr. No bot loses because of it, however much it is. Text that accompanies moves is kept as
notes. It is limited in size, made harmless, and not counted as thinking time."""
import json
import re
import subprocess
import time

from harness import FACTOR, GAME, HARMFUL, LONG, LONG_LIMITS, RefereeTest, bot, read_logs
from tournament_case import stored_logs


def microseconds_of_a_pipe(size):
    """The time that the machine now takes to carry so many bytes from a process to this one."""
    begin = time.monotonic()
    subprocess.run(["head", "-c", str(size), "/dev/zero"], stdout=subprocess.PIPE, check=True)
    return (time.monotonic() - begin) * 1e6


class StderrTest(RefereeTest):
    def test_a_lot_in_each_turn(self):
        """One bot writes slightly less than a pipe holds in each turn, or much more. The game is played to its end,
        whether one bot does this or both."""
        for players in ((bot(chatter=60_000), bot()), (bot(chatter=200_000), bot(chatter=60_000))):
            _, log = self.play(*players, "--game", "othello")
            self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
            self.assertGreater(len(log["plies"]) // 2 * 60_000, 1_300_000)

    def test_who_writes_a_lot_pays_for_the_writing_and_the_opponent_for_nothing(self):
        """A bot that writes 12 MB in each turn is charged for the time that the referee needs to read them. If the referee
        read at most 64 KiB per millisecond, this would take 183 ms."""
        writer, opponent, through_a_pipe = [], [], []
        for _ in range(10):  # other processes may occupy the cores
            through_a_pipe.append(microseconds_of_a_pipe(12_000_000))
            _, log = self.play(bot(chatter=12_000_000), bot(), "--game", "magnetize:height=6,width=7,square=4")
            self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
            writer.append(log["plies"][0]["wall_us"])
            opponent += [ply["wall_us"] for ply in log["plies"] if ply["player"] == 1]
            if min(writer) < 90_000:
                break
        # A busy machine is slow at both.
        self.assertLess(min(writer), max(90_000 * FACTOR, 4 * min(through_a_pipe)))
        self.assertLess(sorted(opponent)[len(opponent) // 2], 20_000 * FACTOR)

    def test_a_little_in_each_turn_of_a_long_game(self):
        talker = bot(chatter=1300)
        _, log = self.play(talker, talker, "--game", "magnetize:height=32,width=64,square=8")
        self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
        self.assertGreater(len(log["plies"]) // 2 * 1300, 1_200_000)

    def test_of_much_the_end_is_kept_and_what_is_left_out_is_counted(self):
        run, log = self.play(bot(5, "exit:3", chatter=60_000, stderr=r"last words\n"), bot())
        tail = log["failure"]["stderr_tail"]
        match = re.match(r"\[(\d+) bytes left out\]\n", tail)
        self.assertTrue(match, tail[:100])
        self.assertEqual(int(match[1]) + len(tail) - match.end(), 5 * 60_000 + len("last words\n"))
        self.assertTrue(tail.endswith("e\nlast words\n"))
        self.assertLessEqual(len(tail), 65536)
        self.assertIn("| last words", run.out)

    def test_passing_it_on_makes_no_game_void(self):
        """The referee is late because it prints the bot's stderr. The bot is charged for this time, so the game is not
        void. On a busy machine it may be void for another reason, but not each time."""
        script = self.program("empty_lines", "#!/bin/sh\nyes '' >&2 &\nexec sleep 1000\n")
        for _ in range(3):
            run = self.referee(script, bot(), "--game", GAME, "--stderr", "--json", "--move-time", f"{200 * FACTOR}ms")
            result = json.loads(run.out)
            self.assertEqual(result["endings"], {"timeout": 1})
            if result["void_games"] == 0:
                break
        self.assertEqual(result["void_games"], 0)

    def test_without_end_beside_good_answers(self):
        """A child of the bot writes to stderr all the time."""
        for seat in (0, 1):
            players = [bot(), bot()]
            players[seat] = bot(1, "answer_and_flood_stderr")
            _, log = self.play(*players)
            self.assertEqual(log["result"]["ending"], "by_rules", log["result"]["detail"])
            self.assert_nothing_left()


# A bot that writes notes with each move. The notes are Python expressions, in which `turn` counts from 1 over all games
# of the process.
NOTER = """\
#!/usr/bin/python3
import os, sys, time
turn = 0
def lines(count):
    for _ in range(count):
        sys.stdin.readline()
sys.stdin.readline(), sys.stdin.readline()
height = int(sys.stdin.readline().split()[0])
while first := sys.stdin.readline():
    if first == "-1\\n":
        lines(2)
        height = int(sys.stdin.readline().split()[0])
        continue
    lines(int(sys.stdin.readline()))
    lines(1 + height)
    moves = [sys.stdin.readline() for _ in range(int(sys.stdin.readline()))]
    turn += 1
    note = NOTE
    os.write(2, note if isinstance(note, bytes) else note.encode())
    MORE
    os.write(1, moves[0].encode())
"""


class NotesTest(RefereeTest):
    def noter(self, note, more="pass", name="noter"):
        return str(self.program(name, NOTER.replace("NOTE", note).replace("MORE", more)))

    def own_plies(self, log, player=0):
        return [ply for ply in log["plies"] if ply["player"] == player]

    def test_notes_stand_with_their_ply(self):
        noter = self.noter("f'info depth {turn} score {-turn} nodes 5 pv DROP 1\\nthis is {turn}\\n'")
        for sandbox in self.sandboxes():
            run, log = self.play(noter, bot(), "--sandbox", sandbox)
            own = self.own_plies(log)
            self.assertGreater(len(own), 15)
            for turn, ply in enumerate(own, 1):
                self.assertEqual(ply["notes"], {"info": {"depth": turn, "score": -turn, "nodes": 5, "pv": "DROP 1"},
                                                "text": f"info depth {turn} score {-turn} nodes 5 pv DROP 1\nthis is {turn}\n"})
            self.assertFalse(any("notes" in ply for ply in self.own_plies(log, 1)))
            self.assertNotIn("last_notes", log)
        shown = self.replay(run.path, "--at", 3).out
        self.assertIn("\n   says  -2, depth 2, 5 nodes, expects DROP 1\n   notes | this is 2\n", shown)

    def test_fewer_are_kept_if_the_user_says_so(self):
        noter = self.noter("f'info depth {turn}\\nthis is {turn}\\n'")
        _, log = self.play(noter, bot(), "--stderr-log", "info")
        self.assertEqual([ply["notes"] for ply in self.own_plies(log)][:2], [{"info": {"depth": 1}}, {"info": {"depth": 2}}])
        _, log = self.play(noter, bot(), "--stderr-log", "off")
        self.assertFalse(any("notes" in ply for ply in log["plies"]))
        run = self.referee(noter, bot(), "--stderr-log", "none")
        self.assertEqual((run.code, run.err.count("\n")), (2, 1), run)
        self.assertRegex(run.err, "--stderr-log 'none': write all, info or off")

    def test_a_process_that_plays_many_games(self):
        noter = self.noter("f'this is {turn}\\n'")
        log = self.folder / "log"
        self.referee(noter, bot(), "--games", 2, "--reuse", "--game", GAME, *LONG_LIMITS, "--log", log, code=0)
        texts = [ply["notes"]["text"] for game in read_logs(log) for ply in self.own_plies(game, 0 if game["players"][0]["name"] == "noter" else 1)]
        self.assertEqual(texts, [f"this is {turn}\n" for turn in range(1, len(texts) + 1)])

    def test_the_notes_of_a_forfeited_turn_are_kept_and_shown(self):
        noter = self.noter("f'info score {turn} string so\\nthis is {turn}\\n'", "moves[0] = 'x\\n' if turn == 3 else moves[0]")
        run, log = self.play(noter, bot())
        self.assertEqual(log["last_notes"], [{"info": {"score": 3, "string": "so"}, "text": "info score 3 string so\nthis is 3\n"}, None])
        self.assertIn("\n  says      +3, so\n", run.out)

    def test_after_the_last_ply(self):
        """The bot writes once more after it has answered. It keeps running for a while, during which its opponent
        thinks."""
        noter = self.noter("b''", "os.write(1, moves[0].encode()); os.write(2, b'bye\\n'); moves[0] = ''")
        _, log = self.play(noter, bot())
        noted = [ply["notes"]["text"] for ply in self.own_plies(log) if "notes" in ply] + \
            [notes["text"] for notes in log.get("last_notes", []) if notes]
        plies = len(self.own_plies(log))
        self.assertIn("".join(noted), ("bye\n" * plies, "bye\n" * (plies - 1)))  # the match may end before the last note

    def test_a_flood_is_cut_and_counted(self):
        noter = self.noter("b'x' * 100_000 + b'\\ninfo score 9\\n'")
        _, log = self.play(noter, bot())
        own = self.own_plies(log)
        for ply in own:
            notes = ply["notes"]
            self.assertEqual(notes["info"], {"score": 9})
            self.assertEqual(len(notes["text"]) + notes["left_out"], 100_014)
            self.assertEqual(len(notes["text"]), 4096)

    def test_a_gigabyte_harms_nothing(self):
        """A gigabyte is more than the referee can read in the bot's time, so the bot is late by its own fault. The text
        that the bot wrote in its valid turns is kept."""
        noter = self.noter("b'y' * 50_000", "[os.write(2, b'z' * 65536) for _ in range(1 << 14)] if turn == 2 else None")
        limits = ["--move-time", f"{400 * FACTOR}ms", "--limits", f"first={LONG}"]
        run, log = self.play(noter, bot(), *limits)
        self.assertEqual((log["result"]["ending"], log["result"]["winner"]), ("timeout", 1))
        self.assertLess(run.path.stat().st_size, 300_000)
        self.assertGreater(log["last_notes"][0]["left_out"], 50_000)
        self.assert_nothing_left()

    def test_the_match_has_a_bound(self):
        noter = self.noter("b'\\x1b[2J' * 1024")
        run, log = self.play(noter, noter, "--game", "magnetize:height=12,width=12,square=8,max_plies=80")
        for player in (0, 1):
            texts = [ply["notes"] for ply in self.own_plies(log, player)]
            self.assertEqual(sum(len(notes.get("text", "")) for notes in texts), 128 * 1024)
            self.assertEqual(texts[-1], {"left_out": 4096})
        self.assertLess(run.path.stat().st_size, 5_000_000)

    def test_nothing_reaches_a_terminal(self):
        wild = r"b'\x1b]0;owned\x07\x9b31m\xff\xfe\x00\r\xe2\x80\xae info\ninfo score 3 pv \x1b[2J string \xe2\x80\xae\x1b[2J\n'"
        run, log = self.play(self.noter(wild), bot(), "--show")
        self.assertIsNone(HARMFUL.search(run.path.read_bytes().decode()))
        for text in (run.out, run.err, self.replay(run.path).out):
            self.assertIsNone(HARMFUL.search(text), text[:3000])
        self.assertEqual(self.own_plies(log)[0]["notes"]["info"]["score"], 3)

    def test_a_stopped_bot_and_the_clock(self):
        """A bot is stopped between its turns. Text that it still writes after its answer is reported with its next turn.
        It is not charged for this."""
        self.need_sandbox()
        noter = self.noter("f'before {turn}\\n'", "time.sleep(0.002)")
        _, log = self.play(noter, bot(), "--sandbox", "on", "--ponder", "off")
        self.assertEqual([ply["notes"]["text"] for ply in self.own_plies(log)], [f"before {i}\n" for i in range(1, len(self.own_plies(log)) + 1)])

    def test_a_match_that_is_resumed_has_the_notes_of_its_own_plies(self):
        noter = self.noter("f'this is {turn}\\n'")
        run, _ = self.play(noter, bot())
        _, log = self.play(noter, bot(), "--resume", run.path, "--at", 4)
        own = self.own_plies(log)
        self.assertEqual([ply.get("notes") for ply in own[:3]], [None, None, {"text": "this is 1\n"}])

    def test_a_tournament_keeps_what_info_lines_say(self):
        noter = self.noter("f'info depth {turn} score 7\\nthis is {turn}\\n'")
        for words, expected in (((), {"info": {"depth": 1, "score": 7}}), (("--stderr-log", "off"), None),
                                (("--stderr-log", "all"), {"info": {"depth": 1, "score": 7}, "text": "info depth 1 score 7\nthis is 1\n"})):
            db = self.folder / f"t{len(words)}{''.join(words)}.db"
            self.referee("tournament", noter, bot(), "--games", 2, "--db", db, "--game", GAME, *LONG_LIMITS, "--sandbox", "off", *words, code=0)
            logs = stored_logs(db).values()
            self.assertEqual(len(logs), 2)
            for log in logs:
                own = self.own_plies(log, 0 if log["players"][0]["name"] == "noter" else 1)
                self.assertEqual(own[0].get("notes"), expected)
