"""Generates the requests of a class arena: what three students, a teacher and a stranger do, and kills between them.

A request is a list of words, so a history can be written down, repeated and shortened. `DEVICE` is a browser.

    DEVICE enter OWNER [sure]      sends the link of zoe, kim or the teacher
    DEVICE old-link OWNER          sends a link that was replaced, if there is one
    DEVICE guess                   sends a link that nobody has
    DEVICE leave
    DEVICE get PATH                `/ladder/N` is the N-th game from the end
    DEVICE stream PATH             an event stream, which stays open
    DEVICE upload KIND:N [kill=MS] a complete hand-in (the kinds: arena_hand_ins.py); the process is killed after so many ms
    DEVICE try KIND:N              a file that is only tried
    DEVICE again N                 lets version N play again
    DEVICE begin KIND:N SLOT       all bytes of a hand-in but the last
    finish SLOT                    the last byte
    break SLOT                     closes the connection instead
    DEVICE order WORD [N] [kill=MS]  `add` adds a student who is late; `add team`, to the team
    DEVICE spill                   sends the teacher's link over a connection to which others could listen
    settle                         waits for all verdicts, and compares everything
    kill                           and starts it again
    restart WORD...                stops it, and starts it with `public=yes`, `public=no`, `until=N`
    await-final                    waits until the final has been played, and compares the marks
"""
import random

KINDS = ["good", "good", "good", "project", "copy", "garbage", "traceback", "crash", "build", "page", "link", "empty", "large"]
PAGES = ["/", "/teacher", "/public", "/api/who", "/kits/python.zip", "/kits/c.zip", "/versions/1", "/versions/2", "/versions/7", "/tries/1", "/tries/2", "/ladder/1", "/ladder/2",
         "/ladder/3", "/ladder/99", "/final/1", "/teacher/ladder/1", "/teacher/versions/0", "/teacher/versions/1", "/teacher/versions/0-1",
         "/teacher/versions/1-2", "/teacher/uploads.zip", "/teacher/marks.csv", "/teacher/final/1", "/guide/rules", "/guide/protocol", "/guide/zoe"]
STREAMS = ["/events", "/public/events", "/teacher/events"]
STUDENT_DEVICES = {"zoe": ("zoe1", "zoe2"), "kim": ("kim1", "kim2")}


