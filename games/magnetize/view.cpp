#include "games/magnetize/view.hpp"

namespace games::magnetize {

namespace {
constexpr std::string_view labels = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
}

char label(int number) {
    const auto place = static_cast<std::size_t>(number);
    return place < labels.size() ? labels[place] : '?';
}

std::optional<int> column_of_label(char label) {
    const auto place = labels.find(label);
    if (place == std::string_view::npos) return std::nullopt;
    return static_cast<int>(place);
}

std::optional<Move> read_keys(std::string_view typed) {
    if (typed == "!") return Move::magnet();
    if (typed.size() == 1) {
        const auto column = column_of_label(typed[0]);
        return column ? std::optional(Move::drop(*column)) : std::nullopt;
    }
    return read_move(typed);
}

}  // namespace games::magnetize
