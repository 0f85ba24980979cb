#include "games/othello/text.hpp"

#include <bit>

#include "games/words.hpp"

namespace games::othello {

std::optional<Move> read_move(const Othello&, std::string_view text) {
    if (text == "PASS") return Move::pass();
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return Move::place((text[1] - '1') * 8 + (text[0] - 'a'));
}

void write_move(const Othello&, Move move, std::string& out) {
    if (move.is_pass()) {
        out += "PASS";
    } else {
        out += static_cast<char>('a' + move.cell() % 8);
        out += static_cast<char>('1' + move.cell() / 8);
    }
}

void write_settings(const Othello&, std::string& out) {
    out += "8 8";
}

void write_state(const Othello& rules, const Othello::State& state, Side you, std::string& out) {
    append_number(out, std::popcount(rules.discs(state, you)));
    out += ' ';
    append_number(out, std::popcount(rules.discs(state, opponent(you))));
}

void write_row(const Othello& rules, const Othello::State& state, int row, std::string& out) {
    const std::uint64_t black = rules.discs(state, Side::first);
    const std::uint64_t white = rules.discs(state, Side::second);
    write_cells(black >> row * 8, white >> row * 8, 8, cell_chars, out);
}

std::string position_text(const Othello& rules, const Othello::State& state) {
    return text_of({rules.discs(state, Side::first), rules.discs(state, Side::second), state.to_move});
}

std::optional<Othello::State> told_position(const Othello& rules, int plies, std::string_view,
                                            std::span<const std::string> rows, Side to_move) {
    const auto position = position_of_rows(rows, to_move);
    if (!position) return std::nullopt;
    Othello::State state = rules.at(*position);
    state.plies = static_cast<std::uint8_t>(plies);
    return state;
}

}  // namespace games::othello
