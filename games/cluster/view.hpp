// CLUSTER as people and viewers see it: the hexagon on a terminal, the keys to type, the frame of the log.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/cluster/rules.hpp"
#include "games/cluster/text.hpp"
#include "games/looks.hpp"
#include "games/words.hpp"

namespace games::cluster {

/// The characters of the pellets of each colour.
inline constexpr std::string_view colour_letters = "abcd";

/// As on the wire, or shorter: `p 3 a`, `place 3 0`, `r 2`, in capitals or not, colours by number or letter.
std::optional<Move> read_keys(std::string_view typed);

template <int MaxSide>
std::optional<Move> read_keys(const Cluster<MaxSide>&, std::string_view typed) {
    return read_keys(typed);
}

/// "p 3 a", "r 2".
void write_keys(Move move, std::string& out);

template <int MaxSide>
void write_keys(const Cluster<MaxSide>&, Move move, std::string& out) {
    write_keys(move, out);
}

template <int MaxSide>
std::string_view keys_line(const Cluster<MaxSide>&) {
    return "PLACE column colour or p 3 a puts a pellet of your hand into a column, ROTATE cycles or r 2 turns gravity";
}

template <int MaxSide>
std::string_view piece_mark(const Cluster<MaxSide>&, Side side, Looks = {}) {
    return side == Side::first ? "a/c" : "b/d";
}

/// All that is drawn of a position, apart from the type of the rules.
struct Picture {
    const Geometry& geometry;
    int gravity;
    std::vector<int> colours;  ///< by number of the cell; -1: empty
    std::array<int, 4> bags;   ///< hand included
    Side to_move;
    std::span<const std::uint8_t> hand;
};

/// The hexagon with north on top and the columns' numbers where pellets are put in; then gravity, what each player has
/// left, and the hand.
std::string draw(const Picture& picture, Looks looks);

template <int MaxSide>
std::string draw(const Cluster<MaxSide>& rules, const typename Cluster<MaxSide>::State& state, Looks looks) {
    Picture picture{rules.geometry(), state.gravity, {}, {}, rules.to_move(state), rules.hand(state)};
    picture.colours.assign(static_cast<std::size_t>(rules.geometry().cells()), -1);
    for (int index = 0; index < state.placed; ++index) {
        picture.colours[static_cast<std::size_t>(rules.cell_of(state, index))] = rules.colour_of(state, index);
    }
    for (std::size_t colour = 0; colour < state.bags.size(); ++colour)
        picture.bags[colour] = state.bags[colour];
    for (const int colour : picture.hand)
        ++picture.bags[static_cast<std::size_t>(colour)];
    return draw(picture, looks);
}

/// {"gravity": 0..5, "pellets": [[index, cell, colour], ...]}, in order of index
template <int MaxSide>
void append_frame(const Cluster<MaxSide>& rules, const typename Cluster<MaxSide>::State& state, std::string& out) {
    out += R"({"gravity":)";
    append_number(out, int{state.gravity});
    out += R"(,"pellets":[)";
    for (int index = 0; index < state.placed; ++index) {
        out += index == 0 ? "[" : ",[";
        append_number(out, index);
        out += ',';
        append_number(out, rules.cell_of(state, index));
        out += ',';
        append_number(out, rules.colour_of(state, index));
        out += ']';
    }
    out += "]}";
}

}  // namespace games::cluster
