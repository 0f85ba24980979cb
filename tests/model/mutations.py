#!/usr/bin/env python3
"""Shows what the judge notices: changes one number of one output of a trace, and judges its moment again.

    mutations.py SEED COUNT < trace

Prints for each table and column how many changes were noticed. Outputs that are judged are taken from moments that break
no law as they are."""

import collections
import copy
import json
import random
import re
import sys

import judge
import moment


def moments(lines):
    """(files, shown) of each moment, with the state of the files at that time."""
    found = []
    running = None
    shown = []
    for line in lines:
        if "history" in line:
            running = judge.Judge(line["history"], lambda text: None)
            continue
        if "shown" in line:
            shown.append(line["shown"])
            continue
        if shown:
            found.append((copy.deepcopy(running.files), shown))
            shown = []
        running.take(line)
    return found


def changed_number(generator, value):
    return value + generator.choice([1, -1] if isinstance(value, int) else [0.5, -0.5, 1.0])


def mutate_json(generator, shown):
    """Changes a number or a name of one cell, or swaps two rows."""
    rows = json.loads(shown["text"])
    if len(rows) > 1 and generator.random() < 0.1:
        one, other = generator.sample(range(len(rows)), 2)
        if rows[one] == rows[other]:
            return None
        rows[one], rows[other] = rows[other], rows[one]
        return "order of rows", json.dumps(rows)
    if not rows:
        return None
    row = generator.choice(rows)
    key = generator.choice(list(row))
    cell = row[key]
    if isinstance(cell, dict):
        inner = [name for name, value in cell.items() if value is not None]
        if not inner:
            return None
        name = generator.choice(inner)
        cell[name] = changed_number(generator, cell[name]) if abs(cell[name]) > 1 else cell[name] + 0.01
    elif isinstance(cell, (int, float)):
        row[key] = changed_number(generator, cell)
    else:
        return None
    return key, json.dumps(rows)


def mutate_text(generator, shown):
    """Changes one digit of the text of the tables. The part is the line's kind."""
    text = shown["text"]
    body = text.find("games played")
    places = [match.start() for match in re.finditer(r"\d", text) if match.start() > text.find("\n")]
    if not places or body < 0:
        return None
    place = generator.choice(places)
    digit = text[place]
    return part_of_text(text, place), text[:place] + str((int(digit) + generator.choice([1, 3, 5])) % 10) + text[place + 1:]


def part_of_text(text, place):
    before = text[:place]
    block = before[before.rfind("\n\n") + 2:]
    return " ".join(re.sub(r"[^a-zA-Z ]", "", block.split("\n")[0]).split()[:3]) + (" / " + line_kind(block) if "\n" in block else "")


def line_kind(block):
    words = re.findall(r"[a-zA-Z]+", block.split("\n")[-1])
    return words[0] if words and words[0] in ("a", "first", "draws", "endings", "won", "LLR", "pairs", "measured") else "rows"


def mutate_page(generator, shown):
    """Changes one number of the data of a page."""
    match = re.search(r'(id="report-data">)(.*?)(</script>)', shown["text"], re.S)
    if not match:
        return None
    data = json.loads(match.group(2))
    path = []
    node = data
    while isinstance(node, (dict, list)):
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        keys = [key for key in keys if key not in ("course", "text", "title", "limit", "first_limit", "machine", "time", "created_at")]
        if not keys:
            return None
        key = generator.choice(keys)
        path.append((node, key))
        node = node[key]
    if isinstance(node, bool) or not isinstance(node, (int, float)):
        return None
    holder, key = path[-1]
    holder[key] = changed_number(generator, node)
    label = "/".join(str(step) for _, step in path if not isinstance(step, int))
    return label, shown["text"][:match.start(2)] + json.dumps(data) + shown["text"][match.end(2):]


def mutation(generator, shown):
    typed = shown["typed"]
    if shown.get("exit", 0):
        return None
    if typed[0] == "export" and "json" in typed and typed[2] != "plan":
        found = mutate_json(generator, shown)
        return found and (f"{typed[2]}: {found[0]}", found[1])
    if typed[0] == "standings":
        found = mutate_text(generator, shown)
        return found and (f"text: {found[0]}", found[1])
    if typed[0] == "view":
        found = mutate_page(generator, shown)
        return found and (f"page: {found[0]}", found[1])
    return None


def others_than(shown, number):
    """The JSON exports of other tables. The same table in other forms would have the same mistake, so it is left out."""
    what = shown[number]["typed"][2] if shown[number]["typed"][0] == "export" else None
    return [each for each in shown if each["typed"][0] == "export" and "json" in each["typed"] and each["typed"][2] != what]


def main():
    generator = random.Random(int(sys.argv[1]))
    count = int(sys.argv[2])
    places = [each for each in moments(json.loads(line) for line in sys.stdin if line.strip())
              if not list(moment.judge(*each))]
    noticed, tried = collections.Counter(), collections.Counter()
    for _ in range(count):
        files, shown = generator.choice(places)
        number = generator.randrange(len(shown))
        found = mutation(generator, shown[number])
        if not found:
            continue
        label, text = found
        tried[label] += 1
        noticed[label] += bool(list(moment.judge(files, [dict(shown[number], text=text)] + others_than(shown, number))))
    for label in sorted(tried):
        print(f"{noticed[label]:4} of {tried[label]:4} noticed  {label}")
    print(f"{sum(noticed.values())} of {sum(tried.values())} noticed in all")


if __name__ == "__main__":
    main()
