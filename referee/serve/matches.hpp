// The matches of persons: those that are played, within bounds, and the last ones that are over.
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
    std::size_t hints_at_once = 2;                   ///< a bot thinks of each, beside those that play
    std::size_t kept = 100;                          ///< of those that are over
    Duration unwatched = std::chrono::minutes(2);    ///< with no stream: the person has left
    Duration unanswered = std::chrono::minutes(30);  ///< without a move of the person
};

/// Belongs to the thread of the connections.
class Matches {
public:
    /// Requires: the references outlive the matches.
    Matches(const Offers& offers, const Isolation& isolation, MatchLimits limits, const StopSignal& stop);

    /// Begins a match and returns its id, which nobody can guess; nothing if too many are played.
    /// `in_place_of`, which may be null, is a match that is being left, and does not count.
    std::optional<std::string> begin(const MatchWish& wish, const WebMatch* in_place_of = nullptr);
    std::size_t max_at_once() const { return limits_.at_once; }
    /// To be kept while a bot thinks of a hint; null if too many do. May be given back in any thread.
    std::shared_ptr<void> place_for_hint();
    /// Null where there is none.
    std::shared_ptr<WebMatch> find(std::string_view id) const;
    /// Leaves matches that nobody plays any more and forgets the oldest that are over. To be called every now and then.
    void maintain();
    /// Breaks all off, and waits until nothing of any bot is left.
    void stop();

private:
    struct Entry {
        std::string id;
        std::shared_ptr<WebMatch> match;
    };

    const Offers& offers_;
    const Isolation& isolation_;
    MatchLimits limits_;
    const StopSignal& stop_;
    std::list<Entry> entries_;  ///< the oldest first
    std::shared_ptr<std::atomic<std::size_t>> hints_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace referee::serve
