// Tests games whose rules are a program of the user: a person plays the example games by clicking and by keyboard, and
// the pages draw what the log says.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import * as arena from "./arenas.js";
import { drawnBoard } from "./drawn.js";
import { close, folder, open, read, referee, serve, text, tournament, view, visit } from "./harness.js";
import { begin, click, log, myTurn, places, playOut } from "./playing.js";
import { ownDrawing } from "../../viewer/own_game.js";

const bin = process.env.REFEREE_BIN;
const examples = fileURLToPath(new URL("../../examples/games/", import.meta.url));
const randomBot = join(bin, "random.py");

/// Starts a server with this game, and opens its play page.
async function offer(game) {
    const server = await serve(["--game", game]);
    return { server, page: await visit(`${server.address}play`) };
}

for (const [game, settings] of [["breakthrough", { height: 5, width: 4 }], ["hex", { size: 4 }], ["pig", { target: 10 }]]) {
    test(`${game}: whole games by clicking, on both sides, and the page of the match`, async () => {
        const { server, page } = await offer(join(examples, `${game}.py`));
        for (const you of [0, 1]) {
            await page.goto(`${server.address}play`);
            await begin(page, game, { bot: "random", you, settings });
            const made = await playOut(page, 3 + you);
            const match = await log(page);
            assert.equal(match.result.ending, "by_rules", JSON.stringify(match.result));
            assert.deepEqual(match.game.config, settings);
            assert.deepEqual(made, match.plies.filter(({ player }) => player === you).map(({ move }) => move));
            const { board } = match.plies.at(-1).frame;
            if (board.length > 0) assert.deepEqual(await drawnBoard(page, board), board);
            const who = match.result.winner === you ? "You won" : "You lost";
            assert.equal(await text(page, "#caption"), `${who}: ${match.result.detail}, after ${match.plies.length} plies`);
            await page.locator("#see").click();
            await page.keyboard.press("End");
            if (board.length > 0) assert.deepEqual(await drawnBoard(page, board), board);
        }
        await close(page);
        await server.stop();
    });
}

test("moves that end on one cell are a choice, and moves without cells are buttons", async () => {
    const { server, page } = await offer(`${join(examples, "breakthrough.py")}:height=5,width=4`);
    await begin(page, "breakthrough", { bot: "random" });
    assert.ok(await myTurn(page));
    const both = (await places(page)).find(({ label }) => /choose one of 2/.test(label));
    await page.mouse.click(both.x, both.y);
    const buttons = await page.locator("#choice button").allTextContents();
    assert.equal(buttons.length, 2);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    assert.ok(await myTurn(page));
    assert.equal((await page.locator("#made .words").first().textContent()), buttons[1]);
    await page.locator("#take-back").click();
    await page.waitForFunction(() => document.querySelectorAll("#made li").length === 0);
    assert.ok(await myTurn(page));
    assert.equal(await click(page, (await places(page)).find(({ key }) => key === both.key), 0), buttons[0]);
    await close(page);
    await server.stop();
});

/// The middle of an area to click: of a rectangle, or of a hexagon.
function middleOf({ shape, d, ...box }) {
    if (shape === "rect") return [box.x + box.width / 2, box.y + box.height / 2];
    const [x, y] = /^M(\S+) (\S+)l/.exec(d).slice(1).map(Number);
    return [x, y + 5.77];  // a hexagon begins at its top
}

