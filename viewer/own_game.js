// Draws frames of a game of one's own: rows of pieces with shapes and colours, marks, arrows and notes (docs/own_game.md).
import { linesOf, ownWords } from "./own_words.js";

const cell = 10;
const margin = 7;
const rowOfHexagons = 8.66;  // the distance of two rows of hexagons with a width of 10

// Each shape lies around the origin, in a square from -4 to 4.
const shapes = {
    disc: { shape: "circle", r: 3.8 },
    ring: { shape: "circle", r: 3, class: "ring" },
    square: { shape: "rect", x: -3.5, y: -3.5, width: 7, height: 7, rx: 0.8 },
    diamond: { shape: "path", d: "M0-4.2L4.2 0L0 4.2L-4.2 0Z" },
    triangle: { shape: "path", d: "M0-3.9L4 3.2H-4Z" },
    cross: { shape: "path", d: "M-4-2.6L-2.6-4L0-1.4L2.6-4L4-2.6L1.4 0L4 2.6L2.6 4L0 1.4L-2.6 4L-4 2.6L-1.4 0Z" },
    star: { shape: "path", d: "M0-4.2L1.1-1.4L4-1.3L1.7.5L2.5 3.4L0 1.7L-2.5 3.4L-1.7.5L-4-1.3L-1.1-1.4Z" },
    pawn: { shape: "path", d: "M0-3.8a1.9 1.9 0 0 1 1.2 3.4L2.3 2.2H3V3.8H-3V2.2H-2.3L-1.2-.4A1.9 1.9 0 0 1 0-3.8Z" },
    king: { shape: "path", d: "M-.6-4.3H.6V-3.4H1.5V-2.3H.6V-1.5L3.6-2.3L2.4 3.8H-2.4L-3.6-2.3L-.6-1.5V-2.3H-1.5V-3.4H-.6Z" },
    knight: { shape: "path", d: "M-2.6 3.8C-2.6.8-.4.4-.6-.6L-2.4.4L-3.3-.8L-1.4-3.2L.2-4.2C3.4-3.4 3.4.4 2.8 3.8Z" },
    bar: { shape: "rect", x: -4.2, y: -1.4, width: 8.4, height: 2.8, rx: 1 },
};
const colours = { first: "fill-0", second: "fill-1" };

function pieceOf(character, [shape, colour]) {
    const name = colours[colour] ?? `own-${colour}`;
    if (shape === "letter") return [{ key: "letter", shape: "text", class: `own-letter ${name}`, "font-size": 7, y: 2.5, text: character }];
    const form = shapes[shape] ?? shapes.disc;
    return [{ key: "body", ...form, class: `${name}${form.class ? ` ${form.class}` : ""}` }];
}

/// The names of the cells in a move, such as c4, a2a3, a2-b3, a4xc6, a7a8q or "wall c4"; empty if it names none.
function cellsOf(move) {
    const words = move.split(/[^a-zA-Z0-9]+/).filter((word) => /^[a-z][1-9]\d?(x?[a-z][1-9]\d?)*[a-zA-Z]*$/.test(word));
    return words.flatMap((word) => word.match(/[a-z][1-9]\d?/g));
}

/// Breaks a text into lines that are at most `most` times as wide as their letters are high, at spaces if possible.
function wrapped(text, most) {
    const lines = [];
    for (let rest = text; rest !== ""; rest = rest.slice(lines.at(-1).length)) {
        let end = 0;
        for (let width = 0; end < rest.length; ++end) {
            width += /[MW@%]/.test(rest[end]) ? 1.05 : /[A-Zmw]/.test(rest[end]) ? 0.85 : 0.6;
            if (width > most) break;
        }
        const space = rest.lastIndexOf(" ", end) + 1;
        lines.push(rest.slice(0, end < rest.length && space > end / 2 ? space : Math.max(1, end)));
    }
    return lines;
}

/// The note below the board. A long one has several lines of smaller letters, which must be legible on a phone. A longer one is cut: the
/// text of the board has the whole note.
function noteParts(note, { width, height }) {
    const sizeOf = (count) => (count === 1 ? 3.5 : 5.4 / count);
    const linesOf = (count) => wrapped(note.slice(0, 1000), (width - 4) / sizeOf(count));
    let count = 1;
    while (linesOf(count).length > count && sizeOf(count + 1) >= Math.min(2.7, 0.028 * width)) ++count;
    const lines = linesOf(count);
    if (lines.length > count) lines[count - 1] = `${lines[count - 1].slice(0, -2)}\u2026`;
    const [size, shown] = [sizeOf(count), Math.min(count, lines.length)];
    const parts = lines.slice(0, shown).map((text, i) => ({ key: `line ${i}`, shape: "text", class: "label", "font-size": size, x: width / 2,
                                                            y: height - 1.3 - 1.1 * size * (shown - 1 - i), text: text.trim() }));
    return [{ key: "note", shape: "g", class: "own-note", parts }];
}

