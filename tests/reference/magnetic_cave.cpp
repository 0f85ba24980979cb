#include "tests/reference/magnetic_cave.hpp"

namespace reference {

namespace {

char brick_of(int player) {
    return player == 0 ? 'X' : 'O';
}

constexpr char outside = '#';

std::string name_of(int line, int column) {
    return std::string(1, "ABCDEFGH"[column]) + std::to_string(8 - line);
}

}  // namespace

MagneticCave::MagneticCave(int limit) : max_plies(limit), cave(8, "........") {}

char MagneticCave::at(int line, int column) const {
    if (line < 0 || line > 7 || column < 0 || column > 7) return outside;
    return cave[static_cast<std::size_t>(line)][static_cast<std::size_t>(column)];
}

bool MagneticCave::holds(int line, int column) const {
    if (at(line, column) != '.') return false;
    if (column == 0 || column == 7) return true;
    return at(line, column - 1) != '.' || at(line, column + 1) != '.';
}

std::vector<std::string> MagneticCave::legal_moves() const {
    std::vector<std::string> moves;
    if (over) return moves;
    for (int line = 0; line < 8; ++line) {
        for (int column = 0; column < 8; ++column) {
            if (holds(line, column)) moves.push_back(name_of(line, column));
        }
    }
    return moves;
}

bool MagneticCave::has_five(int player) const {
    for (int line = 0; line < 8; ++line) {
        for (int column = 0; column < 8; ++column) {
            for (int down = -1; down <= 1; ++down) {
                for (int right = -1; right <= 1; ++right) {
                    if (down == 0 && right == 0) continue;
                    int length = 0;
                    while (length < 5 && at(line + length * down, column + length * right) == brick_of(player))
                        length = length + 1;
                    if (length == 5) return true;
                }
            }
        }
    }
    return false;
}

void MagneticCave::play(const std::string& move) {
    const auto column = std::string("ABCDEFGH").find(move[0]);
    const auto line = static_cast<std::size_t>(8 - std::stoi(move.substr(1)));
    cave[line][column] = brick_of(to_move);
    plies = plies + 1;
    bool full = true;
    for (const std::string& row : cave) {
        if (row.find('.') != std::string::npos) full = false;
    }
    if (has_five(to_move)) {
        over = true;
        winner = to_move;
        reason = "five in a line";
    } else if (full) {
        over = true;
        reason = "board full";
    } else if (plies == max_plies) {
        over = true;
        reason = "ply limit";
    }
    to_move = 1 - to_move;
}

std::string MagneticCave::frame() const {
    std::string rows;
    for (const std::string& row : cave) {
        if (!rows.empty()) rows += ",";
        rows += "\"" + row + "\"";
    }
    return "{\"board\":[" + rows + "]}";
}

std::uint64_t perft(const MagneticCave& game, int depth) {
    if (depth == 0) return 1;
    std::uint64_t paths = 0;
    for (const std::string& move : game.legal_moves()) {
        MagneticCave next = game;
        next.play(move);
        paths = paths + perft(next, depth - 1);
    }
    return paths;
}

}  // namespace reference
