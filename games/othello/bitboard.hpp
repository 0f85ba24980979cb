// The two time-critical questions of Othello on bitboards: where a side may move, and which discs a move turns. A third
// function answers both questions together, because every move needs both answers.
//
// Cell i is bit i: a1 is bit 0, b1 is bit 1, a2 is bit 8. The carry of an addition can follow a line that runs towards
// higher bits. For the lines in the opposite directions the board is turned upside down, which costs one byte swap.
// Only the line to the left needs its own method.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace games::othello {

namespace detail {

/// A set of cells: bit 0 is a1, bit 63 is h8.
using Cells = std::uint64_t;

/// A board beside the same board upside down. This is a vector type of g++ and clang, which can add and shift it on
/// every processor. With vector registers, which x86-64 always has, this takes one instruction.
using Both [[gnu::vector_size(16)]] = Cells;

constexpr Cells upside_down(Cells cells) {
    return __builtin_bswap64(cells);
}

/// The cells from which a line to the left or to the right can go on: files b to g. A disc on an edge file never lies
/// between two other discs of a row or diagonal. Excluding these files keeps lines from crossing the edge.
inline constexpr Cells inner_files = 0x7e7e7e7e7e7e7e7eu;

/// The number of lines of each cell that run towards higher bits: to the right, down to the left, down, and down to the
/// right.
inline constexpr int rising_lines = 4;
/// The lines from one cell to the edges, without the cell itself.
struct Lines {
    std::array<Cells, rising_lines> rising{};
    Cells left = 0;
};

/// The lines from each cell.
inline constexpr std::array<Lines, 64> lines_from = [] {
    constexpr std::array<int, rising_lines> down = {0, 1, 1, 1};
    constexpr std::array<int, rising_lines> right = {1, -1, 0, 1};
    const auto line = [](int cell, int rows, int columns) {
        Cells cells = 0;
        int row = cell / 8 + rows;
        int column = cell % 8 + columns;
        for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += rows, column += columns) {
            cells |= Cells{1} << (row * 8 + column);
        }
        return cells;
    };
    std::array<Lines, 64> lines{};
    for (int cell = 0; cell < 64; ++cell) {
        Lines& mine = lines[static_cast<std::size_t>(cell)];
        for (std::size_t i = 0; i < rising_lines; ++i)
            mine.rising[i] = line(cell, down[i], right[i]);
        mine.left = line(cell, 0, -1);
    }
    return lines;
}();

/// The discs of `other` on `line`, from its low end up to the first disc of `own`. Empty if no disc of `own` comes
/// after them.
constexpr Cells outflanked(Cells line, Cells own, Cells other) {
    // All bits that are not on the line are set, so the carry stops at the first cell of the line that `other` does not
    // occupy.
    const Cells end = ((other | ~line) + 1) & line & own;
    return (end - (end != 0 ? 1 : 0)) & line;
}

/// For each run of `through` that begins beside `from`, the cell after its end, in steps of `shift` bits. A run has at
/// most 6 discs.
template <class Board>
constexpr Board ends_of_runs(Board from, Board through, int shift) {
    Board run = through & (from << shift);
    run |= through & (run << shift);
    const Board pairs = through & (through << shift);
    run |= pairs & (run << 2 * shift);
    run |= pairs & (run << 2 * shift);
    return run << shift;
}

}  // namespace detail

/// The empty cells where a disc of `own` outflanks discs of `other`.
inline std::uint64_t moves_of(std::uint64_t own, std::uint64_t other) {
    using namespace detail;
    const Both from = {own, upside_down(own)};
    const Both vertical = {other, upside_down(other)};
    const Both slanting = vertical & Both{inner_files, inner_files};
    const Both ends =
        ends_of_runs(from, vertical, 8) | ends_of_runs(from, slanting, 7) | ends_of_runs(from, slanting, 9);

    const Cells inner = other & inner_files;
    const Cells right = (own << 1 & inner) + inner;  // the carry passes through each run that begins beside an own disc
    Cells left = inner & own >> 1;
    left |= inner & left >> 1;
    const Cells pairs = inner & inner >> 1;
    left |= pairs & left >> 2;
    left |= pairs & left >> 2;
    return (ends[0] | upside_down(ends[1]) | right | left >> 1) & ~(own | other);
}

/// The discs of `other` that turn if `own` plays on `cell`. Requires: the cell is empty.
constexpr std::uint64_t turned_by(int cell, std::uint64_t own, std::uint64_t other) {
    using namespace detail;
    const Lines& lines = lines_from[static_cast<std::size_t>(cell)];
    Cells turned = 0;
    for (const Cells line : lines.rising)
        turned |= outflanked(line, own, other);

    // To the left, the first cell that `other` does not occupy is the highest such bit. Discs below it do not turn.
    const Cells stop = std::uint64_t{1} << 63 >> std::countl_zero((lines.left & ~other) | 1);
    const Cells end = stop & lines.left & own;
    turned |= (0 - 2 * end) & lines.left;

    const Lines& upwards = lines_from[static_cast<std::size_t>(cell ^ 56)];
    const Cells own_upside_down = upside_down(own);
    const Cells other_upside_down = upside_down(other);
    Cells turned_above = 0;
    for (std::size_t i = 1; i < rising_lines; ++i) {
        turned_above |= outflanked(upwards.rising[i], own_upside_down, other_upside_down);
    }
    return turned | upside_down(turned_above);
}

