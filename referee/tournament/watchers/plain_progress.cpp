#include "referee/tournament/watchers/plain_progress.hpp"

#include <fmt/format.h>

#include "referee/terminal/output.hpp"
#include "referee/terminal/progress_line.hpp"
#include "referee/tournament/schedule/schedule.hpp"
#include "referee/tournament/tables/result_text.hpp"
#include "referee/tournament/watchers/machine.hpp"
#include "referee/tournament/watchers/progress_text.hpp"

namespace referee::tournament {

namespace {

constexpr std::chrono::seconds between_lines(5);

}  // namespace

void PlainProgress::begun(const Progress& progress, const Account& account) {
    if (progress.played > 0) note(fmt::format("resumed: {}", line_of(progress, account)));
    next_line_ = Clock::now() + between_lines;
}

void PlainProgress::voided(int game, std::string_view why) {
    if (gate_.is_open()) warn(fmt::format("game {} was void and has been played again: {}", shown_number(game), why));
}

void PlainProgress::tick(const Progress& progress, const Account& account) {
    const TimePoint now = Clock::now();
    if (now < next_line_ || !gate_.is_open()) return;
    next_line_ = now + between_lines;
    std::string line = line_of(progress, account);
    for (const std::string& part : {goal_text(account), test_of(account)})
        line += (part.empty() ? "" : "; ") + part;
    note(line);
    if (const auto difference = difference_lines(account); !difference.empty()) note(difference.back());
    // Said once each time it begins.
    const std::string warning = load_warning(jobs_);
    if (!warning.empty() && warning_.empty()) warn(warning);
    warning_ = warning;
}

void PlainProgress::warned(std::string_view text) {
    if (!gate_.is_open()) return;
    begin_line_on_terminal();  // it may come of a Ctrl-C
    warn(text);
}

}  // namespace referee::tournament
