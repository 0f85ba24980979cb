// The entrants of one run of a tournament: those of its file, of an earlier stage, and the bots that the user names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/system/stop_signal.hpp"
#include "referee/tournament/entrants/bot_copies.hpp"
#include "referee/tournament/entrants/lineup.hpp"
#include "referee/tournament/run/preparation.hpp"
#include "referee/tournament/run/tournament_options.hpp"
#include "referee/tournament/store/store.hpp"

namespace referee::tournament {

/// How the bots of a folder are checked.
struct Checking {
    int jobs = 1;            ///< bots at once
    std::uint64_t seed = 0;  ///< of the games of the checks
    bool seed_is_given = false;
    /// Holds a signal object while bots run, and after a signal.
    std::optional<StopSignal>& stop;
};

/// `options` outlives it.
class Participants {
public:
    explicit Participants(const TournamentOptions& options) : options_(options) {}

    /// The entrants of the earlier tournament that --from names. Returns what the second stage takes over from it.
    Settings take_earlier_stage();

    /// Gathers the entrants, and hides their files from each other; reports those of a folder that are left out.
    /// `before`: the file of a tournament that is resumed. Returns false if a signal came while bots were checked.
    /// Throws games::UserError.
    [[nodiscard]] bool gather(Preparation& prepared, const std::optional<TournamentHead>& before,
                              const Checking& checking);

    const std::vector<Contender>& contenders() const { return contenders_; }
    std::vector<std::string> names() const;
    std::vector<Entrant> entrants() const;
    std::vector<StoredEntrant> stored() const;
    /// The entrants with the files that are really played, which are copies for those of a folder.
    std::vector<StoredEntrant> played_files() const;
    /// The bots that were left out, as the first entries of the tournament's journal, made `at` this time.
    std::vector<Change> left_out(const std::string& at) const;

    /// The private copies are not needed any more.
    void remove_copies() { copies_.remove(); }

private:
    void restore(const Isolation& isolation, const std::vector<std::string>& folders, BotCopies* copies,
                 const std::vector<StoredEntrant>& entrants, const Field& field);
    void seat_earlier_stage(const Isolation& isolation, const std::vector<std::string>& folders, BotCopies* copies);
    /// The bots that the user names, those that join included; not checked yet.
    Lineup lineup_of_named(const Preparation& prepared, const std::optional<TournamentHead>& before, BotCopies* copies);
    void hide_from_each_other(const Lineup& coming, Preparation& prepared) const;
    /// Checks those who come, and seats those who are fit. Returns false if a signal came.
    [[nodiscard]] bool take_in(Lineup lineup, const Preparation& prepared, const Checking& checking);
    void set_limits(Lineup& lineup, bool seated_too);
    bool limits_are_set(std::size_t seated) const;
    [[nodiscard]] static bool check_joining(Lineup& lineup, const Preparation& prepared, const Checking& checking);
    std::vector<std::string> names_with(const Lineup& lineup) const;
    void refuse_unknown_names(const Lineup& lineup, const Settings& settings) const;
    [[nodiscard]] static bool check(Lineup& lineup, const Preparation& prepared, const Checking& checking,
                                    bool tell_reasons);

    const TournamentOptions& options_;
    BotCopies copies_;
    std::vector<Contender> contenders_;
    std::vector<StoredEntrant> seeds_;  ///< of an earlier tournament
    std::vector<LeftOut> left_out_;
};

}  // namespace referee::tournament
