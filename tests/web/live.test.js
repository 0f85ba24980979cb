// Tests the page of a tournament while it is played. The page grows as games end, boards show new moves, and the user's
// choices are kept.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bot, close, exported, visit } from "./harness.js";
import { begun, begunOf, count, goOn, grown, hold, hostile, slow, thoughts } from "./watched.js";

const column = (page, table, number) => page.locator(`${table} tbody tr`).evaluateAll((all, i) => all.map((row) => row.children[i].textContent), number);

test("new content replaces the old one, and unchanged content stays where it was", async () => {
    const page = await visit("about:blank");
    const script = readFileSync(new URL("../../viewer/refill.js", import.meta.url), "utf8").replace("export function", "function");
    const outcome = await page.evaluate((source) => {
        const refill = new Function(`${source}; return refill;`)();
        const list = (...names) => names.map((name) => {
            const item = Object.assign(document.createElement("li"), { innerHTML: `<a href="#${name}">${name}</a>, ${names.length} in all` });
            item.dataset.key = name;
            return item;
        });
        const root = document.createElement("ul");
        document.body.append(root);
        refill(root, ...list("a", "b", "c", "d"));
        const [a, b, , d] = root.children;
        b.firstChild.focus();
        refill(root, ...list("d", "e", "b", "a"));
        const same = [root.children[0] === d, root.children[2] === b, root.children[3] === a, document.activeElement === b.firstChild];
        const first = [...root.children].map((item) => item.textContent).join();
        refill(root, "only words", null, document.createElement("hr"));
        const [words] = root.childNodes;
        refill(root, "other words", document.createElement("hr"));
        return { same, first, text: root.textContent, kept: root.childNodes[0] === words, count: root.childNodes.length };
    }, script);
    assert.deepEqual(outcome, { same: [true, true, true, true], first: "d, 4 in all,e, 4 in all,b, 4 in all,a, 4 in all", text: "other words", kept: true, count: 2 });
    await page.context().close();
});

