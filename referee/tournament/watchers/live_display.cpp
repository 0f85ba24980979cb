#include "referee/tournament/watchers/live_display.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "referee/terminal/output.hpp"
#include "referee/tournament/schedule/shown_number.hpp"
#include "referee/tournament/watchers/jobs.hpp"
#include "referee/tournament/watchers/live_lines.hpp"

namespace referee::tournament {

namespace {

/// At most this part of the time goes into drawing.
constexpr int max_share_of_time = 20;
constexpr std::chrono::milliseconds between_drawings(250);

}  // namespace

LiveDisplay::~LiveDisplay() {
    erase();
}

void LiveDisplay::begun(const Progress& progress, const Account& account) {
    draw(progress, account);
}

void LiveDisplay::voided(int game, std::string_view why) {
    say(fmt::format("game {} was void and has been played again: {}", shown_number(game), why));
}

void LiveDisplay::warned(std::string_view text) {
    say(std::string(text));
}

void LiveDisplay::ended(const Progress& /*progress*/, const RunEnd& /*end*/) {
    erase();
}

void LiveDisplay::tick(const Progress& progress, const Account& account) {
    const TimePoint begin = Clock::now();
    if (begin < next_) return;
    draw(progress, account);
    const Duration took = Clock::now() - begin;
    next_ = begin + std::max<Duration>(between_drawings, took * max_share_of_time);
}

void LiveDisplay::say(const std::string& line) {
    if (!gate_.is_open()) return;
    erase();
    warn(line);
}

void LiveDisplay::draw(const Progress& progress, const Account& account) {
    const std::vector<std::string> lines =
        live_lines(progress, account, ratings_.of(account), load_warning(jobs_), terminal_size());
    // Each line is written over the one that was there: to clear the screen first would flicker, and fill the history
    // of terminals that keep what is cleared.
    std::string picture = drawn_ > 0 ? fmt::format("\x1b[{}A\r", drawn_) : "";
    for (const std::string& line : lines)
        picture += line + "\x1b[K\n";
    picture += "\x1b[J";
    if (!gate_.is_open()) return;
    print_to_stderr(picture);
    drawn_ = static_cast<int>(lines.size());
}

void LiveDisplay::erase() {
    if (drawn_ > 0) print_to_stderr(fmt::format("\x1b[{}A\r\x1b[J", drawn_));
    drawn_ = 0;
}

}  // namespace referee::tournament
