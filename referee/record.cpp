#include "referee/record.hpp"

#include <fmt/format.h>

#include "games/user_error.hpp"

namespace referee {

namespace {

using games::Board;
using games::Side;
using protocol::Ending;
using protocol::MatchLog;

std::string frame_of(const Board& board) {
    std::string frame;
    board.write_frame(frame);
    return frame;
}

std::vector<int> numbers_of(const std::vector<Side>& sides) {
    std::vector<int> numbers;
    for (const Side side : sides) numbers.push_back(games::index(side));
    return numbers;
}

/// What is wrong with the ply that comes next, if anything; plays it.
std::optional<std::string> play_and_compare(Board& board, const protocol::LoggedPly& ply) {
    if (games::is_over(board.outcome())) return "the game was over before it (" + std::string(board.reason()) + ")";
    if (games::index(board.to_move()) != ply.player) {
        return fmt::format("the log says that player {} moved, but it is player {}'s turn", ply.player,
                           games::index(board.to_move()));
    }
    if (board.play(ply.move) != games::Verdict::played) return fmt::format("the move '{}' is not legal", ply.move);
    if (numbers_of(board.lost_turns()) != ply.lost) return "other turns are lost than the log says";
    if (!protocol::same_json(frame_of(board), ply.frame)) return "the frame differs";
    return std::nullopt;
}

std::optional<std::string> compare_result(const Board& board, const MatchLog& log) {
    const bool over = games::is_over(board.outcome());
    if (over != (log.result.ending == Ending::by_rules)) {
        return over ? "by the rules the game is over here (" + std::string(board.reason()) + "), but the log says '" +
                          std::string(protocol::name_of(log.result.ending)) + "'"
                    : std::string("the log says 'by_rules', but the game goes on here");
    }
    if (!over) {
        const bool right_blame = !log.failure || log.result.ending == Ending::failed_to_start ||
                                 log.failure->player == games::index(board.to_move());
        if (!right_blame) return "the log blames the side whose turn it was not";
        return std::nullopt;
    }
    const auto winner = games::winner(board.outcome());
    const auto number = winner ? std::optional(games::index(*winner)) : std::nullopt;
    if (number != log.result.winner) return "the winner differs";
    if (board.reason() != log.result.detail) {
        return fmt::format("the log says '{}', by the rules it is '{}'", log.result.detail, board.reason());
    }
    return std::nullopt;
}

}  // namespace

void add_frames(const games::GameSpec& spec, MatchLog& log) {
    const auto board = spec.make_board(log.seed);
    log.initial = frame_of(*board);
    for (auto& ply : log.plies) {
        board->play(ply.move);
        board->write_frame(ply.frame);
    }
}

games::GameSpec spec_of(const MatchLog& log) {
    std::string text = log.game;
    char before = ':';
    for (const auto& [name, value] : log.config) {
        text += fmt::format("{}{}={}", before, name, value);
        before = ',';
    }
    return games::parse_spec(text);
}

std::optional<std::string> difference(const MatchLog& log, const PlyVisitor& visit) {
    const auto board = spec_of(log).make_board(log.seed);
    if (!protocol::same_json(frame_of(*board), log.initial)) return "ply 0: the frame differs";
    if (visit) visit(0, *board);
    int number = 0;
    for (const auto& ply : log.plies) {
        ++number;
        if (const auto wrong = play_and_compare(*board, ply)) return fmt::format("ply {}: {}", number, *wrong);
        if (visit) visit(number, *board);
    }
    if (const auto wrong = compare_result(*board, log)) return fmt::format("after ply {}: {}", number, *wrong);
    return std::nullopt;
}

std::string stdin_of(const MatchLog& log, int player, int until) {
    const auto board = spec_of(log).make_board(log.seed);
    const Side side = games::side_of(player);
    std::string bytes;
    board->write_setup(side, bytes);
    int number = 0;
    const auto ask = [&] {
        const bool asked = number >= log.opening && number < until && !games::is_over(board->outcome());
        if (asked && board->to_move() == side) board->write_turn(bytes);
    };
    for (const auto& ply : log.plies) {
        ask();
        board->play(ply.move);
        ++number;
    }
    ask();  // the turn that was not answered with a move
    return bytes;
}

}  // namespace referee
