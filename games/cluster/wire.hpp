// CLUSTER as lines of text: moves, the blocks for bots (which are those of the original game), and written positions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "games/cluster/rules.hpp"
#include "games/explains.hpp"
#include "games/settings.hpp"
#include "games/words.hpp"

namespace games::cluster {

/// Reads the columns, gravity, the side to move (0 or 1), and the number of pellets that are left of each colour. If
/// the numbers are missing, all pellets that are not on the board are left. Throws UserError if the text is invalid, or
/// if there are more pellets than the game has.
Position read_position(const FileText& file);

/// Throws UserError if a pellet hangs in the air. Requires: the config's side is that of the position.
void check_position(const FileText& file, const Position& position, const Config& config);

/// The columns with '/' between them, gravity, the side to move, and the bags.
std::string text_of(const Position& position);

/// Parses `PLACE column colour` or `ROTATE cycles`, strictly. A number that is out of range in every game becomes one
/// that the rules reject.
std::optional<Move> read_move(std::string_view text);
void write_move(Move move, std::string& out);

/// Why a move is not legal: the rotation has a wrong number of cycles, the pellet is not in the hand, the board has no
/// such column, or the column is full.
std::string objection(Move move, std::span<const std::uint8_t> hand, int columns);

/// The versions of CLUSTER whose bots can't play this one.
OtherVersions versions_beside_this();

/// The number of pellets of each colour that the setup block reports.
using Amounts = std::array<int, colours>;

/// Writes the cells with their neighbours, the columns with their top cells for each direction of gravity, and the
/// colours of `you` and of the opponent with their amounts.
void write_setup_block(const Geometry& geometry, const Amounts& amounts, Side you, std::string& out);

template <int MaxSide>
std::optional<Move> read_move(const Cluster<MaxSide>&, std::string_view text) {
    return read_move(text);
}
template <int MaxSide>
void write_move(const Cluster<MaxSide>&, Move move, std::string& out) {
    write_move(move, out);
}
template <int MaxSide>
std::string objection(const Cluster<MaxSide>& rules, const typename Cluster<MaxSide>::State& state, Move move) {
    return objection(move, rules.hand(state), rules.columns());
}
template <int MaxSide>
OtherVersions versions_beside(const Cluster<MaxSide>&) {
    return versions_beside_this();
}
template <int MaxSide>
void write_setup_block(const Cluster<MaxSide>& rules, Side you, std::string& out) {
    const auto start = rules.start();
    Amounts amounts{};
    for (std::size_t colour = 0; colour < amounts.size(); ++colour)
        amounts[colour] = start.bags[colour] + start.pellets[colour].count();
    write_setup_block(rules.geometry(), amounts, you, out);
}

/// The position as text, which read_position reads again. The hand is counted as part of the bag.
template <int MaxSide>
std::string position_text(const Cluster<MaxSide>& rules, const typename Cluster<MaxSide>::State& state) {
    Position position;
    for (int column = 0; column < rules.columns(); ++column) {
        const int m = rules.config().side - 1;
        position.columns.emplace_back(static_cast<std::size_t>(top_level(column, m) - bottom_level(column, m) + 1),
                                      '.');
    }
    for (int index = 0; index < state.placed; ++index) {
        const Seat seat = rules.geometry().seat(0, rules.cell_of(state, index));
        const int depth = top_level(seat.column, rules.config().side - 1) - seat.level;
        position.columns[static_cast<std::size_t>(seat.column)][static_cast<std::size_t>(depth)] =
            static_cast<char>('a' + rules.colour_of(state, index));
    }
    position.gravity = state.gravity;
    position.to_move = state.to_move;
    for (std::size_t colour = 0; colour < position.bags.size(); ++colour)
        position.bags[colour] = state.bags[colour];
    for (const int colour : rules.hand(state))
        ++position.bags[static_cast<std::size_t>(colour)];
    return text_of(position);
}

/// Appends the numbers separated by spaces, and a newline.
void write_numbers(std::initializer_list<int> numbers, std::string& out);

/// Writes gravity, the columns that are not full, the pellets placed since `told`, the older pellets that lie on
/// another cell now, the hand, and the empty line that ends a turn block in the original game.
template <int MaxSide>
void write_turn_block(const Cluster<MaxSide>& rules, const typename Cluster<MaxSide>::State& told,
                      const typename Cluster<MaxSide>::State& now, Side you, std::string& out) {
    write_numbers({now.gravity}, out);
    int open = 0;
    for (int column = 0; column < rules.columns(); ++column)
        open += rules.is_open(now, column);
    write_numbers({open}, out);
    for (int column = 0; column < rules.columns(); ++column) {
        if (rules.is_open(now, column)) write_numbers({column, rules.geometry().top(now.gravity, column)}, out);
    }
    write_numbers({now.placed - told.placed}, out);
    for (int index = told.placed; index < now.placed; ++index) {
        const int colour = rules.colour_of(now, index);
        write_numbers({index, rules.cell_of(now, index), colour, owner(colour) == you}, out);
    }
    const auto moved = [&](int index) { return rules.cell_of(now, index) != rules.cell_of(told, index); };
    int changed = 0;
    for (int index = 0; index < told.placed; ++index)
        changed += moved(index);
    write_numbers({changed}, out);
    for (int index = 0; index < told.placed; ++index) {
        if (moved(index)) write_numbers({index, rules.cell_of(now, index)}, out);
    }
    const auto hand = rules.hand(now);
    write_numbers({static_cast<int>(hand.size())}, out);
    for (const int colour : hand)
        write_numbers({colour}, out);
    out += '\n';
}

}  // namespace games::cluster
