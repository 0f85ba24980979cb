#include "referee/tournament/run/live_display.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "referee/output.hpp"
#include "referee/tournament/run/jobs.hpp"
#include "referee/tournament/run/live_lines.hpp"

namespace referee::tournament {

namespace {

/// A large table takes time to rate: at most so much of the time goes into drawing.
constexpr int most_share_of_time = 20;
constexpr std::chrono::milliseconds between_drawings(250);

TerminalSize size_of_terminal() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
    return {size.ws_row, size.ws_col};
}

}  // namespace

bool LiveDisplay::is_possible() {
    const char* terminal = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

LiveDisplay::~LiveDisplay() {
    erase();
}

void LiveDisplay::begun(const Progress& progress, const Account& account) {
    draw(progress, account);
}

void LiveDisplay::voided(const PlannedGame& game, std::string_view why) {
    say(fmt::format("game {} was void and has been played again: {}", game.number, why));
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
    next_ = begin + std::max<Duration>(between_drawings, took * most_share_of_time);
}

void LiveDisplay::say(const std::string& line) {
    if (!gate_.is_open()) return;
    erase();
    warn(line);
}

void LiveDisplay::draw(const Progress& progress, const Account& account) {
    const std::vector<std::string> lines = live_lines(progress, account, load_warning(jobs_), size_of_terminal());
    // Each line is written over the one that was there: to clear the screen first would flicker, and fill the history
    // of terminals that keep what is cleared.
    std::string picture = drawn_ > 0 ? fmt::format("\x1b[{}A\r", drawn_) : "";
    for (const std::string& line : lines)
        picture += line + "\x1b[K\n";
    picture += "\x1b[J";
    if (!gate_.is_open()) return;
    std::fputs(picture.c_str(), stderr);
    std::fflush(stderr);
    drawn_ = static_cast<int>(lines.size());
}

void LiveDisplay::erase() {
    if (drawn_ > 0) fmt::print(stderr, "\x1b[{}A\r\x1b[J", drawn_);
    drawn_ = 0;
}

}  // namespace referee::tournament
