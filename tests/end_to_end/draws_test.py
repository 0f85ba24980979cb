"""Tests that everything random follows from a tournament's seed as docs/tournament_file.md says, and that nothing that leaves
the organiser's hands shows the seed before the end."""
import hashlib
import json
import re
import shutil

from harness import BIN, LONG_LIMITS, SCRIPTED_BOT
from tournament_case import SMALL, TournamentCase

SEED = 5678857108464269
CLUSTER = ["--game", "cluster:side=3", *LONG_LIMITS]


def draw(seed, purpose, number):
    key = hashlib.pbkdf2_hmac("sha256", str(seed).encode(), b"referee draws", 4096).hex()
    return int.from_bytes(hashlib.sha256(f"{key} {purpose} {number}".encode()).digest()[:8], "big")


def seed_for(seed, purpose, number):
    return draw(seed, purpose, number) >> 11


class DrawsTest(TournamentCase):
    def randoms(self, count):
        return [f"r{i}={BIN / 'random'} --seed {i}" for i in range(count)]

    def games(self, db="t.db"):
        return self.sql("SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number", db)

    def pages(self, db="t.db"):
        shutil.rmtree(self.folder / "pages", ignore_errors=True)
        self.referee("view", db, "-o", "pages", code=0)
        return "".join(file.read_text() for file in sorted((self.folder / "pages").rglob("*")) if file.is_file())

    def test_seeds_follow_from_the_seed_as_documented(self):
        self.tournament(*self.randoms(3), *CLUSTER, "--games", "4", "--seed", SEED, "--db", "t.db")
        self.assertEqual(json.loads(self.sql("SELECT value FROM meta WHERE key = 'settings'")[0][0])["draws"], "sha256")
        for _, _, _, _, pair, seed, opening in self.games():
            self.assertEqual((seed, opening), (seed_for(SEED, "pair", pair), None))

    def test_openings_follow_from_the_seed_as_documented(self):
        self.tournament(*self.picks(4), *SMALL, "--games", "4", "--openings", "2", "--seed", SEED, "--db", "t.db")
        met = {}
        for _, _, first, second, _, seed, opening in self.games():
            self.assertEqual(seed, seed_for(SEED, "opening", opening))
            met.setdefault(tuple(sorted((first, second))), []).append(opening)
        for (low, high), openings in met.items():
            begin = 0 if (low, high) == (0, 1) else draw(SEED, "first-opening", low * 2**32 + high) % 250
            self.assertEqual(openings, [begin, begin, begin + 1, begin + 1])

    def test_the_order_of_a_list_and_single_games_follow_from_the_seed_as_documented(self):
        book = self.folder / "book.txt"
        book.write_text("".join(f"DROP {column}\n" for column in range(5)))
        self.tournament(*self.picks(2), *SMALL, "--games", "11", "--openings", f"{book},order=random", "--seed", SEED, "--db", "t.db")
        order = sorted(range(5), key=lambda place: draw(SEED, "opening-order", place))
        moves = [json.loads(text)[0] for text, in self.sql("SELECT moves FROM packed_logs ORDER BY number")]
        self.assertEqual(moves[:10:2], [f"DROP {column}" for column in order])
        games = self.games()
        self.assertEqual([seed for *_, seed, _ in games], [seed_for(SEED, "pair", pair) for *_, pair, _, _ in games])
        self.tournament(*self.picks(2), *SMALL, "--games", "1", "--format", "swiss", "--rounds", "1", "--seed", SEED, "--db", "s.db")
        self.assertEqual(self.games("s.db")[0][2], 0 if draw(SEED, "side", 0) % 2 == 0 else 1)

    def test_no_two_pairs_of_a_game_with_chance_have_the_same_draws(self):
        book = self.folder / "book.txt"
        book.write_text("..a/..../...../...b/... 0 1\n")
        for db, openings in (("drawn.db", "1"), ("listed.db", book)):
            self.tournament(*self.randoms(4), *CLUSTER, "--games", "4", "--openings", openings, "--seed", "7", "--db", db)
            seeds = {pair: seed for *_, pair, seed, _ in self.games(db)}
            self.assertEqual(seeds, {pair: seed_for(7, "pair", pair) for pair in range(12)})

    def test_a_typed_seed_gives_the_same_games_with_any_number_of_jobs(self):
        played = []
        for db, jobs in (("a.db", "1"), ("b.db", "1"), ("c.db", "2")):
            self.tournament(*self.picks(3), *SMALL, "--games", "4", "--openings", "2", "--seed", "5", "--jobs", jobs, "--force", "--db", db)
            played.append((self.games(db), self.sql("SELECT number, moves FROM packed_logs ORDER BY number", db)))
        self.assertEqual(played[0], played[1])
        self.assertEqual(played[0], played[2])

    def test_the_pages_show_the_seed_only_after_the_end(self):
        bots = self.randoms(3)
        for form, ends in (("round-robin", True), ("ladder", False)):
            games = ["--games", "4"] if ends else []
            db = f"{form}.db"
            run = self.tournament(*bots, *CLUSTER, *games, "--format", form, "--seed", SEED, "--stop-after", "6", "--db", db)
            self.assertIn(f"seed {SEED}", run.out)  # the terminal and the file are the organiser's
            self.assertIn(f"seed {SEED}", self.standings(db))
            pages = self.pages(db)
            self.assertIn(str(self.games(db)[0][5]), pages)  # of a game
            self.assertNotIn(str(SEED), pages)
            self.tournament("--resume", "--db", db, *([] if ends else ["--stop-after", "6"]))
            self.assertEqual(str(SEED) in self.pages(db), ends)

    def test_a_bot_that_is_left_out_learns_nothing_of_the_seed(self):
        (self.folder / "bots").mkdir()
        for name, do in (("good", ""), ("fine", "--pick 1"), ("bad", "--at 2 --do exit")):
            self.program(f"bots/{name}", f'#!/bin/sh\nexec "{SCRIPTED_BOT}" {do}\n')
        run = self.tournament("--bots", "bots", *SMALL, "--sandbox", "off", "--games", "2", "--seed", SEED, "--db", "t.db")
        command = re.search(r"referee check .* --seed (\d+)", run.out + run.err)
        self.assertEqual(int(command[1]), seed_for(SEED, "check", 0))

    def test_the_logs_of_a_series_do_not_show_its_seed(self):
        def seeds(games, *more):
            self.referee(*self.randoms(2), *CLUSTER, "--games", games, "--seed", SEED, "--log", "log", "--force", *more, code=0)
            return [int(seed) for seed in re.findall(r'"seed": ?(\d+)', (self.folder / "log").read_text())]
        self.assertEqual(seeds("6"), [seed_for(SEED, "pair", game // 2) for game in range(6)])
        self.assertEqual(seeds("4", "--openings", "1"), [seed_for(SEED, "opening", game // 2) for game in range(4)])
        self.assertEqual(seeds("2"), [SEED, SEED])  # so a pair of a series can be repeated
        self.assertEqual(seeds("1"), [SEED])
