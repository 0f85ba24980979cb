#include "referee/tournament/admit/left_out_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

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

/// The names of a group, the first and the last of which are without their quotes. Names one more than `max_named`
/// rather than one other.
std::string names_of(const std::vector<const LeftOut*>& group, std::size_t max_named) {
    const std::size_t named = group.size() == max_named + 1 ? group.size() : std::min(group.size(), max_named);
    std::string names = group.front()->name;
    for (std::size_t i = 1; i < named; ++i)
        names += "', '" + group[i]->name;
    if (group.size() > named)
        names += fmt::format("' and {} others, like '{}", group.size() - named, group.back()->name);
    return names;
}

/// The text, cut so that it has at most this many columns.
std::string cut_to(const std::string& text, std::size_t width) {
    return columns_of(text) <= width ? text : std::string(first_columns(text, width - 3)) + "...";
}

/// What is left of a reason if there is little room: not the part of the check that has found it.
std::string short_reason(const std::string& reason) {
    for (const std::string_view part : {"plays first: ", "plays second: ", "plays itself: "})
        if (reason.starts_with(part)) return reason.substr(part.size());
    return reason;
}

/// A message about a group that fits a line of the terminal, behind "referee: ". The names give way to the reason.
std::string in_one_line(const std::vector<const LeftOut*>& group) {
    constexpr std::size_t width = 80 - std::string_view("referee: ").size();
    constexpr std::size_t min_name = 12;
    const std::string reason = harmless(group.front()->reason), brief = short_reason(reason);
    for (const auto& [names, why] : {std::pair(names_of(group, 2), reason), std::pair(names_of(group, 2), brief)}) {
        const std::string line = fmt::format("left out: '{}': {}", harmless(names), why);
        if (columns_of(line) <= width) return line;
    }
    const std::size_t more = group.size() - 1;
    std::string others = more == 0 ? "" : fmt::format(" and {} other{}", more, more == 1 ? "" : "s");
    const auto room = [&] { return width - std::min(width, columns_of("left out: ''" + others + ": " + brief)); };
    if (more > 0 && room() < min_name) others = fmt::format(" +{}", more);
    const std::string name = cut_to(harmless(group.front()->name), std::max(min_name, room()));
    return cut_to(fmt::format("left out: '{}'{}: {}", name, others, brief), width);
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
    constexpr std::size_t max_lines = 6;
    std::vector<LeftOut> refused;
    for (const LeftOut& bot : bots) {
        if (student_named(bot.name, students) == nullptr) continue;
        refused.push_back(bot);
        refused.back().hint.clear();
    }
    const auto groups = groups_of(refused);
    std::size_t told = 0;
    for (std::size_t i = 0; i < std::min(groups.size(), max_lines); ++i) {
        warn(in_one_line(groups[i]));
        told += groups[i].size();
    }
    if (told < refused.size())
        warn(fmt::format("left out: {} more; hand_ins.csv has all, and why", refused.size() - told));
}

}  // namespace referee::tournament
