// Tests the report of a tournament: its tables agree with `referee export`, its cells link to games, and every game
// opens.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rows } from "./drawn.js";
import { bot, close, exported, folder, open, referee, report, shows, text, tournament } from "./harness.js";

const quitter = `python3 -c "import sys; sys.stdin.readline(); sys.exit(3)"`;
// The bots are deterministic, so that results do not differ between runs.
const db = tournament([bot("greedy"), bot("alphabeta").replace(/3$/, "1"), bot("alphabeta"), quitter], "--games", "4", "--openings", "3", "--game", "magnetize:height=4,width=5,square=2", "--seed", "4");
const made = report(db);
const index = join(made, "index.html");
const single = report(db, ".html");
const standings = exported(db, "standings");
const names = standings.map((row) => row.name);

/// The content of a table: a list of rows, each of which is a list of texts.
const cells = (page, selector) => page.locator(`${selector} tbody tr`).evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
const heads = (page, selector) => page.locator(`${selector} thead`).first().locator("th, td").evaluateAll((list) => list.map((head) => head.textContent));
const sign = (elo) => (Math.round(elo) > 0 ? `+${Math.round(elo)}` : String(Math.round(elo) || 0));

test("the standings are those of the export, in its order", async () => {
    const page = await open(index);
    await page.locator("#standings-more").click();
    const titles = await heads(page, "#standings-table");
    const column = (name) => titles.findIndex((title) => title.startsWith(name));
    const shown = await cells(page, "#standings-table");
    assert.equal(shown.length, standings.length);
    for (const [i, row] of standings.entries()) {
        const cell = (name) => shown[i][column(name)];
        assert.equal(cell("place"), String(row.rank));
        const percent = 100 * row.best;
        assert.equal(cell("best %"), percent > 99.9 ? ">99.9" : percent < 0.1 ? "<0.1" : percent.toFixed(1));
        assert.equal(cell("rank ["), row.rank_lower === row.rank_upper ? String(row.rank_lower) : `${row.rank_lower} to ${row.rank_upper}`);
        assert.deepEqual([cell("name"), cell("points"), cell("games"), cell("forfeits")],
                         [row.name, row.points.toFixed(1), row.games, row.forfeits].map(String));
        assert.equal(cell("1st"), [row.first_won, row.first_drawn, row.first_lost].join("/"));
        assert.equal(cell("2nd"), [row.second_won, row.second_drawn, row.second_lost].join("/"));
        if (row.elo !== null) {
            const [won, lost] = [row.first_won + row.second_won, row.first_lost + row.second_lost];
            assert.equal(cell("Elo"), won === row.games ? `>${sign(row.elo_lower)}` : lost === row.games ? `<${sign(row.elo_upper)}` : `${sign(row.elo)} [${sign(row.elo_lower)}, ${sign(row.elo_upper)}]`);
        }
        else assert.ok(cell("Elo").startsWith(row.elo_word), cell("Elo"));
    }
    assert.match(await text(page, "#standings-notes"), /^place: 1 \+ the number of bots above /);
    assert.equal(await text(page, "#report-text"), referee("standings", db).trim());
    for (const line of (await text(page, "#chances")).split("\n")) assert.ok(referee("standings", db).includes(`${line}\n`), line);
    await close(page);
});

test("tie-breaks are shown beside the points, with their meanings, if points are equal", async () => {
    const swiss = tournament([0, 1, 2, 3, 4].map((pick) => `${bot("random")} --seed ${pick}`), "--format", "swiss", "--games", "1", "--seed", "3", "--game", "magnetize:height=4,width=5,square=2");
    const page = await open(join(report(swiss), "index.html"));
    assert.ok(!(await heads(page, "#standings-table")).includes("s-b"), "a column that is seldom wanted");
    await page.locator("#standings-more").click();
    const titles = await heads(page, "#standings-table");
    const [shown, rows] = [await cells(page, "#standings-table"), exported(swiss, "standings")];
    for (const [title, key] of [["bh-c1", "buchholz_cut1"], ["bh", "buchholz"], ["s-b", "sonneborn_berger"]]) {
        const column = titles.indexOf(title);
        assert.ok(column > titles.indexOf("points"), `${title} in ${titles}`);
        assert.deepEqual(shown.map((row) => Number(row[column])), rows.map((row) => row[key]));
    }
    const terms = await page.locator("dt.of-tie").allTextContents();
    assert.deepEqual(terms, ["bh-c1", "bh", "s-b", "d-e"].slice(0, terms.length));
    for (const meaning of await page.locator("dd.of-tie").allTextContents()) assert.ok(meaning.includes("tie-break"), meaning);
    await close(page);
});

