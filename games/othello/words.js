// The texts about Othello on the pages: its name, a summary of its rules, and the meaning of its endings.

export const othello_words = {
    title: "Othello",

    rules: () => [
        "Black moves first. You place a disc on an empty cell where it catches discs of the other colour: they form a straight line without a gap, along a row, a column or a diagonal, between the new disc and another disc of your colour. All caught discs turn over, in every direction.",
        "If you can't catch anything, you pass.",
        "If neither side can catch anything, the game is over, and the colour with more discs wins; equal numbers are a draw.",
    ],
    prompt: "Choose a cell with a dot.",

    endings: {
        "disc count": "neither side can catch anything: the colour with more discs wins, and equal numbers are a draw",
        "ply limit": "the limit of plies is reached: a draw",
    },
};
