#include "tests/reference/magnetize.hpp"

#include <utility>

namespace reference {

namespace {

char piece_of(int player) {
    return player == black ? '*' : 'o';
}
int player_of(char piece) {
    return piece == '*' ? black : white;
}
int other(int player) {
    return player == black ? white : black;
}

bool is_full(const std::vector<std::string>& board) {
    for (const std::string& row : board) {
        for (const char cell : row) {
            if (cell == empty) return false;
        }
    }
    return true;
}

std::string number_list(const std::vector<std::uint32_t>& numbers) {
    std::string text;
    for (const std::uint32_t number : numbers) {
        if (!text.empty()) text += ",";
        text += std::to_string(number);
    }
    return text;
}

}  // namespace

Magnetize::Magnetize(const Settings& chosen)
    : settings(chosen),
      board(static_cast<std::size_t>(chosen.height), std::string(static_cast<std::size_t>(chosen.width), empty)) {}

std::vector<std::string> Magnetize::legal_moves() const {
    std::vector<std::string> moves;
    if (result != Result::none_yet) return moves;
    for (std::size_t column = 0; column < board[0].size(); ++column) {
        if (board[0][column] == empty) moves.push_back("DROP " + std::to_string(column));
    }
    moves.push_back("MAGNET");
    return moves;
}

void Magnetize::play(const std::string& move) {
    const int player = to_move;
    if (move == "MAGNET") {
        locks[static_cast<std::size_t>(player)] = settings.maglock;
        settle(player);
    } else {
        drop(player, std::stoi(move.substr(5)));
        settle(other(player));
    }
    plies = plies + 1;
    to_move = other(player);
    lost.clear();
    look_at_result();
    while (result == Result::none_yet && locks[static_cast<std::size_t>(to_move)] > 0)
        lose_turn();
    if (result == Result::none_yet && plies == settings.max_plies) {
        result = Result::draw;
        reason = "ply limit";
    }
}

void Magnetize::drop(int player, int column) {
    const auto c = static_cast<std::size_t>(column);
    std::size_t row = 0;
    while (row + 1 < board.size() && board[row + 1][c] == empty)
        row = row + 1;
    board[row][c] = piece_of(player);
}

void Magnetize::lose_turn() {
    const int loser = to_move;
    int& lock = locks[static_cast<std::size_t>(loser)];
    lock = lock - 1;
    if (lock == 0) settle(other(loser));
    lost.push_back(loser);
    to_move = other(loser);
    look_at_result();
}

int Magnetize::settle(int slides_first) {
    int rounds = 0;
    for (;;) {
        bool moved = false;
        if (slide(slides_first)) moved = true;
        if (slide(other(slides_first))) moved = true;
        if (fall()) moved = true;
        if (!moved) return rounds;
        rounds = rounds + 1;
    }
}

bool Magnetize::slide(int player) {
    if (locks[static_cast<std::size_t>(player)] == 0) return false;
    const char own = piece_of(player);
    bool moved = false;
    for (std::string& row : board) {
        if (player == black) {
            // The leftmost piece moves first, so that the pieces to its right find the space that it leaves.
            for (std::size_t column = 0; column < row.size(); ++column) {
                for (std::size_t at = column; row[at] == own && at > 0 && row[at - 1] == empty; --at) {
                    std::swap(row[at], row[at - 1]);
                    moved = true;
                }
            }
        } else {
            for (std::size_t column = row.size(); column-- > 0;) {
                for (std::size_t at = column; row[at] == own && at + 1 < row.size() && row[at + 1] == empty; ++at) {
                    std::swap(row[at], row[at + 1]);
                    moved = true;
                }
            }
        }
    }
    return moved;
}

bool Magnetize::fall() {
    bool moved = false;
    // The lowest row moves first, so that the pieces above it find the space that it leaves.
    for (std::size_t row = board.size(); row-- > 0;) {
        for (std::size_t column = 0; column < board[row].size(); ++column) {
            const char piece = board[row][column];
            if (piece == empty) continue;
            const bool clings = locks[static_cast<std::size_t>(player_of(piece))] > 0;
            if (clings) continue;
            for (std::size_t at = row; at + 1 < board.size() && board[at + 1][column] == empty; ++at) {
                std::swap(board[at][column], board[at + 1][column]);
                moved = true;
            }
        }
    }
    return moved;
}

bool Magnetize::has_square(int player) const {
    const auto side = static_cast<std::size_t>(settings.square);
    for (std::size_t top = 0; top + side <= board.size(); ++top) {
        for (std::size_t left = 0; left + side <= board[top].size(); ++left) {
            bool all_own = true;
            for (std::size_t row = top; all_own && row < top + side; ++row) {
                for (std::size_t column = left; all_own && column < left + side; ++column) {
                    if (board[row][column] != piece_of(player)) all_own = false;
                }
            }
            if (all_own) return true;
        }
    }
    return false;
}

void Magnetize::look_at_result() {
    const bool black_square = has_square(black);
    const bool white_square = has_square(white);
    if (black_square && white_square) {
        result = Result::draw;
        reason = "squares of both";
    } else if (black_square) {
        result = Result::black_won;
        reason = "square";
    } else if (white_square) {
        result = Result::white_won;
        reason = "square";
    } else if (is_full(board)) {
        result = Result::draw;
        reason = "board full";
    }
}

std::vector<std::uint32_t> Magnetize::packed() const {
    std::vector<std::uint32_t> words;
    std::uint32_t place_value = 1;
    int cells_in_word = 16;
    for (const std::string& row : board) {
        for (const char cell : row) {
            if (cells_in_word == 16) {
                words.push_back(0);
                place_value = 1;
                cells_in_word = 0;
            }
            if (cell == '*') words.back() += 1 * place_value;
            if (cell == 'o') words.back() += 2 * place_value;
            place_value = place_value * 4;
            cells_in_word = cells_in_word + 1;
        }
    }
    return words;
}

std::string Magnetize::frame() const {
    std::string rows;
    for (const std::string& row : board) {
        if (!rows.empty()) rows += ",";
        rows += "\"" + row + "\"";
    }
    return "{\"board\":[" + rows + "],\"locks\":[" + std::to_string(locks[0]) + "," + std::to_string(locks[1]) +
           "],\"bits\":[" + number_list(packed()) + "]}";
}

std::uint64_t perft(const Magnetize& game, int depth) {
    if (depth == 0) return 1;
    std::uint64_t paths = 0;
    for (const std::string& move : game.legal_moves()) {
        Magnetize next = game;
        next.play(move);
        paths = paths + perft(next, depth - 1);
    }
    return paths;
}

}  // namespace reference
