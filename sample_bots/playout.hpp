// The samples of a Monte Carlo tree search: random games from a position to the end, or to an evaluation.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "games/bits.hpp"
#include "games/cluster/rules.hpp"
#include "games/dice.hpp"
#include "games/fitz/rules.hpp"
#include "games/game.hpp"
#include "games/magnetic_cave/rules.hpp"
#include "games/magnetize/rules.hpp"
#include "games/othello/rules.hpp"
#include "sample_bots/knowledge.hpp"
#include "sample_bots/search_limits.hpp"

namespace sample_bots {

/// Returns a number from 0 to count - 1, all nearly equally likely. This is good enough for samples, and much faster
/// than Dice::below(). Requires: count > 0.
inline std::uint32_t quick_below(games::Dice& dice, std::uint32_t count) {
    return static_cast<std::uint32_t>((dice.next() >> 32) * count >> 32);
}

/// Returns the index of one of the bits of a word, all equally likely. Requires: cells != 0.
inline int random_bit(games::Dice& dice, std::uint64_t cells) {
    for (auto skip = quick_below(dice, static_cast<std::uint32_t>(std::popcount(cells))); skip > 0; --skip)
        cells &= cells - 1;
    return std::countr_zero(cells);
}

/// Returns a legal move, all equally likely. Requires: the game is not over, and the hand has been dealt.
template <games::Rules G>
typename G::Move random_move(const G& rules, const typename G::State& state, games::Dice& dice) {
    typename G::Moves moves;
    rules.moves(state, moves);
    return moves[quick_below(dice, static_cast<std::uint32_t>(moves.size()))];
}

inline games::othello::Move random_move(const games::othello::Othello&, const games::othello::Othello::State& state,
                                        games::Dice& dice) {
    using games::othello::Move;
    return state.open == 0 ? Move::pass() : Move::place(random_bit(dice, state.open));
}

inline games::magnetic_cave::Move random_move(const games::magnetic_cave::MagneticCave&,
                                              const games::magnetic_cave::MagneticCave::State& state,
                                              games::Dice& dice) {
    const auto open = games::magnetic_cave::open_cells(state.own | state.other);
    return {static_cast<std::uint8_t>(random_bit(dice, open))};
}

/// All places of a tile on a board. Rotations of the same shape count once.
template <int Words>
class FitzPlaces {
public:
    using Rules = games::fitz::Fitz<games::Bits<Words>>;
    using Cells = games::Bits<Words>;

    FitzPlaces(const Rules& rules, const Cells& taken, std::uint32_t tile) {
        for (std::size_t turn = 0; turn < games::fitz::rotations; ++turn) {
            const auto& figure = rules.figure(tile, static_cast<int>(turn));
            if (figure.repeated) continue;
            places_[turn] = rules.good_places(taken, figure);
            all_ += count_[turn] = static_cast<std::uint32_t>(places_[turn].count());
        }
    }

    std::uint32_t count() const { return all_; }

