// The data of the live page: the report from the server, and the games so far. The server numbers entrants as in the tournament's file, and
// these numbers never change. The parts of the report use indices in the standings, which do change.
import { Report } from "../report/model.js";

export class LiveReport extends Report {
    /// `rows` are [number, round, first, second, winner, ending, plies] with numbers of entrants. Games of an entrant that this report does
    /// not contain yet are left out until the next report.
    constructor(data, endings, rows) {
        const numbers = data.entrants.map(({ number }) => number);
        const places = new Map(numbers.map((number, place) => [number, place]));
        super(data, endings, rows.filter((row) => places.has(row[2]) && places.has(row[3])).map(([number, round, first, second, winner, ending, plies]) =>
            ({ number, round, first: places.get(first), second: places.get(second), winner, ending, plies })));
        this.numbers = numbers;
        this.places = places;
    }

    id(place) {
        return this.numbers[place];
    }

    place(id) {
        return this.places.get(id);
    }

    address(game) {
        return `/games/${game.number}`;
    }

    /// The name of the entrant with this number.
    nameOf(number) {
        return this.names[this.places.get(number)] ?? `entrant ${number}`;
    }
}
