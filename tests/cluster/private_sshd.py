"""A private sshd on loopback, with its own keys, port and host names, for GNU parallel."""
import contextlib
import os
import pathlib
import signal
import subprocess
import time

from private_slurm import children_of, free_ports

PROGRAMS = ["parallel", "sshd", "ssh", "ssh-keygen"]

SSHD = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/authorized_keys
PidFile {folder}/sshd.pid
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 100
SetEnv HOME={folder}/home_of_login
"""
SSH = """
Host {name}
  HostName 127.0.0.1
  Port {port}
  IdentityFile {folder}/{name}
  UserKnownHostsFile /dev/null
  StrictHostKeyChecking no
  LogLevel ERROR
  BatchMode yes
  ServerAliveInterval 3
"""
# The login command of a host with separate files. It has its own home, and does not see the files of this machine that
# are hidden.
APART = """#!/bin/sh
[ -z "$APART" ] && exec env APART=1 unshare --mount "$0" "$@"
. {folder}/mounts_$1 || exit 99
cd {folder}/home_$1 && HOME=$PWD exec sh -c "$SSH_ORIGINAL_COMMAND"
"""


class PrivateSshd:
    """`hosts_file` names the hosts h1, h2, ..., all of which are this machine. If `apart` is true, each host has its own
    home, does not see the folders given to hide(), and sees the replacements of replace(). One further host,
    `unreachable`, is only in the ssh configuration."""

    def __init__(self, folder, hosts=2, slots=1, apart=False):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(mode=0o700)
        self.names = [f"h{i + 1}" for i in range(hosts)]
        port, unused = free_ports(2)
        (self.folder / "sshd_config").write_text(SSHD.format(port=port, folder=self.folder))
        self.config = self.folder / "ssh_config"
        self.config.write_text("".join(SSH.format(port=port, folder=self.folder, name=name) for name in self.names) +
                               SSH.format(port=unused, folder=self.folder, name="unreachable"))
        self.login = self.folder / "login"
        self.login.write_text(APART.format(folder=self.folder))
        self.login.chmod(0o755)
        self.hide()
        self.home("of_login").mkdir()  # the real home's profile must not affect the tests
        keys = ""
        for name in (*self.names, "host_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / name)], check=True)
            self.home(name).mkdir()
            if name in self.names:
                keys += f'command="{self.login} {name}" ' if apart else ""
                keys += (self.folder / f"{name}.pub").read_text()
        (self.folder / "authorized_keys").write_text(keys)
        self.hosts_file = self.folder / "hosts"
        self.hosts_file.write_text("".join(self.line(name, slots) for name in self.names))
        self.process = None

    def line(self, name, slots=1):
        """A host's line in a hosts file."""
        return f"{slots}/ssh -F {self.config} {name}\n"

    def home(self, name):
        return self.folder / f"home_{name}"

    def hide(self, *folders, hosts=()):
        """Makes these folders empty on the given hosts (or on all hosts). Folders hidden there earlier become visible
        again."""
        for name in hosts or self.names:
            self.mounts(name).write_text("".join(f"mount -t tmpfs none '{folder}' &&\n" for folder in folders) + "true\n")

    def replace(self, host, path, other):
        """Replaces a file on one host by another file."""
        self.mounts(host).write_text(f"mount --bind '{other}' '{path}'\n")

    def mounts(self, host):
        return self.folder / f"mounts_{host}"

    def start(self):
        os.makedirs("/run/sshd", exist_ok=True)  # sshd requires this folder
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", str(self.folder / "sshd_config")],
                                            stdin=subprocess.DEVNULL, stderr=log, start_new_session=True)
        end = time.monotonic() + 30
        while subprocess.run(["ssh", "-F", str(self.folder / "ssh_config"), "h1", "true"], capture_output=True).returncode != 0:
            if time.monotonic() > end:
                raise AssertionError("sshd does not start:\n" + (self.folder / "log").read_text())
            time.sleep(0.1)

    def break_connections(self, number=signal.SIGKILL):
        """Simulates a failing network: kills the processes of our sshd that serve the connections."""
        for pid in children_of(self.process.pid):
            with contextlib.suppress(OSError):
                if pathlib.Path(f"/proc/{pid}/comm").read_text().startswith("sshd"):
                    os.kill(pid, number)

    def silence_connections(self):
        """Simulates a cut cable: nothing gets through, and neither side is notified."""
        self.break_connections(signal.SIGSTOP)

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
