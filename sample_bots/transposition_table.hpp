// Stores the results of a search, so that positions that are reached on other paths need no new search.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>

namespace sample_bots {

/// The relation of a stored score to the true one. `none` marks an empty entry.
enum class Bound : std::uint8_t { none, exact, at_least, at_most };

/// A table of fixed size in which newer and deeper results replace others. The system provides its memory when it is
/// first used, so that a bot with an empty table starts fast.
///
/// Several threads may read and store at the same time. An entry that another thread is writing is not found: the
/// stored key is mixed with the result, so a mixture of two entries does not match (R. Hyatt and T. Mann, "A lockless
/// transposition table implementation for parallel search", 2002).
template <class Move>
class TranspositionTable {
public:
    /// The score and the best move of a position, searched to `depth` plies.
    struct Finding {
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

    /// The result for this position, if there is one.
    std::optional<Finding> find(std::uint64_t key) const {
        const Entry* pair = pair_of(key);
        for (int i = 0; i < 2; ++i) {
            const auto [finding, own_key] = read(pair[i]);
            if (finding.bound != Bound::none && own_key == key) return finding;
        }
        return std::nullopt;
    }

    /// The first entry of a pair belongs to the deepest result of this generation, the second one to the newest other
    /// result.
    void store(std::uint64_t key, Finding finding) {
        Entry* pair = pair_of(key);
        finding.generation = generation_;
        const auto [deepest, its_key] = read(pair[0]);
        if (its_key == key) {
            write(pair[0], key, finding);
        } else if (deepest.generation != generation_ || finding.depth >= deepest.depth) {
            write(pair[1], its_key, deepest);
            write(pair[0], key, finding);
        } else {
            write(pair[1], key, finding);
        }
    }

    /// Begins a new generation: new results replace those of earlier generations, regardless of their depth. Requires:
    /// no other thread uses the table.
    void begin_generation() { ++generation_; }

private:
    static constexpr std::size_t words = (sizeof(Finding) + 7) / 8;
    using Words = std::array<std::uint64_t, words>;
    static_assert(std::is_trivially_copyable_v<Finding>);

    struct Entry {
        std::atomic<std::uint64_t> mixed_key;
        std::array<std::atomic<std::uint64_t>, words> finding;
    };
    struct Known {
        Finding finding;
        std::uint64_t key;
    };

    static Known read(const Entry& entry) {
        std::uint64_t key = entry.mixed_key.load(std::memory_order_relaxed);
        Words values;
        for (std::size_t i = 0; i < words; ++i)
            key ^= values[i] = entry.finding[i].load(std::memory_order_relaxed);
        Known known{{}, key};
        std::memcpy(static_cast<void*>(&known.finding), values.data(), sizeof(Finding));
        return known;
    }
    static void write(Entry& entry, std::uint64_t key, const Finding& finding) {
        Words values{};
        std::memcpy(values.data(), &finding, sizeof(Finding));
        for (std::size_t i = 0; i < words; ++i) {
            key ^= values[i];
            entry.finding[i].store(values[i], std::memory_order_relaxed);
        }
        entry.mixed_key.store(key, std::memory_order_relaxed);
    }

    Entry* pair_of(std::uint64_t key) const { return entries_.get() + (key & (size_ - 2)); }

    struct Release {
        void operator()(Entry* entries) const { std::free(entries); }
    };
    std::size_t size_;
    std::unique_ptr<Entry, Release> entries_;
    std::uint8_t generation_ = 0;
};

}  // namespace sample_bots
