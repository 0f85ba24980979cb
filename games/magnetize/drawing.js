// Draws frames of Magnetize: an upright board with a magnet on each side.
import { magnetize_words } from "./words.js";

const cell = 10;
const side = 15;  // the width of a magnet's area
const top = 7;
const marks = ["*", "o"];
const max_moving = 400;
const min_height = 32;  // of the whole drawing: a magnet and its name need this space

const x_of = (column) => side + column * cell + cell / 2;
const y_of = (row) => top + row * cell + cell / 2;

/// The shapes of a piece of player 0 or 1. They differ not only in colour.
function piece(player) {
    const body = { key: "body", shape: "circle", r: 4.3, class: `fill-${player}` };
    return player === 0
        ? [body, { key: "mark", shape: "path", d: "M-1.7 0H1.7M0-1.7V1.7", class: "on-piece stroke" }]
        : [body, { key: "mark", shape: "circle", r: 1.8, class: "hole" }];
}

/// Determines where each piece came from: matches the cells that a colour left with the cells that it reached. The
/// nearest cells in the same column or row are matched first. A cell's key is "row,column".
function origins(before, after, move) {
    const found = new Map();
    const dropped = /^DROP (\d+)$/.exec(move?.move ?? "");
    for (const player of [0, 1]) {
        const gone = [];
        const come = [];
        after.forEach((line, row) => {
            for (let column = 0; column < line.length; ++column) {
                const was = before[row][column] === marks[player];
                const is = line[column] === marks[player];
                if (was && !is) gone.push({ row, column });
                if (is && !was) come.push({ row, column });
            }
        });
        if (dropped && move.player === player) gone.push({ row: -1, column: Number(dropped[1]) });
        if (gone.length * come.length > max_moving * max_moving) continue;
        match(gone, come, found);
    }
    return found;
}

function match(gone, come, found) {
    const pairs = [];
    for (const from of gone) {
        for (const to of come) {
            const down = to.row - from.row;
            const across = Math.abs(to.column - from.column);
            const straight = (across === 0 && down > 0) || down === 0;
            pairs.push({ from, to, cost: (straight ? 0 : 1000) + Math.abs(down) + across });
        }
    }
    pairs.sort((a, b) => a.cost - b.cost);
    const used = new Set();
    for (const { from, to } of pairs) {
        const key = `${to.row},${to.column}`;
        if (used.has(from) || found.has(key)) continue;
        used.add(from);
        found.set(key, from);
    }
}

/// The motion of a piece. A new piece falls, and may then be dragged. An older piece slides along its row, and then
/// falls.
function motion(from, row, column) {
    const x = (from.column - column) * cell;
    const y = (from.row - row) * cell;
    if (x === 0 || y === 0) return [{ t: 0, x, y, easing: x === 0 ? "ease-in" : "ease-in-out" }];
    const corner = from.row < 0 ? { t: 0.5, x, y: 0 } : { t: 0.5, x: 0, y };
    return [{ t: 0, x, y }, corner];
}

/// The top left corners of all winning blocks.
function squares(board, size) {
    const found = [];
    for (let row = 0; row + size <= board.length; ++row) {
        for (let column = 0; column + size <= board[0].length; ++column) {
            const mark = board[row][column];
            const line = mark.repeat(size);
            const whole = board.slice(row, row + size).every((text) => text.startsWith(line, column));
            if (mark !== "." && whole) found.push({ row, column, player: marks.indexOf(mark) });
        }
    }
    return found;
}

function magnet(player, lock, height, width, used) {
    const on = lock > 0;
    const x = player === 0 ? side / 2 - 0.5 : side * 1.5 + width * cell + 0.5;
    const flip = player === 0 ? 1 : -1;
    const arms = `M${flip * 4.5} -8 H${flip * 0.5} A5 5 0 0 ${player === 0 ? 0 : 1} ${-flip * 4.5} -3 V3 ` +
        `A5 5 0 0 ${player === 0 ? 0 : 1} ${flip * 0.5} 8 H${flip * 4.5}`;
    const parts = [
        { key: "arms", shape: "path", d: arms, class: `magnet stroke-${player}` },
        { key: "poles", shape: "path", d: `M${flip * 3} -8 h${flip * 1.5} M${flip * 3} 8 h${flip * 1.5}`, class: "magnet pole" },
    ];
    if (on) {
        parts.push({ key: "lock", shape: "text", class: "label strong", "font-size": 6.5, x: flip * 1.2, y: 2.3, text: String(lock) });
        parts.push({ key: "field", shape: "path", class: `field stroke-${player}`, d: `M${flip * 6.4} -10.5 q${flip * 2.4} 10.5 0 21` });
    } else {
        parts.push({ key: "lock", shape: "text", class: "label", "font-size": 3.6, x: flip * 1, y: 1.2, text: "off" });
    }
    return { key: `magnet${player}`, shape: "g", at: [x, y_of((height - 1) / 2)],
             class: `side-magnet${on ? " is-on" : ""}${used ? " just-used" : ""}`, "data-lock": lock, parts };
}

