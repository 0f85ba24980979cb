"""Tests hand-ins that are archives: in archives, of all kinds, and such as attack whoever opens them."""
import gzip
import io
import json
import os
import shutil
import stat
import subprocess
import tarfile
import unittest

from class_case import ClassCase, archive, python

HAS_7Z = next(filter(shutil.which, ("7z", "7zz", "7za", "7zr")), None)


def tar(files, mode="w:gz", edit=None, more=()):
    """A tar archive of {name: content}. `more`: further members."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as file:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            content = content if isinstance(content, bytes) else content.encode()
            info.size = len(content)
            info.mode = 0o644
            if edit:
                edit(info)
            file.addfile(info, io.BytesIO(content) if info.isreg() else None)
        for info in more:
            file.addfile(info)
    return out.getvalue()


def member(name, kind, target="", **more):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    for key, value in more.items():
        setattr(info, key, value)
    return info


class ArchivesTest(ClassCase):
    def seven(self, files, *words):
        folder = self.folder / "pack"
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content)
        subprocess.run([HAS_7Z, "a", *words, self.folder / "packed.7z", "."], cwd=folder, check=True, capture_output=True)
        content = (self.folder / "packed.7z").read_bytes()
        (self.folder / "packed.7z").unlink()
        return content

    def hand_in_all(self, files):
        """files: {student: (name of the file, its bytes)}. Two more students always play."""
        for i, (student, (name, content)) in enumerate(files.items()):
            self.hand_in(f"{student}_{9001 + i}_assignsubmission_file", {name: content})
        for i, student in enumerate(("Zoe Last", "Zia Last")):
            self.hand_in(f"{student}_{9801 + i}_assignsubmission_file", {"bot.py": python(f"# {student}")})
        self.list([*files, "Zoe Last", "Zia Last"])

    def test_archives_are_opened(self):
        bot = {"abgabe/src/bot.py": python("import helper"), "abgabe/src/helper.py": "", "abgabe/README.md": "x", "abgabe/.git/config": "x"}
        small = {"bot.py": python("pass")}
        plays = {
            "Ann A": ("a.tar.gz", tar(bot)),
            "Ben B": ("a.tgz", tar({**bot, "abgabe/b.txt": "b"})),
            "Cai C": ("a.tar.xz", tar({**bot, "abgabe/c.txt": "c"}, "w:xz")),
            "Dan D": ("a.tar", tar({**bot, "abgabe/d.txt": "d"}, "w:")),
            # In each other.
            "Eve E": ("a.zip", archive({"hand_in.zip": archive(bot)})),
            "Fay F": ("a.zip", archive({"README.txt": "x", "folder/hand_in.tar.gz": tar(bot)})),
            "Gus G": ("a.tar.gz", tar({"hand_in.zip": archive(small)})),
            # A wrong name.
            "Hal H": ("a.zip", tar(small)),
            "Ida I": ("a.tar.gz", archive(small)),
            # Data beside a program.
            "Jan J": ("a.zip", archive({**small, "tests.zip": b"no archive"})),
        }
        if HAS_7Z:
            plays["Kai K"] = ("a.7z", self.seven(bot))
        self.hand_in_all(plays)
        run = self.play_class("--games", "2", "--format", "swiss", "--rounds", "1")
        self.assertEqual(self.entrants(), {*plays, "Zoe Last", "Zia Last"}, run)
        rows = {student["name"]: student for student in self.students()}
        self.assertEqual(rows["Hal H"]["remark"], "'a.zip' is a .tar.gz archive, although its name says .zip")
        self.assertEqual(rows["Ida I"]["remark"], "'a.tar.gz' is a .zip archive, although its name says .tar.gz")
        self.assert_nothing_left()

    def students(self):
        return json.loads(self.sql("SELECT value FROM meta WHERE key = 'students'", "class.db")[0][0])

    def test_hostile_archives_do_no_harm(self):
        bot = {"bot.py": python()}
        secret = self.folder / "secret.txt"
        secret.write_text("SECRET")
        victim = self.handed_in / "Zoe Last_9801_assignsubmission_file" / "bot.py"
        deep = "/".join(["d"] * 100)
        holes = subprocess.run(["sh", "-c", "truncate -s 9G hole && tar --sparse -czf - hole bot.py; rm hole"], cwd=self.sparse_folder(), capture_output=True, check=True).stdout
        refused = {
            "Link Symbolic": ("a.tar.gz", tar(bot, more=[member("x", tarfile.SYMTYPE, str(secret))]), "'x' is a link"),
            "Link Through": ("a.tar.gz", tar(bot, more=[member("x", tarfile.SYMTYPE, "/tmp"), member("x/y", tarfile.SYMTYPE, "z")]), "is a link|can't open"),
            "Link Hard": ("a.tar.gz", tar(bot, more=[member("x", tarfile.LNKTYPE, "/etc/hostname")]), "x: Cannot hard link"),
            "Dev Ice": ("a.tar.gz", tar(bot, more=[member("x", tarfile.CHRTYPE, devmajor=1, devminor=3)]), "x: Cannot mknod"),
            "Fi Fo": ("a.tar.gz", tar(bot, more=[member("x", tarfile.FIFOTYPE)]), "'x' is neither a file nor a folder"),
            "Dot Dot": ("a.tar.gz", tar({**bot, "../../../" + victim.name: "evil"}), "Member name contains '..'"),
            "Twice Same": ("a.tar.gz", tar(bot, more=[member("bot.py", tarfile.REGTYPE)]), "bot.py: Cannot open: File exists"),
            "Twice Case": ("a.tar.gz", tar({**bot, "Bot.py": "x"}), "two files of the name"),
            "Deep Down": ("a.tar.gz", tar({**bot, deep + "/x": "x"}), "more than 30 levels"),
            "Many Files": ("a.tar.gz", tar({**bot, **{f"f{i}": "" for i in range(1100)}}), "more than 1000 files"),
            "Bomb Zeros": ("a.tar.gz", tar({**bot, "zeros": bytes(100 << 20)}), "larger than 64 MiB"),
            "Bomb Disk": ("a.tar.xz", tar({**bot, **{f"z{i}": bytes(60 << 20) for i in range(5)}}, "w:xz"), "tar can't open|larger than 64 MiB|too long"),
            "Name Evil": ("a.tar.gz", tar({**bot, "a\nb\x1b[2J": "x"}), "invalid path"),
            "Both Full": ("a.zip", archive({"a.tar.gz": tar({**bot, "x": os.urandom(40 << 20)}, "w:gz")}), "larger than 64 MiB with the archive in its archive"),
            "Three Deep": ("a.zip", archive({"b.zip": archive({"c.zip": archive(bot)})}), "more than 2 archives within each other"),
            "Hundred Deep": ("a.tar.gz", self.nested(bot, 100), "more than 2 archives within each other"),
            "No Archive": ("a.tar.gz", b"\x1f\x8b no archive", "gzip: stdin: "),
            "No Files": ("a.tar.gz", tar({}), "'a.tar.gz' has no files in it, or is no archive of files: hand in a zip"),
            "One File": ("a.tar.gz", gzip.compress(b"print(1)"), "'a.tar.gz' has no files in it, or is no archive of files: hand in a zip"),
            "Rar Zip": ("a.zip", b"Rar!\x1a\x07\x01\x00", "'a.zip' is a RAR archive, although its name says .zip: hand in a zip"),
            "Two Archives": ("a.zip", archive({"x.tar.gz": tar(bot), "y.7z": b"x"}), "2 archives: hand in only one"),
        }
        if HAS_7Z:
            refused["Seven Secret"] = ("a.7z", self.seven(bot, "-psecret", "-mhe=on"), "can't open 'a.7z': it has a password: hand in one without a password")
            refused["Seven Content"] = ("a.7z", self.seven(bot, "-psecret"), "can't open 'a.7z': it has a password: hand in one without a password")
            refused["Seven Nothing"] = ("a.7z", b"7z\xbc\xaf\x27\x1c no archive", "can't open 'a.7z': it is broken: pack the files anew, or hand in a zip")
            refused["Seven Half"] = ("a.7z", self.seven(bot)[:80], "can't open 'a.7z': it(s end is missing| is broken)")
        else:
            refused["Seven Missing"] = ("a.7z", b"7z\xbc\xaf\x27\x1c", "a .7z archive needs '7z', which is not on this machine: hand in a zip")
        # What looks like an attack, and plays: an absolute name is one in the archive, and a file of 9 GiB has no place in the sandbox.
        plays = {"Abs Olute": ("a.tar.gz", tar({"/bot.py": python("# absolute")})), "Sparse Holes": ("a.tar.gz", holes)}
        self.hand_in_all({**plays, **{name: given[:2] for name, given in refused.items()}})
        run = self.play_class("--games", "2")
        refusals = self.refusals()
        for name, (_, _, why) in refused.items():
            self.assertIn(name, refusals, run)
            self.assertRegex(refusals[name]["reason"], why, name)
            self.assertNotIn("SECRET", str(refusals[name]))
            self.assertNotIn("TEACHER", str(refusals[name]).replace(str(secret), ""), name)
        self.assertEqual(self.entrants(), {*plays, "Zoe Last", "Zia Last"})
        self.assertNotIn("evil", victim.read_text())
        self.assertEqual((self.folder / "class.bots/Sparse Holes/project/hole").stat().st_size, 0)
        for path in (self.folder / "class.bots").rglob("*"):
            self.assertTrue(stat.S_ISREG(path.lstat().st_mode) or stat.S_ISDIR(path.lstat().st_mode), path)
        self.assert_nothing_left()

    def sparse_folder(self):
        folder = self.folder / "sparse"
        folder.mkdir()
        (folder / "bot.py").write_text(python())
        return folder

    def nested(self, bot, levels):
        content = tar(bot)
        for _ in range(levels):
            content = tar({"a.tar.gz": content})
        return content


if __name__ == "__main__":
    unittest.main()
