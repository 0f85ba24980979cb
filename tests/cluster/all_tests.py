"""Runs all tests of `make cluster-test`. They mostly wait, so the files run in parallel. The output of each file is
printed when it ends. The exit code is 0 if all tests pass."""
import concurrent.futures
import pathlib
import subprocess
import sys
import time

FILES = ["parallel_test.py", "slurm_test.py", "step_test.py", "short_test.py"]


def run(name):
    path = pathlib.Path(__file__).with_name(name)
    begin = time.monotonic()
    ended = subprocess.run([sys.executable, path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(f"\n=== {name}\n{ended.stdout}", end="", flush=True)
    return f"{name}: {'ok' if ended.returncode == 0 else 'FAILED'}, {time.monotonic() - begin:.0f} s", ended.returncode


def main():
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        ends = list(pool.map(run, FILES))
    print("\n=== " + "; ".join(text for text, _ in ends))
    sys.exit(any(code != 0 for _, code in ends))


if __name__ == "__main__":
    main()
