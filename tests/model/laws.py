"""The checks: each yields broken laws as (number of the law, what was asked, what is wrong)."""

import collections
import math

import knockout
import order
import outputs
import points
import sprt
import statistics_of_shares
import tiebreaks

CLOSE = 1e-6


def same(shown, model, tolerance=CLOSE):
    if shown is None or model is None:
        return shown is None and model is None
    if isinstance(shown, int) and isinstance(model, int):
        return shown == model
    if isinstance(shown, (int, float)) and isinstance(model, (int, float)):
        return abs(shown - model) <= tolerance * max(1, abs(model))
    return shown == model


class Model:
    """What the model says of one state of one file."""

    def __init__(self, tournament):
        self.tournament = tournament
        self.lines = points.lines(tournament)
        self.ties = tiebreaks.TieBreaks(tournament, self.lines)
        self.crosstable = points.crosstable(tournament)
        self.endings = points.endings(tournament)
        self.reached = knockout.reached(tournament) if tournament.format == "knockout" else None

    def column(self, name):
        line, ties = self.lines[name], self.ties
        margin = line.mean_margin()
        return {
            "margin": None if margin is None else float(margin), "points": line.points, "games": line.games, "distinct_games": line.distinct, "byes": line.byes,
            "first_won": line.won["first"], "first_drawn": line.drawn["first"], "first_lost": line.lost["first"],
            "second_won": line.won["second"], "second_drawn": line.drawn["second"], "second_lost": line.lost["second"],
            "buchholz_cut1": ties.buchholz_cut1[name], "buchholz": ties.buchholz[name],
            "sonneborn_berger": ties.sonneborn_berger[name], "direct_encounter": ties.direct.get(name),
            "forfeits": line.forfeits, "void_games": line.void, "longest_turn_us": line.longest,
        }


# The export of standings.

def check_standings(model, rows, superiority):
    """Every number, the order and the places. `superiority` may be None: then the places are not checked."""
    tournament = model.tournament
    names = [row["name"] for row in rows]
    if sorted(names) != sorted(tournament.entrants):
        yield 6, f"the entrants are {names}, the model has {list(tournament.entrants)}"
        return
    for row in rows:
        if "longest_turn_us" in row and ("margin" in row) != (tournament.settings.max_score > 0):
            yield 6, "the column margin is there exactly in a game with points"
        for key, expected in model.column(row["name"]).items():
            if key in row and not same(row[key], expected):
                yield 6, f'{key} of "{row["name"]}": {row[key]}, the model has {expected}'
        yield from check_rating_of(model, row)
    yield from check_sign(model, rows)
    if "elo" in rows[0] and "part" in rows[0] and superiority is not None:
        ratings = order.Ratings(without_anchor(rows), {row["name"]: row["part"] for row in rows}, superiority)
        yield from check_order(model, names, {row["name"]: row["rank"] for row in rows}, ratings)


def without_anchor(rows):
    """The ratings by name. "The order of the table is the same with and without an anchor", so the part of the anchor gets its mean of 0 back."""
    elo = {row["name"]: row["elo"] for row in rows}
    for part in {row["part"] for row in rows if row.get("elo_word") == "fixed"}:
        members = [row["name"] for row in rows if row["part"] == part and row["elo"] is not None]
        mean = sum(elo[name] for name in members) / len(members)
        elo.update({name: elo[name] - mean for name in members})
    return elo


def check_sign(model, rows):
    """Law 11: two bots, as many first moves each, no forfeit, no points without games: Elo has the sign of the score."""
    if len(rows) != 2 or "elo" not in rows[0] or None in (rows[0]["elo"], rows[1]["elo"]):
        return
    one, other = (model.lines[row["name"]] for row in rows)
    firsts = [line.won["first"] + line.drawn["first"] + line.lost["first"] for line in (one, other)]
    if one.forfeits or other.forfeits or firsts[0] != firsts[1] or one.points + other.points != one.games:
        return
    score, elo = one.points - other.points, rows[0]["elo"] - rows[1]["elo"]
    if abs(elo) > 0.01 and score * elo <= 0:
        yield 11, f"the points are {one.points} and {other.points}, and Elo {rows[0]['elo']} and {rows[1]['elo']}"


def check_rating_of(model, row):
    name = row["name"]
    if "elo" not in row or "elo_lower" not in row:
        return
    three = [row["elo_lower"], row["elo"], row["elo_upper"]]
    if any(number is None for number in three) != all(number is None for number in three):
        yield 6, f'rating of "{name}": {three}'
    if None not in three and not three[0] <= three[1] <= three[2]:
        yield 6, f'rating of "{name}" is not within its interval: {three}'
    if not model.lines[name].games and row["elo"] is not None and row.get("elo_word") != "fixed":
        yield 9, f'"{name}" has no game that counts, and the rating {row["elo"]}'
    if not model.lines[name].games and row.get("elo_word") not in ("no games", "fixed", None) and not model.lines[name].void:
        yield 9, f'"{name}" has no game, and its rating is called {row["elo_word"]}'
    best, low, high = row.get("best"), row.get("rank_lower"), row.get("rank_upper")
    if best is not None and not 0 <= best <= 1:
        yield 6, f'best of "{name}": {best}'
    if low is not None and not 1 <= low <= high <= len(model.tournament.entrants):
        yield 6, f'rank of "{name}": {low} to {high}'


