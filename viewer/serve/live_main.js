// The page of a tournament in progress: the parts of the report, redrawn after each update, and the boards of the running games.
import { byId, html } from "../dom.js";
import { startPage } from "../page.js";
import { ReportView } from "../report/report_view.js";
import { visibleLine } from "../text.js";
import { Followed } from "./followed.js";
import { LiveReport } from "./live_report.js";
import { Progress } from "./progress.js";
import { Running } from "./running.js";
import { get, Stream } from "./stream.js";

const shortestGap = 1000;  // milliseconds between two updates of the tables

class Live {
    constructor() {
        this.place();
        this.progress = new Progress();
        this.running = new Running(byId("running-games"), byId("running-words"), (number) => this.report.nameOf(number));
        this.followed = new Followed();
        this.endings = [];
        this.games = [];
        this.drawn = -Infinity;
        this.timer = null;
        document.addEventListener("visibilitychange", () => this.plan());
        this.stream = new Stream("/events", {
            tournament: (data) => this.take({ tournament: data }),
            games: (data) => this.takeGames(data),
            running: ({ games }) => this.takeRunning(games),
            followed: (followed) => this.takeFollowed(followed),
        }, (yes) => this.say(yes ? null : "The connection to the server is lost. Trying again."), () => this.say("This server has no tournament any more."));
    }

    /// Inserts the live parts into the page of the report.
    place() {
        const parts = byId("live-parts").content;
        const [connection, problem, progress, followed, running] = ["connection", "problem", "progress-part", "followed", "running"].map((id) => parts.getElementById(id));
        byId("report-nav").before(connection, problem, progress);
        byId("standings").before(followed, running);
        document.querySelector("main.report").hidden = true;
        document.querySelector(".game").after(html("a", { id: "to-play", href: "/play", hidden: true }, "Play against a bot"));
    }

    say(line) {
        byId("connection").hidden = line === null;
        byId("connection").textContent = line ?? "";
    }

    /// Shows why the tournament's file can't be followed at the moment.
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

    takeFollowed(followed) {
        const before = byId("followed").hidden;
        this.followed.show(followed);
        if (byId("followed").hidden !== before) this.view?.showSections();
    }

    /// Schedules the next update of the page. Limits the rate to what people can read, and draws only while the page is visible.
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
        // The line is redundant, because the state is shown in the progress part.
        if (this.tournament.state === "playing") byId("report-unfinished").hidden = true;
    }
}

startPage();
new Live();
get("/api/play").then((offer) => (byId("to-play").hidden = !offer?.bots.some(({ available }) => available)));
