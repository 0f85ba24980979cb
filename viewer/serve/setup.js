// The form in which a person chooses a game and a bot.
import { byId, html } from "../dom.js";
import { drawingOf, icon } from "../drawings.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { post } from "./stream.js";

const drawingOffered = (game) => game && drawingOf({ name: game.name, rules: game.description });
const plain = (name) => name.replaceAll("_", " ");

/// Parses "height=6,width=7" into {height: "6", width: "7"}.
function read(settings) {
    return Object.fromEntries((settings ?? "").split(",").filter(Boolean).map((part) => part.split("=")));
}

/// "+180" as "+180", and "<-474" as "below -474", with a minus sign.
const ratingInWords = (elo) => elo.replace("<", "below ").replace(">", "above ").replace("-", "\u2212");

export class Setup {
    /// `offer` lists the games and bots of the server. `begun(id)` is called with the id of a new match.
    constructor(offer, begun) {
        this.offer = offer;
        this.begun = begun;
        this.given = read(offer.settings);
        this.root = byId("setup");
        refill(byId("setup-games"), ...offer.games.filter(drawingOffered).map((game) => this.card(game)));
        byId("setup-games").addEventListener("change", () => {
            this.showSettings();
            this.showBots();
        });
        byId("setup-settings").addEventListener("input", (event) => {
            this.follow(event.target);
            this.showRules();
        });
        this.showMissing();
        const time = byId("setup-time");
        time.value = offer.move_ms / 1000;
        time.max = offer.most_move_ms / 1000;
        // The browser can show what is wrong only in a field that is visible.
        this.root.addEventListener("invalid", () => (byId("setup-more").open = true), { capture: true });
        this.root.addEventListener("submit", (event) => {
            event.preventDefault();
            this.play(this.chosen());
        });
        this.showSettings();
        this.showBots();
    }

    card(game) {
        const { name } = game;
        const drawing = drawingOffered(game);
        return html("label", { class: "card" }, html("input", { type: "radio", name: "game", value: name, checked: name === this.offer.game, required: true }),
            icon(drawing.piece(0)), icon(drawing.piece(1)), html("span", {}, drawing.title));
    }

    showMissing() {
        const missing = this.offer.bots.filter((bot) => !bot.available);
        byId("setup-missing").hidden = missing.length === 0;
        refill(byId("setup-missing-list"), ...missing.map((bot) => html("li", {}, html("bdi", {}, visibleLine(bot.name)), `: ${visibleLine(bot.why ?? "it can't be started")}`)));
    }

    /// Shows the bots that play the game: those with a rating from the weakest to the strongest, and then the others. Keeps the chosen one.
    showBots() {
        const { bots } = this;
        const rated = bots.filter(({ rating }) => rating).sort((one, other) => other.rating.row - one.rating.row);
        const free = bots.filter(({ available }) => available);
        const chosen = free.find(({ i }) => i === this.bot) ?? free[0];
        const row = ({ i, name, available, about, rating }) => html("label", { class: "bot" }, html("input", { type: "radio", name: "bot", value: i, checked: i === chosen?.i, disabled: !available, required: true }),
            html("span", { class: "bot-name" }, html("bdi", {}, visibleLine(name)), available ? null : ", not available"),
            rating ? html("span", { class: "rating" }, `${ratingInWords(rating.elo)} Elo`) : rated.length > 0 ? html("span", { class: "rating" }, "no rating") : null, about ? html("small", {}, about) : null);
        byId("setup-bot").replaceChildren(...[...rated, ...bots.filter(({ rating }) => !rating)].map(row));
        byId("setup-bot-title").textContent = rated.length > 1 ? "Bot, weakest first" : "Bot";
        byId("setup-rated").hidden = rated.length === 0;
        byId("setup-play").disabled = !this.hasBot;
        this.refuse(null);
    }

    /// The bots that play the game, with their index `i` in the offer and their rating.
    get bots() {
        const game = this.start?.game ?? this.game;
        const rating = ({ ratings = {} }) => (Object.hasOwn(ratings, game) ? ratings[game] : null);  // a game may be called "constructor"
        return this.offer.bots.map((bot, i) => ({ ...bot, i, rating: rating(bot) })).filter(({ refuses }) => !refuses?.includes(game));
    }

    get hasBot() {
        return this.bots.some((bot) => bot.available);
    }

    get game() {
        return this.root.elements.game.value;
    }

