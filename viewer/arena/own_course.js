// The chart of a student's rating over time, with the 95 % interval as a band, and the same data as a table.
import { byId, html, svg } from "../dom.js";
import { rangeOf } from "../report/range.js";
import { fillTable } from "./tables.js";
import { eloInWords } from "./words.js";

const height = 220;
const edge = { left: 52, right: 14, top: 12, bottom: 34 };

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
        const rows = [...moments].reverse().map(([games, version, elo, lower, upper]) => html("tr", {}, html("td", { class: "number" }, String(games)), html("td", {}, String(version)), html("td", { class: "rating" }, eloInWords(elo, lower, upper))));
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
        const ticks = [0, 1, 2, 3, 4].map((i) => least + ((most - least) * i) / 4);
        const band = moments.filter(([, , , lower, upper]) => lower !== null && upper !== null);
        const outline = band.map(([games, , , , upper]) => at(games, upper)).concat([...band].reverse().map(([games, , , lower]) => at(games, lower)));
        const changes = moments.filter(([, version], i) => i > 0 && version !== moments[i - 1][1]);
        this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.root.setAttribute("height", height);
        this.root.replaceChildren(
            ...ticks.flatMap((tick) => [svg("path", { class: "scale", d: `M${edge.left} ${y(tick).toFixed(1)}H${width - edge.right}` }),
                svg("text", { class: "scale-words", x: edge.left - 7, y: y(tick) + 4 }, String(Math.round(tick)).replace("-", "\u2212"))]),
            ...changes.flatMap(([games, version]) => [svg("path", { class: "version-line", d: `M${x(games)} ${edge.top}V${height - edge.bottom}` }),
                svg("text", { class: "scale-words", x: x(games) - 3, y: edge.top + 9 }, `#${version}`)]),
            outline.length > 2 ? svg("path", { class: "own-band", d: `M${outline.join("L")}Z` }) : null,
            svg("path", { class: "own-line", d: `M${moments.map(([games, , elo]) => at(games, elo)).join("L")}` }),
            ...[from, to].map((games, i) => svg("text", { class: "scale-words middle", x: i ? x(games) - 12 : x(games) + 4, y: height - edge.bottom + 16 }, String(games))),
            svg("text", { class: "scale-words middle", x: (edge.left + width - edge.right) / 2, y: height - 4 }, "games of the ladder"));
    }
}
