#include "games/cluster/text.hpp"

namespace games::cluster {

namespace {

/// The number if it is in 0..max_number, otherwise `fallback`.
int within(std::int64_t number, int max_number, int fallback) {
    return number >= 0 && number <= max_number ? static_cast<int>(number) : fallback;
}

void write_colours(Side owner, const Amounts& amounts, std::string& out) {
    write_numbers({2}, out);
    for (const int colour : {index(owner), index(owner) + 2})
        write_numbers({colour, amounts[static_cast<std::size_t>(colour)]}, out);
}

}  // namespace

std::optional<Move> read_move(std::string_view text) {
    if (take(text, "ROTATE ")) {
        const auto cycles = whole_number(text);
        if (!cycles) return std::nullopt;
        return Move::rotate(within(*cycles, directions - 1, 0));
    }
    if (!take(text, "PLACE ")) return std::nullopt;
    const auto column = take_number(text);
    if (!column || !take(text, " ")) return std::nullopt;
    const auto colour = whole_number(text);
    if (!colour) return std::nullopt;
    return Move::place(within(*column, Move::no_column, Move::no_column),
                       within(*colour, colours - 1, Move::no_colour));
}

void write_move(Move move, std::string& out) {
    if (move.is_rotation()) {
        out += "ROTATE ";
        append_number(out, move.cycles());
        return;
    }
    out += "PLACE ";
    append_number(out, int{move.column});
    out += ' ';
    append_number(out, move.colour());
}

void write_numbers(std::initializer_list<int> numbers, std::string& out) {
    bool later = false;
    for (const int number : numbers) {
        if (later) out += ' ';
        append_number(out, number);
        later = true;
    }
    out += '\n';
}

void write_setup_block(const Geometry& geometry, const Amounts& amounts, Side you, std::string& out) {
    write_numbers({geometry.cells()}, out);
    for (int cell = 0; cell < geometry.cells(); ++cell) {
        const auto to = [&](int direction) { return geometry.neighbour(cell, direction); };
        write_numbers({cell, to(0), to(1), to(2), to(3), to(4), to(5)}, out);
    }
    write_numbers({geometry.columns()}, out);
    for (int column = 0; column < geometry.columns(); ++column) {
        const auto top = [&](int gravity) { return geometry.top(gravity, column); };
        write_numbers({column, top(0), top(1), top(2), top(3), top(4), top(5)}, out);
    }
    write_colours(you, amounts, out);
    write_colours(opponent(you), amounts, out);
}

}  // namespace games::cluster
