// The view of one or many matches, which connects the parts of the page. It knows no rules, because each game's drawing module (drawing.js)
// draws the frames.
import { Address, readAddress } from "./address.js";
import { Board } from "./board.js";
import { Chart, chartInWords, timesInWords } from "./chart.js";
import { byId, html } from "./dom.js";
import { drawingOf, icon } from "./drawings.js";
import { headline, ownHeadline, showAbout, showEnding } from "./ending.js";
import { Evaluation, scoresInWords } from "./evaluation.js";
import { startKeys } from "./keys.js";
import { List } from "./list.js";
import { Matches } from "./model.js";
import { describe, Moves } from "./moves.js";
import { showNotes } from "./notes.js";
import { Player, speeds } from "./player.js";
import { exact, rounded, visibleLine } from "./text.js";
import { showTimesTable } from "./times_table.js";
import { Tools } from "./tools.js";
import { turningPoint } from "./turning_point.js";
import { Views } from "./views.js";

const longestMotion = 800;  // milliseconds
const longestState = 300;  // characters

export class MatchView {
    constructor() {
        this.matches = new Matches(document, drawingOf);
        this.player = new Player((position, previous) => this.show(position, previous));
        this.board = new Board(byId("board"));
        this.moves = new Moves(byId("moves"), (player, move) => this.icon(player, move), (move) => this.drawing.words(move), (number) => this.seek(number));
        this.chart = new Chart(byId("chart"), (number) => this.seek(number));
        this.evaluation = new Evaluation(byId("evaluation"), (number) => this.seek(number));
        byId("times-details").addEventListener("toggle", () => this.showTable());
        this.address = new Address();
        this.tools = new Tools(this);
        this.viewer = null;  // the player whose view is shown, in a game with secrets; null: everything
        this.views = new Views(byId("views"), (viewer) => this.see(viewer));
        this.calm = matchMedia("(prefers-reduced-motion: reduce)");
        if (this.matches.count > 1) {
            byId("matches").hidden = false;
            this.list = new List(this.matches.summaries, (number) => this.open(number), (number) => this.matches.label(number));
        }
        this.startControls();
        this.linkReport();
        this.linkNeighbours();
        addEventListener("hashchange", () => this.followAddress());
        this.followAddress();
    }

    /// Shows the match and the ply in the address. By default, shows the first match as open() does, or plays it from its start.
    followAddress() {
        const { match, ply, view, play, embed } = readAddress(location.hash);
        this.embed = embed;
        document.body.classList.toggle("embedded", embed);
        const number = match >= 1 && match <= this.matches.count ? match : this.number ?? 1;
        if (match !== null || ply !== null) this.viewer = view === 0 || view === 1 ? view : null;
        if (number !== this.number) this.open(number, ply ?? (play ? 0 : null));
        else this.showView();
        if (ply !== null) this.seek(ply);
        if (play) this.player.play();
    }

    /// Shows a match at a position. If there is none, shows its turning point, or its end if there is none or it did not end by the rules.
    open(number, position = null) {
        this.number = number;
        this.match = this.matches.open(number);
        this.drawing = drawingOf(this.match.log.game);
        this.takeViewer();
        const { log } = this.match;
        byId("game").textContent = this.drawing.title;
        byId("result").textContent = this.matches.called(number) + this.headline();
        document.title = `${this.match.names.map(visibleLine).join(" against ")} - ${this.drawing.title}`;
        this.titleNames = [this.name(0), this.name(1)];
        byId("players").replaceChildren(this.titleNames[0], html("span", { class: "against" }, " against "), this.titleNames[1]);
        this.sideNotes = [0, 1].map(() => html("span", { class: "note" }));
        byId("sides").replaceChildren(...[0, 1].map((player) => html("p", { class: "seat" }, this.name(player), this.sideNotes[player])));
        const scrub = byId("scrub");
        scrub.max = this.match.length;
        showEnding(byId("ending"), this.match, this.drawing, this.headline());
        const turning = turningPoint(this.match);
        if (turning) byId("ending").append(this.turningInWords(turning));
        showAbout(byId("about"), log);
        byId("times-words").replaceChildren(...timesInWords(this.match, this.match.names.map(visibleLine)).map((text) => html("span", {}, text)),
            html("span", {}, chartInWords(this.match)));
        this.moves.load(this.match);
        this.tools.load();
        this.chart.load(this.match);
        byId("notes-panel").hidden = !this.match.hasNotes;
        this.evaluation.load(this.match);
        byId("evaluation-panel").hidden = this.evaluation.isEmpty;
        this.list?.show(number);
        const first = turning && log.result.ending === "by_rules" ? turning.number : this.match.length;
        this.player.load(this.match.length, position ?? first);
    }

