// Tests that a match with an unfair turn is played again, but only once for each player.
#include "referee/core/bots/valid_match.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <array>
#include <vector>

#include "referee/core/base/unique_fd.hpp"
#include "referee/core/base/wake_up.hpp"
#include "referee/core/bots/candidate.hpp"
#include "tests/referee/core/players/test_clock.hpp"

namespace {

using namespace std::chrono_literals;

using MayBeVoid = std::array<bool, 2>;

/// A sequence of matches. Match i becomes void because of players[i], if the rules allow it. Later matches are valid.
class Spoilt {
public:
    explicit Spoilt(std::vector<int> players) : players_(std::move(players)) {}

    referee::PlayedMatch operator()(MayBeVoid may_be_void) {
        asked.push_back(may_be_void);
        referee::PlayedMatch played;
        played.log.seed = asked.size();
        if (asked.size() > players_.size()) return played;
        const int player = players_[asked.size() - 1];
        if (may_be_void[static_cast<std::size_t>(player)]) played.void_for = player;
        return played;
    }

    std::vector<MayBeVoid> asked;

private:
    std::vector<int> players_;
};

/// The numbers of the void matches, counted from 1, followed by the number of the match that counts.
std::vector<std::uint64_t> played(Spoilt& matches, int max_void) {
    std::vector<std::uint64_t> numbers;
    const auto log = referee::play_until_valid([&](MayBeVoid may_be_void) { return matches(may_be_void); },
                                               [&](const auto& lost, int) { numbers.push_back(lost.seed); }, max_void);
    numbers.push_back(log.seed);
    return numbers;
}

}  // namespace

TEST_CASE("after one void match for a player the next one counts, whatever happens in its turns") {
    Spoilt matches({1, 1, 1});
    CHECK(played(matches, 1) == std::vector<std::uint64_t>{1, 2});
    CHECK(matches.asked == std::vector<MayBeVoid>{{true, true}, {true, false}});
}

TEST_CASE("each player has a separate void match") {
    Spoilt matches({1, 0, 1, 0});
    CHECK(played(matches, 1) == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(matches.asked == std::vector<MayBeVoid>{{true, true}, {true, false}, {false, false}});
}

TEST_CASE(
    "a match with a person continues from the position in which it became void, and text typed ahead is not lost") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const referee::UniqueFd reading(ends[0]);
    referee::UniqueFd writing(ends[1]);
    const std::string_view typed = "0\n1\nback\n2\nquit\n";
    REQUIRE(::write(writing.get(), typed.data(), typed.size()) == static_cast<ssize_t>(typed.size()));
    writing.reset();
    const auto entrants = referee::entrants_of(
        std::array{referee::player_of("human", "ann"),
                   referee::player_of(std::string(SCRIPTED_BOT) + " --at 2 --do never_answer", "bob")});
    referee::MatchPlan plan{games::parse_spec("magnetize:height=6,width=7,square=6"), 0, {}, {1s, 1s, 20ms}, {}};
    plan.players = {entrants[0].logged("none"), entrants[1].logged("none")};
    referee::MatchLauncher launcher;
    const referee::WakeUp stop;
    referee::Terminal terminal(reading.get(), stop.fd());
    const referee::Isolation isolation;
    referee_test::TestClock clock;
    clock.stop(1, 1ms, 1h, 1s);  // the bot answers once; then the referee wakes 1 h after the bot's deadline
    std::size_t lost_plies = 0;
    const auto log = referee::play_valid_match(
        plan, {&entrants[0], &entrants[1]}, {launcher, terminal, stop.fd(), false, isolation, nullptr, nullptr, clock},
        nullptr, [&](const auto& lost, int) {
            lost_plies = lost.plies.size();
            clock.stop(100, 1ms);
        });
    CHECK(lost_plies == 3);
    // The bot's answer to the third ply was void. In the next match, the person takes the third ply back and makes
    // another move, which the bot answers.
    REQUIRE(log.plies.size() == 4);
    CHECK(log.opening == 2);
    CHECK(log.plies[0].move == "DROP 0");
    CHECK(log.plies[2].move == "DROP 2");
    CHECK(log.result.detail == "ann has left the match");
}

TEST_CASE("there may be more void matches if no player can gain from them") {
    Spoilt matches({0, 0, 0, 0});
    CHECK(played(matches, 3) == std::vector<std::uint64_t>{1, 2, 3, 4});
}

TEST_CASE("a match that is fair is played once") {
    Spoilt matches({});
    CHECK(played(matches, 1) == std::vector<std::uint64_t>{1});
}
