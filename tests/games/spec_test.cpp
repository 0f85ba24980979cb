// Tests the reading of games and settings, and the advice for typing mistakes.
#include "games/suggestion.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "tests/messages.hpp"

namespace games_test {

namespace {

struct Mistake {
    std::string_view text;
    std::vector<std::string_view> told;  ///< texts that the message has to contain
};

void check_told(const Mistake& mistake) {
    const std::string message = error_of([&] { return games::parse_spec(mistake.text); });
    INFO("spec '" << mistake.text << "': " << message);
    CHECK_FALSE(contains(message, "\n"));
    for (const std::string_view part : mistake.told) {
        INFO("expected: " << part);
        CHECK(contains(message, part));
    }
}

}  // namespace

TEST_CASE("a spec without settings has the defaults of the table of settings") {
    const games::GameSpec spec = games::parse_spec("magnetize");
    std::string expected;
    for (const games::Setting& setting : std::span(spec.values.table()).first(4)) {
        expected.append(expected.empty() ? "magnetize:" : ",")
            .append(setting.name)
            .append("=")
            .append(setting.fallback);
    }
    const auto cells = spec.values.get("height") * spec.values.get("width");
    CHECK(to_string(spec) == expected + ",max_plies=" + std::to_string(4 * cells));
}

TEST_CASE("settings are given in any order, and the ply limit follows from the size") {
    CHECK(to_string(games::parse_spec("magnetize:maglock=2,width=5,height=4")) ==
          "magnetize:height=4,width=5,square=2,maglock=2,max_plies=80");
    CHECK(to_string(games::parse_spec("magnetize:max_plies=3,maglock=1000,square=4,height=10,width=64")) ==
          "magnetize:height=10,width=64,square=4,maglock=1000,max_plies=3");
    CHECK(to_string(games::parse_spec("magnetize:height=64,width=64,square=64,maglock=2")) ==
          "magnetize:height=64,width=64,square=64,maglock=2,max_plies=16384");
}

TEST_CASE("equal specs are equal however they were written") {
    CHECK(games::parse_spec("magnetize:height=6,width=7") ==
          games::parse_spec("magnetize:width=7,max_plies=168,height=6"));
    CHECK_FALSE(games::parse_spec("magnetize:width=7") == games::parse_spec("magnetize:width=8"));
    CHECK_FALSE(games::parse_spec("magnetize:max_plies=168") == games::parse_spec("magnetize:max_plies=169"));
}

TEST_CASE("an unknown game is named, and a similar one suggested") {
    check_told({"magnetise", {"unknown game 'magnetise'", "did you mean 'magnetize'?"}});
    check_told({"Magnetize", {"unknown game 'Magnetize'", "did you mean 'magnetize'?"}});
    check_told({"chess", {"unknown game 'chess'", "there are:", "magnetize"}});
    check_told({"", {"unknown game ''", "there are:"}});
    check_told({":height=6", {"unknown game ''"}});
    check_told({"magnetize ", {"unknown game 'magnetize '"}});
    check_told({"magnetize,height=6", {"unknown game 'magnetize,height=6'"}});
}

TEST_CASE("an unknown setting is named together with the game, and a similar one suggested") {
    check_told({"magnetize:hight=6", {"magnetize", "'hight'", "did you mean 'height'?"}});
    check_told({"magnetize:heigth=6", {"'heigth'", "did you mean 'height'?"}});
    check_told({"magnetize:max_ply=6", {"'max_ply'", "did you mean 'max_plies'?"}});
    check_told({"magnetize:colour=6", {"'colour'", "there are: height, width, square, maglock, max_plies"}});
    check_told({"magnetize:Height=6", {"'Height'", "did you mean 'height'?"}});
    check_told({"magnetize: height=6", {"' height'", "did you mean 'height'?"}});
    check_told({"magnetize:height =6", {"'height '", "did you mean 'height'?"}});
}

TEST_CASE("a setting is given once, with an equals sign and a whole number") {
    check_told({"magnetize:height=6,height=6", {"magnetize", "height", "twice"}});
    check_told({"magnetize:height=6,width=5,height=7", {"height", "twice"}});
    for (const char* part : {"height", "6", "=6", "=", "height6"}) {
        check_told({std::string("magnetize:") + part, {"magnetize", part, "setting=value"}});
    }
    for (const char* value : {"", "six", "6.0", "+6", "06", "6 ", " 6", "0x6", "6e0", "6=6", "6:7", "-", "-0", "--6"}) {
        check_told({std::string("magnetize:height=") + value, {"magnetize", "height", "whole number"}});
    }
}

TEST_CASE("empty parts and trailing commas are not settings") {
    for (const char* text :
         {"magnetize:", "magnetize:,", "magnetize:height=6,", "magnetize:,height=6", "magnetize:height=6,,width=7"}) {
        check_told({text, {"magnetize", "setting=value"}});
    }
    check_told({"magnetize::height=6", {"magnetize", "':height'", "did you mean 'height'?"}});
}

TEST_CASE("a value out of range is reported with the range") {
    check_told({"magnetize:height=1", {"magnetize", "height=1", "from 2 to 64"}});
    check_told({"magnetize:height=65", {"height=65", "from 2 to 64"}});
    check_told({"magnetize:width=-7", {"width=-7", "from 2 to 64"}});
    check_told({"magnetize:square=1", {"square=1", "from 2 to 64"}});
    check_told({"magnetize:maglock=0", {"maglock=0", "from 1 to 1000"}});
    check_told({"magnetize:maglock=1001", {"maglock=1001", "from 1 to 1000"}});
    check_told({"magnetize:max_plies=0", {"max_plies=0", "from 1 to 100000"}});
    check_told({"magnetize:max_plies=99999999999999999999", {"max_plies=", "from 1 to 100000"}});
    check_told({"magnetize:max_plies=-99999999999999999999", {"max_plies=-", "from 1 to 100000"}});
}

TEST_CASE("a square that does not fit on the board is refused, and the largest one that fits is accepted") {
    check_told({"magnetize:height=6,width=7,square=7", {"magnetize", "square=7", "6 x 7", "from 2 to 6"}});
    check_told({"magnetize:height=9,width=3,square=4", {"square=4", "9 x 3", "from 2 to 3"}});
    check_told({"magnetize:height=3,width=9,square=4", {"square=4", "3 x 9", "from 2 to 3"}});
    for (const char* text : {"magnetize:height=6,width=7,square=6", "magnetize:height=9,width=3,square=3"})
        CHECK_NOTHROW(games::parse_spec(text));
}

TEST_CASE("a game may have a traditional time for a move") {
    CHECK(games::find_game("magnetic_cave")->traditional_time.value() == std::chrono::seconds(3));
    CHECK_FALSE(games::find_game("magnetize")->traditional_time.has_value());
}

TEST_CASE("the nearest known word is suggested, or all are listed") {
    const std::vector<std::string_view> words = {"alpha", "beta", "gamma"};
    CHECK(games::did_you_mean("alhpa", words) == "; did you mean 'alpha'?");
    CHECK(games::did_you_mean("delta", words) == "; there are: alpha, beta, gamma");
    CHECK(games::did_you_mean("alpho", words) == "; did you mean 'alpha'?");
    CHECK(games::did_you_mean("bet", words) == "; did you mean 'beta'?");
    CHECK(games::did_you_mean("gammas", words) == "; did you mean 'gamma'?");
    CHECK(games::did_you_mean("", words) == "; there are: alpha, beta, gamma");
    const std::vector<std::string_view> near = {"ab", "abcdef", "abcdeg"};
    CHECK(games::did_you_mean("abcdeg", near) == "; did you mean 'abcdeg'?");
    CHECK(games::did_you_mean("abcdxx", near) == "; did you mean 'abcdef'?");
    CHECK(games::did_you_mean("x", {}) == "");
    CHECK(games::did_you_mean(std::string(100'000'000, 'a'), words) == "; there are: alpha, beta, gamma");
}

TEST_CASE("a part of an option finds the shortest option that has it") {
    using games::nearest;
    using namespace std::string_view_literals;
    constexpr std::array options = {"--first-move-time"sv, "--move-time"sv, "--scale-time"sv,
                                    "--games"sv,           "--game"sv,      "--sandbox-folder"sv};
    CHECK(nearest("--time", options) == "--move-time");
    CHECK(nearest("--folder", options) == "--sandbox-folder");
    CHECK(nearest("--gamse", options) == "--games");
    CHECK(nearest("--colour", options).empty());
}

}  // namespace games_test
