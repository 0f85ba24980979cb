#include "referee/tournament/admit/left_out_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "referee/core/base/output.hpp"
#include "referee/core/base/text_width.hpp"
#include "referee/tournament/paper/store/student_entrants.hpp"

namespace referee::tournament {

namespace {

/// Bots that are left out for the same reason. The largest groups come first.
std::vector<std::vector<const LeftOut*>> groups_of(const std::vector<LeftOut>& bots) {
    std::vector<std::vector<const LeftOut*>> groups;
    for (const LeftOut& bot : bots) {
        const auto is_same = [&](const auto& group) {
            return group.front()->reason == bot.reason && group.front()->hint == bot.hint;
        };
        const auto known = std::ranges::find_if(groups, is_same);
        (known == groups.end() ? groups.emplace_back() : *known).push_back(&bot);
    }
    std::ranges::stable_sort(groups, std::greater<>(), [](const auto& group) { return group.size(); });
    return groups;
}

/// The names of a group, the first and the last of which are without their quotes.
std::string names_of(const std::vector<const LeftOut*>& group, std::size_t max_named) {
    std::string names = group.front()->name;
    for (std::size_t i = 1; i < std::min(group.size(), max_named); ++i)
        names += "', '" + group[i]->name;
    if (group.size() > max_named)
        names += fmt::format("' and {} others, like '{}", group.size() - max_named, group.back()->name);
    return names;
}

/// A message that fits a line of the terminal, behind "referee: ".
std::string in_one_line(const std::string& text) {
    constexpr std::size_t width = 80 - std::string_view("referee: ").size();
    const std::string shown = harmless(text);
    return columns_of(shown) <= width ? shown : std::string(first_columns(shown, width - 3)) + "...";
}

}  // namespace

void report_left_out(const LeftOut& bot) {
    warn(fmt::format("left out: '{}': {}{}", bot.name, bot.reason, bot.hint.empty() ? "" : "; see " + bot.hint));
}

void report_left_out(const std::vector<LeftOut>& bots) {
    constexpr std::size_t max_named = 20;
    for (const auto& group : groups_of(bots)) {
        LeftOut all = *group.front();
        all.name = names_of(group, max_named);
        report_left_out(all);
    }
}

void report_refused(const std::vector<LeftOut>& bots, const std::vector<handins::Student>& students) {
    constexpr std::size_t max_lines = 6, max_named = 2;
    std::vector<LeftOut> refused;
    for (const LeftOut& bot : bots) {
        if (student_named(bot.name, students) == nullptr) continue;
        refused.push_back(bot);
        refused.back().hint.clear();
    }
    const auto groups = groups_of(refused);
    std::size_t told = 0;
    for (std::size_t i = 0; i < std::min(groups.size(), max_lines); ++i) {
        warn(in_one_line(fmt::format("left out: '{}': {}", names_of(groups[i], max_named), groups[i].front()->reason)));
        told += groups[i].size();
    }
    if (told < refused.size())
        warn(fmt::format("left out: {} more; hand_ins.csv has all, and why", refused.size() - told));
}

}  // namespace referee::tournament
