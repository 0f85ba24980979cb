// The tables of an arena's pages.
import { html } from "../dom.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { eloInWords } from "./words.js";

const cell = (value, name = null) => html("td", { class: name }, typeof value === "number" ? String(value) : value);

/// Fills `root` with a table. `head` are titles, and `rows` are elements.
export function fillTable(root, caption, head, rows, empty) {
    if (rows.length === 0) return refill(root, html("p", { class: "notes" }, empty));
    refill(root, html("table", {}, html("caption", {}, caption),
        html("thead", {}, html("tr", {}, ...head.map((title) => html("th", { scope: "col", class: ["#", "games", "points", "plies", "version"].includes(title) ? "number" : title === "name" ? "name" : null }, title)))),
        html("tbody", {}, ...rows)));
}

/// Shows a table of entrants: rows of [place, name, person, version, elo, lower, upper, games, half points].
export function showStandings(root, { rows }, own = null) {
    const shared = new Map();
    for (const [place] of rows) shared.set(place, (shared.get(place) ?? 0) + 1);
    const line = ([place, name, person, , elo, lower, upper, games, half]) => html("tr", { "data-key": name, class: person !== null && person === own ? "own" : null },
        cell((shared.get(place) > 1 ? "=" : "") + place, "number"),
        html("th", { scope: "row", class: "name" }, html("bdi", { title: visibleLine(name) }, visibleLine(name)), person === null ? html("small", {}, " (of the teacher)") : null,
            person !== null && person === own ? html("small", {}, " (you)") : null),
        cell(eloInWords(elo, lower, upper), "rating"), cell(games, "number"), cell(games ? `${Math.round((half * 50) / games)} %` : "-", "number"));
    fillTable(root, "The order is that of Elo", ["#", "name", "Elo [95 %]", "games", "points"], rows.map(line), "Nobody plays yet.");
}

const resultOrder = { lost: 0, void: 1, drawn: 2, won: 3 };

/// Shows games of one person: [stage, number, version, opponent, moved first, result, ending, plies]. Losses come first, then the newest.
export function showGames(root, games, most) {
    const sorted = [...games].sort((a, b) => resultOrder[a[5]] - resultOrder[b[5]] || b[0] - a[0] || b[1] - a[1]).slice(0, most);
    const line = ([stage, number, version, opponent, first, result, ending, plies]) => html("tr", { "data-key": `${stage} ${number}` },
        cell(html("a", { href: `/${stage === 0 ? "ladder" : "final"}/${number}` }, stage === 0 ? String(number) : `F${number}`), "number"),
        html("th", { scope: "row", class: "name" }, html("bdi", { title: visibleLine(opponent) }, visibleLine(opponent))),
        cell(result === "void" ? "does not count" : result, result === "lost" ? "lost" : null), cell(visibleLine(ending)), cell(plies, "number"), cell(first ? "first" : "second"), cell(version, "number"));
    fillTable(root, "Click a number to see the game, with what your bot has written", ["#", "against", "result", "ending", "plies", "moved", "version"], sorted.map(line), "None yet.");
}

/// Shows the last games of all: [number, first, second, winner, ending, plies].
export function showLast(root, games) {
    const who = (name, won) => html("td", { class: won ? "name won" : "name" }, html("bdi", {}, visibleLine(name)));
    const line = ([number, first, second, winner, ending, plies]) => html("tr", { "data-key": String(number) },
        cell(html("a", { href: `/ladder/${number}` }, String(number)), "number"), who(first, winner === 0), who(second, winner === 1),
        cell(winner === -1 ? "does not count" : winner === null ? "drawn" : visibleLine(ending)), cell(plies, "number"));
    fillTable(root, "The newest first; a star marks the winner", ["#", "first", "second", "ending", "plies"], games.map(line), "None yet.");
}
