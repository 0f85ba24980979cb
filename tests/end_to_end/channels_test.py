"""By which files of the kernel a bot in its sandbox could watch other games, or two bots could talk."""
import fcntl
import json
import pathlib
import shlex
import struct

from harness import RefereeTest, bot

# Those that change with what others do, and that some program may read for other reasons: docs/security.md names them.
KNOWN = {"/proc/cpuinfo", "/proc/meminfo", "/proc/stat"}

LOOKER = r"""#!/usr/bin/python3
import json, os, sys, time
def readable():
    for folder, folders, files in os.walk("/proc"):
        if folder == "/proc":
            folders[:] = [f for f in folders if not f.isdigit() and f not in ("self", "thread-self", "net")]
        for file in files:
            yield folder + "/" + file
def look():
    seen = {}
    for path in readable():
        try:
            seen[path] = open(path, "rb").read(1 << 16).decode("latin-1")
        except OSError:
            pass
    return seen
def work():
    end = time.monotonic() + 0.7
    while time.monotonic() < end:
        pass
sys.stdin.readline()
before = look()
work()
after = look()
json.dump({"changed": sorted(path for path in before if before[path] != after.get(path)), "count": len(after),
           "locks": after.get("/proc/locks"), "ipc": [after[path].count("\n") for path in sorted(after) if "/sysvipc/" in path],
           "pids": sorted(int(name) for name in os.listdir("/proc") if name.isdigit())}, sys.stderr)
sys.stderr.flush()
sys.exit(3)
"""

F_OFD_SETLK = 37


class ChannelsTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.need_sandbox()

    def write(self, name, script):
        folder = self.folder / name
        folder.mkdir()
        self.program(folder / name, script)
        return shlex.quote(str(folder / name))

    def seen(self, opponent, *arguments):
        _, log = self.play(self.write("looker", LOOKER), opponent, "--sandbox=on", *arguments)
        self.assertEqual(log["failure"]["exit_code"], 3, log["failure"])
        return json.loads(log["failure"]["stderr_tail"])

    def test_files_of_proc_that_change_are_hidden(self):
        seen = self.seen(bot())
        self.assertGreater(seen["count"], 100)
        self.assertLessEqual({path for path in seen["changed"] if not path.startswith("/proc/sys/kernel/random/")}, KNOWN)

    def test_there_are_no_objects_of_ipc_and_no_processes_of_others(self):
        seen = self.seen(bot())
        self.assertEqual(seen["ipc"], [1, 1, 1])  # the headings
        self.assertEqual(len(seen["pids"]), 2)

    def test_nothing_that_others_write_into_the_list_of_locks_is_seen(self):
        """Such a lock is listed for all, with two numbers that its owner has chosen."""
        with open(self.folder / "lock", "w") as file:
            fcntl.fcntl(file, F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 1311768467294899695, 1, 0))
            self.assertIn("1311768467294899695", pathlib.Path("/proc/locks").read_text())
            self.assertFalse(self.seen(bot())["locks"])
