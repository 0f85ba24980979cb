"""Tests that bots that speak other protocols can play through the adapters (docs/adapters.md): small ones that know their
protocol to the letter, and engines of Debian, if they are installed (tools/deps.sh bots)."""
import json
import os
import pathlib
import shlex
import shutil
import socket
import subprocess
import threading
import unittest

from harness import BIN, GAMES, LONG, LONG_LIMITS, LONG_US, PATIENCE, RefereeTest, sandbox_problem

ROOT = pathlib.Path(__file__).parents[2]
ENGINE = ROOT / "tests/bots/othello_engine.py"
PEERS = ROOT / "tests/bots/adapter_peers.py"
EXAMPLES = ROOT / "examples/games"
CHESS, BREAKTHROUGH, FIVE, HEX = (EXAMPLES / f"{name}.py" for name in ("chess", "breakthrough", "five", "hex"))
ADAPTERS = sorted(path.name for path in (ROOT / "adapters").glob("*.py"))


def needs(*programs):
    """Skips a test if an engine is not installed."""
    missing = [name for name in programs if not shutil.which(name, path=f"{os.environ['PATH']}:/usr/games")]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


def adapted(protocol, *engine):
    return f"/usr/bin/python3 {BIN / protocol}.py " + " ".join(map(str, engine))

# After these moves it is White's turn, and White has no legal move.
BEFORE_PASSES = """c4 c3 d3 e3 f4 d6 d2 f2 e2 f3 b4 f1 g3 d1 c5 b6 e6 c6 f6 f5 d7 d8 g4 g5 c2 h5 h3 h4 h6 b5 b3 a5 a4 a3 b2 a1 a2 b1 c7 c8 e1 h2 h1
                   g1 g2 e7 g6 h7 h8"""


class AdaptersTest(RefereeTest):
    def games(self, first, second, *arguments, games=20, jobs=2):
        """Plays games, all of which must end by the rules. Returns their logs."""
        log = self.folder / "games.jsonl"
        log.unlink(missing_ok=True)
        limits = [] if "--move-time" in arguments or "--limits" in arguments else LONG_LIMITS
        many = ["--games", games, "--jobs", jobs] if games > 1 else []
        run = self.referee(first, second, *many, "--log", log, "--sandbox", "off", "--seed", 5, *limits, *arguments, code=0)
        played = [json.loads(text) for text in (log.read_text().splitlines() if games > 1 else [log.read_text()])]
        self.assertEqual([game["result"]["ending"] for game in played], ["by_rules"] * games, str(run))
        return played

    def peer(self, adapter, kind, *habits, options=""):
        peer = shlex.join(map(str, ["/usr/bin/python3", PEERS, kind, self.folder / f"{kind}.txt", *habits]))
        return f"/usr/bin/python3 {BIN / adapter}.py {options} {peer}"

    def words(self, kind):
        """What a peer has heard, one process after the other."""
        files = sorted(self.folder.glob(f"{kind}.txt.*"), key=lambda path: path.stat().st_mtime_ns)
        return "".join(path.read_text() for path in files)


def feed(adapter, *words, text=""):
    """Runs an adapter with this input."""
    command = ["/usr/bin/python3", BIN / f"{adapter}.py", *map(str, words)]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE)


