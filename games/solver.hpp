// Finds the value of a position by exhaustive search.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "games/game.hpp"
#include "games/hash.hpp"
#include "games/solution.hpp"

namespace games {

/// Finds out for each side whether it can force a win within a number of plies. Raises the number until one side can
/// win, or until it is certain that neither side ever can. This is a depth-first search of an and/or tree with a
/// transposition table. Both answers are independent of the path to a position, so positions may repeat.
template <Hashed G>
class Solver {
public:
    using State = typename G::State;
    using Move = typename G::Move;

    /// A value, and a move that keeps it.
    struct Result {
        Outcome outcome = Outcome::ongoing;
        int plies = 0;
        std::optional<Move> move{};
    };

    /// Requires: `rules` outlives the solver.
    Solver(const G& rules, const SolveLimits& limits)
        : rules_(rules),
          limits_(limits),
          entries_(std::bit_floor(std::max<std::size_t>(limits.bytes / sizeof(Entry), 1))),
          table_(static_cast<Entry*>(std::calloc(entries_, sizeof(Entry)))) {
        if (!table_) throw std::bad_alloc();
    }

    /// Requires: the game is not over. The game is drawn `max_plies` plies after `root`.
    Result solve(const State& root, int max_plies);
    /// The number of positions visited so far.
    std::uint64_t nodes() const { return nodes_; }

private:
    using Plies = std::uint16_t;
    static constexpr Plies never = std::numeric_limits<Plies>::max();

    /// Whether the attacker wins: certainly, not within the depth, or not within any depth.
    enum class Answer : std::uint8_t { wins, not_yet, never_wins };

    /// What is known about a position for one attacker. All zero: nothing is known.
    struct Entry {
        std::uint64_t key;
        Plies wins_within;  ///< the attacker can win within this number of plies; 0: not known
        Plies safe_for;     ///< the attacker can't win within this number of plies; `never`: it can't win at all
        bool has_best;
        Move best;  ///< the move that won, or that prevented the win
    };

    struct Release {
        void operator()(Entry* entries) const { std::free(entries); }
    };

    void look_at_limits();
    Answer attack(const State& state, Side attacker, int depth);
    Answer look(const State& state, Side attacker, int depth, std::optional<Move>& best);
    Entry& entry_of(std::uint64_t key) { return table_.get()[key & (entries_ - 1)]; }
    std::optional<Move> move_after_which(bool attacker_wins, const State& root, Side attacker, int depth);

    const G& rules_;
    SolveLimits limits_;
    std::size_t entries_;
    std::unique_ptr<Entry, Release> table_;  ///< calloc: the system allocates pages only when they are used
    std::uint64_t nodes_ = 0;
    int safe_plies_ = 0;  ///< neither side can win within this number of plies
    bool stopped_ = false;
};

template <Hashed G>
auto Solver<G>::solve(const State& root, int max_plies) -> Result {
    const Side own = rules_.to_move(root);
    const Side other = opponent(own);
    const auto keep = [&](Outcome outcome, int plies, Side attacker, int depth) {
        limits_.stop = limits_.give_up;  // finding the move takes about as long as the last iteration
        return Result{outcome, plies, move_after_which(attacker == own, root, attacker, depth)};
    };
    Answer mine = Answer::not_yet;
    Answer theirs = Answer::not_yet;
    for (int depth = 1; depth <= max_plies; ++depth) {
        if (mine == Answer::not_yet) mine = attack(root, own, depth);
        if (stopped_) return {.plies = safe_plies_};
        if (mine == Answer::wins) return keep(won(own), depth, own, depth - 1);
        if (theirs == Answer::not_yet) theirs = attack(root, other, depth);
        if (stopped_) return {.plies = safe_plies_};
        if (theirs == Answer::wins) return keep(won(other), depth, other, depth - 2);
        const bool settled = mine == Answer::never_wins && theirs == Answer::never_wins;
        if (settled || depth == max_plies) return keep(Outcome::drawn, 0, other, depth - 1);
        safe_plies_ = depth;
        limits_.progress(safe_plies_, nodes_);
    }
    return {};
}

/// Reports the progress, and asks whether the search may continue.
template <Hashed G>
void Solver<G>::look_at_limits() {
    limits_.progress(safe_plies_, nodes_);
    if (limits_.stop()) stopped_ = true;
}

/// Whether the attacker can force a win within `depth` plies. The answer is meaningless if the search was stopped.
template <Hashed G>
auto Solver<G>::attack(const State& state, Side attacker, int depth) -> Answer {
    const Outcome outcome = rules_.outcome(state);
    if (outcome == won(attacker)) return Answer::wins;
    // A draw at depth 0 may come from the ply limit. It says nothing about the same position at an earlier ply.
    if (is_over(outcome) && (outcome != Outcome::drawn || depth > 0)) return Answer::never_wins;
    if (depth == 0) return Answer::not_yet;
    if (++nodes_ % 1024 == 0) look_at_limits();
    if (stopped_) return Answer::not_yet;
    const std::uint64_t key = mix(rules_.key(state), hash_of(attacker));
    std::optional<Move> best;
    if (const Entry& known = entry_of(key); known.key == key) {
        if (known.wins_within != 0 && known.wins_within <= depth) return Answer::wins;
        if (known.safe_for == never) return Answer::never_wins;
        if (known.safe_for >= depth) return Answer::not_yet;
        if (known.has_best) best = known.best;
    }
    const Answer answer = look(state, attacker, depth, best);
    if (stopped_) return answer;
    Entry& entry = entry_of(key);
    if (entry.key != key) entry = {key, 0, 0, false, Move{}};
    entry.has_best = best.has_value();
    if (best) entry.best = *best;
    if (answer == Answer::wins) {
        entry.wins_within = static_cast<Plies>(depth);
    } else {
        entry.safe_for = answer == Answer::never_wins ? never : static_cast<Plies>(depth);
    }
    return answer;
}

/// Searches the moves of a position. The attacker needs one move that wins, and the defender needs one that does not
/// lose. Tries `best` first, if it is set. Sets it to such a move if there is one.
template <Hashed G>
auto Solver<G>::look(const State& state, Side attacker, int depth, std::optional<Move>& best) -> Answer {
    typename G::Moves moves;
    rules_.moves(state, moves);
    const bool attacks = rules_.to_move(state) == attacker;
    for (std::size_t i = 1; best && i < moves.size(); ++i) {
        if (moves[i] == *best) std::swap(moves[0], moves[i]);
    }
    bool open = false;
    for (const Move move : moves) {
        State child = state;
        rules_.play(child, move);
        const Answer answer = attack(child, attacker, depth - 1);
        if (stopped_) return answer;
        if (attacks == (answer == Answer::wins)) {
            best = move;
            return answer;
        }
        open = open || answer == Answer::not_yet;
    }
    return !attacks ? Answer::wins : open ? Answer::not_yet : Answer::never_wins;
}

/// The first move after which the attacker can win within `depth` plies or, if `attacker_wins` is false, can't.
template <Hashed G>
auto Solver<G>::move_after_which(bool attacker_wins, const State& root, Side attacker, int depth)
    -> std::optional<Move> {
    typename G::Moves moves;
    rules_.moves(root, moves);
    for (const Move move : moves) {
        State child = root;
        rules_.play(child, move);
        const Answer answer = attack(child, attacker, depth);
        if (stopped_) break;
        if ((answer == Answer::wins) == attacker_wins) return move;
    }
    return std::nullopt;
}

}  // namespace games
