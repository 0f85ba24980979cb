// Tests the arguments of a match, plans in files, which work like options of the command line, the table at the end of
// a series, and the choice of logged matches.
#include "referee/core/play/play_options.hpp"
#include "referee/tournament/options/stored_matches.hpp"
#include "referee/tournament/series/series_report.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games/user_error.hpp"
#include "referee/core/bots/bot_command.hpp"
#include "referee/core/match/record.hpp"
#include "referee/tournament/options/plan_file.hpp"
#include "referee/tournament/options/tournament_arguments.hpp"
#include "tests/messages.hpp"
#include "tests/referee/scripted_match.hpp"
#include "tests/referee/temp_folder.hpp"
#include "tests/referee/tournament/figures/tables/played_tables.hpp"

namespace {

using referee::Arguments;
using referee::Option;
using namespace std::chrono_literals;
using protocol::Ending;
using protocol::Layout;
using protocol::MatchLog;
using referee::ContradictedLog;
using referee::MatchPlace;
using referee::PlayOptions;
using referee::tournament::score_table;
using tournament_test::head_of;
using tournament_test::Played;

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
    return error_of([&] { return arguments_of_plan(json); });
}

PlayOptions play(const Arguments& arguments) {
    return referee::play_options(arguments);
}

const std::array<std::string, 2> names = {"ann", "a longer name"};

struct Places {
    std::vector<std::string> names;
    std::vector<std::optional<int>> numbers;
};

