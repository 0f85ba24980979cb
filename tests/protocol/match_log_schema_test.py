"""Tests that the reader of match logs refuses what the schema forbids, and accepts what it allows. Logs of real
matches are changed in every way that a keyword of the schema restricts. python3-jsonschema judges each change as
well."""
import collections
import copy
import json
import os
import pathlib
import re
import subprocess

import jsonschema
from harness import BIN, GAMES, LONG_LIMITS, SCHEMA, RefereeTest, bot, main, validator

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples/games"
PROBLEMS = os.environ["REFEREE_LOG_PROBLEMS"]
SHORT = {
    "magnetize": "magnetize:height=2,width=3,square=2,maglock=1,max_plies=4",
    "cluster": "cluster:side=3,max_plies=3",
    "othello": "othello:max_plies=3",
    "magnetic_cave": "magnetic_cave:max_plies=3",
    "fitz": "fitz:height=6,width=6,max_plies=3",
    "fitz, large": "fitz:height=65,width=64,max_plies=2",
}
OF_OTHER_TYPES = [None, True, 7, 1.5, "text", [], {}, [[]], {"x": 1}]
LARGEST_LIST = 3000  # the maximum length of a list that is made for a test
OFTEN_ENOUGH = 2  # the number of places that are changed for each subschema

# Errors that no schema can express. Only the reader refuses them.
READER_ONLY = "opening is out of range: there are only"


def at(document, path):
    for key in path:
        document = document[key]
    return document


def subschema(pointer):
    return at(SCHEMA, [int(key) if key.isdigit() else key for key in pointer.split("/")[1:]])


def applied(pointer, value):
    """Yields the pointers of the schema at `pointer`, and of all subschemas that apply to the same value."""
    schema = subschema(pointer)
    if not isinstance(schema, dict):
        return
    yield pointer
    if "$ref" in schema:
        yield from applied(schema["$ref"][1:], value)
    for keyword in ("allOf", "oneOf"):
        for i in range(len(schema.get(keyword, []))):
            yield from applied(f"{pointer}/{keyword}/{i}", value)
    if "if" in schema:
        branch = "then" if validator().evolve(schema=schema["if"]).is_valid(value) else "else"
        if branch in schema:
            yield from applied(f"{pointer}/{branch}", value)


def places(pointer, document, path=()):
    """Yields each place of a document, with the pointer of each schema that applies to it."""
    value = at(document, path)
    for here in applied(pointer, value):
        yield path, here
        schema = subschema(here)
        if isinstance(value, dict):
            for key in schema.get("properties", {}):
                if key in value:
                    yield from places(f"{here}/properties/{key}", document, path + (key,))
        if isinstance(value, list):
            first = len(schema.get("prefixItems", []))
            for i in range(min(len(value), 2) if first == 0 else min(len(value), first + 1)):
                if i < first:
                    yield from places(f"{here}/prefixItems/{i}", document, path + (i,))
                elif "items" in schema:
                    yield from places(f"{here}/items", document, path + (i,))


def violations(keyword, schema, value):
    """Yields other values for a place that this keyword restricts. Most of them are invalid. Some are just valid."""
    said = schema[keyword]
    if keyword in ("type", "const", "enum", "oneOf"):
        yield from OF_OTHER_TYPES
        if keyword == "enum":
            yield from said
        if isinstance(value, int) and not isinstance(value, bool):
            yield from (value + 0.0, value + 0.5)
    elif keyword == "required" and isinstance(value, dict):
        for key in said:
            yield {k: v for k, v in value.items() if k != key}
    elif keyword == "additionalProperties" and isinstance(value, dict):
        yield {**value, "extra": 1}
        yield {**value, "": None}
    elif keyword == "minimum":
        yield from (said - 1, said, float(said), -2**63, -2**70)
    elif keyword == "maximum":
        yield from (said + 1, said, 2**63, 2**64 - 1, 2**70)
    elif keyword == "minLength":
        yield from ("x" * (said - 1), "\u00e4" * said)
    elif keyword == "maxLength":
        yield from ("\u00e4" * said, "\u00e4" * (said + 1))
    elif keyword == "pattern" and isinstance(value, str):
        yield from ("", value + "x", "x" + value, value[:-1], value + value, "\u007f", " " + value, value.lower())
    elif keyword == "minItems" and isinstance(value, list) and said > 0:
        yield value[:said - 1]
    elif keyword == "maxItems" and isinstance(value, list) and said < LARGEST_LIST:
        yield (value or [0]) * (said + 1)
    elif keyword == "contains" and isinstance(value, list):
        yield ["....."] * len(value)
    elif keyword == "items" and said is False:
        yield value + [0]


