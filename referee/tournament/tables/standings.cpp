#include "referee/tournament/tables/standings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace referee::tournament {

namespace {

/// The sort keys of lines: greater is better, the most important comes first.
using Key = std::array<std::int64_t, 4>;

/// The rank of entrants without a number, and of those with one.
int class_of(RatingStatus standing) {
    switch (standing) {
        case RatingStatus::won_all:
        case RatingStatus::only_above: return 5;
        case RatingStatus::estimated: return 4;
        case RatingStatus::only_below:
        case RatingStatus::lost_all: return 3;
        case RatingStatus::apart: return 2;
        case RatingStatus::no_games: return 1;
    }
    return 0;
}

/// Ratings that differ by less than anybody sees are equal; the last digits of a fit are chance.
std::int64_t rounded_elo(const Rating& rating) {
    return rating.elo ? std::llround(*rating.elo * 100) : 0;
}

/// Ratings of two parts of the tournament don't compare: larger parts come first. Who has no games is one by itself.
std::int64_t place_of_part(const Ratings& ratings, const Rating& rating) {
    return static_cast<std::int64_t>(ratings.parts[rating.part].members.size());
}

/// Between parts of one size the one with the first entrant comes first.
std::int64_t number_of_part(const Ratings& ratings, const Rating& rating) {
    return -static_cast<std::int64_t>(ratings.parts[rating.part].members.front());
}

Key key_of(const StandingsLine& line, Format format, const Ratings& ratings, const Knockout::Bracket& bracket) {
    const Rating& rating = ratings.entrants[line.entrant];
    const auto points = static_cast<std::int64_t>(line.half_points);
    // One number for both: hundredths of an Elo never come near to the step between classes.
    const std::int64_t strength = class_of(rating.standing) * 1'000'000'000'000 + rounded_elo(rating);
    switch (format) {
        case Format::round_robin: return {points, static_cast<std::int64_t>(line.sonneborn_berger), strength, 0};
        case Format::swiss:
            return {points, static_cast<std::int64_t>(line.buchholz), static_cast<std::int64_t>(line.sonneborn_berger),
                    strength};
        case Format::gauntlet:
        case Format::ladder: return {place_of_part(ratings, rating), number_of_part(ratings, rating), strength, 0};
        case Format::knockout: return {bracket.passed[line.entrant], bracket.alive[line.entrant] ? 1 : 0, 0, 0};
    }
    return {};
}

void add_tie_breaks(std::vector<StandingsLine>& lines, const Results& results) {
    std::map<Results::Pair, std::uint64_t> won;  // half points of the first named against the second
    for (const auto& [pair, tally] : results.tallies()) {
        won[pair] += tally.half_points();
        won[{pair.second, pair.first}] += 2 * tally.losses + tally.draws;
    }
    for (const auto& [pair, half_points] : won) {
        lines[pair.first].buchholz += lines[pair.second].half_points;
        lines[pair.first].sonneborn_berger += half_points * lines[pair.second].half_points;
    }
}

}  // namespace

RatingSettings rating_settings_of(const Account& account, bool intervals) {
    RatingSettings settings;
    settings.intervals = intervals;
    switch (account.planned().settings().format) {
        case Format::round_robin:
        case Format::gauntlet: break;
        case Format::swiss:
        case Format::knockout:
        case Format::ladder: settings.method = RatingMethod::prior;
    }
    return settings;
}

Standings standings_of(const Account& account, bool intervals) {
    return standings_of(account, rate(account.results_for_ratings(), rating_settings_of(account, intervals)));
}

Standings standings_of(const Account& account, Ratings ratings) {
    Standings standings;
    standings.ratings = std::move(ratings);
    standings.ratings.draw_rate = draw_rate_of(account.results().total());
    const FormatSettings& format = account.planned().settings();
    for (std::size_t i = 0; i < account.entrants().size(); ++i) {
        StandingsLine& line = standings.lines.emplace_back();
        line.entrant = i;
        line.byes = account.planned().byes(static_cast<int>(i));
        line.half_points =
            account.entrants()[i].half_points() + 2 * static_cast<std::uint64_t>(line.byes * format.games);
    }
    add_tie_breaks(standings.lines, account.results());
    const Knockout::Bracket bracket = account.knockout() ? account.knockout()->bracket() : Knockout::Bracket{};
    std::vector<Key> keys;
    for (const StandingsLine& line : standings.lines)
        keys.push_back(key_of(line, format.format, standings.ratings, bracket));
    std::stable_sort(standings.lines.begin(), standings.lines.end(),
                     [&](const auto& a, const auto& b) { return keys[a.entrant] > keys[b.entrant]; });
    for (std::size_t i = 0; i < standings.lines.size(); ++i) {
        const bool as_before = i > 0 && keys[standings.lines[i].entrant] == keys[standings.lines[i - 1].entrant];
        standings.lines[i].rank = as_before ? standings.lines[i - 1].rank : static_cast<int>(i) + 1;
    }
    return standings;
}

}  // namespace referee::tournament
