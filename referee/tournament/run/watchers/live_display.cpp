#include "referee/tournament/run/watchers/live_display.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "referee/core/base/output.hpp"
#include "referee/core/base/text_width.hpp"
#include "referee/tournament/figures/tables/change_lines.hpp"
#include "referee/tournament/figures/tables/result_text.hpp"
#include "referee/tournament/figures/tables/standings_text.hpp"
#include "referee/tournament/run/watchers/machine.hpp"
#include "referee/tournament/run/watchers/progress_text.hpp"

namespace referee::tournament {

namespace {

/// The bots need the processor, so ratings and drawing each take at most a twentieth of the time.
constexpr int pause_factor = 20;
constexpr std::chrono::milliseconds between_updates(250);

}  // namespace

const Ratings& LiveRatings::of(const Account& account) {
    const std::size_t entrants = account.entrants().size();
    if (entrants_ != entrants) latest_.reset();  // bots have joined
    entrants_ = entrants;
    if (!latest_) latest_ = tournament::rate(Results(account.entrants().size()), rating_settings_of(account, false));
    if (next_.valid() && next_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        Finished finished = next_.get();
        if (finished.entrants == entrants) latest_ = std::move(finished.ratings);
        next_begin_ = clock_.now() + std::max<Duration>(between_updates, finished.took * pause_factor);
    }
    if (!next_.valid() && clock_.now() >= next_begin_) {
        const auto work = [this, results = account.results_for_ratings(), undisturbed = account.undisturbed_results(),
                           settings = rating_settings_of(account, false)] {
            const TimePoint begin = clock_.now();
            Ratings ratings = rate_(results, settings);
            if (undisturbed) ratings.undisturbed = std::make_shared<Ratings>(rate_(*undisturbed, settings));
            return Finished{std::move(ratings), results.entrants(), clock_.now() - begin};
        };
        next_ = std::async(std::launch::async, work);
    }
    return *latest_;
}

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t widest_bar = 24;
constexpr std::size_t narrowest_bar = 8;
constexpr std::size_t min_rows_of_table = 2;
constexpr std::size_t narrowest_difference = 40;

std::string bar_of(const Progress& progress, std::size_t room) {
    constexpr std::size_t around = 3;
    if (!progress.total || *progress.total == 0 || room < narrowest_bar + around) return "";
    const std::size_t width = std::min(widest_bar, room - around);
    const auto share =
        std::clamp(static_cast<double>(progress.played) / static_cast<double>(*progress.total), 0.0, 1.0);
    const std::string full(static_cast<std::size_t>(share * static_cast<double>(width)), '#');
    return fmt::format("[{:.<{}}] ", full, width);
}

/// Breaks long lines at blanks. A word that is longer than a line is broken anywhere.
void add_wrapped(Lines& lines, const std::string& text, std::size_t width) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        while (columns_of(line) > width) {
            const std::size_t end = std::max<std::size_t>(first_columns(line, width).size(), 1);
            const std::size_t blank = line.rfind(' ', end);
            const bool in_word = blank == std::string::npos || blank == 0;
            lines.push_back(line.substr(0, in_word ? end : blank));
            line.erase(0, in_word ? end : blank + 1);
        }
        if (!line.empty()) lines.push_back(line);
    }
}

std::string progress_line(const Progress& progress, const Account& account, std::size_t width) {
    const std::string words = line_of(progress, account);
    return bar_of(progress, width - std::min(width, words.size())) + words;
}

}  // namespace

Lines live_lines(const Progress& progress, const Account& account, const Ratings& ratings, const std::string& warning,
                 TerminalSize size) {
    const auto rows = static_cast<std::size_t>(std::max(2, size.rows) - 1);
    const auto width = static_cast<std::size_t>(std::max(2, size.columns) - 1);
    Lines lines, below;
    add_wrapped(lines, progress_line(progress, account, width), width);
    add_wrapped(below, endings_text(endings_of(account), width), width);
    for (const std::string& line : difference_lines(account, std::max(narrowest_difference, width)))
        add_wrapped(below, line, width);
    add_wrapped(below, goal_text(account), width);
    add_wrapped(below, test_text(account), width);
    add_wrapped(below, warning, width);
    const std::size_t taken = lines.size() + 1 + below.size();  // one more line for the table's heading
    const std::size_t rows_of_table = std::max(min_rows_of_table, rows - std::min(rows, taken));
    std::istringstream table(live_table(account, ratings, rows_of_table, width, false));
    for (std::string line; std::getline(table, line);)
        lines.emplace_back(first_columns(line, width));
    lines.insert(lines.end(), below.begin(), below.end());
    lines.resize(std::min(lines.size(), rows));
    return lines;
}

LiveDisplay::~LiveDisplay() {
    erase();
}

void LiveDisplay::begun(const Progress& progress, const Account& account) {
    draw(progress, account);
}

void LiveDisplay::voided(int game, std::string_view why) {
    say(void_text(game, why));
}

void LiveDisplay::changed(const TournamentHead& head, std::span<const Change> changes) {
    for (const Change& change : changes)
        say(change_text(head, change));
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
    next_ = begin + std::max<Duration>(between_updates, took * pause_factor);
}

void LiveDisplay::say(const std::string& line) {
    if (!gate_.is_open()) return;
    erase();
    warn(line);
}

void LiveDisplay::draw(const Progress& progress, const Account& account) {
    const std::vector<std::string> lines =
        live_lines(progress, account, ratings_.of(account), load_warning(jobs_), terminal_size());
    // Overwrite the earlier drawing line by line. Clearing the screen first would flicker, and would fill the history
    // of terminals that keep cleared text.
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
