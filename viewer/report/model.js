// The data of a report: the tournament, which `referee view` has embedded in the page. Entrants are identified by their index in the
// standings, counted from 0.
//
// data: title and event (given by the publisher), head (lines), settings (how many of these, the first ones, are settings), format, played, game (its name), limit and first_limit (for a move, and for
// the first move, in µs), ties (titles of the tie-breaks), zero (of the ratings, in words), absolute (whether an anchor has a number, so that
// ratings have no plus), entrants, notes, tallies ([first, second, won, drawn, lost], counted for the first), superiority (a square of texts, or null), chances (lines), endings, changes, left_out and machine (texts of lines), bracket, sprt
// (or null), course ({games, elo}, or null), text. All texts are those of `referee standings`.
import { visibleLine } from "../text.js";

const columns = ["number", "round", "first", "second", "winner", "ending", "plies", "page", "match"];

/// Converts half points to points, as text: "3.5".
export function points(half) {
    return (half / 2).toFixed(1);
}

export class Report {
    /// Reads the data embedded in a page.
    static of(page) {
        const { endings, games } = JSON.parse(page.getElementById("games-data").textContent);
        return new Report(JSON.parse(page.getElementById("report-data").textContent), endings, games.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))));
    }

    constructor(data, endings, games) {
        this.data = data;
        this.endings = endings.map(visibleLine);
        /// The games in the order of their numbers. `winner`: 0 the first, 1 the second, null a draw, -1 if the game does not count.
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

    /// The games that entrant `one` won, drew and lost against `other`; null if they have not met.
    between(one, other) {
        return this.meetings.get(one * this.names.length + other) ?? null;
    }

    /// The id of an entrant in URLs. Here it is the entrant's index; LiveReport has lasting numbers instead. place() is the inverse
    /// (undefined if there is no such entrant).
    id(place) {
        return place;
    }

    place(id) {
        return id < this.names.length ? id : undefined;
    }

    /// The address of a game's match.
    address(game) {
        return (game.page > 0 ? `games/${game.page}.html` : "") + `#match=${game.match}`;
    }

    /// The half points that an entrant got from a game.
    half(game, entrant) {
        if (game.winner === -1) return 0;
        if (game.winner === null) return 1;
        return (game.winner === 0 ? game.first : game.second) === entrant ? 2 : 0;
    }
}
