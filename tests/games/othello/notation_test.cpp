// Tests that games of Othello in the notations of people and other programs are read as the moves that were played.
#include "games/othello/notation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/spec.hpp"
#include "games/user_error.hpp"
#include "tests/games/random.hpp"
#include "tests/games/samples.hpp"

namespace games_test {

namespace {

using games::othello::ggf_of;
using games::othello::own_line;
using Moves = std::vector<std::string>;

struct RandomGame {
    std::unique_ptr<games::Board> start;
    games::PlayedGame game;
    std::unique_ptr<games::Board> end;

    [[nodiscard]] std::string line() const {
        std::string text;
        for (const auto& ply : game.plies)
            text += (text.empty() ? "" : ", ") + ply.move;
        return text;
    }
};

RandomGame random_game(Random& random, const std::string& position = "") {
    RandomGame made{games::parse_spec("othello", {}, position).make_board(0), {}, nullptr};
    made.game.names = {"a]b\\", "[c"};
    made.game.started_at = "2026-01-31T12:30:00.123Z";
    made.game.start = position;
    made.end = made.start->clone();
    while (!games::is_over(made.end->outcome())) {
        const auto moves = made.end->legal_moves();
        const auto& move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
        made.game.plies.push_back({made.end->to_move(), move, std::chrono::microseconds(random.below(5'000'000))});
        made.end->play_legal(move);
    }
    made.game.winner = games::winner(made.end->outcome());
    return made;
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// The game as somebody may write it: with any case, separators, numbers and passes.
std::string written_somehow(const RandomGame& played, Random& random) {
    const Moves separators = {"", " ", ",", ", ", "\t", "  "};
    const Moves passes = {"", "--", "PA", "pa", "pass", "PASS", "Pass"};
    const auto any_of = [&](const Moves& words) {
        return words[static_cast<std::size_t>(random.below(static_cast<int>(words.size())))];
    };
    const bool has_numbers = random.below(2) == 0;
    std::string text;
    int number = 0;
    for (const auto& ply : played.game.plies) {
        if (has_numbers && ply.side == games::Side::first) text += " " + std::to_string(++number) + ". ";
        text += ply.move == "PASS" ? any_of(passes) : random.below(2) == 0 ? ply.move : upper(ply.move);
        text += any_of(separators);
    }
    return text;
}

std::string error_of_line(const std::string& line) {
    try {
        return "read: " + own_line(line, *games::parse_spec("othello").make_board(0)).text;
    } catch (const games::UserError& error) {
        return error.what();
    }
}

const int games_here = 4000 / games_test_share() + 20;

}  // namespace

TEST_CASE("Othello: a transcript is read as its moves, however it is written") {
    Random random(1);
    int passes = 0;
    for (int i = 0; i < games_here; ++i) {
        const RandomGame played = random_game(random);
        const std::string text = written_somehow(played, random);
        INFO(text);
        const auto read = own_line(text + (i % 2 == 0 ? "" : "% a1 is no move"), *played.start);
        CHECK_FALSE(read.is_position);
        CHECK(read.text == played.line());
        CHECK(games::othello::is_game(text));
        passes += played.line().find("PASS") != std::string::npos ? 1 : 0;
    }
    CHECK(passes > 10);
}

TEST_CASE("Othello: a game that is written as GGF is read as the same moves, or as the position after them") {
    Random random(2);
    for (int i = 0; i < games_here; ++i) {
        const RandomGame played = random_game(random);
        const std::string ggf = ggf_of(played.game);
        INFO(ggf);
        CHECK(ggf.find('\n') == std::string::npos);
        CHECK(own_line(ggf, *played.start).text == played.line());
        const auto usual = games::parse_spec("othello").make_board(0);
        const auto middle = usual->clone();
        for (std::size_t ply = 0; ply < 20; ++ply)
            middle->play_legal(played.game.plies[ply].move);
        const RandomGame later = random_game(random, middle->saved_position().value());
        CHECK(own_line(ggf_of(later.game), *later.start).text == later.line());
        const auto elsewhere = own_line(ggf_of(later.game), *usual);
        CHECK(elsewhere.is_position);
        CHECK(elsewhere.text == later.end->saved_position().value());
    }
}

TEST_CASE("Othello: the result in GGF is the difference of the discs, or that of a forfeit") {
    games::PlayedGame game;
    game.names = {"a", "b"};
    game.started_at = "2026-01-31T12:30:00.123Z";
    game.plies = {{games::Side::first, "f5", std::chrono::microseconds(1'002'345)}, {games::Side::second, "d6"}};
    CHECK(ggf_of(game) ==
          "(;GM[Othello]PC[referee]DT[2026-01-31 12:30:00]PB[a]PW[b]RE[0.00]TY[8]BO[8 -------- -------- -------- "
          "---O*--- ---*O--- -------- -------- -------- *]B[f5//1.002]W[d6];)");
    const auto result = [&] {
        const std::string text = ggf_of(game);
        const auto begin = text.find("RE[") + 3;
        return text.substr(begin, text.find(']', begin) - begin);
    };
    game.winner = games::Side::second;
    game.is_forfeit = true;
    CHECK(result() == "-64.00:r");
    game.is_late = true;
    CHECK(result() == "-64.00:t");
    game.is_forfeit = game.is_late = false;
    CHECK(result() == "0.00");
    game.plies.pop_back();
    game.winner = games::Side::first;
    CHECK(result() == "+3.00");
}

TEST_CASE("Othello: what can't be read in another notation is named, or passed on") {
    CHECK(error_of_line("F5 d6 e9,a1") == "read: f5, d6, e9, a1");
    CHECK(error_of_line("f5d6c3 rest") == "read: f5, d6, c3, rest");
    CHECK(error_of_line("wolf") == "read: wolf");
    CHECK(
        error_of_line("(;GM[Go]B[f5];)").starts_with("GGF: the game is 'Go' and not Othello; write (;GM[Othello]BO["));
    CHECK(error_of_line("(;GM[Othello]B[f5]").starts_with("GGF: the game has no end, ';)', on this line; write "));
    CHECK(error_of_line("(;GM[Othello]B[f5").starts_with("GGF: a value has no end, ']'; write "));
    CHECK(error_of_line("2 (;B[f5];)(;B[f5];)").starts_with("GGF: a line has more than one game; write "));
    CHECK(error_of_line("(;B[a1];)").starts_with("GGF: move 1, 'a1', is not legal there; write "));
    CHECK(error_of_line("(;B[f5]W[z9];)").starts_with("GGF: move 2, 'z9', is no cell and no pass; write "));
    CHECK(error_of_line("(;GM[Othello];B[f5];W[d6];)") == "read: f5, d6");  // as SGF separates moves
    for (const char* text : {"(;gm[othello]b[f5];)", "(;GM[Othello]Black[f5];)", "(;PB[a[b]c]B[f5];)", "(;[f5];)"}) {
        INFO(text);
        CHECK(error_of_line(text).find("is not of capital letters, or a ']' before it lacks a backslash; write ") !=
              std::string::npos);
    }
    CHECK(error_of_line("(;W[f5];)").starts_with("GGF: move 1, 'f5', is of White, but it is the turn of Black; "));
    CHECK(error_of_line("(;BO[10 --- *];)").find("cell 1 is '1'; write the 64 cells") != std::string::npos);
}

TEST_CASE("Othello: a line that a message about GGF shows can be read") {
    const std::string said = error_of_line("(;GM[Go];)");
    CHECK(error_of_line(said.substr(said.rfind("(;"))) == "read: f5, d6");
}

}  // namespace games_test
