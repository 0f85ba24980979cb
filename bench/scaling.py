#!/usr/bin/python3
"""Measures how many games one coordinator can handle. A simulated batch system plays no bots, but at once writes their
results into the spool.

    bench/scaling.py BIN [--games 100000] [--hosts 1000] [--json FILE]

Prints how many games a second reach the tournament's file, and how much time and memory the coordinator needs. BIN: the
folder of referee.
"""
import argparse
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib

GAME = "magnetize:height=3,width=3"


def play_wave(arguments):
    """Writes what the tasks of a wave would write: for each game of each batch, a record whose log has the right seed
    and names."""
    spool = pathlib.Path(next(a for a in arguments if a.startswith("--output=")).split("=", 1)[1]).parent
    name = next(a for a in arguments if a.startswith("--job-name=")).rpartition("-")[2]
    template = json.loads(pathlib.Path(os.environ["SCALING_TEMPLATE"]).read_text())
    for batch in sorted(spool.glob(f"{name}.*.json"), key=lambda p: int(p.name.split(".")[1])):
        content = json.loads(batch.read_text())
        host = f"h{int(batch.name.split('.')[1]) % int(os.environ['SCALING_HOSTS'])}"
        part = spool / f"{batch.stem}.{host}.1.jsonl.part"
        with open(part, "w") as out:
            for game in content["games"]:
                log = {**template["log"], "id": f"{game['number']:08x}-0000-4000-8000-000000000000"}
                log["game"] = {**log["game"], "seed": game["seed"]}
                players = [dict(player) for player in log["players"]]
                for player, entrant in zip(players, (game["first"], game["second"])):
                    player["name"] = content["entrants"][entrant]["name"]
                log["players"] = players
                head = {"tournament": content["tournament"], "host": {**template["host"], "name": host, "took_us": 60_000_000 // 100},
                        "written_at": int(time.time()), "game": game["number"], "void_games": []}
                body = json.dumps(head, separators=(",", ":"))[1:-1] + ',"log":' + json.dumps(log, separators=(",", ":")) + "}"
                out.write(f'{{"crc32":"{zlib.crc32(body.encode()):08x}",{body}\n')
        part.rename(spool / f"{batch.stem}.{host}.1.jsonl")
    (pathlib.Path(os.environ["SCALING_STATE"]) / name).unlink()


def command():
    """Acts as sbatch, squeue, scancel or sinfo, depending on the name of the program."""
    name, arguments = pathlib.Path(sys.argv[0]).name, sys.argv[1:]
    state = pathlib.Path(os.environ["SCALING_STATE"])
    if name == "sinfo":
        print(f"0/{os.environ['SCALING_HOSTS']}/0/0")
    elif name == "squeue":
        for wave in state.iterdir():
            job, last = wave.read_text().split()
            for task in range(int(last) + 1):
                print(f"{job}|{task}|R|None")
    elif name == "sbatch" and "--version" not in arguments:
        job = next(a for a in arguments if a.startswith("--job-name=")).split("=", 1)[1]
        last = next(a for a in arguments if a.startswith("--array=")).split("-")[-1].split("%")[0]
        (state / job.rpartition("-")[2]).write_text(f"{job} {last}")
        subprocess.Popen([sys.executable, str(pathlib.Path(__file__).resolve()), "wave", *arguments], stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        print(1)


def template_of(referee, folder, bots):
    """Plays a short game and stores its record as the template. Returns the size of its log in bytes."""
    sbatch = folder / "none"
    sbatch.mkdir()
    for name in ("sbatch", "squeue"):
        (sbatch / name).write_text("#!/bin/sh\nexit 0\n")
        (sbatch / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{sbatch}:{os.environ['PATH']}"}
    process = subprocess.Popen([referee, "tournament", *bots, "--game", GAME, "--db", folder / "x.db", "--engine", "slurm", "--jobs", "1",
                                "--sandbox", "off", "--games", "2"], env=environment, stderr=subprocess.DEVNULL, cwd=folder)
    batch = folder / "x.db.spool" / "w1.0.json"
    while not batch.exists():
        time.sleep(0.01)
    process.kill()
    process.wait()
    subprocess.run([referee, "engine", "play", batch], check=True, cwd=folder)
    line = next((folder / "x.db.spool").glob("*.jsonl")).read_text().splitlines()[0]
    (folder / "template.json").write_text(line)
    return len(json.dumps(json.loads(line)["log"], separators=(",", ":")))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--hosts", type=int, default=1_000)
    parser.add_argument("--json")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="scaling_"))
    try:
        referee = options.bin.resolve() / "referee"
        bots = [f"{options.bin.resolve()}/random --seed {seed}" for seed in (1, 2)]
        size = template_of(referee, folder, bots)
        (folder / "state").mkdir()
        (folder / "bin").mkdir()
        for name in ("sbatch", "squeue", "scancel", "sinfo"):
            (folder / "bin" / name).symlink_to(pathlib.Path(__file__).resolve())
        environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "SCALING_STATE": str(folder / "state"),
                       "SCALING_HOSTS": str(options.hosts), "SCALING_TEMPLATE": str(folder / "template.json")}
        begin = time.monotonic()
        process = subprocess.Popen([referee, "tournament", *bots, "--game", GAME, "--db", folder / "t.db", "--engine", "slurm", "--sandbox",
                                    "off", "--games", str(options.games), "--quiet"], env=environment, cwd=folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begin
        if status != 0:
            sys.exit(f"referee failed: {status}")
        with sqlite3.connect(folder / "t.db") as file:
            stored = file.execute("SELECT count(*) FROM matches").fetchone()[0]
        found = {"games": stored, "hosts": options.hosts, "log_bytes": size, "wall_s": round(wall, 1),
                 "user_s": round(usage.ru_utime, 1), "system_s": round(usage.ru_stime, 1),
                 "games_per_cpu_second": round(stored / (usage.ru_utime + usage.ru_stime)), "games_per_second": round(stored / wall),
                 "memory_mib": usage.ru_maxrss // 1024, "file_mib": (folder / "t.db").stat().st_size >> 20}
        print(json.dumps(found, indent=1))
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(found) + "\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    if pathlib.Path(sys.argv[0]).name != "scaling.py":
        command()
    elif sys.argv[1:2] == ["wave"]:
        play_wave(sys.argv[2:])
    else:
        main()
