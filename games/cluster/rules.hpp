// The rules of CLUSTER on bitboards that are stored relative to gravity: the legal moves, and where pellets come to
// rest.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "games/cluster/hexagon.hpp"
#include "games/game.hpp"
#include "games/hash.hpp"
#include "games/settings.hpp"

namespace games::cluster {

/// A written position. The columns are those under gravity 0 from the left, each from its top: '.', 'a', 'b', 'c' and
/// 'd'.
struct Position {
    std::vector<std::string> columns;
    int gravity = 0;
    Side to_move = Side::first;
    std::array<int, 4> bags{};  ///< pellets left, by colour

    int side() const { return static_cast<int>(columns.size() + 1) / 2; }
};

/// The settings of a match. A valid one has side 3..32, connect 2..2 side - 1 and max_plies 1..100000; check_position
/// has accepted its position.
struct Config {
    int side = 6;
    int connect = 4;
    int max_plies = 40000;
    std::optional<Position> position = {};  ///< before the first ply; nothing: an empty board
};

/// The settings of a match in the form that the rules use. Requires: `values` have been completed.
Config config_of(const SettingValues& values);

/// A pellet that is dropped into a column, or a rotation of gravity. The members have no default values, so that
/// creating a list of moves costs nothing.
struct Move {
    std::uint8_t code;    ///< a colour, or rotation + cycles
    std::uint8_t column;  ///< 0 for a rotation

    static constexpr std::uint8_t no_colour = 4;
    static constexpr std::uint8_t no_column = 0xff;
    static constexpr std::uint8_t rotation = 8;  ///< with 0 cycles it is a code that the rules reject

    static constexpr Move place(int column, int colour) {
        return {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(column)};
    }
    static constexpr Move rotate(int cycles) { return {static_cast<std::uint8_t>(rotation + cycles), 0}; }
    constexpr bool is_rotation() const { return code >= rotation; }
    /// Requires: is_rotation().
    constexpr int cycles() const {
        assert(is_rotation());
        return code - rotation;
    }
    /// Requires: !is_rotation().
    constexpr int colour() const {
        assert(!is_rotation());
        return code;
    }
    friend constexpr bool operator==(Move, Move) = default;
};

/// CLUSTER on boards of up to `MaxSide` cells along each side. A position stores the pellets relative to gravity: see
/// hexagon.hpp.
///
/// Rules: RULES.md in this folder.
template <int MaxSide>
class Cluster {
public:
    /// The layout of the board in machine words: see hexagon.hpp.
    using Layout = cluster::Layout<MaxSide>;
    using Cells = typename Layout::Cells;
    using Pellets = typename Layout::Pellets;
    static constexpr int pitch = Layout::pitch;
    static constexpr int places = Layout::places;
    static constexpr int max_pellets = colours * bag_size(MaxSide);

    /// The index of a place in the layout.
    using Place = std::conditional_t<places <= 256, std::uint8_t, std::uint16_t>;
    /// The interface of games::Rules.
    using Move = cluster::Move;
    using Moves = MoveList<Move, 2 * static_cast<std::size_t>(pitch) + directions - 1>;

    /// A position, with the hand of the side to move after it has been dealt.
    struct State {
        Pellets pellets{};
        std::array<Place, max_pellets> place_of{};  ///< by the pellet's index; 0 for pellets that are not placed yet
        std::array<std::uint16_t, colours> bags{};  ///< pellets left, without the hand
        std::uint16_t placed = 0;                   ///< the number of pellets on the board
        std::uint16_t plies = 0;                    ///< small, because every ply uses up at least one pellet
        Side to_move = Side::first;
        std::uint8_t gravity = 0;
        std::uint8_t hand_size = 0;
        std::array<std::uint8_t, 2> hand{};  ///< colours, in the order in which they were drawn
        Outcome outcome = Outcome::ongoing;
        friend bool operator==(const State&, const State&) = default;
    };

    /// Requires: `config` is valid, and its side is at most MaxSide.
    explicit Cluster(const Config& config);

    const Config& config() const { return config_; }
    const Geometry& geometry() const { return *geometry_; }
    int columns() const { return column_count(config_.side); }

