// Takes the pictures of docs/pages for `make pictures`. They show real matches, so the times in the pictures differ
// between runs.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { beginTournament, bot, folder, open, read, referee, report, serve, tournament, view, visit } from "./harness.js";
import { begin, click, myTurn, places } from "./playing.js";

const wide = { width: 1280, height: 900 };
const narrower = { width: 1200, height: 900 };

async function take(page, name, options = {}) {
    await page.screenshot({ path: join(import.meta.dirname, "../../docs/pages", `${name}.png`), ...options });
    await page.context().close();
}

/// Returns a bot under another name. If `pause` is positive, the bot is slow enough to be watched.
function named(name, command, pause = 0) {
    const path = join(folder, name);
    writeFileSync(path, pause > 0 ? `#!/bin/sh\n${command} | while IFS= read -r line; do sleep ${pause}; echo "$line"; done\n` : `#!/bin/sh\nexec ${command}\n`);
    chmodSync(path, 0o755);
    return path;
}

const depth = (plies) => bot("alphabeta").replace(/ --depth.*/, ` --depth ${plies}`);

/// Plays a match between two bots, each of which is a command. Returns the path of the log.
function match(first, second, ...options) {
    const path = join(folder, `${options[1]}.json`);
    referee(first, second, "--move-time", "20s", "--limits", "first=20s", "--quiet", "--log", path, "--force", ...options);
    return path;
}

// Shows each match at an interesting ply, counted from the end.
for (const [game, plies, seed, back, options] of [
    ["magnetize", 3, 12, 0, {}],
    ["cluster", 3, 1, 2, {}],
    ["othello", 3, 1, 30, {}],
    ["magnetic_cave", 3, 1, 0, { colorScheme: "dark" }],
    ["fitz", 1, 1, 6, {}],
]) {
    test(game, async () => {
        const log = match(depth(plies), bot("greedy").replace(/1$/, seed), "--game", game, "--seed", "12");
        const hash = `#ply=${read(log).plies.length - back}`;
        await take(await open(view(log), { hash, viewport: wide, ...options }), game);
        if (game !== "magnetize") return;
        await take(await open(view(log), { hash, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }), "phone", { fullPage: true });
    });
}

test("match", async () => {
    const log = match(depth(4), depth(2), "--game", "magnetize", "--seed", "3");
    const page = await open(view(log), { viewport: wide });
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-animation")]);
    await download.saveAs(join(import.meta.dirname, "../../docs/pages/match.png"));
    await page.context().close();
});

test("report", async () => {
    const bots = [named("deep", depth(4)), named("steady", depth(3)), named("quick", depth(2)), named("hasty", depth(1)), named("greedy", bot("greedy")),
                  named("fragile", `sed -u 40q | ${bot("random")}`)];
    const db = tournament(bots, "--game", "othello", "--games", "10", "--openings", "10", "--seed", "7", "--jobs", "2");
    const page = await open(report(db, ".html"), { viewport: { width: 1200, height: 1240 } });
    // Hides the section on the machine's load, because it would describe the machine that takes the picture.
    await page.evaluate(() => [document.getElementById("machine"), document.querySelector('a[href="#machine"]')].forEach((part) => (part && (part.hidden = true))));
    await take(page, "report");
});

test("live", { timeout: 120_000 }, async () => {
    const bots = [["alphabeta", depth(4)], ["shallow", depth(2)], ["greedy", bot("greedy")], ["random", bot("random")], ["careless", `${bot("random")}2`]];
    const { path, stop } = beginTournament(bots.map(([name, command]) => named(`${name}`, command, 0.05)), "--games", "40", "--openings", "6", "--seed", "5", "--jobs", "4", "--force");
    await new Promise((done) => setTimeout(done, 1000));
    const server = await serve([path]);
    const page = await visit(server.address, { viewport: { width: 1600, height: 1000 } });
    await page.waitForFunction(() => document.querySelectorAll("#running svg").length >= 4 && document.querySelectorAll("#games-table tbody tr").length >= 25, null, { timeout: 100_000 });
    await take(page, "live");
    await server.stop();
    await stop();
});

test("play", async () => {
    const server = await serve([]);
    const page = await visit(`${server.address}play`, { viewport: narrower });
    await begin(page, "cluster", { bot: "random" });
    for (let turn = 0; await myTurn(page); ++turn) {
        const columns = (await places(page)).filter(({ key }) => key.startsWith("column"));
        const chosen = columns[(turn * 5 + 3) % columns.length];
        if (turn >= 5 && chosen.label.includes("choose one of 2")) {
            await page.mouse.click(chosen.x, chosen.y);
            break;
        }
        await click(page, chosen);
    }
    await take(page, "play");
    await server.stop();
});
