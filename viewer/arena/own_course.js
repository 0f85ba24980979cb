// The chart of a student's rating over time, with the 95 % interval as a band, and the same data as a table.
import { byId, html, svg } from "../dom.js";
import { rangeOf } from "../report/range.js";
import { ticksOf } from "../report/ticks.js";
import { fillTable, ratingCell } from "./tables.js";

const height = 220;
const edge = { left: 52, right: 14, top: 12, bottom: 34 };
const roomOfWords = 34;  // for the number of a version

/// Moments of one version after the other: each run is a line of its own.
function runsOf(moments) {
    const runs = [];
    for (const moment of moments) {
        if (runs.at(-1)?.[0][1] === moment[1]) runs.at(-1).push(moment);
        else runs.push([moment]);
    }
    return runs;
}

/// The area of the 95 % interval of a run; null if there is none.
function bandOf(run, at) {
    const known = run.filter(([, , , lower, upper]) => lower !== null && upper !== null);
    if (known.length < 2) return null;
    const outline = known.map(([games, , , , upper]) => at(games, upper)).concat([...known].reverse().map(([games, , , lower]) => at(games, lower)));
    return svg("path", { class: "own-band", d: `M${outline.join("L")}Z` });
}

export class OwnCourse {
    constructor() {
        this.root = byId("course");
        this.moments = [];
        new ResizeObserver(() => this.draw()).observe(this.root);
    }

    /// `moments`: [games of all, version, elo, lower, upper].
    show(moments) {
        this.moments = moments;
        this.root.toggleAttribute("hidden", moments.length < 2);
        byId("course-details").hidden = moments.length < 2;
        const rows = [...moments].reverse().map(([games, version, elo, lower, upper]) => html("tr", {}, html("td", { class: "number" }, String(games)), html("td", {}, String(version)), ratingCell(elo, lower, upper)));
        fillTable(byId("course-table"), "The newest first", ["games of the ladder", "version", "Elo [95 %]"], rows, "");
        this.draw();
    }

    draw() {
        const { moments } = this;
        if (moments.length < 2) return;
        const width = Math.max(this.root.clientWidth, 240);
        const values = moments.flatMap(([, , elo, lower, upper]) => [elo, lower ?? elo, upper ?? elo]);
        const [least, most] = rangeOf(values, 0, 1);
        const [from, to] = [moments[0][0], moments.at(-1)[0]];
        const x = (games) => edge.left + ((games - from) / Math.max(1, to - from)) * (width - edge.left - edge.right);
        const y = (elo) => height - edge.bottom - ((elo - least) / (most - least)) * (height - edge.top - edge.bottom);
        const at = (games, elo) => `${x(games).toFixed(1)} ${y(elo).toFixed(1)}`;
        const runs = runsOf(moments);
        let lastWords = -Infinity;
        const hasRoom = ([[games]]) => x(games) - lastWords >= roomOfWords && (lastWords = x(games), true);
        this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.root.setAttribute("height", height);
        this.root.replaceChildren(
            ...ticksOf(least, most, 5).flatMap((tick) => [svg("path", { class: tick === 0 ? "zero" : "scale", d: `M${edge.left} ${y(tick).toFixed(1)}H${width - edge.right}` }),
                svg("text", { class: "scale-words", x: edge.left - 7, y: y(tick) + 4 }, String(tick).replace("-", "\u2212"))]),
            ...ticksOf(from, to, Math.max(3, width / 130)).filter(Number.isInteger).map((tick) => svg("text", { class: "scale-words middle", x: x(tick), y: height - edge.bottom + 16 }, String(tick))),
            svg("text", { class: "scale-words middle", x: (edge.left + width - edge.right) / 2, y: height - 4 }, "games of the ladder"),
            ...runs.slice(1).map(([[games]]) => svg("path", { class: "version-line", d: `M${x(games).toFixed(1)} ${edge.top}V${height - edge.bottom}` })),
            ...runs.map((run) => bandOf(run, at)).filter(Boolean),
            ...runs.map((run) => svg("path", { class: run.length > 1 ? "own-line" : "own-line alone", d: `M${run.map(([games, , elo]) => at(games, elo)).join("L")}h.01` })),
            ...runs.filter(hasRoom).map(([[games, version]]) => svg("text", { class: "scale-words start", x: x(games) + 3, y: edge.top + 9 }, `#${version}`)));
    }
}
