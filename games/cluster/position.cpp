#include "games/cluster/position.hpp"

#include <algorithm>

#include "games/cluster/rules.hpp"
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

}  // namespace

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
            reader.fail("a pellet hangs in the air under gravity " + std::to_string(position.gravity));
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
