#include "referee/tournament/store/store_rows.hpp"

#include "referee/tournament/store/row.hpp"

namespace referee::tournament {

namespace {

/// A row can be as it was written, and yet by somebody else.
void check_entrants(const Database& database, int first, int second, std::size_t entrants) {
    const auto is_one = [&](int entrant) { return static_cast<std::size_t>(entrant) < entrants; };
    if (!is_one(first) || !is_one(second)) database.damaged("a game is played by nobody");
}

}  // namespace

void damaged_log(const Database& database, int number) {
    database.damaged("the log of match " + std::to_string(number) + " has been changed");
}

PlannedGame game_of(const Database& database, const Statement& row, std::size_t entrants) {
    PlannedGame game;
    RowReader reader(row);
    PlannedGame::fields(game, reader);
    check_entrants(database, game.first, game.second, entrants);
    if (!reader.is_as_written()) database.damaged("game " + std::to_string(game.number) + " has been changed");
    return game;
}

StoredMatch match_of(const Database& database, const Statement& row, std::size_t entrants) {
    StoredMatch match;
    RowReader reader(row);
    StoredMatch::fields(match, reader);
    const int number = match.result.number;
    const auto winner = match.result.winner;
    check_entrants(database, match.first, match.second, entrants);
    if (!reader.is_as_written() || winner > 1)
        database.damaged("match " + std::to_string(number) + " has been changed");
    match.result = result_of(number, winner, match.ending);
    return match;
}

}  // namespace referee::tournament
