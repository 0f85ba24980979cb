// Texts that the pages of an arena share.
import { limitsOfMoves } from "../limits.js";
import { byId } from "../dom.js";
import { counted, exact, visible, visibleLine } from "../text.js";

export const dateOf = (millis) => new Date(millis).toLocaleString(undefined, { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
export const timeOf = (millis) => new Date(millis).toLocaleString(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });

/// A duration in words: "3 days", "5 h 12 min", "40 s".
export function durationOf(millis) {
    const seconds = Math.max(0, Math.round(millis / 1000));
    if (seconds >= 2 * 86400) return counted(Math.floor(seconds / 86400), "day", "days");
    if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
    if (seconds >= 600) return `${Math.floor(seconds / 60)} min`;
    if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    return `${seconds} s`;
}

/// The time that is left at the pace so far: "about 5 minutes left". Empty if it is not known.
export function timeLeftInWords(seconds) {
    if (seconds === null) return "";
    if (seconds < 60) return "less than a minute left";
    const minutes = Math.round(seconds / 60);
    const rounded = minutes < 20 ? minutes : 5 * Math.round(minutes / 5);
    if (rounded < 90) return `about ${counted(rounded, "minute", "minutes")} left`;
    const hours = Math.round(minutes / 60);
    return hours < 48 ? `about ${counted(hours, "hour", "hours")} left` : `about ${counted(Math.round(hours / 24), "day", "days")} left`;
}

const longTime = 100 * 86_400_000;  // milliseconds; nobody counts more days

/// The phase of an arena, and its deadline. `now`: the server's clock.
export function phaseInWords({ phase, deadline, paused, pending, published }, now) {
    const left = deadline - now;
    const waiting = pending > 0 ? ` ${counted(pending, "hand-in is", "hand-ins are")} waiting for a verdict.` : "";
    switch (phase) {
        case "running": return `Hand-ins are open until ${dateOf(deadline)}${left < longTime ? `, for ${durationOf(left)}` : ""}.` + (paused ? " The ladder is paused." : "");
        case "closing": return "The deadline has passed. Uploads that had begun are still received.";
        case "preparing": return `The deadline has passed. The last hand-ins are tried.${waiting}`;
        case "final": return `The final is being played. The deadline was ${dateOf(deadline)}.`;
        default: return published ? "The final is over." : "The final is over. Your teacher will publish the result.";
    }
}

/// Shows the teacher's message to all students.
export function showMessage({ message }) {
    const words = message ? `Your teacher: ${visible(message)}` : "";
    if (byId("message").textContent !== words) byId("message").textContent = words;
    byId("message").hidden = !message;
}

/// The state of a student in a sentence, for the teacher.
export function studentInWords({ entered, withdrawn, version, state, behind, rests_until, plays, reason }) {
    const words = version !== null ? verdictInWords({ version, state, behind, rests_until, plays: plays === version, reason }, plays !== null ? { version: plays } : undefined)
        : entered ? "Has entered, and handed in nothing." : "Has not entered yet.";
    return withdrawn ? `Withdrawn. ${words}` : words;
}

/// The secret of the final's seed, or what is told of it before the final is over.
export const seedInWords = ({ final_secret: secret, seed_hash: hash }) => (secret ? `The seed of the final comes from ${secret}, whose SHA-256 was published at the start: ${hash}`
    : `SHA-256 of the secret from which the seed of the final comes: ${hash}`);

/// The title of an arena with this game: "magnetize:height=5" is "Arena: magnetize".
export const titleOf = (game) => `Arena: ${visibleLine(game.split(":")[0])}`;

const sizeInWords = (bytes) => (bytes % (1 << 30) === 0 ? `${bytes / (1 << 30)} GiB` : `${Math.round(bytes / (1 << 20))} MiB`);

/// The limits of a bot, as a log states them. `loaded`: hand-ins are no programs, but are loaded by one.
export function limitsInWords(limits, loaded) {
    const { first, move } = limitsOfMoves(limits);
    const { clock, memory_bytes: memory, cpus } = limits;
    const start = loaded ? "in which your files are loaded" : "which includes the start of your program";
    return [move !== null ? `A move may take ${exact(move)}` + (first !== null && first !== move ? `; the first one, ${start}, ${exact(first)}.` : ".") : null,
        move === null && first !== null ? `The first move may take ${exact(first)}.` : null,
        clock ? `All moves of a game together may take ${exact(clock.total_us)}` + (clock.increment_us ? `, and ${exact(clock.increment_us)} more for each move.` : ".") : null,
        memory !== null ? `A bot may use ${sizeInWords(memory)} of memory.` : null,
        cpus ? `It has ${counted(cpus, "core", "cores")}.` : null].filter(Boolean).join(" ");
}

const clockOf = (millis) => new Date(millis).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });

