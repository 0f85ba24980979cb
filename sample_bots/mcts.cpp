// A bot that samples games until its time is used up.
#include "sample_bots/mcts.hpp"

#include <array>

#include "sample_bots/bot.hpp"
#include "sample_bots/bots.hpp"
#include "sample_bots/large_fitz.hpp"

int sample_bots::mcts(int argc, char** argv) {
    static constexpr std::array options = {nodes_option, time_option, seed_option};
    return run_bot({"mcts", "samples games as long as its time allows", options}, argc, argv,
                   []<class G>(const G& rules, const Options& given) {
                       if constexpr (games::MayNotList<G>) {
                           return LargeFitzPlayer(rules, Chance(given.seed), LargeFitzPlayer<G>::some_moves);
                       } else {
                           const auto seed = static_cast<std::uint64_t>(given.seed.value_or(1));
                           return Mcts(rules, search_limits(given), seed);
                       }
                   });
}
