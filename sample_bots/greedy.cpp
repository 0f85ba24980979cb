// A bot that looks one move ahead.
#include "sample_bots/greedy.hpp"

#include <array>

#include "sample_bots/bot.hpp"
#include "sample_bots/bots.hpp"
#include "sample_bots/large_fitz.hpp"

int sample_bots::greedy(int argc, char** argv) {
    static constexpr std::array options = {seed_option};
    return run_bot(
        {"greedy", "wins at once if it can, else does not lose at once, else makes the best looking move", options},
        argc, argv, []<class G>(const G& rules, const Options& given) {
            if constexpr (games::MayNotList<G>) {
                return LargeFitzPlayer(rules, Chance(given.seed), LargeFitzPlayer<G>::some_moves);
            } else {
                return Greedy(rules, search_limits(given), given.seed);
            }
        });
}