class UciTest(AdaptersTest):
    def test_a_peer_hears_the_positions_of_the_referee(self):
        # From both sides, after openings, and game after game in one process.
        games = self.games(self.peer("uci", "uci", "crlf"), BIN / "random.py", "--game", CHESS, "--openings", 3, "--reuse", jobs=1)
        heard = self.words("uci")
        self.assertEqual((heard.count("ucinewgame\n"), heard.count("uci\n")), (20, 1))
        begun = [line for line in heard.splitlines() if line.startswith("position ") and " moves " not in line]
        self.assertEqual(len(begun), 20)
        for game, line in zip(games, begun):
            peer = [player["name"] for player in game["players"]].index("uci")
            first = next(i for i, ply in enumerate(game["plies"]) if i >= 3 and ply["player"] == peer)
            self.assertEqual(line, f"position fen {game['plies'][first - 1]['frame']['start']}")
            # Its own moves count as played, too.
            self.assertIn(" ".join(["moves", *(ply["move"] for ply in game["plies"][first:first + 4])]) + "\n", heard)

    def test_moves_are_promoted_and_notes_are_kept(self):
        start = "8/P6k/8/8/8/8/p6K/8 w - - 0 1"
        game = self.games(self.peer("uci", "uci"), self.peer("uci", "uci"), "--game", CHESS, "--position", start, games=1)[0]
        self.assertEqual([ply["move"] for ply in game["plies"][:2]], ["a7a8r", "a2a1r"])
        notes = game["plies"][0]["notes"]["info"]
        self.assertEqual((notes["depth"], notes["score"], notes["pv"]), (3, 25, "a7a8r"))
        self.assertIn(f"position fen {start}\n", self.words("uci"))
        self.assertIn("position fen 8/P6k/8/8/8/8/p6K/8 w - - 0 1 moves a7a8r a2a1r ", self.words("uci"))

    def test_the_engine_hears_its_time_and_its_options(self):
        for limits, options, heard in (
                (["--move-time", LONG], "", rf"\ngo movetime {LONG_US // 1_000_000 - 1}9[0-4]\d\n"),
                (["--limits", "clock=90s+2s"], "", " winc 2000 binc 2000\n"),
                (["--move-time", LONG], "--go 'depth 3'", "go depth 3\n"),
                (["--move-time", LONG], "--movetime 77 --option Hash=3 --option 'clear hash' --option 'Own Book=true'", "go movetime 77\n")):
            for path in self.folder.glob("uci.txt.*"):
                path.unlink()
            start = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
            self.games(self.peer("uci", "uci", "slow", options=options), BIN / "random.py", "--game", CHESS, "--position", start, *limits,
                       games=1)
            self.assertRegex(self.words("uci"), heard)
            self.assertRegex(self.words("uci"), r"^uci\n(setoption .*\n)*ucinewgame\nisready\nposition fen .*\ngo ")
        self.assertIn("setoption name Hash value 3\nsetoption name clear hash\nsetoption name Own Book value true\n", self.words("uci"))

    @needs("stockfish", "gnuchess")
    def test_two_engines_play_chess(self):
        self.games(f"{BIN / 'uci.py'} --go 'nodes 40' stockfish", f"{BIN / 'uci.py'} --go 'depth 1' gnuchess --uci",
                   "--game", CHESS, "--openings", 4, "--reuse")

    @needs("fairy-stockfish")
    def test_an_engine_plays_breakthrough(self):
        games = self.games(f"{BIN / 'uci.py'} --go 'nodes 200' fairy-stockfish", BIN / "random.py", "--game", BREAKTHROUGH, "--openings", 2)
        wins = sum(game["result"]["winner"] == (0 if "uci" in game["players"][0]["name"] else 1) for game in games)
        self.assertEqual(wins, 20)

    @needs("stockfish")
    def test_engines_are_found_in_a_sandbox(self):
        if problem := sandbox_problem():
            self.skipTest(problem)
        engine = self.program("engines/fish", "#!/bin/sh\nexec stockfish\n")
        start = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
        for command in ("stockfish", engine, "./engines/fish"):
            _, log = self.play(f"uci.py --go 'depth 2' {command}", "random.py", "--game", CHESS, "--position", start, "--sandbox", "on")
            self.assertEqual(log["result"]["ending"], "by_rules", log)

    def test_mistakes(self):
        setup = "chess 2\n0\n8 8\n0\n0\n1 1 1 1 0 0 1\n" + 8 * "........\n" + "1\ne2e4\n"
        peer = ["/usr/bin/python3", PEERS, "uci", self.folder / "uci.txt"]
        for words, text, code, said in (
                (["--option", "Hsah=3", *peer], setup, 2, "the engine has no option 'Hsah'"),
                (["--movetime", "soon", *peer], setup, 2, "uci.py [--option"),
                (["--go"], setup, 2, "uci.py [--option"),
                (peer, setup.replace("chess", "hex"), 1, "only chess and Breakthrough on 8 x 8 can be played with it, not hex"),
                (peer, "37\n0 1 2 3 4 5 6\n0\n", 1, "not CLUSTER"),
                (["/usr/bin/python3", "-c", "print('uciok'); input(); input(); input(); print('readyok'); input(); input(); print('bestmove')"],
                 setup, 1, "the engine answers 'bestmove' without a move"),
                (["/usr/bin/python3", "-c", "print('uciok')"], setup.replace("chess", "breakthrough"), 1,
                 "does not know the variant breakthrough")):
            run = feed("uci", *words, text=text)
            self.assertEqual((run.returncode, run.stderr.count("\n"), run.stdout), (code, 1, ""), run)
            self.assertIn(said, run.stderr)

    def test_a_bot_that_dies_forfeits_and_says_why(self):
        for adapter, kind, game in (("uci", "uci", CHESS), ("gomocup", "gomocup", FIVE), ("gtp", "hex", HEX), ("cluster", "cluster", "cluster")):
            _, log = self.play(self.peer(adapter, kind, "dies"), BIN / ("random" if game == "cluster" else "random.py"), "--game", game,
                               "--sandbox", "off")
            self.assertEqual((log["result"]["ending"], log["result"]["winner"], len(log["plies"])), ("exited", 1, 4), log["result"])
            self.assertIn(" ended before it ", log["failure"]["stderr_tail"])
            self.assertEqual(log["failure"]["exit_code"], 1)


