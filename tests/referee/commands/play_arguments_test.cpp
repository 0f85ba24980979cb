// The command line of a match as data: every option arrives where it belongs, and conflicts are refused.
#include "referee/commands/play_arguments.hpp"

#include <doctest/doctest.h>

#include "referee/commands/commands.hpp"
#include "tests/referee/user_error.hpp"

namespace {

using namespace std::chrono_literals;
using referee::Arguments;
using referee::PlayOptions;

PlayOptions play(const Arguments& arguments) {
    return referee::play_options(arguments);
}

std::string said_of(const Arguments& arguments) {
    return error_of([&] { referee::parse_command(arguments); });
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

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

TEST_CASE("every option of a match arrives, before and behind the bots, with and without an equals sign") {
    const Arguments options = {"--game",      "magnetize:width=9",
                               "--games",     "5",
                               "--seed",      "42",
                               "--move-time", "2s",
                               "--limits",    "first=3s,margin=0ms",
                               "--limits",    "bob:memory=1G",
                               "--log",       "file",
                               "--force",     "--show",
                               "--quiet",     "--stderr",
                               "--resume",    "old",
                               "--match",     "3",
                               "--at",        "7"};
    Arguments first = options;
    first.insert(first.end(), {"a", "bob=b -x"});
    Arguments last = {"a", "bob=b -x"};
    last.insert(last.end(), options.begin(), options.end());
    const Arguments equals = {"--game=magnetize:width=9",
                              "--games=5",
                              "a",
                              "--seed=42",
                              "--move-time=2s",
                              "--limits=first=3s,margin=0ms",
                              "--limits=bob:memory=1G",
                              "bob=b -x",
                              "--log=file",
                              "--force",
                              "--show",
                              "--quiet",
                              "--stderr",
                              "--resume=old",
                              "--match=3",
                              "--at=7"};
    for (const Arguments& arguments : {first, last, equals}) {
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

TEST_CASE("a log that is resumed may come from stdin") {
    CHECK(play({"a", "b", "--resume", "-"}).resume == "/dev/stdin");
}

TEST_CASE("a missing second bot is a person") {
    CHECK(play({"a"}).bots == Arguments{"a", "human"});
}

TEST_CASE("seeds reach to 2^53 - 1") {
    CHECK(play({"a", "b", "--seed", "0"}).seed == 0);
    CHECK(play({"a", "b", "--seed", "9007199254740991"}).seed == 9007199254740991u);
    CHECK(contains(said_of({"a", "b", "--seed", "9007199254740992"}), "from 0 to 9007199254740991"));
}

TEST_CASE("a mistyped option is refused with the one that was meant") {
    CHECK(contains(said_of({"a", "b", "--sed", "3"}), "unknown option '--sed'; did you mean '--seed'?"));
    CHECK(contains(said_of({"a", "b", "--game-s=3"}), "unknown option '--game-s'; did you mean '--games'?"));
    CHECK(contains(said_of({"replay", "log", "--stdin_of", "1"}), "did you mean '--stdin-of'?"));
    CHECK(contains(said_of({"a", "b", "--zzzzzzzz"}), "; there are: --"));
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

TEST_CASE("a lack and an excess of bots and logs are refused") {
    CHECK(contains(said_of({"play"}), "no bot is given"));
    CHECK(contains(said_of({"a", "b", "c"}), "'c' is one bot too many"));
    CHECK(contains(said_of({"replay"}), "no log is given"));
    CHECK(contains(said_of({"replay", "x", "y"}), "'y' is one argument too many"));
    CHECK(contains(said_of({"games", "x", "y"}), "'y' is one argument too many"));
}

TEST_CASE("options that do not go together are refused") {
    CHECK(contains(said_of({"a", "b", "--at", "3"}), "--at goes with --resume"));
    CHECK(contains(said_of({"a", "b", "--match", "3"}), "--match goes with --resume"));
    CHECK(contains(said_of({"a", "b", "--resume", "-", "--watch"}), "both want stdin"));
    CHECK(contains(said_of({"a", "--resume", "-"}), "--resume - wants stdin"));
    CHECK(contains(said_of({"a", "b", "--force"}), "--force goes with --log"));
    CHECK(contains(said_of({"a", "b", "--json", "--log", "-"}), "both want stdout"));
    CHECK(contains(said_of({"a", "b", "--json", "--show"}), "both want stdout"));
    CHECK(contains(said_of({"replay", "x", "--until", "3"}), "--until goes with --stdin-of"));
}

TEST_CASE("values out of range, of no meaning or missing are refused, and the option is named") {
    const Arguments wrong[] = {{"--games", "0"},
                               {"--games", "1000001"},
                               {"--games", "x"},
                               {"--games", "1.5"},
                               {"--games", ""},
                               {"--games"},
                               {"--seed", "-1"},
                               {"--seed", "1e3"},
                               {"--seed", "99999999999999999999"},
                               {"--move-time", "0s"},
                               {"--move-time", "x"},
                               {"--limits", "first=0us"},
                               {"--limits", "margin=-1ms"},
                               {"--at", "-1"},
                               {"--move-time"},
                               {"--log"},
                               {"--log", ""},
                               {"--resume", ""},
                               {"--limits", ""},
                               {"--limits", "move=1s,"},
                               {"--limits", "move"},
                               {"--limits", "a:margin=1s"},
                               {"--limits"}};
    for (const Arguments& option : wrong) {
        Arguments arguments = {"a", "b"};
        arguments.insert(arguments.end(), option.begin(), option.end());
        INFO(option[0] << " " << option.back());
        CHECK(contains(said_of(arguments), option[0]));
        CHECK_FALSE(contains(said_of(arguments), "\n"));
    }
}

TEST_CASE("flags take no value") {
    for (const char* flag : {"--json=0", "--quiet=3", "--show=false", "--stderr=x", "--traditional-time=true"}) {
        INFO(flag);
        CHECK(contains(said_of({"a", "b", flag}), " takes no value"));
    }
    CHECK(contains(said_of({"a", "b", "--log", "--json=0"}), "--json takes no value"));
}

TEST_CASE("an option is given once") {
    CHECK(said_of({"a", "b", "--seed", "1", "--seed", "1"}) == "--seed is given more than once");
    CHECK(said_of({"replay", "x", "--at", "1", "--at", "1"}) == "--at is given more than once");
    CHECK(play({"a", "b", "--sandbox", "folder=c,folder=d"}).isolation.folders == Arguments{"c", "d"});
}

TEST_CASE("sizes and limits are read, or none") {
    const auto isolation = play({"a", "b", "--limits", "memory=512M,processes=none"}).isolation;
    CHECK(isolation.memory == std::optional<std::uint64_t>(std::uint64_t{512} << 20));
    CHECK((isolation.processes.has_value() && !isolation.processes->has_value()));
    CHECK((!play({"a", "b"}).isolation.memory && !play({"a", "b"}).isolation.processes));
    CHECK(contains(said_of({"a", "b", "--limits", "memory=1"}), "write a size such as"));
    CHECK(contains(said_of({"a", "b", "--limits", "processes=0"}), "from 1 to"));
}
