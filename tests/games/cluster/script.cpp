#include "tests/games/cluster/script.hpp"

#include <algorithm>

#include "games/cluster/view.hpp"
#include "games/cluster/wire.hpp"

namespace games_test {

std::string ClusterScript::frame() const {
    std::string text;
    append_frame(rules, state, text);
    return text;
}

std::string ClusterScript::column(int number) const {
    std::vector<int> stack;
    int cell = slow.top(number, slow.gravity);
    while (cell != -1) {
        const int pellet = slow.pellet_on[static_cast<std::size_t>(cell)];
        if (pellet != -1) stack.push_back(pellet);
        cell = slow.neighbours[static_cast<std::size_t>(cell)][static_cast<std::size_t>(slow.gravity)];
    }
    std::reverse(stack.begin(), stack.end());
    std::string text;
    for (const int pellet : stack)
        text += std::to_string(pellet) + " ";
    return text;
}

int ClusterScript::bag_of_slow(std::size_t colour) const {
    const auto held = std::count(slow.hand.begin(), slow.hand.end(), static_cast<int>(colour));
    return slow.bag[colour] + static_cast<int>(held);
}

void ClusterScript::set_hand(const std::string& letters) {
    for (const int held : slow.hand)
        ++slow.bag[static_cast<std::size_t>(held)];
    slow.hand.clear();
    for (const char letter : letters) {
        const int colour = letter - 'a';
        REQUIRE(slow.bag[static_cast<std::size_t>(colour)] > 0);
        --slow.bag[static_cast<std::size_t>(colour)];
        slow.hand.push_back(colour);
        rules.take(state, colour);
    }
}

void ClusterScript::put(int column, int colour) {
    const int at = rules.landing(state, column);
    const int cell = rules.geometry().cell(0, Rules::Layout::seat_of(at));
    rules.put(state, cell, colour);
    --state.bags[static_cast<std::size_t>(colour)];
    slow.pellet_on[static_cast<std::size_t>(cell)] = static_cast<int>(slow.pellets.size());
    slow.pellets.push_back({cell, colour});
    --slow.bag[static_cast<std::size_t>(colour)];
}

void ClusterScript::play_one(const std::string& key) {
    const auto colon = key.find(':');
    const std::string move = colon == std::string::npos ? key : key.substr(colon + 1);
    std::string hand = colon == std::string::npos ? "" : key.substr(0, colon);
    if (colon == std::string::npos) {
        if (move.front() != 'r') hand += move.back();
        for (int colour = slow.to_move; hand.size() < 2 && colour < 4; colour += 2) {
            const char letter = static_cast<char>('a' + colour);
            const bool named = hand.find(letter) != std::string::npos;
            if (bag_of_slow(static_cast<std::size_t>(colour)) > 0 && !named) hand += letter;
        }
    }
    set_hand(hand);
    std::string text = "ROTATE " + move.substr(1);
    if (move.front() != 'r') {
        text = "PLACE " + move.substr(0, move.size() - 1) + " " + std::to_string(move.back() - 'a');
    }
    const auto read = games::cluster::read_move(text);
    REQUIRE(read.has_value());
    REQUIRE(rules.legal(state, *read));
    rules.play(state, *read);
    slow.play(text);
}

}  // namespace games_test
