// The ply at which a match turned: the largest change between two consecutive evaluations of the same bot.
import { scoreInWords, standing, usualScore } from "./info.js";

/// {number, player, from, to}: the number of the ply, the bot's side, and its two scores in words. Null if no bot changed its mind.
export function turningPoint(match) {
    const units = [0, 1].map((player) => usualScore(match, player));
    const before = [null, null];
    let most = { swing: 0 };
    match.plies.forEach(([player], i) => {
        const info = match.info(i + 1);
        const value = standing(info, units[player]);
        if (value === null) return;
        const swing = before[player] === null ? 0 : Math.abs(value - before[player].value);
        if (swing > most.swing) most = { swing, number: i + 1, player, from: scoreInWords(before[player].info), to: scoreInWords(info) };
        before[player] = { value, info };
    });
    return most.swing > 0 ? most : null;
}
