// How a person's match ended, in words.
import { endingMeaning, forfeitInWords, ownHeadline } from "../ending.js";
import { visibleLine } from "../text.js";

/// "You won: square, after 17 plies"
export function verdict({ result, names, you, ply }) {
    return ownHeadline({ result, names, you, length: ply });
}

/// Further facts about the ending. `words` are those of the game.
export function explanation({ result, names, ply }, words) {
    const { failure, limits, meaning } = result;
    return failure ? forfeitInWords({ failure, result, limits, meaning, who: visibleLine(names[failure.player]), length: ply }) : endingMeaning(result, words);
}
