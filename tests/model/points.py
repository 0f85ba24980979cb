"""Points, byes, walkovers, wins by side, repeats and forfeits: what docs/tables.md counts for each entrant."""

import collections
import fractions


class Line:
    """One entrant's counts."""

    def __init__(self):
        self.points = 0.0
        self.games = self.distinct = self.forfeits = self.void = self.byes = 0
        self.walkovers = 0.0      # points without a game, byes not included
        self.longest = None
        self.margin = 0           # the sum of the own points minus those of the opponents, in a game with points
        self.won = {"first": 0, "second": 0}
        self.drawn = {"first": 0, "second": 0}
        self.lost = {"first": 0, "second": 0}

    def mean_margin(self):
        return fractions.Fraction(self.margin, self.games) if self.games else None

    def rounded_margin(self):
        """In thousandths, half of one away from zero."""
        mean = 1000 * (self.mean_margin() or 0)
        return int(abs(mean) + fractions.Fraction(1, 2)) * (1 if mean > 0 else -1)


def score(game, name):
    """The points of a counting game for one of its players."""
    if game.result.drawn:
        return 0.5
    return 1.0 if game.result.winner == name else 0.0


def is_forfeit(game):
    """Any ending except by_rules and aborted is a forfeit of the side that did not win."""
    return game.result.ending not in ("by_rules", "aborted")


def weight_of_strength(lines, game):
    """How much a game of these two says of their strength: 1 - a b, where a bot's number is twice its share of forfeits. With
    fewer than two sound bots the rule fades out."""
    def number(line):
        return min(1.0, 2 * line.forfeits / line.games) if line.games else 1.0
    sound = sum(1 - number(line) for line in lines.values())
    rule = min(max(sound - 1, 0.0), 1.0)
    first, second = (number(lines[name]) for name in game.players)
    return 1 - rule * first * second


def loser(game):
    return game.other(game.result.winner) if game.result.winner else None


def identity(game):
    """Equal for exact repeats: the same two bots in the same order, moves, ending (and chance)."""
    return (game.first, game.second, game.result.identity)


def games_of_a_pairing(tournament):
    """How many games a pairing of a Swiss tournament or a knockout has: its bye counts as much."""
    return tournament.settings.games or 2


def byes(tournament):
    """The byes of a Swiss tournament: (name, round) for each entrant that was present when a round was planned and has
    no game in it."""
    found = []
    if tournament.format != "swiss":
        return found
    for round_, names in sorted(tournament.round_presence.items()):
        playing = {name for game in tournament.games.values() if game.round == round_ for name in game.players}
        found.extend((name, round_) for name in names if name not in playing)
    return found


def won_without_playing(tournament, game, name):
    """Whether `name` has won a game of a Swiss tournament that gives it no result: the other one left before it was
    played, or the other one's results are annulled. If both have left, neither has won."""
    if tournament.format != "swiss" or tournament.counts(game):
        return False
    other = game.other(name)
    if tournament.entrants[name].annulled or name in game.left:
        return False
    if tournament.entrants[other].annulled:
        return True
    return game.cancelled and other in game.left


def lines(tournament):
    """The counts of every entrant, by name."""
    found = {name: Line() for name in tournament.entrants}
    distinct = collections.defaultdict(set)
    for game in tournament.games.values():
        if game.result is not None:
            count_facts(found, game, any(tournament.entrants[name].annulled for name in game.players))
        if tournament.counts(game):
            count(found, distinct, game, tournament.settings.max_score)
        for name in game.players:
            if won_without_playing(tournament, game, name):
                found[name].walkovers += 1
    for name, line in found.items():
        line.distinct = len(distinct[name])
        line.points += line.walkovers
    for name, _ in byes(tournament):
        if not tournament.entrants[name].annulled:
            found[name].byes += 1
            found[name].points += games_of_a_pairing(tournament)
    return found


def count_facts(found, game, annulled):
    """What is no result: games without one, and times, which stay if a game is annulled."""
    for name in game.players:
        found[name].void += game.result.aborted and not annulled
        turn = game.result.turn_us.get(name)
        if turn is not None and not game.result.aborted:
            found[name].longest = max(turn, found[name].longest or 0)


def count(found, distinct, game, max_score):
    for side, name in (("first", game.first), ("second", game.second)):
        line = found[name]
        line.games += 1
        points = score(game, name)
        line.points += points
        kind = line.won if points == 1 else line.drawn if points == 0.5 else line.lost
        kind[side] += 1
        distinct[name].add(identity(game))
    if is_forfeit(game):
        found[loser(game)].forfeits += 1
    margin = margin_of_first(game, max_score)
    found[game.first].margin += margin
    found[game.second].margin -= margin


def margin_of_first(game, max_score):
    """A forfeit counts as the largest margin."""
    if is_forfeit(game):
        return max_score if game.result.winner == game.first else -max_score
    return game.result.score[0] - game.result.score[1] if game.result.score else 0


def crosstable(tournament):
    """(points, games) of the row against the column, by (row, column); no entry if they have not met."""
    found = {}
    for game in tournament.counting():
        for name in game.players:
            key = (name, game.other(name))
            points, games = found.get(key, (0.0, 0))
            found[key] = (points + score(game, name), games + 1)
    return found


def distinct_games(games):
    return len({identity(game) for game in games})


def endings(tournament):
    """The number of games by (ending, rule, the bot that forfeited)."""
    found = collections.Counter()
    for game in tournament.played():
        annulled = any(tournament.entrants[name].annulled for name in game.players)
        if annulled:
            continue
        result = game.result
        rule = result.detail if result.ending == "by_rules" else ""
        found[(result.ending, rule, loser(game) if is_forfeit(game) else "")] += 1
    return found
