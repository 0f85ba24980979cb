// The page for everybody: the table, the running games and the finished ones, in type for a projector.
import { byId } from "../dom.js";
import { startPage } from "../page.js";
import { Running } from "../serve/running.js";
import { Stream } from "../serve/stream.js";
import { visibleLine } from "../text.js";
import { showLast, showStandings } from "./tables.js";
import { phaseInWords, seedInWords, showMessage, titleOf } from "./words.js";

class PublicPage {
    constructor() {
        this.names = [];
        this.running = new Running(byId("running-games"), byId("running-words"), (number) => visibleLine(this.names[number] ?? `entrant ${number}`));
        setInterval(() => this.showPhase(), 1000);
        this.stream = new Stream("/public/events", {
            arena: (state) => {
                this.state = state;
                this.ahead = state.now - Date.now();
                byId("arena-title").textContent = document.title = titleOf(state.game);
                byId("seed").textContent = seedInWords(state);
                showMessage(state);
                this.showPhase();
            },
            table: (table) => showStandings(byId("ladder-table"), table),
            final: (table) => {
                byId("final").hidden = !table;
                if (table) showStandings(byId("final-table"), table, { isFinal: true });
            },
            last: (games) => showLast(byId("last-table"), games),
            running: ({ names, games }) => {
                this.names = names;
                this.running.update(games);
            },
        }, (yes) => this.say(yes ? null : "The connection to the arena is lost. Trying again."), () => this.say("This arena has no public page any more."));
    }

    say(line) {
        byId("connection").hidden = line === null;
        byId("connection").textContent = line ?? "";
    }

    showPhase() {
        if (!this.state) return;
        const words = phaseInWords(this.state, Date.now() + this.ahead);
        byId("phase").setAttribute("aria-live", "off");
        if (byId("phase").textContent !== words) byId("phase").textContent = words;
    }
}

startPage();
new PublicPage();
