#include "referee/tournament/tables/openings_table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "referee/terminal/output.hpp"
#include "referee/tournament/schedule/field.hpp"
#include "referee/tournament/schedule/openings.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/statistics/one_sided.hpp"
#include "referee/tournament/statistics/results.hpp"

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

/// By the number of the opening. A list begins again after its last opening; games without an opening have none.
using OpeningAccounts = std::map<std::optional<int>, OpeningAccount>;

OpeningAccounts openings_of(const Store& store, std::size_t listed) {
    const Field field(static_cast<int>(store.head().entrants.size()), store.head().changes);
    const std::vector<PlannedGame> games = store.games();
    OpeningAccounts openings;
    store.for_each_summary([&](const StoredMatch& match) {
        if (!match.result.counts || field.is_annulled(match.first) || field.is_annulled(match.second)) return;
        auto number = games.at(static_cast<std::size_t>(match.result.number)).opening;
        if (number && listed > 0) number = *number % static_cast<int>(listed);
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
    const OpeningAccounts openings = openings_of(store, listed.size());
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
                             ? TableValue(harmless(line_of(listed[static_cast<std::size_t>(*number)], own_game)))
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
