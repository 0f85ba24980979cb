// Tests games with secrets and points: what the pages show of them before and after their end, and the view of each player.
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { drawnBoard } from "./drawn.js";
import { beginTournament, close, exported, folder, open, read, referee, report, serve, shows, text, tournament, view, visit, write } from "./harness.js";
import { begin, log, myTurn, places } from "./playing.js";

const examples = fileURLToPath(new URL("../../examples/games/", import.meta.url));
const randomBot = join(process.env.REFEREE_BIN, "random.py");

// Each player hides in a cell, and then they look for each other. Who looks into the own cell loses the next turn. A look into the right
// column is told as "near", by the player who is near. If the second player wins, the views go on to the end.
const rules = join(folder, "hide.py");
writeFileSync(rules, `import sys
HELLO = """game hide 2
title Hide and seek
plies 40
piece a diamond first
piece b square second
piece x ring green
ending found a player has been found
ending nobody nobody has been found
secrets
rows up
score 9 points of <b>luck</b>
rule Hide in a cell, and then look into one in each turn."""
CELLS = [column + row for column in "abcd" for row in "123"]


def board(players):
    shown = {**{cell: "x" for cell in looked}, **{hidden[p]: "ab"[p] for p in players if p < len(hidden)}}
    print("rows 3", *("".join(shown.get(column + row, ".") for column in "abcd") for row in "321"), sep="\\n")


def tell(move, told, lost):
    found = len(hidden) == 2 and move == hidden[player] and looked
    winner = 1 - player if found else None
    over = found or len(looked) == len(CELLS)
    board((0, 1))
    print(f"note {len(looked)} of 12 cells are known")
    print("score", *([9 - len(looked) if p == winner else -1 for p in (0, 1)] if over else (0, 0)))
    if lost: print("lost", lost[0])
    if looked: print("mark", looked[-1])
    for p in (0, 1) if not over or winner == 1 else ():
        print("view", p)
        board((p,))
        print("state", p, len(looked), *([0] * 200 if len(looked) == 1 else []))
        print(f"note you are {'ab'[p]}")
        if looked: print("mark", looked[-1])
        if move is None: print("told 0 begins")
        elif len(hidden) + len(looked) < 3 and p == player: print("told")
        elif told: print(*("told " + line for line in [*told, *(f"{who} LOST" for who in lost)]), sep="\\n")
    if found: print("over won", winner, "found")
    elif over: print("over drawn nobody")
    else: print(f"turn {player}", f"moves {len(CELLS) - len(looked)}", *(cell for cell in CELLS if cell not in looked), sep="\\n")


for request in sys.stdin:
    word, *rest = request.split()
    if word == "referee": print(HELLO)
    elif word == "new":
        hidden, looked, player, owes = [], [], 0, [False, False]
        tell(None, [], [])
    else:
        move, told, lost = rest[0], [], []
        if len(hidden) < 2: hidden.append(move)
        else:
            looked.append(move)
            if move == hidden[player]: owes[player] = True
            elif move[0] == hidden[1 - player][0]: told = [f"{player} {move}", f"{1 - player} near"]
        player = 1 - player
        if owes[player] and len(hidden) == 2 and move != hidden[player]:
            owes[player] = False
            lost, player = [player], 1 - player
            tell(move, told, lost)
            print("end", flush=True)
            continue
        tell(move, told, lost)
    print("end", flush=True)
`);

let logs = 0;

/// Plays a match. Returns the path of its log.
function played(game, first, second) {
    const path = join(folder, `secret${++logs}.json`);
    referee(first, second, "--game", game, "--log", path, "--move-time", "20s", "--limits", "first=20s");
    return path;
}

const script = join(folder, "script.py");
writeFileSync(script, `import sys
input(), input()
height = int(input().split()[0])
for move in sys.argv[1:]:
    input()
    for _ in range(int(input()) + 1 + height): input()
    for _ in range(int(input())): input()
    print(move, flush=True)
`);

/// Plays a match of hide and seek with these moves of both players.
const hide = (first, second) => played(rules, `ann=python3 ${script} ${first}`, `ben=python3 ${script} ${second}`);

// The second player wins, so the views go on to the end; the first one wins; and nobody wins, but both lose a turn.
const games = [hide("a1 b2 d1", "d3 a2 a1"), hide("c1 a1 b3", "b3 d1"), hide("a1 a1 b1 b2 c1 c3 d2", "d3 a2 d3 b3 c2 d1 a3")];

