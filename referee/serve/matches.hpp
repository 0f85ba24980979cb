// The matches of persons: a limited number of running ones, and the latest ones that are over.
#pragma once

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/bots/isolation.hpp"
#include "referee/serve/offers.hpp"
#include "referee/serve/web_match.hpp"
#include "referee/system/clock.hpp"

namespace referee::serve {

/// The number of matches against people, and their time limits.
struct MatchLimits {
    std::size_t at_once = 8;
    std::size_t hints_at_once = 2;                   ///< a bot thinks about each, in addition to playing bots
    std::size_t kept = 100;                          ///< matches that are over
    Duration unwatched = std::chrono::minutes(2);    ///< with no stream: the person has left
    Duration unanswered = std::chrono::minutes(30);  ///< without a move of the person
};

/// Belongs to the thread of the connections.
class Matches {
public:
    /// Requires: the references outlive the matches.
    Matches(const Offers& offers, const Isolation& isolation, MatchLimits limits, const StopSignal& stop);

    /// Begins a match and returns its id, which can't be guessed; nothing if too many are running. Throws
    /// std::system_error.
    std::optional<std::string> begin(const MatchWish& wish);
    /// The continuation of a match from one of its earlier positions.
    struct Continuation {
        enum class Kind { begun, begun_before, gone_on_elsewhere, too_many };
        Kind kind;
        std::string id{};  ///< of the new match, if it has begun
    };
    /// Leaves the match `id`, and begins another one in its place, from the position after `ply` plies. A match has at
    /// most one continuation: the same request again returns the same one. If no match can begin, or this throws
    /// std::system_error, the old one stays as it is. Requires: the match exists and has at least `ply` plies.
    Continuation go_back(std::string_view id, int ply);
    std::size_t max_at_once() const { return limits_.at_once; }
    /// To be held while a bot thinks about a hint; null if too many do. May be released in any thread.
    std::shared_ptr<void> place_for_hint();
    /// Null if there is none.
    std::shared_ptr<WebMatch> find(std::string_view id) const;
    /// Leaves matches that nobody plays any more and removes the oldest that are over. To be called regularly.
    void maintain();
    /// Breaks off all matches, and waits until nothing of any bot is left.
    void stop();

private:
    struct Entry {
        std::string id;
        std::shared_ptr<WebMatch> match;
        std::string continues{};  ///< the id of the match that this one continues; may be empty
        int from_ply = 0;         ///< the plies of that match with which it began
    };

    const Entry* continuation_of(std::string_view id) const;
    bool has_place() const;
    std::string add(const MatchWish& wish, std::shared_ptr<WebMatch> previous, std::string continues, int from_ply);

    const Offers& offers_;
    const Isolation& isolation_;
    MatchLimits limits_;
    const StopSignal& stop_;
    std::list<Entry> entries_;  ///< the oldest first
    std::shared_ptr<std::atomic<std::size_t>> hints_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace referee::serve
