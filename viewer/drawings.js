// The drawings of all games, by the game's name.
import { cluster } from "../games/cluster/drawing.js";
import { fitz } from "../games/fitz/drawing.js";
import { magnetic_cave } from "../games/magnetic_cave/drawing.js";
import { magnetize } from "../games/magnetize/drawing.js";
import { othello } from "../games/othello/drawing.js";
import { Board } from "./board.js";
import { svg } from "./dom.js";

export const drawings = { cluster, fitz, magnetic_cave, magnetize, othello };

/// A small picture of parts around the origin, ten units wide.
export function icon(parts) {
    const root = svg("svg", { viewBox: "-5 -5 10 10", class: "icon", "aria-hidden": "true" });
    new Board(root).update(root, new Map(), parts, 0);
    return root;
}
