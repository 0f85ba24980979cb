#include "games/fitz/view.hpp"

#include "games/fitz/tile_file.hpp"

namespace games::fitz {

std::string column_labels(int width, std::size_t indent) {
    std::string tens;
    std::string ones;
    for (int column = 0; column < width; ++column) {
        if (column % 10 == 0) {
            tens.resize(static_cast<std::size_t>(column), ' ');
            tens += std::to_string(column);
        }
        ones += static_cast<char>('0' + column % 10);
    }
    const std::string space(indent, ' ');
    return (width > 10 ? space + tens + '\n' : "") + space + ones + '\n';
}

std::string show_next_tile(std::string_view title, const Tile& tile) {
    std::string out(title);
    return out + ":\n  0       90      180     270\n" + show_rotations(tile, "  ");
}

std::optional<Move> read_keys(std::string_view typed) {
    const auto move = read_move(typed);
    const auto nearby = [](int number) { return number >= -tile_middle && number < max_side + tile_middle; };
    if (!move || !nearby(move->row) || !nearby(move->column) || move->quarter_turns >= rotations) return std::nullopt;
    return move;
}

void append_placed(const Figure& figure, Move move, char mark, std::uint32_t tile, std::string& out) {
    const Shape& shape = figure.shape;
    out += R"({"placed":[)";
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape.count); ++i) {
        out += i == 0 ? "[" : ",[";
        append_number(out, move.row - tile_middle + shape.top + shape.cells[i].row);
        out += ',';
        append_number(out, move.column - tile_middle + shape.left + shape.cells[i].column);
        out += ']';
    }
    out.append(R"(],"mark":")") += mark;
    out += R"(","tile":)";
    append_number(out, tile);
    out += '}';
}

}  // namespace games::fitz
