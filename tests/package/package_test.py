#!/usr/bin/python3
"""Tests the packages as a new user would (make package-test): the .deb and the tarball in fresh Debians (see debians.py),
of which the tests use copies, and the tarball in an empty root. `package_test.py arm64` tests those for arm64, in qemu.

If root or debootstrap is missing, the exit code is 77 (skipped).
"""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from debians import ROOT, USER, debian, entering, inside, run

ARCH = "arm64" if "arm64" in sys.argv[1:] else ""
PACKAGES = ROOT / "build" / "_".join(filter(None, ["packages", ARCH]))
TOOLS = "bubblewrap man-db python3"
# Paths that change when any program of a system runs.
NOISE = ("/var/log/", "/var/cache/", "/var/lib/apt/", "/var/lib/dpkg/", "/etc/ld.so.cache")


def files_of(root):
    """All files and folders, except those that a running system changes."""
    paths = (f"/{path.relative_to(root)}" for path in root.rglob("*"))
    return {path for path in paths if not f"{path}/".startswith(NOISE)}


class InDebian:
    """The tests in a fresh Debian, `suite`."""
    suite = ""

    def enter(self, root):
        (ROOT / "build").mkdir(exist_ok=True)
        folder = tempfile.TemporaryDirectory(prefix="debian_", dir=ROOT / "build")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "root"
        run("cp", "--archive", root, self.root)

    def as_user(self, script):
        return inside(self.root, script, USER)

    @contextlib.contextmanager
    def nothing_left(self):
        before = files_of(self.root)
        yield
        self.assertEqual(files_of(self.root), before)

    @contextlib.contextmanager
    def deb(self):
        """Installs the .deb, gives its command, and removes it."""
        package = next(PACKAGES.glob("*.deb"))
        self.assertEqual(run("dpkg-deb", "--field", package, "Depends").strip(), "")
        shutil.copy(package, self.root / "referee.deb")
        with self.nothing_left():
            before = files_of(self.root)
            inside(self.root, "apt-get install -y -q --no-install-recommends /referee.deb")
            self.assertGreater(len(files_of(self.root) - before), 40)
            yield "referee"
            inside(self.root, "apt-get purge -y -q referee")

    @contextlib.contextmanager
    def tarball(self):
        """Unpacks the tarball, gives the path of its command, and removes it."""
        with self.nothing_left():
            run("tar", "-xf", next(PACKAGES.glob("*.tar.xz")), "-C", self.root / "opt")
            top = next((self.root / "opt").iterdir())
            yield f"/opt/{top.name}/bin/referee"
            shutil.rmtree(top)

    def answer(self, script, path):
        """The answer of a server, which a script becomes, to a request of this path. The server ends."""
        said = ""
        with subprocess.Popen(**entering(self.root, script, USER)) as unshare:
            try:
                for line in unshare.stdout:
                    said += line
                    if port := re.search(r"http://[^/]+:(\d+)/", line):
                        with urllib.request.urlopen(f"http://127.0.0.1:{port[1]}{path}", timeout=60) as answer:
                            text = answer.read().decode()
                        server = pathlib.Path(f"/proc/{unshare.pid}/task/{unshare.pid}/children").read_text()
                        os.kill(int(server), signal.SIGTERM)
                        unshare.communicate(timeout=60)
                        return text
            finally:
                unshare.kill()
        self.fail(f"{script}: it names no address:\n{said}")

    def begin(self, referee):
        """What a user does first."""
        self.assertRegex(self.as_user(f"{referee} --version"), r"\Areferee \d+\.\d+\.\d+\n\Z")
        self.assertIn("referee tournament", self.as_user(f"{referee} help"))
        if ARCH:  # qemu can't start processes as referee does, so it judges matches that have been played
            for game in ("magnetize", "othello", "magnetic_cave"):
                shutil.copy(ROOT / f"tests/fuzz/corpus/match_log/{game}.json", self.root / "home/user")
                self.assertIn("1 of 1 matches replayed, all as logged", self.as_user(f"{referee} replay {game}.json"))
            self.as_user("rm *.json")
        else:
            self.assertRegex(self.as_user(f"{referee} alphabeta greedy --show --seed 1"), " beats | draw: ")

    def go_on(self, referee):
        """What needs Python or the sandbox."""
        self.assertIn("random.py", self.as_user(f"{referee} random.py random --quiet --move-time 5s --sandbox on"))
        self.assertIn("fit to play", self.as_user(f"{referee} check --driver function.py --move-time 5s --limits first=10s"))
        self.assertIn('"alphabeta"', self.answer(f"exec {referee} serve --port 0", "/api/play"))
        arena = f"exec {referee} arena class --port 0"
        first = f"printf 'Name\\nAda\\n' >students.csv; {arena} --students students.csv --until '2099-01-01 00:00' --without-control-groups"
        self.assertIn('"teacher":false', self.answer(first, "/api/who"))
        self.assertIn("<title>referee</title>", self.answer(arena, "/"))
        self.as_user("rm -r class students.csv")

    def test_a_bare_system(self):
        self.enter(debian(self.suite, arch=ARCH))
        for package in (self.deb, self.tarball):
            with self.subTest(package.__name__), package() as referee:
                self.begin(referee)

    @unittest.skipIf(ARCH, "qemu can't start bots")
    def test_a_system_with_tools(self):
        self.enter(debian(self.suite, TOOLS))
        with self.subTest("tarball"), self.tarball() as referee:
            self.begin(referee)
            self.go_on(referee)
        with self.subTest("deb"), self.deb() as referee:
            self.begin(referee)
            self.go_on(referee)
            self.assertIn("referee-tournament", self.as_user("man referee | cat"))
            self.assertIn("--format", self.as_user("man referee-tournament | cat"))
            complete = "source /usr/share/bash-completion/completions/referee; COMP_WORDS=(referee gr); COMP_CWORD=1; _referee; echo ${COMPREPLY[@]}"
            self.assertIn("greedy", self.as_user(f"bash -c '{complete}'"))


