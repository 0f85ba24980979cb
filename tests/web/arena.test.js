// Tests the pages of `referee arena` in Chromium: the ways of a student and of a teacher, from a link to the marks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bot, evil, fileOfArena, handIn, patience, says, startArena, whyNoArena } from "./arenas.js";
import { close, text, visit } from "./harness.js";

/// 600 games of two versions, and what the page tells of them: who beats the version that plays, and which game to open first.
async function manyGames(link) {
    const game = (number) => (number <= 300 ? [0, number, 1, "greedy", true, "won", "square", 20, false]
        : number === 450 ? [0, number, 2, "random", false, "lost", "timeout", 7, true]
        : [[0, number, 2, "random", true, "won", "timeout", 9, true], [0, number, 2, "Kim Klein #1", true, "lost", "square", 30, false], [0, number, 2, "Kim Klein #2", false, "drawn", "full board", 60, false]][number % 3]);
    const events = { versions: { versions: [2, 1].map((version) => ({ version, file: "bot.py", bytes: 1, at: 0, state: "accepted", behind: null, plays: version === 2, may_return: false, reason: "", choice: "", build_output: "", check: "" })), left_out: 0, accepted: true },
                     own: { versions: [[1, -1100, -1500, -1050, 300, 600], [2, -20, -60, 20, 300, 298]], course: [[0, 1, 80, null, null], [300, 1, 100, 50, 150], [320, 2, 10, -90, 120], [600, 2, -20, -60, 20]], place: 2, of: 3 },
                     games: { reset: true, games: Array.from({ length: 600 }, (_, i) => game(i + 1)) } };
    const page = await visit(link, { viewport: { width: 390, height: 844 } });
    await says(page, "arena-title", "You are");
    await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: Object.entries(events).map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("") }));
    await page.reload();
    await says(page, "by-version-table", "300");
    const rows = (id) => page.$$eval(`#${id}-table tbody tr`, (all) => all.map((row) => [...row.children].map((each) => each.textContent)));
    assert.deepEqual(await rows("by-version"), [["#2 plays", "\u221220 [\u221260, +20]", "300", "99", "100", "101", "1"], ["#1", "\u22121100 [\u22121500, \u22121050]", "300", "300", "0", "0", "0"]]);
    assert.deepEqual(await rows("by-opponent"), [["Kim Klein", "0", "100", "100", "0", "", "598"], ["random", "99", "0", "1", "1", "600", "450"]]);
    assert.deepEqual((await rows("games")).slice(0, 2), [["450", "random", "lost: timeout", "7", "second", "2"], ["598", "Kim Klein #1", "lost: square", "30", "first", "2"]]);
    assert.equal(new URL(await page.locator("#by-opponent-table a").first().evaluate((each) => each.href)).pathname, "/ladder/598");
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/arena_many_games.png`, fullPage: true });
    assert.deepEqual(await page.$$eval(".narrow, html", (all) => all.filter((each) => each.scrollWidth > each.clientWidth).map(({ id }) => id)), []);
    // A line for each version, and round numbers.
    assert.equal(await page.locator("#course .own-line").count(), 2);
    assert.deepEqual(await page.$$eval("#course .scale-words", (all) => all.map((each) => each.textContent)), ["\u221250", "0", "50", "100", "150", "0", "200", "400", "600", "games of the ladder", "#1", "#2"]);
    await page.selectOption("#games-opponent", "random");
    assert.deepEqual((await rows("games")).map(([number]) => number).slice(0, 2), ["450", "600"]);
    for (const count of [15, 90, 100]) {
        assert.equal((await rows("games")).length, count);
        if (count < 100) await page.click("#games-more");
    }
    assert.equal(await page.evaluate(() => document.activeElement.id), "games-table");
    await page.selectOption("#games-scope", "1");
    assert.deepEqual(await rows("by-opponent"), [["greedy", "300", "0", "0", "0", "300", ""]]);
    assert.equal((await rows("games"))[0][1], "greedy");
    await page.selectOption("#games-scope", "all");
    assert.deepEqual((await rows("by-opponent")).map(([name]) => name), ["Kim Klein", "random", "greedy"]);
    assert.equal(await page.inputValue("#games-scope"), "all");
    // A hand-in that waits for the next hour says so.
    const until = Date.now() + 600_000;
    Object.assign(events.versions.versions[0], { state: "waiting", plays: false, behind: 0, rests_until: until });
    await page.reload();
    const clock = await page.evaluate((millis) => new Date(millis).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" }), until);
    await says(page, "hand-in-words", `Version 2 waits until ${clock}, because the time for builds and checks of this hour is used up.`);
    await page.unrouteAll();
    await close(page);
}

/// The page for everybody while the final is played, and when it is published: what stands where on a laptop, a phone and a projector.
async function finalInTheRoom(origin) {
    const names = ["Maximilian Alexander von Hohenstein-Wolfenbüttel #12", "greedy", "Zoë Wolf #3"];
    const state = { now: 0, game: "magnetize", deadline: 0, paused: false, live: false, message: "", pending: 0, seed_hash: "0".repeat(64), final_secret: "", public: true };
    const table = { rows: names.map((name, i) => [i + 1, name, i === 1 ? null : i, i === 1 ? null : 1, 100 - 90 * i, 60 - 90 * i, 140 - 90 * i, 140, 200 - 60 * i]), games: 210, place: "place: what it is" };
    const finished = Array.from({ length: 45 }, (_, i) => [45 - i, names[i % 3], names[(i + 1) % 3], [0, 1, null, -1][i % 4], ["square", "timeout", "full board"][i % 3], 20 + i]);
    const last = finished.slice(0, 12);
    const board = (...rows) => ({ board: [".......", ".......", ".......", ...rows], locks: [0, 0] });
    const followed = { names: names.slice(0, 2), result: null, games: [{ number: 123, round: 1, first: 0, second: 1, game: "magnetize", rules: null, config: { height: 6, width: 7, square: 2, maglock: 2 }, plies: 12,
                       frame: board("..o....", "..*o...", "o***oo."), previous: board(".......", "..*o...", "o***oo."), last: { player: 1, move: "DROP 2" }, next: { player: 0, hand: null }, thoughts: [null, null] }] };
    const during = { final_progress: { played: 123, games: 210, seconds: 293 }, table, final_games: null, last, running: { names: [], games: [] } };
    const moments = {
        live: { ...during, arena: { ...state, phase: "final", published: false, live: true }, final: table, followed },
        result: { ...during, arena: { ...state, phase: "final", published: false, live: true }, final: table,
                  followed: { ...followed, result: { winner: 0, ending: "by_rules", detail: "square" }, games: [{ ...followed.games[0], plies: 13, next: null, last: { player: 0, move: "DROP 3" },
                              frame: board("..o*...", "..**...", "o***oo."), previous: board("..o....", "..*o...", "o***oo.") }] } },
        final: { arena: { ...state, phase: "final", published: false }, final_progress: { played: 123, games: 210, seconds: 293 }, table, final: null, final_games: null, last, running: { names: [], games: [] } },
        published: { arena: { ...state, phase: "done", published: true }, final_progress: null, table, final: table, final_games: finished, last, running: { names: [], games: [] } },
    };
    const page = await visit(`${origin}/public`);
    for (const [moment, events] of Object.entries(moments)) for (const [width, height] of [[1280, 800], [390, 844], [1920, 1080]]) for (const colorScheme of ["light", "dark"]) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.unrouteAll();
        await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: Object.entries(events).map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("") }));
        await page.reload();
        await says(page, "ladder-table", "greedy");
        assert.equal(await page.locator("#running").isVisible(), false);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        assert.equal(await page.locator("#followed").isVisible(), ["live", "result"].includes(moment));
        if (["live", "result"].includes(moment)) {
            assert.equal(await text(page, ".final-words"), "123 of 210 games about 5 minutes left");
            assert.deepEqual(await page.$$eval("#followed .seat", (all) => all.map((each) => [each.textContent, each.classList.contains("to-move"), each.classList.contains("won")])),
                [[names[0], moment === "live", moment === "result"], [names[1], false, false]]);
            assert.match(await text(page, "#followed .caption"), moment === "live" ? /^game 123, 12 plies/ : /^game 123, 13 plies ?Maximilian .* #12 beats greedy: square, after 13 plies$/);
            assert.equal(await page.getAttribute("#followed svg[role=img]", "aria-label"), `Game 123, ${names[0]} against greedy`);
            assert.deepEqual(await page.$$eval("#followed bdi, #final bdi", (all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0).map((each) => each.textContent)), []);
            assert.equal(await page.locator("#final-table tbody tr").count(), 3);
            assert.equal(await page.locator("#final-games").isVisible(), false);
            // On a projector the whole board is seen at once, beside the table.
            const [shown, final] = [await page.locator("#followed").boundingBox(), await page.locator("#final").boundingBox()];
            assert.ok(width === 1920 ? shown.x + shown.width <= final.x && Math.abs(shown.y - final.y) < 2 && shown.y + shown.height <= height : final.y >= shown.y + shown.height);
            assert.ok((await page.locator("#followed svg[role=img]").boundingBox()).height > { 390: 200, 1280: 380, 1920: 450 }[width]);
        } else if (moment === "final") {
            assert.equal(await text(page, ".final-words"), "123 of 210 games about 5 minutes left");
            assert.ok(await page.locator("#final-played").evaluate((each) => parseFloat(getComputedStyle(each).fontSize)) >= (width === 1920 ? 60 : 24));
            assert.deepEqual([await page.locator("#final").isVisible(), await page.locator("#final-games").isVisible()], [false, false]);
        } else {
            assert.equal(await page.locator("#final-progress").isVisible(), false);
            assert.equal(await page.locator("#final-games-table tbody tr").count(), 20);
            assert.equal(new URL(await page.locator("#final-games-table a").first().evaluate((each) => each.href)).pathname, "/final/45");
            await page.click("#final-games-more");
            assert.equal(await page.locator("#final-games-table tbody tr").count(), 45);
            // The name of nobody is cut off.
            assert.deepEqual(await page.$$eval("bdi", (all) => all.filter((each) => each.closest(".name").scrollWidth > each.closest(".name").clientWidth + 1).map((each) => each.textContent)), []);
            const [tables, games] = [await page.locator("#final").boundingBox(), await page.locator("#final-games").boundingBox()];
            assert.ok(width === 1920 ? games.x + games.width <= tables.x && Math.abs(games.y - tables.y) < 2 : games.y >= tables.y + tables.height && games.x === tables.x);
        }
        if (process.env.AXE) {
            await page.evaluate(readFileSync(process.env.AXE, "utf8"));
            assert.deepEqual(await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])), []);
        }
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/public_${moment}_${width}_${colorScheme}.png`, fullPage: moment === "published" });
    }
    await page.unrouteAll();
    await close(page);
}

