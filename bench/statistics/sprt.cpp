// Simulates sequential tests: how often they err, with deterministic bots too, how long they take, and whether their
// estimates are unbiased. Prints Markdown, with the target beside each figure; exit code 1 if one is missed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/figures/statistics/games_needed.hpp"
#include "referee/tournament/figures/statistics/pair_summary.hpp"
#include "referee/tournament/figures/statistics/pentanomial.hpp"
#include "referee/tournament/figures/statistics/sprt_course.hpp"
#include "referee/tournament/figures/statistics/stopped_estimate.hpp"

using namespace referee::tournament;

namespace {

using Random = std::mt19937_64;

double uniform(Random& random) {
    return static_cast<double>(random() >> 11) / 9007199254740992.;
}

/// Two bots: each game is drawn with the probability `draws`; an opening helps the side that moves first by up to
/// `swing` points.
struct Bots {
    double elo = 0;
    double draws = 0.3;
    double swing = 0.2;

    Score game(double expected, Random& random) const {
        const double drawn = std::min({draws, 2 * expected, 2 * (1 - expected)});
        const double value = uniform(random);
        const double win = expected - drawn / 2;
        return value < win ? Score::win : value < win + drawn ? Score::draw : Score::loss;
    }
    std::pair<Score, Score> pair(Random& random) const {
        const double expected = expected_score(elo);
        const double help = std::min({swing, 1 - expected, expected}) * (2 * uniform(random) - 1);
        return {game(expected + help, random), game(expected - help, random)};
    }
};

/// The standard deviation of a pair's share of points.
double deviation_of(const Bots& bots) {
    Random random(1);
    PairCounts counts;
    for (int i = 0; i < 1'000'000; ++i) {
        const auto [one, other] = bots.pair(random);
        counts.add(one, other);
    }
    return std::sqrt(moments_of(frequencies_of(counts)).variance);
}

/// The ratio changes by little with one pair, so most pairs can't decide and need no exact ratio.
class QuickTest {
public:
    explicit QuickTest(const SprtSettings& settings) : settings_(settings), state_(sprt({}, settings)) {}

    void add(std::pair<Score, Score> pair) {
        counts_.add(pair.first, pair.second);
        if (--skip_ > 0) return;
        const double before = state_.llr;
        state_ = sprt(counts_, settings_);
        const double room = std::min(state_.upper - state_.llr, state_.llr - state_.lower);
        // Three times the most that a pair can change it, from the difference of the hypotheses and the variance.
        const PairMoments moments = moments_of(frequencies_of(counts_));
        const double step = 3 * 0.5 * width(moments) / std::max(moments.variance, 0.01);
        skip_ = counts_.pairs() < 30
                    ? 1
                    : std::max(1, static_cast<int>(room / std::max(step, std::abs(state_.llr - before))));
    }
    SprtVerdict verdict() const { return state_.verdict; }
    const PairCounts& counts() const { return counts_; }

private:
    double width(const PairMoments& moments) const {
        if (settings_.model == EloModel::logistic)
            return expected_score(settings_.elo1) - expected_score(settings_.elo0);
        return std::sqrt(moments.variance) * (deviations_of_nelo(settings_.elo1) - deviations_of_nelo(settings_.elo0));
    }

