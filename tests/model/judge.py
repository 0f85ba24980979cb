#!/usr/bin/env python3
"""Judges histories: reads traces from stdin, and prints a line for each broken law. Exit code 1 if there is one."""

import json
import os
import re
import sys

import history
import live
import moment
import options
import plans


class Judge:
    """The files of one history, and the outputs that were shown since the last event."""

    def __init__(self, head, report):
        self.seed, self.report = head.get("seed"), report
        self.pairs_before_rest = head.get("pairs_before_rest", history.PAIRS_BEFORE_REST)
        self.files = {}
        self.written = {}        # path -> text
        self.starts = {}         # file -> the words of a start that was killed: `--resume` may begin it
        self.plays = {}          # (file, name) -> (path, text): the bot's file, as it was when it joined
        self.current = None
        self.pending = None      # the typed words whose answer has not come yet
        self.moments = 0
        self.shown = []
        self.outputs = 0
        self.orders = {}         # file -> the names in the order of its table, as long as nothing has happened

    def broken(self, law, asked, what):
        self.report(f"law {law}: seed {self.seed}, moment {self.moments}, {asked}: {what}")

    def take(self, line):
        kind = next(iter(line))
        if kind != "shown":
            self.end_of_moment()
        if kind in ("planned", "played", "removed", "changed_while_played"):
            self.orders.pop(self.current, None)
        if kind == "killed" and self.pending and self.pending.command == "tournament":
            self.starts[os.path.basename(line["killed"]["db"])] = self.pending
        if kind == "killed" and not line["killed"].get("in_file", True):
            self.pending = None     # killed before anything was in the file
        if self.pending and kind not in ("refused", "accepted", "typed"):
            self.take_accepted({"accepted": {}})     # a start has no answer of its own
        getattr(self, "take_" + kind, self.unknown)(line)

    def unknown(self, line):
        print(f"unknown: {json.dumps(line)[:200]}", file=sys.stderr)

    def tournament(self, line):
        inner = next(iter(line.values()))
        return self.files[os.path.basename(inner.get("db") or line.get("db") or self.current)]

    def take_typed(self, line):
        self.pending = options.Words(line["typed"])
        file = os.path.basename(self.pending.get("--db", "tournament.db"))
        if self.pending.command == "tournament" and file in self.files:
            self.begin_run(self.files[file], self.pending)

    def begin_run(self, tournament, words):
        """A run with `--stop-after N` does not let a ladder rest."""
        tournament.pairs_before_rest = None if words.get("--stop-after", "").isdigit() else self.pairs_before_rest

    def take_refused(self, line):
        self.pending = None

    def take_accepted(self, line):
        words, self.pending = self.pending, None
        if words is None:
            return
        if words.command == "tournament":
            self.start(words, line["accepted"])
        elif words.command == "change" and not words.get("--dry-run"):
            file = os.path.basename(words.positional[0])
            self.current = file
            self.make_changes(words, line["accepted"])

    def start(self, words, answer):
        if words.get("--dry-run"):
            return
        file = os.path.basename(words.get("--db", "tournament.db"))
        self.current = file
        if words.get("--resume") and "entrants" in answer and file not in self.files:
            words = self.starts.get(file, words)
        elif words.get("--resume"):
            return
        seated = {name: bot for name, bot in self.bots_of_an_earlier_stage(words).items() if name in answer.get("entrants", [name])}
        typed = [options.name_of(bot) for bot in words.positional]
        typed += [options.name_beside(path, seated) for path in self.bots_in_folder(words, {path for path, _ in seated.values()})]
        entrants = answer.get("entrants", typed)
        if words.get("--students"):     # the simulator judges whose the hand-ins are
            typed += [name for name in entrants if name in self.students_in(words)]
        if words.get("--from"):
            typed = self.names_of_an_earlier_stage(words.get("--from"), typed) or entrants
        if entrants != typed:
            self.broken(6, "begun", f"the entrants are {entrants}, typed were {typed}")
        tournament = history.Tournament(words, entrants, answer.get("seed"))
        if words.get("--from") and not any(words.get(one) for one in ("--opening", "--openings")):
            earlier = self.files[os.path.basename(words.get("--from").partition(",top=")[0])].settings
            tournament.settings.listed_openings = earlier.listed_openings
        if words.get("--from") and not words.get("--game"):
            earlier = self.files[os.path.basename(words.get("--from").partition(",top=")[0])].settings
            tournament.settings.own_game, tournament.settings.own_draws = earlier.own_game, earlier.own_draws
        self.files[file] = tournament
        if words.get("--students"):
            tournament.begin_class(self.students_in(words))
        elif words.get("--from"):
            earlier = self.files[os.path.basename(words.get("--from").partition(",top=")[0])]
            tournament.begin_class(earlier.students, earlier)
        self.begin_run(tournament, words)
        for name in set(seated) & set(entrants):
            self.note_file(name, seated[name][0])
        for bot in words.positional:
            self.note_file(options.name_of(bot), bot.partition("=")[2] or bot)
        for path in self.bots_in_folder(words, {path for path, _ in seated.values()}):
            self.note_file(options.name_beside(path, seated), path)

    def bots_of_an_earlier_stage(self, words):
        """Those who are still there in it, or the first N of them: {name: (path, text)}. All if the order of its table was not shown."""
        file, _, top = os.path.basename(words.get("--from", "")).partition(",top=")
        if not file:
            return {}
        names = self.names_of_an_earlier_stage(words.get("--from"), []) or self.files[file].present()
        return {name: self.plays[file, name] for name in names if (file, name) in self.plays}

    def names_of_an_earlier_stage(self, text, typed):
        """Those of its table that are still there, or the first N of them; bots that are named come last. None if the
        order of its table was not shown."""
        file, _, top = os.path.basename(text).partition(",top=")
        if file not in self.orders:
            return None
        present = [name for name in self.orders[file] if self.files[file].entrants[name].present]
        return present[:int(top) if top else None] + typed

    def take_file(self, line):
        path, text = os.path.normpath(line["file"]["path"]), line["file"]["text"]
        self.written[path] = text
        if not text:
            del self.written[path]

    def bots_in_folder(self, words, seated):
        """The paths of the fit bots of --bots, without those that are also typed on their own, or seated by an earlier stage."""
        folder = words.get("--bots")
        if not folder or words.get("--students"):
            return []
        own = {os.path.normpath(bot.partition("=")[2] or bot) for bot in words.positional} | seated
        return [path for path, text in sorted(self.written.items())
                if os.path.dirname(path) == os.path.normpath(folder) and "unfit" not in text and path not in own]

    def students_in(self, words):
        """The students of a list who are alone, and the teams of the others."""
        rows = [line.split(",") for line in self.written[words.get("--students")].split("\n")[1:-1]]
        return list(dict.fromkeys(row[-1] or row[0] for row in rows))

    def take_changed_while_played(self, line):
        answer = line["changed_while_played"]
        if answer["accepted"]:
            words = options.Words(answer["typed"])
            self.current = os.path.basename(answer["db"])
            self.make_changes(words, answer)

    def take_killed(self, line):
        file = os.path.basename(line["killed"]["db"])
        if file in self.files and "planned" in line["killed"]:
            self.files[file].unplan(line["killed"]["planned"])

    def make_changes(self, words, answer):
        self.orders.pop(self.current, None)
        tournament = self.files[self.current]
        changes = sorted(options.changes_of(words.positional[1:]), key=lambda each: history.ORDER_OF_CHANGES.index(each[0]))
        # What names mean is known before anything changes.
        for kind, what in [(kind, [options.with_meaning(kind, word, tournament.meant) for word in what]) for kind, what in changes]:
            for name, bot in zip(tournament.change(kind, what) or (), what):
                bot = bot.partition("=")[2] if kind == "replace" else bot
                self.note_file(name, bot.partition("=")[2] or bot)
        if words.get("--students"):
            tournament.set_students(self.students_in(words))
        # Who is out of a knockout before it is over is not computed (rulings.md).
        out = set(re.findall(r"'([^']+)' plays no more games in this knockout", answer.get("notes", "")))
        if words.get("--bots") and not tournament.students:
            self.take_up_folder(tournament, words.get("--bots"), out)
        for text in words.get("--limits", []):
            name, colon, part = text.partition(":")
            if colon and name in tournament.entrants:
                tournament.entrants[name].limits = part
        for joined in answer.get("joined", []):
            if joined["name"] in tournament.entrants:
                continue
            if joined["replaces"] is None:
                tournament.add(joined["name"])
            else:
                tournament.replace(joined["replaces"], joined["name"])

    def note_file(self, name, path):
        path = os.path.normpath(path)
        self.plays.setdefault((self.current, name), (path, self.written.get(path)))

    def take_up_folder(self, tournament, folder, out):
        """`change --bots DIR`: new bots join, and changed ones replace their earlier version, whose name gets a number."""
        newest = {}
        for (file, name), (path, text) in self.plays.items():
            if file == self.current and name in tournament.entrants:
                newest[path] = (name, text)
        found = [(path, text) for path, text in sorted(self.written.items())
                 if os.path.dirname(path) == os.path.normpath(folder) and "unfit" not in text]
        for path, text in found:        # new ones join first
            if path not in newest:
                name = options.name_beside(path, tournament.entrants)
                tournament.add(name)
                self.plays[self.current, name] = (path, text)
        for path, text in found:
            name, old = newest.get(path, (None, text))
            if old != text and tournament.entrants[name].present and name not in out:
                base, _, number = name.partition(" #")
                new = f"{base} #{int(number or 1) + 1}"
                tournament.replace(name, new)
                self.plays[self.current, new] = (path, text)

    def take_planned(self, line):
        self.tournament(line).plan(line["planned"])

    def take_played(self, line):
        self.tournament(line).play(line["played"])

    def take_removed(self, line):
        self.tournament(line).lose(line["removed"]["games"])

    def take_ended(self, line):
        ended = line["ended"]
        for law, what in live.check_end(self.tournament(line), ended):
            self.broken(law, "a run", what)

    def take_shown(self, line):
        self.shown.append(line["shown"])

    def take_over(self, line):
        for file, tournament in self.files.items():
            for law, what in plans.check_plan(tournament):
                self.broken(law, f"the plan of {file}", what)

    def end_of_moment(self):
        if not self.shown:
            return
        self.moments += 1
        self.outputs += len(self.shown)
        for law, asked, what in moment.judge(self.files, self.shown):
            self.broken(law, asked, what)
        for each in self.shown:
            typed = each["typed"]
            if typed[0] == "export" and typed[2] == "standings" and "json" in typed and "--with" not in typed and not each.get("exit"):
                self.orders[os.path.basename(typed[1])] = [row["name"] for row in json.loads(each["text"])]
        self.shown = []


def judged(lines):
    """The broken laws of histories, and the number of outputs that were judged in the last one."""
    broken = []
    running = None
    for line in lines:
        if "history" in line:
            running = Judge(line["history"], broken.append)
        else:
            running.take(line)
    return broken, running.outputs


def main():
    lines = 0
    histories = outputs = 0
    judge = None
    quiet = "--quiet" in sys.argv

    def report(text):
        nonlocal lines
        lines += 1
        print(text)

    for text in sys.stdin:
        if not text.strip():
            continue
        if not text.startswith("{"):
            print(f"unknown: {text.rstrip()}", file=sys.stderr)
            continue
        line = json.loads(text)
        if "history" in line:
            judge = Judge(line["history"], report)
            histories += 1
            continue
        judge.take(line)
        if "over" in line:
            outputs += judge.outputs
    if not quiet:
        print(f"{histories} histories, {outputs} outputs judged, {lines} broken laws", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
