// A person plays against a bot in the browser: the form, a game by clicking, a reload in its middle, the keyboard, a phone, and a
// server that goes away.
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rows } from "./drawn.js";
import { close, folder, serve, text, visit } from "./harness.js";
import { begin, click, log, myTurn, places, playOut } from "./playing.js";

const small = { height: 4, width: 5, maglock: 1 };
const server = await serve();
const play = `${server.address}play`;
const plies = (page) => page.locator("#made .number:not(:empty)").count();

test("a game by clicking, reloaded in the middle: it goes on, and the log has what was clicked", async () => {
    const page = await visit(server.address);
    assert.equal(page.url(), play, "without a tournament there is only playing");
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
    await page.reload();
    assert.ok(await myTurn(page));
    assert.deepEqual([await rows(page, 5, 6), await text(page, "#made"), await text(page, "#caption")], before);
    made.push(...(await playOut(page)));
    const match = await log(page);
    assert.deepEqual(match.game.config, { ...match.game.config, height: 5, width: 6 });
    const words = match.plies.filter(({ player }) => player === 0).map(({ move }) => (move === "MAGNET" ? "turn the magnet on" : move.replace("DROP", "drop into column")));
    assert.deepEqual(made, words);
    assert.deepEqual(await rows(page, 5, 6), match.plies.at(-1).frame.board);
    const who = { 0: "You win", 1: "greedy wins", null: "A draw" }[match.result.winner];
    assert.equal(await text(page, "#caption"), `${who}: ${match.result.detail}, after ${match.plies.length} plies`);
    assert.equal(await page.locator("#board .winning-outline").count() > 0, match.result.detail.startsWith("square"));
    await page.locator("#see").click();
    assert.equal(await page.locator("#players bdi").nth(1).textContent(), "greedy");
    await page.keyboard.press("End");
    assert.deepEqual(await rows(page, 5, 6), match.plies.at(-1).frame.board);
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
    await page.locator("#setup-bot option").first().waitFor({ state: "attached" });
    await tabTo("input[name=game]");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await tabTo('[data-setting="height"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3");
    await tabTo('[data-setting="width"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3");
    await tabTo("#setup-play");
    await page.keyboard.press("Enter");
    assert.ok(await myTurn(page));
    if ((await focused()) === undefined) await tabTo("#targets .target");
    await page.keyboard.press("Home");
    // From the first column to the last and on to the magnet; nothing lies above.
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

test("moves in words, giving up, the same again and with sides swapped", async () => {
    const page = await visit(play);
    await begin(page, "magnetize", { settings: small, bot: "random" });
    assert.ok(await myTurn(page));
    await page.locator("#valid summary").click();
    await page.locator("#valid-moves button").first().waitFor();
    assert.deepEqual(await page.locator("#valid-moves button").allTextContents(), ["Drop into column 0", "Drop into column 1", "Drop into column 2", "Drop into column 3", "Drop into column 4", "Turn the magnet on"]);
    await page.locator("#valid-moves button", { hasText: "column 3" }).click();
    await page.waitForFunction(() => document.querySelectorAll("#made li").length >= 2);
    assert.match(await page.locator("#made li").first().textContent(), /drop into column 3$/);
    await page.locator("#leave").click();
    await page.locator("#leaving button[value=stay]").click();
    assert.ok(await myTurn(page), "nothing was given up");
    await page.locator("#leave").click();
    await page.locator("#leaving button[value=leave]").click();
    await page.locator("#after").waitFor();
    assert.ok(!(await page.locator("#leave").isVisible()));
    assert.equal(await page.locator("#targets .target").count(), 0);
    const before = page.url();
    await page.locator("#swap").click();
    await page.waitForURL((url) => url.href !== before);
    assert.ok(await myTurn(page));
    assert.deepEqual(await page.locator("#sides bdi").allTextContents(), ["random", "You"]);
    assert.deepEqual((await rows(page, 4, 5)).join("").replace(/\./g, "").length, await plies(page), "the board is as large as before");
    await page.locator("#leave").click();
    await page.locator("#leaving button[value=leave]").click();
    await page.locator("#another").click();
    await page.locator("#setup-play").waitFor();
    await page.goBack();
    await page.locator("#after").waitFor();
    await close(page);
});

test("a bot whose name is no name, and which crashes: the match ends, and says why", async () => {
    const name = "<img src=x onerror=window.hacked=1>";
    const path = join(folder, name);
    writeFileSync(path, `#!/usr/bin/python3\nimport sys\nsys.stdin.readline()\nsys.stderr.write("<script>window.hacked=1</script>\\n")\nsys.stderr.flush()\nsys.exit(3)\n`);
    chmodSync(path, 0o755);
    const hostile = await serve(["--bot", `'${path}'`]);
    const page = await visit(`${hostile.address}play`);
    await begin(page, "othello", { bot: name, you: 1 });
    assert.equal(await myTurn(page), false);
    assert.equal(await text(page, "#caption"), `You win: ${name} forfeits (exited), after 0 plies`);
    const explained = await text(page, "#ending pre");
    assert.ok(explained.includes("<script>window.hacked=1</script>") && explained.includes("exit code"), explained);
    assert.deepEqual(await page.locator("#play-title bdi").allTextContents(), [name, "You"]);
    assert.deepEqual(await page.evaluate(() => [window.hacked, document.querySelectorAll("img, iframe").length]), [undefined, 0]);
    await close(page);
    await hostile.stop();
});

test("what the server refuses is said in a line", async () => {
    const page = await visit(play);
    await begin(page, "magnetize", { settings: { height: 4, width: 4, square: 5 } });
    await page.locator("#setup-error:not([hidden])").waitFor();
    assert.match(await text(page, "#setup-error"), /square/);
    assert.deepEqual(page.complaints.splice(0).map((line) => /status of 400/.test(line)), [true]);
    await page.goto(`${play}#match=${"0".repeat(32)}`);
    await page.locator("#setup-error:not([hidden])").waitFor();
    assert.match(await text(page, "#setup-error"), /does not know this match/);
    page.complaints.length = 0;  // the browser tells of the 404
    await page.context().close();
});

test("a server that goes away and comes back", async () => {
    const short = await serve();
    const page = await visit(`${short.address}play`);
    await begin(page, "magnetize", { settings: small });
    assert.ok(await myTurn(page));
    const [first] = await places(page);
    await short.stop();
    await page.locator("#connection:not([hidden])").waitFor();
    assert.match(await text(page, "#connection"), /connection .* is lost/);
    await page.mouse.click(first.x, first.y);
    await page.locator("#error:not([hidden])").waitFor();
    assert.equal(await text(page, "#error"), "The server does not answer.");
    assert.equal(await page.locator("#targets:not(.waiting) .target").count(), 6, "the move can be made again");
    await serve([], { port: short.port });
    await page.locator("#setup-error:not([hidden])").waitFor();
    assert.match(await text(page, "#setup-error"), /does not know this match/);
    await begin(page, "magnetize", { settings: small });
    assert.ok(await myTurn(page));
    assert.ok(!(await page.locator("#connection").isVisible()));
    await page.context().close();
});

test("a phone: nothing need be scrolled sideways, and a tap is a move", async () => {
    const page = await visit(play, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.locator("#setup-bot option").first().waitFor({ state: "attached" });
    assert.equal(await wide(), 0);
    await begin(page, "magnetize");
    assert.ok(await myTurn(page));
    assert.equal(await wide(), 0);
    const column = (await places(page)).find(({ key }) => key === "column3");
    await page.touchscreen.tap(column.x, column.y);
    await page.waitForFunction(() => document.querySelectorAll("#made li").length >= 2);
    assert.match(await page.locator("#made li").first().textContent(), /drop into column 3$/);
    assert.equal(await wide(), 0);
    await close(page);
});

test("no other script or style gets through, and nothing is asked of others", async () => {
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
