#include "referee/tournament/tables/value_text.hpp"

#include <fmt/format.h>

#include "referee/tournament/tables/numbers.hpp"

namespace referee::tournament {

namespace {

struct TextOfValue {
    const ValueStyle& style;

    std::string operator()(std::monostate) const { return "-"; }
    std::string operator()(Itself) const { return "."; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(Points points) const { return points_text(points.half); }
    std::string operator()(PointsOfGames points) const {
        return points_text(points.half) + (style.with_games ? fmt::format("/{}", points.games) : "");
    }
    std::string operator()(SquaredPoints points) const {
        return number_text(static_cast<double>(points.quarters) / 4, 2);
    }
    std::string operator()(const Tally& tally) const { return tally_text(tally, style.between); }
    std::string operator()(const RatingOfEntrant& entrant) const {
        return rating_text(entrant.rating, style.brief, entrant.is_broken);
    }
    std::string operator()(Probability probability) const { return percent_text(probability.value, style.decimals); }
};

}  // namespace

std::string value_text(const TableValue& value, const ValueStyle& style) {
    return std::visit(TextOfValue{style}, value);
}

}  // namespace referee::tournament