class GomocupTest(AdaptersTest):
    def test_a_peer_plays_five_in_a_row(self):
        games = self.games(self.peer("gomocup", "gomocup", "crlf"), BIN / "random.py", "--game", f"{FIVE}:size=9", "--move-time", LONG,
                           "--reuse")
        heard = self.words("gomocup")
        self.assertEqual([heard.count(word) for word in ("START 9\n", "BEGIN\n", "BOARD\n")], [20, 10, 0])
        self.assertIn(heard.count("END\n"), range(1, 21))  # on a busy machine, a peer may be killed before it hears that
        self.assertIn(f"INFO timeout_turn {LONG_US // 1000 - 50}\n", heard)
        self.assertIn("INFO timeout_match 0\n", heard)
        self.assertIn("INFO time_left 2147483647\nBEGIN\n", heard)
        self.assertEqual({game["result"]["detail"] for game in games}, {"five"})

    def test_openings_and_a_clock(self):
        self.games(self.peer("gomocup", "gomocup", "lf", "knows_nothing", options="--lf --info rule=1"), BIN / "random.py", "--game", FIVE,
                   "--openings", 3, "--limits", "clock=90s+2s", games=2)
        heard = self.words("gomocup")
        self.assertEqual((heard.count("BEGIN\n"), heard.count("BOARD\n")), (0, 2))
        self.assertRegex(heard, r"\nBOARD\n\d+,\d+,1\n\d+,\d+,2\n\d+,\d+,1\n\d+,\d+,2\nDONE\n")
        self.assertRegex(heard, r"\nBOARD\n\d+,\d+,2\n\d+,\d+,1\n\d+,\d+,2\nDONE\n")
        self.assertIn("INFO rule 0\nINFO rule 1\n", heard)
        self.assertIn("INFO timeout_match 90000\n", heard)
        self.assertRegex(heard, r"INFO time_left [89]\d{4}\n")

    def test_turns_out_of_order(self):
        """A player may lose turns, or move twice."""
        game = ["five 1", "1", "3 4 3", "1", "1", "0 b1", "0", ".x..", "....", "....", "3", "a1", "c1", "d3",
                "3", "4", "1 a1", "0 c1", "1 LOST", "0 d1", "0", "oxxx", "....", "....", "2", "a2", "d3"]
        peer = ["/usr/bin/python3", PEERS, "gomocup", self.folder / "gomocup.txt"]
        text = "\n".join(game) + "\n"
        self.assertIn("unexpected: 'RECTSTART 4,3", feed("gomocup", *peer, text=text).stderr)  # the peer knows squares only
        run = feed("gomocup", *peer, text=text.replace("3 4 3", "4 4 3").replace("....\n....", "....\n....\n...."))
        self.assertEqual((run.returncode, run.stdout), (0, "a1\na2\n"), run)
        self.assertTrue(self.words("gomocup").replace("\r", "").removesuffix("END\n").endswith(  # which it may hear too late
            "RESTART\nINFO time_left 2147483647\nBOARD\n1,0,2\n0,0,1\n2,0,2\n3,0,2\nDONE\n"), self.words("gomocup"))

    def test_mistakes(self):
        setup = "five 1\n0\n5 5\n0\n0\n0\n" + 5 * ".....\n" + "1\na1\n"
        peer = ["/usr/bin/python3", PEERS, "gomocup", self.folder / "gomocup.txt"]
        for words, text, code, said in (
                (["--lf"], setup, 2, "gomocup.py [--info"), (["/nowhere/bot"], setup, 2, "can't start '/nowhere/bot'"),
                (peer, setup.replace(".....", "....x"), 1, "does not begin with an empty board"),
                (peer, setup.replace("a1", "DROP 1"), 1, "a move is called 'DROP 1'"), (peer, "fitz 1\n0\n5 5 1\n", 1, "not fitz"),
                (["/bin/echo", "ERROR size"], setup, 1, "the bot answers 'START 5' with 'ERROR size'"),
                (["/bin/printf", "OK\\nHelp\\n"], setup, 1, "with 'Help'"), (["/bin/true"], setup, 1, "the bot ended before ")):
            run = feed("gomocup", *words, text=text)
            self.assertEqual((run.returncode, run.stderr.count("\n"), run.stdout), (code, 1, ""), run)
            self.assertIn(said, run.stderr)


