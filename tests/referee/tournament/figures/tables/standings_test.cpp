// Tests properties of all tables, and what an account refuses. The scripts (scripts_test.cpp) test the tables word for
// word.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <sstream>

#include <doctest/doctest.h>

#include "referee/tournament/figures/tables/export_tables.hpp"
#include "referee/tournament/figures/tables/standings.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace tournament_test {

namespace {

/// All texts that can be printed about a tournament.
std::string all_texts(const Account& account) {
    std::string all =
        standings_text(account, false) + live_table(account, standings_of(account, false).ratings, 5, 80, false);
    const Sink sink = [&](std::string_view text) { all += text; };
    for (const SheetFormat format : {SheetFormat::csv, SheetFormat::json, SheetFormat::markdown}) {
        for (const char* name : {"standings", "crosstable", "superiority", "endings"})
            write_sheet(exported_table(name, account, {}, {{}, true}), format, sink);
    }
    return all;
}

bool has_word(const std::string& text, const std::string& word) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const auto is_part = [&](std::size_t i) {
            return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '.');
        };
        if (!is_part(at + word.size()) && (at == 0 || !is_part(at - 1))) return true;
    }
    return false;
}

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        widest = std::max(widest, line.size());
    return widest;
}

}  // namespace

TEST_CASE("games that are not in a knockout's schedule are refused") {
    Account account(head_of({"a", "b", "c"}, settings_for(Format::knockout)));
    PlannedGame planned;
    planned.second = 1;
    CHECK_THROWS_WITH(account.plan({&planned, 1}), "game 1 is not the one that this knockout plans");
}

TEST_CASE("a match that is not a game of the tournament is refused") {
    Played played(head_of({"a", "b"}));
    played.game(0, 1, '?');
    StoredMatch match;
    match.first = 0;
    match.second = 1;
    match.result.number = 1;
    CHECK_THROWS_WITH(played.account.add(match), "match 2 does not belong to this tournament");
    match.result.number = 0;
    match.second = 0;
    CHECK_THROWS_WITH(played.account.add(match), "match 1 does not belong to this tournament");
    match.second = 2;
    CHECK_THROWS(played.account.add(match));
}

TEST_CASE("no number is infinite or NaN") {
    const auto check = [](const std::string& what, std::size_t entrants, const auto& play) {
        for (const Format format :
             {Format::round_robin, Format::gauntlet, Format::swiss, Format::knockout, Format::ladder}) {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < entrants; ++i)
                names.push_back("bot" + std::to_string(i));
            Settings settings = settings_for(format);
            if (entrants == 2) settings.sprt = SprtSettings{};
            Played played(head_of(names, settings));
            play(played);
            const std::string text = all_texts(played.account);
            CAPTURE(what);
            CAPTURE(text);
            for (const char* word : {"nan", "-nan", "inf", "-inf", "-0", "-0.0", "-0.00", "+0"})
                CHECK(!has_word(text, word));
        }
    };
    check("no games", 3, [](Played&) {});
    check("one game", 2, [](Played& played) { played.games(0, 1, "1"); });
    check("one game of three", 3, [](Played& played) { played.games(1, 2, "0"); });
    check("all draws", 2, [](Played& played) { played.games(0, 1, "====="); });
    check("first always wins", 2, [](Played& played) { played.games(0, 1, "111111"); });
    check("a perfect score", 2, [](Played& played) { played.games(0, 1, "101010"); });
    check("apart", 4, [](Played& played) { played.games(0, 1, "1=").games(2, 3, "10"); });
    check("nobody started", 2, [](Played& played) { played.games(0, 1, "xxxx"); });
    check("a ranking without end", 4,
          [](Played& played) { played.games(0, 1, "10").games(1, 2, "10").games(2, 3, "10"); });
}

TEST_CASE("nothing is rounded to a negative zero") {
    Rating rating;
    rating.elo = -0.3;
    rating.interval = {-0.4, 0.49};
    CHECK(rating_text(rating, false) == "   0 [0, 0]");
}

