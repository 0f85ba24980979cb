"""The text of the tables and the data of a page, against the model and against the exports of the same state (law 7)."""

import re

import knockout
import live
import outputs
import pairs
import points


def number_of(text):
    return float(text.replace("+", "").replace("−", "-"))


def check(model, text, best, anchor):
    """`best`: the exports of the same moment, by name."""
    tournament = model.tournament
    yield from check_head(model, text.head)
    if tournament.settings.until and len(text.head) > 1 and " files" not in text.head[1] and " tournaments" not in text.head[1]:
        yield from live.check_goal(model, text.head, best)
    exported = {row["name"]: row for row in best.get("standings", [])}
    names = [row["name"] for row in text.standings]
    if len(names) != len(tournament.entrants):
        yield 7, f"the standings have {len(names)} lines, there are {len(tournament.entrants)} entrants"
        return
    if exported and names != list(exported):
        yield 7, f"the order is {names}, the export has {list(exported)}"
        return
    for row in text.standings:
        yield from check_line(model, row, exported.get(row["name"]), anchor or tournament.settings.anchor)
    yield from check_squares(model, text, best, names)
    yield from check_below(model, text, best)
    yield from check_notes(model, text.notes)
    if tournament.format == "knockout":
        yield from check_bracket(model, text.rounds)
    yield from check_changes(model, text.changes)


def check_head(model, head):
    tournament = model.tournament
    played = len(tournament.played())
    yield from check_description(model, head[1])
    for line in head:
        found = re.match(r"(\d+) of (\d+) games played", line)
        if found:
            if int(found.group(1)) != played:
                yield 3, f"{line!r}, the model has {played} played"
            if live.total(tournament) is not None and int(found.group(2)) != live.total(tournament):
                yield 3, f"{line!r}, the model has {live.total(tournament)} in all"
        found = re.match(r"(\d+) games played|decided after (\d+) games", line)
        if found and int(found.group(1) or found.group(2)) != played:
            yield 3, f"{line!r}, the model has {played} played"
        found = re.match(r"(\d+) distinct games? of (\d+); the others repeat", line)
        if found:
            games = tournament.counting()
            expected = (points.distinct_games(games), len(games))
            if tuple(map(int, found.groups())) != expected:
                yield 6, f"{line!r}, the model has {expected[0]} distinct games of {expected[1]}"


def check_description(model, line):
    """The second line of the head: the format, the entrants, and the settings."""
    tournament = model.tournament
    settings = tournament.settings
    expected = {r"of (\d+) entrants": len(tournament.entrants),
                r"\((\d+) no longer in\)": len(tournament.entrants) - len(tournament.present()),
                r", (\d+) rounds?": settings.rounds, r"(\d+) games? a pairing": settings.games, r"seed (\d+)": settings.seed}
    for pattern, number in expected.items():
        found = re.search(pattern, line)
        if found and number is not None and int(found.group(1)) != number:
            yield 6, f"{line!r}: {found.group(0)!r}, the model has {number}"
    if len(tournament.present()) < len(tournament.entrants) and "no longer in" not in line and " files" not in line:
        yield 6, f"{line!r} does not tell that {len(tournament.entrants) - len(tournament.present())} have left"


def check_line(model, row, exported, anchor):
    line, ties, name = model.lines[row["name"]], model.ties, row["name"]
    shown = {"points": f"{line.points:.1f}", "games": str(line.games), "forfeits": str(line.forfeits),
             "1st W/D/L": wdl(line, "first"), "2nd W/D/L": wdl(line, "second")}
    for key, expected in shown.items():
        if key in row and row[key] != expected:
            yield 6, f'{key} of "{name}": {row[key]}, the model has {expected}'
    if ("margin" in row) != (model.tournament.settings.max_score > 0):
        yield 6, "the column margin is there exactly in a game with points"
    mean = line.mean_margin()
    if "margin" in row and (row["margin"] != "-" if mean is None else abs(float(row["margin"]) - mean) > 0.0501):
        yield 6, f'margin of "{name}": {row["margin"]}, the model has {mean}'
    for key, column in (("bh-c1", ties.buchholz_cut1), ("bh", ties.buchholz), ("s-b", ties.sonneborn_berger), ("d-e", ties.direct)):
        if key in row:
            expected = column.get(name)
            row[key] = row[key].replace("-", "")
            if (row[key] == "") != (expected is None) or (row[key] and abs(float(row[key]) - expected) > 0.0051):
                yield 6, f'{key} of "{name}": {row[key]}, the model has {expected}'
    if exported:
        if "rank" in exported and row["place"] != str(exported["rank"]):
            yield 7, f'place of "{name}": {row["place"]}, the export has {exported["rank"]}'
        yield from check_elo(model, row, exported, anchor)


