// Measures how often the interval of a rank contains the true rank, how often a likelihood of superiority or of being
// the best is right, and how well shared places tell entrants apart, in simulated tournaments.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "referee/tournament/figures/statistics/parallel.hpp"
#include "referee/tournament/figures/statistics/places.hpp"
#include "referee/tournament/figures/statistics/rank_estimates.hpp"
#include "tests/referee/tournament/figures/statistics/coverage.hpp"

namespace {

using namespace referee::tournament;

struct Sums {
    double ranks = 0, held = 0, width = 0;  ///< intervals of ranks, those that contain the true rank, their ranks
    double best = 0, squared_error_of_best = 0;
    double copies = 0, sharing = 0;                ///< pairs of equal bots, and those that share a place
    double lines_between = 0, places_between = 0;  ///< from one copy to the other in the table
    double sure = 0, doubt = 0, wrong = 0;  ///< likelihoods of superiority of 95 % or more, their doubts, wrong ones
    double sure_best = 0, doubt_best = 0, wrong_best = 0;  ///< the same of bots that are the best with 90 % or more
    double pairs = 0, below = 0, above = 0;  ///< pairs of unequal bots; the stronger one has the worse or better place
};

std::vector<std::size_t> order_of(const Ratings& ratings) {
    std::vector<std::size_t> order(ratings.entrants.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return *ratings.entrants[i].elo; });
    return order;
}

void add_ranks(Sums& sums, const Ratings& ratings, const Truth& truth) {
    const auto ranks = rank_estimates(ratings);
    for (std::size_t i = 0; i < truth.elo.size(); ++i) {
        // A copy has the ranks of both.
        const auto stronger = std::ranges::count_if(truth.elo, [&](double elo) { return elo > truth.elo[i]; });
        const auto equal = std::ranges::count(truth.elo, truth.elo[i]);
        const RankEstimate& rank = *ranks[i];
        ++sums.ranks;
        sums.held += rank.lower <= stronger + equal && rank.upper >= stronger + 1 ? 1 : 0;
        sums.width += rank.upper - rank.lower + 1;
        if (equal > 1) continue;
        ++sums.best;
        sums.squared_error_of_best += std::pow(*rank.best - (stronger == 0 ? 1 : 0), 2);
    }
}

void add_likelihoods(Sums& sums, const Ratings& ratings, const Truth& truth) {
    for (std::size_t i = 0; i < truth.elo.size(); ++i) {
        for (std::size_t j = 0; j < truth.elo.size(); ++j) {
            if (truth.elo[i] == truth.elo[j]) continue;
            const double likelihood = ratings.posterior->shrunken.stronger(i, j);
            if (likelihood < 0.95) continue;
            ++sums.sure;
            sums.doubt += 1 - likelihood;
            sums.wrong += truth.elo[i] < truth.elo[j] ? 1 : 0;
        }
    }
    const auto ranks = rank_estimates(ratings);
    for (std::size_t i = 0; i < truth.elo.size(); ++i) {
        if (!ranks[i]->best || *ranks[i]->best < 0.9) continue;
        ++sums.sure_best;
        sums.doubt_best += 1 - *ranks[i]->best;
        sums.wrong_best += truth.elo[i] < std::ranges::max(truth.elo) ? 1 : 0;
    }
}

void add_places(Sums& sums, const Ratings& ratings, const Truth& truth) {
    const auto order = order_of(ratings);
    const auto places = places_by_strength(ratings, order, [](std::size_t, std::size_t) { return true; });
    for (std::size_t lower = 0; lower < order.size(); ++lower) {
        for (std::size_t higher = 0; higher < lower; ++higher) {
            const double ahead = truth.elo[order[higher]] - truth.elo[order[lower]];
            const bool shared = places[higher] == places[lower];
            if (ahead == 0) {
                ++sums.copies;
                sums.sharing += shared ? 1 : 0;
                sums.lines_between += static_cast<double>(lower - higher);
                sums.places_between += places[lower] - places[higher];
                continue;
            }
            ++sums.pairs;
            if (!shared) (ahead > 0 ? sums.above : sums.below) += 1;
        }
    }
}

