// A bot that looks one move ahead.
#include "sample_bots/greedy.hpp"

#include <array>

#include "sample_bots/bot.hpp"

int main(int argc, char** argv) {
    using namespace sample_bots;
    static constexpr std::array options = {seed_option};
    return run_bot(
        {"greedy", "wins at once if it can, else does not lose at once, else makes the best looking move", options},
        argc, argv, [](const auto& rules, const Options& given) { return Greedy(rules, given.seed); });
}
