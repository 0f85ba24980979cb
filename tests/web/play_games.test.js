// Tests a person who plays all five games to the end with the mouse. The drawings and the clicks agree with the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cells, pieces, rows, wrongPellets } from "./drawn.js";
import { close, folder, referee, serve, text, visit } from "./harness.js";
import { begin, click, log, myTurn, places, playOut } from "./playing.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cluster } from "../../games/cluster/drawing.js";
import { fitz } from "../../games/fitz/drawing.js";
import { magnetic_cave } from "../../games/magnetic_cave/drawing.js";
import { magnetize } from "../../games/magnetize/drawing.js";
import { othello } from "../../games/othello/drawing.js";

const drawings = { cluster, fitz, magnetic_cave, magnetize, othello };
const play = `${(await serve()).address}play`;
const setup = (match) => referee("replay", write(match), "--stdin-of", "0");

function write(match) {
    const path = join(folder, "played.json");
    writeFileSync(path, JSON.stringify(match));
    return path;
}

for (const [game, options] of [["magnetize", { you: 1 }], ["othello", {}], ["othello", { you: 1, bot: "random" }], ["magnetic_cave", { you: 1 }], ["cluster", {}],
                               ["cluster", { you: 1, settings: { side: 4, connect: 3 } }], ["fitz", {}], ["fitz", { you: 1, settings: { height: 6, width: 9 } }]]) {
    test(`${game}, ${JSON.stringify(options)}: a whole game by clicking`, async () => {
        const page = await visit(play);
        await begin(page, game, { bot: "greedy", ...options });
        const made = await playOut(page, 7);
        const match = await log(page);
        const you = options.you ?? 0;
        assert.deepEqual(made, match.plies.filter(({ player }) => player === you).map(({ move }) => drawings[game].words(move).toLowerCase()));
        const frame = match.plies.at(-1).frame;
        if (frame.pellets) assert.deepEqual(wrongPellets(await pieces(page), frame, cells(setup(match))), []);
        else assert.deepEqual(await rows(page, frame.board.length, frame.board[0].length), frame.board);
        assert.equal(match.result.ending, "by_rules");
        const who = match.result.winner === null ? "A draw" : match.result.winner === you ? "You won" : "You lost";
        assert.equal(await text(page, "#caption"), `${who}: ${match.result.detail}, after ${match.plies.length} plies`);
        assert.equal(await page.locator("#made .number:not(:empty)").count(), match.plies.length);
        const told = { magnetize: /^square/, magnetic_cave: /^five/, cluster: /match/ }[game];
        assert.equal((await page.locator("#board .winning").count()) > 0, told?.test(match.result.detail) ?? false);
        await close(page);
    });
}

