// Reads and writes the part of the page's address after the #. It names the match and the ply on display, so that a link opens the page
// there.

// Browsers refuse more than about 200 changes in 30 seconds.
const shortestGap = 300;

/// Parses the fragment of an address: {match, ply, view}, each a whole number or null (`view` is the player whose view is shown); {play}, whether the match starts playing by itself; and
/// {embed}, whether only the board and its controls are visible, as in a frame of another page.
export function readAddress(hash) {
    const number = (name) => {
        const found = new RegExp(`(?:^#?|&)${name}=(\\d{1,9})(?:&|$)`).exec(hash);
        return found && Number(found[1]);
    };
    const flag = (name) => new RegExp(`(?:^#?|&)${name}(?:&|$)`).test(hash);
    return { match: number("match"), ply: number("ply"), view: number("view"), play: flag("play"), embed: flag("embed") };
}

/// Keeps the address up to date, but not for every ply of a fast playback.
export class Address {
    constructor() {
        this.wanted = "";
        this.seen = "";
        this.timer = null;
    }

    /// Discards a change that has not been written to the address yet.
    stop() {
        clearTimeout(this.timer);
        this.timer = null;
    }

    /// Updates the address after a short delay. `match` is null if the page has only one match. If the user opens another address in the
    /// meantime, that address is kept.
    show(match, ply, { viewer = null, embed = false } = {}) {
        this.wanted = (match === null ? "#" : `#match=${match}&`) + `ply=${ply}` + (viewer === null ? "" : `&view=${viewer}`) + (embed ? "&embed" : "");
        this.seen = location.hash;
        this.timer ??= setTimeout(() => {
            this.timer = null;
            if (location.hash === this.seen && location.hash !== this.wanted) history.replaceState(null, "", this.wanted);
        }, shortestGap);
    }
}
