// The data of a report: the tournament as `referee view` put it into the page. Entrants are identified by their places in the
// standings, counted from 0.
//
// data: title and event (what the publisher says), head (lines), format, played, game (its name), limit and first_limit (µs a move, and
// for the first one), ties (titles of the tie-breaks), entrants, notes, tallies
// ([first, second, won, drawn, lost] as the first sees it), superiority (a square of texts, or null), chances (lines), endings,
// changes, left_out and machine (texts of lines), bracket, sprt (or null), course ({games, elo}, or null), text. All words are those of `referee standings`.
import { visibleLine } from "../text.js";

const columns = ["number", "round", "first", "second", "winner", "ending", "plies", "page", "match"];

/// Half points as points: "3.5"
export function points(half) {
    return (half / 2).toFixed(1);
}

export class Report {
    /// Reads the data that is embedded in a page.
    static of(page) {
        const { endings, games } = JSON.parse(page.getElementById("games-data").textContent);
        return new Report(JSON.parse(page.getElementById("report-data").textContent), endings, games.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))));
    }

    constructor(data, endings, games) {
        this.data = data;
        this.endings = endings.map(visibleLine);
        /// In the order of their numbers. `winner`: 0 the first, 1 the second, null a draw, -1 the game counts for nobody.
        this.games = games;
        this.names = this.data.entrants.map((entrant) => visibleLine(entrant.name));
        this.meetings = new Map();
        for (const [first, second, won, drawn, lost] of this.data.tallies) {
            this.count(first, second, won, drawn, lost);
            this.count(second, first, lost, drawn, won);
        }
    }

    count(one, other, won, drawn, lost) {
        const key = one * this.names.length + other;
        const sum = this.meetings.get(key) ?? { won: 0, drawn: 0, lost: 0 };
        this.meetings.set(key, { won: sum.won + won, drawn: sum.drawn + drawn, lost: sum.lost + lost });
    }

    /// The games that one won, drew and lost against another; null if they have not met.
    between(one, other) {
        return this.meetings.get(one * this.names.length + other) ?? null;
    }

    /// The id of an entrant in addresses, and the entrant with an id (undefined: none).
    id(place) {
        return place;
    }

    place(id) {
        return id < this.names.length ? id : undefined;
    }

    /// The address of a game.
    address(game) {
        return (game.page > 0 ? `games/${game.page}.html` : "") + `#match=${game.match}`;
    }

    /// The half points that a game gave an entrant.
    half(game, entrant) {
        if (game.winner === -1) return 0;
        if (game.winner === null) return 1;
        return (game.winner === 0 ? game.first : game.second) === entrant ? 2 : 0;
    }
}
