// The buttons below the board: copy a link to the position, flip the board, and save pictures or an animation.
import { animationOf } from "./animation.js";
import { byId } from "./dom.js";
import { canvasOf, pictureOf, pngOf, save } from "./picture.js";

const toldFor = 4000;  // milliseconds
const maxStart = 250_000;  // the server accepts a request of 256 KiB

/// Copies a text to the clipboard. Browsers that give the page no access to the clipboard may still copy a selection. Returns whether it
/// worked.
async function copied(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const field = document.createElement("textarea");
        field.value = text;
        document.body.append(field);
        field.select();
        const done = document.execCommand("copy");
        field.remove();
        return done;
    }
}

export class Tools {
    /// `view` has match, drawing, player, linkToHere(), fileName() without suffix, and drawn(position), which paints a position without
    /// animation.
    constructor(view) {
        this.view = view;
        this.board = byId("board");
        this.busy = false;
        const click = (id, action) => byId(id).addEventListener("click", () => action());
        click("copy-link", () => this.copyLink());
        click("flip", () => this.flip());
        click("save-svg", () => save(`${view.fileName()}.svg`, new Blob([this.picture().text], { type: "image/svg+xml" })));
        click("save-png", () => this.run(async () => save(`${view.fileName()}.png`, await pngOf(await canvasOf(this.picture())))));
        click("save-animation", () => this.run(() => this.saveAnimation()));
    }

    /// Shows the link to play on from a position. Only pages of `referee serve` have it, not pages in files.
    linkPlayOn(position) {
        const { log, plies, length } = this.view.match;
        const given = Object.entries(log.game.config).filter(([, value]) => ["number", "string"].includes(typeof value));
        const others = Object.values(log.game.config).some((value) => value !== null && typeof value === "object");
        const link = byId("play-on");
        link.hidden = this.view.match.hasSecrets || !/^\/(games|matches)\//.test(location.pathname) || !location.protocol.startsWith("http") || others || position === length;
        if (link.hidden) return;
        const start = { game: log.game.name, settings: given.map(([name, value]) => `${name}=${value}`).join(","), seed: log.game.seed,
                        moves: plies.slice(0, position).map(([, move]) => move), you: plies[position][0] };
        const text = JSON.stringify(start);
        link.hidden = text.length > maxStart;
        link.setAttribute("href", `/play#from=${encodeURIComponent(text)}`);
    }

    /// Updates the buttons for another match. Not every game has a board that can be flipped.
    load() {
        byId("flip").hidden = !this.view.drawing.flips;
        this.show(this.flipped);
    }

    get flipped() {
        return byId("flip").getAttribute("aria-pressed") === "true";
    }

    flip() {
        if (!byId("flip").hidden) this.show(!this.flipped);
    }

    show(flipped) {
        byId("flip").setAttribute("aria-pressed", flipped);
        this.board.classList.toggle("flipped", flipped && !byId("flip").hidden);
    }

    picture() {
        const ground = getComputedStyle(document.documentElement).getPropertyValue("--panel").trim();
        return pictureOf(this.board, { flipped: this.board.classList.contains("flipped"), ground });
    }

    tell(text) {
        byId("told").textContent = text;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => (byId("told").textContent = ""), toldFor);
    }

    async copyLink() {
        const link = this.view.linkToHere();
        this.tell((await copied(link)) ? "The link is copied." : `The link is ${link}`);
    }

    async run(work) {
        if (this.busy) return;
        this.busy = true;
        try {
            await work();
        } catch (error) {
            this.tell(`The picture could not be made: ${error.message}`);
        }
        this.busy = false;
    }

    async saveAnimation() {
        const { view } = this;
        const position = view.player.position;
        const interval = view.player.interval;
        view.player.pause();
        const bytes = await animationOf(view.match.length, interval, async (number) => {
            view.drawn(number);
            this.tell(`Picture ${number} of ${view.match.length}`);
            return canvasOf(this.picture());
        });
        view.drawn(position);
        save(`${view.fileName(false)}.png`, new Blob([bytes], { type: "image/png" }));
        this.tell("The animation is saved.");
    }
}
