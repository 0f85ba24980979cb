"""Compares a run of the referee with its plan: the verdict, the log, and the terminal output. Adds each difference to
the outcome's problems."""
import json

from harness import FACTOR, HARMFUL, validator


VALIDATOR = validator()  # before the first game, since the judges of games that run at once measure time
LARGEST_LOG = 4 << 20  # in bytes: 256 KiB of notes, each byte of which may take six bytes in the log


def judge(outcome, code, out, err, log_path, honest):
    plan = outcome.plan
    for text in (out, err):
        if HARMFUL.search(text):
            outcome.problems.append(f"control characters reach the terminal: {HARMFUL.findall(text)}")
    if plan.ending == "wrong_use":
        outcome.got = "wrong_use" if code == 2 and not log_path.exists() else f"exit code {code}"
        if code != 2 or not err.startswith("referee: bot '") or err.count("\n") != 1 or len(err) > 400:
            outcome.problems.append(f"not one clear line: {err!r}")
        return
    if code != 0:
        outcome.got = f"exit code {code}"
        outcome.problems.append(f"exit code {code}: {out} {err}")
        return
    text = log_path.read_text()
    if len(text) > plan.games * LARGEST_LOG:
        outcome.problems.append(f"a log of {len(text)} bytes")
    logs = [json.loads(line) for line in text.splitlines()] if plan.games > 1 else [json.loads(text)]
    for log in logs:
        outcome.problems += [f"the log does not follow its schema: {error.message}" for error in VALIDATOR.iter_errors(log)]
    for number, (log, expected) in enumerate(zip(logs, plan.expected)):
        if expected is not None:
            judge_log(outcome, log, expected, swapped=number % 2 == 1, honest=honest)  # sides alternate
    if any("attack" in program.words for program in plan.programs):
        judge_attack(outcome, err)


def judge_log(outcome, log, expected, swapped, honest):
    plan, result, failure = outcome.plan, log["result"], log["failure"]
    isolation = "bubblewrap" if plan.mode == "on" else "none"
    if {player["isolation"] for player in log["players"]} != {isolation}:
        outcome.problems.append("the log tells of another isolation")
    guilty = None if failure is None else failure["player"] ^ swapped
    outcome.got = result["ending"] + ("" if guilty in (None, expected.loser) else " of the other side")
    if (result["ending"], guilty) != (expected.ending, expected.loser):
        outcome.problems.append(f"{result}; {failure}")
        return
    if failure is None:
        return compare_with_honest(outcome, log, honest)
    judge_turn(outcome, len(log["plies"]), expected, expected.loser ^ swapped)
    words = plan.subject.words
    for key, ending in (("signal", "crashed"), ("exit_code", "exited")):
        if expected.ending == ending and failure[key] != int(words.get(key, failure[key])):
            outcome.problems.append(f"{key} {failure[key]}")
    if expected.ending == "timeout":
        judge_time(outcome, log, failure)


def judge_turn(outcome, plies, expected, seat):
    """Checks that the loser, which has this seat, has lost in its turn with the expected number."""
    first = 2 * (int(expected.turn.rstrip("+")) - 1) + seat if expected.ending != "failed_to_start" else 0
    late = plies > first and expected.turn.endswith("+") and (plies - first) % 2 == 0
    if plies != first and not late:
        outcome.problems.append(f"lost after {plies} plies instead of {first}{' or more' if expected.turn.endswith('+') else ''}")


def judge_time(outcome, log, failure):
    outcome.late_ms = (failure["elapsed_us"] - failure["limit_us"] - log["limits"]["margin_us"]) / 1000
    if outcome.late_ms < 0:
        outcome.problems.append("judged before the limit and the margin were over")
    if outcome.late_ms > 5000 * FACTOR:
        outcome.problems.append("judged much too late")


def compare_with_honest(outcome, log, honest):
    """Checks that a game that ends by the rules is the same as the game of two good bots."""
    expected = honest[outcome.plan.word("game") or ""]
    moves = [(ply["player"], ply["move"]) for ply in log["plies"]]
    if log["result"]["ending"] != "by_rules" or (log["result"], moves) != expected:
        outcome.problems.append(f"not the game that good bots play: {log['result']} after {len(moves)} plies; {log['failure']}")


def judge_attack(outcome, err):
    if "SUCCEEDED" in err:
        outcome.problems.append("succeeded: " + "; ".join(line for line in err.splitlines() if "SUCCEEDED" in line))
    if "tried in vain" not in err:
        outcome.problems.append(f"nothing tells that it was tried: {err!r}")
