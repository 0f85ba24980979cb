// The texts on the pages about each game, by the game's name.
import * as words from "games/words";
import { ownWords } from "./own_words.js";

/// For each game: {title, rules(config), prompt, endings}. `rules` returns paragraphs that contain the values of the settings. `prompt` is
/// a sentence that explains how to choose a move. `endings` explains the reasons that the rules give for an ending.
export const gameWords = words;

/// The texts about the game of a report, which may be a game of one's own; undefined for an unknown game.
export function gameWordsOf({ game, rules }) {
    return rules ? ownWords(rules.hello) : words[game];
}