Places places_in(const std::string& path, std::optional<int> only = std::nullopt) {
    Places places;
    referee::read_checked_matches(referee::read_matches, path, only, [&](const MatchLog&, const MatchPlace& place) {
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

TEST_CASE("a goal and the time at which a run stops are independent of each other") {
    const std::string planned = R"({"until": "los=95", "stop-at": "17:30", "stop-after": "20m"})";
    CHECK(arguments_of_plan(planned, {"--stop-at", "18:00"}) == Arguments{"--until=los=95", "--stop-after=20m"});
    CHECK(arguments_of_plan(planned, {"--until=elo=20"}) == Arguments{"--stop-at=17:30", "--stop-after=20m"});
    for (const Arguments& given :
         {Arguments{"--until", "los=95", "--stop-at", "17:30"}, Arguments{"--stop-at", "17:30", "--until", "los=95"}}) {
        Arguments all = {"./a", "./b"};
        all.insert(all.end(), given.begin(), given.end());
        const auto options = referee::tournament_options(all);
        CHECK((options.until && options.stop_at));
    }
    const auto refusal = [](const Arguments& arguments) {
        return error_of([&] { static_cast<void>(referee::tournament_options(arguments)); });
    };
    CHECK(refusal({"./a", "./b", "--until", "17:30"}) == "--until '17:30': a time of day is --stop-at 17:30");
    CHECK(refusal({"./a", "./b", "--stop-at", "los=95"}) == "--stop-at 'los=95': write a time of day such as 17:30");
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
            CHECK(refusal_of_plan(plan(value)) == "(no error)");
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
          Arguments{"--limits=margin=0s", "--limits=a:move=9s,memory=2G"});  // the line-up replaces limits of one bot
    CHECK(arguments_of_plan(R"({"opening": ["DROP 1"]})", {"--openings=order=random,start=2"}) ==
          Arguments{"--opening=DROP 1"});
    CHECK(arguments_of_plan(R"({"traditional-time": true})", {"--limits=clock=1m"}).empty());
    CHECK(arguments_of_plan(R"({"traditional-time": true})", {"--limits=memory=1G,margin=1ms"}) ==
          Arguments{"--traditional-time"});
    CHECK(arguments_of_plan(R"({"sandbox": ["on,folder=d", "reuse=off"]})", {"--sandbox", "off"}).empty());
    // A clock replaces the limits of moves. The limits of moves have two spellings.
    CHECK(arguments_of_plan(plan, {"--limits=clock=1m", "--limits=a:clock=2m"}) ==
          Arguments{"--opening=DROP 1", "--limits=margin=0s,memory=1G", "--limits=a:move=9s,memory=2G"});
    CHECK(arguments_of_plan(R"({"limits": "move-time=1s"})", {"--move-time=2s"}).empty());
    const std::string timed = R"({"limits": ["clock=1m,first=2s,memory=1G", "a:clock=9s"]})";
    CHECK(arguments_of_plan(timed, {"--limits=move=1s"}) == Arguments{"--limits=memory=1G", "--limits=a:clock=9s"});
    CHECK(arguments_of_plan(timed, {"--move-time=1s"}) == Arguments{"--limits=memory=1G", "--limits=a:clock=9s"});
    CHECK(arguments_of_plan(timed, {"--limits=first=1s"}) ==
          Arguments{"--limits=clock=1m,memory=1G", "--limits=a:clock=9s"});
    const std::string boxed = R"({"sandbox": "on,folder=/a,folder=/b\\,c,reuse=off"})";
    CHECK(arguments_of_plan(boxed, {"--sandbox", "folder=/d"}) == Arguments{"--sandbox=on,reuse=off"});
    CHECK(arguments_of_plan(boxed, {"--sandbox=on", "--sandbox", "reuse=on"}) ==
          Arguments{"--sandbox=folder=/a,folder=/b\\,c"});
    CHECK(arguments_of_plan(boxed, {"--sandbox=auto,reuse=on,folder=/d"}).empty());
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
    CHECK(contains(refusal_of_plan(R"({"format": "referee-match/1"})"), "match log, not a plan"));
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
        CHECK(contains(refusal_of_plan(std::string(R"({"entrants": )") + entrants + "}"), "has the key 'bot'"));
    CHECK(refusal_of_plan(R"({"help": true})").starts_with("plan 'p.json', help: there is no such key"));
    CHECK(refusal_of_plan(R"({"db": "a\u0000b"})") == "plan 'p.json', db: the string contains a NUL character");
    CHECK(refusal_of_plan(R"({"plan": "x"})") == "plan 'p.json', plan: a plan can't name another plan");
}

TEST_CASE("two bots and nothing else are a match with the defaults of the protocol") {
    const PlayOptions options = play({"a", "b"});
    CHECK(options.bots == Arguments{"a", "b"});
    CHECK(options.game == "magnetize");
    CHECK_FALSE(options.game_given);
    CHECK(options.games == 1);
    CHECK_FALSE(options.seed);
    CHECK(options.limits.move == 100ms);
    CHECK(options.limits.first_move == 1s);
    CHECK(options.limits.margin == 20ms);
    CHECK(options.names == Arguments{"", ""});
    CHECK(options.log.empty());
    CHECK_FALSE((options.show || options.quiet || options.json || options.pass_stderr));
    CHECK(options.resume.empty());
    CHECK_FALSE(options.at);
}

TEST_CASE("every option of a match takes effect, before and after the bots, with and without an equals sign") {
    const std::string options =
        "--game magnetize:width=9 --games 5 --seed 42 --move-time 2s --limits first=3s,margin=0ms --limits "
        "bob:memory=1G "
        "--log file --force --show --quiet --stderr --resume old --match 3 --at 7";
    for (const std::string& line :
         {options + " a 'bob=b -x'", "a 'bob=b -x' " + options,
          std::string("--game=magnetize:width=9 --games=5 a --seed=42 --move-time=2s --limits=first=3s,margin=0ms "
                      "--limits=bob:memory=1G 'bob=b -x' --log=file --force --show --quiet --stderr --resume=old "
                      "--match=3 --at=7")}) {
        const Arguments arguments = referee::split_words(line);
        const PlayOptions read = play(arguments);
        CHECK(read.bots == Arguments{"a", "b -x"});
        CHECK(read.game == "magnetize:width=9");
        CHECK(read.game_given);
        CHECK(read.games == 5);
        CHECK(read.seed == 42);
        CHECK(read.force);
        CHECK(read.limits.move == 2s);
        CHECK(read.limits.first_move == 3s);
        CHECK(read.limits.margin == 0s);
        CHECK(read.names == Arguments{"", "bob"});
        REQUIRE(read.own_limits.size() == 1);
        CHECK(read.own_limits[0].name == "bob");
        CHECK(to_text(read.own_limits[0].limits) == "memory=1G");
        CHECK(read.log == "file");
        CHECK((read.show && read.quiet && read.pass_stderr && !read.json));
        CHECK(read.resume == "old");
        CHECK(read.match == 3);
        CHECK(read.at == 7);
    }
    CHECK(play({"a", "b", "--json"}).json);
    CHECK((play({"a", "b", "--watch"}).watch && !play({"a", "b"}).watch));
}

TEST_CASE("a log that is resumed may come from stdin, a missing bot is a person, and the largest seed is 2^53 - 1") {
    CHECK(play({"a", "b", "--resume", "-"}).resume == "/dev/stdin");
    CHECK(play({"a"}).bots == Arguments{"a", "human"});
    CHECK(play({"a", "b", "--seed", "0"}).seed == 0);
    CHECK(play({"a", "b", "--seed", "9007199254740991"}).seed == 9007199254740991u);
}

TEST_CASE("a first move has at least the time of a move, unless its own is given") {
    const std::tuple<Arguments, std::chrono::microseconds, std::chrono::microseconds> table[] = {
        {{}, 100ms, 1s},
        {{"--move-time", "900ms"}, 900ms, 1s},
        {{"--move-time", "10s"}, 10s, 10s},
        {{"--move-time", "10s", "--limits", "first=2s"}, 10s, 2s},
        {{"--limits", "first=2s"}, 100ms, 2s},
        {{"--limits", "first=1s", "--move-time", "10s"}, 10s, 1s},
        {{"--limits", "first=50ms"}, 100ms, 50ms},
    };
    for (const auto& [given, move, first_move] : table) {
        Arguments match = {"a", "b"};
        match.insert(match.end(), given.begin(), given.end());
        CHECK(play(match).limits.move == move);
        CHECK(play(match).limits.first_move == first_move);
    }
}

TEST_CASE("sizes, limits and folders are read, and so is none") {
    CHECK(play({"a", "b", "--sandbox", "folder=c,folder=d"}).isolation.folders == Arguments{"c", "d"});
    const auto isolation = play({"a", "b", "--limits", "memory=512M,processes=none"}).isolation;
    CHECK(isolation.memory == std::optional<std::uint64_t>(std::uint64_t{512} << 20));
    CHECK((isolation.processes.has_value() && !isolation.processes->has_value()));
    CHECK((!play({"a", "b"}).isolation.memory && !play({"a", "b"}).isolation.processes));
}

TEST_CASE("the table of a series shows everything in columns") {
    Played played(head_of({names[0], names[1]}));
    played.game(0, 1, '1').game(1, 0, '=', 0, Ending::by_rules, "board full");
    played.game(0, 1, '0', 0, Ending::timeout, "slow");
    std::array<referee::tournament::TurnTimes, 2> times;
    times[0].add(3000us, {});
    times[0].add(825us, {});
    times[1].add(5000us, {});
    CHECK(score_table(played.account, names, times) ==
          "name          points won drawn lost 1st W/D/L 2nd W/D/L mean (ms) longest (ms)\n"
          "ann              1.5   1     1    1     1/0/1     0/1/0      1.91          0.0\n"
          "a longer name    1.5   1     1    1     0/1/0     1/0/1      5.00          0.0\n"
          "endings: board full 1, square 1, timeout 1\n"
          "ann forfeited 1 of 3 games: timeout\n");
}

TEST_CASE("long names that differ only in their middles are shown whole") {
    const std::array<std::string, 2> students = {"student_mueller_v1_final", "student_muster_v1_final"};
    Played played(head_of({students[0], students[1]}));
    const std::string table = score_table(played.game(0, 1, '1').account, students, {});
    for (const std::string& student : students)
        CHECK(contains(table, "\n" + student + " "));
}

TEST_CASE("aborted games are not in a table, and an empty table does not divide by zero") {
    Played played(head_of({names[0], names[1]}));
    played.game(0, 1, '1').game(1, 0, 'x');
    CHECK(results_of(played.account).endings == referee::CountsByName{{"square", 1}});
    CHECK(contains(score_table(played.account, names, {}), "    1/0/0     0/0/0"));
    CHECK_FALSE(contains(score_table(Played(head_of({"a", "b"})).account, {"a", "b"}, {}), "nan"));
}

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
