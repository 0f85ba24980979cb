// Tests the page of a tournament in special cases: a server that can't be reached, a tournament that is stopped, and a
// phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve, text, visit } from "./harness.js";
import { begun, count, grown, thoughts } from "./watched.js";

test("the server is gone and comes back, the tournament is stopped; on a phone nothing needs scrolling sideways", async () => {
    const { path, stop, server } = await begun("--games", "40");
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
