// A file that a student only tries: how far it is, what its check says, and its games. Nobody else sees them.
import { byId, html } from "../dom.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { cell, fillTable } from "./tables.js";
import { indentedLines } from "./versions.js";
import { tryInWords } from "./words.js";

export class TryPart {
    /// Takes what the arena tells of the student's newest try; null if there is none.
    show(told) {
        byId("try").hidden = !told;
        if (!told) return;
        const words = tryInWords(told);
        if (byId("try-words").textContent !== words) byId("try-words").textContent = words;
        const { games, check, build_output: build, choice } = told;
        const link = (number, { is_shown: isShown }) => (isShown ? html("a", { href: `/tries/${number}` }, `game ${number}`) : `game ${number} is too long to be shown`);
        const line = (game, i) => html("tr", { "data-key": String(i) }, html("th", { scope: "row" }, link(i + 1, game)), cell(visibleLine(game.opponent)),
            cell(`${game.result === "void" ? "broken off" : game.result}: ${visibleLine(game.ending)}`, game.result === "lost" ? "lost how" : "how"), cell(game.plies, "number wide"), cell(game.first ? "first" : "second", "wide"));
        byId("try-games").hidden = games.length === 0;
        fillTable(byId("try-games"), "Open a game to see what your bot has written", ["game", "against", "result", ["plies", "number wide"], ["moved", "wide"]], games.map(line), "");
        const text = [choice, build && `What the build wrote:\n${build}`, check].filter(Boolean).join("\n");
        byId("try-check").hidden = !text;
        refill(byId("try-check"), ...indentedLines(text));
    }
}
