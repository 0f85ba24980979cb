"""The logs in a tournament's file, which are packed there (docs/tournament_file.md)."""
import contextlib
import json
import sqlite3
import subprocess
import zlib

from harness import REFEREE


def stored_logs(db):
    """All logs of a file, by their numbers."""
    with contextlib.closing(sqlite3.connect(db)) as file:
        numbers = [number for number, in file.execute("SELECT number FROM matches ORDER BY number")]
    lines = subprocess.run([REFEREE, "export", db], check=True, stdout=subprocess.PIPE).stdout.splitlines()
    return dict(zip(numbers, map(json.loads, lines)))  # the file may have grown meanwhile


def packed(text):
    """A frame of Zstandard (RFC 8878) that is not compressed."""
    data, largest = text.encode(), 1 << 17
    parts = [data[at:at + largest] for at in range(0, len(data), largest)] or [b""]
    frame = b"\x28\xb5\x2f\xfd\xe0" + len(data).to_bytes(8, "little")
    for number, part in enumerate(parts):
        frame += (len(part) << 3 | (number == len(parts) - 1)).to_bytes(3, "little") + part
    return frame


def put_log(db, number, text):
    """Stores a text as the log of a game, with the right checksum."""
    frame = packed(text)
    with contextlib.closing(sqlite3.connect(db)) as file, file:
        moves = file.execute("SELECT moves FROM packed_logs WHERE number = ?", (number,)).fetchone()[0]
        crc32 = zlib.crc32(f"{number}|{moves}||".encode() + frame)
        file.execute("UPDATE packed_logs SET dictionary = NULL, packed = ?, crc32 = ? WHERE number = ?", (frame, crc32, number))
