// The info of bots on a position, in words and as a height in a graph. The meaning of each field is in docs/protocol.md, "Notes".

/// "950", "12.3k", "1.23M": three digits.
export function shortCount(count) {
    const units = ["", "k", "M", "G", "T", "P"];
    let [value, unit] = [count, 0];
    while (value >= 999.5 && unit + 1 < units.length) [value, unit] = [value / 1000, unit + 1];
    return unit === 0 ? String(count) : value.toPrecision(3) + units[unit];
}

const ending = (mate) => (mate > 0 ? `wins in ${mate}` : mate < 0 ? `loses in ${-mate}` : "loses");

/// Whole numbers exactly, others with six digits, and all digits before the point: as on the terminal.
const numberText = (number) => (Number.isInteger(number) || Math.abs(number) >= 1e6 ? number.toFixed(0) : String(Number(number.toPrecision(6))));

/// "+53, 62.5 %", "wins in 3"; "" if the bot has given no score.
export function scoreInWords(info) {
    if (!info) return "";
    const parts = [];
    if (info.score !== undefined) parts.push((info.score > 0 ? "+" : "") + numberText(info.score));
    if (info.mate !== undefined) parts.push(ending(info.mate));
    if (info.expected !== undefined) parts.push(`${(100 * info.expected).toFixed(1)} %`);
    return parts.join(", ");
}

/// The same and how far the bot has looked: "+53, depth 7, 120k nodes, 1.30M/s".
export function infoInWords(info) {
    if (!info) return "";
    const parts = [scoreInWords(info)];
    if (info.depth !== undefined) parts.push(`depth ${info.depth}`);
    if (info.nodes !== undefined) parts.push(`${shortCount(info.nodes)} ${info.nodes === 1 ? "node" : "nodes"}`);
    if (info.nps !== undefined) parts.push(`${shortCount(info.nps)}/s`);
    return parts.filter(Boolean).join(", ");
}

/// The middle one of some numbers, or the upper one of two; undefined of none.
export const median = (numbers) => numbers.slice().sort((a, b) => a - b)[numbers.length >> 1];

/// How well a bot stands in its own eyes, from -1 (lost) to 1 (won); null if it has given no score. Its own units have no known bounds:
/// `unit`, its usual score, comes to one half.
export function standing(info, unit) {
    if (!info) return null;
    if (info.mate !== undefined) return info.mate > 0 ? 1 : -1;
    if (info.expected !== undefined) return 2 * info.expected - 1;
    if (info.score !== undefined) return info.score / (Math.abs(info.score) + unit);
    return null;
}

/// The usual score of a player in a match: the median of its scores without their signs. 1 if it has none but 0.
export function usualScore(match, player) {
    const sizes = [];
    match.plies.forEach(([who], i) => {
        const info = match.info(i + 1);
        if (who === player && info?.score && info.mate === undefined) sizes.push(Math.abs(info.score));
    });
    return median(sizes) ?? 1;
}
