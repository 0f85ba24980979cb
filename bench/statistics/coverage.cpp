// Measures the coverage of 95 % intervals in simulated tournaments of every format, and prints it as Markdown.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "referee/tournament/statistics/parallel.hpp"
#include "tests/referee/tournament/statistics/coverage.hpp"

using namespace referee::tournament;

namespace {

/// Enough for a standard error of about 0.5 %, if intervals of one tournament hang together a little.
constexpr std::size_t intervals_of_shape = 4000;

const std::vector<Shape> fixed_pairings = {{"round robin of 2, 10 games", 2, 100, 0.5, 10},
                                           {"round robin of 2, 40 games, no draws", 2, 150, 0, 40},
                                           {"round robin of 4, 2 games", 4, 100, 0.5, 2},
                                           {"round robin of 4, 20 games", 4, 150, 0.5, 20},
                                           {"round robin of 8, lopsided, 2 games", 8, 700, 0.1, 2},
                                           {"round robin of 12, 2 games", 12, 200, 0.5, 2},
                                           {"round robin of 30, 2 games", 30, 200, 0.5, 2},
                                           {"round robin of 30, 10 games", 30, 200, 0.5, 10},
                                           {"gauntlet of 6, 10 games", 6, 150, 0.5, 10, Format::gauntlet},
                                           {"gauntlet of 16, 40 games", 16, 150, 0.5, 40, Format::gauntlet}};

const std::vector<Shape> adaptive = {{"Swiss of 16, 2 games", 16, 200, 0.5, 2, Format::swiss},
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

/// Each row: the method that the tables use, and the other way.
template <class Row>
void print_rows(const std::vector<Shape>& shapes, double share, const Row& row) {
    std::vector<std::string> rows(shapes.size());
    for_each_in_parallel(shapes.size(), [&](std::size_t i) {
        const double wanted = share * static_cast<double>(intervals_of_shape / shapes[i].entrants);
        const int tournaments = std::max(20, static_cast<int>(wanted));
        rows[i] = fmt::format("| {} | {} |{}", shapes[i].name, tournaments, row(shapes[i], tournaments, 1000 + i));
    });
    for (const std::string& text : rows)
        fmt::print("{}\n", text);
}

void print_heading(const char* title, const char* one, const char* other) {
    fmt::print(
        "\n## {0}\n\nThe columns of each: intervals of ratings that contain the truth (target: 95 %), of the\n"
        "first-move advantage (95 %), the error of ratings (RMS, Elo), Kendall's tau.\n\n"
        "| tournament | simulated | {1} | first move | error | tau | {2} | first move | error | tau |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n",
        title, one, other);
}

}  // namespace

/// `coverage [SHARE]`: this share of the simulations; 1 takes minutes.
int main(int argc, char** argv) {
    const double share = argc > 1 ? std::strtod(argv[1], nullptr) : 1;
    const auto both = [](RatingMethod used, RatingMethod other) {
        return [=](const Shape& shape, int tournaments, std::uint64_t seed) {
            return row_of(coverage(shape, used, tournaments, seed)) + row_of(coverage(shape, other, tournaments, seed));
        };
    };
    fmt::print("# Coverage of 95 % intervals\n");
    print_heading("Pairings that are fixed", "maximum likelihood, %", "prior, %");
    print_rows(fixed_pairings, share, both(RatingMethod::maximum_likelihood, RatingMethod::prior));
    print_heading("Pairings that follow results", "prior, %", "maximum likelihood, %");
    print_rows(adaptive, share, both(RatingMethod::prior, RatingMethod::maximum_likelihood));
    print_heading("Pairs of games with strong openings", "pairs, %", "as if independent, %");
    print_rows(with_both_openings(), share, [](const Shape& shape, int tournaments, std::uint64_t seed) {
        const auto method = shape.format == Format::swiss ? RatingMethod::prior : RatingMethod::maximum_likelihood;
        return row_of(coverage(shape, method, tournaments, seed)) +
               row_of(coverage(shape, method, tournaments, seed, false));
    });
}
