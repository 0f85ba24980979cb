// The main program that all sample bots share: it reads the options, plays the games and returns an exit code.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "sample_bots/frame.hpp"
#include "sample_bots/games.hpp"
#include "sample_bots/options.hpp"
#include "sample_bots/thoughts.hpp"
#include "sample_bots/wire.hpp"

namespace sample_bots {

/// The identity of a bot, for its messages and `--help`.
struct BotInfo {
    std::string_view name;
    std::string_view summary;
    std::span<const OptionInfo> options;
};

/// Runs `play` with the options of the command line. Turns exceptions into exit codes: 1 for invalid input from the
/// referee, 2 for invalid arguments. Reports either error in one line on stderr. Wire ends the program after the last
/// game.
int guarded_main(const BotInfo& bot, std::span<const char* const> arguments,
                 const std::function<void(const Options&)>& play);

/// Plays games. `make_player(rules, options)` makes a new player for each game: an object with choose(state). If it
/// also has thoughts(), these are written to stderr. If it has ponder(state, move), it is called after each move under
/// `--ponder 1`.
template <class MakePlayer>
int run_bot(const BotInfo& bot, int argc, char** argv, MakePlayer make_player) {
    const std::span<const char* const> arguments(argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0));
    return guarded_main(bot, arguments, [&](const Options& options) {
        Wire wire;
        const auto play_game = [&](const auto& rules, games::Side you) {
            auto player = make_player(rules, options);
            Frame frame(wire, rules, you);
            while (const auto* state = frame.next_turn()) {
                const auto move = player.choose(*state);
                if constexpr (requires { player.thoughts(); }) {
                    if (player.thoughts().depth > 0) write_note(info_line(rules, player.thoughts()));
                }
                frame.answer(move);
                if constexpr (requires { player.ponder(*state, move); }) {
                    if (options.ponder == 1) player.ponder(*state, move);
                }
            }
        };
        for (;;)
            with_game(wire, play_game);
    });
}

}  // namespace sample_bots
