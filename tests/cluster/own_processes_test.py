"""Tests that no processes remain after tests are killed, whatever these processes have done to escape."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = """
import subprocess, sys
sys.path.insert(0, {folder!r})
from own_processes import run_apart
def main():
    subprocess.run(["sh", "-c", "setsid sleep 1234 & (setsid sleep 1234 &) ; wait"], start_new_session=True)
def end():
    subprocess.Popen(["setsid", "sleep", "1234"])
    sys.exit(7)
run_apart({main})
"""


@unittest.skipUnless(os.geteuid() == 0, "it needs root")
class OwnProcessesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.mark = f"OWN_PROCESSES_TEST={folder.name}"

    def start(self, main):
        name, value = self.mark.split("=")
        script = SCRIPT.format(folder=str(pathlib.Path(__file__).parent), main=main)
        return subprocess.Popen([sys.executable, "-c", script], env={**os.environ, name: value},
                                stderr=subprocess.DEVNULL)

    def sleepers(self):
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                    found.append((process / "cmdline").read_bytes())
            except OSError:
                pass
        return [line for line in found if line.startswith(b"sleep")]

    def wait_for_sleepers(self, count):
        end = time.monotonic() + 20
        while len(self.sleepers()) != count:
            self.assertLess(time.monotonic(), end, self.sleepers())
            time.sleep(0.01)

    def test_any_signal(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            process = self.start("main")
            self.wait_for_sleepers(2)
            process.send_signal(number)
            process.wait()
            self.wait_for_sleepers(0)

    def test_an_end(self):
        self.assertEqual(self.start("end").wait(), 7)
        self.wait_for_sleepers(0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
