"""An sshd of its own on loopback, with own keys, port and hosts' names, for GNU parallel."""
import os
import pathlib
import subprocess
import time

from private_slurm import free_ports

PROGRAMS = ["parallel", "sshd", "ssh", "ssh-keygen"]

SSHD = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/key.pub
PidFile {folder}/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 100
"""
SSH = """
Host {names}
  HostName 127.0.0.1
  Port {port}
  IdentityFile {folder}/key
  UserKnownHostsFile /dev/null
  StrictHostKeyChecking no
  LogLevel ERROR
  BatchMode yes
"""


class PrivateSshd:
    """`hosts_file` names the hosts h1, h2, ..., which are all this machine."""

    def __init__(self, folder, hosts=2, slots=1):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(mode=0o700)
        names = [f"h{i + 1}" for i in range(hosts)]
        port, = free_ports(1)
        (self.folder / "sshd_config").write_text(SSHD.format(port=port, folder=self.folder))
        (self.folder / "ssh_config").write_text(SSH.format(port=port, folder=self.folder, names=" ".join(names)))
        for name in ("key", "host_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / name)], check=True)
        self.hosts_file = self.folder / "hosts"
        self.hosts_file.write_text("".join(f"{slots}/ssh -F {self.folder}/ssh_config {name}\n" for name in names))
        self.process = None

    def start(self):
        os.makedirs("/run/sshd", exist_ok=True)  # sshd insists on it
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", str(self.folder / "sshd_config")],
                                            stdin=subprocess.DEVNULL, stderr=log, start_new_session=True)
        end = time.monotonic() + 30
        while subprocess.run(["ssh", "-F", str(self.folder / "ssh_config"), "h1", "true"], capture_output=True).returncode != 0:
            if time.monotonic() > end:
                raise AssertionError("sshd does not start:\n" + (self.folder / "log").read_text())
            time.sleep(0.1)

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
