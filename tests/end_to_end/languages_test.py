"""Tests that bots in many languages play in the sandbox, where their runtimes find few files and system calls. If a language
is not installed on this machine, it is skipped with a message; `make deps-languages` installs them."""
import pathlib
import shutil
import subprocess

from harness import LONG_LIMITS, RefereeTest

SOURCES = pathlib.Path(__file__).parent / "languages"

# For each language: its source, the program that must be installed, the compiler, and the bot.
LANGUAGES = {
    "C# (Mono)": ("bot.cs", "mcs", "mcs bot.cs", "mono bot.exe"),
    "Guile": ("bot.scm", "guile", "", "guile --no-auto-compile -s bot.scm"),
    "Haskell": ("bot.hs", "ghc", "ghc -v0 -with-rtsopts=-V0 bot.hs", "./bot"),
    "Lisp (SBCL)": ("bot.lisp", "sbcl", "", "sbcl --script bot.lisp"),
    "Lua": ("bot.lua", "lua5.4", "", "lua5.4 bot.lua"),
    "OCaml": ("bot.ml", "ocamlc", "ocamlc -o bot bot.ml", "./bot"),
    "Octave": ("bot.m", "octave-cli", "", "octave-cli --no-init-file --quiet bot.m"),
    "Pascal": ("bot.pas", "fpc", "fpc -v0 bot.pas", "./bot"),
    "Perl": ("bot.pl", "perl", "", "perl bot.pl"),
    "PHP": ("bot.php", "php", "", "php bot.php"),
    "R": ("bot.R", "Rscript", "", "Rscript bot.R"),
    "Racket": ("bot.rkt", "racket", "", "racket bot.rkt"),
    "Ruby": ("bot.rb", "ruby", "", "ruby bot.rb"),
}


class LanguagesTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.need_sandbox()

    def test_bots_in_many_languages_play_in_the_sandbox(self):
        missing = []
        for language, (source, tool, compiler, command) in LANGUAGES.items():
            if not shutil.which(tool):
                missing.append(language)
                continue
            with self.subTest(language):
                home = self.folder / tool
                home.mkdir()
                shutil.copy(SOURCES / source, home)
                if compiler:
                    subprocess.run(compiler.split(), cwd=home, check=True, env=self.environment())
                self.referee("check", command, "--sandbox=on", "--game", "magnetize:height=4,width=5", *LONG_LIMITS,
                             cwd=home, code=0)
                self.assert_nothing_left()
        if missing:
            print(f"\nSKIPPED: these languages are not on this machine: {', '.join(missing)}; make deps-languages installs them", flush=True)


del RefereeTest
