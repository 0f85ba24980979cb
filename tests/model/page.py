"""The data of a page against the model, and against the exports of the same state (law 7)."""

import knockout
import live
import outputs
import points
import texts
from texts import endings_in_words, likelihood_fits, wdl, words


def check(model, text, best, anchor):
    data = outputs.page_data(text, "report-data")
    tournament = model.tournament
    yield from texts.check(model, outputs.Text(data["text"]), best, anchor)
    if data["played"] != len(tournament.played()):
        yield 7, f'the page has {data["played"]} games, the model {len(tournament.played())}'
    exported = {row["name"]: row for row in best.get("standings", [])}
    if exported and [each["name"] for each in data["entrants"]] != list(exported):
        yield 7, "the page has another order than the export"
    for each in data["entrants"]:
        yield from check_entrant_of_page(model, data, each, exported.get(each["name"]))
    yield from check_tallies(model, data)
    shown = {each["name"]: each["games"] for each in data["endings"]}
    expected = endings_in_words(model)
    if shown != expected:
        yield 7, f"endings of the page: {shown}, the model has {expected}"
    names = [each["name"] for each in data["entrants"]]
    if data.get("superiority") and "superiority" in best:
        square = outputs.square_of(best["superiority"])
        for name, row in zip(names, data["superiority"]):
            for other, cell in zip(names, row):
                if name != other and not likelihood_fits(cell, square[name][other]):
                    yield 7, f'the page has "{name}" over "{other}": {cell}, the export {square[name][other]}'
    if data.get("sprt"):
        course = live.course(tournament)
        shown = [data["sprt"][key] for key in ("llr", "lower", "upper")]
        if any(abs(a - b) > 1e-6 for a, b in zip(shown, (course.ratio, course.low, course.high))) or data["sprt"]["counts"] != course.counts:
            yield 6, f'the test of the page: {shown}, {data["sprt"]["counts"]}; the model has {course.ratio}, {course.counts}'
    if data.get("bracket"):
        yield from check_bracket_of_page(model, names, data["bracket"])
    yield from check_games_of_page(model, data, outputs.page_data(text, "games-data"))


def check_entrant_of_page(model, data, each, exported):
    line, name = model.lines[each["name"]], each["name"]
    kinds = {words(ending): number for (ending, _, who), number in model.endings.items() if who == name}
    shown = {"points": f"{line.points:.1f}", "games": line.games, "forfeits": line.forfeits, "kinds": kinds,
             "first": wdl(line, "first"), "second": wdl(line, "second"), "number": model.tournament.entrants[name].number}
    for key, expected in shown.items():
        if each[key] != expected:
            yield 7, f'{key} of "{name}" on the page: {each[key]}, the model has {expected}'
    ties = {"bh-c1": model.ties.buchholz_cut1, "bh": model.ties.buchholz, "s-b": model.ties.sonneborn_berger, "d-e": model.ties.direct}
    for title, cell in zip(data["ties"], each["ties"]):
        expected = ties[title].get(name)
        cell = None if cell in ("", "-") else cell
        if (cell is None) != (expected is None) or (cell and abs(float(cell) - expected) > 0.0051):
            yield 7, f'{title} of "{name}" on the page: {cell}, the model has {expected}'
    if exported and "elo_lower" in exported:
        open_end = {">": "upper", "<": "lower"}.get(each["rating"][:1])  # only the prior sets it, so no page shows it
        for key, other in (("elo", "elo"), ("lower", "elo_lower"), ("upper", "elo_upper"), ("part", "part")):
            expected = None if key == open_end else exported.get(other)
            if other in exported and each.get(key) != expected and not (
                    isinstance(each.get(key), float) and isinstance(expected, float) and abs(each[key] - expected) < 1e-6):
                yield 7, f'{key} of "{name}" on the page: {each.get(key)}, the export has {exported[other]}'
        if "rank" in exported and each["rank"] != exported["rank"]:
            yield 7, f'place of "{name}" on the page: {each["rank"]}, the export has {exported["rank"]}'
        if exported.get("best") is not None and each["best"] and not likelihood_fits(each["best"], exported["best"]):
            yield 7, f'best of "{name}" on the page: {each["best"]}, the export has {exported["best"]}'


def check_bracket_of_page(model, names, rounds):
    """The winner and the points of each pairing; entrants are lines of the table from 0."""
    tournament = model.tournament
    found = {}
    for each in rounds:
        for pairing in each["pairings"]:
            a, b = names[pairing["a"]], names[pairing["b"]]
            winner = None if pairing["winner"] is None else names[pairing["winner"]]
            found[frozenset((a, b))] = (winner, {a: float(pairing["points_a"]), b: float(pairing["points_b"])})
    for pairing in knockout.pairings(tournament):
        expected = (knockout.winner(tournament, pairing), {name: pairing.score(tournament, name) for name in pairing.names})
        if found.get(frozenset(pairing.names)) != expected:
            yield 7, f"the bracket of the page has {found.get(frozenset(pairing.names))}, the model {expected}"


def check_tallies(model, data):
    """[first, second, won, drawn, lost], counted as lines of the table from 0."""
    names = [each["name"] for each in data["entrants"]]
    shown = {(names[a], names[b]): [w, d, l] for a, b, w, d, l in data["tallies"]}
    expected = {}
    for game in model.tournament.counting():
        score = points.score(game, game.first)
        cell = expected.setdefault((game.first, game.second), [0, 0, 0])
        cell[0 if score == 1 else 1 if score == 0.5 else 2] += 1
    for key in sorted(set(shown) | set(expected)):
        if shown.get(key, [0, 0, 0]) != expected.get(key, [0, 0, 0]):
            yield 7, f"the page has {key} {shown.get(key)}, the model {expected.get(key)}"


def check_games_of_page(model, data, games):
    """[number, round, first, second, winner, ending, plies, forfeit, page] of each played game; entrants are lines of the
    table from 0."""
    tournament = model.tournament
    names = [each["name"] for each in data["entrants"]]
    shown = {row[0]: row for row in games["games"]}
    expected = {game.number: game for game in tournament.played()}
    if set(shown) != set(expected):
        yield 7, f"the page lists the games {sorted(shown)}, the model has {sorted(expected)}"
        return
    for number, row in shown.items():
        game = expected[number]
        winner = None if game.result.winner is None else int(game.result.winner == game.second)
        if not tournament.counts(game):
            winner = -1     # for nobody
        found = [row[1], names[row[2]], names[row[3]], row[4], row[6]]
        if found != [game.round, game.first, game.second, winner, game.result.plies]:
            yield 7, f"game {number} on the page: {row}, the model has {[game.round, game.first, game.second, winner, game.result.plies]}"
