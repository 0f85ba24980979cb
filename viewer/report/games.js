// The list of games, by who plays whom and by ending. Each leads to the match itself.
import { byId, html } from "../dom.js";
import { counted } from "../text.js";
import { Table } from "./table.js";

const pageSize = 50;

/// What an address says of the list: {one, other} as places of entrants, or null; null where it is about something else.
export function readGamesAddress(hash) {
    const found = /^#games=(\d{1,7})?(?:-(\d{1,7}))?$/.exec(hash);
    const number = (text) => (text === undefined ? null : Number(text));
    return found && { one: number(found[1]), other: number(found[2]) };
}

export class Games {
    constructor(report) {
        this.report = report;
        this.one = byId("games-one");
        this.other = byId("games-other");
        this.ending = byId("games-ending");
        for (const select of [this.one, this.other]) this.fill(select, report.names);
        this.fill(this.ending, report.endings);
        const name = (place) => html("bdi", {}, report.names[place]);
        const winner = (game) => (game.winner === null || game.winner === -1 ? null : game.winner === 0 ? game.first : game.second);
        this.table = new Table(byId("games-table"), { caption: "Games. The number leads to the board.", rows: [], pageSize, columns: [
            { title: "game", class: "number", head: true, value: (game) => game.number,
              cell: (game) => html("a", { href: report.address(game), "aria-label": `Game ${game.number}: ${report.names[game.first]} against ${report.names[game.second]}` }, String(game.number)) },
            { title: "round", class: "number", cell: (game) => String(game.round + 1), value: (game) => game.round },
            { title: "first", class: "name", cell: (game) => name(game.first), value: (game) => report.names[game.first] },
            { title: "second", class: "name", cell: (game) => name(game.second), value: (game) => report.names[game.second] },
            { title: "winner", class: "name", value: (game) => (winner(game) === null ? null : report.names[winner(game)]),
              cell: (game) => (game.winner === null ? "draw" : winner(game) === null ? "-" : name(winner(game))) },
            { title: "ending", cell: (game) => report.endings[game.ending], value: (game) => report.endings[game.ending] },
            { title: "plies", class: "number", down: true, cell: (game) => String(game.plies), value: (game) => game.plies },
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

    /// The choices are told apart by number: their words are strangers'.
    fill(select, choices) {
        select.replaceChildren(html("option", { value: "" }, "all"), ...choices.map((text, i) => html("option", { value: i }, text)));
    }

    /// Shows the games of an address.
    choose({ one, other }) {
        const known = (place) => (place !== null && place < this.report.names.length ? String(place) : "");
        this.one.value = known(one);
        this.other.value = known(other);
        this.ending.value = "";
        this.filter();
    }

    filter() {
        const chosen = (select) => (select.value === "" ? null : Number(select.value));
        const [one, other, ending] = [chosen(this.one), chosen(this.other), chosen(this.ending)];
        const plays = (game, place) => place === null || game.first === place || game.second === place;
        this.table.show(this.report.games.filter((game) => plays(game, one) && plays(game, other) && (ending === null || game.ending === ending)));
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
