#include "games/magnetize/wire.hpp"

#include "games/words.hpp"
#include "games/written_position.hpp"

namespace games::magnetize {

namespace {

constexpr std::string_view cells = ".*o";
constexpr std::string_view form =
    "the rows from the top with '/' between them, '.' empty, * or o, then a space and who moves, * or o, and the turns "
    "that * and o have still to lose, such as '..../.o*. * 0 0'";
constexpr int longest_lock = 1000;

}  // namespace

std::optional<Move> read_move(std::string_view text) {
    if (text == "MAGNET") return Move::magnet();
    if (!take(text, "DROP ")) return std::nullopt;
    const auto column = whole_number(text);
    if (!column) return std::nullopt;
    constexpr int no_column = max_side;  // readable, but not legal on any board
    return Move::drop(*column >= 0 && *column < max_side ? static_cast<int>(*column) : no_column);
}

void write_move(Move move, std::string& out) {
    if (move.is_magnet()) {
        out += "MAGNET";
    } else {
        out += "DROP ";
        append_number(out, move.column());
    }
}

std::string objection(const Config& config, int column) {
    if (column >= config.width) return "the columns go from 0 to " + std::to_string(config.width - 1);
    return "column " + std::to_string(column) + " is full";
}

void write_settings(const Config& config, std::string& out) {
    append_number(out, config.height);
    for (const int value : {config.width, config.square, config.maglock}) {
        out += ' ';
        append_number(out, value);
    }
}

Position read_position(const FileText& file) {
    PositionReader reader(file, form);
    Position position;
    for (const std::string_view row : reader.rows()) {
        const std::size_t width = position.rows.empty() ? row.size() : position.rows.front().size();
        reader.check_row(row, position.rows.size() + 1, width, cells);
        position.rows.emplace_back(row);
    }
    if (position.rows.size() < 2) reader.fail("it has " + std::to_string(position.rows.size()) + " rows");
    if (position.rows.size() > max_side || position.rows.front().size() > max_side)
        reader.fail("no board has more than " + std::to_string(max_side) + " rows or columns");
    position.to_move = reader.side("*", "o");
    if (!reader.at_end()) {
        for (int& lock : position.locks)
            lock = reader.number("the turns still to be lost", 0, longest_lock);
    }
    reader.expect_end();
    return position;
}

void check_position(const FileText& file, const Position& position, const Config& config) {
    const PositionReader reader(file, form);
    if (position.locks[static_cast<std::size_t>(index(position.to_move))] != 0)
        reader.fail("a player who has turns to lose can't be the one who moves");
    for (const int lock : position.locks) {
        if (lock > config.maglock) {
            reader.fail("a player can't have " + std::to_string(lock) +
                        " turns to lose with maglock=" + std::to_string(config.maglock));
        }
    }
    with_rules(config, [&](const auto& rules) {
        const auto state = rules.at(position);
        auto settled = state;
        rules.settle(settled, Side::first);
        if (!(settled.pieces == state.pieces)) reader.fail("a piece has no support, or a magnet has not pulled it yet");
    });
}

std::string text_of(const Position& position) {
    std::string text = joined_rows(position.rows) + (position.to_move == Side::first ? " *" : " o");
    for (const int lock : position.locks) {
        text += ' ';
        append_number(text, lock);
    }
    return text;
}

std::optional<Position> position_of_lines(std::string_view state_line, std::span<const std::string> rows, int width,
                                          Side to_move) {
    Position position{{rows.begin(), rows.end()}, to_move, {}};
    for (const std::string& row : rows) {
        if (row.size() != static_cast<std::size_t>(width) || row.find_first_not_of(cells) != std::string::npos)
            return std::nullopt;
    }
    const auto own = take_number(state_line);
    if (!own || !take(state_line, " ")) return std::nullopt;
    const auto other = whole_number(state_line);
    const auto fits = [](std::int64_t lock) { return lock >= 0 && lock <= longest_lock; };
    if (!other || !fits(*own) || !fits(*other)) return std::nullopt;
    position.locks[static_cast<std::size_t>(index(to_move))] = static_cast<int>(*own);
    position.locks[static_cast<std::size_t>(index(opponent(to_move)))] = static_cast<int>(*other);
    return position;
}

}  // namespace games::magnetize
