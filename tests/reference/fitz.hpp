// A second fitz, slow and simple. The tests compare the rule core and the automatic players with it.
//
// It follows RULES.md directly, shares no code with games/, and is meant to be read beside the rules, line by line. It
// uses no tricks: the board is a list of strings, and every question is answered by visiting all cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace reference {

using FitzTile = std::vector<std::string>;  ///< five rows of five characters, '!' and '.'

struct FitzSettings {
    int height;
    int width;
    std::vector<FitzTile> tiles;
    int max_plies;
};

struct FitzMove {
    int row;
    int column;
    int degrees;

    std::string text() const;
};

/// The start of a match that does not begin with an empty board.
struct FitzPosition {
    int next_tile;
    int next_player;
    std::vector<std::string> board;
};

/// A game of fitz in progress. Players are 0, whose mark is '*', and 1, whose mark is '#'.
struct Fitz {
    explicit Fitz(const FitzSettings& settings);
    Fitz(const FitzSettings& settings, const FitzPosition& position);

    FitzSettings settings;
    std::vector<std::string> board;  ///< board[row][column]
    int tile = 0;                    ///< the next tile to be placed
    int to_move = 0;
    int plies = 0;
    std::optional<FitzMove> last_move;
    std::optional<FitzMove> last_move_of[2];
    bool over = false;
    int winner = -1;  ///< if the game is over: 0, 1, or -1 for a draw
    std::string reason;
    std::vector<FitzMove> legal_moves;  ///< by rotation, then row, then column; none once the game is over

    bool is_legal(const FitzMove& move) const;
    /// Requires: is_legal(move).
    void play(const FitzMove& move);

    /// {"board":[rows],"tile":next tile} without white space.
    std::string frame() const;
    /// {"placed":[cells],"mark":"*","tile":next tile} for the last move.
    std::string frame_of_change() const;
    /// The content of the file that saves the position.
    std::string saved() const;

    /// The moves of the two automatic players. Requires: the game is not over.
    FitzMove automatic_1() const;
    FitzMove automatic_2() const;

private:
    struct Cell {
        int row;
        int column;
    };
    /// Every cell that the tile would fill, on the board or outside it.
    std::vector<Cell> cells_of(const FitzMove& move, int of_tile) const;
    void turn_tiles();
    /// All legal moves, found by trying every move whose middle is at most two cells outside the board.
    std::vector<FitzMove> all_moves() const;
    void look_at_end();

    /// turned[tile][quarter turns]: the cells of the turned tile, relative to the middle. Computed only once, because
    /// turning a tile for each question would be slow.
    std::vector<std::vector<std::vector<Cell>>> turned;
};

/// The tile rotated clockwise about its middle.
FitzTile turned_clockwise(const FitzTile& tile, int degrees);

/// The number of sequences of exactly `depth` plies. Games that end sooner don't count.
std::uint64_t perft(const Fitz& game, int depth);

}  // namespace reference
