"""Tests what a bot sees in a sandbox, and through which files it could watch other games or two bots could communicate.
Also tests what the log says about the sandbox, and the messages if no sandbox is available."""
import fcntl
import json
import os
import pathlib
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import unittest

from harness import BIN, FACTOR, LONG_LIMITS, PATIENCE, REFEREE, RefereeTest, bot, sandbox_problem


HERE = pathlib.Path(__file__).resolve().parent
HOSTILE = pathlib.Path(os.environ["REFEREE_HOSTILE"])
TEMPORARY_BYTES = 64 * 1024 * 1024


class SandboxTest(RefereeTest):
    @classmethod
    def setUpClass(cls):
        if problem := sandbox_problem():
            raise unittest.SkipTest(problem)

    def explorer(self, *words):
        home = self.folder / "explorer"
        home.mkdir(exist_ok=True)
        shutil.copy(HERE / "explorer.py", home)
        return shlex.join(["/usr/bin/python3", str(home / "explorer.py"), *map(str, words)])

    def explored(self, *words, arguments=(), mode="on", **options):
        _, log = self.play(self.explorer(*words), bot(), f"--sandbox={mode}", *arguments, **options)
        self.assertEqual((log["result"]["ending"], log["failure"]["exit_code"]), ("exited", 3), log["failure"])
        return json.loads(log["failure"]["stderr_tail"])


