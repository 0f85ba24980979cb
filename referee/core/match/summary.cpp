#include "referee/core/match/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "referee/core/base/duration.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/base/text_width.hpp"
#include "referee/core/match/game_clock.hpp"
#include "referee/core/match/notes.hpp"

namespace referee {

namespace {

using protocol::Ending;
using protocol::MatchLog;

constexpr std::size_t text_width = 78;
constexpr std::size_t max_stderr_lines = 12;

std::string plies(const MatchLog& log) {
    return fmt::format("{} {}", log.plies.size(), log.plies.size() == 1 ? "ply" : "plies");
}

/// What a side did that forfeited the match, in the fewest words.
std::string deed_of(const protocol::Result& result) {
    switch (result.ending) {
        case Ending::invalid_move: return "made an invalid move";
        case Ending::unreadable_move: return "gave an unreadable answer";
        case Ending::premature: return "answered too early";
        case Ending::timeout: return "ran out of time";
        case Ending::line_too_long: return "wrote too long a line";
        case Ending::output_flood: return "wrote too much";
        case Ending::exited:  // the detail is such as "exit code 1"
            return result.detail.empty() ? "exited" : "ended with " + harmless(result.detail);
        case Ending::crashed: return "crashed";
        case Ending::closed_stdout: return "closed its output";
        case Ending::failed_to_start: return "could not be started";
        case Ending::resource_limit: return "used too much memory or too many processes";
        case Ending::by_rules:
        case Ending::aborted: break;
    }
    return "";
}

void add_field(std::string& out, const char* name, std::string_view text) {
    out += fmt::format("  {:<9} {}\n", name, text);
}

/// The moves on at most two lines, the second of which ends in `end`. Nothing if there is no room for all of them.
std::optional<std::string> on_two_lines(std::span<const std::string> moves, std::string_view end) {
    constexpr std::size_t room = text_width - 12;
    std::array<std::string, 2> lines;
    std::size_t line = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::string word = harmless(moves[i]) + (i + 1 < moves.size() ? "," : "");
        const auto length = [&] { return lines[line].size() + word.size() + (lines[line].empty() ? 0 : 1); };
        if (line == 0 && length() > room) line = 1;
        if (line == 1 && length() + end.size() > room) return std::nullopt;
        lines[line] += (lines[line].empty() ? "" : " ") + word;
    }
    lines[line] += end;
    return lines[0] + (line == 0 ? "" : "\n            " + lines[1]);
}

/// The moves that fit on two lines. If there are more, the first ones, the last one, and the number of all. A player to
/// move always has a move, so an empty list means that there were too many moves to list.
std::string some_of(const std::vector<std::string>& moves) {
    if (moves.empty()) return "not listed";
    if (const auto all = on_two_lines(moves, "")) return *all;
    const std::string end = fmt::format(", ..., {} ({} in all)", harmless(moves.back()), moves.size());
    for (std::size_t count = moves.size() - 1; count > 0; --count)
        if (const auto some = on_two_lines(std::span(moves).first(count), end)) return *some;
    return end.substr(2);
}

void add_stderr(std::string& out, std::string_view tail) {
    std::vector<std::string_view> lines;
    while (!tail.empty()) {
        const auto end = tail.find('\n');
        if (end != 0) lines.push_back(tail.substr(0, end));
        tail.remove_prefix(end == std::string_view::npos ? tail.size() : end + 1);
    }
    if (lines.empty()) return add_field(out, "stderr", "nothing");
    const std::size_t first = lines.size() > max_stderr_lines ? lines.size() - max_stderr_lines : 0;
    for (std::size_t i = first; i < lines.size(); ++i) {
        const std::string shown = harmless(lines[i].substr(0, 400));
        add_field(out, i == first ? "stderr" : "", "| " + shown);
    }
    if (first > 0) add_field(out, "", fmt::format("(the last of {} lines)", lines.size()));
}

/// Adds the number of games that the bot's process had played before this one. A bot that fails in its first turn of a
/// later game has probably not noticed that another game began.
void add_games_before(std::string& out, const MatchLog& log) {
    const int player = log.failure->player;
    const int games = log.players[static_cast<std::size_t>(player)].games_before.value_or(0);
    if (games == 0) return;
    add_field(out, "process", fmt::format("it had played {} game{} before this one", games, games == 1 ? "" : "s"));
    const bool has_answered =
        std::ranges::any_of(log.plies, [&](const auto& ply) { return ply.player == player && ply.wall; });
    if (!has_answered) add_field(out, "", "(\"referee check --reuse BOT\" checks how it handles another game)");
}

constexpr std::size_t max_note_lines = 4;  // only a few, because the board is more important

std::string lost_turns(const protocol::LoggedPly& ply, const MatchLog& log) {
    std::string text = "   then lost: ";
    for (std::size_t i = 0; i < ply.lost.size(); ++i) {
        text += (i == 0 ? "" : ", ") + log.players[static_cast<std::size_t>(ply.lost[i])].name;
    }
    return text + "\n";
}

}  // namespace

std::string called(const MatchLog& log, const Marks& marks, int player) {
    const auto place = static_cast<std::size_t>(player);
    return fmt::format("{} ({})", harmless(log.players[place].name), marks[place]);
}

Marks marks_of(const games::Board& board) {
    return {std::string(board.mark(games::Side::first, looks())),
            std::string(board.mark(games::Side::second, looks()))};
}

