"""Tests a tournament that is watched over the web while another process plays it: the events agree with the tournament's
file."""
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import threading
import time
import unittest

from harness import BIN, GAME, LONG_LIMITS, PATIENCE, REFEREE, bot, end_of, main
from serve_case import ServeCase, Server
from tournament_case import put_log, stored_logs

# A bot that plays random moves, slowly enough to be watched. While a file "wait" exists, the bot makes one move for
# each file "step", which it removes.
SLOW = f"""#!/bin/sh
"{BIN}/random" --seed 1 | while IFS= read -r line; do sleep 0.02; while [ -e %(folder)s/wait ] && ! rm %(folder)s/step 2>/dev/null; do sleep 0.02; done; echo "$line"; done
"""


class Collector:
    """Reads an event stream in a separate thread, and keeps all events."""

    def __init__(self, test, server):
        self.socket = server.connect()
        self.socket.sendall(f"GET /events HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode())
        self.events = []
        self.ended = False
        thread = threading.Thread(target=self.read)
        thread.start()
        test.addCleanup(thread.join)
        test.addCleanup(self.leave)

    def leave(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def read(self):
        name = None
        with contextlib.suppress(OSError), self.socket.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"event: "):
                    name = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    self.events.append((name, json.loads(line[6:])))
        self.ended = True

    def all(self, name):
        return [data for event, data in list(self.events) if event == name]

    def wait(self, what, condition):
        """Waits until the condition is true for this stream."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end or self.ended:
                raise AssertionError(f"{what} has not come; the last events: {[str(e)[:300] for e in self.events[-5:]]}")
            time.sleep(0.02)

    def wait_for_state(self, state):
        self.wait(f"state {state}", lambda: self.all("tournament") and self.all("tournament")[-1]["state"] == state)

    def positions(self):
        """Returns all positions of running games that have been sent, as pairs of the game's number and the number of
        plies."""
        return {(game["number"], game["plies"]) for news in self.all("running") for game in news["games"] or []}

    def games(self):
        """Returns all rows of games that have been sent, in order."""
        return [row for news in self.all("games") for row in news["games"]]


class ServeTournamentTest(ServeCase):
    def setUp(self):
        super().setUp()
        for name in ("ann", "bob", "<script>alert(1)"):
            path = self.folder / name
            path.write_text(SLOW % {"folder": self.folder})
            path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def play_on(self, *arguments):
        return self.start("tournament", *arguments, "--db", "t.db", "--quiet",
                          *([] if "--resume" in arguments else ["--move-time", "10m", "--limits", "first=10m"]))

    def wait_for_file(self):
        self.wait_until((self.folder / "t.db").exists)

    def finish(self, playing, stream, games):
        """Follows the tournament to its end."""
        stream.wait_for_state("finished")
        self.assertEqual(playing.wait(timeout=PATIENCE), 0)
        stream.wait("all games", lambda: len(stream.games()) == games)
        return self.check_against_file(stream)

    def stored(self):
        with contextlib.closing(sqlite3.connect(self.folder / "t.db")) as file:
            matches = file.execute("SELECT number + 1, round + 1, first, second, winner, plies FROM matches JOIN games USING (number, first, second)").fetchall()
        return matches, {number + 1: log for number, log in stored_logs(self.folder / "t.db").items()}

    def check_against_file(self, stream):
        matches, logs = self.stored()
        rows = stream.games()
        self.assertEqual(sorted([number, round_, first, second, winner, plies] for number, round_, first, second, winner, _, plies in rows),
                         sorted(map(list, matches)))
        boards = 0
        for news in stream.all("running"):
            for game in news["games"] or []:
                plies = logs.get(game["number"], {"plies": []})["plies"]
                if game["plies"] == 0 or game["plies"] > len(plies):
                    continue
                played = plies[game["plies"] - 1]
                self.assertEqual(game["frame"], played["frame"])
                self.assertEqual(game["last"], {"player": played["player"], "move": played["move"]})
                before = logs[game["number"]]["initial"] if game["plies"] == 1 else plies[game["plies"] - 2]["frame"]
                self.assertEqual(game["previous"], before)
                if game["next"] and game["plies"] < len(plies):
                    self.assertEqual(game["next"]["player"], plies[game["plies"]]["player"])
                    self.assertEqual(game["next"]["hand"], plies[game["plies"]].get("hand"))
                boards += 1
        return boards

    def test_a_tournament_is_told_while_it_is_played(self):
        for game in (GAME, "cluster"):
            with self.subTest(game):
                (self.folder / "t.db").unlink(missing_ok=True)
                (self.folder / "wait").touch()
                playing = self.play_on("./ann", "./bob", "./<script>alert(1)", "--game", game, "--games", "2", "--openings", "2",
                                    "--jobs", "2", "--seed", "3")
                self.wait_for_file()
                server = self.serve("t.db")
                stream = Collector(self, server)
                stream.wait_for_state("playing")
                stream.wait("two running games", lambda: any(len(news["games"] or []) == 2 for news in stream.all("running")))
                for _ in range(6):
                    before = len(stream.positions())
                    (self.folder / "step").touch()
                    stream.wait("the next position", lambda: len(stream.positions()) > before)
                (self.folder / "wait").unlink()
                stream.wait("a first result", lambda: len(stream.games()) > 0)
                late = Collector(self, server)
                self.assertGreaterEqual(self.finish(playing, stream, games=6), 6)
                self.finish(playing, late, games=6)
                stream.wait("no running game", lambda: stream.all("running")[-1]["games"] is None)
                last = stream.all("tournament")[-1]
                report = last["report"]
                self.assertEqual((last["total"], last["problem"], report["played"]), (6, None, 6))
                self.assertEqual(sorted(entrant["number"] for entrant in report["entrants"]), [0, 1, 2])
                self.assertTrue(any(entrant["lower"] is not None or entrant["upper"] is not None for entrant in report["entrants"]))
                self.assertEqual(report["text"], self.referee("standings", "t.db").out)
                self.assertEqual([news["reset"] for news in stream.all("games")], [True] + [False] * (len(stream.all("games")) - 1))
                played = [news["report"]["played"] for news in stream.all("tournament")]
                self.assertEqual(played, sorted(played))
                server.process.send_signal(signal.SIGINT)
                server.process.wait(timeout=PATIENCE)

    def test_a_game_has_its_page_when_it_has_been_played(self):
        self.referee("tournament", bot(), bot(pick=1), "--game", GAME, "--games", "4", "--db", "t.db", *LONG_LIMITS)
        server = self.serve("t.db")
        _, logs = self.stored()
        for number, log in logs.items():
            answer = server.get(f"/games/{number}")
            self.assertEqual(answer.status, 200)
            self.assertIn(log["id"].encode(), answer.body)
            self.assertIn(b'{"report":"/","games":[%d]}' % number, answer.body)
            beside = {name: f"/games/{other}" for name, other in (("previous", number - 1), ("next", number + 1)) if other in logs}
            data = re.search(rb'id="neighbours-data">([^<]*)<', answer.body)
            self.assertEqual(json.loads(data[1]), beside)
        for path in ("/games/5", "/games/0", "/games/-1", "/games/99999999999999999999", "/games/", "/games/1x", "/games/1/", "/games/../t.db"):
            self.assertEqual(server.get(path).status, 404, path)

    def test_what_a_log_says_is_no_markup(self):
        self.referee("tournament", bot(), bot(pick=1), "--game", GAME, "--games", "2", "--db", "t.db", *LONG_LIMITS)
        log = stored_logs(self.folder / "t.db")[0]
        log["plies"][3]["move"] = "<b>&amp;"
        put_log(self.folder / "t.db", 0, json.dumps(log))
        answer = self.serve("t.db").get("/games/1")
        self.assertEqual(answer.status, 500)
        self.assertIn(b"&lt;b&gt;&amp;amp;", answer.body)
        self.assertNotIn(b"<b>", answer.body)

    def test_a_tournament_that_is_killed_and_goes_on_is_told_on(self):
        wait = self.folder / "wait"
        wait.touch()
        playing = self.play_on("./ann", "./bob", "--game", GAME, "--games", "4")
        self.wait_for_file()
        server = self.serve("t.db")
        stream = Collector(self, server)
        stream.wait_for_state("playing")
        stream.wait("a running game", lambda: any(news["games"] for news in stream.all("running")))
        playing.send_signal(signal.SIGKILL)
        playing.wait()
        stream.wait_for_state("stopped")
        stream.wait("no running game", lambda: stream.all("running")[-1]["games"] is None)
        playing = self.play_on("--resume")
        stream.wait_for_state("playing")
        wait.unlink()
        self.finish(playing, stream, games=4)

    def test_a_ladder_that_grows_is_told_with_its_new_entrant(self):
        self.referee("tournament", bot(), bot(pick=1), "--game", GAME, "--format", "ladder", "--stop-after", "4", "--db", "t.db", *LONG_LIMITS)
        server = self.serve("t.db")
        stream = Collector(self, server)
        stream.wait_for_state("stopped")
        stream.wait("the games", lambda: len(stream.games()) == 4)
        self.referee("change", "t.db", "add", bot(pick=2), code=0)
        run = self.referee("tournament", "--resume", "--db", "t.db", "--stop-after", "4")
        self.assertEqual(run.code, 0, str(run))
        stream.wait("the games", lambda: len(stream.games()) == 8)
        stream.wait("the new entrant", lambda: len(stream.all("tournament")[-1]["report"]["entrants"]) == 3)
        stream.wait("all of them", lambda: stream.all("tournament")[-1]["report"]["played"] == 8)
        self.check_against_file(stream)
        # Whoever sees the page may not learn the seed, from which later games follow.
        shown = re.sub(r", seed \d+$", "", self.referee("standings", "t.db").out, flags=re.M)
        self.assertEqual(stream.all("tournament")[-1]["report"]["text"], shown)

    def test_games_that_are_annulled_are_told_anew(self):
        self.referee("tournament", bot(), bot(pick=1), bot(pick=2), "--game", GAME, "--games", "2", "--db", "t.db", *LONG_LIMITS)
        stream = Collector(self, self.serve("t.db"))
        stream.wait_for_state("finished")
        stream.wait("the games", lambda: len(stream.games()) == 6)
        self.assertNotIn(-1, [row[4] for row in stream.games()])
        annulled = stream.all("tournament")[-1]["report"]["entrants"][0]
        self.referee("change", "t.db", "annul", annulled["name"], code=0)
        stream.wait("the games again", lambda: len(stream.games()) == 12)
        told = 0
        for news in stream.all("games"):  # the games may come in several events
            self.assertEqual(news["reset"], told in (0, 6), news)
            told += len(news["games"])
        for _, _, first, second, winner, *_ in stream.games()[6:]:
            self.assertEqual(winner == -1, annulled["number"] in (first, second))

    def test_a_file_that_is_taken_away_is_told_and_may_come_back(self):
        self.referee("tournament", bot(), bot(pick=1), "--game", GAME, "--games", "2", "--db", "t.db", *LONG_LIMITS)
        server = self.serve("t.db")
        stream = Collector(self, server)
        stream.wait_for_state("finished")
        for _ in range(2):
            (self.folder / "t.db").rename(self.folder / "other.db")
            stream.wait("the problem", lambda: stream.all("tournament")[-1]["problem"])
            self.assertIn("moved, replaced or deleted", stream.all("tournament")[-1]["problem"])
            self.assertEqual(server.get("/games/1").status, 200)
            (self.folder / "other.db").rename(self.folder / "t.db")
            stream.wait("its end", lambda: not stream.all("tournament")[-1]["problem"])
        server.process.send_signal(signal.SIGTERM)
        _, err = server.process.communicate(timeout=PATIENCE)
        self.assertEqual(server.process.returncode, 128 + signal.SIGTERM)
        self.assertEqual(err.decode().count("moved, replaced or deleted"), 2)

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"), "needs another user")
    def test_who_may_only_read_the_file_follows_it_as_well(self):
        self.folder.chmod(0o755)
        self.referee("tournament", "./ann", "./bob", "--game", GAME, "--games", "6", "--stop-after", "1", "--db", "t.db", *LONG_LIMITS)
        as_nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", REFEREE, "serve", "t.db", "--port", "0"]
        process = subprocess.Popen(as_nobody, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment())
        self.addCleanup(end_of, process)
        server = Server(process)
        self.assertEqual(server.get("/games/2").status, 404)
        self.referee("tournament", "--resume", "--stop-after", "1", "--db", "t.db")  # while nobody is watching
        self.assertEqual(server.get("/games/2").status, 200)
        stream = Collector(self, server)
        stream.wait_for_state("stopped")
        stream.wait("the game of that run", lambda: len(stream.games()) == 2)
        (self.folder / "wait").touch()
        playing = self.play_on("--resume")
        stream.wait_for_state("playing")
        (self.folder / "wait").unlink()
        self.finish(playing, stream, games=6)
        self.assertEqual({news["games"] is None for news in stream.all("running")}, {True}, "whose games these are is not theirs to see")

    def test_many_entrants_are_told_soon(self):
        bots = [bot(pick=pick) for pick in range(101)]
        self.referee("tournament", *bots, "--game", "magnetize:height=3,width=3,max_plies=4", "--stop-after", "200", "--db", "t.db", *LONG_LIMITS)
        server = self.serve("t.db")
        stream = Collector(self, server)
        stream.wait_for_state("stopped")
        entrants = stream.all("tournament")[0]["report"]["entrants"]
        self.assertEqual(len(entrants), 101)
        self.assertEqual({(entrant["lower"], entrant["upper"]) for entrant in entrants}, {(None, None)}, "intervals would take seconds")
        server.process.send_signal(signal.SIGINT)
        self.assertEqual(server.process.wait(timeout=PATIENCE), 128 + signal.SIGINT)

    def test_what_is_no_tournament_is_refused(self):
        (self.folder / "text").write_text("hello")
        for path in ("nowhere.db", "text", "."):
            run = self.referee("serve", path, "--port", "0")
            self.assertEqual((run.code, run.out, len(run.err.splitlines())), (2, "", 1), str(run))

    def test_who_looks_on_does_not_change_what_is_played(self):
        for db, looks in (("quiet.db", False), ("t.db", True)):
            playing = self.start("tournament", bot(), bot(pick=1), bot(pick=2), "--game", GAME, "--games", "100", "--seed", "9",
                                 "--db", db, "--quiet", *LONG_LIMITS)
            if looks:
                self.wait_for_file()
                server = self.serve("t.db")
                streams = [Collector(self, server) for _ in range(3)]
            self.assertEqual(playing.wait(timeout=PATIENCE), 0)
        streams[0].wait_for_state("finished")
        streams[0].wait("all games", lambda: len(streams[0].games()) == 300)
        self.assertEqual(self.referee("standings", "t.db").out, self.referee("standings", "quiet.db").out)


if __name__ == "__main__":
    main()
