#include "referee/web/serve/opponents.hpp"

#include <algorithm>
#include <array>

#include "referee/core/bots/sample_bots.hpp"

namespace referee::serve {

namespace {

constexpr std::array<Opponent, 7> opponents = {
    Opponent{"greedy", "takes wins, stops yours, looks no further"},
    Opponent{"random", "plays any legal move, good or bad"},
    Opponent{"alphabeta", "looks as far ahead as its time allows"},
    Opponent{"mcts", "tries out many games in its head"},
    Opponent{"fitz1", "takes the next free place after your move"},
    Opponent{"fitz2", "takes the next free place after its own move"},
    Opponent{bot_for_own_games, "plays any legal move, good or bad"},
};

}  // namespace

std::span<const Opponent> usual_opponents(bool of_own_game) {
    const std::span all(opponents);
    return of_own_game ? all.last(1) : all.first(all.size() - 1);
}

const Opponent* opponent_of(const BotCommand& command) {
    const std::vector<std::string>& words = command.arguments;
    if (words.size() > 2) return nullptr;
    // The only argument of an interpreter is its script.
    const auto name = name_of_sample_bot(words.size() == 2 ? words[1] : command.program);
    const auto* const found = std::ranges::find_if(opponents, [&](const Opponent& one) { return one.name == name; });
    return found == opponents.end() ? nullptr : found;
}

}  // namespace referee::serve
