// Tests the controls of a page: keys, buttons, the chart, links and lists. Also tests them on a phone, and without a
// mouse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bot, close, folder, open, play, ply, read, referee, shows, text, view, write } from "./harness.js";

const log = play("alphabeta", "greedy", "--game", "othello", "--seed", "3");
const match = read(log);
const length = match.plies.length;
const page_file = view(log);

test("a disc that is turned repeatedly is drawn while it turns each time", async () => {
    const page = await open(page_file, { hash: "#ply=0", reducedMotion: "no-preference" });
    let ghosts = 0;
    for (let i = 0; i < 30; ++i) {
        const seen = await page.evaluate(async () => {
            await Promise.allSettled(document.getAnimations().map((animation) => (animation.finish(), animation.finished)));
            document.getElementById("on").click();
            return [...document.querySelectorAll("#board > g:not([data-cell])")].filter((part) => part.getAnimations().length > 0).map((part) => part.getAttribute("visibility"));
        });
        assert.ok(!seen.includes("hidden"), `ply ${i + 1}`);
        ghosts += seen.length;
    }
    assert.ok(ghosts > 20);
    await close(page);
});

test("keys", async () => {
    const page = await open(page_file, { hash: "#ply=0" });
    const speed = () => page.locator("#speed").inputValue().then(Number);
    for (const [key, at] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["PageDown", 11], ["PageUp", 1], ["End", length],
                             ["ArrowRight", length], ["Home", 0], ["ArrowLeft", 0]]) {
        await page.keyboard.press(key);
        assert.equal(await ply(page), at, key);
    }
    const before = await speed();
    await page.keyboard.press("+");
    assert.ok((await speed()) > before);
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    assert.ok((await speed()) < before);
    await page.keyboard.press(" ");
    await page.waitForFunction(() => document.getElementById("scrub").value > 3);
    assert.equal(await page.locator("#play").getAttribute("aria-label"), "Pause");
    await page.keyboard.press(" ");
    const paused = await ply(page);
    await page.waitForTimeout(200);
    assert.equal(await ply(page), paused);
    for (let i = 0; i < 9; ++i) await page.keyboard.press("+");
    await page.keyboard.press(" ");
    await shows(page, length);
    assert.equal(await page.locator("#play").getAttribute("aria-label"), "Play");
    await page.keyboard.press(" ");
    await page.waitForFunction((end) => document.getElementById("scrub").value < end, length);
    await page.keyboard.press("End");
    await shows(page, length);
    await page.keyboard.press("?");
    assert.ok(await page.locator("#help").isVisible());
    await page.keyboard.press("Home");
    assert.equal(await ply(page), length, "the list of keys is in front");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("#help button").click();
    assert.ok(!(await page.locator("#help").isVisible()));
    await close(page);
});

test("buttons, the scrubber and the list of moves", async () => {
    const page = await open(page_file, { hash: "#ply=0" });
    for (const [id, at] of [["#on", 1], ["#on", 2], ["#back", 1], ["#last", length], ["#first", 0]]) {
        await page.locator(id).click();
        assert.equal(await ply(page), at, id);
    }
    await page.locator("#scrub").fill("30");
    await shows(page, 30);
    assert.equal(await page.locator("#moves [aria-selected=true]").getAttribute("data-ply"), "30");
    assert.ok((await text(page, "#caption")).includes(match.plies[29].move));
    await page.locator("[data-ply='28']").click();
    await shows(page, 28);
    await page.locator("#moves").press("ArrowDown");
    await shows(page, 29);
    await page.locator("#play").click();
    await page.waitForFunction(() => document.getElementById("scrub").value > 29);
    await page.locator("#play").click();
    await close(page);
});

