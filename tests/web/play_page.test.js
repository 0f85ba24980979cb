// Tests the play page except for the board: giving up, playing again, refusals, a server that can't be reached, and a
// phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "./drawn.js";
import { close, ownPort, serve, text, visit } from "./harness.js";
import { begin, myTurn, places } from "./playing.js";

const small = { height: 4, width: 5, maglock: 1 };
const play = `${(await serve()).address}play`;

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
    const drops = (await page.locator("#made li").allTextContents()).filter((made) => /drop into column \d$/.test(made));
    assert.equal((await rows(page, 4, 5)).join("").replace(/\./g, "").length, drops.length, "the board is as large as before");
    await page.locator("#leave").click();
    await page.locator("#leaving button[value=leave]").click();
    await page.locator("#another").click();
    await page.locator("#setup-play").waitFor();
    await page.goBack();
    await page.locator("#after").waitFor();
    await close(page);
});

test("who gives up has left the match, which is over, also on its page, where the person has no limit", async () => {
    const page = await visit(play);
    await begin(page, "magnetize", { settings: small, bot: "random", seconds: 5 });
    assert.ok(await myTurn(page));
    await page.locator("#valid summary").click();
    await page.locator("#leave").click();
    await page.locator("#leaving button[value=leave]").click();
    await page.locator("#after").waitFor();
    const verdict = "You left the match: after 0 plies";
    assert.deepEqual([await text(page, "#caption"), await text(page, "#play-head"), await text(page, "#ending")], [verdict, verdict, verdict]);
    assert.equal(await text(page, "#valid-moves"), "The match is over.");
    await page.locator("#see").click();
    await page.locator("#scrub").waitFor();
    assert.equal(await text(page, "#ending .verdict"), verdict);
    assert.match(await text(page, "#about"), /human: none; random: 5 s a move, 5 s for the first/);
    await close(page);
});

test("the text below the board says what a place does, and the rules and keys can be opened", async () => {
    const page = await visit(play);
    await page.locator("#setup-bot .bot").first().waitFor();
    assert.ok(!(await page.locator("#skip").isVisible()), "there is no board yet");
    await page.locator("details", { has: page.locator("#setup-rules") }).locator("summary").click();
    assert.match(await text(page, "#setup-rules"), /the next 3 turns/);
    await page.locator('[data-setting="maglock"]').fill("7");
    assert.match(await text(page, "#setup-rules"), /the next 7 turns/);
    assert.match(await page.locator("#meaning-maglock").textContent(), /turns lost/);
    assert.ok(await page.locator("#meaning-maglock").isVisible());
    await begin(page, "magnetize", { settings: { ...small, maglock: 2 }, bot: "random" });
    assert.ok(await myTurn(page));
    const at = async (wanted) => (await places(page)).find(({ key }) => key === wanted);
    const points = async (key) => {
        const { x, y } = await at(key);
        await page.mouse.move(x, y);
    };
    await page.mouse.move(1, 1);
    assert.equal(await text(page, "#pointed"), "Choose a column, or your magnet at the side.");
    await points("magnet");
    const magnet = "Turn the magnet on: it drags all your pieces to the left and costs you 2 turns";
    assert.equal(await text(page, "#pointed"), magnet);
    await points("column3");
    assert.equal(await text(page, "#pointed"), "Drop into column 3");
    await page.mouse.move(1, 1);
    await page.locator('.target[data-key="column0"]').focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await text(page, "#pointed"), magnet, "the same with the keyboard");
    await page.locator("#rules summary").click();
    assert.match(await text(page, "#rules-text"), /the next 2 turns/);
    await page.locator("#keys summary").click();
    assert.ok(await page.locator("#keys dt").first().isVisible());
    assert.ok(!(await page.locator("#keys-turning").isVisible()), "there is no tile to be turned");
    await close(page);
});

