// Tests that untrusted names, commands and stderr are shown as text and never interpreted, and that the page does not
// let any code run except its own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bot, close, folder, open, play, read, referee, text, view, write } from "./harness.js";

const nasties = [
    "</script><script>window.hacked=1</script>",
    "<script>window.hacked=1</script>",
    "<!--<script>",
    "</script/x </script x",
    "<!-- --><![CDATA[ ]]>",
    "<img src=x onerror=window.hacked=1>",
    "'\"><svg/onload=window.hacked=1>",
    "&lt;b&gt;&amp;&#60;",
    "{{constructor.constructor('window.hacked=1')()}}",
    "__proto__",
    "@MATCHES@ $& $1 %s",
    "</title></textarea></style><plaintext>",
    "javascript:window.hacked=1",
];

const base = read(play("greedy", "random"));

function with_text(nasty) {
    const match = structuredClone(base);
    match.players[0].name = nasty;
    match.players[1].name = `${nasty} too`;
    match.players[0].command = [nasty, "--x", nasty];
    match.id = nasty;
    const refused = match.plies.pop();
    match.result = { winner: 1 - refused.player, ending: "unreadable_move", detail: nasty };
    match.failure = { player: refused.player, line: nasty, exit_code: null, signal: null, elapsed_us: 10, limit_us: 100, stderr_tail: `${nasty}\n${nasty}`,
                      valid_moves: valid_moves };
    return match;
}

const valid_moves = (() => {
    // The valid moves before the last ply, as the referee writes them.
    const log = write(base);
    const block = referee("replay", log, "--stdin-of", String(base.plies.at(-1).player)).trimEnd().split("\n");
    const from = block.findLastIndex((line) => /^\d+$/.test(line));
    return block.slice(from + 1);
})();

test("untrusted text is never interpreted", async () => {
    const page = await open(view(write(...nasties.map(with_text))));
    const scripts = await page.locator("script").count();
    assert.equal(scripts, nasties.length + 2, "one for each match, one for the list, and the program");
    for (const [i, nasty] of nasties.entries()) {
        await page.evaluate((number) => (location.hash = `#match=${number}&ply=3`), i + 1);
        await page.waitForFunction((wanted) => document.querySelector("#players bdi").textContent === wanted, nasty);
        assert.equal(await page.locator("#players bdi").nth(1).textContent(), `${nasty} too`);
        assert.equal(await page.locator("#ending .stderr").textContent(), `${nasty}\n${nasty}`);
        assert.ok((await text(page, "#ending")).includes(`"${nasty}"`));
        assert.ok((await text(page, "#about")).includes(`${nasty} --x ${nasty}`));
        assert.ok((await page.title()).startsWith(nasty.trim()));
    }
    assert.equal(await page.locator("#filter-bot option").count(), 1 + 2 * nasties.length);
    assert.deepEqual(await page.evaluate(() => [window.hacked, ({}).hacked, document.querySelectorAll("img, iframe, object").length]), [undefined, undefined, 0]);
    await close(page);
});

test("invisible characters, and marks that change the direction of writing, are escaped", async () => {
    const match = with_text("abc\u202Edef\u0000\u001b[31m\u2028\u2066x");
    const page = await open(view(write(match)));
    assert.equal(await page.locator("#players bdi").first().textContent(), "abc\\u202edef\\x00\\x1b[31m\\u2028\\u2066x");
    assert.ok(!/[\u202e\u0000\u001b\u2028\u2066]/.test(await page.evaluate(() => document.querySelector("main").textContent)));
    await close(page);
});

test("a real bot's stderr, from the bot to the page", async () => {
    const log = `${folder}/hostile.json`;
    const command = `python3 -c "import sys; sys.stdin.readline(); sys.stderr.write('</script><script>window.hacked=1</script>'); sys.exit(3)"`;
    referee(JSON.stringify({ name: "</script><script>window.hacked=1</script>", command }), bot("random"), "--limits", "first=20s", "--quiet", "--log", log);
    const page = await open(view(log));
    assert.equal(await page.locator("#ending .stderr").textContent(), "</script><script>window.hacked=1</script>");
    assert.match(await text(page, "#ending"), /forfeits at ply 1: it exited instead of answering/);
    assert.match(await text(page, "#ending"), /exit code3/);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    await close(page);
});

test("no other script, style or request gets through", async () => {
    const file = view(write(base));
    const page = await open(file);
    const outcome = await page.evaluate(async () => {
        const script = document.createElement("script");
        script.textContent = "window.hacked = 1";
        document.body.append(script);
        const holder = document.createElement("div");
        holder.innerHTML = "<p id=styled style='color: rgb(1, 2, 3)' onclick='window.hacked = 1'>x</p>";
        document.body.append(holder);
        holder.firstChild.click();
        const style = document.createElement("style");
        style.textContent = "body { color: rgb(4, 5, 6) !important }";
        document.head.append(style);
        let sent = false;
        await fetch("http://127.0.0.1:9/").then(() => (sent = true), () => {});
        return [window.hacked, getComputedStyle(document.getElementById("styled")).color === "rgb(1, 2, 3)", getComputedStyle(document.body).color === "rgb(4, 5, 6)", sent];
    });
    assert.deepEqual(outcome, [undefined, false, false, false]);
    assert.ok(page.complaints.length >= 4, "the browser has refused nothing");
    assert.ok(page.complaints.every((line) => /Content Security Policy|ERR_|Failed to|Refused/.test(line)), page.complaints.join("\n"));
    await page.context().close();
    assert.ok(!/https?:\/\/(?!www\.w3\.org)/.test(readFileSync(file, "utf8").replace(/"id":"[^"]*"/g, "")), "the page names an address");
});
