// The players that the user has named: a bot's command or a person, and a clean name. No process runs yet.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "protocol/match_log.hpp"
#include "referee/bots/bot_command.hpp"
#include "referee/bots/isolation.hpp"
#include "referee/bots/own_limits.hpp"
#include "referee/bots/sight.hpp"
#include "referee/players/bot_player.hpp"
#include "referee/players/human_player.hpp"
#include "referee/players/kept_bots.hpp"

namespace referee {

/// A bot or a person, as a match or a tournament knows it.
struct Entrant {
    bool human = false;
    BotCommand command;  ///< empty for a person
    std::string name;
    std::optional<OwnFiles> own{};  ///< the only files it sees; none: sight_of() finds them
    bool reuse = false;             ///< one process plays many games
    OwnLimits limits{};             ///< limits of this entrant only

    /// `isolation` is that of the run's bots; a person has none.
    [[nodiscard]] protocol::LoggedPlayer logged(const std::string& isolation) const {
        return {name, command.arguments, human ? "none" : isolation};
    }
    /// Its own limits in a match with these common ones; nothing if they are the same.
    [[nodiscard]] std::optional<protocol::Limits> limits_under(const protocol::Limits& common) const {
        const protocol::Limits mine = limits.any() ? with_own(common, limits) : common;
        return mine == common ? std::nullopt : std::optional(mine);
    }
};

/// The entrants for the user's texts of two bots, and the names given to them (empty: named after the bot's file; see
/// unique_names()). Programs without a path are looked for in the folders of `path`. Throws games::UserError if a bot
/// can't be run or a name is not fit to be shown.
[[nodiscard]] std::array<Entrant, 2> parse_entrants(const std::array<std::string, 2>& bots,
                                                    const std::array<std::string, 2>& names,
                                                    std::string_view path = user_path());

/// The surroundings that all players of a run share. All referenced objects outlive the players.
struct Surroundings {
    MatchLauncher& launcher;
    Terminal& terminal;
    int stop_fd;
    bool pass_stderr;
    const Isolation& isolation;
    /// Given if `stop_fd` becomes readable later than the signal, or not for each signal; see BotPlayer.
    const StopSignal* stop_signal = nullptr;
    /// Given if there may be entrants whose processes play many games.
    KeptBots* kept_bots = nullptr;
    const TurnClock& clock = real_clock;
    HintGiver hint{};  ///< gives hints to a person
};

/// The request that starts a bot on one side with these `limits`. Its limit of memory is its own, or the isolation's.
[[nodiscard]] LaunchRequest launch_request_for(const Entrant& bot, int player, const games::GameSpec& spec,
                                               const protocol::Limits& limits, const Isolation& isolation);

/// An entrant as the player of one side in one match. All referenced objects outlive it. Without KeptBots its process
/// plays this match only.
[[nodiscard]] std::unique_ptr<Player> make_player(const Entrant& entrant, int player, const games::GameSpec& spec,
                                                  const protocol::Limits& limits, const Surroundings& surroundings);

}  // namespace referee
