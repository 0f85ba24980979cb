// Shows the ending of a match in the same words as on the terminal, and further facts from the log.
import { html } from "./dom.js";
import { isPerson, limitsOf, limitsOfMoves } from "./limits.js";
import { counted, exact, rounded, visible, visibleLine } from "./text.js";

const maxMoves = 24;

const otherWords = new Map([["unreadable_move", "unreadable answer"], ["premature", "answered too early"], ["closed_stdout", "closed its output"]]);

/// The name of an ending for people, as protocol::words_of() has it: "invalid move".
export const wordsOf = (ending) => otherWords.get(ending) ?? visibleLine(ending).replaceAll("_", " ");

/// How the rules ended a game: "square"; with the points of the first and the second player, if there are any: "most (46 : 45)".
const byRules = ({ detail, score }) => visibleLine(detail ?? "") + (score ? ` (${score.join(" : ")})` : "");

/// What a side did that forfeited the match, in the words of the terminal.
const deeds = {
    invalid_move: "made an invalid move", unreadable_move: "gave an unreadable answer", premature: "answered too early", timeout: "ran out of time",
    line_too_long: "wrote too long a line", output_flood: "wrote too much", exited: "exited", crashed: "crashed", closed_stdout: "closed its output",
    failed_to_start: "could not be started", resource_limit: "used too much memory or too many processes",
};

/// Why and when a game ended: "square, after 17 plies", or "random crashed at ply 13". `loser` is the name of the side that lost.
function how(result, loser, length) {
    const { ending } = result;
    if (ending === "by_rules") return `${byRules(result)}, after ${counted(length, "ply", "plies")}`;
    const deed = ending === "exited" && result.detail ? `ended with ${visibleLine(result.detail)}` : Object.hasOwn(deeds, ending) ? deeds[ending] : `forfeits (${wordsOf(ending)})`;
    return `${loser} ${deed}${ending === "failed_to_start" ? "" : ` at ply ${length + 1}`}`;
}

/// The result in one line, as on the terminal: "greedy beats random: square, after 17 plies".
export function headline(log, length) {
    const names = log.players.map((player) => visibleLine(player.name));
    const { winner, ending, detail } = log.result;
    if (ending === "aborted") return `${names[0]} against ${names[1]}: aborted after ${counted(length, "ply", "plies")}` + (detail ? `, ${visibleLine(detail)}` : "");
    if (winner === null) return `${names[0]} and ${names[1]} draw: ${how(log.result, "", length)}`;
    return `${names[winner]} beats ${names[1 - winner]}: ${how(log.result, names[1 - winner], length)}`;
}

/// The result in one line for the person who played on the side `you`: "You lost: square, after 17 plies". `names` are the players' names,
/// and `result` is from a log.
export function ownHeadline({ result, names, you, length }) {
    return ownResult({ result, names, you, length }).join(": ");
}

/// The same in two parts: ["You lost", "square, after 17 plies"].
export function ownResult({ result, names, you, length }) {
    const { winner, ending, detail } = result;
    if (ending === "aborted" && detail === `${names[you]} has left the match`) return ["You left the match", `after ${counted(length, "ply", "plies")}`];
    if (ending === "aborted") return ["The match was stopped", (detail ? `${visibleLine(detail)}, ` : "") + `after ${counted(length, "ply", "plies")}`];
    if (winner === null) return ["A draw", how(result, "", length)];
    return winner === you ? ["You won", how(result, visibleLine(names[1 - you]), length)] : ["You lost", how(result, "you", length)];
}

function field(list, name, ...content) {
    list.append(html("dt", {}, name), html("dd", {}, ...content));
}

function validMoves(moves) {
    const shown = moves.slice(0, maxMoves).map(visibleLine).join(", ");
    if (moves.length === 0) return "not listed";
    return moves.length > maxMoves ? `${shown}, ... (${moves.length} in all)` : shown;
}

