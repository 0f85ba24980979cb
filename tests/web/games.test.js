// Tests pages of all five games: the drawing after each ply agrees with the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cells, piecesOfAll, rowsOf, wrongPellets } from "./drawn.js";
import { close, folder, open, play, read, referee, shows, text, view, write } from "./harness.js";

const boards = [
    ["magnetize", "alphabeta", "greedy", ["--seed", "7"]],
    ["magnetize:height=9,width=9,maglock=2,square=3,max_plies=60", "random", "random", ["--seed", "5"]],
    ["magnetize:height=64,width=64,max_plies=20", "random", "random", []],
    ["othello", "greedy", "random", ["--seed", "3"]],
    ["magnetic_cave", "alphabeta", "greedy", ["--seed", "3"]],
    ["fitz", "greedy", "random", ["--seed", "3"]],
    ["fitz:height=3,width=20", "greedy", "random", ["--seed", "3"]],
];

for (const [game, first, second, options] of boards) {
    test(`${game}: the pieces of each frame`, async () => {
        const log = play(first, second, "--game", game, ...options);
        const match = read(log);
        const page = await open(view(log), { hash: "#ply=0" });
        const { board } = match.initial;
        const frames = [match.initial, ...match.plies.map((each) => each.frame)];
        const seen = await piecesOfAll(page);
        assert.equal(seen.length, frames.length);
        for (const [i, frame] of frames.entries()) assert.deepEqual(rowsOf(seen[i], board.length, board[0].length), frame.board, `after ply ${i}`);
        await shows(page, match.plies.length);
        assert.equal(await text(page, "#board-text"), match.plies.at(-1).frame.board.join("\n"));
        await close(page);
    });
}

for (const [spec, options] of [["cluster", ["--seed", "3"]], ["cluster:side=4,connect=3", ["--seed", "9"]]]) {
    test(`${spec}: pellets, gravity and hands of each frame`, async () => {
        const log = play("random", "random", "--game", spec, ...options);
        const match = read(log);
        const places = cells(referee("replay", log, "--stdin-of", "0"));
        const page = await open(view(log), { hash: "#ply=0" });
        const frames = [match.initial, ...match.plies.map((each) => each.frame)];
        const seen = await piecesOfAll(page);
        assert.equal(seen.length, frames.length);
        for (const [i, frame] of frames.entries()) {
            assert.deepEqual(wrongPellets(seen[i], frame, places), [], `after ply ${i}`);
            const next = match.plies[i];
            assert.deepEqual(seen[i].hands, next ? [next.hand.join(" ")] : []);
            assert.match(seen[i].gravity.trim(), new RegExp(["south$", "south-west", "north-west", "north$", "north-east", "south-east"][frame.gravity]));
        }
        await close(page);
    });
}

test("fitz on a large board: the rows of the last frame, which is not in the log", async () => {
    const log = play("fitz1", "fitz2", "--game", "fitz:height=80,width=70");
    const match = read(log);
    const board = match.initial.board.map((line) => [...line]);
    for (const { frame } of match.plies) for (const [row, column] of frame.placed) board[row][column] = frame.mark;
    const page = await open(view(log));
    await page.keyboard.press("End");
    const drawn = await page.$$eval("#board [data-row]", (all) => all.map((row) => [Number(row.dataset.row), row.dataset.mark, row.getAttribute("d")]));
    const seen = Array.from({ length: 80 }, () => Array(70).fill("."));
    for (const [row, mark, path] of drawn) {
        for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v10/g)) {
            assert.equal(Number(y), row * 10);
            for (let column = x / 10; column < (Number(x) + Number(run)) / 10; ++column) seen[row][column] = mark;
        }
    }
    assert.deepEqual(seen.map((row) => row.join("")), board.map((row) => row.join("")));
    assert.equal(await text(page, "#board-text"), board.map((row) => row.join("")).join("\n"));
    await page.keyboard.press("Home");
    assert.equal(await page.locator("#board [data-row]").count(), 0);
    await close(page);
});

test("magnets show whether they are on, and for how long", async () => {
    const log = play("random", "random", "--game", "magnetize:maglock=3", "--seed", "11");
    const match = read(log);
    assert.ok(match.plies.some((each) => each.move === "MAGNET"), "this seed shows nothing");
    const page = await open(view(log), { hash: "#ply=0" });
    for (const { frame } of match.plies) {
        await page.keyboard.press("ArrowRight");
        const magnets = await page.$$eval("#board .side-magnet", (all) => all.map((each) => [Number(each.dataset.lock), each.classList.contains("is-on"), each.textContent]));
        assert.deepEqual(magnets, frame.locks.map((lock) => [lock, lock > 0, lock > 0 ? String(lock) : "off"]));
    }
    await close(page);
});

test("the next tile is shown, and at the end the tile that has no place", async () => {
    const log = play("greedy", "random", "--game", "fitz:height=6,width=6");
    const match = read(log);
    const page = await open(view(log), { hash: "#ply=0" });
    for (const { frame } of match.plies) {
        assert.match(await text(page, "#board"), /next/);
        await page.keyboard.press("ArrowRight");
        assert.match(await text(page, "#board"), new RegExp(`tile ${frame.tile}$`));
    }
    assert.match(await text(page, "#board"), /no place for/);
    assert.match(await text(page, "#ending .meaning"), /^no placement: there is no place for the next tile/);
    await close(page);
});

