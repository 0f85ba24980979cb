#include "referee/tournament/run/ledger.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/tables/goal_check.hpp"
#include "referee/tournament/run/director.hpp"

namespace referee::tournament {

StoredLedger::StoredLedger(Store& store, MakeSchedule make_schedule)
    : Ledger(account_of(store)),
      store_(store),
      make_schedule_(std::move(make_schedule)),
      schedule_(make_schedule_(store.head(), store.games())),
      results_(store.results()),
      byes_told_(schedule_->byes().size()) {}

std::vector<Change> StoredLedger::changes_by(const DirectorOrders& orders, std::span<const Newcomer> newcomers,
                                             const std::optional<int>& rounds, const std::string& at) const {
    return changes_of(orders, newcomers, rounds, store_, schedule_->games(), results_, at);
}

void StoredLedger::change(std::span<const Change> changes, std::span<const StoredEntrant> joined,
                          const ClassNews& news) {
    store_.change(changes, joined, news);
    const std::vector<PlannedGame> planned = schedule_->games();
    schedule_ = make_schedule_(store_.head(), planned);
    results_ = store_.results();
    account() = account_of(store_);
    changed_ = true;
}

std::vector<PlannedGame> StoredLedger::next(bool idle) {
    if (!idle) return {};
    const auto known = static_cast<std::size_t>(account().planned_games());
    std::vector<PlannedGame> games;
    if (!begun_) games = store_.missing_games(*schedule_);
    const std::vector<PlannedGame>& all = schedule_->ready(results_);
    const auto fresh = std::span(all).subspan(known);
    if (begun_) {
        store_.add_games(fresh);
        const auto open = changed_ ? std::span(all) : fresh;
        std::ranges::copy_if(open, std::back_inserter(games),
                             [&](const PlannedGame& game) { return results_.find(game.number) == nullptr; });
    }
    begun_ = true;
    changed_ = false;
    account().plan(fresh);
    return games;
}

/// Writes the games to the file, with one wait for the disk, before they are announced.
std::vector<PlayedGame> StoredLedger::keep(std::vector<PlayedGame> games) {
    store_.add_matches(games);
    for (const PlayedGame& played : games)
        results_.add(played.match.result);
    return games;
}

/// Warns about the byes of late entrants. A late entrant of a Swiss tournament has a low score, and therefore often
/// gets the bye.
std::vector<std::string> StoredLedger::take_warnings() {
    std::vector<std::string> warnings;
    const std::vector<int> late = account().field().late();
    for (; byes_told_ < schedule_->byes().size(); ++byes_told_) {
        const auto [round, entrant] = schedule_->byes()[byes_told_];
        if (std::ranges::find(late, entrant) == late.end()) continue;
        const std::string& name = store_.head().entrants[static_cast<std::size_t>(entrant)].name;
        warnings.push_back(fmt::format("round {}: {}, which joined late, has a bye and gets the points without playing",
                                       round + 1, harmless(name)));
    }
    return warnings;
}

Account account_of_series(const std::array<std::string, 2>& names, int games) {
    TournamentHead head;
    for (const std::string& name : names)
        head.entrants.push_back({.name = name, .command = {}, .files = {}});
    Settings settings;
    settings.format.games = games;
    return {head, std::move(settings)};
}

MemoryLedger::MemoryLedger(Account account, int games, int ahead, PlanGame plan)
    : Ledger(std::move(account)), games_(games), ahead_(ahead), plan_(std::move(plan)) {}

std::vector<PlannedGame> MemoryLedger::next(bool /*idle*/) {
    std::vector<PlannedGame> next;
    for (; planned_ < games_ && planned_ < told_ + ahead_; ++planned_)
        next.push_back(plan_(planned_));
    account().plan(next);
    return next;
}

std::vector<PlayedGame> MemoryLedger::keep(std::vector<PlayedGame> games) {
    for (PlayedGame& played : games)
        ended_.emplace(played.game.number, std::move(played));
    std::vector<PlayedGame> in_order;
    for (; !ended_.empty() && ended_.begin()->first == told_; ++told_)
        in_order.push_back(std::move(ended_.extract(ended_.begin()).mapped()));
    return in_order;
}

std::vector<PlayedGame> MemoryLedger::rest() {
    std::vector<PlayedGame> rest;
    for (auto& [number, played] : std::exchange(ended_, {}))
        rest.push_back(std::move(played));
    return rest;
}

}  // namespace referee::tournament
