// Draws frames of fitz: the board, the cells of the last ply, and the next tile.
import { fitz_words } from "./words.js";

const cell = 10;
const max_single_cells = 4096;  // on larger boards all cells of a row are one shape
const marks = ["*", "#"];

function piece(player) {
    return [
        { key: "body", shape: "rect", x: -4.5, y: -4.5, width: 9, height: 9, rx: 1, class: `fill-${player}` },
        ...(player === 0 ? [] : [{ key: "mark", shape: "path", d: "M-4 0L0-4M-4 4L4-4M0 4L4 0", class: "on-piece stroke" }]),
    ];
}

/// Returns the whole frame, given the previous frame and a frame that may contain only changes.
function unfold(previous, frame) {
    if (!frame.placed) return frame;
    const board = previous.board.slice();
    for (const [row, column] of frame.placed) board[row] = board[row].slice(0, column) + frame.mark + board[row].slice(column + 1);
    return { board, tile: frame.tile };
}

function new_cells(frame, previous) {
    const found = [];
    frame.board.forEach((line, row) => {
        const before = previous.board[row];
        if (line === before) return;
        for (let column = 0; column < line.length; ++column) {
            if (line[column] !== before[column]) found.push(`${row},${column}`);
        }
    });
    return new Set(found);
}

/// The outline of a set of cells, as one path.
function outline(cells) {
    let d = "";
    for (const key of cells) {
        const [row, column] = key.split(",").map(Number);
        const [x, y] = [column * cell, row * cell];
        if (!cells.has(`${row - 1},${column}`)) d += `M${x} ${y}h${cell}`;
        if (!cells.has(`${row + 1},${column}`)) d += `M${x} ${y + cell}h${cell}`;
        if (!cells.has(`${row},${column - 1}`)) d += `M${x} ${y}v${cell}`;
        if (!cells.has(`${row},${column + 1}`)) d += `M${x + cell} ${y}v${cell}`;
    }
    return d;
}

function single_cells(frame, fresh) {
    const parts = [];
    frame.board.forEach((line, row) => {
        for (let column = 0; column < line.length; ++column) {
            const player = marks.indexOf(line[column]);
            if (player < 0) continue;
            const key = `${row},${column}`;
            parts.push({ key, shape: "g", at: [(column + 0.5) * cell, (row + 0.5) * cell], class: "piece", "data-cell": key,
                         "data-mark": line[column], parts: piece(player),
                         motion: fresh.has(key) ? [{ t: 0, y: -14, opacity: 0, easing: "ease-in" }, { t: 0.8 }] : undefined });
        }
    });
    return parts;
}

function whole_rows(frame) {
    const parts = [];
    frame.board.forEach((line, row) => {
        marks.forEach((mark, player) => {
            let d = "";
            for (let column = line.indexOf(mark); column >= 0; column = line.indexOf(mark, column)) {
                let end = column;
                while (line[end] === mark) ++end;
                d += `M${column * cell} ${row * cell}h${(end - column) * cell}v${cell}h${(column - end) * cell}z`;
                column = end;
            }
            if (d) parts.push({ key: `${mark}${row}`, shape: "path", class: `fill-${player} seamless`, d, "data-row": row, "data-mark": mark });
        });
    });
    return parts;
}

/// The next tile, drawn small beside the board. `scale` grows with the board, so that the tile stays the same size on
/// the page.
function next_tile(config, frame, x, scale, next, result) {
    const rows = config.tiles[frame.tile % config.tiles.length];
    const small = 5.5;
    const stuck = result !== null && result.winner !== null;  // with a draw, the ply limit ended the game
    const player = next ? next.player : stuck ? 1 - result.winner : null;
    const cells = [];
    rows.forEach((line, row) => {
        for (let column = 0; column < 5; ++column) {
            const inside = line[column] === "!" && player !== null ? piece(player)
                : [{ key: "cell", shape: "rect", x: -4.4, y: -4.4, width: 8.8, height: 8.8, rx: 1, class: line[column] === "!" ? "tile-cell" : "tile-empty" }];
            cells.push({ key: `${row},${column}`, shape: "g", parts: inside,
                         transform: `translate(${(column + 0.5) * small} ${(row + 0.5) * small + 6}) scale(${small / cell})` });
        }
    });
    const words = stuck ? "no place for" : "next";
    return { key: "tile", shape: "g", transform: `translate(${x} 0) scale(${scale})`, parts: [
        { key: "title", shape: "text", class: "label start", "font-size": 4.2, x: 0.4, y: 4, text: words },
        ...cells,
        { key: "number", shape: "text", class: "label start", "font-size": 4.2, x: 0.4, y: small * 5 + 11, text: `tile ${frame.tile}` },
    ] };
}

