#include "referee/core/players/running_bot.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "referee/core/base/descriptors.hpp"
#include "referee/core/players/fairness.hpp"

namespace referee {

namespace {

/// Reading the CPU clock of another process is a system call, and a quick turn makes only four. So the CPU time of
/// quick turns is reported together with that of later turns.
constexpr Duration time_between_cpu_looks = std::chrono::microseconds(500);

/// The text that is sent instead of a turn block after the end of a game. The setup block of another game follows it.
constexpr std::string_view end_of_game = "-1\n";

}  // namespace

RunningBot::RunningBot(std::unique_ptr<ChildProcess> its_child, bool ponders, BotStderr& its_err,
                       const MatchStop& its_stop)
    : err(its_err),
      stop(its_stop),
      child(std::move(its_child)),
      input(child->pipes.to_stdin),
      rare_events(child->pipes.from_stderr.get(), child->end_fd(), stop.fd),
      rests(*child, ponders, stop.clock) {}

void RunningBot::begin(std::string_view setup) {
    input.send(setup);
    rests.begin();
}

void RunningBot::begin_next_game(std::string_view setup) {
    ++history.games;
    drain_stderr();
    err.begin_anew();
    rests.begin_next_game();
    cpu_told_ = child->cpu_time().value_or(cpu_told_);
    own_use_read_at_ = {};  // another thread may play this game
    std::string block(end_of_game);
    block += setup;
    input.send(block);
}

bool RunningBot::can_play_on() {
    if (input.waiting_fd() >= 0 || child->limit_reached()) return false;
    if (!has_room_behind(rare_events.fd())) return false;  // leave enough descriptors for playing bots
    drain_stderr();
    return true;
}

/// Only time in which the bot could have a core counts as its time to exit.
bool RunningBot::end(Duration patience) {
    if (patience > Duration::zero()) {
        static_cast<void>(child->pause(false, Duration::zero()));  // does not wait, because the loop below does
    }
    bool ended_by_itself = false;
    const TimePoint begin = stop.clock.now();
    FairTime time(*child, number_of_cores(), stop.clock, begin, patience, own_use(begin));
    // The bot may write much to stderr before it exits.
    for (TimePoint now = time.begin(); !ended_by_itself && now < time.deadline(); now = stop.clock.now()) {
        ended_by_itself = wait_for_end(std::min(time.deadline(), now + BotStderr::rest), -1).has_value();
        err.look(child->pipes.from_stderr);
        time.look_if_due(now);
        if (stop.clock.now() >= time.deadline()) {
            time.measure();
            static_cast<void>(time.extend(usual_lateness));
        }
    }
    child->kill_all();
    drain_stderr();
    return ended_by_itself;
}

bool RunningBot::read_stdout() {
    const auto count = read_some(child->pipes.from_stdout, lines.room());
    if (count) lines.commit(*count);
    return count != 0U;
}

std::optional<ExitStatus> RunningBot::wait_for_end(TimePoint deadline, int stop_fd) const {
    std::array<pollfd, 2> watched = {{{child->end_fd(), POLLIN, 0}, {stop_fd, POLLIN, 0}}};
    for (;;) {
        const bool late = !stop.clock.wait_until(watched, deadline);
        const auto status = child->exit_status();
        if (status || late || watched[1].revents != 0) return status;
    }
}

const std::optional<CpuUse>& RunningBot::own_use(TimePoint now) {
    if (now - own_use_read_at_ >= FairTime::quick) {
        own_use_ = stop.clock.own_use();
        own_use_read_at_ = now;
    }
    return own_use_;
}

std::optional<std::chrono::nanoseconds> RunningBot::cpu_since_last_look(TimePoint now) {
    if (now - cpu_looked_at_ < time_between_cpu_looks) return std::nullopt;
    const auto cpu = child->cpu_time();
    if (!cpu) return std::nullopt;
    cpu_looked_at_ = now;
    return *cpu - std::exchange(cpu_told_, *cpu);
}

}  // namespace referee
