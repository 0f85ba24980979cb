// The page for everybody: the table, the running games and the finished ones, in type for a projector.
import { byId } from "../dom.js";
import { startPage } from "../page.js";
import { Followed } from "../serve/followed.js";
import { Running } from "../serve/running.js";
import { Stream } from "../serve/stream.js";
import { counted, visibleLine } from "../text.js";
import { LongTable, showLast, showStandings } from "./tables.js";
import { phaseInWords, seedInWords, showMessage, timeLeftInWords, titleOf } from "./words.js";

class PublicPage {
    constructor() {
        this.names = [];
        this.running = new Running(byId("running-games"), byId("running-words"), (number) => visibleLine(this.names[number] ?? `entrant ${number}`));
        this.followed = new Followed();
        this.finalGames = new LongTable("final-games", 20, (root, games) => showLast(root, games, this.addressOf("final")));
        setInterval(() => this.showPhase(), 1000);
        this.stream = new Stream("/public/events", {
            arena: (state) => {
                this.state = state;
                this.ahead = state.now - Date.now();
                byId("arena-title").textContent = document.title = titleOf(state.game);
                byId("seed").textContent = seedInWords(state);
                showMessage(state);
                this.showPhase();
                this.showRunning();
                this.showFinished();
            },
            final_progress: (progress) => this.showProgress(progress),
            table: (table) => showStandings(byId("ladder-table"), table),
            final: (table) => {
                byId("final").hidden = !table;
                if (table) showStandings(byId("final-table"), table, { isFinal: true });
            },
            final_games: (games) => {
                this.gamesOfFinal = games;
                this.showFinished();
            },
            followed: (followed) => this.followed.show(followed),
            last: (games) => {
                this.gamesOfLadder = games;
                this.showFinished();
            },
            running: ({ names, games }) => {
                this.names = names;
                this.games = games;
                this.running.update(games);
                this.showRunning();
            },
        }, (yes) => this.say(yes ? null : "The connection to the arena is lost. Trying again."), () => this.say("This arena has no public page any more."));
    }

    say(line) {
        byId("connection").hidden = line === null;
        byId("connection").textContent = line ?? "";
    }

    /// Nothing runs after the deadline that everybody may see, unless the final is shown.
    showRunning() {
        byId("running").hidden = !(this.games?.length > 0) && ["final", "done"].includes(this.state?.phase);
    }

    showFinished() {
        byId("final-games").hidden = !this.gamesOfFinal;
        if (this.gamesOfFinal) this.finalGames.show(this.gamesOfFinal);
        if (this.gamesOfLadder) showLast(byId("last-table"), this.gamesOfLadder, this.addressOf("ladder"));
    }

    /// The pages of all games of a stage, if everybody may see them.
    addressOf(stage) {
        return this.state?.public ? `/${stage}/` : null;
    }

    /// Shows how far the final is; null if none is being played.
    showProgress(progress) {
        byId("final-progress").hidden = !progress;
        if (!progress) return;
        const { played, games, seconds } = progress;
        byId("final-played").textContent = games === null ? counted(played, "game", "games") : `${played} of ${counted(games, "game", "games")}`;
        byId("final-left").textContent = timeLeftInWords(seconds);
        byId("final-bar").hidden = games === null;
        if (games !== null) Object.assign(byId("final-bar"), { max: Math.max(games, 1), value: played });
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
