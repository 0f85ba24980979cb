"""All outputs that were shown at one state of the files: each against the model, and all against each other."""

import json
import os

import joined
import laws
import live
import options
import outputs
import page
import texts


class Question:
    """What an output is about: files, and an anchor."""

    def __init__(self, shown):
        self.shown = shown
        self.words = options.Words(shown["typed"])
        self.asked = " ".join(shown["typed"])
        words = self.words
        self.command = words.command
        self.what = "matches"
        self.format = "text"
        files = [words.get("--db", "tournament.db")] if self.command == "tournament" else words.positional[:]
        if self.command == "change":
            files = files[:1]
        if self.command == "export":
            files = words.positional[:1]
            self.what = words.positional[1] if len(words.positional) > 1 else "matches"
            self.format = words.get("--format", "csv")
            files += words.get("--with", [])
        self.files = tuple(os.path.basename(file) for file in files)
        self.anchor = words.get("--anchor")

    @property
    def key(self):
        return (self.files, self.anchor)


def judge(files, shown):
    """Yields (law, what was asked, what is wrong)."""
    questions = [Question(each) for each in shown]
    groups = {}
    for question in questions:
        groups.setdefault(question.key, []).append(question)
    for (names, anchor), group in groups.items():
        if not names or any(name not in files for name in names):
            continue
        tournament = files[names[0]] if len(names) == 1 else joined.together([files[name] for name in names])
        if tournament is None:
            continue
        yield from judge_group(laws.Model(tournament), group, anchor)


READERS = ("standings", "crosstable", "superiority", "covariance", "parameters", "nash", "endings", "openings", "games")


def judge_group(model, group, anchor):
    tables = {}      # what -> [(question, rows)]
    pages = []
    for question in group:
        if question.shown.get("exit", 0) != 0:
            # A plan, a dry run and Nash averages may be refused for reasons that are no figures.
            if question.what not in ("nash", "plan") and question.command != "tournament":
                yield 23, question.asked, f"exit code {question.shown['exit']}: {question.shown['text'][:200]}"
            continue
        try:
            if question.command == "export" and question.what in READERS:
                rows = outputs.rows_of(question.shown["text"], question.format)
                tables.setdefault(question.what, []).append((question, rows))
            elif question.command == "export" and question.what == "plan":
                pages.append((question, live.check_plan, json.loads(question.shown["text"])))
            elif question.command == "tournament" and question.words.get("--dry-run"):
                pages.append((question, live.check_dry_run, question.shown["text"]))
            elif question.command == "standings":
                pages.append((question, texts.check, outputs.Text(question.shown["text"])))
            elif question.command == "view" and "report-data" in question.shown["text"]:
                pages.append((question, page.check, question.shown["text"]))
        except (outputs.Unreadable, json.JSONDecodeError, KeyError, IndexError) as problem:
            yield 7, question.asked, f"can't be read: {problem!r}"
    best = {what: fullest(each) for what, each in tables.items()}
    superiority = outputs.square_of(best["superiority"]) if "superiority" in best else None
    order = [row["name"] for row in best.get("standings", [])]
    for what, each in tables.items():
        for question, rows in each:
            if what in ("crosstable", "superiority", "covariance") and order:
                yield from asked(question, check_order_of(rows, order))
            yield from asked(question, check_table(model, what, rows, superiority, question.format))
            yield from asked(question, compare(what, rows, best[what], question.format))
    for question, check, content in pages:
        yield from asked(question, check(model, content, best, anchor))


def check_order_of(rows, order):
    """The lines and the columns of a square table are in the order of the standings."""
    for names in [[row["name"] for row in rows]] + [list(line) for line in outputs.square_of(rows).values()]:
        if names != order:
            yield 7, f"the lines or columns are {names}, the standings have {order}"
            return


def asked(question, broken):
    """The broken laws with the question. An output that is so wrong that a check fails breaks a law, too."""
    try:
        for law, wrong in broken:
            yield law, question.asked, wrong
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        yield 7, question.asked, f"can't be judged: {problem!r}"


def fullest(each):
    """Of several forms of a table the one with all columns and digits."""
    return max(each, key=lambda pair: (pair[0].format == "json", pair[0].format == "csv", len(pair[1][0]) if pair[1] else 0))[1]


def check_table(model, what, rows, superiority, format_):
    if format_ == "markdown":
        return      # at most three decimals: compared with the others
    if what == "standings":
        yield from laws.check_standings(model, rows, superiority)
        if rows and "part" in rows[0]:
            yield from laws.check_parts(model, rows)
    elif what in ("crosstable", "superiority", "covariance"):
        square = outputs.square_of(rows)
        check = getattr(laws, "check_" + what)
        yield from check(model, square, None) if what == "covariance" else check(model, square)
    else:
        yield from getattr(laws, "check_" + what)(model, rows)


def compare(what, rows, best, format_):
    """Law 7: the same table in another form has the same cells, in Markdown with at most three decimals."""
    if rows is best:
        return
    if len(rows) != len(best):
        yield 7, f"{len(rows)} rows; another form of the same table has {len(best)}"
        return
    digits = 0.00051 if format_ == "markdown" else 1e-9
    for row, full in zip(flat(rows), flat(best)):
        for title, cell in row.items():
            other = full.get(title)
            if title not in full:
                yield 7, f"the column {title} is not in the other forms"
            elif cell != other and not blank(cell, other) and not near(cell, other, digits):
                yield 7, f'{title} of {row.get("name", row)}: {cell!r}; another form has {other!r}'


def blank(cell, other):
    return cell in (None, "") and other in (None, "")


def near(cell, other, digits):
    return isinstance(cell, (int, float)) and isinstance(other, (int, float)) and abs(cell - other) <= digits * (1 if digits > 1e-6 else max(1, abs(other)))


def flat(rows):
    """Rows whose inner objects are columns, as in CSV."""
    found = []
    for row in rows:
        plain = {}
        for key, cell in row.items():
            plain.update(cell if isinstance(cell, dict) else {key: cell})
        found.append(plain)
    return found
