// A chart of the time per ply. Each player has a lane with bars for the wall-clock time, ticks for the CPU time, and a line for the limit.
import { svg } from "./dom.js";
import { limitsInWords } from "./ending.js";
import { limitsOfMoves } from "./limits.js";
import { PlyChart } from "./ply_chart.js";
import { exact, rounded } from "./text.js";

const lane = 64;
const gap = 20;
const widestBar = 26;
const least = 1;  // microseconds: the start of the scale
const grid = [1, 10, 100, 1e3, 10e3, 100e3, 1e6, 10e6, 100e6, 1e9, 10e9, 100e9];

export class Chart extends PlyChart {
    load(match) {
        this.match = match;
        const limits = [0, 1].map((player) => match.limitsOf(player));
        const known = limits.flatMap((each) => [...Object.values(limitsOfMoves(each)), each.clock?.total_us ?? null]);
        this.most = Math.max(...known, 1000);
        for (const [, , wall, cpu] of match.plies) this.most = Math.max(this.most, wall ?? 0, cpu ?? 0);
        this.forfeited = forfeitedTurn(match);
        this.most = Math.max(this.most, this.forfeited?.wall ?? 0);
        this.draw();
    }

    /// The number of turns in the chart. A forfeited turn also has a bar, although it is not a ply.
    get count() {
        return this.match.length + (this.forfeited ? 1 : 0);
    }

    y(player, micros) {
        const share = Math.log(Math.max(micros, least) / least) / Math.log(this.most / least);
        return this.bottom(player) - 1.5 - share * (lane - 8);
    }

    bottom(player) {
        return (player + 1) * (lane + gap) - gap + 8;
    }

    get height() {
        return 2 * (lane + gap) + 6;
    }

    content() {
        return [0, 1].flatMap((player) => this.lane(player));
    }

    lane(player) {
        const lines = grid.filter((micros) => micros <= this.most).map((micros) => svg("path", { class: "scale", d: `M${this.left} ${this.y(player, micros)}H${this.width - this.right}` }));
        const words = grid.filter((micros, i) => micros <= this.most && i % 3 === 0).map((micros) =>
            svg("text", { class: "scale-words", x: this.left - 6, y: this.y(player, micros) + 3.5 }, exact(micros)));
        const { bars, ticks, limit } = this.paths(player);
        return [
            ...lines, ...words,
            svg("path", { class: `bars bars-${player}`, d: bars }),
            ...(this.forfeited?.player === player ? [svg("path", { class: "forfeited", d: this.bar(player, this.forfeitedX(), this.forfeited.wall) })] : []),
            svg("path", { class: "ticks", d: ticks, "stroke-width": Math.max(1.4, Math.min(2.4, this.slot / 3)) }),
            svg("path", { class: "limit", d: limit }),
        ];
    }

    get wide() {
        return Math.max(Math.min(this.slot * 0.8, widestBar), 1);
    }

    forfeitedX() {
        return this.x(this.match.length + 1) + Math.max(0, this.slot - this.wide) / 2;
    }

    /// The outline of a bar.
    bar(player, x, wall) {
        const bottom = this.bottom(player);
        return `M${x.toFixed(2)} ${bottom}V${Math.min(this.y(player, wall), bottom - 2).toFixed(2)}h${this.wide.toFixed(2)}V${bottom}Z`;
    }

    /// The paths of a player's bars, ticks and limit. If there are more plies than pixels, each pixel shows the longest of its plies.
    paths(player) {
        const { wide } = this;
        const columns = new Map();
        let limit = "";
        let last = null;
        this.match.plies.forEach(([who, , wall, cpu], i) => {
            if (who !== player) return;
            const x = this.slot >= 1 ? this.x(i + 1) + (this.slot - wide) / 2 : Math.floor(this.x(i + 1));
            const column = columns.get(x) ?? { wall: 0, cpu: 0 };
            columns.set(x, { wall: Math.max(column.wall, wall ?? 0), cpu: Math.max(column.cpu, cpu ?? 0) });
            if (wall === null) return;
            const allowed = this.match.limit(i + 1);
            if (allowed === Infinity) return;
            const micros = Math.min(allowed, this.most);
            if (micros !== last) limit += last === null ? `M${x} ${this.y(player, micros)}` : `H${x}V${this.y(player, micros)}`;
            last = micros;
        });
        if (limit) limit += `H${this.x(this.count + 1)}`;
        let [bars, ticks] = ["", ""];
        for (const [x, { wall, cpu }] of columns) {
            if (wall > 0) bars += this.bar(player, x, wall);
            if (cpu > 0) ticks += `M${(x + wide * 0.2).toFixed(2)} ${this.y(player, cpu).toFixed(2)}h${(wide * 0.6).toFixed(2)}`;
        }
        return { bars, ticks, limit };
    }
}

/// The forfeited turn as {player, wall} if its time is known; otherwise null.
function forfeitedTurn({ log: { failure } }) {
    return failure && failure.elapsed_us !== null ? { player: failure.player, wall: failure.elapsed_us } : null;
}

/// Explains the symbols of the chart.
export function chartInWords(match) {
    const limits = limitsInWords(match.log);
    return ["bar: wall clock", "short line: CPU since the bot's last turn (a first move includes the start)",
            ...(forfeitedTurn(match) ? ["outlined: the turn that was forfeited"] : []), ...(limits === "none" ? [] : [`dashed: limit, ${limits}`])].join("; ");
}

/// A text with the median and the longest time of each player's plies.
export function timesInWords(match, names) {
    return [0, 1].map((player) => {
        const walls = match.plies.filter(([who, , wall]) => who === player && wall !== null).map(([, , wall]) => wall).sort((a, b) => a - b);
        if (walls.length === 0) return `${names[player]}: no times`;
        return `${names[player]}: median ${rounded(walls[walls.length >> 1])}, longest ${rounded(walls[walls.length - 1])}`;
    });
}
