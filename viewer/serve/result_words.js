// How a person's match ended, in words.
import { endingMeaning, forfeitInWords } from "../ending.js";
import { counted, visibleLine } from "../text.js";

/// "You win: square, after 17 plies"
export function verdict({ result, names, you, ply }) {
    const { winner, ending, detail } = result;
    const after = `, after ${counted(ply, "ply", "plies")}`;
    const bot = visibleLine(names[1 - you]);
    const how = ending === "by_rules" ? visibleLine(detail ?? "") : visibleLine(ending).replaceAll("_", " ");
    if (ending === "aborted") return "The match was stopped" + (detail ? `: ${visibleLine(detail)}` : "") + after;
    if (winner === null) return `A draw: ${how}${after}`;
    if (winner === you) return (ending === "by_rules" ? `You win: ${how}` : `You win: ${bot} forfeits (${how})`) + after;
    return (ending === "by_rules" ? `${bot} wins: ${how}` : `${bot} wins (${how})`) + after;
}

/// Further facts about the ending. `words` are those of the game.
export function explanation({ result, names, ply }, words) {
    const { failure, limits, meaning } = result;
    return failure ? forfeitInWords({ failure, result, limits, meaning, who: visibleLine(names[failure.player]), length: ply }) : endingMeaning(result, words);
}
