#include "games/board_of.hpp"
#include "games/board_text.hpp"
#include "games/catalogue.hpp"
#include "games/tic_tac_toe/rules.hpp"

namespace games::tic_tac_toe {

using State = TicTacToe::State;

std::optional<Move> read_move(const TicTacToe&, std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3') return std::nullopt;
    return Move{static_cast<std::uint8_t>((text[1] - '1') * 3 + text[0] - 'a')};
}

void write_move(const TicTacToe&, Move move, std::string& out) {
    out += static_cast<char>('a' + move.cell % 3);
    out += static_cast<char>('1' + move.cell / 3);
}

void write_settings(const TicTacToe&, std::string& out) {
    out += "3 3";
}

void write_state(const TicTacToe&, const State&, Side, std::string& out) {
    out += '0';
}

int row_count(const TicTacToe&) {
    return 3;
}

void write_row(const TicTacToe&, const State& state, int row, std::string& out) {
    for (int cell = 3 * row; cell < 3 * row + 3; ++cell)
        out += state.cells[0] >> cell & 1 ? 'X' : state.cells[1] >> cell & 1 ? 'O' : '.';
}

void append_frame(const TicTacToe& rules, const State& state, std::string& out) {
    out += '{';
    append_board(rules, state, out);
    out += '}';
}

std::string draw(const TicTacToe& rules, const State& state) {
    std::string out;
    for (int row = 0; row < row_count(rules); ++row) {
        write_row(rules, state, row, out);
        out += '\n';
    }
    return out;
}

std::string_view piece_mark(const TicTacToe&, Side side) {
    return side == Side::first ? "X" : "O";
}

std::optional<Move> read_keys(const TicTacToe& rules, std::string_view typed) {
    return read_move(rules, typed);
}

std::string_view keys_line(const TicTacToe&) {
    return "a cell such as b2";
}

GameInfo game() {
    return {"tic_tac_toe",
            "three marks in a line win",
            {},
            [](SettingValues&) {},
            [](const SettingValues&, std::uint64_t seed) -> std::unique_ptr<Board> {
                return std::make_unique<BoardOf<TicTacToe>>("tic_tac_toe", TicTacToe(), seed);
            },
            "X and O mark empty cells in turn. Three in a line win.\n"};
}

}  // namespace games::tic_tac_toe
