// The live display of a tournament on terminals of any size.
#include <algorithm>

#include <doctest/doctest.h>

#include "referee/tournament/tables/standings.hpp"
#include "referee/tournament/watchers/live_lines.hpp"
#include "tests/referee/tournament/tables/played_tables.hpp"

namespace tournament_test {

namespace {

const std::string long_name = "a-bot-with-a-name-that-is-as-long-as-the-name-of-a-bot-may-ever-be";

/// Many games, of which the second bot forfeits 1234.
struct ManyGames : Played {
    ManyGames() : Played(head_of({"short", long_name, long_name + "-2"}, settings_for(Format::round_robin, 5000))) {
        games(0, 2, std::string(1000, '1') + std::string(500, '='));
        for (int i = 0; i < 1234; ++i)
            game(0, 1, '1', 0, protocol::Ending::timeout, "silence");
    }
};

Progress progress_of_many() {
    Progress progress;
    progress.played = progress.played_now = 2734;
    progress.total = 15000;
    progress.void_games = 17;
    progress.running = std::chrono::seconds(700);
    return progress;
}

std::string joined(const std::vector<std::string>& lines, std::size_t first = 0) {
    std::string text;
    for (std::size_t i = first; i < lines.size(); ++i)
        text += lines[i] + "\n";
    return text;
}

}  // namespace

TEST_CASE("long names and large numbers fit a terminal of 80 columns") {
    const ManyGames played;
    CHECK(joined(live_lines(progress_of_many(), played.account, standings_of(played.account, false).ratings, "",
                            {24, 80})) ==
          R"(2734 of 15000 games, 3.9 games/s, 52 min left, 1234 forfeits, 17 void
# name                              points/games        W-D-L      Elo forfeits
1 short                              1984.0/2734 1734-500-500        0        0
2 a-bot-with-a-nam..t-may-ever-be-2   750.0/1500  500-500-500        0        0
3 a-bot-with-a-nam..bot-may-ever-be     0.0/1234     0-0-1234 forfeits     1234
endings: square 1500, timeout 1234
)");
}

TEST_CASE("no number loses a digit on a terminal of any width") {
    const ManyGames played;
    for (int columns = 30; columns <= 200; ++columns) {
        const auto lines = live_lines(progress_of_many(), played.account, standings_of(played.account, false).ratings,
                                      "the load is 9.5 on 2 cores", {24, columns});
        std::string text = joined(lines);
        std::replace(text.begin(), text.end(), '\n', ' ');
        for (const std::string& line : lines)
            CHECK(line.size() < static_cast<std::size_t>(columns));
        for (const char* number : {"2734", "15000", "1234 forfeits", "17", "1984.0/2734", "0.0/1234", "9.5"})
            CHECK_MESSAGE(text.find(number) != std::string::npos, columns << ": " << number << "\n" << text);
    }
}

TEST_CASE("a terminal of any height has a row left for the cursor") {
    std::vector<std::string> names;
    for (int i = 0; i < 60; ++i)
        names.push_back("bot" + std::to_string(i));
    Played played(head_of(names, settings_for(Format::round_robin)));
    played.games(0, 1, "10");
    Progress progress;
    progress.played = 2;
    progress.total = 3540;
    for (int rows = 2; rows <= 70; ++rows) {
        const auto lines = live_lines(progress, played.account, standings_of(played.account, false).ratings,
                                      "the load is 9.5 on 2 cores", {rows, 80});
        CHECK(lines.size() == static_cast<std::size_t>(std::min(rows - 1, 1 + 1 + 60 + 1 + 1)));
    }
}

}  // namespace tournament_test
