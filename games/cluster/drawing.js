// Draws frames of CLUSTER: the hexagon, rotated so that gravity pulls downwards, its pellets, and the hand.
import { cluster_words } from "./words.js";

const tall = Math.sqrt(3);
const unit = 5;  // from the middle of a cell to each corner
// The steps to the neighbours in directions 0 to 5: south, south-west, north-west, north, north-east, south-east.
const steps = [[0, tall], [-1.5, tall / 2], [-1.5, -tall / 2], [0, -tall], [1.5, -tall / 2], [1.5, tall / 2]]
    .map(([x, y]) => [x * unit, y * unit]);
const axes = [[0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1], [1, 0]];
const winds = ["south", "south-west", "north-west", "north", "north-east", "south-east"];
const letters = "abcd";

const grids = new Map();

/// The cells of a hexagon in order of their indices, ring by ring as described in RULES.md.
function grid_of(side) {
    if (grids.has(side)) return grids.get(side);
    const cells = [{ q: 0, r: 0, x: 0, y: 0 }];
    const numbers = new Map([["0,0", 0]]);
    for (let i = 0, ring = 1; ring < side; ++ring) {
        for (const end = cells.length; i < end; ++i) {
            axes.forEach(([dq, dr], direction) => {
                const from = cells[i];
                const [q, r] = [from.q + dq, from.r + dr];
                if (numbers.has(`${q},${r}`)) return;
                numbers.set(`${q},${r}`, cells.length);
                cells.push({ q, r, x: from.x + steps[direction][0], y: from.y + steps[direction][1] });
            });
        }
    }
    const grid = { cells, neighbour: (cell, direction) => numbers.get(`${cells[cell].q + axes[direction][0]},${cells[cell].r + axes[direction][1]}`) };
    grids.set(side, grid);
    return grid;
}

/// The path of a hexagon around x, y with corners on the left and right.
function hexagon(size, x = 0, y = 0) {
    const corners = [0, 1, 2, 3, 4, 5].map((i) => [x + size * Math.cos((i * Math.PI) / 3), y + size * Math.sin((i * Math.PI) / 3)]);
    return "M" + corners.map((corner) => corner.map((number) => number.toFixed(2)).join(" ")).join("L") + "Z";
}

/// The shapes of a pellet. Pellets of player 0 are round, and those of player 1 have corners. The letter is the colour.
function pellet(colour) {
    const body = colour % 2 === 0
        ? { key: "body", shape: "circle", r: 3.6, class: `pellet-${colour}` }
        : { key: "body", shape: "rect", x: -3.2, y: -3.2, width: 6.4, height: 6.4, rx: 1.1, class: `pellet-${colour}` };
    return [body, { key: "letter", shape: "text", class: `on-pellet-${colour}`, "font-size": 4.4, y: 1.5, text: letters[colour] }];
}

/// The cells of all straight runs of one colour that are long enough to win.
function runs(grid, pellets, connect) {
    const colours = new Map(pellets.map(([, cell, colour]) => [cell, colour]));
    const winning = new Set();
    for (const [cell, colour] of colours) {
        for (const direction of [0, 1, 2]) {
            const run = [cell];
            for (let next = grid.neighbour(cell, direction); colours.get(next) === colour; next = grid.neighbour(next, direction)) run.push(next);
            if (run.length >= connect) run.forEach((member) => winning.add(member));
        }
    }
    return winning;
}

/// The rotation of gravity since the previous frame in sixths, in the direction of the smaller angle.
function turned(frame, previous) {
    const sixths = previous ? (frame.gravity - previous.gravity + 6) % 6 : 0;
    return sixths > 3 ? sixths - 6 : sixths;
}

function entry(grid, cell, gravity) {
    let top = cell;
    for (let next = cell; next !== undefined; next = grid.neighbour(next, (gravity + 3) % 6)) top = next;
    const [dx, dy] = steps[(gravity + 3) % 6];
    return { x: grid.cells[top].x + dx * 1.3, y: grid.cells[top].y + dy * 1.3 };
}

