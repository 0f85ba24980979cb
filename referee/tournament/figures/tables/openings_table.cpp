#include "referee/tournament/figures/tables/openings_table.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "games/user_error.hpp"
#include "protocol/match_log.hpp"
#include "referee/core/match/openings.hpp"
#include "referee/tournament/figures/statistics/one_sided.hpp"
#include "referee/tournament/figures/statistics/results.hpp"
#include "referee/tournament/paper/schedule/field.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/paper/settings.hpp"

namespace referee::tournament {

namespace {

/// The games of one opening.
struct OpeningAccount {
    std::uint64_t games = 0;  ///< forfeits included
    Tally of_first;           ///< without forfeits
    Tally distinct;           ///< the same without exact repeats
    std::set<std::tuple<int, int, std::uint64_t>> seen;
};

void add_score(Tally& tally, Score score) {
    ++(score == Score::win ? tally.wins : score == Score::draw ? tally.draws : tally.losses);
}

/// By the number of the opening; games without an opening have none.
using OpeningAccounts = std::map<std::optional<int>, OpeningAccount>;

/// For each opening that was played, the first number of the same opening.
using FirstNumbers = std::map<int, int>;

/// The plies with which a game began. In a game with chance another number has other dice. Nothing if the game has
/// ended before these plies were played.
std::optional<std::vector<std::string>> start_of(const Store& store, int match, int number) {
    protocol::LogProblem problem;
    const auto log = protocol::parse_match_log(store.log_of(match).value_or(""), problem);
    if (!log)
        throw games::UserError(fmt::format("the log of match {} is damaged: {}", shown_number(match), problem.text));
    const auto plies = static_cast<std::size_t>(log->opening);
    if (plies == 0 || log->plies.size() < plies) return std::nullopt;
    std::vector<std::string> start;
    for (const protocol::LoggedPly& ply : std::span(log->plies).first(plies))
        start.push_back(ply.hand ? fmt::format("{} with dice {}", ply.move, number) : ply.move);
    return start;
}

/// Openings that are drawn once and for all come again when they are used up. Only the logs tell when this was.
FirstNumbers repeats_of_drawn(const Store& store, const std::vector<PlannedGame>& games) {
    std::map<int, std::optional<std::vector<std::string>>> starts;
    for (const int match : store.numbers_of_matches()) {
        const auto number = games.at(static_cast<std::size_t>(match)).opening;
        if (number && !starts[*number]) starts[*number] = start_of(store, match, *number);
    }
    FirstNumbers firsts;
    std::map<std::vector<std::string>, int> known;
    for (const auto& [number, start] : starts)
        firsts[number] = start ? known.try_emplace(*start, number).first->second : number;
    return firsts;
}

/// A list begins again after its last opening.
FirstNumbers repeats_of_listed(const std::vector<PlannedGame>& games, std::size_t listed) {
    FirstNumbers firsts;
    for (const PlannedGame& game : games) {
        if (game.opening) firsts[*game.opening] = *game.opening % static_cast<int>(listed);
    }
    return firsts;
}

FirstNumbers repeats_of(const Store& store, const std::vector<PlannedGame>& games, const Settings& settings,
                        std::size_t listed) {
    if (listed > 0) return repeats_of_listed(games, listed);
    if (settings.opening_plies > 0 && !settings.format.fresh_openings) return repeats_of_drawn(store, games);
    return {};
}

OpeningAccounts openings_of(const Store& store, const Settings& settings, std::size_t listed) {
    const Field field = store.head().field();
    const std::vector<PlannedGame> games = store.games();
    const FirstNumbers firsts = repeats_of(store, games, settings, listed);
    OpeningAccounts openings;
    store.for_each_summary([&](const StoredMatch& match) {
        if (!match.result.counts || field.is_annulled(match.first) || field.is_annulled(match.second)) return;
        auto number = games.at(static_cast<std::size_t>(match.result.number)).opening;
        if (const auto first = number ? firsts.find(*number) : firsts.end(); first != firsts.end())
            number = first->second;
        OpeningAccount& opening = openings[number];
        ++opening.games;
        if (match.result.forfeit) return;
        const Score score = score_of_first(match.result.winner);
        add_score(opening.of_first, score);
        if (opening.seen.emplace(match.first, match.second, match.moves_hash).second)
            add_score(opening.distinct, score);
    });
    return openings;
}

}  // namespace

ResultTable openings_table(const Store& store) {
    const Settings settings = settings_of_json(store.head().settings);
    const std::vector<GameStart> listed = in_order(settings.opening_list, settings.run_seed(store.head().seed));
    const OpeningAccounts openings = openings_of(store, settings, listed.size());
    std::vector<double> p;
    for (const auto& [number, opening] : openings)
        p.push_back(sign_test(opening.distinct.wins, opening.distinct.losses));
    const std::vector<bool> one_sided = rejected_by_holm(p, false_alarms_of_openings);

    ResultTable table{{{"opening"},
                       {"line"},
                       {"games"},
                       {"forfeits"},
                       {"first", "", ColumnKind::tally},
                       {"first_score"},
                       {"draws"},
                       {"p"},
                       {"favours"}},
                      {}};
    const bool own_game = !settings.rules.empty();
    for (const auto& [number, opening] : openings) {
        const Tally& first = opening.of_first;
        const auto share = [&](double part) {
            return first.games() == 0 ? TableValue() : TableValue(Share{part / static_cast<double>(first.games())});
        };
        const std::size_t row = table.rows.size();
        TableRow& values = table.rows.emplace_back();
        values.push_back(number ? TableValue(std::int64_t{shown_number(*number)}) : TableValue());
        values.push_back(number && !listed.empty()
                             ? TableValue(line_of(listed[static_cast<std::size_t>(*number)], own_game))
                             : TableValue());
        values.push_back(number_value(opening.games));
        values.push_back(number_value(opening.games - first.games()));
        values.emplace_back(first);
        values.push_back(share(static_cast<double>(first.half_points()) / 2));
        values.push_back(share(static_cast<double>(first.draws)));
        values.emplace_back(Number{p[row]});
        const bool first_wins = opening.distinct.wins > opening.distinct.losses;
        values.push_back(one_sided[row] ? TableValue(std::string(first_wins ? "first" : "second")) : TableValue());
    }
    return table;
}

}  // namespace referee::tournament