class GtpTest(AdaptersTest):
    def test_a_peer_plays_hex(self):
        games = self.games(self.peer("gtp", "hex"), BIN / "random.py", "--game", HEX, "--openings", 2, "--reuse")
        heard = self.words("hex")
        self.assertEqual((heard.count("boardsize 7\n"), heard.count("clear_board\n")), (20, 20))
        # In GTP the first player connects the top with the bottom. A row of the referee's board is a column there.
        first = next(game for game in games if "gtp" in game["players"][0]["name"])
        (column, row), (white_column, white_row) = [(ord(ply["move"][0]) - 96, int(ply["move"][1:])) for ply in first["plies"][:2]]
        self.assertIn(f"play black {chr(96 + row)}{column}\nplay white {chr(96 + white_row)}{white_column}\ngenmove black\n", heard)

    def test_time(self):
        for limits, heard in ((["--move-time", LONG], f"time_settings 0 {LONG_US // 1_000_000 - 1} 1\ngenmove black\n"),
                              (["--limits", "clock=90s"], "time_settings 90 0 0\ntime_left black 90 0\ngenmove black\n")):
            self.games(self.peer("gtp", "hex", "crlf"), BIN / "random.py", "--game", f"{HEX}:size=3", *limits, games=2)
            self.assertIn(heard, self.words("hex"))

    def test_columns_have_no_i(self):
        text = "five 1\n0\n10 10 10\n0\n0\n0\n" + 10 * "..........\n" + "2\ni1\nj10\n"
        engine = "import sys\nfor line in sys.stdin: print('Hm\\n\\n= J1\\n' if 'gen' in line else '=\\n', flush=True)"
        run = feed("gtp", "/usr/bin/python3", "-c", engine, text=text)
        self.assertEqual((run.returncode, run.stdout), (0, "i1\n"), run)

    @needs("gtp-rhino")
    def test_grhino_plays_othello(self):
        self.games(f"{BIN / 'gtp.py'} gtp-rhino --mid=1 --book=0", BIN / "greedy", "--game", "othello", "--openings", 4, "--reuse")
        start = "---------------------------XO------OXX------X------------------- O"
        self.games(f"{BIN / 'gtp.py'} gtp-rhino --mid=1 --book=0", BIN / "greedy", "--game", "othello", "--position", start, games=2)

    def test_mistakes(self):
        setup = "five 1\n0\n5 5 5\n0\n0\n0\n" + 5 * ".....\n" + "1\na1\n"
        yes = ["/usr/bin/python3", "-c", "import sys\nfor line in sys.stdin: print('= resign\\n' if 'gen' in line else '=\\n', flush=True)"]
        for text, said in ((setup.replace(".....", "....x"), "does not begin with an empty board"),
                           (setup.replace("5 5", "5 6"), "GTP knows only squares"),
                           (setup.replace("a1", "DROP 1"), "a move is called 'DROP 1'"), (setup, "the engine resigns")):
            run = feed("gtp", *yes, text=text)
            self.assertEqual((run.returncode, run.stderr.count("\n"), run.stdout), (1, 1, ""), run)
            self.assertIn(said, run.stderr)


class ClusterTest(AdaptersTest):
    def test_bots_for_earlier_versions_play(self):
        self.games(self.peer("cluster", "cluster"), BIN / "random", "--game", "cluster:side=4", "--reuse")
        self.games(self.peer("cluster", "first_cluster", options="--all-colours --no-columns"), BIN / "random", "--game", "cluster:side=4")


