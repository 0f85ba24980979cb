// The ratings of a tournament while it is played, computed beside the thread that hands out games.
#pragma once

#include <functional>
#include <future>
#include <optional>
#include <utility>

#include "referee/system/clock.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

/// A large tournament takes a second to rate, and play must not wait for that.
class LiveRatings {
public:
    using Rate = std::function<Ratings(const Results&, const RatingSettings&)>;

    /// `clock` outlives this.
    explicit LiveRatings(Rate rate = tournament::rate, const TurnClock& clock = real_clock)
        : rate_(std::move(rate)), clock_(clock) {}

    /// The latest ratings that are finished; before the first, those without any game. Starts the next ones if it is
    /// time, with a copy of the results. Returns soon.
    const Ratings& of(const Account& account);

private:
    struct Finished {
        Ratings ratings;
        Duration took;
    };

    Rate rate_;
    const TurnClock& clock_;
    std::optional<Ratings> latest_;
    std::future<Finished> next_;
    TimePoint next_begin_{};
};

}  // namespace referee::tournament