/// A position after a move, from the point of view of the side that moves next, and the cells where that side may move.
struct Placed {
    std::uint64_t own;
    std::uint64_t other;
    std::uint64_t open;
    friend bool operator==(const Placed&, const Placed&) = default;
};

/// Places a disc of `own`. Requires: the cell is empty.
inline Placed placed(int cell, std::uint64_t own, std::uint64_t other) {
    const std::uint64_t turned = turned_by(cell, own, other);
    const std::uint64_t theirs = other ^ turned;
    const std::uint64_t mine = own | turned | std::uint64_t{1} << cell;
    return {theirs, mine, moves_of(theirs, mine)};
}

// The same functions with vectors of four lines at a time, for processors that have AVX2.

#if defined(__x86_64__)

namespace detail {

/// The lines from a cell: `falling` towards lower bits (left, up-left, up, up-right), and `rising` towards higher ones.
struct alignas(32) Rays {
    std::array<std::uint64_t, 4> falling{};
    std::array<std::uint64_t, 4> rising{};
};

inline constexpr std::array<Rays, 64> rays_from = [] {
    constexpr std::array<int, 4> rows = {0, 1, 1, 1};
    constexpr std::array<int, 4> columns = {1, 1, 0, -1};
    const auto ray = [](int cell, int down, int right) {
        std::uint64_t cells = 0;
        int row = cell / 8 + down;
        int column = cell % 8 + right;
        for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += down, column += right) {
            cells |= std::uint64_t{1} << (row * 8 + column);
        }
        return cells;
    };
    std::array<Rays, 64> rays{};
    for (int cell = 0; cell < 64; ++cell) {
        for (std::size_t i = 0; i < 4; ++i) {
            rays[static_cast<std::size_t>(cell)].rising[i] = ray(cell, rows[i], columns[i]);
            rays[static_cast<std::size_t>(cell)].falling[i] = ray(cell, -rows[i], -columns[i]);
        }
    }
    return rays;
}();

/// The bitwise OR of all four words.
[[gnu::target("avx2")]] inline std::uint64_t united(__m256i words) {
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}

}  // namespace detail

/// Does the same as turned_by(). Requires: the processor has AVX2.
[[gnu::target("avx2")]] inline std::uint64_t turned_by_avx2(int cell, std::uint64_t own, std::uint64_t other) {
    const detail::Rays& rays = detail::rays_from[static_cast<std::size_t>(cell)];
    const __m256i zero = _mm256_setzero_si256();
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(other));

    // Towards higher bits, the first cell that `other` does not occupy is the lowest such bit. The discs below it turn.
    const __m256i rising = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.rising.data()));
    const __m256i stops = _mm256_andnot_si256(theirs, rising);
    const __m256i end = _mm256_and_si256(_mm256_and_si256(stops, _mm256_sub_epi64(zero, stops)), mine);
    const __m256i below = _mm256_and_si256(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), rising);
    const __m256i risen = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), below);

    // Towards lower bits, that cell is the highest such bit. Every bit from there down is filled, in steps.
    const __m256i falling = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.falling.data()));
    const __m256i step = _mm256_set_epi64x(7, 8, 9, 1);
    __m256i filled = _mm256_andnot_si256(theirs, falling);
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, step));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, _mm256_add_epi64(step, step)));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, _mm256_slli_epi64(step, 2)));
    filled = _mm256_and_si256(filled, falling);
    const __m256i first = _mm256_andnot_si256(_mm256_srlv_epi64(filled, step), _mm256_and_si256(filled, mine));
    const __m256i none = _mm256_cmpeq_epi64(first, zero);
    const __m256i fallen = _mm256_andnot_si256(none, _mm256_andnot_si256(filled, falling));
    return detail::united(_mm256_or_si256(risen, fallen));
}

/// Does the same as moves_of(). Requires: the processor has AVX2.
[[gnu::target("avx2")]] inline std::uint64_t moves_of_avx2(std::uint64_t own, std::uint64_t other) {
    constexpr long long inner_files = 0x7e7e7e7e7e7e7e7e;
    const __m256i step = _mm256_set_epi64x(7, 9, 8, 1);
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i through = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(other)),
                                             _mm256_set_epi64x(inner_files, inner_files, -1, inner_files));
    __m256i up = _mm256_and_si256(through, _mm256_sllv_epi64(mine, step));
    __m256i down = _mm256_and_si256(through, _mm256_srlv_epi64(mine, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
    const __m256i pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    const __m256i two = _mm256_add_epi64(step, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    const __m256i ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    return detail::united(ends) & ~(own | other);
}

/// Whether the processor can run the AVX2 functions of this file.
inline bool has_avx2() {
    return __builtin_cpu_supports("avx2");
}

/// Does the same as placed(). One function answers both questions, because g++ can't inline an AVX2 function into a
/// caller that has to run on every processor. Requires: has_avx2().
[[gnu::target("avx2")]] inline Placed placed_avx2(int cell, std::uint64_t own, std::uint64_t other) {
    const std::uint64_t turned = turned_by_avx2(cell, own, other);
    const std::uint64_t theirs = other ^ turned;
    const std::uint64_t mine = own | turned | std::uint64_t{1} << cell;
    return {theirs, mine, moves_of_avx2(theirs, mine)};
}

#endif

}  // namespace games::othello
