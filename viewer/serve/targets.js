// The places of a person's valid moves, drawn over the board. They can be clicked, or reached with the keyboard.
//
// A game's target(move, {config, frame, player}) describes where a move is made: {key, name, hit, hint, preview, turn, icon}. Moves with
// the same key are made at the same place, which is called `name`. `hit`, `hint` and `preview()` are parts as in a drawing: the area to
// click, the mark of a place that can be clicked, and the look of the move before it is made. If moves have a `turn` (0 to 3), only the
// moves of one turn are offered at a time. If a place still has several moves, the user chooses one of them by its `icon`. A move without
// `hit` has no place on the board; it gets a button. words(move) describes the move. consequence(move, {config, frame, player}) is
// optional. It describes a consequence of the move that is not obvious, or returns null. prompt is a sentence that explains how to choose a
// move, and rules(config) summarises the rules in short paragraphs. If a game is `literal`, its words are the moves as they are sent, and are
// not written with a capital letter.
import { Board } from "../board.js";
import { html, svg } from "../dom.js";
import { icon } from "../drawings.js";

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function paint(group, parts) {
    new Board(group).update(group, new Map(), parts, 0);
    return group;
}

/// Groups the moves by place.
export function places(game, moves, position) {
    const found = new Map();
    for (const move of moves) {
        const target = game.target(move, position);
        const key = `${target.turn ?? ""}/${target.key}`;
        const place = found.get(key) ?? { ...target, moves: [] };
        place.moves.push({ move, icon: target.icon, preview: target.preview });
        found.set(key, place);
    }
    return [...found.values()];
}

