#include "referee/core/bots/entrant_versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "games/words.hpp"
#include "protocol/utf8.hpp"
#include "referee/core/bots/entrant_names.hpp"

namespace referee {

namespace {

/// "Zoë #3", with fewer characters of "Zoë" if the name were too long.
std::string version_name(const std::string& first, const std::string& suffix) {
    return std::string(protocol::first_characters(first, longest_name - suffix.size())) + suffix;
}

/// The first free name of a version, from this number on.
std::string free_version(const std::string& first, std::uint64_t number, const std::vector<std::string>& taken) {
    for (;; ++number) {
        std::string version = version_name(first, fmt::format(" #{}", number));
        if (std::ranges::find(taken, version) == taken.end()) return version;
    }
}

}  // namespace

std::string next_version(const std::string& first, const std::vector<std::string>& taken) {
    return free_version(first, 2, taken);
}

std::string version_after(const std::string& name, const std::vector<std::string>& taken) {
    const auto end = name.rfind(" #");
    const auto number = end == std::string::npos ? std::nullopt : games::whole_number(name.substr(end + 2));
    const bool is_version = number && *number > 1 && *number < 1'000'000;
    return is_version ? free_version(name.substr(0, end), static_cast<std::uint64_t>(*number) + 1, taken)
                      : next_version(name, taken);
}

bool is_version_of(const std::string& name, const std::string& first) {
    const std::string suffix = name.substr(std::min(name.size(), name.rfind(" #")));
    const bool is_number = suffix.size() > 2 && suffix.find_first_not_of("0123456789", 2) == std::string::npos;
    return name == first || (is_number && name == version_name(first, suffix));
}

}  // namespace referee
