// The tables of an arena's pages.
import { byId, html } from "../dom.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { eloInWords } from "./words.js";

export const cell = (value, name = null) => html("td", { class: name }, typeof value === "number" ? String(value) : value);

/// A cell with a rating. Its interval stays on one line.
export const ratingCell = (elo, lower, upper) => html("td", { class: "rating" },
    ...eloInWords(elo, lower, upper).split(/(\[.*\])/).map((part) => (part.startsWith("[") ? html("span", { class: "unbroken" }, part) : part)));

const numbers = new Set(["place", "game", "games", "points", "plies", "version", "won", "drawn", "lost", "forfeits"]);

/// Fills `root` with a table. `head` are titles, or [title, class], and `rows` are elements.
export function fillTable(root, caption, head, rows, empty) {
    if (rows.length === 0) return refill(root, html("p", { class: "notes" }, empty));
    const classOf = (title) => (numbers.has(title) ? "number" : title === "name" ? "name" : null);
    refill(root, html("table", {}, html("caption", {}, caption),
        html("thead", {}, html("tr", {}, ...head.map((each) => (Array.isArray(each) ? each : [each, classOf(each)])).map(([title, kind]) => html("th", { scope: "col", class: kind }, title)))),
        html("tbody", {}, ...rows)));
}

/// A table that shows its first rows, and five times as many more when its button is pressed. The elements are `id`-table and `id`-more.
export class LongTable {
    constructor(id, atOnce, fill) {
        Object.assign(this, { root: byId(`${id}-table`), button: byId(`${id}-more`), fill, most: atOnce, rows: [] });
        this.button.addEventListener("click", () => {
            this.most += 5 * atOnce;
            this.show(this.rows);
            if (this.button.hidden) this.root.focus();
        });
    }

    /// Shows `rows`, which `fill(root, rows)` makes a table.
    show(rows) {
        this.rows = rows;
        this.fill(this.root, rows.slice(0, this.most));
        this.button.hidden = rows.length <= this.most;
    }
}

/// Shows a table of entrants: rows of [place, name, person, version, elo, lower, upper, games, half points]. `isFinal`: all play about as many
/// games, so their points mean something; in a ladder they don't.
export function showStandings(root, { rows, place: meaning }, { own = null, isFinal = false } = {}) {
    const line = ([place, name, person, , elo, lower, upper, games, half]) => html("tr", { "data-key": name, class: person !== null && person === own ? "own" : null },
        cell(place, "number"),
        html("th", { scope: "row", class: "name" }, html("bdi", { title: visibleLine(name) }, visibleLine(name)), person === null ? html("small", {}, " (of the teacher)") : null,
            person !== null && person === own ? html("small", {}, " (you)") : null),
        ratingCell(elo, lower, upper), cell(games, "number"), isFinal ? cell(half / 2, "number") : null);
    fillTable(root, `The order is that of Elo; ${meaning}`, ["place", "name", "Elo [95 %]", "games", ...(isFinal ? ["points"] : [])], rows.map(line), "Nobody plays yet.");
}

/// Shows the last games of all: [number, first, second, winner, ending, plies]. `address`: that of the page of a game without its number; null: who
/// looks at the list may not see them all.
export function showLast(root, games, address) {
    const who = (name, won) => html("td", { class: won ? "name won" : "name" }, html("bdi", {}, visibleLine(name)));
    const line = ([number, first, second, winner, ending, plies]) => html("tr", { "data-key": String(number) },
        cell(address ? html("a", { href: `${address}${number}` }, String(number)) : number, "number"), who(first, winner === 0), who(second, winner === 1),
        cell(winner === -1 ? "does not count" : winner === null ? "drawn" : visibleLine(ending)), cell(plies, "number"));
    fillTable(root, "The newest first; a star marks the winner", ["game", "first", "second", "ending", "plies"], games.map(line), "None yet.");
}
