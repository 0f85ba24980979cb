// The matches of people against bots: a limited number of running matches, and the latest finished matches.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/core/base/clock.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/web/serve/offers.hpp"
#include "referee/web/serve/web_match.hpp"

namespace referee::serve {

/// The maximum numbers of matches and hints, and the time limits for people.
struct MatchLimits {
    std::size_t at_once = 8;
    std::size_t hints_at_once = 2;                   ///< each hint needs a bot, in addition to the bots that play
    std::size_t kept = 100;                          ///< the number of finished matches that are kept
    std::uint64_t kept_bytes = 256 << 20;            ///< of their logs together; the last match is kept in any case
    Duration unwatched = std::chrono::minutes(2);    ///< the person counts as gone after this time without a stream
    Duration unanswered = std::chrono::minutes(30);  ///< the person counts as gone after this time without a move
};

/// Used only by the thread of the connections.
class Matches {
public:
    /// Requires: all arguments passed by reference outlive this object.
    Matches(const Offers& offers, const Isolation& isolation, MatchLimits limits, const StopSignal& stop);

    /// Begins a match and returns its id, which can't be guessed. Returns nothing if too many matches are running.
    /// Throws std::system_error.
    std::optional<std::string> begin(const MatchWish& wish);
    /// The result of go_back().
    struct Continuation {
        enum class Kind { begun, begun_before, gone_on_elsewhere, too_many };
        Kind kind;
        std::string id{};  ///< the id of the new match, if it has begun
    };
    /// Leaves the match `id`, and begins another one in its place, from the position after `ply` plies. A match has at
    /// most one continuation; repeating the request returns the same continuation. If no match can begin, or if this
    /// function throws std::system_error, the old match stays as it is. Requires: the match exists and has at least
    /// `ply` plies.
    Continuation go_back(std::string_view id, int ply);
    std::size_t max_at_once() const { return limits_.at_once; }
    /// Takes one of the limited places for computing a hint. Returns null if all places are taken. Requires: the result
    /// lives until the bot has finished. Any thread may release it.
    std::shared_ptr<void> place_for_hint();
    /// Returns null if there is no match with this id.
    std::shared_ptr<WebMatch> find(std::string_view id) const;
    /// Leaves matches that nobody plays any more, and removes the oldest finished matches. Must be called regularly.
    void maintain();
    /// Breaks off all matches, and waits until nothing is left of any bot.
    void stop();

private:
    struct Entry {
        std::string id;
        std::shared_ptr<WebMatch> match;
        std::string continues{};  ///< the id of the match that this one continues; empty if there is none
        int from_ply = 0;         ///< the number of plies taken over from that match
    };

    const Entry* continuation_of(std::string_view id) const;
    bool has_place() const;
    std::string add(const MatchWish& wish, std::shared_ptr<WebMatch> previous, std::string continues, int from_ply);

    const Offers& offers_;
    const Isolation& isolation_;
    MatchLimits limits_;
    const StopSignal& stop_;
    std::list<Entry> entries_;  ///< oldest first
    std::shared_ptr<std::atomic<std::size_t>> hints_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace referee::serve
