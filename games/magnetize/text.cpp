#include "games/magnetize/text.hpp"

namespace games::magnetize {

std::optional<Move> read_move(std::string_view text) {
    if (text == "MAGNET") return Move::magnet();
    if (!take(text, "DROP ")) return std::nullopt;
    const auto column = whole_number(text);
    if (!column) return std::nullopt;
    constexpr int no_column = max_side;  // readable, but legal on no board
    return Move::drop(*column >= 0 && *column < max_side ? static_cast<int>(*column) : no_column);
}

void write_move(Move move, std::string& out) {
    if (move.is_magnet()) {
        out += "MAGNET";
    } else {
        out += "DROP ";
        append_number(out, move.column());
    }
}

void write_settings(const Config& config, std::string& out) {
    append_number(out, config.height);
    for (const int value : {config.width, config.square, config.maglock}) {
        out += ' ';
        append_number(out, value);
    }
}

}  // namespace games::magnetize
