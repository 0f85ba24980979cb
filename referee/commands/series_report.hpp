// The account of a match or a series: what people are told as it goes on, and the JSON document.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/spec.hpp"
#include "protocol/json_text.hpp"
#include "protocol/match_log.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/commands/play_arguments.hpp"
#include "referee/commands/series_games.hpp"
#include "referee/match/summary.hpp"
#include "referee/system/clock.hpp"
#include "referee/system/stop_signal.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/statistics/pair_course.hpp"

namespace referee {

/// The parts of a series that are fixed before its first match.
struct SeriesPlan {
    std::array<Entrant, 2> entrants;
    games::GameSpec spec;
    std::uint64_t seed = 0;
    protocol::Limits limits;
    std::vector<std::string> resumed;  ///< the plies of a match that is resumed
    std::string openings_in_words;     ///< of those that each pair has; empty: there are none
    int jobs = 1;                      ///< matches at once
};

/// Tells of matches as they end. The options, the plan and the isolation outlive it.
class SeriesReport {
public:
    SeriesReport(const PlayOptions& options, const SeriesPlan& plan, const Isolation& isolation);

    /// For people: on stdout, or on stderr where stdout is taken by data.
    void say(std::string_view text);
    /// `stop` outlives this.
    void begin(const StopSignal& stop);
    /// A match that has ended, with its frames: the one of this number, counted from 0. Matches come in this order.
    void add(int game, const SeriesMatch& match);
    /// A match has been played, and was written into the log if there is one.
    void add_logged(bool written);
    /// All that there is to say when no more matches are played.
    void finish();

private:
    bool single() const { return options_.games == 1; }
    bool stdout_is_taken() const { return options_.json || options_.log == "-"; }
    std::string limits_in_words() const;
    void add_void(const protocol::MatchLog& log);
    void count(int game, const protocol::MatchLog& log);
    void tell(int game, const protocol::MatchLog& log);
    void tell_single(int game, const protocol::MatchLog& log, const Marks& marks);
    void tell_forfeit(int game, const protocol::MatchLog& log, const Marks& marks);
    const Entrant& at_fault(int game, const protocol::MatchLog& log) const;
    std::string advice(int game, const protocol::MatchLog& log) const;
    void tell_postponed_advice();
    void show_progress();
    void say_difference();
    void tell_log();
    protocol::Json document() const;

    const PlayOptions& options_;
    const SeriesPlan& plan_;
    const Isolation& isolation_;
    ProgressLine progress_;
    SeriesScore score_;
    std::set<std::pair<bool, std::uint64_t>> distinct_;  ///< whether A moved first, and the moves
    tournament::PairCourse pairs_;
    std::set<std::pair<std::string, protocol::Ending>> told_;
    protocol::Json matches_ = protocol::Json::array();
    std::string again_;  ///< how to repeat the turns of a loser
    /// Forfeits that can be explained only when no game is being played any more, with the numbers of their games.
    std::vector<std::pair<int, protocol::MatchLog>> postponed_;
    const StopSignal* stop_ = nullptr;
    TimePoint begun_{};
    bool aborted_ = false;  ///< of several that are broken off, people are told of the first
    int void_games_ = 0;
    int matches_played_ = 0;
    int matches_logged_ = 0;
};

}  // namespace referee
