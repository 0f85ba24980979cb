"""Generates the lists of students of a class, and the names of what is handed in."""
import random
import unicodedata

from class_model import Student

FIRST = ["Zoë", "Jörg", "Kim", "Anna", "Élodie", "Ana María", "Kim", "Łukasz", "Li", "Søren", "Anne-Marie", "Max", "José", "Jan", "Bo"]
LAST = ["Klein", "Müller", "Wolf", "Groß", "García", "Ng", "van den Berg", "O'Neil", "Åström", "Li", "Klein-Wolf", "Yu", "Jan"]
KINDS = {"html": "an HTML page", "ipynb": "a notebook", "docx": "a Word document"}
NOBODY = ["Task 1", "solution", "final version 2", "Kim", "Klein", "bot", "Jane Doe", "readme", "99999", "max@example.net", "group 12"]


def students_of(draw):
    """Some students. Some have equal names, and columns are missing now and then."""
    has_number, has_mail = draw.random() < 0.7, draw.random() < 0.6
    students, used = [], set()
    for i in range(draw.randrange(2, 8)):
        first, last = draw.choice(FIRST), draw.choice(LAST)
        if draw.random() < 0.2:
            first += " " + draw.choice(["Maria", "Lee", "B"])
        if not has_number and (first, last) in used:
            continue
        used.add((first, last))
        number = str(draw.choice([10_000 + i, 10_000 + 7 * i + draw.randrange(5), 1_234_567 + i])) if has_number else ""
        if any(number and number == other.number for other in students):
            continue
        base = "".join(c for c in unicodedata.normalize("NFD", (first[0] + last).lower()) if c.isascii() and c.isalnum())
        students.append(Student(first, last, number, f"{base}{i}@example.org" if has_mail else ""))
    return students, has_number, has_mail


def list_of(students, has_number, has_mail, draw):
    """The list as a platform exports it, as bytes."""
    separator = draw.choice([",", ";", "\t"])
    header = draw.choice([["Vorname", "Nachname"], ["First name", "Last name"], ["Prénom", "Nom"]])
    rows = [[*header, *(["Matrikelnummer"] if has_number else []), *(["E-Mail-Adresse"] if has_mail else [])]]
    rows += [[student.first, student.last, *([student.number] if has_number else []), *([student.email] if has_mail else [])] for student in students]
    text = draw.choice(["\n", "\r\n"]).join(separator.join(row) for row in rows) + "\n"
    if draw.random() < 0.3:
        text = unicodedata.normalize("NFD", text)
    encoding = draw.choice(["utf-8", "utf-8-sig", "cp1252"])
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode()


def spelled(name, draw):
    """A name as somebody may write it."""
    if draw.random() < 0.3:
        name = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    elif draw.random() < 0.2:
        name = name.replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    if draw.random() < 0.2:
        name = unicodedata.normalize("NFD", name)
    words = name.split()
    if draw.random() < 0.3:
        words.reverse()
    if draw.random() < 0.2:
        words = [word.lower() for word in words]
    return draw.choice([" ", "_", " ", "-"]).join(words)


def stem(students, draw):
    """The name of an entry without its suffix."""
    one, other = draw.choice(students), draw.choice(students)
    kind = draw.randrange(13)
    if kind <= 2:
        return spelled(one.name, draw)
    if kind == 3:
        return f"{spelled(one.name, draw)} {draw.choice(['bot', 'final', 'v2', '2', 'task 1'])}"
    if kind in (4, 5):
        return f"{spelled(one.name, draw)}_{draw.choice([one.number or '77', other.number or '78', '9001'])}_assignsubmission_file_{draw.choice(['bot', 'main', other.name])}"
    if kind == 6:
        return draw.choice([one.number, f"bot_{one.number}", f"{one.number} bot", f"x{one.number}", f"{one.number}1"]) or "nothing"
    if kind == 7:
        return draw.choice([one.email, one.email.partition("@")[0], f"bot {one.email}"]) or "nothing"
    if kind == 8:
        return f"{spelled(one.name, draw)} {other.number or 'x'}"
    if kind == 9:
        return f"{spelled(one.name, draw)} {spelled(other.name, draw)}"
    if kind == 10:
        return draw.choice([one.first, one.last, one.name[:-1], one.name.replace(" ", ""), one.name + "s"])
    if kind == 11:
        return f"{spelled(one.name, draw)} ({one.number or '1'})"
    return draw.choice([*NOBODY, one.name.replace("a", "ae"), f"{one.first} {draw.choice(['Lee', 'Maria'])} {one.last}"])


def folder(seed):
    """(the list, the students, the entries): each entry is its name, its kind, and its age in minutes."""
    draw = random.Random(seed)
    students, has_number, has_mail = students_of(draw)
    entries = {}
    for i in range(draw.randrange(3, 14)):
        suffix = draw.choice(list(KINDS))
        name = stem(students, draw).replace("/", "")
        is_folder = draw.random() < 0.2 and "." not in name
        entry = name if is_folder else f"{name}.{suffix}"
        if unicodedata.normalize("NFC", entry) not in {unicodedata.normalize("NFC", other) for other in entries}:
            entries[entry] = (suffix, 1 + i)
    return list_of(students, has_number, has_mail, draw), students, entries