const pressed = (page) => page.locator("#views [aria-pressed=true]").textContent();
const button = (page, viewer) => page.locator(`#views [data-viewer="${viewer ?? ""}"]`);

/// The lines that the rules told a viewer (null: everything) at a position; undefined if they told nothing else than the move.
const toldOf = (match, number, viewer) => (number === 0 ? match.initial : match.plies[number - 1].frame).views?.[viewer]?.told;

/// What a page has to tell of a ply to a viewer, as a line.
function newsOf(match, number, viewer) {
    const names = match.players.map(({ name }) => name);
    const told = toldOf(match, number, viewer);
    if (told?.length > 0) return (number === 0 ? "The start; " : "") + told.map((line) => `${names[line[0]]}${line.slice(2) === "LOST" ? " loses a turn" : `: ${line.slice(2)}`}`).join("; ");
    if (number === 0) return "The start";
    const { player, move, lost } = match.plies[number - 1];
    if (told) return `${names[player]} has moved; nothing was told`;
    return `${names[player]}: ${move}` + (lost.length > 0 ? `, then ${names[lost[0]]} loses a turn` : "");
}

/// Checks that nothing is wider than the page. Takes a picture and looks for barriers, if somebody wants to.
async function look(page, name) {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
    if (!process.env.AXE) return;
    await page.evaluate(readFileSync(process.env.AXE, "utf8"));
    assert.deepEqual(await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])), []);
}

/// Compares the page of a match with its log, ply by ply, as each viewer.
async function compare(page, match) {
    let different = 0;
    for (const viewer of [0, 1, null]) {
        await button(page, viewer).click();
        await page.keyboard.press("Home");
        for (let number = 0; number <= match.plies.length; ++number) {
            await shows(page, number);
            const whole = number === 0 ? match.initial : match.plies[number - 1].frame;
            const frame = whole.views?.[viewer] ?? whole;
            different += frame !== whole && JSON.stringify(frame.board) !== JSON.stringify(whole.board);
            if (frame.board.length > 0) assert.deepEqual(await drawnBoard(page, frame.board), frame.board, `ply ${number} as ${viewer}`);
            assert.equal(await page.locator("#board .last-dot").count(), frame.marks?.length ?? 0);
            const words = await text(page, "#board-text");
            assert.equal(words, [...frame.board, ...(frame.note ? [frame.note] : [])].join("\n"));
            assert.ok((await text(page, "#caption")).startsWith(`${number} of ${match.plies.length} ${newsOf(match, number, viewer)}`), `${number}: ${await text(page, "#caption")}, not ${newsOf(match, number, viewer)}`);
            assert.equal(await page.locator("#seen-state").isVisible(), frame !== whole && frame.state !== undefined);
            if (frame !== whole && frame.state) assert.equal(await text(page, "#seen-state"), `state ${frame.state.length > 300 ? `${frame.state.slice(0, 300)}…` : frame.state}`);
            await page.keyboard.press("ArrowRight");
        }
    }
    return different;
}

test("the page of a match shows everything, or what one player saw: the board, the state, the note and what was told", async () => {
    for (const path of games) {
        const match = read(path);
        const page = await open(view(path));
        assert.equal(await pressed(page), "Everything");
        assert.ok((await compare(page, match)) > 2, "the views differ from the truth");
        // The list of moves and the table have the same news.
        await page.locator("#times-details").evaluate((details) => (details.open = true));
        for (const viewer of [0, 1, null]) {
            await button(page, viewer).click();
            const rows = await page.locator("#moves .move").evaluateAll((all) => all.map((row) => ({ number: Number(row.dataset.ply),
                words: row.querySelector(".words").textContent, news: [...row.querySelectorAll(".news")].map((line) => line.textContent) })));
            assert.ok(rows.length > 3);
            for (const { number, words, news } of rows) {
                const told = toldOf(match, number, viewer) ?? [];
                assert.deepEqual(news, told.map((line) => `${match.players[line[0]].name}: ${line.slice(2).replace("LOST", "skips")}`), `${number} as ${viewer}`);
                if (number > 0 && told.length === 0) assert.ok(words.startsWith(toldOf(match, number, viewer) ? "not told" : match.plies[number - 1].move), words);
            }
            const cells = await page.locator("#times-rows tr").evaluateAll((all) => all.map((row) => [Number(row.children[0].textContent), row.children[2].textContent]));
            assert.equal(cells.length, match.plies.length);
            for (const [number, words] of cells) assert.ok(newsOf(match, number, viewer).includes(words), `${number}: ${words}`);
        }
        await close(page);
    }
});

