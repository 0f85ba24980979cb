// A second CLUSTER, slow and simple. The tests compare the rule core with it.
//
// It follows RULES.md directly, shares no code with games/, and is meant to be read beside the rules, line by line. It
// uses no tricks: a cell knows the indices of its neighbours, and pellets fall one at a time, one cell at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace reference {

struct ClusterSettings {
    int side;
    int connect;
    int max_plies;
};

struct Pellet {
    int cell;
    int colour;
};

/// The random number generator of a match: SplitMix64.
struct ClusterChance {
    std::uint64_t state;
    std::uint64_t next();
};

enum class ClusterResult { none_yet, player_0_won, player_1_won, draw };

/// A player's best match. Its length is 0 if there is none.
struct BestMatch {
    int length = 0;
    int pellets = 0;
};

/// A game of CLUSTER in progress.
struct Cluster {
    Cluster(const ClusterSettings& settings, std::uint64_t seed);

    ClusterSettings settings;
    ClusterChance chance;
    std::vector<std::array<int, 6>> neighbours;  ///< by cell and direction; -1: none
    int gravity = 0;
    std::vector<Pellet> pellets;  ///< by index: the pellets on the board
    std::vector<int> pellet_on;   ///< by cell: the index of the pellet, or -1 if the cell is empty
    std::array<int, 4> bag{};     ///< by colour: the number of pellets in the bag, without the hand
    std::vector<int> hand;
    int to_move = 0;
    int plies = 0;
    ClusterResult result = ClusterResult::none_yet;
    std::string reason;

    /// `PLACE column colour` by column and colour, then `ROTATE 1` to `ROTATE 5`. Empty if the game is over.
    std::vector<std::string> legal_moves() const;
    /// Makes a ply and draws the next hand. Requires: legal_moves() contains `move`.
    void play(const std::string& move);

    int columns() const { return 2 * settings.side - 1; }
    /// The highest cell of a column under a direction of gravity.
    int top(int column, int direction) const;
    BestMatch best_match(int player) const;
    /// {"gravity":g,"pellets":[[index,cell,colour],...]} without any white space.
    std::string frame() const;
    /// The setup and turn blocks. `before`: the game as it was when the player was last asked for a move.
    std::string setup_block(int player) const;
    std::string turn_block(const Cluster& before) const;

private:
    void number_the_cells();
    int walk(int cell, int direction, int steps) const;
    void draw_hand();
    void place(int column, int colour);
    void rotate(int cycles);
    void let_fall();
    int run_length(int cell, int direction, int colour) const;
    int longest_run(int colour) const;
    int pellets_on_board(int colour) const;
    void look_at_result();
};

/// The number of sequences of exactly `depth` plies with the hands that this game draws. Games that end sooner don't
/// count.
std::uint64_t perft(const Cluster& game, int depth);

}  // namespace reference
