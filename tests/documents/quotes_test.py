#!/usr/bin/python3
"""Checks that the documents quote source files correctly, and that their links and make targets exist."""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("games/*/RULES.md")]


class Quotes(unittest.TestCase):
    def test_the_bot_that_is_shown_is_the_sample_bot(self):
        bot = (ROOT / "sample_bots" / "random.py").read_text().rstrip()
        self.assertIn(bot, (ROOT / "docs/writing_a_bot.md").read_text())

    def test_links_between_pages_lead_somewhere(self):
        found = 0
        for page in PAGES:
            for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
                if "://" not in link:
                    found += 1
                    self.assertTrue((page.parent / link).exists(), f"{page}: {link}")
        self.assertGreater(found, 10)

    def test_the_site_has_all_pages(self):
        site = (ROOT / "packaging/site/mkdocs.yml").read_text()
        self.assertEqual(sorted(re.findall(r"- (?:referee: )?(\S+\.md)$", site, re.M)), sorted(str(page.relative_to(ROOT)) for page in PAGES))

    def test_the_newest_version_is_that_of_the_program(self):
        version = re.search(r"^project\(referee VERSION ([0-9.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)
        newest = re.search(r"^## ([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(), re.M).group(1)
        self.assertEqual(newest, version)

    def test_every_target_that_is_named_exists(self):
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
        for page in PAGES:
            for target in re.findall(r"`make ([a-z-]+)`", page.read_text()):
                self.assertIn(target, targets, page)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
