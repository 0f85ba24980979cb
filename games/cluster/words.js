// What the pages say of CLUSTER: its name, how it is played there, and what its endings mean.

export const cluster_words = {
    title: "CLUSTER",

    rules: ({ connect }) => [
        "The side that moves first has the round pellets a and c, the other side b and d, which have corners. Each turn begins with a hand of two of your own pellets, drawn by chance. You drop one of them into a column that is not full, and the other goes back into your bag; or you turn gravity, and all pellets fall anew. Then the whole hand is lost.",
        "The board is drawn so that gravity pulls down. N marks the corner that was on top at the start.",
        `After each move a straight line of ${connect} pellets or more of one colour wins, whoever has moved. If both sides have one, the longer line wins, then the line whose colour has more pellets on the board; if that is equal, too, it is a draw. Whoever has to move with an empty bag loses.`,
    ],
    prompt: "Choose a column for a pellet of your hand, or an arrow at a corner to turn gravity.",

    endings: {
        "match": "a straight line of one colour is long enough",
        "longer match": "both sides have a line, and one is longer",
        "more pellets": "both lines are equally long, and one colour has more pellets on the board",
        "equal matches": "both lines are equally long, and both colours have as many pellets: a draw",
        "out of pellets": "the side that is to move has none left, and loses",
        "ply limit": "so many moves have been made that it is a draw",
    },
};
