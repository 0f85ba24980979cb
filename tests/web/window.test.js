// Tests that each page fits its window: no page is wider, [Play] is above the fold, and so are the parts that people look for first.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { bot, close, folder, open, play, referee, report, serve, view, visit } from "./harness.js";
import { begin, myTurn, playOut } from "./playing.js";

const windows = [
    { viewport: { width: 1280, height: 800 } },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];

/// Opens a page in each window, light and dark, and calls `act(page)`. Afterwards the page must not be wider than its window.
async function inEachWindow(go, act = async () => {}) {
    for (const window of windows) {
        for (const colorScheme of ["light", "dark"]) {
            const page = await go({ ...window, colorScheme });
            await act(page);
            const { width } = window.viewport;
            // A phone zooms out to show a page that is too wide, so the window's own width is no measure.
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${page.url()}: wider than ${width}`);
            await close(page);
        }
    }
}

async function aboveTheFold(page, selector) {
    const box = await page.locator(selector).first().boundingBox();
    const { width, height } = page.viewportSize();
    assert.ok(box, `${selector} is not shown`);
    const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    assert.ok(inside, `${selector} ends at ${box.x + box.width}, ${box.y + box.height} of ${width} x ${height}`);
}

const bots = ["alphabeta", "greedy", "random"].map(bot);
const db = join(folder, "quick.db");
referee("tournament", ...bots, "--db", db, "--sandbox", "off", "--quiet", "--move-time", "300ms", "--limits", "first=20s", "--games", "4", "--openings", "4", "--seed", "3");
const pages = report(db);

test("one click begins a match: [Play] is above the fold for each game", async () => {
    const { address } = await serve(["--jobs", "64"]);
    await inEachWindow((options) => visit(`${address}play`, options), async (page) => {
        await page.locator("#setup-bot .bot").first().waitFor();
        for (const card of await page.locator(".card").all()) {
            await card.click();
            await aboveTheFold(page, "#setup-play");
        }
        assert.ok(!(await page.locator("#setup-settings").isVisible()));
        await page.locator(".card").first().click();
        await page.locator("#setup-play").click();
        assert.ok(await myTurn(page));
        await aboveTheFold(page, "#board");
        await aboveTheFold(page, "#hint");
        await playOut(page);
        await aboveTheFold(page, "#again");
        assert.match(await page.locator(".outcome").textContent(), /^(You won|You lost|A draw)/);
    });
});

test("a value that is not valid is shown, also if the settings are folded", async () => {
    const { address } = await serve();
    const page = await visit(`${address}play`);
    await begin(page, "magnetize", { settings: { height: 0 } });
    await page.locator("#setup-more[open]").waitFor();
    await page.locator('[data-setting="height"]:focus').waitFor();
    await page.locator("#setup-more summary").click();
    await page.locator("#setup-play").click();
    await page.locator("#setup-more[open]").waitFor();
    assert.ok(await page.locator("#stage").isHidden());
    await close(page);
});

test("beside a tournament of quick games the bot has a second for a move", async () => {
    const { address } = await serve([db]);
    await inEachWindow((options) => visit(`${address}play`, options), async (page) => {
        await page.locator("#setup-bot .bot").first().waitFor();
        await aboveTheFold(page, "#setup-play");
        assert.equal(await page.locator("#setup-time").inputValue(), "1");
    });
    await inEachWindow((options) => visit(address, options), async (page) => {
        await page.locator("#games-table tbody tr").nth(11).waitFor();
        await standingsFirst(page);
    });
});

/// The first parts are the standings and the crosstable, and the ratings and the winners are visible.
async function standingsFirst(page) {
    const parts = await page.locator("main.report > section:not([hidden])").evaluateAll((all) => all.map(({ id }) => id));
    assert.deepEqual(parts.slice(0, 2), ["standings", "crosstable"]);
    await aboveTheFold(page, "#standings-table tbody td.rating");
    const right = await page.locator("#games-table tbody tr").first().locator("td.name").last().evaluate((cell) => cell.getBoundingClientRect().right);
    assert.ok(right <= page.viewportSize().width, `the winner ends at ${right}`);
}

test("the pages of a tournament and of matches", async () => {
    await inEachWindow((options) => open(join(pages, "index.html"), options), async (page) => {
        await standingsFirst(page);
        await page.locator("#standings-more").click();
    });
    await inEachWindow((options) => open(report(db, ".html"), options), standingsFirst);
    await inEachWindow((options) => open(join(pages, "entrants/1.html"), options), async (page) => {
        await aboveTheFold(page, "header h1");
        await aboveTheFold(page, "button.theme");
    });
    await inEachWindow((options) => open(join(pages, "games/1.html"), options), (page) => aboveTheFold(page, "#board"));
    await inEachWindow((options) => open(view(play("alphabeta", "greedy", "--game", "othello", "--seed", "3")), options), (page) => aboveTheFold(page, "#board"));
});

test("the tables of an entrant's page are sorted by a click on a heading", async () => {
    const page = await open(join(pages, "entrants/1.html"));
    const column = (number) => page.locator(`#games tbody tr > :nth-child(${number})`).allTextContents();
    const plies = (await column(5)).map(Number);
    await page.locator("#games .sort", { hasText: /^plies$/ }).click();
    assert.deepEqual((await column(5)).map(Number), plies.toSorted((a, b) => a - b));
    await page.locator("#games .sort", { hasText: /^against$/ }).click();
    assert.deepEqual(await column(2), (await column(2)).toSorted());
    await close(page);
});
