// One game on a large board, at a speed that people can follow. The server decides which move is shown when, so everybody sees the same.
import { byId, html, svg } from "../dom.js";
import { icon } from "../drawings.js";
import { headline } from "../ending.js";
import { refill } from "../refill.js";
import { counted, visibleLine } from "../text.js";
import { drawingOfGame, GameBoard, isHidden, lastMove } from "./running.js";

const motion = 350;  // milliseconds; the next move comes after 500

export class Followed {
    /// The game takes the place of the content of #followed-game, and #followed is its panel.
    constructor() {
        this.picture = svg("svg", { role: "img" });
        this.board = new GameBoard(this.picture);
        this.sides = html("div", { class: "sides" });
        this.frame = html("div", { class: "followed-board" }, this.picture);
        this.what = html("p", { class: "caption" });
        byId("followed-game").replaceChildren(this.sides, this.frame, this.what);
        this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    }

    /// Shows what the server says is to be followed; null if nothing is.
    show(followed) {
        const [game] = followed?.games ?? [];
        byId("followed").hidden = !game;
        if (!game) return;
        const { result } = followed;
        const names = followed.names.map(visibleLine);
        const drawing = drawingOfGame(game);
        const mover = result ? null : game.next?.player;
        const seat = (player) => html("p", { class: `seat${mover === player ? " to-move" : ""}${result?.winner === player ? " won" : ""}` },
            html("span", { class: "name" }, drawing ? icon(drawing.piece(player)) : null, html("bdi", {}, names[player])));
        refill(this.sides, seat(0), seat(1));
        const isNext = this.game?.number === game.number && this.game.plies + 1 === game.plies;
        this.game = game;
        const seen = this.board.paint(game, result, isNext && !this.calm.matches ? motion : 0);
        this.frame.hidden = isHidden(game);
        this.frame.classList.toggle("unseen-board", !seen);
        if (seen) this.picture.setAttribute("aria-label", `Game ${game.number}, ${names[0]} against ${names[1]}`);
        const end = result && headline({ players: names.map((name) => ({ name })), result }, game.plies);
        const [token, words] = lastMove(game, drawing);
        refill(this.what, html("span", { class: "number" }, `game ${game.number}, ${counted(game.plies, "ply", "plies")}`),
            ...(result ? [html("b", {}, end)] : [token, html("span", {}, words)]));
    }
}
