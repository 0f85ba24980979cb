// Tests that the keyboard focus never jumps back to the start of a page or into a hidden part.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bot, close, open, play, report, serve, tournament, view, visit } from "./harness.js";
import { begin, myTurn } from "./playing.js";

const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);

/// Follows a skip link with the keyboard.
async function skip(page, link = ".skip") {
    await page.locator(link).focus();
    await page.keyboard.press("Enter");
}

test("the skip links of a report in one file lead to the shown part", async () => {
    const db = tournament([bot("greedy"), bot("random")], "--games", "2", "--game", "magnetize:height=4,width=4");
    const page = await open(report(db, ".html"));
    await skip(page, "#report-view .skip");
    assert.equal(await focused(page), "standings-title");
    await page.locator("#games-table a").first().click();
    await page.locator("#match-view").waitFor();
    await page.waitForFunction(() => /&ply=/.test(location.hash));  // it comes into the address later
    const address = page.url();
    await skip(page, "#match-view .skip");
    assert.equal(await focused(page), "controls");
    assert.equal(page.url(), address);
    assert.ok(await page.locator("#match-view").isVisible());
    await close(page);
});

test("a match that is chosen from a list keeps the focus on it", async () => {
    const page = await open(view(play("greedy", "random", "--games", "3", "--game", "magnetize:height=4,width=4")));
    await page.locator("#matches-rows button").nth(2).focus();
    await page.keyboard.press("Enter");
    await page.locator("#matches-rows tr[aria-current='true'] button", { hasText: "3" }).waitFor();
    assert.equal(await focused(page), "3");
    await close(page);
});

test("a match that is refused leaves the focus where it was", async () => {
    const server = await serve([]);
    const page = await visit(`${server.address}play`);
    await page.locator("#setup-play:enabled").waitFor();
    await page.route("**/api/matches", (route) => route.fulfill({ status: 409, contentType: "application/json", body: '{"error": "no room"}' }));
    await page.locator("#setup-play").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("setup-error").textContent === "no room");
    assert.equal(await page.evaluate(() => document.activeElement.id), "setup-play");
    page.complaints.length = 0;  // of the answer 409
    await close(page);
    await server.stop();
});

test("the play page: its skip link does not end the match, and Again begins one match", async () => {
    const server = await serve([]);
    const page = await visit(`${server.address}play`);
    await begin(page, "magnetize", { bot: "greedy" });
    assert.ok(await myTurn(page));
    const address = page.url();
    await skip(page);
    assert.equal(await focused(page), "stage");
    assert.equal(page.url(), address);
    assert.ok(await page.locator("#targets .target").first().isVisible());

    await page.locator("#leave").click();
    await page.locator("#leaving button[value=leave]").click();
    await page.locator("#again").waitFor();
    let begun = 0;
    page.on("request", (request) => (begun += request.method() === "POST" && request.url().endsWith("/api/matches")));
    await page.locator("#again").dblclick({ noWaitAfter: true });
    assert.ok(await myTurn(page));
    assert.equal(begun, 1);
    await close(page);
    await server.stop();
});

test("the form says if the server does not know a match", async () => {
    const server = await serve([]);
    const page = await visit(`${server.address}play#match=${"0".repeat(32)}`);
    await page.locator("#setup-error", { hasText: "does not know this match" }).waitFor();
    assert.equal(page.url(), `${server.address}play`);
    page.complaints.length = 0;  // ignores the 404 of the page's event stream
    await close(page);
    await server.stop();
});
