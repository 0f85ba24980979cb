"""Law 15: the same files written in other ways."""
import os
import re

PATHS = re.compile(r"(?<![\w./-])(f/[abcd]\.sh|(?:bots|two)(?:/[abcd](?:/bot\.sh)?)?|f|shown|work|[a-z]+\.db(?:-wal)?|book\.txt|pos\.txt|list\.csv|m3?\.json|w\d+p?\.(?:db|json))(?![\w./-])")
LINKS = {"f": "link", "bots": "blink", "early.db": "earlylink.db"}
TITLES = {"early": "earlylink"}  # of a tournament: the name of its file


def dotted(path, world):
    return "./" + path


def upward(path, world):
    return f"shown/../{path}"


def absolute(path, world):
    return str(world.folder / path)


def doubled(path, world):
    return path.replace("/", "//") if "/" in path else f".//{path}"


def linked(path, world):
    first, slash, rest = path.partition("/")
    return LINKS.get(first, first) + slash + rest if not path.endswith("-wal") else path


def slashed(path, world):
    return path + "/" if os.path.isdir(world.folder / path) else path


def from_below(path, world):
    """The path as it is written in the folder work/."""
    return f"../{path}"


SPELLINGS = {"dot": dotted, "up": upward, "absolute": absolute, "doubled": doubled, "link": linked, "slash": slashed, "folder": from_below}


def respelled(words, how, world, only=None):
    """The words with each path written in another way. `only`: a pattern of the paths that are changed."""
    def other(match):
        return how(match[1], world) if only is None or re.fullmatch(only, match[1]) else match[1]
    return [PATHS.sub(other, word) if not word.startswith("--") else word for word in words]


def unspelled(text, world):
    """A text in which all spellings of a path are the same."""
    text = text.replace(str(world.folder) + "/", "")
    text = re.sub(r"(?<![\w.])(\.\.?/+|shown/\.\./)", "", text)
    for name, link in {**LINKS, **TITLES}.items():
        text = re.sub(rf"(?<![\w.]){re.escape(link)}(?![\w.])", name, text)
    return re.sub(r"\s+", " ", re.sub(r"(?<=\w)/+(?=\w)", "/", re.sub(r"/(?=['\" ,;:\n]|$)", "", text)))
