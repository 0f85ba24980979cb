// Tests a person who plays against a bot in the browser: one game with the mouse, one with the keyboard, and one
// against a hostile bot.
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rows } from "./drawn.js";
import { close, folder, serve, text, visit } from "./harness.js";
import { begin, click, log, myTurn, places, playOut } from "./playing.js";

const server = await serve();
const play = `${server.address}play`;
const plies = (page) => page.locator("#made .number:not(:empty)").count();

test("the form appears with what the server offers, also if the server refused at first, and no bots keep it shut", async () => {
    const page = await visit(play);
    let asked = 0;
    let answer;
    await page.route("**/api/play", (route) => {
        if (++asked === 1) return route.fulfill({ status: 503, contentType: "application/json", body: '{"error": "busy"}' });
        return new Promise((done) => (answer = () => done(route.continue())));
    });
    await page.reload();
    await page.locator("#connection:not([hidden])").waitFor();
    while (!answer) await page.waitForTimeout(50);
    assert.equal(await page.locator("#setup").isVisible(), false);
    answer();
    await begin(page, "othello");
    assert.ok(await myTurn(page));
    assert.equal(await page.locator("#connection").isVisible(), false);
    await page.unroute("**/api/play");
    await page.route("**/api/play", async (route) => {
        const response = await route.fetch();
        const offer = await response.json();
        for (const bot of offer.bots) bot.available = false;
        await route.fulfill({ response, json: offer });
    });
    await page.reload();
    assert.ok(await myTurn(page));
    await page.locator("#leave").click();
    await page.locator('#leaving button[value="leave"]').click();
    await page.locator("#after:not([hidden])").waitFor();
    const before = page.url();
    await page.locator("#again").click();
    await page.waitForFunction((url) => location.href !== url, before);
    await page.evaluate(() => (location.hash = ""));
    await page.locator("#setup-error:not([hidden])").waitFor();
    assert.match(await text(page, "#setup-error"), /No bot is available here/);
    assert.ok(await page.locator("#setup-play").isDisabled());
    page.complaints.length = 0;  // of the answer 503
    await close(page);
});

test("a game by clicking, reloaded in the middle: it continues, and the log has the clicked moves", async () => {
    const page = await visit(server.address);
    assert.equal(page.url(), play, "without a tournament there is only the play page");
    assert.ok(!(await page.locator("#to-tournament").isVisible()));
    await begin(page, "magnetize", { settings: { height: 5, width: 6 } });
    assert.ok(await myTurn(page));
    assert.equal((await places(page)).length, 7);
    const column = (await places(page)).find(({ key }) => key === "column2");
    await page.mouse.move(column.x, column.y);
    assert.equal(await page.locator(".target:hover .preview .fill-0").count(), 1, "what a click would do is shown");
    const made = [await click(page, column)];
    assert.ok(await myTurn(page));
    const before = [await rows(page, 5, 6), await text(page, "#made"), await text(page, "#caption")];
    assert.match(before[2], /^Your turn\.\s*greedy: /);
    assert.doesNotMatch(await page.locator("#play-view").innerText(), /expects|depth/, "the bot's plans are its own");
    await page.reload();
    assert.ok(await myTurn(page));
    assert.deepEqual([await rows(page, 5, 6), await text(page, "#made"), await text(page, "#caption")], before);
    made.push(...(await playOut(page)));
    const match = await log(page);
    assert.deepEqual(match.game.config, { ...match.game.config, height: 5, width: 6 });
    const words = match.plies.filter(({ player }) => player === 0).map(({ move }) => (move === "MAGNET" ? "turn the magnet on" : move.replace("DROP", "drop into column")));
    assert.deepEqual(made, words);
    assert.deepEqual(await rows(page, 5, 6), match.plies.at(-1).frame.board);
    const who = { 0: "You won", 1: "You lost", null: "A draw" }[match.result.winner];
    const verdict = `${who}: ${match.result.detail}, after ${match.plies.length} plies`;
    assert.equal(await text(page, "#caption"), verdict);
    assert.deepEqual([await text(page, "#ending .verdict"), await text(page, "#play-head")], [verdict, verdict]);
    assert.ok((await page.title()).startsWith(verdict));
    assert.match(await text(page, "#ending .meaning"), new RegExp(`^${match.result.detail}: `));
    assert.equal(await page.locator("#board .winning-outline").count() > 0, match.result.detail.startsWith("square"));
    await page.locator("#see").click();
    assert.equal(await page.locator("#players bdi").nth(1).textContent(), "greedy");
    await page.keyboard.press("End");
    assert.deepEqual(await rows(page, 5, 6), match.plies.at(-1).frame.board);
    assert.deepEqual([await text(page, "#ending .verdict"), await text(page, "#caption .over")], [verdict, verdict], "the match is still this person's");
    for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    assert.match(await text(page, "#notes"), /expects/);
    await close(page);
});

