// Tests the buttons below the board: a link to the ply, turning the board, pictures, and the animation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { close, open, play, read, shows, view } from "./harness.js";

const log = play("greedy", "random", "--game", "othello", "--seed", "3");
const page_of_log = view(log);

async function saved(page, button) {
    const [download] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.locator(button).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("the link leads to the shown ply", async () => {
    const page = await open(page_of_log, { hash: "#ply=5", permissions: ["clipboard-read", "clipboard-write"] });
    await shows(page, 5);
    await page.locator("#copy-link").click();
    await page.locator("#told", { hasText: "copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press("End");
    await page.goto("about:blank");
    await page.goto(link);
    await shows(page, 5);
    await close(page);
});

test("the board from the other side: places change, texts stay upright; a game with gravity can't be turned", async () => {
    const page = await open(page_of_log, { hash: "#ply=5" });
    const places = () => page.locator("#board [data-cell]").evaluateAll((all) => all.map((piece) => {
        const { x, y, width, height } = piece.getBoundingClientRect();
        return [Math.round(x + width / 2), Math.round(y + height / 2)];
    }));
    const before = await places();
    await page.locator("#flip").click();
    const box = await page.locator("#board").boundingBox();
    const turned = (await places()).map(([x, y]) => [Math.round(2 * box.x + box.width - x), Math.round(2 * box.y + box.height - y)]);
    before.forEach(([x, y], i) => assert.ok(Math.abs(x - turned[i][0]) <= 2 && Math.abs(y - turned[i][1]) <= 2));
    const letter = await page.locator("#board text").first().evaluate((text) => text.getScreenCTM().a);
    assert.ok(letter > 0, "not upside down");
    await page.keyboard.press("f");
    assert.deepEqual(await places(), before);
    await close(page);
    const other = await open(view(play("greedy", "random", "--game", "magnetize", "--seed", "3")));
    assert.equal(await other.locator("#flip").isVisible(), false);
    await close(other);
});

test("a position is saved as SVG and PNG", async () => {
    const page = await open(page_of_log, { hash: "#ply=5" });
    await shows(page, 5);
    const svg = await saved(page, "#save-svg");
    assert.equal(svg.name, "othello-greedy-random-5.svg");
    const text = svg.bytes.toString();
    assert.ok(text.startsWith("<svg") && !/class=|data-|var\(/.test(text));
    const pieces = read(log).plies[4].frame.board.join("").replaceAll(".", "").length;
    assert.equal(text.split('fill="rgb(22, 24, 27)"').length + text.split('fill="rgb(246, 244, 239)"').length - 2, pieces);
    const png = await saved(page, "#save-png");
    assert.deepEqual([...png.bytes.subarray(0, 4)], [137, 80, 78, 71]);
    assert.ok(png.bytes.length > 5000);
    await close(page);
});

test("the whole match is saved as an animation", async () => {
    const log = play("greedy", "random", "--game", "magnetize:height=5,width=6", "--seed", "3");
    const page = await open(view(log), { hash: "#ply=5" });
    await shows(page, 5);
    const { name, bytes } = await saved(page, "#save-animation");
    assert.equal(name, "magnetize-greedy-random.png");
    const at = bytes.indexOf("acTL");
    assert.equal(bytes.readUInt32BE(at + 4), read(log).plies.length + 1);
    assert.equal(bytes.toString("latin1").split("fcTL").length - 1, read(log).plies.length + 1);
    // The browser itself decodes the pictures. Each frame holds only what has changed, and the last one shows the last position.
    await page.keyboard.press("End");
    await shows(page, read(log).plies.length);
    const last = (await saved(page, "#save-png")).bytes;
    const different = await page.evaluate(async ([whole, one]) => {
        const pixels = async (data, frameIndex) => {
            const decoder = new ImageDecoder({ type: "image/png", data: Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)) });
            const { image } = await decoder.decode({ frameIndex });
            const canvas = Object.assign(document.createElement("canvas"), { width: image.displayWidth, height: image.displayHeight });
            canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0);
            return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        };
        const [found, wanted] = [await pixels(whole[0], whole[1]), await pixels(one, 0)];
        return found.length === wanted.length && wanted.length > 40000 ? wanted.filter((value, i) => value !== found[i]).length : -1;
    }, [[bytes.toString("base64"), read(log).plies.length], last.toString("base64")]);
    assert.equal(different, 0);
    await page.keyboard.press("Home");
    for (let ply = 0; ply < 5; ++ply) await page.keyboard.press("ArrowRight");
    await shows(page, 5);
    await close(page);
});

test("embedded, only the board and its controls are seen", async () => {
    const page = await open(page_of_log, { hash: "#ply=3&embed", viewport: { width: 420, height: 520 } });
    await shows(page, 3);
    for (const [place, seen] of [["#board", true], ["#scrub", true], ["header", false], ["#moves", false], ["#copy-link", false]])
        assert.equal(await page.locator(place).first().isVisible(), seen, place);
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/#ply=4&embed$/);
    await close(page);
});
