// Helpers for the browser tests. They play matches, make pages of these matches with the built referee, and open the
// pages in Chromium. The environment variable REFEREE_BIN is the folder of the programs. CHROMIUM may name a browser to
// use instead of Debian's, and `run.sh quick` sets it.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

const bin = process.env.REFEREE_BIN;
assert.ok(bin, "REFEREE_BIN is not set: the folder of the built programs");
export const folder = mkdtempSync(join(tmpdir(), "referee_web_"));

// The browser starts when the first page is opened. It keeps a protection that users' browsers have but test browsers
// usually disable: it refuses a page that changes its address too often.
let started = null;
const startBrowser = () => (started ??= import("playwright-core").then(({ chromium }) => chromium.launch(
    { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"], timeout: 120_000, ignoreDefaultArgs: ["--disable-ipc-flooding-protection"] })));
const servers = new Set();
after(async () => {
    await started?.then((browser) => browser.close(), () => {});
    await Promise.all([...servers].map((server) => server.stop()));
    rmSync(folder, { recursive: true });
});

/// Runs referee. Returns its output.
export function referee(...words) {
    const { NO_COLOR, ...environment } = process.env;
    return execFileSync(join(bin, "referee"), words, { encoding: "utf8", stdio: "pipe", maxBuffer: 1 << 28,
                                                       env: { ...environment, REFEREE_SANDBOX: "off" } });
}

// The bots must be deterministic, so that the test results are. Without a depth, alphabeta would use all of its time.
const bot_options = { alphabeta: " --depth 3", greedy: " --seed 1", random: " --seed 1" };
export const bot = (name) => join(bin, name) + (bot_options[name] ?? "");

let names = 0;

/// Plays matches between sample bots. Returns the path of the log.
export function play(first, second, ...options) {
    const path = join(folder, `log${++names}.json`);
    referee(bot(first), bot(second), "--move-time", "20s", "--limits", "first=20s", "--quiet", "--log", path, ...options);
    return path;
}

export const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/// Writes matches as a separate log. Returns its path.
export function write(...matches) {
    const path = join(folder, `log${++names}.json`);
    writeFileSync(path, matches.map((match) => JSON.stringify(match) + "\n").join(""));
    return path;
}

/// Makes the page of a log. Returns the path of the page.
export function view(log, ...options) {
    const page = join(folder, `page${++names}.html`);
    referee("view", log, "-o", page, ...options);
    return page;
}

/// Plays a tournament between bots. Each bot is a command, or the words that name the bot. Returns the path of the
/// tournament's file.
export function tournament(bots, ...options) {
    const path = join(folder, `t${++names}.db`);
    try {
        referee("tournament", ...bots, "--db", path, "--sandbox", "off", "--quiet", "--move-time", "20s", "--limits", "first=20s", ...options);
    } catch (error) {
        if (![4, 5].includes(error.status)) throw error;  // H0 or no verdict in a sequential test is not an error
    }
    return path;
}

/// Begins a tournament that runs in the background. Returns the path of its file, and `ended`, a promise of its exit
/// code.
export function beginTournament(bots, ...options) {
    const path = join(folder, `t${++names}.db`);
    const child = spawn(join(bin, "referee"), ["tournament", ...bots, "--db", path, "--sandbox", "off", "--quiet", "--move-time", "10m", "--limits", "first=10m", ...options],
                        { stdio: "ignore" });
    const ended = new Promise((done) => child.once("exit", done));
    after(() => child.kill("SIGTERM"));
    return { path, ended, stop: () => (child.kill("SIGINT"), ended) };
}

/// Returns a table of a tournament as a list of rows.
export const exported = (db, what) => JSON.parse(referee("export", db, what, "--format", "json"));

/// Makes the report of a tournament: a folder, or one file if `end` is ".html". Returns its path.
export function report(db, end = "") {
    const path = join(folder, `report${++names}${end}`);
    referee("view", db, "-o", path);
    return path;
}

/// Returns a port that nobody else gets until the tests are over, but a server to which it is given.
export async function ownPort() {
    const script = `import socket, sys
holder = socket.socket()
holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
holder.bind(("127.0.0.1", 0))
print(holder.getsockname()[1], flush=True)
sys.stdin.read()`;
    const child = spawn("python3", ["-c", script], { stdio: ["pipe", "pipe", "inherit"] });
    after(() => child.stdin.end());
    return Number(await new Promise((done) => child.stdout.once("data", done)));
}

/// Starts `referee serve` on a free port, or on `port`. Returns its address, and a function to stop it.
export async function serve(words = [], { port = 0, referee: program = join(bin, "referee") } = {}) {
    const { NO_COLOR, ...environment } = process.env;
    const child = spawn(program, ["serve", ...words, "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"], env: { ...environment, REFEREE_SANDBOX: "off" } });
    const ended = new Promise((done) => child.once("exit", (_, signal) => done(signal)));
    const server = {
        async stop() {
            servers.delete(server);
            child.kill("SIGINT");
            const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
            assert.notEqual(await ended, "SIGKILL", "referee serve does not end when it is told to");
            clearTimeout(late);
        },
    };
    servers.add(server);
    let said = "";
    await new Promise((done) => {
        child.once("exit", done);
        child.stdout.on("data", (part) => {
            said += part;
            if (/http:\S+\/\s/.test(said)) done();
        });
    });
    server.address = /http:\S+\//.exec(said)?.[0];
    assert.ok(server.address, `referee serve has said: ${said}`);
    server.port = Number(new URL(server.address).port);
    return server;
}

/// Opens a page of `view` or `report`. `page.complaints` collects all errors of the browser and all network requests of
/// the page.
export function open(path, { hash = "", ...options } = {}) {
    return visit(pathToFileURL(path).href + hash, options);
}

/// Opens a page of a server. The page may send requests only to this server.
export async function visit(address, options = {}) {
    const own = address.startsWith("file:") ? "file:" : new URL(address).origin;
    const browser = await startBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);  // a busy machine is slow
    // By default, a condition is checked in each frame, which makes the browser draw frames all the time.
    const waitForFunction = page.waitForFunction.bind(page);
    page.waitForFunction = (condition, argument, waiting) => waitForFunction(condition, argument, { polling: 50, ...waiting });
    page.complaints = [];
    const complain = (text) => page.complaints.push(text);
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complain(message.text()));
    page.on("pageerror", (error) => complain(String(error)));
    page.on("dialog", (dialog) => complain(`dialog: ${dialog.message()}`));
    page.on("request", (request) => request.url().startsWith("data:") || request.url().startsWith(own) || complain(`request: ${request.url()}`));
    await page.goto(address);
    return page;
}

/// Closes a page, and checks that there were no complaints.
export async function close(page) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
}

/// The number of the shown ply.
export const ply = (page) => page.locator("#scrub").inputValue().then(Number);

/// Waits until this ply is shown.
export async function shows(page, number) {
    await page.waitForFunction((wanted) => document.getElementById("scrub").value === String(wanted), number);
    assert.match(await page.locator("#caption").textContent(), new RegExp(`^${number} of `));
}

export async function text(page, selector) {
    return (await page.locator(selector).textContent()).trim();
}
