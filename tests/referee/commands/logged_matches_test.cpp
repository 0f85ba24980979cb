// Tests that only the requested matches of a file are read, each with its place in the file.
#include "referee/commands/logged_matches.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "referee/match/record.hpp"
#include "tests/referee/scripted_match.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using protocol::Layout;
using protocol::MatchLog;
using referee::ContradictedLog;
using referee::MatchPlace;

struct Places {
    std::vector<std::string> names;
    std::vector<std::optional<int>> numbers;
};

Places places_in(const std::string& path, std::optional<int> only = std::nullopt) {
    Places places;
    referee::read_checked_matches(path, only, [&](const MatchLog&, const MatchPlace& place) {
        places.names.push_back(place.name);
        places.numbers.push_back(place.number);
    });
    return places;
}

std::string example(int wrong_mover = -1) {
    ScriptedMatch match;
    match.script(worked_example());
    MatchLog log = match.play();
    if (wrong_mover >= 0) log.plies[1].player = wrong_mover;
    return to_json(log, Layout::one_line);
}

}  // namespace

TEST_CASE("only the requested matches of a file are checked") {
    const TempFolder folder;
    const std::string path = folder.write("log", example() + example(0) + example());
    CHECK_THROWS_AS(places_in(path), ContradictedLog);
    const Places third = places_in(path, 3);
    CHECK(third.names == std::vector<std::string>{path + ":3"});
    CHECK(third.numbers == std::vector<std::optional<int>>{3});
    CHECK_THROWS_AS(places_in(path, 2), ContradictedLog);
    CHECK(error_of([&] { places_in(path, 4); }) == "--match 4: log '" + path + "' holds 3 matches");
}

TEST_CASE("the matches of a file are numbered from 1, and a single match has no number") {
    const TempFolder folder;
    CHECK(places_in(folder.write("two", example() + example())).numbers == std::vector<std::optional<int>>{1, 2});
    CHECK(places_in(folder.write("one", example())).numbers == std::vector<std::optional<int>>{std::nullopt});
}
