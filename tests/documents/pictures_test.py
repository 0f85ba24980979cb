#!/usr/bin/python3
"""Checks that the pictures in docs/pages are not older than the pages that they show.

docs/pages/sources.sha256 holds the checksum of each source, without comments and indentation, at the time when the
pictures were taken. `make pictures` takes them again and calls this program with --record. After a change that affects no
picture, call the program with --record yourself."""
import hashlib
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMS = ROOT / "docs/pages/sources.sha256"
PATTERNS = ("viewer/**/*.js", "viewer/**/*.css", "viewer/**/*.html", "games/*/drawing.js", "games/*/words.js")


def sum_of(path):
    text = re.sub(r"(?s)/\*.*?\*/|<!--.*?-->", "", path.read_text()) if path.suffix != ".js" else path.read_text()
    lines = [line.strip() for line in text.splitlines()]
    return hashlib.sha256("\n".join(line for line in lines if line and not line.startswith("//")).encode()).hexdigest()


def sums():
    return {str(path.relative_to(ROOT)): sum_of(path) for pattern in PATTERNS for path in ROOT.glob(pattern)}


class Pictures(unittest.TestCase):
    def test_they_show_the_pages_as_they_are(self):
        recorded = dict(reversed(line.split("  ")) for line in SUMS.read_text().splitlines())
        now = sums()
        self.assertGreater(len(now), 50)
        changed = sorted(path for path in {*recorded, *now} if recorded.get(path) != now.get(path))
        self.assertEqual(changed, [], "changed since the pictures were made: run `make pictures`, or if no picture would look different: "
                                      "tests/documents/pictures_test.py --record")

    def test_each_picture_is_made_by_make_pictures_and_shown(self):
        pages = "".join(path.read_text() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))
        maker = (ROOT / "tests/web/pictures.js").read_text()
        for picture in (ROOT / "docs/pages").glob("*.png"):
            self.assertIn(f"pages/{picture.name}", pages)
            self.assertIn(f'"{picture.stem}"', maker)


if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        SUMS.write_text("".join(f"{digest}  {path}\n" for path, digest in sorted(sums().items())))
    else:
        unittest.main(verbosity=2)
