// The questions of bitboard.hpp answered by vectors of four lines at a time, for processors that have AVX2.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/othello/bitboard.hpp"

namespace games::othello {

#if defined(__x86_64__)

namespace detail {

/// The lines from a cell: those towards lower bits (left, up-left, up, up-right), then those towards higher ones.
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

/// The bits of all four words together.
[[gnu::target("avx2")]] inline std::uint64_t united(__m256i words) {
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}

}  // namespace detail

/// The same as turned_by(). Requires: the processor has AVX2.
[[gnu::target("avx2")]] inline std::uint64_t turned_by_avx2(int cell, std::uint64_t own, std::uint64_t other) {
    const detail::Rays& rays = detail::rays_from[static_cast<std::size_t>(cell)];
    const __m256i zero = _mm256_setzero_si256();
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(other));

    // Upwards the first cell that is not `other`'s is the lowest bit; what turns is below it.
    const __m256i rising = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.rising.data()));
    const __m256i stops = _mm256_andnot_si256(theirs, rising);
    const __m256i end = _mm256_and_si256(_mm256_and_si256(stops, _mm256_sub_epi64(zero, stops)), mine);
    const __m256i below = _mm256_and_si256(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), rising);
    const __m256i risen = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), below);

    // Downwards it is the highest one: everything from there on is filled, step by step.
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

/// The same as moves_of(). Requires: the processor has AVX2.
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

/// Whether the processor has what the functions of this file need.
inline bool has_avx2() {
    return __builtin_cpu_supports("avx2");
}

/// The same as placed(). Both questions in one function: g++ can't unite functions for different processors.
/// Requires: has_avx2().
[[gnu::target("avx2")]] inline Placed placed_avx2(int cell, std::uint64_t own, std::uint64_t other) {
    const std::uint64_t turned = turned_by_avx2(cell, own, other);
    const std::uint64_t theirs = other ^ turned;
    const std::uint64_t mine = own | turned | std::uint64_t{1} << cell;
    return {theirs, mine, moves_of_avx2(theirs, mine)};
}

#endif

}  // namespace games::othello
