#include "referee/players/human_player.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <stdexcept>

#include "games/user_error.hpp"
#include "games/written_position.hpp"
#include "protocol/answer.hpp"
#include "referee/files/file_kind.hpp"
#include "referee/files/log_file.hpp"
#include "referee/files/text_file.hpp"
#include "referee/match/record.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

std::string_view without_spaces_around(std::string_view text) {
    constexpr std::string_view spaces = " \t\r";
    const auto first = text.find_first_not_of(spaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

void print_help(const games::Board& board) {
    print(
        fmt::format("{}.\n?  shows the valid moves\nsave FILE  writes the match so far; continue with --resume FILE\n",
                    board.keys_help()));
    if (board.saved_position()) print("savepos FILE  writes the position, for a match that begins from it\n");
    print("quit  leaves the match\n");
}

/// At most `max_shown` of them, for a game that has many.
void print_moves(const games::Board& board, std::size_t max_shown) {
    auto moves = board.legal_moves();
    const std::size_t all = moves.size();
    if (!board.moves_listed()) return print("the valid moves are too many to be listed\n");
    moves.resize(std::min(all, max_shown));
    for (std::string& move : moves)
        move = board.keys_of(move);
    const std::string rest = all > max_shown ? fmt::format(", ... ({} in all; ? shows them)", all) : "";
    print(fmt::format("valid moves: {}{}\n", fmt::join(moves, ", "), rest));
}

/// A person saves again and again under one name. Any other file stays, and is reported.
bool would_overwrite(const std::string& path) {
    if (!holds_something(path) || is_saved_match(path)) return false;
    print(fmt::format("'{}' already exists and is not a saved match: choose another name\n", harmless(path)));
    return true;
}

void save(const TurnRequest& request, const std::string& path) {
    if (would_overwrite(path)) return;
    protocol::MatchLog log = request.log;
    log.result = {std::nullopt, protocol::Ending::aborted, detail_of_saved};
    try {
        add_frames(spec_of(log), log);
        write_single_log(path, log);
        print(fmt::format("saved after ply {}; continue with --resume {}\n", log.plies.size(), path));
    } catch (const std::runtime_error& error) {
        print(fmt::format("{}\n", error.what()));
    }
}

void save_position(const games::Board& board, const std::string& path) {
    const auto position = board.saved_position();
    if (!position) return print("positions of this game can't be saved: save FILE writes the match\n");
    if (holds_something(path)) {
        return print(fmt::format("'{}' already exists: choose another name\n", harmless(path)));
    }
    try {
        write_text_file(path, games::one_line(*position) == *position ? *position + "\n" : *position);
        print(fmt::format("position saved in {}\n", path));
    } catch (const games::UserError& error) {
        print(fmt::format("{}\n", error.what()));
    }
}

}  // namespace

std::optional<std::string> Terminal::read_line(std::optional<TimePoint> deadline) {
    late_ = false;
    std::string_view line;
    for (;;) {
        switch (lines_.next(line)) {
            case protocol::LineBuffer::Status::line: return std::string(without_spaces_around(line));
            case protocol::LineBuffer::Status::too_long:
                lines_.skip_line();
                return "(a line of more than 1024 characters)";
            case protocol::LineBuffer::Status::incomplete: break;
        }
        std::array<pollfd, 2> watched = {{{input_fd_, POLLIN, 0}, {stop_fd_, POLLIN, 0}}};
        if (!deadline) {
            wait_for(watched);
        } else if (!wait_until(watched, *deadline)) {
            late_ = true;
            return std::nullopt;
        }
        if (watched[1].revents != 0) {
            stopped_ = true;
            return std::nullopt;
        }
        const auto room = lines_.room();
        const auto count = ::read(input_fd_, room.data(), room.size());
        if (count > 0) lines_.commit(static_cast<std::size_t>(count));
        if (count == 0 && !lines_.rest().empty()) {  // a last line without its end
            lines_.room().front() = '\n';
            lines_.commit(1);
            continue;
        }
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return std::nullopt;
    }
}

TurnReport HumanPlayer::out_of_time(TimePoint begin) {
    print("\n");
    TurnReport report;
    report.kind = TurnReport::Kind::faulted;
    report.fault = Fault{protocol::Ending::timeout, "nothing was typed in time", {}, {}, {}};
    report.elapsed = Clock::now() - begin;
    return report;
}

TurnReport HumanPlayer::take_turn(const TurnRequest& request) {
    const TimePoint begin = Clock::now();
    const games::Side side = request.board.to_move();
    const bool has_clock = request.log.limits_of(games::index(side)).clock.has_value();
    const TimePoint end = begin + request.limit;
    for (;;) {
        const std::string left = has_clock ? rounded(std::max(Duration::zero(), end - Clock::now())) + " left, " : "";
        print(fmt::format("{} ({}) {}{}, ? for help> ", name_, request.board.mark(side, looks()), left,
                          request.board.prompt()));
        const auto typed = terminal_.read_line(has_clock ? std::optional(end + request.margin) : std::nullopt);
        if (terminal_.late()) return out_of_time(begin);
        if (!typed || *typed == "quit") {
            print("\n");
            TurnReport report;
            report.kind = terminal_.stopped() ? TurnReport::Kind::stopped : TurnReport::Kind::left;
            return report;
        }
        if (understand(*typed, request)) break;
    }
    TurnReport report;
    report.kind = TurnReport::Kind::answered;
    report.answer = answer_;
    report.elapsed = Clock::now() - begin;
    return report;
}

bool HumanPlayer::understand(const std::string& typed, const TurnRequest& request) {
    const games::Board& board = request.board;
    if (typed.empty()) return false;
    if (typed == "?" || typed == "help") {
        print_help(board);
        print_moves(board, std::numeric_limits<std::size_t>::max());
        return false;
    }
    if (typed.starts_with("save")) {
        const bool only_position = typed == "savepos" || typed.starts_with("savepos ");
        const std::string_view command = only_position ? "savepos" : "save";
        const std::string path(without_spaces_around(std::string_view(typed).substr(command.size())));
        if (path.empty()) {
            print(fmt::format("write a file's name behind it: {} FILE\n", command));
        } else if (only_position) {
            save_position(board, path);
        } else {
            save(request, path);
        }
        return false;
    }
    const auto move = board.move_of_keys(typed);
    if (move && board.legal(*move)) {
        answer_ = *move;
        return true;
    }
    if (move) {
        print(fmt::format("{} is not possible here; ", protocol::escaped(typed, 40)));
        print_moves(board, 20);
    } else {
        print(fmt::format("'{}' is not a move: {}\n", protocol::escaped(typed, 40), board.keys_help()));
    }
    return false;
}

}  // namespace referee
