"""Helpers for the tests of fitz: tiles, positions, and matches that are checked against the slow reference."""
import os
import subprocess

from harness import BIN, LONG_LIMITS, PATIENCE, RefereeTest, read_logs

CHECK = os.environ["REFEREE_FITZ_LOG_CHECK"]
FITZ1, FITZ2, RANDOM = (str(BIN / name) for name in ("fitz1", "fitz2", "random"))

DOT = "!....\n.....\n.....\n.....\n.....\n"
DOMINO = ".....\n.....\n..!!.\n.....\n.....\n"
CORNER = ",,,,,\n,,,,,\n,,!!,\n,,!,,\n,,,,,\n"
BLOCK = "!!!!!\n" * 5


def random_tile(rng):
    """A tile of a few random cells. Many such tiles are not connected or are off-centre."""
    cells = {(rng.randrange(5), rng.randrange(5)) for _ in range(rng.choice((1, 2, 3, 4, 6)))}
    return "".join("".join("!" if (r, c) in cells else rng.choice(".,") for c in range(5)) + "\n" for r in range(5))


def position(tile, player, rows):
    return f"{tile} {player} {len(rows)} {len(rows[0])}\n" + "".join(row + "\n" for row in rows)


class FitzTest(RefereeTest):
    def write(self, name, text):
        (self.folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def check_by_reference(self, path):
        """Checks all moves of fitz1 and fitz2 with the reference. Returns how many moves each of them has made."""
        done = subprocess.run([CHECK, path], stdout=subprocess.PIPE, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout[:5000])
        words = done.stdout.replace(",", "").split()
        return int(words[3]), int(words[5])

    def matches(self, first, second, game, *arguments, games=2):
        """Plays some matches with alternating sides, and checks them against the reference, the schema and the
        replay."""
        path = self.folder / f"{len(list(self.folder.iterdir()))}.jsonl"
        self.referee(first, second, "--game", game, "--games", games, "--log", path, *LONG_LIMITS, *arguments, code=0)
        logs = read_logs(path)
        for log in logs:
            self.check_log(log)
        self.replay(path, "--no-boards")
        return logs, self.check_by_reference(path)
