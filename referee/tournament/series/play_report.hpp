// Reports a match or a series, in readable text while it is played, or as a JSON document.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/spec.hpp"
#include "protocol/json_text.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/tournament/figures/tables/account.hpp"
#include "referee/tournament/figures/tables/turn_times.hpp"
#include "referee/tournament/run/watchers/watcher.hpp"
#include "referee/tournament/series/play_arguments.hpp"

namespace referee {

/// The properties of a series that are fixed before its first match.
struct PlayPlan {
    std::array<Entrant, 2> entrants;
    games::GameSpec spec;
    std::uint64_t seed = 0;
    protocol::Limits limits;
    std::vector<std::string> resumed;  ///< the plies of a resumed match
    std::string openings_in_words;     ///< the openings of the pairs; empty if there are none
    int jobs = 1;                      ///< the number of concurrent matches
};

/// Reports matches as they end, and writes their log.
class PlayReport final : public tournament::Watcher {
public:
    /// `account`: the account of both entrants, in the order of the plan. `log` may be null. Requires: the objects
    /// referred to outlive this object.
    PlayReport(const PlayOptions& options, const PlayPlan& plan, const Isolation& isolation,
               const tournament::Account& account, const StopSignal& stop, std::unique_ptr<LogFile> log);

    /// Prints readable text: to stdout, or to stderr if data goes to stdout.
    void say(std::string_view text);
    void begin();
    /// Reports a match that has ended and is in the account. Matches come in the order of their numbers. Throws
    /// std::exception if the log can't be written; the match has been played nevertheless.
    void played(const tournament::PlayedGame& game) override;
    /// Prints the results. Must be called when no more matches will be played.
    void finish();

    /// Whether no match has been aborted.
    [[nodiscard]] bool all_played() const { return !aborted_; }
    /// Whether nobody would see further results, because stdout is closed and there is no log file.
    [[nodiscard]] bool has_no_reader() const { return stdout_failed() && (!log_file_ || options_.log == "-"); }

private:
    bool single() const { return options_.games == 1; }
    bool stdout_is_taken() const { return options_.json || options_.log == "-"; }
    int games() const { return static_cast<int>(account_.results().total().games()); }
    std::string limits_in_words() const;
    void tell(const tournament::PlayedGame& game);
    void write_log(const protocol::MatchLog& log);
    void tell_void(const tournament::VoidGame& lost);
    void tell_single(const tournament::PlayedGame& game, const Marks& marks);
    [[nodiscard]] std::string verdict_for_person(const tournament::PlayedGame& game) const;
    void tell_forfeit(const tournament::PlayedGame& game, const Marks& marks);
    const Entrant& at_fault(const tournament::PlayedGame& game) const;
    std::string advice(const tournament::PlayedGame& game) const;
    void tell_postponed_advice();
    void show_progress();
    void say_difference();
    void tell_log();
    protocol::Json document() const;

    const PlayOptions& options_;
    const PlayPlan& plan_;
    const Isolation& isolation_;
    const tournament::Account& account_;
    const StopSignal& stop_;
    std::unique_ptr<LogFile> log_file_;
    ProgressLine progress_;
    std::array<tournament::TurnTimes, 2> times_;
    std::set<std::pair<std::string, protocol::Ending>> told_;
    protocol::Json matches_ = protocol::Json::array();
    std::string again_;  ///< the command that repeats the turns of a loser
    /// Forfeits that can be explained only when no game is being played.
    std::vector<tournament::PlayedGame> postponed_;
    std::optional<tournament::PlayedGame> watched_;  ///< reported when the viewer has ended
    TimePoint begun_{};
    bool aborted_ = false;
    int void_games_ = 0;
    int matches_played_ = 0;
    int matches_logged_ = 0;
};

/// The number of games, by the name of their ending or the rule that has ended them.
[[nodiscard]] std::map<std::string, std::uint64_t> endings_of(const tournament::Account& account);

/// The number of games that an entrant has forfeited, by the names of their endings.
[[nodiscard]] std::map<std::string, std::uint64_t> forfeits_of(const tournament::EntrantAccount& entrant);

/// The table at the end of a series. `times`: the times of both entrants' turns. Requires: `account` has two entrants.
[[nodiscard]] std::string score_table(const tournament::Account& account, const std::array<std::string, 2>& names,
                                      const std::array<tournament::TurnTimes, 2>& times);

}  // namespace referee
