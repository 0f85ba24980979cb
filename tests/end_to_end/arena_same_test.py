"""Tests that the teacher of an arena, and nobody else, sees who has handed in the same."""
import json
import unittest

import arena_web_test
from class_case import python
from copies_text import OWN, RENAMED


class SameHandInsTest(arena_web_test.ArenaWebTest):
    def test_the_teacher_alone_sees_who_has_handed_in_the_same(self):
        server = self.start_arena("--public", "yes")
        students = [self.student(server, number) for number in range(3)]
        teacher = self.teacher(server)
        for student, text in zip(students, (OWN, RENAMED, python("print('alone', file=sys.stderr)") + "def other(a, b, c):\n    return a * b + c * 7\n")):
            self.assertEqual(student.upload("bot.py", text).status, 201)
        stream = teacher.events("/teacher/events")
        shown = stream.wait_for("people", lambda data: sum(person["plays"] is not None for person in data["people"]) == 3)["people"]
        names = [person["name"] for person in shown]
        self.assertEqual([person["same_as"] for person in shown[:3]],
                         [f"{names[1]}, but for names, comments and blanks", f"{names[0]}, but for names, comments and blanks", ""])
        stream.close()
        for browser, path in ((students[0], "/events"), (students[1], "/events"), (students[2], "/public/events")):
            stream = browser.events(path)
            sent = stream.all_within(3).decode()
            self.assertIn("event:", sent)
            for words in ("same_as", "but for names", "byte for byte", "likeness"):
                self.assertNotIn(words, sent)
            stream.close()
        # It is known after a restart, too.
        self.end(server)
        server = self.start_again()
        stream = self.teacher(server).events("/teacher/events")
        people = stream.wait_for("people", lambda data: any(person["same_as"] for person in data["people"]))["people"]
        self.assertEqual([person["same_as"] != "" for person in people[:3]], [True, True, False], json.dumps(people))
        stream.close()
        self.end(server)


if __name__ == "__main__":
    unittest.main()
