#include "referee/tournament/figures/tables/standings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "referee/tournament/figures/statistics/places.hpp"
#include "referee/tournament/paper/schedule/swiss.hpp"

namespace referee::tournament {

namespace {

/// The sort keys of a line, the most important first. Greater values rank higher.
using Key = std::array<std::int64_t, 8>;

/// Ratings count as equal if they differ by less than 0.01 Elo; the last digits of a fit are chance. An entrant without
/// games is last.
std::int64_t rounded_elo(const Rating& rating) {
    return rating.elo ? std::llround(*rating.elo * 100) : std::numeric_limits<std::int64_t>::min();
}

/// Ratings in two unconnected parts of the tournament are not comparable, so larger parts come first. An entrant
/// without games is a part by itself.
std::int64_t place_of_part(const Ratings& ratings, const Rating& rating) {
    return static_cast<std::int64_t>(ratings.parts[rating.part].members.size());
}

/// Among parts of the same size, the one with the lowest entrant comes first.
std::int64_t number_of_part(const Ratings& ratings, const Rating& rating) {
    return -static_cast<std::int64_t>(ratings.parts[rating.part].members.front());
}

std::int64_t signed_of(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

/// A bye is worth as much as winning all games of a pairing.
std::uint64_t half_points_of_bye(const FormatSettings& format) {
    return 2 * static_cast<std::uint64_t>(format.games);
}

Key key_of(const StandingsLine& line, Order order, const Ratings& ratings, const Knockout::Bracket& bracket) {
    const Rating& rating = ratings.entrants[line.entrant];
    const std::int64_t points = signed_of(line.half_points);
    const std::int64_t sonneborn_berger = signed_of(line.tie_breaks.sonneborn_berger);
    const std::int64_t direct = signed_of(line.direct_encounter.value_or(0));
    const std::int64_t part = rating.elo ? place_of_part(ratings, rating) : 0;
    const std::int64_t strength = rounded_elo(rating);
    switch (order) {
        case Order::points: return {points, line.margin, sonneborn_berger, direct, part, strength};
        case Order::buchholz:
            return {points,
                    line.margin,
                    signed_of(line.tie_breaks.buchholz_cut1),
                    signed_of(line.tie_breaks.buchholz),
                    sonneborn_berger,
                    direct,
                    part,
                    strength};
        case Order::rating:
            if (!rating.elo) return {};
            return {part, number_of_part(ratings, rating), strength};
        case Order::bracket: return {bracket.passed[line.entrant].value_or(-1), bracket.alive[line.entrant] ? 1 : 0};
    }
    return {};
}

/// Requires: the lines are in the order of the entrants.
void add_tie_breaks(std::vector<StandingsLine>& lines, const Account& account) {
    std::vector<std::optional<std::uint64_t>> lowest(lines.size());
    const auto add = [&](std::size_t entrant, std::uint64_t brought, std::uint64_t of_opponent) {
        lines[entrant].tie_breaks.buchholz += of_opponent;
        lines[entrant].tie_breaks.sonneborn_berger += brought * of_opponent;
        lowest[entrant] = std::min(lowest[entrant].value_or(of_opponent), of_opponent);
    };
    std::map<Results::Pair, std::uint64_t> won;  // the half points of the first entrant of a pair against the second
    for (const auto& [pair, tally] : account.results().tallies()) {
        won[pair] += tally.half_points();
        won[{pair.second, pair.first}] += 2 * tally.losses + tally.draws;
    }
    for (const auto& [pair, half_points] : won)
        add(pair.first, half_points, lines[pair.second].half_points);
    const FormatSettings& format = account.settings().format;
    const std::uint64_t max_of_dummy =
        half_points_of_bye(format) / 2 * static_cast<std::uint64_t>(Swiss::rounds_of(format, account.field()));
    const auto add_dummy = [&](std::size_t entrant, std::uint64_t brought) {
        add(entrant, brought, std::min(lines[entrant].half_points, max_of_dummy));
    };
    for (const StandingsLine& line : lines) {
        for (int bye = line.byes; bye > 0; --bye)
            add_dummy(line.entrant, half_points_of_bye(format));
    }
    for (const auto& [round_and_entrant, walkovers] : account.walkovers()) {
        const auto entrant = static_cast<std::size_t>(round_and_entrant.second);
        if (account.is_begun(round_and_entrant))
            lines[entrant].tie_breaks.sonneborn_berger += 2 * walkovers.games * lines[walkovers.opponent].half_points;
        else
            add_dummy(entrant, 2 * walkovers.games);
    }
    for (StandingsLine& line : lines)
        line.tie_breaks.buchholz_cut1 = line.tie_breaks.buchholz - lowest[line.entrant].value_or(0);
}

/// Direct encounter (6.1): the half points of these entrants, in this order, from the games among them. Nothing unless
/// each of them has played each of the others.
std::optional<std::vector<std::uint64_t>> direct_encounters(const std::vector<std::size_t>& tied,
                                                            const Results& results) {
    std::vector<std::uint64_t> sums(tied.size());
    for (std::size_t i = 0; i < tied.size(); ++i) {
        for (std::size_t j = 0; j < tied.size(); ++j) {
            if (i == j) continue;
            const Tally games = results.between(tied[i], tied[j]);
            if (games.games() == 0) return std::nullopt;
            sums[i] += games.half_points();
        }
    }
    return sums;
}

/// Adds the direct encounters of entrants that no earlier tie-break separates.
void add_direct_encounters(std::vector<StandingsLine>& lines, Order order, const Results& results) {
    using Equal = std::pair<std::int64_t, std::array<std::uint64_t, 4>>;  ///< the margin and the other values
    std::map<Equal, std::vector<std::size_t>> ties;
    for (const StandingsLine& line : lines) {
        TieBreaks values = line.tie_breaks;
        if (order != Order::buchholz) values.buchholz = values.buchholz_cut1 = 0;
        ties[{line.margin, {line.half_points, values.buchholz_cut1, values.buchholz, values.sonneborn_berger}}]
            .push_back(line.entrant);
    }
    for (const auto& [values, tied] : ties) {
        const auto encounters = tied.size() > 1 ? direct_encounters(tied, results) : std::nullopt;
        if (!encounters) continue;
        for (std::size_t i = 0; i < tied.size(); ++i)
            lines[tied[i]].direct_encounter = (*encounters)[i];
    }
}

/// Fixed rules order a Swiss tournament and a knockout, and only they separate its entrants. Everywhere else all
/// entrants have a chance to meet the same opponents, so that strength separates them.
void add_places(Standings& standings, Order order, const std::vector<Key>& keys) {
    std::vector<std::size_t> entrants;
    for (const StandingsLine& line : standings.lines)
        entrants.push_back(line.entrant);
    const auto differ = [&](std::size_t a, std::size_t b) { return keys[a] != keys[b]; };
    const bool by_rules = order == Order::buchholz || order == Order::bracket;
    const std::vector<int> places = by_rules ? shared_places(entrants.size(),
                                                             [&](std::size_t line, std::size_t above) {
                                                                 return differ(entrants[line], entrants[above]);
                                                             })
                                             : places_by_strength(standings.ratings, entrants, differ);
    for (std::size_t i = 0; i < places.size(); ++i)
        standings.lines[i].rank = places[i];
}

}  // namespace

Order order_of(const FormatSettings& settings) {
    switch (settings.format) {
        case Format::round_robin: return Order::points;
        case Format::swiss: return settings.staff > 0 ? Order::rating : Order::buchholz;
        case Format::gauntlet:
        case Format::ladder: return Order::rating;
        case Format::knockout: return Order::bracket;
    }
    return Order::points;
}

std::string_view meaning_of_place(Order order) {
    switch (order) {
        case Order::points:
        case Order::rating: return "place: 1 + the number of bots above that are surely stronger (95 % or more)";
        case Order::buchholz: return "place: by points, margin if any, tie-breaks, rating; bots equal in all share one";
        case Order::bracket: return "place: by the round reached; bots that went out in the same one share a place";
    }
    return "";
}

RatingSettings rating_settings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor) {
    RatingSettings settings;
    settings.intervals = intervals;
    settings.anchor = anchor ? anchor : account.settings().anchor;
    return settings;
}

Standings standings_of(const Account& account, bool intervals, const std::optional<Anchor>& anchor) {
    const Results rated = account.results_for_ratings();
    const RatingSettings settings = rating_settings_of(account, intervals, anchor);
    RatingSettings for_order = settings;
    if (settings.anchor) for_order.intervals = false;
    for_order.anchor.reset();
    Ratings ratings = rate(rated, for_order);
    if (const auto undisturbed = account.undisturbed_results())
        ratings.undisturbed = std::make_shared<Ratings>(rate(*undisturbed, for_order));
    Standings standings = standings_of(account, std::move(ratings));
    if (settings.anchor) {
        ratings = ratings_from(rated, settings, standings.ratings.posterior);
        ratings.undisturbed = standings.ratings.undisturbed;
        ratings.draw_rate = standings.ratings.draw_rate;
        standings.ratings = std::move(ratings);
    }
    return standings;
}

Standings standings_of(const Account& account, Ratings ratings) {
    Standings standings;
    standings.ratings = std::move(ratings);
    standings.ratings.draw_rate = draw_rate_of(account.results().total());
    const FormatSettings& format = account.settings().format;
    for (std::size_t i = 0; i < account.entrants().size(); ++i) {
        StandingsLine& line = standings.lines.emplace_back();
        line.entrant = i;
        line.byes = account.byes(static_cast<int>(i));
        line.half_points = account.entrants()[i].half_points() +
                           static_cast<std::uint64_t>(line.byes) * half_points_of_bye(format) +
                           2 * account.entrants()[i].walkovers;
        if (account.has_score()) line.margin = account.entrants()[i].rounded_margin();
    }
    add_tie_breaks(standings.lines, account);
    const Order order = order_of(format);
    if (order == Order::points || order == Order::buchholz)
        add_direct_encounters(standings.lines, order, account.results());
    const Knockout::Bracket bracket = account.knockout() ? account.knockout()->bracket() : Knockout::Bracket{};
    std::vector<Key> keys;
    for (const StandingsLine& line : standings.lines)
        keys.push_back(key_of(line, order, standings.ratings, bracket));
    std::stable_sort(standings.lines.begin(), standings.lines.end(),
                     [&](const auto& a, const auto& b) { return keys[a.entrant] > keys[b.entrant]; });
    add_places(standings, order, keys);
    return standings;
}

void add_ranks(Standings& standings) {
    standings.ranks = rank_estimates(standings.ratings);
}

std::optional<RankEstimate> ranks_of(const Standings& standings, std::size_t entrant) {
    return standings.ranks.empty() ? std::nullopt : standings.ranks[entrant];
}

GoalProgress goal_progress(const Account& account, const Standings& standings) {
    std::vector<std::size_t> order;
    for (const StandingsLine& line : standings.lines)
        if (account.field().is_in(static_cast<int>(line.entrant))) order.push_back(line.entrant);
    const auto progress = [&](const Results& results, const std::shared_ptr<const Posterior>& posterior) {
        return progress_to(*account.settings().until, results, rating_settings_of(account, true), order, posterior);
    };
    const GoalProgress all = progress(account.results_for_ratings(), standings.ratings.posterior);
    const auto undisturbed = account.undisturbed_results();
    if (!undisturbed) return all;
    const GoalProgress without = progress(*undisturbed, standings.ratings.undisturbed->posterior);
    return without.reached < all.reached ? without : all;
}

}  // namespace referee::tournament
