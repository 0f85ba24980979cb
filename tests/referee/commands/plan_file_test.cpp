// A tournament's plan in a file stands for options of the command line.
#include <doctest/doctest.h>

#include <string>

#include "games/user_error.hpp"
#include "referee/commands/plan_file.hpp"

namespace {

using referee::Arguments;

Arguments arguments_of_plan(const std::string& json, const Arguments& given = {}) {
    return referee::arguments_of_plan(json, "p.json", given,
                                      {"--games", "--rounds", "--reuse", "--pin", "--move-time", "--sandbox-folder"});
}

std::string refusal_of_plan(const std::string& json) {
    try {
        static_cast<void>(arguments_of_plan(json));
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

TEST_CASE("a plan stands for options") {
    CHECK(arguments_of_plan(R"({"$schema": "x", "bot": ["./a", "b=./b -x"], "games": 4, "reuse": true, "pin": false,
                                "move-time": "50ms", "sandbox-folder": ["x", "y"]})") ==
          Arguments{"./a", "b=./b -x", "--games=4", "--reuse", "--move-time=50ms", "--sandbox-folder=x",
                    "--sandbox-folder=y"});
}

TEST_CASE("the command line goes before the plan") {
    const std::string plan = R"({"games": 4, "rounds": 7, "bot": "./a"})";
    CHECK(arguments_of_plan(plan, {"--games", "6"}) == Arguments{"--rounds=7", "./a"});
    CHECK(arguments_of_plan(plan, {"--games=6", "./b"}) == Arguments{"--rounds=7", "./a"});
}

TEST_CASE("what is no plan is refused in one line") {
    CHECK(refusal_of_plan("[1]").starts_with("plan 'p.json': this is no JSON object"));
    CHECK(refusal_of_plan("{\n  \"games\": 4,\n  \"pin\" true}")
              .starts_with("plan 'p.json', line 3, column 12: this is no JSON: syntax error"));
    CHECK(refusal_of_plan(R"({"games": 4, "games": 5})") ==
          "plan 'p.json': the key 'games' occurs twice in one object: remove one");
    CHECK(refusal_of_plan(R"({"gmaes": 4})") == "plan 'p.json', gmaes: there is no such key; did you mean 'games'?");
    CHECK(refusal_of_plan(R"({"entrants": [{"command": "./a"}]})") ==
          "plan 'p.json': this is a file of entrants, and no plan: --entrants p.json");
    CHECK(refusal_of_plan(R"({"format": "referee-match/1"})").find("log of a match") != std::string::npos);
    CHECK(refusal_of_plan(R"({"games": {"x": 1}})") ==
          "plan 'p.json', games: write a text, a number, true or a list of texts");
    CHECK(refusal_of_plan(R"({"--games": 1})") ==
          "plan 'p.json', --games: the keys are names of options, without dashes");
    CHECK(refusal_of_plan(R"({"bot": true})") == "plan 'p.json', bot: a list of bots is needed");
    CHECK(refusal_of_plan(R"({"plan": "x"})") == "plan 'p.json', plan: the keys are names of options, without dashes");
}

}  // namespace
