// Tests how the page of a match shows the texts that bots have written: notes, scores, the graph and the table of
// times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, open, play, read, shows, text, view, write } from "./harness.js";

const log = read(play("alphabeta", "greedy", "--game", "othello", "--seed", "3"));
const scored = (match, player) => match.plies.filter((ply) => ply.player === player && ply.notes?.info?.score !== undefined).length;
const dots = (page, player) => page.locator(`#evaluation .thought-dots.thought-${player}`).getAttribute("d").then((path) => path.split("M").length - 1);

test("notes, scores and the graph follow the shown ply", async () => {
    const page = await open(view(write(log)), { hash: "#ply=9" });
    await shows(page, 9);
    const { info } = log.plies[8].notes;
    const said = await text(page, "#notes");
    assert.ok(said.startsWith(`${log.players[log.plies[8].player].name} ${info.score > 0 ? "+" : ""}${info.score}, depth ${info.depth}, `), said);
    assert.ok(said.includes(`expects ${info.pv}`) && said.includes(log.plies[8].notes.text.trim()), said);
    assert.equal(await text(page, "#move-9 .score"), `${info.score > 0 ? "+" : ""}${info.score}`);
    for (const player of [0, 1]) assert.ok((await dots(page, player)) >= scored(log, player) && scored(log, player) > 10);
    const [cursor, chart] = await Promise.all(["#evaluation .cursor", "#chart .cursor"].map((place) => page.locator(place).getAttribute("x")));
    assert.equal(cursor, chart, "both charts mark the same ply");
    await page.locator("#evaluation").scrollIntoViewIfNeeded();
    const box = await page.locator("#evaluation").boundingBox();
    await page.mouse.click(box.x + box.width - 30, box.y + 40);
    assert.ok(Number(await page.locator("#scrub").inputValue()) > 40, "a click goes to its ply");
    assert.match(await text(page, "#evaluation-words"), /^alphabeta: .*greedy: /);
    await close(page);
});

test("the table of times has depth and nodes", async () => {
    const page = await open(view(write(log)));
    await page.locator("#times-details summary").click();
    const rows = await page.locator("#times-rows tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.equal(rows.length, log.plies.length);
    const { info } = log.plies[4].notes;
    assert.deepEqual([rows[4][0], rows[4][5]], ["5", String(info.depth)]);
    assert.ok(rows[4][6].length > 0 && rows[4][7].length > 0);
    await page.locator("#times-rows button").nth(6).click();
    await shows(page, 7);
    await close(page);
});

test("a log without notes has none of it, and a forfeited turn has its notes at the end", async () => {
    const silent = structuredClone(log);
    for (const ply of silent.plies) delete ply.notes;
    const lost = structuredClone(silent);
    lost.plies.length = 4;
    const { player } = silent.plies[4];
    lost.result = { winner: 1 - player, ending: "timeout", detail: "nothing came in time" };
    lost.failure = { player, line: null, exit_code: null, signal: null, elapsed_us: 120000, limit_us: 100000, stderr_tail: "", valid_moves: silent.plies[4].valid };
    lost.last_notes = [null, null];
    lost.last_notes[player] = { info: { mate: -2, string: "I am lost" }, text: "info score mate -2 string I am lost\n", left_out: 7 };
    lost.failure.valid_moves = await validAt(silent, 4);
    const page = await open(view(write(silent, lost)), { hash: "#match=1&ply=2" });
    for (const id of ["notes-panel", "evaluation-panel"]) assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
    await page.evaluate(() => (location.hash = "#match=2&ply=4"));
    await shows(page, 4);
    const said = await text(page, "#notes");
    assert.ok(said.includes("in its last turn: loses in 2") && said.includes("says I am lost") && said.includes("[7 bytes left out]"), said);
    await close(page);
});

/// The valid moves at a ply, as listed in the text that the referee sends to a bot.
async function validAt(match, ply) {
    const { referee } = await import("./harness.js");
    const sent = referee("replay", write(match), "--stdin-of", String(match.plies[ply].player), "--until", String(ply + 1)).trimEnd().split("\n");
    const count = sent.findLastIndex((line) => /^\d+$/.test(line));
    return sent.slice(count + 1);
}

test("notes are text, whatever they contain", async () => {
    const nasty = "<img src=x onerror=window.hacked=1></script><script>window.hacked=1</script>\u001b[2J\u202e";
    const wild = structuredClone(log);
    wild.plies.forEach((ply) => (ply.notes = { info: { score: 9e15, depth: 9007199254740991, nodes: 9007199254740991, pv: nasty, string: nasty }, left_out: 3, text: nasty.repeat(20) }));
    const page = await open(view(write(wild)), { hash: "#ply=3" });
    await shows(page, 3);
    assert.ok((await text(page, "#notes")).includes("\\x1b[2J\\u202e"));
    assert.deepEqual(await page.evaluate(() => [window.hacked, document.querySelectorAll("img, main script").length]), [undefined, 0]);
    await close(page);
});
