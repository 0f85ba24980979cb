// The texts on the pages about a game of one's own, from the hello of its rules (docs/own_game.md).

/// The lines of a hello that begin with this word, without it.
export const linesOf = (hello, word) => hello.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

/// Whether the players of a game see different things. `rules` is the description of a game of one's own, as in a log; other games have none.
export const hasSecrets = (rules) => rules?.hello.includes("secrets") ?? false;

/// The same texts as gameWords has about a built-in game.
export function ownWords(hello) {
    const [name] = linesOf(hello, "game").map((line) => line.split(" ")[0]);
    const endings = linesOf(hello, "ending").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
    return {
        title: linesOf(hello, "title")[0] ?? name,
        rules: () => linesOf(hello, "rule"),
        prompt: "Choose a move.",
        endings: Object.fromEntries(endings),
    };
}
