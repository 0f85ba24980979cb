// The ply at which a match turned: from there on its loser knew.
import { scoreInWords, standing } from "./info.js";

/// {number, player, from, to}: the last ply at which the loser's own score falls below 0 and stays there, the loser's side, and the scores
/// before and after in words. Null in a draw, and if the loser has written no such scores.
export function turningPoint(match) {
    const { winner } = match.log.result;
    if (winner === null) return null;
    const player = 1 - winner;
    let [found, before] = [null, null];
    match.plies.forEach(([who], i) => {
        const info = who === player ? match.info(i + 1) : null;
        const value = standing(info, 1);
        if (value === null) return;
        if (value >= 0) found = null;
        else if (before && standing(before, 1) >= 0) found = { number: i + 1, player, from: scoreInWords(before), to: scoreInWords(info) };
        before = info;
    });
    return found;
}
