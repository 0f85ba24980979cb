"""What a run says while it plays: its events, its end and its exit code."""

import collections
import itertools
import re

import knockout
import outputs
import pairs
import points
import sprt

GAMES_BEFORE_GOAL = 16


def total(tournament):
    """All games as far as they are known: played and left. None: open-ended, or not judged."""
    settings = tournament.settings
    if tournament.format == "knockout" and not knockout.is_judged(tournament):
        return None
    if settings.sprt or settings.until or (tournament.format == "ladder" and not openings_are_used_up(tournament)):
        return None
    return len(tournament.played()) + left(tournament)


def openings_are_used_up(tournament):
    """Whether every two in a ladder have gone through its list of openings."""
    listed, present = tournament.settings.listed_openings, tournament.present()
    pairs_of_two = collections.defaultdict(set)
    for game in tournament.games.values():
        if not game.cancelled:
            pairs_of_two[frozenset(game.players)].add(game.pair)
    return bool(listed) and len(present) > 1 and all(
        len(pairs_of_two[frozenset(two)]) >= listed for two in itertools.combinations(present, 2))


def left(tournament):
    """The games that are still to be played, those of later rounds of a Swiss tournament included."""
    found = len(tournament.missing())
    if tournament.format == "swiss":
        rounds = tournament.settings.rounds - tournament.planned_rounds()
        found += max(rounds, 0) * (len(tournament.present()) // 2) * points.games_of_a_pairing(tournament)
    if tournament.format in ("round-robin", "gauntlet"):
        games = tournament.games_of_pairings()
        found += sum(max(wanted - games[pairing], 0) for pairing, wanted in tournament.wanted_pairings())
    if tournament.format == "knockout":
        found += knockout.games_to_come(tournament)
    return found


def verdict(tournament):
    names = list(tournament.entrants)
    return sprt.verdict(pairs.pairs_of_a_test(tournament, names[0]), tournament.settings.sprt)


def course(tournament):
    """The course of the pairs that no busy machine has decided."""
    first = list(tournament.entrants)[0]
    return sprt.Course([pair[:2] for pair in pairs.pairs_of_a_test(tournament, first) if not pair[2]], tournament.settings.sprt)


def check_end(tournament, ended):
    """Law 27: exit code, reason, events and file agree on a run's end. Law 3: only "finished" has nothing left."""
    events = ended.get("events") or []
    counts = {"played": len(tournament.played()), "total": total(tournament)}
    if events:
        last = events[-1]
        if last.get("event") == "ended":
            if ended.get("reason") and last["why"] != ended["reason"]:
                yield 27, f'the event says {last["why"]}, the run {ended["reason"]}'
            for key, expected in counts.items():
                if key == "total" and expected is None and tournament.format == "knockout":
                    continue
                if key in last and last[key] != expected:
                    yield 3, f"event ended: {key} is {last[key]}, the model has {expected}"
            distinct = points.distinct_games(tournament.counting())
            if last.get("distinct_games") not in (None, distinct):
                yield 6, f'event ended: distinct_games is {last["distinct_games"]}, the model has {distinct}'
        last = {event["game"]: event for event in events if event.get("event") == "played"}
        for event in last.values():
            yield from check_played(tournament, event)
    reason = ended.get("reason") or (events[-1].get("why") if events else None)
    tournament.finished = reason == "finished"
    if reason == "finished" and left(tournament) and total(tournament) is not None:
        yield 3, f"the run has finished, and {left(tournament)} games are left"
    yield from check_rest(tournament, events)
    if reason == "goal" and not goal_may_be_reached(tournament):
        yield 27, f"the goal is reached with {len(tournament.counting())} games that count, and {len(tournament.missing())} are missing"
    yield from check_code(tournament, ended.get("exit"), reason)


def check_rest(tournament, events):
    """It is told that a ladder rests if it does, and not before."""
    told = False
    for event in events:
        told = event.get("event") != "changed" and (told or "the ladder rests" in event.get("text", ""))
    if told and not tournament.rests():
        yield 1, f"the ladder rests, and there are {[tournament.pairs_of(name) for name in tournament.present()]} pairs"


def games_at_a_time(tournament):
    """The games of a batch, or of a cycle, in which each pairing plays a pair."""
    here = len(tournament.present())
    return {"ladder": 16, "round-robin": here * (here - 1), "gauntlet": 2 * (here - 1)}[tournament.format]


def has_played_all(tournament):
    """Whether no more games will come, because each pairing that meets has all its games."""
    if tournament.format == "ladder":
        return not tournament.missing() and openings_are_used_up(tournament)
    return bool(tournament.settings.games) and left(tournament) == 0


def goal_may_be_reached(tournament):
    return not tournament.missing() and (len(tournament.counting()) >= GAMES_BEFORE_GOAL or has_played_all(tournament))


def goal_is_checked(tournament):
    """Whether a goal is surely looked at now: "when all games of a batch or a cycle are over: first after 16 games that count, then each
    time their number has grown by about a twentieth, and at the end of all games"."""
    return goal_may_be_reached(tournament) and (has_played_all(tournament) or 20 * games_at_a_time(tournament) >= len(tournament.counting()))


def goal_progress(model, best):
    """(reached, of, the farthest number or None) of a goal, from exports of the same moment. None if they don't tell."""
    tournament = model.tournament
    kind, _, value = tournament.settings.until.partition("=")
    if "standings" not in best or any(game.result.busy for game in tournament.counting()):
        return None
    rows = [row for row in best["standings"] if tournament.entrants[row["name"]].present]
    if kind == "los" and "superiority" in best:
        square = outputs.square_of(best["superiority"])
        likelihoods = [square[above["name"]][below["name"]] for above, below in zip(rows, rows[1:])]
        numbers = [50 if each is None else 100 * each for each in likelihoods]
        return sum(each >= float(value) for each in numbers), len(numbers), min(numbers, default=None)
    if kind == "elo" and len(rows) == len(tournament.entrants) and not tournament.settings.anchor and len({row["part"] for row in rows}) == 1:
        halves = [None if row["elo"] is None else (row["elo_upper"] - row["elo_lower"]) / 2 for row in rows]
        return sum(each is not None and each <= float(value) for each in halves), len(halves), None if None in halves else max(halves)
    return None


def failed_games(tournament):
    """The games of one's own without a result: the rules have failed, or neither bot could be started."""
    return [game for game in tournament.played() if tournament.settings.own_game and game.result.aborted
            and not any(tournament.entrants[name].annulled for name in game.players)]


def rules_keep_failing(tournament):
    """"A search ends if most games fail", but not at the first few of them."""
    failed = len(failed_games(tournament))
    return failed >= 20 and 2 * failed > len(tournament.played())


def check_goal(model, head, best):
    """The lines about a goal in the head of the tables."""
    found = [match for match in (re.match(r"until \w+=[\d.]+: (\d+) of (\d+) .*(?:at ([\d.]+) %|widest (?:\+-(\d+)|unknown))", line) for line in head) if match]
    progress = goal_progress(model, best)
    if len(found) != 1:
        yield 6, f"the head tells of {len(found)} goals: {head}"
        return
    if progress is None:
        return
    reached, of, farthest = progress
    shown = found[0].group(3) or found[0].group(4)
    if (int(found[0].group(1)), int(found[0].group(2))) != (reached, of) or (farthest is not None and of and abs(float(shown or "inf") - farthest) > 0.51):
        yield 6, f"{found[0].group(0)!r}, the model has {progress}"
    told = any("the goal is reached" in line for line in head)
    if told and (not goal_may_be_reached(model.tournament) or reached < of):
        yield 6, f"the goal is reached with {progress}, {len(model.tournament.counting())} games and {len(model.tournament.missing())} missing ones"
    if any("the rules fail in most games" in line for line in head) != (rules_keep_failing(model.tournament) and not told and not model.tournament.missing()):
        yield 6, f"the head is {head}, and {len(failed_games(model.tournament))} games have failed"
    if not told and goal_is_checked(model.tournament) and reached == of > 0:
        yield 6, f"the goal is not reached with {progress} and {len(model.tournament.counting())} games"


def check_code(tournament, code, reason):
    if code is None:
        return
    settings = tournament.settings
    if code == 6 and tournament.students:   # hand-ins without an owner, of which the simulator knows
        code = 0
    if failed_games(tournament) and reason not in ("decided", "signalled") and code != 1:
        yield 27, f"the exit code is {code}, though games of one's own have no result"
    if settings.sprt:
        found = verdict(tournament)
        expected = {"H1": 0, "H0": 4, None: 5}[found]
        nothing_counts = code == 1 and (not tournament.counting() or failed_games(tournament))
        if reason in ("decided", "repeats", "finished") and code != expected and not nothing_counts:
            yield 27, f"the exit code is {code}, and the model's verdict {found}"
        if (reason == "decided") != (found is not None) and reason in ("decided", "repeats", "finished"):
            yield 27, f"the run ended as {reason}, and the model's verdict is {found}"
    elif settings.until:
        if reason == "goal" and code != 0 and not failed_games(tournament):
            yield 27, f"the goal is reached, and the exit code is {code}"
        if reason in ("finished", "repeats", "stop_after") and code not in (5, 1):
            yield 27, f"the run ended as {reason} without its goal, and the exit code is {code}"
    elif reason in ("finished", "stop_after") and code not in (0, 1):
        yield 27, f"the run ended as {reason}, and the exit code is {code}"


def check_played(tournament, event):
    game = tournament.games.get(event["game"])
    if game is None or game.result is None or game.aside:
        return      # or it was set aside by a change in the meantime
    shown = {"round": game.round, "pair": game.pair, "first": game.first, "second": game.second,
             "winner": game.result.winner, "ending": game.result.ending, "detail": game.result.detail}
    for key, expected in shown.items():
        if key in event and event[key] != expected:
            yield 6, f"event played: {key} of game {game.number} is {event[key]!r}, the model has {expected!r}"


def check_dry_run(model, text, best, anchor):
    """`tournament --resume --dry-run`: how many games are played and left."""
    tournament = model.tournament
    found = re.search(r"(\d+|no) games? (?:is|are) played(?:, (?:(?:at least )?(\d+) (?:is|are) still to be played|and (none) remain)|; (the number))", text)
    if not found:
        yield 3, f"no number of games: {text[:200]!r}"
        return
    played = 0 if found.group(1) == "no" else int(found.group(1))
    if played != len(tournament.played()):
        yield 3, f"{found.group(0)!r}, the model has {len(tournament.played())} played"
    if total(tournament) is not None:
        if tournament.format == "knockout" and not knockout.is_judged(tournament):
            return
        shown = None if found.group(4) else int(found.group(2) or 0)
        if shown != left(tournament):
            yield 3, f"{found.group(0)!r}, the model has {left(tournament)} left"


def check_plan(model, plan, best, anchor):
    """`export plan`: the present entrants, the settings and the seed."""
    tournament = model.tournament
    settings = tournament.settings
    if "bots" not in plan:
        names = [bot["name"] for bot in plan.get("bot", [])]
        if sorted(names) != sorted(tournament.present()):
            yield 13, f"the plan has {names}, present are {tournament.present()}"
    if plan.get("rounds", 1) < 1:
        yield 13, f'the plan has {plan["rounds"]} rounds'
    expected = {"seed": settings.seed, "format": settings.format if settings.format != "round-robin" else None, "games": settings.games}
    for key, value in expected.items():
        if value is not None and plan.get(key) is not None and plan[key] != value:
            yield 13, f"{key} of the plan is {plan[key]}, the model has {value}"
