// `referee games-needed`: the number of games that a comparison of bots takes.
#include "referee/tournament/figures/statistics/games_needed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/programs/commands.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/options/sprt_option.hpp"

namespace referee {

namespace {

using games::UserError;
using tournament::counted;

struct NeededOptions {
    std::optional<double> elo;  ///< the wanted half width of an interval
    std::optional<tournament::SprtSettings> sprt;
    double draws = tournament::usual_draws;  ///< the share of games that are drawn
    int bots = 10;                           ///< of the round robin
};

/// Reads a number from `min` to `max`.
double read_number(const std::string& name, const std::string& text, double min, double max) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && stop == end && number >= min && number <= max) return number;
    throw UserError(fmt::format("{} '{}': write a number from {:g} to {:g}", name, text, min, max));
}

/// Whole games, always an even number, because games are played in pairs.
std::uint64_t whole_pairs(double games) {
    return 2 * static_cast<std::uint64_t>(std::ceil(games / 2));
}

std::string text_of_interval(const NeededOptions& options) {
    const auto bots = static_cast<std::uint64_t>(options.bots);
    const double of_bot = tournament::games_for_ratings(*options.elo, options.draws, options.bots);
    const std::uint64_t of_pairing = whole_pairs(of_bot / static_cast<double>(bots - 1));
    return fmt::format(
        "a 95 % interval of +-{:g} Elo\n"
        "  two bots, their difference:   {}\n"
        "  a round robin of {}, a rating: {} of each bot, {} a pairing, {} in all\n"
        "    (strengths that vary by 100 Elo; if by 400, up to 4 times as many)\n",
        *options.elo, counted(whole_pairs(tournament::games_for_difference(*options.elo, options.draws)), "game"),
        options.bots, counted(of_pairing * (bots - 1), "game"), of_pairing, of_pairing * bots * (bots - 1) / 2);
}

/// The true differences for which a test is described.
std::array<double, 3> true_elos(const tournament::SprtSettings& test) {
    return {test.elo0, (test.elo0 + test.elo1) / 2, test.elo1};
}

/// Whether a bot that is so much stronger can't draw as many games.
bool has_fewer_draws(const tournament::SprtSettings& test, double draws) {
    return std::ranges::any_of(true_elos(test),
                               [&](double elo) { return tournament::length_of(test, elo, draws).draws < draws; });
}

std::string text_of_test(const NeededOptions& options) {
    const tournament::SprtSettings& test = *options.sprt;
    std::string text = fmt::format(
        "a sequential test with elo0 {:g}, elo1 {:g}, alpha {:g}, beta {:g} ({} Elo)\n"
        "  true Elo  games on average  95 % end within  H1 accepted\n",
        test.elo0, test.elo1, test.alpha, test.beta, name_of(test.model));
    for (const double elo : true_elos(test)) {
        const tournament::TestLength length = tournament::length_of(test, elo, options.draws);
        text += fmt::format("  {:>8g}  {:>16}  {:>15}  {:>9.1f} %\n", elo, whole_pairs(2 * length.mean_pairs),
                            whole_pairs(2 * length.pairs_of_most), 100 * length.h1_probability);
    }
    return text;
}

}  // namespace

Task parse_games_needed(const Arguments& arguments) {
    NeededOptions options;
    CommandLine line("referee games-needed",
                     "Computes how many games an interval or a sequential test takes.\n\n"
                     "  referee games-needed --elo 20      for a 95 % interval of +-20 Elo\n"
                     "  referee games-needed --sprt 0,5    for a test of 0 against 5 Elo");
    line.option("--elo", "ELO", "the wanted half of a 95 % interval",
                [&options](const std::string& text) { options.elo = read_number("--elo", text, 1, 10'000); });
    line.option("--sprt", "LOW,HIGH",
                "the bounds of a sequential test, and more as in\nreferee tournament --sprt (0,5,alpha=.01,beta=.01)",
                [&options](const std::string& text) { options.sprt = parse_sprt(text); });
    line.option("--draws", "SHARE", "the share of games that are drawn (0.4)", [&options](const std::string& text) {
        options.draws = read_number("--draws", text, 0, tournament::max_draws);
    });
    line.number("--bots", 2, 10'000, "in the round robin of --elo (10)", options.bots);
    line.parse(arguments);
    if (!options.elo && !options.sprt) throw UserError("nothing is asked for: add --elo 20, or --sprt 0,5");
    if (!options.elo && line.given("--bots")) throw UserError("--bots is for --elo: a sequential test has two bots");
    return [options]() -> int {
        std::string text = fmt::format(
            "{:g} % of the games drawn{}\n", 100 * options.draws,
            options.sprt && has_fewer_draws(*options.sprt, options.draws) ? ", or as many as the scores allow" : "");
        if (options.elo) text += "\n" + text_of_interval(options);
        if (options.sprt) text += "\n" + text_of_test(options);
        print(text);
        return exit_done;
    };
}

}  // namespace referee
