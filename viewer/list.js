// The list of matches on a page that has more than one, filtered by bot and by ending.
import { byId, html } from "./dom.js";
import { wordsOf } from "./ending.js";
import { refill } from "./refill.js";
import { counted, visibleLine } from "./text.js";

const pageSize = 100;

/// The ending of a match in one or two words: the reason that the rules give, or the kind of forfeit.
export function endingOf({ ending, detail }) {
    return ending === "by_rules" ? detail ?? wordsOf(ending) : wordsOf(ending);
}

export class List {
    /// `open(number)` shows a match. `label(number)` returns its label.
    constructor(summaries, open, label) {
        this.summaries = summaries;
        this.label = label;
        this.open = open;
        this.begin = 0;
        this.bot = byId("filter-bot");
        this.ending = byId("filter-ending");
        this.fill(this.bot, summaries.flatMap((match) => match.names));
        this.fill(this.ending, summaries.map(endingOf));
        for (const select of [this.bot, this.ending]) select.addEventListener("change", () => this.filter());
        byId("matches-back").addEventListener("click", () => this.turn(-pageSize));
        byId("matches-on").addEventListener("click", () => this.turn(pageSize));
        byId("matches-rows").addEventListener("click", (event) => {
            const row = event.target.closest("tr");
            if (row) this.open(Number(row.dataset.match));
        });
        this.filter();
    }

    /// Fills a select element. The values of its options are indices, because the texts are untrusted.
    fill(select, values) {
        const choices = [...new Set(values)].sort();
        select.choices = choices;
        select.append(html("option", { value: "" }, "all"), ...choices.map((text, i) => html("option", { value: i }, visibleLine(text))));
    }

    filter() {
        const chosen = (select) => (select.value === "" ? null : select.choices[Number(select.value)]);
        const [bot, ending] = [chosen(this.bot), chosen(this.ending)];
        this.numbers = this.summaries.flatMap((match, i) =>
            (bot === null || match.names.includes(bot)) && (ending === null || endingOf(match) === ending) ? [i + 1] : []);
        this.begin = 0;
        this.draw();
    }

    turn(by) {
        this.begin += by;
        this.draw();
    }

    /// The match after (`by` is 1) or before (-1) a match in the filtered list.
    neighbour(number, by) {
        const others = this.numbers.filter((other) => (by > 0 ? other > number : other < number));
        return by > 0 ? others[0] : others[others.length - 1];
    }

    /// Marks the match that is shown, and turns to its page of the list.
    show(number) {
        this.current = number;
        const place = this.numbers.indexOf(number);
        if (place >= 0 && (place < this.begin || place >= this.begin + pageSize)) this.begin = Math.floor(place / pageSize) * pageSize;
        this.draw();
    }

    draw() {
        const shown = this.numbers.slice(this.begin, this.begin + pageSize);
        refill(byId("matches-rows"), ...shown.map((number) => this.row(number)));
        const part = this.numbers.length > pageSize ? `, ${this.begin + 1} to ${this.begin + shown.length} shown` : "";
        byId("matches-count").textContent = `${this.numbers.length} of ${counted(this.summaries.length, "match", "matches")}${part}`;
        byId("matches-back").disabled = this.begin === 0;
        byId("matches-on").disabled = this.begin + pageSize >= this.numbers.length;
        byId("matches-back").parentElement.hidden = this.numbers.length <= pageSize;
    }

    row(number) {
        const match = this.summaries[number - 1];
        const winner = match.winner === null ? (match.ending === "aborted" ? "-" : "draw") : visibleLine(match.names[match.winner]);
        const name = (player) => html("td", { class: match.winner === player ? "name won" : "name" }, visibleLine(match.names[player]));
        return html("tr", { "data-key": number, "data-match": number, "aria-current": number === this.current ? "true" : null },
            html("td", {}, html("button", { type: "button", class: "link", "aria-label": `Match ${this.label(number)}` }, String(this.label(number)))),
            name(0), name(1), html("td", { class: "name winner" }, winner), html("td", {}, visibleLine(endingOf(match))), html("td", { class: "count" }, String(match.plies)));
    }
}
