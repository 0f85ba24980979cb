// What the pages say of fitz: its name, how it is played there, and what its endings mean.

export const fitz_words = {
    title: "fitz",

    rules: () => [
        "Blue moves first; the other side is orange, with stripes. Both sides lay tiles from one row of them, in turn; the tile that comes next is shown beside the board.",
        "A tile may be turned, and lies on empty cells only. Nothing is ever taken away. Who has no place for the tile that comes next loses.",
    ],
    prompt: "Choose a cell with a dot: the tile is held by the cell in its middle.",

    endings: {
        "no placement": "there is no place for the next tile, and the side that should lay it loses",
        "ply limit": "so many moves have been made that it is a draw",
    },
};
