"""A model of the matching of hand-ins to the students of a list, written from docs/class.md alone.

It says to whom an entry of the folder may belong at most, and to whom it certainly belongs. Where the docs leave room (a whole name of one student
within that of another, several persons in a name of Moodle's), it permits several answers, and never a wrong person.
"""
import re
import unicodedata

# The usual spellings of letters with accents.
SPELLED = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae", "ł": "l"}
MOODLE = re.compile(r"^(.*)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)$")


class Student:
    def __init__(self, first, last, number, email):
        self.first, self.last, self.number, self.email = first, last, number, email
        self.name = f"{first} {last}".strip()

    def __repr__(self):
        return f"{self.name} ({self.number}, {self.email})"


def spellings(word):
    """The ways to write a word without its accents."""
    word = unicodedata.normalize("NFC", word).casefold()
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return {word, bare.replace("ß", "ss").replace("ø", "o").replace("ł", "l").replace("æ", "ae"), "".join(SPELLED.get(c, c) for c in word)}


def words_of(text):
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text))


def names_of(text, students):
    """The students whose whole name is in a text, in any order of the words."""
    found = []
    written = [spellings(word) for word in words_of(text)]
    for student in students:
        rest, wanted = list(written), words_of(student.name)
        for word in wanted:
            mine = spellings(word)
            match = next((other for other in rest if other & mine), None)
            if match is None:
                break
            rest.remove(match)
        else:
            found.append(student)
    return found


def is_part_of(text, student):
    """Whether a text has at least two words of a name, and no other words."""
    rest = [spellings(word) for word in words_of(student.name)]
    written = [spellings(word) for word in words_of(text) if not word.isdigit()]
    for word in written:
        match = next((other for other in rest if other & word), None)
        if match is None:
            return False
        rest.remove(match)
    return len(written) >= 2


class Claim:
    """Whose an entry is. `certain`: it must be this student's; None: it may be nobody's. `possible`: it may be nobody else's."""

    def __init__(self, certain, possible):
        self.certain, self.possible = certain, possible


def claim(entry, students):
    """The claim of an entry: the name of a file or folder."""
    is_folder = "." not in entry
    moodle = MOODLE.match(entry if is_folder else entry.rpartition(".")[0])
    text = moodle[1] if moodle else entry if is_folder else entry.rpartition(".")[0]
    named = names_of(text, students)
    tail = names_of(moodle[3], students) if moodle else []
    plain = re.sub(r"\S+@\S+", " ", text)
    numbers = [] if moodle else re.findall(r"(?<![^\W_])\d+(?![^\W_])", plain)
    by_number = [student for student in students if student.number and student.number in numbers and len(student.number) > 3]
    parts = {part.casefold() for part in [text, *re.split(r"[\s_(),]+", text)]}
    by_mail = [student for student in students if student.email and {student.email.casefold(), student.email.casefold().partition("@")[0]} & parts]
    if not named and moodle and not by_mail:
        by_moodle = [student for student in students if student.number and student.number == moodle[2]]
        return Claim(None, by_moodle)
    # A name that is a part of another one that is there, too, is not meant.
    longest = [student for student in named if not any(other.name != student.name and names_of(other.name, [student]) for other in named)]
    if len(longest) == 1 and not tail:
        return Claim(None if by_number or len(named) > 1 else longest[0], longest if not by_number or by_number == longest else [])
    if len(longest) > 1:
        if len({student.name for student in longest}) > 1:
            return Claim(None, [])
        given = [moodle[2]] if moodle else numbers  # Moodle's own number may be that of the list
        chosen = [student for student in longest if student.number and student.number in given]
        by_number = chosen if moodle else by_number
        return Claim(None, chosen if len(chosen) == 1 and by_number == chosen else [])
    if named:
        return Claim(None, longest)
    guessed = [student for student in students if is_part_of(text, student)]
    if guessed:
        return Claim(None, [student for student in guessed if not by_number or student in by_number])
    if by_number:
        return Claim(by_number[0] if len(by_number) == 1 and not by_mail else None, by_number if len(by_number) == 1 else [])
    if by_mail:
        return Claim(by_mail[0] if len(by_mail) == 1 and not tail else None, by_mail if len(by_mail) == 1 else [])
    return Claim(None, [])
