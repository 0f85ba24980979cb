#include "referee/tournament/store/store_rows.hpp"

#include "referee/match/moves_hash.hpp"
#include "referee/tournament/store/store_schema.hpp"

namespace referee::tournament {

namespace {

std::int64_t sum_of(const PlannedGame& game) {
    const std::optional<std::int64_t> opening = game.opening;
    return (RowSum() << game.number << game.round << game.first << game.second << game.pair << game.seed << opening)
        .value();
}

std::optional<std::int64_t> micros(const std::optional<protocol::Micros>& time) {
    return time ? std::optional<std::int64_t>(time->count()) : std::nullopt;
}

std::int64_t sum_of(const StoredMatch& match) {
    const std::optional<std::int64_t> winner = match.result.winner;
    return (RowSum() << match.result.number << match.first << match.second << winner << protocol::name_of(match.ending)
                     << match.detail << match.plies << match.started_at << hash_text(match.moves_hash)
                     << micros(match.first_longest) << micros(match.second_longest))
        .value();
}

/// A row can be as it was written, and yet by somebody else.
void check_entrants(const Database& database, int first, int second, std::size_t entrants) {
    const auto is_one = [&](int entrant) { return static_cast<std::size_t>(entrant) < entrants; };
    if (!is_one(first) || !is_one(second)) database.damaged("a game is played by nobody");
}

std::optional<protocol::Micros> micros_of(const Statement& row, int column) {
    const auto number = row.number_or_null(column);
    return number ? std::optional(protocol::Micros(*number)) : std::nullopt;
}

}  // namespace

std::int64_t sum_of_log(std::int64_t number, std::string_view moves, const std::optional<std::int64_t>& dictionary,
                        std::string_view packed) {
    return (RowSum() << number << moves << dictionary << packed).value();
}

void damaged_log(const Database& database, int number) {
    database.damaged("the log of match " + std::to_string(number) + " has been changed");
}

PlannedGame game_of(const Database& database, const Statement& row, std::size_t entrants) {
    PlannedGame game;
    game.number = row.count(0);
    game.round = row.count(1);
    game.first = row.count(2);
    game.second = row.count(3);
    game.pair = row.count(4);
    game.seed = static_cast<std::uint64_t>(row.number(5));
    if (row.number_or_null(6)) game.opening = row.count(6);
    check_entrants(database, game.first, game.second, entrants);
    if (row.number(7) != sum_of(game)) database.damaged("game " + std::to_string(row.number(0)) + " has been changed");
    return game;
}

StoredMatch match_of(const Database& database, const Statement& row, std::size_t entrants) {
    StoredMatch match;
    match.first = row.count(1);
    match.second = row.count(2);
    check_entrants(database, match.first, match.second, entrants);
    const auto ending = protocol::ending_of(row.text(4));
    match.ending = ending.value_or(protocol::Ending::aborted);
    std::optional<int> winner;
    if (row.number_or_null(3)) winner = row.count(3) == 0 ? 0 : 1;
    match.result = result_of(row.count(0), winner, match.ending);
    match.detail = row.text(5);
    match.plies = row.count(6);
    match.started_at = row.text(7);
    const auto hash = hash_of_text(row.text(8));
    match.moves_hash = hash.value_or(0);
    match.first_longest = micros_of(row, 9);
    match.second_longest = micros_of(row, 10);
    if (!ending || !hash || row.number(11) != sum_of(match)) {
        database.damaged("match " + std::to_string(row.number(0)) + " has been changed");
    }
    return match;
}

Statement& bind_game(Statement& insert, const PlannedGame& game) {
    const std::optional<std::int64_t> opening = game.opening;
    insert.bind(1, game.number).bind(2, game.round).bind(3, game.first).bind(4, game.second).bind(5, game.pair);
    return insert.bind(6, static_cast<std::int64_t>(game.seed)).bind(7, opening).bind(8, sum_of(game));
}

Statement& bind_match(Statement& insert, const StoredMatch& match, std::string_view moves_hash) {
    const std::optional<std::int64_t> winner = match.result.winner;
    insert.bind(1, match.result.number).bind(2, match.first).bind(3, match.second).bind(4, winner);
    insert.bind(5, protocol::name_of(match.ending))
        .bind(6, match.detail)
        .bind(7, match.plies)
        .bind(8, match.started_at);
    insert.bind(9, moves_hash).bind(10, micros(match.first_longest)).bind(11, micros(match.second_longest));
    return insert.bind(12, sum_of(match));
}

}  // namespace referee::tournament