function magnet_name(player, height, width) {
    return { key: `name${player}`, shape: "text", class: "label", "font-size": 3, text: "magnet",
             x: player === 0 ? side / 2 - 0.7 : side * 1.5 + width * cell + 0.7, y: y_of((height - 1) / 2) + 12.4 };
}

function background(height, width) {
    let holes = "";
    for (let row = 0; row < height; ++row) {
        for (let column = 0; column < width; ++column) holes += `M${x_of(column) - 4.6} ${y_of(row)}a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0`;
    }
    const every = width > 24 ? 5 : 1;
    const labels = [];
    for (let column = 0; column < width; column += every) {
        labels.push({ key: `label${column}`, shape: "text", class: "label", "font-size": 3.6, x: x_of(column), y: top - 2.5, text: String(column) });
    }
    return [
        { key: "frame", shape: "rect", x: side - 1, y: top - 1, width: width * cell + 2, height: height * cell + 2, rx: 3, class: "board" },
        { key: "holes", shape: "path", d: holes, class: "holes" },
        ...labels,
    ];
}

function pieces(board, before, move, winning) {
    const from = before ? origins(before.board, board, move) : new Map();
    const parts = [];
    board.forEach((line, row) => {
        for (let column = 0; column < line.length; ++column) {
            const player = marks.indexOf(line[column]);
            if (player < 0) continue;
            const key = `${row},${column}`;
            const origin = from.get(key);
            const inside = [...piece(player)];
            if (winning.has(key)) inside.push({ key: "won", shape: "circle", r: 3.6, class: "winning" });
            if (origin?.row === -1) inside.push({ key: "last", shape: "circle", r: 4.75, class: "last" });
            parts.push({ key, shape: "g", at: [x_of(column), y_of(row)], class: "piece", "data-cell": key, "data-mark": line[column],
                         parts: inside, motion: origin && motion(origin, row, column) });
        }
    });
    return parts;
}

function column_target(column, { config, player }) {
    const x = x_of(column);
    return {
        key: `column${column}`, name: `column ${column}`,
        hit: [{ key: "hit", shape: "rect", x: x - cell / 2, y: 0, width: cell, height: top + config.height * cell }],
        hint: [{ key: "hint", shape: "path", d: `M${x - 1.6} ${y_of(0) - 0.9}L${x} ${y_of(0) + 0.9}L${x + 1.6} ${y_of(0) - 0.9}` }],
        preview: () => [
            { key: "column", shape: "rect", class: "glow", x: x - cell / 2, y: top, width: cell, height: config.height * cell, rx: 3 },
            { key: "piece", shape: "g", at: [x, y_of(0)], parts: piece(player) },
        ],
    };
}

function magnet_target({ config, player }) {
    const frame = { shape: "rect", x: player === 0 ? 0.7 : side + config.width * cell + 1.7, y: y_of((config.height - 1) / 2) - 11,
                    width: side - 2.4, height: 25.2, rx: 3 };
    return {
        key: "magnet", name: "your magnet",
        hit: [{ key: "hit", ...frame }],
        hint: [{ key: "hint", class: "frame", ...frame }],
        preview: () => [{ key: "glow", class: "glow", ...frame }],
    };
}

export const magnetize = {
    ...magnetize_words,
    piece,

    words(move) {
        return move === "MAGNET" ? "turn the magnet on" : move.replace("DROP", "drop into column");
    },

    consequence(move, { config, player }) {
        if (move !== "MAGNET") return null;
        const lost = config.maglock === 1 ? "a turn" : `${config.maglock} turns`;
        return `it drags all your pieces to the ${player === 0 ? "left" : "right"} and costs you ${lost}`;
    },

    target(move, position) {
        return move === "MAGNET" ? magnet_target(position) : column_target(Number(move.split(" ")[1]), position);
    },

    draw({ config, frame, previous, ply, result }) {
        const { height, width } = config;
        const blocks = result ? squares(frame.board, config.square) : [];
        const winning = new Set();
        for (const { row, column } of blocks) {
            for (let i = 0; i < config.square ** 2; ++i) winning.add(`${row + Math.floor(i / config.square)},${column + (i % config.square)}`);
        }
        const outline = blocks.map(({ row, column }) => ({
            key: `block${row},${column}`, shape: "rect", class: "winning-outline", x: x_of(column) - 5, y: y_of(row) - 5,
            width: cell * config.square, height: cell * config.square, rx: 3 }));
        const state = [0, 1].map((p) => (frame.locks[p] > 0 ? `on for ${frame.locks[p]} more` : "off"));
        return {
            width: width * cell + 2 * side, height: Math.max(height * cell + top + 3, min_height),
            label: `Magnetize board; left magnet ${state[0]}, right magnet ${state[1]}`,
            text: frame.board.join("\n"),
            notes: frame.locks.map((lock, player) => (lock > 0 ? { player, text: `magnet on: loses ${lock} more ${lock === 1 ? "turn" : "turns"}` } : null)).filter(Boolean),
            parts: [
                ...background(height, width),
                ...[0, 1].map((p) => magnet(p, frame.locks[p], height, width, ply?.move === "MAGNET" && ply.player === p)),
                ...[0, 1].map((p) => magnet_name(p, height, width)),
                ...pieces(frame.board, previous, ply, winning),
                ...outline,
            ],
        };
    },
};
