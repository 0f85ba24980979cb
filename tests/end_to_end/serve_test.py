#!/usr/bin/python3
"""Tests `referee serve`, which lets people play in a browser. In this test, a few lines of Python replace the
browser."""
import random
import shutil
import signal
import time

from harness import BIN, FACTOR, GAME, GAMES, PATIENCE, bot
from serve_case import ServeCase, Stream

GREEDY, RANDOM = str(BIN / "greedy"), str(BIN / "random")
SMALL = GAME.partition(":")[2]


def turns_of(log):
    """Returns all turns of a match, including lost turns, in the format of the state."""
    turns = []
    for ply in log["plies"]:
        turns.append([ply["player"], ply["move"]])
        turns += [[player, "LOST"] for player in ply["lost"]]
    return turns


class PlayTest(ServeCase):
    def check_state(self, state, log):
        """Compares a state in which the person is to move with the log of the whole match."""
        ply = state["ply"]
        frames = [log["initial"], *(played["frame"] for played in log["plies"])]
        last = log["plies"][ply - 1] if ply else None
        self.assertEqual(state["frame"], frames[ply])
        self.assertEqual(state["previous"], frames[ply - 1] if ply else None)
        self.assertEqual(state["last"], last and {"player": last["player"], "move": last["move"]})
        self.assertEqual(state["next"], {"player": state["you"], "hand": log["plies"][ply].get("hand")})
        self.assertEqual(log["plies"][ply]["player"], state["you"])
        self.assertEqual(state["made"], turns_of({"plies": log["plies"][:ply]}))
        self.assertEqual((state["result"], state["over"]), (None, False))

    def check_end(self, match, states, last):
        answer = match.log()
        self.assertEqual(answer.status, 200)
        self.assertRegex(answer.fields["content-disposition"], r'^attachment; filename="[a-z_]+-[0-9a-f]+\.json"$')
        log = answer.json()
        self.check_log(log)
        path = self.folder / f"{match.id}.json"
        path.write_bytes(answer.body)
        self.replay(path)
        for state in states:
            self.check_state(state, log)
        self.assertEqual(last["made"], turns_of(log))
        self.assertEqual(last["frame"], log["plies"][-1]["frame"])
        self.assertEqual((last["next"], last["moves"], last["over"]), (None, [], True))
        self.assertEqual(last["config"], log["game"]["config"])
        self.assertEqual(last["names"], [player["name"] for player in log["players"]])
        self.assertEqual((last["result"]["winner"], last["result"]["ending"], last["result"]["detail"]),
                         (log["result"]["winner"], log["result"]["ending"], log["result"]["detail"] or ""))
        self.assertIn(f'"id":"{log["id"]}"'.encode(), match.page().body)
        return log

    def test_every_game_to_its_end(self):
        server = self.serve("--bot", GREEDY)
        chance = random.Random(1)
        for number, game in enumerate(GAMES):
            with self.subTest(game):
                match = self.begin(server, game, you=number % 2)
                self.assertEqual(match.page().status, 404)
                self.assertEqual(match.log().status, 404)
                states, last = self.play(match, chance.choice)
                log = self.check_end(match, states, last)
                self.assertEqual(last["result"]["ending"], "by_rules")
                self.assertEqual([p["name"] for p in log["players"]][number % 2], "human")
                self.assertEqual(log["players"][number % 2]["command"], [])
        server.process.send_signal(signal.SIGINT)
        self.assertEqual(server.process.wait(PATIENCE), 130)
        self.assert_nothing_left()
        self.assertEqual(server.process.stderr.read(), b"")

    def test_a_hand_is_shown_to_its_owner_alone(self):
        server = self.serve("--bot", bot(0, "never_answer"))
        match = self.begin(server, "cluster", move_ms=60000)
        state = match.turn()
        self.assertTrue(state["next"]["hand"])
        match.move(0, state["moves"][0])
        self.assertIsNone(match.state(ply=1)["next"]["hand"])

    def test_a_person_moves_again_where_the_turns_of_the_bot_are_lost(self):
        server = self.serve("--bot", bot(pick=100))  # a bot that uses the magnet, which costs turns, whenever it can
        match = self.begin(server, settings="height=6,width=7,square=6,maglock=4")
        states, last = self.play(match, lambda moves: moves[0])
        log = self.check_end(match, states, last)
        self.assertIn([1, "LOST"], last["made"])
        movers = [ply["player"] for ply in log["plies"]]
        self.assertIn([0, 0], [movers[i:i + 2] for i in range(len(movers))])

    def test_two_persons_at_once(self):
        server = self.serve("--bot", bot(), "--bot", RANDOM)
        first = self.begin(server, settings=SMALL)
        second = self.begin(server, "othello", bot=1, you=1)
        self.assertNotEqual(first.id, second.id)
        a, b = first.turn(), second.turn()
        self.assertEqual((a["names"], b["names"]), (["human", "scripted_bot"], ["random", "human"]))
        for _ in range(5):
            self.assertEqual(second.move(a["ply"] + 100, b["moves"][0]), 409)
            self.assertEqual(first.move(a["ply"], a["moves"][0]), 204)
            self.assertEqual(second.move(b["ply"], b["moves"][0]), 204)
            a, b = first.turn(), second.turn()
        second.leave()
        self.assertEqual(second.state(over=True)["result"]["detail"], "human has left the match")
        self.assertEqual(first.move(a["ply"], a["moves"][0]), 204)
        self.assertFalse(first.turn()["over"])

    def test_whoever_comes_later_sees_the_match_as_it_is(self):
        server = self.serve("--bot", GREEDY)
        match = self.begin(server, settings=SMALL)
        match.move(0, match.turn()["moves"][0])
        state = match.turn()
        again = Stream(server, match.path + "/events")
        self.addCleanup(again.close)
        self.assertEqual(again.state(), state)

    def test_moves_that_are_not_taken(self):
        server = self.serve("--bot", bot(2, "never_answer"))
        match = self.begin(server, settings=SMALL, move_ms=60000)
        moves = match.path + "/moves"
        state = match.turn()
        for ply in (1, 2, 1000, 2**31 - 1):
            self.assertEqual(match.move(ply, "DROP 3"), 409)
        for move in ("DROP 7", "DROP -1", "drop 3", "DROP 3 ", "DROP 3\n", "DROP 03", "", "LOST", "\0", "é" * 500):
            self.assertEqual(match.move(0, move), 422, move)
        for body in ("", "{", "[]", "null", "7", '{"ply":0}', '{"move":"DROP 3"}', '{"ply":"0","move":"DROP 3"}',
                     '{"ply":-1,"move":"DROP 3"}', '{"ply":0.0,"move":"DROP 3"}', '{"ply":0,"move":3}',
                     '{"ply":99999999999999999999,"move":"DROP 3"}', '{"ply":4294967296,"move":"DROP 3"}',
                     b'{"ply":0,"move":"\xff"}', "[" * 4000):
            status, answer = server.post(moves, body)
            self.assertEqual(status, 400 if body != b'{"ply":0,"move":"\xff"}' else status, body)
            self.assertIn(status, (400, 422))
            self.assertNotIn("\n", answer["error"])
        status, answer = server.post(moves, {"ply": 0, "move": "DROP 3", "moves": "DROP 4"})
        self.assertEqual((status, answer["error"]), (400, "unknown key 'moves'; did you mean 'move'?"))
        for body in ({"why": "lost"}, [], "", "{"):
            status, answer = server.post(match.path + "/leave", body)
            self.assertEqual((status, bool(answer["error"])), (400, True), body)
        self.assertEqual(match.move(state["ply"], "DROP 3"), 204)
        self.assertEqual(match.move(state["ply"], "DROP 3"), 409)
        self.assertEqual(match.move(state["ply"] + 1, "DROP 3"), 409)
        for name in (match.id[:-1], match.id + "0", match.id.upper() + "x", "", "0" * 32, ".", ".."):
            for what, method in (("moves", "POST"), ("leave", "POST")):
                self.assertEqual(server.post(f"/api/matches/{name}/{what}", {})[0], 404)
            self.assertEqual(server.get(f"/api/matches/{name}/events").status, 404)
        match.leave()
        match.state(over=True)
        self.assertEqual(match.move(state["ply"] + 1, "DROP 3"), 409)
        match.leave()


