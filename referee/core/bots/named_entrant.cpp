#include "referee/core/bots/named_entrant.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/core/base/output.hpp"
#include "referee/core/bots/name_words.hpp"

namespace referee {

namespace {

/// The entrant whose name has all words of `name`, if there is only one: "Kim Klein" for "klein".
std::optional<std::size_t> only_similar_name(const std::string& name, const std::vector<std::string>& names) {
    const auto words = name_words(name);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto of_entrant = name_words(names[i]);
        if (words.empty() || words.size() > of_entrant.size() || shared_words(words, of_entrant) == 0) continue;
        if (found) return std::nullopt;
        found = i;
    }
    return found;
}

std::vector<std::string> as_printed(const std::vector<std::string>& names) {
    std::vector<std::string> printed;
    for (const std::string& entrant : names)
        printed.push_back(harmless(entrant));
    return printed;
}

}  // namespace

std::optional<std::size_t> find_entrant(const std::string& name, const std::vector<std::string>& names) {
    const std::vector<std::string> printed = as_printed(names);
    const std::array<const std::vector<std::string>*, 2> lists = {&names, &printed};
    for (const auto* list : lists) {
        const auto found = std::find(list->begin(), list->end(), name);
        if (found != list->end()) return static_cast<std::size_t>(found - list->begin());
    }
    return only_similar_name(name, names);
}

std::size_t entrant_named(std::string_view option, const std::string& name, const std::vector<std::string>& names) {
    if (const auto found = find_entrant(name, names)) return *found;
    const std::vector<std::string> printed = as_printed(names);
    const std::vector<std::string_view> known(printed.begin(), printed.end());
    throw games::UserError(fmt::format("{}: no bot is called '{}'{}", option, name, games::did_you_mean(name, known)));
}

std::optional<std::size_t> entrant_before_equals(std::string_view text, const std::vector<std::string>& names) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (text.starts_with(names[i] + "=") && (!found || names[i].size() > names[*found].size())) found = i;
    }
    return found;
}

}  // namespace referee
