// A chart of ratings and points over time, with a line for each entrant. Time is the number of games, in the order of their numbers.
import { byId, html, svg } from "../dom.js";
import { rangeOf } from "./range.js";
import { Table } from "./table.js";
import { ticksOf } from "./ticks.js";

const height = 300;
const edge = { left: 52, right: 30, top: 10, bottom: 34 };
const samples = 120;
const prominent = 8;  // more lines in one chart can't be distinguished
const leaders = 3;  // their ratings determine what is shown first
const rowsOfTable = 10;

/// The points after some of the games: {games, values}. `games` are numbers of games, and `values` has a list for each entrant.
export function pointsOver(report) {
    const { games, names } = report;
    const count = Math.min(samples, games.length);
    const half = names.map(() => 0);
    const values = names.map(() => [0]);
    const at = [0];
    let added = 0;
    for (let sample = 1; sample <= count; ++sample) {
        for (; added < Math.floor((games.length * sample) / count); ++added) {
            for (const entrant of [games[added].first, games[added].second]) half[entrant] += report.half(games[added], entrant);
        }
        at.push(added);
        half.forEach((sum, entrant) => values[entrant].push(sum / 2));
    }
    return { games: at, values };
}

class CourseChart {
    constructor(report) {
        this.report = report;
        const { course } = report.data;
        this.kinds = { rating: { games: course.games, values: course.elo, words: "rating in Elo" }, points: { ...pointsOver(report), words: "points" } };
        this.root = byId("course-chart");
        this.chosen = new Set();
        this.names = report.names.map((name, place) => this.nameButton(name, place));
        byId("course-names").replaceChildren(...this.names);
        for (const kind of ["rating", "points"]) byId(`course-${kind}`).addEventListener("click", () => this.show(kind));
        const rated = (values) => values.some((value) => value !== null);
        byId("course-rating").disabled = !course.elo.some(rated);
        // Without ratings of the leaders, their lines would be missing, so points are shown first.
        this.show(course.elo.slice(0, leaders).every(rated) ? "rating" : "points");
        new ResizeObserver(() => this.draw()).observe(this.root);
    }

    nameButton(name, place) {
        const sample = svg("svg", { class: "line-sample", viewBox: "0 0 26 10", width: 26, height: 10, "aria-hidden": "true" },
            svg("path", { class: this.lineClass(place), d: "M1 5H25" }));
        const button = html("button", { type: "button", "aria-pressed": "false" }, sample, html("span", { class: "place" }, String(place + 1)), html("bdi", {}, name));
        button.addEventListener("click", () => {
            if (!this.chosen.delete(place)) this.chosen.add(place);
            button.setAttribute("aria-pressed", String(this.chosen.has(place)));
            this.draw();
        });
        return button;
    }

    lineClass(place) {
        return `line line-${place % 8} dash-${Math.floor(place / 8) % 3}`;
    }

    show(kind) {
        this.kind = this.kinds[kind];
        this.names.forEach((button, place) => button.classList.toggle("lineless", this.kind.values[place].every((value) => value === null)));
        for (const other of ["rating", "points"]) byId(`course-${other}`).setAttribute("aria-pressed", String(other === kind));
        byId("course-words").textContent = `Horizontal: number of games. Vertical: ${this.kind.words}` +
            (kind === "rating" ? ", if there is one; a name without a line has none." : ", without byes.");
        this.root.setAttribute("aria-label", `A line for each entrant: ${this.kind.words} by number of games. The table below has the same data.`);
        this.draw();
        this.fillTable();
    }

    fillTable() {
        const { games, values } = this.kind;
        const step = Math.max(1, Math.ceil(games.length / rowsOfTable));
        const moments = games.map((_, i) => i).filter((i) => (games.length - 1 - i) % step === 0);
        const number = (value) => (value === null ? "-" : String(Math.round(value * 10) / 10 || 0));
        new Table(byId("course-table"), { caption: `${this.kind.words} by number of games`, rows: this.report.names.map((name, place) => ({ name, place })), columns: [
            { title: "#", class: "number", cell: (row) => String(row.place + 1), value: (row) => row.place },
            { title: "name", class: "name", head: true, cell: (row) => html("bdi", {}, row.name), value: (row) => row.name },
            ...moments.map((i) => ({ title: String(games[i]), class: "number", down: true, cell: (row) => number(values[row.place][i]), value: (row) => values[row.place][i] })),
        ] });
    }

    /// Whether an entrant's line is drawn in its colour, and not faintly.
    stands(place) {
        return this.chosen.size > 0 ? this.chosen.has(place) : place < prominent;
    }

    draw() {
        const width = Math.max(this.root.clientWidth, 260);
        const { games, values } = this.kind;
        const [least, most] = rangeOf(values.flat(), 0, 1);
        const last = games[games.length - 1];
        const x = (count) => edge.left + (count / last) * (width - edge.left - edge.right);
        const y = (value) => height - edge.bottom - ((value - least) / (most - least)) * (height - edge.top - edge.bottom);
        this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.root.setAttribute("height", height);
        const places = values.map((_, place) => place);
        const order = [...places.filter((place) => !this.stands(place)), ...places.filter((place) => this.stands(place)).reverse()];
        this.root.replaceChildren(
            ...ticksOf(least, most, 5).flatMap((tick) => [
                svg("path", { class: tick === 0 ? "zero" : "scale", d: `M${edge.left} ${y(tick).toFixed(1)}H${width - edge.right}` }),
                svg("text", { class: "scale-words", x: edge.left - 7, y: y(tick) + 4 }, String(tick).replace("-", "\u2212"))]),
            ...ticksOf(0, last, Math.max(2, width / 130)).filter(Number.isInteger).map((tick) =>
                svg("text", { class: "scale-words middle", x: x(tick), y: height - edge.bottom + 16 }, String(tick))),
            svg("text", { class: "scale-words middle", x: (edge.left + width - edge.right) / 2, y: height - 3 }, "games"),
            ...order.map((place) => this.line(place, x, y)),
            ...this.endNumbers(places.filter((place) => this.stands(place)), x(last), y));
    }

    line(place, x, y) {
        let path = "";
        let open = false;
        this.kind.values[place].forEach((value, i) => {
            if (value === null) return (open = false);
            path += `${open ? "L" : "M"}${x(this.kind.games[i]).toFixed(1)} ${y(value).toFixed(1)}` + (open ? "" : "h.01");
            open = true;
        });
        return svg("path", { class: this.stands(place) ? this.lineClass(place) : "line faint", d: path });
    }

    /// The ranks at the ends of the lines, moved apart so that they are readable.
    endNumbers(places, x, y) {
        const ends = places.map((place) => ({ place, value: this.kind.values[place].at(-1) })).filter(({ value }) => value !== null)
            .map(({ place, value }) => ({ place, at: y(value) })).sort((a, b) => a.at - b.at);
        ends.forEach((end, i) => (end.at = Math.max(end.at, i > 0 ? ends[i - 1].at + 12 : edge.top)));
        for (let i = ends.length - 1; i >= 0; --i) ends[i].at = Math.min(ends[i].at, i + 1 < ends.length ? ends[i + 1].at - 12 : height - edge.bottom + 4);
        return ends.map(({ place, at }) => svg("text", { class: `end-number ink-${place % 8}`, x: x + 7, y: at + 4 }, String(place + 1)));
    }
}

export function showCourse(report) {
    if (report.games.length < 2 || !report.data.course) return;
    byId("course").hidden = false;
    new CourseChart(report);
}
