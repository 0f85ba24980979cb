#include "referee/tournament/figures/tables/result_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/statistics/games_needed.hpp"
#include "referee/tournament/figures/statistics/pair_summary.hpp"
#include "referee/tournament/figures/statistics/stopped_estimate.hpp"
#include "referee/tournament/figures/statistics/superiority.hpp"
#include "referee/tournament/figures/tables/entrant_name.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/standings.hpp"

namespace referee::tournament {

namespace {

std::optional<Difference> difference_in(const Results& results, const Account& account) {
    const RatingSettings settings = rating_settings_of(account, false);
    return difference_of(rate(results, settings), 0, 1, settings);
}

/// The LOS of two entrants without the games that a busy machine has decided. Nothing if there are no such games.
std::optional<double> undisturbed_los(const Account& account) {
    const auto results = account.undisturbed_results();
    if (!results) return std::nullopt;
    const auto difference = difference_in(*results, account);
    return difference ? difference->los : 0.5;
}

bool changes_much(const std::optional<double>& los, const std::optional<double>& undisturbed) {
    return los && undisturbed && std::abs(*los - *undisturbed) > max_change_of_los;
}

}  // namespace

std::optional<Difference> difference_of_two(const Account& account) {
    if (account.entrants().size() != 2) return std::nullopt;
    auto difference = difference_in(account.results_for_ratings(), account);
    if (difference && changes_much(difference->los, undisturbed_los(account))) difference->los.reset();
    return difference;
}

std::optional<TableNote> busy_note(const Account& account) {
    const std::uint64_t games = account.busy_games();
    if (games == 0) return std::nullopt;
    TableNote note{fmt::format("{} {} lost on time while the machine was too busy:", counted(games, "game"),
                               games == 1 ? "was" : "were")};
    if (account.sprt()) {
        note.items = {"the test does not count their pairs", "its verdict must be the same if they count"};
    } else if (account.entrants().size() != 2) {
        note.items = {"a likelihood that changes much without them is not given"};
    } else {
        const auto los = difference_in(account.results_for_ratings(), account)->los;
        const auto undisturbed = undisturbed_los(account);
        note.items = {fmt::format("LOS {} % with them", percent_text(*los, 0)),
                      fmt::format("{} % without", percent_text(*undisturbed, 0))};
        if (changes_much(los, undisturbed)) note.items.emplace_back("so none is given");
    }
    return note;
}

std::string difference_text(const std::optional<Difference>& difference) {
    if (!difference) return "";
    if (difference->bounds != Bounds::both) return bound_text(difference->interval, difference->bounds) + " Elo";
    return fmt::format("{} Elo [{}, {}]", elo_text(difference->elo), elo_text(*difference->interval.lower),
                       elo_text(*difference->interval.upper));
}

std::string los_text(const std::optional<Difference>& difference) {
    return difference && difference->los ? fmt::format("LOS {} %", percent_text(*difference->los, 0)) : "";
}

std::string result_line(const PairSummary& summary, const std::optional<Difference>& difference, std::size_t width) {
    if (summary.pairs == 0 || !difference) return "";
    std::vector<std::string> items;
    if (summary.nelo) items.push_back("nElo " + elo_text(*summary.nelo));
    if (difference->los) items.push_back(los_text(difference));
    items.push_back(fmt::format("score {} %", number_text(100 * summary.score, 1)));
    items.push_back(summary.pair_ratio ? fmt::format("pairs {:.3g}", *summary.pair_ratio) : "no pair lost");
    items.push_back(fmt::format("even {} %", number_text(100 * summary.drawn_pairs, 0)));
    std::string line = list_text(difference_text(difference) + ",", items, width);
    line.pop_back();  // the last newline
    return line;
}

std::string result_title(std::string_view first, std::string_view second, std::uint64_t pairs, std::size_t width) {
    constexpr std::string_view between = " against ";
    const std::string end = ", " + counted(pairs, "pair");
    const std::size_t max_name = (width - between.size() - end.size()) / 2;
    return cut_name(harmless(first), max_name).append(between) + cut_name(harmless(second), max_name) + end;
}

std::vector<std::string> difference_lines(const Account& account, std::size_t width) {
    const auto pairs = account.pairs_of_two();
    if (!pairs || pairs->pairs() == 0) return {};
    const auto& entrants = account.head().entrants;
    return {result_title(entrants[0].name, entrants[1].name, pairs->pairs(), width),
            result_line(summary_of(*pairs), difference_of_two(account), width)};
}

std::string repeats_line(std::uint64_t games, std::uint64_t distinct) {
    if (distinct == games) return "";
    return fmt::format("{} of {}; the others repeat {} move by move", counted(distinct, "distinct game"), games,
                       distinct == 1 ? "it" : "them");
}

std::string effective_line(std::uint64_t entrants, double games, double share_of_main_line) {
    return fmt::format("{} % of {} are one line, so all count as {}", percent_text(share_of_main_line, 0),
                       entrants == 2 ? "the games" : "a pairing's games", number_text(games, 1));
}

std::string_view starts_in_words(const Settings& settings) {
    return settings.format.openings ? "these openings" : "this position";
}

std::string_view advice_on_repeats(const Settings& settings) {
    return settings.opening_plies > 0 ? "use more --openings plies"
           : settings.format.openings ? "use more openings"
                                      : "begin games with --openings 6";
}

namespace {

/// The indent of these lines in the printed text.
constexpr std::size_t indent_width = 2;

/// A score in the unit of the hypotheses. Scores of 0 and 1 have no finite Elo, so they are shown as a bound.
std::string elo_of_score_text(double score, double deviation, EloModel model) {
    constexpr double nearest_to_certain = 1e-3;
    const double within = std::clamp(score, nearest_to_certain, 1 - nearest_to_certain);
    const double elo =
        model == EloModel::logistic ? *elo_of_score(within) : nelo_of_deviations((score - 0.5) / deviation);
    const char* beyond = model != EloModel::logistic || within == score ? "" : score < within ? "<" : ">";
    return beyond + elo_text(elo);
}

/// The measured difference, as in the result line.
std::string measured_text(const SprtCourse& course, const StoppedEstimate& estimate) {
    const EloModel model = course.settings().model;
    const auto nelo = summary_of(course.pairs()).nelo;
    const std::string number = model == EloModel::normalized && nelo
                                   ? elo_text(*nelo)
                                   : elo_of_score_text(estimate.naive, estimate.deviation, model);
    return fmt::format("measured {} {}", number, unit_of(model));
}

/// The claim if H1 is accepted: H0 is false.
std::string claim_of_h1(const SprtSettings& settings, std::string_view unit) {
    if (settings.elo0 == 0) return "is stronger than";
    if (settings.elo0 > 0) return fmt::format("is more than {:g} {} stronger than", settings.elo0, unit);
    return fmt::format("is not {:g} {} weaker than", -settings.elo0, unit);
}

/// The claim if H0 is accepted: H1 is false.
std::string claim_of_h0(const SprtSettings& settings, std::string_view unit) {
    if (settings.elo0 == 0) return "is not stronger than";
    if (settings.elo1 == 0) return "is weaker than";
    if (settings.elo1 > 0) return fmt::format("is not {:g} {} stronger than", settings.elo1, unit);
    return fmt::format("is more than {:g} {} weaker than", -settings.elo1, unit);
}

std::string verdict_line(const SprtCourse& course, const Account& account) {
    const SprtSettings& settings = course.settings();
    const auto unit = unit_of(settings.model);
    if (course.only_repeats()) {
        return fmt::format("no verdict: more games can't help; {}", advice_on_repeats(account.settings()));
    }
    if (course.is_disputed()) {
        return "no verdict: games lost on time while the machine was too busy change it; play again on an idle machine";
    }
    if (!course.decided()) {
        const std::string left = games_left_text(course);
        if (account.finished())
            return "no verdict: all games are played" + (left.empty() ? "" : fmt::format("; {} would be likely", left));
        return left.empty() ? "undecided; how many more games it takes can't be said"
                            : fmt::format("undecided; {} are likely if they go on like this", left);
    }
    const bool h1 = course.verdict() == SprtVerdict::accept_h1;
    const std::string claim = h1 ? claim_of_h1(settings, unit) : claim_of_h0(settings, unit);
    const std::string_view where = account.settings().format.openings ? "on these openings" : "from this position";
    const std::string verdict(text(course.verdict()));
    const std::size_t taken = indent_width + verdict.size() + claim.size() + where.size() + 5;
    const std::size_t room = std::max(2 * Grid::min_name, text_width - std::min(text_width, taken)) / 2;
    return fmt::format("{}: {} {} {} {}", verdict, cut_name(name_of_entrant(account.head(), 0), room), claim,
                       cut_name(name_of_entrant(account.head(), 1), room), where);
}

std::string estimate_line(const SprtCourse& course) {
    const SprtSettings& settings = course.settings();
    const StoppedEstimate estimate = estimate_after(course.pairs(), settings, course.games().share());
    const auto elo = [&](double score) { return elo_of_score_text(score, estimate.deviation, settings.model); };
    return fmt::format("{}; without the bias of stopping {} [{}, {}]", measured_text(course, estimate),
                       elo(estimate.median_unbiased), elo(estimate.lower), elo(estimate.upper));
}

}  // namespace

std::string llr_text(const Sprt& state) {
    constexpr int max_decimals = 9;
    int decimals = 2;
    const auto shown = [&](double ratio) { return number_text(ratio, decimals); };
    // A ratio that has not reached a bound must not look as if it had.
    const auto looks_decided = [&] {
        return shown(state.llr) == shown(state.upper) || shown(state.llr) == shown(state.lower);
    };
    while (state.verdict == SprtVerdict::go_on && decimals < max_decimals && looks_decided())
        ++decimals;
    return fmt::format("LLR {}; {} decides for H0, {} for H1", shown(state.llr), shown(state.lower),
                       shown(state.upper));
}

std::string games_left_text(const SprtCourse& course) {
    if (course.ended()) return "";
    const auto left = pairs_left(course.pairs(), course.state(), course.settings(), course.games().share());
    return left ? fmt::format("about {} more games", 2 * std::llround(std::max(1.0, *left))) : "";
}

std::vector<std::string> test_lines(const Account& account) {
    if (!account.sprt()) return {};
    const SprtCourse& course = *account.sprt();
    const SprtSettings& settings = course.settings();
    const auto& counts = course.pairs().counts();
    std::vector<std::string> lines = {
        fmt::format("elo0 {:g}, elo1 {:g}, alpha {:g}, beta {:g} ({} Elo)", settings.elo0, settings.elo1,
                    settings.alpha, settings.beta, name_of(settings.model)),
        fmt::format("pairs with 0, 0.5, 1, 1.5, 2 points: {}, {}, {}, {}, {}", counts[0], counts[1], counts[2],
                    counts[3], counts[4]),
        llr_text(course.state())};
    if (const EffectiveGames& games = course.games(); games.distinct() < games.games())
        lines.push_back(effective_line(
            2, games.effective(), static_cast<double>(games.most_frequent()) / static_cast<double>(games.games())));
    if ((account.finished() || course.decided()) && course.pairs().pairs() > 0) lines.push_back(estimate_line(course));
    lines.push_back(verdict_line(course, account));
    return lines;
}

}  // namespace referee::tournament
