// Compares the two automatic players of fitz with those of the reference, on far more positions than games of real
// processes reach.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "games/fitz/wire.hpp"
#include "sample_bots/fitz_players.hpp"
#include "tests/games/fitz/pair.hpp"
#include "tests/games/random.hpp"
#include "tests/games/share.hpp"

namespace games_test {

namespace {

using games::Side;

struct Seen {
    long moves = 0;
    long rounds = 0;  ///< the moves whose search continued from the other end of the board
};

template <class Move>
std::string text_of(Move move) {
    std::string text;
    games::fitz::write_move(move, text);
    return text;
}

bool comes_first(const reference::FitzMove& a, const reference::FitzMove& b) {
    return a.row < b.row || (a.row == b.row && a.column < b.column);
}

/// Compares both kinds of automatic player on both sides at each ply. The game continues with the move of either kind.
/// In `surprises` percent of the plies it continues with a random move instead.
template <class Rules>
void compare_players(const Rules& rules, reference::Fitz game, int surprises, Random& random, Seen& seen) {
    std::vector<sample_bots::FitzPlayer1<Rules>> first_kind;
    std::vector<sample_bots::FitzPlayer2<Rules>> second_kind;
    for (const Side side : {Side::first, Side::second}) {
        first_kind.emplace_back(rules, side);
        second_kind.emplace_back(rules, side);
    }
    auto state = rules.start();
    while (!game.over) {
        REQUIRE_FALSE(games::is_over(rules.outcome(state)));
        const auto you = static_cast<std::size_t>(game.to_move);
        const reference::FitzMove right_1 = game.automatic_1();
        const reference::FitzMove right_2 = game.automatic_2();
        REQUIRE(text_of(first_kind[you].choose(state)) == right_1.text());
        REQUIRE(text_of(second_kind[you].choose(state)) == right_2.text());
        if (const auto own = game.last_move_of[you]) {
            seen.rounds += you == 0 ? comes_first(right_2, *own) : comes_first(*own, right_2);
        }
        seen.moves += 2;
        const auto move =
            random.percent(surprises) ? random.one_of(game.legal_moves) : (random.percent(50) ? right_1 : right_2);
        const auto mover = games::side_of(game.to_move);
        game.play(move);
        const auto made = games::fitz::read_move(move.text());
        rules.play(state, *made);
        for (std::size_t i = 0; i < 2; ++i) {
            first_kind[i].hear(mover, *made);
            second_kind[i].hear(mover, *made);
        }
    }
    REQUIRE(games::is_over(rules.outcome(state)));
}

}  // namespace

TEST_CASE("the automatic players of fitz move like the reference's on boards of every shape") {
    Random random(61);
    Seen seen;
    for (int round = 0; round < 300 / games_test_share() + 8; ++round) {
        int height = random.between(1, 12);
        int width = random.between(1, 12);
        // On tall boards, the players' data on the rows needs several words. On boards of one or two rows, the players
        // return to the same row again and again.
        if (round % 4 == 0) {
            height = random.between(60, 200);
            width = random.between(1, 4);
        }
        if (round % 4 == 1) {
            height = random.between(1, 2);
            width = random.between(10, 60);
        }
        const reference::FitzSettings settings{height, width, random_tiles(random), height * width + 1};
        const auto position = random_position(height, width, settings.tiles.size(), random.below(70), random);
        const auto config = games::fitz::config_of(fitz_spec(settings, position).values);
        const reference::Fitz game(settings, position);
        const int surprises = random.below(60);
        INFO("tiles:\n" << tile_file(settings.tiles) << "from:\n" << game.saved());
        games::fitz::with_rules(config,
                                [&](const auto& rules) { compare_players(rules, game, surprises, random, seen); });
        compare_players(games::fitz::Fitz<games::fitz::LargeCells>(config), game, surprises, random, seen);
    }
    MESSAGE(seen.moves << " moves, round again " << seen.rounds);
    CHECK(seen.moves > 8000 / games_test_share());
    CHECK(seen.rounds > 200 / games_test_share());
}

}  // namespace games_test
