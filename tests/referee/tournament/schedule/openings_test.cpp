// Openings are legal, undecided, different from each other, and the same for the same seed.
#include "referee/tournament/schedule/openings.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "games/user_error.hpp"
#include "referee/tournament/schedule/schedule.hpp"

namespace tournament_test {

using namespace referee::tournament;

namespace {

/// The board after an opening; checks that every ply of it was legal.
std::unique_ptr<games::Board> board_after(const games::GameSpec& spec, const Opening& opening) {
    auto board = spec.make_board(opening.seed);
    for (const std::string& move : opening.moves) {
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

std::string refusal(const std::string& spec, int plies) {
    try {
        generate_openings(games::parse_spec(spec), 1, plies, 1);
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("in every game openings of any length are legal, undecided and different") {
    for (const games::GameInfo& game : games::catalogue()) {
        const games::GameSpec spec = games::parse_spec(game.name);
        for (const int plies : {2, 5, 8}) {
            const auto openings = generate_openings(spec, 25, plies, 7);
            REQUIRE(openings.size() == 25);
            std::set<std::string> positions;
            for (int i = 0; i < 25; ++i) {
                const Opening& opening = openings[static_cast<std::size_t>(i)];
                CHECK(opening.seed == opening_seed(7, i));
                CHECK(static_cast<int>(opening.moves.size()) == plies);
                const auto board = board_after(spec, opening);
                CHECK(!games::is_over(board->outcome()));
                CHECK(!can_win_at_once(spec, opening));
                positions.insert(board->display());
            }
            CHECK(positions.size() >= (plies == 2 ? 10 : 24));
        }
    }
}

TEST_CASE(
    "openings are the same for the same seed, others for another, and the first ones do not hang on how many follow") {
    const auto spec = games::parse_spec("magnetize");
    const auto openings = generate_openings(spec, 20, 4, 1);
    CHECK(generate_openings(spec, 20, 4, 1) == openings);
    CHECK(generate_openings(spec, 20, 4, 2) != openings);
    const auto more = generate_openings(spec, 30, 4, 1);
    CHECK(std::equal(openings.begin(), openings.end(), more.begin()));
}

TEST_CASE("if there are fewer positions than openings they come again, and not before") {
    // Othello has four first moves.
    const auto spec = games::parse_spec("othello");
    std::set<std::string> all;
    for (const Opening& opening : generate_openings(spec, 12, 1, 3)) {
        all.insert(opening.moves[0]);
    }
    CHECK(all.size() == 4);
    const auto four = generate_openings(spec, 4, 1, 3);
    CHECK(std::set<std::string>{four[0].moves[0], four[1].moves[0], four[2].moves[0], four[3].moves[0]}.size() == 4);
}

TEST_CASE("no openings are empty openings") {
    const auto openings = generate_openings(games::parse_spec("othello"), 2, 0, 3);
    REQUIRE(openings.size() == 2);
    CHECK(openings[0].moves.empty());
}

TEST_CASE("openings that can't be are refused in words") {
    CHECK(refusal("othello", 70).ends_with("lasts longer than 70 random plies; ask for shorter openings"));
    CHECK(refusal("fitz:height=500,width=500", 3).ends_with("is too large for random plies; play without openings"));
}

}  // namespace tournament_test
