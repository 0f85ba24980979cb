// Remembers what a search found out about positions, so that other paths to them need not find it out again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace sample_bots {

/// The relation of a stored score to the true one; `none`: the entry is empty.
enum class Bound : std::uint8_t { none, exact, at_least, at_most };

/// A table of fixed size in which newer and deeper findings replace others. Its memory is taken from the system only
/// as it is touched, so that a bot with an empty table starts fast.
template <class Move>
class TranspositionTable {
public:
    /// A finding: the score and the best move of a position, searched to `depth` plies.
    struct Entry {
        std::uint64_t key;
        std::int32_t score;
        std::int8_t depth;
        Bound bound;
        std::uint8_t generation;  ///< set by store()
        Move move;
    };

    /// Requires: there is room for two entries.
    explicit TranspositionTable(std::size_t bytes)
        : size_(std::bit_floor(bytes / sizeof(Entry))),
          entries_(static_cast<Entry*>(std::calloc(size_, sizeof(Entry)))) {
        if (!entries_) throw std::bad_alloc();
    }

    /// The entry of this position, or null.
    const Entry* find(std::uint64_t key) const {
        const Entry* pair = pair_of(key);
        for (int i = 0; i < 2; ++i) {
            if (pair[i].bound != Bound::none && pair[i].key == key) return pair + i;
        }
        return nullptr;
    }

    /// The first place of a pair belongs to the deepest finding of this generation, the second to the newest other one.
    void store(Entry entry) {
        Entry* pair = pair_of(entry.key);
        entry.generation = generation_;
        if (pair[0].key == entry.key) {
            pair[0] = entry;
        } else if (pair[0].generation != generation_ || entry.depth >= pair[0].depth) {
            pair[1] = pair[0];
            pair[0] = entry;
        } else {
            pair[1] = entry;
        }
    }

    /// From here on, findings of earlier generations give way to new ones however deep they are.
    void begin_generation() { ++generation_; }

private:
    Entry* pair_of(std::uint64_t key) const { return entries_.get() + (key & (size_ - 2)); }

    struct Release {
        void operator()(Entry* entries) const { std::free(entries); }
    };
    std::size_t size_;
    std::unique_ptr<Entry, Release> entries_;
    std::uint8_t generation_ = 0;
};

}  // namespace sample_bots
