// Tests long matches, long lists, and the size and speed of pages.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { rows } from "./drawn.js";
import { close, folder, open, play, read, referee, shows, text, view, write } from "./harness.js";

test("a page of about 60 plies is small, and soon ready", async (t) => {
    const log = play("alphabeta", "greedy", "--game", "othello", "--seed", "3");
    assert.ok(read(log).plies.length > 50);
    const file = view(log);
    const { size } = statSync(file);
    assert.ok(size < 300_000, `${size} bytes`);
    const times = [];
    for (let i = 0; i < 5; ++i) {
        const page = await open(file, { hash: "#ply=40" });
        await shows(page, 40);
        times.push(await page.evaluate(() => Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd)));
        await close(page);
    }
    t.diagnostic(`${size} bytes; ready after ${times.join(", ")} ms`);
});

// This match has 1,000 plies without a result, because a square of size 30 is never completed.
const long_log = play("random", "random", "--game", "magnetize:height=32,width=32,square=30,maglock=1,max_plies=1000", "--seed", "4");

test("a match of 1,000 plies can be scrubbed", async (t) => {
    const match = read(long_log);
    assert.equal(match.plies.length, 1000);
    const page = await open(view(long_log));
    for (const at of [1000, 500, 501, 63, 64, 65, 999, 0, 128]) {
        await page.locator("#scrub").fill(String(at));
        await shows(page, at);
        const frame = at === 0 ? match.initial : match.plies[at - 1].frame;
        assert.deepEqual(await rows(page, 32, 32), frame.board, `after ply ${at}`);
    }
    const slowest = await page.evaluate(() => {
        const scrub = document.getElementById("scrub");
        let worst = 0;
        const all = [];
        for (let at = 0; at <= 1000; at += 7) {
            const begin = performance.now();
            scrub.value = at;
            scrub.dispatchEvent(new Event("input"));
            document.getElementById("board").getBoundingClientRect();
            all.push(performance.now() - begin);
            worst = Math.max(worst, all.at(-1));
        }
        all.sort((a, b) => a - b);
        return { median: all[all.length >> 1], worst };
    });
    t.diagnostic(`a step of the scrubber: ${slowest.median.toFixed(1)} ms, at worst ${slowest.worst.toFixed(1)} ms`);
    assert.ok((await page.locator("#moves .move").count()) < 100, "only what is in sight is in the list of moves");
    await page.locator("#moves").press("End");
    assert.ok(await page.locator("[data-ply='1000']").isVisible());
    await close(page);
});

test("quick scrubbing never makes the browser refuse a change of the address", async () => {
    const page = await open(view(long_log));
    await page.evaluate(async () => {
        const scrub = document.getElementById("scrub");
        for (let at = 0; at <= 600; ++at) {
            scrub.value = at;
            scrub.dispatchEvent(new Event("input"));
            await new Promise((done) => setTimeout(done, 4));
        }
    });
    await page.waitForFunction(() => location.hash === "#ply=600");
    await close(page);
});

test("a series of 1,000 matches: the list has pages, and any match opens", async (t) => {
    const series = play("greedy", "random", "--games", "1000", "--seed", "1");
    const file = view(series);
    const page = await open(file, { hash: "#match=777&ply=2" });
    await shows(page, 2);
    assert.match(await text(page, "#matches-count"), /^1000 of 1000 matches, 701 to 800 shown/);
    assert.equal(await page.locator("#matches-rows tr").count(), 100);
    assert.equal(await page.locator("tr[aria-current]").getAttribute("data-match"), "777");
    await page.locator("#matches-on").click();
    assert.equal(await page.locator("#matches-rows tr").first().getAttribute("data-match"), "801");
    for (let i = 0; i < 8; ++i) await page.locator("#matches-back").click();
    assert.ok(await page.locator("#matches-back").isDisabled());
    await page.locator("[data-match='1'] button").click();
    const first = JSON.parse(readFileSync(series, "utf8").split("\n")[0]);
    await page.keyboard.press("End");
    await shows(page, first.plies.length);
    assert.deepEqual(await rows(page, 5, 12), first.plies.at(-1).frame.board);
    t.diagnostic(`${statSync(file).size} bytes; ready after ${await page.evaluate(() => Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd))} ms`);
    await close(page);
    const single = `${folder}/single.html`;
    referee("view", series, "--match", "777", "-o", single);
    const alone = await open(single);
    assert.ok(!(await alone.locator("#matches").isVisible()));
    await close(alone);
});

test("a match on a board of 300 x 300 cells", async (t) => {
    const log = play("fitz1", "fitz2", "--game", "fitz:height=300,width=300");
    const { length } = read(log).plies;
    assert.ok(length > 10_000);
    const page = await open(view(log));
    const took = await page.evaluate((end) => {
        const scrub = document.getElementById("scrub");
        return [end, Math.floor(end / 2), Math.floor(end / 2) + 1, end - 1].map((at) => {
            const begin = performance.now();
            scrub.value = at;
            scrub.dispatchEvent(new Event("input"));
            document.getElementById("board").getBoundingClientRect();
            return Math.round(performance.now() - begin);
        });
    }, length);
    t.diagnostic(`${length} plies: to the end ${took[0]} ms, to the middle ${took[1]} ms, one on ${took[2]} ms, nearly to the end ${took[3]} ms`);
    await shows(page, length - 1);
    await close(page);
});
