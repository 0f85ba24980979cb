// A bot that samples games as long as its time allows.
#include "sample_bots/mcts.hpp"

#include <array>

#include "sample_bots/bot.hpp"
#include "sample_bots/large_fitz.hpp"

namespace {

using namespace sample_bots;

constexpr std::array options = {
    nodes_option,
    time_option,
    seed_option,
    OptionInfo{"--exploration", "the weight of what is not known yet, in hundredths", 0, 1000, &Options::exploration},
    OptionInfo{"--prior", "samples that an evaluation stands for", 1, 1'000'000, &Options::prior},
    OptionInfo{"--scale", "the evaluation that makes a win e times as likely as a loss", 1, 1'000'000, &Options::scale},
    OptionInfo{"--plies", "random plies before a sample is evaluated", 0, 1'000'000, &Options::plies},
    OptionInfo{"--expand", "samples after which a move gets children", 0, 1'000'000, &Options::expand},
};

/// The usual numbers of the game, but for those that were given.
Sampling style_of(Sampling style, const Options& given) {
    if (given.exploration) style.exploration = static_cast<float>(*given.exploration) / 100;
    if (given.prior) style.prior_visits = static_cast<float>(*given.prior);
    if (given.scale) style.prior_scale = static_cast<float>(*given.scale);
    if (given.plies) style.playout_plies = static_cast<int>(*given.plies);
    if (given.expand) style.expand_after = static_cast<float>(*given.expand);
    return style;
}

}  // namespace

int main(int argc, char** argv) {
    return run_bot({"mcts", "samples games as long as its time allows", options}, argc, argv,
                   []<class G>(const G& rules, const Options& given) {
                       if constexpr (games::MayNotList<G>) {
                           return LargeFitzPlayer(rules, Chance(given.seed), LargeFitzPlayer<G>::some_moves);
                       } else {
                           const auto seed = static_cast<std::uint64_t>(given.seed.value_or(1));
                           return Mcts(rules, search_limits(given), seed, style_of(sampling<G>, given));
                       }
                   });
}
