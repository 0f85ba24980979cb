"""Tests an arena whose hand-ins are functions (`referee arena class/ --driver D`): the starter kit, the ladder, restarts, backups and the final."""
import io
import json
import re
import shutil
import subprocess
import zipfile

import arena_web_test
from arena_test import BIN, Driver
from harness import LONG_LIMITS, PATIENCE, REFEREE

GOOD = "def choose(state):\n    return state.moves[0]\n"


class DriverArenaTest(arena_web_test.ArenaWebTest):
    @arena_web_test.needs_little_memory
    def test_an_arena_with_a_driver(self):
        """From the kit to the final: hand-ins are functions, also after a restart, in a backup, and without the teacher's file."""
        mine = self.folder / "mine.py"
        mine.write_text((BIN / "drivers" / "function.py").read_text())
        (self.folder / "mine_example.py").write_text(GOOD)
        process, line = self.first_start("--driver", "mine.py", "--final-time", "5s")
        self.assertIn("The teacher's link", line, process.communicate() if not line else line)
        process.send_signal(2)
        process.communicate(timeout=PATIENCE)
        mine.unlink()
        (self.folder / "mine_example.py").unlink()
        self.assertFalse((self.arena / "driver").exists())

        # The kit is the example with the driver, and can be tried and handed in as it is.
        server = self.start_again("--port", 0)
        zoe = self.student(server, 0)
        self.assertEqual([kit["file"] for kit in json.loads(zoe.get("/api/who").body)["kits"]], ["kit.zip"])
        self.assertEqual(zoe.get("/kits/python.zip").status, 404)
        stream = zoe.events("/events")
        self.assertEqual(stream.wait_for("game")["driver"], {"name": "mine.py", "files": [["bot.py", GOOD]]})
        stream.close()
        self.assertIn(b"def choose(state)", zoe.get("/guide/drivers").body)
        given = zoe.get("/kits/kit.zip").body
        kit = self.folder / "kit"
        zipfile.ZipFile(io.BytesIO(given)).extractall(kit)
        readme = (kit / "my_bot" / "README.md").read_text()
        check = re.search(r"^    (referee check [^#\n]*)", readme, re.M)[1].replace("'", "").split()
        run = subprocess.run([REFEREE, *check[1:], "--sandbox", "off", *LONG_LIMITS], cwd=kit / "my_bot", capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn("my_bot is fit to play.", run.stdout, run)
        stream = zoe.events("/events")
        self.assertEqual(zoe.only_try("kit.zip", given).status, 201)
        tried = arena_web_test.over(stream, "kit.zip")
        self.assertEqual((tried["state"], len(tried["games"]), zoe.get("/tries/2").status), ("accepted", 2, 200))
        stream.close()
        self.assertEqual(zoe.upload("kit.zip", given).status, 201)
        self.end(server)

        driver = Driver(self, self.arena)
        self.plays(driver, 0, 1)
        self.upload(driver, 1, "def choose(state):\n    return None\n")
        self.assertRegex(self.judged(driver, 1), r"1:refused .*returned None: return one of state.moves")
        self.upload(driver, 1, GOOD + "# Kim\n", "kim.py")
        self.plays(driver, 1, 2)
        driver.kill()
        done = self.command("class", "--backup", "copy")
        self.assertEqual((done.communicate(timeout=PATIENCE)[1][:10], done.returncode), ("referee: c", 0))
        shutil.rmtree(self.arena)
        driver = Driver(self, self.folder / "copy")
        self.upload(driver, 2, GOOD + "# Max\n")
        self.plays(driver, 2, 1)
        driver.do("final")
        driver.wait_for("state", lambda text: text.startswith("state done"))
        driver.end()
        marks = (self.folder / "copy" / "marks.csv").read_text()
        self.assertEqual(marks.count(";played;"), 3, marks)

    def test_a_driver_that_is_at_fault_makes_no_arena(self):
        (self.folder / "mine.py").write_text("import no_such_module\n")
        (self.folder / "mine_example.py").write_text(GOOD)
        process, line = self.first_start("--driver", "mine.py")
        self.assertEqual(line, "")
        self.assertRegex(process.communicate(timeout=PATIENCE)[1], "--driver 'mine.py': the driver or its example is at fault, .*no_such_module")
        self.assertFalse(self.arena.exists())

    def test_a_restart_keeps_the_driver(self):
        """The driver may be given again. Another one is refused."""
        mine = self.folder / "mine.py"
        mine.write_text((BIN / "drivers" / "function.py").read_text())
        (self.folder / "mine_example.py").write_text(GOOD)
        process, line = self.first_start("--driver", "mine.py")
        self.assertIn("The teacher's link", line)
        process.send_signal(2)
        process.communicate(timeout=PATIENCE)
        self.end(self.start_again("--port", 0, "--driver", "mine.py"))
        mine.write_text(mine.read_text() + "# changed\n")
        for driver in ("mine.py", "c"):
            refused = self.command("class", "--driver", driver)
            self.assertRegex(refused.communicate(timeout=PATIENCE)[1],
                             f"^referee: --driver '{driver}' is not the driver of the first start, 'mine.py', which this arena keeps: omit it\n$")
