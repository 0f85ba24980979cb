// Plays a bot against a random mover and against itself, and decides whether it is fit to play.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "games/spec.hpp"
#include "referee/core/bots/entrant.hpp"
#include "referee/core/bots/isolation.hpp"

namespace referee {

/// The games that a check of a bot plays.
struct CheckPlan {
    games::GameSpec spec;
    std::uint64_t seed = 0;  ///< the seed of the first game
    protocol::Limits limits;
    int games_a_seat = 3;  ///< games against a random player: this many moving first, and this many moving second
    int games_against_itself = 2;
    bool seed_is_given = false;   ///< the user gave the seed, so suggested commands contain it
    bool other_settings = false;  ///< also play with the game's trial settings, if there are any
};

/// A finding of a check. It is reported as soon as it is known.
struct CheckRemark {
    enum class Kind { passed, failed, noted, explained };
    Kind kind;
    std::string what;  ///< if `kind` is explained: lines that fit a terminal, with newlines
    std::string more;
};
/// A remark as lines of text, as `referee check` prints them: "FAIL  plays first: magnetize, seed 7". `with_colours`:
/// on a terminal.
[[nodiscard]] std::string text_of(const CheckRemark& remark, bool with_colours);
using CheckListener = std::function<void(const CheckRemark& remark)>;

/// Whether a bot may play, and why not.
struct CheckResult {
    bool fit = false;
    bool stopped = false;    ///< the check was stopped before there was a verdict
    std::string problem;     ///< the first failure, in one line; may contain hostile text
    std::string last_words;  ///< the last lines of the bot's stderr at that failure, as unchanged bytes
    bool by_limit = false;   ///< it is a limit of time or memory, for which a busy machine may be to blame
    std::optional<std::chrono::microseconds> game_time{};     ///< the mean time of a game; half if it played both sides
    std::optional<std::chrono::microseconds> longest_turn{};  ///< the first turn of each game is not counted
};

/// Checks one bot, until `stop_fd` becomes readable. No process of the bot is left running. If `listener` is empty, no
/// failure is explained, which saves time. If the board is too large for its moves to be listed, the bot plays only
/// itself. A void game (see play_until_valid()) is played again with three times the limits, at most twice for each
/// player. Thread-safe: may be called in several threads concurrently. Throws the exceptions of Launcher, which starts
/// the bot, and games::RulesFailure.
CheckResult check_bot(const Entrant& bot, const CheckPlan& plan, const Isolation& isolation, int stop_fd,
                      const CheckListener& listener = {}, const TurnClock& clock = real_clock);

}  // namespace referee
