#include "referee/core/check/advice_on_silence.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <limits>

#include "referee/core/advice/advice_on_line.hpp"
#include "referee/core/advice/forfeit_advice.hpp"
#include "referee/core/base/clock.hpp"
#include "referee/core/base/duration.hpp"
#include "referee/core/match/record.hpp"
#include "referee/core/match/summary.hpp"
#include "referee/core/players/bot_pipes.hpp"

namespace referee {

namespace {

constexpr auto time_to_answer = std::chrono::seconds(2);
/// The longest time until the bot has read its input. On a busy machine it takes long to start.
constexpr auto time_to_read = std::chrono::seconds(10);
constexpr std::size_t enough = 64 * 1024;

/// The output of a bot that gets all of its input at once: first while its stdin is open, then after its stdin has been
/// closed.
struct Trial {
    std::string while_open;
    std::string after_end;
    Duration time_to_answers{};     ///< the time until all due answers had come while the input was open
    bool ended_with_input = false;  ///< it closed its stdout soon after its stdin had been closed, and not before
};

long lines_in(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

/// Feeds `input` and collects the output until there are `enough_lines` lines, the bot ends, `stop_fd` becomes
/// readable, or the time `end` is reached. Returns whether the bot's stdout is still open.
bool exchange(Pipes& pipes, std::string_view& input, std::string& output, long enough_lines, TimePoint end,
              int stop_fd) {
    bool open = true;
    while (open && output.size() < enough && lines_in(output) < enough_lines) {
        std::array<pollfd, 3> watched = {{{pipes.from_stdout.get(), POLLIN, 0},
                                          {input.empty() ? -1 : pipes.to_stdin.get(), POLLOUT, 0},
                                          {stop_fd, POLLIN, 0}}};
        if (!wait_until(watched, end) || watched[2].revents != 0) return open;
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
    return open;
}

Trial try_without_clock(const LaunchRequest& request, std::string_view input, long answers, MatchLauncher& launcher,
                        int stop_fd) {
    const TimePoint begin = Clock::now();
    auto launched = launcher.launch(request, 0);
    if (std::holds_alternative<LaunchFailure>(launched)) return {};
    const auto child = std::move(std::get<std::unique_ptr<ChildProcess>>(launched));
    Trial trial;
    Pipes& pipes = child->pipes;
    bool open = true;
    const auto is_awaited = [&] {
        return open && lines_in(trial.while_open) < answers && trial.while_open.size() < enough &&
               !is_readable(stop_fd);
    };
    const auto wait_for_answers = [&](Duration time) {
        open = exchange(pipes, input, trial.while_open, answers, Clock::now() + time, stop_fd);
    };
    while (is_awaited() && (!input.empty() || bytes_in_pipe(pipes.to_stdin) > 0) && Clock::now() < begin + time_to_read)
        wait_for_answers(std::chrono::milliseconds(20));
    if (is_awaited()) wait_for_answers(time_to_answer);
    trial.time_to_answers = Clock::now() - begin;
    if (lines_in(trial.while_open) >= answers || is_readable(stop_fd)) return trial;
    pipes.to_stdin.reset();
    input = {};
    trial.ended_with_input = !exchange(pipes, input, trial.after_end, std::numeric_limits<long>::max(),
                                       Clock::now() + time_to_answer, stop_fd) &&
                             open;
    return trial;
}

/// Whether the command compiles the bot at each start, as `java Bot.java` does.
bool compiles_at_start(const std::vector<std::string>& words) {
    return std::filesystem::path(words.front()).filename() == "java" &&
           std::any_of(words.begin(), words.end(), [](const std::string& word) { return word.ends_with(".java"); });
}

std::string slow_start(const protocol::MatchLog& log, const Trial& trial) {
    return fmt::format(
        "it is too slow to start: without a clock its first answer came after {}; do less work, or allow more time "
        "with "
        "{}",
        rounded(std::chrono::duration_cast<protocol::Micros>(trial.time_to_answers)),
        was_limited_by_clock(log) ? "--limits clock" : "--limits first");
}

/// Adds how the bot may have misread the first blocks of a game that has blocks of its own.
std::string with_blocks(const protocol::MatchLog& log, std::string advice) {
    if (answers_due(log) > 1 || !has_own_blocks(log)) return advice;
    const std::string others = other_versions_of(log).blocks;
    return advice + "\n" + (others.empty() ? advice_on_own_blocks(log) : others);
}

}  // namespace

SilenceAdvice advice_on_silence(const protocol::MatchLog& log, const LaunchRequest& request, MatchLauncher& launcher,
                                int stop_fd) {
    const long answers = answers_due(log);
    if (answers == 1 && compiles_at_start(request.arguments)) {
        return {
            "java compiles the source at each start, which takes longer than the limit of a first move: compile it "
            "once with javac, and name the folder of the classes: \"java -cp DIR Bot\""};
    }
    const std::string input = stdin_of(log, log.failure->player, std::numeric_limits<int>::max());
    const Trial trial = try_without_clock(request, input, answers, launcher, stop_fd);
    if (is_readable(stop_fd)) return {};
    const std::string output = trial.while_open + trial.after_end;
    if (!output.empty() && output.back() != '\n') return {no_newline};
    if (lines_in(trial.while_open) >= answers && answers == 1) return {slow_start(log, trial)};
    // A bot whose earlier answers have arrived does flush its output.
    if (answers > 1 && lines_in(output) >= answers) {
        return {fmt::format(
            "it is too slow: without a clock it does answer; make it think or wait less, or use a longer {} to "
            "see how much time it needs",
            was_limited_by_clock(log) ? "--limits clock" : "--move-time")};
    }
    if (lines_in(output) >= answers) {
        return {with_blocks(log,
                            "it answers only when its input ends: flush the output after each answer, and don't "
                            "read past the last line of the block (Python: print(move, flush=True); C: "
                            "fflush(stdout); C++: std::endl)")};
    }
    if (trial.ended_with_input) {
        return {with_blocks(log,
                            "it waits for another line, though it has got all of the lines below: answer after the "
                            "last one"),
                true};
    }
    return {
        "it does not end when its input does, so it was still thinking, or it waits for something else than a line"};
}

}  // namespace referee
