// The words of CLUSTER on the wire: which answers can be read, the setup and turn blocks, and the hands that a seed
// brings.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "games/cluster/wire.hpp"
#include "games/spec.hpp"
#include "games/user_error.hpp"

namespace games_test {

namespace {

using games::Side;
using games::Verdict;
using games::cluster::Move;
using games::cluster::read_move;

std::string written(Move move) {
    std::string text;
    write_move(move, text);
    return text;
}

std::unique_ptr<games::Board> board_of(const std::string& spec, std::uint64_t seed) {
    return games::parse_spec(spec).make_board(seed);
}

/// The turn block of the side to move, which counts as told then.
std::string turn_of(games::Board& board) {
    std::string block;
    board.write_turn(block);
    return block;
}

std::string error_of(const std::string& spec) {
    try {
        games::parse_spec(spec);
    } catch (const games::UserError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("CLUSTER: the moves of the wire are read and written word for word") {
    for (int column = 0; column < 63; ++column) {
        for (int colour = 0; colour < 4; ++colour) {
            const std::string text = "PLACE " + std::to_string(column) + " " + std::to_string(colour);
            const auto move = read_move(text);
            REQUIRE(move.has_value());
            CHECK(*move == Move::place(column, colour));
            CHECK_FALSE(move->is_rotation());
            CHECK(written(*move) == text);
        }
    }
    for (int cycles = 1; cycles <= 5; ++cycles) {
        const std::string text = "ROTATE " + std::to_string(cycles);
        const auto move = read_move(text);
        REQUIRE(move.has_value());
        CHECK(move->is_rotation());
        CHECK(move->cycles() == cycles);
        CHECK(written(*move) == text);
    }
}

TEST_CASE("CLUSTER: an answer that is not a move is unreadable") {
    for (const char* answer : {"",           " ",           "PLACE",      "PLACE ",      "PLACE 3",    "PLACE 3 ",
                               "PLACE 3 0 ", "PLACE 3 0 0", "PLACE  3 0", "PLACE 3  0",  " PLACE 3 0", "PLACE 3,0",
                               "PLACE 3 a",  "PLACE a 0",   "place 3 0",  "Place 3 0",   "PLACE 03 0", "PLACE 3 00",
                               "PLACE +3 0", "PLACE -0 0",  "PLACE 3 -",  "PLACE 3.0 0", "PLACE3 0",   "PLACE 30",
                               "P 3 0",      "ROTATE",      "ROTATE ",    "ROTATE 1 ",   "ROTATE  1",  "ROTATE 1 1",
                               "ROTATE one", "rotate 1",    "ROTATE 01",  "ROTATE +1",   "ROTATE1",    "ROTATE 1\t",
                               "PASS",       "DROP 3",      "3 0",        "\xC3"}) {
        INFO("answer '" << answer << "'");
        CHECK_FALSE(read_move(answer).has_value());
        CHECK(board_of("cluster", 1)->play(answer) == Verdict::unreadable);
    }
}

TEST_CASE("CLUSTER: numbers that no game has are readable, and illegal") {
    for (const char* answer : {"PLACE 3 7",
                               "PLACE 3 4",
                               "PLACE 3 -1",
                               "PLACE 11 0",
                               "PLACE -1 0",
                               "PLACE 254 0",
                               "PLACE 255 0",
                               "PLACE 256 0",
                               "PLACE 3 256",
                               "PLACE 3 260",
                               "PLACE 99999999999999999999 0",
                               "PLACE 3 99999999999999999999",
                               "ROTATE 0",
                               "ROTATE 6",
                               "ROTATE 9",
                               "ROTATE -1",
                               "ROTATE 256",
                               "ROTATE 257",
                               "ROTATE 4294967297",
                               "ROTATE -99999999999999999999"}) {
        INFO("answer '" << answer << "'");
        REQUIRE(read_move(answer).has_value());
        CHECK(board_of("cluster", 1)->play(answer) == Verdict::illegal);
    }
}

TEST_CASE("CLUSTER: only a colour of the hand can be placed, and only into a column that is not full") {
    // This seed begins with two pellets of the same colour.
    const auto board = board_of("cluster:side=3,connect=5", 3);
    REQUIRE(board->hand() == std::vector{2, 2});
    for (const char* answer : {"PLACE 0 0", "PLACE 0 1", "PLACE 0 3"})
        CHECK(board->play(answer) == Verdict::illegal);
    CHECK(board->legal_moves() == std::vector<std::string>{"PLACE 0 2", "PLACE 1 2", "PLACE 2 2", "PLACE 3 2",
                                                           "PLACE 4 2", "ROTATE 1", "ROTATE 2", "ROTATE 3", "ROTATE 4",
                                                           "ROTATE 5"});
    REQUIRE(board->play("PLACE 0 2") == Verdict::played);
    for (int i = 0; i < 2; ++i)
        REQUIRE(board->play("PLACE 0 " + std::to_string(board->hand()->front())) == Verdict::played);
    CHECK(board->play("PLACE 0 " + std::to_string(board->hand()->front())) == Verdict::illegal);
    CHECK(board->play("PLACE 1 " + std::to_string(board->hand()->front())) == Verdict::played);
}

TEST_CASE("CLUSTER: moves are listed by column and colour, then rotations") {
    const auto board = board_of("cluster:side=3", 0);
    REQUIRE(board->hand() == std::vector{2, 0});
    CHECK(board->legal_moves() == std::vector<std::string>{"PLACE 0 0", "PLACE 0 2", "PLACE 1 0", "PLACE 1 2",
                                                           "PLACE 2 0", "PLACE 2 2", "PLACE 3 0", "PLACE 3 2",
                                                           "PLACE 4 0", "PLACE 4 2", "ROTATE 1", "ROTATE 2", "ROTATE 3",
                                                           "ROTATE 4", "ROTATE 5"});
}

TEST_CASE("CLUSTER: the setup block tells cells, columns and colours line by line") {
    const auto board = board_of("cluster:side=3", 1);
    std::string block;
    board->write_setup(Side::second, block);
    CHECK(block ==
          "19\n"
          "0 1 2 3 4 5 6\n1 7 8 2 0 6 9\n2 8 10 11 3 0 1\n3 2 11 12 13 4 0\n4 0 3 13 14 15 5\n5 6 0 4 15 16 17\n"
          "6 9 1 0 5 17 18\n7 -1 -1 8 1 9 -1\n8 -1 -1 10 2 1 7\n9 -1 7 1 6 18 -1\n10 -1 -1 -1 11 2 8\n"
          "11 10 -1 -1 12 3 2\n12 11 -1 -1 -1 13 3\n13 3 12 -1 -1 14 4\n14 4 13 -1 -1 -1 15\n15 5 4 14 -1 -1 16\n"
          "16 17 5 15 -1 -1 -1\n17 18 6 5 16 -1 -1\n18 -1 9 6 17 -1 -1\n"
          "5\n"
          "0 12 14 16 18 7 10\n1 13 15 17 9 8 11\n2 14 16 18 7 10 12\n3 15 17 9 8 11 13\n4 16 18 7 10 12 14\n"
          "2\n1 4\n3 4\n2\n0 4\n2 4\n");
    std::string other;
    board->write_setup(Side::first, other);
    CHECK(other == block.substr(0, block.size() - 20) + "2\n0 4\n2 4\n2\n1 4\n3 4\n");
}

TEST_CASE("CLUSTER: turn blocks tell each side what is new and what has moved since it was asked") {
    const auto board = board_of("cluster:side=3", 0);
    const std::string tops_of_0 = "5\n0 12\n1 13\n2 14\n3 15\n4 16\n";
    const std::string tops_of_4 = "5\n0 7\n1 8\n2 10\n3 11\n4 12\n";
    const std::string tops_of_3 = "5\n0 18\n1 9\n2 7\n3 8\n4 10\n";
    CHECK(turn_of(*board) == "0\n" + tops_of_0 + "0\n0\n2\n2\n0\n\n");
    REQUIRE(board->play("PLACE 0 2") == Verdict::played);
    CHECK(turn_of(*board) == "0\n" + tops_of_0 + "1\n0 10 2 0\n0\n2\n3\n1\n\n");
    REQUIRE(board->play("PLACE 0 3") == Verdict::played);
    CHECK(turn_of(*board) == "0\n" + tops_of_0 + "2\n0 10 2 1\n1 11 3 0\n0\n2\n2\n0\n\n");
    REQUIRE(board->play("ROTATE 4") == Verdict::played);
    // Pellet 1 is new to its owner, and told where it lies by now; pellet 0 was told and has moved.
    CHECK(turn_of(*board) == "4\n" + tops_of_4 + "1\n1 15 3 1\n1\n0 16\n2\n3\n1\n\n");
    REQUIRE(board->play("PLACE 2 1") == Verdict::played);
    CHECK(turn_of(*board) == "4\n" + tops_of_4 + "1\n2 5 1 0\n2\n0 16\n1 15\n2\n2\n0\n\n");
    REQUIRE(board->play("ROTATE 2") == Verdict::played);
    CHECK(turn_of(*board) == "0\n" + tops_of_0 + "1\n2 9 1 1\n2\n0 18\n1 6\n2\n3\n1\n\n");
    REQUIRE(board->play("ROTATE 3") == Verdict::played);
    // Every pellet has moved twice and lies where it lay when first was asked last.
    CHECK(turn_of(*board) == "3\n" + tops_of_3 + "0\n0\n2\n2\n0\n\n");
    // Asked again, as after a pause: nothing is new.
    CHECK(turn_of(*board) == "3\n" + tops_of_3 + "0\n0\n2\n2\n0\n\n");
}

TEST_CASE("CLUSTER: a full column is not among the valid ones of a turn block") {
    const auto board = board_of("cluster:side=3,connect=5", 0);
    for (const char* move : {"PLACE 0 0", "PLACE 0 1", "PLACE 0 0"})
        REQUIRE(board->play(move) == Verdict::played);
    CHECK(turn_of(*board) == "0\n4\n1 13\n2 14\n3 15\n4 16\n3\n0 10 0 0\n1 11 1 1\n2 12 0 0\n0\n2\n3\n1\n\n");
}

TEST_CASE("CLUSTER: the seed decides the hands as the rules say") {
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u, 4000000000u}) {
        const auto board = board_of("cluster:side=3,connect=5", seed);
        std::uint64_t state = seed;
        const auto even = [&state] {
            state += 0x9e3779b97f4a7c15u;
            std::uint64_t z = state;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
            return ((z ^ (z >> 31)) & 1) == 0;
        };
        std::vector<int> bag = {4, 4, 4, 4};
        while (!games::is_over(board->outcome())) {
            const int low = games::index(board->to_move());
            std::vector<int> hand;
            for (int i = 0; i < 2; ++i) {
                auto& lower = bag[static_cast<std::size_t>(low)];
                auto& higher = bag[static_cast<std::size_t>(low + 2)];
                if (lower + higher == 0) break;
                const bool takes_lower = lower > 0 && (higher == 0 || even());
                --(takes_lower ? lower : higher);
                hand.push_back(takes_lower ? low : low + 2);
            }
            REQUIRE(board->hand() == hand);
            REQUIRE(board->play("ROTATE 1") == Verdict::played);
        }
        CHECK(board->plies() == 8);
        CHECK(board->reason() == "out of pellets");
        CHECK(board->hand() == std::vector<int>{});
    }
}

TEST_CASE("CLUSTER: the first draw is of either colour as often, and hands are independent of the moves") {
    std::vector<int> first(4);
    std::vector<int> second(4);
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const auto hand = board_of("cluster:side=3", seed)->hand().value();
        REQUIRE(hand.size() == 2);
        ++first.at(static_cast<std::size_t>(hand[0]));
        ++second.at(static_cast<std::size_t>(hand[1]));
    }
    // The standard deviation is 32.
    for (const auto& counts : {first, second}) {
        CHECK(counts[0] + counts[2] == 4000);
        CHECK(counts[0] == doctest::Approx(2000).epsilon(0.07));
    }
}

TEST_CASE("CLUSTER: settings have their ranges, and a run that does not fit is refused") {
    CHECK(to_string(games::parse_spec("cluster")) == "cluster:side=6,connect=4,max_plies=40000");
    CHECK(to_string(games::parse_spec("cluster:connect=5,side=3")) == "cluster:side=3,connect=5,max_plies=40000");
    CHECK(error_of("cluster:side=32,connect=63") == "");
    CHECK(error_of("cluster:connect=11") == "");
    CHECK(error_of("cluster:connect=12").find("connect=12 does not fit on a board of side 6: it goes from 2 to 11") !=
          std::string::npos);
    CHECK(error_of("cluster:side=3,connect=6").find("from 2 to 5") != std::string::npos);
    CHECK(error_of("cluster:side=2").find("from 3 to 32") != std::string::npos);
    CHECK(error_of("cluster:side=33").find("from 3 to 32") != std::string::npos);
    CHECK(error_of("cluster:connect=1").find("from 2 to 63") != std::string::npos);
    CHECK(error_of("cluster:max_plies=0").find("from 1 to 100000") != std::string::npos);
}

}  // namespace games_test