test("a click on the chart goes to its ply", async () => {
    const page = await open(page_file);
    const bars = await page.evaluate(() => {
        document.getElementById("chart").scrollIntoView();
        const box = document.getElementById("chart").getBoundingClientRect();
        const path = document.querySelector(".bars-1");
        const bar = path.getBBox();
        return { left: box.left + bar.x, top: box.top + bar.y + bar.height - 2, width: bar.width, one: Number(/h([\d.]+)/.exec(path.getAttribute("d"))[1]) };
    });
    // The lane of player 1 extends from its first to its last ply. The bars between these two plies are evenly spaced.
    const own = match.plies.map((each, i) => (each.player === 1 && each.wall_us !== null ? i + 1 : 0)).filter(Boolean);
    const [first, last] = [own[0], own.at(-1)];
    for (const wanted of [first, own[Math.floor(own.length / 2)], last]) {
        const share = (wanted - first) / (last - first);
        await page.mouse.click(bars.left + bars.one / 2 + share * (bars.width - bars.one), bars.top);
        assert.equal(await ply(page), wanted);
    }
    assert.equal(await page.locator("#chart .limit").count(), 2);
    await close(page);
});

test("the chart and the words show the log's times", async () => {
    const timed = structuredClone(match);
    timed.plies.forEach((each) => Object.assign(each, { wall_us: each.player === 0 ? 50_000 : 200, cpu_us: 100 }));
    timed.plies[4].wall_us = 99_999;
    const page = await open(view(write(timed)));
    assert.match(await text(page, "#times-words"), /alphabeta: median 50.0 ms, longest 100.0 ms.*greedy: median 200 µs, longest 200 µs/);
    const heights = await page.$eval(".bars-0", (path) => [...path.getAttribute("d").matchAll(/V([\d.]+)h/g)].map(([, y]) => Number(y)));
    const own = timed.plies.filter((each) => each.player === 0);
    assert.equal(heights.length, own.length);
    assert.deepEqual(heights.filter((y) => y === Math.min(...heights)).length, 1, "the longest alone is the highest");
    assert.equal(heights.indexOf(Math.min(...heights)), own.indexOf(timed.plies[4]));
    await page.locator("#scrub").fill("5");
    assert.match(await text(page, "#caption"), /100.0 ms \(CPU 100 µs\)/);
    await close(page);
});

test("the title names the winner at the end, and not before", async () => {
    const page = await open(page_file);
    assert.equal(await page.locator("h1 .won").count(), 0);
    await page.keyboard.press("End");
    assert.deepEqual(await page.locator("h1 .won").allTextContents(), match.result.winner === null ? [] : [match.players[match.result.winner].name]);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator("h1 .won").count(), 0);
    assert.ok(!(await page.locator("#neighbours").isVisible()));
    assert.ok(!(await page.locator("p", { has: page.locator("#to-report") }).isVisible()), "an empty place leaves a gap");
    await close(page);
});

test("a forfeited turn has a bar, after those of the plies", async () => {
    const log = `${folder}/late.json`;
    referee(bot("random"), 'sh -c "while read line; do :; done"', "--limits", "first=300ms", "--move-time", "20s", "--quiet", "--log", log);
    assert.equal(read(log).result.ending, "timeout");
    const page = await open(view(log));
    const [bar, others] = await page.evaluate(() => [".forfeited", ".bars"].map((path) => [...document.querySelectorAll(`#chart ${path}`)].map((one) => {
        const { x, width, height } = one.getBBox();
        return { x, width, height };
    })));
    assert.equal(bar.length, 1);
    assert.ok(others.every(({ x, width }) => x + width <= bar[0].x + 0.1), JSON.stringify([bar, others]));
    assert.ok(bar[0].height > Math.max(...others.map(({ height }) => height)) - 0.1, "it took the longest");
    assert.match(await text(page, "#times-words"), /outlined: the turn that was forfeited/);
    await close(page);
});