/// Why a file waits, as the end of a sentence. `files`: what is before it, one and many.
function waitsInWords({ behind, rests_until: until }, ...files) {
    if (until > Date.now()) return `waits until ${clockOf(until)}, because the time for builds and checks of this hour is used up`;
    return behind ? `waits: ${counted(behind, ...files)} before it` : "is next in line";
}

/// The state of a version.
export function stateInWords({ state, behind, rests_until: until, plays }) {
    switch (state) {
        case "waiting": return until > Date.now() ? `waiting until ${clockOf(until)}` : behind ? `waiting, ${counted(behind, "hand-in", "hand-ins")} before it` : "waiting, next in line";
        case "building": return "being built";
        case "checking": return "being checked";
        case "accepted": return plays ? "plays" : "accepted";
        default: return "refused";
    }
}

/// The state of the newest version as a sentence. `playing`: the version that plays; undefined if none does.
export function verdictInWords(newest, playing) {
    const { version, state, plays, reason } = newest;
    const other = playing && !plays ? `; version ${playing.version} plays` : "";
    switch (state) {
        case "waiting": return `Version ${version} ${waitsInWords(newest, "hand-in is", "hand-ins are")}${other}.`;
        case "building": return `Version ${version} is being built${other}.`;
        case "checking": return `Version ${version} is being checked${other}.`;
        case "accepted": return plays ? `Version ${version} plays.` : `Version ${version} was accepted${other}.`;
        default: return `Version ${version} was refused: ${visibleLine(reason).replace(/\.$/, "")}${other}.`;
    }
}

const resultsInWords = (games) => games.map(({ opponent, result, first }) => `${result === "void" ? "broken off" : result} against ${visibleLine(opponent)} moving ${first ? "first" : "second"}`).join(", ");

/// The state of a try as a sentence.
export function tryInWords(told) {
    const { file, state, reason, games } = told;
    const name = visibleLine(file);
    const why = visibleLine(reason).replace(/\.$/, "");
    switch (state) {
        case "waiting": return `${name} ${waitsInWords(told, "file is", "files are")}.`;
        case "building": return `${name} is being built.`;
        case "checking": return `${name} is being checked.`;
        case "playing": return `${name} would be accepted, and plays two games.`;
        case "accepted": return `${name} would be accepted: ${resultsInWords(games)}.`;
        case "ended": return `${name} was not tried to the end: ${why}. Try it again.`;
        default: return `${name} would be refused: ${why}.`;
    }
}

/// A rating: "+34 [−12, +80]"; ">+34" or "<−34" if the results bound only one end.
export function eloInWords(elo, lower, upper) {
    if (elo === null) return "-";
    const signed = (value) => (Math.round(value) > 0 ? "+" : Math.round(value) < 0 ? "\u2212" : "") + Math.abs(Math.round(value));
    if ((lower === null) !== (upper === null)) return upper === null ? ">" + signed(lower) : "<" + signed(upper);
    return signed(elo) + (lower === null || lower === upper ? "" : ` [${signed(lower)}, ${signed(upper)}]`);
}
