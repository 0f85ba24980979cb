#!/usr/bin/python3
"""Checks that the schema of the entrants file and its reader agree on every document."""
import copy
import itertools
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[4]
SCHEMA = json.loads((ROOT / "referee/tournament/entrants/entrants.schema.json").read_text())
TOOL = os.environ["REFEREE_LINEUP_TOOL"]

GOOD = {"$schema": "x.json", "entrants": [{"name": "a", "command": "/bin/cat", "reuse": True}, {"command": ["/bin/cat", "", "-n"]}]}

# Values for any place of a document. All commands among them can be run, because the schema can't check that.
VALUES = [None, True, 3, -1.5, "", "/bin/cat", "x" * 64, "x" * 65, "x ", " x", "x y", "\u00e4", "a\u0000b", "a\tb", [], {},
          ["/bin/cat"], [""], [3], ["/bin/cat", 3], ["/bin/cat", ""], ["/bin/cat", "a\u0000b"], ["/bin/cat", "a\tb"],
          [["/bin/cat"]], {"command": "/bin/cat"}, [{"command": "/bin/cat"}], {"command": "/bin/cat", "frob": 1}]


def places(value, path=()):
    yield path
    if isinstance(value, (list, dict)):
        for key in (value if isinstance(value, dict) else range(len(value))):
            yield from places(value[key], path + (key,))


def changed(path, value):
    """GOOD with another value in one place."""
    if not path:
        return value
    document = copy.deepcopy(GOOD)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return document


def without(path):
    document = copy.deepcopy(GOOD)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return document


def documents():
    yield GOOD
    for path, value in itertools.product(places(GOOD), VALUES):
        yield changed(path, value)
    for path in places(GOOD):
        if path:
            yield without(path)
    for path in ((), ("entrants", 0)):
        document = copy.deepcopy(GOOD)
        target = document if not path else document["entrants"][0]
        target["comment"] = "x"
        yield document


class SchemaTest(unittest.TestCase):
    def read(self, document, folder):
        path = pathlib.Path(folder) / "e.json"
        path.write_text(json.dumps(document))
        return subprocess.run([TOOL, "--entrants", path], capture_output=True, text=True, timeout=60)

    def test_reader_and_schema_agree(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        validator = jsonschema.Draft202012Validator(SCHEMA)
        verdicts = {True: 0, False: 0}
        with tempfile.TemporaryDirectory() as folder:
            for document in documents():
                valid = validator.is_valid(document)
                run = self.read(document, folder)
                # The schema can't know whether a program exists.
                if valid and run.returncode == 2 and "/command: bot '" in run.stderr:
                    continue
                self.assertEqual(run.returncode, 0 if valid else 2, f"{json.dumps(document)}\n{run.stderr}")
                if not valid:
                    self.assertRegex(run.stderr, r"\Aentrants file '.*/e.json'.*: .+\n\Z", json.dumps(document))
                verdicts[valid] += 1
        self.assertGreater(min(verdicts.values()), 15, verdicts)
        self.assertGreater(sum(verdicts.values()), 200, verdicts)

    def test_the_documents_example_is_good(self):
        import re
        page = (ROOT / "docs/entrants.md").read_text()
        examples = re.findall(r"```json\n(.*?)```", page, re.S)
        self.assertGreater(len(examples), 0)
        for example in examples:
            jsonschema.validate(json.loads(example), SCHEMA)


if __name__ == "__main__":
    unittest.main(verbosity=2)