for (const kind of ["square", "points", "hex"]) {
    test(`${kind} boards of all sizes: each cell is a place of its own, inside the picture`, () => {
        const drawing = ownDrawing(["game sizes 1", "plies 9", "piece x disc first", "ending end it is over", `board ${kind}`]);
        for (const [rows, columns] of [[1, 1], [1, 26], [64, 1], [5, 7], [64, 26]]) {
            const cells = Array.from({ length: rows * columns }, (_, i) => String.fromCharCode(97 + (i % columns)) + (Math.floor(i / columns) + 1));
            const frame = { board: Array(rows).fill(".".repeat(columns)), turn: 0, moves: cells };
            const { width, height } = drawing.draw({ frame, previous: null });
            const targets = cells.map((move) => drawing.target(move, { frame, player: 0 }));
            const middles = targets.map(({ hit }) => middleOf(hit[0]));
            assert.equal(new Set(targets.map(({ key }) => key)).size, cells.length);
            assert.equal(new Set(middles.map(String)).size, cells.length);
            for (const [x, y] of middles) assert.ok(x > 7 && y > 7 && x < width - 7 && y < height - 7, `${x} ${y}`);
            const [first, last] = [Math.min(...middles.map(([x]) => x)), Math.max(...middles.map(([x]) => x))];
            assert.ok(Math.abs(first - (width - last)) < 0.01, "the board is in the middle");
        }
    });
}

for (const kind of ["square", "points", "hex"]) {
    test(`${kind} boards whose rows are counted from below: numbers, moves, marks and arrows mean the same cells`, () => {
        const lines = ["game below 2", "plies 9", "piece x disc first", "ending end it is over", `board ${kind}`];
        const [above, below] = [ownDrawing(lines), ownDrawing([...lines, "rows up"])];
        const frame = { board: [".x..", "....", "...."], turn: 0 };
        const mirrored = (text) => text.replace(/([a-d])([1-3])/g, (_, column, row) => column + (4 - row));
        for (const move of ["a1", "a3", "b2c3", "a1xd3", "d2d3q", "wall c1", "a", "pass", "a1b1c3"]) {
            const [one, other] = [above.target(mirrored(move), { frame, player: 0 }), below.target(move, { frame, player: 0 })];
            assert.deepEqual(other.hit, one.hit, move);
            assert.deepEqual(other.hint, one.hint, move);
            assert.deepEqual(other.preview?.(), one.preview?.(), move);
            assert.equal(other.name, mirrored(one.name), "the place has the name that the move gives it");
        }
        for (const move of ["a4", "e1", "a1a4"]) assert.equal(below.target(move, { frame, player: 0 }).key, `move ${move}`, "no cell of this board");
        const more = { marks: ["a1", "d3"], arrows: [["a1", "c2"]] };
        const drawn = below.draw({ frame: { ...frame, ...more }, previous: null });
        const same = above.draw({ frame: { ...frame, marks: more.marks.map(mirrored), arrows: more.arrows.map((cells) => cells.map(mirrored)) }, previous: null });
        const shapes = (parts) => parts.filter(({ key }) => !/^row/.test(key)).map(({ key, ...part }) => part);
        assert.deepEqual(shapes(drawn.parts), shapes(same.parts));
        const numbers = (parts) => parts.filter(({ key }) => /^row/.test(key)).sort((one, other) => one.y - other.y).map(({ text: number }) => number);
        assert.deepEqual([numbers(drawn.parts), numbers(same.parts)], [["3", "2", "1"], ["1", "2", "3"]]);
        assert.equal(drawn.parts.find((part) => part["data-mark"] === "x")["data-cell"], "0,1", "the place in the lines of the frame");
    });
}

test("a move with words beside its cells is made at its last cell, and other moves share no place with it", () => {
    const drawing = ownDrawing(["game words 1", "plies 9", "piece x disc first", "ending end it is over"]);
    const frame = { board: [".......", ".......", "......."], turn: 0 };
    const keyOf = (move, moves = []) => drawing.target(move, { frame: { ...frame, moves }, player: 0 }).key;
    for (const move of ["a2", "b3a2", "b3-a2", "b3xa2", "g1 f1 a2", "b1a2q", "b1xa2=Q", "a2h", "wall a2", "a2 north", "g1f1e1a2"]) assert.equal(keyOf(move), "cell 0,1", move);
    for (const move of ["0,1", "a4", "h1", "a0", "A2", "1", "cell 0,1", "column a", "move1", "b3h1", "a123"]) assert.equal(keyOf(move), `move ${move}`);
    assert.equal(keyOf("a"), "column a");
    assert.equal(keyOf("h"), "move h");
    const heightOf = (moves) => drawing.target("a", { frame: { ...frame, moves }, player: 0 }).hit[0].height;
    assert.equal(heightOf(["a", "b", "pass"]), 37);
    assert.equal(heightOf(["a", "a2"]), 7, "beside moves of cells, a column is only its letter");
});

