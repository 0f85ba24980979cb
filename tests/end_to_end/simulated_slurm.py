#!/usr/bin/python3
"""A batch system for tests. Called as sbatch, squeue, scancel or sinfo, it does on this machine what the referee needs from
Slurm, and simulates faults of machines. Its state is the folder $SIMULATED_SLURM. The folder has a file for each task that has
not ended, and the file "faults" with the names of faults:

    twice     each task runs on two hosts at the same time
    lost      the first wave's tasks are killed in a game, and forgotten
    requeue   the first wave's tasks are killed in a game, and run again
    torn      the first wave's parts lose their last bytes, as if a host had failed
    damaged   the first wave's parts get a wrong byte in their first record
    differs   host n2 has another working directory, the folder "n2" of the state
    clock     the first wave's records are dated an hour ahead
    without   host n2 has no referee
    refuses   sbatch refuses the second wave
    silent    squeue does not answer its first calls
"""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import zlib

STATE = pathlib.Path(os.environ["SIMULATED_SLURM"])
HOSTS = ["n1", "n2"]


def option(arguments, name):
    return next((a.split("=", 1)[1] for a in arguments if a.startswith(f"--{name}=")), None)


def faults():
    return (STATE / "faults").read_text().split() if (STATE / "faults").exists() else []


def sbatch(arguments):
    if "--version" in arguments:
        return print("simulated 1")
    name = option(arguments, "job-name")
    last = int(re.match(r"0-(\d+)", option(arguments, "array")).group(1))
    if "refuses" in faults() and name.endswith("-w2"):
        sys.exit("sbatch: error: Batch job submission failed: Job violates accounting/QOS policy")
    (STATE / "jobs").mkdir(exist_ok=True)
    (STATE / "commands").open("a").write(" ".join(arguments) + "\n")
    for task in range(last + 1):
        (STATE / "jobs" / f"{name}|{task}").write_text("PD")
    runner = subprocess.Popen([sys.executable, __file__, "run", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True)
    if {"twice", "torn", "damaged", "clock"} & set(faults()):
        runner.wait()  # spoils the records before the referee can read them
    print(1)


def squeue(_):
    if "silent" in faults():
        count = STATE / "squeue_calls"
        count.open("a").write(".")
        if len(count.read_text()) < 4:
            sys.exit("slurm_load_jobs error: Unable to contact slurm controller (connect failure)")
    for job in sorted((STATE / "jobs").glob("*")):
        try:
            state = job.read_text().split()[0]
        except (OSError, IndexError):
            continue
        print(f"{job.name}|{state}|None")


def state_of(job):
    """The words of a task's file. Waits for the processes of a task that is just being started."""
    while len(words := job.read_text().split()) < 2 and words != ["PD"]:
        time.sleep(0.005)
    return words


def scancel(arguments):
    for job in (STATE / "jobs").glob(f"{option(arguments, 'jobname')}|*"):
        try:
            state, *pids = state_of(job)
        except OSError:
            continue
        if option(arguments, "state") == "PENDING" and state != "PD":
            continue
        if state == "PD" and option(arguments, "signal") is None:
            job.unlink(missing_ok=True)
        for pid in pids:
            try:
                os.kill(int(pid), signal.SIGTERM if option(arguments, "signal") else signal.SIGKILL)
            except ProcessLookupError:
                pass


def sinfo(_):
    print(f"0/{len(HOSTS)}/0/{len(HOSTS)}")


class Runner:
    """Runs the tasks of one job array on two simulated hosts."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.name = option(arguments, "job-name")
        self.first_wave = self.name.endswith("-w1")
        self.lock = threading.Lock()

    def run(self):
        """Each host has its first task before one of them runs, so that both have some, however slow one is."""
        excluded = (option(self.arguments, "exclude") or "").split(",")
        threads = [threading.Thread(target=self.host, args=(host, self.next_task())) for host in HOSTS if host not in excluded]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def next_task(self):
        with self.lock:
            for job in sorted((STATE / "jobs").glob(f"{self.name}|*")):
                with contextlib.suppress(OSError):  # it has just ended, or was cancelled
                    if job.read_text() == "PD":
                        job.write_text("R")
                        return job
        return None

    def host(self, host, job):
        while job is not None:
            task = job.name.rpartition("|")[2]
            again = True
            while again:
                others = [other for other in HOSTS if other != host] if "twice" in faults() else []
                runs = [self.start(one, task) for one in [host, *others]]
                job.write_text("R " + " ".join(str(run.pid) for run in runs))
                again = self.disturb(runs[0], task)
                for run in runs:
                    run.wait()
                self.spoil(task)
            job.unlink(missing_ok=True)
            job = self.next_task()

    def start(self, host, task):
        output = re.sub("%(.)", lambda pattern: {"%": "%", "a": task}[pattern[1]], option(self.arguments, "output"))
        folder = STATE / host if "differs" in faults() and (STATE / host).exists() else option(self.arguments, "chdir")
        command = option(self.arguments, "wrap")
        if "without" in faults() and host == "n2":
            command = command.replace("; exec ", "; exec /nowhere", 1)
        with open(output, "a") as out:
            return subprocess.Popen(["sh", "-c", command], cwd=folder, stdin=subprocess.DEVNULL,
                                    stdout=out, stderr=out, start_new_session=True,
                                    env={**os.environ, "SLURMD_NODENAME": host, "SLURM_ARRAY_TASK_ID": task})

    def disturb(self, process, task):
        """Disturbs the task if a fault requires it. Returns whether the task must run again."""
        chosen = {"lost", "requeue"} & set(faults())
        if not self.first_wave or not chosen or (STATE / f"disturbed-{task}").exists():
            return False
        (STATE / f"disturbed-{task}").touch()
        spool = pathlib.Path(option(self.arguments, "output").replace("%%", "%")).parent
        end = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < end:
            if any(part.stat().st_size > 0 for part in spool.glob(f"w1.{task}.*.part")):
                break
            time.sleep(0.005)
        process.kill()
        return "requeue" in chosen

    def spoil(self, task):
        spool = pathlib.Path(option(self.arguments, "output").replace("%%", "%")).parent
        if not self.first_wave:
            return
        for part in spool.glob(f"w1.{task}.*.jsonl*"):
            content = bytearray(part.read_bytes())
            if "clock" in faults():
                content = bytearray("".join(self.an_hour_ahead(line) for line in content.decode().splitlines()).encode())
            if "damaged" in faults():
                content[len(content) // 5] ^= 1
            part.write_bytes(content[:-10] if "torn" in faults() else content)

    @staticmethod
    def an_hour_ahead(line):
        body = re.sub(r'"written_at":(\d+)', lambda found: f'"written_at":{int(found[1]) + 3600}', line[len('{"crc32":"00000000",'):],
                      count=1)
        return f'{{"crc32":"{zlib.crc32(body.encode()):08x}",{body}\n'


def main():
    name, arguments = pathlib.Path(sys.argv[0]).name, sys.argv[1:]
    if arguments[:1] == ["run"]:
        return Runner(arguments[1:]).run()
    {"sbatch": sbatch, "squeue": squeue, "scancel": scancel, "sinfo": sinfo}[name](arguments)


if __name__ == "__main__":
    main()
