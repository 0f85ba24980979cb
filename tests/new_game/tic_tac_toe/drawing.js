// Draws frames of tic-tac-toe. Each mark is a piece with its own colour.
import { tic_tac_toe_words } from "./words.js";

const centre = (number) => 10 * number + 5;

function piece(player) {
    return [{ key: "body", shape: "circle", r: 4, class: player === 0 ? "disc-black" : "disc-white" }];
}

export const tic_tac_toe = {
    ...tic_tac_toe_words,
    piece,
    words: (move) => `a mark on ${move}`,

    target(move, { player }) {
        const [x, y] = [centre(move.charCodeAt(0) - 97), centre(Number(move[1]) - 1)];
        return {
            key: move, name: move,
            hit: [{ key: "hit", shape: "rect", x: x - 5, y: y - 5, width: 10, height: 10 }],
            hint: [{ key: "hint", shape: "circle", cx: x, cy: y, r: 1 }],
            preview: () => [{ key: "piece", shape: "g", at: [x, y], parts: piece(player) }],
        };
    },

    draw({ frame }) {
        const parts = [{ key: "cloth", shape: "rect", x: 0, y: 0, width: 30, height: 30, class: "cloth" }];
        frame.board.forEach((line, row) => [...line].forEach((mark, column) => {
            if (mark === ".") return;
            const key = `${row},${column}`;
            parts.push({ key, shape: "g", at: [centre(column), centre(row)], class: "piece", "data-cell": key, "data-mark": mark, parts: piece("XO".indexOf(mark)) });
        }));
        return { width: 30, height: 30, label: "Tic-tac-toe board", text: frame.board.join("\n"), notes: [], parts };
    },
};
