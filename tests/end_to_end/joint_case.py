"""The command lines of a case of joints.py: how its tournaments are begun, resumed and changed."""
import json
import pathlib

from engine_case import SimulatedCase
from harness import BIN, LONG, LONG_LIMITS, SCRIPTED_BOT, bot
from joint_state import rows
from joints import FORMATS

BOARD = ["--game", "magnetize:height=4,width=4,square=2,maglock=2"]
CLUSTER = ["--game", "cluster:side=3"]
BOOK = "DROP 0, DROP 3\nDROP 1, MAGNET\nDROP 2\n"
POSITIONS = "..../..../..../*o.. *\n..../..../o.../*... o\n"


class JointCase(SimulatedCase):
    """Of `case`, whose numbers come from `chance`."""

    case, chance, is_changed = None, None, False

    def names(self):
        return "ab" if self.case.get("goal") == "sprt" else "abcde" if self.case.get("size") else "abcd"

    def bot(self, pick):
        """The third one may go wrong: in its first turn, so that it is the same in a process that has played before."""
        if self.case.get("forfeit") and pick == 2:
            return bot(1, self.case.get("forfeit"))
        return f"{BIN / 'random'} --seed {pick}" if self.case.get("game") else bot(pick=pick)

    def bots(self, names):
        return [f"{name}={self.bot(pick)}" for pick, name in enumerate(names)]

    def write_files(self):
        (self.folder / "book.txt").write_text(BOOK)
        (self.folder / "positions.txt").write_text(POSITIONS)
        (self.folder / "bots").mkdir()
        for pick, name in enumerate(self.names()):
            self.write_script(f"bots/{name}.sh", pick)
        (self.folder / "list.json").write_text(json.dumps(
            {"bot": [{"name": name, "command": self.bot(pick)} for pick, name in enumerate(self.names())]}))
        self.inherited = []
        if self.case.get("stage"):
            self.inherited = [name for name in ("clock", "reuse", "sandbox", "position", "openings") if self.chance.random() < 0.5]
            if "openings" in self.inherited and "position" not in self.inherited and self.case.get("position"):
                self.inherited.remove("openings")  # they may not fit the position
            self.play_earlier(self.settings(self.inherited))
            if "sandbox" in self.inherited:
                self.more = {**self.more, "REFEREE_SANDBOX": "auto"}  # the tests' own "off" is an option for a new tournament

    def play_earlier(self, settings):
        """The tournament before, of any format, over or not, changed or not."""
        chance = self.chance
        form = chance.choice(list(FORMATS))
        self.tournament(*self.bots("edcba"), *settings, *FORMATS[form], "--seed", "4", "--db", "earlier.db",
                        "--stop-after", chance.choice(["8", "20"]))
        orders = chance.choice([[], ["withdraw", "e"], ["replace", "d=f=" + self.bot(3)], ["add", "f=" + self.bot(5)]])
        if orders:
            self.referee("change", "earlier.db", *orders)
            self.referee("tournament", "--resume", "--db", "earlier.db", "--stop-after", chance.choice(["1", "9"]))

    def write_script(self, name, pick):
        self.program(name, f"#!/bin/sh\nexec {self.bot(pick)}\n")
        return f"./{name}"

    def settings(self, features):
        """What is played: the board, the limits, and these features."""
        limits = {"clock": ["--limits", f"first={LONG}"], "both": ["--limits", f"first={LONG}"]}.get(self.case.get("clock"), LONG_LIMITS)
        return [*(CLUSTER if self.case.get("game") else BOARD), *(limits if "clock" in features else LONG_LIMITS), *self.case.options(features)]

    def beginning(self, plain=False):
        """How it is begun; if it is plain, with nothing that must not change a game."""
        no_matter = {"reuse", "sandbox", "named", "engine"} if plain else {"named", "engine"}
        features = [name for name in self.case.features if name not in self.inherited and name not in no_matter]
        if self.case.get("stage"):
            top = {"top": "3", "more": "3"}.get(self.case.get("stage"))
            top = "2" if self.case.get("goal") == "sprt" else top
            who = ["--from", "earlier.db", *(["--top", top] if top else [])]
            who += [f"x={self.bot(5)}"] if self.case.get("stage") == "more" and top != "2" else []
            clock = self.case.get("clock") if "clock" in features else None
            what = [*({"clock": ["--limits", f"first={LONG}"], "both": ["--limits", f"first={LONG}"]}.get(clock, [])), *self.case.options(features)]
        else:
            who, what = self.bots(self.names()), self.settings(features)
        if plain:
            what += ["--sandbox", "off"]
        goal = ["--games", "12" if self.case.get("engine") else "40"] if self.case.get("goal") else []  # a wave takes some seconds
        form = FORMATS[self.case.form]
        if "--games" in form and (goal or self.case.get("size")):
            form = [*form[:form.index("--games")], *(goal or ["--games", "3"])]
        arguments = [*what, *form, "--seed", "7"]
        return self.named(who, arguments) if not plain else [*who, *arguments]

    def named(self, bots, arguments):
        """The same bots, named in another way."""
        how = self.case.get("named")
        if how == "list":
            return ["--plan", "list.json", *arguments]
        if how == "folder":
            seen = ["--sandbox-folder", BIN if self.case.get("game") else pathlib.Path(SCRIPTED_BOT).parent]
            return ["--bots", "bots", *arguments, *(seen if self.case.get("sandbox") else ["--sandbox", "off"])]
        if how == "plan":
            plan = {"bot": bots}
            words = iter(arguments)
            for word in words:
                key = word.removeprefix("--")
                plan[key] = True if key == "reuse" else next(words)
            (self.folder / "plan.json").write_text(json.dumps(plan))
            return ["plan.json"]
        return [*bots, *arguments]

    def resuming(self, plain):
        """It needs nothing, and may be told all that it knows as long as that is so."""
        knows_more = self.case.get("stage") or self.case.get("named") == "folder" or self.is_changed
        return ["--resume"] if plain or knows_more or self.chance.random() < 0.6 else [*self.beginning(), "--resume"]

    def orders(self, kind, count, step):
        """What the director orders after so many games; the first may be the challenger."""
        chance, other = self.chance, self.chance.choice(self.entrants()[1 if step == 1 else 0:])
        late, new = (self.write_script(f"{name}{step}.sh", pick) if self.case.get("named") == "folder" else self.bot(pick)
                     for name, pick in (("late", 4), ("new", 5)))  # a bot that is named itself would be hidden from these scripts
        late = ["add", f"late{step}={late}", *(["--limits", f"late{step}:clock=50s+1s"] if self.case.get("clock") == "handicap" else [])]
        stays = chance.choice([name for name in self.entrants() if name != other])
        again = ["again", chance.choice([str(chance.randint(1, count)), f"1-{chance.randint(1, count)}", *self.entrants()])]
        return {"add": late, "replace": ["replace", f"{other}=new{step}={new}"], "withdraw": ["withdraw", other], "annul": ["annul", other],
                "again": again, "rounds": ["rounds", str(2 + step)], "several": [*late, "withdraw", other, "again", stays]}[kind]

    def entrants(self):
        return [name for _, name in rows(self.folder / "t.db", "SELECT number, name FROM entrants ORDER BY number")]

    def engine_options(self):
        if self.case.get("engine"):
            return self.engine_with("batch=1s", *self.case.options(["engine"]))
        return ["--jobs", self.chance.choice("123"), "--force"]
