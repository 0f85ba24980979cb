"""Checks that every option in a message, a page or a kit is an option of referee, or of a program that is listed
here."""
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFEREE = pathlib.Path(os.environ["REFEREE_BIN"]).resolve() / "referee"
NAME = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]\b")
# Files with commands of other programs, or with old option names that are refused.
FOREIGN = {"core/processes/sandbox.cpp", "tournament/run/engine/slurm.cpp", "tournament/run/engine/gnu_parallel.cpp",
           "tournament/run/engine/waves.cpp", "handins/archives.cpp", "handins/recipe.cpp"}
# Options of bots, of build tools and of other programs that pages mention.
OTHERS = set("--depth --nodes --time --threads --moves --pick --class-path --preset --build --version --user --update --no-pager --prefix "
             "--install --help --help-all --cap-drop --cap-add --privileged --security-opt --read-only --network --rm --tmpfs --init --mount "
             "--ulimit --memory --cpus --pids-limit --volume --release --hash --seconds --book --mid --compare --only --hosts --retries "
             "--uncounted --margin --scope --now --times --script --no-init-file --no-auto-compile "
             "--option --movetime --go --uci --info --lf --all-colours --no-columns".split())


def options():
    overview = subprocess.run([REFEREE, "--help"], capture_output=True, text=True, check=True).stdout
    tune = subprocess.run([REFEREE.with_name("referee-tune"), "--help"], capture_output=True, text=True, check=True).stdout
    names = {"--help", "--help-all", "--version", *re.findall(r"^  (--[a-z-]+)", tune, re.M)}
    for command in {"play", *re.findall(r"^  referee ([a-z-]+)(?: .*\S)?  +\S", overview, re.M)}:
        text = subprocess.run([REFEREE, command, "--help-all"], capture_output=True, text=True, check=True).stdout
        names |= set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M))
    return names


def strings_of(source):
    """The texts in quotation marks, except those in comments."""
    source = re.sub(r"^\s*//.*$", "", source, flags=re.M)
    return "\n".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', source))


class Options(unittest.TestCase):
    known = options()

    def check(self, place, text, more=()):
        for name in set(NAME.findall(text)) - self.known - set(more):
            with self.subTest(place=str(place), option=name):
                self.fail(f"{place} names {name}, which is no option")

    def test_messages(self):
        for path in sorted((ROOT / "referee").rglob("*.[ch]pp")):
            if str(path.relative_to(ROOT / "referee")) not in FOREIGN:
                self.check(path.relative_to(ROOT), strings_of(path.read_text()), OTHERS)

    def test_pages_and_kits(self):
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "kits").rglob("*")),
                     *sorted((ROOT / "games").glob("*/RULES.md"))]:
            if path.is_file():
                self.check(path.relative_to(ROOT), path.read_text(), OTHERS)


if __name__ == "__main__":
    unittest.main()
