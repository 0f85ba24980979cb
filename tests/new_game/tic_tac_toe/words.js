// The words of the pages for tic-tac-toe.

export const tic_tac_toe_words = {
    title: "Tic-tac-toe",
    rules: () => ["Mark empty cells in turn.", "Three marks in a line win."],
    prompt: "Choose an empty cell.",
    endings: { "three in a line": "three marks of one side in a line", "board full": "no cell is empty: a draw" },
};