function pellet_part(grid, [index, cell, colour], frame, previous, winning, last) {
    const { x, y } = grid.cells[cell];
    const sixths = turned(frame, previous);
    const inside = pellet(colour);
    if (winning.has(cell)) inside.push({ key: "won", shape: "circle", r: 2.95, class: "winning" });
    if (last) inside.push({ key: "last", shape: "circle", r: 4.2, class: "last" });
    const part = { key: `pellet${index}`, shape: "g", at: [x, y], turn: frame.gravity * 60, class: "piece", "data-cell": cell,
                   "data-mark": colour, "data-index": index, parts: inside };
    const before = previous?.pellets[index];
    if (previous && (!before || before[1] !== cell || sixths !== 0)) {
        const from = before ? grid.cells[before[1]] : entry(grid, cell, frame.gravity);
        const offset = { x: from.x - x, y: from.y - y };
        part.motion = sixths === 0 ? [{ t: 0, ...offset, easing: "ease-in" }]
            : [{ t: 0, ...offset, turn: -60 * sixths }, { t: 0.55, ...offset, easing: "ease-in" }];
    }
    return part;
}

function hand_of(player, hand, x, y, right) {
    const flip = right ? -1 : 1;
    const pellets = (hand ?? []).map((colour, i) => ({ key: `hand${i}`, shape: "g", at: [x + flip * (4 + i * 8.5), y + 8], parts: pellet(colour) }));
    return { key: `hand${player}`, shape: "g", class: "hand", "data-hand": (hand ?? []).join(" "), parts: [
        { key: "title", shape: "text", class: right ? "label end" : "label start", "font-size": 3.8, x, y: y + 2, text: "hand" },
        ...pellets,
    ] };
}

function hexagon_parts(grid, side, frame, previous, winning) {
    const sixths = turned(frame, previous);
    const cells = grid.cells.map(({ x, y }) => hexagon(unit * 0.94, x, y)).join("");
    const fresh = previous && frame.pellets.length > previous.pellets.length ? frame.pellets.length - 1 : -1;
    const north = -(side - 1) * tall * unit - 13.5;
    return { key: "hexagon", shape: "g", at: [0, 0], turn: -60 * frame.gravity, "data-gravity": frame.gravity,
             motion: sixths === 0 ? undefined : [{ t: 0, turn: 60 * sixths }, { t: 0.55 }],
             parts: [
                 { key: "edge", shape: "path", class: "board", d: hexagon((side - 0.5) * tall * unit + 1.6), transform: "rotate(30)" },
                 { key: "cells", shape: "path", class: "holes", d: cells },
                 { key: "north", shape: "text", class: "label strong", "font-size": 3.6, at: [0, north], turn: 60 * frame.gravity, y: 1.3, text: "N" },
                 ...frame.pellets.map((p) => pellet_part(grid, p, frame, previous, winning, p[0] === fresh)),
             ] };
}

function column_numbers(side) {
    const labels = [];
    const middle = side - 1;
    for (let column = 0; column <= 2 * middle; column += side > 12 ? 4 : 1) {
        const away = Math.abs(column - middle);
        labels.push({ key: `column${column}`, shape: "text", class: "label faint", "font-size": 3.3, x: (column - middle) * 1.5 * unit,
                      y: -(middle - away / 2) * tall * unit - unit - 3.2, text: String(column) });
    }
    return labels;
}

const radius_of = (side) => (side - 1) * tall * unit + 16;

/// The centres of a column's cells from the top, in the rotated drawing.
function column_cells(column, side) {
    const away = Math.abs(column - (side - 1));
    const [x, top] = [(column - side + 1) * 1.5 * unit, -(side - 1 - away / 2) * tall * unit];
    return Array.from({ length: 2 * side - 1 - away }, (_, i) => [radius_of(side) + x, radius_of(side) + top + i * tall * unit]);
}

function column_target(column, colour, side) {
    const cells = column_cells(column, side);
    const [[x, top], [, bottom]] = [cells[0], cells[cells.length - 1]];
    return {
        key: `column${column}`, name: `column ${column}`, icon: pellet(colour),
        hit: [{ key: "hit", shape: "rect", x: x - 0.75 * unit, y: top - unit - 6, width: 1.5 * unit, height: bottom - top + 2 * unit + 5 }],
        hint: [{ key: "hint", shape: "path", d: `M${x - 1.4} ${top - 0.8}L${x} ${top + 0.8}L${x + 1.4} ${top - 0.8}` }],
        preview: () => [
            { key: "cells", shape: "path", class: "glow", d: cells.map(([cx, cy]) => hexagon(unit * 0.94, cx, cy)).join("") },
            { key: `pellet${colour}`, shape: "g", at: [x, top], parts: pellet(colour) },
        ],
    };
}

