#include "referee/check/advice.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <limits>

#include "referee/check/advice_on_end.hpp"
#include "referee/match/record.hpp"
#include "referee/match/summary.hpp"
#include "referee/system/clock.hpp"
#include "referee/terminal/duration.hpp"
#include "referee/terminal/wrapped_text.hpp"

namespace referee {

namespace {

using protocol::Ending;

constexpr auto time_to_answer = std::chrono::seconds(2);
constexpr std::size_t enough = 64 * 1024;

/// The output of a bot that gets all of its input at once: first while its stdin is open, then after its stdin has been
/// closed.
struct Trial {
    std::string while_open;
    std::string after_end;
    Duration time_to_answers{};  ///< the time until all due answers had come while the input was open
};

long lines_in(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

/// Feeds `input` and collects the output until there are `enough_lines` lines, the bot ends, `stop_fd` becomes
/// readable, or the time `end` is reached.
void exchange(Pipes& pipes, std::string_view& input, std::string& output, long enough_lines, TimePoint end,
              int stop_fd) {
    for (bool open = true; open && output.size() < enough && lines_in(output) < enough_lines;) {
        std::array<pollfd, 3> watched = {{{pipes.from_stdout.get(), POLLIN, 0},
                                          {input.empty() ? -1 : pipes.to_stdin.get(), POLLOUT, 0},
                                          {stop_fd, POLLIN, 0}}};
        if (!wait_until(watched, end) || watched[2].revents != 0) return;
        if (watched[1].revents != 0) {
            const auto count = ::write(pipes.to_stdin.get(), input.data(), input.size());
            if (count < 0 && errno != EAGAIN) input = {};
            input.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        }
        if (watched[0].revents == 0) continue;
        std::array<char, 4096> bytes;
        const auto count = ::read(pipes.from_stdout.get(), bytes.data(), bytes.size());
        open = count > 0 || (count < 0 && errno == EAGAIN);
        output.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
}

Trial try_without_clock(const LaunchRequest& request, std::string_view input, long answers, MatchLauncher& launcher,
                        int stop_fd) {
    const TimePoint begin = Clock::now();
    auto launched = launcher.launch(request, 0);
    if (std::holds_alternative<LaunchFailure>(launched)) return {};
    const auto child = std::move(std::get<std::unique_ptr<ChildProcess>>(launched));
    Trial trial;
    exchange(child->pipes, input, trial.while_open, answers, begin + time_to_answer, stop_fd);
    trial.time_to_answers = Clock::now() - begin;
    if (lines_in(trial.while_open) >= answers || is_readable(stop_fd)) return trial;
    child->pipes.to_stdin.reset();
    input = {};
    exchange(child->pipes, input, trial.after_end, std::numeric_limits<long>::max(), Clock::now() + time_to_answer,
             stop_fd);
    return trial;
}

/// The number of answers that were due: those that the bot has given, and the missing one.
long answers_due(const protocol::MatchLog& log) {
    const int player = log.failure->player;
    const auto given = std::count_if(log.plies.begin(), log.plies.end(),
                                     [&](const auto& ply) { return ply.player == player && ply.wall.has_value(); });
    return given + 1;
}

/// Whether the command compiles the bot at each start, as `java Bot.java` does.
bool compiles_at_start(const std::vector<std::string>& words) {
    return std::filesystem::path(words.front()).filename() == "java" &&
           std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.ends_with(".java"); });
}

/// Whether the bot wrote only part of a line.
bool has_begun_a_line(const protocol::Failure& failure) {
    return failure.line && !failure.line->empty();
}

std::string advice_for_silence(const protocol::MatchLog& log, const LaunchRequest& request, MatchLauncher& launcher,
                               int stop_fd) {
    constexpr const char* no_newline = "it wrote an answer without a newline at its end: add \"\\n\"";
    if (has_begun_a_line(*log.failure)) return no_newline;
    const long answers = answers_due(log);
    if (answers == 1 && compiles_at_start(request.arguments)) {
        return "java compiles the source at each start, which takes longer than the limit of a first move: compile it "
               "once\n"
               "            with javac, and name the folder of the classes: \"java -cp DIR Bot\"";
    }
    const int to_the_end = std::numeric_limits<int>::max();
    const std::string input = stdin_of(log, log.failure->player, to_the_end);
    const Trial trial = try_without_clock(request, input, answers, launcher, stop_fd);
    if (is_readable(stop_fd)) return {};
    const std::string output = trial.while_open + trial.after_end;
    if (!output.empty() && output.back() != '\n') return no_newline;
    if (lines_in(trial.while_open) >= answers && answers == 1) {
        return fmt::format(
            "it is too slow to start: without a clock its first answer came after {}; do less work, or\n"
            "            allow more time with {}",
            rounded(std::chrono::duration_cast<protocol::Micros>(trial.time_to_answers)),
            was_limited_by_clock(log) ? "--limits clock" : "--limits first");
    }
    // A bot whose earlier answers have arrived does flush its output.
    if (answers > 1 && lines_in(output) >= answers) {
        return fmt::format(
            "it is too slow: without a clock it does answer; make it think less,\n"
            "            or use a longer {} to see how much time it needs",
            was_limited_by_clock(log) ? "--limits clock" : "--move-time");
    }
    if (lines_in(output) >= answers) {
        return "it answers only when its input ends: flush the output after each answer, and don't read past the\n"
               "            last line of the block (Python: print(move, flush=True); C: fflush(stdout); C++: "
               "std::endl)";
    }
    return "it was still thinking, or it waits for a line that never comes: docs/protocol.md shows the blocks";
}

/// Explains an empty line. An extra newline after each answer is read as the second answer, or arrives before an answer
/// is due.
std::string advice_for_empty_line(const protocol::MatchLog& log) {
    const long given = answers_due(log) - 1;
    const bool premature = log.result.ending == Ending::premature;
    const std::string newline_too_much =
        "it wrote an empty line after its answer; print() ends the line by itself: print(move), not "
        "print(move + \"\\n\")";
    if (premature && given == 0) return "it wrote an empty line before its first turn: write nothing but answers";
    if (premature) return newline_too_much;
    if (given == 1) return newline_too_much + "; or the move that it wrote is empty";
    if (given == 0) {
        return "its answer is an empty line: the move that it wrote is empty, or it wrote an empty line before the "
               "move; write the move and one newline, and nothing else";
    }
    return "its answer is an empty line: the move that it wrote is empty, though the block lists valid ones";
}

/// Whether the received line, escaped as in the log, consists of white space.
bool is_empty_line(const protocol::Failure& failure) {
    if (!failure.line) return false;
    std::string text = *failure.line;
    for (const std::string_view escape : {"\\n", "\\r", "\\t", " "}) {
        for (auto at = text.find(escape); at != std::string::npos; at = text.find(escape))
            text.erase(at, escape.size());
    }
    return text.empty();
}

/// The text in lower case. Each run of characters other than letters, digits and minus signs becomes one blank.
std::string outline(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool is_word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
        if (is_word) {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

std::string advice_for_line(const protocol::MatchLog& log, std::string fallback) {
    const protocol::Failure& failure = *log.failure;
    if (is_empty_line(failure)) return advice_for_empty_line(log);
    for (const std::string& move : failure.valid_moves) {
        if (failure.line && outline(move) == outline(*failure.line))
            return "write it exactly as the block lists it: " + move;
    }
    return fallback;
}

/// The advice on a match that the bot has forfeited after it had played another match in the same process. Explains how
/// the bot seems to have misread the beginning of another game.
std::string advice_for_next_game(const protocol::MatchLog& log) {
    const std::string place = log.game == "cluster" ? "the direction" : "the number of plies";
    const std::string rule = "\n            after a game, -1 comes in place of " + place +
                             ", and then the\n            setup block of the next game: start over there";
    switch (log.result.ending) {
        case Ending::exited:
        case Ending::crashed:
        case Ending::closed_stdout: return "it exits when another game begins;" + rule;
        case Ending::premature:
            return "it answers the line that announces another game, which is not a turn, or it writes too late;" +
                   rule;
        case Ending::timeout: return "it mistakes the next game for a turn, and waits for more lines;" + rule;
        case Ending::invalid_move:
        case Ending::unreadable_move: return "it continues the previous game;" + rule;
        default: return "it does not handle a second game:" + rule;
    }
}

/// The advice on a bot that has answered nothing yet, in a game whose setup block does not begin with the game's name.
/// Bots for the other games, and most starter kits, take its numbers for something else. Otherwise empty.
std::string advice_on_own_blocks(const protocol::MatchLog& log) {
    if (answers_due(log) > 1 || stdin_of(log, log.failure->player, 0).starts_with(log.game)) return {};
    std::string name = log.game;
    std::ranges::transform(name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return fmt::format(
        "{} has blocks of its own: numbers, without a name and a list of moves (docs/protocol.md);\n"
        "referee new-bot NAME --game {} makes a bot that reads them",
        name, log.game);
}

std::string with_own_blocks(const protocol::MatchLog& log, std::string advice) {
    const std::string more = advice_on_own_blocks(log);
    if (more.empty() || advice.empty()) return more.empty() ? advice : more;
    return advice + "\n" + more;
}

std::string advice_for(const protocol::MatchLog& log, const Entrant& bot, const LaunchRequest& request,
                       MatchLauncher& launcher, int stop_fd) {
    switch (log.result.ending) {
        case Ending::timeout: return advice_for_silence(log, request, launcher, stop_fd);
        case Ending::premature:
            if (is_empty_line(*log.failure)) return advice_for_empty_line(log);
            return with_own_blocks(
                log, "read the whole block, to its last line, before answering, and answer each block once");
        case Ending::invalid_move:
            return advice_for_line(
                log, log.failure->valid_moves.empty()
                         ? "moves are not listed on a board of this size: the rules define which are valid"
                         : "answer with one of the lines that the block lists, word for word");
        case Ending::unreadable_move:
            if (const std::string own = advice_on_own_blocks(log); !own.empty()) return own;
            return advice_for_line(log, "write the answer and nothing else to stdout; messages belong on stderr");
        case Ending::line_too_long: return "write one line per turn to stdout";
        case Ending::exited:
        case Ending::crashed:
            return with_own_blocks(log, advice_on_end(log, bot, request.confinement.sandbox != nullptr));
        case Ending::failed_to_start: return advice_on_end(log, bot, request.confinement.sandbox != nullptr);
        case Ending::closed_stdout: return "keep stdout open until the input ends";
        case Ending::resource_limit:
            return "use less memory and fewer processes, or raise those --limits; stop all threads and processes "
                   "before you answer";
        default: return {};
    }
}

/// Formats the advice as a field of an explanation. The lines after the first may be indented already. Long lines are
/// wrapped.
std::string advice_field(std::string_view advice) {
    constexpr std::size_t indent = 12;
    std::string out = "  advice    ";
    for (bool first = true; !advice.empty(); first = false) {
        const auto end = advice.find('\n');
        std::string_view line = advice.substr(0, end);
        if (!first) {
            out += '\n' + std::string(indent, ' ');
            line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        }
        out += wrapped_text(line, indent);
        advice.remove_prefix(end == std::string_view::npos ? advice.size() : end + 1);
    }
    return out + "\n";
}

/// The block that the bot answered, as a field, if it may have read too little: it answered before the end of the
/// block, or with a move that the block does not list. Otherwise empty, also if it wrote lines beside its answers.
std::string sent_field(const protocol::MatchLog& log) {
    constexpr int max_lines = 24;
    const protocol::Failure& failure = *log.failure;
    const bool too_early = log.result.ending == Ending::premature && failure.line && !failure.line->ends_with("\\n");
    if (!too_early && log.result.ending != Ending::invalid_move) return {};
    const int answered = static_cast<int>(log.plies.size());
    const std::string input = stdin_of(log, failure.player, std::numeric_limits<int>::max());
    std::string_view block = std::string_view(input).substr(stdin_of(log, failure.player, answered).size());
    std::string out;
    for (int line = 0; !block.empty() && line < max_lines; ++line) {
        const auto end = block.find('\n');
        out += fmt::format("  {:<10}| {}\n", line == 0 ? "block" : "", block.substr(0, end));
        block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
    }
    return block.empty() ? out : out + fmt::format("{:12}({} more lines)\n", "", lines_in(std::string(block)));
}

bool is_about_next_game(const protocol::MatchLog& log) {
    return log.players[static_cast<std::size_t>(log.failure->player)].games_before > 0;
}

}  // namespace

bool starts_bot_again(const protocol::MatchLog& log) {
    return log.result.ending == Ending::timeout && !is_about_next_game(log) && !has_begun_a_line(*log.failure);
}

std::string advice_on_forfeit(const protocol::MatchLog& log, const Entrant& bot, const Isolation& isolation,
                              MatchLauncher& launcher, int stop_fd) {
    if (bot.human) return {};
    if (is_about_next_game(log)) return advice_field(advice_for_next_game(log));
    const int player = log.failure->player;
    const LaunchRequest request = launch_request_for(bot, player, spec_of(log), log.limits_of(player), isolation);
    const std::string advice = advice_for(log, bot, request, launcher, stop_fd);
    return advice.empty() ? "" : advice_field(advice) + sent_field(log);
}

}  // namespace referee