test("winning pieces and the last move are marked, and only then", async () => {
    for (const [game, seed, least] of [["magnetize", "7", 4], ["magnetic_cave", "3", 5], ["cluster", "3", 4]]) {
        const log = play("greedy", "random", "--game", game, "--seed", seed);
        const match = read(log);
        assert.equal(match.result.ending, "by_rules");
        const page = await open(view(log));
        const marked = () => page.$$eval("#board .winning", (all) => all.map((each) => each.parentElement.dataset.mark));
        await page.keyboard.press("End");
        const marks = await marked();
        assert.ok(marks.length >= least, `${game}: ${marks}`);
        assert.equal(new Set(marks).size, 1);
        const last = match.plies.at(-1).move === "MAGNET" ? ".side-magnet.just-used" : ".last";
        assert.equal(await page.locator(`#board ${last}`).count(), 1, game);
        await page.keyboard.press("ArrowLeft");
        assert.deepEqual(await marked(), []);
        await close(page);
    }
});

test("a match that was over before its first ply, and one that consists of given plies", async () => {
    const early = play("greedy", "random", "--game", "fitz:height=1,width=1,max_plies=1");
    assert.equal(read(early).plies.length, 0);
    const page = await open(view(early));
    await shows(page, 0);
    for (const key of [" ", "ArrowRight", "End", "Home"]) await page.keyboard.press(key);
    await shows(page, 0);
    await close(page);

    const match = read(play("greedy", "random"));
    match.opening = 2;
    for (const each of match.plies.slice(0, 2)) each.wall_us = each.cpu_us = null;
    const given = await open(view(write(match)));
    assert.match(await text(given, "#moves"), /given.*given/);
    await close(given);
    assert.ok(folder);
});

test("a clock for the whole game shows what is left", async () => {
    const log = play("random", "random", "--game", "magnetize:height=4,width=5", "--seed", "5", "--limits", "clock=60s+1s");
    const { plies, limits } = read(log);
    assert.deepEqual(limits.clock, { total_us: 60_000_000, increment_us: 1_000_000 });
    const page = await open(view(log));
    await page.keyboard.press("Home");
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
    const used = plies.filter((ply, i) => i < 3 && ply.player === plies[2].player);
    const left = 60 + used.length - used.reduce((sum, ply) => sum + ply.wall_us, 0) / 1e6;
    assert.ok(left > 55, "the bots answer at once");
    assert.match(await text(page, "#caption"), new RegExp(`, ${left.toFixed(2).replace(".", "\\.")} s left`));
    assert.match(await text(page, "#about"), /20 s a move, 20 s for the first, 1 min\+1 s a game, margin 20 ms/);
    await close(page);
});

test("a person has no limit of a move, but the clock counts, and the limits are told of each player", async () => {
    const match = read(play("random", "random", "--game", "magnetize:height=4,width=5", "--seed", "5"));
    const shown = async (changes) => {
        const page = await open(view(write(Object.assign(match, changes))));
        const drawn = await page.$$eval("#chart .limit", (all) => all.map((line) => line.getAttribute("d") !== ""));
        const told = { drawn, about: await text(page, "#about"), chart: await text(page, "#times-words") };
        await close(page);
        return told;
    };
    const person = { ...match.players[1], name: "human", command: [], isolation: "none" };
    match.plies.filter(({ player }) => player === 1).forEach((ply) => Object.assign(ply, { wall_us: 90_000_000, cpu_us: null }));
    const one = await shown({ players: [{ ...match.players[0], name: "bot" }, person] });
    assert.deepEqual(one.drawn, [true, false]);
    assert.match(one.about, /bot: 20 s a move, 20 s for the first, margin 20 ms; human: none/);
    assert.match(one.chart, /dashed: limit, bot: 20 s a move, 20 s for the first; human: none$/);
    const timed = await shown({ limits: { ...match.limits, clock: { total_us: 3_600_000_000, increment_us: 0 } } });
    assert.deepEqual(timed.drawn, [true, true]);
    assert.match(timed.chart, /bot: 20 s a move, 20 s for the first, 1 h a game; human: 1 h a game$/);
    const { clock, ...limits } = match.limits;
    const two = await shown({ limits, players: [{ ...person, name: "ann" }, person] });
    assert.deepEqual(two.drawn, [false, false]);
    assert.doesNotMatch(two.about + two.chart, /a move|dashed|margin/);
});

test("a clock is charged as in the log, and a move is then limited only by the time left", async () => {
    const match = read(play("random", "random", "--game", "magnetize:height=4,width=5", "--seed", "5", "--limits", "clock=60s+1s"));
    Object.assign(match.limits, { move_us: 60_000_000, first_move_us: 60_000_000 });
    Object.assign(match.plies[0], { wall_us: 9_000_000, charged_us: 500_000, cpu_us: null });
    const page = await open(view(write(match)));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    assert.match(await text(page, "#caption"), /, 9\.00 s \(500\.0 ms charged\), 60\.50 s left/);
    const about = await text(page, "#about");
    assert.match(about, /1 min\+1 s a game, margin/);
    assert.doesNotMatch(about, /a move|for the first/);
    await close(page);
});
