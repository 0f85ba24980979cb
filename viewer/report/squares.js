// The two square tables: the crosstable, and the likelihood of superiority.
import { byId, html } from "../dom.js";
import { refill } from "../refill.js";
import { points } from "./model.js";

const most = 64;
const maxBeside = 6;  // with more columns, a table needs the whole width of the page

/// The class of a cell's colour, from 0 (everything for the column) to 10 (everything for the row).
const shade = (share) => `shade-${Math.round(Math.max(0, Math.min(1, share)) * 10)}`;

/// A square table. `cell(row, column)` returns the cell for two entrants.
function square(report, caption, cell) {
    const { names } = report;
    const head = (place) => html("th", { scope: "col", class: "number", title: names[place] }, html("span", { "aria-hidden": "true" }, String(place + 1)),
        html("span", { class: "unseen" }, names[place]));
    const row = (name, place) => html("tr", {}, html("th", { scope: "row", class: "name" }, html("span", { class: "place" }, String(place + 1)), html("bdi", {}, name)),
        ...names.map((_, other) => (other === place ? html("td", { class: "own" }, ".") : cell(place, other))));
    return html("table", { class: "square" }, html("caption", {}, caption),
        html("thead", {}, html("tr", {}, html("td", { class: "corner" }, html("span", { class: "place" }, "#"), "name"), ...names.map((_, place) => head(place)))), html("tbody", {}, ...names.map(row)));
}

function meeting(report, one, other) {
    const met = report.between(one, other);
    if (met === null) return html("td", { class: "number" }, "-");
    const { won, drawn, lost } = met;
    const games = won + drawn + lost;
    const half = 2 * won + drawn;
    const words = `${report.names[one]} against ${report.names[other]}: ${points(half)} of ${games}, won ${won}, drawn ${drawn}, lost ${lost}`;
    return html("td", { class: `number ${shade(half / 2 / games)}` },
        html("a", { href: `#games=${report.id(one)}-${report.id(other)}`, title: words }, `${points(half)}/${games}`));
}

function tooMany(report, word) {
    return html("p", { class: "notes" }, `${report.names.length} entrants: too wide for this page; use referee export FILE ${word}`);
}

export function showSquares(report) {
    const { superiority } = report.data;
    const entrants = report.names.length;
    for (const id of ["crosstable", "superiority"]) byId(id).classList.toggle("whole", entrants > maxBeside);
    byId("crosstable").hidden = entrants < 2;
    refill(byId("crosstable-table"), entrants > most ? tooMany(report, "crosstable")
        : square(report, "Points/games of the row against the column. Click a cell to see the games.", (one, other) => meeting(report, one, other)));
    byId("superiority").hidden = entrants < 2;
    refill(byId("superiority-table"), superiority === null ? tooMany(report, "superiority")
        : square(report, "LOS: how likely it is, in %, that the row is stronger than the column. 50: the games say nothing about it; 95 and more: nearly sure; -: no games connect them, a machine that was too busy decided, or none of their games tells of their strength.", (one, other) => {
            const text = superiority[one][other];
            return html("td", { class: text === "-" ? "number" : `number ${shade(Number(text.replace(/[<>]/, "")) / 100)}` }, text);
        }));
}
