// The endings of games, and the forfeits of each entrant by kind.
import { byId, html, svg } from "../dom.js";
import { gameWordsOf } from "../game_words.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { compare, Table } from "./table.js";

const maxBeside = 3;  // with more kinds of forfeits, the table needs the whole width of the page

function bar(share, by) {
    return svg("svg", { class: "bar-drawn", viewBox: "0 0 160 12", width: 160, height: 12, "aria-hidden": "true" },
        svg("rect", { class: "track", x: 0, y: 0, width: 160, height: 12, rx: 3 }),
        svg("rect", { class: by === "forfeit" ? "bar-forfeit" : "bar-rule", x: 0, y: 0, width: Math.max(2, 160 * share).toFixed(1), height: 12, rx: 3 }));
}

/// Explains the names of those rows for which `meaning(row)` returns a text.
function showMeanings(id, rows, meaning) {
    refill(byId(id), ...rows.filter(meaning).flatMap((row) => [html("dt", {}, visibleLine(row.name)), html("dd", {}, meaning(row))]));
}

export function showEndings(report) {
    const { endings, chances } = report.data;
    const games = endings.reduce((sum, row) => sum + row.games, 0);  // not those of annulled entrants, which are played
    if (endings.length === 0) {
        byId("endings-table").replaceChildren(html("p", { class: "notes" }, "No game has been played."));
    } else {
        new Table(byId("endings-table"), { caption: "Number of games by ending", rows: endings, key: (row) => row.name, columns: [
            { title: "ending", class: "name", head: true, cell: (row) => visibleLine(row.name), value: (row) => row.name },
            { title: "by", cell: (row) => row.by, value: (row) => row.by },
            { title: "games", class: "number", down: true, cell: (row) => String(row.games), value: (row) => row.games },
            { title: "%", about: "of these games", class: "number", down: true, cell: (row) => ((100 * row.games) / games).toFixed(1), value: (row) => row.games },
            { title: "share", class: "drawn", cell: (row) => bar(row.games / games, row.by) },
        ] });
    }
    refill(byId("chances"), chances.join("\n"));
    const ofRules = gameWordsOf(report.data)?.endings ?? {};
    const known = (row) => (row.by === "rule" ? (Object.hasOwn(ofRules, row.name) ? ofRules[row.name] : undefined) : row.meaning);
    showMeanings("endings-meanings", endings, known);
    showMeanings("forfeits-meanings", endings.filter(({ by }) => by === "forfeit"), known);
}

export function showForfeits(report) {
    const rows = report.data.entrants.map((entrant, place) => ({ ...entrant, place })).filter((row) => row.forfeits > 0);
    const sum = (kind) => rows.reduce((all, row) => all + (row.kinds[kind] ?? 0), 0);
    const kinds = [...new Set(rows.flatMap((row) => Object.keys(row.kinds)))].sort((a, b) => sum(b) - sum(a) || compare(a, b));
    byId("forfeits").classList.toggle("whole", kinds.length > maxBeside);
    byId("forfeits-words").hidden = rows.length === 0;
    if (rows.length === 0) {
        byId("forfeits-table").replaceChildren(html("p", { class: "notes" }, "None."));
        return;
    }
    new Table(byId("forfeits-table"), { caption: "Forfeits of each entrant, by kind", rows, key: (row) => report.id(row.place), columns: [
        { title: "name", class: "name", head: true, value: (row) => row.name,
          cell: (row) => html("a", { href: `#games=${report.id(row.place)}`, title: `${report.names[row.place]}: its games` }, html("bdi", {}, report.names[row.place])) },
        { title: "all", class: "number", down: true, cell: (row) => html("b", {}, String(row.forfeits)), value: (row) => row.forfeits },
        ...kinds.map((kind) => ({ title: kind, class: "number", down: true, value: (row) => row.kinds[kind] ?? 0,
                                  cell: (row) => (row.kinds[kind] ? String(row.kinds[kind]) : html("span", { class: "none" }, "0")) })),
    ] });
}
