// Tables of the endings and of all games.
#include <algorithm>

#include "referee/match/moves_hash.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/tables/numbers.hpp"
#include "referee/tournament/tables/tables.hpp"

namespace referee::tournament {

namespace {

TableValue games_value(std::uint64_t games) {
    return static_cast<std::int64_t>(games);
}
TableValue time_value(const std::optional<protocol::Micros>& time) {
    return time ? TableValue(std::int64_t{time->count()}) : TableValue();
}
TableValue text_value(std::string_view text) {
    return text.empty() ? TableValue() : TableValue(clean_name(text));
}
TableValue ending_value(protocol::Ending ending) {
    return std::string(protocol::name_of(ending));
}

}  // namespace

std::vector<EndingCount> endings_of(const Account& account) {
    std::vector<EndingCount> endings;
    for (const auto& [rule, games] : account.rules()) {
        const std::string name =
            rule.empty() ? std::string(protocol::name_of(protocol::Ending::by_rules)) : clean_name(rule);
        endings.push_back({name, games, DecidedBy::rule});
    }
    for (const auto& [ending, games] : account.forfeits())
        endings.push_back({std::string(protocol::name_of(ending)), games, DecidedBy::forfeit});
    if (account.void_games() > 0)
        endings.push_back({std::string(neither_started), account.void_games(), DecidedBy::nobody});
    std::stable_sort(endings.begin(), endings.end(), [](const auto& a, const auto& b) { return a.games > b.games; });
    return endings;
}

ResultTable endings_table(const Account& account) {
    ResultTable table{{{"ending"}, {"rule"}, {"name"}, {"games"}}, {}};
    for (const auto& [rule, games] : account.rules())
        table.rows.push_back({ending_value(protocol::Ending::by_rules), text_value(rule), {}, games_value(games)});
    for (std::size_t i = 0; i < account.entrants().size(); ++i) {
        for (const auto& [ending, games] : account.entrants()[i].forfeits)
            table.rows.push_back({ending_value(ending), {}, name_of_entrant(account.head(), i), games_value(games)});
    }
    if (account.void_games() > 0)
        table.rows.push_back({ending_value(protocol::Ending::aborted), {}, {}, games_value(account.void_games())});
    return table;
}

std::vector<TableColumn> game_columns() {
    return {{"number"},
            {"round"},
            {"pair"},
            {"opening"},
            {"seed"},
            {"first"},
            {"second"},
            {"first_points"},
            {"second_points"},
            {"winner"},
            {"ending"},
            {"detail"},
            {"plies"},
            {"started_at"},
            {"moves_hash"},
            {"repeat_of"},
            {"first_longest_us"},
            {"second_longest_us"}};
}

TableRow game_row(const TournamentHead& head, const PlannedGame& game, const StoredMatch* match,
                  std::optional<int> repeated) {
    const auto name = [&](int entrant) { return name_of_entrant(head, static_cast<std::size_t>(entrant)); };
    TableRow row = {std::int64_t{shown_number(game.number)},
                    std::int64_t{shown_number(game.round)},
                    std::int64_t{shown_number(game.pair)},
                    game.opening ? TableValue(std::int64_t{shown_number(*game.opening)}) : TableValue(),
                    static_cast<std::int64_t>(game.seed),
                    name(game.first),
                    name(game.second)};
    const auto points = [&](int half) {
        return match->result.counts ? TableValue(Points{static_cast<std::uint64_t>(half)}) : TableValue();
    };
    if (match == nullptr) {
        row.resize(row.size() + 11);
    } else {
        const auto& winner = match->result.winner;
        row.insert(row.end(),
                   {points(half_points_of_first(match->result)), points(half_points_of_second(match->result)),
                    winner ? TableValue(name(*winner == 0 ? match->first : match->second)) : TableValue(),
                    ending_value(match->ending), text_value(match->detail), std::int64_t{match->plies},
                    text_value(match->started_at), hash_text(match->moves_hash),
                    repeated ? TableValue(std::int64_t{shown_number(*repeated)}) : TableValue(),
                    time_value(match->first_longest), time_value(match->second_longest)});
    }
    return row;
}

}  // namespace referee::tournament