test("a note is wrapped below the board, and only a very long one is cut", () => {
    const drawing = ownDrawing(["game notes 1", "plies 9", "piece x disc first", "ending end it is over"]);
    const note = "you have rolled 5 and 3: 8 points in this turn, 23 in all; the other has 17";
    const linesOf = (size, said) => {
        const { parts, height } = drawing.draw({ frame: { board: Array(size).fill(".".repeat(size)), note: said }, previous: null });
        const lines = parts.find(({ key }) => key === "note").parts;
        for (const line of lines) assert.ok(line.y < height - 1 && line.y - 0.8 * line["font-size"] > height - 7, "it covers no cell");
        return lines.map(({ text: words }) => words);
    };
    for (const size of [0, 1, 3, 8, 26]) {
        assert.equal(linesOf(size, note).join(" "), note);
        assert.deepEqual(linesOf(size, "short"), ["short"]);
        assert.match(linesOf(size, note.repeat(20)).join(" "), /^you have rolled 5 .*\u2026$/);
    }
});

test("texts of the rules are shown as they are, never interpreted, and fit wide and narrow pages", async () => {
    const long = "W".repeat(100);
    const hostile = `<img src=x onerror=alert(1)> "&amp;</script><script>alert(2)</script> \\u003c ${long}`;
    const moves = ["a1b1q", "a1b1n", "1,0", "A", "a", "b2", "W".repeat(64), "__proto__", "constructor", "' onclick='alert(3)", "<b>x</b>"];
    const rules = join(folder, "hostile.py");
    writeFileSync(rules, `import sys
text = ${JSON.stringify(hostile)}
moves = ${JSON.stringify(moves)}
plies = 0
for request in sys.stdin:
    word = request.split()[0]
    if word == "referee":
        print("game constructor 1", "title " + text, "rule " + text, "plies 9", "setting constructor 3 1 9 " + text, "piece < letter first", "piece & letter second",
              "ending __proto__ " + text, sep="\\n")
    else:
        plies = 0 if word == "new" else plies + 1
        print("rows 2", "<&.", "...", "note " + text * (1 + plies), "mark a1 a1", "arrow a1 a1", sep="\\n")
        if plies == 4: print("over won 0 __proto__")
        else: print(f"turn {plies % 2}", f"moves {len(moves)}", *moves, sep="\\n")
    print("end", flush=True)
`);
    const { server, page } = await offer(rules);
    const fits = async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
    for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`${server.address}play`);
        await page.reload();
        await page.locator("#setup-more").evaluate((more) => (more.open = true));
        assert.ok((await text(page, ".card:has(:checked)")).includes(hostile));
        assert.ok((await text(page, "#setup-rules")).includes(hostile));
        assert.equal(await page.locator('[data-setting="constructor"]').inputValue(), "3");
        await fits();
        await page.locator("#setup-play").click();
        assert.ok(await myTurn(page));
        assert.deepEqual(await page.locator("#other-moves button").allTextContents(), moves.filter((move) => !["a1b1q", "a1b1n", "a", "b2"].includes(move)));
        assert.deepEqual((await places(page)).map(({ label }) => label), ["b1: choose one of 2 moves", "a", "b2"]);
        assert.ok((await text(page, "#caption")).includes(hostile), "screen readers hear the note");
        await fits();
        if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `hostile_${width}.png`), fullPage: true });
        assert.equal(await click(page, (await places(page))[0], 1), "a1b1n");
        assert.ok(await myTurn(page));
        await page.locator("#other-moves button").last().click();
        await page.locator("#ending .verdict").waitFor();
        assert.ok((await text(page, "#ending")).includes(hostile));
        assert.match(await page.locator("#made .words").allTextContents().then(String), /^a1b1n,.*,<b>x<\/b>,/);
        await fits();
        await page.locator("#see").click();
        await page.locator("#ending p").first().waitFor();
        assert.ok((await text(page, "#ending")).includes(hostile));
        await page.keyboard.press("End");
        const [note, picture] = [await page.locator("#board .own-note").boundingBox(), await page.locator("#board").boundingBox()];
        assert.ok(note.x >= picture.x && note.x + note.width <= picture.x + picture.width, "the note is inside the picture");
        await fits();
    }
    assert.equal(await page.locator("img, b b").count(), 0);
    await close(page);
    await server.stop();
});

