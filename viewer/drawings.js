// The drawing of each game, by the game's name.
import * as drawings from "games/drawings";
import { Board } from "./board.js";
import { svg } from "./dom.js";

export { drawings };

/// Makes a small picture of parts that lie around the origin. The picture is ten units wide.
export function icon(parts) {
    const root = svg("svg", { viewBox: "-5 -5 10 10", class: "icon", "aria-hidden": "true" });
    new Board(root).update(root, new Map(), parts, 0);
    return root;
}
