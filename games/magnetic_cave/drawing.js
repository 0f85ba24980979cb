// Draws frames of Magnetic Cave: bricks between two magnetic walls of rock.
import { magnetic_cave_words } from "./words.js";

const cell = 10;
const wall = 11;  // the width of each wall, including its row numbers
const top = 7;
const marks = ["X", "O"];
const line_length = 5;

const x_of = (column) => wall + column * cell + cell / 2;
const y_of = (row) => top + row * cell + cell / 2;

function piece(player) {
    const body = { key: "body", shape: "rect", x: -4.4, y: -4.4, width: 8.8, height: 8.8, rx: 1.4, class: `fill-${player}` };
    return player === 0
        ? [body, { key: "mark", shape: "path", d: "M-2-2L2 2M2-2L-2 2", class: "on-piece stroke" }]
        : [body, { key: "mark", shape: "rect", x: -2.1, y: -2.1, width: 4.2, height: 4.2, rx: 0.9, class: "hole" }];
}

function cell_of(move) {
    const found = /^([A-H])([1-8])$/.exec(move?.move ?? "");
    return found && { row: 8 - Number(found[2]), column: found[1].charCodeAt(0) - 65 };
}

/// The edge of the rock. It looks random but is always the same, because its depths are constants.
function rock(left) {
    const depths = [2.2, 0.6, 1.8, 0.2, 2.5, 1.1, 0.4, 2.0, 0.9, 2.4, 0.3, 1.5, 2.1, 0.5, 1.9, 0.8, 2.3];
    const inner = left ? wall : wall + 80;
    const outer = left ? 0.5 : 2 * wall + 79.5;
    const points = depths.map((depth, i) => `L${left ? outer + depth : outer - depth} ${top + i * 5}`).join("");
    return `M${inner} ${top + 80}V${top}${points}Z`;
}

function background() {
    let lines = "";
    const labels = [];
    for (let i = 0; i <= 8; ++i) lines += `M${wall + i * cell} ${top}V${top + 80}M${wall} ${top + i * cell}H${wall + 80}`;
    for (let i = 0; i < 8; ++i) {
        for (const y of [top - 2.4, top + 80 + 5.2]) {
            labels.push({ key: `column${i}${y}`, shape: "text", class: "label", "font-size": 3.5, x: x_of(i), y, text: "ABCDEFGH"[i] });
        }
        for (const x of [wall - 3.6, wall + 83.6]) {
            labels.push({ key: `row${i}${x}`, shape: "text", class: "on-rock", "font-size": 3.5, x, y: y_of(i) + 1.4, text: String(8 - i) });
        }
    }
    return [
        { key: "cave", shape: "rect", x: wall, y: top, width: 80, height: 80, class: "cave" },
        { key: "lines", shape: "path", d: lines, class: "cave-lines" },
        { key: "left", shape: "path", d: rock(true), class: "rock" },
        { key: "right", shape: "path", d: rock(false), class: "rock" },
        ...labels,
    ];
}

/// The runs of five or more bricks of one colour, each with its first cell, direction and length.
function runs(board) {
    const found = [];
    const at = (row, column) => board[row]?.[column];
    for (let row = 0; row < 8; ++row) {
        for (let column = 0; column < 8; ++column) {
            const mark = at(row, column);
            if (mark === ".") continue;
            for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
                if (at(row - dr, column - dc) === mark) continue;
                let length = 1;
                while (at(row + length * dr, column + length * dc) === mark) ++length;
                if (length >= line_length) found.push({ row, column, dr, dc, length });
            }
        }
    }
    return found;
}

function bricks(frame, previous, ply, winning) {
    const last = cell_of(ply);
    const parts = [];
    frame.board.forEach((line, row) => {
        for (let column = 0; column < 8; ++column) {
            const player = marks.indexOf(line[column]);
            if (player < 0) continue;
            const key = `${row},${column}`;
            const inside = [...piece(player)];
            if (winning.has(key)) inside.push({ key: "won", shape: "rect", x: -3.7, y: -3.7, width: 7.4, height: 7.4, rx: 1, class: "winning" });
            if (last?.row === row && last.column === column) {
                inside.push({ key: "last", shape: "rect", x: -4.8, y: -4.8, width: 9.6, height: 9.6, rx: 1.7, class: "last" });
            }
            const part = { key, shape: "g", at: [x_of(column), y_of(row)], class: "piece", "data-cell": key, "data-mark": line[column], parts: inside };
            if (previous && previous.board[row][column] === ".") {
                const held_left = column === 0 || line[column - 1] !== ".";
                part.motion = [{ t: 0, x: held_left ? 22 : -22, opacity: 0, easing: "ease-in" }];
            }
            parts.push(part);
        }
    });
    return parts;
}

export const magnetic_cave = {
    flips: true,
    ...magnetic_cave_words,
    piece,

    words(move) {
        return `a brick on ${move}`;
    },

    target(move, { player }) {
        const { row, column } = cell_of({ move });
        const [x, y] = [x_of(column), y_of(row)];
        return {
            key: move, name: move,
            hit: [{ key: "hit", shape: "rect", x: x - 5, y: y - 5, width: cell, height: cell }],
            hint: [{ key: "hint", shape: "circle", cx: x, cy: y, r: 1.1 }],
            preview: () => [{ key: "piece", shape: "g", at: [x, y], parts: piece(player) }],
        };
    },

    draw({ frame, previous, ply, result }) {
        const lines = result ? runs(frame.board) : [];
        const winning = new Set();
        for (const { row, column, dr, dc, length } of lines) {
            for (let i = 0; i < length; ++i) winning.add(`${row + i * dr},${column + i * dc}`);
        }
        const strokes = ["winning-line halo", "winning-line"].flatMap((kind) => lines.map(({ row, column, dr, dc, length }) => ({
            key: `${kind}${row},${column},${dr},${dc}`, shape: "path", class: kind,
            d: `M${x_of(column)} ${y_of(row)}L${x_of(column + (length - 1) * dc)} ${y_of(row + (length - 1) * dr)}` })));
        return {
            width: 80 + 2 * wall, height: 80 + 2 * top,
            label: `Magnetic Cave, ${frame.board.join("").replaceAll(".", "").length} bricks`,
            text: frame.board.join("\n"),
            notes: [],
            parts: [...background(), ...bricks(frame, previous, ply, winning), ...strokes],
        };
    },
};
