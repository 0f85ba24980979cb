// A match that a person plays against a bot. Shows the states that the server sends, and sends the person's moves.
import { Board } from "../board.js";
import { byId, html } from "../dom.js";
import { drawingOf, icon } from "../drawings.js";
import { endingMeaning, forfeitInWords, ownResult } from "../ending.js";
import { goalInWords } from "../game_words.js";
import { infoInWords } from "../info.js";
import { hasSecrets } from "../own_words.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { post, Stream } from "./stream.js";
import { Targets } from "./targets.js";

const motion = 600;  // milliseconds
const maxInWords = 3000;  // more buttons would not be useful

// The result in two parts: "You won" and "square, after 17 plies".
function verdict({ result, names, you, ply }) {
    return ownResult({ result, names, you, length: ply });
}

// Explains the ending. `words` are the texts about the game.
function explanation({ result, names, ply }, words) {
    const { failure, limits, meaning } = result;
    return failure ? forfeitInWords({ failure, result, limits, meaning, who: visibleLine(names[failure.player]), length: ply }) : endingMeaning(result, words);
}

export class PlayedMatch {
    /// `lost()` is called if the server does not know the match.
    constructor(lost) {
        this.lost = lost;
        this.board = new Board(byId("board"));
        this.targets = new Targets(byId("targets"), byId("choice"), (move) => this.send(move), () => this.showTurning(),
            (words) => this.showPointed(words));
        this.calm = matchMedia("(prefers-reduced-motion: reduce)");
        this.stream = null;
        byId("valid").addEventListener("toggle", () => this.showValid());
        byId("valid-moves").addEventListener("click", (event) => this.sendButton(event));
        byId("other-moves").addEventListener("click", (event) => this.sendButton(event));
        byId("turning").addEventListener("click", (event) => this.targets.turnOn(Number(event.target.closest("button")?.dataset.by ?? 0)));
        document.addEventListener("keydown", (event) => this.key(event));
    }

    open(id) {
        this.close();
        this.id = id;
        this.stream = new Stream(`/api/matches/${id}/events`, { state: (state) => this.take(state) }, (yes) => this.connected(yes), () => this.lost());
    }

    close() {
        clearTimeout(this.later);
        this.stream?.close();
        this.stream = null;
        this.state = null;
        this.targets.clear();
        this.connected(true);
        this.refuse(null);
    }

    connected(yes) {
        const line = byId("connection");
        line.hidden = yes;
        refill(line, yes ? "" : "The connection to the server is lost. Trying again.");
    }

    refuse(line) {
        byId("error").hidden = line === null;
        refill(byId("error"), line === null ? "" : visibleLine(line));
    }

    async send(move) {
        this.refuse(null);
        const { state } = this;
        refill(byId("caption"), html("b", {}, "You:"), this.game.words(move));
        const { error } = await post(`/api/matches/${this.id}/moves`, { ply: state.ply, move });
        if (!error || this.state !== state) return;
        this.refuse(error);
        this.targets.again();
        this.showCaption(state);
    }

    /// The number of plies before the person's last move; null if there is none.
    before({ made, you }) {
        const own = made.findLastIndex(([player, move]) => player === you && move !== "LOST");
        return own < 0 ? null : made.slice(0, own).filter(([, move]) => move !== "LOST").length;
    }

    /// Takes back the person's last move. This starts a new match; `begun(id)` is called with its id.
    async takeBack(begun) {
        const { id, state } = this;
        const ply = this.before(state);
        if (ply === null) return;
        byId("take-back").disabled = true;
        const { data, error } = await post(`/api/matches/${id}/back`, { ply });
        byId("take-back").disabled = false;
        if (this.id !== id) return;  // another match has been opened in the meantime
        if (error) this.refuse(error);
        else begun(data.id);
    }

    async askHint() {
        const { state } = this;
        this.refuse(null);
        refill(byId("hinted"), "The bot thinks about your move.");
        const { data, error } = await post(`/api/matches/${this.id}/hint`, {});
        if (this.state !== state) return;
        const said = infoInWords(data?.info);
        this.refuse(error);
        if (error) return refill(byId("hinted"), "");
        refill(byId("hinted"), html("p", {}, `The bot would play: ${this.game.words(data.move)}`),
            said ? html("details", {}, html("summary", {}, "What it thinks"), html("p", {}, said)) : null);
        this.targets.mark(data.move);
        for (const button of byId("other-moves").children) button.classList.toggle("advised", button.dataset.move === data.move);
    }

    /// Shows a line below the board: the move at the place under the pointer, or how to choose a move.
    showPointed(words) {
        const line = words ?? (this.state?.moves.length > 0 ? this.game.prompt : "");
        refill(byId("pointed"), this.capital(line));
    }

