// Shows the notes that bots wrote to stderr at the current ply.
import { html } from "./dom.js";
import { infoInWords } from "./info.js";
import { counted, visible, visibleLine } from "./text.js";

/// The elements that show the notes from a log, after the name `who`.
function noted(who, { info, left_out, text }) {
    const said = infoInWords(info);
    const field = (name, value) => (value ? [html("p", { class: "noted" }, `${name} `, html("bdi", {}, visibleLine(value)))] : []);
    const before = left_out ? `[${counted(left_out, "byte", "bytes")} left out]\n` : "";
    const all = before + visible(text ?? "");
    return [
        html("p", { class: "noted" }, html("b", {}, who), said ? ` ${said}` : ""),
        ...field("expects", info?.pv),
        ...field("says", info?.string),
        ...(all ? [html("pre", { class: "stderr", tabindex: "0", "aria-label": `What ${who} wrote to stderr` }, all)] : []),
    ];
}

/// Fills an element with the notes at a position. At the end of the match, also shows what the bots wrote after their last plies.
export function showNotes(root, match, position) {
    const name = (player) => visibleLine(match.names[player]);
    const parts = [];
    const ply = position > 0 ? match.ply(position) : null;
    if (ply?.notes) parts.push(...noted(name(ply.player), ply.notes));
    if (position === match.length) {
        (match.log.last_notes ?? []).forEach((notes, player) => {
            const when = match.log.failure?.player === player ? "in its last turn" : "after its last ply";
            if (notes) parts.push(...noted(`${name(player)}, ${when}:`, notes));
        });
    }
    if (parts.length === 0) parts.push(html("p", { class: "noted" }, position === 0 ? "At the start nobody has written anything." : "Nothing was written at this ply."));
    root.replaceChildren(...parts);
}
