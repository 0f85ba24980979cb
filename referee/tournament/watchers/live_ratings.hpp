// The ratings of a tournament while it is played, computed beside the thread that hands out games.
#pragma once

#include <future>
#include <optional>

#include "referee/system/clock.hpp"
#include "referee/tournament/tables/standings.hpp"

namespace referee::tournament {

/// A large tournament takes a second to rate, and play must not wait for that.
class LiveRatings {
public:
    /// The latest ratings that are finished; before the first, those without any game. Starts the next ones if it is
    /// time, with a copy of the results. Returns soon.
    const Ratings& of(const Account& account);

private:
    struct Finished {
        Ratings ratings;
        Duration took;
    };

    std::optional<Ratings> latest_;
    std::future<Finished> next_;
    TimePoint next_begin_{};
};

}  // namespace referee::tournament
