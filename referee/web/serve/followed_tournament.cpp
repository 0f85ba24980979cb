#include "referee/web/serve/followed_tournament.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"

namespace referee::serve {

using namespace tournament;

namespace {

/// The number of changes after which earlier rows are wrong, or finished or cancelled games are to be played.
std::ptrdiff_t changes_of_results(const TournamentHead& head) {
    return std::ranges::count_if(head.changes, [](const Change& change) {
        return !change.games.empty() || !change.restored.empty() || change.annulled;
    });
}

}  // namespace

bool FollowedTournament::take(const Store& store) {
    const bool anew = !account_ || account_->head() != store.head();
    const bool restarts = account_ && changes_of_results(account_->head()) != changes_of_results(store.head());
    if (restarts) {
        known_ = {};
        rows_ = {};
    }
    first_new_ = std::ssize(rows_.rows);
    std::optional<Account> fresh;
    Account& account = anew ? fresh.emplace(store.head()) : *account_;
    const auto planned = store.games(anew ? 0 : static_cast<int>(games_.size()));
    account.plan(planned);
    for (const PlannedGame& game : planned) {
        if (game.number >= static_cast<int>(games_.size())) games_.push_back(game);
    }
    // Cancelled games have no match in the file. They count as known, because otherwise all matches after the first
    // cancelled game would be read each time.
    for (const auto& [number, leavers] : account.field().cancelled()) {
        if (known_.find(number) == nullptr) known_.add(cancelled_game(number));
    }
    store.for_each_summary(
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
    tournament::check_goal(*account_);
    return restarts;
}

}  // namespace referee::serve