/// Entrants 0 and 1 are copies.
std::string row_of(const Shape& shape, int tournaments, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Sums sums;
    for (int count = 0; count < tournaments; ++count) {
        Truth truth{{}, shape.first_move, shape.nu};
        for (std::size_t i = 0; i < shape.entrants; ++i)
            truth.elo.push_back(drawn_strength(shape, i, random));
        truth.elo[1] = truth.elo[0];
        const Ratings ratings = rate(played(shape, truth, random), {.intervals = false});
        add_ranks(sums, ratings, truth);
        add_likelihoods(sums, ratings, truth);
        add_places(sums, ratings, truth);
    }
    const auto percent = [](double part, double all) {
        return all > 0 ? fmt::format("{:.1f}", 100 * part / all) : std::string("-");
    };
    return fmt::format(
        "| {} | {} | {:.1f} | {:.1f} | {:.3f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {} / {} | {} / {} of "
        "{:.0f} |",
        shape.name, tournaments, 100 * sums.held / sums.ranks, sums.width / sums.ranks,
        sums.squared_error_of_best / sums.best, 100 * sums.sharing / sums.copies, sums.lines_between / sums.copies,
        sums.places_between / sums.copies, 100 * sums.below / sums.pairs, 100 * sums.above / sums.pairs,
        percent(sums.wrong, sums.sure), percent(sums.doubt, sums.sure), percent(sums.wrong_best, sums.sure_best),
        percent(sums.doubt_best, sums.sure_best), sums.sure_best);
}

const std::vector<Shape> shapes = {
    {.name = "round robin of 4, 2 games", .entrants = 4, .games = 2},
    {.name = "round robin of 4, 10 games", .entrants = 4, .games = 10},
    {.name = "knockout of 16, 2 games", .entrants = 16, .games = 2, .format = Format::knockout},
    {.name = "round robin of 8, 20 games", .entrants = 8, .games = 20},
    {.name = "round robin of 12, 2 games", .entrants = 12, .games = 2},
    {.name = "round robin of 25, 4 games", .entrants = 25, .games = 4},
    {.name = "round robin of 25, 20 games", .entrants = 25, .games = 20},
    {.name = "round robin of 120, 2 games", .entrants = 120, .games = 2},
    {.name = "gauntlet of 16, 40 games", .entrants = 16, .games = 40, .format = Format::gauntlet},
    {.name = "ladder of 12, 480 games", .entrants = 12, .games = 480, .format = Format::ladder},
    {.name = "ladder of 25, 2000 games", .entrants = 25, .games = 2000, .format = Format::ladder},
    {.name = "Swiss of 32, 4 games", .entrants = 32, .games = 4, .format = Format::swiss},
    {.name = "round robin of 12, nearly equal, 20 games", .entrants = 12, .spread = 20, .games = 20},
    {.name = "round robin of 12, two groups 800 apart, 20 games",
     .entrants = 12,
     .spread = 400,
     .games = 20,
     .strengths = Strengths::two_groups},
    {.name = "round robin of 12, heavy tails, 20 games",
     .entrants = 12,
     .spread = 200,
     .games = 20,
     .strengths = Strengths::heavy}};

}  // namespace

/// `places [SHARE]`: this share of the tournaments; all take minutes.
int main(int argc, char** argv) {
    constexpr double ranks_of_shape = 6000;
    const double share = argc > 1 ? std::strtod(argv[1], nullptr) : 1;
    fmt::print(
        "# Shared places and ranks\n\n"
        "Two entrants of each tournament are copies. The columns: intervals of ranks that contain the true rank "
        "(target: 95 %),\nthe ranks in an interval, the mean squared error of the probability to be the best, copies "
        "that share a place, the\nlines and the places from one to the other, and pairs of others of which the "
        "stronger one has the worse or the\nbetter place.\n\n"
        "| tournament | simulated | ranks, % | in an interval | error of best | copies that share, % | lines between | "
        "places between | "
        "wrong, % | right, % | sure: wrong / expected, % | best: wrong / expected, % of so many |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    std::vector<std::string> rows(shapes.size());
    for_each_in_parallel(shapes.size(), [&](std::size_t i) {
        const double wanted = share * ranks_of_shape / static_cast<double>(shapes[i].entrants);
        rows[i] = row_of(shapes[i], std::max(10, static_cast<int>(wanted)), 2000 + i);
    });
    for (const std::string& row : rows)
        fmt::print("{}\n", row);
}
