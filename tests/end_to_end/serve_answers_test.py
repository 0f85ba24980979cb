"""Tests that the server's answers are the same as in serve_answers.txt, byte by byte. If UPDATE_EXPECTED is set in the
environment, they are recorded again."""
import difflib
import json
import os
import pathlib
import re
import unittest

from harness import GAME, LONG_LIMITS, bot
from serve_case import ServeCase

GOLDEN = pathlib.Path(__file__).with_name("serve_answers.txt")
UPDATE = "UPDATE_EXPECTED" in os.environ
MAX_BODY = 400  # longer bodies are left out: they are pages and lists, which other tests check

# The fields of a usual answer, except its date and length.
USUAL = {"cache-control": "no-store", "connection": "close", "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
         "content-type": "application/json", "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
         "referrer-policy": "no-referrer", "x-content-type-options": "nosniff", "x-frame-options": "DENY"}

WISH = {"bot": 0, "game": "magnetize", "settings": "", "you": 0, "move_ms": 2000}

# The requests. Each has a method, a path, and the body of a POST, which is a text as it is, or a value that is sent as
# JSON. "ID" stands for the match that was started.
REQUESTS = [
    ("GET", "/"), ("HEAD", "/play"), ("GET", "/play"), ("POST", "/play", {}), ("GET", "/api/play"), ("GET", "/nowhere"),
    ("GET", "/games/1"), ("GET", "/games/9"), ("GET", "/games/x"),
    ("GET", "/api/matches"), ("GET", "/api/matches/ID/moves"), ("POST", "/api/matches/nobody/moves", {}), ("POST", "/api/matches/ID/nothing", {}),
    *(("POST", "/api/matches", body) for body in (
        "no JSON", [], {}, {**WISH, "colour": 1}, {**WISH, "bot": 7}, {**WISH, "bot": -1}, {**WISH, "game": 1},
        {**WISH, "settings": "height=1000"}, {**WISH, "settings": 1}, {**WISH, "you": 2}, {**WISH, "move_ms": 0}, {**WISH, "move_ms": 1 << 64},
        {**WISH, "moves": []}, {**WISH, "moves": "A", "seed": 1}, {**WISH, "moves": ["A1"], "seed": 1})),
    *(("POST", "/api/matches/ID/moves", body) for body in (
        "no JSON", [], {}, {"ply": 0}, {"move": "A"}, {"ply": -1, "move": "A"}, {"ply": 0.0, "move": "A"}, {"ply": 1 << 31, "move": "A"},
        {"ply": "0", "move": "A"}, {"ply": 0, "move": 1}, {"ply": 0, "move": "A", "plly": 1}, {"ply": 0, "move": "nothing"}, {"ply": 5, "move": "A"})),
    *(("POST", "/api/matches/ID/back", body) for body in ({}, {"ply": -1}, {"ply": "0"}, {"pyl": 0}, {"ply": 99}, {"ply": 1 << 40})),
    *(("POST", f"/api/matches/ID/{what}", body) for what in ("hint", "leave") for body in ("", [], {"a": 1})),
    ("GET", "/matches/ID"), ("GET", "/matches/nobody.json"), ("POST", "/api/matches/ID/leave", {}),
]


class ServeAnswersTest(ServeCase):
    def setUp(self):
        super().setUp()
        self.referee("tournament", bot(), bot(pick=1), "--game", GAME, "--games", "2", "--db", "t.db", *LONG_LIMITS)
        self.server = self.serve("t.db", "--bot", bot())

    def answer(self, name, method, path, *body):
        """A request and its answer as text, without the values that differ from run to run."""
        text = body[0] if body and isinstance(body[0], str) else json.dumps(body[0]) if body else ""
        fields = {"Content-Type": "application/json", "Content-Length": len(text)} if body else {}
        answer = self.server.ask(method, path.replace("ID", name), fields, text.encode())
        self.assertRegex(answer.fields.pop("date"), r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")
        length = answer.fields.pop("content-length", "none")
        self.assertTrue(method == "HEAD" or length == ("none" if answer.status == 204 else str(len(answer.body))))
        content = answer.body.decode()
        content = "<long>" if len(content) > MAX_BODY else content
        changed = {field: answer.fields.get(field, "(none)") for field in {**USUAL, **answer.fields} if answer.fields.get(field) != USUAL.get(field)}
        lines = [f"{method} {path} {text}".rstrip(), f"    {answer.status}", *(f"    {field}: {value}" for field, value in sorted(changed.items()))]
        lines += [f"    {line}" for line in content.splitlines()]
        return re.sub("sha256-[^']*", "<sum>", "\n".join(lines)).replace(name, "ID") + "\n"

    def test_the_answers_are_those_of_the_file(self):
        match = self.begin(self.server)
        answers = "".join(self.answer(match.id, *request) for request in REQUESTS)
        if UPDATE:
            GOLDEN.write_text(answers)
        known = GOLDEN.read_text()
        self.assertEqual(answers, known, "".join(difflib.unified_diff(known.splitlines(True), answers.splitlines(True), n=2)))


if __name__ == "__main__":
    unittest.main()
