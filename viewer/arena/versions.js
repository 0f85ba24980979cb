// The versions that a student has handed in, as folded parts.
import { html } from "../dom.js";
import { visible, visibleLine } from "../text.js";
import { stateInWords, timeOf } from "./words.js";

const output = (title, text) => (text ? [html("p", { class: "version-words" }, title), html("pre", { class: "stderr", tabindex: "0" }, visible(text))] : []);

/// The parts of all versions. `isOpen(version)`: whether a part is unfolded.
export function versionParts(versions, isOpen) {
    return versions.map((each) => {
        const { version, file, bytes, at, state, plays, reason, choice, build_output: build, check } = each;
        const mark = html("span", { class: `version-state ${plays ? "plays" : state}` }, stateInWords(each));
        return html("details", { "data-key": String(version), "data-version": String(version), open: isOpen(version) },
            html("summary", {}, `Version ${version} `, mark, " ", html("bdi", {}, visibleLine(file)), `, ${timeOf(at)}`),
            reason ? html("p", { class: "version-words" }, html("b", {}, "Refused: "), visibleLine(reason)) : null,
            choice ? html("p", { class: "version-words" }, visibleLine(choice)) : null,
            ...output("What the build wrote:", build), ...output("The check:", check),
            html("p", { class: "notes" }, `${bytes} bytes`));
    });
}
