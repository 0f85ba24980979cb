"""Tests games whose rules are a program of the user in `referee serve`: people play them, running games are shown, and
rules that fail or hang disturb nobody else."""
import signal
import time

import own_rules
from harness import BIN, LONG_LIMITS, PATIENCE
from serve_case import FACTOR, ServeCase, Stream

BOT = BIN / "random.py"
MOVE_MS = min(20_000 * FACTOR, 60_000)  # no more can be wished for

# A game with one move of 64 characters in each of 3,001 plies.
LONG = """import sys
for request in sys.stdin:
    word = request.split()[0]
    if word == "referee":
        print("game long 1", "plies 3001", "ending last all has been played", sep="\\n")
    else:
        plies = 0 if word == "new" else plies + 1
        print("rows 0")
        print("over drawn last" if plies == 3001 else f"turn {plies % 2}\\nmoves 1\\n{plies:063d}x")
    print("end", flush=True)
"""


class ServeOwnGameTest(ServeCase):
    def heap(self, fault="pass"):
        return own_rules.heap(self.folder, fault)

    def test_it_is_offered_first_and_played_to_the_end_on_both_sides(self):
        server = self.serve("--game", f"{self.heap()}:stones=7")
        offers = server.get("/api/play").json()
        self.assertEqual([bot["name"] for bot in offers["bots"]], ["random"])
        self.assertEqual((offers["game"], offers["settings"], offers["games"][0]["name"]), ("heap", "stones=7", "heap"))
        self.assertIn("title <b>Heap</b>", offers["games"][0]["description"]["hello"])
        self.assertEqual(offers["games"][0]["settings"], [{"name": "stones", "meaning": "stones at the start", "value": 5, "least": 1, "most": 26}])
        for you in (0, 1):
            match = self.begin(server, "heap", "stones=7", you=you, move_ms=MOVE_MS)
            states, end = self.play(match, lambda moves: moves[0])
            self.assertTrue(all(state["rules"]["hello"][0] == "game heap 1" for state in states))
            self.assertEqual((end["result"]["ending"], end["result"]["detail"]), ("by_rules", "empty"))
            log = match.log().json()
            self.check_log(log)
            self.assertEqual(log["plies"][-1]["frame"]["board"], ["......."])
            self.assertEqual(len(log["plies"]), end["ply"])
            self.assertIn(b"</html>", match.page().body)
            (self.folder / "m.json").write_bytes(match.log().body)
            self.referee("replay", "m.json", "--rules", "./heap.py", code=0)

    def test_moves_are_taken_back_and_hinted(self):
        server = self.serve("--game", self.heap(), "--bot", BOT)
        match = self.begin(server, "heap", "stones=9", move_ms=MOVE_MS)
        first = match.turn()
        status, hint = server.post(match.path + "/hint", {})
        self.assertEqual((status, hint["move"] in first["moves"]), (200, True))
        match.move(0, "2")
        self.assertEqual(match.turn()["ply"], 2)
        status, answer = server.post(match.path + "/back", {"ply": 1})
        self.assertEqual(status, 201)
        other = type(match)(server, answer["id"])
        self.addCleanup(other.close)
        self.assertEqual(other.turn()["made"][0], [0, "2"])
        other.move(2, "1")
        self.assertEqual(self.play(other, lambda moves: moves[0])[1]["result"]["ending"], "by_rules")

    def test_a_long_match_is_played_on(self):
        """Tests a match whose moves take far more than 4 KiB."""
        rules = self.folder / "long.py"
        rules.write_text(LONG)
        server = self.serve("--game", "./long.py", "--bot", BOT)
        moves = [f"{ply:063d}x" for ply in range(3000)]
        status, answer = server.post("/api/matches", {"bot": 0, "game": "long", "settings": "", "you": 0, "move_ms": MOVE_MS, "seed": 1, "moves": moves})
        self.assertEqual(status, 201, answer)
        match = type(self.begin(server, "long"))(server, answer["id"])
        self.addCleanup(match.close)
        self.assertEqual(match.turn()["ply"], 3000)
        match.move(3000, f"{3000:063d}x")
        self.assertEqual(match.state(over=True)["result"]["ending"], "by_rules")

    def test_a_hint_while_rules_fail_says_so(self):
        # A hint has a process of the rules of its own. That of the match goes on.
        server = self.serve("--game", self.heap("if os.path.exists(MARK): sys.exit('oh')".replace("MARK", repr(str(self.folder / 'mark')))),
                            "--bot", BOT, "--sandbox", "off")
        match = self.begin(server, "heap", "stones=9", move_ms=MOVE_MS)
        match.move(0, match.turn()["moves"][0])
        match.turn()
        (self.folder / "mark").touch()
        status, answer = server.post(match.path + "/hint", {})
        self.assertEqual(status, 409)
        self.assertRegex(answer["error"], "^the rules of heap have failed: the program has exited with code 1 .*oh.*; after: new stones=9")
        (self.folder / "mark").unlink()
        self.heap("pass")
        status, answer = server.post(match.path + "/hint", {})
        self.assertEqual((status, answer["error"]), (409, "the rules in './heap.py' have changed since the start: restore them, or begin again"))

    def test_wishes_that_can_not_be_fulfilled(self):
        server = self.serve("--game", self.heap(), "--bot", BOT)
        good = {"bot": 0, "game": "heap", "settings": "stones=9", "you": 0, "move_ms": MOVE_MS, "seed": 1, "moves": ["1"]}
        for wrong in ({"settings": "stones=27"}, {"settings": "height=3"}, {"game": "four"}, {"game": "./heap.py"}, {"moves": "1"}, {"moves": [1]}):
            with self.subTest(wrong):
                self.assertEqual(server.post("/api/matches", {**good, **wrong})[0], 400)
        for moves, words in ((["3"], "'3' is not valid"), (["1"] * 9, "is over after the given plies"), (["1"] * 10, "is not valid")):
            status, answer = server.post("/api/matches", {**good, "moves": moves})
            self.assertEqual(status, 201)  # only the rules know whether these moves are valid
            match = type(self.begin(server, "heap"))(server, answer["id"])
            self.addCleanup(match.close)
            self.assertIn(words, match.state(over=True)["result"]["detail"])
        self.assertIn("no such file", self.referee("serve", "--game", "./four.py", code=2).err)
        server = self.serve("--game", self.heap(), "--bot", BIN / "greedy", "--bot", BIN / "fitz1")
        for wish, words in (({"bot": 0}, "'greedy' knows only the built-in games"), ({"bot": 1}, "'fitz1' plays only fitz"),
                            ({"bot": 1, "game": "othello", "settings": ""}, "'fitz1' plays only fitz")):
            with self.subTest(wish):
                status, answer = server.post("/api/matches", {**good, "moves": [], **wish})
                self.assertEqual((status, words in answer["error"]), (400, True), answer)

    def test_a_request_can_not_give_a_position(self):
        """The rules would be asked about it, and the server must not wait for them."""
        (self.folder / "from.py").write_text(LONG.replace("game long 1", "game long 2").replace('"plies 3001"', '"plies 3001", "starts N", "setting startposition 1 0 9 text"'))
        server = self.serve("--game", "./from.py", "--bot", BOT)
        wish = {"bot": 0, "game": "long", "you": 0, "move_ms": MOVE_MS}
        status, answer = server.post("/api/matches", {**wish, "settings": "startposition=2,position=a b"})
        self.assertEqual((status, "begins at the start of the game" in answer["error"]), (400, True), answer)
        self.begin(server, "long", "startposition=2").leave()

    def test_rules_that_fail_or_hang_disturb_nobody_else(self):
        faults = ("if all == 20 and left < 5: sys.exit('oh')", "while all == 21 and left < 5: pass", "if all == 22: os.abort()")
        rules = self.heap("\n        ".join(faults))
        server = self.serve("--game", rules, "--bot", BOT)
        good = self.begin(server, "heap", "stones=12", move_ms=MOVE_MS)
        first = good.turn()
        matches = [self.begin(server, "heap", f"stones={stones}", move_ms=MOVE_MS) for stones in (20, 21, 22)]
        for match, words in zip(matches, ("has exited with code 1 (stderr: oh)", "has not replied within", "was ended by signal 6")):
            _, end = self.play(match, lambda moves: moves[0])
            self.assertEqual((end["result"]["ending"], end["result"]["winner"]), ("aborted", None))
            self.assertIn(words, end["result"]["detail"])
            self.assert_fine(server)
        good.move(0, first["moves"][0])
        self.assertEqual(self.play(good, lambda moves: moves[0])[1]["result"]["ending"], "by_rules")
        server.process.send_signal(signal.SIGINT)
        server.process.wait(PATIENCE)
        self.assert_nothing_left()

    def test_a_server_that_is_killed_leaves_no_rules(self):
        server = self.serve("--game", self.heap(), "--bot", BOT)
        match = self.begin(server, "heap", "stones=12", move_ms=MOVE_MS)
        match.move(0, match.turn()["moves"][0])
        server.process.kill()
        server.process.wait()
        end = time.monotonic() + 20 * FACTOR
        while time.monotonic() < end:
            try:
                return self.assert_nothing_left()
            except AssertionError:
                time.sleep(0.2)
        self.assert_nothing_left()

    def test_running_games_are_shown_and_no_file_starts_a_program(self):
        """The tournament's process tells the positions, so the server needs no rules."""
        slow = "sys.stderr.flush(); time.sleep(0.3)"
        held = self.program("held.sh", f"#!/bin/sh\nwhile [ ! -e watched ]; do sleep 0.05; done\nexec {BOT}\n")
        tournament = self.start("tournament", f"ann={held}", f"bob={held}", "--game", f"{self.heap(slow)}:stones=12", "--games", 2, "--db", "t.db", *LONG_LIMITS)
        self.wait_until((self.folder / "t.db").exists)
        server = self.serve("t.db")
        stream = Stream(server, "/events")
        self.addCleanup(stream.close)
        (self.folder / "watched").touch()
        seen, followed = {}, []
        while (len(seen) < 4 or not followed or not followed[-1]["result"]) and (event := stream.next()):
            if event[0] == "followed" and event[1]:
                followed.append(event[1])
            for game in event[1]["games"] or [] if event[0] == "running" else []:
                if game["frame"]:
                    self.assertEqual(game["rules"]["hello"][0], "game heap 1")
                    self.assertEqual(game["next"] is None, "turn" not in game["frame"])
                    seen[game["number"], game["plies"]] = game
        for (_, plies), game in seen.items():
            if game["last"]:
                before, now = (game[name]["board"][0].count("o") for name in ("previous", "frame"))
                self.assertEqual(before - now, int(game["last"]["move"]))
                self.assertEqual(game["last"]["player"], (plies - 1) % 2)
        self.assertGreaterEqual(len(seen), 4)
        # One game is followed, with what the process tells while it runs, and what is in the file when it is over.
        for old, new in zip(followed, followed[1:]):
            (before,), (now,) = old["games"], new["games"]
            self.assertEqual(now["number"], before["number"])
            self.assertGreaterEqual(now["plies"], before["plies"])
            if now["plies"] > 0:
                self.assertGreater(now["previous"]["board"][0].count("o"), now["frame"]["board"][0].count("o"))
        end = followed[-1]
        self.assertEqual((end["result"]["ending"], end["result"]["detail"], end["games"][0]["next"]), ("by_rules", "empty", None))
        self.assertNotIn("o", end["games"][0]["frame"]["board"][0])
        offers = server.get("/api/play").json()
        self.assertEqual((offers["game"], offers["tournament"]), ("magnetize", "heap"))
        status, answer = server.post("/api/matches", {"bot": 0, "game": "heap", "settings": "", "you": 0, "move_ms": 100})
        self.assertEqual((status, "heap is not offered here" in answer["error"]), (400, True))
        tournament.communicate(timeout=PATIENCE)
