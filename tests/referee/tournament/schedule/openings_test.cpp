// Openings are legal, undecided, different from each other, and the same for the same seed.
#include "referee/tournament/schedule/openings.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/user_error.hpp"
#include "referee/tournament/schedule/schedule.hpp"

namespace tournament_test {

using namespace referee::tournament;

namespace {

/// The board after an opening; checks that every ply of it was legal.
std::unique_ptr<games::Board> board_after(const games::GameSpec& spec, const Opening& opening) {
    auto board = spec.make_board(opening.seed);
    for (const std::string& move : opening.start.moves) {
        REQUIRE(!games::is_over(board->outcome()));
        REQUIRE(board->play(move) == games::Verdict::played);
    }
    return board;
}

bool can_win_at_once(const games::GameSpec& spec, const Opening& opening) {
    for (const std::string& move : board_after(spec, opening)->legal_moves()) {
        const auto board = board_after(spec, opening);
        const games::Side side = board->to_move();
        board->play_legal(move);
        if (games::winner(board->outcome()) == side) return true;
    }
    return false;
}

std::string refusal(const std::string& text, int plies) {
    const games::GameSpec spec = games::parse_spec(text);
    try {
        RandomOpenings(spec, plies, 1);
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

std::vector<Opening> first_of(RandomOpenings& openings, int count) {
    std::vector<Opening> list;
    for (int i = 0; i < count; ++i)
        list.push_back(openings.at(i));
    return list;
}

}  // namespace

TEST_CASE("in every game openings of any length are legal, undecided and different") {
    for (const auto& game : games::catalogue()) {
        const games::GameSpec spec = games::parse_settings(game, "");
        for (const int plies : {2, 5, 8}) {
            RandomOpenings made(spec, plies, 7);
            const auto openings = first_of(made, 25);
            std::set<std::string> positions;
            for (int i = 0; i < 25; ++i) {
                const Opening& opening = openings[static_cast<std::size_t>(i)];
                CHECK(opening.seed == opening_seed(7, i));
                CHECK(static_cast<int>(opening.start.moves.size()) == plies);
                const auto board = board_after(spec, opening);
                CHECK(!games::is_over(board->outcome()));
                CHECK(!can_win_at_once(spec, opening));
                positions.insert(board->display());
            }
            CHECK(positions.size() >= (plies == 2 ? 10 : 24));
        }
    }
}

TEST_CASE("an opening depends on the seed and its number, not on which is asked for first") {
    const auto spec = games::parse_spec("magnetize");
    RandomOpenings forward(spec, 4, 1), backward(spec, 4, 1), other(spec, 4, 2);
    const auto openings = first_of(forward, 30);
    for (int i = 29; i >= 0; --i)
        CHECK(backward.at(i) == openings[static_cast<std::size_t>(i)]);
    CHECK(first_of(other, 30) != openings);
}

TEST_CASE("several threads get the same openings") {
    const auto spec = games::parse_spec("othello");
    RandomOpenings alone(spec, 6, 1), shared(spec, 6, 1);
    const auto expected = first_of(alone, 200);
    std::vector<std::vector<Opening>> got(4, std::vector<Opening>(200));
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < got.size(); ++thread) {
            threads.emplace_back([&, thread] {
                for (std::size_t i = thread; i < 200; i += got.size())
                    got[thread][i] = shared.at(static_cast<int>(i));
            });
        }
    }
    for (std::size_t i = 0; i < 200; ++i)
        CHECK(got[i % got.size()][i] == expected[i]);
}

TEST_CASE("there are as many distinct openings as a long test needs") {
    const auto spec = games::parse_spec("magnetize");
    RandomOpenings openings(spec, 6, 11);
    std::set<std::string> positions;
    constexpr int count = 3'000;
    for (int i = 0; i < count; ++i)
        positions.insert(board_after(spec, openings.at(i))->display());
    CHECK(positions.size() == count);
    CHECK(openings.has(count));
}

TEST_CASE("where distinct openings are used up, all of them come again in the same order") {
    // Othello has four first moves, and four times three positions after the second.
    const auto spec = games::parse_spec("othello");
    for (const auto& [plies, distinct] : {std::pair(0, 1), std::pair(1, 4), std::pair(2, 12)}) {
        RandomOpenings openings(spec, plies, 3);
        std::set<std::vector<std::string>> all;
        for (int i = 0; i < distinct; ++i)
            all.insert(openings.at(i).start.moves);
        CHECK(all.size() == static_cast<std::size_t>(distinct));
        for (int i = distinct; i < 5 * distinct; ++i) {
            CHECK(openings.at(i).start.moves == openings.at(i % distinct).start.moves);
            CHECK(openings.at(i).seed == opening_seed(3, i));
        }
        CHECK(openings.has(distinct - 1));
        CHECK(!openings.has(distinct));
    }
}

TEST_CASE("in a game with chance an opening with another seed is another opening") {
    const auto spec = games::parse_spec("cluster");
    RandomOpenings openings(spec, 1, 3);
    for (int i = 0; i < 500; ++i)
        board_after(spec, openings.at(i));
    CHECK(openings.has(500));
}

TEST_CASE("openings that can't be are refused in words") {
    CHECK(refusal("othello", 70).ends_with("lasts longer than 70 random plies; ask for shorter openings"));
    CHECK(refusal("fitz:height=500,width=500", 3).ends_with("is too large for random plies; play without openings"));
}

}  // namespace tournament_test
