#include "referee/players/typed_move.hpp"

#include <vector>

#include "games/words.hpp"

namespace referee {

namespace {

/// The words with one space between them.
std::string single_spaced(std::string_view text) {
    constexpr std::string_view separators = " \t";
    std::string words;
    while (true) {
        const auto begin = text.find_first_not_of(separators);
        if (begin == std::string_view::npos) return words;
        text.remove_prefix(begin);
        const auto end = std::min(text.find_first_of(separators), text.size());
        words.append(words.empty() ? "" : " ").append(text.substr(0, end));
        text.remove_prefix(end);
    }
}

}  // namespace

std::optional<std::string> typed_move(const games::Board& board, std::string_view typed) {
    const std::string words = single_spaced(typed);
    auto move = board.move_of_keys(words);
    if (move && board.legal(*move)) return move;
    // Where the keys name another move, which is not legal, only the exact words may mean this one: A and a may differ.
    const auto folded = [&](std::string_view text) { return move ? std::string(text) : games::in_capitals(text); };
    const std::string wanted = folded(words);
    std::optional<std::string> meant;
    for (std::string& legal : board.legal_moves()) {
        if (folded(legal) != wanted && folded(board.keys_of(legal)) != wanted) continue;
        if (meant) return move;  // it might be either
        meant = std::move(legal);
    }
    return meant ? meant : move;
}

}  // namespace referee
