// A chart of the evaluations of both bots, ply by ply, with a line for each bot. Up is good for the first player.
import { svg } from "./dom.js";
import { scoreInWords, standing, usualScore } from "./info.js";
import { PlyChart } from "./ply_chart.js";

const top = 10;
const reach = 56;  // from the centre line to the edge, in px

export class Evaluation extends PlyChart {
    load(match) {
        this.match = match;
        const units = [0, 1].map((player) => usualScore(match, player));
        /// For each player, a list of {number, value}. The value ranges from -1 to 1, from the first player's point of view.
        this.points = [[], []];
        match.plies.forEach(([player], i) => {
            const value = standing(match.info(i + 1), units[player]);
            if (value !== null) this.points[player].push({ number: i + 1, value: player === 0 ? value : -value });
        });
        this.draw();
    }

    /// Whether there is anything to show.
    get isEmpty() {
        return this.points.every((list) => list.length === 0);
    }

    get height() {
        return top + 2 * reach + 22;
    }

    y(value) {
        return top + reach - value * reach;
    }

    content() {
        const across = (value, kind) => svg("path", { class: kind, d: `M${this.left} ${this.y(value)}H${this.width - this.right}` });
        const words = [[1, "first"], [0, "even"], [-1, "second"]].map(([value, text]) =>
            svg("text", { class: "scale-words", x: this.left - 6, y: this.y(value) + 3.5 }, text));
        return [across(1, "scale"), across(0, "scale strong"), across(-1, "scale"), ...words, ...[0, 1].flatMap((player) => this.line(player))];
    }

    /// The line of a player. If there are more plies than pixels, each pixel shows the last of its plies.
    line(player) {
        const columns = new Map();
        for (const { number, value } of this.points[player]) {
            const x = this.x(number) + this.slot / 2;
            columns.set(this.slot >= 1 ? x : Math.floor(x), value);
        }
        const places = [...columns].map(([x, value]) => `${x.toFixed(1)} ${this.y(value).toFixed(1)}`);
        if (places.length === 0) return [];
        const dots = this.slot < 5 && places.length > 1 ? "" : places.map((place) => `M${place}h0`).join("");
        return [svg("path", { class: `thought thought-${player}`, d: `M${places.join("L")}` }), svg("path", { class: `thought-dots thought-${player}`, d: dots })];
    }
}

/// The last score of each player up to a position, as text: "greedy: +53".
export function scoresInWords(match, position, names) {
    return [0, 1].map((player) => {
        for (let number = position; number > 0; --number) {
            if (match.plies[number - 1][0] !== player) continue;
            const words = scoreInWords(match.info(number));
            if (words) return `${names[player]}: ${words}`;
        }
        return `${names[player]}: no score`;
    });
}
