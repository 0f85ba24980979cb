#include "referee/core/match/record.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/user_error.hpp"
#include "protocol/json_text.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/match/recorded_board.hpp"

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
    for (const Side side : sides)
        numbers.push_back(games::index(side));
    return numbers;
}

using Blocks = std::vector<std::vector<std::string>>;

/// Splits a text into blocks of lines. Blank lines separate the blocks.
Blocks blocks_of(std::string_view text) {
    Blocks blocks;
    bool in_block = false;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.empty() && !in_block) blocks.emplace_back();
        in_block = !line.empty();
        if (in_block) blocks.back().emplace_back(line);
    }
    return blocks;
}

std::string text_of(const Blocks& blocks) {
    std::string text;
    for (const auto& block : blocks) {
        for (const auto& line : block)
            text += line + '\n';
        text += '\n';
    }
    return text;
}

/// Plays the next ply. Returns how the log contradicts the rules, if it does.
std::optional<std::string> play_and_compare(Board& board, const protocol::LoggedPly& ply) {
    if (games::is_over(board.outcome())) return "the game was over before it (" + std::string(board.reason()) + ")";
    if (games::index(board.to_move()) != ply.player) {
        return fmt::format("the log says that player {} moved, but it is player {}'s turn", ply.player,
                           games::index(board.to_move()));
    }
    if (board.hand() != ply.hand) return "the drawn hand differs from the log";
    if (board.play(ply.move) != games::Verdict::played) return fmt::format("the move '{}' is not legal", ply.move);
    if (numbers_of(board.lost_turns()) != ply.lost) return "the lost turns differ from the log";
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
        // A bot may also be at fault in the other one's turn: if it does not start, or runs while it should be stopped.
        const bool right_blame = !log.failure || log.result.ending == Ending::failed_to_start ||
                                 log.result.ending == Ending::resource_limit ||
                                 log.failure->player == games::index(board.to_move());
        if (!right_blame) return "the log blames the side that was not to move";
        if (log.failure && log.failure->valid_moves != board.legal_moves())
            return "the valid moves differ from the log";
        const bool refused = log.result.ending == Ending::invalid_move || log.result.ending == Ending::unreadable_move;
        if (refused && log.failure->line && board.legal(*log.failure->line))
            return "the move that was refused is legal";
        return std::nullopt;
    }
    const auto winner = games::winner(board.outcome());
    const auto number = winner ? std::optional(games::index(*winner)) : std::nullopt;
    if (number != log.result.winner) return "the winner differs";
    if (board.score() != log.result.score) return "the points differ";
    if (board.reason() != log.result.detail) {
        return fmt::format("the log says '{}', by the rules it is '{}'", log.result.detail, board.reason());
    }
    return std::nullopt;
}

}  // namespace

void add_frames(const games::GameSpec& spec, MatchLog& log) {
    if (!log.initial.empty()) return;
    const auto board = spec.make_board(log.seed);
    log.initial = frame_of(*board);
    for (auto& ply : log.plies) {
        board->play_legal(ply.move);
        board->write_frame(ply.frame);
    }
}

protocol::Config config_of(const games::GameSpec& spec) {
    protocol::Config config;
    const games::SettingTable& table = spec.values.table();
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto& value = spec.values.at(i);
        const auto* file = std::get_if<games::FileText>(&value);
        if (file == nullptr) {
            config.emplace_back(table[i].name, std::get<std::int64_t>(value));
        } else if (file->text.empty()) {
            if (!table[i].is_optional) config.emplace_back(table[i].name, std::monostate{});
        } else if (file->text.find('\n') == std::string::npos) {
            config.emplace_back(table[i].name, file->text);
        } else {
            config.emplace_back(table[i].name, blocks_of(file->text));
        }
    }
    return config;
}

games::GameSpec spec_of(const MatchLog& log) {
    return spec_with(log.rules.empty() ? games::find_game(log.game) : recorded_game(log), log);
}

games::GameSpec spec_with(const std::shared_ptr<const games::GameInfo>& game, const MatchLog& log) {
    games::GameSpec spec(game);
    for (const auto& [name, value] : log.config) {
        if (const auto* number = std::get_if<std::int64_t>(&value)) spec.values.set(name, *number);
        if (const auto* blocks = std::get_if<Blocks>(&value))
            spec.values.set_file(name, {"(logged)", text_of(*blocks)});
        if (const auto* line = std::get_if<std::string>(&value)) spec.values.set_file(name, {*line, *line});
    }
    spec.game->complete(spec.values);
    return spec;
}

std::optional<std::string> difference(const MatchLog& log, const games::GameSpec& spec, const PlyVisitor& visit) {
    const auto board = spec.make_board(log.seed);
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

std::optional<protocol::Micros> longest_turn(const protocol::MatchLog& log, int player) {
    std::optional<protocol::Micros> longest;
    for (const protocol::LoggedPly& ply : log.plies) {
        if (ply.player == player && ply.wall) longest = std::max(longest.value_or(*ply.wall), *ply.wall);
    }
    return longest;
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
        board->play_legal(ply.move);
        ++number;
    }
    if (log.result.ending != Ending::failed_to_start) ask();  // the turn that got no valid answer
    return bytes;
}

games::GameSpec spec_of(const protocol::MatchLog& log, const std::string& place) {
    try {
        return spec_of(log);
    } catch (const games::UserError& error) {
        throw games::UserError(place + ": " + error.what());
    }
}

void check_log(const protocol::MatchLog& log, const std::string& place, const PlyVisitor& visit) {
    check_log(log, spec_of(log, place), place, visit);
}

void check_log(const protocol::MatchLog& log, const games::GameSpec& spec, const std::string& place,
               const PlyVisitor& visit) {
    if (const auto wrong = difference(log, spec, visit)) throw ContradictedLog(place, *wrong);
}

protocol::MatchLog checked_log(std::string_view json, const std::string& place) {
    protocol::MatchLog log = parse_log(json, place);
    check_log(log, place);
    return log;
}

}  // namespace referee