    SprtSettings settings_;
    Sprt state_;
    PairCounts counts_;
    int skip_ = 0;
};

struct Errors {
    int h0 = 0, h1 = 0, none = 0;
    double pairs = 0;          ///< on average
    double pairs_of_most = 0;  ///< 95 % of the tests end within this number
};

Errors run_tests(const Bots& bots, const SprtSettings& settings, int tests, std::uint64_t max_pairs) {
    Random random(2026);
    Errors errors;
    std::vector<std::uint64_t> lengths;
    for (int i = 0; i < tests; ++i) {
        QuickTest test(settings);
        while (test.verdict() == SprtVerdict::go_on && test.counts().pairs() < max_pairs)
            test.add(bots.pair(random));
        lengths.push_back(test.counts().pairs());
        ++(test.verdict() == SprtVerdict::accept_h1   ? errors.h1
           : test.verdict() == SprtVerdict::accept_h0 ? errors.h0
                                                      : errors.none);
        errors.pairs += static_cast<double>(test.counts().pairs()) / tests;
    }
    std::ranges::sort(lengths);
    errors.pairs_of_most = static_cast<double>(lengths[lengths.size() * 95 / 100]);
    return errors;
}

/// Deterministic bots play the same pair again when an opening comes again: there are `openings`, in a cycle.
/// `count_repeats`: as if all games differed.
Errors run_repeating(const Bots& bots, const SprtSettings& settings, int tests, int max_pairs, int openings,
                     bool count_repeats) {
    Random random(7);
    Errors errors;
    for (int i = 0; i < tests; ++i) {
        std::vector<std::pair<Score, Score>> games;
        for (int k = 0; k < std::min(openings, max_pairs); ++k)
            games.push_back(bots.pair(random));
        SprtCourse course(settings);
        int pair = 0;
        for (; pair < max_pairs && !course.ended(); ++pair) {
            const int opening = pair % openings;
            const auto moves = static_cast<std::uint64_t>(count_repeats ? pair : opening);
            const auto& [one, other] = games[static_cast<std::size_t>(opening)];
            course.add(pair, {true, one, 2 * moves});
            course.add(pair, {false, other, 2 * moves + 1});
        }
        const SprtVerdict verdict = course.state().verdict;
        ++(verdict == SprtVerdict::accept_h1 ? errors.h1 : verdict == SprtVerdict::accept_h0 ? errors.h0 : errors.none);
        errors.pairs += static_cast<double>(pair) / tests;
    }
    return errors;
}

/// Two bots of equal strength. Half of the pairs are the main line, which gives the first bot a quarter of the points;
/// all other games differ, and it wins three quarters of them.
Errors run_main_line(const SprtSettings& settings, int tests, int max_pairs) {
    Random random(8);
    Errors errors;
    for (int i = 0; i < tests; ++i) {
        SprtCourse course(settings);
        int pair = 0;
        for (; pair < max_pairs && !course.ended(); ++pair) {
            const bool main = random() % 2 == 0;
            const auto other = [&] { return uniform(random) < 0.75 ? Score::win : Score::loss; };
            course.add(pair, {true, main ? Score::draw : other(), main ? 1 : random()});
            course.add(pair, {false, main ? Score::loss : other(), main ? 2 : random()});
        }
        const SprtVerdict verdict = course.state().verdict;
        ++(verdict == SprtVerdict::accept_h1 ? errors.h1 : verdict == SprtVerdict::accept_h0 ? errors.h0 : errors.none);
        errors.pairs += static_cast<double>(pair) / tests;
    }
    return errors;
}

class Report {
public:
    void title(const std::string& title, const std::string& head) {
        fmt::print("\n## {}\n\n| {} | measured | target | |\n|{}---|---|---|\n", title, head, [&] {
            std::string rule;
            for (std::size_t i = 0; i <= static_cast<std::size_t>(std::count(head.begin(), head.end(), '|')); ++i)
                rule += "---|";
            return rule;
        }());
    }
    void row(const std::string& what, double percent, double least, double most) {
        const bool good = percent >= least && percent <= most;
        missed_ += good ? 0 : 1;
        const std::string target =
            least > 0 ? fmt::format("{:g} to {:g} %", least, most) : fmt::format("at most {:g} %", most);
        fmt::print("| {} | {:.2f} % | {} | {} |\n", what, percent, target, good ? "met" : "**missed**");
        std::fflush(stdout);
    }
    void fact(const std::string& what, double percent) { fmt::print("| {} | {:.2f} % | | |\n", what, percent); }
    int missed() const { return missed_; }

private:
    int missed_ = 0;
};

double percent(int part, int all) {
    return 100. * part / all;
}

void errors_of_free_tests(Report& report, int tests) {
    report.title(fmt::format("Errors, {} tests each, without a limit", tests), "test | bots");
    const struct {
        std::string name;
        Bots bots;
    } kinds[] = {{"30 % draws, openings matter", {0, 0.3, 0.2}},
                 {"no draws", {0, 0, 0}},
                 {"80 % draws", {0, 0.8, 0.05}},
                 {"the opening decides", {0, 0.1, 0.5}}};
    for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
        for (const auto& [name, bots] : kinds) {
            const SprtSettings settings{0, 15, 0.05, 0.05, model};
            const auto at = [&, &bots = bots](double elo) {
                Bots moved = bots;
                moved.elo = model == EloModel::logistic
                                ? elo
                                : elo_of_score(0.5 + deviations_of_nelo(elo) * deviation_of(bots)).value();
                return run_tests(moved, settings, tests, 10'000'000);
            };
            const Errors h0 = at(0), h1 = at(15);
            const auto what = [&, &name = name](const char* type, const Errors& errors) {
                return fmt::format("{} 0..15, {} ({:.0f} pairs) | {}", name_of(model), type, errors.pairs, name);
            };
            report.row(what("type I", h0), percent(h0.h1, tests), 0, 6);
            report.row(what("type II", h1), percent(h1.h0, tests), 0, 6);
        }
    }
}

