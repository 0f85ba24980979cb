#include "referee/core/players/human_player.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <stdexcept>

#include "games/catalogue.hpp"
#include "games/user_error.hpp"
#include "games/words.hpp"
#include "games/written_position.hpp"
#include "protocol/answer.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/base/file_kind.hpp"
#include "referee/core/base/log_file.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/shell_word.hpp"
#include "referee/core/base/text_file.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/recorded_board.hpp"

namespace referee {

namespace {

/// The words of `text`, with one space between them.
std::string single_spaced(std::string_view text) {
    constexpr std::string_view separators = " \t";
    std::string words;
    while (true) {
        const auto begin = text.find_first_not_of(separators);
        if (begin == std::string_view::npos) return words;
        text.remove_prefix(begin);
        const auto end = std::min(text.find_first_of(separators), text.size());
        words.append(words.empty() ? "" : " ").append(text.substr(0, end));
        text.remove_prefix(end);
    }
}

std::string_view without_spaces_around(std::string_view text) {
    constexpr std::string_view spaces = " \t\r";
    const auto first = text.find_first_not_of(spaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

/// The time between regular wake-ups while the referee waits for input. A late wake-up shows that the referee was
/// suspended.
constexpr Duration time_between_wake_ups = std::chrono::milliseconds(100);

bool has_clock(const TurnRequest& request) {
    return request.log.limits_of(games::index(request.board.to_move())).clock.has_value();
}

bool any_clock(const TurnRequest& request) {
    return request.log.limits_of(0).clock || request.log.limits_of(1).clock;
}

/// The last ply of the side to move; null if it has made none.
const protocol::LoggedPly* last_own_ply(const TurnRequest& request) {
    const int player = games::index(request.board.to_move());
    const auto& plies = request.log.plies;
    const auto own = std::find_if(plies.rbegin(), plies.rend(), [&](const auto& ply) { return ply.player == player; });
    return own == plies.rend() ? nullptr : &*own;
}

/// Returns whether the person can take back a move, and prints the answer. No move can be taken back in a match with a
/// clock, because the match would continue with full clocks, and both players would get their time back.
bool can_take_back(const TurnRequest& request) {
    const protocol::LoggedPly* own = last_own_ply(request);
    if (request.board.has_secrets()) {
        print("moves can't be taken back in a game with secrets\n");
    } else if (any_clock(request)) {
        print("moves can't be taken back in a game with a clock\n");
    } else if (own == nullptr) {
        print("you have no move to take back\n");
    } else {
        print(fmt::format("{} is taken back\n", own->move));
        return true;
    }
    return false;
}

/// Prints at most `max_shown` moves, because some games have many.
void print_moves(const games::Board& board, std::size_t max_shown) {
    auto moves = board.legal_moves();
    const std::size_t all = moves.size();
    if (!board.moves_listed()) return print("there are too many valid moves to list\n");
    moves.resize(std::min(all, max_shown));
    for (std::string& move : moves)
        move = board.keys_of(move);
    const std::string rest = all > max_shown ? fmt::format(", ... ({} in all; ? shows them)", all) : "";
    print(fmt::format("valid moves: {}{}\n", fmt::join(moves, ", "), rest));
}

/// Whether a running match, this one or another, is logged in this file. If so, reports that the file is not replaced.
bool is_being_logged(const std::string& path) {
    if (!is_held_as_log(path)) return false;
    print(fmt::format("'{}' is the log of a running match: choose another name\n", harmless(path)));
    return true;
}

/// Whether saving would destroy a file. A saved match may be replaced. Any other file stays, and is reported.
bool would_overwrite(const std::string& path) {
    if (is_being_logged(path)) return true;
    if (!holds_something(path) || is_saved_match(path)) return false;
    print(fmt::format("'{}' already exists and is not a saved match: choose another name\n", harmless(path)));
    return true;
}

void save(const TurnRequest& request, const std::string& path) {
    if (request.board.has_secrets()) return print("a game with secrets can't be saved before its end\n");
    if (would_overwrite(path)) return;
    protocol::MatchLog log = request.log;
    log.result = {std::nullopt, protocol::Ending::aborted, detail_of_saved};
    try {
        add_frames(spec_of(log), log);
        write_single_log(path, log);
        print(fmt::format("saved after ply {}; continue with --resume {}\n", log.plies.size(), copyable_path(path)));
    } catch (const std::runtime_error& error) {
        print(fmt::format("{}\n", harmless(error.what())));
    }
}

/// Says why the typed line is not played.
void explain(const std::string& typed, bool is_move, const games::Board& board) {
    if (is_move) {
        print(fmt::format("{} is not possible here; ", protocol::escaped(typed, 40)));
        print_moves(board, 20);
    } else {
        print(fmt::format("'{}' is not a move: {}\n", protocol::escaped(typed, 40), board.keys_help()));
    }
}

void save_position(const games::Board& board, const std::string& path) {
    const auto position = board.saved_position();
    if (!position) return print("positions of this game can't be saved: save FILE writes the match\n");
    if (is_being_logged(path)) return;
    if (holds_something(path)) {
        return print(fmt::format("'{}' already exists: choose another name\n", harmless(path)));
    }
    try {
        write_text_file(path, games::one_line(*position) == *position ? *position + "\n" : *position);
        print(fmt::format("position saved in {}\n", harmless(path)));
    } catch (const games::UserError& error) {
        print(fmt::format("{}\n", harmless(error.what())));
    }
}

void save_as(bool only_position, const std::string& path, const TurnRequest& request) {
    if (path.empty()) {
        print(fmt::format("add a file name: {} FILE\n", only_position ? "savepos" : "save"));
    } else if (only_position) {
        save_position(request.board, path);
    } else {
        save(request, path);
    }
}

}  // namespace

std::optional<std::string> typed_move(const games::Board& board, std::string_view typed) {
    const std::string words = single_spaced(typed);
    auto move = board.move_of_keys(words);
    if (move && board.legal(*move)) return move;
    // If the keys name an illegal move, only an exact spelling, in capitals or small letters as typed, can mean another
    // move, because `A` and `a` may be different keys.
    const auto folded = [&](std::string_view text) { return move ? std::string(text) : games::in_capitals(text); };
    const std::string wanted = folded(words);
    std::optional<std::string> meant;
    for (std::string& legal : board.legal_moves()) {
        if (folded(legal) != wanted && folded(board.keys_of(legal)) != wanted) continue;
        if (meant) return move;  // ambiguous
        meant = std::move(legal);
    }
    return meant ? meant : move;
}

/// Waits for something to read. Returns false if the time is over.
bool Terminal::wait(PersonsTime* time) {
    std::array<pollfd, 2> watched = {{{input_fd_, POLLIN, 0}, {stop_fd_, POLLIN, 0}}};
    if (time == nullptr) wait_for(watched);
    while (time != nullptr) {
        const TimePoint begin = clock_.now();
        const TimePoint due = std::min(time->deadline, begin + time_between_wake_ups);
        const bool ready = clock_.wait_until(watched, due);
        const TimePoint now = clock_.now();
        time->deadline += time->stalls.note(std::max(due, begin), now);  // time that a hint took is not a stall
        if (ready) break;
        if (now < time->deadline) continue;
        // A line that has been typed by now still counts.
        watched[1].revents = is_readable(stop_fd_) ? POLLIN : 0;
        if (watched[1].revents == 0 && !is_readable(input_fd_)) return false;
        break;
    }
    stopped_ = stopped_ || watched[1].revents != 0;
    return true;
}

std::optional<std::string> Terminal::read_line(PersonsTime* time) {
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
        late_ = !wait(time);
        if (late_ || stopped_) return std::nullopt;
        const auto room = lines_.room();
        const auto count = ::read(input_fd_, room.data(), room.size());
        if (count > 0) lines_.commit(static_cast<std::size_t>(count));
        if (count == 0 && !lines_.rest().empty()) {  // a last line without a line break
            lines_.room().front() = '\n';
            lines_.commit(1);
            continue;
        }
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return std::nullopt;
    }
}

TurnReport HumanPlayer::take_turn(const TurnRequest& request) {
    const TurnClock& clock = terminal_.clock();
    const TimePoint begin = clock.now();
    const games::Side side = request.board.to_move();
    PersonsTime time{begin + request.limit + request.margin};
    TurnReport report;
    for (Outcome outcome; !outcome;) {
        const auto left = std::max(Duration::zero(), time.deadline - request.margin - clock.now());
        print(fmt::format("{} ({}) {}{}, ? for help> ", name_, request.board.mark(side, looks()),
                          has_clock(request) ? rounded(left) + " left, " : "", request.board.prompt()));
        const bool over = has_clock(request) && clock.now() >= time.deadline;
        const auto typed = terminal_.read_line(has_clock(request) ? &time : nullptr);
        if (typed) {
            outcome = understand(*typed, request);
            // After the deadline, a line counts only if it is a move.
            if (!outcome && over) outcome = TurnReport::Kind::faulted;
        } else {
            print("\n");
            outcome = terminal_.late()      ? TurnReport::Kind::faulted
                      : terminal_.stopped() ? TurnReport::Kind::stopped
                                            : TurnReport::Kind::left;
        }
        if (outcome) report.kind = *outcome;
    }
    if (report.kind == TurnReport::Kind::faulted)
        report.fault = Fault{protocol::Ending::timeout, "nothing was typed in time", {}, {}, {}};
    if (report.kind == TurnReport::Kind::answered) report.answer = answer_;
    report.elapsed = clock.now() - begin;
    report.charged = charged_of(report.elapsed, time.stalls);
    return report;
}

void HumanPlayer::help(const TurnRequest& request) const {
    const games::Board& board = request.board;
    print(fmt::format("{}.\n?  shows the valid moves\nrules  tells the rules in short\n", board.keys_help()));
    if (hint_) print("hint  tells what a bot would play\n");
    const bool has_secrets = board.has_secrets();
    if (!any_clock(request) && !has_secrets) print("back  takes back your last move\n");
    if (!has_secrets) print("save FILE  writes the match so far; continue with --resume FILE\n");
    if (board.saved_position()) print("savepos FILE  writes the position, for a match that begins from it\n");
    print("quit  leaves the match\n");
    print_moves(board, std::numeric_limits<std::size_t>::max());
}

/// Executes a command that only shows something. Returns false if `command` is not such a command.
bool HumanPlayer::tell(std::string_view command, const TurnRequest& request) const {
    if (command == "?" || command == "HELP") {
        help(request);
    } else if (command == "RULES") {
        const protocol::MatchLog& log = request.log;
        const std::string settings = fmt::format("this game is {}\n", harmless(to_string(spec_of(log))));
        if (!log.rules.empty()) return print(recorded_game(log)->rules + settings), true;
        print(fmt::format("{}{}referee games {}  says what they mean\n", games::find_game(log.game)->rules, settings,
                          log.game));
    } else if (command == "HINT") {
        print(hint_ ? hint_(request.log, games::index(request.board.to_move())) : "there is no bot to ask\n");
    } else {
        return false;
    }
    return true;
}

HumanPlayer::Outcome HumanPlayer::understand(const std::string& typed, const TurnRequest& request) {
    if (typed.empty()) return std::nullopt;
    // A game of one's own may have a move `back`. The command is typed in capitals then.
    Outcome effect;
    if (!request.board.legal(typed) && obey(typed, request, effect)) return effect;
    const auto move = typed_move(request.board, typed);
    if (!move || !request.board.legal(*move)) {
        explain(typed, move.has_value(), request.board);
        return std::nullopt;
    }
    answer_ = *move;
    return TurnReport::Kind::answered;
}

/// Executes a typed command, and sets its effect. Returns false if the line is no command.
bool HumanPlayer::obey(const std::string& typed, const TurnRequest& request, Outcome& effect) {
    const auto space = std::min(typed.find(' '), typed.size());
    const std::string command = games::in_capitals(std::string_view(typed).substr(0, space));
    const std::string path(without_spaces_around(std::string_view(typed).substr(space)));
    if (path.empty() && command == "QUIT") {
        print("\n");
        effect = TurnReport::Kind::left;
    } else if (path.empty() && command == "BACK") {
        if (can_take_back(request)) effect = TurnReport::Kind::back;
    } else if (command == "SAVE" || command == "SAVEPOS") {
        save_as(command == "SAVEPOS", path, request);
    } else {
        return path.empty() && tell(command, request);
    }
    return true;
}

}  // namespace referee