test("an interval is drawn at its place, and open at an end that the results do not bound", async () => {
    const page = await open(index);
    const drawn = await page.locator("#standings-table tbody tr").evaluateAll((list) => list.map((row) => {
        const box = (part) => row.querySelector(part)?.getBoundingClientRect();
        const [band, mean, picture] = [box(".band"), box(".mean"), box("svg.interval")];
        return { left: band?.left, right: band?.right, mean: mean && (mean.left + mean.right) / 2, edges: picture && [picture.left, picture.right] };
    }));
    const rated = standings.map((row, i) => ({ ...row, ...drawn[i] })).filter((row) => row.elo !== null);
    const hasWonAll = (row) => row.first_won + row.second_won === row.games;
    const hasLostAll = (row) => row.first_lost + row.second_lost === row.games;
    const opened = rated.filter((row) => hasWonAll(row) || hasLostAll(row));
    assert.ok(opened.length >= 1 && opened.length < rated.length);
    for (const row of opened) {
        assert.equal(row.mean, undefined, `${row.name}: its rating is the prior's`);
        const [edge, at] = hasWonAll(row) ? [row.edges[1], row.right] : [row.edges[0], row.left];
        assert.ok(Math.abs(edge - at) < 1.5, `${row.name}: ${at}, the edge is at ${edge}`);
    }
    const marks = rated.flatMap((row) => [...(hasLostAll(row) ? [] : [[row.left, row.elo_lower]]), ...(hasWonAll(row) ? [] : [[row.right, row.elo_upper]]),
                                          ...(opened.includes(row) ? [] : [[row.mean, row.elo]])]).sort((a, b) => a[1] - b[1]);
    const [least, most] = [marks[0], marks.at(-1)];
    const scale = (most[0] - least[0]) / (most[1] - least[1]);
    assert.ok(scale > 0);
    for (const [at, elo] of marks) assert.ok(Math.abs(at - (least[0] + scale * (elo - least[1]))) < 1.5, `${elo} at ${at}`);
    await close(page);
});

test("the crosstable and the likelihoods are those of the export", async () => {
    const page = await open(index);
    const points = exported(db, "crosstable");
    const likelihood = exported(db, "superiority");
    const [cross, superior] = [await cells(page, "#crosstable-table"), await cells(page, "#superiority-table")];
    names.forEach((one, i) => {
        assert.equal(cross[i][0], `${i + 1}${one}`);
        names.forEach((other, j) => {
            if (i === j) return assert.equal(cross[i][j + 1] + superior[i][j + 1], "..");
            assert.equal(cross[i][j + 1], `${points[i].points[other].toFixed(1)}/4`);
            const share = likelihood[i].likelihood[other] * 100;
            assert.equal(superior[i][j + 1], likelihood[i].likelihood[other] === null ? "-" : share > 99.9 ? ">99.9" : share < 0.1 ? "<0.1" : share.toFixed(1));
        });
    });
    const shades = await page.locator("#superiority-table td:not(.own)").evaluateAll((list) => list.map((cell) => [cell.textContent, getComputedStyle(cell).backgroundColor]));
    assert.ok(new Set(shades.map(([, colour]) => colour)).size > 2, "all cells look the same");
    assert.ok(shades.filter(([share]) => share === ">99.9").every(([, colour], _, [[, first]]) => colour === first));
    await close(page);
});

test("games in which neither bot could be started count for neither", async () => {
    const shell = join(folder, "shell");
    const bots = ["one", "two"].map((name) => join(folder, name));
    symlinkSync("/bin/sh", shell);
    for (const path of bots) writeFileSync(path, `#!${shell}\nrm -f ${shell}\nexec ${bot("random")}\n`, { mode: 0o755 });
    const page = await open(report(tournament(bots, "--games", "6"), ".html"));
    const nobody = (await cells(page, "#endings-table")).find(([, by]) => by === "nobody");
    assert.equal(nobody[0], "neither started");
    assert.ok(Number(nobody[2]) >= 4);
    assert.equal(await page.locator("#games-table tbody tr", { hasText: "neither started" }).count(), Number(nobody[2]));
    await close(page);
});

