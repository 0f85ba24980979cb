// Tests the page of a tournament in special cases: a server that can't be reached, a tournament that is stopped, a phone,
// and a large screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, ownPort, serve, text, visit } from "./harness.js";
import { begun, begunOf, count, grown, slow, thoughts } from "./watched.js";

test("the server is gone and comes back, the tournament is stopped; on a phone nothing needs scrolling sideways", async () => {
    const { path, stop, server: first } = await begun("--games", "400");
    await first.stop();
    const server = await serve([path], { port: await ownPort() });
    const page = await visit(server.address, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await page.locator("#state", { hasText: "playing" }).waitFor();
    await page.locator(".running-game svg .board").first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    assert.equal(await page.locator(".running-game .what").first().evaluate((words) => getComputedStyle(words).whiteSpace), "normal", "long words end inside the card");
    for (const { said, overlap } of await thoughts(page)) {
        assert.equal(said, "-21, depth 3");
        assert.ok(overlap <= 0, `the icon covers ${overlap} px of the sign`);
    }
    await server.stop();
    await page.locator("#connection:not([hidden])").waitFor();
    assert.match(await text(page, "#connection"), /connection .* is lost/);
    const games = await count(page);
    const again = await serve([path], { port: server.port });
    await page.locator("#connection").waitFor({ state: "hidden" });
    await grown(page, games);
    await stop();
    await page.locator("#state", { hasText: "stopped" }).waitFor();
    assert.ok(!(await page.locator("#running").isVisible()));
    assert.ok(page.complaints.every((line) => /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/.test(line)), page.complaints.join());
    await page.context().close();
    await again.stop();
});

test("on a large screen all columns of the standings are seen beside the board", async () => {
    const { server, stop } = await begunOf([slow("anna", 1), slow("late", 2), slow("slow", 3), `crash=sh -c "exit 1"`], "--games", "400");
    for (const width of [1920, 1500]) {
        const page = await visit(server.address, { viewport: { width, height: 1080 } });
        await page.locator("#followed svg[role=img] .board").waitFor();
        await page.locator("#standings-table tbody .drawn .band").nth(3).waitFor({ state: "attached" });
        const [board, table] = await page.$$eval("#followed, #standings", (all) => all.map((part) => part.getBoundingClientRect().toJSON()));
        assert.ok(board.right <= table.left, JSON.stringify([board, table]));
        const { clientWidth, scrollWidth } = await page.$eval("#standings-table", ({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
        assert.ok(scrollWidth <= clientWidth, `at ${width} the table has ${clientWidth} px, and needs ${scrollWidth}`);
        assert.equal(await page.locator("#standings-table thead th").last().textContent(), "forfeits");
        await close(page);
    }
    await stop();
    await server.stop();
});
