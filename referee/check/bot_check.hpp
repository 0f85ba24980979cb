// Plays a bot against a random mover and against itself, and decides whether it is fit to play.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "games/spec.hpp"
#include "referee/bots/entrant.hpp"
#include "referee/bots/isolation.hpp"

namespace referee {

/// The games that check a bot.
struct CheckPlan {
    games::GameSpec spec;
    std::uint64_t seed = 0;  ///< of the first game
    protocol::Limits limits;
    int games_a_seat = 3;  ///< against random, moving first and moving second
    int games_against_itself = 2;
    bool seed_is_given = false;   ///< by the user; suggested commands have it, too
    bool other_settings = false;  ///< also play in the game's trial settings, if it has some
};

/// A finding of a check, reported as soon as it is known.
struct CheckRemark {
    enum class Kind { passed, failed, noted, explained };
    Kind kind;
    std::string what;  ///< if explained: lines that fit a terminal, with newlines
    std::string more;
};
using CheckListener = std::function<void(const CheckRemark& remark)>;

/// Whether a bot may play, and why not.
struct CheckResult {
    bool fit = false;
    bool stopped = false;    ///< before there was a verdict
    std::string problem;     ///< the first failure, on one line; may contain hostile text
    std::string last_words;  ///< the last lines of its stderr at that failure; unchanged bytes
    std::optional<std::chrono::microseconds> game_time{};     ///< its mean share of a game
    std::optional<std::chrono::microseconds> longest_turn{};  ///< except the first turn of each game
};

/// Checks one bot, until `stop_fd` becomes readable. Nothing of the bot is left running. If `listener` is empty,
/// nothing is explained, which saves time. On a board too large for its moves to be listed the bot plays only itself. A
/// game that is void (see play_until_valid()) is played again with thrice the limits, at most twice for each player.
/// May be called in several threads at once. Throws what starting bots throws (see Launcher).
CheckResult check_bot(const Entrant& bot, const CheckPlan& plan, const Isolation& isolation, int stop_fd,
                      const CheckListener& listener = {}, const TurnClock& clock = real_clock);

}  // namespace referee
