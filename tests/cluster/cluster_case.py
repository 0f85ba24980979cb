"""Helpers for the tests with a real Slurm and a real GNU parallel. They have the same requirements as the end-to-end
tests."""
import contextlib
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "end_to_end"))

import harness  # noqa: E402
from engine_case import EngineCase  # noqa: E402
from own_processes import NotAllowed, run_apart  # noqa: E402
from private_slurm import PROGRAMS as SLURM_PROGRAMS, PrivateSlurm, missing_programs  # noqa: E402
from private_sshd import PROGRAMS as SSH_PROGRAMS, PrivateSshd  # noqa: E402


def skip_aloud(programs):
    """Returns the reason why these tests can't run here, and prints it, or returns an empty string if they can."""
    missing = missing_programs(programs)
    reason = f"not installed: {', '.join(missing)} (make deps-cluster)" if missing else ""
    if not reason and os.geteuid() != 0:
        reason = "a private cluster needs root"
    if reason:
        print(f"SKIPPED: {reason}", file=sys.stderr)
    return reason


def main():
    """Runs the tests of the calling file. No daemon and no job outlives them, even if they are killed."""
    if os.geteuid() != 0:
        return harness.main()  # the tests skip themselves
    try:
        run_apart(harness.main)
    except NotAllowed as error:
        print(f"SKIPPED: a private cluster needs a namespace of processes: {error}", file=sys.stderr)


class SlurmCase(EngineCase):
    """A test class whose tests share one cluster."""
    nodes = 2
    cpus = 1
    cgroups = False

    @classmethod
    def setUpClass(cls):
        if reason := skip_aloud(SLURM_PROGRAMS):
            raise unittest.SkipTest(reason)
        folder = tempfile.TemporaryDirectory(prefix="referee_slurm_")
        cls.addClassCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)  # other users may use this cluster, too
        cls.slurm = PrivateSlurm(pathlib.Path(folder.name) / "slurm", cls.nodes, cls.cpus, cls.cgroups)
        cls.addClassCleanup(cls.slurm.stop)
        cls.slurm.start()
        cls.more = cls.slurm.environment

    def queue(self):
        return (self.slurm.command("squeue", "--noheader", "--array") or "").strip()

    def assert_queue_empties(self):
        self.wait_until(lambda: not self.queue(), "jobs are left in the queue")
        self.assert_nothing_left()


class ParallelCase(EngineCase):
    """Tests with GNU parallel over a private sshd. `apart`: the hosts share no files with this machine."""
    apart = False

    @classmethod
    def setUpClass(cls):
        if reason := skip_aloud([*SSH_PROGRAMS, "rsync"] if cls.apart else SSH_PROGRAMS):
            raise unittest.SkipTest(reason)
        folder = tempfile.TemporaryDirectory(prefix="referee_sshd_")
        cls.addClassCleanup(folder.cleanup)
        cls.sshd = PrivateSshd(pathlib.Path(folder.name) / "sshd", apart=cls.apart)
        cls.addClassCleanup(cls.sshd.stop)
        cls.sshd.start()
        cls.engine = ["--engine", f"parallel,hosts={cls.sshd.hosts_file}"]

    def batches_on_hosts(self):
        """The pids of the batches on the hosts. The tests have their own process namespace, so these are only the hosts of
        this cluster."""
        found = set()
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                if words[0].endswith(b"/referee") and words[1:3] == [b"engine", b"play"]:
                    found.add(int(process.name))
        return found
