// What the pages say of Magnetize: its name, how it is played there, and what its endings mean.

export const magnetize_words = {
    title: "Magnetize",

    rules: ({ square, maglock }) => [
        "Blue, with a cross, moves first; the other side is orange, with a ring. In a turn you drop a piece into a column, or turn your magnet on.",
        `A magnet drags all pieces of its own colour along their rows, blue ones to the left and orange ones to the right, and holds them there. It costs: its owner loses the next ${maglock === 1 ? "turn" : `${maglock} turns`}. Then it goes off, and what it has held falls.`,
        `A block of ${square} by ${square} pieces of one colour wins, whoever has moved. Blocks of both colours at once are a draw, and so is a full board.`,
    ],
    prompt: "Choose a column, or your magnet at the side.",

    endings: {
        "square": "a block of one colour is as large as it takes to win",
        "squares of both": "blocks of both colours at once: a draw",
        "board full": "no cell is left, and there is no block: a draw",
        "ply limit": "so many moves have been made that it is a draw",
    },
};
