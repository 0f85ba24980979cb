// Runs of pellets of one colour along the three axes of CLUSTER's hexagon, and whom they let win.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>

#include "games/cluster/layout.hpp"
#include "games/cluster/move.hpp"
#include "games/game.hpp"

namespace games::cluster {

/// A player's best match: the longest, and among equals the one whose colour has more pellets on the board.
struct Match {
    int length = 0;  ///< 0: none of at least `connect`
    int pellets = 0;
    friend constexpr auto operator<=>(const Match&, const Match&) = default;
};

/// The length of the longest run through this place, with a pellet of these there.
template <int MaxSide>
int run_through(const typename Layout<MaxSide>::Cells& pellets, int place) {
    int longest = 1;
    for (const int step : Layout<MaxSide>::axes) {
        int length = 1;
        for (int at = place + step; at < Layout<MaxSide>::places && pellets.test(at); at += step)
            ++length;
        for (int at = place - step; at >= 0 && pellets.test(at); at -= step)
            ++length;
        longest = std::max(longest, length);
    }
    return longest;
}

template <int MaxSide>
int longest_run(const typename Layout<MaxSide>::Cells& pellets) {
    int longest = 0;
    for (const int step : Layout<MaxSide>::axes) {
        int length = 0;
        for (auto runs = pellets; runs.any(); runs &= runs >> step)
            ++length;
        longest = std::max(longest, length);
    }
    return longest;
}

/// Whether any colour has a run of `connect` along this axis. A run of n is a row of n - 1 *links*, places from which
/// the next one along the axis holds the same colour.
template <int MaxSide, int Step>
bool has_match_along(const typename Layout<MaxSide>::Pellets& pellets, int connect) {
    typename Layout<MaxSide>::Cells links;
    for (const auto& own : pellets)
        links |= own & (own >> Step);
    for (int length = 2; length < connect && links.any(); ++length)
        links &= links >> Step;
    return links.any();
}

template <int MaxSide>
Match best_match(const typename Layout<MaxSide>::Pellets& pellets, int connect, Side side) {
    Match best;
    for (auto colour = static_cast<std::size_t>(index(side)); colour < colours; colour += 2) {
        const int length = longest_run<MaxSide>(pellets[colour]);
        if (length >= connect) best = std::max(best, {length, pellets[colour].count()});
    }
    return best;
}

/// The result that the matches give; ignores bags and the ply limit.
template <int MaxSide>
Outcome judge(const typename Layout<MaxSide>::Pellets& pellets, int connect) {
    constexpr auto axes = Layout<MaxSide>::axes;
    if (!has_match_along<MaxSide, axes[0]>(pellets, connect) && !has_match_along<MaxSide, axes[1]>(pellets, connect) &&
        !has_match_along<MaxSide, axes[2]>(pellets, connect)) {
        return Outcome::ongoing;
    }
    const Match first = best_match<MaxSide>(pellets, connect, Side::first);
    const Match second = best_match<MaxSide>(pellets, connect, Side::second);
    if (first == second) return Outcome::drawn;
    return won(first > second ? Side::first : Side::second);
}

}  // namespace games::cluster
