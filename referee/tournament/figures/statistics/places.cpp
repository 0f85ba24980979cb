#include "referee/tournament/figures/statistics/places.hpp"

#include <algorithm>

#include "referee/tournament/figures/statistics/parallel.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"

namespace referee::tournament {

std::vector<int> shared_places(std::size_t lines,
                               const std::function<bool(std::size_t line, std::size_t above)>& is_below) {
    std::vector<int> places(lines, 1);
    for_each_in_parallel(lines, [&](std::size_t line) {
        for (std::size_t above = 0; above < line; ++above)
            places[line] += is_below(line, above) ? 1 : 0;
    });
    for (std::size_t line = 1; line < lines; ++line)
        places[line] = std::max(places[line], places[line - 1]);
    return places;
}

std::vector<int> places_by_strength(const Ratings& ratings, const std::vector<std::size_t>& order,
                                    const std::function<bool(std::size_t a, std::size_t b)>& differ) {
    constexpr double sure = 0.95;
    return shared_places(order.size(), [&](std::size_t line, std::size_t above) {
        const std::size_t lower = order[line], higher = order[above];
        return can_compare(ratings, higher, lower) ? given_superiority(ratings, higher, lower) >= sure
                                                   : differ(higher, lower);
    });
}

}  // namespace referee::tournament
