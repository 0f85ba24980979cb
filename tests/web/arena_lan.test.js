// Tests `referee arena` in a plain local network: the arena runs in one network namespace, and Chromium in another one. A browser gives a page
// of plain http from another machine fewer functions, and says less about its requests.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "referee_lan_"));
const spaces = [];
after(() => {
    for (const space of spaces) space.kill();
    rmSync(folder, { recursive: true });
});

/// Makes a network namespace, which lasts as long as its process.
async function makeNamespace() {
    const space = spawn("unshare", ["--net", "sleep", "600"], { stdio: "ignore" });
    spaces.push(space);
    const network = (pid) => readlinkSync(`/proc/${pid}/ns/net`);
    while (network(space.pid) === network("self")) {
        if (space.exitCode !== null) return null;
        await new Promise((done) => setTimeout(done, 10));
    }
    return ["nsenter", `--net=/proc/${space.pid}/ns/net`];
}

const run = ([program, ...words], line) => spawnSync(program, [...words, ...line.split(" ")]).status === 0;

/// Connects two namespaces. Returns the words with which commands run in them, or why there are none.
async function makeNetwork() {
    if (process.getuid() !== 0) return { reason: "only root may connect network namespaces" };
    const [server, client] = [await makeNamespace(), await makeNamespace()];
    if (!server || !client) return { reason: "network namespaces are not permitted here" };
    const connected = run(server, `ip link add lan type veth peer name lan netns ${spaces[1].pid}`) && run(server, "ip address add 10.77.0.1/24 dev lan") &&
                      run(client, "ip address add 10.77.0.9/24 dev lan") && [server, client].every((one) => run(one, "ip link set lo up") && run(one, "ip link set lan up"));
    return connected ? { server, client } : { reason: "network namespaces can't be connected here" };
}

/// What the teacher does on the machine of the arena: makes a new link for a student. Returns it.
function newLink(server, teachersLink, person) {
    const script = `(async () => {
        const post = (path, data, cookie = "") => fetch("http://localhost:8080" + path,
            { method: "POST", headers: { "Content-Type": "application/json", Cookie: cookie }, body: JSON.stringify(data) });
        const entered = await post("/api/enter", { link: ${JSON.stringify(teachersLink)}.split("#")[1], sure: 0 });
        const cookie = entered.headers.get("set-cookie").split(";")[0];
        console.log((await (await post("/api/teacher/link", { person: ${person} }, cookie)).json()).link);
    })()`;
    const [program, ...words] = [...server, process.execPath, "-e", script];
    return execFileSync(program, words, { encoding: "utf8" }).trim();
}

test("a class in a plain network", async (t) => {
    const { server, client, reason } = await makeNetwork();
    if (reason) return t.skip(reason);
    const browser = join(folder, "browser");
    writeFileSync(browser, `#!/bin/sh\nexec ${client.join(" ")} "${process.env.CHROMIUM ?? "/usr/bin/chromium"}" "$@"\n`, { mode: 0o755 });
    process.env.CHROMIUM = browser;
    const { bot, fileOfArena, handIn, pathOfArena, patience, says, startArena, whyNoArena } = await import("./arenas.js");
    const { text, visit } = await import("./harness.js");
    if (whyNoArena) return t.skip(whyNoArena);

    const arena = await startArena(["--host", "0.0.0.0"], { within: server });
    assert.match(arena.links[0], /^http:\/\/10\.77\.0\.1:8080\/#/);
    // The cards to print are the teacher's alone.
    assert.equal(statSync(pathOfArena("links.html")).mode & 0o777, 0o600);
    const cards = fileOfArena("links.html");
    assert.ok(arena.links.every((link) => cards.includes(link)));
    assert.equal(cards.match(/<svg /g).length, 3);
    const zoe = await visit(arena.links[0]);
    assert.equal(await zoe.evaluate(() => fetch("/links.html").then(({ status }) => status)), 404);
    zoe.complaints.length = 0;  // of the answer 404
    await says(zoe, "arena-title", "You are Zoë Wolf");
    assert.equal(await zoe.evaluate(() => isSecureContext), false);
    await handIn(zoe, "bot.py", bot);
    await says(zoe, "hand-in-words", "Version 1 plays");
    const phone = await visit(arena.links[0]);
    await says(phone, "arena-title", "You are Zoë Wolf");
    await says(phone, "version-list", "bot.py");
    await phone.evaluate((hash) => (location.hash = hash), new URL(arena.links[1]).hash);
    await phone.waitForSelector("#becoming[open]");
    await phone.click("#becoming button[value=no]");
    await says(phone, "arena-title", "You are Zoë Wolf");

    // The teacher's link is refused here, with the reason, and ends.
    const token = arena.teacher.split("#")[1];
    const tooOpen = await visit(`http://10.77.0.1:8080/#${token}`);
    await says(tooOpen, "enter-error", "only on the machine of the arena");
    await says(tooOpen, "enter-error", "teacher.txt");
    await tooOpen.goto("http://10.77.0.1:8080/teacher");
    assert.match(await text(tooOpen, "body"), /only on the machine of the arena/);
    const teacher = fileOfArena("teacher.txt").trim();
    assert.notEqual(teacher.split("#")[1], token);

    // A new link ends the old one on all devices.
    const fresh = newLink(server, teacher, 0);
    for (const page of [zoe, phone]) await page.waitForSelector("#entrance:not([hidden])", patience);
    await zoe.fill("#link", arena.links[0]);
    await zoe.keyboard.press("Enter");
    await says(zoe, "enter-error", "not valid, or it was replaced");
    await zoe.fill("#link", fresh);
    await zoe.keyboard.press("Enter");
    await says(zoe, "arena-title", "You are Zoë Wolf");

    // The machine gets another address.
    await arena.stop();
    assert.ok(run(server, "ip address del 10.77.0.1/24 dev lan") && run(server, "ip address add 10.77.0.2/24 dev lan"));
    const again = await startArena([], { within: server });
    assert.ok(fileOfArena("links.html").includes(again.links[0]));
    assert.equal(again.links[0], fresh.replace("10.77.0.1", "10.77.0.2"));
    assert.equal(again.links[1], arena.links[1].replace("10.77.0.1", "10.77.0.2"));
    const kim = await visit(again.links[1]);
    await says(kim, "arena-title", "You are Kim Klein");
    // Browsers take this field only over TLS.
    assert.deepEqual(kim.complaints.filter((line) => !line.includes("Cross-Origin-Opener-Policy")), []);
    for (const page of [zoe, phone, tooOpen, kim]) await page.context().close();
});
