// The help of a command as text.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "referee/core/options/command_line.hpp"

namespace referee {

namespace {

constexpr std::size_t first_column = 28;  // of the explanations

/// An option and its explanation, whose lines are aligned.
std::string entry(const std::string& name, const std::string& help) {
    const std::string begin = "  " + name;
    const std::string margin = "\n" + std::string(first_column, ' ');
    std::string text = fmt::format("{:<{}}", begin, first_column) + (begin.size() < first_column ? "" : margin);
    for (const char c : help)
        text += c == '\n' ? margin : std::string(1, c);
    return text + '\n';
}

std::string entry(const Option& option) {
    std::string name = option.names;
    if (!option.type.empty()) name += " " + option.type;
    return entry(option.is_list ? name + " ..." : name, option.help);
}

}  // namespace

std::string CommandHelp::text(bool everything) const {
    const bool has_more = !std::ranges::all_of(options, &Option::is_everyday);
    std::string usage, arguments;
    std::vector<std::pair<std::string, std::string>> groups = {{"Options", ""}};
    std::string& first = groups.front().second;
    first += entry("-h,--help", "Print this help message and exit");
    if (has_more) first += entry("--help-all", "show all options");
    first += entry("-V,--version", "Display program version information and exit");
    for (const Option& option : options) {
        if (!everything && !option.is_everyday) continue;
        if (option.is_argument()) {
            usage += fmt::format(" [{}{}]", option.names, option.is_list ? "..." : "");
            arguments += entry(option);
            continue;
        }
        const std::string& heading = option.group.empty() ? groups.front().first : option.group;
        auto group = std::ranges::find(groups, heading, &std::pair<std::string, std::string>::first);
        if (group == groups.end()) group = groups.insert(group, {heading, ""});
        group->second += entry(option);
    }
    std::string text = fmt::format("{}\nUsage: {} [OPTIONS]{}\n", overview, name, usage);
    if (!arguments.empty()) text += "\nPositionals:\n" + arguments;
    for (const auto& [heading, entries] : groups)
        text += fmt::format("\n{}:\n{}", heading, entries);
    if (has_more && !everything) text += fmt::format("\nMore options: {} --help-all\n", name);
    if (!footer.empty()) text += "\n" + footer + "\n";
    text.resize(text.find_last_not_of('\n') + 1);
    return text + '\n';
}

std::string CommandHelp::summary() const {
    std::string text = overview.substr(0, overview.find("\n\n"));
    std::ranges::replace(text, '\n', ' ');
    const auto end = std::min({text.find(". "), text.find(": "), text.size() - (text.ends_with('.') ? 1 : 0)});
    return text.substr(0, end);
}

}  // namespace referee
