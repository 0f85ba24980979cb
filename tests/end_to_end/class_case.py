"""A class for tests: what its students hand in, the list of them, and the command that lets them play."""
import csv
import io
import json
import stat
import unittest
import zipfile

from harness import GAME, LONG_LIMITS, RefereeTest, sandbox_problem

# A bot that plays the first listed move of Magnetize, after it has looked for others.
PYTHON = """import sys
{first}
def lines(count):
    return [sys.stdin.readline() for _ in range(count)]
sys.stdin.readline(), sys.stdin.readline()
settings = sys.stdin.readline().split()
while True:
    if not sys.stdin.readline():
        break
    lines(int(sys.stdin.readline()))
    lines(1 + int(settings[0]))
    moves = lines(int(sys.stdin.readline()))
    print(moves[0].strip(), flush=True)
"""

def archive(files, link=None, mode=None):
    """A zip archive of {name: content}."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (stat.S_IFLNK | 0o777 if name == link else mode or stat.S_IFREG | 0o644) << 16
            file.writestr(info, content)
    return out.getvalue()


def python(first=""):
    """A bot that runs the line `first` when it starts."""
    return PYTHON.format(first=first)


class ClassCase(RefereeTest):
    @classmethod
    def setUpClass(cls):
        if problem := sandbox_problem():
            raise unittest.SkipTest(problem)

    def setUp(self):
        super().setUp()
        # The teacher's path must not reach a student.
        self.folder = self.folder.resolve() / "TEACHER"
        self.folder.mkdir()
        self.handed_in = self.folder / "handed_in"
        self.handed_in.mkdir()

    def kit(self, language):
        """The files of a starter kit."""
        name = f"kit-{language}"
        if not (self.folder / name).exists():
            self.referee("new-bot", name, "--lang", language, "--game", "magnetize", code=0)
        return {path.name: path.read_bytes() for path in (self.folder / name).iterdir()}

    def hand_in(self, entry, files):
        """`files`: the content of a file, or of a folder as {name: content}."""
        path = self.handed_in / entry
        if not isinstance(files, dict):
            path.write_bytes(files if isinstance(files, bytes) else files.encode())
            return
        path.mkdir()
        for name, content in files.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def list(self, names, text=None):
        rows = [f"{first};{last};{10000 + i};{first}.{last}@example.org;A" for i, (first, last) in enumerate(n.split() for n in names)]
        text = text or "Vorname;Nachname;Matrikelnummer;E-Mail-Adresse;Gruppe\r\n" + "\r\n".join(rows) + "\r\n"
        (self.folder / "students.csv").write_bytes(text.encode("cp1252"))

    def play_class(self, *arguments, code=0, **options):
        return self.referee("tournament", "--bots", "handed_in", "--students", "students.csv", "--db", "class.db", "--game", GAME,
                            *LONG_LIMITS, *arguments, code=code, env={"REFEREE_SANDBOX": "on"}, **options)

    def entrants(self):
        return {name for name, in self.sql("SELECT name FROM entrants", "class.db")}

    def student_rows(self, db="class.db"):
        text = self.referee("export", db, "students", code=0).out
        return list(csv.DictReader(io.StringIO(text), delimiter=text[len("name")]))

    def refusals(self):
        rows = self.sql("SELECT details FROM changes WHERE kind = 'left_out'", "class.db")
        return {change["name"]: change for change in map(json.loads, (row for row, in rows))}