    capital(words) {
        return words === "" || this.game.literal ? words : words[0].toUpperCase() + words.slice(1);
    }

    sendButton(event) {
        const move = event.target.closest("button")?.dataset.move;
        if (move !== undefined) this.targets.make(null, move);
    }

    key(event) {
        if (!["r", "R"].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey || !this.state) return;
        if (event.target.closest?.("input, select, textarea, dialog")) return;
        this.targets.turnOn(event.key === "r" ? 1 : -1);
    }

    take(state) {
        const before = this.state;
        clearTimeout(this.later);
        if (before && before.ply === state.ply && before.over === state.over && before.made.length === state.made.length) return this.settle(state);
        // How many lines the person had been told of before its last move. After a reload the page does not know, unless the person cannot
        // have moved yet: the bot's first move can come before the page asks for the match.
        if (!before) this.heard = state.ply <= state.you ? 0 : state.made.length;
        else if (before.next?.player === before.you) this.heard = before.made.length;
        this.state = state;
        refill(byId("hinted"), "");
        this.game = drawingOf({ name: state.game, rules: state.rules });
        this.targets.clear();
        this.refuse(null);
        if (!before) this.begin(state);
        // If the bot has already answered, the person's own move is shown first.
        if (before && state.ply === before.ply + 2 && !this.calm.matches) {
            const last = state.secret ? null : this.lastButOne(state);
            this.paint({ ...state, frame: state.previous, previous: before.frame, last, next: null, result: null });
            this.later = setTimeout(() => this.settle(state, true), motion);
        } else {
            this.settle(state, before !== null && state.ply > before.ply);
        }
    }

    lastButOne({ made }) {
        const [player, move] = made.filter(([, text]) => text !== "LOST").at(-2);
        return { player, move };
    }

    begin({ config, names, move_ms, rules }) {
        byId("game").textContent = this.game.title;
        const settings = Object.entries(config).filter(([, value]) => typeof value === "number").map(([name, value]) => `${name}=${value}`);
        refill(byId("play-head"), visibleLine(goalInWords(this.game, config, Boolean(rules))));
        refill(byId("play-title"), this.name(0), html("span", { class: "against" }, " against "), this.name(1));
        refill(byId("rules-text"), ...this.game.rules(config).map((paragraph) => html("p", {}, paragraph)),
            html("p", { class: "notes" }, `Settings: ${[...settings, `${move_ms / 1000} s a move for the bot`].join(", ")}`));
        byId("keys-turning").hidden = !this.game.turned;
        this.notes = [0, 1].map(() => html("span", { class: "note" }));
        byId("sides").replaceChildren(...names.map((_, player) => html("p", { class: "seat" }, this.name(player), this.notes[player])));
    }

    name(player) {
        const { names, you } = this.state;
        return html("span", { class: "name" }, icon(this.game.piece(player)), html("bdi", {}, player === you ? "You" : visibleLine(names[player])));
    }

    token(player, move) {
        return icon(this.game.token?.(move) ?? this.game.piece(player));
    }

    paint(state, duration = motion) {
        const { config, frame, previous, last, next, result } = state;
        if (!frame) return { text: "", notes: [] };  // the rules of a game of one's own have failed before the first position
        const drawing = this.game.draw({ config, frame, previous, ply: last, next, result: result?.ending === "by_rules" ? result : null });
        this.board.paint(drawing, this.calm.matches ? 0 : duration);
        const { style } = byId("board-frame");
        style.setProperty("--wide", drawing.width);
        style.setProperty("--high", drawing.height);
        return drawing;
    }

    /// Shows the current state of the match.
    settle(state, moving = false) {
        this.state = state;
        const drawing = this.paint(state, moving ? motion : 0);
        refill(byId("board-text"), drawing.text);
        this.notes.forEach((note, player) => {
            const thinks = !state.over && state.next?.player === player && player !== state.you;
            refill(note, ...(thinks ? [html("span", { class: "thinking" }, "thinking")] : []),
                drawing.notes.filter((other) => other.player === player).map((other) => other.text).join(", "));
            note.parentElement.classList.toggle("to-move", state.next?.player === player && !state.over);
        });
        this.showMoves(drawing);
        this.showMade(state);
        this.showCaption(state);
        byId("leave").hidden = state.over;
        byId("take-back").hidden = state.secret || this.before(state) === null;
        byId("hint").hidden = state.over || state.moves.length === 0;
        byId("after").hidden = byId("ending-part").hidden = !state.over;
        if (state.over) this.finish(state);
    }

    showMoves(drawing) {
        const { moves, config, frame, you } = this.state;
        if (moves.length > 0) this.targets.show(this.game, moves, { config, frame, player: you }, drawing);
        else this.targets.clear();
        const { others } = this.targets;
        refill(byId("other-moves"), ...others.map((move) => this.moveButton(move)));
        if (others.length === moves.length && moves.length > 0 && document.activeElement === document.body) byId("other-moves").firstElementChild.focus();
        this.showTurning();
        this.showValid();
    }