def wdl(line, side):
    return f"{line.won[side]}/{line.drawn[side]}/{line.lost[side]}"


def check_elo(model, row, exported, anchor):
    text = row.get("Elo", "")
    line = model.lines[row["name"]]
    words = exported.get("elo_word")
    if exported.get("elo") is None:
        if text != words:
            yield 7, f'rating of "{row["name"]}": {text}, the export has {words}'
        return
    shown = [number_of(each) for each in re.findall(r"[-+]?\d+", text)]
    if text.startswith(">") or text.startswith("<"):
        expected = [exported["elo_lower"] if text[0] == ">" else exported["elo_upper"]]
        games = [game for game in model.tournament.counting() if row["name"] in game.players and points.weight_of_strength(model.lines, game) > 0]
        scores = [points.score(game, row["name"]) for game in games]
        won, lost = scores.count(1), scores.count(0)
        if not anchor and (won if text[0] == ">" else lost) != len(games):
            yield 6, f'rating of "{row["name"]}" is {text} with {won} won and {lost} lost of {len(games)} games'
    elif words == "fixed":
        expected = [exported["elo"]]
    else:
        expected = [exported["elo"], exported["elo_lower"], exported["elo_upper"]][:len(shown)]
    if len(shown) < len(expected) or any(abs(a - b) > 0.5 + 1e-6 for a, b in zip(shown, expected)):
        yield 7, f'rating of "{row["name"]}": {text}, the export has {expected}'


def check_squares(model, text, best, names):
    if text.crosstable:
        if [text.crosstable[number][0] for number in sorted(text.crosstable)] != names:
            yield 7, "the rows of the crosstable are not in the order of the standings"
            return
        for number, (name, cells) in text.crosstable.items():
            for other, cell in zip(names, cells):
                expected = model.crosstable.get((name, other))
                if name == other:
                    wanted = (".",)
                else:
                    wanted = (f"{expected[0]:.1f}/{expected[1]}", f"{expected[0]:.1f}") if expected else ("-",)
                if cell not in wanted:
                    yield 6, f'points of "{name}" against "{other}": {cell}, the model has {wanted[0]}'
    if text.superiority and "superiority" in best:
        square = outputs.square_of(best["superiority"])
        for number, (name, cells) in text.superiority.items():
            for other, cell in zip(names, cells):
                if name != other and not likelihood_fits(cell, square[name][other]):
                    yield 7, f'"{name}" over "{other}": {cell}, the export has {square[name][other]}'


def likelihood_fits(cell, exported):
    if exported is None or cell == "-":
        return exported is None and cell == "-"
    percent = 100 * exported
    if cell.startswith(">"):
        return percent > float(cell[1:]) - 0.5
    if cell.startswith("<"):
        return percent < float(cell[1:]) + 0.5
    digits = len(cell.partition(".")[2])
    return abs(float(cell) - percent) <= 0.5 * 10 ** -digits + 1e-6


def check_below(model, text, best):
    tournament = model.tournament
    games = tournament.counting()
    if "first move" in text.lines:
        yield from check_first_move(games, text.lines["first move"], parameter(best, "first_move_elo"))
    if "draws" in text.lines:
        found = re.match(r"(\d+) of (\d+), ([\d.]+) %(?: \[([\d.]+), ([\d.]+)\])?", text.lines["draws"])
        drawn = sum(game.result.drawn for game in games)
        if not games and text.lines["draws"] == "no games":
            pass
        elif not found or (int(found.group(1)), int(found.group(2))) != (drawn, len(games)):
            yield 6, f'draws: {text.lines["draws"]}, the model has {drawn} of {len(games)}'
        equals, shown_equals = parameter(best, "draws_between_equals"), re.search(r"between equals ([\d.]+) % \[([\d.]+), ([\d.]+)\]", text.lines["draws"])
        if equals and shown_equals:
            for shown, key in zip(shown_equals.groups(), ("value", "lower", "upper")):
                if abs(float(shown) - 100 * equals[key]) > 0.051:
                    yield 7, f'draws: {text.lines["draws"]}, the export has {equals}'
        exported = parameter(best, "draws")
        if found and exported and found.group(4):
            for shown, key in ((3, "value"), (4, "lower"), (5, "upper")):
                if abs(float(found.group(shown)) - 100 * exported[key]) > 0.051:
                    yield 7, f'draws: {text.lines["draws"]}, the export has {exported}'
    if "endings" in text.lines:
        expected = endings_in_words(model)
        shown = outputs.counts_of(text.lines["endings"])
        if shown != expected:
            yield 6, f"endings: {shown}, the model has {expected}"
    expected = {}
    for (ending, _, name), number in model.endings.items():
        if name:
            expected.setdefault(name, {})[words(ending)] = number
    if text.forfeits != expected:
        yield 6, f"forfeits: {text.forfeits}, the model has {expected}"
    if text.pairs_line:
        yield from check_two_bots(model, text.pairs_line)
    if text.sprt:
        yield from check_sprt(model, text.sprt)


