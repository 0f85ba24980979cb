#include "referee/tournament/figures/tables/result_table.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "referee/core/base/output.hpp"

namespace referee::tournament {

bool ResultTable::has(std::string_view key) const {
    return std::ranges::find(columns, key, &TableColumn::key) != columns.end();
}

std::size_t ResultTable::place_of(std::string_view key) const {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.key == key; });
    assert(found != columns.end());
    return static_cast<std::size_t>(found - columns.begin());
}

ResultTable ResultTable::only(const std::vector<std::string_view>& keys) const {
    ResultTable view;
    view.rows.resize(rows.size());
    for (const std::string_view key : keys) {
        const std::size_t place = place_of(key);
        view.columns.push_back(columns[place]);
        for (std::size_t i = 0; i < rows.size(); ++i)
            view.rows[i].push_back(rows[i][place]);
    }
    return view;
}

namespace {

struct TextOfValue {
    const ValueStyle& style;

    std::string operator()(std::monostate) const { return "-"; }
    std::string operator()(Itself) const { return "."; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(const std::string& text) const { return harmless(text); }
    std::string operator()(Points points) const { return points_text(points.half); }
    std::string operator()(PointsOfGames points) const {
        return points_text(points.half) + (style.with_games ? fmt::format("/{}", points.games) : "");
    }
    std::string operator()(SquaredPoints points) const {
        return number_text(static_cast<double>(points.quarters) / 4, 2);
    }
    std::string operator()(const Tally& tally) const { return tally_text(tally); }
    std::string operator()(const RatingOfEntrant& entrant) const {
        return rating_text(entrant.rating, entrant.is_broken);
    }
    std::string operator()(Elo elo) const { return elo_text(elo.value); }
    std::string operator()(Number number) const { return number_text(number.value, number.decimals); }
    std::string operator()(Scaled number) const {
        return number_text(static_cast<double>(number.value) / number.divisor, number.decimals);
    }
    std::string operator()(Share share) const { return number_text(100 * share.value, 1); }
    std::string operator()(Probability probability) const { return percent_text(probability.value, style.decimals); }
};

}  // namespace

std::string points_text(std::uint64_t half_points) {
    return fmt::format("{}.{}", half_points / 2, half_points % 2 == 0 ? 0 : 5);
}

std::string tally_text(const Tally& tally) {
    return fmt::format("{}/{}/{}", tally.wins, tally.draws, tally.losses);
}

std::string elo_text(double elo, bool absolute) {
    const auto whole = std::llround(elo);
    return whole == 0 || absolute ? std::to_string(whole) : fmt::format("{:+}", whole);
}

std::string number_text(double number, int decimals) {
    const std::string text = fmt::format("{:.{}f}", number, decimals);
    return text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-') ? text.substr(1) : text;
}

std::string rating_word(const Rating& rating, bool is_broken) {
    if (rating.elo) return rating.fixed ? "fixed" : "";
    return is_broken ? "forfeits" : "no games";
}

std::string bound_text(const Interval& interval, Bounds bounds, bool absolute) {
    switch (bounds) {
        case Bounds::both: break;
        case Bounds::lower: return ">" + elo_text(*interval.lower, absolute);
        case Bounds::upper: return "<" + elo_text(*interval.upper, absolute);
    }
    return "";
}

std::string rating_text(const Rating& rating, bool is_broken) {
    if (!rating.elo) return rating_word(rating, is_broken);
    const auto words = [&](double number) { return elo_text(number, rating.absolute); };
    const std::string elo = fmt::format("{:>4}", words(*rating.elo));
    if (rating.fixed) return elo + " fixed";
    const auto& [lower, upper] = rating.interval;
    if (!lower || !upper) return words(*rating.elo);
    if (rating.bounds != Bounds::both) return bound_text(rating.interval, rating.bounds, rating.absolute);
    return fmt::format("{} [{}, {}]", elo, words(*lower), words(*upper));
}

std::string rank_interval_text(const RankEstimate& rank) {
    return rank.lower == rank.upper ? std::to_string(rank.lower) : fmt::format("{} to {}", rank.lower, rank.upper);
}

std::string percent_text(double share, int decimals) {
    const double smallest = decimals == 0 ? 1 : 0.1;
    const double shown = share * 100;
    if (shown > 100 - smallest) return decimals == 0 ? ">99" : ">99.9";
    if (shown < smallest) return decimals == 0 ? "<1" : "<0.1";
    return number_text(shown, decimals);
}

std::string value_text(const TableValue& value, const ValueStyle& style) {
    return std::visit(TextOfValue{style}, value);
}

}  // namespace referee::tournament
