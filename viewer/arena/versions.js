// The versions that a student has handed in, as folded parts.
import { byId, html } from "../dom.js";
import { refill } from "../refill.js";
import { get } from "../serve/stream.js";
import { counted, visible, visibleLine } from "../text.js";
import { stateInWords, timeOf } from "./words.js";

/// The lines of a check. Where a line is too long for the screen, its rest is below its words, and not below its label.
export const indentedLines = (text) => visible(text ?? "").split("\n").map((line) => {
    const [indent] = /^( *\S+ {2,}| *)/.exec(line);
    return html("span", { class: `indented by-${Math.min(indent.length, 14)}` }, `${line}\n`);
});

const output = (title, text) => (text ? [html("p", { class: "version-words" }, title), html("pre", { class: "stderr", tabindex: "0" }, ...indentedLines(text))] : []);

/// A list of versions in the element with this id. Only the newest version comes with what its build and its check have written. Those of
/// others are fetched when their part is unfolded: `address(version)`. `again(version)`: lets an older version play again; null: this page can't.
export class Versions {
    constructor(id, address, again = null) {
        Object.assign(this, { id, address, again, versions: [], leftOut: 0, texts: new Map(), unfolded: new Set(), open: true });
        byId(id).addEventListener("click", ({ target }) => {
            const { again: version } = target.closest("button")?.dataset ?? {};
            if (version) this.again(Number(version));
        });
        byId(id).addEventListener("toggle", ({ target }) => {
            const version = Number(target.dataset?.version);
            if (!version) return;
            if (target.open) this.unfold(version);
            else this.unfolded.delete(version);
        }, true);
    }

    /// Takes what the arena tells of the versions.
    take({ versions, left_out: leftOut }) {
        Object.assign(this, { versions, leftOut });
        this.show();
        for (const version of this.unfolded) this.unfold(version);
    }

    /// Whether the hand-ins are open, so that an older version may play again.
    setOpen(yes) {
        if (this.open === yes) return;
        this.open = yes;
        if (this.versions.length > 0) this.show();
    }

    async unfold(version) {
        this.unfolded.add(version);
        const shown = this.versions.find((each) => each.version === version);
        if (!shown || shown.check !== null || this.texts.has(version)) return;
        this.texts.set(version, null);
        const texts = await get(this.address(version));
        if (texts) this.texts.set(version, texts);
        else this.texts.delete(version);
        this.show();
    }

    show() {
        const parts = this.versions.map((each) => this.part(each));
        const more = this.leftOut > 0 ? html("p", { class: "notes" }, `${counted(this.leftOut, "older version is", "older versions are")} not shown.`) : null;
        refill(byId(this.id), ...(parts.length > 0 ? parts : [html("p", { class: "notes" }, "Nothing has been handed in yet.")]), more);
    }

    part(each) {
        const { version, file, bytes, at, state, plays, reason, choice, sender, may_return: mayReturn } = each;
        const mark = html("span", { class: `version-state ${plays ? "plays" : state}` }, stateInWords(each));
        const { build_output: build, check } = each.check !== null ? each : this.texts.get(version) ?? {};
        return html("details", { "data-key": String(version), "data-version": String(version), open: this.unfolded.has(version) },
            html("summary", {}, `Version ${version} `, mark, " ", html("bdi", {}, visibleLine(file)), `, ${timeOf(at)}`, sender ? html("span", {}, ", by ", html("bdi", {}, visibleLine(sender))) : null),
            reason ? html("p", { class: "version-words" }, html("b", {}, "Refused: "), visibleLine(reason)) : null,
            choice ? html("p", { class: "version-words" }, visibleLine(choice)) : null,
            ...output("What the build wrote:", build), ...output("The check:", check),
            this.again && this.open && mayReturn ? html("p", {}, html("button", { type: "button", "data-again": String(version) }, `Let version ${version} play again`)) : null,
            html("p", { class: "notes" }, `${bytes} bytes`));
    }
}
