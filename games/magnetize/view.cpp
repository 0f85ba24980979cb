#include "games/magnetize/view.hpp"

namespace games::magnetize {

namespace {
constexpr std::string_view labels = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#@";
static_assert(labels.size() == max_side);
}  // namespace

char label(int number) {
    return labels[static_cast<std::size_t>(number)];
}

std::optional<int> column_of_label(char label) {
    const auto place = labels.find(label);
    if (place == std::string_view::npos) return std::nullopt;
    return static_cast<int>(place);
}

std::optional<Move> read_keys(const Config& config, std::string_view typed) {
    if (typed == "!") return Move::magnet();
    if (typed.size() == 1) {
        const auto column = column_of_label(typed[0]);
        return column && *column < config.width ? std::optional(Move::drop(*column)) : std::nullopt;
    }
    return read_move(typed);
}

void write_keys(Move move, std::string& out) {
    out += move.is_magnet() ? '!' : label(move.column());
}

}  // namespace games::magnetize
