// The beginning of a student's page: what the game is, how one wins, what is handed in, and where the rest can be read.
import { Board } from "../board.js";
import { byId, html } from "../dom.js";
import { drawingOf } from "../drawings.js";
import { endsInWords, gameWordsOf } from "../game_words.js";
import { refill } from "../refill.js";
import { visible, visibleLine } from "../text.js";
import { limitsInWords } from "./words.js";

const guides = [["rules", "All rules"], ["protocol", "What a bot reads"], ["writing_a_bot", "Your first bot"]];

/// `kits`: [{file, title}] as the arena lists them.
export class GamePart {
    constructor(kits) {
        this.board = new Board(byId("game-board"));
        this.showGuides([]);
        refill(byId("kit-list"), ...kits.map(({ file, title }) => html("a", { href: `/kits/${file}`, download: true }, title)));
    }

    showGuides(more) {
        refill(byId("guide-list"), ...[...more, ...guides].map(([name, words]) => html("a", { href: `/guide/${name}` }, words)));
    }

    /// Takes what the arena tells of its game.
    show({ name, config, rules, limits, picture, driver }) {
        const words = gameWordsOf({ game: name, rules });
        byId("game-title").textContent = words ? visibleLine(words.title) : visibleLine(name);
        const paragraphs = words?.rules(config) ?? [];
        // The rules of a built-in game say how it ends.
        if (rules) paragraphs.push(endsInWords(words));
        refill(byId("game-rules"), ...paragraphs.map((paragraph) => html("p", {}, visibleLine(paragraph))));
        byId("game-limits").textContent = limitsInWords(limits, driver !== null);
        this.showPicture(drawingOf({ name, rules }), words, config, picture);
        this.showDriver(driver);
    }

    showPicture(drawing, words, config, picture) {
        byId("game-picture").hidden = !picture || !drawing;
        if (!picture || !drawing) return;
        this.board.paint(drawing.draw({ config, ...picture, next: null }), 0);
        const { detail } = picture.result;
        byId("game-caption").textContent = `The end of a game: ${visibleLine(words?.endings?.[detail] ?? detail ?? "one side has won")}`;
    }

    /// What a hand-in is.
    showDriver(driver) {
        this.showGuides(driver ? [["drivers", "What a hand-in is"]] : []);
        byId("kit-words").textContent = driver ? `A hand-in is no program: ${visibleLine(driver.name)} calls it for each move. This is one:` :
            "Each is a small bot that plays this game. Change it, and hand in its file, or a zip of its folder.";
        refill(byId("kit-example"), ...(driver?.files ?? []).map(([file, text]) => html("pre", { tabindex: "0", "aria-label": visibleLine(file) }, visible(text))));
        byId("hand-in-rules").textContent = (driver ? "Your file, or a zip of your files," : "One program (.py, .js, .c, .cpp, .java, .go, .rs, .sh), or a zip of a project,") +
            " of at most 1 MiB. The newest version that is accepted plays; a version that is refused changes nothing.";
    }
}
