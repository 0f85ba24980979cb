// What the pages say of Othello: its name, how it is played there, and what its endings mean.

export const othello_words = {
    title: "Othello",

    rules: () => [
        "Black moves first. A disc goes on an empty cell where it catches discs of the other colour: in a straight line, along a row, a column or a diagonal, between itself and a disc of its own colour, without a gap. All discs that are caught turn over, in every direction.",
        "Who can catch nothing passes. When neither side can, the game is over, and the colour with more discs has won; equally many are a draw.",
    ],
    prompt: "Choose a cell with a dot.",

    endings: {
        "disc count": "neither side can catch anything: more discs have won, and equally many are a draw",
        "ply limit": "so many moves have been made that it is a draw",
    },
};