def check_order(model, names, ranks, ratings):
    tournament = model.tournament
    if tournament.format == "knockout" and not knockout.is_judged(tournament):
        return
    keys = order.keys(tournament, model.lines, model.ties, ratings, model.reached)
    expected = order.order(tournament, keys)
    if names != expected:
        yield 6, f"the order is {names}, the model has {expected}"
        return
    places = order.places(tournament, expected, keys, ratings)
    for name in names:
        if ranks[name] != places[name]:
            yield 6, f'rank of "{name}": {ranks[name]}, the model has {places[name]}'


def check_parts(model, rows):
    """Ratings are comparable only within a part, and the parts are what chains of games connect."""
    tournament = model.tournament
    above = {name: name for name in tournament.entrants}

    def top(name):
        while above[name] != name:
            name = above[name]
        return name
    # Games that count as 0 games connect nothing (rulings.md).
    games = [game for game in tournament.counting() if points.weight_of_strength(model.lines, game) > 0]
    for game in games:
        above[top(game.first)] = top(game.second)
    part = {row["name"]: row["part"] for row in rows}
    for game in games:
        if part[game.first] != part[game.second] and None not in (part[game.first], part[game.second]):
            yield 6, f'"{game.first}" and "{game.second}" have played, and are in the parts {part[game.first]} and {part[game.second]}'
    rated = [row["name"] for row in rows if row["elo"] is not None]
    for one in rated:
        for other in rated:
            if top(one) != top(other) and part[one] == part[other]:
                yield 6, f'no chain of games connects "{one}" and "{other}", and both are in the part {part[one]}'


# Square tables.

def check_crosstable(model, square):
    for name, row in square.items():
        for other, cell in row.items():
            expected = model.crosstable.get((name, other))
            if not same(cell, expected and expected[0]):
                yield 6, f'points of "{name}" against "{other}": {cell}, the model has {expected and expected[0]}'
    if sorted(square) != sorted(model.tournament.entrants):
        yield 6, f"the crosstable has {sorted(square)}"


def check_superiority(model, square):
    for name, row in square.items():
        for other, cell in row.items():
            back = square[other][name]
            if name == other:
                continue
            if (cell is None) != (back is None):
                yield 7, f'"{name}" over "{other}" is {cell}, the other way it is {back}'
            elif cell is not None and not same(cell + back, 1):
                yield 7, f'"{name}" over "{other}" is {cell}, the other way it is {back}: the sum is not 1'


def check_covariance(model, square, rows):
    for name, row in square.items():
        for other, cell in row.items():
            if not same(cell, square[other][name]):
                yield 7, f'covariance of "{name}" and "{other}": {cell} and {square[other][name]}'


def check_endings(model, rows):
    shown = {(row["ending"], row["rule"] or "", row["name"] or ""): row["games"] for row in rows}
    if len(shown) != len(rows):
        yield 6, "an ending has two rows"
    for key in sorted(set(shown) | set(model.endings)):
        if shown.get(key, 0) != model.endings.get(key, 0):
            yield 6, f"games that ended by {key}: {shown.get(key, 0)}, the model has {model.endings.get(key, 0)}"


# The export of games.

def check_games(model, rows):
    tournament = model.tournament
    if [row["number"] for row in rows] != sorted(tournament.games):
        yield 6, f"{len(rows)} games are listed, the model has {len(tournament.games)}"
        return
    seen = {}
    hashes = {}
    for row in rows:
        game = tournament.games[row["number"]]
        if ("first_score" in row) != (tournament.settings.max_score > 0):
            yield 6, "the columns of points are there exactly in a game with points"
        for key, expected in columns_of(tournament, game, seen).items():
            if key in row and not same(row[key], expected):
                yield 6, f"{key} of game {game.number}: {row[key]!r}, the model has {expected!r}"
        if game.result is not None and "moves_hash" in row:
            first = hashes.setdefault(row["moves_hash"], game)
            if first.result.identity != game.result.identity:
                yield 6, f"games {first.number} and {game.number} have the same moves_hash and differ"


def columns_of(tournament, game, seen):
    expected = {"round": game.round, "pair": game.pair, "opening": game.opening, "seed": game.seed,
                "first": game.first, "second": game.second}
    result = game.result
    if result is None:
        return dict(expected, first_points=None, second_points=None, winner=None, ending=None, detail=None, repeat_of=None, busy=None, first_score=None, second_score=None)
    counts = tournament.counts(game)
    expected["first_points"] = points.score(game, game.first) if counts else None
    expected["second_points"] = points.score(game, game.second) if counts else None
    expected.update(winner=result.winner, ending=result.ending, detail=result.detail or None, plies=result.plies,
                    first_longest_us=result.turn_us[game.first], second_longest_us=result.turn_us[game.second],
                    busy=int(result.busy), first_score=result.score and result.score[0], second_score=result.score and result.score[1])
    earlier = seen.setdefault(points.identity(game), game.number) if counts else game.number
    expected["repeat_of"] = earlier if earlier != game.number else None
    return expected