/// The target of a rotation: an arrow at the corner that will be at the bottom.
function rotation_target(cycles, side) {
    const radius = radius_of(side);
    const angle = (cycles * Math.PI) / 3;
    const on_top = cycles === 3;  // this place is shared with a column's number, and sometimes with an N
    const away = on_top ? radius - 3.2 : radius - 7;
    const [x, y] = [radius - away * Math.sin(angle), radius + away * Math.cos(angle)];
    const arrow = { shape: "path", at: [x, y], turn: cycles * 60,
                    d: on_top ? "M-8 -1.6L-5.2 1.9L-2.4 -1.6ZM8 -1.6L5.2 1.9L2.4 -1.6Z" : "M-3.4 -1.9L0 2.3L3.4 -1.9Z" };
    const place = on_top ? { shape: "rect", x: x - 9.5, y: 0.2, width: 19, height: 6, rx: 3 } : { shape: "circle", cx: x, cy: y, r: 5.6 };
    return {
        key: `rotate${cycles}`, name: `turn by ${cycles * 60}°`,
        hit: [{ key: "hit", ...place }],
        hint: [{ key: "hint", class: "turning", ...arrow }],
        preview: () => [{ key: "glow", class: "glow", ...place }, { key: "arrow", class: "turning strong", ...arrow }],
    };
}

export const cluster = {
    ...cluster_words,

    words(move) {
        const [word, first, colour] = move.split(" ");
        return word === "ROTATE" ? `turn gravity by ${Number(first) * 60}°` : `pellet ${letters[colour]} into column ${first}`;
    },

    consequence(move) {
        return move.startsWith("ROTATE") ? "the corner with this arrow moves to the bottom, all pellets fall again, and your hand is lost" : null;
    },

    /// The piece that a move puts on the board. Needed only in games in which this is not always the player's piece.
    token(move) {
        const [word, , colour] = move.split(" ");
        return word === "PLACE" ? pellet(Number(colour)) : null;
    },

    target(move, { config }) {
        const [word, first, colour] = move.split(" ");
        return word === "ROTATE" ? rotation_target(Number(first), config.side) : column_target(Number(first), Number(colour), config.side);
    },

    piece: (player) => pellet(player),

    draw({ config, frame, previous, ply, next, result }) {
        const { side } = config;
        const grid = grid_of(side);
        // A winning run ends the game at once, so only the last frame can contain one.
        const winning = result ? runs(grid, frame.pellets, config.connect) : new Set();
        const radius = radius_of(side);
        const small = Math.min(1, side / 6);
        const mover = next?.player;
        const hands = [0, 1].map((player) => (mover === player ? next.hand : null));
        const turn = ply?.move.startsWith("ROTATE") ? "; gravity has just turned" : "";
        return {
            width: 2 * radius, height: 2 * radius,
            label: `CLUSTER, gravity pulls ${winds[frame.gravity]}, ${frame.pellets.length} pellets`,
            text: [`gravity ${winds[frame.gravity]}`, ...frame.pellets.map(([, cell, colour]) => `cell ${cell}: ${letters[colour]}`)].join("\n"),
            notes: [],
            parts: [
                { key: "middle", shape: "g", at: [radius, radius], parts: [hexagon_parts(grid, side, frame, previous, winning), ...column_numbers(side)] },
                ...hands.flatMap((hand, player) => (hand ? [hand_of(player, hand, player === 0 ? 2 : 2 * radius - 2, 2, player === 1)] : [])),
                { key: "gravity", shape: "g", class: "gravity", transform: `translate(${10 * small} ${2 * radius - 17 * small}) scale(${small})`, parts: [
                    { key: "arrow", shape: "path", class: "arrow" + (turn ? " just-used" : ""), d: "M-2.2 -9 H2.2 V0 H6 L0 7.5 L-6 0 H-2.2 Z" },
                    { key: "word", shape: "text", class: "label start", "font-size": 3.8, x: -8, y: 14, text: `down is ${winds[frame.gravity]}` },
                ] },
            ],
        };
    },
};
