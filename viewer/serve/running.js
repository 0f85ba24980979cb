// The running games, each as a small board. A click enlarges it.
import { Board } from "../board.js";
import { html, svg } from "../dom.js";
import { drawingOf, icon } from "../drawings.js";
import { infoInWords } from "../info.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";

const motion = 220;  // milliseconds; updates come four times a second
const patience = 3000;  // milliseconds until a finished game is removed

export const drawingOfGame = ({ game, rules }) => drawingOf({ name: game, rules });

/// Whether nobody may see a game before its end.
export const isHidden = ({ secret, frame }) => Boolean(secret) && !frame;

/// The last move of a game in the server's list: [its picture, its words].
export function lastMove(game, drawing) {
    const { last } = game;
    if (isHidden(game)) return [null, "shown when it is over"];
    if (!last) return [null, "the start"];
    return drawing ? [icon(drawing.token?.(last.move) ?? drawing.piece(last.player)), drawing.words(last.move)] : [null, visibleLine(last.move)];
}

/// The board of a game in the server's list.
export class GameBoard {
    constructor(picture) {
        this.picture = picture;
        this.board = new Board(picture);
    }

    /// Paints its position. Returns false, and hides the picture, if there is none that can be seen. `result`: as in a log, if the game is over.
    paint(game, result, duration) {
        const { frame, config, previous, last, next } = game;
        const drawing = drawingOfGame(game);
        const seen = Boolean(frame && drawing);
        this.picture.toggleAttribute("hidden", !seen);
        if (!seen) return false;
        const drawn = drawing.draw({ config, frame, previous, ply: last, next, result: result?.ending === "by_rules" ? result : null });
        this.board.paint(drawn, duration);
        this.picture.style.setProperty("--wide", drawn.width);
        this.picture.style.setProperty("--high", drawn.height);
        return true;
    }
}

/// A slot for a game. A new game takes the slot of a finished one, so that all other games stay where they are.
class Slot {
    constructor() {
        this.picture = svg("svg", { "aria-hidden": "true" });
        this.board = new GameBoard(this.picture);
        this.label = html("span", { class: "unseen" });
        this.button = html("button", { type: "button", class: "enlarge", "aria-pressed": "false" }, this.picture, this.label);
        this.who = html("p", { class: "who" });
        this.what = html("p", { class: "what" });
        this.thoughts = html("p", { class: "what" });
        this.root = html("article", { class: "running-game" }, this.button, this.who, this.what, this.thoughts);
        this.button.addEventListener("click", () => {
            const large = this.root.classList.toggle("large");
            this.button.setAttribute("aria-pressed", large);
        });
        this.game = null;
        this.freeSince = null;
    }

    get number() {
        return this.game?.number;
    }

    show(game, nameOf, calm) {
        const { number, first, second, plies } = game;
        const drawing = drawingOfGame(game);
        const [same, before] = [this.number === number, this.game?.plies];
        this.freeSince = null;
        this.root.classList.remove("over");
        if (same && before === plies) return;
        this.game = game;
        const names = [first, second].map(nameOf);
        this.label.textContent = `Game ${number}, ${names[0]} against ${names[1]}: larger`;
        const name = (player) => html("span", { class: "name" }, drawing ? icon(drawing.piece(player)) : null, html("bdi", {}, names[player]));
        refill(this.who, html("span", { class: "number" }, `game ${number}`), name(0), name(1));
        const thoughts = (game.thoughts ?? []).map((info, player) => (info ? html("span", { class: "thinks" }, drawing ? icon(drawing.piece(player)) : null, infoInWords(info)) : null));
        refill(this.thoughts, ...thoughts.filter(Boolean));
        const [token, words] = lastMove(game, drawing);
        refill(this.what, html("span", { class: "number" }, `ply ${plies}`), token, html("span", {}, words));
        this.button.hidden = isHidden(game);
        this.root.classList.toggle("unseen-board", !this.board.paint(game, null, same && !calm ? motion : 0));
    }

    free(now) {
        this.freeSince ??= now;
        this.root.classList.add("over");
    }
}

export class Running {
    /// `nameOf(number)` returns the name of an entrant.
    constructor(root, words, nameOf) {
        Object.assign(this, { root, words, nameOf });
        this.slots = [];
        this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    }

    /// Shows the games in the server's list. `games` is null if the server does not know the running games.
    update(games) {
        const now = performance.now();
        const numbers = new Set((games ?? []).map(({ number }) => number));
        for (const slot of this.slots) if (!numbers.has(slot.number)) slot.free(now);
        for (const game of games ?? []) this.slotFor(game.number).show(game, this.nameOf, this.calm.matches);
        this.known = games !== null;
        this.clear();
    }

    slotFor(number) {
        const own = this.slots.find((slot) => slot.number === number) ?? this.slots.find((slot) => slot.freeSince !== null);
        if (own) return own;
        const slot = new Slot();
        this.slots.push(slot);
        this.root.append(slot.root);
        return slot;
    }

    clear() {
        clearTimeout(this.timer);
        const now = performance.now();
        for (const slot of this.slots) if (slot.freeSince !== null && now - slot.freeSince >= patience) slot.root.remove();
        this.slots = this.slots.filter(({ root }) => root.isConnected);
        if (this.slots.some(({ freeSince }) => freeSince !== null)) this.timer = setTimeout(() => this.clear(), patience);
        refill(this.words, !this.known ? "The running games can't be shown here." : this.slots.length === 0 ? "None." : "");
    }
}