test("on hexagons the arrow keys go from row to row, and along each row", async () => {
    const { server, page } = await offer(`${join(examples, "hex.py")}:size=5`);
    await begin(page, "hex", { bot: "random" });
    assert.ok(await myTurn(page));
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    await page.locator('#targets [aria-label="b1"]').focus();
    for (const row of [2, 3, 4, 5]) {
        await page.keyboard.press("ArrowDown");
        assert.ok((await focused()).endsWith(row), `${await focused()}, not row ${row}`);
    }
    for (const row of [4, 3, 2]) {
        await page.keyboard.press("ArrowUp");
        assert.ok((await focused()).endsWith(row), `${await focused()}, not row ${row}`);
    }
    for (let i = 0; i < 4 && (await focused()) !== "e2"; ++i) await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "e2");
    await page.keyboard.press("Enter");
    assert.ok(await myTurn(page));
    assert.equal(await page.locator("#made .words").first().textContent(), "e2");
    await close(page);
    await server.stop();
});

test("rules that fail end the match, and the server goes on", async () => {
    const rules = join(folder, "broken.py");
    writeFileSync(rules, `import sys
plies = 0
for request in sys.stdin:
    word = request.split()[0]
    if word == "referee": print("game broken 1\\nplies 9\\nsetting at 2 0 9 fails at this ply\\npiece o disc first\\nending end it is over")
    else:
        plies = 0 if word == "new" else plies + 1
        if word == "new": at = int(request.split("=")[1])
        if plies >= at: sys.exit("no more")
        print(f"rows 1\\no..\\nturn 0\\nmoves 2\\na\\nnot a <b>cell</b>")
    print("end", flush=True)
`);
    const { server, page } = await offer(rules);
    for (const at of [2, 0]) {
        await page.goto(`${server.address}play`);
        await begin(page, "broken", { bot: "random", settings: { at } });
        if (at > 0) {
            assert.ok(await myTurn(page));
            assert.deepEqual(await page.locator("#other-moves button").allTextContents(), ["not a <b>cell</b>"]);
            assert.deepEqual((await places(page)).map(({ label }) => label), ["a"]);
            await page.locator("#other-moves button").click();
            assert.ok(await myTurn(page));
            await page.locator("#other-moves button").click();
        }
        await page.locator("#ending .verdict").waitFor();
        assert.match(await text(page, "#ending"), /the rules of broken have failed: the program has exited with code 1 \(stderr: no more\)/);
        assert.equal(await page.locator("#board b, #made b:not(.number), #ending b").count(), 0, "words of the rules are text");
    }
    page.complaints.length = 0;
    await begin(await visit(`${server.address}play`), "othello", { bot: "random" });
    await close(page);
    await server.stop();
});

