// The texts on the pages about each game, by the game's name.
import * as words from "games/words";
import { ownWords } from "./own_words.js";

/// For each game: {title, rules(config), prompt, endings}. `rules` returns paragraphs that contain the values of the settings; the first sentence of the last one says how one wins. `prompt` is
/// a sentence that explains how to choose a move. `endings` explains the reasons that the rules give for an ending.
export const gameWords = words;

/// The texts about the game of a report, which may be a game of one's own; undefined for an unknown game.
export function gameWordsOf({ game, rules }) {
    return rules ? ownWords(rules.hello) : words[game];
}

/// How a game ends, from the texts about it.
export const endsInWords = ({ endings }) => `How a game ends: ${Object.values(endings).join("; ")}.`;

/// How one wins, in a line. `isOwn`: it is a game of one's own, whose rules are lines in any order.
export function goalInWords(words, config, isOwn) {
    return isOwn ? endsInWords(words) : /^.*?\.(?= |$)/.exec(words.rules(config).at(-1) ?? "")?.[0] ?? "";
}
