"""Tests that builds which take all they can get leave the games of an arena their share of the machine.

This measures a share, so no other test may run beside it.
"""
import sqlite3
import time
import unittest
import zipfile

from arena_test import PLAYS, ArenaCase
from harness import BIN, SOAK

SELFISH_SECONDS = 1
SELFISH_BUILD = f"""
import os, time
end = time.monotonic() + {SELFISH_SECONDS}
hoard = bytearray(64 << 20)
for _ in range(60):
    try:
        if os.fork() == 0:
            hoard[::4096] = bytes(len(hoard[::4096]))
            while time.monotonic() < end: pass
            os._exit(0)
    except OSError: break
while time.monotonic() < end: pass
raise SystemExit("built nothing")
"""


@unittest.skipUnless(SOAK, "takes minutes")
class SelfishClassTest(ArenaCase):
    """39 students hand in projects whose builds take all they can get, as often as they may, and one hands in a bot."""

    def setUp(self):
        super().setUp()
        (self.folder / "students.csv").write_text("Name\n" + "".join(f"Selfish {i}\n" for i in range(39)) + "Honest\n")

    def project(self, number):
        path = self.folder / f"project{number}"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("bot.json", '{"build": ["python3", "build.py"], "run": ["python3", "bot.py"]}')
            archive.writestr("build.py", SELFISH_BUILD + f"# {number}\n")
            archive.writestr("bot.py", PLAYS)
        path.chmod(0o644)
        return path

    def count(self):
        """Finished games, and those that a bot has lost by time."""
        with sqlite3.connect(f"file:{self.arena}/ladder.db?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*), count(*) FILTER (WHERE ending IN ('timeout', 'too_slow')) FROM matches").fetchone()

    def check_selfish_class(self, jobs):
        many = [word for i in range(80) for word in ("--staff", f"s{i}={BIN / 'random'}")]  # so that the ladder does not rest
        driver = self.make("--jobs", jobs, *many, move_time="1s")
        alone = driver.wait_for("playing", lambda text: int(text.split("|")[0].split()[1]) > 10) and self.count()[0]
        begin = time.monotonic()
        time.sleep(10)
        games_alone = (self.count()[0] - alone) / (time.monotonic() - begin)
        uploads = 0

        def selfish():
            nonlocal uploads
            for person in range(39):
                uploads += driver.do(f"upload {person} project.zip {self.project(uploads)}").startswith("uploaded")

        selfish()
        time.sleep(2)
        before, begin = self.count()[0], time.monotonic()
        self.assertEqual(self.upload(driver, 39, PLAYS), "uploaded 1 new")
        handed_in = time.monotonic()
        verdict = None
        while verdict is None or time.monotonic() < begin + 30:
            selfish()
            if verdict is None and "1:accepted" in driver.do("versions 39"):
                verdict = time.monotonic() - handed_in
            time.sleep(0.5)
            self.assertLess(time.monotonic(), begin + 39 * 2 * (SELFISH_SECONDS + 3))
        after, lost = self.count()
        share = (after - before) / (time.monotonic() - begin) / games_alone
        self.assertLess(after, 82 * 200)
        print(f"\n{jobs} jobs, {uploads} selfish uploads: verdict after {verdict:.0f} s; games {share:.2f} of {games_alone:.1f} a second; {lost} lost by time")
        driver.kill()
        self.assertEqual(lost, 0)
        self.assertGreater(share, 0.35)

    def test_with_one_worker(self):
        self.check_selfish_class(1)

    def test_with_two_workers(self):
        self.check_selfish_class(2)


if __name__ == "__main__":
    unittest.main()
