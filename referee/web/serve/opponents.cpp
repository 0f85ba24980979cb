#include "referee/web/serve/opponents.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "referee/core/bots/sample_bots.hpp"
#include "referee/core/bots/sight.hpp"

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
    std::optional<std::string> name;
    if (words.size() == 1) name = name_of_sample_bot(command.program);
    // Only an interpreter of the system is sure to run the script that it is given.
    if (words.size() == 2 && belongs_to_system(secret_file(command.program))) name = name_of_sample_bot(words[1]);
    if (words.size() == 2 && name != bot_for_own_games) return nullptr;
    const auto* const found = std::ranges::find_if(opponents, [&](const Opponent& one) { return one.name == name; });
    return found == opponents.end() ? nullptr : found;
}

}  // namespace referee::serve