test("the address names the ply, and a link opens there", async () => {
    const page = await open(page_file, { hash: "#ply=17" });
    await shows(page, 17);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash === "#ply=18");
    await page.evaluate(() => (location.hash = "#ply=5"));
    await shows(page, 5);
    await close(page);
    const start = await open(page_file);
    const opened = await ply(start);
    await close(start);
    for (const [hash, at] of [["#ply=9999", length], ["#ply=-3", opened], ["#ply=x", opened], ["#match=7&ply=3", 3], ["#ply=99999999999999999999", opened], ["#ply=0", 0]]) {
        const other = await open(page_file, { hash });
        await shows(other, at);
        await close(other);
    }
});

test("a match opens where its loser noticed, and at its end in a draw, without such scores or after a forfeit", async () => {
    const scored = (scores, of = match) => {
        const copy = structuredClone(of);
        copy.plies.forEach((each) => delete each.notes);
        delete copy.last_notes;
        for (const [number, info] of Object.entries(scores)) copy.plies[number - 1].notes = { info };
        return copy;
    };
    const { winner } = match.result;
    const [won, own] = [winner, 1 - winner].map((side) => match.plies.flatMap(({ player }, i) => (player === side ? [i + 1] : [])));
    const noticed = { [own[1]]: { score: -40 }, [own[2]]: { score: 0 }, [own[4]]: { score: -5 }, [own[5]]: { score: -90 }, [own[8]]: { mate: -3 } };
    const draw = read(play("random", "random", "--game", "magnetize:max_plies=8", "--seed", "1"));
    assert.equal(draw.result.winner, null);
    const pages = [
        [scored({ ...noticed, [won[3]]: { score: 900 }, [won[6]]: { score: -900 } }), own[4], "goes from 0 to -5"],
        [scored({ [own[3]]: { expected: 0.5 }, [own[6]]: { expected: 0.4 } }), own[6], "goes from 50.0 % to 40.0 %"],
        [scored({})],
        [scored({ [won[2]]: { score: 5 }, [won[5]]: { score: -5 } })],  // the winner's
        [scored({ [own[2]]: { score: -1 }, [own[5]]: { score: -5 } })],  // it never hoped
        [scored({ ...noticed, [own[9]]: { score: 1 } })],  // it never noticed
        [scored({ 1: { score: 5 }, 2: { score: 5 }, 5: { score: -5 }, 6: { score: -5 } }, draw), draw.plies.length],
    ];
    const page = await open(view(write(...pages.map(([log]) => log))));
    for (const [, at = length, words] of pages) {
        await shows(page, at);
        if (words) {
            assert.ok((await text(page, "#ending")).endsWith(`Turning point: ply ${at}, where the score of ${match.players[1 - winner].name} ${words}`), await text(page, "#ending"));
            await page.keyboard.press("Home");
            await page.locator("#ending .turning button").click();
            await shows(page, at);
        } else assert.doesNotMatch(await text(page, "#ending"), /Turning point/);
        await page.keyboard.press("n");
    }
    await close(page);
    const phone = await open(view(write(pages[0][0])), { viewport: { width: 390, height: 800 } });
    const tops = await phone.$$eval(".stage, .ending, #evaluation-panel, [aria-labelledby=times-title], .listing, .more", (all) => all.map((part) => [part.getBoundingClientRect().top, part.className]));
    assert.deepEqual(tops.sort(([a], [b]) => a - b).map(([, name]) => name), ["stage", "panel ending", "panel", "panel", "panel listing", "panel more"], "the ending comes before the charts");
    await close(phone);
    // What matters of a forfeit is its last turn.
    const forfeit = `${folder}/leaves.json`;
    referee(bot("random"), `sh -c "sed -u 60q | ${bot("random")}"`, "--move-time", "20s", "--limits", "first=20s", "--quiet", "--log", forfeit);
    const lost = read(forfeit);
    assert.ok(lost.failure && lost.plies.length >= 4);
    lost.plies.filter(({ player }) => player === lost.failure.player).slice(0, 2).forEach((each, i) => (each.notes = { info: { score: 90 - 180 * i } }));
    const other = await open(view(write(lost)));
    await shows(other, lost.plies.length);
    assert.match(await text(other, "#ending"), /Turning point: ply 4/);
    await close(other);
});

