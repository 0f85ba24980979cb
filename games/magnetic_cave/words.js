// What the pages say of Magnetic Cave: its name, how it is played there, and what its endings mean.

export const magnetic_cave_words = {
    title: "Magnetic Cave",

    rules: () => [
        "Blue, with a cross, moves first; the other side is orange. The walls of the cave at the left and the right are magnets: a brick holds beside one of them, or directly to the left or right of another brick, whatever its colour. What is above or below does not matter.",
        "Five bricks of one colour in a row, a column or a diagonal win. A full cave without that is a draw.",
    ],
    prompt: "Choose a cell with a dot.",

    endings: {
        "five in a line": "five bricks of one colour, or more, in a row, a column or a diagonal",
        "board full": "no cell is left, and there is no line: a draw",
        "ply limit": "so many moves have been made that it is a draw",
    },
};
