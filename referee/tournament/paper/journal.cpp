#include "referee/tournament/paper/journal.hpp"

#include <fmt/chrono.h>

#include "referee/core/base/harmless_lines.hpp"
#include "referee/core/base/output.hpp"

namespace referee::tournament {

namespace {

/// The text of a check with a bounded length. Its beginning has the reason.
std::string kept_check(const std::string& check) {
    constexpr std::size_t max_check = 16384;
    std::string text = harmless_lines(check);
    if (text.size() <= max_check) return text;
    text.resize(text.rfind('\n', max_check) + 1);  // a character of UTF-8 may not be cut
    return text + "...\n";
}

}  // namespace

std::string journal_time(std::chrono::system_clock::time_point time) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

std::vector<Change> journal_of(const std::vector<LeftOut>& left_out, const std::string& at) {
    std::vector<Change> changes;
    for (const LeftOut& bot : left_out)
        changes.push_back({.kind = Change::Kind::left_out,
                           .at = at,
                           .name = harmless(bot.name),
                           .reason = harmless(bot.reason),
                           .last_words = harmless_lines(bot.last_words),
                           .check = kept_check(bot.check)});
    return changes;
}

}  // namespace referee::tournament
