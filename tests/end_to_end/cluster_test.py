"""Tests whole games of CLUSTER: a bot that reads like the original bots, games of people, drawn hands, resumed matches,
and the sample bots."""
import collections
import copy
import json
import os
import re
import subprocess

from harness import BIN, FACTOR, LONG_LIMITS, PATIENCE, SOAK, RefereeTest, read_logs

STARTER = os.environ["REFEREE_CLUSTER_STARTER"]
RANDOM, GREEDY = (f"{BIN / name} --seed 1" for name in ("random", "greedy"))
ALPHABETA = str(BIN / "alphabeta")
SMALL = "cluster:side=3"


class ClusterTest(RefereeTest):
    def series(self, first, second, games, game="cluster", names=("a", "b")):
        """Plays a series. Returns its logs. Checks each log by a replay."""
        path = self.folder / "series.jsonl"
        self.referee(f"{names[0]}={first}", f"{names[1]}={second}", "--game", game, "--games", games,
                     "--seed", 1, "--log", path, "--force", *LONG_LIMITS, code=0)
        logs = read_logs(path)
        self.assertEqual(len(logs), games)
        self.assertIn(f"{games} of {games} matches replayed", self.replay(path, "--no-boards").out)
        return logs

    def assert_no_forfeit(self, logs):
        self.assertEqual([(log["result"], log.get("failure")) for log in logs
                          if log["result"]["ending"] != "by_rules"], [])

    def wins(self, logs):
        """The number of matches won by each name. Draws are not counted."""
        return collections.Counter(log["players"][log["result"]["winner"]]["name"] for log in logs
                                   if log["result"]["winner"] is not None)

    def by_hand(self, game, lines, *arguments, code=0, env=None):
        path = self.folder / "log.json"
        run = self.referee("human", "human", "--game", game, "--log", path, "--force", *LONG_LIMITS, *arguments,
                           env=env or {"LC_ALL": "C"}, stdin="".join(line + "\n" for line in lines), code=code)
        log = json.loads(path.read_text())
        self.check_log(log)
        self.replay(path, "--no-boards")
        return run, log


