#!/usr/bin/python3
"""Tests `referee serve`: moves that are taken back, hints, and matches that continue from a position of another
match."""
import threading

from harness import BIN, FACTOR, GAME, bot
from serve_case import Match, ServeCase

GREEDY = str(BIN / "greedy")
SMALL = GAME.partition(":")[2]


class BackTest(ServeCase):
    def matched(self, server, name):
        match = Match(server, name)
        self.addCleanup(match.close)
        return match

    def test_a_move_is_taken_back(self):
        """Tests CLUSTER. There the hands must be drawn again after moves are taken back, because the dice belong to the
        match."""
        server = self.serve("--bot", f"{GREEDY} --seed 1", "--jobs", 1)
        first = self.begin(server, "cluster")
        state = first.turn()
        hands = [state["next"]["hand"]]
        for _ in range(3):
            first.move(state["ply"], state["moves"][0])
            state = first.turn()
            hands.append(state["next"]["hand"])
        status, answer = server.post(first.path + "/back", {"ply": 4})
        self.assertEqual(status, 201, answer)
        self.assertEqual(first.state(over=True)["result"]["detail"], "human has left the match")
        again = self.matched(server, answer["id"])
        now = again.turn()
        self.assertEqual((now["ply"], now["made"], now["next"]["hand"], now["you"]), (4, state["made"][:4], hands[2], 0))
        self.assertEqual(again.move(4, now["moves"][0]), 204)
        self.assertEqual(again.turn()["made"][:5], state["made"][:5])
        again.leave()
        again.state(over=True)
        log = again.log().json()
        self.check_log(log)
        self.assertEqual(log["opening"], 4)

    def test_a_match_that_goes_on_from_itself_again_and_again_needs_one_place(self):
        """A match that the person has left takes a moment to end. Meanwhile it must not take a second place."""
        server = self.serve("--bot", bot(), "--jobs", 1)
        match = self.begin(server, settings=SMALL, move_ms=60000)
        match.move(0, match.turn()["moves"][0])
        match.turn()
        answer = {"id": match.id}
        for _ in range(5):
            status, answer = server.post(f"/api/matches/{answer['id']}/back", {"ply": 0})
            self.assertEqual(status, 201, answer)
        match = self.matched(server, answer["id"])
        self.assertEqual(server.post("/api/matches", {"bot": 0, "game": "magnetize", "settings": "", "you": 0, "move_ms": 100})[0], 429)
        self.assertEqual(match.move(0, match.turn()["moves"][0]), 204)
        self.assertFalse(match.turn()["over"])
        self.wait_until(lambda: len(self.leftovers()) == 2)  # the server and one bot

    def test_moves_of_a_match_are_taken_back_once(self):
        server = self.serve("--bot", bot(), "--jobs", 3)
        match = self.begin(server, settings=SMALL)
        match.move(0, match.turn()["moves"][0])
        self.assertEqual(match.turn()["ply"], 2)
        answers = []
        clicks = [threading.Thread(target=lambda: answers.append(server.post(match.path + "/back", {"ply": 0}))) for _ in range(10)]
        for click in clicks:
            click.start()
        for click in clicks:
            click.join()
        self.assertEqual(sorted(status for status, _ in answers), [200] * 9 + [201])
        self.assertEqual(len({answer["id"] for _, answer in answers}), 1)
        status, answer = server.post(match.path + "/back", {"ply": 2})
        self.assertEqual((status, answer["error"]), (409, "moves of this match were already taken back: it continues in another match"))
        for _ in range(2):  # two places are still free
            self.begin(server, settings=SMALL).turn()

    def test_a_match_that_is_over_goes_on_where_there_is_a_place(self):
        server = self.serve("--bot", bot(), "--jobs", 1)
        ended = self.begin(server, settings=SMALL)
        ended.move(0, ended.turn()["moves"][0])
        ended.turn()
        ended.leave()
        ended.state(over=True)
        other = self.begin(server, settings=SMALL)
        status, answer = server.post(ended.path + "/back", {"ply": 0})
        self.assertEqual((status, "--jobs" in answer["error"]), (429, True))
        self.assertEqual(other.move(0, other.turn()["moves"][0]), 204)  # the other match was not ended to make room
        other.leave()
        other.state(over=True)
        self.assertEqual(server.post(ended.path + "/back", {"ply": 0})[0], 201)

    def test_what_can_not_be_gone_back_to(self):
        server = self.serve("--bot", bot())
        match = self.begin(server, settings=SMALL)
        match.turn()
        for body, expected in (({"ply": 1}, 409), ({"ply": 2**31 - 1}, 409), ({"ply": 2**31}, 400), ({"ply": -1}, 400), ({}, 400), ({"ply": "0"}, 400),
                               ({"ply": 0, "x": 1}, 400), ("[]", 400)):
            status, answer = server.post(match.path + "/back", body)
            self.assertEqual((status, "\n" in answer["error"]), (expected, False), body)
        self.assertEqual(match.move(0, "DROP 3"), 204)  # the match continues after the refused requests
        self.assertEqual(server.get(match.path + "/back").status, 405)

    def test_a_hint(self):
        server = self.serve("--bot", f"{GREEDY} --seed 1", "--bot", bot(0, "exit:1"))
        match = self.begin(server, "othello", you=1)
        state = match.turn()
        status, hint = server.post(match.path + "/hint", {})
        self.assertEqual(status, 200, hint)
        self.assertIn(hint["move"], state["moves"])
        self.assertEqual((hint["info"]["depth"], hint["info"]["pv"]), (1, hint["move"]))
        self.assertEqual(match.move(state["ply"], hint["move"]), 204)
        self.assertEqual(server.post(match.path + "/hint", {"x": 1})[0], 400)
        silent = self.begin(server, settings=SMALL, bot=1)
        silent.turn()
        status, answer = server.post(silent.path + "/hint", {})
        self.assertEqual(status, 409)
        self.assertRegex(answer["error"], r"^the bot has no hint here: .*exit code 1")
        match.leave()
        match.state(over=True)
        self.assertEqual(server.post(match.path + "/hint", {}), (409, {"error": "the match is over"}))

    def test_a_hint_keeps_no_page_waiting_and_they_are_few(self):
        server = self.serve("--bot", bot(0, "never_answer"))
        matches = [self.begin(server, settings=SMALL, move_ms=8000 * FACTOR) for _ in range(3)]
        for match in matches:
            match.turn()
        answers = []
        asking = [threading.Thread(target=lambda path=match.path: answers.append(server.post(path + "/hint", {}))) for match in matches[:2]]
        for thread in asking:
            thread.start()
        self.wait_for_bots(5)  # one bot for each match, and two bots that compute a hint
        status, answer = server.post(matches[2].path + "/hint", {})
        self.assertEqual((status, answer["error"]), (429, "bots are working on hints for others: try again in a few seconds"))
        matches[2].leave()
        matches[2].state(over=True)
        self.assertEqual(matches[2].page().status, 200)
        self.assertEqual(answers, [], "the page has waited for the hints")
        for thread in asking:
            thread.join()
        self.assertEqual([status for status, _ in answers], [409, 409])
        self.assertEqual(server.post(matches[0].path + "/hint", {})[0], 409)

    def test_a_match_goes_on_from_a_written_position(self):
        server = self.serve("--bot", f"{GREEDY} --seed 1")
        wish = {"bot": 0, "game": "magnetize", "you": 1, "move_ms": 1000}
        status, answer = server.post("/api/matches", {**wish, "settings": "position=...../*..../o..../**..o o 0 0"})
        self.assertEqual(status, 201, answer)
        state = self.matched(server, answer["id"]).turn()
        self.assertEqual((state["ply"], state["frame"]["board"]), (0, [".....", "*....", "o....", "**..o"]))
        status, answer = server.post("/api/matches", {**wish, "settings": "position=/etc/passwd"})
        self.assertEqual((status, "files can't be read here" in answer["error"]), (400, True))

    def test_a_match_goes_on_from_a_position(self):
        server = self.serve("--bot", f"{GREEDY} --seed 1")
        wish = {"bot": 0, "game": "magnetize", "settings": SMALL, "you": 1, "move_ms": 1000}
        status, answer = server.post("/api/matches", {**wish, "seed": 2**53 - 1, "moves": ["DROP 0", "DROP 0", "DROP 1"]})
        self.assertEqual(status, 201, answer)
        match = self.matched(server, answer["id"])
        state = match.turn()
        self.assertEqual((state["ply"], state["made"]), (3, [[0, "DROP 0"], [1, "DROP 0"], [0, "DROP 1"]]))
        square = ["DROP 0", "DROP 5", "DROP 0", "DROP 5", "DROP 1", "DROP 5", "DROP 1"]
        for more in ({"moves": ["DROP 0"]}, {"seed": 1, "moves": "DROP 0"}, {"seed": 1, "moves": [0]}, {"seed": 1, "moves": ["DROP 9"]},
                     {"seed": -1, "moves": []}, {"seed": 2**53, "moves": []}, {"seed": 1, "moves": square}, {"seed": 1, "moves": {"a": "DROP 0"}},
                     {"seed": 1, "moves": None}):
            status, answer = server.post("/api/matches", {**wish, **more})
            self.assertEqual((status, "\n" in answer["error"]), (400, False), more)
