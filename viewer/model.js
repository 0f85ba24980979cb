// The data of the page: the embedded matches, and the frame after each ply.
import { limitsOf, limitsOfMoves } from "./limits.js";
import { hasSecrets } from "./own_words.js";

// Complete frames are kept only at intervals, because a match on the largest board has hundreds of thousands of them.
const checkpointEvery = 64;

/// Applies a change in the notation of `referee view`: [value] replaces the old value, and {key: change, ...} changes parts of it.
export function changed(old, change) {
    if (Array.isArray(change)) return change[0];
    const copy = Array.isArray(old) ? old.slice() : { ...old };
    for (const [key, part] of Object.entries(change)) copy[key] = changed(copy[key], part);
    return copy;
}

/// A match. Position 0 is the start, and position n is the position after ply n.
export class Match {
    /// `data` is the embedded object. `unfold(previous, frame)` makes a complete frame from one that contains only changes.
    constructor(data, unfold = (previous, frame) => frame) {
        this.log = data.log;
        this.meaning = data.meaning;
        this.plies = data.plies;
        this.unfold = unfold;
        /// The player whose view is shown, in a game with secrets; null: everything.
        this.viewer = null;
        const first = { ply: 0, raw: data.log.initial, frame: unfold(null, data.log.initial) };
        this.checkpoints = [first];
        this.latest = first;
    }

    get length() {
        return this.plies.length;
    }

    get game() {
        return this.log.game.name;
    }

    get hasSecrets() {
        return hasSecrets(this.log.game.rules);
    }

    get names() {
        return this.log.players.map((player) => player.name);
    }

    /// A ply as an object. `number` counts from 1.
    ply(number) {
        const [player, move, wall, cpu, lost, hand, , notes, charged] = this.plies[number - 1];
        return { number, player, move, wall, charged: charged ?? null, cpu, lost, hand, notes: notes ?? null, given: number <= this.log.opening };
    }

    /// A bot's info about the position before a ply; null if it gave none.
    info(number) {
        return this.plies[number - 1][7]?.info ?? null;
    }

    /// Whether any bot has written notes.
    get hasNotes() {
        return this.plies.some((ply) => ply[7]) || (this.log.last_notes ?? []).some((notes) => notes);
    }

    limitsOf(player) {
        return limitsOf(this.log, player);
    }

    /// The time limit of a ply in microseconds. The first move that a bot chose itself has its own limit, and a clock for the whole game
    /// may leave less time. Infinity if there is no limit.
    limit(number) {
        const { player } = this.ply(number);
        this.firstAsked ??= [0, 1].map((side) => this.plies.findIndex((p, i) => i >= this.log.opening && p[0] === side) + 1);
        const { first, move } = limitsOfMoves(this.limitsOf(player));
        const ofMove = this.firstAsked[player] === number ? first : move;
        return Math.max(0, Math.min(ofMove ?? Infinity, this.left(player, number - 1)));
    }

    /// The time left on a side's clock after `count` plies, in microseconds; Infinity if there is no clock.
    left(player, count) {
        const { clock } = this.limitsOf(player);
        if (!clock) return Infinity;
        this.clocks ??= [[0, 1].map((side) => this.limitsOf(side).clock?.total_us ?? 0)];
        while (this.clocks.length <= count) {
            const now = [...this.clocks.at(-1)];
            const [mover, , wall, , , , , , charged] = this.plies[this.clocks.length - 1];
            const { clock: own, margin_us } = this.limitsOf(mover);
            if (wall !== null && own) now[mover] = Math.max(now[mover] - (charged ?? wall), -margin_us) + own.increment_us;
            this.clocks.push(now);
        }
        return this.clocks[count][player];
    }

    /// The frame at a position from 0 to `length`, as it is shown. When a game is over, everybody may see everything.
    frame(position) {
        const frame = this.whole(position);
        return (this.viewer === null ? null : frame.views?.[this.viewer]) ?? frame;
    }

    /// What the rules told the viewer at a position, in place of the last move, as [[player, text], ...]; null if it was told the move.
    told(position) {
        return this.frame(position).told?.map((line) => [Number(line[0]), line.slice(2)]) ?? null;
    }

    /// The whole frame at a position.
    whole(position) {
        let at = this.latest;
        const checkpoint = this.checkpoints[Math.min(Math.floor(position / checkpointEvery), this.checkpoints.length - 1)];
        if (at.ply > position || checkpoint.ply > at.ply) at = checkpoint;
        while (at.ply < position) {
            const raw = changed(at.raw, this.plies[at.ply][6]);
            at = { ply: at.ply + 1, raw, frame: this.unfold(at.frame, raw) };
            if (at.ply === this.checkpoints.length * checkpointEvery) this.checkpoints.push(at);
        }
        this.latest = at;
        return at.frame;
    }
}

/// The matches of this page. A match is parsed when it is opened, because there may be thousands.
export class Matches {
    constructor(page, drawingOf) {
        this.page = page;
        this.drawingOf = drawingOf;
        /// For each match: names, winner, ending, detail, plies, game.
        this.summaries = JSON.parse(page.getElementById("summaries").textContent);
        const { report, games } = JSON.parse(page.getElementById("tournament-data")?.textContent ?? "{}");
        /// The address of the tournament's report; null if there is no tournament.
        this.report = report ?? null;
        this.games = games ?? null;
        /// The side of the person who played the match; null if the page is not for one of the players.
        this.you = JSON.parse(page.getElementById("person-data")?.textContent ?? "{}").you ?? null;
        /// The addresses of the games before and after this one, {previous, next}, if they exist.
        this.neighbours = JSON.parse(page.getElementById("neighbours-data")?.textContent ?? "{}");
    }

    /// The beginning of a match's subtitle, before the result: "game 17, " with the number in the tournament; empty without a tournament.
    called(number) {
        return this.games ? `game ${this.games[number - 1]}, ` : "";
    }

    /// The match number that users see.
    label(number) {
        return this.games ? this.games[number - 1] : number;
    }

    get count() {
        return this.summaries.length;
    }

    /// Opens a match. `number` counts from 1.
    open(number) {
        const data = JSON.parse(this.page.getElementById(`match-${number}`).textContent);
        return new Match(data, this.drawingOf(data.log.game).unfold);
    }
}
