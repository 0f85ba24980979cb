// The main program of the bots for the two automatic players of fitz.
#pragma once

#include <span>
#include <type_traits>

#include "sample_bots/bot.hpp"
#include "sample_bots/fitz_players.hpp"

namespace sample_bots {

template <class G>
inline constexpr bool is_fitz = false;
template <class Cells>
inline constexpr bool is_fitz<games::fitz::Fitz<Cells>> = true;

/// Plays games of fitz, each with a new `Player<rules>`, which is informed about every move.
template <template <class> class Player>
int run_fitz_bot(const BotInfo& bot, int argc, char** argv) {
    const std::span<const char* const> arguments(argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0));
    return guarded_main(bot, arguments, [](const Options&) {
        Wire wire;
        const auto play_game = [&](const auto& rules, games::Side you) {
            using G = std::decay_t<decltype(rules)>;
            if constexpr (is_fitz<G>) {
                Player<G> player(rules, you);
                Frame frame(wire, rules, you);
                while (const auto* state = frame.next_turn()) {
                    for (const auto& turn : frame.news())
                        player.hear(turn.side, turn.move);
                    frame.answer(player.choose(*state));
                }
            } else {
                throw Nonsense("this bot plays fitz only");
            }
        };
        for (;;)
            with_game(wire, play_game);
    });
}

}  // namespace sample_bots
