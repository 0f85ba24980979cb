"""The files that generated students hand in. Everything in them that others must not see has the mark of its person."""
import io
import json
import time
import zipfile

MARK = "SECRET-OF-"

# A bot that plays the first listed move of Magnetize. It writes its mark to stderr and as a note, and after a while does something else.
BOT = """import sys, time
def lines(count):
    return [sys.stdin.readline() for _ in range(count)]
sys.stderr.write({mark!r} + ' begins\\n')
sys.stdin.readline(), sys.stdin.readline()
settings = sys.stdin.readline().split()
while True:
    if not sys.stdin.readline():
        break
    lines(int(sys.stdin.readline()))
    lines(1 + int(settings[0]))
    moves = lines(int(sys.stdin.readline()))
    sys.stderr.write('info string ' + {mark!r} + ' pv ' + moves[0].strip() + '\\n')
    sys.stderr.flush()
    if {deed!r} and time.time() > {late!r}:
        if {deed!r} == 'garbage':
            moves[0] = {mark!r}
        else:
            raise ValueError({mark!r})
    print(moves[0].strip(), flush=True)
"""
FAILING_BUILD = "import sys\nprint('{mark} to stdout')\nprint(open('/proc/self/mountinfo').read() * 0, end='')\nsys.exit('{mark} to stderr')\n"
BUILD = "print('{mark} is built')\nopen('bot.py', 'w').write(open('source.py').read())\n"


def archive(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def archive_with_link(target):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        info = zipfile.ZipInfo("bot.py")
        info.external_attr = 0o120777 << 16
        file.writestr(info, target)
    return out.getvalue()


def hand_in(person, kind, number, now=None, driven=False):
    """The name and the bytes of a hand-in. The same person, kind and number have the same bytes, but for bots whose behaviour changes
    some seconds after `now`. `driven`: a driver runs the main file, so nothing else may."""
    mark = f"{MARK}{person}-{number}-"
    bot = BOT.format(mark=mark, deed="", late=0)
    if kind == "good":
        return f"{mark}bot.py", bot.encode()
    if kind == "copy":
        return f"{mark}copy.py", BOT.format(mark=f"by nobody {number}", deed="", late=0).encode()
    if kind in ("garbage", "traceback"):
        return f"{mark}late.py", BOT.format(mark=mark, deed=kind, late=(now or time.time()) + 3).encode()
    if kind == "crash":
        return f"{mark}crash.py", f"import sys\nsys.exit({mark!r})\n".encode()
    if kind == "page":
        return f"{mark}page.html", f"<html>{mark}</html>".encode()
    if kind == "link":
        return f"{mark}link.zip", archive_with_link(f"/etc/{mark}")
    if kind == "empty":
        return f"{mark}empty.py", b""
    if kind == "large":
        return f"{mark}large.py", mark.encode() * ((1 << 20) // len(mark) + 2)
    files = {"bot.json": json.dumps({"build": ["python3", f"{mark}build.py"], "run": ["python3", "bot.py", mark]}), "source.py": bot}
    if driven:
        files = {"bot.json": json.dumps({"build": ["python3", f"{mark}build.py"]}), "source.py": bot, "bot.py": "raise SystemExit('it was not built')\n"}
    files[f"{mark}build.py"] = (BUILD if kind == "project" else FAILING_BUILD).format(mark=mark)
    return f"{mark}{kind}.zip", archive(files)


def marks_in(content):
    """The persons whose marks are in these bytes."""
    found, place = set(), -1
    while (place := content.find(MARK.encode(), place + 1)) >= 0:
        found.add(int(content[place + len(MARK):place + len(MARK) + 1]))
    return found


def unpacked(content):
    """The bytes, and those of the files of an archive."""
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive_file:
        names = archive_file.namelist()
        return content + "\n".join(names).encode() + b"".join(unpacked(archive_file.read(name)) for name in names)