    moveButton(move) {
        return html("button", { type: "button", "data-key": move, "data-move": move }, this.capital(this.game.words(move)));
    }

    showTurning() {
        const { turns, turn } = this.targets;
        byId("turning").hidden = turns.length < 2;
        if (turns.length < 2) return;
        const { config, frame, you } = this.state;
        const button = (by, label) => html("button", { type: "button", "data-by": by, "aria-label": label, title: `${label} (${by > 0 ? "r" : "R"})` }, by > 0 ? "\u21bb" : "\u21ba");
        refill(byId("turning"), button(-1, "Turn the tile back"), icon(this.game.turned(turn, { config, frame, player: you })), button(1, "Turn the tile"),
            html("span", { class: "unseen", role: "status" }, `turned by ${90 * turn}°`));
    }

    showValid() {
        if (!byId("valid").open || !this.state) return;
        const { moves, over } = this.state;
        refill(byId("valid-moves"), ...(moves.length === 0 ? [html("p", {}, over ? "The match is over." : "It is not your turn.")] : moves.slice(0, maxInWords).map((move) => this.moveButton(move))));
    }

    /// Shows the moves. In a game with secrets the person sees what it has been told in place of them.
    showMade({ made, secret }) {
        const list = byId("made");
        byId("made-title").textContent = secret ? "What you were told" : "Moves";
        let number = 0;
        refill(list, ...made.map(([player, move]) => html("li", {}, secret ? null : html("span", { class: "number" }, move === "LOST" ? "" : String(++number)), this.token(player, move),
            html("span", { class: "words" }, move === "LOST" ? "loses a turn" : visibleLine(this.game.words(move))))));
        list.scrollTop = list.scrollHeight;
    }

    /// Shows the text for screen readers: the bot's moves, and the side to move.
    showCaption(state) {
        const { names, you, over, next, last } = state;
        document.title = `${over ? verdict(state).join(": ") : next?.player === you ? "Your turn" : `${visibleLine(names[1 - you])} is to move`} - ${this.game.title}`;
        if (over) {
            const [outcome, reason] = verdict(state);
            return refill(byId("caption"), html("b", { class: "outcome" }, outcome, html("span", { class: "unseen" }, ": ")), reason);
        }
        const told = state.secret ? this.news(state) : this.theirMoves(state);
        if (state.frame?.note) told.push(html("span", { class: "unseen" }, `${state.frame.note}. `));  // it is in the picture
        if (next?.player === you) return refill(byId("caption"), html("b", {}, "Your turn."), ...told);
        if (last?.player === you && !state.secret) told.unshift(`You: ${this.game.words(last.move)}. `);
        refill(byId("caption"), ...told, this.bot(state), " is to move.");
    }

    bot({ names, you }) {
        return html("bdi", {}, visibleLine(names[1 - you]));
    }

    /// What the bot has done since the person's last move, and how many turns the person has lost since then.
    theirMoves(state) {
        const { made, you } = state;
        const own = made.findLastIndex(([player, move]) => player === you && move !== "LOST");
        const lost = made.slice(own + 1).filter(([player, move]) => player === you && move === "LOST").length;
        const theirs = made.slice(own + 1).filter(([player, move]) => player !== you && move !== "LOST").map(([, move]) => this.game.words(move));
        return [...(theirs.length > 0 ? [this.bot(state), `: ${theirs.join(", then ")}. `] : []),
                ...(lost > 0 ? [lost === 1 ? "You have lost a turn. " : `You have lost ${lost} turns. `] : [])];
    }

    /// What the person has been told since its last move, in a game with secrets.
    news(state) {
        return state.made.slice(this.heard).flatMap(([player, text]) => (player === state.you
            ? [text === "LOST" ? "You have lost a turn. " : `You: ${visibleLine(text)}. `]
            : [this.bot(state), text === "LOST" ? " has lost a turn. " : `: ${visibleLine(text)}. `]));
    }

    finish(state) {
        this.stream?.close();
        this.stream = null;
        this.connected(true);
        refill(byId("play-head"), verdict(state).join(": "));
        refill(byId("ending"), html("p", { class: "verdict" }, verdict(state).join(": ")), ...explanation(state, this.game));
        byId("see").hidden = byId("save").hidden = !state.result.limits;  // a match that could not be started has no log
        byId("see").setAttribute("href", `/matches/${this.id}`);
        byId("see").textContent = hasSecrets(state.rules) ? "See what both saw" : "See the match";
        byId("save").setAttribute("href", `/matches/${this.id}.json`);
        if (document.activeElement === document.body) byId("caption").focus({ preventScroll: true });
    }
}