class TcpTest(AdaptersTest):
    def listen(self, *command):
        """Lets a bot play on each connection. Returns the port."""
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def serve():
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                bot = subprocess.Popen(command, stdin=connection, stdout=connection, stderr=subprocess.DEVNULL)
                connection.close()
                threading.Thread(target=bot.wait, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        return server.getsockname()[1]

    def test_a_bot_elsewhere_plays(self):
        for game in ("magnetize", "cluster"):
            self.games(f"{BIN / 'tcp.py'} 127.0.0.1:{self.listen(BIN / 'greedy')}", BIN / "random", "--game", game)
        self.games(f"{BIN / 'tcp.py'} localhost:{self.listen(BIN / 'greedy')}", BIN / "random", "--reuse", games=4)

    def test_it_ends_and_is_not_there(self):
        port = self.listen("/bin/true")
        nobody = self.own_port()
        for words, code, said in (([f"127.0.0.1:{port}"], 1, "has closed the connection"),
                                  ([f"127.0.0.1:{nobody}"], 1, "Connection refused (a sandbox has no"),
                                  (["127.0.0.1"], 2, "HOST:PORT"), ([":80"], 2, "HOST:PORT"), (["a:b"], 2, "HOST:PORT"), ([], 2, "HOST:PORT"),
                                  (["127.0.0.1:99999"], 2, "HOST:PORT"), (["host:²"], 2, "HOST:PORT"),
                                  (["a..b:80"], 1, "can't connect to a..b:80"),
                                  (["nowhere.invalid:80"], 1, "can't connect to nowhere.invalid:80")):
            with subprocess.Popen(["/usr/bin/python3", BIN / "tcp.py", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process:
                told = process.stderr.read()
                self.assertEqual((process.wait(PATIENCE), told.count("\n")), (code, 1), told)
                self.assertIn(said, told)


class OthelloTest(AdaptersTest):
    def engine(self, protocol, *options):
        return adapted(protocol, *options, "/usr/bin/python3", ENGINE, protocol, self.folder / f"{protocol}.txt")

    def heard(self, protocol):
        return (self.folder / f"{protocol}.txt").read_text()

    def test_they_play_whole_games_on_both_sides_and_from_openings_in_one_process(self):
        games = self.games(self.engine("nboard"), self.engine("gtp"), "--game", "othello", "--openings", 6, "--reuse")
        self.assertEqual({game["result"]["detail"] for game in games}, {"disc count"})
        self.assertIn("set game (;GM[Othello]", self.heard("nboard"))
        self.assertEqual(self.heard("gtp").count("clear_board"), 20)

    def test_passes_are_made_for_the_engine(self):
        opening = self.folder / "pass.txt"
        opening.write_text(", ".join(BEFORE_PASSES.split()) + "\n")
        for protocol in ("nboard", "gtp"):
            log = self.folder / f"{protocol}.json"
            run = self.referee(self.engine(protocol), self.engine(protocol), "--game", "othello", "--openings", opening, "--sandbox", "off",
                               "--log", log, *LONG_LIMITS)
            game = json.loads(log.read_text())
            self.assertEqual(game["result"]["ending"], "by_rules", str(run))
            self.assertIn("PASS", [ply["move"] for ply in game["plies"]][49:])

    def test_they_begin_from_written_positions_on_both_sides(self):
        start_of_white = "---------------------------OX------XO--------------------------- O"
        position = "---------------------------XO------OXX------X------------------- O"
        for engine in (self.engine("nboard"), adapted("gtp", "/usr/bin/python3", ENGINE, "grhino", self.folder / "grhino.txt")):
            for begin in (position, start_of_white):
                log = self.folder / "positions.jsonl"
                run = self.referee(engine, BIN / "random", "--game", "othello", "--position", begin, "--games", 2, "--seed", 1,
                                   "--sandbox", "off", "--log", log, *LONG_LIMITS)
                games = [json.loads(line) for line in log.read_text().splitlines()]
                self.assertEqual([game["result"]["ending"] for game in games], ["by_rules"] * 2, str(run))
                log.unlink()
        self.assertIn("BO[8 -------- -------- -------- ---*O--- ---O**-- ----*--- -------- -------- O];)", self.heard("nboard"))
        for begin in (position, start_of_white):
            self.assertIn(f"grhino-setup_board {begin[:64].replace('-', '.')} W\n", self.heard("grhino"))

    def test_an_engine_that_can_not_begin_from_a_position_says_so(self):
        setup = "othello 1\n0\n8 8\n0\n0\n2 2\n" + 8 * "........\n" + "1\nd3\n"
        run = feed("gtp", "/usr/bin/python3", ENGINE, "gtp", text=setup)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run)
        self.assertIn("does not know 'grhino-setup_board'", run.stderr)

    def test_options_reach_the_engine(self):
        for protocol, options, said in (("nboard", ["--depth", "7"], "set depth 7\n"), ("gtp", ["--seconds", "3"], "time_settings 0 3 1\n")):
            self.referee(self.engine(protocol, *options), BIN / "random", "--game", "othello:max_plies=2", "--sandbox", "off", *LONG_LIMITS, code=0)
            self.assertIn(said, self.heard(protocol))

    def test_mistakes_are_told_in_one_line(self):
        for protocol in ("nboard", "gtp"):
            for arguments, said in (([], "ENGINE"), (["/nowhere/engine"], "can't start '/nowhere/engine'"), (["--depth"], "ENGINE"),
                                    (["--seconds", "x", "engine"], "ENGINE")):
                run = feed(protocol, *arguments)
                self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run)
                self.assertIn(said, run.stderr)
            for game, engine, said in ((GAMES[0], "cat", "only Othello" if protocol == "nboard" else "only games whose moves are cells"),
                                       ("othello", "true", "the engine ended")):
                setup = f"{game} 1\n0\n8 8\n0\n0\n2 2\n" + 8 * "........\n" + f"1\n{'d3' if game == 'othello' else 'DROP 3'}\n"
                run = feed(protocol, engine, text=setup)
                self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run)
                self.assertIn(said, run.stderr)

    def test_bots_of_cs2_play(self):
        bot = f"/usr/bin/python3 {BIN / 'cs2.py'} /usr/bin/python3 {ENGINE} cs2 {self.folder / 'cs2.txt'}"
        games = self.games(bot, BIN / "greedy", "--game", "othello", "--reuse", "--move-time", LONG)
        self.assertEqual(self.heard("cs2").count(f"-1 -1 {LONG_US // 1000}\n") > 9, True)
        # A player who has to pass says so, and hears it from the other one.
        passes = [(ply["player"], game) for game in games for ply in game["plies"] if ply["move"] == "PASS"]
        self.assertGreater(len(passes), 0)
        for first in (True, False):
            bots = [bot, BIN / "random"] if first else [BIN / "random", bot]
            _, log = self.play(*bots, "--game", "othello", "--openings", 2, "--sandbox", "off")
            self.assertEqual((log["result"]["ending"], log["result"]["winner"]), ("exited", int(first)))
            self.assertIn("cs2.py: such a bot can begin only from the usual position", log["failure"]["stderr_tail"])

    def test_the_clock_of_cs2(self):
        bot = f"/usr/bin/python3 {BIN / 'cs2.py'} /usr/bin/python3 {ENGINE} cs2 {self.folder / 'cs2.txt'}"
        self.games(bot, BIN / "random", "--game", "othello", "--limits", "clock=900s", games=1)
        left = [int(line.split()[2]) for line in self.heard("cs2").splitlines()]
        self.assertTrue(len(left) > 4 and sorted(left, reverse=True) == left and 600_000 < left[-1] < left[0] <= 900_000, left)

    def test_mistakes_of_cs2(self):
        setup = "othello 1\n0\n8 8\n0\n0\n2 2\n" + 3 * "........\n" + "...WB...\n...BW...\n" + 3 * "........\n" + "1\nd3\n"
        for words, text, code, said in (
                ([], setup, 2, "cs2.py BOT"), (["/nowhere/bot"], setup, 2, "can't start"), (["/bin/true"], setup, 1, "the bot ended"),
                (["/bin/sh", "-c", "echo 'Init done'; echo Hello"], setup, 1, "the bot answers 'Hello' in place of two numbers"),
                (["/bin/sh", "-c", "cat"], setup.replace("WB", "BW"), 1, "only from the usual position"),
                (["/bin/true"], "hex 1\n0\n", 1, "only Othello")):
            run = feed("cs2", *words, text=text)
            self.assertEqual((run.returncode, run.stderr.count("\n"), run.stdout), (code, 1, ""), run)
            self.assertIn(said, run.stderr)


class AllTest(RefereeTest):
    def test_they_are_files_of_their_own(self):
        """A user may copy one of them. They need no package, and Python 3.9."""
        self.assertEqual(len(ADAPTERS), 7)
        for name in ADAPTERS:
            copy = self.folder / name
            shutil.copy(BIN / name, copy)
            run = subprocess.run(["/usr/bin/python3", "-I", copy], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run)
            self.assertTrue(run.stderr.startswith(f"{name}: {name} "), run.stderr)
            self.assertIn(run.stderr.removeprefix(f"{name}: ").strip(), (BIN / name).read_text())
            self.assertIn(f'"{name} ', (ROOT / "docs/adapters.md").read_text())