test("the keyboard alone, from the form to the next match", async () => {
    const page = await visit(play);
    const tabTo = async (selector) => {
        for (let i = 0; i < 40; ++i) {
            await page.keyboard.press("Tab");
            if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
        }
        assert.fail(`Tab does not lead to ${selector}`);
    };
    const focused = () => page.evaluate(() => document.activeElement.dataset?.key);
    await page.locator("#setup-bot .bot").first().waitFor();
    await tabTo("input[name=game]");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await tabTo("#setup-more summary");
    await page.keyboard.press("Enter");
    await tabTo('[data-setting="height"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3");
    await tabTo('[data-setting="width"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    assert.ok(await myTurn(page));
    if ((await focused()) === undefined) await tabTo("#targets .target");
    await page.keyboard.press("Home");
    // The arrow keys move from the first column to the last column, and then to the magnet. There is nothing above the
    // columns.
    assert.equal(await focused(), "column0");
    const way = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
        await page.keyboard.press(key);
        way.push(await focused());
    }
    assert.deepEqual(way, ["column1", "column2", "column1"]);
    assert.equal(await page.locator(".target:focus-visible .preview").evaluate((preview) => Number(getComputedStyle(preview).opacity) >= 0), true);
    for (let turns = 0; await myTurn(page); ++turns) {
        assert.ok((await focused()) !== undefined, "after the bot's move the keyboard is back on the board");
        await page.keyboard.press(turns % 2 ? "ArrowLeft" : "ArrowRight");
        await page.keyboard.press(turns % 2 ? " " : "Enter");
        assert.ok(turns < 30);
    }
    await tabTo("#again");
    const before = page.url();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== before);
    assert.ok(await myTurn(page));
    assert.equal(await plies(page), 0);
    await close(page);
});

test("a bot with a hostile name that crashes: the match ends, and the page says why", async () => {
    const name = "<img src=x onerror=window.hacked=1>";
    const path = join(folder, name);
    writeFileSync(path, `#!/usr/bin/python3\nimport sys\nsys.stdin.readline()\nsys.stderr.write("<script>window.hacked=1</script>\\n")\nsys.stderr.flush()\nsys.exit(3)\n`);
    chmodSync(path, 0o755);
    const hostile = await serve(["--bot", `'${path}'`]);
    const page = await visit(`${hostile.address}play`);
    await begin(page, "othello", { bot: name, you: 1 });
    assert.equal(await myTurn(page), false);
    assert.equal(await text(page, "#caption"), `You won: ${name} ended with exit code 3 at ply 1`);
    assert.equal(await text(page, "#ending pre"), "<script>window.hacked=1</script>");
    const terms = await page.locator("#ending dt").evaluateAll((all) => Object.fromEntries(all.map((term) => [term.textContent, term.nextElementSibling.textContent])));
    assert.deepEqual([terms["exit code"], terms.received], ["3", "nothing"]);
    assert.match(await text(page, "#ending"), /forfeits at ply 1: it exited instead of answering\./);
    assert.deepEqual(await page.locator("#play-title bdi").allTextContents(), [name, "You"]);
    assert.deepEqual(await page.evaluate(() => [window.hacked, document.querySelectorAll("img, iframe").length]), [undefined, 0]);
    await close(page);
    await hostile.stop();
});

test("no other script or style gets through, and no other server gets a request", async () => {
    const page = await visit(play);
    const outcome = await page.evaluate(async () => {
        const script = document.createElement("script");
        script.textContent = "window.hacked = 1";
        document.body.append(script);
        let sent = false;
        await fetch("http://127.0.0.1:9/").then(() => (sent = true), () => {});
        return [window.hacked, sent];
    });
    assert.deepEqual(outcome, [undefined, false]);
    assert.ok(page.complaints.length >= 2);
    await page.context().close();
});

test("a hint, a move taken back, and playing on from a ply of the match", async () => {
    const page = await visit(play);
    await begin(page, "magnetize", { settings: { height: 5, width: 6 } });
    assert.ok(await myTurn(page));
    assert.equal(await page.locator("#take-back").isVisible(), false, "there is nothing to take back yet");
    await page.locator("#hint").click();
    await page.locator("#hinted", { hasText: /^The bot would play: / }).waitFor();
    assert.ok(!(await page.locator("#hinted", { hasText: "depth" }).locator("details p").isVisible()), "the numbers are in a detail");
    await page.locator("#hinted summary").click();
    assert.match(await page.locator("#hinted details p").textContent(), /depth 1/);
    const [, advised] = /column (\d)/.exec(await text(page, "#hinted"));
    assert.deepEqual(await page.locator(".target.advised").evaluateAll((all) => all.map(({ dataset }) => dataset.key)), [`column${advised}`]);
    assert.ok(await page.locator(".target.advised .preview").isVisible());
    const column = (await places(page)).find(({ key }) => key === "column2");
    await click(page, column);
    await page.locator("#made li").nth(1).waitFor();
    assert.ok(await myTurn(page));
    const before = page.url();
    const asked = [];
    page.on("request", (request) => request.url().endsWith("/back") && asked.push(request.url()));
    await page.locator("#take-back").evaluate((button) => [1, 2, 3].forEach(() => button.click()));
    await page.waitForURL((url) => url.href !== before);
    await page.locator("#made li").first().waitFor({ state: "detached" });
    assert.equal(asked.length, 1, "hasty clicks take one move back");
    assert.ok(await myTurn(page));
    await playOut(page);
    await page.locator("#see").click();
    await page.locator("#scrub").waitFor();
    await page.keyboard.press("Home");
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
    await page.locator("#play-on").click();
    await page.locator("#setup-from", { hasText: "after ply 3" }).waitFor();
    await page.locator("#setup-play").click();
    assert.ok(await myTurn(page));
    assert.ok((await plies(page)) >= 3);
    await close(page);
});