/// The formula of `referee games-needed` against the simulated lengths.
void lengths_of_tests(Report& report, int tests) {
    report.title(fmt::format("Computed lengths as a share of simulated ones, {} tests each", tests),
                 "test | true Elo | draws | simulated pairs");
    const auto compare = [&](const SprtSettings& settings, double draws) {
        for (const double elo : {settings.elo0, (settings.elo0 + settings.elo1) / 2, settings.elo1}) {
            Bots bots{elo, draws, 0};
            if (settings.model == EloModel::normalized)
                bots.elo = elo_of_score(0.5 + deviations_of_nelo(elo) * deviation_of({0, draws, 0})).value();
            const Errors simulated = run_tests(bots, settings, tests, 10'000'000);
            const TestLength length = length_of(settings, elo, draws);
            constexpr double few_pairs = 60;  // a formula for long walks is coarse for tests of fewer pairs
            const auto row = [&](std::string_view name, double pairs, double computed, double tolerance) {
                const std::string what = fmt::format("{:g}..{:g} {}, {} | {:g} | {:g} | {:.0f}", settings.elo0,
                                                     settings.elo1, name_of(settings.model), name, elo, draws, pairs);
                if (simulated.pairs < few_pairs)
                    report.fact(what, 100 * computed / pairs);
                else
                    report.row(what, 100 * computed / pairs, 100 - tolerance, 100 + tolerance);
            };
            row("mean", simulated.pairs, length.mean_pairs, 5);
            row("95 % end within", simulated.pairs_of_most, length.pairs_of_most, 8);  // a quantile varies more
        }
    };
    for (const double draws : {0., 0.4, 0.8})
        for (const double elo1 : {10., 30., 60.})
            compare({0, elo1, 0.05, 0.05}, draws);
    compare({-5, 15, 0.05, 0.05, EloModel::normalized}, 0.4);
    compare({0, 20, 0.1, 0.02}, 0.4);
}

void errors_with_repeats(Report& report, int tests) {
    constexpr int max_pairs = 5'000;
    report.title(
        fmt::format("Deterministic bots of equal strength, 0..5 Elo, {} tests of up to {} pairs", tests, max_pairs),
        "openings | repeats");
    const SprtSettings settings{0, 5, 0.05, 0.05};
    for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
        SprtSettings of_model = settings;
        of_model.model = model;
        for (const int openings : {200, 1'000, max_pairs}) {
            const Errors weighed = run_repeating({}, of_model, tests, max_pairs, openings, false);
            report.row(fmt::format("{}, {} | count less; {:.1f} % without a verdict, after {:.0f} pairs", openings,
                                   name_of(model), percent(weighed.none, tests), weighed.pairs),
                       percent(weighed.h1, tests), 0, 6);
        }
        const Errors counted = run_repeating({}, of_model, tests, max_pairs, 1'000, true);
        report.fact(fmt::format("1000, {} | counted, for comparison", name_of(model)), percent(counted.h1, tests));
        const Errors main_line = run_main_line(of_model, tests, max_pairs);
        report.row(fmt::format("a main line, {} | count less; {:.1f} % without a verdict, after {:.0f} pairs",
                               name_of(model), percent(main_line.none, tests), main_line.pairs),
                   percent(main_line.h1, tests), 0, 6);
    }
}

void medians(Report& report, const SprtSettings& settings, int tests, std::uint64_t max_pairs) {
    report.title(fmt::format("Estimates above the truth, {} tests of {:g}..{:g} Elo ({}), {}", tests, settings.elo0,
                             settings.elo1, name_of(settings.model),
                             max_pairs > 1'000'000 ? "without a limit" : fmt::format("of up to {} pairs", max_pairs)),
                 "true Elo | naive | in the 95 % interval");
    const Bots usual;
    const double deviation = deviation_of(usual);
    const double step = settings.elo1 - settings.elo0;
    for (double elo = settings.elo0 - 2 * step; elo <= settings.elo1 + 2 * step + 1e-9; elo += step / 2) {
        Bots bots = usual;
        bots.elo = settings.model == EloModel::logistic
                       ? elo
                       : elo_of_score(0.5 + deviations_of_nelo(elo) * deviation).value();
        const double truth = expected_score(bots.elo);
        Random random(static_cast<std::uint64_t>(1000 + 10 * elo));
        int above = 0, naive_above = 0, inside = 0;
        for (int i = 0; i < tests; ++i) {
            QuickTest test(settings);
            while (test.verdict() == SprtVerdict::go_on && test.counts().pairs() < max_pairs)
                test.add(bots.pair(random));
            const StoppedEstimate estimate = estimate_after(test.counts(), settings);
            above += estimate.median_unbiased > truth ? 1 : 0;
            naive_above += estimate.naive > truth ? 1 : 0;
            inside += estimate.lower <= truth && truth <= estimate.upper ? 1 : 0;
        }
        report.row(fmt::format("{:g} | {:.1f} % | {:.1f} %", elo, percent(naive_above, tests), percent(inside, tests)),
                   percent(above, tests), 48, 52);
    }
}

}  // namespace

int main(int count, char** arguments) {
    // A share of the tests, for a quick look: 1 is all.
    const double share = count > 1 ? std::atof(arguments[1]) : 1;
    const auto some = [share](int tests) { return std::max(50, static_cast<int>(tests * share)); };
    fmt::print("# The sequential test, simulated\n");
    Report report;
    errors_of_free_tests(report, some(5'000));
    lengths_of_tests(report, some(10'000));
    errors_with_repeats(report, some(1'000));
    medians(report, {0, 5, 0.05, 0.05}, some(10'000), 100'000'000);
    medians(report, {0, 20, 0.05, 0.05, EloModel::normalized}, some(10'000), 100'000'000);
    medians(report, {0, 20, 0.05, 0.05}, some(10'000), 300);
    fmt::print("\n{} targets missed\n", report.missed());
    return report.missed() == 0 ? 0 : 1;
}
