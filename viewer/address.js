// The part of the page's address behind the #: which match and which ply is shown, so that a link opens there.

// Browsers refuse more than some 200 changes in half a minute.
const shortestGap = 300;

/// The content of an address: {match, ply}, each a whole number or null, and {play, embed}, whether the match shall play by itself, and
/// whether only the board and its controls are to be seen, as in a frame of another page.
export function readAddress(hash) {
    const number = (name) => {
        const found = new RegExp(`(?:^#?|&)${name}=(\\d{1,9})(?:&|$)`).exec(hash);
        return found && Number(found[1]);
    };
    const flag = (name) => new RegExp(`(?:^#?|&)${name}(?:&|$)`).test(hash);
    return { match: number("match"), ply: number("ply"), play: flag("play"), embed: flag("embed") };
}

/// Keeps the address up to date, but not with every ply of a quick run.
export class Address {
    constructor() {
        this.wanted = "";
        this.seen = "";
        this.timer = null;
    }

    /// Drops changes that have not been made yet.
    stop() {
        clearTimeout(this.timer);
        this.timer = null;
    }

    /// `match` is null if the page has only one. An address that somebody opens in the meantime stays.
    show(match, ply, embed = false) {
        this.wanted = (match === null ? "#" : `#match=${match}&`) + `ply=${ply}` + (embed ? "&embed" : "");
        this.seen = location.hash;
        this.timer ??= setTimeout(() => {
            this.timer = null;
            if (location.hash === this.seen && location.hash !== this.wanted) history.replaceState(null, "", this.wanted);
        }, shortestGap);
    }
}
