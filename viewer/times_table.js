// The times of the plies as a table, with the bots' search depths and node counts.
import { html } from "./dom.js";
import { scoreInWords, shortCount } from "./info.js";
import { toldInWords } from "./moves.js";
import { rounded, visibleLine } from "./text.js";

const most = 400;  // rows, because a match may have hundreds of thousands of plies

/// Fills a <tbody> with the plies of a match. If there are too many, shows those around `position`. `go(number)` shows a position.
export function showTimesTable(root, match, position, words, go) {
    const first = Math.max(1, Math.min(position - most / 2, match.length - most + 1));
    const rows = [];
    for (let number = first; number <= Math.min(match.length, first + most - 1); ++number) {
        const { player, move, wall, cpu } = match.ply(number);
        const info = match.info(number);
        const count = (value, text) => html("td", { class: "count" }, value === null || value === undefined ? "" : text(value));
        const link = html("button", { type: "button", class: "link" }, String(number));
        link.addEventListener("click", () => go(number));
        rows.push(html("tr", { "aria-current": number === position }, html("td", {}, link), html("td", { class: "name" }, visibleLine(match.names[player])),
            html("td", {}, toldInWords(match, number) ?? visibleLine(words(move))), count(wall, rounded), count(cpu, rounded), count(info?.depth, String), count(info?.nodes, shortCount),
            html("td", { class: "count" }, scoreInWords(info))));
    }
    root.replaceChildren(...rows);
}
