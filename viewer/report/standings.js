// The standings. The intervals of all ratings are drawn on the same scale.
import { byId, html, svg } from "../dom.js";
import { refill } from "../refill.js";
import { rangeOf } from "./range.js";
import { Table } from "./table.js";

const width = 170;
const height = 22;
const margin = 16;

/// Whether the results bound its strength on one side only. Its rating then comes from the prior, too.
const isOpen = ({ lower, upper }) => (lower === null) !== (upper === null);

/// A scale that contains all ratings and their intervals; null if there are none.
function scaleOf(entrants) {
    const numbers = entrants.flatMap((entrant) => (isOpen(entrant) ? [entrant.lower ?? entrant.upper] : [entrant.elo, entrant.lower, entrant.upper]))
        .filter((number) => number !== null);
    if (numbers.length === 0) return null;
    const [least, most] = rangeOf(numbers, 0, 0);
    const step = [25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000].find((size) => (most - least) / size <= 4) ?? 100000;
    const x = (number) => margin + ((number - least) / Math.max(most - least, 1)) * (width - 2 * margin);
    const ticks = [];
    for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) ticks.push(tick);
    return { x, ticks };
}

function axis({ x, ticks }, absolute) {
    const words = (tick) => (tick > 0 && !absolute ? `+${tick}` : String(tick).replace("-", "\u2212"));
    return svg("svg", { class: "interval", viewBox: `0 0 ${width} 16`, width, height: 16, "aria-hidden": "true" },
        ...ticks.map((tick) => svg("text", { class: "scale-words middle", x: x(tick).toFixed(1), y: 12 }, words(tick))));
}

/// Draws a rating's interval: a line for the interval, a dot for the rating. An interval that is open at one end has no
/// dot, and leaves the picture there.
function interval(entrant, { x, ticks }) {
    const { elo, lower, upper } = entrant;
    const middle = height / 2;
    const end = (at) => svg("path", { class: "whisker", d: `M${at} ${middle - 4}v8` });
    return svg("svg", { class: "interval", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
        ...ticks.map((tick) => svg("path", { class: tick === 0 ? "zero" : "scale", d: `M${x(tick).toFixed(1)} 0v${height}` })),
        ...(lower === null && upper === null ? [] : [
            svg("path", { class: "band", d: `M${lower === null ? 0 : x(lower)} ${middle}H${upper === null ? width : x(upper)}` }),
            ...[lower, upper].filter((bound) => bound !== null).map((bound) => end(x(bound)))]),
        elo === null || isOpen(entrant) ? null : svg("circle", { class: "mean", cx: x(elo), cy: middle, r: 4.5 }));
}

/// Keeps an interval in brackets on one line. The words around it may wrap.
function ratingWords(text) {
    return text.split(/(\[.*?\])/).map((part) => (/^\[/.test(part) ? html("span", { class: "unbroken" }, part) : part));
}

const tieMeanings = {
    "bh-c1": "Buchholz cut 1, a tie-break for equal points: as bh, without the lowest of these opponents",
    bh: "Buchholz, a tie-break for equal points: the points of all its opponents; a bye counts as an opponent with its own points, at most those of a draw in each round",
    "s-b": "Sonneborn-Berger, a tie-break for equal points: the points of the opponents that it beat, plus half of the points of those with which it drew",
    "d-e": "direct encounter, a tie-break: its points against those with which it is still tied, if all of them have met",
};

/// Adds explanations of the tie-breaks that are shown.
function explainTies(ties) {
    for (const old of document.querySelectorAll(".of-tie")) old.remove();
    byId("points-meaning").after(...ties.flatMap((tie) => [html("dt", { class: "of-tie" }, tie), html("dd", { class: "of-tie" }, tieMeanings[tie])]));
}

export function showStandings(report) {
    const { entrants, ties, titles, notes, zero, absolute } = report.data;
    const scale = scaleOf(entrants);
    const rows = entrants.map((entrant, place) => ({ ...entrant, place }));
    const tally = (text) => text.split("/").reduce((sum, part, i) => sum + Number(part) * [1, 0.5, 0][i], 0);
    // Buchholz decides a Swiss. The other tie-breaks seldom matter.
    const tieBreaks = ties.map((title, i) => ({ title, class: "number", down: true, cell: (row) => row.ties[i], value: (row) => (row.ties[i] === "-" ? -1 : Number(row.ties[i])) }));
    const margins = entrants.some((entrant) => entrant.margin !== undefined) ? [{ title: titles.margin, class: "number", down: true,
        about: "the mean of its own points in a game minus those of the opponent; a forfeit counts as the largest difference",
        cell: (row) => row.margin, value: (row) => (row.margin === "-" ? null : Number(row.margin)) }] : [];
    const buchholz = tieBreaks.filter(({ title }) => title.startsWith("bh"));
    const details = [
        { title: "best %", about: "how likely it is the strongest of its part: of the bots that games connect with it", class: "number", down: true, cell: (row) => row.best ?? "-", value: (row) => (row.best === null ? null : Number(row.best.replace(/[<>]/, ""))) },
        { title: "rank [95 %]", about: "the interval of its rank by true strength", class: "number", cell: (row) => row.ranks ?? "-", value: (row) => (row.ranks === null ? null : parseInt(row.ranks, 10)) },
        ...tieBreaks.filter((column) => !buchholz.includes(column)),
        { title: titles.first, about: "as player 0, who moves first unless a written position says otherwise: won, drawn, lost", class: "number", down: true, cell: (row) => row.first, value: (row) => tally(row.first) },
        { title: titles.second, about: "as player 1: won, drawn, lost", class: "number", down: true, cell: (row) => row.second, value: (row) => tally(row.second) },
    ];
    const button = byId("standings-more");
    const more = button.getAttribute("aria-pressed") === "true";
    button.onclick = () => {
        button.setAttribute("aria-pressed", String(!more));
        showStandings(report);
    };
    new Table(byId("standings-table"), { caption: "Standings. Click a column heading to sort.", rows, key: (row) => report.id(row.place), columns: [
        { title: titles.rank, class: "number", cell: (row) => String(row.rank), value: (row) => row.place },
        { title: titles.name, class: "name", head: true, value: (row) => row.name,
          cell: (row) => html("a", { href: entrants[row.place].page ?? `#games=${report.id(row.place)}`, title: `${report.names[row.place]}: its games` }, html("bdi", {}, report.names[row.place])) },
        { title: titles.points, class: "number", down: true, cell: (row) => row.points, value: (row) => Number(row.points) },
        ...margins,
        { title: titles.elo, about: "the rating and its interval", class: "rating", down: true, cell: (row) => ratingWords(row.rating), value: (row) => row.elo },
        // With its tie-breaks and all details, a Swiss has no room for what the column before tells.
        ...(scale && !(more && buchholz.length > 0) ? [{ title: html("span", {}, html("span", { class: "unseen" }, "interval, drawn"), axis(scale, absolute)), class: "drawn", cell: (row) => interval(row, scale) }] : []),
        { title: titles.games, class: "number", down: true, cell: (row) => String(row.games), value: (row) => row.games },
        ...buchholz,
        { title: titles.forfeits, about: "games that it lost by misbehaving", class: "number", down: true, cell: (row) => String(row.forfeits), value: (row) => row.forfeits },
        ...(more ? details : []),
    ] });
    refill(byId("standings-notes"), notes);
    byId("zero-words").textContent = zero;
    explainTies(ties);
}