/// Where the cells of a board lie. A cell is [column, row], as in the lines of the board. `up`: the lowest row is called 1, not the top one.
class Grid {
    constructor(board, kind, up) {
        Object.assign(this, { kind, up, rows: board.length, columns: board[0]?.length ?? 0 });
        this.down = kind === "hex" ? rowOfHexagons : cell;
        const width = this.columns * cell + (kind === "hex" ? Math.max(0, this.rows - 1) * cell / 2 : 0);
        this.width = Math.max(40, 2 * margin + width);
        this.left = (this.width - width) / 2;
        this.height = Math.max(14, 2 * margin + this.rows * this.down);
    }

    at([column, row]) {
        const shift = this.kind === "hex" ? row * cell / 2 : 0;
        return [this.left + column * cell + cell / 2 + shift, margin + row * this.down + this.down / 2];
    }

    has([column, row]) {
        return column < this.columns && row >= 0 && row < this.rows;
    }

    numberOf(row) {
        return this.up ? this.rows - row : row + 1;
    }

    nameOf([column, row]) {
        return String.fromCharCode(97 + column) + this.numberOf(row);
    }

    cellAt(name) {
        const number = Number(name.slice(1));
        return [name.charCodeAt(0) - 97, this.up ? this.rows - number : number - 1];
    }

    hexagon([x, y]) {
        return `M${x} ${y - 5.77}l5 2.885v5.77l-5 2.885l-5 -2.885v-5.77Z`;
    }

    /// The area of a cell.
    areaOf(place) {
        const [x, y] = this.at(place);
        if (this.kind === "hex") return { key: "hit", shape: "path", d: this.hexagon([x, y]) };
        return { key: "hit", shape: "rect", x: x - cell / 2, y: y - cell / 2 + 0.5, width: cell, height: cell - 1 };
    }

    /// The area of a column with its letter.
    areaOfColumn(column) {
        const [x] = this.at([column, 0]);
        const letter = this.areaOfLetter(column);
        if (this.kind !== "hex") return { ...letter, height: margin + this.rows * cell };
        const cells = Array.from({ length: this.rows }, (_, row) => this.hexagon(this.at([column, row])));
        return { key: "hit", shape: "path", d: `M${x - cell / 2} 0h${cell}v${margin}h${-cell}Z${cells.join("")}` };
    }

    areaOfLetter(column) {
        return { key: "hit", shape: "rect", x: this.at([column, 0])[0] - cell / 2, y: 0, width: cell, height: margin };
    }

    background() {
        const { rows, columns, kind } = this;
        if (rows === 0) return [];
        const labels = [];
        for (let column = 0; column < columns; ++column) {
            labels.push({ key: `column${column}`, shape: "text", class: "label", "font-size": 3.5, x: this.at([column, 0])[0], y: margin - 2.6, text: String.fromCharCode(97 + column) });
        }
        for (let row = 0; row < rows; ++row) {
            const [x, y] = this.at([0, row]);
            labels.push({ key: `row${row}`, shape: "text", class: "label", "font-size": 3.5, x: x - cell / 2 - 2.8, y: y + 1.3, text: String(this.numberOf(row)) });
        }
        const [left, top, right, bottom] = [this.left, margin, this.left + columns * cell, margin + rows * cell];
        let lines = "";
        if (kind === "hex") {
            for (let row = 0; row < rows; ++row) {
                for (let column = 0; column < columns; ++column) lines += this.hexagon(this.at([column, row]));
            }
        } else {
            const inset = kind === "points" ? cell / 2 : 0;
            const most = kind === "points" ? -1 : 0;
            for (let i = 0; i <= columns + most; ++i) lines += `M${left + inset + i * cell} ${top + inset}V${bottom - inset}`;
            for (let i = 0; i <= rows + most; ++i) lines += `M${left + inset} ${top + inset + i * cell}H${right - inset}`;
        }
        return [{ key: "lines", shape: "path", d: lines, class: "ground own-lines" }, ...labels];
    }
}

function arrow(key, [x, y], [toX, toY]) {
    const length = Math.hypot(toX - x, toY - y) || 1;
    const [right, down] = [(toX - x) / length, (toY - y) / length];
    const [endX, endY] = [toX - 1.5 * right, toY - 1.5 * down];
    const head = `M${toX} ${toY}L${toX - 3 * right - 1.6 * down} ${toY - 3 * down + 1.6 * right}L${toX - 3 * right + 1.6 * down} ${toY - 3 * down - 1.6 * right}Z`;
    return { key, shape: "g", parts: [
        { key: "line", shape: "path", d: `M${x} ${y}L${endX} ${endY}`, class: "own-arrow" },
        { key: "head", shape: "path", d: head, class: "own-arrow-head" },
    ] };
}

