#include "referee/tournament/entrants/entrant_named.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/suggestion.hpp"
#include "games/user_error.hpp"
#include "referee/tournament/tables/numbers.hpp"

namespace referee::tournament {

std::size_t entrant_named(std::string_view option, const std::string& name, const std::vector<std::string>& names) {
    std::vector<std::string> printed;
    for (const std::string& entrant : names)
        printed.push_back(clean_name(entrant));
    const std::array<const std::vector<std::string>*, 2> lists = {&names, &printed};
    for (const auto* list : lists) {
        const auto found = std::find(list->begin(), list->end(), name);
        if (found != list->end()) return static_cast<std::size_t>(found - list->begin());
    }
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

}  // namespace referee::tournament
