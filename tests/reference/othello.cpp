#include "tests/reference/othello.hpp"

namespace reference {

namespace {

char disc_of(int player) {
    return player == 0 ? 'B' : 'W';
}

constexpr char no_cell = '#';

}  // namespace

Othello::Othello(int limit)
    : max_plies(limit), board{"........", "........", "........", "...WB...",
                              "...BW...", "........", "........", "........"} {}

char Othello::at(int row, int column) const {
    if (row < 0 || row > 7 || column < 0 || column > 7) return no_cell;
    return board[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

std::vector<std::pair<int, int>> Othello::outflanked(int player, int row, int column) const {
    std::vector<std::pair<int, int>> all;
    if (at(row, column) != '.') return all;
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            if (down == 0 && right == 0) continue;
            std::vector<std::pair<int, int>> line;
            int r = row + down;
            int c = column + right;
            while (at(r, c) == disc_of(1 - player)) {
                line.push_back({r, c});
                r = r + down;
                c = c + right;
            }
            if (at(r, c) != disc_of(player)) continue;
            all.insert(all.end(), line.begin(), line.end());
        }
    }
    return all;
}

std::vector<std::string> Othello::cells_for(int player) const {
    std::vector<std::string> cells;
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            if (outflanked(player, row, column).empty()) continue;
            cells.push_back(std::string(1, "abcdefgh"[column]) + std::to_string(row + 1));
        }
    }
    return cells;
}

std::vector<std::string> Othello::legal_moves() const {
    if (over) return {};
    const std::vector<std::string> cells = cells_for(to_move);
    if (cells.empty()) return {"PASS"};
    return cells;
}

void Othello::play(const std::string& move) {
    if (move != "PASS") {
        const int column = static_cast<int>(std::string("abcdefgh").find(move[0]));
        const int row = std::stoi(move.substr(1)) - 1;
        std::vector<std::pair<int, int>> changed = outflanked(to_move, row, column);
        changed.push_back({row, column});
        for (const auto& [r, c] : changed)
            board[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = disc_of(to_move);
    }
    plies = plies + 1;
    to_move = 1 - to_move;
    look_at_end();
}

void Othello::look_at_end() {
    if (cells_for(0).empty() && cells_for(1).empty()) {
        over = true;
        reason = "disc count";
        if (discs(0) > discs(1)) winner = 0;
        if (discs(1) > discs(0)) winner = 1;
    } else if (plies == max_plies) {
        over = true;
        reason = "ply limit";
    }
}

int Othello::discs(int player) const {
    int count = 0;
    for (const std::string& row : board) {
        for (const char cell : row) {
            if (cell == disc_of(player)) count = count + 1;
        }
    }
    return count;
}

std::string Othello::frame() const {
    std::string rows;
    for (const std::string& row : board) {
        if (!rows.empty()) rows += ",";
        rows += "\"" + row + "\"";
    }
    return "{\"board\":[" + rows + "]}";
}

std::uint64_t perft(const Othello& game, int depth) {
    if (depth == 0) return 1;
    std::uint64_t paths = 0;
    for (const std::string& move : game.legal_moves()) {
        Othello next = game;
        next.play(move);
        paths = paths + perft(next, depth - 1);
    }
    return paths;
}

}  // namespace reference
