// The texts about fitz on the pages: its name, a summary of its rules, and the meaning of its endings.

export const fitz_words = {
    title: "fitz",

    rules: () => [
        "Blue moves first; the other side is orange, with stripes. Both sides place tiles from one shared sequence, in turn; the next tile is shown beside the board.",
        "You may turn a tile, and it must fit on empty cells. Nothing is ever taken away.",
        "If you have no place for the next tile, you lose.",
    ],
    prompt: "Choose a cell with a dot: you hold the tile by the cell in its middle.",

    endings: {
        "no placement": "there is no place for the next tile, and the side that has to place it loses",
        "ply limit": "the limit of plies is reached: a draw",
    },
};