std::string headline(const MatchLog& log, const Marks& marks) {
    if (log.result.ending == Ending::aborted) {
        return fmt::format("{} against {}: aborted after {}{}{}", called(log, marks, 0), called(log, marks, 1),
                           plies(log), log.result.detail.empty() ? "" : ", ", harmless(log.result.detail));
    }
    const std::string points =
        log.result.score ? fmt::format(" ({} : {})", (*log.result.score)[0], (*log.result.score)[1]) : "";
    if (!log.result.winner) {
        return fmt::format("{} and {} draw: {}{}, after {}", called(log, marks, 0), called(log, marks, 1),
                           harmless(log.result.detail), points, plies(log));
    }
    const int winner = *log.result.winner;
    const std::string beats = fmt::format("{} beats {}: ", called(log, marks, winner), called(log, marks, 1 - winner));
    if (log.result.ending == Ending::by_rules)
        return fmt::format("{}{}{}, after {}", beats, harmless(log.result.detail), points, plies(log));
    const std::string when =
        log.result.ending == Ending::failed_to_start ? "" : fmt::format(" at ply {}", log.plies.size() + 1);
    return beats + harmless(log.players[static_cast<std::size_t>(1 - winner)].name) + " " + deed_of(log.result) + when;
}

std::string time_text(const protocol::LoggedPly& ply) {
    return rounded(*ply.wall) + (ply.charged ? fmt::format(" ({} charged)", rounded(*ply.charged)) : "");
}

bool was_limited_by_clock(const MatchLog& log) {
    const protocol::Failure& failure = log.failure.value();
    const auto left = clock_before(log, failure.player, log.plies.size() + 1).left();
    return left && failure.limit == std::max(*left, protocol::Micros{});
}

std::string explain_forfeit(const MatchLog& log, const Marks& marks) {
    const protocol::Failure& failure = log.failure.value();
    const Ending ending = log.result.ending;
    std::string out;
    if (ending == Ending::failed_to_start) {
        out = fmt::format("{} forfeits: it could not be started\n", called(log, marks, failure.player));
        add_field(out, "why", harmless(log.result.detail));
        return out;
    }
    out = fmt::format("{} forfeits at ply {}: it {}\n", called(log, marks, failure.player), log.plies.size() + 1,
                      protocol::meaning_of(ending));
    if (!log.result.detail.empty()) add_field(out, "why", harmless(log.result.detail));
    add_field(out, "received", failure.line ? fmt::format("\"{}\"", harmless(*failure.line)) : "nothing");
    add_field(out, "valid", some_of(failure.valid_moves));
    if (failure.elapsed && failure.limit) {
        const GameClock clock = clock_before(log, failure.player, log.plies.size() + 1);
        add_field(out, "time",
                  fmt::format("{} of {}{} (and {} margin)", rounded(*failure.elapsed), exact(*failure.limit),
                              was_limited_by_clock(log) ? " left on its clock" : "",
                              exact(clock.allowance(*failure.limit).margin)));
    }
    if (failure.cpu && failure.waited) {
        constexpr int worth_telling = 20;
        const bool slept = failure.elapsed && (*failure.cpu + *failure.waited) * worth_telling < *failure.elapsed;
        add_field(out, "cores",
                  slept ? "it used hardly any CPU time: it slept, or waited for something"
                        : fmt::format("it used {} of CPU, and waited {} for a core", rounded(*failure.cpu),
                                      rounded(*failure.waited)));
    }
    add_games_before(out, log);
    const auto& said = log.last_notes[static_cast<std::size_t>(failure.player)].info;
    if (said && *said != protocol::Info()) add_field(out, "says", info_text(*said, true));
    add_stderr(out, failure.stderr_tail);
    return out;
}

namespace {

/// The only person in a match; nothing if there are two or none.
std::optional<games::Side> only_person(const MatchLog& log) {
    const bool first = log.players[0].command.empty(), second = log.players[1].command.empty();
    return first == second ? std::nullopt : std::optional(first ? games::Side::first : games::Side::second);
}

}  // namespace

/// Prints what the only person in a match is told of the last ply.
void Show::show_told(const games::Board& board, games::Side person, const MatchLog& log) {
    for (const std::string& line : board.told(person)) {
        const auto place = static_cast<std::size_t>(line.front() - '0');
        print(coloured(Colour::bold, fmt::format("\n{}. {} ({}) {}", log.plies.size(), log.players[place].name,
                                                 marks_of(board)[place], line.substr(2))) +
              "\n");
    }
    print(fmt::format("\n{}", games::PlayersBoard(board, person)->display(looks())));
}

void Show::on_position(const games::Board& board, const MatchLog& log) {
    if (log.id != match_) {
        is_again_ = !match_.empty();
        match_ = log.id;
    }
    if (is_again_ && log.plies.size() < static_cast<std::size_t>(log.opening)) return;
    if (const auto person = only_person(log); person && board.has_secrets()) return show_told(board, *person, log);
    if (!log.plies.empty()) {
        const auto& ply = log.plies.back();
        const auto place = static_cast<std::size_t>(ply.player);
        const std::string time = ply.wall ? "  " + time_text(ply) : "";
        print(coloured(Colour::bold, fmt::format("\n{}. {} ({}) {}", log.plies.size(), log.players[place].name,
                                                 marks_of(board)[place], ply.move)) +
              coloured(Colour::dim, time) + "\n");
        if (!ply.lost.empty()) print(lost_turns(ply, log));
        if (with_notes_) print(coloured(Colour::dim, notes_text(ply.notes, max_note_lines)));
    }
    print(fmt::format("\n{}", board.display(looks())));
}

std::string last_board_of(const games::GameSpec& spec, const MatchLog& log) {
    const auto board = spec.make_board(log.seed);
    for (const auto& ply : log.plies) {
        board->play_legal(ply.move);
    }
    return board->display(looks());
}

}  // namespace referee
