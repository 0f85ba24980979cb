// Plays like a person on the page of `referee serve`, with a mouse that clicks at positions on the screen.
import assert from "node:assert/strict";

const exactly = (text) => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);

/// Fills in the form and begins a match. `settings` maps names to numbers.
export async function begin(page, game, { bot = "greedy", you = 0, settings = {}, seconds = null } = {}) {
    await page.locator(".card", { has: page.locator(`input[value="${game}"]`) }).click();
    if (Object.keys(settings).length > 0 || seconds !== null || you !== 0) await page.locator("#setup-more").evaluate((more) => (more.open = true));
    for (const [name, value] of Object.entries(settings)) await page.locator(`[data-setting="${name}"]`).fill(String(value));
    await page.locator("#setup-bot .bot", { has: page.locator("bdi", { hasText: exactly(bot) }) }).click();
    if (seconds !== null) await page.locator("#setup-time").fill(String(seconds));
    else await page.locator("#setup-time").evaluate((field) => (field.value = "20"));  // enough for bots on a busy machine
    if (you !== 0) await page.locator(`input[name="you"][value="${you}"]`).check();
    await page.locator("#setup-play").click();
}

/// Waits for the person's turn or the end of the match. Returns true if it is the person's turn.
export async function myTurn(page) {
    await page.waitForFunction(() => {
        const shown = (id) => !document.getElementById(id).hidden;
        return shown("stage") && (shown("after") || document.querySelector("#targets:not(.waiting) .target, #other-moves button"));
    });
    return !(await page.locator("#after").isVisible());
}

/// The places that the page offers for moves, as {key, label, x, y} with positions on the screen.
export const places = (page) => page.$$eval("#targets .target", (all) => all.map((element) => {
    const { left, top, width, height } = element.querySelector(".hit").getBoundingClientRect();
    return { key: element.dataset.key, label: element.getAttribute("aria-label"), x: left + width / 2, y: top + height / 2 };
}));

/// Clicks a place, and one of the moves there if there is a choice. Returns the words of the move.
export async function click(page, { x, y, label }, which = 0) {
    await page.mouse.click(x, y);
    const choice = page.locator("#choice button");
    if ((await choice.count()) === 0) return label;
    const words = await choice.nth(which % (await choice.count())).getAttribute("aria-label");
    await choice.nth(which % (await choice.count())).click();
    return words;
}

/// A simple deterministic random generator.
export function numbers(seed) {
    let state = seed;
    return (most) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * most);
    };
}

/// Makes the first move that has only a button and no place on the board, and waits until it has been made. The button
/// exists until then. Returns the words of the move.
async function pressButton(page) {
    const before = await page.locator("#made li").count();
    const button = page.locator("#other-moves button").first();
    const words = await button.textContent();
    await button.click();
    await page.waitForFunction((count) => document.querySelectorAll("#made li").length > count, before);
    return words;
}

/// Plays with the mouse until the end of the match. Returns the moves made by clicks, in words.
export async function playOut(page, seed = 1) {
    const next = numbers(seed);
    const made = [];
    while (await myTurn(page)) {
        const offered = await places(page);
        if (offered.length > 0) made.push(await click(page, offered[next(offered.length)], next(2)));
        else made.push(await pressButton(page));
        assert.ok(made.length < 200);
    }
    return made.map((words) => words.toLowerCase());
}

/// The log of the finished match.
export async function log(page) {
    const answer = await page.request.get(new URL(await page.locator("#save").getAttribute("href"), page.url()).href);
    assert.equal(answer.status(), 200);
    assert.match(answer.headers()["content-disposition"], /^attachment/);
    return answer.json();
}
