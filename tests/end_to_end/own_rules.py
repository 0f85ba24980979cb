"""Small games of one's own for the tests. FAULT comes before each position."""

# A heap of stones; who takes the last one wins. A move takes one or two. `plies` is the number of moves made.
HEAP = """import sys, os, time, subprocess
for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print("game heap 1", "title <b>Heap</b>", "plies 26", "setting stones 5 1 26 stones at the start", "piece o disc grey",
              "ending empty nothing is left", sep="\\n")
    else:
        if word == "new":
            left = all = int(rest[0].split("=")[1]); player = plies = 0
        elif word == "play":
            left, player, plies = left - int(rest[0]), 1 - player, plies + 1
        FAULT
        print("rows 1", "o" * left + "." * (all - left), sep="\\n")
        if left == 0:
            print(f"over won {1 - player} empty")
        else:
            print(f"turn {player}", f"moves {min(left, 2)}", *range(1, min(left, 2) + 1), sep="\\n")
    print("end", flush=True)
"""

# Four plies. After the first one a die decides what the second player may play.
DIE = """import sys, os
plies = 0
for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee":
        print("game die 1", "plies 4", "ending last all has been played", sep="\\n")
    else:
        plies = 0 if word == "new" else plies + (word == "play")
        FAULT
        print("rows 0")
        if plies == 1 and word == "play":
            print("chance 2")
        elif plies == 4:
            print("over won 0 last")
        else:
            moves = ["a", "b", "c"] if plies != 1 else ["x" + rest[0], "y" + rest[0]]
            print(f"turn {plies % 2}", f"moves {len(moves)}", *moves, sep="\\n")
    print("end", flush=True)
"""


def heap(folder, fault="pass", name="heap.py"):
    """Writes the rules into a file. Returns its path as --game wants it."""
    (folder / name).write_text(HEAP.replace("FAULT", fault))
    return f"./{name}"


def die(folder, fault="pass", name="die.py"):
    (folder / name).write_text(DIE.replace("FAULT", fault))
    return f"./{name}"
