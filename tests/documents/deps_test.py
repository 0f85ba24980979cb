#!/usr/bin/python3
"""Checks tools/deps.sh with fake programs: as root, with sudo, with neither, offline, and on other systems."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPS = ROOT / "tools/deps.sh"
TOOLS = ["bash", "env", "awk", "sed", "head", "grep", "dirname", "tr"]


class DepsTest(unittest.TestCase):
    """Runs the script on a system that has only the programs given by a test. `packages`: the installed packages. Calls
    are recorded."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="referee_deps_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for tool in TOOLS:
            found = next(path for path in ("/usr/bin", "/bin") if os.path.exists(f"{path}/{tool}"))
            (self.folder / tool).symlink_to(f"{found}/{tool}")
        self.packages = self.folder / "packages"
        self.packages.write_text("")
        self.calls = self.folder / "calls"
        self.calls.write_text("")

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/usr/bin/env bash\n{text}\n")
        path.chmod(0o755)

    def user(self, uid):
        self.program("id", f"echo {uid}")

    def debian(self, update=0, install=0):
        self.program("dpkg-query", f'grep -qx "${{@: -1}}" {self.packages} && echo installed')
        self.program("apt-cache", "exit 1")
        self.program("apt-get", f'echo "apt-get $*" >> {self.calls}; if [ "$1" = update ]; then exit {update}; fi; exit {install}')

    def deps(self, *arguments):
        return subprocess.run([self.folder / "bash", DEPS, *arguments], env={"PATH": str(self.folder)}, capture_output=True, text=True,
                              timeout=60)

    def called(self):
        return self.calls.read_text().splitlines()

    def names(self, family):
        names = self.deps("--list", family).stdout.split()
        self.assertGreater(len(names), 15)
        return names

    def one_line(self, run, *parts):
        self.assertEqual(run.returncode, 1, run)
        self.assertRegex(run.stderr, r"\Amake deps: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, run.stderr)

    def test_nothing_is_called_where_all_is_installed(self):
        self.debian(update=100, install=100)
        self.user(1000)
        self.packages.write_text("\n".join(self.names("debian")) + "\n")
        run = self.deps()
        self.assertEqual((run.returncode, run.stdout, run.stderr, self.called()), (0, "", "", []))

    def test_root_installs_what_is_missing(self):
        self.debian()
        self.user(0)
        self.packages.write_text("\n".join(name for name in self.names("debian") if name not in ("cmake", "esbuild")) + "\n")
        self.assertEqual(self.deps().returncode, 0)
        self.assertEqual(self.called(), ["apt-get update -q", "apt-get install -y -q --no-install-recommends cmake esbuild"])

    def test_boost_has_the_name_that_the_system_knows(self):
        self.debian()
        for known, names in (("libboost1.81-dev", {"libboost1.81-dev"}), ("libboost-process-dev", {"libboost-dev", "libboost-process-dev"}),
                             ("", {"libboost-dev"})):
            # On Debian 13, apt-cache succeeds without output for a package that other packages only mention.
            self.program("apt-cache", f'if [ "$2" = "{known}" ]; then echo "Package: $2"; fi')
            self.assertEqual({name for name in self.names("debian") if "boost" in name}, names)

    def test_others_use_sudo(self):
        self.debian()
        self.user(1000)
        self.program("sudo", f'echo "sudo $1" >> {self.calls}; exec "$@"')
        self.assertEqual(self.deps().returncode, 0)
        self.assertEqual(self.called()[:2], ["sudo apt-get", "apt-get update -q"])
        self.assertEqual(self.called()[2], "sudo env")

    def test_without_sudo_it_says_what_to_type(self):
        self.debian()
        self.user(1000)
        self.one_line(self.deps(), "these packages are missing: g++ ", "install them as root: apt-get install g++ ")
        self.assertEqual(self.called(), [])

    def test_offline_it_says_what_is_missing(self):
        self.debian(install=100)
        self.user(0)
        self.one_line(self.deps(), "is there a network?", " cmake ")

    def test_other_systems(self):
        for family, manager, query, first in (("fedora", "dnf", "rpm", "gcc-c++"), ("arch", "pacman", "pacman", "gcc")):
            with self.subTest(family):
                self.user(0)
                self.calls.write_text("")
                self.program(query, f'[[ "$*" = *--query* ]] && exit 1; echo "{manager} $*" >> {self.calls}')
                if manager != query:
                    self.program(manager, f'echo "{manager} $*" >> {self.calls}')
                self.assertEqual(self.deps().returncode, 0)
                self.assertEqual(len(self.called()), 1)
                self.assertIn(f" {first} ", self.called()[0])
                self.assertNotIn("@", self.called()[0])
                for name in {manager, query}:
                    (self.folder / name).unlink()

    def test_an_unknown_system_is_told_what_is_needed(self):
        self.user(0)
        run = self.deps()
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        self.assertRegex(run.stderr, r"\Amake deps: no apt, dnf or pacman is here[^\n]*Boost[^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main(verbosity=2)
