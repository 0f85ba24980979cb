#include "referee/web/serve/store_feed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"

namespace referee::serve {

using namespace tournament;

namespace {

/// The number of changes after which earlier rows are wrong, or finished or cancelled games are to be played or count.
std::ptrdiff_t changes_of_results(const TournamentHead& head) {
    return std::ranges::count_if(head.changes, [](const Change& change) {
        return !change.games.empty() || !change.restored.empty() || !change.reinstated.empty() || change.annulled;
    });
}

}  // namespace

StoreFeed::StoreFeed(Store store, std::string path)
    : path_(std::move(path)),
      store_(std::move(store)),
      boards_(boards_of(store_.head())),
      followed_(boards_of(store_.head())) {
    store_.release_snapshot();
}

bool StoreFeed::refresh() {
    const Lock lock(mutex_);
    if (!store_.is_in_its_place())
        throw games::UserError(fmt::format("tournament file '{}' was moved, replaced or deleted", path_));
    is_written_ = store_.is_being_written();  // before it is read: a file at rest is read whole
    const SnapshotRelease at_the_end{store_};
    behind_ = store_.refresh() || behind_;
    if (!behind_ || !reading_.is_due()) return false;
    const TimePoint begin = Clock::now();
    take();
    reading_.used_since(begin);
    return true;
}

std::string StoreFeed::boards(const std::map<int, RunningMatch>& games) {
    read([&](const Store& store) { boards_.follow(games, store); });
    return boards_.json();
}

const std::string& StoreFeed::followed(const std::map<int, RunningMatch>& running, bool goes_on) {
    const auto last =
        std::find_if(rows_.rows.rbegin(), rows_.rows.rend(), [](const GameRow& row) { return row.counts; });
    const auto finished = last == rows_.rows.rend() ? std::nullopt : std::optional(last->number);
    read([&](const Store& store) { followed_.follow(Clock::now(), running, finished, goes_on, store); });
    return followed_.json();
}

/// Requires: the store was refreshed.
void StoreFeed::take() {
    const bool anew = !account_ || account_->head() != store_.head();
    if (account_ && changes_of_results(account_->head()) != changes_of_results(store_.head())) {
        known_ = {};
        rows_ = {};
        ++generation_;
    }
    std::optional<Account> fresh;
    Account& account = anew ? fresh.emplace(store_.head()) : *account_;
    const auto planned = store_.games(anew ? 0 : static_cast<int>(games_.size()));
    account.plan(planned);
    for (const PlannedGame& game : planned) {
        if (game.number >= static_cast<int>(games_.size())) games_.push_back(game);
    }
    // Cancelled games have no match in the file. They count as known, because otherwise all matches after the first
    // cancelled game would be read each time.
    for (const auto& [number, leavers] : account.field().cancelled()) {
        if (known_.find(number) == nullptr) known_.add(cancelled_game(number));
    }
    store_.for_each_summary(
        [&](const StoredMatch& match) {
            const int number = match.result.number;
            if (number >= static_cast<int>(games_.size())) {
                throw games::UserError(
                    fmt::format("tournament file '{}' is damaged: match {} belongs to no game", path_, number));
            }
            const bool is_known = known_.find(number) != nullptr;
            if (anew || !is_known) account.add(match);
            if (is_known) return;
            known_.add(match.result);
            rows_.add(match, games_[static_cast<std::size_t>(number)], account.settings(), account.field());
        },
        anew ? 0 : known_.first_missing());
    if (anew) account_ = std::move(fresh);
    check_goal(*account_);
    behind_ = false;
}

}  // namespace referee::serve
