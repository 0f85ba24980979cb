// Tests reports of large tournaments. With 1,000 games: the size of the report, the time until it is ready, and that
// any game opens. With thousands of entrants: the chart. Its numbers are too many to be the arguments of a single
// function call.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rows } from "./drawn.js";
import { bot, close, exported, folder, open, referee, report, shows, text, tournament } from "./harness.js";

const db = tournament([bot("greedy"), bot("random"), bot("random"), `${bot("greedy")}`, bot("random")], "--games", "100", "--seed", "1");

test("a tournament of 1,000 games: a handful of megabytes, and any of them opens", async (t) => {
    const made = report(db);
    const files = ["index.html", ...readdirSync(join(made, "games")).map((name) => join("games", name))];
    const size = files.reduce((sum, name) => sum + statSync(join(made, name)).size, 0);
    assert.ok(size < 8e6, `${size} bytes`);
    assert.ok(files.every((name) => statSync(join(made, name)).size < 2e6));
    const page = await open(join(made, "index.html"));
    const ready = await page.evaluate(() => Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd));
    t.diagnostic(`${files.length} files of ${size} bytes in all; the report is ready after ${ready} ms`);
    assert.match(await text(page, "#games-count"), /^1000 of 1000 games, 1 to 50 shown$/);
    for (let i = 0; i < 19; ++i) await page.locator("#games-on").click();
    assert.ok(await page.locator("#games-on").isDisabled());
    assert.equal((await page.locator("#games-table tbody th").allTextContents()).at(-1), "1000");
    const games = exported(db, "games");
    const logs = referee("export", db).trim().split("\n");
    for (const number of [1000, 951, 978]) {
        await page.locator("#games-table tbody th a", { hasText: new RegExp(`^${number}$`) }).click();
        await page.waitForFunction((own) => document.getElementById("result")?.textContent.startsWith(`game ${own},`), number);
        await page.keyboard.press("End");
        await shows(page, games[number - 1].plies);
        assert.deepEqual(await rows(page, 5, 12), JSON.parse(logs[number - 1]).plies.at(-1).frame.board);
        await page.goBack();
        for (let i = 0; i < 19; ++i) await page.locator("#games-on").click();
    }
    // The games of a pairing are stored together, so the next game on a page of matches has the same two bots.
    await page.goto(`${page.url().split("#")[0]}#games=0-1`);
    await page.locator("#games-table tbody a").first().click();
    await page.locator("#players bdi").first().waitFor();
    const two = (await page.locator("#players bdi").allTextContents()).sort();
    await page.keyboard.press("n");
    await page.waitForFunction(() => location.hash.startsWith("#match=2"));
    assert.deepEqual((await page.locator("#players bdi").allTextContents()).sort(), two);
    await close(page);
});

test("the same in one file", async (t) => {
    const file = report(db, ".html");
    const page = await open(file);
    t.diagnostic(`${statSync(file).size} bytes, ready after ${await page.evaluate(() => Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd))} ms`);
    await page.locator("#games-table tbody a").nth(20).click();
    await page.keyboard.press("End");
    await page.locator("#board").waitFor();
    await page.goBack();
    await page.locator("#standings-table").waitFor();
    await close(page);
});

/// Returns the page of a report with changed data in the element with this id.
function changed(page, id, change) {
    const at = page.indexOf(">", page.indexOf(`id="${id}"`)) + 1;
    const end = page.indexOf("</script>", at);
    return page.slice(0, at) + JSON.stringify(change(JSON.parse(page.slice(at, end)))) + page.slice(end);
}

test("1,100 entrants: the chart of their course, their intervals and their times", async () => {
    const count = 1100;
    const made = report(tournament([bot("greedy"), bot("random")], "--game", "magnetize:max_plies=8", "--games", "130", "--seed", "1"), ".html");
    const page = changed(readFileSync(made, "utf8"), "report-data", (data) => {
        const many = (list) => Array.from({ length: count }, (_, i) => list[i % list.length]);
        return { ...data, entrants: many(data.entrants).map((entrant, i) => ({ ...entrant, name: `bot ${i}`, rank: i + 1 })), superiority: null,
                 course: { ...data.course, elo: many(data.course.elo) } };
    });
    const path = join(folder, "many.html");
    writeFileSync(path, page);
    const shown = await open(path);
    await shown.locator("#games-table tbody tr").first().waitFor();
    assert.equal(await shown.locator("#course-chart .line").count(), count);
    assert.equal(await shown.locator("#standings-table tbody tr").count(), count);
    assert.equal(await shown.locator("#turns-table tbody tr").count(), count);
    await shown.locator("#course-points").click();
    assert.equal(await shown.locator("#course-chart .line").count(), count);
    await close(shown);
});
