// Measures the coverage of 95 % intervals in simulated tournaments of every format, and prints it as Markdown.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "referee/tournament/figures/statistics/first_moves.hpp"
#include "referee/tournament/figures/statistics/parallel.hpp"
#include "tests/referee/tournament/figures/statistics/coverage.hpp"

using namespace referee::tournament;

namespace {

/// Enough for a standard error of about 0.5 %, if intervals of one tournament hang together a little.
constexpr std::size_t intervals_of_shape = 4000;

const std::vector<Shape> normal_strengths = {{"round robin of 2, 10 games", 2, 100, 0.5, 10},
                                             {"round robin of 2, 40 games, no draws", 2, 150, 0, 40},
                                             {"round robin of 4, 2 games", 4, 100, 0.5, 2},
                                             {"round robin of 4, 20 games", 4, 150, 0.5, 20},
                                             {"round robin of 8, lopsided, 2 games", 8, 700, 0.1, 2},
                                             {"round robin of 12, 2 games", 12, 200, 0.5, 2},
                                             {"round robin of 30, 2 games", 30, 200, 0.5, 2},
                                             {"round robin of 30, 10 games", 30, 200, 0.5, 10},
                                             {"gauntlet of 6, 10 games", 6, 150, 0.5, 10, Format::gauntlet},
                                             {"gauntlet of 16, 40 games", 16, 150, 0.5, 40, Format::gauntlet},
                                             {"Swiss of 16, 2 games", 16, 200, 0.5, 2, Format::swiss},
                                             {"Swiss of 16, 4 games", 16, 200, 0.5, 4, Format::swiss},
                                             {"Swiss of 32, 2 games", 32, 200, 0.5, 2, Format::swiss},
                                             {"Swiss of 32, 4 games", 32, 200, 0.5, 4, Format::swiss},
                                             {"Swiss of 64, 2 games", 64, 200, 0.5, 2, Format::swiss},
                                             {"Swiss of 64, 4 games", 64, 200, 0.5, 4, Format::swiss},
                                             {"Swiss of 32, 2 games, nearly equal", 32, 50, 0.5, 2, Format::swiss},
                                             {"Swiss of 32, 2 games, lopsided", 32, 500, 0.2, 2, Format::swiss},
                                             {"ladder of 12, 240 games", 12, 200, 0.5, 240, Format::ladder},
                                             {"ladder of 12, 960 games", 12, 200, 0.5, 960, Format::ladder},
                                             {"ladder of 30, 600 games", 30, 200, 0.5, 600, Format::ladder},
                                             {"knockout of 16, 2 games", 16, 200, 0.5, 2, Format::knockout},
                                             {"knockout of 32, 4 games", 32, 200, 0.5, 4, Format::knockout}};

Shape with(Shape shape, Strengths strengths) {
    shape.strengths = strengths;
    return shape;
}

Shape with_first_move(Shape shape, double first_move) {
    shape.first_move = first_move;
    return shape;
}

const std::vector<Shape> other_strengths = {
    with({"round robin of 8, two groups 800 apart, 20 games", 8, 400, 0.5, 20}, Strengths::two_groups),
    with({"round robin of 12, two groups 800 apart, 4 games", 12, 400, 0.5, 4}, Strengths::two_groups),
    with({"round robin of 12, two groups 800 apart, 100 games", 12, 400, 0.5, 100}, Strengths::two_groups),
    with({"Swiss of 32, two groups 800 apart, 4 games", 32, 400, 0.5, 4, Format::swiss}, Strengths::two_groups),
    with({"ladder of 12, two groups 800 apart, 480 games", 12, 400, 0.5, 480, Format::ladder}, Strengths::two_groups),
    with({"round robin of 8, two groups 500 apart, 20 games", 8, 250, 0.5, 20}, Strengths::two_groups),
    with({"round robin of 12, two groups 500 apart, 4 games", 12, 250, 0.5, 4}, Strengths::two_groups),
    with({"round robin of 8, a champion 1000 above, 20 games", 8, 1000, 0.5, 20}, Strengths::champion),
    with({"round robin of 12, a champion 1000 above, 4 games", 12, 1000, 0.5, 4}, Strengths::champion),
    with({"round robin of 12, heavy tails, 4 games", 12, 200, 0.5, 4}, Strengths::heavy),
    with({"round robin of 12, heavy tails, 20 games", 12, 200, 0.5, 20}, Strengths::heavy),
    with({"Swiss of 32, heavy tails, 4 games", 32, 200, 0.5, 4, Format::swiss}, Strengths::heavy),
    with({"round robin of 8, uniform, 4 games", 8, 400, 0.5, 4}, Strengths::uniform),
    with({"Swiss of 16, uniform, 4 games", 16, 400, 0.5, 4, Format::swiss}, Strengths::uniform),
    {"round robin of 8, nearly equal, 20 games", 8, 20, 0.5, 20},
    {"round robin of 8, 80 % draws, 10 games", 8, 150, 8, 10},
    with_first_move({"round robin of 8, first move +400, 10 games", 8, 200, 0.5, 10}, 400)};

Shape with_openings(Shape shape, double for_side, double for_bot) {
    shape.name += for_bot > 0 ? ", openings that suit a bot" : ", openings that favour a side";
    shape.opening_for_side = for_side;
    shape.opening_for_bot = for_bot;
    return shape;
}

std::vector<Shape> with_both_openings() {
    std::vector<Shape> shapes;
    for (const Shape& shape :
         {Shape{"round robin of 2, 40 games", 2, 100, 0.5, 40}, Shape{"round robin of 2, 400 games", 2, 100, 0.5, 400},
          Shape{"round robin of 6, 10 games", 6, 100, 0.5, 10}, Shape{"round robin of 6, 60 games", 6, 100, 0.5, 60},
          Shape{"Swiss of 32, 4 games", 32, 200, 0.5, 4, Format::swiss}}) {
        shapes.push_back(with_openings(shape, 400, 0));
        shapes.push_back(with_openings(shape, 0, 400));
    }
    return shapes;
}

std::string row_of(const Coverage& found) {
    return fmt::format(" {:.1f} | {:.1f} | {:.0f} | {:.3f} |", 100 * found.share(), 100 * found.side_share(),
                       found.error(), found.mean_tau());
}

/// The part of the simulations that is wanted.
struct Share {
    double of_tournaments = 1;
    std::string name;  ///< a part of the names of the shapes
};

template <class Row>
void print_rows(std::vector<Shape> shapes, const Share& share, const Row& row) {
    std::erase_if(shapes, [&](const Shape& shape) { return shape.name.find(share.name) == std::string::npos; });
    std::vector<std::string> rows(shapes.size());
    for_each_in_parallel(shapes.size(), [&](std::size_t i) {
        const double wanted = share.of_tournaments * static_cast<double>(intervals_of_shape / shapes[i].entrants);
        const int tournaments = std::max(20, static_cast<int>(wanted));
        rows[i] = fmt::format("| {} | {} |{}", shapes[i].name, tournaments, row(shapes[i], tournaments, 1000 + i));
    });
    for (const std::string& text : rows)
        fmt::print("{}\n", text);
}

/// With the relative width of intervals, from a quarter of the tournaments.
void print_compared(const char* title, const std::vector<Shape>& shapes, const Share& share) {
    fmt::print(
        "\n## {}\n\n| tournament | simulated | ratings, % | first move, % | error | tau | width |\n"
        "|---|---|---|---|---|---|---|\n",
        title);
    print_rows(shapes, share, [](const Shape& shape, int tournaments, std::uint64_t seed) {
        const Coverage found = coverage(shape, tournaments, seed, true, tournaments / 4);
        return row_of(found) + fmt::format(" {:.2f} |", found.relative_width());
    });
}

/// A share of intervals of single bots' first-move advantages: each bot's own one is normal around 30 Elo with the
/// standard deviation `own`.
double first_moves_held(std::size_t entrants, int pairs, double own, int tournaments) {
    std::mt19937_64 random(6);
    std::normal_distribution<double> normal;
    double intervals = 0, held = 0;
    for (int count = 0; count < tournaments; ++count) {
        Truth truth{{}, 0, 0.5};
        std::vector<double> advantages;
        for (std::size_t i = 0; i < entrants; ++i) {
            truth.elo.push_back(200 * normal(random));
            advantages.push_back(30 + own * normal(random));
        }
        Results results(entrants);
        for (std::size_t a = 0; a < entrants; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                for (int pair = 0; pair < pairs; ++pair) {
                    const double extra = (advantages[a] + advantages[b]) / 2;
                    const Score one = truth.game(a, b, random, extra), other = truth.game(b, a, random, extra);
                    results.add(a, b, one);
                    results.add(b, a, other);
                    results.add_pair(a, b, one, other);
                }
            }
        }
        const std::vector<FirstMove> found = first_moves(results);
        for (std::size_t i = 0; i < entrants; ++i) {
            const double advantage = score_scale(30, truth.nu) * advantages[i];
            ++intervals;
            held += *found[i].interval.lower <= advantage && advantage <= *found[i].interval.upper ? 1 : 0;
        }
    }
    return held / intervals;
}

