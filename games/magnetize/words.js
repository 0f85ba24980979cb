// The texts about Magnetize on the pages: its name, a summary of its rules, and the meaning of its endings.

export const magnetize_words = {
    title: "Magnetize",

    rules: ({ square, maglock }) => [
        "Blue, with a cross, moves first; the other side is orange, with a ring. In a turn you drop a piece into a column, or turn on your magnet.",
        `A magnet drags all pieces of its own colour along their rows, blue ones to the left and orange ones to the right, and holds them there. The price: its owner loses the next ${maglock === 1 ? "turn" : `${maglock} turns`}. Then it goes off, and the pieces that it held fall.`,
        `A block of ${square} by ${square} pieces of one colour wins, whoever moved. Blocks of both colours at once are a draw, and so is a full board.`,
    ],
    prompt: "Choose a column, or your magnet at the side.",

    endings: {
        "square": "a block of one colour is large enough to win",
        "squares of both": "blocks of both colours at once: a draw",
        "board full": "no cell is left, and there is no block: a draw",
        "ply limit": "the limit of plies is reached: a draw",
    },
};