test("the line under the title is that of the terminal, for every ending", async () => {
    const path = `${folder}/exits.json`;
    referee(bot("random"), `exc=sh -c "sed -u 60q | ${bot("random")}"`, "--game", "magnetize:height=5,width=5", "--move-time", "20s", "--limits", "first=20s", "--quiet", "--log", path);
    const lost = read(path);
    const ended = (result, changes = {}) => ({ ...structuredClone(lost), result, ...changes });
    const kinds = ["invalid_move", "unreadable_move", "premature", "timeout", "line_too_long", "output_flood", "exited", "crashed", "closed_stdout",
                   "failed_to_start", "resource_limit"];
    const logs = [read(play("greedy", "random")), read(play("random", "random", "--game", "magnetize:height=2,width=2,max_plies=1")),
                  ...kinds.map((ending) => ended({ ...lost.result, ending })),
                  ended({ winner: null, ending: "aborted", detail: "random has left the match" }, { failure: null })];
    const page = await open(view(write(...logs)));
    const at = lost.plies.length + 1;
    for (const [i, log] of logs.entries()) {
        const terminal = referee("replay", write(log)).split("\n").find((line) => / beats | draw: |: aborted /.test(line));
        const shown = await text(page, "#result");
        assert.equal(shown, terminal.replaceAll(/ \([*o]\)/g, ""));
        if (log.result.ending === "exited") assert.equal(shown, `random beats exc: exc ended with ${lost.result.detail} at ply ${at}`);
        assert.doesNotMatch(shown, /_|forfeits? \(/);
        await page.keyboard.press("n");
    }
    await close(page);
});

test("many matches: a list, filtered by bot and by ending, and links into it", async () => {
    const games = read(play("greedy", "random"));
    const named = (first, second, changes) => {
        const copy = structuredClone(games);
        copy.players[0].name = first;
        copy.players[1].name = second;
        return Object.assign(copy, changes);
    };
    const aborted = { plies: games.plies.slice(0, 2), result: { winner: null, ending: "aborted", detail: null } };
    const page = await open(view(write(named("ann", "ben"), named("ben", "cid"), named("cid", "ann", aborted))), { hash: "#match=2&ply=3" });
    const listed = () => page.$$eval("#matches-rows tr", (all) => all.map((row) => Number(row.dataset.match)));
    await shows(page, 3);
    assert.equal(await text(page, "#players"), "ben against cid");
    assert.deepEqual(await listed(), [1, 2, 3]);
    await page.locator("#filter-bot").selectOption({ label: "ann" });
    assert.deepEqual(await listed(), [1, 3]);
    await page.locator("#filter-ending").selectOption({ label: "aborted" });
    assert.deepEqual(await listed(), [3]);
    assert.match(await text(page, "#matches-count"), /^1 of 3 matches/);
    await page.locator("#matches-rows button").press("Enter");
    assert.equal(await text(page, "#players"), "cid against ann");
    assert.match(await text(page, "#ending"), /aborted/);
    await page.waitForFunction(() => location.hash === "#match=3&ply=2");
    await page.locator("#filter-ending").selectOption("");
    await page.locator("h1").click();
    await page.keyboard.press("p");
    assert.equal(await text(page, "#players"), "ann against ben");
    await page.keyboard.press("n");
    assert.equal(await text(page, "#players"), "cid against ann");
    await close(page);
});

test("a phone: a long name leaves room for the other one, and none is written over its edge", async () => {
    const long = structuredClone(match);
    long.players[0].name = "a_name_of_many_letters_".repeat(3);
    const page = await open(view(write(long)), { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const seats = await page.$$eval(".seat", (all) => all.map((seat) => {
        const [outer, inner] = [seat, seat.querySelector("bdi")].map((element) => element.getBoundingClientRect());
        return { height: outer.height, inside: inner.left >= outer.left && inner.right <= outer.right, whole: seat.querySelector("bdi").scrollWidth <= seat.querySelector("bdi").clientWidth };
    }));
    assert.deepEqual(seats.map(({ inside, whole }) => [inside, whole]), [[true, false], [true, true]]);
    assert.ok(seats.every(({ height }) => height < 60), JSON.stringify(seats));
    await close(page);
});

test("moves are shown in words, together with the text that was sent", async () => {
    const log = play("greedy", "random", "--game", "cluster", "--seed", "3");
    const { plies } = read(log);
    const number = plies.findIndex(({ move }) => move.startsWith("PLACE")) + 1;
    const [, column, colour] = plies[number - 1].move.split(" ");
    const page = await open(view(log), { hash: `#ply=${number}` });
    const words = `pellet ${"abcd"[colour]} into column ${column}`;
    assert.equal(await text(page, `#move-${number} .words`), words);
    assert.equal(await text(page, `#move-${number} .icon`), "abcd"[colour]);
    assert.ok((await text(page, "#caption")).includes(`${words} (${plies[number - 1].move})`));
    await close(page);
});

test("a phone: nothing is wider than the screen", async () => {
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    const long = structuredClone(match);
    long.players[0].name = "a".repeat(300);
    const wide = play("random", "random", "--game", "magnetize:height=4,width=64,max_plies=10");
    const cluster = play("greedy", "random", "--game", "cluster");
    for (const file of [page_file, view(write(long, match)), view(wide), view(cluster)]) {
        const page = await open(file, phone);
        await page.locator("#last").tap();
        const [wanted, there] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(wanted <= there && there <= 360, `${wanted} of ${there}`);
        for (const button of await page.locator(".buttons button").all()) {
            const { width, height } = await button.boundingBox();
            assert.ok(width >= 40 && height >= 40, "too small for a finger");
        }
        await close(page);
    }
});

test("the keyboard alone reaches everything, in the order in which it is seen, and everything has a name", async () => {
    const page = await open(view(write(match, match)), { hash: "#ply=0" });
    const seen = [];
    for (let i = 0; i < 40; ++i) {
        await page.keyboard.press("Tab");
        const here = await page.evaluate(() => {
            const element = document.activeElement;
            return element === document.body ? null : element.id || element.textContent.trim();
        });
        if (here === null) break;
        seen.push(here);
    }
    const order = ["Skip to the controls", "theme", "help-button", "filter-bot", "filter-ending", "scrub", "first", "back", "play", "on", "last", "speed", "moves",
                   "About this match", "The board as text"];
    assert.deepEqual(seen.filter((id) => order.includes(id)), order);
    const nameless = await page.$$eval("button, input, select, svg[role=img], [role=listbox], section", (all) => all.filter((element) =>
        !(element.getAttribute("aria-label") || element.labels?.length || element.textContent.trim() || element.getAttribute("aria-labelledby") || element.classList.contains("more"))).map((element) => element.outerHTML));
    assert.deepEqual(nameless, []);
    assert.match(await page.locator("#board").getAttribute("aria-label"), /Othello board: 2 black discs/);
    assert.equal(await page.locator("#caption").getAttribute("aria-live"), "polite");
    await page.locator("#moves").press("End");
    assert.equal(await page.locator("#moves").getAttribute("aria-activedescendant"), `move-${length}`);
    assert.equal(await page.locator(`#move-${length}`).getAttribute("aria-posinset"), String(length + 1));
    await close(page);
});

test("dark and light mode: that of the system, until the user chooses", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(page_file, { colorScheme });
        const brightness = () => page.evaluate(() => {
            const of = (element, property) => getComputedStyle(element)[property].match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
            return { back: of(document.body, "backgroundColor"), ink: of(document.body, "color") };
        });
        const before = await brightness();
        assert.equal(before.back < before.ink, colorScheme === "dark");
        await page.locator("#theme").click();
        const after = await brightness();
        assert.equal(after.back < after.ink, colorScheme === "light");
        await close(page);
    }
});
