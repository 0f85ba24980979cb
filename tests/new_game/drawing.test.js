// Tests the page of a match of the new game in a browser: after each ply the drawing agrees with the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "../web/drawn.js";
import { close, open, play, read, text, view } from "../web/harness.js";

test("the new game is drawn", async () => {
    const log = play("random.py", "random.py", "--game", "tic_tac_toe");
    const match = read(log);
    const page = await open(view(log), { hash: "#ply=0" });
    for (const [i, frame] of [match.initial, ...match.plies.map((ply) => ply.frame)].entries()) {
        if (i > 0) await page.keyboard.press("ArrowRight");
        assert.deepEqual(await rows(page, 3, 3), frame.board, `after ply ${i}`);
    }
    assert.equal(await text(page, "#board-text"), match.plies.at(-1).frame.board.join("\n"));
    await close(page);
});
