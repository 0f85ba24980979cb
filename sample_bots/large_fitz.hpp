// The sample bots' play of fitz if there are too many moves to list. They examine a few random ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/board_of.hpp"
#include "games/fitz/rules.hpp"
#include "sample_bots/chance.hpp"

namespace sample_bots {

/// Draws some legal moves, all equally likely, and makes the best of them. A move is good if it takes many places from
/// the tiles that the opponent has to place next, and few from the player's own tiles.
template <class G>
class LargeFitzPlayer {
public:
    using State = typename G::State;
    using Move = typename G::Move;

    static constexpr std::size_t any_move = 1;  ///< for a player that accepts any move
    static constexpr std::size_t some_moves = 48;

    /// `looked_at`: the number of moves to draw. Requires: `rules` outlives the player.
    LargeFitzPlayer(const G& rules, Chance chance, std::size_t looked_at)
        : rules_(rules), chance_(chance), looked_at_(looked_at) {}

    /// Requires: the game is not over.
    Move choose(const State& state) {
        const std::vector<Move> moves = drawn_moves(state);
        Move best = moves.front();
        int best_gain = gain_of(state, best);
        for (std::size_t i = 1; i < moves.size(); ++i) {
            const int gain = gain_of(state, moves[i]);
            if (gain > best_gain) best = moves[i];
            best_gain = std::max(best_gain, gain);
        }
        return best;
    }

private:
    using Figure = games::fitz::Figure;

    static constexpr std::uint32_t tiles_looked_at = 8;

    /// Draws moves. The same move may be drawn twice.
    std::vector<Move> drawn_moves(const State& state) {
        std::vector<Move> drawn;
        const auto at_random = [&](int size) {
            return static_cast<std::int16_t>(static_cast<int>(chance_.below(static_cast<std::size_t>(size + 4))) - 2);
        };
        for (std::size_t tries = 0; drawn.size() < looked_at_ && tries < 1000 + 50 * looked_at_; ++tries) {
            const Move move{at_random(rules_.height()), at_random(rules_.width()),
                            static_cast<std::uint8_t>(chance_.below(games::fitz::rotations))};
            if (rules_.legal(state, move)) drawn.push_back(move);
        }
        if (drawn.size() == looked_at_) return drawn;
        // Legal moves are rare now, so they can be listed.
        typename G::Moves all;
        rules_.moves(state, all);
        while (drawn.size() < looked_at_)
            drawn.push_back(all[chance_.below(all.size())]);
        return drawn;
    }

    int gain_of(const State& state, Move move) const {
        const Figure& figure = rules_.figure(state.tile, move.quarter_turns);
        const int place = *rules_.place_of(figure, move);
        const auto tiles = static_cast<std::uint32_t>(rules_.tiles().size());
        int gain = 0;
        for (std::uint32_t turn = 1; turn <= std::min(tiles, tiles_looked_at); ++turn) {
            for (int rotation = 0; rotation < games::fitz::rotations; ++rotation) {
                const Figure& other = rules_.figure((state.tile + turn) % tiles, rotation);
                if (other.repeated) continue;
                const int taken = places_taken(state, figure, place, other);
                gain += turn % 2 == 1 ? taken : -taken;
            }
        }
        return gain;
    }

    /// The number of good places that `other` loses if the figure is put at this place.
    int places_taken(const State& state, const Figure& figure, int place, const Figure& other) const {
        // hit[r], bit c: `other`, placed r - 4 rows and c - 4 columns from the figure's place, shares a cell with it.
        constexpr int reach = games::fitz::tile_side - 1;
        std::array<std::uint64_t, 2 * reach + 1> hit{};
        for (std::size_t i = 0; i < static_cast<std::size_t>(figure.shape.count); ++i) {
            for (std::size_t j = 0; j < static_cast<std::size_t>(other.shape.count); ++j) {
                const int down = figure.shape.cells[i].row - other.shape.cells[j].row;
                const int right = figure.shape.cells[i].column - other.shape.cells[j].column;
                hit[static_cast<std::size_t>(down + reach)] |= std::uint64_t{1} << (right + reach);
            }
        }
        const int row = place / rules_.width() - reach;
        const int column = place % rules_.width() - reach;
        int taken = 0;
        for (int r = 0; r <= 2 * reach; ++r) {
            if (row + r < 0 || row + r > other.last_row) continue;
            const int first = std::max(0, column);
            const int last = std::min(column + 2 * reach, other.last_column);
            if (first > last) continue;
            const std::uint64_t good = rules_.good_places(state.taken, other, (row + r) * rules_.width() + first) &
                                       (~std::uint64_t{0} >> (63 - (last - first)));
            taken += std::popcount(good & hit[static_cast<std::size_t>(r)] >> (first - column));
        }
        return taken;
    }

    const G& rules_;
    Chance chance_;
    std::size_t looked_at_;
};

}  // namespace sample_bots
