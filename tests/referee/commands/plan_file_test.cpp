// Tests that a tournament plan in a file works like options of the command line, which take precedence over it.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/commands/plan_file.hpp"
#include "referee/commands/tournament_arguments.hpp"

namespace {

using referee::Arguments;
using referee::Option;

/// All options that a plan may contain.
const std::vector<Option>& options() {
    static referee::TournamentOptions values;
    static referee::CommandLine line("referee tournament", "");
    if (line.options().empty()) referee::add_tournament_options(line, values);
    return line.options();
}

Arguments arguments_of_plan(const std::string& json, const Arguments& given = {}) {
    return referee::arguments_of_plan(json, "p.json", given, options());
}

std::string refusal_of_plan(const std::string& json) {
    try {
        static_cast<void>(arguments_of_plan(json));
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

TEST_CASE("a plan replaces options") {
    CHECK(arguments_of_plan(R"({"$schema": "x", "bot": ["./a", "b=./b -x"], "games": 4, "reuse": true, "pin": false,
                                "move-time": "50ms", "opening": ["x", "y"]})") ==
          Arguments{"./a", "b=./b -x", "--games=4", "--reuse", "--move-time=50ms", "--opening=x", "--opening=y"});
}

TEST_CASE("the command line takes precedence over the plan") {
    const std::string plan = R"({"games": 4, "rounds": 7, "bot": "./a"})";
    CHECK(arguments_of_plan(plan, {"--games", "6"}) == Arguments{"--rounds=7", "./a"});
    CHECK(arguments_of_plan(plan, {"--games=6", "./b"}) == Arguments{"--rounds=7", "./a"});
}

TEST_CASE("every option accepts the same values in a plan as on the command line, and refuses every other type") {
    int checked = 0;
    for (const Option& option : options()) {
        if (option.is_argument()) continue;
        ++checked;
        const std::string key = option.names.substr(2);
        const auto plan = [&](const std::string& value) { return "{\"" + key + "\": " + value + "}"; };
        const auto refuses = [&](const std::string& value) {
            INFO(plan(value));
            const std::string said = refusal_of_plan(plan(value));
            CHECK(said.starts_with("plan 'p.json', " + key + ": write "));
        };
        const auto makes = [&](const std::string& value, const Arguments& arguments) {
            INFO(plan(value));
            CHECK(refusal_of_plan(plan(value)).empty());
            CHECK(arguments_of_plan(plan(value)) == arguments);
        };
        for (const char* value : {"null", "{}", R"({"x": 1})", "[true]", "[null]", R"([["x"]])", "[{}]"})
            refuses(value);
        if (option.type.empty()) {
            makes("true", {option.names});
            makes("false", {});
            for (const char* value : {"3", R"("on")", R"("")", "[]", R"(["x"])"})
                refuses(value);
            continue;
        }
        for (const char* value : {"true", "false"})
            refuses(value);
        makes("3", {option.names + "=3"});
        makes(R"("a=b c")", {option.names + "=a=b c"});
        if (key != "limits") makes(R"("")", {option.names + "="});
        if (option.is_list) {
            makes("[]", {});
            makes(R"(["x", 4])", {option.names + "=x", option.names + "=4"});
        } else {
            for (const char* value : {"[]", R"(["x"])", "[1, 2]"})
                refuses(value);
        }
    }
    CHECK(checked > 30);
}

TEST_CASE("an equivalent option on the command line replaces the one of a plan") {
    const std::string plan =
        R"({"opening": ["DROP 1"], "move-time": "1s", "limits": ["margin=0s,memory=1G", "a:move=9s,memory=2G"]})";
    CHECK(arguments_of_plan(plan, {"--openings", "3"}) ==
          Arguments{"--move-time=1s", "--limits=margin=0s,memory=1G", "--limits=a:move=9s,memory=2G"});
    CHECK(arguments_of_plan(plan, {"--traditional-time"}) ==
          Arguments{"--opening=DROP 1", "--limits=memory=1G", "--limits=a:move=9s,memory=2G"});
    CHECK(arguments_of_plan(plan, {"--limits", "memory=2G,move=4s", "--limits=a:move=5s", "--opening=x"}) ==
          Arguments{"--limits=margin=0s", "--limits=a:memory=2G"});
    CHECK(arguments_of_plan(R"({"opening": ["DROP 1"]})", {"--openings=order=random,start=2"}) ==
          Arguments{"--opening=DROP 1"});
    CHECK(arguments_of_plan(R"({"traditional-time": true})", {"--limits=clock=1m"}).empty());
    CHECK(arguments_of_plan(R"({"traditional-time": true})", {"--limits=memory=1G"}) ==
          Arguments{"--traditional-time"});
    // A clock replaces the limits of moves, also if it is the clock of a single bot. The limits of moves have two
    // spellings.
    CHECK(arguments_of_plan(plan, {"--limits=clock=1m", "--limits=a:clock=2m"}) ==
          Arguments{"--opening=DROP 1", "--limits=margin=0s,memory=1G", "--limits=a:memory=2G"});
    CHECK(arguments_of_plan(R"({"limits": "move-time=1s"})", {"--move-time=2s"}).empty());
    const std::string boxed = R"({"sandbox": "on,folder=/a,folder=/b\\,c,reuse=off"})";
    CHECK(arguments_of_plan(boxed, {"--sandbox", "folder=/d"}) == Arguments{"--sandbox=on,reuse=off"});
    CHECK(arguments_of_plan(boxed, {"--sandbox=off", "--sandbox", "reuse=on"}) ==
          Arguments{"--sandbox=folder=/a,folder=/b\\,c"});
    CHECK(arguments_of_plan(boxed, {"--sandbox=auto,reuse=on,folder=/d"}).empty());
}

TEST_CASE("the key of a renamed option is refused with its new name") {
    CHECK(refusal_of_plan(R"({"clock": "60s"})") ==
          "plan 'p.json', clock: this key no longer exists; use \"limits\": \"clock=60s+1s\"");
    CHECK(refusal_of_plan(R"({"sandbox-reuse": "off"})").ends_with("use \"sandbox\": \"on,reuse=off\""));
    CHECK(refusal_of_plan(R"({"title": "x"})").starts_with("plan 'p.json', title: there is no such key; there are: "));
    CHECK(refusal_of_plan(R"({"time": "3s"})").starts_with("plan 'p.json', time: there is no such key; "));
}

TEST_CASE("an invalid plan is refused in one line") {
    CHECK(refusal_of_plan("[1]").starts_with("plan 'p.json': this is not a JSON object"));
    CHECK(refusal_of_plan("{\n  \"games\": 4,\n  \"pin\" true}")
              .starts_with("plan 'p.json', line 3, column 12: invalid JSON: syntax error"));
    CHECK(refusal_of_plan(R"({"games": 4, "games": 5})") ==
          "plan 'p.json': the key 'games' occurs twice in one object: remove one");
    CHECK(refusal_of_plan(R"({"gmaes": 4})") == "plan 'p.json', gmaes: there is no such key; did you mean 'games'?");
    CHECK(refusal_of_plan(R"({"entrants": [{"command": "./a"}]})") ==
          "plan 'p.json': the list of bots has the key 'bot' in a plan: write {\"bot\": [...]} in place of 'entrants'");
    CHECK(refusal_of_plan(R"({"format": "referee-match/1"})").find("match log, not a plan") != std::string::npos);
    CHECK(refusal_of_plan(R"({"games": {"x": 1}})") == "plan 'p.json', games: write a string or a number");
    CHECK(refusal_of_plan(R"({"--games": 1})") ==
          "plan 'p.json', --games: the keys are names of options, without dashes");
    for (const char* bots : {"true", "false", "null", "3", "[3]", "[true]", "[null]", R"([["./a"]])"}) {
        INFO(bots);
        CHECK(refusal_of_plan(std::string(R"({"bot": )") + bots + "}") ==
              "plan 'p.json', bot: write an array of bots, each a string or an object with a command");
    }
    CHECK(refusal_of_plan(R"({"bot": ["--dry-run"]})") ==
          "plan 'p.json', bot: '--dry-run' would be an option: write ./--dry-run");
    for (const char* entrants : {R"(["./a"])", R"("e.json")", "[{}]"})
        CHECK(refusal_of_plan(std::string(R"({"entrants": )") + entrants + "}").find("has the key 'bot'") !=
              std::string::npos);
    CHECK(refusal_of_plan(R"({"help": true})").starts_with("plan 'p.json', help: there is no such key"));
    CHECK(refusal_of_plan(R"({"db": "a\u0000b"})") == "plan 'p.json', db: the string contains a NUL character");
    CHECK(refusal_of_plan(R"({"plan": "x"})") == "plan 'p.json', plan: a plan can't name another plan");
}

}  // namespace