/// The drawing of a game, from the lines of its hello.
export function ownDrawing(hello) {
    const pieces = new Map(linesOf(hello, "piece").map((line) => [line[0], line.slice(2).split(" ")]));
    const kind = linesOf(hello, "board")[0] ?? "square";
    const up = linesOf(hello, "rows")[0] === "up";
    const points = linesOf(hello, "score").map((line) => line.slice(line.indexOf(" ") + 1))[0];
    const colourOf = (player) => ["first", "second"][player];
    const usual = (player) => [...pieces].find(([, [, colour]]) => colour === colourOf(player)) ?? ["", ["disc", colourOf(player)]];

    let known = null;  // the last frame that was asked for, because each of its moves asks

    /// Whether some move of this frame names a cell.
    function hasCells(frame) {
        if (known?.frame !== frame) known = { frame, has: (frame.moves ?? []).some((move) => cellsOf(move).length > 0) };
        return known.has;
    }

    function parts(frame, previous, grid) {
        const found = [];
        frame.board.forEach((line, row) => [...line].forEach((character, column) => {
            if (!pieces.has(character)) return;
            const part = { key: `${column},${row}`, shape: "g", at: grid.at([column, row]), class: "piece", "data-cell": `${row},${column}`, "data-mark": character,
                           parts: pieceOf(character, pieces.get(character)) };
            if (previous && previous.board[row]?.[column] !== character) part.motion = [{ t: 0, scale: 1.4, opacity: 0 }, { t: 0.4 }];
            found.push(part);
        }));
        const placed = (name) => grid.at(grid.cellAt(name));
        for (const name of frame.marks ?? []) {
            const [cx, cy] = placed(name);
            found.push({ key: `mark ${name}`, shape: "circle", cx, cy, r: 1.3, class: "last-dot" });
        }
        (frame.arrows ?? []).forEach(([from, to], i) => found.push(arrow(`arrow ${i}`, placed(from), placed(to))));
        return found;
    }

    return {
        ...ownWords(hello),
        piece: (player) => pieceOf(...usual(player)),
        words: (move) => move,

        literal: true,

        /// A move with cells is made at its last cell, and a letter at a column. Other moves get a button. If there are moves of both
        /// kinds, a column is only its letter, so that it covers no cell.
        target(move, { frame, player }) {
            const grid = new Grid(frame.board, kind, up);
            const column = /^[a-z]$/.test(move) ? move.charCodeAt(0) - 97 : -1;
            if (column >= 0 && column < grid.columns) {
                const [x, y] = grid.at([column, 0]);
                return {
                    key: `column ${move}`, name: `column ${move}`,
                    hit: [hasCells(frame) ? grid.areaOfLetter(column) : grid.areaOfColumn(column)],
                    hint: [{ key: "hint", shape: "circle", cx: x, cy: hasCells(frame) ? margin - 0.8 : y, r: hasCells(frame) ? 0.6 : 1.1 }],
                    preview: () => [{ key: "piece", shape: "g", at: [x, y], parts: pieceOf(...usual(player)) }],
                };
            }
            const cells = cellsOf(move).map((name) => grid.cellAt(name));
            if (cells.length === 0 || !cells.every((one) => grid.has(one))) return { key: `move ${move}`, name: move };
            const places = cells.map((one) => grid.at(one));
            const [x, y] = places.at(-1);
            return {
                key: `cell ${cells.at(-1)}`, name: grid.nameOf(cells.at(-1)),
                hit: [grid.areaOf(cells.at(-1))],
                hint: [{ key: "hint", shape: "circle", cx: x, cy: y, r: 1.1 }],
                preview: () => (places.length > 1
                    ? places.slice(1).map((place, i) => arrow(`arrow ${i}`, places[i], place))
                    : [{ key: "piece", shape: "g", at: [x, y], parts: pieceOf(...usual(player)) }]),
            };
        },

        draw({ frame, previous }) {
            const grid = new Grid(frame.board, kind, up);
            const note = frame.note ? noteParts(frame.note, grid) : [];
            const text = [...frame.board, ...(frame.note ? [frame.note] : [])].join("\n");
            return {
                width: grid.width, height: grid.height,
                label: `${ownWords(hello).title} board`, text, notes: (frame.score ?? []).map((count, player) => ({ player, text: `${points}: ${count}` })),
                parts: [...grid.background(), ...parts(frame, previous, grid), ...note],
            };
        },
    };
}
