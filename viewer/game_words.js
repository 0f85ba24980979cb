// The words of the pages about each game, by its name.
import * as words from "games/words";

/// {title, rules(config), prompt, endings} of each game. `rules` are paragraphs, with the numbers of the settings in them; `prompt` is a
/// sentence on how to choose a move; `endings` says what the rules' words for an ending mean.
export const gameWords = words;