    /// The index of the chosen bot.
    get bot() {
        return Number(byId("setup-bot").querySelector("input:checked")?.value ?? -1);
    }

    offered(name) {
        return this.offer.games.find((game) => game.name === name);
    }

    showSettings() {
        const { settings = [] } = this.offered(this.game) ?? {};
        const given = this.game === this.offer.game ? this.given : {};
        const field = ({ name, value, follows, least, most }) => html("input", { id: `setting-${name}`, "aria-describedby": `meaning-${name}`, type: "number", "data-setting": name, "data-usual": value, min: least, max: most, step: 1,
            "data-follows": follows, placeholder: follows ?? "default", value: given[name] ?? (follows ? null : value) });
        const fields = settings.map((setting) => html("div", { class: "field" }, html("label", { for: `setting-${setting.name}` }, plain(setting.name)),
            field(setting), html("small", { id: `meaning-${setting.name}` }, setting.meaning)));
        byId("setup-other-game").hidden = !this.offer.tournament || this.game === this.offer.tournament;
        byId("setup-settings").replaceChildren(...fields);
        this.showRules();
    }

    get fields() {
        return [...byId("setup-settings").querySelectorAll("input")];
    }

    /// Shows the rules for the current values of the fields.
    showRules() {
        const config = Object.fromEntries(this.fields.map(({ dataset, value }) => [dataset.setting, Number(value || dataset.usual)]));
        byId("setup-rules").replaceChildren(...drawingOffered(this.offered(this.game)).rules(config).map((paragraph) => html("p", {}, paragraph)));
    }

    /// When a setting changes, clears those that are computed from other settings, unless the person has set them.
    follow(changed) {
        changed.dataset.set = "";
        for (const input of this.fields) if (input.dataset.follows && input.dataset.set === undefined) input.value = "";
    }

    chosen() {
        const { bot, you, move_ms } = this.whom();
        if (this.start) return { bot, game: this.start.game, settings: this.start.settings, you, move_ms, seed: this.start.seed, moves: this.start.moves };
        const changed = this.fields.filter((input) => input.value !== "" && (input.dataset.follows || input.value !== input.dataset.usual));
        return { bot, game: this.game, settings: changed.map((input) => `${input.dataset.setting}=${input.value}`).join(","), you, move_ms };
    }

    whom() {
        return { bot: this.bot, you: Number(this.root.elements.you.value),
                 move_ms: Math.max(1, Math.round(Number(byId("setup-time").value) * 1000)) };
    }

    /// Prepares a match that continues from `start` {game, settings, seed, moves, you}, or a new match if `start` is null.
    goOnFrom(start) {
        this.start = start;
        for (const id of ["setup-game-part", "setup-settings", "setup-rules"]) byId(id).hidden = start !== null;
        byId("setup-from").hidden = start === null;
        this.showBots();
        if (start === null) return;
        byId("setup-from").textContent = `The match goes on after ply ${start.moves.length}: ${drawingOffered(this.offered(start.game))?.title ?? start.game}`;
        const side = [...this.root.elements.you].find((input) => input.value === String(start.you));
        if (side) side.checked = true;
    }

    /// Starts the match. Returns the error, or null.
    async play(wanted) {
        this.refuse(null);
        const had = document.activeElement;
        byId("setup-play").disabled = true;
        const { data, error } = await post("/api/matches", wanted);
        byId("setup-play").disabled = !this.hasBot;
        if (error && document.activeElement === document.body) had.focus();  // a button that is disabled loses the focus
        if (error) this.refuse(error);
        else this.begun(data.id);
        return error;
    }

    /// Shows why no match has begun. Without a bot there is always a reason.
    refuse(line) {
        const reason = line ?? (this.hasBot ? null : this.offer.bots.some((bot) => bot.available) ? "None of the bots here plays this game." : "No bot is available here.");
        byId("setup-error").hidden = reason === null;
        byId("setup-error").textContent = reason === null ? "" : visibleLine(reason);
    }

    /// The request for another match with the same settings and bot. `state` is the state of the old match.
    again(state, you) {
        const names = new Set(this.offered(state.game)?.settings.map(({ name }) => name) ?? []);
        const settings = Object.entries(state.config).filter(([name, value]) => typeof value === "string" || (names.has(name) && typeof value === "number"));
        return { bot: this.offer.bots.findIndex(({ name }) => name === state.names[1 - state.you]), game: state.game,
                 settings: settings.map(([name, value]) => `${name}=${value}`).join(","), you, move_ms: state.move_ms };
    }
}
