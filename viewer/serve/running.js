// The running games, each as a small board. A click enlarges it.
import { Board } from "../board.js";
import { html, svg } from "../dom.js";
import { drawingOf, icon } from "../drawings.js";
import { infoInWords } from "../info.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";

const motion = 220;  // milliseconds; updates come four times a second
const patience = 3000;  // milliseconds until a finished game is removed

/// A slot for a game. A new game takes the slot of a finished one, so that all other games stay where they are.
class Slot {
    constructor() {
        this.picture = svg("svg", { "aria-hidden": "true" });
        this.board = new Board(this.picture);
        this.button = html("button", { type: "button", class: "enlarge", "aria-pressed": "false" }, this.picture);
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
        const { number, first, second, plies, frame, last } = game;
        const drawing = drawingOf({ name: game.game, rules: game.rules });
        const [same, before] = [this.number === number, this.game?.plies];
        this.freeSince = null;
        this.root.classList.remove("over");
        if (same && before === plies) return;
        this.game = game;
        const names = [first, second].map(nameOf);
        this.button.setAttribute("aria-label", `Game ${number}, ${names[0]} against ${names[1]}: larger`);
        const name = (player) => html("span", { class: "name" }, drawing ? icon(drawing.piece(player)) : null, html("bdi", {}, names[player]));
        refill(this.who, html("span", { class: "number" }, `game ${number}`), name(0), name(1));
        const words = last && drawing ? drawing.words(last.move) : last ? visibleLine(last.move) : "the start";
        const thoughts = (game.thoughts ?? []).map((info, player) => (info ? html("span", { class: "thinks" }, drawing ? icon(drawing.piece(player)) : null, infoInWords(info)) : null));
        refill(this.thoughts, ...thoughts.filter(Boolean));
        refill(this.what, html("span", { class: "number" }, `ply ${plies}`), ...(last && drawing ? [icon(drawing.token?.(last.move) ?? drawing.piece(last.player))] : []), html("span", {}, words));
        this.picture.toggleAttribute("hidden", !frame || !drawing);
        this.root.classList.toggle("unseen-board", !frame || !drawing);
        if (!frame || !drawing) return;
        const drawn = drawing.draw({ config: game.config, frame, previous: game.previous, ply: last, next: game.next, result: null });
        this.board.paint(drawn, same && !calm ? motion : 0);
        this.picture.style.setProperty("--wide", drawn.width);
        this.picture.style.setProperty("--high", drawn.height);
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
