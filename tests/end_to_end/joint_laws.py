"""What has to be true of each tournament that is over, whoever came, left or was replaced: worked out from the rows of its file alone."""
import collections
import csv
import io
import re

from joint_state import changes_of, rows, settings_of


def check_laws(test, name):
    db = test.folder / name
    settings, changes = settings_of(db), changes_of(db)
    games = rows(db, "SELECT number, round, first, second, pair, seed, opening FROM games ORDER BY number")
    results = {number: (first, second, winner) for number, first, second, winner in rows(db, "SELECT number, first, second, winner FROM matches")}
    names = [name for name, in rows(db, "SELECT name FROM entrants ORDER BY number")]
    gone = {details["entrant"] for kind, _, details in changes if kind in ("withdrawn", "replaced")}
    annulled = {details["entrant"] for kind, _, details in changes if details.get("annulled")}
    cancelled = {game for _, _, details in changes for game in details.get("cancelled", [])}
    present = set(range(len(names))) - gone
    check_pairs(test, games, settings, results)
    test.assertEqual(cancelled & set(results), set(), "a cancelled game was played")
    for number, (first, second, _) in results.items():
        test.assertEqual((first, second), games[number][2:4])
    if settings["format"] in ("round-robin", "gauntlet") and "until" not in settings and not settings["sprt"]:
        test.assertEqual(set(results) | cancelled, {game[0] for game in games}, "a game is missing")
        check_all_have_met(test, results, settings, present, changes)
    check_points(test, name, results, annulled, names)
    head = re.search(r"^(\d+) of (\d+) games played$", test.standings(name), re.M)
    if head and settings["format"] != "ladder":
        test.assertEqual(head[1], head[2])
        test.assertEqual(int(head[1]), len(results))


def check_pairs(test, games, settings, results):
    """Both games of a pair start alike, with sides swapped; each pairing goes through the openings in their order."""
    pairs, openings = collections.defaultdict(list), collections.defaultdict(list)
    for number, _, first, second, pair, seed, opening in games:
        pairs[pair].append((first, second, seed, opening))
        if len(pairs[pair]) == 1 and opening is not None:
            openings[frozenset((first, second))].append(opening)
    for pair in pairs.values():
        test.assertLessEqual(len(pair), 2)
        if len(pair) == 2:
            (a, b, *here), (c, d, *there) = pair
            test.assertEqual((a, b, here), (d, c, there))
    count = len(settings["openings"]["moves"]) if "openings" in settings else None
    for pairing, used in openings.items():
        test.assertEqual(used, [(used[0] + i) % count if count else used[0] + i for i in range(len(used))], f"the openings of {pairing}")


def check_all_have_met(test, results, settings, present, changes):
    met = collections.Counter(frozenset((first, second)) for first, second, _ in results.values())
    challenger = settings["challenger"]
    for kind, _, details in changes:
        if kind == "replaced" and details["entrant"] == challenger:
            challenger = details["by"]
    for a in present:
        for b in present - {a}:
            wanted = settings["games"] if settings["format"] == "round-robin" or challenger in (a, b) else 0
            test.assertEqual(met[frozenset((a, b))], wanted, f"the games of {a} and {b}")


def check_points(test, name, results, annulled, names):
    """Those of games; a Swiss tournament has byes and walkovers, too."""
    points = collections.Counter()
    for first, second, winner in results.values():
        if {first, second} & annulled:
            continue
        for entrant, side in ((first, 0), (second, 1)):
            points[names[entrant]] += 0.5 if winner is None else float(winner == side)
    run = test.referee("export", name, "standings", "--columns", "name,points,byes,games")
    for row in csv.DictReader(io.StringIO(run.out)):
        if row["byes"] == "0" and test.case.form != "swiss":
            test.assertEqual(float(row["points"]), points[row["name"]], row)
        test.assertGreaterEqual(float(row["points"]), points[row["name"]], row)