    /// The position before the first hand is drawn.
    State start() const;
    /// The state of a given start position, before the first ply. Pellets are numbered column by column from the top.
    /// Requires: the position's side is that of the config.
    State at(const Position& position) const;
    Side to_move(const State& state) const { return state.to_move; }
    Outcome outcome(const State& state) const { return state.outcome; }
    /// "match", "longer match", "more pellets", "equal matches", "out of pellets" or "ply limit".
    std::string_view reason(const State& state) const;
    int plies(const State& state) const { return state.plies; }

    /// Lists the placements by column and then by colour, followed by the rotations. If the hand is empty, lists only
    /// the rotations.
    void moves(const State& state, Moves& moves) const;
    /// Whether moves() would list this move.
    bool legal(const State& state, Move move) const;
    /// Makes a move. Requires: legal(state, move).
    void play(State& state, Move move) const;

    /// Draws up to two pellets for the side to move. Requires: the game is not over, and the hand is empty.
    void deal(State& state, Dice& dice) const;
    /// The colours in the hand, in the order in which they were drawn. Valid as long as the state.
    std::span<const std::uint8_t> hand(const State& state) const { return {state.hand.data(), state.hand_size}; }
    /// Moves a pellet of this colour from the bag to the hand. Requires: the bag contains one, and the hand is not
    /// full.
    void take(State& state, int colour) const;

    /// Puts the next pellet on this cell, to set up a position. No pellet falls, and the outcome stays as it is.
    /// Requires: the cell is empty, and there are fewer than max_pellets on the board.
    void put(State& state, int cell, int colour) const;

    /// The interface of games::Hashed. The key does not contain the direction of gravity, because it does not affect
    /// the game.
    std::uint64_t key(const State& state) const;

    Cells occupied(const State& state) const {
        return (state.pellets[0] | state.pellets[1]) | (state.pellets[2] | state.pellets[3]);
    }
    bool is_open(const State& state, int column) const {
        const int top = Layout::place(column, top_level(column, config_.side - 1));
        return std::none_of(state.pellets.begin(), state.pellets.end(),
                            [top](const Cells& own) { return own.test(top); });
    }
    /// The place where a pellet dropped into the column comes to rest. Requires: is_open(state, column).
    int landing(const State& state, int column) const;
    /// The index of the cell where this pellet lies.
    int cell_of(const State& state, int index) const {
        return geometry_->cell(state.gravity, Layout::seat_of(state.place_of[static_cast<std::size_t>(index)]));
    }
    /// The colour of this pellet. Requires: it is on the board.
    int colour_of(const State& state, int index) const;
    /// Rotates gravity and lets all pellets fall. Does not change the hand, the bags and the outcome.
    void turn(State& state, int cycles) const;

private:
    static bool is_bag_empty(const State& state, Side side) {
        const auto low = static_cast<std::size_t>(index(side));
        return state.bags[low] == 0 && state.bags[low + 2] == 0;
    }
    template <class Moved>
    Pellets fallen(const Pellets& pellets, int cycles, Moved moved) const;

