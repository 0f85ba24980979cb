"""Tests hostile rules, hostile bots in games of one's own, and a stop at any moment: no bot is blamed for the rules, no
game is counted wrongly or played again, and nothing is left."""
import collections
import json
import signal
import time

import own_rules
from harness import BIN, FACTOR, LONG_LIMITS, PATIENCE, SOAK, read_logs
from tournament_case import TournamentCase

# Plays by the rules, and then gives an odd answer, another one in each process: with control characters, requests of the rules'
# protocol, wrong encodings, many words, or a listed move in another form.
ODD = """import os, random, sys
count = os.open("count", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.write(count, b"x")
dice, read = random.Random(os.fstat(count).st_size), sys.stdin.buffer.readline
odd = [b"1 ", b" 1", b"01", b"+1", b"1\\t", b"1\\r", b"3", b"end", b"play 1", b"1\\0", b"1; play 2", b"\\xff\\xfe", b"\\xe2\\x80\\xae1", b"9" * 60, b"x" * 5000, b"%s%n", b"LOST", b"PASS", b""]
while read():
    read(); height = int(read().split()[0]); plies = dice.randrange(3)
    while (ply := read().strip()) not in (b"", b"-1"):
        for _ in range(int(read())): read()
        for _ in range(1 + height): read()
        moves = [read().strip() for _ in range(int(read()))]
        if plies == 0:
            answer = dice.choice(odd) if dice.randrange(2) else bytes(dice.choice(range(256)) for _ in range(dice.randrange(1, 70))).replace(b"\\n", b"1")
            if answer in moves: answer = b"no"
        else:
            answer = dice.choice(moves)
        plies -= 1
        sys.stdout.buffer.write(answer + b"\\n"); sys.stdout.flush()
"""


