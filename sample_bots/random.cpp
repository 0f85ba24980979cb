// A bot that plays random legal moves, each with the same probability.
#include "sample_bots/bots.hpp"

#include <array>

#include "sample_bots/bot.hpp"
#include "sample_bots/chance.hpp"
#include "sample_bots/large_fitz.hpp"

namespace sample_bots {
namespace {

template <games::Rules G>
class RandomPlayer {
public:
    RandomPlayer(const G& rules, const Options& options) : rules_(rules), chance_(options.seed) {}

    typename G::Move choose(const typename G::State& state) {
        typename G::Moves moves;
        rules_.moves(state, moves);
        return moves[chance_.below(moves.size())];
    }

private:
    const G& rules_;
    Chance chance_;
};

}  // namespace
}  // namespace sample_bots

int sample_bots::random(int argc, char** argv) {
    static constexpr std::array options = {seed_option};
    return run_bot({"random", "plays any legal move, all alike", options}, argc, argv,
                   []<class G>(const G& rules, const Options& given) {
                       if constexpr (games::MayNotList<G>) {
                           return LargeFitzPlayer(rules, Chance(given.seed), LargeFitzPlayer<G>::any_move);
                       } else {
                           return RandomPlayer(rules, given);
                       }
                   });
}
