// Tests that the ratings of the play page are those of docs/bots.md.
#include "referee/web/serve/opponents.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "games/catalogue.hpp"

namespace {

using referee::serve::OpponentRating;
using referee::serve::ratings;
/// For each game, the names and ratings of the bots in order.
using Tables = std::map<std::string, std::vector<std::pair<std::string, std::string>>>;

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// The standings in docs/bots.md for 100 ms a move.
Tables standings() {
    Tables tables;
    std::ifstream file(BOTS_DOCUMENT);
    std::string game;
    std::size_t place_of_rating = 0;  // behind the results of both sides; 0 outside of a table
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> words = words_of(line);
        if (line.starts_with("### "))
            game = words.size() == 5 && words[2] == "100ms" ? words[1].substr(0, words[1].size() - 1) : "";
        else if (!words.empty() && words[0] == "place")
            place_of_rating = static_cast<std::size_t>(std::ranges::find(words, "1st") - words.begin()) + 2;
        else if (words.size() <= place_of_rating || line[0] != ' ')
            place_of_rating = 0;
        else if (place_of_rating > 0 && !game.empty())
            tables[game].emplace_back(words[1], words[place_of_rating]);
    }
    return tables;
}

}  // namespace

TEST_CASE("the ratings are those of docs/bots.md, in the order of its tables") {
    Tables found;
    for (const OpponentRating& rating : ratings()) {
        auto& table = found[std::string(rating.game)];
        table.emplace_back(rating.bot, rating.elo);
        CHECK(rating.row == static_cast<int>(table.size()));
    }
    CHECK_MESSAGE(found == standings(),
                  "docs/bots.md has other ratings than this program: build it again; or its format has changed");
    for (const auto& game : games::catalogue()) {
        const auto& table = found[game->name];
        CHECK_MESSAGE(std::ranges::any_of(table, [](const auto& row) { return row.first == "random"; }), game->name);
    }
}