void print_first_moves(const Share& share) {
    fmt::print(
        "\n## First-move advantages of single bots\n\nIntervals that contain the truth, %, if the bots' own advantages "
        "differ with this standard deviation. The prior\nexpects 100 Elo at most.\n\n"
        "| round robin | equal | 50 Elo | 100 Elo | 200 Elo |\n|---|---|---|---|---|\n");
    for (const std::size_t entrants : {4U, 8U}) {
        for (const int pairs : {1, 2, 5, 20}) {
            fmt::print("| of {}, {} games |", entrants, 2 * pairs);
            for (const double own : {0., 50., 100., 200.})
                fmt::print(" {:.1f} |",
                           100 * first_moves_held(entrants, pairs, own,
                                                  std::max(20, static_cast<int>(300 * share.of_tournaments))));
            fmt::print("\n");
        }
    }
}

}  // namespace

/// `coverage [SHARE [NAME]]`: this share of the tournaments, of shapes whose names have this part; all take minutes.
int main(int argc, char** argv) {
    const Share share{argc > 1 ? std::strtod(argv[1], nullptr) : 1, argc > 2 ? argv[2] : ""};
    fmt::print(
        "# Coverage of 95 % intervals\n\n"
        "The columns: intervals of ratings that contain the truth (target: 95 %), of the first-move advantage (95 %),\n"
        "the error of ratings (RMS, Elo), Kendall's tau, and the median width of intervals of ratings, divided by "
        "that\n"
        "of a posterior that knows how the true ratings are distributed.\n");
    print_compared("Normal true ratings", normal_strengths, share);
    print_compared("Other true ratings", other_strengths, share);
    fmt::print(
        "\n## Pairs of games with strong openings\n\n"
        "| tournament | simulated | pairs, % | first move | error | tau | as if independent, % | first move | error | "
        "tau |\n|---|---|---|---|---|---|---|---|---|---|\n");
    print_rows(with_both_openings(), share, [](const Shape& shape, int tournaments, std::uint64_t seed) {
        return row_of(coverage(shape, tournaments, seed)) + row_of(coverage(shape, tournaments, seed, false));
    });
    if (share.name.empty()) print_first_moves(share);
}
