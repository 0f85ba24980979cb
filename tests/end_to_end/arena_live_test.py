"""Tests the teacher's order to show the final live: what the room then sees, and that nobody sees more, or anything without the order."""
import contextlib
import json
import time
import unittest

import arena_web_test
from arena_test import STUDENTS
from arena_web_test import CHATTY, MARKER, Browser, needs_little_memory
from harness import FACTOR, PATIENCE
from secrets_test import MARKED


def slow(seconds):
    """A bot that takes so long for a move, so that a final is played for a while."""
    return CHATTY.replace("    print(moves", f"    import time; time.sleep({seconds * FACTOR})\n    print(moves")


SHORT = "magnetize:height=4,width=5,square=2,maglock=2"  # of whose plies the room sees two in a second
NAMES = {"greedy", "random", STUDENTS[0]}
HIDDEN = ("final", "final_games", "followed")  # without the order, and before the final is published


class ArenaLiveTest(arena_web_test.ArenaWebTest):
    def order(self, what, status=204, who=None):
        answer = (who or self.boss).post(f"/api/teacher/{what}", {})
        self.assertEqual(answer.status, status, answer.body)
        return answer

    def hidden(self, browser):
        """Whoever begins a stream now is told nothing of the final. Returns the state."""
        stream, told = browser.events("/public/events"), {}
        while not told.keys() >= {*HIDDEN, "arena", "running"}:
            name, told[name] = stream.next()
        told.update({name: data for _, name, data in self.watch(stream, 1)})
        stream.close()
        self.assertEqual([told[name] for name in HIDDEN], [None] * 3)
        if told["arena"]["phase"] != "running":
            self.assertEqual(told["running"]["games"], [])
        return told["arena"]

    def watch(self, stream, seconds):
        """What the room is told in this time: [(time, event, data)]."""
        told, end = [], time.monotonic() + seconds
        with contextlib.suppress(TimeoutError):  # nobody reads the stream after a silence
            while (left := end - time.monotonic()) > 0:
                stream.socket.settimeout(left)
                name, data = stream.next()
                told.append((time.monotonic(), name, data))
        stream.socket.settimeout(PATIENCE)
        return told

    def begin(self, jobs=2, final_time=3600, seconds=0.2):
        """Begins an arena with a slow bot, which has played some games in the ladder. Its final lasts for longer than a test, if no time is given."""
        server = self.start_arena("--public", "yes", "--jobs", jobs, "--final-time", f"{int(final_time * FACTOR)}s", game=SHORT)
        self.boss, self.zoe, self.anybody = self.teacher(server), self.student(server, 0), Browser(server)
        self.assertEqual(self.zoe.upload("bot.py", slow(seconds) % MARKER).status, 201)
        own = self.zoe.events("/events")
        own.wait_for("own", lambda data: data["versions"] and data["versions"][0][4] >= 4)
        own.close()
        table = self.anybody.events("/public/events")
        table.wait_for("table", lambda data: data["games"] >= 30)  # the duration of a game is known, from which the final is planned
        table.close()
        return server

    def test_a_game_with_secrets_is_hidden_while_it_is_played(self):
        (self.folder / "marked.py").write_text(MARKED.replace("LEAK", "pass"))
        server = arena_web_test.ArenaServer(self.command("class", "--students", "students.csv", "--until", "2099-01-01 12:00", "--game", "./marked.py", "--port", 0,
                                                         "--public", "yes", "--without-control-groups", "--move-time", f"{20 * FACTOR}s"))
        for number in (0, 1):
            self.assertEqual(self.student(server, number).upload("bot.py", slow(0.3) % MARKER).status, 201)
        streams = [Browser(server).events("/public/events"), self.student(server, 2).events("/events"), self.student(server, 0).events("/events")]
        streams[0].wait_for("running", lambda data: any(game["plies"] > 2 for game in data["games"] or []))
        time.sleep(4)
        for stream in streams:
            told = self.watch(stream, 0.5)
            # The picture of the game is the end of one that is over.
            self.assertNotRegex(json.dumps([data for _, name, data in told if name != "game"]), "Z[01]x")
            stream.close()
            for _, name, data in told:
                for game in data["games"] or [] if name == "running" else []:
                    self.assertEqual((game["secret"], game["frame"], game["last"]), (True, None, None))

    @needs_little_memory
    def test_the_room_follows_the_final_that_is_shown_live(self):
        server = self.begin(seconds=0.4)
        stream, own = self.anybody.events("/public/events"), self.zoe.events("/events")
        # The order may be given before the final begins, and taken back.
        self.order("show-final", 401, self.zoe)
        self.order("show-final")
        stream.wait_for("arena", lambda state: state["live"])
        self.order("hide-final")
        self.order("final")
        stream.wait_for("final_progress", lambda data: data and data["played"] > 0)
        self.assertFalse(self.hidden(self.anybody)["live"])
        ordered = time.monotonic()
        self.order("show-final")
        table = stream.wait_for("final", lambda data: data)
        self.assertEqual({row[1] for row in table["rows"]}, NAMES)
        self.assertIn("surely stronger", table["place"])
        told, games = [], []
        while len(games) < 16:
            name, data = stream.next()
            told.append((time.monotonic(), name, data))
            games += [(told[-1][0], data)] if name == "followed" and data else []
        shown = 0  # plies
        for (_, one), (at, next_one) in zip(games, games[1:]):
            (old,), (new,) = one["games"], next_one["games"]
            self.assertLessEqual(set(next_one["names"]), NAMES)
            if old["number"] == new["number"] and old["plies"] != new["plies"]:
                self.assertGreater(new["plies"], old["plies"])
                if old["plies"] + 1 == new["plies"]:  # on a busy machine, an event may give way to the next one
                    self.assertEqual(old["frame"], new["previous"])
                # A ply each half a second. On a busy machine some come late, but none early.
                shown += new["plies"] - old["plies"]
                self.assertGreater(at - ordered, shown * 0.45)
        self.assertNotIn(MARKER, str(told))
        # Nothing more than table and board: no page, no list, nothing on the pages of students.
        self.assertEqual([data for _, name, data in told if name == "final_games" and data or name == "running" and data["games"]], [])
        self.assertEqual({browser.get(f"/final/{number}").status for browser in (self.zoe, self.anybody) for number in (1, 2)}, {404})
        self.assertEqual({str(data) for _, name, data in self.watch(own, 0.5) if name == "final"} - {"None"}, set())
        # The order outlives a kill.
        stream.close()
        own.close()
        server.process.kill()
        server.process.communicate()
        server = self.start_again("--port", 0)
        for browser in (self.boss, self.zoe, self.anybody):
            browser.server = server
        stream = self.anybody.events("/public/events")
        self.assertEqual({row[1] for row in stream.wait_for("final", lambda data: data)["rows"]}, NAMES)
        stream.wait_for("followed", lambda data: data and data["games"][0]["plies"] > 1)
        end = stream.wait_for("followed", lambda data: data and data["result"])
        self.assertEqual(end["result"].keys(), {"winner", "ending", "detail"})
        # It can be taken back at any time.
        self.order("hide-final")
        stream.wait_for("followed", lambda data: data is None)
        self.hidden(self.anybody)
        self.order("show-final")
        stream.wait_for("followed", lambda data: data)
        # A later deadline sets the final aside, and the order with it. Its last games are no games of the ladder.
        of_ladder = stream.wait_for("last")[0][0]
        self.assertEqual(self.boss.post("/api/teacher/extend", {"minutes": int(time.time()) // 60 + 60}).status, 204)
        stream.wait_for("final", lambda data: data is None)
        self.assertFalse(self.hidden(self.anybody)["live"])
        running = stream.wait_for("running", lambda data: data["games"])["games"]
        self.assertGreater(min(game["number"] for game in running), of_ladder)
        journal = self.boss.events("/teacher/events").wait_for("audit")["audit"]
        self.assertLess({"shows the final live", "hides the final again"}, {what for _, _, what in journal})
        stream.close()
        self.end(server)

    def test_publishing_takes_the_place_of_the_live_final(self):
        server = self.begin(jobs=1, final_time=2, seconds=0.1)
        stream = self.anybody.events("/public/events")
        self.order("show-final")
        self.order("final")
        # The last table stays until the final is published, or hidden.
        # The end of a game may be shown before that of the final, or after it.
        over = result = False
        while not (over and result):
            name, data = stream.next()
            over = over or (name == "arena" and data["phase"] == "done")
            result = result or (name == "followed" and bool(data and data["result"]))
        stream.wait_for("followed", lambda data: data is None)
        self.assertEqual(self.order("show-final", 409).json()["error"], "the final is over: publish it instead")
        later = self.anybody.events("/public/events")
        later.wait_for("final", lambda data: data and data["rows"][0][7] > 0)
        later.close()
        self.assertEqual(self.zoe.get("/final/1").status, 404)
        self.order("publish")
        self.assertTrue(stream.wait_for("final_games", lambda data: data))
        self.order("unpublish")
        stream.wait_for("final", lambda data: data is None)
        self.assertFalse(self.hidden(self.anybody)["live"])
        stream.close()
        self.end(server)


if __name__ == "__main__":
    unittest.main()
