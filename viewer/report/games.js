// The list of games, filtered by opponents and by ending, with links to the matches.
import { byId, html } from "../dom.js";
import { counted } from "../text.js";
import { refill } from "../refill.js";
import { Table } from "./table.js";

const pageSize = 50;

/// Parses the filter in an address into {one, other}: ids of entrants, or null if the address does not name one. Null if the address is not
/// about games.
export function readGamesAddress(hash) {
    const found = /^#games=(\d{1,7})?(?:-(\d{1,7}))?$/.exec(hash);
    const number = (text) => (text === undefined ? null : Number(text));
    return found && { one: number(found[1]), other: number(found[2]) };
}

export class Games {
    /// `newestFirst` sorts the newest games to the top, for a list that grows.
    constructor(report, newestFirst = false) {
        this.report = report;
        this.one = byId("games-one");
        this.other = byId("games-other");
        this.ending = byId("games-ending");
        this.fillChoices();
        const name = (place) => html("bdi", {}, this.report.names[place]);
        const winner = (game) => (game.winner === null || game.winner === -1 ? null : game.winner === 0 ? game.first : game.second);
        const words = (game) => `Game ${game.number}: ${this.report.names[game.first]} against ${this.report.names[game.second]}`;
        this.table = new Table(byId("games-table"), { caption: "Games. Click a number to see the match.", rows: [], pageSize,
            key: (game) => game.number, sorted: newestFirst ? { title: "game", direction: -1 } : null, columns: [
            { title: "game", class: "number", head: true, value: (game) => game.number,
              cell: (game) => html("a", { href: this.report.address(game), "aria-label": words(game) }, String(game.number)) },
            { title: "first", class: "name", cell: (game) => name(game.first), value: (game) => this.report.names[game.first] },
            { title: "second", class: "name", cell: (game) => name(game.second), value: (game) => this.report.names[game.second] },
            { title: "winner", class: "name", value: (game) => (winner(game) === null ? null : this.report.names[winner(game)]),
              cell: (game) => (game.winner === null ? "draw" : winner(game) === null ? "-" : name(winner(game))) },
            { title: "ending", cell: (game) => this.report.endings[game.ending], value: (game) => this.report.endings[game.ending] },
            { title: "plies", class: "number", down: true, cell: (game) => String(game.plies), value: (game) => game.plies },
            { title: "round", class: "number", cell: (game) => String(game.round), value: (game) => game.round },
        ] });
        this.table.drawn = () => this.showCount();
        for (const select of [this.one, this.other, this.ending]) {
            select.addEventListener("change", () => {
                history.replaceState(null, "", `#games=${this.one.value}` + (this.other.value === "" ? "" : `-${this.other.value}`));
                this.filter();
            });
        }
        byId("games-back").addEventListener("click", () => this.table.turn(-1));
        byId("games-on").addEventListener("click", () => this.table.turn(1));
        this.filter();
    }

    /// Shows the new games, ranks and endings. Keeps the chosen filters.
    update(report) {
        this.report = report;
        this.fillChoices();
        byId("games-count").setAttribute("aria-live", "off");
        this.table.update(this.chosen());
    }

    fillChoices() {
        const { names, endings } = this.report;
        const entrants = names.map((text, place) => ({ value: this.report.id(place), text })).sort((a, b) => a.value - b.value);
        for (const select of [this.one, this.other]) this.fill(select, entrants);
        this.fill(this.ending, endings.map((text, value) => ({ value, text })));
    }

    /// Fills a select element. The values of its options are numbers, because the texts are untrusted.
    fill(select, choices) {
        const { value } = select;
        refill(select, html("option", { value: "" }, "all"), ...choices.map(({ value: number, text }) => html("option", { value: number }, text)));
        if (select.value !== value) select.value = value;
    }

    /// Shows the games that the filter of an address selects.
    choose({ one, other }) {
        const known = (id) => (id !== null && this.report.place(id) !== undefined ? String(id) : "");
        this.one.value = known(one);
        this.other.value = known(other);
        this.ending.value = "";
        this.filter();
    }

    filter() {
        byId("games-count").removeAttribute("aria-live");
        this.table.show(this.chosen());
    }

    chosen() {
        const number = (select) => (select.value === "" ? null : Number(select.value));
        const place = (select) => (select.value === "" ? null : this.report.place(Number(select.value)));
        const [one, other, ending] = [place(this.one), place(this.other), number(this.ending)];
        const plays = (game, who) => who === null || game.first === who || game.second === who;
        return this.report.games.filter((game) => plays(game, one) && plays(game, other) && (ending === null || game.ending === ending));
    }

    showCount() {
        const { begin, end, rows } = this.table;
        const part = rows.length > pageSize ? `, ${begin + 1} to ${end} shown` : "";
        byId("games-count").textContent = `${rows.length} of ${counted(this.report.games.length, "game", "games")}${part}`;
        byId("games-back").disabled = begin === 0;
        byId("games-on").disabled = end >= rows.length;
        byId("games-pages").hidden = rows.length <= pageSize;
    }
}
