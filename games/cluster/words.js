// The texts about CLUSTER on the pages: its name, a summary of its rules, and the meaning of its endings.

export const cluster_words = {
    title: "CLUSTER",

    rules: ({ connect }) => [
        "The side that moves first has the round pellets a and c, the other side has b and d, which have corners. Each turn begins with a hand of two of your own pellets, drawn at random. Either you drop one of them into a column that is not full, and the other goes back into your bag; or you turn gravity, all pellets fall again, and you lose the hand.",
        "The board is drawn so that gravity pulls down. N marks the corner that was on top at the start.",
        `After each move a straight line of ${connect} or more pellets of one colour wins, whoever moved. If both sides have one, the longer line wins. If both lines are equally long, the line wins whose colour has more pellets on the board; if these numbers are equal, too, the game is a draw. If it is your turn and your bag is empty, you lose.`,
    ],
    prompt: "Choose a column for a pellet of your hand, or an arrow at a corner to turn gravity.",

    endings: {
        "match": "a straight line of one colour is long enough",
        "longer match": "both sides have a line, and one is longer",
        "more pellets": "both lines are equally long, and one colour has more pellets on the board",
        "equal matches": "both lines are equally long, and both colours have equally many pellets on the board: a draw",
        "out of pellets": "the side to move has no pellets left, and loses",
        "ply limit": "the limit of plies is reached: a draw",
    },
};
