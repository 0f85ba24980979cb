#!/usr/bin/python3
"""Checks the pages of the documentation that an arena shows (tools/write_guides.cpp): links, and that no HTML of the
Markdown is left."""
import html.parser
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDES = {"protocol": "docs/protocol.md", "writing_a_bot": "docs/writing_a_bot.md", "drivers": "docs/drivers.md",
          **{path.parent.name: str(path.relative_to(ROOT)) for path in ROOT.glob("games/*/RULES.md")}}
EMPTY = {"br", "hr"}


class Page(html.parser.HTMLParser):
    """Collects the elements of a page, and checks that they are nested."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.words = [], [], [], set(), ""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.add(tag)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes["href"]] if "href" in attributes else []
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words += data

    def handle_comment(self, data):
        raise AssertionError(data)


def written(guides, folder=ROOT):
    with tempfile.TemporaryDirectory() as output:
        subprocess.run([os.environ["REFEREE_WRITE_GUIDES"], output, *(f"{name}={path}" for name, path in guides.items())], cwd=folder, check=True)
        return {name: pathlib.Path(output, f"{name}.html").read_text() for name in guides}


class GuidesTest(unittest.TestCase):
    def test_the_documentation(self):
        texts = written(GUIDES)
        pages = {name: Page(text) for name, text in texts.items()}
        for name, page in pages.items():
            self.assertEqual(page.tags - {"p", "a", "nav", "h2", "h3", "ul", "ol", "li", "code", "pre", "strong", "em", "br", "div", "table", "thead", "tbody",
                                          "tr", "th", "td"}, set(), name)
            self.assertEqual(len(page.ids), len(set(page.ids)), name)
            for link in page.links:
                with self.subTest(f"{link} in {name}"):
                    guide, _, place = link.removeprefix("/guide/").partition("#")
                    self.assertIn(place or guide, pages[guide or name].ids if place else pages)
        source = (ROOT / GUIDES["protocol"]).read_text()
        self.assertEqual(texts["protocol"].splitlines()[0], "The protocol")
        self.assertEqual(len(re.findall(r"^## ", source, re.M)), texts["protocol"].count("<h2 "))
        self.assertEqual(texts["protocol"].count("<table>"), len(re.findall(r"^\|[-| :]*-[-| :]*\|$", source, re.M)))
        self.assertIn('<a href="/guide/magnetize">Magnetize</a>', texts["protocol"])
        self.assertNotIn("security.md\"", texts["protocol"])

    def test_no_html_is_left(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.md").write_text(
                "# A *title*\n\n<script>alert(1)</script>\n\n<!-- test: x -->\n\ntext <img src=x onerror=alert(1)> & <b>bold</b>\n\n"
                "[one](javascript:alert(1)) [two](https://example.org/) ![three](x.png) [four](b.md) [five](./a.md#part)\n\n"
                "## Part\n\n## Part\n\n```\n<script>\n```\n\n| a | |\n|---|---|\n| x<br>y | `<z>` |\n")
            [text] = written({"a": "a.md"}, folder).values()
        page = Page(text)
        self.assertEqual(text.splitlines()[0], "A <em>title</em>")
        self.assertEqual(page.tags & {"script", "img", "b"}, set())
        self.assertEqual(page.links, ["#part", "#part-1", "/guide/a#part"])
        self.assertEqual(page.ids, ["part", "part-1"])
        self.assertIn("one two three four", page.words)
        self.assertIn("<pre tabindex=\"0\"><code>&lt;script&gt;\n</code></pre>", text)
        self.assertIn("<th scope=\"col\">a</th><td></td>", text)
        self.assertIn("<td>x<br>y</td>\n<td><code>&lt;z&gt;</code></td>", text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
