// The types that every rule core uses, and the interface of a rule core.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "games/dice.hpp"

namespace games {

/// One of the two players. `first` is player 0 of the protocol and moves first.
enum class Side : std::uint8_t { first, second };

/// The other player.
[[nodiscard]] constexpr Side opponent(Side side) {
    return side == Side::first ? Side::second : Side::first;
}
/// The index of a side on the wire, in the log, and in an array of two: 0 or 1.
[[nodiscard]] constexpr int index(Side side) {
    return static_cast<int>(side);
}
/// The side with this index. Requires: index is 0 or 1.
[[nodiscard]] constexpr Side side_of(int index) {
    assert(index == 0 || index == 1);
    return index == 0 ? Side::first : Side::second;
}

/// The status of a position. A caller must not ignore it.
enum class [[nodiscard]] Outcome : std::uint8_t{ongoing, first_won, second_won, drawn};

/// The outcome of a game that `side` has won.
constexpr Outcome won(Side side) {
    return side == Side::first ? Outcome::first_won : Outcome::second_won;
}
/// Whether the game has ended, with any result.
[[nodiscard]] constexpr bool is_over(Outcome outcome) {
    return outcome != Outcome::ongoing;
}
/// The winner; nothing for a draw or if the game is not over.
[[nodiscard]] constexpr std::optional<Side> winner(Outcome outcome) {
    switch (outcome) {
        case Outcome::first_won: return Side::first;
        case Outcome::second_won: return Side::second;
        case Outcome::ongoing:
        case Outcome::drawn: return std::nullopt;
    }
    return std::nullopt;
}

/// A list of moves with storage for `Capacity` moves inside the object. Requires: it never holds more than `Capacity`
/// moves, and every index is less than size().
template <class MoveType, std::size_t Capacity>
class MoveList {
public:
    /// The type of the moves in the list.
    using Move = MoveType;

    void push_back(Move move) {
        assert(size_ < Capacity);
        moves_[size_++] = move;
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const {
        assert(i < size_);
        return moves_[i];
    }
    Move& operator[](std::size_t i) {
        assert(i < size_);
        return moves_[i];
    }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

private:
    std::array<Move, Capacity> moves_;
    std::size_t size_ = 0;
};

/// A list that a rule core fills with moves: a MoveList, or a vector if their number has no bound.
template <class List, class Move>
concept ListOfMoves = std::default_initializable<List> && requires(const List list) {
    { list.size() } -> std::same_as<std::size_t>;
    { *list.begin() } -> std::convertible_to<Move>;
    { *list.end() } -> std::convertible_to<Move>;
};

/// A rule core: an immutable value that holds a game's settings and everything derived from them. Positions are values
/// of the regular type `State`. All types are known at compile time, so that a search needs no virtual calls.
///
///   start()             the position before the first ply
///   to_move(state)      the side to move. Requires: the game is not over.
///   outcome(state)      ongoing, won or drawn
///   reason(state)       why the game is over: the `detail` of the log; empty if it is not over
///   plies(state)        the number of moves made, without lost turns
///   moves(state, list)  empties the list and fills it with every legal move, in the order of the wire. It stays
///                       empty if the game is over.
///   legal(state, move)  whether moves() would list this move; false if the game is over
///   play(state, move)   makes the move, and skips all turns that are lost after it. Requires: legal(state, move).
template <class G>
concept Rules = std::copy_constructible<G> && std::regular<typename G::State> && std::regular<typename G::Move> &&
    ListOfMoves<typename G::Moves, typename G::Move> &&
    requires(const G rules, const typename G::State state, typename G::State position, const typename G::Move move,
             typename G::Moves moves) {
    { rules.start() } -> std::same_as<typename G::State>;
    { rules.to_move(state) } -> std::same_as<Side>;
    { rules.outcome(state) } -> std::same_as<Outcome>;
    { rules.reason(state) } -> std::same_as<std::string_view>;
    { rules.plies(state) } -> std::same_as<int>;
    { rules.moves(state, moves) } -> std::same_as<void>;
    { rules.legal(state, move) } -> std::same_as<bool>;
    { rules.play(position, move) } -> std::same_as<void>;
};

/// A game that can count its moves without listing them: `count_moves(state)` is the number of moves that moves()
/// lists.
template <class G>
concept CountsMoves = Rules<G> && requires(const G rules, const typename G::State state) {
    { rules.count_moves(state) } -> std::same_as<std::size_t>;
};

/// A game with chance. The dice are not part of the position, so that no search can look ahead at future draws.
///
///   deal(state, dice)   draws the hand of the side to move. It is called before every ply. Requires: the game is
///                       not over, and no hand has been dealt for this ply.
///   hand(state)         the hand of the side to move: a range of small numbers, which the log records
template <class G>
concept Dealt = Rules<G> &&
    requires(const G rules, const typename G::State state, typename G::State position, Dice& dice) {
    { rules.deal(position, dice) } -> std::same_as<void>;
    rules.hand(state);
    { *rules.hand(state).begin() } -> std::convertible_to<int>;
    { *rules.hand(state).end() } -> std::convertible_to<int>;
};

}  // namespace games