test("a class from the links to the marks", { skip: whyNoArena }, async () => {
    const { teacher, links } = await startArena(["--port", "0", "--public", "yes"]);
    const zoe = await visit(links[0]);
    await says(zoe, "arena-title", "You are Zoë Wolf");
    assert.ok(!zoe.url().includes("#"), "the link stays in the address");
    assert.match(await text(zoe, "#phase"), /^Hand-ins are open until .*2099, [0-9:]+ [AP]M\.$/, "nobody counts so many days");
    // Before the first version, the page begins with the game; then it ends with it.
    const parts = (page) => page.$$eval("#student > section:not([hidden])", (all) => all.map(({ id }) => id));
    await zoe.waitForSelector("#game-board *", { state: "attached", ...patience });
    assert.deepEqual(await parts(zoe), ["game", "rules", "kits", "hand-in", "table"]);
    await says(zoe, "game-title", "Magnetize");
    await says(zoe, "game-rules", "A block of 2 by 2 pieces of one colour wins");
    await says(zoe, "game-limits", "A move may take 20 s.");
    await says(zoe, "game-caption", "The end of a game: ");
    await says(zoe, "parts", "3 Hand in");
    for (const name of await zoe.$$eval("#guide-list a", (all) => all.map((link) => new URL(link.href).pathname))) {
        const guide = await visit(links[0], { viewport: { width: 390, height: 844 } });
        await says(guide, "arena-title", "You are");
        await guide.goto(new URL(name, links[0]).href);
        await says(guide, "guide-title", "");
        assert.equal(await guide.evaluate(() => document.documentElement.scrollWidth), 390, name);
        await guide.click("nav[aria-label='On this page'] a");
        assert.match(guide.url(), /#[a-z-]+$/);
        await close(guide);
    }
    // A file that is only tried changes nothing else.
    const onlyTry = (name, source) => zoe.setInputFiles("#try-file", { name, mimeType: "text/x-python", buffer: Buffer.from(source) });
    await onlyTry("crash.py", "import sys\nsys.exit(3)\n");
    await says(zoe, "try-words", "crash.py would be refused: plays first: it exited");
    await onlyTry("bot.py", bot);
    await says(zoe, "try-words", "bot.py would be accepted: ");
    assert.match(await text(zoe, "#try-words"), /: (won|drawn|lost|broken off) against greedy moving first, (won|drawn|lost|broken off) against greedy moving second\.$/);
    await says(zoe, "try-check", "plays first");
    assert.deepEqual(await parts(zoe), ["game", "rules", "kits", "hand-in", "try", "table"]);
    await zoe.click("#try-games a");
    await zoe.waitForSelector("#board");
    assert.match(await zoe.title(), /Zoë Wolf #try/);
    await zoe.goBack();
    await says(zoe, "try-words", "bot.py would be accepted: ");
    await handIn(zoe, "bot.py", bot);
    await says(zoe, "hand-in-words", "Version 1 plays");
    assert.deepEqual(await parts(zoe), ["hand-in", "try", "versions", "rating", "games", "table", "game", "rules", "kits"]);
    await handIn(zoe, "bot.py", bot);
    await says(zoe, "hand-in-error", "Nothing has changed");
    // An older version plays again, by its button or by its bytes.
    await handIn(zoe, "bot.py", `${bot}# two\n`);
    await says(zoe, "hand-in-words", "Version 2 plays");
    await says(zoe, "again-words", "Unfold an accepted version");
    await zoe.evaluate(() => (document.querySelectorAll("#version-list details")[1].open = true));
    await zoe.click("#version-list button[data-again='1']");
    await zoe.waitForSelector("#again[open]");
    await zoe.click("#again button[value=yes]");
    await says(zoe, "hand-in-words", "Version 2 was accepted; version 1 plays.");
    assert.equal(await zoe.evaluate(() => document.activeElement.id), "versions-title");
    await handIn(zoe, "bot.py", `${bot}# two\n`);
    await zoe.waitForSelector("#again[open]");
    await zoe.click("#again button[value=no]");
    await says(zoe, "hand-in-words", "version 1 plays");
    await zoe.waitForSelector("#games-table tbody tr", patience);
    await zoe.route("**/api/who", (route) => route.fulfill({ status: 503, contentType: "application/json", body: '{"error": "busy"}' }));
    await zoe.reload();
    await says(zoe, "connection", "The arena does not answer.");
    assert.ok(!(await zoe.locator("#entrance").isVisible()), "she is inside, only the arena is busy");
    await zoe.unroute("**/api/who");
    await zoe.reload();
    await says(zoe, "arena-title", "You are Zoë Wolf");
    zoe.complaints.length = 0;  // of the answer 503

    const kim = await visit(links[1], { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
    await says(kim, "arena-title", "You are Kim Klein");
    await handIn(kim, "bad.py", `import sys\nsys.exit("${evil}")\n`);
    await says(kim, "hand-in-words", "refused");
    // The rest of a long line of the check stands below its words.
    assert.ok(await kim.$$eval("#check .indented", (lines) => lines.some((line) => parseFloat(getComputedStyle(line).paddingLeft) > 0 && line.getClientRects()[0].height > 20)));
    await kim.click("#version-list summary");
    assert.match(await text(kim, "#version-list details"), /onerror=alert\(1\)/);
    assert.equal(await kim.evaluate(() => document.documentElement.scrollWidth), 360);
    assert.equal(await kim.locator("img").count(), 0);

    // Another link in the same browser asks first.
    await kim.evaluate((hash) => (location.hash = hash), new URL(links[2]).hash);
    await kim.waitForSelector("#becoming[open]");
    await kim.click("#becoming button[value=no]");
    await says(kim, "arena-title", "You are Kim Klein");

    await manyGames(links[0]);
    await zoe.click("#games-table tbody a");
    await zoe.waitForSelector("#board");
    await zoe.goBack();
    await says(zoe, "arena-title", "You are Zoë Wolf");

    const everybody = await visit(`${new URL(links[0]).origin}/public`);
    await everybody.waitForSelector("#ladder-table tbody tr", patience);
    assert.match(await text(everybody, "#ladder-table caption"), /^The order is that of Elo; place: 1 \+ the number of bots above /);
    for (const page of [zoe, everybody]) assert.match(await text(page, "#seed"), /^SHA-256 of the secret .* [0-9a-f]{64}$/);
    await everybody.waitForSelector("#running-games svg *", { state: "attached", ...patience });

    const desk = await visit(teacher);
    await desk.waitForURL("**/teacher");
    await says(desk, "people-words", "3 students; 2 have handed in, 1 plays now");
    await desk.click("#people-table button[data-act=withdraw] >> nth=0");
    await desk.click("#sure-yes");
    await says(desk, "people-table", "Withdrawn. Version 2 was accepted.");
    await says(desk, "people-table", "Version 1 was refused: ");
    await says(desk, "people-table", "Has not entered yet.");
    await says(desk, "people-words", " 1 has not entered yet.");
    await desk.fill("#new-name", "Lara Late");
    await desk.click("#add button");
    await desk.waitForSelector("#shown[open] .shown-link");
    assert.ok(fileOfArena("links.csv").includes(await desk.inputValue(".shown-link")));
    await desk.keyboard.press("Escape");
    await says(desk, "people-words", "4 students; ");
    await desk.fill("#message", `The room is 101. ${evil}`);
    await desk.click("#tell button[type=submit]");
    for (const page of [zoe, kim, everybody]) await says(page, "message", `Your teacher: The room is 101. ${evil}`);
    await desk.click("#take-back");
    await zoe.waitForSelector("#message", { state: "hidden", ...patience });
    await desk.click("#people-table button[data-act=bring-back]");
    await says(desk, "people-words", "1 plays now");
    // What an older version's check has said comes when its part is unfolded.
    await handIn(kim, "worse.py", "import sys\nsys.exit('worse')\n");
    await says(kim, "hand-in-words", "Version 2 was refused");
    await desk.click("#people-table button[data-act=versions] >> nth=1");
    await desk.waitForSelector("#version-list details:first-of-type[open]");  // the newest version
    for (const page of [kim, desk]) {
        await page.waitForSelector("#version-list details >> nth=1");
        await page.evaluate(() => (document.querySelectorAll("#version-list details")[1].open = true));
        await page.waitForFunction(() => /onerror=alert/.test(document.querySelectorAll("#version-list details pre").item(1)?.textContent), null, patience);
    }
    await desk.keyboard.press("Escape");
    await desk.click("#people-table button[data-act=link] >> nth=1");
    await desk.click("#sure-yes");
    await desk.waitForSelector("#shown[open] .shown-link");
    const newLink = await desk.inputValue(".shown-link");
    await desk.keyboard.press("Escape");
    await kim.waitForSelector("#entrance:not([hidden])", patience);  // the old cookie has ended
    await kim.fill("#link", newLink.split("#")[1].toLowerCase());
    await kim.keyboard.press("Enter");
    await says(kim, "arena-title", "You are Kim Klein");

    await finalInTheRoom(new URL(links[0]).origin);
    if (process.env.PICTURES) {
        await everybody.setViewportSize({ width: 1920, height: 1080 });
        await everybody.screenshot({ path: `${process.env.PICTURES}/public_running_1920.png` });
    }
    await desk.click("#start-final");
    await desk.click("#sure-yes");
    await everybody.waitForSelector("#final-progress:not([hidden])", patience);
    assert.match(await text(everybody, "#final-played"), /^\d+ of \d+ games$/);
    await everybody.waitForSelector("#running", { state: "hidden", ...patience });
    await says(desk, "phase", "The final is over");
    assert.equal(await desk.locator("#pause:disabled, #people-table button[data-act=withdraw]:disabled").count(), 5);
    assert.equal(await desk.locator("#forecast").isVisible(), false);
    await desk.click("#publish");
    await zoe.waitForSelector("#final:not([hidden]) tbody tr", patience);
    await says(zoe, "games-table", "F");
    assert.equal(await zoe.inputValue("#games-scope"), "final");
    await everybody.waitForSelector("#final-games-table tbody tr", patience);
    assert.equal(await everybody.locator("#final-progress").isVisible(), false);
    await everybody.click("#final-games-table a");
    await everybody.waitForSelector("#board");
    assert.match(new URL(everybody.url()).pathname, /^\/final\/\d+$/);  // the ply comes into the address later
    await everybody.goBack();
    assert.match(await text(zoe, "#final-table thead"), /points$/);
    assert.doesNotMatch(await text(zoe, "#ladder-table thead"), /points/);
    const [download] = await Promise.all([desk.waitForEvent("download"), desk.click("#marks")]);
    assert.match(readFileSync(await download.path(), "utf8"), /Zoë Wolf/);
    await says(desk, "audit-table", "publishes the final");
    kim.complaints = kim.complaints.filter((line) => !/40[19]/.test(line));  // the browser reports refused requests
    zoe.complaints = zoe.complaints.filter((line) => !/40[19]/.test(line));
    for (const page of [zoe, kim, everybody, desk]) await close(page);
});
