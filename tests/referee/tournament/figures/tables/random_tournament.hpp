// A tournament with random settings and made-up results. It can be interrupted and changed at any moment.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "tests/referee/tournament/figures/tables/played_tables.hpp"
#include "tests/referee/tournament/paper/schedule/played.hpp"

namespace tournament_test {

/// The content of a tournament's file, and a run of this tournament. Like the real program, the run asks its schedule
/// for games, hands them out, and adds their results to its account one by one.
class RandomTournament {
public:
    /// `seed` determines everything.
    RandomTournament(Format format, std::uint64_t seed);

    /// Plays `count` games, or all games that are left. Fails the test if a game is handed out twice, or if one of its
    /// entrants is absent.
    void play(int count);
    /// Ends the run, and begins another run from the content of the file.
    void interrupt();
    /// Makes some of the changes that a director can order at this moment, all at once. Then begins another run.
    void change();
    /// Returns whether the tournament ends by itself.
    bool has_end() const { return settings_.format.format != Format::ladder; }

    /// Returns the schedule of a run that would begin now, if these games had been planned. It has not been asked for
    /// games yet.
    std::unique_ptr<Schedule> rebuilt_schedule(const std::vector<PlannedGame>& planned) const;
    Account rebuilt_account() const;
    std::vector<PlannedGame> planned_at_last_change() const;

    const Settings& settings() const { return settings_; }
    const Field& field() const { return field_; }
    int entrants() const { return field_.entrants(); }
    const std::vector<PlannedGame>& planned() const { return planned_; }
    const std::map<int, StoredMatch>& matches() const { return matches_; }
    const std::map<int, StoredMatch>& set_aside() const { return set_aside_; }
    const std::vector<Change>& changes() const { return head_.changes; }
    const FinishedGames& results() const { return results_; }
    Schedule& schedule() const { return *schedule_; }
    const Account& account() const { return *account_; }
    /// The number of games between two entrants that have been played.
    int played_between(int a, int b) const;
    std::uint64_t random(std::uint64_t below) { return random_() % below; }

private:
    void resume();
    /// Adds the games of the schedule that are missing in the file.
    void plan_more();
    FinishedGames stored_results() const;
    bool one_in(std::uint64_t many) { return random(many) == 0; }

    void order(Change change);
    void order_to_replace(int entrant);
    void order_to_leave(int entrant, bool annulled);
    void order_to_return(int entrant);
    void order_to_play_again();
    std::optional<int> wanted_rounds();
    int new_entrant();
    /// Returns whether new entrants would get games if a Swiss tournament had this number of rounds.
    bool newcomers_would_play(const std::optional<int>& rounds) const;
    bool is_still_in(int entrant) const;
    Change leaving(Change::Kind kind, int entrant, bool annulled) const;
    Field field_after_orders() const;

    std::mt19937_64 random_;
    std::uint64_t salt_;
    // The content of the file.
    Settings settings_;
    TournamentHead head_;
    std::vector<PlannedGame> planned_;
    std::map<int, StoredMatch> matches_;
    std::map<int, StoredMatch> set_aside_;  ///< the last match of each game that was to be played again
    // The state of the run.
    Field field_;
    std::unique_ptr<Schedule> schedule_;
    std::optional<Account> account_;
    FinishedGames results_;
    std::vector<PlannedGame> waiting_;
    std::vector<Change> orders_;  ///< the orders of one change of the tournament
    std::size_t at_last_change_ = 0;
};

}  // namespace tournament_test
