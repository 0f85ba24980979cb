// The texts about Magnetic Cave on the pages: its name, a summary of its rules, and the meaning of its endings.

export const magnetic_cave_words = {
    title: "Magnetic Cave",

    rules: () => [
        "Blue, with a cross, moves first; the other side is orange. The left and right walls of the cave are magnets: a brick holds beside a wall, or directly to the left or right of another brick of any colour. The cells above and below do not matter.",
        "Five bricks of one colour in a row, a column or a diagonal win. A full cave without such a line is a draw.",
    ],
    prompt: "Choose a cell with a dot.",

    endings: {
        "five in a line": "five or more bricks of one colour in a row, a column or a diagonal",
        "board full": "no cell is left, and there is no line: a draw",
        "ply limit": "the limit of plies is reached: a draw",
    },
};
