// Helpers for the browser tests of `referee arena`, which is started in a new folder. It refuses to run as root, so as root the tests give it
// to an ordinary user.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

const bin = process.env.REFEREE_BIN;
const user = 54321;
const asUser = process.getuid() === 0 ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"] : [];
const folder = mkdtempSync(join(tmpdir(), "referee_arena_"));
export const evil = "<img src=x onerror=alert(1)>";
const factor = Number(process.env.REFEREE_TIME_FACTOR ?? 1);
export const patience = { timeout: 120_000 * factor };

/// Why no arena can run here; false if it can.
export const whyNoArena = spawnSync("bwrap", ["--version"]).status !== 0 ? "bubblewrap is not installed"
    : factor > 1 && "a sanitizer's bots need more address space than they have without control groups";

/// A hand-in that takes so long for a move that one can look at a final of 5 s.
export const bot = `import sys, time
def lines(count):
    return [sys.stdin.readline() for _ in range(count)]
lines(2)
settings = sys.stdin.readline().split()
while sys.stdin.readline():
    lines(int(sys.stdin.readline()))
    lines(1 + int(settings[0]))
    time.sleep(0.02)
    sys.stderr.write("${evil} hello\\n")
    print(lines(int(sys.stdin.readline()))[0].strip(), flush=True)
`;

if (asUser.length > 0) chownSync(folder, user, user);
writeFileSync(join(folder, "students.csv"), `Name;Number\nZoë Wolf;100\nKim Klein;101\n${evil};102\n`);
let running = null;
after(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true });
});

export const pathOfArena = (name) => join(folder, "class", name);
/// The lines of a file of the arena.
export const fileOfArena = (name) => readFileSync(pathOfArena(name), "utf8");

/// Writes a file into the folder in which the arena is started.
export const write = (name, content) => writeFileSync(join(folder, name), content);

/// Starts the arena, or starts it again. `within`: the words of a command that runs it elsewhere. `staff`: sample bots by their names there. Returns the links,
/// and a function to stop it.
export async function startArena(words, { within = [], game = "magnetize", staff = { greedy: "greedy", random: "random" } } = {}) {
    const first = running === null ? ["--students", "students.csv", "--until", "2099-01-01 12:00", "--final-time", "5s", "--game", game, "--move-time", "20s",
                                      ...Object.entries(staff).flatMap(([name, program]) => ["--staff", `${name}=${join(bin, program)}`]), "--without-control-groups", "--jobs", "1"] : [];
    const [program, ...all] = [...within, ...asUser, join(bin, "referee"), "arena", "class", ...first, ...words];
    const child = spawn(program, all, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((done) => child.once("exit", done));
    running = { stop: () => (child.kill("SIGINT"), ended) };
    let said = "";
    await new Promise((done) => {
        child.once("exit", done);
        child.stdout.on("data", (part) => /students' links/.test((said += part)) && done());
    });
    const teacher = /http:\S+/.exec(said)?.[0];
    assert.ok(teacher, `referee arena has said: ${said}`);
    return { ...running, teacher, links: [...fileOfArena("links.csv").matchAll(/http:\/\/[\w.:/#-]+/g)].map(([link]) => link) };
}

export const says = (page, id, words) => page.waitForFunction(([where, wanted]) => document.getElementById(where).textContent.includes(wanted), [id, words], patience);
export const handIn = (page, name, source) => page.setInputFiles("#file", { name, mimeType: "text/x-python", buffer: Buffer.from(source) });
