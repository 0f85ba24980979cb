// A tournament whose entrants join, leave and are replaced while it is played, for tests of schedules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "referee/tournament/paper/schedule/knockout.hpp"
#include "referee/tournament/paper/schedule/ladder.hpp"
#include "referee/tournament/paper/schedule/make_schedule.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

/// Returns estimates in which all entrants are equally strong and the standard errors are large.
inline Estimates nobody_knows(const Field& field, const std::vector<PlannedGame>& /*games*/,
                              const FinishedGames& /*results*/) {
    const auto count = static_cast<std::size_t>(field.entrants());
    std::vector<double> covariance(count * count);
    for (std::size_t i = 0; i < count; ++i)
        covariance[i * count + i] = 10'000;
    return {std::vector<double>(count), std::move(covariance)};
}

/// A tournament as it is stored in its file. The schedule is created again whenever the tournament is resumed.
class Changed {
public:
    Changed(Format format, int entrants, int games, std::uint64_t salt, std::optional<int> rounds = {},
            std::optional<int> listed_openings = {})
        : first_entrants_(entrants), entrants_(entrants), salt_(salt) {
        settings_ = settings_of(format, games);
        settings_.rounds = rounds;
        settings_.batch = 3;
        settings_.openings = listed_openings.has_value();
        settings_.listed_openings = listed_openings.value_or(0);
        resume();
    }

    void resume() {
        if (settings_.format == Format::ladder) {
            schedule_ = ladder_after(changes_, planned_);
        } else {
            schedule_ = make_schedule(settings_, field(), salt_, planned_);
        }
        plan();
    }

    /// Determines the winners of all further games: 0 if the first mover wins, 1 if the second does, nothing for a
    /// draw.
    void decide_by(std::function<std::optional<int>(const PlannedGame&)> winner) { winner_ = std::move(winner); }

    /// Plays up to `count` games, and resumes the tournament after some of them. Returns the number of games that were
    /// played.
    int play(int count) {
        int played = 0;
        for (; played < count; ++played) {
            const auto open = std::ranges::find_if(
                planned_, [&](const PlannedGame& game) { return results_.find(game.number) == nullptr; });
            if (open == planned_.end()) break;
            const Field field(entrants_, changes_);
            CHECK(field.is_in(open->first));
            CHECK(field.is_in(open->second));
            GameResult result = made_up(*open, salt_);
            if (winner_) result.winner = winner_(*open);
            results_.add(result);
            results_of_[open->number] = result;
            plan();
            if (played % 5 == 4) resume();
        }
        return played;
    }

    /// Plays to the end.
    void play() { play(1 << 20); }

    int join() {
        add({.kind = Change::Kind::joined, .entrant = entrants_++});
        return entrants_ - 1;
    }
    void withdraw(int entrant) { withdraw_together({entrant}); }
    void withdraw_together(const std::vector<int>& leavers) {
        std::vector<Change> changes;
        for (const int entrant : leavers)
            changes.push_back(
                {.kind = Change::Kind::withdrawn, .entrant = entrant, .cancelled = open_games_of(entrant)});
        add(changes);
    }
    int replace(int entrant, bool annulled = false) {
        add({.kind = Change::Kind::replaced,
             .entrant = entrant,
             .by = entrants_++,
             .annulled = annulled,
             .cancelled = open_games_of(entrant)});
        return entrants_ - 1;
    }
    void bring_back(int entrant) {
        const bool all_anew = settings_.format == Format::swiss || settings_.format == Format::ladder;
        const Field now = field();
        std::vector<int> restored;
        for (const PlannedGame& game : planned_) {
            const bool plays = game.first == entrant || game.second == entrant;
            const int other = game.first == entrant ? game.second : game.first;
            if (!all_anew && plays && now.is_in(other) && now.cancelled().contains(game.number))
                restored.push_back(game.number);
        }
        add({.kind = Change::Kind::returned, .entrant = entrant, .restored = std::move(restored)});
    }
    void bring_back_without_games(int entrant) { add({.kind = Change::Kind::returned, .entrant = entrant}); }
    void change_rounds(int rounds) { add({.kind = Change::Kind::rounds, .rounds = rounds}); }

    Field field() const { return {entrants_, changes_}; }
    const std::vector<Change>& changes() const { return changes_; }
    void rate_by(Rater rater) { rater_ = std::move(rater); }
    /// The ladder of a run that would begin after these changes, when these games were planned.
    std::unique_ptr<Schedule> ladder_after(std::span<const Change> changes,
                                           const std::vector<PlannedGame>& planned) const {
        const auto joined = std::ranges::count_if(changes, [](const Change& change) {
            return change.kind == Change::Kind::joined || change.kind == Change::Kind::replaced;
        });
        const Field field(first_entrants_ + static_cast<int>(joined), changes);
        OpeningLeft opening_left;
        if (settings_.listed_openings > 0)
            opening_left = [listed = settings_.listed_openings](int pairs) { return pairs < listed; };
        return std::make_unique<Ladder>(settings_, field, salt_, rater_, planned, opening_left);
    }
    int entrants() const { return entrants_; }
    std::uint64_t salt() const { return salt_; }
    Schedule& schedule() { return *schedule_; }
    const std::vector<PlannedGame>& planned() const { return planned_; }
    const FinishedGames& results() const { return results_; }
    bool is_played(int number) const { return results_of_.contains(number); }
    Knockout::Bracket bracket() const { return dynamic_cast<const Knockout&>(*schedule_).bracket(results_); }
    /// The number of games that two entrants have played against each other.
    int games_between(int a, int b) const {
        return static_cast<int>(std::ranges::count_if(planned_, [&](const PlannedGame& game) {
            return is_played(game.number) && couple_of(game) == Couple(std::minmax(a, b));
        }));
    }

private:
    void plan() {
        const auto& games = schedule_->ready(results_);
        REQUIRE(games.size() >= planned_.size());
        CHECK(std::equal(planned_.begin(), planned_.end(), games.begin()));
        for (std::size_t i = planned_.size(); i < games.size(); ++i) {
            const int number = static_cast<int>(i);
            CHECK(field().is_in(games[i].first, number));
            CHECK(field().is_in(games[i].second, number));
        }
        planned_ = games;
    }

    void add(const Change& change) { add(std::vector{change}); }
    void add(std::vector<Change> changes) {
        for (Change& change : changes) {
            change.planned = static_cast<int>(planned_.size());
            changes_.push_back(std::move(change));
        }
        results_ = {};
        const Field now = field();
        for (const auto& [number, leavers] : now.cancelled())
            results_.add(cancelled_game(number));
        for (const auto& [number, result] : results_of_)
            results_.add(result);
        resume();
    }

    std::vector<int> open_games_of(int entrant) const {
        std::vector<int> open;
        for (const PlannedGame& game : planned_) {
            if ((game.first == entrant || game.second == entrant) && results_.find(game.number) == nullptr)
                open.push_back(game.number);
        }
        return open;
    }

    FormatSettings settings_;
    int first_entrants_;
    int entrants_;
    std::uint64_t salt_;
    Rater rater_ = nobody_knows;
    std::function<std::optional<int>(const PlannedGame&)> winner_;
    std::vector<Change> changes_;
    std::vector<PlannedGame> planned_;
    FinishedGames results_;
    std::map<int, GameResult> results_of_;
    std::unique_ptr<Schedule> schedule_;
};

}  // namespace tournament_test
