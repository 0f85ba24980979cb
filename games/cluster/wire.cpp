#include "games/cluster/wire.hpp"

#include <algorithm>

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games::cluster {

namespace {

constexpr std::string_view cells = ".abcd";
constexpr std::string_view form =
    "the columns under gravity 0 from the left with '/' between them, each from its top, '.' empty, a to d, then with "
    "spaces gravity (0 to 5), who moves (0 or 1), and what is left of a, b, c and d";

std::vector<std::string> read_columns(PositionReader& reader) {
    const auto words = reader.rows();
    const int side = static_cast<int>(words.size() + 1) / 2;
    if (words.size() % 2 == 0 || side < min_side || side > max_side) {
        reader.fail("no hexagon has " + std::to_string(words.size()) + " columns");
    }
    std::vector<std::string> columns;
    for (int column = 0; column < column_count(side); ++column) {
        const int length = top_level(column, side - 1) - bottom_level(column, side - 1) + 1;
        const std::string_view text = words[static_cast<std::size_t>(column)];
        reader.check_row(text, columns.size() + 1, static_cast<std::size_t>(length), cells);
        columns.emplace_back(text);
    }
    return columns;
}

int pellets_on_board(const Position& position, std::size_t colour) {
    std::ptrdiff_t count = 0;
    for (const std::string& column : position.columns)
        count += std::count(column.begin(), column.end(), cells[colour + 1]);
    return static_cast<int>(count);
}

/// Returns the number if it is in 0..max_number, otherwise `fallback`.
int within(std::int64_t number, int max_number, int fallback) {
    return number >= 0 && number <= max_number ? static_cast<int>(number) : fallback;
}

void write_colours(Side owner, const Amounts& amounts, std::string& out) {
    write_numbers({2}, out);
    for (const int colour : {index(owner), index(owner) + 2})
        write_numbers({colour, amounts[static_cast<std::size_t>(colour)]}, out);
}

}  // namespace

OtherVersions versions_beside_this() {
    return {.words = {"drop", "fetch", "color"},
            .answers =
                "this is an answer of another version of CLUSTER, which has other blocks and rules "
                "(docs/protocol.md#bots-for-other-versions)",
            .blocks =
                "a bot for an earlier version of CLUSTER does not read the columns of the setup block "
                "(docs/protocol.md#bots-for-other-versions)"};
}

std::string objection(Move move, std::span<const std::uint8_t> hand, int columns) {
    if (move.is_rotation()) return "gravity turns by 1 to " + std::to_string(directions - 1) + " cycles";
    if (move.column >= columns) return "the columns go from 0 to " + std::to_string(columns - 1);
    if (std::ranges::find(hand, move.colour()) != hand.end())
        return "column " + std::to_string(move.column) + " is full";
    std::string held;
    for (const int colour : hand)
        held += (held.empty() ? "" : " and ") + std::to_string(colour);
    return "the hand has no pellet of this colour, only of " + held;
}

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

Position read_position(const FileText& file) {
    PositionReader reader(file, form);
    Position position;
    position.columns = read_columns(reader);
    position.gravity = reader.number("gravity", 0, directions - 1);
    position.to_move = side_of(reader.number("who moves", 0, 1));
    const bool all_left = reader.at_end();
    for (std::size_t colour = 0; colour < position.bags.size(); ++colour) {
        const int most = bag_size(position.side()) - pellets_on_board(position, colour);
        const std::string which = std::string("what is left of ") + cells[colour + 1];
        if (most < 0)
            reader.fail("it has more than the " + std::to_string(bag_size(position.side())) + " pellets of " +
                        cells[colour + 1]);
        position.bags[colour] = all_left ? most : reader.number(which, 0, most);
    }
    reader.expect_end();
    return position;
}

void check_position(const FileText& file, const Position& position, const Config& config) {
    const PositionReader reader(file, form);
    with_rules(config, [&](const auto& rules) {
        const auto state = rules.at(position);
        auto settled = state;
        rules.turn(settled, 0);
        if (!(settled == state))
            reader.fail("a pellet has no support under gravity " + std::to_string(position.gravity));
    });
}

std::string text_of(const Position& position) {
    std::string text = joined_rows(position.columns);
    for (const int number : {position.gravity, index(position.to_move)}) {
        text += ' ';
        append_number(text, number);
    }
    for (const int left : position.bags) {
        text += ' ';
        append_number(text, left);
    }
    return text;
}

}  // namespace games::cluster
