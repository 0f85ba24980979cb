#include "sample_bots/othello/endgame.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>

#include "games/othello/bitboard.hpp"

namespace sample_bots::othello {

namespace {

using Cells = std::uint64_t;

constexpr int sorted_from = 7;        ///< minimum number of empty cells for sorting moves and storing positions
constexpr int shared_from = 9;        ///< minimum for storing them in the large table instead of the small one
constexpr int small_table_bits = 12;  ///< fits into the processor's cache
constexpr int judged_from = 12;       ///< minimum for using the evaluation to sort moves
constexpr int looked_up_from = 9;     ///< minimum for looking up all children first
constexpr int no_score = -100;        ///< lower than all scores
constexpr int per_disc = PatternEvaluation::per_disc;

constexpr Cells corners = 0x8100000000000081u;
constexpr std::array<Cells, 4> quarters = {0x000000000f0f0f0fu, 0x00000000f0f0f0f0u, 0x0f0f0f0f00000000u,
                                           0xf0f0f0f000000000u};

constexpr Cells neighbours(Cells cells) {
    constexpr Cells file_a = 0x0101010101010101u;
    const Cells row = cells | (cells & ~(file_a << 7)) << 1 | (cells & ~file_a) >> 1;
    return (row | row << 8 | row >> 8) & ~cells;
}

constexpr std::array<Cells, 64> around = [] {
    std::array<Cells, 64> cells{};
    for (std::size_t cell = 0; cell < 64; ++cell)
        cells[cell] = neighbours(Cells{1} << cell);
    return cells;
}();

/// The discs in corners, and own discs that an edge connects to them without a gap. They can never be turned.
constexpr Cells corner_stable(Cells own) {
    constexpr Cells rows = 0xff000000000000ffu;
    constexpr Cells files = 0x8181818181818181u;
    Cells stable = own & corners;
    if (stable == 0) return 0;
    for (int i = 0; i < 4; ++i)
        stable |= own & (((stable << 1 | stable >> 1) & rows) | ((stable << 8 | stable >> 8) & files));
    return stable;
}

namespace any_processor {

using games::othello::moves_of;
using games::othello::turned_by;
#include "sample_bots/othello/endgame_code.hpp"

}  // namespace any_processor

#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif
namespace with_avx2 {

inline Cells turned_by(int cell, Cells own, Cells other) {
    return games::othello::turned_by_avx2(cell, own, other);
}
inline Cells moves_of(Cells own, Cells other) {
    return games::othello::moves_of_avx2(own, other);
}
#include "sample_bots/othello/endgame_code.hpp"

}  // namespace with_avx2
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

bool has_avx2() {
#if !defined(__clang__)  // clang 14 can't query it; every real processor with BMI2 has it
    if (!__builtin_cpu_supports("lzcnt")) return false;
#endif
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}
#else
namespace with_avx2 = any_processor;
bool has_avx2() {
    return false;
}
#endif

/// Rounds up to a multiple of `unit`, a power of two.
std::uintptr_t rounded_up(std::uintptr_t value, std::uintptr_t unit) {
    return (value + unit - 1) & ~(unit - 1);
}

template <class Search>
EndgameResult solve_with(const PatternEvaluation& evaluate, Cells own, Cells other, int alpha, int beta,
                         EndgameTable& table, EndgameClock& clock) {
    table.begin(64 - std::popcount(own | other));
    Search search(evaluate, table, clock);
    const int lead = search.solve_root(own, other, alpha, beta);
    const EndgameTable::Entry* best = search.find(own, other);
    return {!clock.stopped() && best != nullptr, lead, best != nullptr ? best->cell : 0, search.nodes()};
}

}  // namespace

EndgameTable::EndgameTable(int bits) : shift_(65 - bits) {
    const std::size_t bytes = sizeof(Entry) << bits;
    constexpr std::size_t page = std::size_t{2} << 20;
    const std::size_t unit = bytes < page ? 2 * sizeof(Entry) : page;
    memory_.reset(std::calloc(bytes + unit, 1));
    if (!memory_) throw std::bad_alloc();
    first_ = reinterpret_cast<Entry*>(rounded_up(reinterpret_cast<std::uintptr_t>(memory_.get()), unit));
    // Huge pages make lookups cheaper, but the table works without them, too.
    if (unit == page) madvise(first_, bytes, MADV_HUGEPAGE);
}

EndgameResult solve_endgame(const PatternEvaluation& evaluate, Cells own, Cells other, int alpha, int beta,
                            EndgameTable& table, EndgameClock clock, bool may_use_avx2) {
    if (may_use_avx2 && has_avx2())
        return solve_with<with_avx2::Search>(evaluate, own, other, alpha, beta, table, clock);
    return solve_with<any_processor::Search>(evaluate, own, other, alpha, beta, table, clock);
}

}  // namespace sample_bots::othello
