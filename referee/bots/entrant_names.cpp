#include "referee/bots/entrant_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "games/user_error.hpp"
#include "protocol/utf8.hpp"
#include "referee/terminal/output.hpp"

namespace referee {

namespace {

using games::UserError;

/// The words behind the one that the name is from.
std::string with_arguments(const NameWish& wish) {
    std::string name = cleaned_name(wish.fallback);
    bool behind_name = false;
    for (const auto& word : wish.words) {
        if (behind_name) name += " " + word;
        behind_name = behind_name || word.ends_with(wish.fallback);
    }
    return cleaned_name(name);
}

void check_given(std::span<const NameWish> wishes, std::span<const std::string> taken) {
    std::set<std::string> seen(taken.begin(), taken.end());
    for (const auto& [given, fallback, words] : wishes) {
        if (given.empty()) continue;
        check_name(given);
        if (seen.insert(given).second) continue;
        throw UserError(wishes.size() == 2 && taken.empty()
                            ? fmt::format("both bots are called '{}': give them different names", given)
                            : fmt::format("two bots are called '{}': give them different names", given));
    }
}

std::string numbered(const std::string& name, int number) {
    const std::string suffix = fmt::format("-{}", number);
    return name.substr(0, longest_name - suffix.size()) + suffix;
}

/// The number of times that each name occurs, the taken ones included.
using Counts = std::map<std::string, int>;
Counts count(const std::vector<std::string>& names, std::span<const std::string> taken) {
    Counts counts;
    for (const auto& name : names)
        ++counts[name];
    for (const auto& name : taken)
        ++counts[name];
    return counts;
}

}  // namespace

std::string cleaned_name(std::string_view text) {
    std::string name;
    bool in_character = false;  // of UTF-8, with several bytes
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool goes_on = in_character && protocol::continues_character(c);
        in_character = byte >= 0x80;
        if (!goes_on) name += byte >= 0x20 && byte < 0x7f ? c : '_';
    }
    name.erase(0, name.find_first_not_of(' '));
    name.resize(std::min(name.size(), longest_name));
    name.erase(name.find_last_not_of(' ') + 1);
    return name.empty() ? "_" : name;
}

void check_name(const std::string& name) {
    if (name == cleaned_name(name)) return;
    throw UserError(fmt::format("name '{}': a name has at most {} printable ASCII characters, and no space at its ends",
                                harmless(name), longest_name));
}

std::vector<std::string> unique_names(std::span<const NameWish> wishes, std::span<const std::string> taken) {
    check_given(wishes, taken);
    std::vector<std::string> names;
    for (const NameWish& wish : wishes)
        names.push_back(wish.given.empty() ? cleaned_name(wish.fallback) : wish.given);

    const Counts by_file = count(names, taken);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (wishes[i].given.empty() && by_file.at(names[i]) > 1) names[i] = with_arguments(wishes[i]);
    }
    const Counts by_arguments = count(names, taken);
    std::set<std::string> used(names.begin(), names.end());
    used.insert(taken.begin(), taken.end());
    std::map<std::string, int> last_number;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!wishes[i].given.empty() || by_arguments.at(names[i]) == 1) continue;
        int& number = last_number[names[i]];
        std::string name = numbered(names[i], ++number);
        while (!used.insert(name).second)
            name = numbered(names[i], ++number);
        names[i] = name;
    }
    return names;
}

}  // namespace referee
