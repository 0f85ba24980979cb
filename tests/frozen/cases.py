"""The command lines whose outputs are frozen, and how an older build spells them."""

# Pairs of a pattern for the current spelling, and the spelling for the build of --against. They cover options that have
# been renamed since that build.
OLD_SPELLINGS = [
    (r"--from (\S+),top=(\S+)", r"--from \1 --top \2"),
    (r"^(tournament .*)--json\b", r"\1--json-events"),
]

RESUME = "tournament --resume --db t.db --jobs 1"
USUAL = "--seed 7 --sandbox off --move-time 20s --limits first=20s"
SMALL = {
    "magnetize": "magnetize:height=5,width=5",
    "cluster": "cluster:side=3",
    "othello": "othello:max_plies=20",
    "magnetic_cave": "magnetic_cave",
    "fitz": "fitz:height=6,width=6",
}
EXPORTS = "games standings crosstable superiority covariance parameters endings plan".split()


def looks(db):
    """The commands that print everything that can be read from a tournament's file."""
    return ([f"standings {db}", f"view {db} -o pages", f"export {db} matches -o matches.jsonl --force"] +
            [f"export {db} {what} -o {what}.txt --force" for what in EXPORTS] +
            [f"export {db} standings --columns all --format json -o all.json --force"])


def tournament(options, *later, bots="./random ./greedy ./recorded_random ./recorded_greedy", game="magnetize:height=5,width=5"):
    """Returns the command that plays a tournament, the later commands that change or resume it, and then the commands that
    print everything."""
    plays = f"tournament {bots} --game {game} {USUAL} --jobs 1 --db t.db {options}"
    return [plays, *later] + looks("t.db")


def changed(*changes):
    """Returns the changes, and after each change the command that resumes the tournament."""
    return [line for change in changes for line in (f"change t.db {change}", RESUME)]


def match(game, spec):
    bots = "./fitz1 ./random" if game == "fitz" else "./recorded_greedy ./random"
    return [f"{bots} --game {spec} {USUAL} --log log.json --show", f"{bots} --game {spec} {USUAL} --json",
            "replay log.json", "replay log.json --at 4 --as-position", "view log.json -o page.html", f"games {game}",
            f"{bots} --game {spec} {USUAL} --openings 2 --games 4 --jobs 1 --log series.jsonl"]


CASES = {f"match_{game}": match(game, spec) for game, spec in SMALL.items()} | {
    "names": [f"one=./random two=./greedy --game {SMALL['magnetize']} {USUAL} --log log.json",
              f"./random ./random --game {SMALL['othello']} {USUAL} --log other.json"],
    "limits": [f"./random ./greedy --game {SMALL['magnetize']} --seed 3 --sandbox off --limits clock=60s+1s --log log.json",
               f"./random ./greedy --game {SMALL['magnetize']} --seed 3 --sandbox off --limits greedy:move=30s,clock=90s --log b.json"],
    "nodes": [f"'./alphabeta --nodes 500' ./greedy --game {SMALL['othello']} {USUAL} --log log.json"],
    "resumed_match": [f"./recorded_greedy ./random --game {SMALL['magnetize']} {USUAL} --log log.json",
                      "./recorded_greedy ./random --sandbox off --resume log.json --at 3 --log again.json"],
    "reuse": [f"./recorded_greedy ./random --game {SMALL['magnetize']} {USUAL} --games 6 --jobs 1 --reuse --json --log series.jsonl"],
    "round_robin": tournament("--format round-robin --games 2"),
    "gauntlet": tournament("--format gauntlet --challenger greedy --games 4"),
    "swiss": tournament("--format swiss --rounds 3 --games 2"),
    "knockout": tournament("--format knockout --games 2"),
    "ladder": tournament("--format ladder --stop-after 20"),
    "reuse_tournament": tournament("--games 4 --reuse"),
    "openings": tournament("--games 4 --openings 3"),
    "limits_of_one": tournament("--games 2 --limits greedy:move=30s"),
    "events": tournament("--games 2 --json"),
    "sprt": tournament("--games 12 --openings 4 --sprt elo0=0,elo1=10", bots="./greedy ./random"),
    "until": tournament("--format ladder --until los=90 --stop-after 60"),
    "stopped": tournament("--games 4 --stop-after 5", f"{RESUME} --stop-after 5", RESUME),
    "changes": tournament("--games 2 --stop-after 6", *changed("add late=./random", "withdraw random", "again 3",
                                                               "replace recorded_greedy=./greedy")),
    "swiss_rounds": tournament("--format swiss --rounds 2", *changed("rounds 3")),
    "cluster_tournament": tournament("--games 2", bots="./random ./greedy", game=SMALL["cluster"]),
    "from": tournament("--games 2") + ["tournament --from t.db,top=2 --games 4 --seed 3 --jobs 1 --db final.db --sandbox off"],
    "plan": tournament("--games 2") + ["tournament --plan plan.txt --jobs 1 --db again.db"] + looks("again.db"),
    "dry_run": [f"tournament ./random ./greedy {USUAL} --games 10 --jobs 1 --dry-run"],
    "check": ["check ./nothing", "games", "games fitz:tiles=builtin"],
    "solve": ["solve magnetize:height=3,width=3"],
    "refusals": ["tournament ./random", "./random ./greedy --games 0", "export nothing.db", "standings nothing.db",
                 "tournament --resume --db nothing.db", "./random ./greedy --game chess", "replay nothing.json"],
}