test("a tournament is watched to its end", async () => {
    hold();
    const { path, ended, server } = await begun("--games", "4");
    const page = await visit(server.address, { reducedMotion: "no-preference" });
    await page.locator("#state", { hasText: "playing" }).waitFor();
    assert.ok(await page.locator("#to-play").isVisible());
    assert.ok(!(await page.locator("#report-unfinished").isVisible()));

    // The board of a running game shows new moves.
    await page.locator(".running-game:not(.over) svg .board").first().waitFor();
    const ply = () => page.locator(".running-game .what .number").first().textContent();
    const took = [];
    do {  // a busy machine may be slow now and then
        goOn();
        const begin = Date.now();
        for (let moves = 0; moves < 5; ++moves) {
            const before = await ply();
            await page.waitForFunction((old) => document.querySelector(".running-game .what .number").textContent !== old, before);
        }
        took.push(Date.now() - begin);
        hold();
    } while (Math.min(...took) >= 4500 && took.length < 3);
    assert.ok(Math.min(...took) < 4500, `five times in ${took} ms: that is too rarely`);
    for (const { said, overlap } of await thoughts(page)) {
        assert.equal(said, "-21, depth 3");
        assert.ok(overlap <= 0, `the icon covers ${overlap} px of the sign`);
    }
    const wide = (await page.locator(".running-game").first().boundingBox()).width;
    await page.locator(".enlarge").first().click();
    assert.ok((await page.locator(".running-game").first().boundingBox()).width > 2 * wide);

    // The user's choices are kept when games end.
    await page.locator("#games-one").selectOption({ label: "ann" });
    await page.locator("#games-table .sort", { hasText: "plies" }).click();
    await page.locator("#report-text").evaluate((element) => (element.parentElement.open = true));
    await page.locator("#standings-table .sort", { hasText: "name" }).click();
    await page.locator("#standings-table .sort", { hasText: "name" }).focus();
    await page.evaluate(() => scrollTo(0, 333));
    const games = await count(page);
    assert.equal(await page.title(), "Magnetize - tournament");
    assert.doesNotMatch(await page.locator("#report-head").textContent(), /games played/, "the bar says it");
    await page.locator("#standings-table tbody tr").first().evaluate((row) => (row.mine = true));
    goOn();
    await grown(page, games);
    await grown(page, games + 2);
    assert.deepEqual(await column(page, "#standings-table", 1), ["ann", "bob", hostile].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "name");
    assert.equal(await page.locator('#standings-table th[aria-sort="ascending"]').textContent(), "name");
    assert.ok(await page.locator("#standings-table tbody tr").first().evaluate((row) => row.mine), "the row is the same as before");
    assert.ok(await page.locator("#report-text").isVisible());
    assert.equal(await page.locator("#games-one option:checked").textContent(), "ann");
    const shown = await page.locator("#games-table tbody tr").evaluateAll((all) => all.map((row) => [row.children[1].textContent, row.children[2].textContent, Number(row.children[5].textContent)]));
    assert.ok(shown.length > 0 && shown.every(([first, second]) => first === "ann" || second === "ann"));
    assert.deepEqual(shown.map(([, , plies]) => plies), shown.map(([, , plies]) => plies).sort((a, b) => b - a));
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - 333) < 120, "the page has been scrolled");

    // The page shows the end of the tournament.
    assert.equal(await ended, 0);
    await page.locator("#state", { hasText: "finished" }).waitFor();
    await page.waitForFunction(() => document.getElementById("progress-words").textContent.startsWith("12 of 12 games"));
    assert.ok(!(await page.locator("#running").isVisible()));
    assert.equal(await page.locator("#progress").evaluate(({ value, max }) => value / max), 1);
    await grown(page, 11);
    const standings = exported(path, "standings");
    const rows = await page.locator("#standings-table tbody tr").evaluateAll((all) => all.map((row) => [row.children[1].textContent, row.children[2].textContent, row.children[5].textContent]));
    assert.deepEqual(rows.sort(), standings.map((row) => [row.name, row.points.toFixed(1), String(row.games)]).sort());

    // Every game is listed with its data.
    await page.locator("#games-one").selectOption("");
    await page.locator("#games-table .sort", { hasText: "game" }).click();
    const listed = await page.locator("#games-table tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    const winner = (game) => ({ first: game.first, second: game.second })[game.winner] ?? (game.winner === null ? "draw" : game.winner);
    assert.deepEqual(listed, exported(path, "games").map((game) => [String(game.number), game.first, game.second, winner(game), game.detail, String(game.plies), String(game.round)]));

    // Cells and numbers are links to games.
    await page.locator("#crosstable-table tbody a").first().click();
    assert.equal(await count(page), 12);
    await page.waitForFunction(() => document.querySelectorAll("#games-table tbody tr").length === 4);  // the address changes later
    const pair = [await page.locator("#games-one option:checked").textContent(), await page.locator("#games-other option:checked").textContent()];
    const list = await page.locator("#games-table tbody tr").evaluateAll((all) => all.map((row) => [row.children[1].textContent, row.children[2].textContent].sort().join()));
    assert.deepEqual([...new Set(list)], [pair.sort().join()]);
    const link = page.locator("#games-table tbody a").first();
    const number = Number(await link.textContent());
    await link.click();
    await page.locator("#players bdi").first().waitFor();
    const game = exported(path, "games").find((each) => each.number === number);
    assert.deepEqual(await page.locator("#players bdi").allTextContents(), [game.first, game.second]);
    // A link and a key open the previous and the next game.
    const [address, [key, link_id, other]] = [page.url(), number > 1 ? ["n", "#to-previous", number - 1] : ["p", "#to-next", number + 1]];
    await page.locator(link_id).click();
    await page.waitForURL((url) => url.pathname === `/games/${other}`);
    await page.keyboard.press(key);
    await page.waitForURL((url) => url.pathname === `/games/${number}`);
    assert.ok(address.includes(`/games/${number}`));
    await page.goto(server.address);
    await page.locator("#state", { hasText: "finished" }).waitFor();
    assert.deepEqual(await page.evaluate(() => [window.hacked, document.querySelectorAll("img, iframe").length]), [undefined, 0]);
    await close(page);
    await server.stop();
});

