#include "referee/core/rules/rules_process.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <variant>

#include "games/board.hpp"
#include "referee/core/base/cores.hpp"
#include "referee/core/base/output.hpp"

namespace referee::rules {

namespace {

constexpr std::size_t max_last_words = 4096;
constexpr int patience_factor = 10;
constexpr int idle_part = 50;  ///< a program is idle if it uses less than one part in 50 of the time

/// Reads what a pipe holds, at most the room. Returns 0 at the end of the pipe and -1 if it holds nothing now.
ssize_t read_into(const UniqueFd& pipe, std::array<char, 16384>& room) {
    for (;;) {
        const ssize_t count = ::read(pipe.get(), room.data(), room.size());
        if (count >= 0) return count;
        if (errno == EAGAIN) return -1;
        if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "reading from the rules");
    }
}

/// How long its threads have waited for a core so far; and whether one of them does so now, or runs.
std::pair<std::chrono::nanoseconds, bool> all_waits_of(const ChildProcess& child) {
    std::pair<std::chrono::nanoseconds, bool> all{};
    for (const auto& [number, thread] : child.waits()) {
        all.first += thread.waited;
        all.second = all.second || thread.ready;
    }
    return all;
}

}  // namespace

RulesProcess::RulesProcess(const LaunchPlan& plan, const std::vector<int>& cores) {
    auto launched = launcher_.launch(plan, cores);
    if (const auto* failure = std::get_if<LaunchFailure>(&launched)) throw NoReply("can't be run: " + failure->reason);
    child_ = std::move(std::get<std::unique_ptr<ChildProcess>>(launched));
}

void RulesProcess::send(std::string_view requests) {
    if (open_ == 0) read_replies();
    if (open_ == 0 && read_.size() > taken_)
        fail("wrote more than its reply: '" + harmless(read_.substr(taken_, read_.find('\n', taken_) - taken_)) + "'");
    open_ += static_cast<std::size_t>(std::ranges::count(requests, '\n'));
    to_write_ += requests;
    write_pending();
}

void RulesProcess::write_pending() {
    while (!to_write_.empty()) {
        const ssize_t count = ::write(child_->pipes.to_stdin.get(), to_write_.data(), to_write_.size());
        if (count >= 0) {
            to_write_.erase(0, static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            return;
        } else if (errno == EPIPE) {
            return to_write_.clear();  // reply() finds out why
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "writing to the rules");
        }
    }
}

std::string_view RulesProcess::reply(Duration limit, int stop_fd) {
    read_.erase(0, taken_);
    taken_ = 0;
    end_ = {};
    std::optional<Wait> state;
    for (;;) {
        if (const auto size = end_.find(read_); size && *size <= max_reply) {
            taken_ = *size + std::string_view("end\n").size();
            --open_;
            return std::string_view(read_).substr(0, *size);
        }
        if (read_.size() > max_reply) fail("wrote a reply of more than 1 MiB");
        if (out_ended_) fail_ended();
        if (!state) state = begin_wait(limit, stop_fd);
        wait(*state);
    }
}

RulesProcess::Wait RulesProcess::begin_wait(Duration limit, int stop_fd) const {
    const TimePoint now = Clock::now();
    const auto used = child_->cpu_used();
    // In short steps: if this process itself was held up, that time does not count as the program's.
    const Duration step = std::min<Duration>(limit, std::chrono::seconds(1)) / 4;
    return {limit, stop_fd, step, now + patience_factor * limit, now + step, used, used, {}, {}};
}

/// Waits for something to read. Throws NoReply if the reply is late.
void RulesProcess::wait(Wait& state) {
    for (;;) {
        if (Clock::now() >= state.next_check) check_time(state);
        std::array<pollfd, 4> watched = {{{child_->pipes.from_stdout.get(), POLLIN, 0},
                                          {child_->pipes.from_stderr.get(), POLLIN, 0},
                                          {to_write_.empty() ? -1 : child_->pipes.to_stdin.get(), POLLOUT, 0},
                                          {state.stop_fd, POLLIN, 0}}};
        static_cast<void>(wait_until(watched, state.next_check));
        if (watched[3].revents != 0) throw games::Abandoned();
        if (watched[1].revents != 0) read_stderr();
        if (watched[2].revents != 0) write_pending();
        if (watched[0].revents != 0) return read_replies();
    }
}

