// The drawing of each game, by the game's name.
import * as drawings from "games/drawings";
import { Board } from "./board.js";
import { svg } from "./dom.js";
import { ownDrawing } from "./own_game.js";

export { drawings };

/// The drawing of a game. `rules` is the description of a game of one's own, as in a log; other games have none. Undefined for an unknown
/// game.
export function drawingOf({ name, rules }) {
    return rules ? ownDrawing(rules.hello) : drawings[name];
}

/// Makes a small picture of parts that lie around the origin. The picture is ten units wide.
export function icon(parts) {
    const root = svg("svg", { viewBox: "-5 -5 10 10", class: "icon", "aria-hidden": "true" });
    new Board(root).update(root, new Map(), parts, 0);
    return root;
}