def words(ending):
    """An ending as people read it: "invalid move"."""
    return {"unreadable_move": "unreadable answer", "premature": "answered too early", "closed_stdout": "closed its output"}.get(ending, ending.replace("_", " "))


def endings_in_words(model):
    """The number of games by the words of the text: the rule, the forfeit, or that there was no result."""
    found = {}
    for (ending, rule, _), number in model.endings.items():
        nothing = "no result" if model.tournament.settings.own_game else "neither started"
        key = rule if ending == "by_rules" else nothing if ending == "aborted" else words(ending)
        found[key] = found.get(key, 0) + number
    return found


def parameter(best, name):
    for row in best.get("parameters", []):
        if row["parameter"] == name and not row["name"]:
            return row
    return None


def check_first_move(games, shown, exported):
    scores = [points.score(game, game.first) for game in games]
    expected = f"{scores.count(1)}/{scores.count(0.5)}/{scores.count(0)}"
    found = re.search(r"W/D/L (\d+/\d+/\d+)", shown)
    if not found or found.group(1) != expected:
        yield 6, f"first move: {shown}, the model has {expected}"
    numbers = [number_of(each) for each in re.findall(r"[-+]?\d+", shown.partition(" Elo")[0])]
    if exported and exported["value"] is not None and len(numbers) == 3:
        for number, key in zip(numbers, ("value", "lower", "upper")):
            if abs(number - exported[key]) > 0.5 + 1e-6:
                yield 7, f"first move: {shown}, the export has {exported}"


def check_two_bots(model, lines):
    tournament = model.tournament
    first = list(tournament.entrants)[0]
    line = pairs.TwoBots(pairs.finished_pairs(tournament, first))
    head, text = lines
    number = int(re.search(r"(\d+) pairs?$", head).group(1))
    if number != line.pairs:
        yield 6, f"{head!r}, the model has {line.pairs} pairs"
    if not line.pairs:
        return
    for pattern, expected, digits in ((r"score ([\d.]+) %", 100 * line.score, 1), (r"even ([\d.]+) %", 100 * line.even, 0),
                                      (r"nElo ([-+]?\d+)", line.nelo, 0), (r"pairs ([\d.]+)", line.ratio, 3 - len(str(int(line.ratio or 0))))):
        found = re.search(pattern, text)
        if found and (expected is None or abs(number_of(found.group(1)) - expected) > 0.5 * 10 ** -digits + 1e-6):
            yield 6, f"{text!r}: {found.group(0)}, the model has {expected}"
        if not found and expected is not None and pattern[0] in "se":
            yield 6, f"{text!r}: no {pattern.split()[0]}, the model has {expected}"
    if ("no pair lost" in text) != (line.ratio is None):
        yield 6, f"{text!r}, the model has the pair ratio {line.ratio}"


def check_sprt(model, lines):
    tournament = model.tournament
    course = live.course(tournament)
    text = "\n".join(lines)
    found = re.search(r"pairs with 0, 0.5, 1, 1.5, 2 points: (\d+), (\d+), (\d+), (\d+), (\d+)", text)
    if found and [int(each) for each in found.groups()] != course.counts:
        yield 6, f"{found.group(0)!r}, the model has {course.counts}"
    found = re.search(r"LLR ([-+]?[\d.]+); ([-+]?[\d.]+) decides for H0, ([-+]?[\d.]+) for H1", text)
    if not found:
        yield 6, f"no LLR: {lines}"
        return
    for shown, expected in zip(found.groups(), (course.ratio, course.low, course.high)):
        if abs(float(shown) - expected) > 0.0051:
            yield 6, f"{found.group(0)!r}, the model has LLR {course.ratio}, bounds {course.low} and {course.high}"
    if re.search("undecided|all games are played", text):
        left = course.pairs_left()
        found = re.search(r"about (\d+) more games", text)
        if bool(found) != (left is not None) or (found and abs(int(found.group(1)) - 2 * max(1, left)) > 1.1 + 0.01 * 2 * left):
            yield 6, f"{lines[-1]!r}, the model has {left} pairs left"
    accepted = "H1" if "H1 accepted" in text else "H0" if "H0 accepted" in text else None
    verdict = live.verdict(tournament)
    if accepted == "H1" and tournament.settings.sprt["elo0"] >= 0 and sum(n * (i - 2) for i, n in enumerate(course.counts)) <= 0:
        yield 11, f"H1 is accepted with the pairs {course.counts}, no more than half of the points"
    if accepted != verdict:
        yield 11, f"the verdict is {accepted}, the model's {verdict}"


