#!/usr/bin/python3
"""Tests `referee serve`: the choices that it offers, the requests that it refuses, and the addresses on which it
listens."""
import json
import shutil
import signal
import socket

from harness import BIN, GAME, GAMES, PATIENCE, bot
from serve_case import ServeCase

GREEDY, RANDOM = str(BIN / "greedy"), str(BIN / "random")
SMALL = GAME.partition(":")[2]


class OfferTest(ServeCase):
    def offers(self, server):
        answer = server.get("/api/play")
        self.assertEqual((answer.status, answer.fields["content-type"]), (200, "application/json"))
        return answer.json()

    def test_without_anything_the_sample_bots_play(self):
        offers = self.offers(server := self.serve())
        self.assertEqual([(b["name"], b["available"]) for b in offers["bots"]],
                         [(name, True) for name in ("greedy", "random", "alphabeta", "mcts", "fitz1", "fitz2")])
        for offer in offers["bots"]:
            games = [game for game in GAMES if not offer["name"].startswith("fitz") or game == "fitz"]
            self.assertEqual((sorted(offer["ratings"]), offer.get("refuses", [])),
                             (sorted(games), [game for game in GAMES if game not in games]))
            self.assertGreater(len(offer["about"]), 20)
        self.assertEqual([game["name"] for game in offers["games"]], GAMES)
        self.assertEqual((offers["game"], offers["move_ms"], offers["most_move_ms"]), ("magnetize", 1000, 60000))
        for game in offers["games"]:
            settings = ",".join(f"{s['name']}={s['value']}" for s in game["settings"])
            match = self.begin(server, game["name"], settings)
            match.state()
            match.leave()
            for setting in game["settings"]:
                self.assertTrue(setting["least"] <= setting["value"] <= setting["most"], setting)
        self.assertEqual(server.get("/").fields["location"], "/play")
        self.assertEqual([server.get(path).status for path in ("/", "/events", "/games/1")], [303, 404, 404])
        self.assertIn(b"the server was started without a tournament", server.get("/games/1").body)

    def test_only_a_sample_bot_without_arguments_has_a_rating(self):
        shutil.copy(GREEDY, self.folder / "mcts")
        (self.folder / "easy").symlink_to(GREEDY)
        (wrapper := self.folder / "wrap.sh").write_text('#!/bin/sh\nexec ./mcts\n')
        wrapper.chmod(0o755)
        server = self.serve("--bot", f"strong={RANDOM}", "--bot", f"{RANDOM} --seed 3", "--bot", "./mcts", "--bot", "./easy", "--bot", bot(),
                            "--bot", f"./wrap.sh {BIN / 'mcts'}", "--bot", BIN / "random.py")
        bots = self.offers(server)["bots"]
        self.assertEqual([("about" in b, bool(b.get("ratings"))) for b in bots],
                         [(True, True), *[(False, False)] * 5, (True, False)])

    def test_bots_of_the_same_name_are_told_apart(self):
        (self.folder / "human").symlink_to(GREEDY)
        server = self.serve("--bot", bot(pick=1), "--bot", bot(pick=2), "--bot", "./human")
        names = [b["name"] for b in self.offers(server)["bots"]]
        self.assertEqual(len(set(names)), 3)
        match = self.begin(server, bot=2)
        self.assertEqual(len(set(match.state()["names"])), 2)

    def test_who_has_left_is_not_offered(self):
        bots = [f"bot{i}={bot(pick=i)}" for i in range(3)]
        for command in (["tournament", *bots, "--game", GAME, "--move-time", "20s", "--limits", "first=20s", "--games", 2, "--db", "t.db"],
                        ["change", "t.db", "withdraw", "bot1"]):
            self.referee(*command, code=0)
        self.assertEqual([b["name"] for b in self.offers(self.serve("t.db"))["bots"]], ["bot0", "bot2"])

    def test_a_tournament(self):
        copy = self.folder / "gone"
        shutil.copy(GREEDY, copy)
        limits = ["--move-time", "300ms", "--limits", "first=20s"]
        self.referee("tournament", GREEDY, RANDOM, "./gone", "--game", GAME, *limits, "--games", 2, "--db", "t.db", code=0)
        copy.unlink()
        server = self.serve("t.db", "--bot", bot())
        offers = self.offers(server)
        self.assertEqual([(b["name"], b["available"]) for b in offers["bots"]],
                         [("greedy", True), ("random", True), ("gone", False), ("scripted_bot", True)])
        self.assertIn("gone", offers["bots"][2]["why"])
        self.assertEqual((offers["game"], offers["move_ms"]), ("magnetize", 1000))
        self.assertIn(SMALL, offers["settings"])
        status, answer = server.post("/api/matches", {"bot": 2, "game": "magnetize", "settings": "", "you": 0,
                                                      "move_ms": 100})
        self.assertEqual(status, 400)
        self.assertIn("gone can't be played against", answer["error"])
        page = server.get("/")
        self.assertEqual(page.status, 200)
        self.assertIn("connect-src 'self'", page.fields["content-security-policy"])
        game = server.get("/games/3")
        self.assertEqual(game.status, 200)
        self.assertIn(b'"format":"referee-match/1"', game.body)
        self.assertEqual(server.get("/games/1").status, 200)
        for number in ("7", "0", "-1", "03", "99999999999", "", "x", "3/", "../3"):
            answer = server.get(f"/games/{number}")
            self.assertEqual(answer.status, 404, number)
            self.assertIn(b"</html>", answer.body)
        match = self.begin(server, bot=3, settings=SMALL)
        match.move(0, match.turn()["moves"][0])
        self.assertEqual(match.turn()["ply"], 2)

    def test_a_script_that_is_not_where_the_server_was_started(self):
        shutil.copy(BIN / "random.py", self.folder / "mine.py")
        self.referee("tournament", "python3 mine.py", RANDOM, "--game", GAME, "--move-time", "5s",
                     "--limits", "first=20s", "--games", 1, "--db", "t.db", code=0)
        self.assertEqual([b["available"] for b in self.offers(self.serve("t.db"))["bots"]], [True, True])
        (self.folder / "elsewhere").mkdir()
        server = self.serve(self.folder / "t.db", cwd=self.folder / "elsewhere")
        offers = self.offers(server)
        self.assertEqual([(b["name"], b["available"]) for b in offers["bots"]], [("mine", False), ("random", True)])
        self.assertIn("'mine.py' is missing; start referee serve in the folder in which", offers["bots"][0]["why"])
        status, _ = server.post("/api/matches", {"bot": 0, "game": "magnetize", "settings": "", "you": 0, "move_ms": 100})
        self.assertEqual(status, 400)

    def test_of_a_tournament_with_a_clock_a_move_has_a_share_of_it(self):
        self.referee("tournament", RANDOM, bot(), "--game", GAME, "--limits", "clock=60s+1s", "--games", 1, "--db", "c.db", code=0)
        server = self.serve("c.db")
        self.assertEqual(self.offers(server)["move_ms"], 3000)
        match = self.begin(server, bot=0, game="magnetize", settings="height=6,width=7", move_ms=3000)
        self.assertEqual(match.turn()["move_ms"], 3000)

    def test_wishes_that_can_not_be_fulfilled(self):
        server = self.serve("--bot", bot())
        good = {"bot": 0, "game": "magnetize", "settings": "height=6", "you": 0, "move_ms": 100}
        wrong = [{"bot": 1}, {"bot": -1}, {"bot": "0"}, {"bot": 0.5}, {"bot": None}, {"bot": 2**64}, {"bot": 10**30},
                 {"game": "chess"}, {"game": ""}, {"game": 1}, {"game": "magnetize:height=3"}, {"game": "a\nb"},
                 {"settings": "height"}, {"settings": "height=0"}, {"settings": "hight=6"}, {"settings": ":height=6"},
                 {"settings": "height=6,height=6"}, {"settings": ","}, {"settings": None}, {"settings": "\0"},
                 {"game": "fitz", "settings": "tiles=/etc/passwd"}, {"game": "fitz", "settings": "position=/etc/passwd"},
                 {"game": "fitz", "settings": "height=999,width=999"}, {"game": "fitz", "settings": "height=65,width=64"},
                 {"you": 2}, {"you": -1}, {"you": True}, {"move_ms": 0}, {"move_ms": 60001}, {"move_ms": -5},
                 {"move_ms": "100"}, {"move_ms": 1e3}]
        bodies = [json.dumps({**good, **change}) for change in wrong]
        bodies += [json.dumps({k: v for k, v in good.items() if k != name}) for name in good]
        bodies += ["", "{}", "[]", "null", "{", "\xff", '"' * 100, "[" * 4000, '{"a":' * 800]
        for body in bodies:
            status, answer = server.post("/api/matches", body.encode("latin-1"))
            self.assertEqual(status, 400, body)
            self.assertRegex(answer["error"], r"\A[^\n\0]+[^.]\Z")
        for key, hint in (("move_m", "did you mean 'move_ms'?"), ("Bot", "did you mean 'bot'?"),
                          ("opening", "there are: bot, game, settings, you, move_ms"), ("", "there are: bot"),
                          ("a\nb\u202e", "there are: bot")):
            status, answer = server.post("/api/matches", {**good, key: 1})
            self.assertEqual(status, 400, key)
            self.assertRegex(answer["error"], r"\Aunknown key '[^\n]*'; ")
            self.assertIn(hint, answer["error"])
            self.assertIn(key if key.isalnum() or "_" in key else "'", answer["error"])
        status, answer = server.post("/api/matches", {**good, "é" * 40_000: 1})
        self.assertEqual(status, 400)
        self.assertLess(len(answer["error"]), 3000)
        self.assertEqual(self.leftovers()[1:], [])
        self.assertEqual(server.post("/api/matches", good)[0], 201)

    def test_what_is_wrong_with_the_command_line(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            cases = {("--bot", GREEDY, "--port", port): f"port {port} is in use",
                     ("missing.db",): "missing.db",
                     ("--bot", "./missing"): "missing",
                     ("--bot", "human"): "human",
                     ("--port", 65536): "--port",
                     ("--port", "http"): "--port",
                     ("--host", "no.such.host.invalid"): "--host 'no.such.host.invalid'",
                     ("--host", "192.0.2.1"): "--host '192.0.2.1'",
                     ("--host", ""): "--host",
                     ("--jobs", 0): "--jobs",
                     ("--prot", 1): "--port",
                     ("a.db", "b.db"): "b.db"}
            for arguments, named in cases.items():
                with self.subTest(arguments):
                    run = self.referee("serve", *arguments)
                    self.assertEqual((run.code, run.out, run.err.count("\n")), (2, "", 1), str(run))
                    self.assertIn(named, run.err)
        (self.folder / "text.db").write_text("no tournament")
        self.assertEqual(self.referee("serve", "text.db").code, 2)

    def test_addresses(self):
        self.assertRegex(self.serve("--bot", bot()).name, r"127\.0\.0\.1:\d+")
        server = self.serve("--bot", bot(), "--host", "0.0.0.0")
        self.assertEqual(server.get("/play", address="127.0.0.2", host=f"127.0.0.2:{server.port}").status, 200)
        self.assertEqual(server.get("/play", address="127.0.0.2", host=f"127.0.0.3:{server.port}").status, 421)
        self.assertNotIn("0.0.0.0", server.name)
        self.assertEqual(server.get("/play", address=server.host).status, 200)
        self.assertEqual(server.get("/play", address="127.0.0.2", host=f"{socket.gethostname()}:{server.port}").status, 200)
        server.process.send_signal(signal.SIGINT)
        self.assertEqual(server.process.wait(PATIENCE), 130)
        self.assertIn(b"anybody who can reach this machine", server.process.stderr.read())

    def test_a_name_that_leads_nowhere_else_is_told(self):
        try:
            own = socket.gethostbyname(socket.gethostname())
        except OSError:
            own = ""
        for host, warns in (("localhost", False), ("127.0.0.1", False), (socket.gethostname(), True)):
            if warns and not own.startswith("127."):
                continue
            server = self.serve("--bot", bot(), "--host", host)
            server.process.send_signal(signal.SIGINT)
            self.assertEqual(server.process.wait(PATIENCE), 130)
            self.assertEqual(b"reachable only from this machine" in server.process.stderr.read(), warns, host)
