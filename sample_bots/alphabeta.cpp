// A bot that looks as far ahead as its time allows.
#include "sample_bots/alphabeta.hpp"

#include <array>

#include "sample_bots/bot.hpp"
#include "sample_bots/large_fitz.hpp"

namespace {

using namespace sample_bots;

constexpr OptionInfo depth_option = {
    "--depth", "look this many plies ahead, whatever the time: the same moves every time", 1, 60, &Options::depth};
constexpr OptionInfo time_option = {"--time", "milliseconds for a move, in place of the limits in the environment", 1,
                                    3'600'000, &Options::time_ms};

SearchLimits limits_of(const Options& options) {
    if (options.depth) return {.depth = static_cast<int>(*options.depth)};
    const std::chrono::milliseconds given(options.time_ms.value_or(0));
    const MoveLimits limits = options.time_ms ? MoveLimits{given, given} : move_limits();
    // The other half is for a machine that does other things as well.
    SearchLimits half{.time = std::chrono::microseconds(limits.later) / 2,
                      .first_time = std::chrono::microseconds(limits.first) / 2};
    if (limits.clock) half.game_time = GameTime(*limits.clock, limits.increment);
    return half;
}

}  // namespace

int main(int argc, char** argv) {
    static constexpr std::array options = {depth_option, time_option};
    return run_bot({"alphabeta", "looks as far ahead as its time allows", options}, argc, argv,
                   []<class G>(const G& rules, const Options& given) {
                       if constexpr (games::MayNotList<G>) {
                           return LargeFitzPlayer(rules, Chance(1), LargeFitzPlayer<G>::some_moves);
                       } else {
                           return AlphaBeta(rules, limits_of(given));
                       }
                   });
}