    Config config_;
    std::shared_ptr<const Geometry> geometry_;
};

/// Calls `use` with the smallest Cluster that can hold the board.
template <class Use>
decltype(auto) with_rules(const Config& config, Use&& use) {
    if (config.side <= 6) return use(Cluster<6>(config));
    if (config.side <= 16) return use(Cluster<16>(config));
    return use(Cluster<max_side>(config));
}

template <int MaxSide>
Cluster<MaxSide>::Cluster(const Config& config)
    : config_(config), geometry_(std::make_shared<const Geometry>(config.side)) {}

template <int MaxSide>
auto Cluster<MaxSide>::start() const -> State {
    static_assert(bag_size(min_side) > 0, "nobody begins without pellets");
    if (config_.position) return at(*config_.position);
    State state;
    state.bags.fill(static_cast<std::uint16_t>(bag_size(config_.side)));
    return state;
}

template <int MaxSide>
auto Cluster<MaxSide>::at(const Position& position) const -> State {
    State state;
    state.gravity = static_cast<std::uint8_t>(position.gravity);
    state.to_move = position.to_move;
    for (int column = 0; column < columns(); ++column) {
        int level = top_level(column, config_.side - 1);
        for (const char cell : position.columns[static_cast<std::size_t>(column)]) {
            if (cell != '.') put(state, geometry_->cell(0, {column, level}), cell - 'a');
            --level;
        }
    }
    for (std::size_t colour = 0; colour < state.bags.size(); ++colour)
        state.bags[colour] = static_cast<std::uint16_t>(position.bags[colour]);
    state.outcome = judge<MaxSide>(state.pellets, config_.connect);
    if (state.outcome == Outcome::ongoing && is_bag_empty(state, state.to_move))
        state.outcome = won(opponent(state.to_move));
    return state;
}

template <int MaxSide>
std::string_view Cluster<MaxSide>::reason(const State& state) const {
    if (!is_over(state.outcome)) return "";
    const auto victor = winner(state.outcome);
    const Match first = best_match<MaxSide>(state.pellets, config_.connect, Side::first);
    const Match second = best_match<MaxSide>(state.pellets, config_.connect, Side::second);
    if (first.length == 0 && second.length == 0) return victor ? "out of pellets" : "ply limit";
    if (!victor) return "equal matches";
    if (first.length == second.length) return "more pellets";
    return first.length == 0 || second.length == 0 ? "match" : "longer match";
}

template <int MaxSide>
void Cluster<MaxSide>::moves(const State& state, Moves& moves) const {
    moves.clear();
    if (is_over(state.outcome)) return;
    if (state.hand_size > 0) {
        const auto [smaller, larger] = std::minmax(state.hand[0], state.hand[state.hand_size - 1u]);
        const Cells taken = occupied(state);
        const int m = config_.side - 1;
        for (int column = 0; column <= 2 * m; ++column) {
            if (taken.test(Layout::place(column, top_level(column, m)))) continue;
            moves.push_back(Move::place(column, smaller));
            if (larger != smaller) moves.push_back(Move::place(column, larger));
        }
    }
    for (int cycles = 1; cycles < directions; ++cycles)
        moves.push_back(Move::rotate(cycles));
}

template <int MaxSide>
bool Cluster<MaxSide>::legal(const State& state, Move move) const {
    if (is_over(state.outcome)) return false;
    if (move.is_rotation()) return move.column == 0 && move.cycles() >= 1 && move.cycles() < directions;
    const auto held = hand(state);
    return std::find(held.begin(), held.end(), move.colour()) != held.end() && move.column < columns() &&
           is_open(state, move.column);
}

template <int MaxSide>
void Cluster<MaxSide>::play(State& state, Move move) const {
    assert(legal(state, move));
    const Side mover = state.to_move;
    state.to_move = opponent(mover);
    ++state.plies;
    if (move.is_rotation()) {
        turn(state, move.cycles());
        state.outcome = judge<MaxSide>(state.pellets, config_.connect);
    } else {
        for (const int held : hand(state))
            ++state.bags[static_cast<std::size_t>(held)];
        const auto colour = static_cast<std::size_t>(move.colour());
        --state.bags[colour];
        const int at = landing(state, move.column);
        state.pellets[colour].set(at);
        state.place_of[state.placed++] = static_cast<Place>(at);
        // No colour had a winning run before, so the new pellet can only complete one of its own colour.
        if (run_through<MaxSide>(state.pellets[colour], at) >= config_.connect) state.outcome = won(mover);
    }
    state.hand = {};
    state.hand_size = 0;
    if (is_over(state.outcome)) return;
    if (is_bag_empty(state, state.to_move)) {
        state.outcome = won(mover);
    } else if (state.plies >= config_.max_plies) {
        state.outcome = Outcome::drawn;
    }
}

template <int MaxSide>
void Cluster<MaxSide>::deal(State& state, Dice& dice) const {
    assert(!is_over(state.outcome) && state.hand_size == 0);
    const int low = index(to_move(state));
    const int high = low + 2;
    const auto left = [&](int colour) { return state.bags[static_cast<std::size_t>(colour)]; };
    for (int i = 0; i < 2 && left(low) + left(high) > 0; ++i) {
        const bool either = left(low) > 0 && left(high) > 0;
        take(state, either ? (dice.below(2) == 0 ? low : high) : left(low) > 0 ? low : high);
    }
}

template <int MaxSide>
void Cluster<MaxSide>::take(State& state, int colour) const {
    assert(state.bags[static_cast<std::size_t>(colour)] > 0 && state.hand_size < state.hand.size());
    --state.bags[static_cast<std::size_t>(colour)];
    state.hand[state.hand_size++] = static_cast<std::uint8_t>(colour);
}

template <int MaxSide>
void Cluster<MaxSide>::put(State& state, int cell, int colour) const {
    const Seat seat = geometry_->seat(state.gravity, cell);
    const int at = Layout::place(seat.column, seat.level);
    assert(!occupied(state).test(at) && state.placed < max_pellets);
    state.pellets[static_cast<std::size_t>(colour)].set(at);
    state.place_of[state.placed++] = static_cast<Place>(at);
}

template <int MaxSide>
std::uint64_t Cluster<MaxSide>::key(const State& state) const {
    const auto& bags = state.bags;
    std::uint64_t hash = mix(hash_of(state.to_move), bags[0] | std::uint64_t{bags[1]} << 16 |
                                                         std::uint64_t{bags[2]} << 32 | std::uint64_t{bags[3]} << 48);
    std::uint64_t held = 0;
    for (const auto colour : hand(state))
        held += std::uint64_t{1} << (8 * colour);
    hash = mix(hash, held);
    for (const Cells& pellets : state.pellets) {
        for (const auto word : pellets.words)
            hash = mix(hash, word);
    }
    return hash;
}

template <int MaxSide>
int Cluster<MaxSide>::landing(const State& state, int column) const {
    assert(is_open(state, column));
    std::uint64_t stack = 0;
    for (const Cells& pellets : state.pellets)
        stack |= pellets.slice(column * pitch);
    stack &= (std::uint64_t{1} << pitch) - 1;
    const int level = stack != 0 ? static_cast<int>(std::bit_width(stack)) : bottom_level(column, config_.side - 1);
    return Layout::place(column, level);
}

template <int MaxSide>
int Cluster<MaxSide>::colour_of(const State& state, int index) const {
    const int at = state.place_of[static_cast<std::size_t>(index)];
    int colour = 0;
    while (!state.pellets[static_cast<std::size_t>(colour)].test(at))
        ++colour;
    return colour;
}

/// Moves all pellets after a rotation of gravity. Calls `moved(from, to)` with the places of each pellet.
template <int MaxSide>
template <class Moved>
auto Cluster<MaxSide>::fallen(const Pellets& pellets, int cycles, Moved moved) const -> Pellets {
    const int m = config_.side - 1;
    // The map from old to new seats is linear. A step to the next column adds one constant to the new column, and a
    // step to the next level adds another.
    const int origin = turned({0, 0}, cycles, m).column;
    const int per_column = turned({1, 0}, cycles, m).column - origin;
    const int per_level = turned({0, 1}, cycles, m).column - origin;
    std::array<std::uint8_t, pitch> next_level;
    for (int column = 0; column < pitch; ++column) {
        next_level[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(bottom_level(column, m));
    }
    Pellets result{};
    constexpr std::size_t words = std::tuple_size_v<decltype(Cells::words)>;
    // With up to 2 cycles, each column comes to lie above the previous one, so places are visited in ascending order.
    // With 3 or more, it comes to lie below the previous one (and with 3 it is upside down), so the order is
    // descending.
    const bool upwards = cycles < 3;
    for (std::size_t i = 0; i < words; ++i) {
        const std::size_t word = upwards ? i : words - 1 - i;
        const auto of = [&](std::size_t colour) { return pellets[colour].words[word]; };
        for (std::uint64_t left = (of(0) | of(1)) | (of(2) | of(3)); left != 0;) {
            const int bit = upwards ? std::countr_zero(left) : 63 - std::countl_zero(left);
            left ^= std::uint64_t{1} << bit;
            const auto colour = (of(1) >> bit & 1) + (of(2) >> bit & 1) * 2 + (of(3) >> bit & 1) * 3;
            const int from = static_cast<int>(word) * 64 + bit;
            const Seat seat = Layout::seat_of(from);
            const int column = origin + per_column * seat.column + per_level * seat.level;
            const int to = Layout::place(column, next_level[static_cast<std::size_t>(column)]++);
            result[colour].set(to);
            moved(from, to);
        }
    }
    return result;
}

template <int MaxSide>
void Cluster<MaxSide>::turn(State& state, int cycles) const {
    std::array<Place, places> moved;
    state.pellets = fallen(state.pellets, cycles,
                           [&](int from, int to) { moved[static_cast<std::size_t>(from)] = static_cast<Place>(to); });
    for (std::size_t index = 0; index < state.placed; ++index)
        state.place_of[index] = moved[state.place_of[index]];
    state.gravity = static_cast<std::uint8_t>((state.gravity + cycles) % directions);
}

}  // namespace games::cluster
