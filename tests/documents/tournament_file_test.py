#!/usr/bin/python3
"""Checks the tables, queries and results of docs/tournament_file.md against a real file."""
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tournament_file.md").read_text()


def shown(value):
    return "" if value is None else str(value)


class TournamentFile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(cls.folder.name) / "t.db"
        subprocess.run([os.environ["WRITE_SAMPLE"], path], check=True)
        cls.db = sqlite3.connect(path)

    @classmethod
    def tearDownClass(cls):
        cls.db.close()
        cls.folder.cleanup()

    def test_the_tables_are_those_that_are_shown(self):
        there = {sql for (sql,) in self.db.execute("SELECT sql FROM sqlite_schema")}
        told = set(re.findall(r"^(CREATE (?:TABLE|VIEW) .*?);$", PAGE, re.M | re.S))
        self.assertEqual(told, there)

    def test_the_file_says_what_it_is(self):
        number = int(re.search(r"`application_id` is (0x[0-9a-f]+)", PAGE).group(1), 16)
        version = int(re.search(r"`user_version` is (\d+)", PAGE).group(1))
        self.assertEqual(self.db.execute("PRAGMA application_id").fetchone()[0], number)
        self.assertEqual(self.db.execute("PRAGMA user_version").fetchone()[0], version)

    def test_queries_give_the_answers_that_are_shown(self):
        found = re.findall(r"```sql\n(SELECT.*?)```\n+```text\n(.*?)```", PAGE, re.S)
        self.assertEqual(len(found), PAGE.count("```sql\nSELECT"))
        self.assertGreaterEqual(len(found), 6)
        for query, answer in found:
            with self.subTest(query=query):
                rows = ["|".join(map(shown, row)) + "\n" for row in self.db.execute(query)]
                self.assertEqual("".join(rows), answer)

    def test_every_row_has_the_sum_that_is_told(self):
        checked = 0
        for table in ("meta", "entrants", "entrant_files", "games", "matches"):
            cursor = self.db.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            for row in cursor:
                columns = [shown(value) for name, value in zip(names, row) if name not in ("id", "crc32")]
                if table == "entrants":
                    files = self.db.execute("SELECT count(*) FROM entrant_files WHERE entrant = ?", row[:1])
                    columns.append(str(files.fetchone()[0]))
                self.assertEqual(zlib.crc32("|".join(columns).encode()), row[names.index("crc32")], (table, row))
                checked += 1
        for number, moves, dictionary, packed, crc in self.db.execute("SELECT * FROM packed_logs"):
            self.assertEqual(zlib.crc32(f"{number}|{moves}|{shown(dictionary)}|".encode() + packed), crc)
            checked += 1
        self.assertEqual(checked, 4 + 3 + 4 + 12 + 10 + 10)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
