"""The state of one tournament: its entrants and its games, as they follow from the orders and the results.

Written from docs/tournaments.md (changing a tournament), docs/tournament_formats.md and docs/tournament_file.md."""

import collections
import math
import re

import options

# One command's changes are made in this order, whatever order was typed (rulings.md).
ORDER_OF_CHANGES = ("add", "replace", "withdraw", "annul", "return", "again", "rounds")

# "Without a goal, a ladder rests when each of its bots has 400 games."
PAIRS_BEFORE_REST = 200


class Result:
    """What came out of a game. `winner` is a name; None: a draw, or nobody if `ending` is `aborted`."""

    def __init__(self, game, line, chance=False):
        outcome = line["outcome"]
        self.winner = {"first": game.first, "second": game.second}.get(outcome)
        self.drawn = outcome == "draw"
        self.ending = line.get("ending", "by_rules")
        self.detail = line.get("detail", "")
        self.score = line.get("score")      # the points of the first and the second player, in a game with points
        self.busy = bool(line.get("busy"))
        self.moves = tuple(line.get("moves", ()))
        # "In a game with chance, the same seed": only there is the seed a part of the game.
        self.identity = (self.moves, self.ending, outcome, line.get("seed", game.seed) if line.get("chance", chance) else None)
        turns = line.get("turn_us") or line.get("longest_us") or {}
        self.turn_us = {game.first: turns.get("first"), game.second: turns.get("second")}
        self.plies = line.get("plies", len(self.moves))
        self.void_attempts = line.get("void_games") or []

    @property
    def aborted(self):
        return self.ending == "aborted"


class Game:
    """A planned game. `left`: the entrants that left before it was played (in a Swiss tournament: and before the next
    round was planned). `aside`: results that were set aside, the newest last."""

    def __init__(self, line):
        self.number = line["game"]
        self.round = line["round"]
        self.pair = line["pair"]
        self.first, self.second = line["first"], line["second"]
        self.opening = line.get("opening")
        self.seed = line.get("seed")
        self.result = None
        self.cancelled = False
        self.cancelled_at = None    # the number of planned games then
        self.left = set()
        self.aside = []
        self.balances = None    # of the first and the second mover, if sides had to be balanced when it was planned
        self.begins_batch = True    # all earlier games were over when it was planned

    @property
    def players(self):
        return (self.first, self.second)

    def other(self, name):
        return self.second if name == self.first else self.first


class Entrant:
    """An entrant. `from_round`: the first round that it can play in a Swiss tournament or a knockout. `left_at`: the number of planned games
    when it left."""

    def __init__(self, name, number, from_round=1):
        self.name, self.number, self.from_round = name, number, from_round
        self.present, self.annulled = True, False
        self.annulled_after = None                  # the last game that was planned before
        self.replaces = self.replaced_by = self.left_at = None
        self.student = None                         # whose bot it is; None: the organiser's
        self.limits = ""


def default_rounds(entrants):
    """Of a Swiss tournament: the binary logarithm, rounded up, plus one, but no more than is possible without repeated
    pairings."""
    if entrants < 2:
        return 1
    return min(math.ceil(math.log2(entrants)) + 1, entrants - 1 + entrants % 2)


class Settings:
    """The settings of a start that the figures depend on, with the defaults of the help texts."""

    def __init__(self, words, entrants):
        self.format = words.get("--format", "round-robin")
        self.sprt = options.settings_of_sprt(words.get("--sprt")) if words.get("--sprt") else None
        self.until = words.get("--until")
        endless = self.sprt or self.until or self.format == "ladder"
        self.games = int(words.get("--games", 0)) or (None if endless else 2)
        self.rounds = int(words.get("--rounds", 0)) or (default_rounds(len(entrants)) if self.format == "swiss" else None)
        self.challenger = words.get("--challenger") or (entrants[0] if self.format == "gauntlet" and entrants else None)
        self.listed_openings = len(words.get("--opening", []))
        # A path, as in `./four.py`: its rules are a program, which may fail.
        self.own_game = "/" in words.get("--game", "").partition(":")[0]
        # In a game with secrets each game has its own dice. Those of tests/simulation/own_game.cpp have a name that says so.
        self.own_draws = self.own_game and "secret" in words.get("--game", "")
        self.chance = words.get("--game", "").partition(":")[0] == "cluster"
        self.anchor = None
        if words.get("--anchor"):
            name, _, elo = words.get("--anchor").rpartition("=")
            self.anchor = (name, float(elo))
        self.seed = int(words.get("--seed")) if words.get("--seed") else None

    @property
    def max_score(self):
        """The largest difference of points, which a forfeit costs; 0: the game has no points. That of tests/simulation/own_game.cpp."""
        return 20 if self.own_game else 0