test("endings, forfeits and times are those of the export", async () => {
    const page = await open(index);
    const sum = new Map();
    const kinds = new Map();
    for (const { ending, rule, name, games } of exported(db, "endings")) {
        sum.set(rule ?? ending, (sum.get(rule ?? ending) ?? 0) + games);
        if (rule === null) kinds.set(`${name} ${ending}`, games);
    }
    const endings = await cells(page, "#endings-table");
    assert.deepEqual(endings.map(([name, , games]) => [name, Number(games)]).sort(), [...sum].sort());
    const percents = endings.reduce((all, row) => all + Number(row[3]), 0);
    assert.ok(Math.abs(percents - 100) < 0.05 * endings.length, `${percents} %`);
    const titles = await heads(page, "#forfeits-table");
    for (const row of await cells(page, "#forfeits-table")) {
        titles.slice(2).forEach((kind, i) => assert.equal(Number(row[i + 2]), kinds.get(`${row[0]} ${kind}`) ?? 0, kind));
        assert.equal(Number(row[1]), standings.find(({ name }) => name === row[0]).forfeits);
    }
    const { rounded } = await import("../../viewer/text.js");
    const turns = await cells(page, "#turns-table");
    const at = (await heads(page, "#turns-table")).indexOf("longest");
    standings.forEach((row, i) => assert.equal(turns[i][at], row.longest_turn_us === null ? "-" : rounded(row.longest_turn_us)));
    const asked = (name) => referee("export", db).trim().split("\n").map(JSON.parse).flatMap((log) => log.plies.filter((ply) => log.players[ply.player].name === name && ply.wall_us !== null));
    names.forEach((name, i) => assert.equal(Number(turns[i][2]), asked(name).length, name));
    await close(page);
});

test("games against an annulled entrant have no share of the endings", async () => {
    const changed = tournament([bot("greedy"), bot("random"), quitter], "--games", "4", "--game", "magnetize:height=4,width=5,square=2", "--seed", "4");
    referee("change", changed, "annul", exported(changed, "standings").at(-1).name);
    const page = await open(report(changed, ".html"));
    const endings = await cells(page, "#endings-table");
    assert.equal(endings.reduce((all, row) => all + Number(row[2]), 0), 4);
    const percents = endings.reduce((all, row) => all + Number(row[3]), 0);
    assert.ok(Math.abs(percents - 100) < 0.05 * endings.length, `${percents} %`);
    await close(page);
});

test("the lines over time end at the points and ratings of the standings", async () => {
    const page = await open(index);
    for (const [kind, value] of [["rating", (row) => (row.elo === null ? "-" : String(Math.round(row.elo * 10) / 10 || 0))], ["points", (row) => String(row.points)]]) {
        await page.locator(`#course-${kind}`).click();
        assert.equal(await page.locator(`#course-${kind}`).getAttribute("aria-pressed"), "true");
        const shown = await cells(page, "#course-table");
        assert.deepEqual(shown.map((row) => row.at(-1)), standings.map(value));
    }
    assert.equal(await page.locator("#course-chart .line").count(), names.length);
    await page.locator("#course-rating").click();
    const samples = await page.locator("#course-names button").evaluateAll((all) => all.map((button) => getComputedStyle(button.querySelector(".line-sample")).display !== "none"));
    assert.deepEqual(samples, names.map(() => true));
    await page.locator("#course-names button").nth(2).click();
    assert.equal(await page.locator("#course-chart .line:not(.faint)").count(), 1);
    await close(page);
});

/// Opens the page of each listed game, steps to its end, and compares the texts of the page with the log.
async function walk(page, wanted) {
    const logs = referee("export", db).trim().split("\n").map(JSON.parse);
    const games = exported(db, "games");
    const numbers = await page.locator("#games-table tbody th").allTextContents();
    assert.deepEqual(numbers.map(Number), games.filter(wanted).map((game) => game.number));
    for (const number of numbers) {
        await page.locator("#games-table tbody th a", { hasText: new RegExp(`^${number}$`) }).click();
        await page.waitForFunction((own) => document.getElementById("result")?.textContent.startsWith(`game ${own},`), number);
        const log = logs[number - 1];
        await page.keyboard.press("End");
        await shows(page, log.plies.length);
        assert.deepEqual(await page.locator("#players bdi").allTextContents(), log.players.map((player) => player.name));
        assert.deepEqual(await rows(page, 4, 5), (log.plies.at(-1)?.frame ?? log.initial).board);
        await page.goBack();
        await page.locator("#games-table").waitFor();
    }
}

for (const [kind, path] of [["a folder", index], ["one file", single]]) {
    test(`${kind}: a cell of the crosstable leads to the games of the two bots, and these lead to their boards`, async () => {
        const page = await open(path);
        await page.locator("#crosstable-table tbody tr").nth(0).locator("td").nth(2).locator("a").click();
        await page.waitForFunction(() => location.hash === "#games=0-2");
        assert.equal(await page.evaluate(() => document.activeElement.id), "games-title");
        assert.match(await text(page, "#games-count"), /^4 of 24 games$/);
        const two = [names[0], names[2]].sort().join();
        await walk(page, (game) => [game.first, game.second].sort().join() === two);
        await page.locator("#games-table tbody a").first().click();
        await page.locator("#to-report").click();
        await page.locator("#standings-table").waitFor();
        assert.ok(!(await page.title()).includes("against"));
        await close(page);
    });
}

