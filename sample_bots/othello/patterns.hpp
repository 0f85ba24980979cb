// The learned evaluation of Othello: the value of the contents of each edge, corner, row and diagonal.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/othello/bitboard.hpp"
#include "sample_bots/weights.hpp"

namespace sample_bots::othello {

/// A set of cells whose contents, the *filling*, are looked up as a whole. The pattern applies in every place that it
/// reaches when the board is rotated or mirrored (M. Buro, "Statistical feature combination for the evaluation of game
/// positions", 1995).
struct Pattern {
    std::array<std::uint8_t, 10> cells;
    int size;

    /// The number of fillings. Each cell is empty (0), the mover's (1) or the opponent's (2).
    constexpr int fillings() const {
        int count = 1;
        for (int i = 0; i < size; ++i)
            count *= 3;
        return count;
    }
};

inline constexpr std::array<Pattern, 11> patterns = {{
    {{0, 1, 2, 3, 4, 5, 6, 7, 9, 14}, 10},    // an edge, and the cells diagonally inside its corners
    {{0, 1, 2, 3, 4, 8, 9, 10, 11, 12}, 10},  // a corner along an edge
    {{0, 1, 2, 8, 9, 10, 16, 17, 18}, 9},     // a corner
    {{8, 9, 10, 11, 12, 13, 14, 15}, 8},      // the second row
    {{16, 17, 18, 19, 20, 21, 22, 23}, 8},    // the third row
    {{24, 25, 26, 27, 28, 29, 30, 31}, 8},    // the fourth row
    {{0, 9, 18, 27, 36, 45, 54, 63}, 8},      // the long diagonal
    {{1, 10, 19, 28, 37, 46, 55}, 7},         // the shorter diagonals
    {{2, 11, 20, 29, 38, 47}, 6},
    {{3, 12, 21, 30, 39}, 5},
    {{4, 13, 22, 31}, 4},
}};

/// The number of lanes. A lane is one place of a pattern on the board. There are 46, in the order of the patterns, and
/// two unused ones.
inline constexpr std::size_t lanes = 48;
inline constexpr std::size_t used_lanes = 46;

/// The number of stages of a game. The number of discs determines the stage. Each stage has its own weights.
inline constexpr int stages = 9;
constexpr int stage_of(int discs) {
    return discs < 17 ? 0 : discs >= 52 ? stages - 1 : (discs - 12) / 5;
}

/// For each pattern, the index of its first weight. The last element is the index of the first of the `extra_weights`.
inline constexpr std::array<int, patterns.size() + 1> first_weight = [] {
    std::array<int, patterns.size() + 1> first{};
    for (std::size_t i = 0; i < patterns.size(); ++i)
        first[i + 1] = first[i] + patterns[i].fillings();
    return first;
}();
/// The number of weights in addition to those of the patterns: a constant, one per move that the mover has, one per
/// move that the opponent has, and one for parity. With an odd number of empty cells, the mover makes the last move.
inline constexpr int extra_weights = 4;
inline constexpr int weights_of_stage = first_weight.back() + extra_weights;

/// The indices of the weights that count in a position, one for each lane.
using Fillings = std::array<std::uint32_t, lanes>;

/// Looks up the fillings of positions. Construct it once a game, because that takes tens of microseconds.
class PatternIndex {
public:
    PatternIndex();

    /// The fillings of all lanes from the point of view of the owner of `own`.
    [[gnu::always_inline]] Fillings fillings(std::uint64_t own, std::uint64_t other) const {
        std::array<std::uint16_t, lanes> sum{};
        for (std::size_t row = 0; row < 8; ++row) {
            const auto& mine = parts_[row][own >> 8 * row & 0xff];
            const auto& theirs = parts_[row][other >> 8 * row & 0xff];
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sum[lane] = static_cast<std::uint16_t>(sum[lane] + mine[lane] + 2 * theirs[lane]);
        }
        Fillings numbers;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            numbers[lane] = sum[lane] + first_[lane];
        return numbers;
    }

private:
    using Part = std::array<std::uint16_t, lanes>;

    /// The contribution of one side's discs in a row to the filling of each lane. Indexed by row and by the bits of the
    /// discs.
    std::array<std::array<Part, 256>, 8> parts_{};
    std::array<std::uint32_t, lanes> first_{};
};

/// For each weight of a stage, the first weight that is equal to it because the pattern is symmetric.
std::vector<std::uint32_t> representatives();

/// Evaluates positions with the weights.
class PatternEvaluation {
public:
    static constexpr int per_disc = 8;

    /// Uses the weights that are built into the program.
    PatternEvaluation() : PatternEvaluation(othello_weights()) {}
    /// Requires: `weights` has `weights_of_stage` weights for each stage, in eighths of a disc, and outlives the
    /// evaluation.
    explicit PatternEvaluation(std::span<const std::int8_t> weights) : weights_(weights) {}

    /// The expected final lead of the side to move, in eighths of a disc.
    int operator()(std::uint64_t own, std::uint64_t other, int moves, int moves_of_other) const {
#if defined(__x86_64__)
        if (games::othello::has_avx2()) return with_avx2(own, other, moves, moves_of_other);
#endif
        return lead(own, other, moves, moves_of_other);
    }

private:
    [[gnu::always_inline]] int lead(std::uint64_t own, std::uint64_t other, int moves, int moves_of_other) const {
        const int discs = std::popcount(own | other);
        const std::int8_t* weights = weights_.data() + stage_of(discs) * std::ptrdiff_t{weights_of_stage};
        const Fillings numbers = index_.fillings(own, other);
        const std::int8_t* extra = weights + first_weight.back();
        int sum = extra[0] + extra[1] * moves + extra[2] * moves_of_other + extra[3] * (discs & 1);
        for (std::size_t lane = 0; lane < used_lanes; ++lane)
            sum += weights[numbers[lane]];
        return sum;
    }
#if defined(__x86_64__)
    /// lead(), compiled for processors with AVX2.
    [[gnu::target("avx2,popcnt")]] int with_avx2(std::uint64_t own, std::uint64_t other, int moves,
                                                 int moves_of_other) const {
        return lead(own, other, moves, moves_of_other);
    }
#endif

    PatternIndex index_;
    std::span<const std::int8_t> weights_;
};

}  // namespace sample_bots::othello
