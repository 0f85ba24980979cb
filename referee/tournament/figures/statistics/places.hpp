// The places of a table. Entrants that can't be told apart share a place.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "referee/tournament/figures/statistics/ratings.hpp"

namespace referee::tournament {

/// The places of a table's lines, from the top down: 1 + the number of lines above from which `is_below` separates the
/// line, but never less than the place of the line above it. `is_below(line, above)`: whether the line with the number
/// `line` is separated from the one with the number `above`, a smaller one. Called from several threads.
std::vector<int> shared_places(std::size_t lines,
                               const std::function<bool(std::size_t line, std::size_t above)>& is_below);

/// The places of a table that strength orders: an entrant's place counts those above it that are stronger with a given
/// likelihood of superiority of at least 95 %. Two that can't be compared are separated if `differ(a, b)`. `order`: the
/// entrants from the top down.
std::vector<int> places_by_strength(const Ratings& ratings, const std::vector<std::size_t>& order,
                                    const std::function<bool(std::size_t a, std::size_t b)>& differ);

}  // namespace referee::tournament
