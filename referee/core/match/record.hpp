// The bridge between match logs and the rule core. Replays a log to add its frames, or to check it.
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

/// Fills in the frame at the start and after each ply, unless the match has done it. Requires: the log's moves are
/// legal.
void add_frames(const games::GameSpec& spec, protocol::MatchLog& log);

/// The settings of a game as a log stores them: a file as blocks of lines, and a position that has one line as that
/// line. Optional settings that are not given are omitted.
[[nodiscard]] protocol::Config config_of(const games::GameSpec& spec);

/// The game and the settings of a log. If its rules were a program, this is a recorded_game(): it starts no program,
/// and a check with it compares the log only with itself. Throws games::UserError if this program does not know this
/// game or these settings.
[[nodiscard]] games::GameSpec spec_of(const protocol::MatchLog& log);

/// Called with the board at the start (ply 0) and after each ply of a replay.
using PlyVisitor = std::function<void(int ply, const games::Board& board)>;

/// Replays a log with the rule core, and compares every mover, hand, lost turn and frame, and the result. Returns the
/// first difference with its ply, or nothing if there is none. `visit` may be empty. Requires: `spec` is spec_of(log).
[[nodiscard]] std::optional<std::string> difference(const protocol::MatchLog& log, const games::GameSpec& spec,
                                                    const PlyVisitor& visit);
/// Like the overload above, with spec_of(log) as the spec. Throws games::UserError if this program does not know this
/// game or these settings.
[[nodiscard]] inline std::optional<std::string> difference(const protocol::MatchLog& log, const PlyVisitor& visit) {
    return difference(log, spec_of(log), visit);
}

/// The longest measured turn of a player; none if no turn was measured.
[[nodiscard]] std::optional<protocol::Micros> longest_turn(const protocol::MatchLog& log, int player);

/// The exact bytes that player 0 or 1 was sent: the setup block and each turn block, up to and including the block that
/// ply number `until` (counted from 1) answered. Requires: difference() found nothing.
[[nodiscard]] std::string stdin_of(const protocol::MatchLog& log, int player, int until);

/// Reports a log that contradicts the rules.
class ContradictedLog : public std::runtime_error {
public:
    /// `place` names the log in the message: for example, "FILE:3". `difference` is the result of difference().
    ContradictedLog(const std::string& place, const std::string& difference)
        : std::runtime_error(place + ": " + difference + "; the log contradicts the rules"), difference_(difference) {}
    const std::string& difference() const { return difference_; }

private:
    std::string difference_;
};

/// Like spec_of(log), but the message of a games::UserError begins with `place`, which names the log.
games::GameSpec spec_of(const protocol::MatchLog& log, const std::string& place);

/// Replays a log. Throws ContradictedLog if it contradicts the rules, and games::UserError if this program does not
/// know its game or settings. `visit` is used as in difference().
void check_log(const protocol::MatchLog& log, const std::string& place, const PlyVisitor& visit = {});

/// Like check_log(), with any spec of the log's game: the program of a game of one's own checks its log again.
void check_log(const protocol::MatchLog& log, const games::GameSpec& spec, const std::string& place,
               const PlyVisitor& visit);

/// The settings of a log for its game `game`. Throws games::UserError if the game does not have these settings.
[[nodiscard]] games::GameSpec spec_with(const std::shared_ptr<const games::GameInfo>& game,
                                        const protocol::MatchLog& log);

/// Parses and checks the text of one log. `place` begins each message: "tournament file 't.db', match 3". Throws the
/// exceptions of parse_log() and check_log().
protocol::MatchLog checked_log(std::string_view json, const std::string& place);

}  // namespace referee