class Debian12Test(InDebian, unittest.TestCase):
    suite = "bookworm"


@unittest.skipIf(ARCH, "one Debian in qemu takes long enough")
class Debian13Test(InDebian, unittest.TestCase):
    suite = "trixie"


class DebTest(unittest.TestCase):
    def test_lintian_finds_no_error(self):
        if not shutil.which("lintian"):
            self.skipTest("lintian is not installed")
        run("lintian", "--allow-root", "--fail-on", "error", "--suppress-tags", "bad-distribution-in-changes-file", next(PACKAGES.glob("*.deb")))


@unittest.skipIf(ARCH, "qemu can't start bots")
class TarballTest(unittest.TestCase):
    def test_its_programs_need_nothing_else(self):
        """Tests the tarball in a root that contains nothing else except a /proc and a /dev/null."""
        with tempfile.TemporaryDirectory(prefix="referee_tarball_") as folder:
            run("tar", "-xf", next(PACKAGES.glob("*.tar.xz")), "-C", folder)
            top = next(pathlib.Path(folder).iterdir())
            (top / "proc").mkdir()
            (top / "tmp").mkdir()
            (top / "dev").mkdir()
            (top / "dev/null").touch()
            done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c",
                                   'mount -t proc proc "$0/proc" && mount --bind /dev/null "$0/dev/null" && exec chroot "$0" "$@"', top,
                                   "/bin/referee", "alphabeta", "greedy", "--quiet", "--sandbox", "off", "--seed", "1"],
                                  capture_output=True, text=True, timeout=60)
            self.assertRegex(done.stdout, " beats | draw: ")


if __name__ == "__main__":
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        print("skipped: it needs root and debootstrap")
        sys.exit(77)
    unittest.main(argv=[word for word in sys.argv if word != ARCH], verbosity=2)