test("one game after the other is shown on a large board as slowly as people can follow, with the table beside it on a large screen", async () => {
    const long = "Maximilian_Alexander_von_Hohenstein-Wolfenbuettel";
    const { server, stop } = await begunOf([slow(long, 1), bot("greedy"), bot("random")], "--games", "4000", "--jobs", "1");
    const page = await visit(server.address);
    await page.locator("#followed svg[role=img] .board").waitFor();
    // What is shown in which order, and when.
    const seen = await page.evaluate(() => new Promise((done) => {
        const told = [];
        const look = () => {
            const words = document.querySelector("#followed .caption").textContent;
            const [, game, ply] = /^game (\d+), (\d+) pl/.exec(words);
            const over = document.querySelector("#followed .caption b") !== null;
            if (words !== told.at(-1)?.words) told.push({ words, game: Number(game), ply: Number(ply), over, at: performance.now() });
            if (told.some((each) => each.over) && !told.at(-1).over) done(told);
        };
        new MutationObserver(look).observe(document.getElementById("followed"), { childList: true, subtree: true, characterData: true });
        look();
    }));
    const games = seen.map(({ game }) => game);
    assert.deepEqual(games, [...games].sort((a, b) => a - b), "the newest game is next");
    assert.equal(new Set(games).size, 2);
    for (const [i, now] of seen.entries()) {
        const next = seen[i + 1];
        if (!next) continue;
        assert.equal(next.ply, next.game === now.game ? now.ply + 1 : 0, JSON.stringify(seen));
        assert.ok(!now.over || next.at - now.at > 3000, JSON.stringify([now, next]));
        // On a busy machine single ones come late, so four together are measured.
        const later = seen[i + 4];
        assert.ok(i === 0 || !later || later.at - now.at > 1000, JSON.stringify(seen.slice(i, i + 5)));
    }
    assert.match(seen.at(-2).words, /^game \d+, \d+ plies(.* beats .*|.* and .* draw): .*, after \d+ plies$/);
    await close(page);
    for (const [width, height] of [[1280, 800], [390, 844], [1920, 1080]]) for (const colorScheme of ["light", "dark"]) {
        const other = await visit(server.address, { viewport: { width, height }, colorScheme });
        await other.locator("#followed svg[role=img] .board").waitFor();
        await other.locator("#standings-table bdi", { hasText: long }).waitFor();
        assert.equal(await other.evaluate(() => document.documentElement.scrollWidth), width);
        // The name of nobody is cut off.
        assert.deepEqual(await other.$$eval("#followed bdi, #standings-table bdi", (all) => all.filter((each) => each.parentElement.scrollWidth > each.parentElement.clientWidth + 1 && each.parentElement.clientWidth > 0).map((each) => each.textContent)), []);
        await other.locator(".running-game svg .board").waitFor();
        const [board, table, running, small] = await other.evaluate(() => ["#followed", "#standings", "#running", ".running-game svg"].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
        assert.ok(width === 1920 ? board.x + board.width <= table.x && Math.abs(board.y - table.y) < 2 && board.y + board.height <= height : table.y >= board.y + board.height, JSON.stringify([board, table]));
        assert.ok(running.y >= board.y + board.height && (width === 1920 ? running.x + running.width <= table.x : table.y >= running.y + running.height), JSON.stringify([board, running, table]));
        assert.ok(small.width > 280 && small.height > 150, `the board of a running game is ${small.width} x ${small.height}`);
        assert.ok((await other.locator("#followed svg[role=img]").boundingBox()).height > { 390: 200, 1280: 300, 1920: 450 }[width]);
        if (process.env.AXE) {
            await other.evaluate(readFileSync(process.env.AXE, "utf8"));
            assert.deepEqual(await other.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])), []);
        }
        if (process.env.PICTURES) await other.screenshot({ path: `${process.env.PICTURES}/live_${width}_${colorScheme}.png` });
        await close(other);
    }
    // When nothing is played any more, its last game is shown to its end, and then none.
    const last = await visit(server.address);
    await last.locator("#followed svg[role=img] .board").waitFor();
    await stop();
    await last.locator("#state", { hasText: "stopped" }).waitFor();
    await last.locator("#followed").waitFor({ state: "hidden", timeout: 60_000 });
    assert.equal(await last.locator('#report-nav a[href="#followed"]').count(), 0);
    await close(last);
    await server.stop();
});
