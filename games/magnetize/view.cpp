#include "games/magnetize/view.hpp"

#include "games/words.hpp"

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
    const std::string words = in_capitals(typed);
    if (typed == "!" || words == "MAGNET") return Move::magnet();
    const bool is_drop = words.starts_with("DROP ");
    const std::string_view place = is_drop ? typed.substr(5) : typed;
    if (place.size() == 1) {
        auto column = column_of_label(place[0]);
        // Most boards have no column with a small letter.
        if (column && *column >= config.width) column = column_of_label(in_capitals(place)[0]);
        if (column && *column < config.width) return Move::drop(*column);
    }
    const bool is_number = place.size() > 1 || is_drop;
    return is_number ? read_move("DROP " + std::string(place)) : std::nullopt;
}

void write_keys(Move move, std::string& out) {
    out += move.is_magnet() ? '!' : label(move.column());
}

}  // namespace games::magnetize
