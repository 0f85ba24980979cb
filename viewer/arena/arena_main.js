// A student's page: hands in files, and shows verdicts, the rating, the games and the table as they come.
import { byId, html } from "../dom.js";
import { startPage } from "../page.js";
import { refill } from "../refill.js";
import { post, Stream } from "../serve/stream.js";
import { counted, visibleLine } from "../text.js";
import { ask, askWho, enter, showEntrance, takeToken } from "./entering.js";
import { GamePart } from "./game_part.js";
import { HandIn } from "./hand_in.js";
import { OwnCourse } from "./own_course.js";
import { OwnGames } from "./own_games.js";
import { showStandings } from "./tables.js";
import { TryPart } from "./try_part.js";
import { indentedLines, Versions } from "./versions.js";
import { eloInWords, phaseInWords, seedInWords, showMessage, verdictInWords } from "./words.js";

const introduction = ["game", "rules", "kits"];
const parts = [["hand-in", "Hand in"], ["versions", "Versions"], ["rating", "Rating"], ["games", "Games"], ["table", "Table"]];
const partsAtFirst = [["game", "The game"], ["rules", "1 Rules"], ["kits", "2 Starter kit"], ["hand-in", "3 Hand in"], ["table", "Table"]];

class StudentPage {
    constructor({ you, kits, max_bytes: most }) {
        this.you = you;
        this.versions = new Versions("version-list", (version) => `/versions/${version}`, (version) => this.playAgain(version));
        this.course = new OwnCourse();
        this.games = new OwnGames();
        const [game, tried] = [new GamePart(kits), new TryPart()];
        new HandIn(most, (version) => this.playAgain(version));
        byId("arena-title").textContent = `You are ${visibleLine(you.name)}` + (you.team ? `, of ${visibleLine(you.team)}` : "");
        document.title = `${visibleLine(you.name)} - Arena`;
        byId("student").hidden = byId("parts").hidden = byId("leave").hidden = false;
        this.arrange(!you.accepted);
        byId("leave").addEventListener("click", async () => {
            await post("/api/leave", {});
            location.reload();
        });
        setInterval(() => this.showPhase(), 1000);
        this.stream = new Stream("/events", {
            arena: (state) => {
                this.state = state;
                this.ahead = state.now - Date.now();
                byId("seed").textContent = seedInWords(state);
                showMessage(state);
                this.showPhase();
            },
            game: (told) => game.show(told),
            versions: (told) => this.takeVersions(told),
            progress: (progress) => this.takeProgress(progress),
            try: (told) => tried.show(told),
            table: (table) => showStandings(byId("ladder-table"), table, { own: you.person }),
            final: (table) => {
                byId("final").hidden = !table;
                if (table) showStandings(byId("final-table"), table, { own: you.person, isFinal: true });
            },
            own: (own) => this.takeOwn(own),
            games: (told) => this.games.take(told),
        }, (yes) => this.say(yes ? null : "The connection to the arena is lost. Trying again."), () => location.reload());
    }

    /// Until a first version is accepted, the page begins with the game. `begins`: whether it is so.
    arrange(begins) {
        if (this.begins === begins) return;
        this.begins = begins;
        const [main, sections] = [byId("student"), introduction.map(byId)];
        main.classList.toggle("begins", begins);
        for (const id of ["rating", "games"]) byId(id).hidden = begins;
        // What has the focus must stay where it is.
        if (!sections.some((section) => section.contains(document.activeElement))) begins ? main.prepend(...sections) : main.append(...sections);
        refill(byId("parts"), ...(begins ? partsAtFirst : [...parts, ["game", "The game"]]).map(([id, words]) => html("a", { href: `#${id}` }, words)));
    }

    say(line) {
        byId("connection").hidden = line === null;
        byId("connection").textContent = line ?? "";
    }

    showPhase() {
        if (!this.state) return;
        const words = phaseInWords(this.state, Date.now() + this.ahead);
        if (byId("phase").textContent !== words) byId("phase").textContent = words;
        // Screen readers should not announce each second.
        byId("phase").setAttribute("aria-live", this.state.phase === "running" ? "off" : "polite");
        const open = this.state.phase === "running";
        byId("file").disabled = byId("try-file").disabled = !open;
        this.versions.setOpen(open);
        byId("again-words").hidden = !open || !this.versions.versions.some(({ may_return: mayReturn }) => mayReturn);
        byId("drop").hidden = !open;
    }

    takeVersions(told) {
        this.versions.take(told);
        this.arrange(!told.accepted);
        byId("versions").hidden = told.versions.length === 0;
        const [newest] = told.versions;
        if (!newest) return;
        this.games.setPlaying(told.versions.find(({ plays }) => plays)?.version ?? null);
        const words = verdictInWords(newest, told.versions.find(({ plays }) => plays));
        if (byId("hand-in-words").textContent !== words) byId("hand-in-words").textContent = words;
        this.newest = newest;
        this.showCheck(newest.check);
    }

    /// Lets an older version play again, if the student is sure.
    async playAgain(version) {
        const error = byId("again-error");
        error.hidden = true;
        if (!(await ask(byId("again"), `Let version ${version} play again? It plays until a later version is accepted, and in the final.`))) return;
        const answer = await post("/api/play-again", { version });
        byId("versions-title").focus();  // the button may be gone
        error.hidden = answer.error === null;
        error.textContent = answer.error ? `Version ${version} does not play again: ${visibleLine(answer.error)}.` : "";
    }

    takeProgress({ version, text }) {
        if (this.newest?.version === version) this.showCheck(text);
    }

    showCheck(text) {
        const check = byId("check");
        const isAtEnd = check.scrollHeight - check.scrollTop - check.clientHeight < 30;
        check.hidden = !text;
        refill(check, ...indentedLines(text));
        if (isAtEnd) check.scrollTop = check.scrollHeight;
    }

    takeOwn({ versions, course, place, of }) {
        const newest = versions.findLast(([, elo]) => elo !== null);
        byId("rating-words").textContent = !newest ? "No rated game yet." :
            `Version ${newest[0]}: ${eloInWords(newest[1], newest[2], newest[3])} Elo after ${counted(newest[4], "game", "games")}` + (place ? `; place ${place} of ${of}` : "");
        this.course.show(course);
        this.games.takeRatings(versions);
    }
}

async function start() {
    startPage();
    const token = takeToken();
    const entered = token ? await enter(token) : {};
    if (entered.role === "teacher") return location.replace("/teacher");
    const who = await askWho();
    if (!who) return;
    byId("to-public").hidden = !who.public;
    if (who.you && !entered.error) return new StudentPage(who);
    showEntrance(entered.error ?? null, (role) => (role === "teacher" ? location.replace("/teacher") : location.reload()));
}

start();
addEventListener("hashchange", () => /^#[0-9A-Za-z-]{26,40}$/.test(location.hash) && location.reload());