class Tournament:
    """One file. Every method is one event of the history; none believes a figure of the program."""

    def __init__(self, words, entrants, seed=None):
        self.settings = Settings(words, entrants)
        if seed is not None:
            self.settings.seed = seed
        self.entrants = {}
        self.games = {}
        self.byes = []          # pairs (entrant, round)
        self.round_presence = {}  # round -> names that were present when it was planned
        self.finished = False   # whether the last run has ended as "finished", and nothing was changed since
        self.changes = []       # (kind, name, number of cancelled games) of each change of the field
        self.changed_after_planning = False
        self.pairs_before_rest = None   # in this run of a ladder; None: it does not rest
        self.missed = []        # laws that the input itself breaks, found while it is read
        self.students = []      # the students of a class who are alone, and the teams of the others
        self.former = set()     # students and teams to whom nobody belongs any more
        for name in entrants:
            self.entrants[name] = Entrant(name, len(self.entrants))

    # A class: "In commands, a student's name means the version that plays."
    def student_named(self, name):
        """The student of this name, or of whose bot it is that of a later version; None: nobody."""
        stem = re.sub(r" #\d+$", "", name)
        return stem if stem in self.students or stem in self.former else None

    def begin_class(self, students, earlier=None):
        self.students = list(students)
        self.former = set(earlier.former) if earlier else set()
        for entrant in self.entrants.values():
            before = earlier and earlier.entrants.get(entrant.name)
            entrant.student = before.student if before else self.student_named(entrant.name)
        # "Every bot on the command line is yours ... The first one is the zero of the ratings, unless `--anchor NAME=ELO` says otherwise."
        own = [name for name, entrant in self.entrants.items() if entrant.student is None]
        if self.students and own and not self.settings.anchor:
            self.settings.anchor = (own[0], 0.0)

    def set_students(self, students):
        """Another list takes the place of that of a class."""
        self.former = (self.former | set(self.students)) - set(students)
        self.students = list(students)

    def bot_of(self, student):
        """The newest entrant of a student that takes part, or the newest one if all have left; None: there is none."""
        bots = [entrant for entrant in self.entrants.values() if entrant.student == student]
        return max(bots, key=lambda entrant: (entrant.present, entrant.number), default=None)

    def meant(self, name):
        return self.bot_of(name).name if name in self.students or name in self.former else name

    def next_version(self, student):
        number = 2
        while f"{student} #{number}" in self.entrants:
            number += 1
        return f"{student} #{number}"

    # What is there.
    @property
    def format(self):
        return self.settings.format

    def planned_rounds(self):
        return max((game.round for game in self.games.values()), default=0)

    def present(self):
        return [entrant.name for entrant in self.entrants.values() if entrant.present]

    def counts(self, game):
        """Whether a game gives points: it has a result, and neither bot's results are annulled."""
        return (game.result is not None and not game.result.aborted and not game.cancelled
                and not any(self.entrants[name].annulled for name in game.players))

    def counting(self):
        return [game for _, game in sorted(self.games.items()) if self.counts(game)]

    def played(self):
        """All games with a result, whatever it counts for."""
        return [game for _, game in sorted(self.games.items()) if game.result is not None]

    def missing(self):
        """The games that are still to be played: neither played nor cancelled."""
        return [game for _, game in sorted(self.games.items()) if game.result is None and not game.cancelled]

    def annul(self, name):
        self.entrants[name].annulled = True
        self.entrants[name].annulled_after = max(self.games, default=0)

    def side_balance(self, name):
        """The games in which an entrant moves first, minus those in which it moves second, without cancelled and
        annulled ones."""
        games = [game for game in self.games.values() if name in game.players and not game.cancelled
                 and not any(self.entrants[each].annulled for each in game.players)]
        return sum(1 if game.first == name else -1 for game in games)

    def pairs_of(self, name):
        """The number of its pairs of games, without cancelled and annulled ones."""
        return len({game.pair for game in self.games.values() if name in game.players and not game.cancelled
                    and not any(self.entrants[each].annulled for each in game.players)})

    def rests(self):
        """Whether each bot of a ladder without a goal has its games."""
        here = self.present()
        return (self.format == "ladder" and not self.settings.until and self.pairs_before_rest is not None and len(here) > 1
                and all(self.pairs_of(name) >= self.pairs_before_rest for name in here))

    def games_of_pairings(self):
        """The number of games of each two that are played or to be played."""
        return collections.Counter(frozenset(game.players) for game in self.games.values() if not game.cancelled)

    def wanted_pairings(self):
        """A round robin and a gauntlet without a goal: each two that are there, and the number of their games."""
        here = self.present()
        for index, one in enumerate(here):
            for other in here[index + 1:]:
                meet = self.format == "round-robin" or self.settings.challenger in (one, other)
                yield frozenset((one, other)), self.settings.games if meet else 0

    # Events.
    def plan(self, line):
        game = Game(line)
        known = self.games.get(game.number)
        if known is not None:
            self.missed.append(("law 4", f"game {game.number} is planned twice"))
            return
        if game.number != max(self.games, default=0) + 1:
            self.missed.append(("law 4", f"game {game.number} is planned after game {max(self.games, default=0)}"))
        for name in game.players:
            if name not in self.entrants:
                self.missed.append(("law 1", f"game {game.number} has {name!r}, which is no entrant"))
                return
            if not self.entrants[name].present:
                self.missed.append(("law 1", f"game {game.number} is planned for {name!r}, which has left"))
        if game.round not in self.round_presence:
            self.round_presence[game.round] = self.present()
        if self.format == "knockout" or (self.format in ("round-robin", "gauntlet") and self.changed_after_planning):
            game.balances = tuple(self.side_balance(name) for name in game.players)
        game.begins_batch = not self.missing()
        self.check_rest(game)
        self.games[game.number] = game

    def check_rest(self, game):
        """A ladder that rests plans no games, and before that one of the two bots of a pair has not had its games, except by lot: one of
        five pairs."""
        if self.format != "ladder" or self.settings.until or self.pairs_before_rest is None:
            return
        if game.begins_batch and self.rests():
            self.missed.append(("law 1", f"game {game.number} is planned though each bot has its games"))
        is_second = any(other.pair == game.pair for other in self.games.values())
        if not (is_second or self.rests() or game.opening) and game.pair % 5 and all(self.pairs_of(name) >= self.pairs_before_rest for name in game.players):
            self.missed.append(("law 1", f"game {game.number} is planned for two bots that have their games"))

    def play(self, line):
        game = self.games.get(line["game"])
        if game is None:
            self.missed.append(("law 1", f"game {line['game']} is played and was never planned"))
            return
        if line["outcome"] == "void":
            return
        if game.result is not None:
            self.missed.append(("law 3", f"game {game.number} is played twice"))
        if game.cancelled:
            self.missed.append(("law 3", f"game {game.number} is played although it is cancelled"))
        game.result = Result(game, line, self.settings.chance)

    def unplan(self, left):
        """A kill has left only so many planned games."""
        self.games = {number: game for number, game in self.games.items() if number <= left}
        self.round_presence = {round_: names for round_, names in self.round_presence.items() if round_ <= self.planned_rounds()}

    def lose(self, numbers):
        """A kill lost these results before they were stored."""
        for number in numbers:
            if number in self.games:
                self.games[number].result = None

    # Changes, one method for each row of the table in docs/tournaments.md.
    def change(self, kind, words):
        self.finished = False
        self.changed_after_planning |= kind == "return"
        return getattr(self, "change_" + kind)(words)

    def join(self, name):
        self.changed_after_planning |= bool(self.games)
        self.entrants[name] = Entrant(name, len(self.entrants), self.planned_rounds() + 1)
        self.entrants[name].student = self.student_named(name)
        return self.entrants[name]

    def add(self, name):
        self.finished = False
        self.join(name)
        self.changes.append(("joins", name, 0))

    def change_add(self, bots):
        """Returns the names of those who join. So does change_replace()."""
        names = []
        for bot in bots:
            names.append(options.name_beside(bot, self.entrants))
            self.add(names[-1])
        return names

    def leave(self, name, keep_reinstated=True):
        """An entrant leaves: its unplayed games are cancelled; results that were set aside count again. So do those of a knockout's
        pairing that a new version was to play anew, and nobody does, since the other one leaves before the next games are planned."""
        entrant = self.entrants[name]
        if not entrant.present:
            return 0
        self.changed_after_planning |= bool(self.games)
        entrant.present, entrant.left_at = False, len(self.games)
        last = self.planned_rounds()
        cancelled = 0
        for game in self.games.values():
            is_new = game.cancelled and game.cancelled_at == len(self.games)
            if self.format == "knockout" and keep_reinstated and is_new and game.aside and self.place(name) in map(self.place, game.players):
                game.result, game.cancelled = game.aside.pop(), False
                game.left.clear()
                cancelled -= 1
            if name not in game.players:
                continue
            if game.result is None and not game.cancelled:
                if game.aside and keep_reinstated:
                    game.result = game.aside.pop()
                else:
                    game.cancelled, game.cancelled_at = True, len(self.games)
                    game.left.add(name)
                    cancelled += 1
            elif game.cancelled and game.round == last:
                game.left.add(name)
        return cancelled

    def place(self, name):
        """The first in the chain of those whose place the entrant has."""
        while self.entrants[name].replaces:
            name = self.entrants[name].replaces
        return name

    def change_withdraw(self, names):
        for name in names:
            self.changes.append(("leaves, its results stay", name, self.leave(name)))

    def change_annul(self, names):
        for name in names:
            self.changes.append(("leaves, its results count for nobody", name, self.leave(name)))
            self.annul(name)

    def change_replace(self, pairs):
        names = []
        for pair in pairs:
            old, _, bot = pair.partition("=")
            names.append(options.name_beside(bot, self.entrants))
            self.replace(old, names[-1])
        return names

    def replace(self, old, new):
        """`new` takes the place of `old`. In a round robin and a gauntlet the old results are annulled."""
        self.finished = False
        cancelled = self.leave(old, keep_reinstated=self.format != "knockout")
        entrant = self.join(new)
        entrant.replaces = old
        entrant.student = entrant.student or self.entrants[old].student
        self.entrants[old].replaced_by = new
        if self.format in ("round-robin", "gauntlet"):
            self.annul(old)
        words = "count for nobody" if self.entrants[old].annulled else "stay"
        self.changes.append((f"takes the place of {old}, its results {words}", new, cancelled))
        if self.settings.challenger == old:
            self.settings.challenger = new

    def change_return(self, names):
        for name in names:
            self.entrants[name].present = True
            self.entrants[name].from_round = self.planned_rounds() + 1
        if self.format not in ("round-robin", "gauntlet"):
            return
        for game in self.games.values():
            here = all(self.entrants[name].present for name in game.players)
            if game.cancelled and here and set(names) & set(game.players):
                game.cancelled = False
                game.left.clear()

    def change_again(self, words):
        numbers, names = options.numbers_and_names(words)
        chosen = set(numbers)
        for game in self.games.values():
            if game.result is not None and set(names) & set(game.players):
                if all(self.entrants[name].present for name in game.players):
                    chosen.add(game.number)
        for number in chosen:
            game = self.games[number]
            if game.result is not None:
                game.aside.append(game.result)
                game.result = None

    def change_rounds(self, words):
        self.settings.rounds = int(words[0])
