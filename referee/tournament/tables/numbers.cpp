#include "referee/tournament/tables/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "referee/terminal/output.hpp"
#include "referee/terminal/text_width.hpp"

namespace referee::tournament {

namespace {

std::string brief_text(RatingStatus standing) {
    switch (standing) {
        case RatingStatus::estimated: return "";
        case RatingStatus::no_games: return "no games";
        case RatingStatus::won_all: return "won all";
        case RatingStatus::lost_all: return "lost all";
        case RatingStatus::only_above: return "never less";
        case RatingStatus::only_below: return "never more";
        case RatingStatus::apart: return "not comparable";
    }
    return "";
}

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
    std::string operator()(Elo elo) const { return elo_text(elo.value); }
    std::string operator()(Number number) const { return number_text(number.value, 3); }
    std::string operator()(Share share) const { return number_text(100 * share.value, 1); }
    std::string operator()(Probability probability) const { return percent_text(probability.value, style.decimals); }
};

}  // namespace

std::string points_text(std::uint64_t half_points) {
    return fmt::format("{}.{}", half_points / 2, half_points % 2 == 0 ? 0 : 5);
}

std::string tally_text(const Tally& tally, char between) {
    return fmt::format("{}{}{}{}{}", tally.wins, between, tally.draws, between, tally.losses);
}

std::string elo_text(double elo) {
    const auto whole = std::llround(elo);
    return whole == 0 ? "0" : fmt::format("{:+}", whole);
}

std::string number_text(double number, int decimals) {
    const std::string text = fmt::format("{:.{}f}", number, decimals);
    return text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-') ? text.substr(1) : text;
}

std::string rating_word(const Rating& rating, bool is_broken) {
    if (rating.elo) return rating.fixed ? "fixed" : "";
    return is_broken ? "forfeits most games" : std::string(text(rating.standing));
}

std::string rating_text(const Rating& rating, bool brief, bool is_broken) {
    const Interval& interval = rating.interval;
    if (rating.elo) {
        if (rating.fixed) return fmt::format("{:>4} fixed", elo_text(*rating.elo));
        if (!interval.lower || !interval.upper) return elo_text(*rating.elo);
        return fmt::format("{:>4} [{}, {}]", elo_text(*rating.elo), elo_text(*interval.lower),
                           elo_text(*interval.upper));
    }
    std::string word = brief ? brief_text(rating.standing) : rating_word(rating, is_broken);
    if (brief && is_broken) word = "forfeits";
    if (interval.lower) word += fmt::format(" (> {})", elo_text(*interval.lower));
    if (interval.upper) word += fmt::format(" (< {})", elo_text(*interval.upper));
    if (rating.elo_under_prior && !brief) word += fmt::format(", about {}", elo_text(*rating.elo_under_prior));
    return word;
}

std::string percent_text(double share, int decimals) {
    const double least = decimals == 0 ? 1 : 0.1;
    const double shown = share * 100;
    if (shown > 100 - least) return decimals == 0 ? ">99" : ">99.9";
    if (shown < least) return decimals == 0 ? "<1" : "<0.1";
    return number_text(shown, decimals);
}

std::string clean_name(std::string_view name) {
    return harmless(name);
}

std::string cut_name(const std::string& name, std::size_t width) {
    if (columns_of(name) <= width) return name;
    const std::size_t tail = (width - 2) / 2;
    return fmt::format("{}..{}", first_columns(name, width - 2 - tail), last_columns(name, tail));
}

std::string value_text(const TableValue& value, const ValueStyle& style) {
    return std::visit(TextOfValue{style}, value);
}

}  // namespace referee::tournament