export class Targets {
    /// `choice` is the element for a choice of moves. `send(move)` makes a move. `turned()` is called when another turn is offered.
    /// `pointed(words)` is called when the user points at a place, or with null when the user no longer does.
    constructor(root, choice, send, turned, pointed) {
        Object.assign(this, { root, choice, send, turned, pointed });
        this.clear();
        root.addEventListener("click", (event) => this.click(event));
        root.addEventListener("pointerover", (event) => this.look(this.of(event.target)));
        root.addEventListener("pointermove", (event) => (this.pointer = event));
        root.addEventListener("pointerout", () => {
            this.pointer = null;
            this.tell(this.focused);
        });
        root.addEventListener("focusout", () => this.tell(null));
        root.addEventListener("focusin", (event) => this.point(this.of(event.target)));
        root.addEventListener("keydown", (event) => this.key(event));
        root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        choice.addEventListener("keydown", (event) => this.keyOfChoice(event));
        choice.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !choice.contains(relatedTarget) && this.closeChoice(false));
        document.addEventListener("pointerdown", (event) => choice.contains(event.target) || this.closeChoice(false));
    }

    clear() {
        this.marked = null;
        this.places = [];
        this.turns = [];
        this.shown = new Map();
        this.root.replaceChildren();
        this.closeChoice(false);
        this.pointed(null);
    }

    /// Offers moves. `size` is the size of the drawing.
    show(game, moves, position, size) {
        const had = this.root.contains(document.activeElement) || document.activeElement === document.body;
        this.game = game;
        this.position = position;
        this.root.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
        this.root.classList.remove("waiting");
        this.places = places(game, moves, position);
        this.turns = [...new Set(this.places.map(({ turn }) => turn))].filter((turn) => turn !== undefined).sort();
        this.turn = this.turns[0];
        this.draw();
        if (had) this.find(this.last)?.focus({ preventScroll: true });
    }

    /// The target with this key, or the first target.
    find(key) {
        const all = [...this.shown.keys()];
        return all.find((element) => element.dataset.key === key) ?? all[0];
    }

    /// The moves that have no place on the board.
    get others() {
        return this.places.filter(({ hit }) => !hit).flatMap(({ moves }) => moves.map(({ move }) => move));
    }

    draw() {
        this.closeChoice(false);
        this.shown = new Map(this.places.filter(({ hit, turn }) => hit && turn === this.turn).map((place) => [this.element(place), place]));
        this.root.replaceChildren(...this.shown.keys());
        this.root.firstElementChild?.setAttribute("tabindex", "0");
        this.showMark();
        this.turned();
        const under = this.pointer && document.elementFromPoint(this.pointer.clientX, this.pointer.clientY);
        if (under && this.root.contains(under)) this.look(this.of(under));
        else this.tell(this.focused);
    }

    /// Marks the place of a move, until there are other moves. Offers the turn of the move.
    mark(move) {
        this.marked = move;
        this.turn = this.places.find(({ moves }) => moves.some((other) => other.move === move))?.turn ?? this.turn;
        this.draw();
    }

    showMark() {
        for (const [element, { moves }] of this.shown) {
            if (!moves.some(({ move }) => move === this.marked)) continue;
            element.classList.add("advised");
            this.preview(element);
        }
    }

    words(place) {
        return place.moves.length === 1 ? this.game.words(place.moves[0].move) : `${place.name}: choose one of ${place.moves.length} moves`;
    }

    /// The words for a place, followed by the consequence of its move.
    explained(place) {
        const consequence = this.game.consequence?.(place.moves[0].move, this.position);
        return this.words(place) + (consequence ? `: ${consequence}` : "");
    }

    /// Describes the moves of a place to the user.
    tell(element) {
        const place = this.shown.get(element);
        this.pointed(place ? this.explained(place) : null);
    }

    look(element) {
        this.preview(element);
        if (element) this.tell(element);
    }

    element(place) {
        const label = this.words(place);
        const element = svg("g", { class: "target", role: "button", tabindex: -1, "aria-label": label, "data-key": place.key });
        element.append(paint(svg("g", { class: "hit" }), place.hit), paint(svg("g", { class: "hint" }), place.hint));
        return element;
    }

    of(node) {
        return node.closest?.(".target") ?? null;
    }

    /// The target with the keyboard focus.
    get focused() {
        return document.activeElement.matches(":focus-visible") ? this.of(document.activeElement) : null;
    }

    /// Adds the preview of a target when the user first points at it. They are not created in advance, because there may be thousands.
    preview(element) {
        if (!element || element.querySelector(".preview")) return;
        this.showPreview(element, this.shown.get(element).preview());
    }

    showPreview(element, parts) {
        element.querySelector(".preview")?.remove();
        element.append(paint(svg("g", { class: "preview", "aria-hidden": "true" }), parts));
    }

    /// Makes this target the only one that Tab reaches.
    point(element) {
        if (!element) return;
        this.preview(element);
        this.tell(this.focused);
        for (const other of this.root.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
        element.setAttribute("tabindex", "0");
        this.last = element.dataset.key;
    }

    click(event) {
        const element = this.of(event.target);
        if (!element) return;
        const place = this.shown.get(element);
        // A touch screen has no hovering. So the first touch shows where a tile would lie, or the consequence of a move, and the second one
        // makes the move.
        const matters = place.turn !== undefined || this.explained(place) !== this.words(place);
        const looksFirst = event.pointerType === "touch" && matters && this.touched !== element;
        this.touched = element;
        element.focus({ preventScroll: true });
        this.preview(element);
        for (const other of this.root.querySelectorAll(".pointed")) other.classList.remove("pointed");
        element.classList.add("pointed");
        if (looksFirst) this.pointed(`${this.explained(place)}. Tap again to ${place.turn === undefined ? "do it" : "lay it there"}.`);
        else this.take(element);
    }

    take(element) {
        const { moves } = this.shown.get(element);
        if (moves.length > 1) return this.openChoice(element, moves);
        this.make(element, moves[0].move);
    }

    make(element, move) {
        this.closeChoice(false);
        if (this.root.classList.contains("waiting")) return;
        this.root.classList.add("waiting");
        this.preview(element);
        element?.classList.add("pending");
        this.send(move);
    }

    /// Allows another move after the last one was not accepted.
    again() {
        this.root.classList.remove("waiting");
        for (const element of this.root.querySelectorAll(".pending")) element.classList.remove("pending");
    }

    key(event) {
        const element = this.of(event.target);
        if (!element || event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Enter" || event.key === " ") this.take(element);
        else if (directions[event.key]) this.neighbour(element, directions[event.key])?.focus({ preventScroll: true });
        else return;
        event.preventDefault();
    }

    /// The nearest target in a direction. Targets straight ahead are preferred, but on a board of hexagons not the row after the next one.
    neighbour(element, [right, down]) {
        const middle = (other) => {
            const { left, top, width, height } = other.querySelector(".hit").getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        };
        const [x, y] = middle(element);
        let best = null;
        for (const other of this.shown.keys()) {
            const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
            const [along, across] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
            const distance = along + 1.5 * across + (across > along ? 1e4 : 0);
            if (along > 1 && (!best || distance < best.distance)) best = { other, distance };
        }
        return best?.other;
    }

    wheel(event) {
        if (this.turns.length < 2 || event.ctrlKey) return;
        event.preventDefault();
        this.turnOn(event.deltaY > 0 ? 1 : -1);
    }

    /// Offers the next (1) or the previous (-1) turn.
    turnOn(by) {
        if (this.turns.length < 2) return;
        const key = this.of(document.activeElement)?.dataset.key;
        this.turn = this.turns.at((this.turns.indexOf(this.turn) + by) % this.turns.length);
        this.draw();
        if (key === undefined) return;
        this.find(key)?.focus({ preventScroll: true });
    }

    openChoice(element, moves) {
        const buttons = moves.map(({ move, icon: parts, preview }) => {
            const words = this.game.words(move);
            const button = html("button", { type: "button", title: words, "aria-label": words }, parts ? icon(parts) : words);
            button.addEventListener("click", () => this.make(element, move));
            const look = () => {
                this.pointed(words);
                this.showPreview(element, preview());
            };
            for (const kind of ["focus", "pointerenter"]) button.addEventListener(kind, look);
            return button;
        });
        this.choice.replaceChildren(...buttons);
        this.choice.hidden = false;
        this.chosenAt = element;
        const [frame, at, own] = [this.choice.parentElement, element.querySelector(".hit"), this.choice].map((one) => one.getBoundingClientRect());
        const within = (value, most) => Math.max(0, Math.min(value, most));
        this.choice.style.left = `${within(at.left - frame.left + at.width / 2 - own.width / 2, frame.width - own.width)}px`;
        this.choice.style.top = `${within(at.top - frame.top + Math.min(at.height / 2, 90), frame.height - own.height)}px`;
        element.classList.add("pointed");
        buttons[0].focus({ preventScroll: true });
    }

    /// Handles keys in a choice: the arrow keys move between its buttons, and Escape closes it.
    keyOfChoice(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const by = directions[event.key];
        if (by) {
            const buttons = [...this.choice.children];
            const next = buttons.indexOf(document.activeElement) + by[0] + by[1];
            buttons.at(next % buttons.length).focus({ preventScroll: true });
        } else if (event.key === "Escape") {
            this.closeChoice(true);
        } else {
            return;
        }
        event.preventDefault();
    }

    closeChoice(back) {
        if (this.choice.hidden) return;
        this.choice.hidden = true;
        this.choice.replaceChildren();
        this.chosenAt?.classList.remove("pointed");
        if (back) this.chosenAt?.focus({ preventScroll: true });
    }
}
