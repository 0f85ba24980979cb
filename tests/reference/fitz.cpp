#include "tests/reference/fitz.hpp"

namespace reference {

namespace {

const int all_degrees[] = {0, 90, 180, 270};

char mark_of(int player) {
    return player == 0 ? '*' : '#';
}

std::string text_of_rows(const std::vector<std::string>& rows) {
    std::string text;
    for (const std::string& row : rows) {
        if (!text.empty()) text += ",";
        text += "\"" + row + "\"";
    }
    return "[" + text + "]";
}

FitzTile quarter_turn(const FitzTile& tile) {
    FitzTile result(5, ".....");
    for (std::size_t row = 0; row < 5; ++row) {
        for (std::size_t column = 0; column < 5; ++column) {
            // Seen from the middle, a clockwise turn maps `up` to `right`, so the first row becomes the last column.
            result[column][4 - row] = tile[row][column];
        }
    }
    return result;
}

}  // namespace

std::string FitzMove::text() const {
    return std::to_string(row) + " " + std::to_string(column) + " " + std::to_string(degrees);
}

FitzTile turned_clockwise(const FitzTile& tile, int degrees) {
    FitzTile result = tile;
    for (int turned = 0; turned < degrees; turned += 90)
        result = quarter_turn(result);
    return result;
}

Fitz::Fitz(const FitzSettings& chosen)
    : settings(chosen),
      board(static_cast<std::size_t>(chosen.height), std::string(static_cast<std::size_t>(chosen.width), '.')) {
    turn_tiles();
    look_at_end();
}

Fitz::Fitz(const FitzSettings& chosen, const FitzPosition& position)
    : settings(chosen), board(position.board), tile(position.next_tile), to_move(position.next_player) {
    turn_tiles();
    look_at_end();
}

void Fitz::turn_tiles() {
    for (const FitzTile& one : settings.tiles) {
        std::vector<std::vector<Cell>> turns;
        for (const int degrees : all_degrees) {
            const FitzTile shown = turned_clockwise(one, degrees);
            std::vector<Cell>& cells = turns.emplace_back();
            for (int row = 0; row < 5; ++row) {
                for (int column = 0; column < 5; ++column) {
                    if (shown[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] == '!')
                        cells.push_back({row - 2, column - 2});
                }
            }
        }
        turned.push_back(turns);
    }
}

std::vector<Fitz::Cell> Fitz::cells_of(const FitzMove& move, int of_tile) const {
    std::vector<Cell> cells;
    for (const Cell& from_middle :
         turned[static_cast<std::size_t>(of_tile)][static_cast<std::size_t>(move.degrees / 90)])
        cells.push_back({move.row + from_middle.row, move.column + from_middle.column});
    return cells;
}

bool Fitz::is_legal(const FitzMove& move) const {
    if (over) return false;
    for (const Cell& from_middle :
         turned[static_cast<std::size_t>(tile)][static_cast<std::size_t>(move.degrees / 90)]) {
        const int row = move.row + from_middle.row;
        const int column = move.column + from_middle.column;
        if (row < 0 || row >= settings.height) return false;
        if (column < 0 || column >= settings.width) return false;
        if (board[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] != '.') return false;
    }
    return true;
}

std::vector<FitzMove> Fitz::all_moves() const {
    std::vector<FitzMove> moves;
    for (const int degrees : all_degrees) {
        for (int row = -2; row <= settings.height + 1; ++row) {
            for (int column = -2; column <= settings.width + 1; ++column) {
                const FitzMove move{row, column, degrees};
                if (is_legal(move)) moves.push_back(move);
            }
        }
    }
    return moves;
}

void Fitz::play(const FitzMove& move) {
    for (const Cell& cell : cells_of(move, tile))
        board[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)] = mark_of(to_move);
    last_move = move;
    last_move_of[to_move] = move;
    plies = plies + 1;
    tile = tile + 1;
    if (tile == static_cast<int>(settings.tiles.size())) tile = 0;
    to_move = 1 - to_move;
    look_at_end();
}

void Fitz::look_at_end() {
    legal_moves = all_moves();
    if (legal_moves.empty()) {
        over = true;
        winner = 1 - to_move;
        reason = "no placement";
    } else if (plies == settings.max_plies) {
        over = true;
        reason = "ply limit";
        legal_moves.clear();
    }
}

std::string Fitz::frame() const {
    return "{\"board\":" + text_of_rows(board) + ",\"tile\":" + std::to_string(tile) + "}";
}

std::string Fitz::frame_of_change() const {
    const int tiles = static_cast<int>(settings.tiles.size());
    const int placed = tile == 0 ? tiles - 1 : tile - 1;
    std::string cells;
    for (const Cell& cell : cells_of(*last_move, placed)) {
        if (!cells.empty()) cells += ",";
        cells.append("[").append(std::to_string(cell.row)).append(",").append(std::to_string(cell.column)).append("]");
    }
    const std::string mark(1, mark_of(1 - to_move));
    return "{\"placed\":[" + cells + "],\"mark\":\"" + mark + "\",\"tile\":" + std::to_string(tile) + "}";
}

std::string Fitz::saved() const {
    std::string text = std::to_string(tile) + " " + std::to_string(to_move) + " " + std::to_string(settings.height) +
                       " " + std::to_string(settings.width) + "\n";
    for (const std::string& row : board)
        text += row + "\n";
    return text;
}

FitzMove Fitz::automatic_1() const {
    const FitzMove begin = last_move ? *last_move : FitzMove{-2, -2, 0};
    for (const int degrees : all_degrees) {
        FitzMove move{begin.row, begin.column, degrees};
        do {
            if (is_legal(move)) return move;
            move.column = move.column + 1;
            if (move.column > settings.width + 1) {
                move.column = -2;
                move.row = move.row + 1;
            }
            if (move.row > settings.height + 1) move.row = -2;
        } while (move.row != begin.row || move.column != begin.column);
    }
    return {};  // the tile fits nowhere, so the game is over
}

FitzMove Fitz::automatic_2() const {
    FitzMove begin{-2, -2, 0};
    if (to_move == 1) begin = {settings.height + 1, settings.width + 1, 0};
    if (last_move_of[to_move]) begin = *last_move_of[to_move];
    FitzMove move = begin;
    do {
        for (const int degrees : all_degrees) {
            move.degrees = degrees;
            if (is_legal(move)) return move;
        }
        if (to_move == 0) {
            move.column = move.column + 1;
            if (move.column > settings.width + 1) {
                move.column = -2;
                move.row = move.row + 1;
            }
            if (move.row > settings.height + 1) move.row = -2;
        } else {
            move.column = move.column - 1;
            if (move.column < -2) {
                move.column = settings.width + 1;
                move.row = move.row - 1;
            }
            if (move.row < -2) move.row = settings.height + 1;
        }
    } while (move.row != begin.row || move.column != begin.column);
    return {};  // the tile fits nowhere, so the game is over
}

std::uint64_t perft(const Fitz& game, int depth) {
    if (depth == 0) return 1;
    std::uint64_t paths = 0;
    for (const FitzMove& move : game.legal_moves) {
        Fitz next = game;
        next.play(move);
        paths = paths + perft(next, depth - 1);
    }
    return paths;
}

}  // namespace reference