# The export of openings and of parameters.

def groups_of_openings(tournament, shown):
    """Yields ways to group the games of each opening by its first number. Used-up openings come again in the same order, after a number
    of them that only the games tell: it is one that leads to the openings that are shown."""
    games = list(tournament.counting())
    numbers = sorted({game.opening for game in tournament.played() if game.opening is not None})
    for distinct in range(max(numbers, default=1), 0, -1):
        first = {}
        for number in numbers:
            first.setdefault((number - 1) % distinct, number)
        groups = collections.defaultdict(list)
        for game in games:
            groups[None if game.opening is None else first[(game.opening - 1) % distinct]].append(game)
        if set(groups) == shown:
            yield groups


def check_openings(model, rows):
    shown = {row["opening"]: row for row in rows}
    if len(shown) != len(rows):
        yield 6, "an opening has two rows"
    if list(shown) != sorted(shown, key=lambda opening: opening or 0):
        yield 6, f"the openings are in the order {list(shown)}"
    ways = [list(differences_of_openings(groups, shown)) for groups in groups_of_openings(model.tournament, set(shown))]
    if not ways:
        yield 6, f"the openings are {sorted(shown, key=str)}, which no number of different openings leads to"
    elif [] not in ways:
        yield from ((6, difference) for difference in min(ways, key=len))


def differences_of_openings(groups, shown):
    expected = {opening: columns_of_opening(games) for opening, games in groups.items()}
    for opening in statistics_of_shares.holm({key: column["p"] for key, column in expected.items() if column["p"] is not None}):
        column = expected[opening]
        column["favours"] = column["side"]
    for opening, column in expected.items():
        for key in ("games", "forfeits", "first_won", "first_drawn", "first_lost", "first_score", "draws", "p", "favours"):
            if key in shown[opening] and not same(shown[opening][key], column[key]):
                yield f"{key} of opening {opening}: {shown[opening][key]}, the model has {column[key]}"


def columns_of_opening(games):
    fair = [game for game in games if not points.is_forfeit(game)]
    scores = [points.score(game, game.first) for game in fair]
    won, lost = scores.count(1), scores.count(0)
    distinct = {}
    for game in fair:
        distinct.setdefault(points.identity(game), points.score(game, game.first))
    once = list(distinct.values())
    wins, losses = once.count(1), once.count(0)
    return {"games": len(games), "forfeits": len(games) - len(fair), "first_won": won, "first_drawn": scores.count(0.5),
            "first_lost": lost, "first_score": sum(scores) / len(scores) if scores else None,
            "draws": scores.count(0.5) / len(scores) if scores else None,
            "p": statistics_of_shares.sign_test(wins, losses), "favours": None, "side": "first" if wins > losses else "second"}


def check_parameters(model, rows):
    games = model.tournament.counting()
    for row in rows:
        if row["parameter"] == "draws" and games:
            drawn = sum(game.result.drawn for game in games)
            low, high = statistics_of_shares.interval(drawn, len(games))
            for key, expected in (("value", drawn / len(games)), ("lower", low), ("upper", high)):
                if not same(row[key], expected, 1e-5):
                    yield 6, f"{key} of draws: {row[key]}, the model has {expected}"
    named = {row["parameter"]: row for row in rows if not row["name"]}
    nu, equals = named.get("nu"), named.get("draws_between_equals")
    if nu and equals:
        for key in ("value", "lower", "upper"):
            if nu[key] is not None and not same(equals[key], nu[key] / (2 + nu[key])):
                yield 6, f"draws_between_equals, {key}: {equals[key]}, but nu is {nu[key]}"


def check_nash(model, rows):
    """The weights are an equilibrium of the log-odds of the scores, half a point added to both, and the ratings follow
    from them. "No row wins more than 0.002 Elo"."""
    weight = {row["name"]: row["weight"] for row in rows}
    if not same(sum(weight.values()), 1):
        yield 6, f"the Nash weights add up to {sum(weight.values())}"
    for row in rows:
        payoff = 0.0
        for other in weight:
            if other != row["name"]:
                payoff += weight[other] * log_odds(model, row["name"], other)
        if payoff > 0.01 or (row["weight"] > 1e-9 and abs(payoff) > 0.01):
            yield 6, f'the Nash rating of "{row["name"]}" is {payoff} against the mixture, its weight is {row["weight"]}'
        if abs(row["nash_elo"] - min(payoff, 0)) > 0.01:
            yield 6, f'nash_elo of "{row["name"]}": {row["nash_elo"]}, the model has {payoff}'


def log_odds(model, one, other):
    """In Elo, half a point added to both. Repeated games and those of broken bots count less."""
    games = [game for game in model.tournament.counting() if set(game.players) == {one, other}]
    worth = sprt.effective([points.identity(game) for game in games]) / len(games) * points.weight_of_strength(model.lines, games[0])
    won = sum(points.score(game, one) for game in games)
    return math.log((worth * won + 0.5) / (worth * (len(games) - won) + 0.5)) * 400 / math.log(10)
