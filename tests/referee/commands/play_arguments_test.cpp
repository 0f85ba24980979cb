// Tests the command line of a match: every option reaches the setting that it belongs to.
#include "referee/commands/play_arguments.hpp"

#include <doctest/doctest.h>

namespace {

using namespace std::chrono_literals;
using referee::Arguments;
using referee::PlayOptions;

PlayOptions play(const Arguments& arguments) {
    return referee::play_options(arguments);
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

TEST_CASE("every option of a match takes effect, before and after the bots, with and without an equals sign") {
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

TEST_CASE("the largest seed is 2^53 - 1") {
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
