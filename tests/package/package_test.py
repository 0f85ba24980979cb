#!/usr/bin/python3
"""Tests the packages as a new user would (make package-test): the .deb in a fresh Debian, which debootstrap makes, and
the tarball in an empty root.

The fresh Debian needs root, and a network the first time. It is kept in build/package_root. If root or the network is
missing, the exit code is 77 (skipped).
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "build/packages"
FRESH = ROOT / "build/package_root"
# Paths that change when any program of a system runs.
NOISE = ("/var/log/", "/var/cache/", "/var/lib/apt/", "/var/lib/dpkg/", "/tmp/", "/proc/", "/sys/", "/dev/", "/run/", "/etc/ld.so.cache", "/root/")


def run(*command, **options):
    """Runs a program, which must succeed. Returns its output."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900, **options)
    assert done.returncode == 0, f"{command}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout


def fresh_debian():
    if not (FRESH / "bin/bash").exists():
        shutil.rmtree(FRESH, ignore_errors=True)
        run("debootstrap", "--variant=minbase", "bookworm", FRESH)


def inside(root, script):
    """Runs a shell script in another root, with its own /proc."""
    return run("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c",
               'mkdir -p "$0/proc" && mount -t proc proc "$0/proc" && exec chroot "$0" "$@"', root, "/bin/sh", "-ec", script,
               env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"})


def files_of(root):
    """All files and folders, except those that a running system changes."""
    paths = (f"/{path.relative_to(root)}" for path in root.rglob("*"))
    return {path for path in paths if not f"{path}/".startswith(NOISE)}


class DebTest(unittest.TestCase):
    def setUp(self):
        self.deb = next(PACKAGES.glob("*.deb"))

    def test_lintian_finds_no_error(self):
        if not shutil.which("lintian"):
            self.skipTest("lintian is not installed")
        run("lintian", "--allow-root", "--fail-on", "error", "--suppress-tags", "bad-distribution-in-changes-file", self.deb)

    def test_a_new_user(self):
        fresh_debian()
        shutil.copy("/etc/resolv.conf", FRESH / "etc/resolv.conf")
        self.assertEqual(run("dpkg-deb", "--field", self.deb, "Depends").strip(), "")
        inside(FRESH, "apt-get update -q && apt-get install -y -q --no-install-recommends man-db bubblewrap python3")
        before = files_of(FRESH)
        shutil.copy(self.deb, FRESH / "tmp/referee.deb")
        inside(FRESH, "apt-get install -y -q --no-install-recommends /tmp/referee.deb")
        self.assertGreater(len(files_of(FRESH) - before), 40)
        self.assertRegex(inside(FRESH, "cd /tmp && referee alphabeta greedy --show --seed 1"), " beats | draw: ")
        self.assertIn("random.py", inside(FRESH, "cd /tmp && referee random.py random --quiet --move-time 5s"))
        self.assertIn("fit to play", inside(FRESH, "cd /tmp && referee check --driver function.py --move-time 5s --limits first=10s"))
        self.assertIn("referee-tournament", inside(FRESH, "man referee | cat"))
        self.assertIn("--format", inside(FRESH, "man referee-tournament | cat"))
        complete = "source /usr/share/bash-completion/completions/referee; COMP_WORDS=(referee gr); COMP_CWORD=1; _referee; echo ${COMPREPLY[@]}"
        self.assertIn("greedy", inside(FRESH, f"bash -c '{complete}'"))
        page = inside(FRESH, """cd /tmp && referee serve --port 0 >served & sleep 2
            bash -c 'host=$(grep -oE "127.0.0.1:[0-9]+" /tmp/served); exec 3<>/dev/tcp/127.0.0.1/${host#*:}
            printf "GET /api/play HTTP/1.1\\r\\nHost: $host\\r\\nConnection: close\\r\\n\\r\\n" >&3; cat <&3'
            kill $!""")
        self.assertIn('"alphabeta"', page)
        inside(FRESH, "apt-get purge -y -q referee")
        self.assertEqual(files_of(FRESH) - before, set())


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
    unittest.main(verbosity=2)
