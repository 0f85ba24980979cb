"""Runs the examples for continuous integration in examples/ci: the commands of the workflow in a repository with two bots,
and the webhook against a server."""
import http.server
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import textwrap
import threading

from game_readers import read_markdown
from harness import BIN, PATIENCE, REFEREE, RefereeTest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "ci"
BOT = "#!/usr/bin/python3\nimport os\nos.execv({0!r}, [{0!r}])\n"
GREEDY, RANDOM = str(BIN / "greedy"), str(BIN / "random")


def commands_of(workflow):
    """The shell commands of the steps, in order."""
    for _, first, rest in re.findall(r"^( +)run: (.*)\n((?:\1  .*\n|\n)*)", workflow, re.M):
        yield textwrap.dedent(rest) if first == "|" else first + "\n"


class ExamplesCiTest(RefereeTest):
    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=self.folder / "repo", check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def commit(self, program):
        if program:
            self.program("repo/bot.py", BOT.format(program))
            self.git("add", "bot.py")
        else:
            self.git("rm", "bot.py")
        self.git("commit", "--allow-empty", "-m", "a bot")

    def run_workflow(self, old, new, games=None):
        """Runs the steps as a runner does, each with bash -e. Returns the exit code, the output and the summary."""
        (self.folder / "repo").mkdir()
        self.git("init", "-b", "main")
        self.commit(old)
        self.git("tag", "v1")
        self.commit(new)
        (self.folder / "temp").mkdir()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "referee").symlink_to(REFEREE)
        workflow = (EXAMPLES / "match.yml").read_text()
        if games:
            self.assertIn("--games 4000", workflow)
            workflow = workflow.replace("--games 4000", f"--games {games}")
        summary = self.folder / "summary.md"
        environment = self.environment(PATH=f"{self.folder}/bin:{os.environ['PATH']}", RUNNER_TEMP=str(self.folder / "temp"),
                                       GITHUB_STEP_SUMMARY=str(summary))
        commands, out, code = list(commands_of(workflow)), "", 0
        self.assertEqual(len(commands), 2)
        for command in commands:
            run = subprocess.run(["bash", "-e", "-c", command], cwd=self.folder / "repo", env=environment, capture_output=True,
                                 text=True, timeout=PATIENCE)
            out, code = out + run.stdout, run.returncode
            if code:
                break
        return code, out + run.stderr, summary.read_text() if summary.exists() else ""

    def check_table(self, summary, verdict):
        first, _, table = summary.partition("\n\n")
        self.assertEqual(first, verdict)
        rows = read_markdown(table)
        self.assertEqual({row[rows[0].index("name")] for row in rows[1:]}, {"new", "released"})
        return {row[rows[0].index("name")]: float(row[rows[0].index("points")]) for row in rows[1:]}

    def test_a_stronger_bot_passes(self):
        code, out, summary = self.run_workflow(RANDOM, GREEDY)
        self.assertEqual(code, 0, out)
        points = self.check_table(summary, "The bot is stronger than the last release.")
        self.assertGreater(points["new"], points["released"])
        self.assertNotIn("::", out)

    def test_a_weaker_bot_fails(self):
        code, out, summary = self.run_workflow(GREEDY, RANDOM)
        self.assertEqual(code, 1, out)
        self.assertIn("::error::The bot is not stronger than the last release.\n", out)
        self.check_table(summary, "The bot is not stronger than the last release.")

    def test_without_a_verdict_it_passes_with_a_note(self):
        code, out, summary = self.run_workflow(RANDOM, RANDOM, games=8)
        self.assertEqual(code, 0, out)
        self.assertIn("::notice::No verdict: too few games, or always the same ones.\n", out)
        self.check_table(summary, "No verdict: too few games, or always the same ones.")

    def test_a_bot_that_is_missing_fails(self):
        code, out, summary = self.run_workflow(RANDOM, None)
        self.assertEqual((code, summary), (2, ""), out)
        self.assertIn("./bot.py", out)

    def test_the_webhook_gets_the_events(self):
        got = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                got.append((self.headers["Content-Type"], json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
                if len(got) == 2:  # the first two calls fail, and the tournament goes on
                    self.wfile.write(b"no HTTP\r\n\r\n")
                    return
                self.send_response(204 if len(got) > 1 else 500)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        command = shlex.join([REFEREE, "tournament", GREEDY, RANDOM, "--games", "4", "--db", "t.db", "--json"]) + " | " + \
            shlex.join([sys.executable, str(EXAMPLES / "webhook.py"), f"http://127.0.0.1:{server.server_port}/hook"])
        run = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment(),
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("webhook: HTTP Error 500", run.stderr)
        self.assertEqual({kind for kind, _ in got}, {"application/json"})
        events = [body["event"]["event"] for _, body in got]
        self.assertEqual([event for event in events if event != "warning"], ["begun", "ended"])
        self.assertEqual(got[-1][1]["text"], "tournament: finished")
        self.assertEqual(got[-1][1]["event"]["played"], 4)
