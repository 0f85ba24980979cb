"""Tests that an installed arena works from anywhere, that its pages and its help are complete, and that nothing is
left after it is removed."""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import tempfile
import unittest
import urllib.request

from harness import PATIENCE, RefereeTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ["REFEREE_BUILD"]
# With these limits, bots that use up their time play quickly, and no bot is late.
LIMITS = ["--move-time", "10ms", "--limits", "first=100ms,margin=20s"]


def run(*command, **options):
    """Runs a program, which must succeed. Returns its output."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=PATIENCE, **options)
    assert done.returncode == 0, f"{command}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Terminal:
    """Runs a program on its own terminal."""

    def __init__(self, *command, **options):
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, **options)
        os.close(theirs)
        self.shown = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def type(self, keys):
        os.write(self.ours, keys.encode())

    def answer(self):
        """The text in square brackets on the next line."""
        while not (found := re.search(r"^\[(.*)\]\r*$", self.shown, re.MULTILINE)):
            if not select.select([self.ours], [], [], PATIENCE)[0]:
                raise AssertionError(f"no answer; the terminal shows {self.shown!r}")
            self.shown += os.read(self.ours, 65536).decode()
        self.shown = self.shown[found.end():]
        return found.group(1)


class InstallTest(RefereeTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="referee_install_")
        cls.addClassCleanup(folder.cleanup)
        cls.top = pathlib.Path(folder.name)
        cls.prefix = cls.top / "prefix"
        cls.install()

    @classmethod
    def install(cls):
        # The list of installed files is restored afterwards, because it belongs to the user who has installed from this
        # build folder.
        manifest = pathlib.Path(BUILD, "install_manifest.txt")
        before = manifest.read_bytes() if manifest.exists() else None
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.manifest = cls.top / "manifest.txt"
        shutil.move(manifest, cls.manifest)
        if before is not None:
            manifest.write_bytes(before)

    def environment(self, **more):
        return super().environment(PATH=f"{self.prefix}/bin:/usr/bin:/bin", **more)

    def installed(self, *words, code=0):
        done = subprocess.run([self.prefix / "bin/referee", *map(str, words)], cwd=self.folder, env=self.environment(),
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def bots(self):
        return sorted(path.name for path in (self.prefix / "libexec/referee/bots").iterdir() if path.is_file() and os.access(path, os.X_OK))

    def test_bots_are_found_by_name_anywhere(self):
        self.assertLessEqual({"alphabeta", "greedy", "random", "random.py"}, set(self.bots()))
        for bot in self.bots():
            if not bot.startswith("fitz"):
                self.assertRegex(self.installed(bot, "random", "--quiet", "--seed", 2, *LIMITS), " beats | draw: ")
        self.assertIn("fitz1", self.installed("fitz1", "fitz2 --seed 3", "--game", "fitz", "--quiet", *LIMITS))
        self.assertIn("greedy", self.installed("tournament", "greedy", "random", "--games", 2, "--db", "t.db", *LIMITS))

    def test_a_file_of_ones_own_comes_before_a_bot_of_this_name(self):
        own = self.program("greedy", "#!/bin/sh\necho hello\n")
        self.assertIn("greedy (*) forfeits", self.installed("greedy", "random", *LIMITS))

    def test_serve_has_bots_to_play_against(self):
        process = subprocess.Popen([self.prefix / "bin/referee", "serve", "--port", "0"], cwd=self.folder, env=self.environment(),
                                   stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://\S+", process.stdout.readline()).group(0)
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                self.assertIn("<title>", answer.read().decode())
            with urllib.request.urlopen(address.rstrip("/") + "/api/play", timeout=PATIENCE) as answer:
                self.assertIn('"alphabeta"', answer.read().decode())
        finally:
            process.terminate()
            process.communicate()

    def test_links_of_the_pages_lead_somewhere(self):
        folder = self.prefix / "share/doc/referee"
        pages = list(folder.rglob("*.md"))
        found = 0
        for page in pages:
            for link in re.findall(r"\]\(([^)#]+)", page.read_text()):
                if "://" not in link:
                    found += 1
                    self.assertTrue((page.parent / link).exists(), f"{page}: {link}")
        self.assertGreater(found, 40)
        self.assertTrue((folder / "games/othello/RULES.md").exists())

    def commands(self):
        return set(re.findall(r"^  referee ([a-z-]+)(?: .*\S)?  +\S", self.installed("--help"), re.M)) | {"play"}

    def test_each_command_has_a_man_page_with_all_its_options(self):
        folder = self.prefix / "share/man/man1"
        self.assertEqual({page.name for page in folder.iterdir()},
                         {"referee.1", "referee-tune.1", *(f"referee-{command}.1" for command in self.commands())})
        for page in folder.iterdir():
            with self.subTest(page.name):
                command = page.stem.partition("-")[2] or "play"
                tune = command == "tune"
                text = run(self.prefix / "bin/referee-tune", "--help") if tune else self.installed(command, "--help-all")
                options = set(re.findall(r"^  (?:-\w, ?)?(--[a-z-]+)", text, re.M))
                self.assertGreater(len(options), 1)
                for option in options:
                    self.assertIn(option.replace("-", "\\-"), page.read_text())
                if not shutil.which("groff"):
                    continue
                shown = subprocess.run(["groff", "-man", "-ww", "-Tascii", page], capture_output=True, text=True)
                self.assertEqual(shown.stderr, "")
                plain = re.sub("\x1b\\[[0-9;]*m|.\b", "", shown.stdout)
                for option in options:
                    self.assertRegex(plain, rf"(?m)^ +(-\w, *)?{option}\b")

    def complete(self, *words):
        """Returns the completions that bash offers for the last of these words."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; '
                  '_referee; printf "%s\\n" "${COMPREPLY[@]}"')
        file = self.prefix / "share/bash-completion/completions/referee"
        return set(run("bash", "-c", script, "bash", file, "referee", *words, env=self.environment(), cwd=self.folder).split())

    def test_bash_completes(self):
        (self.folder / "match.json").touch()
        self.assertEqual(self.complete("stand"), {"standings"})
        self.assertEqual(self.complete("gr"), {"greedy"})
        self.assertEqual(self.complete("greedy", "ra"), {"random", "random.py"})
        self.assertEqual(self.complete("greedy", "random", "--sandbox", ""), {"on", "off", "auto"})
        self.assertEqual(self.complete("tournament", "--game", "o"), {"othello"})
        self.assertEqual(self.complete("tournament", "--form"), {"--format"})
        self.assertEqual(self.complete("tournament", "--format", "s"), {"swiss"})
        self.assertEqual(self.complete("replay", "ma"), {"match.json"})
        self.assertEqual(self.complete("help", "ga"), {"games", "games-needed"})
        for command in self.commands():
            self.assertLessEqual({"--help", "--version"}, self.complete(command, "--"))

    # The lines as typed, and the same lines after Tab. Each has only one completion.
    TYPED = {"stand": "standings", "gr": "greedy", "greedy al": "greedy alphabeta", "greedy random --sandbox of": "greedy random --sandbox off",
             "tournament --game o": "tournament --game othello", "tournament --form": "tournament --format",
             "tournament --format s": "tournament --format swiss", "replay ma": "replay match.json", "help ga": "help games",
             "greedy random --trad": "greedy random --traditional-time"}

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        (self.folder / "match.json").touch()
        file = self.prefix / "share/fish/vendor_completions.d/referee.fish"

        def offered(typed):
            shown = run("fish", "--no-config", "-c", f"source {file}; complete -C 'referee {typed}'", cwd=self.folder,
                        env=self.environment(HOME=self.folder))
            return {line.split("\t")[0] for line in shown.splitlines()}

        for typed, line in self.TYPED.items():
            self.assertEqual(offered(typed), {line.split()[-1]}, typed)
        self.assertLessEqual({"alphabeta", "human", "tournament", "help", "match.json"}, offered(""))
        self.assertEqual(offered("greedy random --sandbox "), {"on", "off", "auto"})

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes(self):
        (self.folder / "match.json").touch()
        with Terminal("zsh", "-f", cwd=self.folder, env=self.environment(TERM="dumb")) as zsh:
            zsh.type(f"PS1=; fpath=({self.prefix}/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D; print -r -- '['ready']'\n")
            self.assertEqual(zsh.answer(), "ready")
            for typed, line in self.TYPED.items():
                # The shell completes the line after Tab. Then it quotes and prints the line.
                zsh.type(f"referee {typed}\t\x05]'\x01print -r -- '[\n")
                self.assertEqual(zsh.answer().rstrip(), "referee " + line)

    def test_removing_leaves_nothing(self):
        copy = self.top / "copy"
        manifest = self.folder / "manifest.txt"
        manifest.write_text(self.manifest.read_text().replace(str(self.prefix), str(copy)))
        shutil.copytree(self.prefix, copy, symlinks=True)
        run("cmake", "-D", f"MANIFEST={manifest}", "-P", ROOT / "packaging/uninstall.cmake")
        self.assertEqual([path for path in copy.rglob("*") if not path.is_dir()], [])
        self.assertEqual([path for path in copy.rglob("*referee*")], [])
        again = subprocess.run(["cmake", "-D", f"MANIFEST={manifest}", "-P", ROOT / "packaging/uninstall.cmake"],
                               capture_output=True, text=True)
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("nothing to uninstall", again.stderr)
