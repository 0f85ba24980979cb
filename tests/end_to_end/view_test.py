#!/usr/bin/python3
"""Tests `referee view`: the files that it writes, and its error messages. The tests in tests/web/ check how the pages
look."""
import json
import os
import re
import subprocess

from harness import BIN, REFEREE, SOAK, RefereeTest, bot

END = "</html>\n"
OLD_PAGE = '<!doctype html>\n<meta name="generator" content="referee">\nold'


class View(RefereeTest):
    def logged(self):
        return self.play(bot(), bot())[0].path

    def view(self, *arguments, code=0):
        run = self.referee("view", *arguments, code=code)
        if code != 0:
            self.assertEqual(run.err.count("\n"), 1, run.err)
            self.assertEqual(run.out, "")
        return run

    def files(self):
        return sorted(os.listdir(self.folder))

    def data_of(self, text, number=1):
        return json.loads(re.search(f'id="match-{number}">(.*?)</script>', text, re.S).group(1))

    def test_a_page_holds_the_match(self):
        path = self.logged()
        log = json.loads(path.read_text())
        run = self.view(path, "-o", "page.html")
        text = (self.folder / "page.html").read_text()
        self.assertRegex(run.out, r"^1 match in page.html \(\d+ KB\): open it in a browser\n$")
        self.assertTrue(text.endswith(END))
        data = self.data_of(text)
        self.assertEqual({**data["log"], "plies": log["plies"]}, log)
        self.assertEqual([ply[:6] for ply in data["plies"]],
                         [[p["player"], p["move"], p["wall_us"], p["cpu_us"], p["lost"], p.get("hand")] for p in log["plies"]])

    def test_without_a_name_the_page_lies_beside_the_log(self):
        path = self.logged()
        other = self.folder / "sub"
        other.mkdir()
        for name, page in (("m.json", "m.html"), ("n.jsonl", "n.html"), ("o", "o.html"), ("p.log", "p.log.html")):
            (other / name).write_bytes(path.read_bytes())
            self.view(f"sub/{name}")
            self.assertTrue((other / page).read_text().endswith(END))
        self.assertEqual(len(os.listdir(other)), 8)

    def test_a_page_can_go_to_stdout(self):
        path = self.logged()
        run = self.view(path, "-o", "-")
        self.assertTrue(run.out.startswith("<!doctype html>") and run.out.endswith(END))
        self.view(path, "-o", "page.html")
        self.assertEqual((self.folder / "page.html").read_text(), run.out)
        full = self.referee("view", path, "-o", "/dev/full")
        self.assertEqual((full.code, full.err), (1, "referee: page '/dev/full' can't be written: No space left on device\n"))

    def test_a_log_can_come_from_stdin(self):
        path = self.logged()
        self.view(path, "-o", "page.html")
        for log in ("-", "/dev/stdin"):
            run = self.referee("view", log, "-o", "-", stdin=path.read_text())
            self.assertEqual(run.out, (self.folder / "page.html").read_text(), run.err)
            with open(path) as file:  # even if stdin is a file, the page is not written beside it
                for stdin in ({"stdin": file}, {"input": ""}):
                    run = subprocess.run([REFEREE, "view", log], cwd=self.folder, capture_output=True, text=True, check=False, **stdin)
                    self.assertEqual((run.returncode, run.stdout), (2, ""))
                    self.assertIn("name the page with -o FILE", run.stderr)

    def test_of_a_series_all_matches_or_one(self):
        self.referee(bot(), bot(), "--games", "3", "--log", "series.json", "--quiet")
        logs = [json.loads(line) for line in (self.folder / "series.json").read_text().splitlines()]
        self.assertRegex(self.view("series.json").out, "^3 matches in series.html")
        text = (self.folder / "series.html").read_text()
        self.assertEqual([self.data_of(text, n)["log"]["id"] for n in (1, 2, 3)], [log["id"] for log in logs])
        self.view("series.json", "--match", "2", "-o", "two.html")
        two = (self.folder / "two.html").read_text()
        self.assertEqual(self.data_of(two)["log"]["id"], logs[1]["id"])
        self.assertNotIn(logs[0]["id"], two)
        self.assertIn("holds 3 matches", self.view("series.json", "--match", "4", "-o", "x.html", code=2).err)
        self.assertEqual(self.files(), ["series.html", "series.json", "two.html"])

    def test_what_is_damaged_or_not_by_the_rules_makes_no_page_and_harms_no_old_one(self):
        path = self.logged()
        old = self.folder / "page.html"
        old.write_text(OLD_PAGE)
        log = json.loads(path.read_text())
        bad = self.folder / "bad.json"
        before = self.files() + ["bad.json"]
        bad.write_text(path.read_text()[:500])
        self.assertRegex(self.view(bad, "-o", old, code=2).err, "is damaged: not valid JSON at byte")
        log["plies"][3]["frame"]["board"][0] = "*......"
        bad.write_text(json.dumps(log))
        self.assertRegex(self.view(bad, "-o", old, code=1).err, "ply 4: the frame differs")
        bad.write_text("")
        self.assertRegex(self.view(bad, "-o", old, code=2).err, "is empty")
        self.assertRegex(self.view("nobody.json", "-o", old, code=2).err, "can't be read: No such file")
        self.assertEqual(old.read_text(), OLD_PAGE)
        self.assertEqual(self.files(), sorted(before))

    def test_places_where_no_page_can_be(self):
        path = self.logged()
        before = path.read_bytes()
        self.assertRegex(self.view(path, "-o", path, code=2).err, "is the log itself")
        os.link(path, self.folder / "link.json")
        self.assertRegex(self.view(path, "-o", "link.json", code=2).err, "is the log itself")
        self.assertRegex(self.view(path, "-o", "no/such/page.html", code=2).err, "page 'no/such/page.html' can't be written: No such file")
        self.assertRegex(self.view("/dev/null", code=2).err, "name the page with -o FILE")
        self.assertEqual(path.read_bytes(), before)

    def test_only_an_older_page_or_an_empty_file_gives_way(self):
        path = self.logged()
        beside = path.with_suffix(".html")
        for place, arguments in ((beside, []), (self.folder / "page.html", ["-o", "page.html"])):
            with self.subTest(arguments):
                place.write_text("<!doctype html>\n<p>precious")
                self.assertRegex(self.view(path, *arguments, code=2).err, "page '.*html' would overwrite a file that referee has not made")
                self.assertEqual(place.read_text(), "<!doctype html>\n<p>precious")
                for before in ("", OLD_PAGE):
                    place.write_text(before)
                    self.view(path, *arguments)
                    self.assertTrue(place.read_text().endswith(END))

    def test_a_file_that_has_the_name_of_a_part_stays(self):
        part = self.folder / "page.html.part"
        part.write_text("precious")
        self.view(self.logged(), "-o", "page.html")
        self.assertEqual(part.read_text(), "precious")

    def test_a_page_has_a_largest_size(self):
        if not SOAK:
            self.skipTest("writes and reads 64 MiB: make soak does")
        run, log = self.play(str(BIN / "fitz1"), str(BIN / "fitz2"), "--game", "fitz:height=300,width=300")
        self.view(run.path, "-o", "one.html")
        block = re.search(r'id="match-1">.*?</script>', (self.folder / "one.html").read_text(), re.S).group()
        many = (1 << 26) // len(block) + 1
        series = self.folder / "series.json"
        series.write_text((json.dumps(log, separators=(",", ":")) + "\n") * many)
        err = self.view(series, "-o", "page.html", code=2).err
        self.assertRegex(err, r"makes a page of more than 64 MiB with match \d+: choose one with --match N")
        self.assertNotIn("page.html", self.files())
        self.view(series, "--match", many, "-o", "page.html")
