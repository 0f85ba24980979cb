"""Reads what the program shows: JSON, CSV, Markdown, the text of the tables, and the data of a page.

Every reader gives plain rows: dictionaries from titles to numbers, texts or None."""

import csv
import io
import json
import re


class Unreadable(Exception):
    """The output is not what the docs describe."""


def value(text):
    if text == "":
        return None
    if re.fullmatch(r"[-+]?\d+", text):
        return int(text)
    if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text):
        return float(text)
    return text


TEXTS = {"name", "first", "second", "winner", "ending", "detail", "rule", "moves_hash", "limits", "elo_word", "started_at",
         "line", "favours", "parameter"}


def rows_of_csv(text):
    if text and not text.endswith("\r\n"):
        raise Unreadable("CSV does not end with CRLF")
    table = list(csv.reader(io.StringIO(text, newline="")))
    if not table:
        return []
    titles = table[0]
    rows = []
    for cells in table[1:]:
        if len(cells) != len(titles):
            raise Unreadable(f"a line of CSV has {len(cells)} cells, and there are {len(titles)} titles")
        rows.append({title: cell_of_csv(title, cell) for title, cell in zip(titles, cells)})
    return rows


def cell_of_csv(title, cell):
    if cell.startswith("'"):
        cell = cell[1:]
        return cell
    if title in TEXTS:
        return cell or None
    return value(cell)


def rows_of_markdown(text):
    lines = [line for line in text.splitlines() if line]
    table = [[unescaped(cell.strip()) for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    if len(table) < 2:
        return []
    titles = table[0]
    return [{title: (cell or None) if title in TEXTS else value(cell) for title, cell in zip(titles, cells)} for cells in table[2:]]


def unescaped(cell):
    return re.sub(r"\\(.)", r"\1", cell)


def rows_of(text, format_):
    if format_ == "json":
        return json.loads(text)
    return rows_of_csv(text) if format_ == "csv" else rows_of_markdown(text)


def square_of(rows):
    """A square table in any format as {row: {column: cell}}."""
    found = {}
    for row in rows:
        inner = [cell for cell in row.values() if isinstance(cell, dict)]
        found[row["name"]] = inner[0] if inner else {key: cell for key, cell in row.items() if key != "name"}
    return found


class Text:
    """The text of the tables, cut into its parts. `standings` are rows; `notes` the lines below them."""

    def __init__(self, text):
        self.text = text
        blocks = [block.split("\n") for block in re.split(r"\n\n+", text.strip("\n"))]
        self.head = blocks[0] if blocks else []
        self.standings, self.notes, self.crosstable, self.superiority, self.rounds = [], [], {}, {}, []
        self.lines = {}      # "first move", "draws", "endings", "forfeits"
        self.pairs_line = self.sprt = None
        self.changes = []
        self.forfeits = {}
        for block in blocks[1:]:
            self.read_block(block)

    def read_block(self, block):
        first = block[0]
        if re.match(r"place\s+name ", first):
            self.read_standings(block)
        elif first.startswith("crosstable"):
            self.crosstable = square_of_text(block[1:])
        elif first.startswith("likelihood of superiority"):
            self.superiority = square_of_text(block[1:])
        elif re.match(r"first move|draws:|endings:|forfeits", first):
            self.read_lines(block)
        elif first.startswith("sequential test"):
            self.sprt = [line.strip() for line in block[1:]]
        elif re.match(r"(.+) against (.+), \d+ pairs?$", first):
            self.pairs_line = [first, " ".join(line.strip() for line in block[1:])]
        elif re.match(r"(round \d+|final|semifinals?|quarterfinals|play-in)", first):
            self.rounds = block
        elif first == "changes":
            # Lines of an entry are indented by two, its further lines by four.
            self.changes = [line.strip() for line in unwrapped(block[1:])]
        else:
            self.lines.setdefault("other", []).extend(block)

    def read_standings(self, block):
        header = block[0]
        labels = [(match.group(0), match.start(), match.end()) for match in
                  re.finditer(r"place|name|points|games|margin|bh-c1|bh|s-b|d-e|1st W/D/L|2nd W/D/L|Elo( \[95 %\])?|forfeits", header)]
        for index, line in enumerate(block[1:], 1):
            if not re.match(r"\s*\d+ +\S.* \d+\.\d +\d+ ", line):
                self.notes = unwrapped(block[index:])
                break
            self.standings.append(cells_of_line(line, labels))

    def read_lines(self, block):
        for line in unwrapped(block):
            key, _, rest = line.strip().partition(": ")
            if line.startswith("  "):
                self.forfeits[key] = counts_of(rest.rstrip(","))
            else:
                self.lines[key] = rest


def unwrapped(lines):
    """Lines that were broken for the width are joined: their rest is indented more than they are. (The lines below
    `forfeits` are no rest of it.)"""
    found = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if found and indent > len(found[-1]) - len(found[-1].lstrip()) and found[-1] not in ("forfeits",):
            found[-1] += " " + line.strip()
        else:
            found.append(line)
    return found


def cells_of_line(line, labels):
    """The cells of a line of the standings. Numbers end where their titles end; the name and the rating begin where
    theirs begin."""
    row, before = {}, 0
    for index, (label, start, end) in enumerate(labels):
        if label == "name" or label.startswith("Elo"):
            stop = labels[index + 1][2] if index + 1 < len(labels) else len(line)
            whole = line[start:stop].rstrip()
            row[label.split(" [")[0]] = whole.rsplit(None, 1)[0].strip() if index + 1 < len(labels) else whole
            before = start + len(whole.rsplit(None, 1)[0]) if index + 1 < len(labels) else stop
        else:
            row[label] = line[before:end].strip()
            before = end
    return row


def counts_of(text):
    found = {}
    for part in text.rstrip(",").split(", "):
        name, _, number = part.rpartition(" ")
        if number.isdigit():
            found[name] = int(number)
    return found


def square_of_text(lines):
    """{row number: (name, [cells])}. The first line has "#", "name" and the numbers of the columns."""
    found = {}
    columns = len(lines[0].split()) - 2
    for line in lines[1:]:
        words = line.split()
        if len(words) < columns + 2 or not words[0].isdigit():
            break
        found[int(words[0])] = (" ".join(words[1:-columns]), words[-columns:])
    return found


def page_data(text, name):
    """The JSON of a page: `report-data` or `games-data`."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.S)
    if not found:
        raise Unreadable(f"the page has no {name}")
    return json.loads(found.group(1))
