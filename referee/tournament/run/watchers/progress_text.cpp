#include "referee/tournament/run/watchers/progress_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "referee/core/base/output.hpp"
#include "referee/core/base/progress_line.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/grid.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/paper/schedule/schedule.hpp"
#include "referee/tournament/run/watchers/machine.hpp"

namespace referee::tournament {

std::string speed_of(const Progress& progress) {
    const auto speed = progress.per_second();
    if (!speed) return "";
    if (*speed >= 100) return fmt::format("{:.0f} games/s", *speed);
    if (*speed >= 1) return fmt::format("{:.1f} games/s", *speed);
    return fmt::format("{:.1f} games/min", *speed * 60);
}

std::optional<std::int64_t> seconds_left_of(const Progress& progress) {
    const auto speed = progress.per_second();
    if (!speed || !progress.total || *progress.total <= progress.played) return std::nullopt;
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(*progress.total - progress.played) / *speed));
}

std::string time_left_of(const Progress& progress) {
    const auto seconds = seconds_left_of(progress);
    if (!seconds) return "";
    if (*seconds < 90) return fmt::format("{} s left", *seconds);
    const auto minutes = (*seconds + 30) / 60;
    if (minutes < 90) return fmt::format("{} min left", minutes);
    if (minutes < 48 * 60) return fmt::format("{} h {} min left", minutes / 60, minutes % 60);
    return fmt::format("{} days left", (minutes + 12 * 60) / (24 * 60));
}

std::string line_of(const Progress& progress, const Account& account) {
    std::uint64_t forfeits = 0;
    for (const EntrantAccount& entrant : account.entrants())
        forfeits += entrant.forfeited();
    std::string line = progress.total ? fmt::format("{} of {} games", progress.played, *progress.total)
                                      : fmt::format("{} games", progress.played);
    for (const std::string& part : {speed_of(progress), time_left_of(progress)}) {
        if (!part.empty()) line += ", " + part;
    }
    if (forfeits > 0) line += ", " + counted(forfeits, "forfeit");
    if (const auto games = account.results().total().games(); games > account.distinct_games())
        line += ", " + counted(games - account.distinct_games(), "repeat");
    if (progress.void_games > 0) line += fmt::format(", {} void", progress.void_games);
    return line;
}

std::string goal_text(const Account& account) {
    const auto& until = account.settings().until;
    return until && account.goal() ? "goal " + progress_text(*until, *account.goal()) : "";
}

std::string test_text(const Account& account) {
    if (!account.sprt()) return "";
    const std::string left = games_left_text(*account.sprt());
    return llr_text(account.sprt()->state()) + (left.empty() ? "" : "; " + left);
}

std::string void_text(int game, std::string_view why) {
    return fmt::format("game {} was void and has been played again: {}", shown_number(game), why);
}

namespace {

constexpr std::chrono::seconds between_lines(5);

}  // namespace

void PlainProgress::begun(const Progress& progress, const Account& account) {
    if (progress.played > 0) note(fmt::format("resumed: {}", line_of(progress, account)));
    next_line_ = Clock::now() + between_lines;
}

void PlainProgress::voided(int game, std::string_view why) {
    if (gate_.is_open()) warn(void_text(game, why));
}

void PlainProgress::changed(const TournamentHead& head, std::span<const Change> changes) {
    if (!gate_.is_open()) return;
    for (const Change& change : changes)
        note(change_text(head, change));
}

void PlainProgress::tick(const Progress& progress, const Account& account) {
    const TimePoint now = Clock::now();
    if (now < next_line_ || !gate_.is_open()) return;
    next_line_ = now + between_lines;
    std::string line = line_of(progress, account);
    for (const std::string& part : {goal_text(account), test_text(account)})
        line += (part.empty() ? "" : "; ") + part;
    note(line);
    if (const auto difference = difference_lines(account); !difference.empty()) note(difference.back());
    // Print the warning once each time the load becomes too high.
    const std::string warning = load_warning(jobs_);
    if (!warning.empty() && warning_.empty()) warn(warning);
    warning_ = warning;
}

void PlainProgress::warned(std::string_view text) {
    if (!gate_.is_open()) return;
    begin_line_on_terminal();  // the current line may contain the ^C of a Ctrl-C
    warn(text);
}

}  // namespace referee::tournament
