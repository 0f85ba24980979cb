// Solves endgames of Othello: finds the exact lead in discs with best play.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>

#include "sample_bots/othello/patterns.hpp"

namespace sample_bots::othello {

/// Stores the results of positions. The system provides the memory when it is first used.
class EndgameTable {
public:
    /// Bounds on the lead of the side to move, and the best move found. An empty entry has no discs. Two entries fill a
    /// cache line.
    struct alignas(32) Entry {
        std::uint64_t own;
        std::uint64_t other;
        std::int8_t low;
        std::int8_t high;
        std::uint8_t cell;
        std::uint8_t empty_cells;
    };

    /// `bits`: the table has 2^bits entries of 32 bytes. Requires: bits is 1 to 40.
    explicit EndgameTable(int bits);

    /// Begins a search. From now on, no position has more empty cells than this.
    void begin(int empty_cells) { empty_cells_ = empty_cells; }

    /// The entry of this position, or null.
    const Entry* find(std::uint64_t own, std::uint64_t other) const {
        const Entry* pair = pair_of(own, other);
        for (int i = 0; i < 2; ++i) {
            if (pair[i].own == own && pair[i].other == other) return pair + i;
        }
        return nullptr;
    }

    /// Prefetches the entries of a position that will soon be looked up.
    void expect(std::uint64_t own, std::uint64_t other) const { __builtin_prefetch(pair_of(own, other)); }

    /// The first entry of a pair belongs to the position with the most empty cells, the second one to the newest other
    /// position.
    void store(const Entry& entry) {
        Entry* pair = pair_of(entry.own, entry.other);
        const bool same = pair[0].own == entry.own && pair[0].other == entry.other;
        if (same || entry.empty_cells >= pair[0].empty_cells || pair[0].empty_cells > empty_cells_) {
            if (!same) pair[1] = pair[0];
            pair[0] = entry;
        } else {
            pair[1] = entry;
        }
    }

private:
    Entry* pair_of(std::uint64_t own, std::uint64_t other) const {
        const std::uint64_t hash = (own * 0x9e3779b97f4a7c15u) ^ __builtin_bswap64(other * 0xbf58476d1ce4e5b9u);
        return first_ + 2 * (hash * 0x94d049bb133111ebu >> shift_);
    }

    struct Release {
        void operator()(void* memory) const { std::free(memory); }
    };
    int shift_;
    int empty_cells_ = 64;
    std::unique_ptr<void, Release> memory_;
    Entry* first_;  ///< points into `memory_`
};

/// Decides when a search has to stop, and remembers that it has stopped.
class EndgameClock {
public:
    /// Calls `is_over(nodes)` from time to time, on every 32nd check.
    explicit EndgameClock(std::function<bool(std::uint64_t nodes)> is_over) : is_over_(std::move(is_over)) {}

    bool is_over(std::uint64_t nodes) {
        constexpr int rarely = 32;
        if (!stopped_ && ++asked_ % rarely == 0) stopped_ = is_over_(nodes);
        return stopped_;
    }
    bool stopped() const { return stopped_; }

private:
    std::function<bool(std::uint64_t)> is_over_;
    unsigned asked_ = 0;
    bool stopped_ = false;
};

/// The result of a search.
struct EndgameResult {
    bool complete;  ///< false: the search was stopped, and the other members are meaningless
    int lead;       ///< in discs, from the point of view of the side to move; empty cells count for the winner
    int cell;       ///< a best move
    std::uint64_t nodes;
};

/// Returns the lead with best play if it lies between the bounds. Otherwise returns a bound on it that lies on the same
/// side. Uses AVX2 if the processor has it and `may_use_avx2` is set. `evaluate` only helps to find good moves early.
/// Requires: the side to move has a move; alpha < beta.
EndgameResult solve_endgame(const PatternEvaluation& evaluate, std::uint64_t own, std::uint64_t other, int alpha,
                            int beta, EndgameTable& table, EndgameClock clock, bool may_use_avx2 = true);

}  // namespace sample_bots::othello
