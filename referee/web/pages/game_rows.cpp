#include "referee/web/pages/game_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "protocol/ending.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/output.hpp"
#include "referee/tournament/figures/tables/tables.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"

namespace referee::tournament {

void GameRows::add(const StoredMatch& match, const PlannedGame& game, const Settings& settings, const Field& field) {
    const bool counts = match.result.counts && !field.is_annulled(match.first) && !field.is_annulled(match.second);
    rows.push_back(GameRow{match.result.number, game.round, game.pair, match.first, match.second, match.result.winner,
                           counts, protocol::is_forfeit(match.ending), number_of_ending(match, settings), match.plies,
                           0, 0, game.opening, match.moves_hash});
}

/// The number of an ending. Endings are numbered in the order of their first games.
int GameRows::number_of_ending(const StoredMatch& match, const Settings& settings) {
    const bool by_rules = match.ending == protocol::Ending::by_rules && !match.detail.empty();
    std::string name = by_rules               ? harmless(match.detail)
                       : !match.result.counts ? std::string(ending_without_result(settings))
                                              : protocol::words_of(match.ending);
    const auto [found, is_new] = numbers_.try_emplace(name, static_cast<int>(endings.size()));
    if (is_new) endings.push_back(std::move(name));
    return found->second;
}

GameRows game_rows_of(const Store& store) {
    GameRows games;
    const auto planned = store.games();
    const TournamentHead& head = store.head();
    const Settings settings = settings_of_json(head.settings);
    const Field field = head.field();
    store.for_each_summary([&](const StoredMatch& match) {
        games.add(match, planned.at(static_cast<std::size_t>(match.result.number)), settings, field);
    });
    return games;
}

std::string winner_json(const GameRow& row) {
    if (!row.counts) return "-1";
    return row.winner ? std::to_string(*row.winner) : "null";
}

std::vector<std::size_t> by_pairing(const std::vector<GameRow>& rows, const std::vector<std::size_t>& places) {
    std::vector<std::size_t> order(rows.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto key = [&](std::size_t i) {
        const auto [a, b] = std::minmax(places[static_cast<std::size_t>(rows[i].first)],
                                        places[static_cast<std::size_t>(rows[i].second)]);
        return std::make_tuple(std::size_t{a}, std::size_t{b}, i);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return key(i) < key(j); });
    return order;
}

std::string json_of(const GameRows& games, const std::vector<std::size_t>& places) {
    std::string out = R"({"endings":)" + protocol::Json(games.endings).dump() + R"(,"games":[)";
    for (const GameRow& row : games.rows) {
        out += fmt::format("{}[{},{},{},{},{},{},{},{},{}]", &row == &games.rows.front() ? "\n" : ",\n",
                           shown_number(row.number), shown_number(row.round),
                           places[static_cast<std::size_t>(row.first)], places[static_cast<std::size_t>(row.second)],
                           winner_json(row), row.ending, row.plies, row.page, row.match);
    }
    return out + "]}";
}

}  // namespace referee::tournament