class EndTest(ServeCase):
    def test_a_match_goes_on_where_the_server_itself_was_too_late(self):
        # The bot never answers in its second turn, each time it is started.
        server = self.serve("--bot", bot(2, "never_answer"))
        match = self.begin(server, settings=SMALL, move_ms=1500 * FACTOR)
        for ply in (0, 2):
            match.move(match.state(ply=ply)["ply"], "DROP 1")
        match.state(ply=3)
        time.sleep(0.3 * FACTOR)  # the bot's turn begins after the position has been sent
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(7 * FACTOR)  # more than four times the limit and the margin
        server.process.send_signal(signal.SIGCONT)
        state = match.turn()
        self.assertEqual(state["made"], [[0, "DROP 1"], [1, "DROP 0"], [0, "DROP 1"], [1, "DROP 0"]])
        self.assertEqual((state["ply"], state["over"]), (4, False))
        match.leave()
        match.state(over=True)
        answer = match.log()
        (self.folder / "log.json").write_bytes(answer.body)
        self.check_log(answer.json())
        self.replay("log.json")
        self.assertEqual((answer.json()["opening"], len(answer.json()["plies"])), (3, 4))

    def test_leaving_ends_the_match_and_the_bot(self):
        server = self.serve("--bot", bot(2, "never_answer"))
        mine, bots = (self.begin(server, settings=SMALL, move_ms=60000) for _ in range(2))
        for match in (mine, bots):
            match.move(0, match.turn()["moves"][0])
            match.turn()
        bots.move(2, "DROP 1")
        self.assertEqual(len(self.leftovers()), 3)
        for match, plies in ((mine, 2), (bots, 3)):
            match.leave()
            last = match.state(over=True)
            log = match.log().json()
            self.assertEqual(last["result"], {"winner": None, "ending": "aborted", "detail": "human has left the match",
                                              "meaning": "not played to its end", "failure": None, "limits": log["limits"]})
            self.assertEqual((last["ply"], last["moves"], last["next"]), (plies, [], None))
            self.check_log(log)
        self.wait_until(lambda: len(self.leftovers()) == 1)

    def test_a_bot_that_forfeits(self):
        cases = {"exit:3": ("exited", 3), "segfault": ("crashed", None), "never_answer": ("timeout", None),
                 r"text:DROP 99\n": ("invalid_move", None), r"text:x\n": ("unreadable_move", None)}
        server = self.serve(*(word for case in cases for word in ("--bot", bot(2, case, stderr="a <script> in it"))))
        for place, (case, (ending, code)) in enumerate(cases.items()):
            with self.subTest(case):
                match = self.begin(server, settings=SMALL, bot=place, move_ms=2000 * FACTOR if ending == "timeout" else None)
                # On a busy machine the referee itself may be late. Then the match is void, and the bot is started
                # again.
                _, last = self.play(match, lambda moves: moves[1])
                self.assertEqual((last["result"]["winner"], last["result"]["ending"]), (0, ending))
                self.assertIn(last["ply"], (3, 5, 7, 9) if ending == "timeout" else (3,))
                log = match.log().json()
                self.check_log(log)
                self.assertEqual((last["result"]["failure"], last["result"]["limits"]), (log["failure"], log["limits"]))
                self.assertIn("a <script> in it", last["result"]["failure"]["stderr_tail"])
                self.assertEqual(log["failure"]["exit_code"], code)
                page = match.page().body
                self.assertNotIn(b"a <script> in it", page)
                self.assertIn(b"a \\u003cscript\\u003e in it", page)
        self.wait_until(lambda: len(self.leftovers()) == 1)

    def test_a_bot_that_can_not_be_started(self):
        program = self.folder / "gone"
        shutil.copy(GREEDY, program)
        server = self.serve("--bot", program)
        program.unlink()
        match = self.begin(server)
        last = match.state(over=True)
        self.assertEqual((last["result"]["winner"], last["result"]["ending"], last["ply"]), (0, "failed_to_start", 0))
        self.assertEqual(match.page().status, 200)

    def test_no_more_matches_than_allowed_at_once(self):
        server = self.serve("--bot", bot(), "--jobs", 2)
        matches = [self.begin(server, settings=SMALL) for _ in range(2)]
        wish = {"bot": 0, "game": "magnetize", "settings": "", "you": 0, "move_ms": 100}
        status, answer = server.post("/api/matches", wish)
        self.assertEqual(status, 429)
        self.assertIn("at most 2 at once (--jobs)", answer["error"])
        matches[0].leave()
        matches[0].state(over=True)
        self.wait_until(lambda: server.post("/api/matches", wish)[0] == 201)

    def test_matches_that_nobody_plays_are_left(self):
        server = self.serve("--bot", bot(), patience="unwatched=3s")
        watched, unwatched = (self.begin(server, settings=SMALL) for _ in range(2))
        for match in (watched, unwatched):
            match.move(0, match.turn()["moves"][0])
        watched.turn()
        unwatched.close()
        self.wait_until(lambda: unwatched.log().status == 200)
        self.assertEqual(unwatched.log().json()["result"]["detail"], "human has left the match")
        self.assertEqual(watched.log().status, 404)
        self.assertEqual(watched.move(2, "DROP 1"), 204)
        self.wait_until(lambda: len(self.leftovers()) == 2)

    def test_a_person_who_never_moves(self):
        server = self.serve("--bot", bot(), patience="unanswered=400ms")
        match = self.begin(server, settings=SMALL)
        self.assertEqual(match.state(over=True)["result"]["detail"], "human has left the match")
        self.wait_until(lambda: len(self.leftovers()) == 1)

    def test_only_the_last_matches_are_kept(self):
        server = self.serve("--bot", bot())
        matches = []
        for _ in range(102):
            match = server.begin(settings=SMALL)
            match.leave()
            match.state(over=True)
            matches.append(match)
            if len(matches) > 3:
                match.close()
        self.wait_until(lambda: matches[1].log().status == 404)
        self.assertEqual([match.log().status for match in matches[2:4] + matches[-1:]], [200] * 3)
        self.assertIsNone(matches[0].stream.next())
        for match in matches[:3]:
            match.close()

    def test_only_so_many_bytes_of_logs_are_kept(self):
        server = self.serve("--bot", bot(), patience="kept=20480")
        matches = []
        while not matches or matches[0].log().status == 200:
            match = server.begin(settings=SMALL)
            match.leave()
            match.state(over=True)
            match.close()
            matches.append(match)
            size = len(match.log().body)
            self.assertLess(size * len(matches), 60 * 1024, "all are kept")
            time.sleep(0.05)  # the server looks at what it keeps twice a second
        self.assertGreater(size * len(matches), 20 * 1024)
        self.assertEqual(matches[-1].log().status, 200)
        # A single match that is larger is kept until the next one is over.
        server = self.serve("--bot", bot(), patience="kept=1000")
        for _ in range(2):
            match = server.begin(settings=SMALL)
            match.leave()
            match.state(over=True)
            match.close()
            time.sleep(0.6)  # the server has looked at what it keeps
            self.assertEqual(match.log().status, 200)

    def test_signals_leave_nothing_running(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                server = self.serve("--bot", bot(2, "ignore_sigterm"), "--bot", bot(), port=self.own_port())
                for place in (0, 1):
                    match = self.begin(server, settings=SMALL, bot=place, move_ms=60000)
                    for ply in (0, 2):
                        match.move(match.state(ply=ply)["ply"], "DROP 1")
                idle = server.connect()
                self.addCleanup(idle.close)
                self.assertEqual(len(self.leftovers()), 3)
                server.process.send_signal(number)
                self.assertEqual(server.process.wait(PATIENCE), 128 + number)
                self.assert_nothing_left()
                self.assertEqual(server.process.stderr.read(), b"")
                # The kernel still remembers the connections of the old server. They must not block the port.
                again = self.serve("--bot", bot(), port=server.port)
                self.assert_fine(again)
                again.process.send_signal(number)
                again.process.wait(PATIENCE)

    def test_a_signal_that_comes_while_much_else_is_due(self):
        server = self.serve("--bot", bot())
        match = self.begin(server, settings=SMALL)
        match.state()
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(0.4)
        server.process.send_signal(signal.SIGINT)
        server.process.send_signal(signal.SIGCONT)
        self.assertEqual(server.process.wait(PATIENCE), 130)
        self.assert_nothing_left()

    def test_a_killed_server_takes_its_bots_along(self):
        server = self.serve("--bot", bot(1, "never_answer"))
        match = self.begin(server, settings=SMALL, you=1, move_ms=60000)
        match.state(ply=0)
        self.wait_until(lambda: len(self.leftovers()) == 2)
        server.process.kill()
        self.assert_nothing_left()