test("the choice of a view: by mouse and keyboard, kept over plies and matches, in the address, and in pictures", async () => {
    const page = await open(view(write(...games.map(read))), { hash: "#match=1&ply=3" });
    const marks = () => page.locator("#board [data-mark]").evaluateAll((all) => all.map((piece) => piece.dataset.mark).filter((mark) => mark !== "x").sort().join(""));
    assert.deepEqual(await page.locator("#views button").allTextContents(), ["Everything", "What ann saw", "What ben saw"]);
    assert.equal(await marks(), "ab");
    await button(page, null).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await pressed(page), "What ann saw");
    assert.equal(await marks(), "a");
    await page.waitForURL(/#match=1&ply=3&view=0$/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await marks(), "a", "the arrow keys still go from ply to ply");
    await page.waitForURL(/#match=1&ply=4&view=0$/);
    await button(page, 1).click();
    assert.equal(await marks(), "b");
    await page.waitForURL(/#match=1&ply=4&view=1$/);
    await page.reload();
    assert.deepEqual([await pressed(page), await marks()], ["What ben saw", "b"]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-svg").click()]);
    assert.equal(readFileSync(await download.path(), "utf8").split("<path").length, (await page.locator("#board path").count()) + 1);
    await page.keyboard.press("n");
    await page.keyboard.press("Home");
    await page.keyboard.press("PageDown");
    await page.waitForURL(/#match=2&ply=\d+&view=1$/);
    await page.goto(page.url().replace(/#.*/, "#match=1&ply=3"));
    await shows(page, 3);
    assert.deepEqual([await pressed(page), await marks()], ["Everything", "ab"], "an address without a view shows everything");
    await page.goto(page.url().replace(/#.*/, "#match=1&ply=3&view=7"));
    assert.equal(await pressed(page), "Everything");
    assert.deepEqual(await page.locator("#board .ring").first().evaluate((ring) => [getComputedStyle(ring).fill, getComputedStyle(ring).stroke]), ["none", "rgb(27, 158, 119)"],
        "a ring of any colour is a ring");
    await close(page);
    const other = await open(view(played(join(examples, "pig.py:target=20"), randomBot, randomBot)), { hash: "#ply=1&view=0" });
    assert.equal(await other.locator("#views").isVisible(), false, "a game without secrets has no views");
    await other.waitForURL(/#ply=1$/);
    await close(other);
});

test("points stand beside the names, and in the result", async () => {
    for (const path of games) {
        const match = read(path);
        const { score } = match.result;
        const page = await open(view(path), { hash: `#ply=${match.plies.length}` });
        await shows(page, match.plies.length);
        assert.deepEqual(await page.locator("#sides .note").allTextContents(), score.map((count) => `points of <b>luck</b>: ${count}`));
        const how = `${match.result.detail} (${score[0]} : ${score[1]}), after ${match.plies.length} plies`;
        assert.ok((await text(page, "#result")).endsWith(`: ${how}`), await text(page, "#result"));
        await page.keyboard.press("ArrowLeft");
        assert.deepEqual(await page.locator("#sides .note").allTextContents(), ["points of <b>luck</b>: 0", "points of <b>luck</b>: 0"]);
        await button(page, 0).click();
        assert.deepEqual(await page.locator("#sides .note").allTextContents(), ["", ""], "the players did not see the points");
        await close(page);
    }
});

test("the report of a tournament has the mean margin of points", async () => {
    const db = tournament([`ann=${randomBot}`, `bob=${randomBot}`], "--game", rules, "--games", "6");
    const page = await open(join(report(db), "index.html"));
    const titles = await page.locator("#standings-table thead th").evaluateAll((all) => all.map((head) => head.textContent.replace(/[^a-z]/g, "")));
    const shown = await page.locator("#standings-table tbody tr").evaluateAll((all, place) => all.map((row) => Number(row.children[place].textContent)), titles.indexOf("margin"));
    const wanted = exported(db, "standings").map(({ margin }) => margin);
    assert.equal(wanted.length, 2);
    shown.forEach((margin, i) => assert.ok(Math.abs(margin - wanted[i]) < 0.06, `${shown}, not ${wanted}`));
    await look(page, "secret_report");
    await close(page);
});

test("a person sees the own view and the own news, cannot take back, and sees everything after the end", async () => {
    const server = await serve(["--game", rules]);
    const page = await visit(`${server.address}play`);
    for (const you of [0, 1]) {
        await page.goto(`${server.address}play`);
        await begin(page, "hide", { bot: "random", you });
        assert.ok(await myTurn(page));
        if (you === 1) {  // also a page that asks after the bot's first move tells what was said at the start
            await page.reload();
            assert.ok(await myTurn(page));
        }
        assert.equal(await text(page, "#made-title"), "What you were told");
        assert.deepEqual(await page.locator("#made .words").allTextContents(), ["begins"]);
        assert.match(await text(page, "#caption"), you === 0 ? /^Your turn\.You: begins\. / : /^Your turn\.random: begins\. /);
        while (await myTurn(page)) {
            const marks = await page.locator("#board [data-mark]").evaluateAll((all) => all.map((piece) => piece.dataset.mark));
            assert.ok(!marks.includes("ba"[you]), "the place of the other stays hidden");
            assert.equal(await page.locator("#take-back").isVisible(), false);
            const offered = await places(page);
            const { x, y } = offered[marks.length % offered.length];
            await page.mouse.click(x, y);
        }
        const match = await log(page);
        assert.equal(match.result.ending, "by_rules");
        assert.match(await text(page, "#caption"), new RegExp(`${match.result.detail} \\(${match.result.score.join(" : ")}\\), after ${match.plies.length} plies$`));
        assert.equal(await page.locator("#take-back").isVisible(), false);
        assert.equal(await text(page, "#see"), "See what both saw");
        await page.locator("#see").click();
        await compare(page, match);
        assert.equal(await page.locator("#play-on").isVisible(), false);
    }
    await close(page);
    await server.stop();
});

/// Waits until the large board has shown first that a game is hidden, without a picture, and then the whole game from its beginning.
async function startsOver(page) {
    for (const [words, seen] of [["shown when it is over$", false], [", 0 plies", true]]) {
        await page.waitForFunction(([pattern, wanted]) => new RegExp(pattern).test(document.querySelector("#followed .caption")?.textContent) &&
            document.querySelector(".followed-board").checkVisibility() === wanted, [words, seen], { timeout: 120_000 });
    }
}

test("a running game with secrets shows who plays, but no board", async () => {
    const slow = join(folder, "slow.py");
    writeFileSync(slow, readFileSync(randomBot, "utf8").replace("import random", "import random, time").replace(/(\n\s*)print\(/, "$1time.sleep(0.4)$1print("));
    chmodSync(slow, 0o755);
    const { path, stop } = beginTournament([`ann=${slow}`, `bob=${slow}`], "--game", rules, "--games", "40", "--jobs", "1");
    while (!existsSync(path)) await new Promise((done) => setTimeout(done, 20));
    const server = await serve([path]);
    for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
        const page = await visit(server.address, { viewport: { width, height: 900 }, colorScheme });
        await page.waitForFunction(() => /^ply [1-3]\d*shown when it is over$/.test(document.querySelector("#running .running-game .what")?.textContent.trim()) &&
            [...document.querySelectorAll("#running .who bdi")].map(({ textContent }) => textContent).sort().join() === "ann,bob");
        assert.equal(await page.locator("#running .enlarge:visible, #running svg:not(.icon):visible").count(), 0, "no empty picture");
        await look(page, `secret_live_${width}`);
        if (width === 1280) await startsOver(page);
        await close(page);
    }
    await stop();
    await server.stop();
});

test("the pages of games with secrets fit wide and narrow screens, and are accessible", async () => {
    const examples_of_secrets = ["battleship", "goofspiel", "poker"].map((name) => [name, played(join(examples, `${name}.py`), randomBot, randomBot)]);
    for (const [name, path] of [["hide", games[2]], ...examples_of_secrets]) {
        const half = Math.floor(read(path).plies.length / 2);
        for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
            for (const viewer of ["", "&view=1"]) {
                const page = await open(view(path), { hash: `#ply=${half}${viewer}`, viewport: { width, height: 900 }, colorScheme });
                await shows(page, half);
                await look(page, `secret_${name}_${width}${viewer.slice(1)}`);
                await close(page);
            }
        }
    }
});