class StarterTest(ClusterTest):
    """Tests a bot that reads with scanf, checks every number of every block, and exits if a number is wrong."""

    def test_many_games_without_a_forfeit(self):
        games = (1000 if SOAK else 120) // min(FACTOR, 2)  # the 32nd is the first one without pellets
        logs = self.series(STARTER, f"{STARTER} 2", games)
        self.assert_no_forfeit(logs)
        details = collections.Counter(log["result"]["detail"] for log in logs)
        self.assertGreater(details["match"], 0)
        self.assertGreater(details["out of pellets"], 0)
        for log in logs[::50]:
            self.check_log(log)

    def test_it_follows_pellets_that_others_move(self):
        for game in ("cluster", SMALL, "cluster:side=9,connect=5"):
            with self.subTest(game):
                logs = self.series(STARTER, RANDOM, 100 // FACTOR, game=game)
                self.assert_no_forfeit(logs)
                self.assertTrue(any("ROTATE" in ply["move"] for log in logs for ply in log["plies"]))
                for log in logs[::25]:
                    self.check_log(log)

    def test_the_largest_board(self):
        logs = self.series(STARTER, STARTER, 2, game="cluster:side=32,connect=9")
        self.assert_no_forfeit(logs)


def hands_by_the_rules(log):
    """Computes the hands from the seed and the moves, as "Chance" in games/cluster/RULES.md describes it."""
    side = log["game"]["config"]["side"]
    bags = [(3 * side * (side - 1) + 1) // 16 * 4] * 4
    state = log["game"]["seed"]
    mask = 2**64 - 1
    for number, ply in enumerate(log["plies"]):
        hand = []
        for _ in range(2):
            own = [colour for colour in (number % 2, number % 2 + 2) if bags[colour] > 0]
            if not own:
                break
            pick = 0
            if len(own) == 2:
                state = (state + 0x9e3779b97f4a7c15) & mask
                z = ((state ^ state >> 30) * 0xbf58476d1ce4e5b9) & mask
                z = ((z ^ z >> 27) * 0x94d049bb133111eb) & mask
                pick = (z ^ z >> 31) % 2
            hand.append(own[pick])
            bags[own[pick]] -= 1
        yield hand
        verb, *numbers = ply["move"].split()
        if verb == "PLACE":
            for colour in hand:
                bags[colour] += 1
            bags[int(numbers[1])] -= 1


def seed_for(*hands, side=6):
    """Returns a seed with which the game draws these hands first, whatever the first moves are (if the board is not
    small)."""
    plies = [{"move": "ROTATE 1"}] * len(hands)
    logs = ({"game": {"config": {"side": side}, "seed": seed}, "plies": plies} for seed in range(1000))
    return next(log["game"]["seed"] for log in logs if tuple(hands_by_the_rules(log)) == hands)


class HandsTest(ClusterTest):
    def test_the_log_has_every_hand_and_the_seed_gives_them_again(self):
        for game in ("cluster", SMALL, "cluster:side=4,connect=7"):
            for seed in (0, 1, 2**53 - 1):
                with self.subTest(game, seed=seed):
                    _, log = self.play(RANDOM, RANDOM, "--game", game, "--seed", seed)
                    self.assertEqual([ply["hand"] for ply in log["plies"]], list(hands_by_the_rules(log)))
        self.assertIn([1], [ply["hand"][:1] for ply in log["plies"]])

    def test_the_same_seed_and_moves_bring_the_same_hands(self):
        moves = ["r 1", "r 2", "r 3", "r 4", "r 5"]
        game = "cluster:max_plies=5"
        hands = [[ply["hand"] for ply in self.by_hand(game, moves, "--seed", seed)[1]["plies"]] for seed in (5, 5, 6)]
        self.assertEqual(hands[0], hands[1])
        self.assertNotEqual(hands[0], hands[2])

    def test_a_hand_that_was_not_drawn_is_found_by_a_replay(self):
        run, log = self.play(RANDOM, RANDOM, "--game", SMALL, "--seed", 3)
        for ply in (0, len(log["plies"]) - 1):
            changed = copy.deepcopy(log)
            changed["plies"][ply]["hand"] = [colour ^ 2 for colour in log["plies"][ply]["hand"]]
            run.path.write_text(json.dumps(changed))
            found = self.replay(run.path, "--no-boards", code=1)
            self.assertIn(f"ply {ply + 1}: the drawn hand differs", found.err)

    def test_a_resumed_match_draws_on_as_the_first_one_did(self):
        run, log = self.play(STARTER, STARTER, "--game", "cluster", "--seed", 8)
        for ply in (1, 6, len(log["plies"]) - 1):
            _, again = self.play("human", "human", "--resume", run.path, "--at", ply,
                                 stdin="".join(later["move"] + "\n" for later in log["plies"][ply:]))
            self.assertEqual(again["opening"], ply)
            for what in ("move", "hand", "frame"):
                self.assertEqual([p[what] for p in again["plies"]], [p[what] for p in log["plies"]])
            self.assertEqual(again["result"], log["result"])

    def test_what_would_deal_other_hands_is_refused_when_a_match_is_resumed(self):
        run, log = self.play(STARTER, STARTER, "--game", "cluster", "--seed", 8)
        path = self.folder / "again"
        resume = [STARTER, STARTER, *LONG_LIMITS, "--resume", run.path, "--log", path]
        for arguments, said in ((["--seed", 5], "--seed 5 contradicts '.*', whose hands were dealt with seed 8: omit --seed"),
                                (["--games", 3], "--games 3 contradicts '.*': each pair of games would be dealt different hands")):
            for at in (1, 20):
                wrong = self.referee(*resume, "--at", at, *arguments, code=2, out="")
                self.assertRegex(wrong.err, rf"\Areferee: {said}[^\n]*\n\Z")
        self.assertFalse(path.exists())
        for arguments in (["--at", 20, "--seed", 8], ["--at", 20, "--games", 2], ["--at", 0, "--seed", 5, "--games", 3]):
            self.referee(*resume, *arguments, "--force", code=0)
            self.replay(path, "--no-boards")

    def test_sample_bots_go_on_from_the_middle_of_a_match(self):
        run, log = self.play(RANDOM, RANDOM, "--game", "cluster:connect=11", "--seed", 5)
        self.assertTrue(any(ply["move"].startswith("ROTATE") for ply in log["plies"]))
        for ply in range(1, len(log["plies"]), 5):
            players = [[GREEDY, RANDOM], [f"{ALPHABETA} --depth 1", STARTER]][ply // 5 % 2]
            _, again = self.play(*players, "--resume", run.path, "--at", ply)
            self.assert_no_forfeit([again])
            self.replay(run.path, "--no-boards")

    def test_a_bot_is_sent_the_same_blocks_again(self):
        run, log = self.play(f"{STARTER} 4", RANDOM, "--game", "cluster", "--seed", 9)
        sent = self.replay(run.path, "--stdin-of", 0).out
        answers = subprocess.run([STARTER, "4"], input=sent, capture_output=True, text=True, check=True).stdout
        self.assertEqual(answers.splitlines(), [ply["move"] for ply in log["plies"] if ply["player"] == 0])


class PersonTest(ClusterTest):
    def test_two_persons_play_as_on_the_wire_or_shorter(self):
        run, log = self.by_hand("cluster:max_plies=4", ["PLACE 3 0", "p 3 b", "r 2", "rotate 1"],
                                "--seed", seed_for([0, 2], [3, 1]))
        self.assertEqual([ply["move"] for ply in log["plies"]], ["PLACE 3 0", "PLACE 3 1", "ROTATE 2", "ROTATE 1"])
        self.assertEqual([ply["hand"] for ply in log["plies"]], list(hands_by_the_rules(log)))
        self.assertEqual(log["plies"][-1]["frame"]["gravity"], 3)
        for text in ("human-1 (a/c) to move", "human-2 (b/d) to move", "gravity: south (0)\n",
                     "gravity: north-west (2)\n", "gravity: north (3)\n", "ply limit"):
            self.assertIn(text, run.out)
        self.assertTrue(run.out.isascii())

    def test_a_person_plays_against_a_bot(self):
        _, log = self.play("human", GREEDY, "--game", "cluster:max_plies=4", "--seed", 1, stdin="ROTATE 2\nr 5\n")
        self.assertEqual([ply["move"] for ply in log["plies"] if ply["player"] == 0], ["ROTATE 2", "ROTATE 5"])

    def test_what_is_not_possible_is_refused_and_the_moves_are_shown(self):
        run, _ = self.by_hand("cluster:max_plies=1", ["PLACE 3 2", "PLACE 11 0", "ROTATE 6", "drop 3", "r 1"],
                              "--seed", seed_for([0, 0]))
        moves = ", ".join([f"p {column} a" for column in range(11)] + [f"r {n}" for n in range(1, 6)])
        for refused in ("PLACE 3 2", "PLACE 11 0"):
            self.assertIn(f"{refused} is not possible here; valid moves: {moves}\n", run.out)
        self.assertIn("is not possible here", run.out.split("PLACE 11 0 is not")[1].split("\n")[1])
        self.assertIn("'drop 3' is not a move: ", run.out)

    def test_an_arrow_shows_gravity_where_the_locale_has_utf8(self):
        run, _ = self.by_hand("cluster:max_plies=2", ["r 1", "r 1"], env={"LC_ALL": "C.UTF-8"})
        for text in ("south ↓ (0)", "south-west ↙ (1)", "north-west ↖ (2)"):
            self.assertIn(text, run.out)

    def test_pellets_have_colours_on_a_terminal_and_only_there(self):
        run, _ = self.play(RANDOM, RANDOM, "--game", "cluster", "--seed", 1)
        plain = self.referee("replay", run.path, "--at", 9, env={"LC_ALL": "C"}).out
        text = self.on_a_terminal("replay", run.path, "--at", 9, env={"LC_ALL": "C"}).replace("\r\n", "\n")
        for letter, code in zip("abcd", (31, 34, 33, 36)):
            self.assertIn(f"\x1b[{code}m{letter}\x1b[0m", text)
        self.assertEqual(re.sub("\x1b\\[[0-9;]*m", "", text), plain)

    def test_the_rules_are_told_in_short(self):
        run = self.referee("games", "cluster", code=0, err="")
        for text in ("cluster: ", "PLACE", "ROTATE", "side", "3..32",
                     "--game cluster:side=6,connect=4,max_plies=40000"):
            self.assertIn(text, run.out)

    def test_wrong_settings_are_one_clear_line(self):
        for game, words in (("cluster:side=2", "side=2 is out of range: it goes from 3 to 32"),
                            ("cluster:side=3,connect=6", "connect=6 does not fit on a board of side 3"),
                            ("cluster:sides=3", "sides")):
            run = self.referee(RANDOM, RANDOM, "--game", game, code=2, out="")
            self.assertRegex(run.err, r"\A[^\n]+\n\Z")
            self.assertIn(words, run.err)


class SampleBotsTest(ClusterTest):
    def test_they_play_boards_of_every_capacity_to_the_end(self):
        for side in (3, 4, 5, 7, 12, 17):
            for first, second in ((RANDOM, GREEDY), (f"{ALPHABETA} --depth 1", RANDOM)):
                with self.subTest(side=side, first=first):
                    self.assert_no_forfeit(self.series(first, second, 2, game=f"cluster:side={side}"))

    def test_the_thinking_ones_win(self):
        for better, worse, games, least in ((GREEDY, RANDOM, 40, 36), (f"{ALPHABETA} --depth 3", RANDOM, 20, 18)):
            with self.subTest(better):
                logs = self.series(better, worse, games)
                self.assert_no_forfeit(logs)
                self.assertGreaterEqual(self.wins(logs)["a"], least)

    def test_they_know_how_many_in_a_row_win(self):
        """The setting `connect` is not in the blocks. A bot without REFEREE_SETTINGS assumes that it is 4."""
        logs = self.series(GREEDY, f"env -u REFEREE_SETTINGS {GREEDY}", 40, game="cluster:connect=5")
        self.assert_no_forfeit(logs)
        self.assertGreaterEqual(self.wins(logs)["a"], 30)

    def test_blocks_that_cannot_be_true_are_called_nonsense(self):
        run, log = self.play(f"{STARTER}", RANDOM, "--game", SMALL, "--seed", 1)
        told = self.replay(run.path, "--stdin-of", 1, "--until", 4).out
        lines = told.splitlines()
        setup = 1 + 19 + 1 + 5 + 6
        self.assertEqual(len(self.answers_to(lines)), 2)
        self.assertRegex(log["plies"][0]["move"], "PLACE")
        new_pellet = setup + 3 + int(lines[setup + 1])
        in_the_air = f"0 0 {log['plies'][0]['frame']['pellets'][0][2]} 0"
        for change, words in ((lambda lines: lines.__setitem__(0, "18"), "there is no hexagon of 18 cells"),
                              (lambda lines: lines.__setitem__(1, "0 1 2 3 4 6 5"), "setup block"),
                              (lambda lines: lines.__setitem__(setup, "6"), "gravity 6 is out of range"),
                              (lambda lines: lines.__setitem__(new_pellet, in_the_air), "hang in the air"),
                              (lambda lines: lines.__setitem__(new_pellet, "0 19 0 0"), "cell 19 is out of range"),
                              (lambda lines: lines.__setitem__(new_pellet, "1 0 0 0"), "told of a new pellet 1"),
                              (lambda lines: lines.__setitem__(new_pellet, "0 0 0 1"), "changed hands"),
                              (lambda lines: lines.__setitem__(-1, "1"), "no empty line"),
                              (lambda lines: lines.__setitem__(-2, "0"), "opponent's colours"),
                              (lambda lines: lines.__setitem__(-2, "4"), "colour 4 is out of range")):
            with self.subTest(words):
                changed = list(lines)
                change(changed)
                done = self.bot_told(changed)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"\A[^\n]+\n\Z")
                self.assertIn(words, done.stderr)

    def bot_told(self, lines):
        return subprocess.run([BIN / "random"], input="".join(line + "\n" for line in lines), capture_output=True,
                              text=True, env=self.environment(), check=False, timeout=PATIENCE)

    def answers_to(self, lines):
        done = self.bot_told(lines)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()