def check_bracket(model, lines):
    """Each pairing with its points, and who has won it."""
    tournament = model.tournament
    shown = []
    for line in lines:
        found = re.match(r"  (\S+(?: #\d+)?) (beats|-) (\S+(?: #\d+)?)  ([\d.]+) : ([\d.]+)(?:.*, (\S+(?: #\d+)?) advances)?", line)
        if found:
            shown.append((frozenset((found.group(1), found.group(3))), found.group(1) if found.group(2) == "beats" else found.group(6),
                          {found.group(1): float(found.group(4)), found.group(3): float(found.group(5))}))
    expected = [(frozenset(pairing.names), knockout.winner(tournament, pairing),
                 {name: pairing.score(tournament, name) for name in pairing.names}) for pairing in knockout.pairings(tournament)]
    for pairing in expected:
        if pairing not in shown and not knockout.is_judged(tournament):
            continue        # somebody may have left after it was decided
        if pairing not in shown:
            yield 6, f"the bracket has {[each for each in shown if each[0] == pairing[0]]}, the model {pairing[1:]}"
    if sum(1 for each in shown if any(each[2].values())) > len(expected):    # those that are not planned yet have 0 : 0
        yield 6, f"the bracket has {len(shown)} pairings with points, the model {len(expected)}"


def check_changes(model, lines):
    """Who left, joined and returned, and how many games were cancelled."""
    shown = []
    for line in lines:
        found = re.match(r"[-\d]+ [:\d]+: (\S+(?: #\d+)?) (joins|leaves, its results [a-z ]+|takes the place of \S+(?: #\d+)?, its results [a-z ]+?)"
                         r"(?:; (\d+) games? (?:is|are) cancelled)?(?:;.*)?$", line)
        if found:
            shown.append((found.group(2).strip(), found.group(1), int(found.group(3) or 0)))
    # One command's changes are made in an order of the program's, and only the sum of what they cancel is the same.
    expected = model.tournament.changes
    if sorted(each[:2] for each in shown) != sorted(each[:2] for each in expected) or sum(each[2] for each in shown) != sum(each[2] for each in expected):
        yield 6, f"changes: {shown}, the model has {model.tournament.changes}"


def games_won_unplayed(tournament, of_annulled):
    return sum(points.won_without_playing(tournament, game, name) for game in tournament.games.values() for name in game.players
               if tournament.entrants[game.other(name)].annulled == of_annulled)


def check_notes(model, notes):
    tournament = model.tournament
    byes = [name for name, _ in points.byes(tournament) if not tournament.entrants[name].annulled]
    shown = []
    for line in notes:
        found = re.match(r"a bye, worth ([\d.]+) points?: (.*)", line)
        if found:
            shown = [re.sub(r" \(.*\)| x\d+", "", each.strip()) for each in found.group(2).split(",")]
            if float(found.group(1)) != points.games_of_a_pairing(tournament):
                yield 6, f"{line!r}, the model has {points.games_of_a_pairing(tournament)} points"
        found = re.match(r"annulled: (\d+) games?, for nobody", line)
        annulled = sum(any(tournament.entrants[name].annulled for name in game.players) for game in tournament.played())
        if found and int(found.group(1)) != annulled:
            yield 6, f"{line!r}, the model has {annulled}"
        found = re.match(r"(the rules failed, or )?neither bot could be started: (\d+) games?", line)
        aborted = model.endings[("aborted", "", "")]
        if found and (int(found.group(2)), bool(found.group(1))) != (aborted, tournament.settings.own_game):
            yield 6, f"{line!r}, the model has {aborted}"
        found = re.match(r"no longer in: (.*)", line)
        if found:
            gone = [re.sub(r" \(now [^)]+\)", "", each) for each in found.group(1).split(", ")]
            expected = [name + " (annulled)" * entrant.annulled for name, entrant in tournament.entrants.items() if not entrant.present]
            if sorted(gone) != sorted(expected):
                yield 6, f"{line!r}, the model has {expected}"
        found = re.match(r"won (without playing|against annulled entrants).*: (\d+) games?", line)
        if found and int(found.group(2)) != games_won_unplayed(tournament, found.group(1) != "without playing"):
            yield 6, f"{line!r}, the model has {games_won_unplayed(tournament, found.group(1) != 'without playing')}"
    if sorted(set(shown)) != sorted(set(byes)):
        yield 6, f"byes: {shown}, the model has {byes}"