test("the bots are sorted by their strength at the game, those without a rating come last, and a bot that does not play the game is missing", async () => {
    const page = await visit(play);
    const rows = () => page.$$eval("#setup-bot .bot", (all) => all.map((row) => [".bot-name", "small", ".rating"].map((part) => row.querySelector(part)?.textContent ?? null)));
    const choose = (game) => page.locator(".card", { has: page.locator(`input[value="${game}"]`) }).click();
    const chosen = () => page.locator("#setup-bot .bot:has(:checked) bdi").textContent();
    await page.locator("#setup-bot .bot").first().waitFor();
    const offer = await (await page.request.get(new URL("/api/play", play).href)).json();
    for (const { name: game } of offer.games) {
        await choose(game);
        const row = ({ ratings }) => ratings[game].row;
        const bots = offer.bots.filter(({ refuses }) => !refuses?.includes(game)).sort((one, other) => row(other) - row(one));
        assert.deepEqual(await rows(), bots.map(({ name, about, ratings }) => [name, about, `${ratings[game].elo.replace("<", "below ").replace(">", "above ").replace("-", "\u2212")} Elo`]));
        assert.equal(bots.some(({ name }) => name === "fitz1"), game === "fitz");
        assert.match(await text(page, "#setup-rated"), /only within a game/);
        assert.ok(await page.locator("#setup-rated").isVisible());
    }
    assert.equal(await chosen(), offer.bots[0].name);
    for (const [name, game, then] of [["fitz2", "othello", offer.bots[0].name], ["mcts", "fitz", "mcts"]]) {
        await choose("fitz");
        await page.locator("#setup-bot .bot", { hasText: name }).click();
        await choose(game);
        assert.equal(await chosen(), then);
    }
    const rated = (row, elo) => ({ othello: { row, elo } });
    const bots = [{ name: "own" }, { name: "best", ratings: rated(1, ">+40") }, { name: "<b>", available: false }, { name: "worst", ratings: rated(3, "<-30") }, { name: "middle", ratings: rated(2, "-7") },
                  { name: "other", refuses: ["othello"] }];
    await page.route("**/api/play", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), bots: bots.map((bot) => ({ available: true, ...bot })) } });
    });
    await page.reload();
    await choose("othello");
    assert.deepEqual(await rows(), [["worst", null, "below \u221230 Elo"], ["middle", null, "\u22127 Elo"], ["best", null, "above +40 Elo"], ["own", null, "no rating"], ["<b>, not available", null, "no rating"]]);
    assert.equal(await chosen(), "own");
    assert.match(await text(page, "#setup-bot-title"), /weakest first/);
    await choose("fitz");
    assert.deepEqual((await rows()).map(([name, , rating]) => [name, rating]), ["own", "best", "<b>, not available", "worst", "middle", "other"].map((name) => [name, null]));
    assert.equal(await text(page, "#setup-bot-title"), "Bot");
    assert.ok(!(await page.locator("#setup-rated").isVisible()));
    bots.splice(0, 5);
    await page.reload();
    await choose("othello");
    assert.match(await text(page, "#setup-error"), /None of the bots here plays this game/);
    assert.ok(await page.locator("#setup-play").isDisabled());
    await choose("fitz");
    assert.ok(!(await page.locator("#setup-error").isVisible()));
    assert.ok(await page.locator("#setup-play").isEnabled());
    await close(page);
});

test("a refusal of the server is shown in one line", async () => {
    const page = await visit(play);
    await begin(page, "magnetize", { settings: { height: 4, width: 4, square: 5 } });
    await page.locator("#setup-error:not([hidden])").waitFor();
    assert.match(await text(page, "#setup-error"), /square/);
    assert.deepEqual(page.complaints.splice(0).map((line) => /status of 400/.test(line)), [true]);
    await page.goto(`${play}#match=${"0".repeat(32)}`);
    await page.locator("#setup-error:not([hidden])").waitFor();
    assert.match(await text(page, "#setup-error"), /does not know this match/);
    page.complaints.length = 0;  // ignores the 404 that the browser reports
    await page.context().close();
});

test("a server that is gone and comes back", async () => {
    const short = await serve([], { port: await ownPort() });
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

test("a move that has no place on the board is a button, and several moves of one turn are reported", async () => {
    const page = await visit(play);
    const board = ["WB......", ...Array(7).fill("........")];
    const state = { game: "othello", config: { max_plies: 128 }, names: ["You", "\u202egreedy"], you: 0, move_ms: 100, ply: 2, frame: { board }, previous: { board }, last: { player: 1, move: "a1" },
                    next: { player: 0, hand: null }, moves: ["PASS"], made: [[0, "b1"], [1, "a1"]], result: null, over: false };
    const sent = [];
    await page.route("**/api/matches/*/events", (route) => route.fulfill({ contentType: "text/event-stream", body: `event: state\ndata: ${JSON.stringify(state)}\n\n` }));
    await page.route("**/api/matches/*/moves", (route) => (sent.push(route.request().postDataJSON()), route.fulfill({ status: 422, contentType: "application/json", body: '{"error": "no <b>such</b> move"}' })));
    await page.goto(`${play}#match=${"a".repeat(32)}`);
    await page.locator("#other-moves button").waitFor();
    assert.equal(await page.locator("#targets .target").count(), 0);
    assert.match(await text(page, "#caption"), /^Your turn\.\s*\\u202egreedy: a disc on a1\.$/);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Pass");
    await page.keyboard.press("Enter");
    await page.locator("#error:not([hidden])").waitFor();
    assert.equal(await text(page, "#error"), "no <b>such</b> move");
    assert.deepEqual(sent, [{ ply: 2, move: "PASS" }]);
    await page.locator("#other-moves button").click();
    await page.waitForFunction(() => true);
    assert.equal(sent.length, 2, "it can be sent again");
    await page.context().close();
});

test("a phone: no sideways scrolling is needed, and a tap is a move", async () => {
    const page = await visit(play, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await page.locator("#setup-bot .bot").first().waitFor();
    assert.equal(await wide(), 0);
    await begin(page, "magnetize");
    assert.ok(await myTurn(page));
    assert.equal(await wide(), 0);
    const offered = await places(page);
    const [magnet, column] = ["magnet", "column3"].map((wanted) => offered.find(({ key }) => key === wanted));
    await page.touchscreen.tap(magnet.x, magnet.y);
    assert.match(await text(page, "#pointed"), /costs you 3 turns\. Tap again to do it\.$/);
    assert.equal(await page.locator("#targets.waiting").count(), 0);
    await page.touchscreen.tap(column.x, column.y);
    await page.waitForFunction(() => document.querySelectorAll("#made li").length >= 2);
    assert.match(await page.locator("#made li").first().textContent(), /drop into column 3$/);
    assert.equal(await wide(), 0);
    await close(page);
});
