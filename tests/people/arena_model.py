"""A model of a class arena, written from docs/arena.md and docs/security.md alone: who may do and see what.

The model is told each request and each answer. It says which answers are right, and which state must hold afterwards.
Where the outcome depends on time (a verdict that may have come meanwhile, a kill), it permits several answers and goes
on from the one that came. It knows nothing of the program: it never reads its files.

The numbers in the messages are those of the laws that tests/people/README.md lists.
"""
import hashlib
import time

STUDENTS = ["Zoë Wolf", "Kim Klein", "Max Groß"]
LATE = "Ida Roth"  # not in the list: the teacher adds her
PEOPLE = {"zoe": 0, "kim": 1, "ida": 3}  # the students who do something; the third one hands in nothing
TEAM = "The Pair"  # of Zoë and Kim, in an arena with teams
MINUTES = int(time.time()) // 60 + 10_000  # an order's deadline is in minutes since 1970: this is in a week
TRIED = 5  # what the person P only tries has the mark of P + TRIED
DEVICES = ["zoe1", "zoe2", "kim1", "kim2", "ida1", "teacher", "stranger"]

# What each kind of hand-in gets: the verdicts that are possible.
VERDICTS = {
    "good": {"accepted"}, "project": {"accepted"}, "copy": {"accepted"},
    "garbage": {"accepted", "refused"}, "traceback": {"accepted", "refused"},  # plays well for some seconds only
    "crash": {"refused"}, "build": {"refused"}, "page": {"refused"}, "link": {"refused"},
    "empty": set(), "large": set(),  # refused before they are stored
}

# docs/arena.md, "The web interface".
ACCESS = {
    "/": "anybody", "/teacher": "anybody", "/public": "if_public", "/public/events": "if_public", "/api/who": "anybody",
    "/events": "student", "/kits/": "student", "/guide/": "if_public", "/versions/": "student", "/tries/": "student", "/ladder/": "if_public", "/final/": "if_public",
    "/teacher/events": "teacher", "/teacher/ladder/": "teacher", "/teacher/final/": "teacher", "/teacher/versions/": "teacher",
    "/teacher/uploads.zip": "teacher", "/teacher/marks.csv": "teacher",
}
ORDERS = {"pause", "go-on", "withdraw", "bring-back", "extend", "link", "final", "publish", "unpublish", "show-final", "hide-final", "message", "add"}
SERVER_ERRORS = set(range(500, 600)) - {503}
REFUSED = set(range(400, 500)) | {503}


class LawBroken(AssertionError):
    """A law does not hold. The message names it."""


class Version:
    def __init__(self, name, content, kind):
        self.name, self.content, self.kind = name, content, kind
        self.told = None  # the verdict and its reason, once somebody has been told


class Tried:
    """The newest file that a person has only tried."""

    def __init__(self, device, version):
        self.device, self.version = device, version
        self.may_end = False  # it may have been ended before it was over


class ByHolder(dict):
    """What belongs to a student, or is common to a team."""

    def __init__(self, holders, of_each):
        super().__init__()
        self.holders, self.of_each = holders, of_each
        for person in holders:
            self.add(person)

    def add(self, person):
        holder = self.holders[person]
        super().__setitem__(person, super().__getitem__(holder) if holder != person else self.of_each())

    def __setitem__(self, person, value):
        for other, holder in self.holders.items():
            if holder == self.holders[person]:
                super().__setitem__(other, value)


class Slot:
    """An upload that has begun and whose last byte is missing."""

    def __init__(self, device, person, version, may):
        self.device, self.person, self.version, self.may = device, person, version, may
        self.right = True
        self.ended = False  # whether a later upload of the person has taken its place: True, False or "perhaps"
        self.refused_before = False  # it may have been refused when it began


class Device:
    """A browser: as whom it acts."""

    def __init__(self, name):
        self.name, self.student, self.teacher = name, None, False


def access(path):
    """Who may use a route."""
    if path in ACCESS:
        return ACCESS[path]
    return ACCESS[path[:path.rindex("/") + 1]]


