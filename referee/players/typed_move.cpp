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
    const std::string capitals = games::in_capitals(words);
    std::optional<std::string> meant;
    for (std::string& legal : board.legal_moves()) {
        if (games::in_capitals(legal) != capitals && games::in_capitals(board.keys_of(legal)) != capitals) continue;
        if (meant) return move;  // it might be either
        meant = std::move(legal);
    }
    return meant ? meant : move;
}

}  // namespace referee
