// The bridge between a match log and the rule core: plays a log again to add its frames, or to check it.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"

namespace referee {

/// Fills in the frame at the start and after each ply. Requires: the log's moves are legal.
void add_frames(const games::GameSpec& spec, protocol::MatchLog& log);

/// The settings of a game in the form of a log: files as blocks of lines, a position of one line as this line. Optional
/// settings that are not given are left out.
[[nodiscard]] protocol::Config config_of(const games::GameSpec& spec);

/// The game and settings of a log. Throws games::UserError if this program has no such game or settings.
[[nodiscard]] games::GameSpec spec_of(const protocol::MatchLog& log);

/// Called with the board at the start (ply 0) and after each ply of a replay.
using PlyVisitor = std::function<void(int ply, const games::Board& board)>;

/// Plays a log again with the rule core, and compares every mover, lost turn, frame and, if the match was decided by
/// the rules, the result. Returns the first difference with its ply, or nothing if there is none. `spec` is
/// spec_of(log); `visit` may be empty.
[[nodiscard]] std::optional<std::string> difference(const protocol::MatchLog& log, const games::GameSpec& spec,
                                                    const PlyVisitor& visit);
/// Throws games::UserError if this program has no such game or settings.
[[nodiscard]] inline std::optional<std::string> difference(const protocol::MatchLog& log, const PlyVisitor& visit) {
    return difference(log, spec_of(log), visit);
}

/// Exactly the bytes that player 0 or 1 was sent: the setup block and each turn block, up to and including the one that
/// the ply `until` (counted from 1) answered. Requires: difference() found nothing.
[[nodiscard]] std::string stdin_of(const protocol::MatchLog& log, int player, int until);

/// A log that the rules contradict.
class ContradictedLog : public std::runtime_error {
public:
    /// `place`: of the log, for the message. `difference`: the result of difference().
    ContradictedLog(const std::string& place, const std::string& difference)
        : std::runtime_error(place + ": " + difference + "; the log contradicts the rules"), difference_(difference) {}
    const std::string& difference() const { return difference_; }

private:
    std::string difference_;
};

/// Like spec_of(log), but the message of a games::UserError begins with the log's place.
games::GameSpec spec_of(const protocol::MatchLog& log, const std::string& place);

/// Plays a log again. Throws ContradictedLog if it differs, games::UserError if this program does not have its
/// game or settings. `visit` as for difference().
void check_log(const protocol::MatchLog& log, const std::string& place, const PlyVisitor& visit = {});

/// Reads and checks the text of one log. `place` begins each message: "tournament file 't.db', match 3". Throws what
/// parse_log() and check_log() throw.
protocol::MatchLog checked_log(std::string_view json, const std::string& place);

}  // namespace referee