test("keys of a match do nothing while the report is shown, and nothing brings the match back", async () => {
    const page = await open(single, { hash: "#match=2&ply=0" });
    await page.locator("#play").click();
    await page.locator("#to-report").click();
    await page.locator("#standings-table").waitFor();
    const address = page.url();
    await page.keyboard.press("n");
    await page.keyboard.press(" ");
    await page.waitForTimeout(500);
    assert.equal(page.url(), address);
    assert.ok(!(await page.locator("#match-view").isVisible()));
    await close(page);
});

test("every column can be sorted with the keyboard, and says so", async () => {
    const page = await open(index);
    for (const table of ["#standings-table", "#endings-table", "#turns-table", "#games-table"]) {
        const original = await cells(page, table);
        const buttons = page.locator(`${table} thead .sort`);
        for (let i = 0; i < (await buttons.count()); ++i) {
            const head = buttons.nth(i).locator("..");
            const at = await head.evaluate((th) => [...th.parentElement.children].indexOf(th));
            await buttons.nth(i).focus();
            await page.keyboard.press("Enter");
            const one = { order: await head.getAttribute("aria-sort"), column: (await cells(page, table)).map((row) => row[at]) };
            await page.keyboard.press("Space");
            const other = { order: await head.getAttribute("aria-sort"), column: (await cells(page, table)).map((row) => row[at]) };
            assert.deepEqual([one.order, other.order].sort(), ["ascending", "descending"]);
            assert.equal(await page.locator(`${table} [aria-sort=ascending], ${table} [aria-sort=descending]`).count(), 1);
            assert.deepEqual(one.column.slice().sort(), original.map((row) => row[at]).sort());
            const up = one.order === "ascending" ? one.column : other.column;
            if (up.every((value) => /^-?[\d.]+$/.test(value))) assert.deepEqual(up, up.slice().sort((a, b) => a - b), `${table} ${at}`);
        }
    }
    await close(page);
});

