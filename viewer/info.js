// Shows a bot's info about a position, as text and as a height in a graph. docs/protocol.md explains each field in "Notes".

/// A count in three digits: "950", "12.3k", "1.23M".
export function shortCount(count) {
    const units = ["", "k", "M", "G", "T", "P"];
    let [value, unit] = [count, 0];
    while (value >= 999.5 && unit + 1 < units.length) [value, unit] = [value / 1000, unit + 1];
    return unit === 0 ? String(count) : value.toPrecision(3) + units[unit];
}

const ending = (mate) => (mate > 0 ? `wins in ${mate}` : mate < 0 ? `loses in ${-mate}` : "loses");

/// Formats a number as on the terminal: whole numbers exactly, others with six significant digits but with all digits before the point.
const numberText = (number) => (Number.isInteger(number) || Math.abs(number) >= 1e6 ? number.toFixed(0) : String(Number(number.toPrecision(6))));

/// The score as text, such as "+53, 62.5 %" or "wins in 3"; empty if the bot has given no score.
export function scoreInWords(info) {
    if (!info) return "";
    const parts = [];
    if (info.score !== undefined) parts.push((info.score > 0 ? "+" : "") + numberText(info.score));
    if (info.mate !== undefined) parts.push(ending(info.mate));
    if (info.expected !== undefined) parts.push(`${(100 * info.expected).toFixed(1)} %`);
    return parts.join(", ");
}

/// The score, and how deep the bot has searched: "+53, depth 7, 120k nodes, 1.30M/s".
export function infoInWords(info) {
    if (!info) return "";
    const parts = [scoreInWords(info)];
    if (info.depth !== undefined) parts.push(`depth ${info.depth}`);
    if (info.nodes !== undefined) parts.push(`${shortCount(info.nodes)} ${info.nodes === 1 ? "node" : "nodes"}`);
    if (info.nps !== undefined) parts.push(`${shortCount(info.nps)}/s`);
    return parts.filter(Boolean).join(", ");
}

/// The median of the numbers. If their count is even, the upper one of the two in the middle. Undefined if there are no numbers.
export const median = (numbers) => numbers.slice().sort((a, b) => a - b)[numbers.length >> 1];

/// How well a bot stands in its own estimation, from -1 (lost) to 1 (won); null if it has given no score. A score has no known bounds, so
/// it is scaled: `unit`, the bot's usual score, becomes 1/2.
export function standing(info, unit) {
    if (!info) return null;
    if (info.mate !== undefined) return info.mate > 0 ? 1 : -1;
    if (info.expected !== undefined) return 2 * info.expected - 1;
    if (info.score !== undefined) return info.score / (Math.abs(info.score) + unit);
    return null;
}

/// The usual score of a player in a match: the median of the absolute values of its non-zero scores. 1 if there are none.
export function usualScore(match, player) {
    const sizes = [];
    match.plies.forEach(([who], i) => {
        const info = match.info(i + 1);
        if (who === player && info?.score && info.mate === undefined) sizes.push(Math.abs(info.score));
    });
    return median(sizes) ?? 1;
}
