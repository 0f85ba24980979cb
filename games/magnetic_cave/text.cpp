#include "games/magnetic_cave/text.hpp"

namespace games::magnetic_cave {

std::optional<Move> read_move(const MagneticCave&, std::string_view text) {
    if (text.size() != 2 || text[0] < 'A' || text[0] > 'H' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return Move{static_cast<std::uint8_t>(('8' - text[1]) * 8 + (text[0] - 'A'))};
}

void write_move(const MagneticCave&, Move move, std::string& out) {
    out += static_cast<char>('A' + move.cell % 8);
    out += static_cast<char>('8' - move.cell / 8);
}

void write_settings(const MagneticCave&, std::string& out) {
    out += "8 8";
}

void write_state(const MagneticCave&, const MagneticCave::State&, Side, std::string& out) {
    out += '0';
}

void write_row(const MagneticCave& rules, const MagneticCave::State& state, int row, std::string& out) {
    const std::uint64_t first = rules.bricks(state, Side::first);
    const std::uint64_t second = rules.bricks(state, Side::second);
    write_cells(first >> row * 8, second >> row * 8, 8, cell_chars, out);
}

std::string position_text(const MagneticCave& rules, const MagneticCave::State& state) {
    return text_of({rules.bricks(state, Side::first), rules.bricks(state, Side::second), state.to_move});
}

std::optional<MagneticCave::State> told_position(const MagneticCave& rules, int plies, std::string_view,
                                                 std::span<const std::string> rows, Side to_move) {
    const auto position = position_of_rows(rows, to_move);
    if (!position) return std::nullopt;
    MagneticCave::State state = rules.at(*position);
    state.plies = static_cast<std::uint8_t>(plies);
    return state;
}

}  // namespace games::magnetic_cave
