// A second fitz, slow and obvious, for the tests to hold the rule core and the automatic players against.
//
// It is written straight from RULES.md, shares no code with games/, and is meant to be read beside the rules, line by
// line. Nothing here is clever: the board is a list of strings, and every question is answered by going through all
// cells.
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

/// The start of a match that does not begin on an empty board.
struct FitzPosition {
    int next_tile;
    int next_player;
    std::vector<std::string> board;
};

/// A game of fitz under way. Players are 0, whose mark is '*', and 1, whose mark is '#'.
struct Fitz {
    explicit Fitz(const FitzSettings& settings);
    Fitz(const FitzSettings& settings, const FitzPosition& position);

    FitzSettings settings;
    std::vector<std::string> board;  ///< board[row][column]
    int tile = 0;                    ///< the one to be placed next
    int to_move = 0;
    int plies = 0;
    std::optional<FitzMove> last_move;
    std::optional<FitzMove> last_move_of[2];
    bool over = false;
    int winner = -1;  ///< of a game that is over: 0, 1, or -1 for a draw
    std::string reason;
    std::vector<FitzMove> legal_moves;  ///< by rotation, then row, then column; none once the game is over

    bool is_legal(const FitzMove& move) const;
    /// Requires: is_legal(move).
    void play(const FitzMove& move);

    /// {"board":[rows],"tile":the next one} without any white space.
    std::string frame() const;
    /// {"placed":[cells],"mark":"*","tile":the next one}, of the last move.
    std::string frame_of_change() const;
    /// The file of the position.
    std::string saved() const;

    /// The moves of the two automatic players. Requires: the game is not over.
    FitzMove automatic_1() const;
    FitzMove automatic_2() const;

private:
    struct Cell {
        int row;
        int column;
    };
    /// Every cell, of the board or beyond it, that the tile would fill.
    std::vector<Cell> cells_of(const FitzMove& move, int of_tile) const;
    void turn_tiles();
    /// The result of is_legal() for each move that the board has room for.
    std::vector<FitzMove> all_moves() const;
    void look_at_end();

    /// turned[tile][quarter turns]: its cells as seen from the middle, so that it is not turned for each question.
    std::vector<std::vector<std::vector<Cell>>> turned;
};

/// The tile turned clockwise about its middle.
FitzTile turned_clockwise(const FitzTile& tile, int degrees);

/// The number of sequences of exactly `depth` plies; a game that ends sooner adds nothing.
std::uint64_t perft(const Fitz& game, int depth);

}  // namespace reference
