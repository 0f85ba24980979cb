// Reports a match in readable text while it is played, or as a JSON document, and logs it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json_text.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/stop_signal.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/play/last_match.hpp"
#include "referee/core/play/match_setup.hpp"

namespace referee {

/// The numbers of games, by the names of their endings or of the rules that have ended them.
using CountsByName = std::map<std::string, std::uint64_t>;

/// The results of one entrant.
struct PlayerResults {
    double points = 0;
    std::uint64_t won = 0, lost = 0, drawn = 0;
    CountsByName forfeits;
    protocol::Micros longest_answer{};
};

/// The results of a match or a series.
struct PlayResults {
    std::uint64_t games = 0;           ///< those that count
    std::uint64_t distinct_games = 0;  ///< those that differ in their moves
    std::array<PlayerResults, 2> players;
    CountsByName endings;
};

/// The parts of a report that a match and a series have in common.
class MatchReport {
public:
    /// `log` may be null. Requires: the objects referred to outlive this object.
    MatchReport(const MatchSetup& setup, const StopSignal& stop, std::unique_ptr<LogFile> log);

    /// Prints readable text: to stdout, or to stderr if data goes to stdout.
    void say(std::string_view text) const;
    void begin() const;
    /// Tells of a void match.
    void tell_void(const std::string& why);
    /// Reports a match in full. `first`: the entrant that moved first.
    void tell(const protocol::MatchLog& log, int first);
    /// Throws std::exception if the log can't be written.
    void write_log(const protocol::MatchLog& log);
    /// Prints the end of the report of a match.
    void finish();

    /// Whether no match has been aborted.
    [[nodiscard]] bool all_played() const { return !aborted_; }
    /// Whether nobody would see further results, because stdout is closed and there is no log file.
    [[nodiscard]] bool has_no_reader() const { return stdout_failed() && (!log_file_ || options().log == "-"); }

protected:
    [[nodiscard]] const PlayOptions& options() const { return setup_.options; }
    [[nodiscard]] const PlayPlan& plan() const { return setup_.plan; }
    [[nodiscard]] bool single() const { return options().games == 1; }
    [[nodiscard]] const StopSignal& stop() const { return stop_; }
    /// Notes that a match has ended, for the document and the exit code. Returns whether it is the first one that was
    /// aborted.
    bool note_end(const protocol::MatchLog& log);
    void tell_result(const protocol::MatchLog& log, int first);
    [[nodiscard]] const Entrant& at_fault(const protocol::MatchLog& log, int first) const;
    /// Advice for a bot that forfeits. The result does not depend on it, so failures of the system are ignored.
    [[nodiscard]] std::string advice(const protocol::MatchLog& log, int first) const;
    void tell_void_games() const;
    /// Says where the matches are logged. A log that could not be completed still has the earlier matches.
    void tell_log() const;
    void print_document(const PlayResults& results) const;

private:
    [[nodiscard]] bool stdout_is_taken() const { return options().json || options().log == "-"; }
    [[nodiscard]] std::string limits_in_words() const;
    [[nodiscard]] std::string verdict_for_person(const protocol::MatchLog& log, int first) const;

    const MatchSetup& setup_;
    const StopSignal& stop_;
    std::unique_ptr<LogFile> log_file_;
    std::optional<LastMatch> last_match_;
    protocol::Json matches_ = protocol::Json::array();
    PlayResults results_;  ///< of a single match
    std::string again_;    ///< the command that repeats the turns of a loser
    bool aborted_ = false;
    int void_games_ = 0;
    int matches_played_ = 0;
    int matches_logged_ = 0;
};

/// The results of a single match between entrants 0 and 1.
[[nodiscard]] PlayResults results_of(const protocol::MatchLog& log);

}  // namespace referee
