// Shows the progress and the speed of a tournament.
import { byId } from "../dom.js";
import { refill } from "../refill.js";
import { counted } from "../text.js";

const span = 20000;  // milliseconds; the time over which the speed is measured
const least = 2500;

/// The speed as text: "12.5 games a second".
function speedInWords(perSecond) {
    if (perSecond >= 10) return `${Math.round(perSecond)} games a second`;
    if (perSecond >= 1) return `${perSecond.toFixed(1)} games a second`;
    return `${(perSecond * 60).toFixed(perSecond < 1 / 6 ? 1 : 0)} games a minute`;
}

export class Progress {
    constructor() {
        this.samples = null;
    }

    show({ state, total, report: { played } }) {
        refill(byId("state"), state);
        byId("progress-part").dataset.state = state;
        const bar = byId("progress");
        bar.hidden = total === null;
        bar.max = Math.max(total ?? 1, 1);
        bar.value = played;
        const speed = this.speed(state, played);
        refill(byId("progress-words"), (total === null ? counted(played, "game", "games") : `${played} of ${counted(total, "game", "games")}`) + (speed ? `, ${speed}` : ""));
    }

    speed(state, played) {
        const now = performance.now();
        // The first numbers may be old, because the server follows the file only while a page is connected.
        if (this.samples === null) {
            this.samples = [];
            return null;
        }
        this.samples = state === "playing" ? [...this.samples.filter(({ at }) => now - at <= span), { at: now, played }] : [];
        const time = now - this.samples[0]?.at;
        const games = played - this.samples[0]?.played;
        return time >= least && games > 0 ? speedInWords((games * 1000) / time) : null;
    }
}
