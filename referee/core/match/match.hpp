// One match. Two players move in turn until the rules, a fault or a stop signal end it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/match/game_start.hpp"
#include "referee/core/match/notes.hpp"
#include "referee/core/match/player.hpp"

namespace referee {

/// The default of MatchPlan::exit_patience. See docs/protocol.md, "A game".
inline constexpr auto usual_exit_patience = std::chrono::milliseconds(250);

/// The settings of a match, fixed before it begins.
struct MatchPlan {
    games::GameSpec spec;
    std::uint64_t seed = 0;
    std::array<protocol::LoggedPlayer, 2> players;  ///< index 0 moves first
    protocol::Limits limits;
    std::vector<std::string> opening;  ///< the given plies
    /// For each player, whether an unfair turn of this player makes the match void.
    std::array<bool, 2> may_be_void{};
    Duration exit_patience = usual_exit_patience;  ///< the time in which a bot may exit by itself after the match
    NotesKept notes = NotesKept::all;
    /// The spec of all matches of the run, if this match begins from its own position. See begin_with().
    std::optional<games::GameSpec> spec_of_run{};

    /// The game that the bots are told at their start. It is the same in all matches of a run.
    [[nodiscard]] const games::GameSpec& told_spec() const { return spec_of_run ? *spec_of_run : spec; }
    /// The limits of a player: its own limits if it has any, otherwise the common ones.
    [[nodiscard]] const protocol::Limits& limits_of(int player) const {
        const auto& own = players[static_cast<std::size_t>(player)].limits;
        return own ? *own : limits;
    }
};

/// Makes the match by `plan` continue from an earlier match, after the first `plies` plies of it.
void go_on_from(const protocol::MatchLog& played, std::size_t plies, MatchPlan& plan);

/// Makes the match by `plan` begin with a position or with moves. Throws games::UserError if the game has no such
/// position.
void begin_with(const GameStart& start, MatchPlan& plan);

/// The outcome of a match.
struct [[nodiscard]] PlayedMatch {
    protocol::MatchLog log;
    /// Set if the match was aborted because a turn of this player (0 or 1) was unfair. The match has to be played
    /// again.
    std::optional<int> void_for{};
    /// Set if a person has taken back a move. The match has to continue after this number of its plies.
    std::optional<std::size_t> back_to{};
    /// Set if the match was aborted because the rules, a program, have failed. `log.result.detail` says how. No bot is
    /// to blame.
    bool rules_failed = false;
    bool endless = false;  ///< the rules failed, since they don't end the game
};

/// Observes a match while it is played. No bot's clock runs during the calls.
class MatchObserver {
public:
    virtual ~MatchObserver() = default;
    /// Reports the position after every ply, including given plies. If there are no given plies, or the game has
    /// secrets, also reports the position at the start. `log` has no frames yet.
    virtual void on_position(const games::Board& board, const protocol::MatchLog& log) = 0;
    /// Reports a disturbed turn, which makes the match void, counts nevertheless, or was given more time.
    virtual void on_disturbed_turn(const Disturbance& /*disturbance*/) {}
};

/// Plays a match from its start to its end. Afterwards, no process of the players is left running, except one that
/// stays (see Player::stay()). `observer` may be null. The log is complete except for the frames (see add_frames()),
/// which are built later, when no clock runs. Throws std::runtime_error, before any player is started, if a given ply
/// is not legal; if the rules are a program, that is a failure of them.
[[nodiscard]] PlayedMatch play_match(const MatchPlan& plan, std::array<Player*, 2> players, MatchObserver* observer);

/// The log of a match that can't begin, because the rules have failed before it.
[[nodiscard]] protocol::MatchLog match_without_rules(const MatchPlan& plan, const games::RulesFailure& failure);

}  // namespace referee
