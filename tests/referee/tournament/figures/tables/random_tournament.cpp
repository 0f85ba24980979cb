#include "tests/referee/tournament/figures/tables/random_tournament.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"

namespace tournament_test {

namespace {

using Kind = Change::Kind;

/// Rates by points, with the same uncertainty for all entrants. The result is quick to compute, and depends only on the
/// arguments.
Estimates rated_by_points(const Field& field, const std::vector<PlannedGame>& games, const FinishedGames& results) {
    const auto count = static_cast<std::size_t>(field.entrants());
    std::vector<double> ratings(count), covariance(count * count);
    for (const PlannedGame& game : games) {
        const GameResult* result = results.find(game.number);
        if (result == nullptr || !result->counts) continue;
        ratings[static_cast<std::size_t>(game.first)] += 10 * (half_points_of_first(*result) - 1);
        ratings[static_cast<std::size_t>(game.second)] += 10 * (half_points_of_second(*result) - 1);
    }
    for (std::size_t i = 0; i < count; ++i)
        covariance[i * count + i] = 10'000;
    return {std::move(ratings), std::move(covariance)};
}

std::vector<std::string> names(int count) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i)
        names.push_back("bot" + std::to_string(i));
    return names;
}

}  // namespace

RandomTournament::RandomTournament(Format format, std::uint64_t seed)
    : random_(seed * 5 + static_cast<std::uint64_t>(format)), salt_(seed), field_(0) {
    settings_ = settings_for(format, 1 + static_cast<int>(random(4)));
    const int entrants = 2 + static_cast<int>(random(8));
    if (format == Format::swiss && one_in(2))
        settings_.format.rounds =
            1 + static_cast<int>(random(static_cast<std::uint64_t>(Swiss::usual_rounds(entrants))));
    if (format == Format::ladder && one_in(3)) settings_.format.staff = static_cast<int>(random(4)) % (entrants + 1);
    settings_.format.extra_pairs = static_cast<int>(random(3));
    settings_.format.batch = 1 + static_cast<int>(random(4));
    if (format != Format::swiss && format != Format::knockout && one_in(2)) settings_.until = Goal{Goal::Kind::los, 99};
    if (one_in(2))
        settings_.opening_plies = 4;
    else if (one_in(2))
        settings_.opening_list.openings.resize(1 + random(3));
    settings_.fit_format();
    head_ = head_of(names(entrants), settings_);
    head_.seed = seed;
    resume();
}

// Functions of the run.

std::unique_ptr<Schedule> RandomTournament::rebuilt_schedule(const std::vector<PlannedGame>& planned) const {
    if (settings_.format.format != Format::ladder)
        return make_schedule(settings_.format, field_, settings_.run_seed(head_.seed), planned);
    const int listed = settings_.format.listed_openings > 0 ? settings_.format.listed_openings : 40;
    return std::make_unique<Ladder>(settings_.format, field_, settings_.run_seed(head_.seed), rated_by_points, planned,
                                    [listed](int pairs) { return pairs < listed; });
}

Account RandomTournament::rebuilt_account() const {
    Account account(head_);
    account.plan(planned_);
    for (const auto& [number, match] : matches_)
        account.add(match);
    return account;
}

FinishedGames RandomTournament::stored_results() const {
    FinishedGames results;
    for (const auto& [number, leavers] : field_.cancelled())
        results.add(cancelled_game(number));
    for (const auto& [number, match] : matches_) {
        const bool annulled = field_.is_annulled(match.first) || field_.is_annulled(match.second);
        results.add(annulled ? cancelled_game(number) : match.result);
    }
    return results;
}

void RandomTournament::resume() {
    field_ = head_.field();
    schedule_ = rebuilt_schedule(planned_);
    account_ = rebuilt_account();
    results_ = stored_results();
    waiting_.clear();
    for (const PlannedGame& game : planned_) {
        if (results_.find(game.number) == nullptr) waiting_.push_back(game);
    }
    plan_more();
}

