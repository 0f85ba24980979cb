#include "referee/tournament/tables/result_line.hpp"

#include <fmt/format.h>

#include "referee/tournament/tables/numbers.hpp"

namespace referee::tournament {

namespace {

std::string pairs_text(const PairSummary& summary) {
    return summary.pair_ratio ? fmt::format("pairs {:.3g}", *summary.pair_ratio) : "no pair lost";
}

}  // namespace

std::string difference_text(const PairSummary& summary) {
    if (summary.pairs == 0) return "";
    const auto& [lower, upper] = summary.interval;
    if (summary.elo && lower && upper)
        return fmt::format("{} Elo [{}, {}]", elo_text(*summary.elo), elo_text(*lower), elo_text(*upper));
    if (summary.elo) return elo_text(*summary.elo) + " Elo";
    if (lower) return fmt::format("above {} Elo", elo_text(*lower));
    if (upper) return fmt::format("below {} Elo", elo_text(*upper));
    return "no Elo";
}

std::string los_text(const PairSummary& summary) {
    return summary.los ? fmt::format("LOS {} %", percent_text(*summary.los, 0)) : "";
}

std::string result_line(const PairSummary& summary, std::size_t width) {
    if (summary.pairs == 0) return "";
    std::vector<std::string> items;
    if (summary.nelo) items.push_back("nElo " + elo_text(*summary.nelo));
    if (summary.los) items.push_back(los_text(summary));
    items.push_back(fmt::format("score {} %", number_text(100 * summary.score, 1)));
    items.push_back(pairs_text(summary));
    items.push_back(fmt::format("even {} %", number_text(100 * summary.drawn_pairs, 0)));
    std::string line = list_text(difference_text(summary) + ",", items, width);
    line.pop_back();  // the newline
    return line;
}

std::string result_title(std::string_view first, std::string_view second, std::uint64_t pairs, std::size_t width) {
    constexpr std::string_view between = " against ";
    const std::string end = fmt::format(", {} pair{}", pairs, pairs == 1 ? "" : "s");
    const std::size_t most = (width - between.size() - end.size()) / 2;
    return cut_name(clean_name(first), most).append(between) + cut_name(clean_name(second), most) + end;
}

std::vector<std::string> difference_lines(const Account& account, std::size_t width) {
    const PairCounts* pairs = account.pairs_of_two();
    if (pairs == nullptr || pairs->pairs() == 0) return {};
    const auto& entrants = account.head().entrants;
    return {result_title(entrants[0].name, entrants[1].name, pairs->pairs(), width),
            result_line(summary_of(*pairs), width)};
}

std::string repeats_line(std::uint64_t games, std::uint64_t distinct) {
    if (distinct == games) return "";
    return fmt::format("{} distinct game{} of {}; the others repeat {} move by move", distinct,
                       distinct == 1 ? "" : "s", games, distinct == 1 ? "it" : "them");
}

}  // namespace referee::tournament