void RulesProcess::check_time(Wait& state) {
    // A process that the program has started may hold its stdout open.
    if (child_->exit_status() && !is_readable(child_->pipes.from_stdout.get())) fail_ended();
    const auto used = child_->cpu_used();
    if (Clock::now() >= state.deadline || (used && state.used_first && *used - *state.used_first >= state.limit))
        fail(fmt::format("has not replied within {}", std::chrono::duration_cast<std::chrono::seconds>(state.limit)));
    const auto [waited, is_ready] = all_waits_of(*child_);
    const bool has_worked = !used || !state.used_last || *used - *state.used_last >= state.step / idle_part;
    // A wait for a core is not idle, on a busy machine also not that of a program that wakes only now and then.
    // At the first check it is not known: to ask the system before each reply would take longer than most replies.
    const Duration held_up =
        is_ready || !state.waited_last ? state.step : std::clamp<Duration>(waited - *state.waited_last, {}, state.step);
    state.idle = has_worked ? Duration{} : state.idle + state.step - held_up;
    if (state.idle >= idle_limit)
        fail(fmt::format("has not replied within {}, in which it was idle: {}", idle_limit,
                         end_.incomplete_block().empty()
                             ? "is the line `end` missing, or a flush?"
                             : fmt::format("fewer lines follow `{}` than it says", end_.incomplete_block())));
    state.used_last = used;
    state.waited_last = waited;
    state.next_check = Clock::now() + state.step;
}

void RulesProcess::read_replies() {
    std::array<char, 16384> room;
    const ssize_t count = read_into(child_->pipes.from_stdout, room);
    if (count > 0) read_.append(room.data(), static_cast<std::size_t>(count));
    out_ended_ = out_ended_ || count == 0;
}

void RulesProcess::read_stderr() {
    std::array<char, 16384> room;
    const ssize_t count = read_into(child_->pipes.from_stderr, room);
    if (count == 0) child_->pipes.from_stderr.reset();
    if (count <= 0) return;
    last_words_.append(room.data(), static_cast<std::size_t>(count));
    if (last_words_.size() > max_last_words) last_words_.erase(0, last_words_.size() - max_last_words);
}

std::optional<std::int64_t> RulesProcess::memory() const {
    std::ifstream statm(fmt::format("/proc/{}/statm", child_->pid()));  // proc(5): counts of pages
    std::int64_t all = 0, resident = 0;
    if (!(statm >> all >> resident)) return std::nullopt;
    return resident * ::sysconf(_SC_PAGESIZE);
}

bool RulesProcess::is_idle() {
    return open_ == 0 && read_.size() == taken_ && !is_readable(child_->pipes.from_stdout.get()) &&
           !child_->exit_status();
}

void RulesProcess::join_thread() {
    if (const auto cores = allowed_cores(); cores != child_->cores) {
        child_->move_to(cores);
        child_->cores = cores;
    }
}

void RulesProcess::fail(const std::string& problem) {
    if (child_->pipes.from_stderr) read_stderr();
    std::string words = last_words_.substr(0, last_words_.find_last_not_of("\r\n") + 1);
    words.erase(0, words.rfind('\n') + 1);
    throw NoReply(problem + (words.empty() ? "" : " (stderr: " + harmless(words.substr(0, 200)) + ")"));
}

/// The program has closed its stdout. Says how it has ended, if it has.
void RulesProcess::fail_ended() {
    constexpr auto patience = std::chrono::milliseconds(500);
    std::array<pollfd, 1> end = {{{child_->end_fd(), POLLIN, 0}}};
    const TimePoint deadline = Clock::now() + patience;
    while (!child_->exit_status() && Clock::now() < deadline && wait_until(end, deadline))
        if (!child_->exit_status()) ::usleep(1000);
    const auto status = child_->exit_status();
    if (const auto reached = child_->limit_reached()) fail("has ended: " + *reached);
    if (status && status->signal) fail(fmt::format("was ended by signal {}", *status->signal));
    if (status && status->code) fail(fmt::format("has exited with code {}", *status->code));
    fail("has closed its stdout");
}

}  // namespace referee::rules
