// The page of a tournament while it is played: the parts of the report, drawn again after each update, and the boards of the running games.
import { byId, html } from "../dom.js";
import { startPage } from "../page.js";
import { ReportView } from "../report/report_view.js";
import { visibleLine } from "../text.js";
import { LiveReport } from "./live_report.js";
import { Progress } from "./progress.js";
import { Running } from "./running.js";
import { Stream } from "./stream.js";

const shortestGap = 1000;  // milliseconds between two drawings of the tables

class Live {
    constructor() {
        this.place();
        this.progress = new Progress();
        this.running = new Running(byId("running-games"), byId("running-words"), (number) => this.report.nameOf(number));
        this.endings = [];
        this.games = [];
        this.drawn = -Infinity;
        this.timer = null;
        document.addEventListener("visibilitychange", () => this.plan());
        this.stream = new Stream("/events", {
            tournament: (data) => this.take({ tournament: data }),
            games: (data) => this.takeGames(data),
            running: ({ games }) => this.takeRunning(games),
        }, (yes) => this.say(yes ? null : "The connection to the server is lost. Trying again."), () => this.say("This server has no tournament any more."));
    }

    /// The report's page, with room for the live parts.
    place() {
        const parts = byId("live-parts").content;
        const [connection, problem, progress, running] = ["connection", "problem", "progress-part", "running"].map((id) => parts.getElementById(id));
        byId("report-nav").before(connection, problem, progress);
        byId("standings").before(running);
        document.querySelector("main.report").hidden = true;
        document.querySelector(".game").after(html("a", { id: "to-play", href: "/play", hidden: true }, "Play against a bot"));
    }

    say(line) {
        byId("connection").hidden = line === null;
        byId("connection").textContent = line ?? "";
    }

    /// Why the file can't be followed now.
    sayProblem(problem) {
        byId("problem").hidden = problem === null;
        byId("problem").textContent = problem === null ? "" : visibleLine(problem);
    }

    take(news) {
        Object.assign(this, news);
        this.plan();
    }

    takeGames({ reset, endings, games }) {
        this.take({ endings, games: reset ? games : [...this.games, ...games] });
    }

    takeRunning(games) {
        this.playing = games;
        if (this.report && !document.hidden) this.running.update(games);
    }

    /// Draws no more often than people can read, and only while the page is visible.
    plan() {
        if (this.timer !== null || document.hidden || !this.tournament) return;
        this.timer = setTimeout(() => {
            this.timer = null;
            this.drawn = performance.now();
            this.draw();
        }, Math.max(0, this.drawn + shortestGap - performance.now()));
    }

    draw() {
        this.report = new LiveReport(this.tournament.report, this.endings, this.games);
        document.querySelector("main.report").hidden = false;
        byId("running").hidden = this.tournament.state !== "playing";
        this.progress.show(this.tournament);
        this.sayProblem(this.tournament.problem ?? null);
        this.running.update(this.playing ?? null);
        if (this.view) this.view.update(this.report);
        else this.view = new ReportView(this.report, true);
        // The state already says so.
        if (this.tournament.state === "playing") byId("report-unfinished").hidden = true;
    }
}

startPage();
new Live();
fetch("/api/play").then((answer) => answer.json()).then(({ bots }) => (byId("to-play").hidden = !bots.some(({ available }) => available)), () => {});
