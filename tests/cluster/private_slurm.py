"""A private Slurm cluster on loopback: munge, a controller and virtual nodes, with their own ports, keys and folders. The
cluster needs root. It ends only the processes that it started."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo"]

CONF = """
ClusterName=arena
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={port}
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmdLogFile={folder}/slurmd-%n.log
SlurmdSpoolDir={folder}/spool-%n
ProctrackType={proctrack}
TaskPlugin={task}
KillWait=5
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
SlurmdTimeout=10
MaxArraySize=100001
MaxJobCount=100000
SwitchType=switch/none
{nodes}
PartitionName=arena Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
CGROUP_CONF = """
CgroupPlugin={plugin}
CgroupMountpoint=/sys/fs/cgroup
CgroupAutomount=no
ConstrainRAMSpace=yes
ConstrainCores=no
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory=1000"


def missing_programs(programs):
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return [program for program in programs if shutil.which(program, path=path) is None]


def cgroup_plugin():
    """Returns Slurm's plugin for the control groups of this machine, or None if the machine has no control groups that
    Slurm can use."""
    top = pathlib.Path("/sys/fs/cgroup")
    if (top / "freezer").is_dir() and (top / "memory").is_dir():
        return "cgroup/v1"
    return "cgroup/v2" if (top / "cgroup.controllers").exists() else None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def children_of(pid):
    """The descendants of a process."""
    found = []
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += [int(child), *children_of(int(child))]
    return found


class PrivateSlurm:
    """`cgroups`: Slurm puts each step with all of its processes into control groups, as on most clusters."""

    def __init__(self, folder, nodes=2, cpus=1, cgroups=False):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(mode=0o755)
        (self.folder / "state").mkdir()
        self.host = socket.gethostname()
        self.names = [f"n{i + 1}" for i in range(nodes)]
        self.processes = {}
        self.cgroups = cgroups
        controller, *ports = free_ports(1 + nodes)
        lines = [NODE.format(name=name, host=self.host, port=port, cpus=cpus) for name, port in zip(self.names, ports)]
        self.conf = self.folder / "slurm.conf"
        proctrack, task = ("proctrack/cgroup", "task/cgroup") if cgroups else ("proctrack/linuxproc", "task/none")
        self.conf.write_text(CONF.format(host=self.host, folder=self.folder, port=controller, nodes="\n".join(lines),
                                         proctrack=proctrack, task=task))
        if cgroups:
            (self.folder / "cgroup.conf").write_text(CGROUP_CONF.format(plugin=cgroup_plugin()))
        self.environment = {"SLURM_CONF": str(self.conf),
                            "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"}

    def start(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        self.run_daemon("munged", "--force", "--foreground", f"--key-file={key}", f"--socket={self.folder}/munge.socket",
                        f"--pid-file={self.folder}/munge.pid", f"--log-file={self.folder}/munge.log",
                        f"--seed-file={self.folder}/munge.seed")
        self.wait(lambda: (self.folder / "munge.socket").exists(), "munged does not start")
        self.start_controller()
        for name in self.names:
            self.start_node(name)
        self.wait(lambda: self.command("sinfo", "--noheader", "--format=%T").split() == ["idle"], "the nodes do not come up")

    def run_daemon(self, name, *arguments, key=None):
        log = open(self.folder / f"{key or name}.out", "ab")
        self.processes[key or name] = subprocess.Popen(
            [name, *arguments], env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            start_new_session=True)
        log.close()

    def start_controller(self):
        self.run_daemon("slurmctld", "-D", "-f", str(self.conf))
        self.wait(lambda: self.command("squeue", "--noheader") is not None, "slurmctld does not start")

    def start_node(self, name):
        self.run_daemon("slurmd", "-D", "-f", str(self.conf), "-N", name, key=name)

    def kill_controller(self):
        self.kill("slurmctld")

    def resume_nodes(self):
        """Resumes drained nodes, as an administrator would. A controller that was killed drains a node if it starts a job
        there a second time."""
        for name in self.names:
            if "drain" in (self.command("sinfo", "--noheader", f"--nodes={name}", "--format=%T") or ""):
                self.command("scontrol", "update", f"NodeName={name}", "State=RESUME")

    def kill_node(self, name):
        """Kills the node and everything that runs on it."""
        steps = [int(p.name) for p in pathlib.Path("/proc").glob("[0-9]*") if self.is_step_of(p, name)]
        self.kill(name)
        for pid in [pid for step in steps for pid in [step, *children_of(step)]]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def is_step_of(self, process, name):
        """Returns whether the process is a slurmstepd of this node and of this cluster. Such a process has its spool in
        our folder."""
        with contextlib.suppress(OSError):
            if not (process / "comm").read_text(errors="replace").startswith("slurmstepd"):
                return False
            return any(f"{self.folder}/spool-{name}" in os.readlink(fd) or f"{self.folder}/slurmd-{name}.log" in os.readlink(fd)
                       for fd in (process / "fd").iterdir())
        return False

    def kill(self, key):
        process = self.processes.pop(key, None)
        if process is not None:
            process.kill()
            process.wait()

    def stop(self):
        self.command("scancel", "--user=root")
        for name in self.names:
            self.kill_node(name)
        self.kill("slurmctld")
        self.kill("munged")
        if self.cgroups:
            self.remove_groups()

    def remove_groups(self):
        """Removes the control groups that Slurm keeps for its next start."""
        for name in self.names:
            for top in pathlib.Path("/sys/fs/cgroup").glob(f"*/slurm_{name}"):
                for folder, _, _ in os.walk(top, topdown=False):
                    with contextlib.suppress(OSError):
                        os.rmdir(folder)

    def command(self, *words):
        """Runs a command. Returns its stdout, or None if it fails."""
        run = subprocess.run(words, env={**os.environ, **self.environment}, capture_output=True, text=True, timeout=60)
        return run.stdout if run.returncode == 0 else None

    def wait(self, condition, message, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                logs = "\n".join(f"{p.name}:\n{p.read_text(errors='replace')[-2000:]}" for p in self.folder.glob("*.out"))
                raise AssertionError(f"{message}\n{logs}")
            time.sleep(0.05)