class Model:
    def __init__(self, public, teams=False):
        self.public, self.teams = public, teams
        self.names = list(STUDENTS)
        self.devices = {name: Device(name) for name in DEVICES}
        self.holders = {person: 0 if teams and person == 1 else person for person in range(len(STUDENTS))}
        self.versions = ByHolder(self.holders, list)
        self.withdrawn = ByHolder(self.holders, bool)
        self.chosen = ByHolder(self.holders, tuple)  # a version that was let play again, and the newest version at that time
        self.choices = ByHolder(self.holders, int)  # at most so many in this hour
        self.tried = ByHolder(self.holders, int)  # at least so many new hand-ins in this hour
        self.tries = ByHolder(self.holders, int)  # files that were only tried in this hour
        self.newest_try = {}  # by person: not even the team sees it
        self.slots = {}
        self.closed = False  # the hand-ins have ended
        self.has_final = False  # it has begun, or may have begun
        self.deadline = None  # in milliseconds, as it was set last; None: another one
        self.finals = 0  # so many finals may have been set aside
        self.is_set_aside = False  # the last one of them certainly was
        self.seed_hash = None  # as it was told, and the number of finals at that time
        self.published = False
        self.was_published = False  # ever
        self.live = False  # the public page shows the final while it is played; None: perhaps
        self.was_live = False  # ever, or perhaps

    def add_late(self, in_team):
        """The late student is added, to the team or alone."""
        person = PEOPLE["ida"]
        self.names.append(LATE)
        self.holders[person] = self.holders[0] if in_team else person
        for common in (self.versions, self.withdrawn, self.chosen, self.choices, self.tried, self.tries):
            common.add(person)

    def members(self, person):
        """Who shares everything with a person: the team, or the person alone."""
        return {other for other, holder in self.holders.items() if holder == self.holders[person]}

    def entrant(self, person):
        return TEAM if self.teams and self.holders[person] == 0 else self.names[person]

    # Who is who

    def may(self, device, path_access):
        device = self.devices[device]
        if path_access == "anybody":
            return True
        if path_access == "teacher":
            return device.teacher
        if path_access == "student":
            return device.student is not None
        return self.public or device.student is not None or device.teacher

    def enter(self, device, owner, sure):
        """The answers to a link that holds. None: somebody else's link for the model to note."""
        device = self.devices[device]
        if owner == "teacher":
            return {200}
        other = device.student is not None and device.student != PEOPLE[owner]
        return {409} if other and not sure else {200}

    def entered(self, device, owner):
        device = self.devices[device]
        if owner == "teacher":
            device.teacher = True
            return
        for slot in self.slots.values():
            if slot.device == device.name and slot.person != PEOPLE[owner]:
                slot.right = None  # its cookie may have ended
        self.may_end_tries(lambda person, tried: tried.device == device.name and person != PEOPLE[owner])
        device.student = PEOPLE[owner]

    def left(self, device):
        """The streams of this device end, and what it has under way is refused."""
        self.devices[device].student = None
        for slot in self.slots.values():
            if slot.device == device:
                slot.right = False
        self.may_end_tries(lambda person, tried: tried.device == device)

    def link_replaced(self, person):
        """Returns the devices whose rights have ended."""
        ended = [device for device in self.devices.values() if device.student == person]
        for device in ended:
            device.student = None
        for slot in self.slots.values():
            if slot.person == person:
                slot.right = False
        self.may_end_tries(lambda other, tried: other == person)
        return [device.name for device in ended]

    def teachers_link_ended(self):
        ended = [device.name for device in self.devices.values() if device.teacher]
        for device in self.devices.values():
            device.teacher = False
        return ended

    # What may be seen

    def sees(self, device, path):
        """Whose markers may be in an answer to this request: a set of persons."""
        if access(path) == "teacher":
            return set(self.versions) if self.devices[device].teacher else set()
        student = self.devices[device].student
        own_try = {student + TRIED} if student is not None and access(path) == "student" and path.startswith(("/events", "/tries/")) else set()
        return set() if student is None else self.members(student) | own_try

    def get(self, device, path, players):
        """The right statuses of a page. `players`: the persons in a game of the ladder; None if there is no such game."""
        who = access(path)
        if not self.may(device, who):
            return {401}
        last = path[path.rindex("/") + 1:]
        student = self.devices[device].student
        if path.startswith("/guide/"):
            return {200} if last in ("rules", "protocol") else {404}
        if path.startswith("/versions/"):
            return {200} if last.isdigit() and 0 < int(last) <= len(self.versions[student]) else {404}
        if path.startswith("/tries/"):
            return {200, 404} if student in self.newest_try else {404}
        if path.startswith("/teacher/versions/"):
            person, _, number = last.partition("-")
            return {200} if not number or 0 < int(number) <= len(self.versions[int(person)]) else {404}
        if path.startswith("/ladder/"):
            if players is None or (not self.public and student not in players):
                return {401, 403, 404}
            return {200}
        if path.startswith("/final/"):
            return {200, 404} if self.published else {401, 403, 404}
        if path.startswith("/teacher/ladder/"):
            return {404} if players is None else {200}
        if path.startswith("/teacher/final/"):
            return {200, 404}
        if path == "/teacher/marks.csv":
            return {200, 404, 409} if self.has_final else {404, 409}
        return {200}

    # Uploads

    def may_be_pending(self, person):
        return any(version.told is None for version in self.versions[person])

    def same_as(self, person, version):
        """The number of the version with these bytes; 0 if there is none."""
        return next((i for i, old in enumerate(self.versions[person], 1) if old.content == version.content), 0)

    def upload(self, person, version, began_in_time=True, was_refused=False):
        """The right answers to a complete upload of somebody who may hand in."""
        if not VERDICTS[version.kind]:
            return REFUSED
        same = self.same_as(person, version)
        late = self.closed and not began_in_time
        if same:
            return {200} | (REFUSED if late or was_refused else set())
        if late:
            return {403}
        if self.tried[person] >= 6:
            return REFUSED
        right = {201}
        if self.may_be_pending(person) or was_refused:
            right |= {409}
        if self.closed:
            right |= {403}  # the final may have begun, if 60 s have passed
        return right

    def again(self, device, number):
        """The right answers to the wish to let a version play again."""
        person = self.devices[device].student
        if person is None:
            return {401}
        if self.closed:
            return {403}
        if number > len(self.versions[person]):
            return {409}
        told = self.versions[person][number - 1].told
        if told is None:
            return {204, 409, 429}
        return {409} if told[0] == "refused" else {204, 429} if self.choices[person] >= 6 else {204}

    def let_play_again(self, person, number):
        self.chosen[person] = (number, len(self.versions[person]))
        self.choices[person] += 1

    def begin(self, device, name, version):
        """An upload begins: its first bytes are sent, and no answer is awaited."""
        person = self.devices[device].student
        slot = Slot(device, person, version, person is not None and not self.closed)
        if person is not None:
            slot.refused_before = self.may_be_pending(person) or self.tried[person] >= 6 or sum(
                other.person == person for other in self.slots.values()) >= 2
        self.slots[name] = slot

    def finish(self, name):
        """The right answers to the last byte."""
        slot = self.slots[name]
        if slot.person is None:
            return {401}
        if not VERDICTS[slot.version.kind]:
            return REFUSED
        if slot.right is False:
            return {401} | (REFUSED if slot.refused_before or slot.ended or not slot.may else set())
        if not slot.may:
            return {403} | ({200} if self.same_as(slot.person, slot.version) else set())
        right = self.upload(slot.person, slot.version, True, slot.refused_before or slot.ended)
        if slot.ended is True:
            right = REFUSED
        if slot.right is None:
            right = right | {401}
        return right

    def uploaded(self, person, version, status, number):
        """Notes the answer; `number`: the version that it names."""
        if status == 201:
            self.versions[person].append(version)
            self.tried[person] += 1
            check(18, number == len(self.versions[person]), f"a new hand-in of {self.names[person]} is version {number}, not {len(self.versions[person])}")
        elif status == 200:
            check(18, number == self.same_as(person, version), f"the same bytes of {self.names[person]} are version {number}, not {self.same_as(person, version)}")

    def complete(self, person, status, began):
        """A complete upload ends those of the person that began before it. One that is refused for what it is ends none; of one that is
        refused for another version, or is no new version, the docs say nothing."""
        for name, slot in self.slots.items():
            if slot.person == person and began(name) and status in (200, 201, 409, 429):
                slot.ended = True if status == 201 else slot.ended or "perhaps"

    # Tries

    def only_try(self, device, version):
        """The right answers to a file that is only tried."""
        person = self.devices[device].student
        if person is None:
            return {401}
        if not VERDICTS[version.kind]:
            return REFUSED
        return {403} if self.closed else {429} if self.tries[person] >= 12 else {201}

    def only_tried(self, device, version):
        person = self.devices[device].student
        self.tries[person] += 1
        self.newest_try[person] = Tried(device, version)

    def may_end_tries(self, which=lambda person, tried: True):
        """A right has ended, the process, or the time for tries: those that are not over end."""
        for person, tried in self.newest_try.items():
            tried.may_end = tried.may_end or which(person, tried)

    def end_of_try(self, person, file, state, games):
        """Checks the newest try of a person when it is over."""
        tried, name = self.newest_try[person], self.names[person]
        check(18, file == tried.version.name, f"the newest try of {name} is {file!r}, not {tried.version.name!r}")
        check(18, state in VERDICTS[tried.version.kind] | ({"ended"} if tried.may_end else set()), f"the try of {name} ({tried.version.kind}) is {state}")
        check(18, games == (2 if state == "accepted" else 0), f"the try of {name} is {state}, and has {games} games")

    # Orders

    def order(self, device, words):
        """The right answers to an order of the teacher's page."""
        if not self.devices[device].teacher:
            return {401, 403}
        what = words[0]
        if what in ("withdraw", "bring-back"):
            person = int(words[1])
            if self.has_final:
                return {409, 204} if self.has_final == "perhaps" else {409}
            wanted = what == "withdraw"
            if self.withdrawn[person] == wanted or not self.accepted(person):
                return {204, 409}
            return {204}
        if what == "add":
            if LATE in self.names or (len(words) > 1 and not self.teams):
                return {409}
            return {200, 409} if self.has_final == "perhaps" else {409} if self.has_final else {200}
        if what == "extend":
            return {204} if self.closed else {204, 409}
        if what == "final":
            return {204, 409}
        if what == "publish":
            return {204, 409} if self.has_final else {409}
        if what == "show-final":
            return {204, 409} if self.has_final == "perhaps" else {409} if self.has_final else {204}
        return {200} if what == "link" else {204}

    def accepted(self, person):
        """Whether a version of the person has certainly been accepted."""
        return any(version.told and version.told[0] == "accepted" for version in self.versions[person])

    def ordered(self, words, status):
        what = words[0]
        if status not in (200, 204):
            return
        if what in ("withdraw", "bring-back"):
            self.withdrawn[int(words[1])] = what == "withdraw"
        elif what == "extend":
            self.deadline_moved()
            self.deadline = self.deadline_of(words)
        elif what == "add":
            self.add_late(len(words) > 1)
        elif what == "final":
            self.closed, self.has_final, self.deadline = True, "perhaps", None
            self.may_end_tries()
        elif what in ("publish", "unpublish"):
            self.published, self.live = what == "publish", False
            self.was_published = self.was_published or self.published
        elif what in ("show-final", "hide-final"):
            self.live = what == "show-final"
            self.was_live = self.was_live or self.live

    def deadline_of(self, order):
        """The deadline that an order `extend` sets."""
        return 60_000 * (MINUTES + int(order[1]))

    def deadline_moved(self):
        """A later deadline: hand-ins are taken again, and a final that was played is set aside."""
        self.deadline = None
        if self.has_final:
            self.published = False
            self.live = None if self.live is not False and self.has_final == "perhaps" else False  # it goes with the final
            self.finals += 1
            self.is_set_aside = self.has_final is True
        self.closed = self.has_final = False

    # What must hold

    def state_of(self, person, told):
        """Checks the versions of a person as the program tells them: [(number, file, state, reason, plays)], in any
        order. An upload that a kill has cut off may be there; it is `told` and not yet in the model."""
        name = self.names[person]
        told = sorted(told)
        check(18, [row[0] for row in told] == list(range(1, len(told) + 1)), f"{name} has the versions {[row[0] for row in told]}")
        check(18, len(told) == len(self.versions[person]), f"{name} has {len(told)} versions, and {len(self.versions[person])} were acknowledged")
        for (number, file, state, reason, _), version in zip(told, self.versions[person]):
            check(18, file == version.name, f"version {number} of {name} is called {file!r}, not {version.name!r}")
            if state not in ("accepted", "refused"):
                check(18, version.told is None, f"version {number} of {name} was {version.told}, and is {state}")
                continue
            check(18, version.told in (None, (state, reason)), f"version {number} of {name} was {version.told}, and is {state, reason}")
            check(18, state in VERDICTS[version.kind], f"version {number} of {name} ({version.kind}) is {state}: {reason}")
            check(18, (state == "refused") == bool(reason), f"version {number} of {name} is {state}, because: {reason!r}")
            version.told = (state, reason)
        waiting = [row[0] for row in told if row[2] not in ("accepted", "refused")]
        check(18, len(waiting) <= 1, f"{name} has {len(waiting)} versions without a verdict: {waiting}")

    def should_play(self, person):
        """The number of the version that plays when nothing is pending; 0 if none does."""
        if self.withdrawn[person]:
            return 0
        newest = max((i for i, version in enumerate(self.versions[person], 1) if version.told and version.told[0] == "accepted"), default=0)
        return self.chosen[person][0] if self.chosen[person] and newest <= self.chosen[person][1] else newest


def check(law, holds, message):
    if not holds:
        raise LawBroken(f"law {law}: {message}")


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()
