#!/usr/bin/python3
"""Fresh Debians, which debootstrap makes, and programs that run in them. They need root, and a network the first time. They
are kept in build/debians. Those for arm64 run in qemu: `debians.py` prints the folder of one with the libraries that
referee is linked with, for a cross compiler.
"""
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBIANS = ROOT / "build/debians"
# In a chroot nobody but root can have a sandbox, so the folder becomes the root of its own mount namespace.
ENTER = """mount --bind "$0" "$0" && cd "$0" && mount -t proc proc proc && pivot_root . mnt && umount --lazy mnt &&
exec setpriv --reuid="$1" --regid="$1" --clear-groups sh -ec "$2" """
USER = 1000
BINFMT = pathlib.Path("/proc/sys/fs/binfmt_misc")


def run(*command, **options):
    """Runs a program, which must succeed. Returns its output."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800, **options)
    assert done.returncode == 0, f"{command}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout


def entering(root, script, user=0):
    """The arguments of a process that runs a shell script in another root, with its own /proc."""
    home = "/home/user" if user else "/root"
    return {"args": ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, str(root), str(user), f"cd {home}; {script}"],
            "env": {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "HOME": home},
            "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}


def inside(root, script, user=0):
    """Runs a shell script in another root. It must succeed. Returns its output."""
    done = subprocess.run(**entering(root, script, user), timeout=1800)
    assert done.returncode == 0, f"{script}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout


def run_arm64():
    """Lets this machine run programs for arm64, in qemu. A Debian with systemd has done so when qemu was installed."""
    if not (BINFMT / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT)
    if not (BINFMT / "qemu-aarch64").exists():
        (BINFMT / "register").write_bytes(pathlib.Path("/usr/lib/binfmt.d/qemu-aarch64.conf").read_bytes())


def debian(suite, tools="", arch="", name="with_tools"):
    """The folder of a Debian with an ordinary user and these packages, for another architecture or this one. It is made once."""
    root = DEBIANS / "_".join(filter(None, [suite, arch, name if tools else ""]))
    if arch:
        run_arm64()
    if not root.exists():
        begun = DEBIANS / "begun"
        shutil.rmtree(begun, ignore_errors=True)
        DEBIANS.mkdir(parents=True, exist_ok=True)
        if tools:
            run("cp", "--archive", debian(suite, arch=arch), begun)
            shutil.copy("/etc/resolv.conf", begun / "etc/resolv.conf")
            inside(begun, f"apt-get update -q && apt-get install -y -q --no-install-recommends {tools}")
        else:
            run("debootstrap", "--variant=minbase", *([f"--arch={arch}"] if arch else []), suite, begun)
            inside(begun, f"useradd --create-home --uid {USER} user")
        begun.rename(root)
    return root


def main():
    names = run(ROOT / "tools/deps.sh", "--list", "debian", "build").split()
    print(debian("bookworm", " ".join(name for name in names if name.endswith("-dev")), "arm64", "with_libraries"))


if __name__ == "__main__":
    os.umask(0o022)
    main()
