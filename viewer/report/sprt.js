// Shows the state of the sequential test (SPRT): the log-likelihood ratio between its bounds.
import { byId, html, svg } from "../dom.js";
import { refill } from "../refill.js";

const width = 640;
const [left, right] = [40, 40];

function scale({ llr, lower, upper }) {
    const [least, most] = [Math.min(lower, llr), Math.max(upper, llr)];
    const x = (value) => left + ((value - least) / (most - least)) * (width - left - right);
    const bound = (value, word) => [
        svg("path", { class: "limit", d: `M${x(value)} 10V44` }),
        svg("text", { class: "scale-words middle", x: x(value), y: 60 }, `${word} ${value.toFixed(2)}`)];
    return svg("svg", { class: "sprt", viewBox: `0 0 ${width} 66`, "aria-hidden": "true" },
        svg("rect", { class: "track", x: x(lower), y: 20, width: x(upper) - x(lower), height: 14 }),
        svg("rect", { class: llr < 0 ? "llr below" : "llr", x: Math.min(x(0), x(llr)), y: 20, width: Math.abs(x(llr) - x(0)), height: 14 }),
        svg("path", { class: "zero", d: `M${x(0)} 14V40` }),
        ...bound(lower, "H0"), ...bound(upper, "H1"),
        svg("circle", { class: "mean", cx: x(llr), cy: 27, r: 6 }));
}

export function showSprt(report) {
    const { sprt } = report.data;
    if (!sprt) return;
    byId("sprt").hidden = false;
    const verdict = sprt.lines[sprt.lines.length - 1];
    refill(byId("sprt-state"),
        html("p", { class: "verdict" }, verdict), scale(sprt),
        html("ul", { class: "plain" }, ...sprt.lines.slice(0, -1).map((line) => html("li", {}, line))),
        html("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Pairs of games by their points" },
            html("table", { class: "counts" }, html("caption", {}, `Pairs of games, by the points that they gave ${report.names[sprt.first]}`),
                html("thead", {}, html("tr", {}, html("th", { scope: "row" }, "points"), ...[0, 0.5, 1, 1.5, 2].map((points) => html("th", { scope: "col", class: "number" }, String(points))))),
                html("tbody", {}, html("tr", {}, html("th", { scope: "row" }, "pairs"), ...sprt.counts.map((count) => html("td", { class: "number" }, String(count))))))));
}