function grid(height, width) {
    let d = "";
    if (height * width <= max_single_cells) {
        for (let row = 1; row < height; ++row) d += `M0 ${row * cell}h${width * cell}`;
        for (let column = 1; column < width; ++column) d += `M${column * cell} 0v${height * cell}`;
    }
    return [
        { key: "ground", shape: "rect", width: width * cell, height: height * cell, class: "ground" },
        { key: "grid", shape: "path", d, class: "grid" },
    ];
}

const turns_of_tiles = new WeakMap();

/// The filled cells of a tile in its four rotations, as [row, column] relative to its middle. The first cell is the one
/// nearest to the tile's centre of mass: the user holds the tile there.
function turns(tile) {
    if (turns_of_tiles.has(tile)) return turns_of_tiles.get(tile);
    const cells = tile.flatMap((line, row) => [...line].flatMap((mark, column) => (mark === "!" ? [[row - 2, column - 2]] : [])));
    const middle = [0, 1].map((axis) => cells.reduce((sum, at) => sum + at[axis], 0) / cells.length);
    const away = ([row, column]) => (row - middle[0]) ** 2 + (column - middle[1]) ** 2;
    cells.sort((a, b) => away(a) - away(b));
    const found = [cells];
    for (let i = 0; i < 3; ++i) found.push(found[i].map(([row, column]) => [column, -row]));
    turns_of_tiles.set(tile, found);
    return found;
}

export const fitz = {
    flips: true,
    ...fitz_words,
    piece,
    unfold,

    words(move) {
        const [row, column, rotation] = move.split(" ");
        return `row ${row}, column ${column}` + (rotation === "0" ? "" : `, turned ${rotation}°`);
    },

    target(move, { config, frame, player }) {
        const [row, column, rotation] = move.split(" ").map(Number);
        const cells = turns(config.tiles[frame.tile % config.tiles.length])[rotation / 90].map(([down, right]) => [row + down, column + right]);
        const [held_row, held_column] = cells[0];
        const [x, y] = [1 + held_column * cell, 1 + held_row * cell];
        return {
            key: `${held_row},${held_column}`, name: `row ${held_row}, column ${held_column}`, turn: rotation / 90,
            hit: [{ key: "hit", shape: "rect", x, y, width: cell, height: cell }],
            hint: [{ key: "hint", shape: "circle", cx: x + cell / 2, cy: y + cell / 2, r: 0.9 }],
            preview: () => [{ key: "tile", shape: "g", at: [1, 1], parts: [
                ...cells.map(([r, c]) => ({ key: `${r},${c}`, shape: "g", at: [(c + 0.5) * cell, (r + 0.5) * cell], parts: piece(player) })),
                { key: "outline", shape: "path", class: "last-outline", d: outline(new Set(cells.map(([r, c]) => `${r},${c}`))) },
            ] }],
        };
    },

    /// A small picture of a tile in one of its rotations.
    turned(turn, { config, frame, player }) {
        return turns(config.tiles[frame.tile % config.tiles.length])[turn].map(([row, column]) => ({
            key: `${row},${column}`, shape: "g", transform: `translate(${column * 2} ${row * 2}) scale(0.2)`, parts: piece(player) }));
    },

    draw({ config, frame, previous, next, result }) {
        const { height, width } = config;
        const small = height * width <= max_single_cells;
        const fresh = previous ? new_cells(frame, previous) : new Set();
        const scale = Math.max(height, width, 4) / 10;
        const panel_x = width * cell + 5 * scale;
        const filled = frame.board.reduce((sum, line) => sum + line.length - line.split(".").length + 1, 0);
        const edge = [{ key: "fresh", shape: "path", d: outline(fresh), class: "last-outline" + (small ? "" : " large"),
                        motion: [{ t: 0, opacity: 0 }, { t: 0.8, opacity: 0 }, { t: 1, opacity: 1 }] }];
        return {
            width: panel_x + 29 * scale, height: Math.max(height * cell, 42 * scale) + 2,
            label: `fitz board, ${filled} of ${height * width} cells filled; next is tile ${frame.tile}`,
            text: frame.board.join("\n"),
            notes: [],
            parts: [
                { key: "board", shape: "g", at: [1, 1], parts: [...grid(height, width), ...(small ? single_cells(frame, fresh) : whole_rows(frame)), ...edge] },
                next_tile(config, frame, panel_x, scale, next, result),
            ],
        };
    },
};