    /// Returns the cells that the tile fills at one of the places, chosen at random. Requires: there is a place; the
    /// rules and the tile are those of the constructor.
    Cells random(const Rules& rules, std::uint32_t tile, games::Dice& dice) const {
        std::uint32_t drawn = quick_below(dice, all_);
        std::size_t turn = 0;
        for (; drawn >= count_[turn]; ++turn)
            drawn -= count_[turn];
        const auto& words = places_[turn].words;
        std::size_t word = 0;
        for (std::uint32_t here; drawn >= (here = static_cast<std::uint32_t>(std::popcount(words[word]))); ++word)
            drawn -= here;
        std::uint64_t places = words[word];
        for (; drawn > 0; --drawn)
            places &= places - 1;
        const int place = static_cast<int>(word) * 64 + std::countr_zero(places);
        const auto& figure = rules.figure(tile, static_cast<int>(turn));
        Cells cells;
        for (std::size_t i = 0; i < static_cast<std::size_t>(figure.shape.count); ++i)
            cells.set(place + figure.offsets[i]);
        return cells;
    }

private:
    std::array<Cells, games::fitz::rotations> places_;
    std::array<std::uint32_t, games::fitz::rotations> count_{};
    std::uint32_t all_ = 0;
};

/// The result of one game in which each side draws two places for its tile and takes the one that leaves the other side
/// fewer places. Stores only the filled cells, because nothing else matters. On large boards, where a game takes
/// milliseconds, calls `stop()` before each move and returns Outcome::ongoing if it returns true.
template <int Words, class Stop>
games::Outcome playout_of_fitz(const games::fitz::Fitz<games::Bits<Words>>& rules,
                               const typename games::fitz::Fitz<games::Bits<Words>>::State& state, games::Dice& dice,
                               Stop stop) {
    using Places = FitzPlaces<Words>;
    constexpr bool takes_long = Words > 4;
    auto taken = state.taken;
    games::Side mover = state.to_move;
    std::uint32_t tile = state.tile;
    for (Places places(rules, taken, tile); places.count() > 0; mover = games::opponent(mover)) {
        if (takes_long && stop()) return games::Outcome::ongoing;
        const std::uint32_t next = tile + 1 < rules.tiles().size() ? tile + 1 : 0;
        const auto one = taken | places.random(rules, tile, dice);
        const auto other = taken | places.random(rules, tile, dice);
        places = Places(rules, one, next);
        taken = one;
        if (other != one) {
            const Places after_other(rules, other, next);
            if (after_other.count() < places.count()) {
                places = after_other;
                taken = other;
            }
        }
        tile = next;
    }
    return games::won(games::opponent(mover));
}

/// The settings of a game's samples. The values were tuned in games between searches with different values.
struct Sampling {
    float exploration = 0.5F;  ///< the weight of moves with few samples
    float prior_visits = 4;    ///< the number of samples that an evaluation counts for
    float prior_scale = 200;   ///< the evaluation that makes a win e times as likely as a loss
    int playout_plies = 0;     ///< the number of random plies before a sample is evaluated
    bool decisive = true;      ///< a random player plays a win that Knowledge::wins_at_once() finds
    float expand_after = 1;    ///< the number of samples after which a move gets children
};

template <class G>
inline constexpr Sampling sampling{};
template <int Words>
inline constexpr Sampling sampling<games::fitz::Fitz<games::Bits<Words>>> = {
    .exploration = 0.4F, .prior_visits = 10, .prior_scale = 3000, .expand_after = 30};
template <>
inline constexpr Sampling sampling<games::othello::Othello> = {.prior_scale = 700, .decisive = false};
template <>
inline constexpr Sampling sampling<games::magnetic_cave::MagneticCave> = {.prior_scale = 100};
template <int Words>
inline constexpr Sampling sampling<games::magnetize::Magnetize<Words>> = {.prior_scale = 150};
template <int MaxSide>
inline constexpr Sampling sampling<games::cluster::Cluster<MaxSide>> = {.prior_scale = 400};

/// Plays random moves, up to the limit in the game's Sampling. A score is 1 for a win of Side::first, 0.5 for a draw
/// and 0 for a loss. If an evaluation replaces the rest of the game, the score lies between 0 and 1.
template <Known G>
class Sampler {
public:
    using State = typename G::State;

    /// Requires: all arguments but the seed outlive the sampler.
    Sampler(const G& rules, const Knowledge<G>& knowledge, const Sampling& style, const SearchClock& clock,
            std::uint64_t seed)
        : rules_(rules), knowledge_(knowledge), style_(style), clock_(clock), dice_(seed) {}

    static float score_of(games::Outcome outcome) {
        return outcome == games::Outcome::first_won ? 1.0F : outcome == games::Outcome::second_won ? 0.0F : 0.5F;
    }
    float score_of(int evaluation) const {
        return 1 / (1 + std::exp(static_cast<float>(-evaluation) / style_.prior_scale));
    }
    /// Deals the hand of the side to move if the game has chance.
    void deal(State& state) {
        if constexpr (games::Dealt<G>) {
            if (!games::is_over(rules_.outcome(state))) rules_.deal(state, dice_);
        }
    }
    /// The score of a position. Returns nothing if time ran out. Requires: the game is not over, and the hand has been
    /// dealt.
    std::optional<float> play_out(State state);

private:
    const G& rules_;
    const Knowledge<G>& knowledge_;
    const Sampling& style_;
    const SearchClock& clock_;
    games::Dice dice_;
};

template <Known G>
std::optional<float> Sampler<G>::play_out(State state) {
    const auto out_of_time = [this] { return clock_.is_over(0); };
    if constexpr (requires { playout_of_fitz(rules_, state, dice_, out_of_time); }) {
        const games::Outcome outcome = playout_of_fitz(rules_, state, dice_, out_of_time);
        if (!games::is_over(outcome)) return std::nullopt;
        return score_of(outcome);
    } else {
        for (int ply = 0;; ++ply) {
            if (style_.decisive && knowledge_.wins_at_once(state)) return score_of(games::won(rules_.to_move(state)));
            if (ply == style_.playout_plies) return score_of(knowledge_.evaluate(state));
            const auto move = random_move(rules_, state, dice_);
            rules_.play(state, move);
            if (games::is_over(rules_.outcome(state))) return score_of(rules_.outcome(state));
            deal(state);
        }
    }
}

}  // namespace sample_bots
