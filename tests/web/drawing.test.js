// Tests what the drawings of all five games show in addition to the pieces of a frame: the lines that decide a game of
// CLUSTER, and the animation of moves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pieces } from "./drawn.js";
import { close, open, play, shows, view, write } from "./harness.js";

/// Returns the matches in the log of a series, which has one match per line.
const series = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));

test("CLUSTER: the lines are marked, however they decide the game", async () => {
    const matches = series(play("random", "random", "--game", "cluster:side=5,connect=3", "--games", "300", "--seed", "1"));
    const shown = new Map();
    for (const match of matches) {
        const { detail } = match.result;
        if (!shown.has(detail)) shown.set(detail, match);
    }
    assert.deepEqual([...shown.keys()].sort(), ["equal matches", "longer match", "match", "more pellets", "out of pellets"], "this seed shows less");
    for (const [detail, match] of shown) {
        const page = await open(view(write(match)));
        await page.keyboard.press("End");
        await shows(page, match.plies.length);
        const marked = await page.locator("#board .winning").count();
        assert.equal(marked >= 3, detail !== "out of pellets", `${detail}: ${marked} pellets are marked`);
        if (detail === "equal matches" || detail === "more pellets") assert.ok(marked >= 6, `${detail}: the lines of both are marked`);
        await page.keyboard.press("ArrowLeft");
        await shows(page, match.plies.length - 1);
        assert.equal(await page.locator("#board .winning").count(), 0);
        await close(page);
    }
});

test("pieces move when a ply is made, and come to rest where they belong", async () => {
    for (const [game, options] of [["magnetize", []], ["othello", []], ["magnetic_cave", []], ["fitz", []], ["cluster:side=4", ["--seed", "9"]]]) {
        const log = play("greedy", "random", "--game", game, ...options);
        const page = await open(view(log), { hash: "#ply=0", reducedMotion: "no-preference" });
        const running = () => page.evaluate(() => document.getAnimations().length);
        for (let i = 0; i < 4; ++i) {
            await page.keyboard.press("ArrowRight");
            assert.ok((await running()) > 0, `${game} stands still`);
        }
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
        const still = await open(view(log), { hash: "#ply=4" });
        const places = async (of) => (await pieces(of)).drawn.map(({ mark, x, y }) => `${mark} ${x.toFixed(1)} ${y.toFixed(1)}`).sort();
        assert.deepEqual(await places(page), await places(still), game);
        assert.equal(await still.evaluate(() => document.getAnimations().length), 0);
        await still.keyboard.press("ArrowRight");
        assert.equal(await still.evaluate(() => document.getAnimations().length), 0, "somebody has asked for less motion");
        await close(page);
        await close(still);
    }
});
