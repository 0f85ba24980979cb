"""A model of the matching of hand-ins to the students of a list, written from docs/class.md alone.

It says to whom an entry of the folder certainly belongs, to whom it may belong at most, and whom it may be suggested for. Where the docs leave
room (an entry that has equal evidence for several), it permits several answers, and never a wrong person.
"""
import itertools
import re
import unicodedata

# The usual spellings of letters with accents, besides the base letter.
SPELLED = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "ł": "l"}
BASE = {"ø": "o", "ł": "l", "æ": "ae"}
MOODLE = re.compile(r"^(.*?)_(\d+)_assignsubmission_(?:file|onlinetext)(?:_(.*)|\..*)?$")
OPENOLAT = re.compile(r"^([^_]+(?:_[^_]+)+)_(\d*[^_\d][^_]*)$")
FILE_WORDS = {"bot", "main", "__main__", "index"}


class Student:
    def __init__(self, first, last, number, email):
        self.first, self.last, self.number, self.email = first, last, number, email
        self.name = f"{first} {last}".strip()

    def __repr__(self):
        return f"{self.name} ({self.number}, {self.email})"


def folded(word):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())


def spellings(word):
    """The ways to write a word without its accents, each letter for itself."""
    ways = []
    for letter in folded(word):
        base = BASE.get(letter) or unicodedata.normalize("NFD", letter)[0]
        ways.append({letter} if base == letter else {base, SPELLED.get(letter, base)})
    return {folded(word)} | {"".join(way) for way in itertools.islice(itertools.product(*ways), 256)}


def words_of(text):
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).replace("'", ""))


def same_words(a, b, exact):
    """Whether two lists of words are equal in some order."""
    if len(a) != len(b):
        return False
    equal = (lambda one, other: folded(one) == folded(other)) if exact else (lambda one, other: bool(spellings(one) & spellings(other)))
    return any(all(equal(one, other) for one, other in zip(a, order)) for order in itertools.permutations(b))


def with_name(words, students):
    """The students whose whole name these words are."""
    for exact in (True, False):
        if found := [student for student in students if same_words(words, words_of(student.name), exact)]:
            return found
    return []


def can_be_date(digits):
    def is_day(year, month, day):
        return 1990 <= int(year) <= 2099 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31
    if len(digits) not in (8, 12, 14):
        return False
    return is_day(digits[:4], digits[4:6], digits[6:8]) or is_day(digits[4:8], digits[2:4], digits[:2]) or is_day(digits[4:8], digits[:2], digits[2:4])


class Claim:
    """Whose an entry is: this student's, or nobody's. `open`: the docs leave it open whether it is nobody's."""

    def __init__(self, student, is_open=False):
        self.certain = None if is_open else student
        self.possible = [student] if student else []


def claim(entry, students, all_entries):
    """The claim of an entry: the name of a file or folder."""
    is_folder = "." not in entry
    text = entry if is_folder else entry.rpartition(".")[0]
    if moodle := MOODLE.match(entry):
        named = with_name(words_of(moodle[1]), students)
        person = entry[:moodle.end(2)]
        # Moodle gives each person another number, so that two persons of one name are told apart, and one of them is a stranger.
        others = {other[:match.end(2)] for other in all_entries if (match := MOODLE.match(other)) and with_name(words_of(match[1]), students) == named} - {person}
        return Claim(named[0] if len(named) == 1 and not others else None)
    folders = [other for other in all_entries if "." not in other]
    if is_folder and len(folders) >= 3 and all(OPENOLAT.match(other) or MOODLE.match(other) for other in folders):
        name = with_name(words_of(OPENOLAT.match(entry)[1]), students)
        return Claim(name[0] if len(name) == 1 else None, True)
    addresses = re.findall(r"[^@\s()<>,;]+@[A-Za-z0-9.-]+\.[A-Za-z]+", text)
    rest, mailed = text, []
    if len(addresses) == 1:
        mailed = [student for student in students if student.email and student.email.lower() == addresses[0].lower()]
        rest = rest.replace(addresses[0], " ")
    numbers = [digits for digits in re.findall(r"(?<![^\W_])\d{5,}(?![^\W_])", unicodedata.normalize("NFC", rest)) if not can_be_date(digits)]
    numbered = []
    if len(numbers) == 1:
        numbered = [student for student in students if student.number == numbers[0]]
        rest = re.sub(rf"(?<![^\W_]){numbers[0]}(?![^\W_])", " ", rest)
    words = words_of(rest)
    fewer = [word for word in words if folded(word) not in FILE_WORDS and not (word.isdigit() and len(word) <= 4)]
    twins = [student for student in students if student.number and same_words(words, words_of(f"{student.name} {student.number}"), False)]
    named = twins or with_name(words, students) or with_name(fewer, students)
    identified = [student for found in (mailed, numbered) if len(found) == 1 for student in found]
    if identified:
        if len(set(identified)) > 1:
            return Claim(None)
        student = identified[0]
        if named:
            return Claim(student if student in named else None)
        others = [other for other in students if other is not student
                  and any(spellings(word) & spellings(part) for word in fewer if not word.isdigit() for part in words_of(other.name))]
        mine = any(spellings(word) & spellings(part) for word in fewer for part in words_of(student.name))
        return Claim(student if not others or mine else None, bool(others))
    if named:
        return Claim(named[0] if len(named) == 1 else None)
    by_login = [student for student in students if student.email and student.email.partition("@")[0].lower() == text.lower()]
    return Claim(by_login[0] if len(by_login) == 1 else None, True)