class Generator:
    """Draws requests that mostly make sense."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.show = random.Random(f"show {seed}")
        self.slots = 0
        self.open = []
        self.drawn = []

    def hand_in(self):
        if self.drawn and self.random.random() < 0.25:
            return self.random.choice(self.drawn)  # perhaps the same bytes again
        self.drawn.append(f"{self.random.choice(KINDS)}:{len(self.drawn) + 1}")
        return self.drawn[-1]

    def device(self):
        draw = self.random.random()
        if draw < 0.75:
            return self.random.choice(["zoe1", "zoe1", "kim1", "kim1", "zoe2", "kim2", "ida1"])
        return "teacher" if draw < 0.9 else "stranger"

    def request(self):
        pick = self.random.choices(list(WEIGHTS), WEIGHTS.values())[0]
        return getattr(self, pick)()

    def get(self):
        return [[self.device(), "get", self.random.choice(PAGES)]]

    def stream(self):
        return [[self.device(), "stream", self.random.choice(STREAMS)]]

    def upload(self):
        device = self.device()
        request = [device, "upload", self.hand_in()]
        if self.random.random() < 0.15:
            request.append(f"kill={self.random.choice([0, 1, 2, 5, 10, 20, 50, 100, 200, 400])}")
        return [request]

    def only_try(self):
        """A try, and another device that looks at its games."""
        kind = self.random.choice(KINDS)
        return [[self.device(), "try", f"{kind}:{self.random.randrange(1, 100)}"], [self.device(), "get", f"/tries/{self.random.randrange(1, 3)}"]]

    def again(self):
        return [[self.device(), "again", str(self.random.randrange(1, 5))]]

    def begin(self):
        self.slots += 1
        slot = f"s{self.slots}"
        self.open.append(slot)
        return [[self.device(), "begin", self.hand_in(), slot]]

    def end(self):
        if not self.open:
            return self.begin()
        slot = self.open.pop(self.random.randrange(len(self.open)))
        return [["finish" if self.random.random() < 0.8 else "break", slot]]

    def enter(self):
        device = self.device()
        own = {"zoe1": "zoe", "zoe2": "zoe", "kim1": "kim", "kim2": "kim", "ida1": "ida", "teacher": "teacher"}.get(device)
        draw = self.random.random()
        if draw < 0.5 and own:
            return [[device, "enter", own]]
        if draw < 0.7:
            return [[device, "old-link", self.random.choice(["zoe", "kim", "teacher"])]]
        if draw < 0.8 or device == "stranger":
            return [[device, "guess"]]
        return [[device, "enter", self.random.choice(["zoe", "kim"]), *(["sure"] if self.random.random() < 0.4 else [])]]

    def leave(self):
        return [[self.random.choice(["zoe1", "zoe2", "kim1", "kim2"]), "leave"]]

    def link(self):
        """A link is replaced, and its owner gets the new one on most devices."""
        owner = self.random.choice(["zoe", "kim"])
        back = [[device, "enter", owner] for device in STUDENT_DEVICES[owner] if self.random.random() < 0.8]
        return [["teacher", "order", "link", str(("zoe", "kim").index(owner))], *back]

    def add(self):
        """A student who is late. More than one order is refused."""
        kill = [f"kill={self.random.choice([0, 1, 3, 10, 30])}"] if self.random.random() < 0.3 else []
        return [["teacher", "order", "add", *self.random.choice([[], ["team"]]), *kill], ["ida1", "enter", "ida"]]

    def spill(self):
        return [[self.random.choice(["teacher", "zoe2"]), "spill"], ["teacher", "enter", "teacher"]]

    def order(self):
        what = self.random.choice([["pause"], ["go-on"], ["withdraw", "0"], ["bring-back", "0"], ["withdraw", "1"], ["bring-back", "1"],
                                   ["extend", str(self.random.randrange(100))], ["message"]])
        device = "teacher" if self.random.random() < 0.85 else self.device()
        kill = [f"kill={self.random.choice([0, 1, 3, 10, 30])}"] if self.random.random() < 0.15 and device == "teacher" else []
        return [[device, "order", *what, *kill]]

    def deadline(self):
        """The hand-ins end, often while something is under way, and a later deadline may follow."""
        requests = [*self.begin()] if self.random.random() < 0.6 else []
        requests += [*self.shown(0.3), ["teacher", "order", "final"], *self.shown(0.6)]
        requests += [*self.upload(), *self.end(), *self.order()]
        if self.random.random() < 0.5:
            requests += [["await-final"], *self.shown(0.3), *self.games_of_final(), ["teacher", "order", self.random.choice(["publish", "publish", "unpublish"])],
                         *self.games_of_final(), [self.device(), "stream", self.random.choice(["/events", "/public/events"])]]
        if self.random.random() < 0.6:
            requests.append(["teacher", "order", "extend", str(self.random.randrange(100))] if self.random.random() < 0.7 else ["restart", f"until={self.random.randrange(1, 9)}"])
        return requests

    def shown(self, chance):
        """The final is perhaps shown live, or hidden again, and somebody looks."""
        if self.show.random() >= chance:
            return []
        kill = [f"kill={self.show.choice([0, 1, 3, 10, 30])}"] if self.show.random() < 0.15 else []
        return [["teacher", "order", self.show.choice(["show-final", "show-final", "hide-final"]), *kill], [self.show.choice(["zoe1", "kim1", "stranger"]), "stream", "/public/events"]]

    def games_of_final(self):
        return [[device, "get", f"/final/{self.random.randrange(1, 13)}"] for device in ("zoe1", "zoe1", "kim1", "stranger")]

    def settle(self):
        return [["settle"]]

    def kill(self):
        return [["kill"]]

    def restart(self):
        return [["restart", *self.random.choice([["public=yes"], ["public=no"], [], ["until=0"], [f"until={self.random.randrange(1, 9)}"]])]]


WEIGHTS = {"get": 8, "stream": 4, "upload": 6, "only_try": 2.5, "again": 2, "begin": 3, "end": 4, "enter": 3, "leave": 0.7, "link": 1.2, "add": 0.8, "spill": 0.4, "order": 3, "deadline": 0.5,
           "settle": 2.5, "kill": 0.7, "restart": 0.5}


def history(seed, length=40):
    """The requests of a seed: everybody enters, `length` groups of requests follow, and everything is compared."""
    generator = Generator(seed)
    entered = [["zoe1", "enter", "zoe"], ["zoe2", "enter", "zoe"], ["kim1", "enter", "kim"], ["kim2", "enter", "kim"], ["teacher", "enter", "teacher"]]
    drawn = [request for _ in range(length) for request in generator.request()]
    last = [[device, "get", page] for device in ("zoe1", "kim1", "stranger") for page in ("/ladder/1", "/ladder/2")]
    return [*entered, *drawn, ["settle"], *last, ["zoe1", "stream", "/events"], ["kim1", "stream", "/events"], ["restart"], ["settle"]]
