#include "referee/tournament/watchers/live_ratings.hpp"

#include <algorithm>
#include <utility>

namespace referee::tournament {

namespace {

/// The bots need the processor: at most this part of the time goes into ratings.
constexpr int max_share_of_rating = 20;
constexpr std::chrono::milliseconds between_ratings(250);

}  // namespace

const Ratings& LiveRatings::of(const Account& account) {
    if (!latest_) latest_ = tournament::rate(Results(account.entrants().size()), rating_settings_of(account, false));
    if (next_.valid() && next_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        Finished finished = next_.get();
        latest_ = std::move(finished.ratings);
        next_begin_ = clock_.now() + std::max<Duration>(between_ratings, finished.took * max_share_of_rating);
    }
    if (!next_.valid() && clock_.now() >= next_begin_) {
        const auto work = [this, results = account.results_for_ratings(),
                           settings = rating_settings_of(account, false)] {
            const TimePoint begin = clock_.now();
            Ratings ratings = rate_(results, settings);
            return Finished{std::move(ratings), clock_.now() - begin};
        };
        next_ = std::async(std::launch::async, work);
    }
    return *latest_;
}

}  // namespace referee::tournament
