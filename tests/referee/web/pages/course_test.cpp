// Tests the ratings over time that pages show.
#include <doctest/doctest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "referee/web/pages/game_rows.hpp"
#include "referee/web/pages/report_json.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace {

using namespace referee::tournament;

TEST_CASE("the ratings over time count pairs as the tables do") {
    const std::string results = "101010111010101010101=1010101010111010101010xxxx";
    tournament_test::Played played(tournament_test::head_of({"a", "b"}));
    played.games(0, 1, results);
    std::vector<GameRow> rows;
    std::pair sides(0, 1);
    for (const char result : results) {
        GameRow& row = rows.emplace_back();
        row.number = static_cast<int>(rows.size()) - 1;
        row.pair = row.number / 2;
        std::tie(row.first, row.second) = sides;
        if (result != '=') row.winner = result == '1' ? 0 : 1;
        row.counts = result != 'x';
        row.moves_hash = static_cast<std::uint64_t>(row.number) + 1;
        std::swap(sides.first, sides.second);
    }
    // The last games count for nobody, so nothing changes between the last two points.
    const Course course = course_of(played.account, rows, rows.size() / 4);
    REQUIRE(course.games.size() > 2);
    const auto &last = course.elo.back(), &before = course.elo[course.elo.size() - 2];
    for (const std::size_t entrant : {0U, 1U}) {
        REQUIRE(last[entrant]);
        CHECK(*last[entrant] != doctest::Approx(0));
        CHECK(*before[entrant] == doctest::Approx(*last[entrant]));
    }
}

TEST_CASE("a row tells a forfeit from a loss by the rules") {
    const auto head = tournament_test::head_of({"a", "b"});
    GameRows games;
    for (const protocol::Ending ending : {protocol::Ending::by_rules, protocol::Ending::timeout}) {
        StoredMatch match;
        match.ending = ending;
        match.result.winner = 0;
        games.add(match, {}, settings_of_json(head.settings), head.field());
    }
    CHECK_FALSE(games.rows[0].is_forfeit);
    CHECK(games.rows[1].is_forfeit);
}

}  // namespace