class OwnHostileTest(TournamentCase):
    def heap(self, fault="pass"):
        return own_rules.heap(self.folder, fault) + ":stones=9"

    def bots(self, count=2):
        return [f"bot{number}={BIN / 'random.py'}" for number in range(count)]

    def match(self, fault, *arguments, code):
        run = self.referee(*self.bots(), "--game", self.heap(fault), "--log", "m.json", "--force", *LONG_LIMITS, *arguments, code=code)
        log = json.loads((self.folder / "m.json").read_text())
        self.check_log(log)
        self.assert_nothing_left()
        return run, log

    def games(self, db):
        return [json.loads(line) for line in self.referee("export", db, code=0).out.splitlines()]

    def test_floods_and_answers_in_pieces(self):
        late = {
            "while plies == 1: sys.stderr.write('x' * 10000)": "has not replied within 1s",
            "while plies == 1: os.write(1, b'o'); time.sleep(0.05)": "has not replied within 5s, in which it was idle",
            "while plies == 1: os.write(1, b'rows 1\\n')": "wrote a reply of more than 1 MiB",
        }
        for fault, words in late.items():
            with self.subTest(fault):
                run, log = self.match(fault, code=3)
                self.assertIn(words, log["result"]["detail"])
                self.assertEqual((log["result"]["ending"], log["failure"]), ("aborted", None))
                self.assertRegex(log["result"]["detail"], "after: new stones=9; play [12]$")
        for fault in ("for byte in f'note {plies}' * (plies == 1): os.write(2, byte.encode()); time.sleep(0.01)",
                      "sys.stderr.write('x' * 100_000 + '\\n')"):
            with self.subTest(fault):  # slow, but in time; and words for the author
                self.assertEqual(self.match(fault, code=0)[1]["result"]["ending"], "by_rules")

    def test_children_of_the_rules_end_with_them(self):
        child = "if plies == 0: subprocess.Popen(['/bin/sleep', '600'], start_new_session=SESSION)"
        for sandbox in self.sandboxes():
            with self.subTest(sandbox):
                self.assertEqual(self.match(child.replace("SESSION", str(sandbox == "on")), "--sandbox", sandbox, code=0)[1]["result"]["ending"], "by_rules")
        self.need_sandbox()
        # The children stay, and hold the pipe of the replies open. One of them starts threads, because the rules have a second of CPU time, in
        # which some machines can't fork as often as allowed.
        bomb = ("def crowd():\n"
                "            import threading\n"
                "            try:\n"
                "                while True: threading.Thread(target=time.sleep, args=(600,)).start()\n"
                "            except RuntimeError: time.sleep(600)\n"
                "        if plies == 1: os.fork() or crowd()\n"
                "        while plies == 1: time.sleep(0.02), os.fork() or time.sleep(600)")
        _, log = self.match(bomb, "--sandbox", "on", code=3)
        self.assertEqual((log["result"]["ending"], log["failure"]), ("aborted", None))
        self.assertIn("has ended: it started more processes and threads than allowed (stderr: BlockingIOError", log["result"]["detail"])

    def test_neither_sees_or_changes_the_files_of_the_other(self):
        self.need_sandbox()
        (self.folder / "secret.txt").write_text("SECRET")
        spy = (f"for path in ({str(self.folder)!r}, '/home', '/root', '/tmp', '/proc'):\n"
               "            for base, _, files in os.walk(path) if path != '/proc' else [('/proc', [], [d + '/environ' for d in os.listdir('/proc') if d.isdigit()])]:\n"
               "                for name in files:\n"
               "                    try:\n"
               "                        if b'SEC' + b'RET' in open(os.path.join(base, name), 'rb').read(100_000): sys.exit('found ' + name)\n"
               "                    except OSError: pass\n"
               f"        for path in ('/tmp/x', 'y', {str(self.folder / 'z')!r}):\n"
               "            try: open(path, 'w').write('x')\n"
               "            except OSError: pass")
        (self.folder / "bot.py").write_text("# SECRET\n" + (BIN / "random.py").read_text())
        match = ["a=python3 bot.py", "b=python3 bot.py", "--game", self.heap(spy), *LONG_LIMITS]
        self.referee(*match, "--sandbox", "on", code=0)
        self.assertFalse((self.folder / "z").exists() or (self.folder / "y").exists())
        self.assertRegex(self.referee(*match, "--sandbox", "off", code=3).out, r"stderr: found (secret\.txt|bot\.py)")
        self.assert_nothing_left()

    def test_odd_answers_lose_and_never_reach_the_rules(self):
        """The rules fail, and so abort the game, if they get anything but a listed move."""
        games = 3000 if SOAK else 100
        (self.folder / "odd.py").write_text(ODD)
        strict = "assert request in ('new stones=9\\n', 'play 1\\n', 'play 2\\n') and left >= 0"
        self.referee("a=python3 odd.py", "b=python3 odd.py", "--game", self.heap(strict), "--games", games, "--sandbox", "off", "--log", "m.jsonl", *LONG_LIMITS, code=0, timeout=1200 * FACTOR)
        endings = collections.Counter()
        for log in read_logs(self.folder / "m.jsonl"):
            endings[log["result"]["ending"]] += 1
            self.assertEqual(log["result"]["winner"], 1 - log["failure"]["player"] if log["failure"] else log["result"]["winner"])
        self.assertEqual(sum(endings.values()), games)
        self.assertGreaterEqual(min(endings["invalid_move"], endings["unreadable_move"], endings["line_too_long"]), games // 100, endings)
        self.assertNotIn("aborted", endings)
        self.assert_nothing_left()

    def test_a_kill_at_any_moment_loses_and_repeats_nothing(self):
        slow = "time.sleep(0.003)"
        plan = [*self.bots(3), "--game", self.heap(slow), "--games", 8, "--seed", 4, "--openings", 2, "--jobs", 2, *LONG_LIMITS]
        self.referee("tournament", *plan, "--db", "whole.db", code=0)
        for kill in range(40 if SOAK else 6):
            words = ["tournament", "--resume", "--db", "t.db"] if (self.folder / "t.db").exists() else ["tournament", *plan, "--db", "t.db"]
            process = self.start(*words)
            time.sleep(0.15 + 0.07 * kill)
            process.kill()
            process.communicate()
            self.assert_nothing_left()
        if not (self.folder / "t.db").exists():
            self.referee("tournament", *plan, "--db", "t.db", code=0)
        self.referee("tournament", "--resume", "--db", "t.db", code=0)
        planned = [[(game["players"][0]["name"], game["players"][1]["name"], game["game"]["seed"]) for game in self.games(db)] for db in ("whole.db", "t.db")]
        self.assertEqual(len(planned[0]), 24)
        self.assertEqual(sorted(planned[0]), sorted(planned[1]))
        self.assertTrue(all(game["result"]["ending"] == "by_rules" for game in self.games("t.db")))
        self.assert_nothing_left()

    def test_an_edit_in_mid_tournament(self):
        """In a sandbox the run has a copy. Otherwise it ends with a clear sentence, and goes on when the file is back."""
        for sandbox in self.sandboxes():
            with self.subTest(sandbox):
                game, rules, db = self.heap("time.sleep(0.02)"), self.folder / "heap.py", f"{sandbox}.db"
                text = rules.read_text()
                process = self.start("tournament", *self.bots(), "--game", game, "--games", 20, "--db", db, "--sandbox", sandbox, "--jobs", 1, *LONG_LIMITS)
                self.wait_until(lambda: (self.folder / db).exists() and len(self.games(db)) > 2)
                rules.write_text(text.replace("time.sleep(0.02)", "sys.exit('edited')"))
                _, err = process.communicate(timeout=PATIENCE)
                if process.returncode != 0:
                    self.assertEqual(sandbox, "off")
                    self.assertIn("have changed since the start", err.decode())
                self.assertIn("are not those with which the tournament began", self.referee("tournament", "--resume", "--db", db, code=2).err)
                rules.write_text(text)
                self.referee("tournament", "--resume", "--db", db, code=0)
                games = self.games(db)
                self.assertEqual(len(games), 20)
                self.assertEqual({game["result"]["ending"] for game in games}, {"by_rules"})
                self.assertEqual(len({json.dumps(game["game"]["rules"]["files"]) for game in games}), 1)
                self.assert_nothing_left()

    def test_ctrl_c_while_the_rules_think(self):
        for sandbox in self.sandboxes():
            with self.subTest(sandbox):
                process = self.start("tournament", *self.bots(), "--game", self.heap("time.sleep(0.5)"), "--games", 20, "--db", f"c{sandbox}.db", "--sandbox", sandbox,
                                     "--jobs", 1, *LONG_LIMITS)
                self.wait_until((self.folder / f"c{sandbox}.db").exists)
                time.sleep(0.7 * FACTOR)
                for _ in range(2):
                    process.send_signal(signal.SIGINT)
                    time.sleep(0.1)
                began = time.monotonic()
                process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 130)
                self.assertLess(time.monotonic() - began, 30 * FACTOR)
                self.assertTrue(all(game["result"]["ending"] == "by_rules" for game in self.games(f"c{sandbox}.db")))
                self.assert_nothing_left()