    turningInWords({ number, player, from, to }) {
        const button = html("button", { type: "button", class: "link" }, `ply ${number}`);
        button.addEventListener("click", () => this.seek(number));
        return html("p", { class: "turning" }, "Turning point: ", button, `, where the score of ${visibleLine(this.match.names[player])} goes from ${from} to ${to}`);
    }

    /// A small picture of a player's piece, or of the piece that `move` has put on the board.
    icon(player, move) {
        return icon((move && this.drawing.token?.(move)) ?? this.drawing.piece(player));
    }

    name(player) {
        return html("span", { class: "name" }, this.icon(player), html("bdi", {}, visibleLine(this.match.names[player])));
    }

    /// The result of the match in one line.
    headline() {
        const { log, length, names } = this.match;
        const { you } = this.matches;
        return you === null ? headline(log, length) : ownHeadline({ result: log.result, names, you, length });
    }

    /// Shows what a player saw of this match, and of those that are opened later; everything if `viewer` is null.
    see(viewer) {
        this.viewer = viewer;
        this.showView();
    }

    showView() {
        if (this.match.viewer === this.viewer || !this.match.hasSecrets) return;
        this.takeViewer();
        this.moves.load(this.match);
        this.show(this.player.position, null);
    }

    takeViewer() {
        if (this.match.hasSecrets) this.match.viewer = this.viewer;
        this.views.show(this.match, (player) => this.name(player));
    }

    seek(number) {
        this.player.pause();
        this.player.go(number);
    }

