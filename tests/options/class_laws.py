"""Laws 14, 15 and 25 for a class, whose hand-ins are prepared beside the tournament's file. They need a sandbox."""
import shutil

from case import Broken
from spellings import SPELLINGS, from_below, respelled, unspelled
from tournament_laws import resolved
from tried import same_tournament
from world import BIN, GAME, masked

CLASS = ["tournament", "--bots", "hand", "--students", "list.csv", "--game", GAME, "--seed", "3", "--stop-after", "1"]
# Refused before anything is prepared.
EARLY = [["--feedback", "hand"], ["--driver", "no.py"], ["--teams", "Pair"], ["--teams", "=x"], ["--team-size", "2"], ["--driver", "hand"], ["--hand-ins", "no.csv"], ["--hand-ins", "suggested"], ["--feedback", "no/answers"], ["--feedback", "book.txt"], ["--db", "no/w.db"], ["--db", "shown"], ["--sandbox", "off"],
         ["--students", "none.csv"], ["--format", "cup"], ["--json", "--quiet"]]


def make_hand_ins(world):
    """Two hand-ins, which must be fit to play, and a student who has handed in nothing."""
    folder = world.folder / "hand"
    folder.mkdir(exist_ok=True)
    for name in ("Ann Bo", "Cay Dee"):
        shutil.copy(BIN / "random.py", folder / f"{name}.py")
    with (folder / "Ann Bo.py").open("a") as file:
        file.write("# another one\n")
    world.known = world.files()


def run(world, more, db="w.db"):
    words = [word for word in CLASS if word not in ("--students", "list.csv")] if "--students" in more else CLASS
    return world.run([*words, *more, *([] if "--db" in more else ["--db", db])], sandbox=None)


def law_25_places(world):
    """What is wrong is refused at once, by a dry run, too."""
    found = []
    for more in EARLY:
        real = run(world, more)
        dry = run(world, [*more, "--dry-run"])
        for one in (real, dry):
            if not one.refused() or one.changed:
                found.append(Broken("25 class", f"it should be refused at once, but has changed {one.changed}", one))
        if real.refused() and dry.refused() and masked(real.why()) != masked(dry.why()):
            found.append(Broken("25 class", "dry run and run are refused for different reasons", real, dry))
    return found


def law_14_leaves_nothing(world):
    late = run(world, ["--feedback", "answers", "--anchor", "nobody=3"])
    # The table tells what the command has found; it may have been named already (docs/class.md).
    left = [path for path in late.changed if not path.startswith("w.bots") and path != "hand_ins.csv"]
    return [Broken("14 class", f"refused, but it leaves {left}", late)] if not late.refused() or left else []


def law_15(world):
    """The folder of hand-ins and the list in other spellings."""
    first = run(world, [], "w1.db")
    found = []
    for name, how in SPELLINGS.items():
        if how is from_below:
            continue
        words = respelled([*CLASS, "--db", "w2.db"], how, world, only=r"list\.csv|w2\.db")
        words[2] = how("hand", world)
        other = world.run(words, sandbox=None)
        if other.code != first.code:
            found.append(Broken(f"15 class {name}", "one spelling is accepted and another one is refused", first, other))
            continue
        heads = [resolved(world.head(db), world) for db in ("w1.db", "w2.db")]
        for head in heads:
            head["entrants"] = [(one, [word.replace("w2.bots", "w1.bots") for word in command], *more) for one, command, *more in head["entrants"]]
            head["settings"]["bots_folder"] = [unspelled(folder, world).replace("w2", "w1") for folder in head["settings"]["bots_folder"]]
        differing = same_tournament(*heads)
        if differing:
            found.append(Broken(f"15 class {name}", f"another tournament: {'; '.join(differing)[:300]}", first, other))
        for path in ("w2.db", "w2.bots"):
            full = world.folder / path
            shutil.rmtree(full) if full.is_dir() else full.unlink()
    return found


def laws(world):
    make_hand_ins(world)
    found = law_25_places(world) + law_14_leaves_nothing(world) + law_15(world)
    world.clean()
    return found
