// Tests the tables of many entrants, on a wide page and on a phone: nothing is hidden without an indication.
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { wordsOf } from "../../viewer/ending.js";
import { bot, close, exported, folder, open, report, tournament } from "./harness.js";

const long = "a_name_of_" + "many_letters_".repeat(4);

/// Makes a bot with this name.
function named(name, command) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${command}\n`);
    chmodSync(path, 0o755);
    return path;
}

const bots = [...["ann", "ben", "cid", "dee", "eve", "fay"].map((name, i) => named(name, `exec ${bot("random").replace(/1$/, i)}`)), named(long, `exec ${bot("greedy")}`),
              named("quits", "read line; exit 3"), named("shuts", "exec >&-; while read line; do :; done")];
const db = tournament(bots, "--games", "2", "--game", "magnetize:height=4,width=5,square=2", "--seed", "5");
const index = join(report(db), "index.html");
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test("on a wide page every column of nine entrants is visible", async () => {
    const page = await open(index, { viewport: { width: 1280, height: 800 } });
    const hidden = await page.$$eval(".scroll", (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ id }) => id));
    assert.deepEqual(hidden, []);
    assert.equal(await page.locator(".more-right, .more-left").count(), 0);
    assert.equal((await page.locator("#crosstable thead th").count()), 9);
    await close(page);
});

test("the standings of a Swiss tournament with its tie-breaks fit on a wide page", async () => {
    const swiss = tournament([...bots.slice(0, 2), ...bots.slice(-3)], "--format", "swiss", "--rounds", "4", "--game", "magnetize:height=4,width=5,square=2", "--seed", "5");
    const page = await open(join(report(swiss), "index.html"), { viewport: { width: 1280, height: 800 } });
    await page.locator("#standings-more").click();
    assert.ok((await page.locator("#standings-table thead th").count()) >= 11);
    assert.ok(await page.locator("#standings-table").evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    await close(page);
});

test("the page of an entrant looks like the others, and on a phone nothing but its tables is wider than the screen", async () => {
    const page = await open(index, phone);
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // A bot that is left out may have a name, and perhaps a path, of any length.
    await page.evaluate((name) => {
        document.getElementById("left-out").hidden = false;
        document.getElementById("left-out-words").textContent = name;
    }, `bots/${long}${long}: it does not answer`);
    assert.equal(await over(), 0);
    const looks = () => page.evaluate(() => ["body", ".brand", ".bar button.theme", "h1", "h2", ".panel"].map((part) => {
        const { fontSize, fontFamily, color, backgroundColor } = getComputedStyle(document.querySelector(part));
        return { part, fontSize, fontFamily, color, backgroundColor };
    }));
    const wanted = await looks();
    await page.locator("#standings-table tbody a", { hasText: long }).first().evaluate((link) => link.click());
    await page.waitForURL(/entrants\/\d+\.html$/);
    assert.equal(await page.locator("h1").textContent(), long);
    assert.deepEqual(await looks(), wanted);
    assert.equal(await over(), 0);
    assert.ok(await page.locator("#games .scroll").evaluate((table) => {
        const heads = [...table.querySelectorAll("th")];
        return heads.find(({ textContent }) => textContent === "result").getBoundingClientRect().right <= table.getBoundingClientRect().right;
    }), "the results are in sight");
    await page.locator("button.theme").click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    for (const link of await page.locator(".sections a").evaluateAll((all) => all.map((each) => each.getAttribute("href")))) assert.equal(await page.locator(link).count(), 1, link);
    await page.locator(".bar a", { hasText: "Tournament" }).click();
    await page.waitForURL(/index\.html$/);
    await close(page);
});

test("forfeits: all of them first, and then the kinds that there were", async () => {
    const page = await open(index);
    const heads = await page.locator("#forfeits-table thead th").evaluateAll((all) => all.map(({ textContent }) => textContent));
    const kinds = new Set(exported(db, "endings").filter(({ rule }) => rule === null).map(({ ending }) => wordsOf(ending)));
    assert.ok(kinds.size >= 2);
    assert.deepEqual(heads.slice(0, 2), ["name", "all"]);
    assert.deepEqual(new Set(heads.slice(2)), kinds);
    const shown = await page.locator("#forfeits-table tbody tr").evaluateAll((all) => all.map(({ children }) => [children[0].textContent, Number(children[1].textContent)]));
    assert.deepEqual(shown, exported(db, "standings").filter(({ forfeits }) => forfeits > 0).map(({ name, forfeits }) => [name, forfeits]));
    await close(page);
});

test("on a phone the edge fades where there is more, and a name takes one line until it is pressed", async () => {
    const page = await open(index, phone);
    const table = page.locator("#crosstable-table");
    const signs = () => table.evaluate((element) => [...element.classList].filter((name) => name.startsWith("more-")).sort());
    const mask = () => table.evaluate((element) => getComputedStyle(element).maskImage);
    assert.deepEqual(await signs(), ["more-right"]);
    assert.match(await mask(), /gradient/);
    await table.evaluate((element) => (element.scrollLeft = 50));
    await page.waitForFunction(() => document.getElementById("crosstable-table").classList.contains("more-left"));
    assert.deepEqual(await signs(), ["more-left", "more-right"]);
    const name = table.locator("tbody .name", { hasText: long });
    assert.match(await name.evaluate((element) => getComputedStyle(element).boxShadow), /rgb/, "the names lie above what is scrolled");
    await table.evaluate((element) => (element.scrollLeft = 1e6));
    await page.waitForFunction(() => !document.getElementById("crosstable-table").classList.contains("more-right"));

    const whole = () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    const rows = await page.locator("#crosstable-table tbody tr").evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    assert.ok(Math.max(...rows) - Math.min(...rows) < 2, `rows of ${rows} px`);
    assert.equal(await whole(), false);
    await name.tap();
    assert.equal(await whole(), true);
    await name.tap();
    assert.equal(await whole(), false);
    await close(page);
});

test("the keyboard opens the explanations of the tables, and they cover every ending", async () => {
    const page = await open(index, phone);
    const firsts = (table) => page.locator(`${table} tbody tr`).evaluateAll((all) => all.map(({ children }) => children[0].textContent));
    const explained = async (section) => {
        await page.locator(`${section} .meanings summary`).press("Enter");
        assert.ok(await page.locator(`${section} .meanings dt`).first().isVisible());
        return Object.fromEntries(await page.locator(`${section} .meanings dt`).evaluateAll((all) => all.map((term) => [term.textContent, term.nextElementSibling.textContent])));
    };
    const endings = await explained("#endings");
    for (const name of await firsts("#endings-table")) assert.ok(endings[name]?.length > 10, name);
    assert.match(endings.square, /block of one colour/);
    const forfeits = await explained("#forfeits");
    assert.equal(forfeits.exited, "exited instead of answering");
    assert.ok(!("square" in forfeits));
    const standings = await explained("#standings");
    assert.match(standings["s-b"], /^Sonneborn-Berger/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    assert.equal(await page.title(), "Magnetize - tournament");
    await close(page);
});