    /// The address of this page with the current match and ply.
    linkToHere() {
        return location.href.replace(/#.*/, "") + this.address.wanted;
    }

    /// A file name for this match, without the suffix. If `here` is true, it contains the current ply.
    fileName(here = true) {
        const words = [this.match.game, ...this.match.names].join("-").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
        return here ? `${words}-${this.player.position}` : words;
    }

    /// Paints a position without animation. Does not update the rest of the page.
    drawn(position) {
        this.board.paint(this.drawingAt(position), 0);
    }

    drawingAt(position) {
        const { match } = this;
        const over = position === match.length;
        return this.drawing.draw({
            config: match.log.game.config,
            previous: position > 0 ? match.frame(position - 1) : null,
            frame: match.frame(position),
            ply: position > 0 ? match.ply(position) : null,
            next: over ? null : match.ply(position + 1),
            result: over && match.log.result.ending === "by_rules" ? match.log.result : null,
        });
    }

    show(position, previous) {
        const { match } = this;
        const forward = previous !== null && position === previous + 1;
        const duration = forward && !this.calm.matches ? Math.min(longestMotion, this.player.interval * 0.8) : 0;
        const over = position === match.length;
        const drawing = this.drawingAt(position);
        this.board.paint(drawing, duration);
        this.showWords(position, drawing, over);
        this.moves.show(position);
        this.chart.show(position);
        this.tools.linkPlayOn(position);
        this.showThoughts(position);
        this.showTable();
        this.address.show(this.list || this.matches.report ? this.number : null, position, { viewer: match.viewer, embed: this.embed });
    }

    showThoughts(position) {
        const { match } = this;
        if (!byId("notes-panel").hidden) showNotes(byId("notes"), match, position);
        if (this.evaluation.isEmpty) return;
        this.evaluation.show(position);
        byId("evaluation-words").replaceChildren(...scoresInWords(match, position, match.names.map(visibleLine)).map((text, player) =>
            html("span", {}, html("span", { class: `key key-${player}` }), text)), html("span", {}, "up: good for the first player"));
    }

    showTable() {
        if (byId("times-details").open) showTimesTable(byId("times-rows"), this.match, this.player.position, this.drawing.words, (number) => this.seek(number));
    }

    showWords(position, drawing, over) {
        const { match } = this;
        byId("board-text").textContent = drawing.text;
        const state = match.viewer === null ? "" : match.frame(position).state ?? "";
        byId("seen-state").hidden = state === "";
        byId("seen-state").textContent = `state ${state.length > longestState ? `${state.slice(0, longestState)}\u2026` : state}`;
        const scrub = byId("scrub");
        scrub.value = position;
        scrub.setAttribute("aria-valuetext", `ply ${position} of ${match.length}`);
        const ply = position > 0 ? match.ply(position) : null;
        const charged = ply && ply.charged !== null ? ` (${rounded(ply.charged)} charged)` : "";
        const time = ply && ply.wall !== null ? `, ${rounded(ply.wall)}${charged}` + (ply.cpu !== null ? ` (CPU ${rounded(ply.cpu)})` : "") : "";
        const left = ply && match.limitsOf(ply.player).clock ? `, ${rounded(Math.max(0, match.left(ply.player, position)))} left` : "";
        const caption = byId("caption");
        caption.setAttribute("aria-live", this.player.playing ? "off" : "polite");
        caption.replaceChildren(html("b", {}, `${position} of ${match.length}`), ` ${describe(match, position, this.drawing.words)}${time}${left}`);
        if (over) caption.append(html("span", { class: "over" }, ` ${this.headline()}`));
        this.titleNames.forEach((name, player) => name.classList.toggle("won", over && match.log.result.winner === player));
        const mover = over ? null : match.ply(position + 1).player;
        this.sideNotes.forEach((note, player) => {
            note.textContent = drawing.notes.filter((other) => other.player === player).map((other) => other.text).join(", ");
            note.parentElement.classList.toggle("to-move", mover === player);
        });
    }

    startControls() {
        const { player } = this;
        const click = (id, action) => byId(id).addEventListener("click", action);
        const actions = {
            " ": () => player.toggle(), ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1),
            PageUp: () => player.step(-10), PageDown: () => player.step(10), Home: () => this.seek(0), End: () => this.seek(this.match.length),
            "+": () => player.changeSpeed(1), "=": () => player.changeSpeed(1), "-": () => player.changeSpeed(-1),
            n: () => this.openNeighbour(1), p: () => this.openNeighbour(-1), "?": () => byId("help").showModal(),
            c: () => this.tools.copyLink(), f: () => this.tools.flip(),
        };
        startKeys(actions, () => !byId("match-view").hidden);
        click("first", actions.Home);
        click("back", actions.ArrowLeft);
        click("play", actions[" "]);
        click("on", actions.ArrowRight);
        click("last", actions.End);
        click("help-button", actions["?"]);
        byId("scrub").addEventListener("input", (event) => this.seek(Number(event.target.value)));
        const speed = byId("speed");
        speed.append(...speeds.map((number) => html("option", { value: number }, `${number} a second`)));
        speed.addEventListener("change", () => player.setSpeed(Number(speed.value)));
        const update = () => {
            speed.value = player.speed;
            byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
            document.body.classList.toggle("playing", player.playing);
        };
        player.watch(update);
        update();
    }

    /// Shows the links to the previous and the next game, if these have their own pages.
    linkNeighbours() {
        const { previous, next } = this.matches.neighbours;
        for (const [id, address] of [["to-previous", previous], ["to-next", next]]) {
            byId(id).hidden = !address;
            if (address) byId(id).setAttribute("href", address);
        }
        byId("neighbours").hidden = !previous && !next;
    }

    /// Shows the link back to the report, if the matches belong to a tournament.
    linkReport() {
        const link = byId("to-report");
        link.hidden = this.matches.report === null;
        if (link.hidden) return;
        link.setAttribute("href", this.matches.report);
        byId("match-view").classList.add("of-tournament");
    }

    /// Stops playback, and stops updating the address.
    leave() {
        this.player.pause();
        this.address.stop();
    }

    openNeighbour(by) {
        const number = this.list?.neighbour(this.number, by);
        if (number !== undefined) this.open(number);
        else if (!this.list) byId(by > 0 ? "to-next" : "to-previous").click();
    }
}
