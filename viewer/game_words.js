// The texts of the pages about each game, by its name.
import { cluster_words } from "../games/cluster/words.js";
import { fitz_words } from "../games/fitz/words.js";
import { magnetic_cave_words } from "../games/magnetic_cave/words.js";
import { magnetize_words } from "../games/magnetize/words.js";
import { othello_words } from "../games/othello/words.js";

/// {title, rules(config), prompt, endings} of each game. `rules` are paragraphs that contain the values of settings; `prompt` is a
/// sentence on how to choose a move; `endings` explains the rules' words for an ending.
export const gameWords = { cluster: cluster_words, fitz: fitz_words, magnetic_cave: magnetic_cave_words, magnetize: magnetize_words, othello: othello_words };