test("the pages of matches of the example games draw each frame, wide and narrow", async () => {
    for (const [game, settings] of [["breakthrough", ""], ["hex", ":size=11"], ["pig", ":target=30"]]) {
        const path = join(folder, `${game}.json`);
        referee(randomBot, randomBot, "--game", `${join(examples, game)}.py${settings}`, "--log", path, "--seed", "4", "--move-time", "20s", "--limits", "first=20s");
        const match = read(path);
        const page = await open(view(path));
        await page.keyboard.press("Home");
        for (const { frame } of match.plies.slice(0, 20)) {
            await page.keyboard.press("ArrowRight");
            if (frame.board.length > 0) assert.deepEqual(await drawnBoard(page, frame.board), frame.board);
            if (!frame.note) continue;
            assert.ok((await text(page, "#board-text")).includes(frame.note));
            const [note, picture] = [await page.locator("#board .own-note").boundingBox(), await page.locator("#board").boundingBox()];
            assert.ok(note.x >= picture.x && note.x + note.width <= picture.x + picture.width, "the note is inside the picture");
        }
        await page.keyboard.press("End");
        assert.ok((await text(page, "#ending")).includes(`: ${match.result.detail}`));
        for (const [width, scheme] of [[1280, "light"], [390, "dark"]]) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme: scheme });
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
            if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${game}_${width}.png`) });
        }
        await close(page);
    }
});

test("a game of a tournament is played on, if the server has got its rules", async () => {
    const spec = `${join(examples, "breakthrough.py")}:height=5,width=4`;
    const db = tournament([`ann=${randomBot}`, `bob=${randomBot}`], "--game", spec, "--games", "1");
    for (const words of [[db, "--game", spec.replace("5", "6")], [db]]) {
        const server = await serve(words);
        const page = await visit(`${server.address}games/1#ply=2`);
        const { frame } = await page.evaluate(() => ({ frame: document.getElementById("board-text").textContent }));
        await page.locator("#play-on").click();
        await page.locator("#setup-play").click();
        if (words.length > 1) {
            assert.ok(await myTurn(page));
            assert.equal(await page.locator("#board-text").textContent(), frame);
            assert.match(await text(page, "#play-head"), /^How a game ends: /);
            assert.match(await text(page, "#rules-text"), /Settings: height=5, width=4, /);
        } else {
            await page.locator("#setup-error:not([hidden])").waitFor();
            assert.match(await text(page, "#setup-error"), /^breakthrough is not offered here: /);
            page.complaints.length = 0;
        }
        await page.goto(`${server.address}play`);
        await page.reload();
        await page.locator(".card").first().waitFor();
        assert.equal(await page.locator("#setup-other-game").isVisible(), words.length === 1);
        await close(page);
        await server.stop();
    }
});

test("a class plays a game of its own: the pages of students, of everybody and of the teacher", { skip: arena.whyNoArena }, async () => {
    const rules = readFileSync(join(examples, "breakthrough.py"), "utf8").replace("title Breakthrough", "title <b>Break</b>through");
    assert.ok(rules.includes("<b>"));
    arena.write("jump.py", rules);
    const { teacher, links } = await arena.startArena(["--port", "0", "--public", "yes"], { game: "./jump.py:height=5,width=4", staff: { ann: "random.py", bob: "random.py" } });
    const zoe = await visit(links[0], { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    await arena.says(zoe, "arena-title", "You are Zoë Wolf");
    await arena.handIn(zoe, "bot.py", arena.bot);
    await arena.says(zoe, "hand-in-words", "Version 1 plays");
    await zoe.waitForSelector("#games-table tbody tr", arena.patience);
    const everybody = await visit(`${new URL(links[0]).origin}/public`);
    await everybody.waitForSelector("#running-games svg .piece", { state: "attached", ...arena.patience });
    const desk = await visit(teacher);
    await desk.waitForURL("**/teacher");
    await arena.says(desk, "people-words", "1 play");
    for (const [name, page] of Object.entries({ zoe, everybody, desk })) {
        if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `arena_${name}.png`), fullPage: true });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
    }
    await zoe.click("#games-table tbody a");
    await zoe.waitForURL(/\/ladder\/\d+$/);
    await zoe.keyboard.press("End");
    if (process.env.PICTURES) await zoe.screenshot({ path: join(process.env.PICTURES, `arena_game.png`), fullPage: true });
    assert.match(await text(zoe, ".game"), /<b>Break<\/b>through/);
    assert.match(await text(zoe, "#ending"), /a pawn has reached the last row|all pawns of a player are captured/);
    assert.ok((await zoe.locator("#board .piece").count()) > 0);
    for (const page of [zoe, everybody, desk]) await close(page);
});
