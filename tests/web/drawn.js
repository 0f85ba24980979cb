// Reads a drawn board from the positions of its pieces on the screen, to compare it with the frame of the log.
import assert from "node:assert/strict";

/// Returns the drawing of each piece: its mark, the colour and the shape of its body, and its centre in units of the
/// drawing. A cell is ten units wide. This function runs in the page, so it must not use anything defined outside
/// itself.
function readPieces() {
    const board = document.getElementById("board");
    const inverse = board.getScreenCTM().inverse();
    const point = (x, y) => new DOMPoint(x, y).matrixTransform(inverse);
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const [a, b] = [point(left, top), point(right, bottom)];
        return { left: a.x, top: a.y, width: b.x - a.x, height: b.y - a.y, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    };
    const drawn = [...board.querySelectorAll(".piece")].map((piece) => {
        const body = piece.firstElementChild;
        return { mark: piece.dataset.mark, look: body.tagName + getComputedStyle(body).fill, ...box(body) };
    });
    return { drawn, ground: box(board.querySelector(".board, .cloth, .cave, .ground")),
             centre: board.querySelector("[data-gravity]") && box(board.querySelector(".holes")),
             gravity: board.querySelector(".gravity")?.textContent,
             hands: [...board.querySelectorAll(".hand")].map((hand) => hand.dataset.hand) };
}

/// The pieces of the shown ply.
export const pieces = (page) => page.evaluate(readPieces);

/// The pieces of the shown ply and of all later plies, read in one call. Afterwards the last ply is shown.
export function piecesOfAll(page) {
    const step = (look) => {
        const all = [look()];
        for (const { max, value } = document.getElementById("scrub"); all.length <= max - value; all.push(look())) document.getElementById("on").click();
        return all;
    };
    return page.evaluate(`(${step})(${readPieces})`);
}

/// The rows of a drawn board with the marks of its pieces. Throws if two pieces are on one cell.
export function rowsOf({ drawn, ground }, height, width) {
    const board = Array.from({ length: height }, () => Array(width).fill("."));
    const looks = new Map();
    for (const { mark, look, x, y } of drawn) {
        const column = Math.round((x - ground.x) / 10 + (width - 1) / 2);
        const row = Math.round((y - ground.y) / 10 + (height - 1) / 2);
        if (board[row]?.[column] !== ".") throw new Error(`a piece ${mark} is drawn at row ${row}, column ${column}`);
        board[row][column] = mark;
        if ((looks.get(mark) ?? look) !== look) throw new Error(`the pieces ${mark} look different`);
        looks.set(mark, look);
    }
    if (new Set(looks.values()).size !== looks.size) throw new Error("pieces of both sides look the same");
    return board.map((row) => row.join(""));
}

/// The rows of the shown ply.
export const rows = async (page, height, width) => rowsOf(await pieces(page), height, width);

/// The board that is drawn, as lines of characters. Checks that the pieces of a row lie on one line, from left to right.
export async function drawnBoard(page, [line, ...more]) {
    const board = [line, ...more].map(() => Array(line.length).fill("."));
    const rights = new Map();
    for (const [cell, mark, x, y] of await page.$$eval("#board [data-cell]", (all) => all.map((piece) => {
        const { left, top, width, height } = piece.getBoundingClientRect();
        return [piece.dataset.cell, piece.dataset.mark, left + width / 2, top + height / 2];
    }))) {
        const [row, column] = cell.split(",").map(Number);
        board[row][column] = mark;
        for (const [[otherRow, otherColumn], [otherX, otherY]] of rights) {
            if (otherRow === row) assert.ok(Math.abs(otherY - y) < 3 && (otherX < x) === (otherColumn < column), `cell ${cell}`);
            else assert.ok((otherY < y) === (otherRow < row), `cell ${cell}`);
        }
        rights.set([row, column], [x, y]);
    }
    return board.map((cells) => cells.join(""));
}

/// Returns the positions of the cells of a hexagon with north on top, computed from the setup block that a bot gets.
export function cells(setup_block) {
    const lines = setup_block.split("\n");
    const count = Number(lines[0]);
    const neighbours = lines.slice(1, count + 1).map((line) => line.split(" ").slice(1).map(Number));
    const places = [{ x: 0, y: 0 }];
    const step = (direction) => {
        const angle = ((90 + 60 * direction) * Math.PI) / 180;  // clockwise from south, y downwards
        return { x: 5 * Math.sqrt(3) * Math.cos(angle), y: 5 * Math.sqrt(3) * Math.sin(angle) };
    };
    for (const todo = [0]; todo.length > 0; ) {
        const cell = todo.shift();
        neighbours[cell].forEach((next, direction) => {
            if (next < 0 || places[next]) return;
            places[next] = { x: places[cell].x + step(direction).x, y: places[cell].y + step(direction).y };
            todo.push(next);
        });
    }
    return places;
}

/// Returns the errors in the pellets that are drawn for a frame of CLUSTER; empty if there are none. In the drawing,
/// gravity points down.
export function wrongPellets({ drawn, centre }, frame, places) {
    const turn = (-60 * frame.gravity * Math.PI) / 180;
    const wrong = [];
    if (drawn.length !== frame.pellets.length) wrong.push(`${drawn.length} pellets are drawn, not ${frame.pellets.length}`);
    for (const [, cell, colour] of frame.pellets) {
        const { x, y } = places[cell];
        const at = { x: centre.x + x * Math.cos(turn) - y * Math.sin(turn), y: centre.y + x * Math.sin(turn) + y * Math.cos(turn) };
        const found = drawn.filter((one) => Math.hypot(one.x - at.x, one.y - at.y) < 1);
        if (found.length !== 1 || found[0].mark !== String(colour)) wrong.push(`cell ${cell}: ${JSON.stringify(found)}, not ${colour}`);
    }
    if (new Set(drawn.map((one) => one.look)).size !== new Set(frame.pellets.map(([, , colour]) => colour)).size) wrong.push("colours look the same");
    return wrong;
}
