#!/usr/bin/python3
"""Checks that the layers include each other only as docs/architecture.md allows."""
import pathlib
import re
import sys

ALLOWED = {
    "games": {"games"},
    "protocol": {"protocol"},
    "referee": {"games", "protocol", "referee"},
    "sample_bots": {"games", "sample_bots"},
}

# The rooms that compute or show results start no processes.
WITHOUT_PROCESSES = {"tournament/paper/schedule", "tournament/figures/statistics", "tournament/paper", "tournament/paper/store",
                     "tournament/figures/tables", "tournament/run/live", "web/pages", "core/watch"}
PROCESSES = {"core/processes", "core/players", "core/check", "core/rules"}


def rooms_of(root):
    """The rooms of the referee from the bottom up: referee/floors.txt."""
    lines = (root / "referee" / "floors.txt").read_text().splitlines()
    return [room for line in lines if not line.startswith("#") for room in line.split(": ")[1].split()]


def included(file):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = re.match(r'\s*#include "([^"]+)"', line)
        if match:
            yield number, match.group(1)


def problems(root):
    known = set(ALLOWED) | {"tests", "bench", "viewer"}
    game_folders = {path.parent.name for path in (root / "games").glob("*/game.cpp")}
    for layer, allowed in ALLOWED.items():
        for file in sorted((root / layer).rglob("*.[ch]pp")):
            for number, target in included(file):
                parts = target.split("/")
                place = f"{file.relative_to(root)}:{number}: includes {target}"
                if parts[0] in known and parts[0] not in allowed:
                    yield f"{place}, which {layer}/ may not"
                names_a_game = parts[0] == "games" and parts[1] in game_folders
                own_game = file.parent.name == parts[1] if len(parts) > 1 else False
                if names_a_game and layer == "referee":
                    yield f"{place}: the referee names no game, but asks the catalogue"
                if names_a_game and layer == "games" and not own_game:
                    yield f"{place}: games do not know each other"


def room_of(parts):
    """The room of a path below referee/, such as "tournament/run"."""
    return "/".join(parts[1:-1])


def room_problems(root):
    rooms = rooms_of(root)
    for file in sorted((root / "referee").rglob("*.[ch]pp")):
        room = room_of(file.relative_to(root).parts)
        if room not in rooms:
            yield f"{file.relative_to(root)}: '{room}' is no room of the referee: add it to referee/floors.txt in its place"
            continue
        for number, target in included(file):
            parts = target.split("/")
            if parts[0] == "referee" and rooms.index(room_of(parts)) > rooms.index(room):
                yield f"{file.relative_to(root)}:{number}: includes {target}, which stands above {room}/"
            if target.startswith("referee/programs/") and not room.startswith("programs"):
                yield f"{file.relative_to(root)}:{number}: includes {target}, though nothing stands above the commands"
            if room in WITHOUT_PROCESSES and parts[0] == "referee" and room_of(parts) in PROCESSES:
                yield f"{file.relative_to(root)}:{number}: includes {target}, though {room}/ starts no processes"


def units_of(root):
    """The units, such as "referee/core/match/match", with the units that each includes. A unit is a header and its source."""
    units = {}
    for layer in ("games", "protocol", "referee"):
        for file in sorted((root / layer).rglob("*.[ch]pp")):
            unit = str(file.relative_to(root).with_suffix(""))
            targets = {target.rsplit(".", 1)[0] for _, target in included(file)}
            units.setdefault(unit, set()).update(targets - {unit})
    return units


def unit_problems(root):
    """Units that include each other in a circle can't be understood, tested or linked one by one."""
    units = units_of(root)
    seen = set()

    def circle_from(unit, path):
        if unit in path:
            return path[path.index(unit):] + [unit]
        if unit in seen or unit not in units:
            return None
        found = next(filter(None, (circle_from(target, [*path, unit]) for target in sorted(units[unit]))), None)
        seen.add(unit)
        return found

    for unit in units:
        if circle := circle_from(unit, []):
            yield "units in a circle: " + " -> ".join(circle)


def drawing_problems(root):
    for file in sorted((root / "games").glob("*/*.js")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if re.match(r"\s*import\b(?!.* from \"\./words\.js\";$)|.*\b(document|window|fetch|innerHTML)\b", line):
                yield f"{file.relative_to(root)}:{number}: a drawing is a pure function, and needs nothing from outside but its game's words"


def main():
    root = pathlib.Path(sys.argv[1])
    found = [*problems(root), *room_problems(root), *unit_problems(root), *drawing_problems(root)]
    checked = sum(1 for layer in ALLOWED for _ in (root / layer).rglob("*.[ch]pp"))
    if checked < 20:
        found.append(f"only {checked} files were found below {root}")
    print("\n".join(found) if found else f"{checked} files keep their layers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
