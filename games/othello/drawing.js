// Draws frames of Othello: discs on cloth, which turn over when they are caught.
import { othello_words } from "./words.js";

const cell = 10;
const margin = 7;
const marks = ["B", "W"];

const centre = (number) => margin + number * cell + cell / 2;

function piece(player) {
    return [
        { key: "body", shape: "circle", r: 4.2, class: player === 0 ? "disc-black" : "disc-white" },
        { key: "rim", shape: "circle", r: 3.1, class: player === 0 ? "disc-black-rim" : "disc-white-rim" },
    ];
}

function cell_of(move) {
    const found = /^([a-h])([1-8])$/.exec(move?.move ?? "");
    return found && { row: Number(found[2]) - 1, column: found[1].charCodeAt(0) - 97 };
}

function background() {
    let lines = "";
    const labels = [];
    for (let i = 0; i <= 8; ++i) {
        const at = margin + i * cell;
        lines += `M${at} ${margin}V${margin + 80}M${margin} ${at}H${margin + 80}`;
    }
    for (let i = 0; i < 8; ++i) {
        labels.push({ key: `column${i}`, shape: "text", class: "label", "font-size": 3.5, x: centre(i), y: margin - 2.6, text: "abcdefgh"[i] });
        labels.push({ key: `row${i}`, shape: "text", class: "label", "font-size": 3.5, x: margin / 2 - 0.4, y: centre(i) + 1.4, text: String(i + 1) });
    }
    const dots = [2, 6].flatMap((a) => [2, 6].map((b) => `M${margin + a * cell - 0.8} ${margin + b * cell}a.8.8 0 1 0 1.6 0a.8.8 0 1 0 -1.6 0`)).join("");
    return [
        { key: "cloth", shape: "rect", x: margin - 1.5, y: margin - 1.5, width: 83, height: 83, rx: 2.5, class: "cloth" },
        { key: "lines", shape: "path", d: lines, class: "cloth-lines" },
        { key: "dots", shape: "path", d: dots, class: "cloth-dots" },
        ...labels,
    ];
}

/// The animation of a disc that turns over. The old side narrows and disappears, and then the new side widens. Discs
/// near the new disc turn first.
function turned(key, at, player, distance) {
    const start = Math.min(0.12 * distance, 0.5);
    const middle = start + 0.2;
    return {
        ghost: { key: `ghost${key}`, shape: "g", at, ghost: true, parts: piece(1 - player),
                 motion: [{ t: start, opacity: 1 }, { t: middle, scaleX: 0, opacity: 1 }, { t: Math.min(middle + 0.01, 1), scaleX: 0, opacity: 0 }] },
        motion: [{ t: middle, scaleX: 0, scale: 1 }, { t: Math.min(middle + 0.25, 0.99) }],
    };
}

function discs(frame, previous, ply) {
    const last = cell_of(ply);
    const parts = [];
    frame.board.forEach((line, row) => {
        for (let column = 0; column < 8; ++column) {
            const player = marks.indexOf(line[column]);
            if (player < 0) continue;
            const key = `${row},${column}`;
            const at = [centre(column), centre(row)];
            const part = { key, shape: "g", at, class: "piece", "data-cell": key, "data-mark": line[column], parts: piece(player) };
            const before = previous?.board[row][column];
            if (previous && before !== line[column]) {
                const distance = last ? Math.max(Math.abs(last.row - row), Math.abs(last.column - column)) : 1;
                if (before === ".") {
                    part.motion = [{ t: 0, scale: 1.5, opacity: 0 }, { t: 0.3 }];
                } else {
                    const { ghost, motion } = turned(key, at, player, distance);
                    part.motion = motion;
                    parts.push(ghost);
                }
            }
            if (last?.row === row && last.column === column) part.parts = [...part.parts, { key: "last", shape: "circle", r: 1.3, class: "last-dot" }];
            parts.push(part);
        }
    });
    return parts;
}

export const othello = {
    flips: true,
    ...othello_words,
    piece,

    words(move) {
        return move === "PASS" ? "pass" : `a disc on ${move}`;
    },

    target(move, { player }) {
        const cell = cell_of({ move });
        if (cell === null) return { key: move, name: "Pass" };
        const [x, y] = [centre(cell.column), centre(cell.row)];
        return {
            key: move, name: move,
            hit: [{ key: "hit", shape: "rect", x: x - 5, y: y - 5, width: 10, height: 10 }],
            hint: [{ key: "hint", shape: "circle", cx: x, cy: y, r: 1.1 }],
            preview: () => [{ key: "piece", shape: "g", at: [x, y], parts: piece(player) }],
        };
    },

    draw({ frame, previous, ply }) {
        const text = frame.board.join("\n");
        const counts = marks.map((mark) => text.split(mark).length - 1);
        return {
            width: 80 + 2 * margin - 3, height: 80 + 2 * margin - 3,
            label: `Othello board: ${counts[0]} black discs, ${counts[1]} white discs`,
            text,
            notes: counts.map((count, player) => ({ player, text: `${count} ${count === 1 ? "disc" : "discs"}` })),
            parts: [...background(), ...discs(frame, previous, ply)],
        };
    },
};
