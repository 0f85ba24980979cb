#include "referee/check/advice.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include "referee/match/record.hpp"
#include "referee/system/clock.hpp"

namespace referee {

namespace {

using protocol::Ending;

constexpr auto time_to_answer = std::chrono::seconds(2);
constexpr std::size_t enough = 64 * 1024;

/// The output of a bot that gets all of its input at once, and then its end.
std::string output_at_end_of_input(const LaunchRequest& request, std::string_view input, Launcher& launcher) {
    auto launched = launcher.launch(request);
    if (std::holds_alternative<LaunchFailure>(launched)) return {};
    const auto child = std::move(std::get<std::unique_ptr<ChildProcess>>(launched));
    Pipes& pipes = child->pipes;
    const TimePoint end = Clock::now() + time_to_answer;
    std::string output;
    for (bool open = true; open && output.size() < enough;) {
        if (input.empty()) pipes.to_stdin.reset();
        std::array<pollfd, 2> watched = {{{pipes.from_stdout.get(), POLLIN, 0}, {pipes.to_stdin.get(), POLLOUT, 0}}};
        if (!wait_until(watched, end)) break;
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
    return output;
}

/// The number of answers that the bot has given, plus the missing one.
long answers_due(const protocol::MatchLog& log) {
    const int player = log.failure->player;
    const auto given = std::count_if(log.plies.begin(), log.plies.end(),
                                     [&](const auto& ply) { return ply.player == player && ply.wall.has_value(); });
    return given + 1;
}

std::string advice_for_silence(const protocol::MatchLog& log, const LaunchRequest& request, Launcher& launcher) {
    const int to_the_end = std::numeric_limits<int>::max();
    const std::string output =
        output_at_end_of_input(request, stdin_of(log, log.failure->player, to_the_end), launcher);
    const auto lines = std::count(output.begin(), output.end(), '\n');
    if (!output.empty() && output.back() != '\n') return "it wrote an answer without a newline at its end: add \"\\n\"";
    // A bot that has answered before does flush.
    if (answers_due(log) > 1 && lines >= answers_due(log)) {
        return "it is too slow: without a clock it gives this answer; let it think less, or see with a longer "
               "--move-time\n"
               "            how much it needs";
    }
    if (lines >= answers_due(log)) {
        return "it answers only when its input ends: flush the output after each answer, and don't read past the\n"
               "            last line of the block (Python: print(move, flush=True); C: fflush(stdout); C++: "
               "std::endl)";
    }
    return "it was still thinking, or waits for a line that does not come: docs/protocol.md shows the blocks";
}

constexpr const char* advice_for_empty_line =
    "it wrote an empty line; print() ends the line by itself: print(move), not print(move + \"\\n\")";

/// Whether what was received, escaped as the log has it, is white space.
bool is_empty_line(const protocol::Failure& failure) {
    if (!failure.line) return false;
    std::string text = *failure.line;
    for (const std::string_view escape : {"\\n", "\\r", "\\t", " "}) {
        for (auto at = text.find(escape); at != std::string::npos; at = text.find(escape))
            text.erase(at, escape.size());
    }
    return text.empty();
}

/// Without case, and with one blank wherever there is anything but letters, digits and minus signs.
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

std::string advice_for_line(const protocol::Failure& failure, std::string fallback) {
    if (is_empty_line(failure)) return advice_for_empty_line;
    for (const std::string& move : failure.valid_moves) {
        if (failure.line && outline(move) == outline(*failure.line))
            return "write it exactly as the block lists it: " + move;
    }
    return fallback;
}

}  // namespace

std::string advice_for_next_game(const protocol::MatchLog& log) {
    const std::string place = log.game == "cluster" ? "the direction" : "the number of plies";
    const std::string rule = "after a game comes -1 in place of " + place +
                             ", and then the setup block of the next\n"
                             "            one: begin anew there";
    switch (log.result.ending) {
        case Ending::exited:
        case Ending::crashed:
        case Ending::closed_stdout: return "it ends where another game begins; " + rule;
        case Ending::premature:
            return "it answers the news of another game, which is no turn, or writes after its last answer; " + rule;
        case Ending::timeout:
            return "it waits for lines that do not come, since it takes the news of another game for a turn; " + rule;
        case Ending::invalid_move:
        case Ending::unreadable_move: return "it goes on with the last game; " + rule;
        default: return rule;
    }
}

std::string advice_for(const protocol::MatchLog& log, const LaunchRequest& request, Launcher& launcher) {
    switch (log.result.ending) {
        case Ending::timeout: return advice_for_silence(log, request, launcher);
        case Ending::premature:
            if (is_empty_line(*log.failure)) return advice_for_empty_line;
            return "read the whole block, to its last line, before answering, and answer each block once";
        case Ending::invalid_move:
            return advice_for_line(*log.failure,
                                   log.failure->valid_moves.empty()
                                       ? "no moves are listed on so large a board: the rules say which are valid"
                                       : "answer with one of the lines that the block lists, word for word");
        case Ending::unreadable_move:
            return advice_for_line(*log.failure,
                                   "write the answer and nothing else to stdout; messages belong on stderr");
        case Ending::line_too_long: return "write one line a turn to stdout";
        case Ending::exited: return "it must play until its input ends; what it wrote to stderr may say why it did not";
        case Ending::crashed:
            return "run it in a debugger with the same input: referee ... --log m.json, then\n"
                   "            referee replay m.json --stdin-of 0 > input";
        case Ending::closed_stdout: return "keep stdout open until the input ends";
        case Ending::resource_limit:
            return "use less, or see --memory and --processes; stop all threads and processes before you answer";
        default: return {};
    }
}

}  // namespace referee