void RandomTournament::plan_more() {
    const auto& games = schedule_->ready(results_);
    REQUIRE(games.size() >= planned_.size());
    REQUIRE(games.size() < 20'000);
    REQUIRE(std::equal(planned_.begin(), planned_.end(), games.begin()));
    const std::vector<PlannedGame> fresh(games.begin() + static_cast<std::ptrdiff_t>(planned_.size()), games.end());
    for (const PlannedGame& game : fresh) {
        if (!field_.is_in(game.first, game.number) || !field_.is_in(game.second, game.number))
            FAIL("game ", game.number, " is planned for somebody who is not there");
    }
    account_->plan(fresh);
    planned_.insert(planned_.end(), fresh.begin(), fresh.end());
    waiting_.insert(waiting_.end(), fresh.begin(), fresh.end());
}

void RandomTournament::play(int count) {
    for (; count > 0 && !waiting_.empty(); --count) {
        const auto next = waiting_.begin() + static_cast<std::ptrdiff_t>(random(waiting_.size()));
        if (!field_.is_in(next->first) || !field_.is_in(next->second))
            FAIL("game ", next->number, " is handed out, and one of the two has left");
        StoredMatch match;
        match.result = made_up(*next, salt_ + (one_in(8) ? random(100) : 0));
        match.result.counts = !one_in(30);
        if (!match.result.counts) match.result.winner.reset();
        match.first = next->first;
        match.second = next->second;
        match.moves_hash = random_();
        if (!matches_.emplace(next->number, match).second) FAIL("game ", next->number, " is handed out twice");
        results_.add(match.result);
        account_->add(match);
        waiting_.erase(next);
        if (waiting_.empty()) plan_more();
    }
}

void RandomTournament::interrupt() {
    resume();
}

int RandomTournament::played_between(int a, int b) const {
    return static_cast<int>(std::ranges::count_if(matches_, [&](const auto& match) {
        return std::minmax(match.second.first, match.second.second) == std::minmax(a, b);
    }));
}

std::vector<PlannedGame> RandomTournament::planned_at_last_change() const {
    return {planned_.begin(), planned_.begin() + static_cast<std::ptrdiff_t>(at_last_change_)};
}

// Functions of the director. They give the orders that run/director.cpp allows.

void RandomTournament::change() {
    at_last_change_ = planned_.size();
    orders_.clear();
    const std::optional<int> rounds = one_in(3) ? wanted_rounds() : std::nullopt;
    if (newcomers_would_play(rounds)) {
        for (int joining = static_cast<int>(random(3)); joining > 0; --joining)
            order({.kind = Kind::joined, .entrant = new_entrant()});
        for (const int entrant : field_.present()) {
            if (one_in(6) && is_still_in(entrant)) order_to_replace(entrant);
        }
    }
    for (int entrant = 0; entrant < field_.entrants(); ++entrant) {
        if (one_in(8)) order_to_leave(entrant, one_in(2));
    }
    for (int entrant = 0; entrant < field_.entrants(); ++entrant) {
        if (one_in(4)) order_to_return(entrant);
    }
    if (one_in(4)) order_to_play_again();
    const Field after = field_after_orders();
    const int planned_rounds = planned_.empty() || !after.is_changed() ? 0 : planned_.back().round + 1;
    if (rounds && *rounds <= planned_rounds + Swiss::max_rounds(static_cast<int>(after.present().size())))
        order({.kind = Kind::rounds, .rounds = *rounds});
    head_.changes.insert(head_.changes.end(), orders_.begin(), orders_.end());
    resume();
}

void RandomTournament::order(Change change) {
    change.planned = static_cast<int>(planned_.size());
    for (const int game : change.reinstated)
        matches_.insert_or_assign(game, set_aside_.at(game));
    orders_.push_back(std::move(change));
}

int RandomTournament::new_entrant() {
    const auto number = static_cast<int>(head_.entrants.size());
    head_.entrants.push_back(head_of({"bot" + std::to_string(number)}).entrants.front());
    return number;
}

bool RandomTournament::newcomers_would_play(const std::optional<int>& rounds) const {
    const FormatSettings& format = settings_.format;
    if (format.format == Format::knockout) return !account_->finished();
    if (format.format != Format::swiss || planned_.empty()) return true;
    return planned_.back().round + 1 < rounds.value_or(Swiss::rounds_of(format, field_));
}

std::optional<int> RandomTournament::wanted_rounds() {
    if (settings_.format.format != Format::swiss) return std::nullopt;
    const int planned = planned_.empty() ? 0 : planned_.back().round + 1;
    const int wanted = std::max(1, planned) + static_cast<int>(random(4));
    return wanted == Swiss::rounds_of(settings_.format, field_) ? std::nullopt : std::optional(wanted);
}

bool RandomTournament::is_still_in(int entrant) const {
    return !account_->knockout() || account_->knockout()->bracket().alive[static_cast<std::size_t>(entrant)];
}

void RandomTournament::order_to_replace(int entrant) {
    const Format format = settings_.format.format;
    const bool annulled =
        format == Format::round_robin || format == Format::gauntlet || (format != Format::knockout && one_in(2));
    Change change = leaving(Kind::replaced, entrant, annulled);
    change.by = new_entrant();
    order(std::move(change));
}

void RandomTournament::order_to_leave(int entrant, bool annulled) {
    const Format format = settings_.format.format;
    const bool is_named = std::ranges::any_of(orders_, [&](const Change& order) { return order.entrant == entrant; });
    const bool had_left = !field_.is_in(entrant);
    if (is_named || (had_left && (!annulled || field_.is_annulled(entrant)))) return;
    if (annulled && format == Format::knockout) return;
    if (format == Format::gauntlet && entrant == field_.holder_of(settings_.format.challenger)) return;
    order(leaving(Kind::withdrawn, entrant, annulled));
}

void RandomTournament::order_to_return(int entrant) {
    const Format format = settings_.format.format;
    const bool is_named = std::ranges::any_of(orders_, [&](const Change& order) { return order.entrant == entrant; });
    if (is_named || field_.is_in(entrant) || field_.is_annulled(entrant) || format == Format::knockout) return;
    if (format == Format::swiss && field_.replaced_by(entrant)) return;
    const Field now = field_after_orders();
    std::vector<int> restored;
    for (const PlannedGame& game : planned_) {
        const bool plays = game.first == entrant || game.second == entrant;
        const bool all_anew = format == Format::swiss || format == Format::ladder;
        const bool other_is_in = now.is_in(game.first) || now.is_in(game.second);
        if (!all_anew && plays && other_is_in && now.cancelled().contains(game.number)) restored.push_back(game.number);
    }
    order({.kind = Kind::returned, .entrant = entrant, .restored = std::move(restored)});
}

void RandomTournament::order_to_play_again() {
    const Field now = field_after_orders();
    std::vector<int> games;
    FinishedGames left;
    for (const PlannedGame& game : planned_) {
        const bool can_be = matches_.contains(game.number) && now.is_in(game.first) && now.is_in(game.second);
        if (can_be && one_in(6)) {
            games.push_back(game.number);
        } else if (const GameResult* result = results_.find(game.number)) {
            left.add(*result);
        }
    }
    if (games.empty()) return;
    if (settings_.format.format == Format::knockout) {
        Knockout knockout(settings_.format, now, settings_.run_seed(head_.seed), planned_);
        knockout.ready(left);
        if (!knockout.is_independent_of_missing(left)) return;
    }
    for (const int game : games) {
        set_aside_[game] = matches_.at(game);
        matches_.erase(game);
    }
    order({.kind = Kind::again, .games = std::move(games)});
}

Change RandomTournament::leaving(Kind kind, int entrant, bool annulled) const {
    Change change{.kind = kind, .entrant = entrant, .annulled = annulled};
    const bool is_anew = kind == Kind::replaced && settings_.format.format == Format::knockout;
    const auto is_in_an_order = [&](std::vector<int> Change::*games, int number) {
        return std::ranges::any_of(orders_, [&](const Change& order) {
            return std::ranges::find(order.*games, number) != (order.*games).end();
        });
    };
    for (const PlannedGame& game : planned_) {
        const bool plays = game.first == entrant || game.second == entrant;
        const bool is_reinstated = is_in_an_order(&Change::reinstated, game.number);
        if (!plays || is_reinstated || results_.find(game.number) != nullptr) continue;
        const bool counts_again =
            set_aside_.contains(game.number) && !is_anew && !is_in_an_order(&Change::cancelled, game.number);
        (counts_again ? change.reinstated : change.cancelled).push_back(game.number);
    }
    return change;
}

Field RandomTournament::field_after_orders() const {
    std::vector<Change> all = head_.changes;
    all.insert(all.end(), orders_.begin(), orders_.end());
    return {static_cast<int>(head_.entrants.size()), all};
}

}  // namespace tournament_test