TEST_CASE("a table of forty entrants with long names fits in 80 columns") {
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i)
        names.push_back("a-bot-with-a-name-that-is-as-long-as-a-name-of-a-bot-may-be---" + std::to_string(10 + i));
    Played played(head_of(names, settings_for(Format::round_robin)));
    for (int i = 0; i < 40; ++i) {
        for (int j = 0; j < i; ++j)
            played.games(i, j, i == 39 ? "10" : (i * 7 + j * 3) % 5 != 0 ? "11" : "=0");
    }
    const std::string text = standings_text(played.account, false);
    CHECK(widest_line(text) <= 80);
    for (int i = 0; i < 40; ++i)
        CHECK(text.find("---" + std::to_string(10 + i) + " ") != std::string::npos);
    CHECK(text.find("\ncrosstable of 40 entrants: too wide for this output; use\n  referee export FILE crosstable\n") !=
          std::string::npos);
    const Ratings ratings = standings_of(played.account, false).ratings;
    CHECK(widest_line(live_table(played.account, ratings, 10, 79, false)) <= 79);
    CHECK(live_table(played.account, ratings, 10, 79, true).starts_with("\x1b[1mplace name "));
    CHECK(live_table(played.account, ratings, 10, 79, true).find("forfeits\x1b[0m\n") != std::string::npos);
}

TEST_CASE("bots that break down do not change the order of the others") {
    const auto play_good_ones = [](Played& played) {
        played.games(0, 1, "11=0").games(0, 2, "1=10").games(1, 2, "1100");
    };
    Played alone(head_of({"a", "b", "c", "x", "y", "z"}));
    play_good_ones(alone);
    Played together(head_of({"a", "b", "c", "x", "y", "z"}));
    play_good_ones(together);
    // The broken bots lose to all other bots. Between two broken bots, the bot that moves first crashes, so their
    // rating differences are finite.
    for (const int good : {0, 1, 2}) {
        for (const int broken : {3, 4, 5})
            together.game(good, broken, '1', 0, protocol::Ending::crashed);
    }
    for (const auto& [one, other] : {std::pair(3, 4), std::pair(4, 5), std::pair(5, 3)}) {
        together.game(one, other, '0', 0, protocol::Ending::crashed);
        together.game(other, one, '0', 0, protocol::Ending::crashed);
    }
    const Standings expected = standings_of(alone.account, true);
    const Standings found = standings_of(together.account, true);
    const auto order = [](const Standings& standings) {
        std::vector<std::size_t> good = {0, 1, 2};
        std::ranges::sort(good, std::greater(), [&](std::size_t i) { return *standings.ratings.entrants[i].elo; });
        return good;
    };
    CHECK(order(found) == order(expected));
    CHECK(*found.ratings.entrants[3].interval.upper < *found.ratings.entrants[0].elo);
    CHECK(standings_text(together.account, false)
              .find("6 games between bots that both forfeit a lot count as 0.0 in the ratings\n") != std::string::npos);
}

TEST_CASE("one more forfeit never changes a rating much") {
    // The results are always the same, but the number of b's losses that are forfeits grows. c forfeits most of its
    // games.
    std::vector<double> elo;
    for (int forfeits = 0; forfeits <= 18; ++forfeits) {
        Played played(head_of({"a", "b", "c", "d"}, settings_for(Format::round_robin, 10)));
        int lost = 0;
        for (const int sound : {0, 3}) {
            for (int game = 0; game < 10; ++game) {
                const bool crash = game > 0 && ++lost <= forfeits;
                played.game(sound, 1, game > 0 ? '1' : '0', 0,
                            crash ? protocol::Ending::crashed : protocol::Ending::by_rules);
                played.game(sound, 2, game > 0 ? '1' : '0', 0,
                            game > 0 ? protocol::Ending::crashed : protocol::Ending::by_rules);
            }
        }
        played.games(0, 3, "1010101010").games(1, 2, "1010101011");
        for (int game = 0; game < 4; ++game)
            played.game(1, 2, '1');
        elo.push_back(*standings_of(played.account, false).ratings.entrants[1].elo);
    }
    double longest_step = 0;
    for (std::size_t i = 1; i < elo.size(); ++i)
        longest_step = std::max(longest_step, std::abs(elo[i] - elo[i - 1]));
    MESSAGE("from " << elo.front() << " to " << elo.back() << " Elo, in steps of at most " << longest_step);
    CHECK(std::abs(elo.back() - elo.front()) > 20);
    CHECK(longest_step < 0.35 * std::abs(elo.back() - elo.front()));
}

TEST_CASE("if all bots break down, the ratings use the games that there are") {
    Played played(head_of({"x", "y"}));
    played.game(0, 1, '1', 0, protocol::Ending::crashed).game(1, 0, '1', 0, protocol::Ending::crashed);
    CHECK(played.account.results_for_ratings().total().games() == 2);
}

}  // namespace tournament_test