test("CLUSTER: the choice between two colours, turning gravity, and Escape", async () => {
    const page = await visit(play);
    await begin(page, "cluster", { settings: { side: 6, connect: 11 } });
    let chosen = 0;
    for (let turns = 0; turns < 12 && chosen === 0; ++turns) {
        assert.ok(await myTurn(page));
        const hand = (await page.locator("#board .hand").getAttribute("data-hand")).split(" ");
        const column = (await places(page)).find(({ key }) => key === `column${turns % 11}`);
        await page.mouse.click(column.x, column.y);
        if (new Set(hand).size < 2) continue;
        ++chosen;
        const buttons = page.locator("#choice button");
        const words = (colour) => `pellet ${"abcd"[colour]} into column ${turns % 11}`;
        assert.deepEqual(await buttons.evaluateAll((all) => all.map((button) => [button.textContent, button.getAttribute("aria-label")])),
            [...hand].sort().map((colour) => ["abcd"[colour], words(colour)]));
        const frame = await page.locator("#board-frame").boundingBox();
        const box = await page.locator("#choice").boundingBox();
        assert.ok(box.x >= frame.x - 1 && box.x + box.width <= frame.x + frame.width + 1, "the choice is beside the board");
        const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
        const [first, second] = [...hand].sort().map(words);
        for (const [key, wanted] of [["ArrowRight", second], ["ArrowRight", first], ["ArrowUp", second], ["ArrowLeft", first], ["ArrowDown", second]]) {
            await page.keyboard.press(key);
            assert.equal(await focused(), wanted, key);
        }
        await page.keyboard.press("Escape");
        assert.equal(await buttons.count(), 0);
        // The choice covers other columns beside its buttons. A click there selects one of these columns.
        await page.mouse.click(column.x, column.y);
        const { right, bottom } = await buttons.last().evaluate((button) => button.getBoundingClientRect());
        const label = () => buttons.first().getAttribute("aria-label");
        assert.equal(await label(), first);
        await page.mouse.click(right - 2, bottom + 4);
        assert.notEqual(await label(), first);
        assert.equal(await page.locator(".target.pointed").count(), 1);
        // Tab leaves the choice and closes it.
        await page.keyboard.press("Shift+Tab");
        assert.equal(await buttons.count(), 0);
        await page.mouse.click(column.x, column.y);
        await buttons.nth(1).click();
        await page.waitForFunction((wanted) => [...document.querySelectorAll("#made li")].some((item) => item.textContent.includes(wanted)), words([...hand].sort()[1]));
    }
    assert.equal(chosen, 1);
    assert.ok(await myTurn(page));
    const before = Number(await page.locator("#board [data-gravity]").getAttribute("data-gravity"));
    const count = await page.locator("#made li").count();
    // The upper left corner becomes the bottom, so gravity turns by a third.
    const middle = await page.locator("#board .board").boundingBox().then(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
    const corner = (await places(page)).find(({ key }) => key === "rotate2");
    const all = (await places(page)).filter(({ key }) => key.startsWith("rotate"));
    assert.equal(all.length, 5);
    assert.ok(corner.x < middle.x && corner.y < middle.y && all.filter(({ x }) => x <= corner.x + 1).length === 2, JSON.stringify([all, middle]));
    await click(page, corner);
    await page.waitForFunction((least) => document.querySelectorAll("#made li").length > least, count);
    assert.ok((await page.locator("#made li").nth(count).textContent()).endsWith("turn gravity by 120°"));
    await myTurn(page);
    const reply = /turn gravity by (\d+)°/.exec((await page.locator("#made li").nth(count + 1).textContent()) ?? "");
    assert.equal(Number(await page.locator("#board [data-gravity]").getAttribute("data-gravity")), (before + 2 + Number(reply?.[1] ?? 0) / 60) % 6);
    await close(page);
});

/// The positions of the cells of the shown tile.
const shown = (page) => page.$$eval(".target.pointed .preview .fill-0, .target:hover .preview .fill-0", (all) => {
    const inverse = document.getElementById("board").getScreenCTM().inverse();
    return all.map((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        const { x, y } = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(inverse);
        return `${Math.round((y - 1) / 10 - 0.5)},${Math.round((x - 1) / 10 - 0.5)}`;
    }).sort();
});

test("fitz: the tile is turned by button, wheel and key, and is placed where it was shown", async () => {
    const page = await visit(play);
    await begin(page, "fitz", { bot: "random", settings: { height: 16, width: 16 } });
    const turns = [async () => page.locator("#turning button").nth(1).click(), async () => page.mouse.wheel(0, 100), async () => page.keyboard.press("r"), async () => page.keyboard.press("R")];
    const expected = [90, 90, 90, 270];
    for (const [i, turn] of turns.entries()) {
        assert.ok(await myTurn(page));
        const count = await page.locator("#made li").count();
        const middle = (await places(page))[20];
        await page.mouse.move(middle.x, middle.y);
        const straight = await shown(page);
        await turn();
        const at = (await places(page))[15];
        await page.mouse.move(at.x, at.y);
        const wanted = await shown(page);
        assert.equal(wanted.length, straight.length);
        await page.mouse.click(at.x, at.y);
        await page.waitForFunction((least) => document.querySelectorAll("#made li").length > least, count);
        const words = await page.locator("#made li").nth(count).textContent();
        assert.match(words, new RegExp(`turned ${expected[i]}°`));
        const drawn = (await pieces(page)).drawn.filter(({ mark }) => mark === "*").length;
        const there = await page.$$eval('#board .piece[data-mark="*"]', (all) => all.map((piece) => piece.dataset.cell));
        assert.equal(there.length, drawn);
        assert.ok(wanted.every((cell) => there.includes(cell)), `${wanted} was shown, ${there} lies there`);
    }
    await close(page);
});

test("fitz on a phone: the first tap shows where the tile would be, the second places it", async () => {
    const page = await visit(play, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await begin(page, "fitz");
    assert.ok(await myTurn(page));
    const [, , , one] = await places(page);
    let sent = 0;
    page.on("request", (request) => request.method() === "POST" && ++sent);
    await page.touchscreen.tap(one.x, one.y);
    const wanted = await shown(page);
    assert.ok(wanted.length > 0);
    assert.equal(sent, 0);
    assert.match(await text(page, "#pointed"), /^Row \d+, column \d+.*Tap again to lay it there\.$/);
    await page.touchscreen.tap(one.x, one.y);
    await page.waitForFunction(() => document.querySelectorAll("#made li").length >= 1);
    assert.deepEqual((await page.$$eval('#board .piece[data-mark="*"]', (all) => all.map((piece) => piece.dataset.cell))).sort(), wanted);
    await page.locator("#keys summary").tap();
    assert.ok(await page.locator("#keys-turning").isVisible());
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    await close(page);
});

test("things move, and come to rest where they belong", async () => {
    const page = await visit(play, { reducedMotion: "no-preference" });
    await begin(page, "othello");
    for (let i = 0; i < 4; ++i) {
        assert.ok(await myTurn(page));
        await click(page, (await places(page))[0]);
        await page.waitForFunction(() => document.querySelector("#board").getAnimations({ subtree: true }).some(({ playState }) => playState === "running"));
        await page.waitForFunction((count) => document.querySelectorAll("#made li").length === count, 2 * i + 2);
    }
    await page.waitForFunction(() => document.querySelector("#board").getAnimations({ subtree: true }).every(({ playState }) => playState === "finished"));
    const moved = await rows(page, 8, 8);
    await page.reload();
    assert.ok(await myTurn(page));
    assert.deepEqual(await rows(page, 8, 8), moved);
    await close(page);
});