test("all tables have captions and heads, all ids are unique, and a phone needs no sideways scrolling", async () => {
    for (const path of [index, single]) {
        const page = await open(path, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const wrong = await page.evaluate(() => {
            const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
            return {
                twice: ids.filter((id, i) => ids.indexOf(id) !== i),
                bare: [...document.querySelectorAll("#report-view table")].filter((table) => !table.caption?.textContent || !table.querySelector("thead th[scope=col]") || !table.querySelector("tbody th[scope=row]")).map((table) => table.textContent.slice(0, 60)),
                wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            };
        });
        assert.deepEqual(wrong, { twice: [], bare: [], wide: 0 });
        await close(page);
    }
});

test("dark and light, by the button", async () => {
    const page = await open(index, { colorScheme: "dark" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.locator("#report-view .theme").click();
    assert.notEqual(await background(), dark);
    await close(page);
});

test("names are text, whatever they contain", async () => {
    const nasties = ["</script><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>", "__proto__", "@MATCHES@ $& {{7*7}} &lt;b&gt;", "#match=1"];
    const file = join(folder, "hostile.json");
    writeFileSync(file, JSON.stringify({ bot: nasties.map((name) => ({ name, command: bot("random") })) }));
    const hostile = tournament(["--plan", file], "--games", "2", "--format", "knockout", "--game", "magnetize:height=4,width=5,square=2");
    for (const path of [join(report(hostile), "index.html"), report(hostile, ".html")]) {
        const page = await open(path);
        assert.deepEqual((await cells(page, "#standings-table")).map((row) => row[1]).sort(), nasties.slice().sort());
        assert.ok((await page.locator("#bracket .pairing").count()) >= 4);
        for (const score of await page.locator("#bracket .won .who").allTextContents()) assert.ok(nasties.includes(score), score);
        await page.locator("#games-table tbody a").first().click();
        await page.locator("#players bdi").first().waitFor();
        for (const name of await page.locator("#players bdi").allTextContents()) assert.ok(nasties.includes(name), name);
        assert.deepEqual(await page.evaluate(() => [window.hacked, ({}).won, document.querySelectorAll("img, iframe").length]), [undefined, undefined, 0]);
        await close(page);
    }
});

test("a walkover is told beside its points", async () => {
    const knockout = tournament([bot("greedy"), bot("random")], "--format", "knockout", "--games", "4", "--stop-after", "1", "--jobs", "1", "--game", "magnetize:height=4,width=5,square=2");
    const [first, second] = exported(knockout, "standings").map((row) => row.name);
    referee("change", knockout, "withdraw", first);
    const page = await open(report(knockout, ".html"));
    assert.equal(await text(page, "#bracket .pairing .state"), "the other has left");
    assert.equal(await text(page, "#bracket .pairing .won .who"), second);
    await close(page);
});

test("no other script or style gets through, and no network request is made", async () => {
    for (const path of [index, single]) {
        const page = await open(path);
        const outcome = await page.evaluate(async () => {
            const script = document.createElement("script");
            script.textContent = "window.hacked = 1";
            document.body.append(script);
            const style = document.createElement("style");
            style.textContent = "body { color: rgb(4, 5, 6) !important }";
            document.head.append(style);
            let sent = false;
            await fetch("http://127.0.0.1:9/").then(() => (sent = true), () => {});
            return [window.hacked, getComputedStyle(document.body).color === "rgb(4, 5, 6)", sent];
        });
        assert.deepEqual(outcome, [undefined, false, false]);
        assert.ok(page.complaints.length >= 3);
        await page.context().close();
    }
    assert.ok(readdirSync(join(made, "games")).every((name) => !/https?:\/\/(?!www\.w3\.org)/.test(readFileSync(join(made, "games", name), "utf8"))));
});

test("who is first is said in what orders the table", async () => {
    const first = /^(alphabeta|random) is first, with /;
    for (const [format, words] of [["gauntlet", /, with [+-]\d+.* Elo/], ["swiss", /, with \d+\.\d points/], ["knockout", /is first(?!, with)/]]) {
        const file = tournament([bot("alphabeta"), bot("random")], "--games", "24", "--openings", "6", "--format", format, "--game", "magnetize:height=4,width=5,square=2", "--seed", "3");
        const page = await open(join(report(file), "index.html"));
        const head = await text(page, "#report-head");
        assert.match(head, words);
        assert.equal(first.test(head), format !== "knockout", head);
        await close(page);
    }
});

test("a tournament that is not finished says so; one without games is not an error", async () => {
    const part = tournament([bot("greedy"), bot("random")], "--games", "10", "--stop-after", "3", "--game", "magnetize:height=4,width=5,square=2");
    const count = async (path, hash, games) => {
        const page = await open(path, { hash });
        assert.equal(await text(page, "#report-unfinished"), "not finished: these are the tables of the games so far");
        // The subtitle has the result and no settings.
        const [head, settings] = [await text(page, "#report-head"), await text(page, "#report-settings-lines")];
        assert.ok(head.includes(`${games} of 10 games played`));
        assert.equal(/^(greedy|random) is first, with \d+\.\d points|^greedy and random share the first place/.test(head), games > 0, head);
        assert.match(settings, /^height=4, width=5, .*round robin of 2 entrants/);
        assert.doesNotMatch(head, /height=|round robin/);
        assert.equal(await page.locator("#games-table tbody tr").count(), games);
        await close(page);
    };
    await count(join(report(part), "index.html"), "", 3);
    const script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('DELETE FROM packed_logs'); db.execute('DELETE FROM matches'); db.commit(); db.close()";
    execFileSync("python3", ["-c", script, part]);
    await count(join(report(part), "index.html"), "#games=0-1", 0);
    await count(report(part, ".html"), "#match=1&ply=0", 0);
    const whole = await open(index);
    assert.ok(!(await whole.locator("#report-unfinished").isVisible()));
    await close(whole);
});

test("a sequential test shows its state", async () => {
    const sprt = tournament([bot("greedy"), bot("random")], "--sprt", "elo0=0,elo1=300", "--games", "200", "--openings", "4", "--game", "magnetize:height=4,width=5,square=2");
    const page = await open(join(report(sprt), "index.html"));
    const printed = referee("standings", sprt);
    const verdict = await text(page, "#sprt .verdict");
    assert.match(verdict, /^H[01] accepted: greedy|^no verdict: /);
    assert.ok(printed.includes(`  ${verdict}\n`));
    for (const line of await page.locator("#sprt .plain li").allTextContents()) assert.ok(printed.includes(`  ${line}\n`), line);
    const counts = /pairs with .*: ([\d, ]+)/.exec(printed)[1].split(", ");
    assert.deepEqual(await page.locator("#sprt tbody td").allTextContents(), counts);
    await close(page);
});
