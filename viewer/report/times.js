// The times of each entrant's turns.
import { byId, html, svg } from "../dom.js";
import { exact, rounded } from "../text.js";
import { rangeOf } from "./range.js";
import { Table } from "./table.js";

const width = 240;
const height = 22;
const decades = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

function scaleOf(rows, limit) {
    const most = rangeOf(rows.map(({ time }) => time.longest), 0, Math.max(limit ?? 0, 100))[1] * 1.3;
    return (micros) => 4 + (Math.log(Math.max(1, micros)) / Math.log(most)) * (width - 8);
}

function axis(x, limit) {
    const shown = decades.filter((micros, i) => i % 3 === 0 && x(micros) < width - 12);
    return svg("svg", { class: "interval", viewBox: `0 0 ${width} 16`, width, height: 16, "aria-hidden": "true" },
        ...shown.map((micros) => svg("text", { class: "scale-words middle", x: Math.max(x(micros), 16).toFixed(1), y: 12 }, exact(micros))));
}

/// Draws a bar from the median to the 95 % quantile, a thin line up to the longest turn, and a dashed line at the limit.
function strip({ median, p95, longest }, x, limit) {
    const middle = height / 2;
    const grid = decades.filter((micros) => x(micros) < width).map((micros) => svg("path", { class: "scale", d: `M${x(micros).toFixed(1)} 0v${height}` }));
    return svg("svg", { class: "interval", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, ...grid,
        limit === null ? null : svg("path", { class: "limit", d: `M${x(limit).toFixed(1)} 0v${height}` }),
        longest === null || median === undefined ? null : svg("path", { class: "whisker", d: `M${x(median)} ${middle}H${x(longest)}m0 -4v8` }),
        median === undefined ? null : svg("path", { class: "band", d: `M${x(median)} ${middle}H${Math.max(x(p95), x(median) + 1)}` }),
        median === undefined ? null : svg("circle", { class: "mean", cx: x(median), cy: middle, r: 4.5 }));
}

export function showTimes(report) {
    const { entrants, limit, first_limit } = report.data;
    const rows = entrants.map((entrant, place) => ({ place, name: entrant.name, time: entrant.time }));
    if (rows.every(({ time }) => time.turns === 0 && time.longest === null)) return;
    byId("turns").hidden = false;
    const x = scaleOf(rows, limit);
    const column = (title, key, about) => ({ title, about, class: "number", down: true, value: (row) => row.time[key] ?? null,
                                             cell: (row) => (row.time[key] == null ? "-" : rounded(row.time[key])) });
    new Table(byId("turns-table"), { caption: "Wall-clock times of turns", rows, columns: [
        { title: "#", class: "number", cell: (row) => String(row.place + 1), value: (row) => row.place },
        { title: "name", class: "name", head: true, cell: (row) => html("bdi", {}, report.names[row.place]), value: (row) => row.name },
        { title: "turns", class: "number", down: true, cell: (row) => String(row.time.turns), value: (row) => row.time.turns },
        column("median", "median", "half of the turns took no longer; accurate to 5 %"),
        column("95 %", "p95", "95 % of the turns took no longer; accurate to 5 %"),
        column("longest", "longest", "without turns that were forfeited"),
        column("mean", "mean"),
        column("all", "total", "all turns together"),
        column("CPU", "cpu", "CPU time of the bot's own process, all turns together"),
        { title: html("span", {}, html("span", { class: "unseen" }, "times, drawn"), axis(x, limit)), class: "drawn", cell: (row) => strip(row.time, x, limit) },
    ] });
    byId("turns-words").textContent = "Drawn, on a logarithmic scale: a dot for the median, a bar up to 95 %, a line up to the longest turn" +
        (limit === null ? "" : `; dashed: the limit, ${exact(limit)} a move`) +
        (first_limit === limit || first_limit === null ? "." : `. A bot's first move has its own limit, ${exact(first_limit)}; the longest turn may be a first move.`);
}
