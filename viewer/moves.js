// The list of moves. Only rows near the visible part exist, because a match may have hundreds of thousands of plies.
import { html } from "./dom.js";
import { scoreInWords } from "./info.js";
import { rounded, visibleLine } from "./text.js";

const rowHeight = 28;  // in px, as in the style sheet
const beyond = 8;

/// Describes a ply in one line. `words(move)` describes the move. If that text does not contain the move as the bot sent it, it follows in
/// parentheses.
export function describe(match, number, words) {
    const told = toldInWords(match, number);
    if (number === 0) return told ? `The start; ${told}` : "The start";
    const ply = match.ply(number);
    if (told !== null) return told || `${visibleLine(match.names[ply.player])} has moved; nothing was told`;
    const lost = lostTurns(match, ply);
    const [said, sent] = [words(ply.move), ply.move].map(visibleLine);
    return `${visibleLine(match.names[ply.player])}: ${said}` + (said.includes(sent) ? "" : ` (${sent})`) + (lost ? `, then ${lost}` : "");
}

/// What the viewer was told at a position, in one line; null if it was told the move.
export function toldInWords(match, number) {
    return match.told(number)?.map(([player, text]) => `${visibleLine(match.names[player])}${text === "LOST" ? " loses a turn" : `: ${visibleLine(text)}`}`).join("; ") ?? null;
}

/// The number of turns that each side lost after a ply, as [side, count]. Sides that lost none are omitted.
function lostOf(ply) {
    return [0, 1].map((side) => [side, ply.lost.filter((other) => other === side).length]).filter(([, count]) => count > 0);
}

function lostTurns(match, ply) {
    return lostOf(ply).map(([side, count]) => `${visibleLine(match.names[side])} loses ${count === 1 ? "a turn" : `${count} turns`}`).join(", ");
}

export class Moves {
    /// `icon(player, move)` makes a small picture of a player's piece, or of the piece that the move has put on the board. `words(move)`
    /// describes a move. `go(number)` shows a position.
    constructor(root, icon, words, go) {
        Object.assign(this, { root, icon, words, go });
        root.addEventListener("scroll", () => this.render());
        root.addEventListener("click", (event) => {
            const row = event.target.closest("[data-ply]");
            if (row) this.go(Number(row.dataset.ply));
        });
        root.addEventListener("keydown", (event) => {
            const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            this.go(this.position + by);
        });
        new ResizeObserver(() => this.match && this.show(this.position)).observe(root);
    }

    load(match) {
        this.match = match;
        this.position = 0;
        this.rows = new Map();
        this.sheet = html("div", { class: "sheet", role: "presentation" });
        this.sheet.style.height = `${(match.length + 1) * rowHeight}px`;
        this.root.replaceChildren(this.sheet);
    }

    show(position) {
        this.position = position;
        const top = position * rowHeight;
        const { scrollTop, clientHeight } = this.root;
        if (top < scrollTop + rowHeight || top > scrollTop + clientHeight - 2 * rowHeight) {
            this.root.scrollTop = top - clientHeight / 2;
        }
        this.render();
        for (const [number, row] of this.rows) {
            const here = number === position;
            if ((row.getAttribute("aria-selected") === "true") !== here) row.setAttribute("aria-selected", here);
        }
        this.root.setAttribute("aria-activedescendant", `move-${position}`);
    }

    render() {
        if (!this.match) return;
        const { scrollTop, clientHeight } = this.root;
        const first = Math.max(0, Math.floor(scrollTop / rowHeight) - beyond);
        const last = Math.min(this.match.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + beyond);
        for (const [number, row] of this.rows) {
            if (number >= first && number <= last) continue;
            row.remove();
            this.rows.delete(number);
        }
        for (let number = first; number <= last; ++number) {
            if (this.rows.has(number)) continue;
            const row = this.row(number);
            this.rows.set(number, row);
            this.sheet.append(row);
        }
    }

    row(number) {
        const attributes = { role: "option", id: `move-${number}`, class: "move", "data-ply": number, "aria-posinset": number + 1,
                             "aria-setsize": this.match.length + 1, "aria-selected": number === this.position };
        const row = html("div", attributes, html("span", { class: "number" }, String(number)), ...this.cells(number));
        row.style.top = `${number * rowHeight}px`;
        return row;
    }

    cells(number) {
        const told = this.match.told(number);
        if (number === 0) return [html("span", { class: "words", title: toldInWords(this.match, 0) }, "start ", ...this.lines(told ?? []))];
        const ply = this.match.ply(number);
        const lost = lostOf(ply).map(([side, count]) => html("span", { class: "lost" }, this.icon(side), count === 1 ? "skips" : `skips ${count}`));
        const move = told !== null ? this.news(ply, told) : [
            this.icon(ply.player, ply.move),
            html("span", { class: "unseen" }, `${visibleLine(this.match.names[ply.player])}: `),
            html("span", { class: "words", title: visibleLine(ply.move) }, visibleLine(this.words(ply.move)), ...lost),
        ];
        return [
            ...move,
            html("span", { class: "score" }, scoreInWords(ply.notes?.info)),
            html("span", { class: "time" }, ply.wall === null ? (ply.given ? "given" : "") : rounded(ply.wall)),
        ];
    }

    /// What the viewer was told in place of a move.
    news(ply, told) {
        if (told.length > 0) return [html("span", { class: "words", title: toldInWords(this.match, ply.number) }, ...this.lines(told))];
        return [this.icon(ply.player), html("span", { class: "unseen" }, `${visibleLine(this.match.names[ply.player])}: `), html("span", { class: "words soft" }, "not told")];
    }

    lines(told) {
        return told.map(([player, text]) => html("span", { class: "news" }, this.icon(player), html("span", { class: "unseen" }, `${visibleLine(this.match.names[player])}: `),
            text === "LOST" ? html("span", { class: "soft" }, "skips") : visibleLine(text)));
    }
}