class SightTest(SandboxTest):
    def test_it_has_three_descriptors(self):
        inherited = os.open("/dev/null", os.O_RDONLY)
        self.addCleanup(os.close, inherited)
        self.assertEqual(self.explored(pass_fds=[inherited])["descriptors"], [0, 1, 2])

    def test_its_environment_holds_nothing_of_the_users(self):
        seen = self.explored(env={"SECRET": "x", "HOME": "/home/somebody", "LD_LIBRARY_PATH": "/x", "LANG": "C.UTF-8",
                                  "PATH": os.environ["PATH"]})["environment"]
        own = {name: seen.pop(name) for name in list(seen) if name.startswith("REFEREE_")}
        self.assertEqual(sorted(own), ["REFEREE_FIRST_MOVE_MS", "REFEREE_GAME", "REFEREE_MOVE_MS", "REFEREE_PLAYER",
                                       "REFEREE_PROTOCOL", "REFEREE_SETTINGS"])
        for name in ("LC_ALL", "LC_CTYPE", "TZ", "PWD"):  # these variables may or may not be set
            seen.pop(name, None)
        self.assertEqual(seen, {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games", "HOME": "/tmp", "TMPDIR": "/tmp", "USER": "bot",
                                "LOGNAME": "bot", "LANG": "C.UTF-8"})

    def test_it_sees_no_process_but_its_own_and_the_first(self):
        seen = self.explored()
        self.assertEqual(seen["pids"], sorted({1, seen["pid"]}))

    def test_it_uses_the_devices_and_can_not_change_them(self):
        """The devices in the sandbox are the machine's real devices. They belong to root, and the referee may run as root,
        so their modes alone would not protect them."""
        devices = ["/dev/" + name for name in ("null", "zero", "full", "random", "urandom")]
        tried = self.explored(*[f"{deed}:{device}" for device in devices for deed in ("change", "write")])["tried"]
        refused = "EROFS" if os.geteuid() == 0 else "EPERM"
        for device in devices:
            self.assertEqual((tried[f"change:{device}"], tried[f"write:{device}"]), (refused, "ok"), device)

    def test_it_works_in_the_same_folder_as_the_referee(self):
        self.assertEqual(self.explored()["folder"], str(self.folder))

    def test_it_sees_the_system_and_its_own_folder_and_nothing_else(self):
        secret = self.folder / "secret"
        secret.write_text("x")
        own = self.folder / "explorer" / "weights"
        own.parent.mkdir()
        own.write_text("x")
        tries = {f"read:{secret}": "ENOENT", f"read:{own}": "ok", "read:/etc/passwd": "ENOENT",
                 "read:/etc/hostname": "ENOENT", "read:/usr/bin/env": "ok", f"write:{own}": "EROFS",
                 f"write:{own.parent}/new": "EROFS", "write:/usr/new": "EROFS", "write:/new": "EROFS",
                 "write:/etc/new": "EROFS", "write:/dev/new": "EROFS",
                 "write:/proc/sys/kernel/hostname": "EROFS" if os.geteuid() == 0 else "EACCES",
                 "write:/tmp/new": "ok", "write:/dev/shm/new": "ok"}
        seen = self.explored(*tries)
        self.assertEqual(seen["tried"], tries)
        allowed = {"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "tmp", "usr"}
        allowed.add(self.folder.parts[1])
        self.assertLessEqual(set(seen["root"]), allowed)

    def test_tmp_is_its_own_and_small(self):
        path = pathlib.Path("/tmp") / f"{self.folder.name}_bait"
        path.write_text("x")
        self.addCleanup(path.unlink)
        seen = self.explored(f"read:{path}")
        self.assertEqual(seen["tried"], {f"read:{path}": "ENOENT"})
        self.assertEqual(seen["sizes"], {"/tmp": TEMPORARY_BYTES, "/dev/shm": TEMPORARY_BYTES})

    def test_there_is_no_network(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            word = f"connect:{server.getsockname()[1]}"
            seen = self.explored(word)
            self.assertIn(seen["tried"][word], ("ECONNREFUSED", "ENETUNREACH"))
            self.assertEqual(seen["interfaces"], ["lo"])
            self.assertEqual(self.explored(word, mode="off")["tried"], {word: "ok"})

    def test_the_host_has_another_name(self):
        self.assertEqual(self.explored()["host"], "bot.sandbox")

    def test_it_has_no_capabilities_and_gets_none(self):
        seen = self.explored()
        self.assertEqual(set(seen["capabilities"].values()), {0})
        self.assertEqual(seen["no_new_privileges"], 1)

    def test_calls_that_reach_past_namespaces_are_refused(self):
        self.assertEqual(self.explored()["calls"], {
            "ptrace": "EPERM", "unshare": "EPERM", "io_uring_setup": "ENOSYS", "keyctl": "ENOSYS", "TIOCSTI": "ENOTTY",
            "AF_VSOCK": "EAFNOSUPPORT", "AF_INET": "ok"})

    def test_a_folder_is_shown_where_that_is_wanted(self):
        book = self.folder / "books" / "openings"
        book.parent.mkdir()
        book.write_text("x")
        words = [f"read:{book}", f"write:{book}"]
        self.assertEqual(self.explored(*words)["tried"], dict(zip(words, ["ENOENT", "ENOENT"])))
        self.assertEqual(self.explored(*words, mode=f"on,folder={book.parent}")["tried"],
                         dict(zip(words, ["ok", "EROFS"])))
        run = self.referee(bot(), bot(), f"--sandbox=on,folder={self.folder}/nowhere", code=2)
        self.assertIn("no such folder", run.err)


class VerdictTest(SandboxTest):
    def lost(self, culprit, *arguments):
        _, log = self.play(culprit, bot(), "--sandbox=on", *arguments)
        self.assertEqual(log["result"]["winner"], 1, log["result"])
        return log

    def test_signals_are_told_from_exit_codes(self):
        log = self.lost(bot(2, "segfault"))
        self.assertEqual(log["result"]["ending"], "crashed")
        self.assertEqual((log["failure"]["signal"], log["failure"]["exit_code"]), (signal.SIGSEGV, None))
        log = self.lost(bot(2, "exit:139"))
        self.assertEqual(log["result"]["ending"], "exited")
        self.assertEqual((log["failure"]["signal"], log["failure"]["exit_code"]), (None, 139))

    def test_no_shell_runs_what_the_kernel_refuses(self):
        home = self.folder / "bot"
        home.mkdir()
        (home / "interpreter").write_text("exit 5\n")
        (home / "script").write_text(f"#!{home}/interpreter\nexit 6\n")
        for path in home.iterdir():
            path.chmod(0o755)
        log = self.lost(str(home / "script"))
        self.assertEqual((log["result"]["ending"], log["result"]["detail"]), ("failed_to_start", "Exec format error"))

    def test_who_runs_into_a_limit_and_fails_has_failed_of_it(self):
        for name, word in (("anonymous_memory", "memory"), ("thread_bomb", "processes")):
            log = self.lost(str(HOSTILE / "resource_limit" / name), "--limits=memory=64M,processes=24")
            if log["limits"]["kept_by"] == "rlimits":
                self.skipTest("there are no control groups here")
            self.assertEqual(log["result"]["ending"], "resource_limit", log["result"])
            self.assertIn(word, log["result"]["detail"])

    def test_the_log_tells_what_was_done(self):
        _, log = self.play(bot(), bot(), "--sandbox=on")
        self.assertEqual([player["isolation"] for player in log["players"]], ["bubblewrap"] * 2)
        self.assertEqual((log["limits"]["memory_bytes"], log["limits"]["processes"]), (1 << 30, 256))
        self.assertIn(log["limits"]["kept_by"], ("cgroup v1", "cgroup v2", "rlimits"))
        _, log = self.play(bot(), bot(), "--sandbox=on", "--limits=memory=128M,processes=none", "--ponder=off")
        self.assertEqual((log["limits"]["memory_bytes"], log["limits"]["processes"]), (128 << 20, None))
        self.assertIs(log["limits"]["ponder"], False)
        _, log = self.play(bot(), bot(), "--sandbox=off")
        self.assertEqual([player["isolation"] for player in log["players"]], ["none"] * 2)
        self.assertEqual((log["limits"]["memory_bytes"], log["limits"]["kept_by"]), (None, "nothing"))

    def test_it_is_used_without_being_asked_for(self):
        _, log = self.play(bot(), bot(), env={"REFEREE_SANDBOX": "auto"})
        self.assertEqual(log["players"][0]["isolation"], "bubblewrap")


class PonderTest(SandboxTest):
    def cpu_while_waiting(self, mode, ponder, wait_ms=500):
        """The CPU time in microseconds that the first bot uses while the second one thinks."""
        home = self.folder / "ponderer"
        home.mkdir(exist_ok=True)
        shutil.copy(HERE / "ponderer.py", home)
        _, log = self.play(f"/usr/bin/python3 {home}/ponderer.py", bot(2, f"late:{wait_ms * FACTOR}"), f"--sandbox={mode}",
                           f"--ponder={ponder}")
        self.assertEqual(log["result"]["ending"], "by_rules", log["failure"])
        return log["plies"][4]["cpu_us"]

    def test_a_bot_that_may_not_ponder_is_stopped_while_it_waits(self):
        for mode in ("on", "off"):
            with self.subTest(mode):
                self.assertLess(self.cpu_while_waiting(mode, "off"), 30_000 * FACTOR)
        # The lower limit is small because on a busy machine the bot gets only a part of the time. In a sandbox it has low
        # priority and may get almost nothing.
        self.assertGreater(self.cpu_while_waiting("off", "on", wait_ms=3000), 60_000 * FACTOR)
        self.assert_nothing_left()

    def test_a_sample_bot_goes_on_where_it_can_not_start_a_thread(self):
        for processes in (1, 2):
            run, log = self.play(f"{BIN}/alphabeta --nodes 300 --threads 2 --ponder 1", bot(), "--game", "othello:max_plies=6", "--sandbox=on",
                                 "--ponder=on", f"--limits=cpus={min(2, os.cpu_count())},processes={processes}")
            self.assertEqual(log["result"]["detail"], "ply limit", run)

    def test_only_a_bot_that_may_ponder_gets_signals_from_the_kernel_that_would_continue_it(self):
        thief = str(HOSTILE / "by_rules" / "means_of_theft")
        for ponder, found in (("on", "SUCCEEDED"), ("off", "tried in vain")):
            run, _ = self.play(thief, bot(), "--sandbox=on", f"--ponder={ponder}", "--stderr")
            for means in ("timer_create", "F_SETSIG"):
                self.assertIn(f"{found}: {means}", run.err)
            for means in ("to run on several cores", "setpriority", "a real-time class", "setsid"):
                self.assertIn(f"tried in vain: {means}", run.err)


class NoSandboxTest(SandboxTest):
    """Runs referee inside a sandbox that this test creates, and in which referee can't create another sandbox."""

    def run_in(self, surroundings, *arguments):
        command = ["/usr/bin/bwrap", "--dev-bind", "/", "/", *surroundings, REFEREE, bot(), bot(), *LONG_LIMITS, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=PATIENCE,
                              env=self.environment(REFEREE_SANDBOX="auto"))
        return done.returncode, done.stdout, done.stderr

    def check(self, surroundings, *words):
        code, out, err = self.run_in(surroundings, "--sandbox=on")
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        for word in words:
            self.assertIn(word, err)
        code, out, err = self.run_in(surroundings, "--log", "log")
        self.assertEqual((code, err.count("\n")), (0, 1), err)
        for word in ("no sandbox", *words):
            self.assertIn(word, err)
        log = json.loads((self.folder / "log").read_text())
        self.check_log(log)
        self.assertEqual(log["players"][0]["isolation"], "none")
        code, _, err = self.run_in(surroundings, "--sandbox=off")
        self.assertEqual((code, err), (0, ""))

    def test_without_bubblewrap(self):
        self.check(["--tmpfs", "/usr/bin"], "/usr/bin/bwrap", "install the package bubblewrap")

    def test_where_there_may_be_no_namespaces(self):
        self.check(["--unshare-user", "--disable-userns"], "namespace")


# Files whose content depends on the activity of other processes, but that programs may need for other reasons. They are
# listed in docs/security.md.
KNOWN = {"/proc/cpuinfo", "/proc/meminfo", "/proc/stat"}

LOOKER = r"""#!/usr/bin/python3
import json, os, sys, time
def readable():
    for folder, folders, files in os.walk("/proc"):
        if folder == "/proc":
            folders[:] = [f for f in folders if not f.isdigit() and f not in ("self", "thread-self", "net")]
        for file in files:
            yield folder + "/" + file
def look():
    seen = {}
    for path in readable():
        try:
            seen[path] = open(path, "rb").read(1 << 16).decode("latin-1")
        except OSError:
            pass
    return seen
def work():
    end = time.monotonic() + 0.7
    while time.monotonic() < end:
        pass
sys.stdin.readline()
before = look()
work()
after = look()
json.dump({"changed": sorted(path for path in before if before[path] != after.get(path)), "count": len(after),
           "locks": after.get("/proc/locks"), "ipc": [after[path].count("\n") for path in sorted(after) if "/sysvipc/" in path],
           "pids": sorted(int(name) for name in os.listdir("/proc") if name.isdigit())}, sys.stderr)
sys.stderr.flush()
sys.exit(3)
"""

F_OFD_SETLK = 37


class ChannelsTest(RefereeTest):
    def setUp(self):
        super().setUp()
        self.need_sandbox()

    def write(self, name, script):
        folder = self.folder / name
        folder.mkdir()
        self.program(folder / name, script)
        return shlex.quote(str(folder / name))

    def seen(self, opponent, *arguments):
        _, log = self.play(self.write("looker", LOOKER), opponent, "--sandbox=on", *arguments)
        self.assertEqual(log["failure"]["exit_code"], 3, log["failure"])
        return json.loads(log["failure"]["stderr_tail"])

    def test_files_of_proc_that_change_are_hidden(self):
        seen = self.seen(bot())
        self.assertGreater(seen["count"], 100)
        self.assertLessEqual({path for path in seen["changed"] if not path.startswith("/proc/sys/kernel/random/")}, KNOWN)

    def test_there_are_no_objects_of_ipc_and_no_processes_of_others(self):
        seen = self.seen(bot())
        self.assertEqual(seen["ipc"], [1, 1, 1])  # one line each: the heading
        self.assertEqual(len(seen["pids"]), 2)

    def test_nothing_that_others_write_into_the_list_of_locks_is_seen(self):
        """A lock of this kind appears in /proc/locks, which every process can read, with two numbers that the lock's owner
        has chosen."""
        with open(self.folder / "lock", "w") as file:
            fcntl.fcntl(file, F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 1311768467294899695, 1, 0))
            self.assertIn("1311768467294899695", pathlib.Path("/proc/locks").read_text())
            self.assertFalse(self.seen(bot())["locks"])