/// The facts about a forfeit; only its kind if the log has no details, as in a page for others. `result`, `failure` and `limits` are from a
/// log. `meaning` completes the sentence "it ...". `who` is the name of the side at fault, and `length` is the number of plies made.
export function forfeitInWords({ failure, result, limits, meaning, who, length }) {
    const list = html("dl", {});
    const starts = result.ending !== "failed_to_start";
    const sentence = html("p", {}, starts ? `${who} forfeits at ply ${length + 1}: it ${meaning}.` : `${who} forfeits: it could not be started.`);
    if (!result.detail) return [sentence];
    if (!starts) {
        field(list, "why", visibleLine(result.detail));
        return [sentence, list];
    }
    if (result.detail) field(list, "why", visibleLine(result.detail));
    field(list, "received", failure.line === null ? "nothing" : html("code", {}, `"${visibleLine(failure.line)}"`));
    field(list, "valid", validMoves(failure.valid_moves));
    if (failure.elapsed_us !== null && failure.limit_us !== null) {
        field(list, "time", `${rounded(failure.elapsed_us)} of ${exact(failure.limit_us)} (and ${exact(limits.margin_us)} margin)`);
    }
    if (typeof failure.cpu_us === "number" && typeof failure.waited_us === "number") {
        field(list, "cores", `it used ${rounded(failure.cpu_us)} of CPU, and waited ${rounded(failure.waited_us)} for a core`);
    }
    if (failure.exit_code !== null) field(list, "exit code", String(failure.exit_code));
    if (failure.signal !== null) field(list, "signal", String(failure.signal));
    const stderr = failure.stderr_tail === ""
        ? "nothing"
        : html("pre", { class: "stderr", tabindex: "0", "aria-label": `What ${who} wrote to stderr` }, visible(failure.stderr_tail));
    field(list, "stderr", stderr);
    return [sentence, list];
}

/// Explains the reason that the rules give for an ending; empty if it is unknown. `words` are the texts about the game.
export function endingMeaning({ ending, detail }, words) {
    if (ending !== "by_rules" || !Object.hasOwn(words.endings, detail ?? "")) return [];
    return [html("p", { class: "meaning" }, `${detail}: ${words.endings[detail]}. A ply is one move of one side.`)];
}

/// Fills an element with the ending of a match. `words` are the texts about the game, and `line` is the result in one line.
export function showEnding(root, match, words, line) {
    const { log, meaning, length } = match;
    const { failure, result, limits, players } = log;
    const more = failure ? forfeitInWords({ failure, result, limits, meaning, who: visibleLine(players[failure.player].name), length }) : endingMeaning(result, words);
    root.replaceChildren(html("p", { class: "verdict" }, line), ...more);
}

/// The settings in one line: "height=5, width=12, seed 42". Only numbers are included, because files are too long.
export function settingsInWords(log) {
    const numbers = Object.entries(log.game.config).filter(([, value]) => typeof value === "number");
    return [...numbers.map(([name, value]) => `${name}=${value}`), `seed ${log.game.seed}`].join(", ");
}

/// The time limits for moves and for the game, of each player if they differ. With `margin`, the margin follows them.
export function limitsInWords(log, { margin = false } = {}) {
    const each = [0, 1].map((side) => timesInWords(limitsOf(log, side), margin));
    return each[0] === each[1] ? each[0] : each.map((words, side) => `${visibleLine(log.players[side].name)}: ${words}`).join("; ");
}

function timesInWords(limits, margin) {
    const { first, move } = limitsOfMoves(limits);
    const { clock } = limits;
    const words = [];
    if (move !== null) words.push(`${exact(move)} a move`);
    if (first !== null) words.push(`${exact(first)} for the first`);
    if (clock) words.push(`${exact(clock.total_us)}${clock.increment_us > 0 ? `+${exact(clock.increment_us)}` : ""} a game`);
    if (words.length === 0) return "none";
    return [...words, ...(margin ? [`margin ${exact(limits.margin_us)}`] : [])].join(", ");
}

/// Fills a <dl> with further facts about the match.
export function showAbout(root, log) {
    root.replaceChildren();
    field(root, "game", log.game.name);
    field(root, "settings", settingsInWords(log));
    const { position } = log.game.config;
    if (position) field(root, "position", html("code", {}, visibleLine(position)));
    field(root, "begun", visibleLine(log.started_at));
    field(root, "limits", limitsInWords(log, { margin: true }));
    if (log.opening > 0) field(root, "opening", `the first ${counted(log.opening, "ply was", "plies were")} given`);
    for (const player of log.players) {
        const command = isPerson(player) ? "a person" : player.command.map(visibleLine).join(" ");
        field(root, visibleLine(player.name), html("code", {}, command), player.isolation === "none" ? "" : `, in a sandbox`);
    }
    field(root, "match", visibleLine(log.id));
    field(root, "referee", visibleLine(log.referee.version));
}
