#include "referee/tournament/watchers/live_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "referee/terminal/text_width.hpp"
#include "referee/tournament/tables/result_line.hpp"
#include "referee/tournament/tables/standings_text.hpp"
#include "referee/tournament/watchers/progress_text.hpp"

namespace referee::tournament {

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
    const auto share = std::clamp(static_cast<double>(progress.played) / *progress.total, 0.0, 1.0);
    const std::string full(static_cast<std::size_t>(share * static_cast<double>(width)), '#');
    return fmt::format("[{:.<{}}] ", full, width);
}

/// Breaks lines at blanks where they are too long, and in words that are longer than a line.
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
    add_wrapped(below, test_of(account), width);
    add_wrapped(below, warning, width);
    const std::size_t taken = lines.size() + 1 + below.size();  // the table has a heading
    const std::size_t rows_of_table = std::max(min_rows_of_table, rows - std::min(rows, taken));
    std::istringstream table(live_table(account, ratings, rows_of_table, width, false));
    for (std::string line; std::getline(table, line);)
        lines.emplace_back(first_columns(line, width));
    lines.insert(lines.end(), below.begin(), below.end());
    lines.resize(std::min(lines.size(), rows));
    return lines;
}

}  // namespace referee::tournament
