// The players that the user has named. Each one is a bot's command or a person, and has a valid name. Their processes
// are not started yet.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/bots/isolation.hpp"
#include "referee/core/bots/own_limits.hpp"
#include "referee/core/bots/sight.hpp"
#include "referee/core/players/bot_player.hpp"
#include "referee/core/players/human_player.hpp"
#include "referee/core/players/kept_bots.hpp"

namespace referee {

/// A bot or a person as a participant in a match or a tournament.
struct Entrant {
    bool human = false;
    BotCommand command;  ///< empty for a person
    std::string name;
    std::optional<OwnFiles> own{};  ///< the only files that the bot sees; if not set, sight_of() determines them
    bool reuse = false;             ///< one process plays many games
    OwnLimits limits{};             ///< the limits of this entrant only

    /// The player's entry in a log. `isolation`: the name of the isolation of the run's bots. The entry of a person
    /// says "none".
    [[nodiscard]] protocol::LoggedPlayer logged(const std::string& isolation) const {
        return {name, command.arguments, human ? "none" : isolation};
    }
    /// The limits of this entrant in a match with these common limits. Nothing if they equal the common limits.
    [[nodiscard]] std::optional<protocol::Limits> limits_under(const protocol::Limits& common) const {
        const protocol::Limits mine = limits.any() ? with_own(common, limits) : common;
        return mine == common ? std::nullopt : std::optional(mine);
    }
};

/// The environment variables by which a bot learns the game, its side and its limits: "REFEREE_MOVE_MS=100". `player`:
/// none for a process that plays many games, which learns its side from the setup blocks.
[[nodiscard]] std::vector<std::string> variables_for(std::optional<int> player, const games::GameSpec& spec,
                                                     const protocol::Limits& limits);

/// Why an entrant can't play this game, such as "plays only fitz". Nothing if it can.
[[nodiscard]] std::optional<std::string> refusal_of(const Entrant& entrant, const games::GameInfo& game);

/// Whether the author of the bot is somebody else than its user, who has handed it in and has no options to give.
[[nodiscard]] inline bool was_handed_in(const Entrant& entrant) {
    return entrant.own && !entrant.own->shown_at.empty();
}

/// Whether it is a function that a driver calls, and reads and writes no lines itself.
[[nodiscard]] inline bool is_driven(const Entrant& entrant) {
    return entrant.own && entrant.own->is_driven;
}

/// The files that are hidden from the other players, see secrets_of(). None for a person.
[[nodiscard]] inline std::vector<std::string> secrets_of(const Entrant& entrant) {
    return entrant.human ? std::vector<std::string>() : secrets_of(entrant.command, entrant.own);
}

/// The objects and settings that all players of a run share. Requires: all referenced objects outlive the players.
struct Surroundings {
    MatchLauncher& launcher;
    Terminal& terminal;
    int stop_fd;
    bool pass_stderr;
    const Isolation& isolation;
    /// Set if `stop_fd` may become readable only some time after the signal, or does not become readable for every
    /// signal. See BotPlayer.
    const StopSignal* stop_signal = nullptr;
    /// Set if there may be entrants whose processes play many games.
    KeptBots* kept_bots = nullptr;
    const TurnClock& clock = real_clock;
    HintGiver hint{};  ///< gives hints to a person
};

/// The request that starts a bot on one side with these `limits`. The memory limit is the bot's own if it has one,
/// otherwise that of the isolation.
[[nodiscard]] LaunchRequest launch_request_for(const Entrant& bot, int player, const games::GameSpec& spec,
                                               const protocol::Limits& limits, const Isolation& isolation);

/// Makes an entrant the player of one side in one match. Requires: all referenced objects outlive the player. Without
/// `surroundings.kept_bots`, a bot's process plays only this match.
[[nodiscard]] std::unique_ptr<Player> make_player(const Entrant& entrant, int player, const games::GameSpec& spec,
                                                  const protocol::Limits& limits, const Surroundings& surroundings);

}  // namespace referee
