// The report of very many entrants: a function can't be called with all numbers of a chart at once.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bot, close, folder, open, report, tournament } from "./harness.js";

/// Replaces the data of a report's page, in the element with this id.
function changed(page, id, change) {
    const at = page.indexOf(">", page.indexOf(`id="${id}"`)) + 1;
    const end = page.indexOf("</script>", at);
    return page.slice(0, at) + JSON.stringify(change(JSON.parse(page.slice(at, end)))) + page.slice(end);
}

test("1,100 entrants: the chart of their course, their intervals and their times", async () => {
    const count = 1100;
    const made = report(tournament([bot("greedy"), bot("random")], "--game", "magnetize:max_plies=8", "--games", "130", "--seed", "1"), ".html");
    const page = changed(readFileSync(made, "utf8"), "report-data", (data) => {
        const many = (list) => Array.from({ length: count }, (_, i) => list[i % list.length]);
        return { ...data, entrants: many(data.entrants).map((entrant, i) => ({ ...entrant, name: `bot ${i}`, rank: i + 1 })), superiority: null,
                 course: { ...data.course, elo: many(data.course.elo) } };
    });
    const path = join(folder, "many.html");
    writeFileSync(path, page);
    const shown = await open(path);
    await shown.locator("#games-table tbody tr").first().waitFor();
    assert.equal(await shown.locator("#course-chart .line").count(), count);
    assert.equal(await shown.locator("#standings-table tbody tr").count(), count);
    assert.equal(await shown.locator("#turns-table tbody tr").count(), count);
    await shown.locator("#course-points").click();
    assert.equal(await shown.locator("#course-chart .line").count(), count);
    await close(shown);
});
