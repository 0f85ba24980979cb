// A student's games: totals by version and by opponent, and the games themselves, those to look at first.
import { byId, html } from "../dom.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { cell, fillTable, LongTable, ratingCell } from "./tables.js";

const [inLadder, inFinal] = ["ladder", "final"];
const resultOrder = { lost: 1, void: 2, drawn: 3, won: 4 };

/// A game from [stage, number, version, opponent, moved first, result, ending, plies, whether it is a forfeit].
function gameOf([stage, number, version, opponent, first, result, ending, plies, isForfeit]) {
    const where = stage === 0 ? inLadder : inFinal;
    return { where, number, version, first, result, ending, plies, forfeited: isForfeit && result === "lost",
             opponent, person: stage === 0 ? opponent.replace(/ #\d+$/, "") : opponent };
}

/// What to look at first: errors of the own bot, then other losses; of the newest version, and the newest.
const order = (game) => (game.forfeited ? 0 : resultOrder[game.result]);
const byInterest = (a, b) => (a.where !== b.where ? (a.where === inFinal ? -1 : 1) : b.version - a.version || order(a) - order(b) || b.number - a.number);

/// The totals of games, by key: {key, won, drawn, lost, forfeits, games, win, loss}. `win` and `loss`: the first of them, to look at.
function totalsBy(games, keyOf) {
    const totals = new Map();
    for (const game of games) {
        if (game.result === "void") continue;
        const key = keyOf(game);
        if (!totals.has(key)) totals.set(key, { key, won: 0, drawn: 0, lost: 0, forfeits: 0, games: 0, win: null, loss: null });
        const sum = totals.get(key);
        ++sum[game.result];
        ++sum.games;
        if (game.forfeited) ++sum.forfeits;
        if (game.result === "won") sum.win ??= game;
        if (game.result === "lost") sum.loss ??= game;
    }
    return [...totals.values()];
}

const counts = ({ won, drawn, lost, forfeits }) => [cell(won, "number"), cell(drawn, "number"), cell(lost, "number"), cell(forfeits, forfeits > 0 ? "number lost" : "number")];
const titles = ["won", "drawn", "lost", "forfeits"];
const nameOf = ({ where, number }) => (where === inLadder ? String(number) : `F${number}`);
const linkTo = (game) => html("a", { href: `/${game.where}/${game.number}` }, nameOf(game));
const person = (name) => html("th", { scope: "row", class: "name" }, html("bdi", { title: visibleLine(name) }, visibleLine(name)));

function fillVersions(root, rows) {
    const line = ({ key, plays, rating, ...sum }) => html("tr", { "data-key": String(key), class: plays ? "own" : null },
        html("th", { scope: "row" }, `#${key}`, plays ? html("small", {}, " plays") : null), ratingCell(...rating), cell(sum.games, "number wide"), ...counts(sum));
    fillTable(root, "In the ladder, the newest first. Forfeits are games lost by an error of your bot.", ["#", "Elo [95 %]", ["games", "number wide"], ...titles], rows.map(line), "None yet.");
}

function fillOpponents(root, rows) {
    const look = (game) => (game ? linkTo(game) : "");
    const line = ({ key, win, loss, ...sum }) => html("tr", { "data-key": key }, person(key), ...counts(sum), cell(look(win), "number wide"), cell(look(loss), "number"));
    fillTable(root, "Who beats you most comes first", ["name", ...titles, ["a win", "number wide"], ["a loss", "number"]], rows.map(line), "None yet.");
}

function fillGames(root, rows) {
    const result = ({ result: how, ending }) => [how === "void" ? "does not count" : how, visibleLine(ending)].join(": ");
    const line = (game) => html("tr", { "data-key": nameOf(game) }, cell(linkTo(game), "number"), person(game.opponent),
        cell(result(game), game.result === "lost" ? "lost how" : "how"), cell(game.plies, "number wide"), cell(game.first ? "first" : "second", "wide"), cell(game.version, "number"));
    fillTable(root, "Click a number to see the game, with what your bot has written", ["game", ["against", "name"], "result", ["plies", "number wide"], ["moved", "wide"], "version"], rows.map(line), "None yet.");
}

/// Fills a list of choices, [value, words], and keeps what was chosen if it is still there.
function fillChoices(select, choices) {
    const { value } = select;
    refill(select, ...choices.map(([key, words]) => html("option", { value: key, "data-key": key }, words)));
    select.value = choices.some(([key]) => key === value) ? value : choices[0][0];
}

export class OwnGames {
    constructor() {
        Object.assign(this, { games: [], ratings: new Map(), playing: null, chosen: false });
        this.scope = byId("games-scope");
        this.opponent = byId("games-opponent");
        this.versions = new LongTable("by-version", 6, fillVersions);
        this.opponents = new LongTable("by-opponent", 8, fillOpponents);
        this.list = new LongTable("games", 15, fillGames);
        this.scope.addEventListener("change", () => {
            this.chosen = true;
            this.show();
        });
        this.opponent.addEventListener("change", () => this.show());
        this.show();
    }

    take({ reset, games }) {
        const news = games.map(gameOf);
        this.games = (reset ? news : [...this.games, ...news]).sort(byInterest);
        this.show();
    }

    /// `versions`: [version, elo, lower, upper, games, half points].
    takeRatings(versions) {
        this.ratings = new Map(versions.map(([version, ...rating]) => [version, rating.slice(0, 3)]));
        this.showVersions();
    }

    setPlaying(version) {
        if (this.playing === version) return;
        this.playing = version;
        this.showVersions();
    }

    showVersions() {
        const sums = totalsBy(this.games.filter(({ where }) => where === inLadder), ({ version }) => version);
        this.versions.show(sums.map((sum) => ({ ...sum, plays: sum.key === this.playing, rating: this.ratings.get(sum.key) ?? [null, null, null] })));
    }

    show() {
        this.showVersions();
        const versions = [...new Set(this.games.filter(({ where }) => where === inLadder).map(({ version }) => version))];
        const final = this.games.some(({ where }) => where === inFinal) ? [["final", "the final"]] : [];
        const scopes = [...final, ...versions.map((version) => [String(version), `version ${version}`]), ["all", "all versions"]];
        // The newest is shown until something else is chosen.
        if (!this.chosen) this.scope.value = "";
        fillChoices(this.scope, scopes);
        const scope = this.scope.value;
        const games = this.games.filter(({ where, version }) => (scope === "all" ? where === inLadder : scope === "final" ? where === inFinal : where === inLadder && version === Number(scope)));
        const sums = totalsBy(games, (game) => game.person).sort((a, b) => b.lost - b.won - (a.lost - a.won) || b.forfeits - a.forfeits || a.key.localeCompare(b.key));
        this.opponents.show(sums);
        fillChoices(this.opponent, [["", "everybody"], ...sums.map(({ key }) => [key, visibleLine(key)]).sort(([, a], [, b]) => a.localeCompare(b))]);
        this.list.show(this.opponent.value ? games.filter((game) => game.person === this.opponent.value) : games);
    }
}