def changed(document, path, value):
    document = copy.deepcopy(document) if path else value
    if path:
        at(document, path[:-1])[path[-1]] = value
    return document


class SchemaTest(RefereeTest):
    def logs(self):
        yield from (self.play(str(BIN / "random"), str(BIN / "random"), "--game", game)[1] for game in SHORT.values())
        for game in set(GAMES) - set(SHORT):  # a game that `random` may not know
            yield self.play(str(BIN / "random.py"), str(BIN / "random.py"), "--game", game)[1]
        yield self.play(bot(), bot(2, "exit:3", stderr="oh"), "--game", SHORT["magnetize"])[1]
        noted = r"info depth 3 score -2 score mate 4 wdl 1 1 2 nodes 5 nps 7 pv DROP 1 string so\n"
        yield self.play(bot(1, "crlf", stderr=noted), bot(), "--game", SHORT["magnetize"])[1]
        yield self.play(bot(), bot(1, "kill:9"), "--game", SHORT["magnetize"])[1]
        for game in ("hex.py:size=2", "breakthrough.py:height=4,width=3", "pig.py:target=10"):  # rules that are programs
            yield self.play(str(BIN / "random.py"), str(BIN / "random.py"), "--game", f"{EXAMPLES}/{game}")[1]
        for game, *more in (("battleship.py:size=6",), ("poker.py",), ("chess.py", "--position", "8/5k2/8/8/8/8/4P3/4K3 w - - 0 1")):  # version 2
            yield self.play(str(BIN / "random.py"), str(BIN / "random.py"), "--game", f"{EXAMPLES}/{game}", *more, *LONG_LIMITS)[1]
        save = self.folder / "save"
        save.write_text("1 0 3 3\n#..\n...\n..*\n")
        yield self.play(str(BIN / "random"), str(BIN / "random"), "--game", f"fitz:save={save},max_plies=1")[1]

    def problems(self, documents):
        lines = "".join(json.dumps(document) + "\n" for document in documents)
        run = subprocess.run([PROBLEMS], input=lines, capture_output=True, text=True, timeout=120, check=True)
        return run.stdout.splitlines()

    def test_the_settings_of_each_game_are_in_its_schema_with_their_ranges(self):
        for game in GAMES:
            with self.subTest(game):
                settings = re.findall(r"^  (\w+) +(a file|a position|(\d+)\.\.(\d+)), default ", self.referee("games", game).out, re.M)
                config = SCHEMA["$defs"][game]["$defs"]["config"]
                self.assertEqual(list(config["properties"]), [name for name, *_ in settings])
                # Most matches begin as usual, so their logs need not contain a position.
                self.assertEqual(config["required"], [name for name in config["properties"] if name != "position"])
                self.assertFalse(config["additionalProperties"])
                for name, kind, least, most in settings:
                    if least:
                        self.assertEqual(config["properties"][name], {"type": "integer", "minimum": int(least), "maximum": int(most)}, name)

    def test_reader_and_schema_agree(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        documents, reasons, seen = {}, {}, collections.Counter()
        for log in self.logs():
            documents[json.dumps(log)] = log
            for path, pointer in places("", log):
                of_kind = pointer, type(at(log, path))
                seen[of_kind] += 1
                if seen[of_kind] > OFTEN_ENOUGH:
                    continue
                schema = subschema(pointer)
                for keyword in schema:
                    reasons.setdefault(f"{pointer}/{keyword}", set())
                    for value in violations(keyword, schema, at(log, path)):
                        document = changed(log, path, value)
                        text = json.dumps(document)
                        documents[text] = document
                        reasons[f"{pointer}/{keyword}"].add(text)
        valid = {text: validator().is_valid(document) for text, document in documents.items()}
        for text, problem in zip(documents, self.problems(documents.values()), strict=True):
            if problem.startswith(READER_ONLY):
                continue
            self.assertEqual(problem == "", valid[text], f"the reader says '{problem}' of {text[:3000]}")
        self.assertGreater(sum(not v for v in valid.values()), 1000)
        self.assertGreater(sum(valid.values()), 50)
        for reason, texts in reasons.items():
            if reason.rsplit("/", 1)[1] in ("type", "required", "enum", "const", "pattern", "minimum", "minLength", "additionalProperties"):
                self.assertTrue(any(not valid[text] for text in texts), f"nothing violates {reason}")
        definitions = [f"/$defs/{name}" for name in SCHEMA["$defs"]]
        definitions += [f"/$defs/{game}/$defs/{name}" for game in GAMES for name in SCHEMA["$defs"][game]["$defs"]]
        unseen = [place for place in definitions if not any(f"{place}/{keyword}" in reasons for keyword in ("type", "enum", "properties"))]
        self.assertEqual(unseen, [], "no log reaches these definitions")


if __name__ == "__main__":
    main()
