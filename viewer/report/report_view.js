// The report of a tournament. Connects its parts.
import { byId, html } from "../dom.js";
import { gameWordsOf } from "../game_words.js";
import { refill } from "../refill.js";
import { visibleLine } from "../text.js";
import { showBracket } from "./bracket.js";
import { showCourse } from "./course.js";
import { showEndings, showForfeits } from "./endings.js";
import { Games, readGamesAddress } from "./games.js";
import { Report } from "./model.js";
import { showSprt } from "./sprt.js";
import { showSquares } from "./squares.js";
import { showStandings } from "./standings.js";
import { showTimes } from "./times.js";

/// Who is first, in words; empty before the first game.
function leaderInWords({ data: { entrants, played, order }, names }) {
    if (played === 0 || entrants.length === 0) return "";
    const [{ rank, points, rating }] = entrants;
    const first = entrants.filter((entrant) => entrant.rank === rank).length;
    if (first > 1) return first === 2 ? `${names[0]} and ${names[1]} share the first place` : `${first} entrants share the first place`;
    if (order === "bracket") return `${names[0]} is first`;
    return `${names[0]} is first, with ${order === "rating" ? `${rating} Elo` : `${points} points`}`;
}

export class ReportView {
    /// `live` is true for a tournament in progress. Its report has no times and no course.
    constructor(report = Report.of(document), live = false) {
        this.live = live;
        this.games = new Games(report, live);
        this.draw(report);
        addEventListener("hashchange", () => this.followAddress());
        this.followAddress();
        // A click on a name that is too long for its cell shows the whole name.
        document.querySelector("main.report").addEventListener("click", ({ target }) => target.closest("a, button") ?? target.closest("tbody .name")?.classList.toggle("unfolded"));
    }

    /// Shows the new state of the tournament. Keeps the user's choices.
    update(report) {
        this.games.update(report);
        this.draw(report);
    }

    draw(report) {
        this.showHead(report);
        showStandings(report);
        this.showWords("changes", report.data.changes);
        this.showWords("left-out", report.data.left_out);
        this.showWords("machine", report.data.machine);
        showBracket(report);
        showSprt(report);
        showSquares(report);
        showCourse(report);
        showEndings(report);
        showForfeits(report);
        if (!this.live) showTimes(report);
        refill(byId("report-text"), report.data.text);
        this.showSections();
    }

    showHead(report) {
        const head = report.data.head.map(visibleLine);
        const [[game, ...settings], lines] = [head.slice(0, report.data.settings), head.slice(report.data.settings)];
        const unfinished = lines.findIndex((line) => line.startsWith("not finished"));
        byId("report-unfinished").hidden = unfinished < 0;
        if (unfinished >= 0) refill(byId("report-unfinished"), lines.splice(unfinished, 1)[0]);
        // The live page shows this line as a progress bar.
        const counted = this.live ? lines.findIndex((line) => /^\d+ of \d+ games played$/.test(line)) : -1;
        if (counted >= 0) lines.splice(counted, 1);
        const colon = game.indexOf(":");
        const title = gameWordsOf(report.data)?.title ?? (colon < 0 ? game : game.slice(0, colon));
        const given = visibleLine(report.data.title ?? "");
        refill(byId("report-title"), given || title);
        const event = [report.data.event ?? "", given ? title : ""].filter((line) => line !== "").map(visibleLine);
        if (colon >= 0) settings.unshift(game.slice(colon + 1).replaceAll(",", ", "));
        refill(byId("report-head"), ...[...event, leaderInWords(report), ...lines].filter(Boolean).map((line) => html("span", {}, line)));
        byId("report-settings").hidden = settings.length === 0;
        refill(byId("report-settings-lines"), ...settings.map((line) => html("p", {}, line)));
        this.title = given || `${title} - tournament`;
        this.named();
    }

    showWords(id, words) {
        byId(id).hidden = words === "";
        refill(byId(`${id}-words`), words);
    }

    named() {
        document.title = this.title;
    }

    showSections() {
        const links = [...document.querySelectorAll("main.report > section[id]")].filter((section) => !section.hidden)
            .map((section) => html("a", { href: `#${section.id}` }, section.querySelector("h2").textContent));
        refill(byId("report-nav"), ...links);
    }

    /// If the address names games, filters the list of games and scrolls to it.
    followAddress() {
        const wanted = readGamesAddress(location.hash);
        if (wanted === null) return;
        this.games.choose(wanted);
        byId("games").scrollIntoView();
        byId("games-title").focus({ preventScroll: true });
    }
}
